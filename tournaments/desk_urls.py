"""Addresses of the organisers' desk."""

from __future__ import annotations

from django.urls import include, path

from tournaments.views.desk import home

event_urls = [
    path("", home.event, name="desk-event"),
]

urlpatterns = [
    path("", home.home, name="desk"),
    path("e/<int:pk>/", include(event_urls)),
]
