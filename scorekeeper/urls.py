"""The addresses of scorekeeper."""

from django.urls import URLPattern, path

from .views import games, hands, home, rules

app_name = "scorekeeper"
urlpatterns: list[URLPattern] = [
    path("", home.home, name="home"),
    # Games
    path("new/", games.game_new, name="game-new"),
    path("g/<slug:key>/", games.game, name="game"),
    path("g/<slug:key>/hand/", hands.hand_new, name="hand-new"),
    path("g/<slug:key>/paste/", hands.hand_paste, name="hand-paste"),
    path("g/<slug:key>/undo/", games.hand_undo, name="hand-undo"),
    path("g/<slug:key>/restore/", games.hand_restore, name="hand-restore"),
    # Rules
    path("rules/", rules.rules, name="rules"),
    path("rules/<slug:preset>/", rules.ruleset, name="ruleset"),
]
