"""The file of an event, read for checking. Whatever stands in it: what cannot be read is said, not raised."""

from __future__ import annotations

import datetime
import io
import json
import uuid
import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from scoring import Text, say
from scoring.text import mark as _
from tournaments.engines.eventchain import ChainLink
from tournaments.engines.sheets.checking import StoredRows
from tournaments.engines.sheets.rows import PlainEntry, PlainSheet

FORMAT, VERSION, INSIDE = "stammtisch-event", 1, "event.json"
LARGEST = 200 * 1024 * 1024  # bytes, unpacked

Json = Mapping[str, Any]


class NotReadable(Exception):  # noqa: N818 (what the file is, as one would say it)
    """This is no file of an event."""

    def __init__(self, text: Text) -> None:
        self.text = text
        super().__init__(text.message)


@dataclass(slots=True)
class TableDocument:
    """A sheet with those who sat there."""

    sheet: PlainSheet
    entries: list[PlainEntry]
    sits: Mapping[int, int | None]  # start number by seat
    persons: Mapping[int, int] = field(default_factory=dict)  # place in the list of people, by seat
    devices: frozenset[uuid.UUID] = frozenset()
    erased: frozenset[object] = frozenset()  # entries whose reason named somebody who was forgotten
    there: StoredRows | None = None  # what is stored beside the entries; a file has nothing of the kind


@dataclass(slots=True)
class EventDocument:
    """An event as its file has it; `raw` without what is read already."""

    raw: Json
    uid: str
    title: str
    tables: list[TableDocument]
    links: list[ChainLink]
    unreadable: list[Text] = field(default_factory=list)


def raw_in(data: bytes) -> Json:
    """The object in a file, packed or not; raises NotReadable."""
    try:
        if data[:2] == b"PK":
            with zipfile.ZipFile(io.BytesIO(data)) as archive:
                if archive.getinfo(INSIDE).file_size > LARGEST:
                    raise NotReadable(say(_("This file is too large.")))
                data = archive.read(INSIDE)
        raw = json.loads(data)
    except (zipfile.BadZipFile, KeyError, ValueError, RecursionError, NotImplementedError) as error:
        raise NotReadable(say(_("This file does not hold an event."))) from error
    if not isinstance(raw, dict) or raw.get("format") != FORMAT:
        raise NotReadable(say(_("This file does not hold an event.")))
    if raw.get("version") != VERSION:
        raise NotReadable(say(_("This file was written by another version of the program.")))
    return raw


def document_of(raw: Json) -> EventDocument:
    """The whole file; raises NotReadable where not even its parts are there."""
    try:
        about = raw["event"]
        document = EventDocument(raw, str(about["uid"]), str(about["title"]), [], [])
        tables = list(raw["tables"])
        document.links = [link_in(link) for link in raw.get("links", ())]
    except (LookupError, TypeError, ValueError, AttributeError) as error:
        raise NotReadable(say(_("This file is damaged: something is missing or cannot be read."))) from error
    for place, table in enumerate(tables):
        try:
            document.tables.append(table_in(place, table))
        except (LookupError, TypeError, ValueError, AttributeError) as error:
            values = {"place": place + 1, "error": f"{type(error).__name__} {error}"[:200]}
            document.unreadable.append(say(_("sheet {place} of the file cannot be read: {error}"), **values))
    return document


def table_in(place: int, raw: Json) -> TableDocument:
    """A sheet of the file; `place` is that in its list."""
    sheet = PlainSheet(
        pk=place,
        game=raw["game"],
        preset=raw["preset"],
        rules=raw["rules"],
        rules_version=raw["rules_version"],
        seats=raw["seats"],
        first_dealer=raw["first_dealer"],
        hands_limit=raw["hands_limit"],
        round=raw["round"] or 0,
        number=raw["number"] or 0,
    )
    return TableDocument(
        sheet=sheet,
        entries=[entry_in(entry) for entry in raw["entries"]],
        sits={chair["seat"]: chair["entrant"] for chair in raw["chairs"]},
        persons={chair["seat"]: chair["person"] for chair in raw["chairs"]},
        devices=frozenset(uuid.UUID(device["id"]) for device in raw["devices"]),
        erased=frozenset(uuid.UUID(entry["id"]) for entry in raw["entries"] if entry.get("erased") is True),
    )


def entry_in(raw: Json) -> PlainEntry:
    return PlainEntry(
        pk=uuid.UUID(raw["id"]),
        seq=raw["seq"],
        kind=raw["kind"],
        hand_no=raw["hand_no"],
        supersedes_id=_perhaps_uuid(raw["supersedes"]),
        payload=raw["payload"],
        digest=raw["digest"],
        base_seq=raw["base_seq"],
        revision=raw["revision"],
        rules_version=raw["rules_version"],
        credential_id=_perhaps_uuid(raw["credential"]),
        via=raw["via"],
        reason=raw["reason"],
        by=raw["by"],
        at=datetime.datetime.fromisoformat(raw["at"]),
        claimed_at=None if raw["claimed_at"] is None else datetime.datetime.fromisoformat(raw["claimed_at"]),
        boot_id=raw["boot_id"],
        mono_ns=raw["mono_ns"],
        prev_hash=raw["prev_hash"],
        hash=raw["hash"],
    )


def link_in(raw: Json) -> ChainLink:
    return ChainLink(raw["seq"], raw["at"], raw["facts"], raw["prev_hash"], raw["hash"])


def _perhaps_uuid(text: str | None) -> uuid.UUID | None:
    return None if text is None else uuid.UUID(text)


def lineups(raw: Sequence[Json], round_: int) -> dict[int, int]:
    """How many people every entrant sends to the table in a round, by start number."""
    heads: dict[int, set[int]] = {}
    for entrant in raw:
        for member in entrant["members"]:
            until = member["until_round"]
            if member["from_round"] <= max(round_, 1) and (until is None or until >= round_):
                heads.setdefault(entrant["number"], set()).add(member["place"])
    return {number: len(places) for number, places in heads.items()}
