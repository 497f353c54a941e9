"""The addresses of scorekeeper."""

from django.urls import URLPattern, path

from .views import (
    accounts,
    charts,
    corrections,
    entrance,
    games,
    home,
    leagues,
    nights,
    players,
    rules,
    seasons,
    seating,
)
from .views.entering import pages as entering

app_name = "scorekeeper"
urlpatterns: list[URLPattern] = [
    path("", home.home, name="home"),
    # Games
    path("new/", games.game_new, name="game-new"),
    path("g/<slug:key>/", games.game, name="game"),
    path("g/<slug:key>/hand/", entering.hand_new, {"depth": "score"}, name="hand-new"),
    path("g/<slug:key>/auction/", entering.hand_new, {"depth": "auction"}, name="hand-auction"),
    path("g/<slug:key>/cards/", entering.hand_new, {"depth": "cards"}, name="hand-cards"),
    path("g/<slug:key>/paste/", entering.hand_new, {"depth": "paste"}, name="hand-paste"),
    path("g/<slug:key>/substitute/", seating.game_substitute, name="game-substitute"),
    path("g/<slug:key>/seats/", seating.game_seats, name="game-seats"),
    path("g/<slug:key>/<int:number>/edit/", entering.hand_edit, name="hand-edit"),
    path("g/<slug:key>/<int:number>/edit/<slug:depth>/", entering.hand_edit_at, name="hand-edit-at"),
    path("g/<slug:key>/<int:number>/insert/", entering.hand_insert, name="hand-insert"),
    path("g/<slug:key>/<int:number>/insert/<slug:depth>/", entering.hand_insert_at, name="hand-insert-at"),
    path("g/<slug:key>/<int:number>/void/", corrections.hand_void, name="hand-void"),
    path("g/<slug:key>/<int:number>/history/", corrections.hand_history, name="hand-history"),
    path("g/<slug:key>/undo/", games.hand_undo, name="hand-undo"),
    path("g/<slug:key>/restore/", games.hand_restore, name="hand-restore"),
    path("g/<slug:key>/claim/", nights.game_claim, name="game-claim"),
    path("g/<slug:key>/claim/undo/", seating.game_unclaim, name="game-unclaim"),
    path("g/<slug:key>/chart/", charts.game_figure, name="game-figure"),
    # Accounts
    path("account/", accounts.account, name="account"),
    path("account/sign-up/", accounts.sign_up, name="sign-up"),
    path("account/login/", accounts.login, name="login"),
    path("account/typed/", entrance.carry_on, name="typed"),
    path("account/logout/", accounts.Logout.as_view(), name="logout"),
    path("account/password/", accounts.PasswordChange.as_view(), name="password-change"),
    path("account/reset/", accounts.PasswordReset.as_view(), name="password-reset"),
    path("account/reset/sent/", accounts.PasswordResetSent.as_view(), name="password-reset-sent"),
    path("account/reset/<uidb64>/<token>/", accounts.PasswordResetConfirm.as_view(), name="password-reset-confirm"),
    path("account/tokens/", accounts.tokens, name="tokens"),
    path("account/tokens/<int:pk>/revoke/", accounts.token_revoke, name="token-revoke"),
    # Leagues
    path("leagues/", leagues.leagues, name="leagues"),
    path("leagues/new/", leagues.league_new, name="league-new"),
    path("l/<slug:slug>/", leagues.league, name="league"),
    path("l/<slug:slug>/edit/", leagues.league_edit, name="league-edit"),
    path("l/<slug:slug>/members/", leagues.league_members, name="league-members"),
    path("l/<slug:slug>/members/<int:pk>/", leagues.league_member, name="league-member"),
    path("l/<slug:slug>/players/", players.players, name="players"),
    path("l/<slug:slug>/players/<int:pk>/", players.player, name="player"),
    path("l/<slug:slug>/players/<int:pk>/edit/", players.player_edit, name="player-edit"),
    path("l/<slug:slug>/players/<int:pk>/merge/", players.player_merge, name="player-merge"),
    path("l/<slug:slug>/merges/<int:pk>/undo/", players.merge_undo, name="merge-undo"),
    path("l/<slug:slug>/seasons/new/", seasons.season_new, name="season-new"),
    path("l/<slug:slug>/s/<int:pk>/", seasons.season, name="season"),
    path("l/<slug:slug>/s/<int:pk>/edit/", seasons.season_edit, name="season-edit"),
    path("l/<slug:slug>/charts/seasons/<int:pk>/", charts.season_figure, name="season-figure"),
    path("l/<slug:slug>/s/<int:pk>/nights/new/", nights.night_new, name="night-new"),
    path("l/<slug:slug>/n/<int:pk>/", nights.night, name="night"),
    path("l/<slug:slug>/n/<int:pk>/edit/", nights.night_edit, name="night-edit"),
    path("l/<slug:slug>/n/<int:pk>/games/new/", nights.night_game_new, name="night-game-new"),
    # Rules
    path("rules/", rules.rules, name="rules"),
    path("rules/<slug:preset>/", rules.ruleset, name="ruleset"),
]
