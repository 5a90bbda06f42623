"""A finished event as plain HTML for the club's own web site: one page, one stylesheet, no script."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path
from urllib.parse import urljoin

from django.conf import settings
from django.template.loader import render_to_string

from tournaments.hall.ending import event_ending
from tournaments.hall.facts import Hall
from tournaments.hall.ranks import ranking_view
from tournaments.hall.words import round_name
from tournaments.paper.sheet import ending_picture

STYLE = Path(settings.BASE_DIR) / "static" / "site.css"


PREVIEW = "preview.png"


def as_site(hall: Hall, address: str = "") -> bytes:
    """A zip file to unpack where the web site lives, in the active language.

    Official results bring a picture for those to whom the link is sent; where it will stand says `address`,
    for messengers look for a picture at a whole address only.
    """
    ending = event_ending(hall)
    picture = "" if ending is None else urljoin(address, PREVIEW) if address else PREVIEW
    page = render_to_string(
        "site/index.html", {**_context(hall), "ending": ending, "address": address, "picture": picture}
    )
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("index.html", page)
        if ending is not None:
            archive.writestr(PREVIEW, ending_picture(ending.printed, wide=True))
        archive.writestr("site.css", STYLE.read_text(encoding="utf-8"))
    return packed.getvalue()


def _context(hall: Hall) -> dict[str, object]:
    rounds = [
        {
            "name": round_name(hall, round_),
            "tables": [
                {
                    "number": table.number,
                    "accounts": [
                        (" / ".join(hall.people[who].name for who in account.entrants), account.points)
                        for account in (table.played.accounts if table.played else ())
                    ],
                }
                for table in round_.tables
            ],
            "out": [hall.people[who].name for who in round_.out],
        }
        for round_ in hall.rounds
        if hall.known.round(round_.number)
    ]
    categories = hall.standings.categories() if hall.standings is not None else {}
    return {
        "event": hall.event,
        "game": hall.event.game_value().name,
        "ranking": ranking_view(hall, hall.standings) if hall.standings is not None else None,
        "categories": [ranking_view(hall, table, title=name) for name, table in categories.items()],
        "rounds": rounds,
    }
