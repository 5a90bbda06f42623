"""Addresses of the desk for the director: tables, corrections, decisions, devices."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.urls import include, path

from config.later import LazyViews

if TYPE_CHECKING:
    from tournaments.desk.views import cases, devices, exchanges, hands, rulings, tables
else:
    cases = LazyViews("tournaments.desk.views.cases")
    devices = LazyViews("tournaments.desk.views.devices")
    exchanges = LazyViews("tournaments.desk.views.exchanges")
    hands = LazyViews("tournaments.desk.views.hands")
    rulings = LazyViews("tournaments.desk.views.rulings")
    tables = LazyViews("tournaments.desk.views.tables")


table_urls = [
    path("", tables.table, name="desk-table"),
    path("close/", tables.close, name="desk-table-close"),
    path("agree/", tables.agree, name="desk-table-agree"),
    path("again/", tables.reopen, name="desk-table-again"),
    path("hand/<int:hand>/", hands.hand, name="desk-hand"),
    path("add/<slug:what>/", hands.add, name="desk-add"),
]

devices_urls = [
    path("", devices.overview, name="desk-devices"),
    path("<uuid:device>/out/", devices.revoke, name="desk-device-out"),
    path("asks/<uuid:key>/", devices.grant, name="desk-seat-grant"),
    path("keys/", devices.rotate, name="desk-keys"),
]

rulings_urls = [
    path("", rulings.overview, name="desk-rulings"),
    path("new/<slug:kind>/", rulings.new, name="desk-ruling"),
    path("<int:ruling>/withdraw/", rulings.withdraw, name="desk-ruling-withdraw"),
]

cases_urls = [
    path("", cases.overview, name="desk-cases"),
    path("<uuid:parked>/", cases.case, name="desk-case"),
    path("call/<int:call>/<slug:what>/", cases.answer, name="desk-call"),
]

urlpatterns = [
    path("cases/", include(cases_urls)),
    path("tables/<int:number>/<int:table>/", include(table_urls)),
    path("tables/<int:number>/seats/", exchanges.exchange, name="desk-repair"),
    path("devices/", include(devices_urls)),
    path("rulings/", include(rulings_urls)),
    path("corrections/", rulings.listed, name="desk-corrections"),
]
