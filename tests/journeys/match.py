"""A sheet in the browser tests: what the rules say about it in the reader's language, and who agrees."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from django.utils import translation
from playwright.sync_api import Page, expect

from scoring import (
    Seat,
    SoFar,
    Table,
    Text,
    Unreadable,
    game_for,
    games_of,
    opening,
    parse,
    play,
    say,
    set_up,
)
from scoring.text import vocabulary
from tests.journeys.club import Device
from tests.journeys.thumb import Thumb
from tests.server import ROOT, RealServer
from tests.tournaments.paper import glued, text_of
from tournaments.speech.wording import Wording, speak


@dataclass(frozen=True)
class SheetInWords:
    """A sheet as the rules see it, and as people read it in their language."""

    game: str
    names: Sequence[str]
    language: str
    records: Sequence[Mapping[str, Any]] = ()
    preset: str | None = None
    dealer: int | None = None
    extra: Any = None
    switches: Mapping[str, Any] = field(default_factory=dict)

    @cached_property
    def table(self) -> Table[Any]:
        dealer = None if self.dealer is None else Seat(self.dealer - 1)
        return set_up(game_for(self.game), len(self.names), self.preset, self.switches, dealer)

    @cached_property
    def steps(self) -> list[SoFar[Any]]:
        """The sheet before the first hand, and after every hand."""
        steps = [opening(self.table)]
        for raw in self.records:
            steps.append(self.after(steps[-1], raw))
        return steps

    @property
    def now(self) -> SoFar[Any]:
        return self.steps[-1]

    def after(self, so_far: SoFar[Any], raw: Mapping[str, Any]) -> SoFar[Any]:
        plays = game_for(self.game)
        return play(plays, self.table, so_far, parse(plays, self.table, so_far, raw))

    def say(self, text: Text) -> str:
        with translation.override(self.language):
            return Wording(self.table.seating, self.names).say(text)

    def words(self, message: str) -> str:
        """A word of the page."""
        with translation.override(self.language):
            return str(translation.gettext(message))

    def words_of_the_game(self, message: str) -> str:
        """A word of the game itself."""
        with translation.override(self.language):
            return speak(vocabulary(self.game)(message))

    @cached_property
    def lines(self) -> list[list[str]]:
        """The sentences of every hand."""
        return [[self.say(line.text) for line in hand.lines] for hand in self.now.all_hands]

    @property
    def sentences(self) -> list[str]:
        """One for each hand, as the page writes it."""
        return [" · ".join(lines) for lines in self.lines]

    @property
    def outcomes(self) -> list[str]:
        return [self.say(done.outcome.text) for done in self.now.earlier]

    @property
    def won(self) -> list[int]:
        """Games of the match that each side has won."""
        return [
            sum(side in done.outcome.winners for done in self.now.earlier)
            for side in range(len(self.totals[0]))
        ]

    @property
    def totals(self) -> list[list[int]]:
        """Of every game."""
        return [list(totals) for totals, _winners in games_of(self.now)]

    def notes(self, step: int = -1) -> list[str]:
        """What the table should know after this hand."""
        return [self.say(note.text) for note in game_for(self.game).notes(self.steps[step], self.table)]

    @property
    def asides(self) -> list[str]:
        """Pot, stake, bets."""
        plays = game_for(self.game)
        extra = self.extra or plays.extra()
        return [self.say(text) for text in plays.asides(self.now, self.table, extra)]

    def reasons(self, raw: Mapping[str, Any]) -> list[str]:
        """Why this cannot be the next hand."""
        try:
            parse(game_for(self.game), self.table, self.now, raw)
        except Unreadable as unreadable:
            return [self.say(problem.text) for problem in unreadable.problems]
        return []


def opens(
    thumb: Thumb, server: RealServer, game: str, names: Sequence[str], dealer: int, **rules: str
) -> int:
    """A new table through its pages; returns its number. `preset` and switches by their values.

    The page is filled in as last time, and who has played before may have been anybody.
    """
    page = thumb.page
    page.goto(server.url)
    thumb.tap(page.locator(f'a[href="/new/{game}/"]'))
    expect(page.locator("[name=name_1]")).to_be_visible()
    page.goto(f"{page.url}?preset={rules.pop('preset', game_for(game).presets[0].key)}")
    for seat in range(1, max(game_for(game).seats) + 1):
        field = page.locator(f"[name=name_{seat}]")
        if seat <= len(names):
            field.fill(names[seat - 1])
        elif field.input_value():
            field.fill("")
    thumb.tap(page.locator(".chair", has=page.locator(f"[name=name_{dealer}]")).locator(".deals"))
    for name, value in rules.items():
        typed = page.locator(f'input[type=text][name="rule-{name}"]')
        if typed.count():
            typed.fill(value)
            continue
        thumb.tap(page.locator(f'label:has(> input[name="rule-{name}"][value="{value}"])'))
    thumb.tap(page.locator(".sticky .primary"))
    expect(thumb.save).to_be_visible()
    return int(page.url.rstrip("/").rpartition("/")[2])


def shows_preview(thumb: Thumb, sentence: str) -> None:
    expect(thumb.preview.locator(".sentence")).to_have_text(sentence)


def refuses(thumb: Thumb, reasons: Sequence[str]) -> None:
    """The reasons stand there before saving, and still after a try to save. The test expects a 422."""
    alert = thumb.preview.get_by_role("alert").locator("li")
    expect(alert).to_have_text(list(reasons))
    thumb.is_refused()
    expect(alert).to_have_text(list(reasons))
    expect(thumb.preview).to_be_in_viewport(ratio=1)
    expect(alert.last).to_be_in_viewport(ratio=1)


def agrees(server: RealServer, desk: Device, pk: int, sheet: SheetInWords, **more: Any) -> dict[str, Any]:
    """Exported JSON, the score command and the filled sheet say what the rules say.

    `more` stands on the sheet besides its hands: bets.
    """
    exported = json.loads(desk.get(f"/t/{pk}/sheet.json"))
    assert {key: exported[key] for key in more} == more
    for written, raw in zip(exported["hands"], sheet.records, strict=True):
        assert written == raw
    scored = subprocess.run(
        [sys.executable, "manage.py", "score", "--language", sheet.language],
        cwd=ROOT,
        env=server.environment,
        input=json.dumps(exported),
        text=True,
        capture_output=True,
        check=False,
    )
    assert scored.returncode == 0, scored.stdout + scored.stderr
    answer: dict[str, Any] = json.loads(scored.stdout)
    assert [game["totals"] for game in answer["games"]] == sheet.totals
    for hand, played in zip(answer["hands"], sheet.now.all_hands, strict=True):
        assert hand["points"] == list(played.points)

    paper = glued(text_of(desk.data(f"/t/{pk}/paper/sheet.pdf")))
    for sentence in [*(line for lines in sheet.lines for line in lines), *sheet.outcomes[-1:], *sheet.asides]:
        assert glued(sentence) in paper, sentence
    return answer


def shows_match(page: Page, sheet: SheetInWords) -> None:
    """A match of several games: who has won how many, the points of each, and how each was decided."""
    written = [[str(points).replace("-", "\N{MINUS SIGN}") for points in game] for game in sheet.totals]
    expect(page.locator(".match-score")).to_have_text(":".join(map(str, sheet.won)))
    rows = page.locator(".match-games tbody tr")
    expect(rows).to_have_count(len(sheet.won))
    for side, row in enumerate(rows.all()):
        expect(row.locator("td")).to_have_text([str(sheet.won[side]), *(game[side] for game in written)])
    expect(page.locator(".game-outcome")).to_have_text(sheet.outcomes[::-1])


def history(
    page: Page, address: str, sheet: SheetInWords, *, taken_back: int = 0, corrected: int = 0
) -> None:
    """Every sentence once among the hands; what was said before is struck out and still readable."""
    page.goto(f"{address}hands/")
    expect(page.locator(".hands .hand")).to_have_count(len(sheet.records))
    for sentence, shown in zip(sheet.sentences[::-1], page.locator(".hands .sentence").all(), strict=True):
        expect(shown).to_contain_text(sentence)
    expect(page.locator(".hands .sentence em")).to_have_count(corrected)
    expect(page.locator(".history .gone")).to_have_count(taken_back + corrected)


def numbers(
    page: Page,
    address: str,
    sheet: SheetInWords,
    tallies: Sequence[tuple[str, int, int]],
    people: Mapping[str, tuple[int, int, int, int, str]],
) -> None:
    """What was tried and made; of these people place, total, tried, made, best hand."""
    page.goto(f"{address}numbers/")
    rows = page.locator(".tallies tbody tr")
    expect(rows).to_have_count(len(tallies))
    for row, (name, tried, succeeded) in zip(rows.all(), tallies, strict=True):
        expect(row.locator("th")).to_have_text(sheet.words_of_the_game(name))
        expect(row.locator("td").first).to_have_text(str(tried))
        expect(row.locator("td").nth(1)).to_have_text(str(succeeded))
    for name, (place, total, tried, succeeded, best) in people.items():
        card = page.locator(".person", has=page.get_by_role("heading", name=name, exact=True))
        expect(card.locator(".person-total")).to_have_text(f"{place}. {total}".replace("-", "\N{MINUS SIGN}"))
        answers = card.locator("dd")
        expect(answers.first).to_have_text(str(tried))
        expect(answers.nth(1)).to_contain_text(str(succeeded))
        expect(answers.nth(2)).to_have_text(best)


def no_place(sheet: SheetInWords, *hands: int) -> str:
    """A correction would end the sheet before these hands."""
    message = "The game would then be over before {unit} {hands}, which is on the sheet."
    return sheet.say(say(message, unit=say(game_for(sheet.game).hand_name), hands=hands))
