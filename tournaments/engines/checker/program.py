"""The checker for everybody: `python3 stammtisch-pruefen.pyz FILE`, on any computer with Python.

Status 0: everything is in order; 1: something is not; 2: there is nothing that could be checked.
"""

from __future__ import annotations

import argparse
import gettext
import io
import json
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from importlib import resources
from pathlib import Path
from typing import TextIO

from scoring.text import Text, say
from scoring.text import mark as _
from tournaments.engines import eventchain
from tournaments.engines.checker.documents import EventDocument, NotReadable, document_of, raw_in
from tournaments.engines.checker.event import Verification, check_event
from tournaments.engines.speaking import plain

LANGUAGES = ("de", "en", "es")
SHOWN = 50  # findings that are listed one by one
IN_ORDER, DIFFERENT, UNREADABLE = 0, 1, 2


def main(arguments: Sequence[str] | None = None, output: TextIO | None = None) -> int:
    """Check a file and say what was found; the exit status."""
    output = output or sys.stdout
    if isinstance(output, io.TextIOWrapper):
        output.reconfigure(errors="replace")  # a terminal that does not know all letters
    parser = argparse.ArgumentParser(prog="stammtisch-pruefen", description=__doc__)
    parser.add_argument("file", type=Path, help="an event as Stammtisch has written it to a file")
    parser.add_argument("--head", default="", help="the twelve characters from the paper or the screen")
    parser.add_argument("--language", choices=LANGUAGES, default=None)
    parser.add_argument("--json", action="store_true", help="one line of JSON")
    options = parser.parse_args(arguments)
    translate = translations(options.language or language_of(os.environ))
    try:
        document = document_of(raw_in(options.file.read_bytes()))
    except (OSError, NotReadable) as error:
        text = error.text if isinstance(error, NotReadable) else say(_("The file cannot be read."))
        _print(output, plain(text, translate))
        return UNREADABLE
    result = Verification()
    check_event(document, result)
    known = eventchain.head_typed(document.links, options.head) if options.head else None
    missing = bool(options.head) and known is None
    if options.json:
        facts = as_json(document, result, lambda text: plain(text, translate))
        _print(output, json.dumps(facts | ({"head_known": known is not None} if options.head else {})))
    else:
        for sentence in sentences(document, result):
            _print(output, plain(sentence, translate))
        if options.head:
            _print(output, plain(about_head(known), translate))
    return IN_ORDER if result.in_order and not missing else DIFFERENT


def sentences(document: EventDocument, result: Verification) -> list[Text]:
    """What is printed, line by line."""
    lines = [finding.sentence for finding in result.findings[:SHOWN]]
    more = len(result.findings) - SHOWN
    if more > 0:
        lines.append(say(_("… and more: {count}"), count=more))
    lines += [say(_("Not drawn again: {why}."), why=why) for why in result.left_out]
    counts = {
        "title": document.title,
        "tables": result.tables,
        "entries": result.entries,
        "draws": result.draws,
    }
    if result.in_order:
        message = _("{title}: everything is in order. Sheets {tables}, entries {entries}, draws {draws}.")
    else:
        message = _("{title}: NOT in order. Sheets {tables}, entries {entries}, draws {draws}.")
    lines.append(say(message, **counts))
    if not document.links:
        lines.append(say(_("This file is of a version that kept no checksum of the event.")))
    else:
        head = eventchain.shown(str(document.links[-1].hash))
        lines.append(say(_("Checksum of the event: {head}"), head=head))
    return lines


def about_head(known: eventchain.KnownHead | None) -> Text:
    """What is said of a checksum somebody has typed."""
    if known is None:
        return say(_("The checksum does not fit: this file has never had it."))
    if known.closed:
        return say(_("The checksum fits: it is that of the end of round {number}."), number=known.closed[-1])
    return say(_("The checksum fits: the event had it at {at}."), at=known.at[:16].replace("T", " ") + " UTC")


def as_json(document: EventDocument, result: Verification, speak: Callable[[Text], str]) -> dict[str, object]:
    """The same for programs."""
    return {
        "event": document.uid,
        "in_order": result.in_order,
        "tables": result.tables,
        "entries": result.entries,
        "hands": result.hands,
        "draws": result.draws,
        "left_out": [speak(why) for why in result.left_out],
        "findings": [
            {"where": speak(finding.where), "entry": finding.seq, "what": speak(finding.what)}
            for finding in result.findings
        ],
        "head": eventchain.shown(str(document.links[-1].hash)) if document.links else None,
    }


def language_of(variables: Mapping[str, str]) -> str:
    """The first language of the terminal that is spoken here."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        code = variables.get(name, "")[:2].lower()
        if code in LANGUAGES:
            return code
    return "en"


def translations(language: str) -> Callable[[str], str]:
    """From the catalogue that lies in the file; English where there is none."""
    file = resources.files("tournaments") / "locale" / f"{language}.mo"
    try:
        catalogue = gettext.GNUTranslations(io.BytesIO(file.read_bytes()))
    except OSError:
        return str

    def translate(message: str) -> str:
        vocabulary = getattr(message, "vocabulary", "")
        return catalogue.pgettext(vocabulary, message) if vocabulary else catalogue.gettext(message)

    return translate


def _print(output: TextIO, line: str) -> None:
    print(line, file=output)
