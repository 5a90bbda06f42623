"""Results on the wall: tables, rankings with their reasons, cross tables, trees, corrections."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest

from tests.tournaments import event_samples as samples
from tests.tournaments.paper import glued, reader, text_of
from tests.tournaments.test_event_paper_seats import letters_of, lines_of, sizes_of_letters
from tests.tournaments.test_sheets_blank import LANDSCAPE, PORTRAIT, sizes
from tournaments.paper.event import (
    BracketSide,
    BracketTree,
    CorrectionList,
    CrossTables,
    PlayedAccount,
    PrintedColumn,
    PrintedCross,
    PrintedMatch,
    PrintedRank,
    PrintedRanking,
    PrintedResult,
    RoundResults,
    printed,
)
from tournaments.paper.event.tree import parts, placed

pytestmark = pytest.mark.usefixtures("in_english")

A3 = (1191, 842)


# --- rankings


def a_ranking() -> PrintedRanking:
    return PrintedRanking(
        event=samples.HEAD,
        title="Final",
        columns=(
            PrintedColumn(head="R1"),
            PrintedColumn(head="R2"),
            PrintedColumn(head="Pts", name="Points", explained="all rounds that count", decides=True),
            PrintedColumn(
                head="Wins", name="Tables won", explained="how often the best of a table", decides=True
            ),
            PrintedColumn(head="Ø", name="Mean", explained="points for each hand"),
        ),
        rows=(
            PrintedRank(place="1", name="Anna", cells=("12", "9", "12", "2", "1.5"), dropped=frozenset({1})),
            PrintedRank(place="2", name="Ben", cells=("3", "8", "11", "1", "1.1"), lot=True),
            PrintedRank(place="3", name="Carla", cells=("8", "3", "11", "1", "1.1"), lot=True),
            PrintedRank(
                place="", name="Dieter", cells=("1", "", "1", "0", "0.2"), remark="left after round 1"
            ),
        ),
        lots=("Ben drew the better lot than Carla.",),
        notes=("The worst round does not count.",),
    )


def test_a_ranking_says_what_decides_in_which_order() -> None:
    text = glued(text_of(printed(a_ranking())))
    legend = text[text.index(glued("What decides, in this order")) :]
    first = legend.index(glued("1. Points (Pts) – all rounds that count"))
    second = legend.index(glued("2. Tables won (Wins) – how often the best of a table"))
    besides = legend.index(glued("Mean (Ø) points for each hand"))
    assert first < second < besides


def test_the_lots_that_decided_are_told_and_marked(monkeypatch: pytest.MonkeyPatch) -> None:
    from tournaments.paper.event import ranking, rows

    dice = []
    die = rows.die
    for module in (ranking, rows):
        monkeypatch.setattr(module, "die", lambda *place: (dice.append(place), die(*place)))
    text = text_of(printed(a_ranking()))
    assert "Decided by lot" in text
    assert "Ben drew the better lot than Carla." in text
    assert len(dice) == 3  # two places and the legend


def test_what_does_not_count_stands_in_brackets(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = lines_of(monkeypatch, a_ranking())
    assert ["1", "Anna", "12"] in [line[:3] for line in lines]
    text = text_of(printed(a_ranking()))
    assert "(9)" in text
    assert "Numbers in brackets do not count." in text
    everything = replace(a_ranking(), rows=tuple(replace(r, dropped=frozenset()) for r in a_ranking().rows))
    assert "brackets" not in text_of(printed(everything))


def test_a_remark_stands_below_the_name_and_notes_below_the_ranking() -> None:
    text = text_of(printed(a_ranking()))
    assert "left after round 1" in text
    assert "The worst round does not count." in text


def test_what_may_still_change_is_not_official() -> None:
    assert "Not official yet" not in text_of(printed(a_ranking()))
    assert "Not official yet" in text_of(printed(replace(a_ranking(), official=False)))


def test_columns_about_people_are_there_when_somebody_has_them() -> None:
    text = text_of(printed(a_ranking()))
    assert not {"Club", "Category", "Team", "No."} & set(text.split())
    rows = [replace(row, number=7) for row in a_ranking().rows]
    some = replace(rows[0], club="CF", category="Youth")
    text = text_of(printed(replace(a_ranking(), rows=(some, *rows[1:]))))
    assert {"Club", "Category", "No."} <= set(text.split())
    alike = tuple(replace(row, club="CF", category="Youth") for row in rows)
    text = text_of(printed(replace(a_ranking(), rows=alike)))
    assert not {"Club", "Category"} & set(text.split()), "what is the same for everybody says nothing"
    alone = tuple(replace(row, club=row.name, team=row.name) for row in rows)
    assert "Club" not in text_of(printed(replace(a_ranking(), rows=alone))), "a team called like its club"


def test_a_ranking_of_150_in_letters_of_ten_points_or_more(monkeypatch: pytest.MonkeyPatch) -> None:
    view = samples.standings(150)
    data = printed(view)
    assert set(sizes(data)) == {PORTRAIT}
    assert len(reader(data).pages) <= 4
    letter_sizes = sizes_of_letters(monkeypatch, view)
    whole = [letter_sizes[row.name] for row in view.rows if row.name in letter_sizes]
    assert len(whole) > 120, "hardly a name goes on in a second line"
    assert min(whole) >= 10
    text = glued(text_of(data))
    for row in view.rows[:140]:
        assert glued(row.name)[:20] in text


def test_the_heads_of_the_columns_are_on_every_page() -> None:
    for page in reader(printed(samples.standings(150))).pages[:-1]:
        text = page.extract_text()
        assert "Name" in text
        assert "Beste" in text


def test_many_rounds_need_a_page_across() -> None:
    assert set(sizes(printed(samples.standings(40, 9)))) == {LANDSCAPE}


# --- tables of a round


def test_a_table_shows_who_won_with_what() -> None:
    table = PrintedResult(
        table="7",
        accounts=(
            PlayedAccount(name="Anna & Ben", total="30", result="2 : 1", place=1, won=True),
            PlayedAccount(name="Carla & Dieter", total="24", result="1 : 2", place=2),
        ),
        remark="corrected 21:14",
    )
    text = text_of(printed(RoundResults(event=samples.HEAD, round="Round 2", tables=(table,))))
    for phrase in ("Results", "Round 2", "Anna & Ben", "2 : 1", "30", "Carla & Dieter", "corrected 21:14"):
        assert phrase in text


def test_150_people_get_their_results_and_the_ranking_of_the_round() -> None:
    view = samples.results(150)
    data = printed(view)
    text = glued(text_of(data))
    assert len(reader(data).pages) <= 8
    for table in view.tables:
        for account in table.accounts:
            assert glued(account.name)[:20] in text
    assert glued("Rangliste der Runde 2") in text


# --- cross tables


def test_a_cross_table_has_a_row_and_a_column_for_everybody(monkeypatch: pytest.MonkeyPatch) -> None:
    group = PrintedCross(
        name="Group A",
        people=("Anna", "Ben", "Carla"),
        results=(("", "2 : 0", "1 : 1"), ("0 : 2", "", ""), ("1 : 1", "", "")),
        columns=(PrintedColumn(head="Pts"),),
        cells=(("3",), ("0",), ("1",)),
        places=("1", "3", "2"),
        through=2,
    )
    view = CrossTables(event=samples.HEAD, title="Groups", groups=(group,), notes=("Two go on.",))
    lines = lines_of(monkeypatch, view)
    assert ["1", "Anna", "2 : 0", "1 : 1", "3"] in lines
    text = text_of(printed(view))
    for word in ("Group A", "2 : 0", "0 : 2", "Two go on.", "Place"):
        assert word in text


def test_20_people_fit_on_one_page_across_and_10_of_a_group_upright() -> None:
    assert sizes(printed(samples.crosses(1, 20))) == [LANDSCAPE]
    assert sizes(printed(samples.crosses(4, 5))) == [PORTRAIT]


def test_groups_are_not_torn_from_their_titles() -> None:
    for page in reader(printed(replace(samples.crosses(8, 9), notes=()))).pages:
        words = page.extract_text().split()
        assert words[-1] != "Gruppe"
        for place, word in enumerate(words[:-2]):
            if word == "Gruppe":
                assert words[place + 2] in ("1", "Place", "Pkt")


# --- trees


@pytest.mark.parametrize(
    ("entrants", "double", "pages"),
    [
        (2, False, [LANDSCAPE]),
        (5, False, [LANDSCAPE]),
        (16, False, [LANDSCAPE]),
        (31, False, [LANDSCAPE]),
        (32, False, [A3]),
        (8, True, [LANDSCAPE]),
        (16, True, [LANDSCAPE, LANDSCAPE]),
        (32, True, [A3, A3]),
    ],
)
def test_a_tree_is_as_large_as_it_needs(entrants: int, double: bool, pages: list[tuple[int, int]]) -> None:
    assert sizes(printed(samples.knockout(entrants, double=double))) == pages


def test_a_tree_too_large_for_a_page_goes_on_in_parts_and_loses_no_match() -> None:
    view = samples.knockout(128)
    cut = parts(view.winners, 26)
    assert len(cut) > 2
    assert {match.key for part in cut for match in part.matches} == {m.key for m in view.winners.matches}
    assert all(placed(part).slots <= 26 for part in cut)
    assert len(reader(printed(view)).pages) == len(cut)


@pytest.mark.parametrize("entrants", [3, 6, 11, 16, 29, 32])
@pytest.mark.parametrize("double", [False, True])
def test_no_two_matches_stand_on_the_same_place(entrants: int, double: bool) -> None:
    view = samples.knockout(entrants, double=double)
    for tree in [view.winners, *([view.losers] if view.losers else [])]:
        layout = placed(tree)
        assert set(layout.middle) == {match.key for match in tree.matches}
        for column in range(1, len(tree.rounds) + 1):
            middles = sorted(layout.middle[match.key] for match in tree.matches if match.round == column)
            assert all(b - a >= 0.99 for a, b in pairwise(middles))
            assert all(0.49 <= middle <= layout.slots - 0.49 for middle in middles)


def test_a_match_stands_in_the_middle_of_those_it_comes_from() -> None:
    view = samples.knockout(16)
    layout = placed(view.winners)
    for match in view.winners.matches:
        before = [layout.middle[side.source] for side in match.sides if side.source]
        if before:
            assert layout.middle[match.key] == pytest.approx(sum(before) / len(before))


def test_winners_are_bold_and_who_is_awaited_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    view = replace(
        samples.knockout(4),
        winners=BracketTree(
            rounds=("Semi-finals", "Final"),
            matches=(
                PrintedMatch(
                    key="1",
                    round=1,
                    sides=(BracketSide(name="Anna", score="2", won=True), BracketSide(name="Ben", score="1")),
                    label="Table 4",
                ),
                PrintedMatch(key="2", round=1, sides=(BracketSide(name="Carla"), BracketSide(name="Dieter"))),
                PrintedMatch(
                    key="3",
                    round=2,
                    sides=(
                        BracketSide(name="Anna", source="1"),
                        BracketSide(source="2", waits_for="Table 5"),
                    ),
                ),
            ),
        ),
        champion="Anna",
    )
    bold = {(run.text, run.face.bold) for _page, _y, _x, run in letters_of(monkeypatch, view)}
    assert ("Anna", True) in bold
    assert ("Ben", True) not in bold
    text = text_of(printed(view))
    for phrase in ("Semi-finals", "Final", "Table 4", "Table 5", "Third place", "Winner"):
        assert phrase in text


def test_a_double_knockout_shows_both_trees_and_the_finals() -> None:
    for entrants in (4, 8, 16, 24):
        text = text_of(printed(samples.knockout(entrants, double=True)))
        for title in ("Siegerrunde", "Trostrunde", "Final", "Second final"):
            assert title in text


# --- corrections


def test_a_correction_says_when_where_who_why_and_what_it_moved() -> None:
    text = glued(text_of(printed(samples.corrections(3))))
    assert (
        glued(
            "21:14 Runde 2, Tisch 3, Spiel 1 46 Punkte für Anna Maier → 36 Punkte für Anna Maier "
            "Reason: Auf dem Zettel stand 36, eingetippt war 46 • Huber: Rang 2 statt 4 "
            "• Preis 2 geht an Ben Kurz Corrected by"
        )
        in text
    )


def test_a_penalty_that_was_withdrawn_stays_on_the_list() -> None:
    text = text_of(printed(samples.corrections(3)))
    assert "Penalties and credits" in text
    assert "−10" in text
    assert "(−10)" in text
    assert "(taken back)" in text


def test_an_event_without_mistakes_says_so() -> None:
    view = CorrectionList(event=samples.HEAD, corrections=())
    assert "Nothing had to be corrected." in text_of(printed(view))


def test_a_correction_of_another_day_names_the_day() -> None:
    view = samples.corrections(1)
    late = replace(view.corrections[0], at=view.corrections[0].at.replace(day=21))
    assert "11/21/2026" in text_of(printed(replace(view, corrections=(late,))))
    assert "11/20/2026 46" not in text_of(printed(view))
