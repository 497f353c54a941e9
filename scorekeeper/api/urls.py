"""The addresses of the API."""

from django.urls import path, re_path

from . import figures, games, hands, leagues, players, rules, schema

app_name = "api"
_LEAGUE = "leagues/<slug:slug>/"
_GAME = "games/<slug:key>/"
_HAND = "games/<slug:key>/hands/<int:number>/"

urlpatterns = [
    # Leagues
    path("leagues/", leagues.Leagues.as_view(), name="leagues"),
    path(_LEAGUE, leagues.LeagueOne.as_view(), name="league"),
    path(f"{_LEAGUE}members/", leagues.Members.as_view(), name="members"),
    path(f"{_LEAGUE}members/<int:pk>/", leagues.MemberOne.as_view(), name="member"),
    path(f"{_LEAGUE}players/", players.Players.as_view(), name="players"),
    path(f"{_LEAGUE}players/<int:pk>/", players.PlayerOne.as_view(), name="player"),
    path(f"{_LEAGUE}players/<int:pk>/figures/", figures.Figures.as_view(), name="figures"),
    path(f"{_LEAGUE}players/<int:pk>/games/", figures.PlayedGames.as_view(), name="played"),
    path(f"{_LEAGUE}merges/", players.Merges.as_view(), name="merges"),
    path(f"{_LEAGUE}merges/<int:pk>/undo/", players.MergeUndo.as_view(), name="merge-undo"),
    path(f"{_LEAGUE}seasons/", leagues.Seasons.as_view(), name="seasons"),
    path(f"{_LEAGUE}nights/", leagues.Nights.as_view(), name="nights"),
    path("seasons/<int:pk>/", leagues.SeasonOne.as_view(), name="season"),
    path("seasons/<int:pk>/standings/", leagues.Standings.as_view(), name="standings"),
    path("seasons/<int:pk>/points/", figures.Points.as_view(), name="points"),
    path("nights/<int:pk>/", leagues.NightOne.as_view(), name="night"),
    # Games
    path("games/", games.Games.as_view(), name="games"),
    path(_GAME, games.GameOne.as_view(), name="game"),
    path(f"{_GAME}claim/", games.GameClaim.as_view(), name="claim"),
    path(f"{_GAME}claim/undo/", games.GameClaimUndo.as_view(), name="claim-undo"),
    path(f"{_GAME}substitutions/", games.Substitutions.as_view(), name="substitutions"),
    path(f"{_GAME}substitutions/<int:pk>/withdraw/", games.SubstitutionWithdraw.as_view(), name="withdraw"),
    path(f"{_GAME}substitute/", games.GameSubstitute.as_view(), name="substitute"),
    path(f"{_GAME}hands/", hands.Hands.as_view(), name="hands"),
    path(_HAND, hands.HandOne.as_view(), name="hand"),
    path(f"{_HAND}void/", hands.HandVoid.as_view(), name="void"),
    path(f"{_HAND}insert/", hands.HandInsert.as_view(), name="insert"),
    path(f"{_HAND}undo/", hands.HandUndo.as_view(), name="undo"),
    path(f"{_HAND}restore/", hands.HandRestore.as_view(), name="restore"),
    path(f"{_HAND}history/", hands.HandHistory.as_view(), name="history"),
    path(f"{_HAND}return/", hands.HandReturn.as_view(), name="return"),
    # Rules
    path("rules/", rules.Presets.as_view(), name="rules"),
    path("rules/<slug:preset>/", rules.PresetOne.as_view(), name="ruleset"),
    # The description
    path("schema/", schema.Schema.as_view(), name="schema"),
    path("docs/", schema.Docs.as_view(), name="docs"),
    re_path(r"", games.Nothing.as_view(), name="nothing"),
]
