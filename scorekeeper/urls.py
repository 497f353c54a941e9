"""The addresses of scorekeeper."""

from django.urls import URLPattern

app_name = "scorekeeper"
urlpatterns: list[URLPattern] = []
