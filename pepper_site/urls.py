"""Where everything is. Each app keeps its own addresses."""

from django.urls import include, path

from pepper_site import views

urlpatterns = [
    path("", include("scorekeeper.urls")),
    path("", include("replay.urls")),
    path("style/", views.style, name="style"),
    path("display/", views.display, name="display"),
]
