"""What a draw refuses, with a code that stays and a sentence in three languages; and that every draw ends."""

from __future__ import annotations

import json
from collections.abc import Mapping
from random import Random
from typing import Any

import pytest
from django.utils.translation import override

from scoring import Unreadable
from tournaments.engines.draw import Drawn, Watch, draw
from tournaments.engines.draw.limits import MOST_PAIRS, MOST_SEATS, most_against_everybody
from tournaments.engines.draw.matches import knockout, swiss
from tournaments.speech import draws
from tournaments.speech.draws import answer

PLAYED = [[[1, 2, 3, 4], [5, 6, 7, 8]]]
REFUSED: list[tuple[str, dict[str, Any], list[tuple[str, str]]]] = [
    ("a word nobody knows", {"seeed": 1}, [("seeed", "unknown_key")]),
    ("a format nobody knows", {"format": "ladder"}, [("format", "unknown_format")]),
    ("nobody is named", {"players": None}, [("players", "missing")]),
    ("nobody at all", {"players": 0}, [("players", "no_seating")]),
    ("an empty list", {"players": []}, [("players", "no_seating")]),
    ("not a list", {"players": "everybody"}, [("players", "not_a_list")]),
    ("a person twice", {"players": [1, "1", 2, 3, 4]}, [("players", "twice")]),
    ("a person who is a fraction", {"players": [1.5, 2, 3, 4]}, [("players", "bad_id")]),
    ("a person without a name", {"players": ["", 2, 3, 4]}, [("players", "bad_id")]),
    ("too many people", {"players": 5001}, [("players", "too_many")]),
    ("too many seats", {"players": 5000, "rounds": 41}, [("players", "too_many")]),
    ("no rounds", {"rounds": 0}, [("rounds", "out_of_range")]),
    ("too many rounds", {"rounds": 201}, [("rounds", "out_of_range")]),
    ("half a round", {"rounds": 1.5}, [("rounds", "out_of_range")]),
    ("no sizes", {"sizes": []}, [("sizes", "sizes")]),
    ("a table of one", {"sizes": [4, 1]}, [("sizes", "sizes")]),
    ("a table of eleven", {"sizes": [11]}, [("sizes", "sizes")]),
    ("a seed that is a list", {"seed": [1]}, [("seed", "bad_seed")]),
    ("somebody apart from himself", {"apart": [[1, 1]]}, [("apart", "same_person")]),
    ("somebody together with himself", {"together": [[2, "2"]]}, [("together", "same_person")]),
    ("apart of three", {"apart": [[1, 2, 3]]}, [("apart", "not_a_list")]),
    ("apart from a stranger", {"apart": [[1, 99]]}, [("apart", "unknown_player")]),
    ("together with a stranger", {"together": [[99, 1]]}, [("together", "unknown_player")]),
    ("apart and together", {"apart": [[1, 2]], "together": [[2, 1]]}, [("together", "contradiction")]),
    ("too many wishes", {"apart": [[1, 2]] * (MOST_PAIRS + 1)}, [("apart", "too_many")]),
    ("a club of a stranger", {"clubs": {"99": "A"}}, [("clubs", "unknown_player")]),
    ("clubs as a list", {"clubs": [1]}, [("clubs", "not_a_mapping")]),
    ("a score of a stranger", {"scores": {"99": 1}}, [("scores", "unknown_player")]),
    ("a score that is a word", {"scores": {"1": "much"}}, [("scores", "not_a_mapping")]),
    ("a seed number of a stranger", {"seeds": [99]}, [("seeds", "unknown_player")]),
    ("a seed number twice", {"seeds": [1, 1]}, [("seeds", "twice")]),
    ("a stranger who floated", {"floated": [99]}, [("floated", "unknown_player")]),
    ("a stranger leaves", {"leave": [99]}, [("leave", "unknown_player")]),
    ("somebody leaves twice", {"leave": [1, 1]}, [("leave", "twice")]),
    ("everybody leaves", {"leave": [*range(1, 9)]}, [("players", "no_seating")]),
    ("somebody joins who is here", {"join": [8]}, [("join", "already_here")]),
    ("somebody joins twice", {"join": [9, 9]}, [("join", "twice")]),
    ("somebody only comes and goes", {"join": [9], "leave": [9]}, [("leave", "contradiction")]),
    ("rounds played without tables", {"played": [[1, 2]]}, [("played", "not_a_list")]),
    ("twice in a played round", {"played": [[[1, 2], [2, 3]]]}, [("played", "twice")]),
    ("a played table of eleven", {"played": [[[*range(1, 12)]]]}, [("played", "too_many")]),
    ("nobody's chair", {"played": [[[1, None]]]}, [("played", "bad_id")]),
    ("seats played beyond all limits", {"played": [[[1]]] * (MOST_SEATS + 1)}, [("played", "too_many")]),
    ("a standing nobody knows", {"power": "2-4"}, [("power", "unknown_power")]),
    ("double perhaps", {"double": "perhaps"}, [("double", "not_yes_or_no")]),
    ("aces perhaps", {"aces": 1}, [("aces", "not_yes_or_no")]),
    ("no effort", {"effort": 0}, [("effort", "out_of_range")]),
    ("too much effort", {"effort": 1001}, [("effort", "out_of_range")]),
    ("by standing, but two rounds", {"scores": {"1": 1}, "rounds": 2}, [("", "no_seating")]),
    ("partners at tables of three", {"format": "partners", "sizes": [3]}, [("sizes", "sizes")]),
    ("partners for three", {"format": "partners", "players": 3}, [("", "no_seating")]),
    ("partners by standing for three", {"format": "partners_standing", "players": 3}, [("", "no_seating")]),
    ("tables for three", {"players": 3}, [("", "no_seating")]),
    ("tables of four or three for five", {"players": 5, "sizes": [4, 3]}, [("", "no_seating")]),
    ("Swiss alone", {"format": "swiss", "players": 1}, [("", "no_seating")]),
    ("Swiss, and all but one gone", {"format": "swiss", "players": 2, "leave": [1]}, [("", "no_seating")]),
    ("knockout alone", {"format": "knockout", "players": 1}, [("", "no_seating")]),
    ("round robin alone", {"format": "round_robin", "players": 1}, [("", "no_seating")]),
    ("round robin after a round", {"format": "round_robin", "played": PLAYED}, [("", "no_seating")]),
    ("round robin of 5,000", {"format": "round_robin", "players": 5000}, [("players", "too_many")]),
]


def problems_of(request: dict[str, Any]) -> list[tuple[str, str]]:
    """(field, code) of everything that is refused."""
    with pytest.raises(Unreadable) as refused:
        draw({"players": 8, "seed": "hall", **request})
    return [(problem.field or "", problem.code) for problem in refused.value.problems]


@pytest.mark.parametrize(
    ("request_", "problems"), [row[1:] for row in REFUSED], ids=[row[0] for row in REFUSED]
)
def test_what_is_refused(request_: dict[str, Any], problems: list[tuple[str, str]]) -> None:
    assert problems_of(request_) == problems


@pytest.fixture
def each_draw_is_tried_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Why it is impossible takes long to find in some draws, and is the same in every language."""
    refusals: dict[str, Unreadable] = {}

    def remembered(request: Mapping[str, object], watch: Watch | None = None) -> Drawn:
        key = json.dumps(request)
        if key not in refusals:
            with pytest.raises(Unreadable) as refused:
                draw(request, watch)
            refusals[key] = refused.value
        raise refusals[key]

    monkeypatch.setattr(draws, "draw", remembered)


@pytest.mark.usefixtures("each_draw_is_tried_once")
def test_every_refusal_is_a_sentence_in_three_languages() -> None:
    for name, request, _problems in REFUSED:
        raw = json.dumps({"players": 8, "seed": "hall", **request}).encode()
        texts = []
        for language in ("en", "de", "es"):
            with override(language):
                (problem,) = answer(raw)["problems"]
            texts.append(problem["text"])
        assert all(text.endswith(".") and "{" not in text for text in texts), name
        assert len(set(texts)) == 3, name


def test_what_is_wrong_many_times_is_said_once_and_not_without_end() -> None:
    strangers = [[1, stranger] for stranger in range(100, 1100)]
    assert len(problems_of({"apart": strangers})) == 50
    assert problems_of({"apart": [[1, 99]] * 1000}) == [("apart", "unknown_player")]


# --- the largest there are ----------------------------------------------------------------------------


def sentence(**request: Any) -> str:
    """Why a request is refused."""
    with override("en"):
        (problem,) = answer(json.dumps({"seed": "hall", **request}).encode())["problems"]
    return str(problem["text"]).replace("\u00a0", " ")


def test_the_limit_of_seats_names_what_is_possible() -> None:
    assert "for 5000 people: 40 at most" in sentence(players=5000, rounds=41)
    played = [[[at, at + 1] for at in range(1, 5000, 2)]] * 39
    assert "for 5000 people: 1 at most" in sentence(players=5000, rounds=2, played=played)
    full = sentence(players=5000, rounds=1, played=[*played, played[0]])
    assert "the rounds played have 200000 of them" in full


def test_round_robin_counts_the_rounds_it_will_have() -> None:
    most = most_against_everybody()
    assert most * (most - 1) <= MOST_SEATS < (most + 1) * most
    assert f"At most {most} entrants" in sentence(format="round_robin", players=most + 1)
    facts = draw({"format": "round_robin", "players": most, "seed": "hall"}).facts
    assert facts["repeats"] == 0
    assert draw({"format": "round_robin", "players": 4, "rounds": 200}).facts["ok"]


def test_people_of_rounds_played_are_people_too() -> None:
    others = [[[at] for at in range(3001, 6001)]]
    assert "there are 6000" in sentence(players=3000, played=others)


def test_somebody_may_come_back() -> None:
    request = {"players": 8, "join": [9], "leave": [9], "played": [[[1, 2, 3, 9]]], "seed": "hall"}
    assert draw(request).facts["sitting_out"] == [[]]
    assert draw({**request, "leave": []}).facts["ok"]


# --- every request ends -------------------------------------------------------------------------------


def test_swiss_pairs_are_drawn_when_the_work_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    request = {"format": "swiss", "players": 80, "clubs": {str(at): str(at // 20) for at in range(1, 81)}}
    scores = {str(at): at // 20 for at in range(1, 81)}
    proven = draw({**request, "scores": scores, "seed": "hall"}).facts
    assert proven["proven"] is True
    monkeypatch.setattr(swiss, "WORK", 1)
    facts: Any = draw({**request, "scores": scores, "seed": "hall"}).facts
    assert facts["proven"] is False
    assert sorted(person for pair in facts["rounds"][0] for person in pair) == [*range(1, 81)]
    assert draw({**request, "scores": scores, "seed": "hall"}).facts == facts


def test_clubs_in_a_large_bracket_are_kept_apart_with_little_work() -> None:
    clubs = {str(person): f"club {person % 20}" for person in range(1, 601)}
    facts = draw({"format": "knockout", "players": 600, "clubs": clubs, "seed": "hall"}).facts
    assert facts["clubmates_met"] == 0


@pytest.mark.parametrize("seed", range(5))
def test_what_an_exchange_of_lines_changes_is_the_sum_over_all_mates(seed: int) -> None:
    lots = Random(seed)
    clubs = {person: lots.choice("ABC") for person in range(29) if lots.random() < 0.7}
    apart = [(0, 5), (3, 20), (5, 9)]
    company = knockout._Company([*range(29), None, None, None], clubs, apart)

    def early(person: int) -> int:
        mates = {other for other in clubs if clubs[other] == clubs.get(person)} - {person}
        mates |= {sum(pair) - person for pair in apart if person in pair}
        lines = company.line
        return sum(1 << 4 * (16 - (lines[person] ^ lines[other]).bit_length()) for other in mates)

    for _change in range(100):
        a, b = lots.sample(range(29), 2)
        before = early(a) + early(b)
        assert company.early(a) == early(a)
        if company.exchanged(a, b, company.early(a)):
            assert early(a) + early(b) < before
        else:
            company.line[a], company.line[b] = company.line[b], company.line[a]
            assert early(a) + early(b) >= before
            company.line[a], company.line[b] = company.line[b], company.line[a]
