"""Addresses for other installations, and the desk's page about them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.urls import path

from config.later import LazyViews

if TYPE_CHECKING:
    from tournaments.following.views import arriving, leading, log, pages, people
else:
    log = LazyViews("tournaments.following.views.log")
    arriving = LazyViews("tournaments.following.views.arriving")
    leading = LazyViews("tournaments.following.views.leading")
    pages = LazyViews("tournaments.following.views.pages")
    people = LazyViews("tournaments.following.views.people")

desk_urls = [
    path("", pages.overview, name="desk-following"),
    path("code/", pages.code, name="desk-following-code"),
    path("code/<uuid:code>/", pages.came, name="desk-following-came"),
    path("lead/", leading.lead, name="desk-lead"),
    path("led/", leading.led, name="desk-led"),
    path("join/", pages.join, name="desk-following-join"),
    path("readers/<uuid:reader>/revoke/", pages.revoke, name="desk-following-revoke"),
    path("people/", people.people, name="desk-following-people"),
    path("people/file/", people.people_file, name="desk-following-people-file"),
    path("sources/<uuid:source>/people/", people.compare, name="desk-following-compare"),
    path("sources/<uuid:source>/end/", pages.end, name="desk-following-end"),
]

urlpatterns = [
    path("", log.events, name="log"),
    path("people/", log.people, name="log-people"),
    path("pair/", log.pair, name="log-pair"),
    path("kit/", log.kit, name="log-kit"),
    path("led/", log.led, name="log-led"),
    path("<uuid:event>/returned/", log.returned, name="log-returned"),
    path("<uuid:event>/", log.event, name="log-event"),
]

phone_urls = [
    path("leads/", arriving.leads, name="leads"),
    path("arrive/", arriving.arrive, name="arrive"),
]
