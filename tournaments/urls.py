"""Addresses, grouped by what they are about."""

from __future__ import annotations

from django.urls import include, path

from tournaments.views import home, join, paper, table

table_urls = [
    path("", table.table, name="table"),
    path("undo/", table.undo, name="undo"),
    path("close/", table.close, name="close"),
    path("hands/", table.hands, name="hands"),
    path("hand/<int:number>/", table.correct, name="correct"),
    path("invite/", join.invite, name="invite"),
    path("qr/<str:purpose>.svg", join.qr, name="qr"),
    path("paper/<str:what>.pdf", paper.table_paper, name="table-paper"),
    path("sheet.<str:kind>", paper.export, name="export"),
]

paper_urls = [
    path("", paper.paper, name="paper"),
    path("<slug:key>/<int:seats>/blank.pdf", paper.blank, name="blank"),
    path("<slug:key>/rules.pdf", paper.card, name="rules-card"),
]

urlpatterns = [
    path("", home.home, name="home"),
    path("new/<slug:key>/", home.new, name="new"),
    path("j", join.join, name="join"),
    path("t/<int:pk>/", include(table_urls)),
    path("paper/", include(paper_urls)),
]
