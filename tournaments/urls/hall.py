"""Addresses of what everybody may see of an event."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.urls import path

from config.later import LazyViews
from tournaments.hall.views import board, checksum, event, paying

if TYPE_CHECKING:
    from tournaments.hall.views import ending
else:
    ending = LazyViews("tournaments.hall.views.ending")

urlpatterns = [  # what is asked for again and again comes first
    path("board/<int:screen>/", board.board, name="board"),
    path("standings/", event.standings, name="event-standings"),
    path("", event.event, name="event"),
    path("me/", event.me, name="event-me"),
    path("p/<int:number>/", event.person, name="person"),
    path("rounds/", event.rounds, name="event-rounds"),
    path("round/<int:number>/", event.rounds, name="event-round"),
    path("numbers/", event.numbers, name="event-numbers"),
    path("ending/", ending.ending, name="event-ending"),
    path("ending/<str:shape>.png", ending.picture, name="event-picture"),
    path("corrections/", event.corrections, name="event-corrections"),
    path("checksum/", checksum.checksum, name="event-checksum"),
    path("board/", board.boards, name="event-boards"),
    path("board/<int:screen>/keys/", board.with_keys, name="board-keys"),
    path("qr.svg", board.qr, name="event-qr"),
    path("table/<int:number>/", event.table, name="event-table"),
    path("pay/", paying.pay, name="event-pay"),
]
