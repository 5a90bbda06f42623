"""Addresses of the desk that are about people: the register, who takes part in an event, the door."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.urls import path

from config.later import LazyViews

if TYPE_CHECKING:
    from tournaments.desk.views import careers, door, entrant, entrants, parting, register, seeding
else:
    careers = LazyViews("tournaments.desk.views.careers")
    door = LazyViews("tournaments.desk.views.door")
    entrant = LazyViews("tournaments.desk.views.entrant")
    entrants = LazyViews("tournaments.desk.views.entrants")
    parting = LazyViews("tournaments.desk.views.parting")
    register = LazyViews("tournaments.desk.views.register")
    seeding = LazyViews("tournaments.desk.views.seeding")


register_urls = [
    path("", register.overview, name="desk-register"),
    path("import/", register.take_in, name="desk-register-import"),
    path("people.<str:kind>", register.export, name="desk-register-export"),
    path("<int:person>/", register.person, name="desk-person"),
    path("<int:person>/years/", careers.person, name="desk-person-years"),
    path("<int:person>/part/", parting.part, name="desk-person-part"),
    path("partings/<int:parting>/back/", parting.back, name="desk-parting-back"),
    path("<int:person>/merge/", register.merge, name="desk-person-merge"),
    path("<int:person>/data.json", register.data, name="desk-person-data"),
    path("<int:person>/forget/", register.forget, name="desk-person-forget"),
]

years_urls = [
    path("", careers.club, name="desk-years"),
    path("switches/", careers.switches, name="desk-years-switches"),
    path("count/", careers.count, name="desk-years-count"),
]

entrants_urls = [
    path("", entrants.overview, name="desk-people"),
    path("import/", entrants.take_in, name="desk-people-import"),
    path("names/", entrants.names, name="desk-names"),
    path("entrants.<str:kind>", entrants.export, name="desk-people-export"),
    path("apart/", entrants.apart, name="desk-apart"),
    path("many/", entrants.many, name="desk-people-many"),
    path("rename/", entrants.rename, name="desk-rename"),
    path("ratings/", seeding.ratings, name="desk-ratings"),
    path("missing/", entrants.missing, name="desk-missing"),
    path("<int:number>/", entrant.overview, name="desk-entrant"),
    path("<int:number>/withdraw/", entrant.withdraw, name="desk-withdraw"),
    path("<int:number>/substitute/", entrant.substitute, name="desk-substitute"),
    path("<int:number>/seat/", entrant.seat, name="desk-seat-now"),
    path("<int:number>/remove/", entrant.remove, name="desk-entrant-remove"),
]

door_urls = [
    path("", door.door, name="desk-check-in"),
    path("walk-in/", door.walk_in, name="desk-walk-in"),
]
