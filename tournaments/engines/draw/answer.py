"""What a draw answers: the seating, what it achieved in numbers, and a sentence for the hall."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations

from scoring.text import Text, say
from scoring.text import mark as _
from tournaments.engines.draw.bounds.best import best_known
from tournaments.engines.draw.bounds.proven import least_clubmates, least_repeats, meetings, repeats
from tournaments.engines.draw.declared import AnswerJson
from tournaments.engines.draw.evenness import unevenness
from tournaments.engines.draw.matches.sides import longest_streak
from tournaments.engines.draw.request import Request
from tournaments.engines.draw.seats import first_dealers, seat_counts, spread
from tournaments.engines.draw.sitting_out import times_out

ALGORITHM = 2
"""Raised with every change that may give another answer to the same request and seed."""

Rounds = Sequence[Sequence[Sequence[int]]]


@dataclass(frozen=True, slots=True)
class Drawn:
    """A finished draw. `facts` are ready for JSON; `sentences` are still without a language."""

    facts: AnswerJson
    sentences: tuple[Text, ...] = field(default=())


def drawn(
    request: Request,
    rounds: Rounds,
    sitting_out: Sequence[Sequence[int]],
    facts: AnswerJson,
    sentences: Sequence[Text],
) -> Drawn:
    """The answer with what every format says."""
    common: AnswerJson = {
        "ok": True,
        "format": request.format,
        "algorithm": ALGORITHM,
        "seed": request.seed,
        "effort": request.effort,
        "rounds": [[request.names(list(table)) for table in tables] for tables in rounds],
        "sitting_out": [request.names(sorted(people)) for people in sitting_out],
    }
    if request.played:
        common["played"] = [[request.names(table) for table in tables] for tables in request.played]
    return Drawn(common | facts, (*sentences, *unevenness(facts)))


def stopped(drawn: Drawn) -> Drawn:
    """The answer of a search that somebody has ended before its time."""
    about = say(
        _("The search was stopped: this is the best so far, and the same request may give another answer.")
    )
    return replace(drawn, facts=drawn.facts | {"stopped": True}, sentences=(*drawn.sentences, about))


def of_tables(
    request: Request, rounds: Rounds, sitting_out: Sequence[Sequence[int]], bound: int
) -> tuple[AnswerJson, list[Text]]:
    """Numbers and sentences of a seating of individuals."""
    every = [*request.played, *rounds]
    counts = meetings(every)
    # Those who wish to sit together meet again and again; that is no repeat.
    wished = set(request.together)
    again = repeats(Counter({pair: times for pair, times in counts.items() if pair not in wished}))
    bound = min(bound, again)
    known = best_known(request, [len(table) for table in rounds[0]], sitting_out)
    if known is not None:
        known = min(known, again)
    seats = max((len(table) for tables in rounds for table in tables), default=0)
    wide = spread(request.here, seat_counts(len(request.ids), every, seats))
    small: Counter[int] = Counter()
    for tables in every:
        full = max(map(len, tables), default=0)
        small.update(person for table in tables if len(table) < full for person in table)
    times = [small[person] for person in request.here]
    broken, by_wish = _wishes(request, rounds)
    facts: AnswerJson = {
        "repeats": again,
        "bound": bound,
        "best_known": known,
        "seats_spread": wide,
        "first_dealer_spread": first_dealers(request.here, every),
        "most_meetings": max(counts.values(), default=0),
        "smaller_tables_spread": max(times) - min(times),
        **broken,
    }
    friends = any(counts[pair] > 1 for pair in wished)
    return facts, [about_meetings(again, bound, known, friends=friends), *by_wish]


def of_pairs(
    request: Request, rounds: Rounds, sitting_out: Sequence[Sequence[int]]
) -> tuple[AnswerJson, list[Text]]:
    """Numbers and sentences of matches of two."""
    every = [*request.played, *rounds]
    again = repeats(meetings(every))
    bound = (
        least_repeats(replace(request, rounds=len(rounds)), (2,) * len(rounds[0]), sitting_out)
        if rounds and rounds[0]
        else again
    )
    first = seat_counts(len(request.ids), every, 2)
    byes = times_out(request)
    for people in sitting_out:
        for person in people:
            byes[person] += 1
    broken, by_wish = _wishes(request, rounds)
    facts: AnswerJson = {
        "repeats": again,
        "bound": min(bound, again),
        "seats_spread": max(abs(first[person][0] - first[person][1]) for person in request.here),
        "longest_streak": longest_streak(request.here, every, len(request.ids)),
        "most_byes": max(byes[person] for person in request.here),
        **broken,
    }
    return facts, [about_meetings(again, min(bound, again)), *by_wish]


NONE_TWICE = _("Nobody meets anybody twice.")
ONLY_FRIENDS_AGAIN = _("Only those who wished to sit together meet more than once.")
NOT_FEWER = _("Repeated meetings: {count}; fewer are not possible.")
NONE_FEWER_KNOWN = _("Repeated meetings: {count}; the program knows no better seating.")
NONE_FEWER_KNOWN_SOME_NEEDED = _(
    "Repeated meetings: {count}; the program knows no better seating (at least {bound} cannot be avoided)."
)
SOME_NEEDED = _("Repeated meetings: {count}; at least {bound} cannot be avoided.")
NONE_FEWER_FOUND = _("Repeated meetings: {count}; no seating with fewer was found.")
ABOUT_MEETINGS = frozenset(
    {
        NONE_TWICE,
        ONLY_FRIENDS_AGAIN,
        NOT_FEWER,
        NONE_FEWER_KNOWN,
        NONE_FEWER_KNOWN_SOME_NEEDED,
        SOME_NEEDED,
        NONE_FEWER_FOUND,
    }
)


def about_meetings(again: int, bound: int, known: int | None = None, *, friends: bool = False) -> Text:
    """How often people meet again: that `bound` times cannot be avoided is proven; `known` is what the best
    seating known has. `friends`: some who wished to sit together, and are not counted, meet again."""
    if again == 0:
        return say(ONLY_FRIENDS_AGAIN if friends else NONE_TWICE)
    if again == bound:
        return say(NOT_FEWER, count=again)
    if again == known:
        if bound:
            return say(NONE_FEWER_KNOWN_SOME_NEEDED, count=again, bound=bound)
        return say(NONE_FEWER_KNOWN, count=again)
    if bound:
        return say(SOME_NEEDED, count=again, bound=bound)
    return say(NONE_FEWER_FOUND, count=again)


def _split(request: Request, rounds: Rounds) -> list[tuple[int, int]]:
    """Pairs who wish to sit together, both play in a round, and sit at two tables there."""
    split: set[tuple[int, int]] = set()
    for tables in rounds:
        at = {person: number for number, table in enumerate(tables) for person in table}
        split.update((a, b) for a, b in request.together if a in at and b in at and at[a] != at[b])
    return sorted(split)


def _wishes(request: Request, rounds: Rounds) -> tuple[AnswerJson, list[Text]]:
    """Which wishes could not be kept, and why."""
    facts: AnswerJson = {}
    sentences: list[Text] = []
    if request.apart:
        counts = meetings(rounds)
        together = [pair for pair in request.apart if counts[pair]]
        facts["apart_met"] = [request.names(pair) for pair in together]
        if not together:
            sentences.append(say(_("All who wished to sit apart sit apart.")))
        elif any(len(tables) == 1 for tables in rounds):
            sentences.append(
                say(
                    _("Pairs that could not be kept apart: {count}; there is only one table."),
                    count=len(together),
                )
            )
        else:
            sentences.append(
                say(
                    _("Pairs that could not be kept apart: {count}; no better seating was found."),
                    count=len(together),
                )
            )
    if request.together:
        split = _split(request, rounds)
        facts["together_split"] = [request.names(pair) for pair in split]
        if not split:
            sentences.append(say(_("All who wished to sit together sit together.")))
        else:
            sentences.append(
                say(_("Pairs that could not be seated together in every round: {count}."), count=len(split))
            )
    if request.clubs and rounds:
        tables = rounds[0]
        meet = sum(
            a in request.clubs and request.clubs[a] == request.clubs.get(b)
            for table in tables
            for a, b in combinations(table, 2)
        )
        least = least_clubmates(request.clubs, (person for t in tables for person in t), len(tables))
        facts["clubmates_met"] = meet
        facts["clubmates_bound"] = least
        sentences.append(_about_clubs(meet, least, len(tables), several=len(rounds) > 1))
    return facts, sentences


def _about_clubs(meet: int, least: int, tables: int, *, several: bool) -> Text:
    """How many clubmates meet in the round that keeps clubs apart: the first of `several` or the only."""
    if meet == 0:
        if several:
            return say(_("In the first round nobody meets somebody of the same club."))
        return say(_("Nobody meets somebody of the same club."))
    if meet == least:
        if several:
            text = _(
                "Pairs of one club who meet in the first round: {count}; the clubs are too large for "
                "so few tables ({tables})."
            )
        else:
            text = _(
                "Pairs of one club who meet: {count}; the clubs are too large for so few tables ({tables})."
            )
        return say(text, count=meet, tables=tables)
    if several:
        text = _("Pairs of one club who meet in the first round: {count}; no better seating was found.")
    else:
        text = _("Pairs of one club who meet: {count}; no better seating was found.")
    return say(text, count=meet)
