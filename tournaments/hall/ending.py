"""How an event ended, once its results are official: the podium, the best hand, medals, who wins what."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.utils.formats import date_format
from django.utils.translation import gettext, ngettext

from tournaments.engines.eveningmedals import OwnHand, evening_medals
from tournaments.engines.tallying import PlayedHand, TalliedHand, TalliedTable, tally
from tournaments.hall.facts import Hall
from tournaments.hall.numbers import place, tallied_tables
from tournaments.hall.pages import way_chart
from tournaments.hall.prizes import PrizeLine, prize_lines
from tournaments.hall.rankchart import FollowedChart
from tournaments.hall.ranks import RankRow, ranking_view
from tournaments.hall.words import round_name
from tournaments.paper.sheet.inputs import PrintedEnding, PrintedPlace
from tournaments.speech.eveningmedals import EveningMedalLine, medal_line
from tournaments.speech.wording import signed, speak
from tournaments.table.ending import BestHand, PodiumRow, ending_text, made_up

LISTED = 10  # places on the page and in the picture
DRAWN = 5  # lines of the picture
ROUNDS = 3  # from which on the way through them means something


@dataclass(frozen=True, slots=True)
class EventEnding:
    """The end of an event in the active language; public names only."""

    title: str
    club: str
    date: str
    game: str
    entrants: str  # `42 entrants`
    rows: tuple[PodiumRow, ...]
    best: BestHand | None
    medals: tuple[EveningMedalLine, ...]
    prizes: tuple[PrizeLine, ...]
    way: FollowedChart | None
    sample: str
    curves: tuple[tuple[str, tuple[int, ...]], ...]  # of those in front: places after each round, less than 0

    @property
    def text(self) -> str:
        """What is said of it in a messenger."""
        return ending_text(self, self.rows[:3])

    @property
    def winners(self) -> str:
        """`Anna Maier 118`: the first in one line, for a link that is sent."""
        return ", ".join(f"{row.name} {row.points}".strip() for row in self.rows if row.place == 1)

    @property
    def printed(self) -> PrintedEnding:
        """The same for a picture."""
        return PrintedEnding(
            title=self.title,
            club=self.club,
            date=self.date,
            game=self.game,
            played=self.entrants,
            places=tuple(PrintedPlace(str(row.place), row.name, row.points) for row in self.rows),
            best=(self.best.who, self.best.points, self.best.sentence) if self.best else None,
            medals=tuple((medal.title, medal.who) for medal in self.medals),
            curves=self.curves,
            sample=self.sample,
            from_nought=False,
        )


def event_ending(hall: Hall) -> EventEnding | None:
    """How it ended; None while the results are not official, or where nobody has a place."""
    table = hall.standings
    if hall.event.finished_at is None or table is None or not table.begun:
        return None
    ranking = ranking_view(hall, table, name="ending", most=LISTED)
    ranks = {row.entrant: row.rank for row in table.rows}
    rows = tuple(_rows(ranking.rows, ranks))
    if not rows:
        return None
    tables = tallied_tables(hall)
    low = hall.competition.rules.low_wins
    best = tally(tables, low_wins=low).best
    people = ngettext("{count} entrant", "{count} entrants", len(hall.people))
    return EventEnding(
        title=hall.event.title,
        club=hall.event.club,
        date=date_format(hall.event.day, "DATE_FORMAT"),
        game=speak(hall.event.game_value().name),
        entrants=people.format(count=len(hall.people)),
        rows=rows,
        best=None
        if best is None
        else BestHand(best.who, signed(best.points), place(hall, best.where), best.sentence),
        medals=tuple(_medals(hall, tables, low_wins=low)),
        prizes=tuple(prize_lines(hall)),
        way=way_chart(hall) if len(table.rounds) > 1 else None,
        sample=made_up(hall.event),
        curves=_curves(hall, rows),
    )


def _rows(rows: Iterable[RankRow], ranks: Mapping[int, int | None]) -> Iterator[PodiumRow]:
    for row in rows:
        rank = ranks.get(row.person.entrant)
        if rank is not None:
            yield PodiumRow(rank, row.person.name, row.total or row.reached, row.person.entrant)


def _curves(hall: Hall, rows: Sequence[PodiumRow]) -> tuple[tuple[str, tuple[int, ...]], ...]:
    """Their way through the rounds; who was not there from the first round on has none."""
    curves = []
    for row in rows[:DRAWN]:
        ranks = [rank for rank in hall.ranks.get(row.account, ()) if rank is not None]
        if len(ranks) == len(hall.each_round):
            curves.append((row.name, tuple(-rank for rank in ranks)))
    return tuple(curves)


def _medals(hall: Hall, tables: Sequence[TalliedTable], *, low_wins: bool) -> Iterator[EveningMedalLine]:
    hands: dict[int, list[OwnHand]] = defaultdict(list)
    for played in tables:
        for hand in played.played:
            for turn in hand.turns:
                for entrant in {who for who, _name in turn.people if who in hall.people}:
                    hands[entrant].append(_own_hand(hand, turn, low_wins=low_wins))
    places = {
        entrant: [rank for rank in ranks if rank is not None]
        for entrant, ranks in hall.ranks.items()
        if None not in ranks
    }
    names = {entrant: person.name for entrant, person in hall.people.items()}
    numbers = list(hall.each_round)

    def after(step: int) -> str:
        round_ = hall.round(numbers[step])
        return round_name(hall, round_) if round_ else gettext("Round {number}").format(number=numbers[step])

    for medal in evening_medals(hands, places, least=ROUNDS):
        yield medal_line(medal, names, after)


def _own_hand(hand: PlayedHand, turn: TalliedHand, *, low_wins: bool) -> OwnHand:
    points = [other.points for other in hand.turns]
    if low_wins:
        won = turn.points == min(points) and points.count(turn.points) == 1
    else:
        won = 0 < turn.points == max(points)
    tried = tuple(
        (attempt.what, attempt.success)
        for attempt in hand.tried
        if attempt.people and {who for who, _name in attempt.people} <= {who for who, _name in turn.people}
    )
    return OwnHand(won, tried)
