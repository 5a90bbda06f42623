"""Addresses of the desk that are about draws and rounds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.urls import path

from config.later import LazyViews

if TYPE_CHECKING:
    from tournaments.desk.views import clock, draw, rounds, roundseats
else:
    clock = LazyViews("tournaments.desk.views.clock")
    draw = LazyViews("tournaments.desk.views.draw")
    rounds = LazyViews("tournaments.desk.views.rounds")
    roundseats = LazyViews("tournaments.desk.views.roundseats")


draw_urls = [
    path("", draw.draw, name="desk-draw"),
    path("make/", draw.make, name="desk-draw-make"),
    path("discard/", draw.discard, name="desk-draw-discard"),
]

rounds_urls = [
    path("", rounds.overview, name="desk-rounds"),
    path("clock/", clock.steer, name="desk-clock"),
    path("<int:number>/", rounds.round_, name="desk-round"),
    path("<int:number>/publish/", draw.publish, name="desk-publish"),
    path("<int:number>/take-back/", rounds.take_back, name="desk-take-back"),
    path("<int:number>/open/", rounds.open_, name="desk-open"),
    path("<int:number>/open-group/", rounds.open_group, name="desk-open-group"),
    path("<int:number>/close/", rounds.close, name="desk-close"),
    path("<int:number>/again/", rounds.reopen, name="desk-round-again"),
    path("<int:number>/exchange/", roundseats.exchange, name="desk-exchange"),
    path("<int:number>/guest/", roundseats.guest, name="desk-guest"),
    path("<int:number>/away/", roundseats.away, name="desk-away"),
    path("<int:number>/cards/", roundseats.cards, name="desk-cards"),
    path("<int:number>/draw/", draw.proof, name="desk-proof"),
    path("<int:number>/draw/<int:part>.json", draw.asked, name="desk-draw-file"),
]
