"""Where everything is. Each app keeps its own addresses."""

from django.urls import include, path

urlpatterns = [
    path("", include("scorekeeper.urls")),
    path("", include("replay.urls")),
]
