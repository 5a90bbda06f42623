"""What the hall reads, in the reader's language: rounds, states, results, the next thing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext, ngettext

from scoring.table import alone
from tournaments.engines.plans.declared import Format
from tournaments.engines.standings import TableResult
from tournaments.hall.facts import Hall, RoundFacts
from tournaments.models import RoundState
from tournaments.speech.brackets import of_whom
from tournaments.speech.wording import Wording, listed, number

NOBODY = alone(1)


def spoken(value: object) -> str:
    """A value of the standings: a number, a sentence not yet spoken, plain words."""
    return Wording(NOBODY).word(value)


def round_name(hall: Hall, round_: RoundFacts) -> str:
    """`Round 2`, `Semi-finals`, or what the organiser has called it."""
    if round_.name:
        return round_.name
    if hall.plans[round_.stage].format == Format.FINAL:
        return gettext("Final table")
    if hall.plans[round_.stage].format == Format.KNOCKOUT:
        return of_whom(round_.left)
    return gettext("Round {number}").format(number=round_.number)


def after_round(name: str) -> str:
    """`After round 2`, `After the semi-finals`: a name with its article, where the language has one."""
    named = {
        gettext("Final table"): gettext("After the final table"),
        gettext("Final"): gettext("After the final"),
        gettext("Semi-finals"): gettext("After the semi-finals"),
        gettext("Quarter-finals"): gettext("After the quarter-finals"),
        gettext("Round of 16"): gettext("After the round of 16"),
        gettext("Round of 32"): gettext("After the round of 32"),
    }
    return named.get(name) or gettext("After {round}").format(round=name)


def state_word(round_: RoundFacts) -> str:
    """How far a round is, in a few words."""
    if round_.ahead:
        text = ngettext("group {groups} plays already", "groups {groups} play already", len(round_.ahead))
        return text.format(groups=listed(list(round_.ahead)))
    words: Mapping[str, str] = {
        RoundState.PUBLISHED: gettext("seating posted"),
        RoundState.OPEN: gettext("being played"),
        RoundState.CLOSED: gettext("over"),
    }
    return words[round_.state]


def headline(hall: Hall) -> str:
    """Where the event is."""
    current = hall.current
    if hall.event.finished_at is not None:
        return gettext("The results are official")
    if current is None:
        return gettext("Before the first round")
    name = round_name(hall, current)
    if current.state == RoundState.PUBLISHED:
        return gettext("{round}: seating posted").format(round=name)
    if current.state == RoundState.OPEN:
        return gettext("{round}: being played").format(round=name)
    return gettext("{round}: finished").format(round=name)


def next_thing(hall: Hall) -> str:
    """What comes next, in one sentence."""
    current = hall.floor
    if hall.event.finished_at is not None:
        return gettext("Thank you for playing!")
    if current is None:
        return gettext("The seats appear here as soon as they are published.")
    if current.state == RoundState.PUBLISHED:
        return gettext("Find your table. Play begins when the round is opened.")
    if current.state == RoundState.OPEN:
        waiting = [table.number for table in current.tables if not table.done]
        if not waiting:
            return gettext("All tables have finished.")
        if len(waiting) <= WAITING_NAMED and len(waiting) < len(current.tables):
            tables = ", ".join(map(str, waiting))
            return ngettext(
                "Still playing: table {tables}.", "Still playing: tables {tables}.", len(waiting)
            ).format(tables=tables)
        done = len(current.tables) - len(waiting)
        text = ngettext(
            "{done} of {all} table has finished.",
            "{done} of {all} tables have finished.",
            len(current.tables),
        )
        return text.format(done=done, all=len(current.tables))
    if hall.known.frozen:
        return gettext("The ranking stays hidden until the results are official.")
    return gettext("What comes next is shown here.")


WAITING_NAMED = 5


def progress(hands: int, limit: int) -> str:
    """How far a table is: `12 of 24`, `12 hands`."""
    if limit:
        return gettext("{hands} of {limit}").format(hands=hands, limit=limit)
    return ngettext("{hands} hand", "{hands} hands", hands).format(hands=hands)


def games(played: TableResult, first: int) -> str:
    """The games of a match seen from one side, `30:12 · 21:30`; nothing where it is one game."""
    if len(played.accounts) != 2 or not played.several or played.walkover is not None:
        return ""
    account, other = played.accounts if first in played.accounts[0].entrants else played.accounts[::-1]
    pairs = zip(account.by_game, other.by_game, strict=True)
    return " · ".join(f"{number(left)}:{number(right)}" for left, right in pairs if left or right)


def result(played: TableResult, first: int) -> str:
    """A match seen from one side, `2:1`: games where several are played, else points; "" before that."""
    if len(played.accounts) != 2:
        return ""
    if played.walkover is not None:
        return gettext("w/o")
    account, other = played.accounts if first in played.accounts[0].entrants else played.accounts[::-1]
    by_games = played.several or account.games or other.games
    if not (account.games or other.games) and not played.finished and not (account.hands or other.hands):
        return ""
    pair: Sequence[int] = (account.games, other.games) if by_games else (account.points, other.points)
    return ":".join(map(number, pair))
