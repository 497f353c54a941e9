"""Where everything is. Each app keeps its own addresses."""

from django.contrib import admin
from django.urls import include, path

from pepper_site import views
from scorekeeper.api.score import ScoreView

handler400 = "pepper_site.errors.bad_request"
handler404 = "pepper_site.errors.not_found"
handler500 = "pepper_site.errors.server_error"

urlpatterns = [
    path("", include("scorekeeper.urls")),
    path("", include("replay.urls")),
    path("api/score/", ScoreView.as_view(), name="api-score"),
    path("api/", include("scorekeeper.api.urls")),
    path("admin/", admin.site.urls),
    path("style/", views.style, name="style"),
    path("style/charts/<slug:name>/", views.style_figure, name="style-figure"),
    path("display/", views.display, name="display"),
]
