"""Addresses of the desk about clubs: for operators of a server, and for owners of a club on it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.urls import path

from config.later import LazyViews

if TYPE_CHECKING:
    from tournaments.clubs.views import asking, club, operators
else:
    asking = LazyViews("tournaments.clubs.views.asking")
    operators = LazyViews("tournaments.clubs.views.operators")
    club = LazyViews("tournaments.clubs.views.club")

desk_urls = [
    path("clubs/", operators.overview, name="desk-clubs"),
    path("clubs/<int:club>/", operators.club, name="desk-club-kept"),
    path("clubs/<int:club>/answer/", operators.answer, name="desk-club-answer"),
    path("clubs/<int:club>/link/", operators.link, name="desk-club-link"),
    path("clubs/<int:club>/limits/", operators.limits, name="desk-club-limits"),
    path("clubs/<int:club>/switch/", operators.switch, name="desk-club-switch"),
    path("clubs/<int:club>/remove/", operators.remove, name="desk-club-remove"),
    path("club/", club.club, name="desk-club"),
    path("club/export/", club.export, name="desk-club-export"),
    path("club/export/<slug:job>/", club.file, name="desk-club-file"),
    path("club/leave/", club.leave, name="desk-club-leave"),
    path("club/back/", club.back, name="desk-club-back"),
]

urlpatterns = [
    path("request/", asking.ask, name="club-request"),
    path("requested/", asking.asked, name="club-requested"),
]
