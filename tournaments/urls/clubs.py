"""Addresses of the desk about clubs and members: for operators of a server, and for owners of a club."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.urls import path

from config.later import LazyViews

if TYPE_CHECKING:
    from tournaments.clubs.views import asking, club, joining, members, operators
else:
    asking = LazyViews("tournaments.clubs.views.asking")
    operators = LazyViews("tournaments.clubs.views.operators")
    club = LazyViews("tournaments.clubs.views.club")
    members = LazyViews("tournaments.clubs.views.members")
    joining = LazyViews("tournaments.clubs.views.joining")

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
    path("club/members/", joining.overview, name="desk-club-members"),
    path("club/members/propose/", joining.propose, name="desk-club-members-propose"),
    path("club/members/<int:member>/", joining.member, name="desk-club-member"),
    path("club/members/<int:member>/end/", joining.end, name="desk-club-member-end"),
    path("members/", members.overview, name="desk-members"),
    path("members/import/", members.take_in, name="desk-members-import"),
    path("members/members.<str:kind>", members.export, name="desk-members-export"),
    path("members/answer/", members.answer, name="desk-members-answer"),
    path("members/ask/", members.ask, name="desk-members-ask"),
    path("members/<int:member>/", members.member, name="desk-member"),
    path("members/<int:member>/left/", members.left, name="desk-member-left"),
    path("members/<int:member>/remove/", members.remove, name="desk-member-remove"),
    path("members/<int:member>/end/", members.end, name="desk-member-end"),
]

urlpatterns = [
    path("request/", asking.ask, name="club-request"),
    path("requested/", asking.asked, name="club-requested"),
]
