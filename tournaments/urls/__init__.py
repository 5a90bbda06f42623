"""Addresses, grouped by what they are about."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.urls import include, path

from config.later import LazyViews
from tournaments.access import tablepaths  # noqa: F401  registers the kind of address that tables have
from tournaments.careers import addresses  # noqa: F401  registers that of somebody over the years
from tournaments.hall.views import clock, clubs, front, matchdays, reached, robots, seasons
from tournaments.table.views import (
    calls,
    confirming,
    deciding,
    join,
    journal,
    lineup,
    money,
    rules,
    seats,
    sheet,
    table,
    totals,
)
from tournaments.urls.following import phone_urls

if TYPE_CHECKING:
    from tournaments.desk.views import proof
    from tournaments.exchange import api
    from tournaments.hall.views import careers
    from tournaments.table.views import ending, paper
else:
    proof = LazyViews("tournaments.desk.views.proof")
    api = LazyViews("tournaments.exchange.api")
    careers = LazyViews("tournaments.hall.views.careers")
    ending = LazyViews("tournaments.table.views.ending")
    paper = LazyViews("tournaments.table.views.paper")

table_urls = [
    path("", table.table, name="table"),
    path("undo/", table.undo, name="undo"),
    path("aside/", deciding.overview, name="asides"),
    path("aside/<uuid:parked>/", deciding.settle, name="aside"),
    path("call/", calls.call, name="call"),
    path("call/withdraw/", calls.withdraw, name="call-withdraw"),
    path("close/", table.close, name="close"),
    path("confirm/", confirming.confirm, name="confirm"),
    path("extra/", sheet.extra, name="extra"),
    path("cash/", money.who_pays_whom, name="cash"),
    path("ending/", ending.ending, name="ending"),
    path("ending/<str:shape>.png", ending.picture, name="ending-picture"),
    path("count/<slug:key>/", sheet.calculate, name="calculate"),
    path("numbers/", sheet.numbers, name="numbers"),
    path("hands/", sheet.hands, name="hands"),
    path("people/", lineup.line_up, name="line-up"),
    path("hand/<int:number>/", table.correct, name="correct"),
    path("paper-totals/", totals.paper_totals, name="paper-totals"),
    path("paper-totals/<int:number>/", totals.correct_paper_totals, name="correct-paper-totals"),
    path("rules/", rules.of_table, name="table-rules"),
    path("invite/", join.invite, name="invite"),
    path("qr/<str:purpose>.svg", join.qr, name="qr"),
    path("whose/", seats.whose, name="whose"),
    path("whose/wait/", seats.wait, name="seat-wait"),
    path("whose/<uuid:key>/", seats.grant, name="seat-grant"),
    path("journal/", journal.journal, name="journal"),
    path("offer/", journal.offer, name="offer"),
    path("paper/<str:what>.pdf", paper.table_paper, name="table-paper"),
    path("sheet.<str:kind>", paper.export, name="export"),
]

paper_urls = [
    path("", paper.paper, name="paper"),
    path("<slug:key>/<int:seats>/blank.pdf", paper.blank, name="blank"),
    path("<slug:key>/rules.pdf", paper.card, name="rules-card"),
]

rules_urls = [
    path("", rules.overview, name="rules-overview"),
    path("import/", rules.take_in, name="rules-import"),
    path("<slug:key>/", rules.page, name="rules"),
    path("<slug:key>/edit/", rules.edit, name="rules-edit"),
    path("<slug:key>/compare/", rules.compare, name="rules-compare"),
    path("<slug:key>/export.json", rules.export, name="rules-export"),
    path("<slug:key>/forget/", rules.forget, name="rules-forget"),
]

# What phones and screens ask for all evening comes first: Django tries one after the other.
urlpatterns = [
    path("t/<table:pk>/", include(table_urls)),
    path("e/<int:pk>/", include("tournaments.urls.hall")),
    path("matchday/<int:pk>/", matchdays.matchday, name="matchday"),
    path("season/<int:pk>/", seasons.season, name="season"),
    path("season/<int:pk>/season.ics", seasons.calendar, name="season-calendar"),
    path("season/<int:pk>/p/<int:person>/", seasons.person, name="season-person"),
    path("", front.home, name="home"),
    path("robots.txt", robots.robots, name="robots"),
    path("c/<slug:slug>/", clubs.club, name="club"),
    path("c/<slug:slug>/years/", careers.club, name="club-years"),
    path("years/", careers.club, name="years"),
    path("years/<somebody:person>/", careers.person, name="person-years"),
    path("door/", clubs.door, name="door"),
    path("own/", front.tables_of_device, name="own-tables"),
    path("works/", reached.works, name="works"),
    path("new/<slug:key>/", front.new, name="new"),
    path("j", join.join, name="join"),
    path("j/<int:event>/<int:number>/", join.card, name="card"),
    path("rules/", include(rules_urls)),
    path("paper/", include(paper_urls)),
    path("desk/", include("tournaments.urls.desk")),
    path("clubs/", include("tournaments.urls.clubs")),
    path("log/", include("tournaments.urls.following")),
    path("", include(phone_urls)),
    path("api/events.json", api.events, name="api-events"),
    path("api/events/<int:pk>.json", api.results, name="api-results"),
    path("e/<int:pk>/clock/", clock.clock, name="clock"),
    path("e/<int:pk>/draw/<int:number>/", proof.proof, name="proof"),
    path("e/<int:pk>/draw/<int:number>/<int:part>.json", proof.asked, name="draw-file"),
]
