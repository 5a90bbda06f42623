"""Addresses of the desk that are about seasons."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.urls import URLPattern, URLResolver, include, path

from config.later import LazyViews

if TYPE_CHECKING:
    from tournaments.desk.views import seasondates, seasondeciding, seasonfiles, seasons
else:
    seasondates = LazyViews("tournaments.desk.views.seasondates")
    seasondeciding = LazyViews("tournaments.desk.views.seasondeciding")
    seasonfiles = LazyViews("tournaments.desk.views.seasonfiles")
    seasons = LazyViews("tournaments.desk.views.seasons")

date_urls = [
    path("", seasondates.evening, name="desk-season-date"),
    path("choose/", seasondates.choose, name="desk-season-choose"),
    path("list/", seasondates.take_list, name="desk-season-list"),
    path("results/<int:result>/", seasondates.result, name="desk-season-result"),
    path("remove/", seasondates.remove, name="desk-season-remove"),
]

season_urls: list[URLPattern | URLResolver] = [
    path("", seasons.overview, name="desk-seasons"),
    path("new/", seasons.new, name="desk-season-new"),
    path("take-in/", seasonfiles.take_in, name="desk-season-take-in"),
    path("<int:season>/", seasons.season, name="desk-season"),
    path("<int:season>/head/", seasons.head, name="desk-season-head"),
    path("<int:season>/rules/", seasons.rules, name="desk-season-rules"),
    path("<int:season>/decisions/", seasondeciding.decisions, name="desk-season-decisions"),
    path("<int:season>/final/", seasondeciding.final, name="desk-season-final"),
    path("<int:season>/final.<str:kind>", seasondeciding.final_file, name="desk-season-final-file"),
    path("<int:season>/lists/", seasons.views, name="desk-season-views"),
    path("<int:season>/p/<int:person>/", seasons.person, name="desk-season-person"),
    path("<int:season>/paper/<slug:key>.pdf", seasons.paper, name="desk-season-paper"),
    path("<int:season>/season.<str:kind>", seasons.export, name="desk-season-export"),
    path("<int:season>/file.json", seasonfiles.whole, name="desk-season-file"),
    path("<int:season>/delete/", seasons.delete, name="desk-season-delete"),
    path("<int:season>/evenings/add/", seasondates.add, name="desk-season-add"),
    path("<int:season>/evenings/<int:evening>/", include(date_urls)),
]
