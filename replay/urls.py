"""The addresses of replay."""

from django.urls import URLPattern, path

from replay import views

app_name = "replay"
urlpatterns: list[URLPattern] = [
    path("g/<slug:key>/<int:number>/replay/", views.hand, name="hand"),
    path("g/<slug:key>/<int:number>/replay/<int:step>/", views.step, name="step"),
]
