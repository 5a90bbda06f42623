"""Where a person's name stands in texts that somebody has typed: reasons, titles, notes, prizes.

Whoever is to be forgotten may be named there in full, by the surname alone, with another spelling of an
umlaut, or with a slip of the pen. Every such text is found with what stands around the name; people decide
what is replaced.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Model, Q, QuerySet
from django.utils.html import format_html, format_html_join
from django.utils.translation import gettext_lazy as _

from tournaments.lists import folded
from tournaments.lists.likeness import distance
from tournaments.models import (
    Call,
    CashCount,
    CashEntry,
    Clock,
    ClubSeason,
    DeskPhone,
    Entrant,
    Entry,
    Erasure,
    EveningResult,
    Event,
    MatchDay,
    MatchHall,
    Notice,
    PhoneOffer,
    Player,
    PrizeRecord,
    Round,
    RuleSet,
    Ruling,
    Screen,
    SeasonDate,
    SeasonNotice,
    Sitting,
    Stage,
)

FREE_TEXT: dict[type[Model], tuple[str, ...]] = {
    Event: (
        "title",
        "club",
        "place",
        "rules_name",
        "settings",
        "prizes",
        "prize_plan",
        "certificate",
        "money",
    ),
    Stage: ("name", "plan"),
    Round: ("name", "changes"),
    Entrant: ("name", "team", "category"),
    Ruling: ("reason", "data"),
    Notice: ("reason", "data"),
    PrizeRecord: ("reason", "what"),
    Screen: ("name", "data"),
    Clock: ("text",),
    Call: ("note",),
    DeskPhone: ("name",),
    RuleSet: ("name",),
    Sitting: ("title", "club", "rules_name"),
    Player: ("name", "distinction", "contact", "pseudonym"),
    PhoneOffer: ("facts",),
    Entry: ("reason",),
    CashEntry: ("label", "reason"),
    CashCount: ("reason",),
    MatchDay: ("name",),
    MatchHall: ("name",),
    ClubSeason: ("name", "home", "views"),
    SeasonDate: ("label", "place", "kind", "host"),
    EveningResult: ("group", "club"),
    SeasonNotice: ("reason", "data"),
}
"""Everything that people type as they like. What is not here is a code, a number or an answer of a form."""

OF_EVENT, OF_SITTING, OF_SEASON = "event__tenant", "sitting__tenant", "season__tenant"
TENANT_OF: dict[type[Model], str] = {
    Event: "tenant",
    Stage: OF_EVENT,
    Round: OF_EVENT,
    Entrant: OF_EVENT,
    Ruling: OF_EVENT,
    Notice: OF_EVENT,
    PrizeRecord: OF_EVENT,
    Screen: OF_EVENT,
    Clock: OF_EVENT,
    Call: OF_SITTING,
    DeskPhone: OF_EVENT,
    RuleSet: "tenant",
    Sitting: "tenant",
    Player: "tenant",
    Entry: OF_SITTING,
    CashEntry: "tenant",
    CashCount: OF_EVENT,
    MatchDay: "tenant",
    MatchHall: "matchday__tenant",
    ClubSeason: "tenant",
    SeasonDate: OF_SEASON,
    EveningResult: "evening__season__tenant",
    SeasonNotice: OF_SEASON,
}
"""How each of them knows whose it is; a phone's offer calls tables by numbers only."""

PLACES = {
    Event: _("event"),
    Stage: _("stage"),
    Round: _("round"),
    Entrant: _("entrant"),
    Ruling: _("decision"),
    Notice: _("log of the event"),
    PrizeRecord: _("prize-giving"),
    Screen: _("screen"),
    Clock: _("announcement under the clock"),
    Call: _("call of a table"),
    DeskPhone: _("phone of the desk"),
    RuleSet: _("saved rules"),
    Sitting: _("evening"),
    Player: _("another person in the register"),
    PhoneOffer: _("what a phone has offered again"),
    Entry: _("reason of a correction on a sheet"),
    CashEntry: _("cash book"),
    CashCount: _("count of the box"),
    MatchDay: _("match-day"),
    MatchHall: _("hall of a match-day"),
    ClubSeason: _("season"),
    SeasonDate: _("evening of a season"),
    EveningResult: _("result of an evening"),
    SeasonNotice: _("log of a season"),
}

WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
SHORTEST = 3  # letters of a word of a name that is looked for
LONG = 6  # letters of a word in which one slip is still the same word
AROUND = 40  # letters shown on both sides
Path = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class Mention:
    """A text in which the name stands. `pieces`: what stands around it, and at odd places the name."""

    key: str  # table, row, field and place within it
    place: str
    pieces: tuple[str, ...]
    certain: bool  # surname or more, and nobody else has it

    @property
    def marked(self) -> str:
        """The text as HTML, the name in it marked."""
        pieces = enumerate(self.pieces)
        return format_html_join(
            "", "{}", ((format_html("<mark>{}</mark>", piece) if at % 2 else piece,) for at, piece in pieces)
        )


@dataclass(frozen=True, slots=True)
class FreeText:
    """One text where it is stored."""

    row: Model
    field: str
    path: Path  # within a field that holds JSON
    text: str

    @property
    def key(self) -> str:
        """Names it in a form."""
        where = "/".join(str(step) for step in self.path)
        return f"{self.row._meta.model_name}:{self.row.pk}:{self.field}:{where}"


class Name:
    """What somebody is called, as it is looked for in a text."""

    def __init__(self, name: str, pseudonym: str = "", others: Sequence[str] = ()) -> None:
        self.words = [word for word in folded(name).split() if len(word) >= SHORTEST]
        self.surname = self.words[-1] if self.words else ""
        self.shared = any(self.surname in folded(other).split() for other in others)
        self.pseudonym = folded(pseudonym)

    def hits(self, text: str) -> list[tuple[int, int, bool]]:
        """From, to, and whether it can be nobody else."""
        spans: list[tuple[int, int, list[str], bool]] = []
        for match in WORD.finditer(text):
            for word, sure in self._meant(match[0]):
                begin, end = match.span()
                if spans and text[spans[-1][1] : begin].strip(" ,-–./") == "":
                    before = spans.pop()
                    spans.append((before[0], end, [*before[2], word], before[3] and sure))
                else:
                    spans.append((begin, end, [word], sure))
                break
        hits = [(begin, end, sure and self._certain(words)) for begin, end, words, sure in spans]
        return hits or self._by_pseudonym(text)

    def _meant(self, typed: str) -> Iterator[tuple[str, bool]]:
        plain = "".join(folded(typed).split())
        for word in self.words:
            if plain in (word, f"{word}s", f"{word}es"):
                yield word, True
            elif len(word) >= LONG and len(plain) >= LONG and distance(plain, word, 1) <= 1:
                yield word, False

    def _certain(self, words: Sequence[str]) -> bool:
        return len(set(words)) > 1 or (self.surname in words and not self.shared)

    def _by_pseudonym(self, text: str) -> list[tuple[int, int, bool]]:
        if len(self.pseudonym) < SHORTEST or self.pseudonym not in folded(text):
            return []
        pattern = r"[\W_]+".join(re.escape(word) for word in self.pseudonym.split())
        return [(*match.span(), False) for match in re.finditer(pattern, text, re.IGNORECASE)]


def name_of(player: Player) -> Name:
    """The name that is looked for."""
    others = Player.objects.filter(tenant=player.whose, anonymised_at=None, robot=False)
    names = others.exclude(pk=player.pk).values_list("name", flat=True)
    return Name(player.name, player.pseudonym, list(names))


def mentions_of(player: Player) -> list[Mention]:
    """Every text in which somebody is named, with what stands around it."""
    name = name_of(player)
    return [_mention(text, hits) for text, hits in found_in_texts(player, name)]


def found_in_texts(player: Player, name: Name) -> Iterator[tuple[FreeText, list[tuple[int, int, bool]]]]:
    """The texts themselves, with the places of the name."""
    for text in texts(player):
        hits = name.hits(text.text)
        if hits:
            yield text, hits


def texts(player: Player) -> Iterator[FreeText]:
    """All free texts of his club, but for his own row and those of his entries, which are wiped anyway."""
    erased = dict(Erasure.objects.values_list("entry", "reason"))
    mine = set(Entrant.objects.filter(members__player=player).values_list("pk", flat=True))
    for model, fields in FREE_TEXT.items():
        rows = _of_club(model, player.whose)
        if model is Entry:
            rows = rows.exclude(reason="")
        for row in rows.order_by("pk").only(*fields).iterator(chunk_size=500):
            if (model is Player and row.pk == player.pk) or (model is Entrant and row.pk in mine):
                continue
            for field in fields:
                value = getattr(row, field)
                if model is Entry:
                    value = erased.get(row.pk, value)
                for path, text in _strings(value):
                    yield FreeText(row, field, path, text)


def _of_club(model: type[Model], tenant: int) -> QuerySet[Any]:
    if model is PhoneOffer:
        offers = Q(event__in=Event.objects.filter(tenant=tenant).values("pk"))
        offers |= Q(event=None, sitting__in=Sitting.objects.filter(tenant=tenant).values("pk"))
        return PhoneOffer.objects.filter(offers)
    return model._default_manager.filter(**{TENANT_OF[model]: tenant})


def _strings(value: object, path: Path = ()) -> Iterator[tuple[Path, str]]:
    if isinstance(value, str):
        if value:
            yield path, value
    elif isinstance(value, Mapping):
        for key, inner in value.items():
            yield from _strings(inner, (*path, key))
    elif isinstance(value, list):
        for at, inner in enumerate(value):
            yield from _strings(inner, (*path, at))


def _mention(text: FreeText, hits: Sequence[tuple[int, int, bool]]) -> Mention:
    pieces, at = list[str](), 0
    for begin, end, _sure in hits:
        pieces += [text.text[at:begin], text.text[begin:end]]
        at = end
    pieces.append(text.text[at:])
    if len(pieces[0]) > AROUND:
        pieces[0] = f"… {pieces[0][-AROUND:]}"
    if len(pieces[-1]) > AROUND:
        pieces[-1] = f"{pieces[-1][:AROUND]} …"
    place = str(PLACES[type(text.row)])
    certain = any(sure for _begin, _end, sure in hits)
    return Mention(text.key, place, tuple(pieces), certain)


def without(text: FreeText, hits: Sequence[tuple[int, int, bool]], new: str) -> str:
    """The text with another name in it, as long as it may be."""
    for begin, end, _sure in reversed(hits):
        text = FreeText(text.row, text.field, text.path, text.text[:begin] + new + text.text[end:])
    longest = text.row._meta.get_field(text.field)
    most = getattr(longest, "max_length", None)
    return text.text[:most] if most and not text.path else text.text


def at_path(value: Any, path: Path, new: str) -> Any:
    """The same JSON with another text at one place."""
    if not path:
        return new
    step, rest = path[0], path[1:]
    if isinstance(value, dict):
        return {**value, step: at_path(value[step], rest, new)}
    at = int(step)
    return [*value[:at], at_path(value[at], rest, new), *value[at + 1 :]]


def read_at(value: Any, path: Path) -> str | None:
    """What stands at one place of JSON; None where there is no text."""
    for step in path:
        try:
            value = value[step]
        except (KeyError, IndexError, TypeError):
            return None
    return value if isinstance(value, str) else None
