"""The addresses of replay."""

from django.urls import URLPattern

app_name = "replay"
urlpatterns: list[URLPattern] = []
