"""Standings as the hall reads them: categories, teams, groups, matches, trees, and the way up and down."""

from __future__ import annotations

import itertools
import uuid
from typing import Any

import pytest

from tests.tournaments.event_builders import add_entrants, an_event
from tests.tournaments.hall import a_hand_everywhere, begin, end, hall_of, play, table
from tournaments.events.decisions import rulings
from tournaments.hall.matches import cross_tables, trees
from tournaments.hall.pages import standings_page
from tournaments.hall.persons import person_view, search
from tournaments.hall.publicdecisions import public_decision_rows
from tournaments.hall.rankchart import rank_chart
from tournaments.hall.ranks import ranking_view, team_views
from tournaments.lists.surnames import by_surname
from tournaments.models import Event, RulingKind

HANDS_TO_THE_END = 60


def played_to_the_end(event: Event, rounds: int) -> None:
    for _round in range(rounds):
        round_ = begin(event)
        a_hand_everywhere(round_, HANDS_TO_THE_END)
        end(round_)


pytestmark = pytest.mark.django_db


# --- what there is to look at ------------------------------


def test_before_the_first_hand_there_is_nothing_to_rank() -> None:
    page = standings_page(hall_of(an_event(here=8)))
    assert page.hidden
    assert page.tabs == ()


def test_an_unknown_ranking_is_the_first_one() -> None:
    event = an_event(here=8)
    play(table(begin(event)), 1)
    page = standings_page(hall_of(event), "nonsense:7")
    assert page.here == page.tabs[0].key == "all"
    assert page.ranking is not None


def test_everybody_of_a_category_has_a_place_of_his_own() -> None:
    event = an_event(here=8)
    event.entrants.filter(number__lte=3).update(category="Damen")
    play(table(begin(event)), 1, 2)
    page = standings_page(hall_of(event), "category:Damen")
    assert page.ranking is not None
    assert [row.person.number for row in page.ranking.rows]
    assert {row.person.category for row in page.ranking.rows} == {"Damen"}
    assert page.ranking.rows[0].rank == "1"


def test_teams_are_ranked_with_their_members() -> None:
    event = an_event()
    for name in ("Löwen", "Ochsen"):
        add_entrants(event, 4, team=name)
    play(table(begin(event)), 1, 2)
    here = hall_of(event)
    assert "teams" in {tab.key for tab in standings_page(here).tabs}
    assert {view.name for view in team_views(here)} == {"Löwen", "Ochsen"}
    assert all(len(view.members) == 4 for view in team_views(here))


def test_a_round_alone_counts_that_round() -> None:
    event = an_event(here=8)
    first = begin(event)
    play(table(first, 1), 1, 1)
    end(first)
    play(table(begin(event), 1), 2)
    here = hall_of(event)
    whole, alone = standings_page(here).ranking, standings_page(here, "round:1").ranking
    assert whole is not None
    assert alone is not None
    first_round = {row.person.number: row.rounds[0].text for row in whole.rows}
    assert {row.person.number: row.total for row in alone.rows} == first_round


def test_a_penalty_stands_beside_the_name_with_its_reason() -> None:
    event = an_event(here=8)
    play(table(begin(event)), 1)
    who = event.entrants.get(number=3)
    draft = rulings.RulingDraft(RulingKind.POINTS, entrant=who.pk, points=-10)
    rulings.make(event=event, draft=draft, key=uuid.uuid4(), reason="came late", by="desk")
    ranking = standings_page(hall_of(event)).ranking
    assert ranking is not None
    notes = {row.person.number: row.notes for row in ranking.rows}
    assert notes[3] == ("−10: came late",)
    assert not any(note for number, note in notes.items() if number != 3)


def test_corrections_say_what_they_moved_only_as_far_as_places_are_shown() -> None:
    event = an_event(here=8)
    play(table(begin(event)), 1, 1)
    leader = hall_of(event).standings.rows[0].entrant
    draft = rulings.RulingDraft(RulingKind.POINTS, entrant=leader, points=-500)
    rulings.make(event=event, draft=draft, key=uuid.uuid4(), reason="cards shown", by="desk")
    (row,) = public_decision_rows(hall_of(event))
    assert row.moved
    assert "-500" in row.after.replace("−", "-")
    event.refresh_from_db()
    event.settings = {**event.settings, "standings": "frozen"}
    event.revision += 1
    event.save()
    (row,) = public_decision_rows(hall_of(event, desk=False))
    assert (row.before, row.after, row.moved, row.reason) == ("", "", (), "cards shown")


def test_lots_are_named_with_their_seed() -> None:
    event = an_event(here=8)
    play(table(begin(event)), 1)
    here = hall_of(event)
    assert here.standings is not None
    view = ranking_view(here, here.standings)
    assert view.lots
    assert view.seed == event.uid.hex[:12]
    assert any(row.by_lot for row in view.rows)


def test_only_rows_that_can_still_change_are_provisional() -> None:
    event = an_event(here=8)
    round_ = begin(event)
    play(table(round_, 1), *([1] * 24))
    here = hall_of(event)
    assert here.standings is not None
    view = ranking_view(here, here.standings)
    done = set(next(table for table in here.rounds[0].tables if table.number == 1).entrants)
    assert {row.person.entrant for row in view.rows if not row.provisional} == done
    assert view.provisional


def test_places_gained_since_the_last_round_are_shown() -> None:
    event = an_event(here=8)
    first = begin(event)
    play(table(first, 1), 1, 1)
    end(first)
    second = begin(event)
    play(table(second, 2), 1, 1, 1, 1)
    here = hall_of(event)
    assert here.standings is not None
    trends = {row.person.entrant: row.trend for row in ranking_view(here, here.standings, trend=True).rows}
    for entrant, (before, now) in here.ranks.items():
        assert before is not None
        assert now is not None
        assert trends[entrant] == before - now
    assert any(trends.values())


# --- matches ------------------------------


def test_a_cross_table_says_the_same_from_both_sides() -> None:
    event = an_event("ecarte-matches", here=4)
    played_to_the_end(event, 3)
    (cross,) = cross_tables(hall_of(event))
    assert len(cross.people) == 4
    for row, line in enumerate(cross.cells):
        for column, cell in enumerate(line):
            if row == column:
                assert cell == "×"
            else:
                left, right = cell.split(":")
                assert cross.cells[column][row] == f"{right}:{left}"


def test_groups_have_a_table_and_a_cross_table_each() -> None:
    event = an_event("truco-groups", here=8)
    round_ = begin(event)
    a_hand_everywhere(round_, HANDS_TO_THE_END)
    here = hall_of(event)
    assert sorted(here.groups) == ["A", "B", "C", "D"]
    assert [len(table.people) for table in cross_tables(here)] == [2, 2, 2, 2]
    page = standings_page(here, "groups")
    assert [len(group.rows) for group in page.groups] == [2, 2, 2, 2]


def test_a_knockout_is_a_tree_from_which_places_follow() -> None:
    event = an_event("ecarte-matches", here=4)
    played_to_the_end(event, 3)
    semi = begin(event)
    here = hall_of(event)
    (tree,) = trees(here)
    assert [len(column.matches) for column in tree.columns] == [2, 1, 1]
    assert standings_page(here).here == "tree"
    assert tree.champion is None
    assert all(match.on for match in tree.columns[0].matches)
    a_hand_everywhere(semi, HANDS_TO_THE_END)
    end(semi)
    played_to_the_end(event, 1)
    (tree,) = trees(hall_of(event))
    assert tree.champion is not None
    assert [place.place for place in tree.places] == ["1", "2", "3", "4"]
    assert tree.places[0].person == tree.champion
    table = hall_of(event).standings
    assert table is not None
    assert [row.place for row in table.rows] == ["1", "2", "3", "4"]


def test_a_tree_tells_nothing_of_a_round_the_hall_may_not_know() -> None:
    event = an_event("ecarte-matches", here=4)
    event.settings = {**event.settings, "standings": "rounds"}
    event.save()
    played_to_the_end(event, 3)
    semi = begin(event)
    a_hand_everywhere(semi, HANDS_TO_THE_END)
    (tree,) = trees(hall_of(event, desk=False))
    assert not any(side.won or side.score for match in tree.columns[0].matches for side in match.sides)
    (tree,) = trees(hall_of(event))
    assert all(any(side.won for side in match.sides) for match in tree.columns[0].matches)


def test_who_does_not_reach_the_knockout_stands_behind_those_who_do() -> None:
    event = an_event("ecarte-matches", here=6)
    played_to_the_end(event, 5)
    before = hall_of(event).standings
    assert before is not None
    begin(event)
    table = hall_of(event).standings
    assert table is not None
    assert [row.place for row in table.rows] == ["1–4"] * 4 + ["5", "6"]
    assert [row.entrant for row in table.rows[4:]] == [row.entrant for row in before.rows[4:]]


# --- people ------------------------------


@pytest.mark.parametrize(
    ("typed", "matching"),
    [
        ("anna", ["Anna Bauer"]),
        ("BAUER", ["Anna Bauer"]),
        ("ubauer", ["Zoë Neubauer"]),
        ("neu", ["Zoë Neubauer"]),
        ("zoe neu", ["Zoë Neubauer"]),
        ("muller", ["Jörg Müller"]),
        ("mueller", ["Jörg Müller"]),
        ("joerg", ["Jörg Müller"]),
        ("2", ["Zoë Neubauer"]),
        ("ozdemir", ["Gökçe Özdemir"]),
        ("x", []),
        ("", []),
        ("  ", []),
        ("-", []),
    ],
)
def test_people_are_found_however_their_name_is_typed(typed: str, matching: list[str]) -> None:
    event = an_event()
    add_entrants(event, 4, names=("Anna Bauer", "Zoë Neubauer", "Jörg Müller", "Gökçe Özdemir"))
    names = [entrant.name for entrant in search(hall_of(event), typed)]
    assert names == matching


def test_a_pair_is_found_by_each_of_its_members() -> None:
    event = an_event("truco-swiss", here=4)
    here = hall_of(event)
    for person in here.people.values():
        assert all(person in search(here, member) for member in person.members)


def test_a_person_s_hands_are_worth_what_the_standings_say() -> None:
    event = an_event(here=8)
    round_ = begin(event)
    a_hand_everywhere(round_, 10)
    here = hall_of(event)
    for person in here.people.values():
        (latest,) = person_view(here, person, whole=True).rounds
        worth = sum(int((hand.points or "0").replace("−", "-")) for hand in latest.hands)
        assert str(worth).replace("-", "−") == latest.points


def test_partners_at_a_table_know_each_other() -> None:
    event = an_event("caesar-partners", here=8)
    begin(event)
    here = hall_of(event)
    for person in here.people.values():
        (latest,) = person_view(here, person).rounds
        partners = [neighbour for neighbour in latest.neighbours if neighbour.partner]
        assert len(latest.neighbours) == 3
        assert [abs(partner.seat - latest.seat) for partner in partners] == [2]


@pytest.mark.parametrize(
    ("names", "ordered"),
    [
        (("Zoë Adam", "Anna Zeller"), ("Zoë Adam", "Anna Zeller")),
        (("Anna Öhl", "Anna Ohm", "Anna Oder"), ("Anna Oder", "Anna Öhl", "Anna Ohm")),
        (("Bert Maier", "Anna Maier"), ("Anna Maier", "Bert Maier")),
        (("Jo", "Anna Jung", "Anna Jahn"), ("Anna Jahn", "Jo", "Anna Jung")),
    ],
)
def test_lists_on_walls_are_in_the_order_of_last_names(
    names: tuple[str, ...], ordered: tuple[str, ...]
) -> None:
    assert tuple(sorted(names, key=by_surname)) == ordered


# --- the way up and down ------------------------------


def test_names_of_a_rank_chart_stand_in_rows_of_their_own() -> None:
    ranks = {entrant: (1 + (entrant * 7) % 40, 1 + (entrant * 3) % 40) for entrant in range(40)}
    chart = rank_chart(ranks, [1, 2], strong=[5])
    ys = sorted(line.y for line in chart.lines)
    assert len(ys) == 40
    assert min(b - a for a, b in itertools.pairwise(ys)) >= 12
    assert chart.lines[-1].entrant == 5  # what stands out is drawn last
    assert all(0 < y < chart.height for y in ys)


def test_shared_places_do_not_lie_on_one_another() -> None:
    chart = rank_chart({1: (1, 1), 2: (2, 1), 3: (3, 3)}, [1, 2])
    assert len({line.y for line in chart.lines}) == 3


def test_a_large_field_shows_its_best_and_who_was_asked_for() -> None:
    ranks: dict[int, Any] = {entrant: (entrant, entrant) for entrant in range(1, 151)}
    chart = rank_chart(ranks, [1, 2], strong=[120], most=40)
    assert {line.entrant for line in chart.lines} == {*range(1, 41), 120}
    assert all(0 <= y <= chart.height for line in chart.lines for _x, y in line.dots)


def test_who_has_no_place_has_no_line() -> None:
    chart = rank_chart({1: (1, 1), 2: (2, None), 3: (None, 2)}, [1, 2])
    assert {line.entrant for line in chart.lines} == {1, 3}
    assert len(next(line for line in chart.lines if line.entrant == 3).dots) == 1
