"""Addresses of the desk that are about money: the box, the book, what an entrant pays."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.urls import path

from config.later import LazyViews

if TYPE_CHECKING:
    from tournaments.desk.views import cashdesk, payer
else:
    cashdesk = LazyViews("tournaments.desk.views.cashdesk")
    payer = LazyViews("tournaments.desk.views.payer")

urlpatterns = [
    path("", cashdesk.overview, name="desk-cash"),
    path("book/", cashdesk.book, name="desk-cash-other"),
    path("book.csv", cashdesk.export, name="desk-cash-book"),
    path("book/<uuid:entry>/reverse/", cashdesk.reverse, name="desk-cash-reverse"),
    path("count/", cashdesk.count, name="desk-cash-count"),
    path("reopen/", cashdesk.reopen, name="desk-cash-reopen"),
    path("receipt/<uuid:entry>.pdf", payer.receipt, name="desk-receipt"),
    path("of/<int:number>/", payer.overview, name="desk-payer"),
]
