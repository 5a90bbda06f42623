"""Addresses of the desk that are about match-days of several halls."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.urls import URLPattern, URLResolver, path

from config.later import LazyViews

if TYPE_CHECKING:
    from tournaments.desk.views import matchdays
else:
    matchdays = LazyViews("tournaments.desk.views.matchdays")

matchday_urls: list[URLPattern | URLResolver] = [
    path("", matchdays.overview, name="desk-matchdays"),
    path("new/", matchdays.new, name="desk-matchday-new"),
    path("<int:matchday>/", matchdays.matchday, name="desk-matchday"),
    path("<int:matchday>/halls/", matchdays.halls, name="desk-matchday-halls"),
    path("<int:matchday>/season/", matchdays.in_season, name="desk-matchday-season"),
    path("<int:matchday>/ranking.<str:kind>", matchdays.export, name="desk-matchday-export"),
    path("<int:matchday>/delete/", matchdays.delete, name="desk-matchday-delete"),
]
