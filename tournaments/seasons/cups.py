"""The challenge cup of a season: who holds it, win by win, by evenings or by seasons that are over."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.utils import formats
from django.utils.translation import gettext, ngettext

from tournaments.engines.season import (
    ChallengeCup,
    CupHolder,
    CupRules,
    CupWin,
    PersonId,
    SeasonRules,
    firsts_of,
    holders,
    together,
)
from tournaments.models import ClubSeason
from tournaments.seasons.gathering import ListOfSeason, SeasonFacts, facts_of, rules_of
from tournaments.seasons.keeping import table_of
from tournaments.seasons.names import SeasonNames, names_of

MOST_SEASONS = 60


@dataclass(frozen=True, slots=True)
class CupLine:
    """Once it was won, or stayed where it was because the first were tied."""

    when: str
    name: str  # empty: nobody has won it
    about: str
    keeps: bool = False


@dataclass(frozen=True, slots=True)
class CupView:
    """The history, and who holds it now."""

    lines: tuple[CupLine, ...]
    holder: str

    @property
    def sentence(self) -> str:
        """For boards and papers."""
        last = next((line for line in reversed(self.lines) if line.name), None)
        if last is None:
            return gettext("Challenge cup: nobody has won it yet.")
        text = gettext("Challenge cup: {name}, {about}.")
        return text.format(name=last.name, about=last.about)


@dataclass(frozen=True, slots=True)
class _Contest:
    """What was played for the cup, and who was first."""

    when: str
    people: tuple[PersonId, ...]
    won: bool  # by one, or by partners


def cup_mark(season: ClubSeason) -> str:
    """Changes with all other seasons that the cup goes on through; empty: there are none."""
    if rules_of(season).cup is not ChallengeCup.SEASONS:
        return ""
    return ".".join(f"{other.pk}:{other.revision}" for other in _seasons(season))


def cup_of(facts: SeasonFacts, *, full: bool = False) -> CupView | None:
    """The cup of a season; None: its rules know none. `full`: for organisers."""
    rules = rules_of(facts.season)
    if rules.cup is ChallengeCup.NONE:
        return None
    by_evening = rules.cup is ChallengeCup.EVENINGS
    contests = list(_by_evening(facts, rules) if by_evening else _by_season(facts, full=full))
    wins = [CupWin(_as_one(contest.people)) for contest in contests if contest.won]
    history = iter(holders(wins, CupRules(in_a_row=rules.cup_in_a_row, in_all=rules.cup_in_all)))
    people = {person for contest in contests for person in contest.people if isinstance(person, int)}
    names = names_of(facts.season, people, full=full)
    lines, holder = [], ""
    for contest in contests:
        if not contest.won:
            tied = gettext("the first are tied: the cup stays where it is")
            lines.append(CupLine(contest.when, "", tied if contest.people else gettext("nobody")))
            continue
        name = _spoken(contest.people, names)
        won = next(history)
        holder = name
        lines.append(CupLine(contest.when, name, _about(won), won.keeps))
    return CupView(tuple(lines), holder)


def _by_evening(facts: SeasonFacts, rules: SeasonRules) -> Iterator[_Contest]:
    titles = {str(date_.pk): date_.label or date_.title for date_ in facts.dates}
    for evening, people in firsts_of(table_of(facts, ListOfSeason("", "", rules))):
        day = formats.date_format(evening.day, "SHORT_DATE_FORMAT") if evening.day else evening.key
        when = " · ".join(filter(None, (day, titles.get(evening.key.partition(".")[0], ""))))
        yield _Contest(when, people, bool(people) and together(evening, people))


def _by_season(facts: SeasonFacts, *, full: bool) -> Iterator[_Contest]:
    for season in _seasons(facts.season):
        if not (full or season.listed or season.pk == facts.season.pk):
            continue
        of = facts_of(season)
        table = table_of(of, ListOfSeason("", "", rules_of(season)))
        people = tuple(row.person for row in table.rows if row.rank == 1)
        yield _Contest(season.name, people, len(people) == 1)


def _seasons(season: ClubSeason) -> list[ClubSeason]:
    """Seasons of the club that are over and play for such a cup, up to this one."""
    over = ClubSeason.objects.filter(
        tenant=season.tenant_id, over_at__isnull=False, rules__cup=ChallengeCup.SEASONS.value
    )
    if season.over_at is not None:
        over = over.filter(over_at__lte=season.over_at)
    return list(over.order_by("-over_at", "-pk")[:MOST_SEASONS])[::-1]


def _as_one(people: Sequence[PersonId]) -> PersonId:
    return people[0] if len(people) == 1 else "+".join(sorted(map(str, people)))


def _spoken(people: Sequence[PersonId], names: SeasonNames) -> str:
    return " / ".join(names.of(person) for person in people)


def _about(won: CupHolder) -> str:
    if won.keeps:
        return gettext("keeps it for ever")
    text = ngettext("won {count} time", "won {count} times", won.in_all)
    about = [text.format(count=won.in_all)]
    if won.in_a_row > 1:
        about.append(gettext("{count} in a row").format(count=won.in_a_row))
    return ", ".join(about)
