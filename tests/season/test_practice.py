"""Season rules that clubs really have, each as the JSON the command takes."""

from __future__ import annotations

from typing import Any

from tests.season.builders import asked, event, places, ranked

CUP = [25, 18, 15, 12, 10, 8, 6, 4, 2, 1]


def test_b1_raw_points_of_legs_that_not_everybody_played() -> None:
    legs = [{"Anna": 620, "Bert": 400, "Cora": -890}, {"Bert": 540, "Cora": 700}, {"Anna": 900, "Bert": 500}]
    reply = asked(rules={"ties": []}, events=[event(leg, name=f"Leg {n}") for n, leg in enumerate(legs)])
    assert ranked(reply) == ["1 Anna 1520", "2 Bert 1440", "3 Cora −190"]
    assert reply["text"] == "All evenings added up, absent does not count, tie: places are shared"


def test_b2_best_three_of_four_heats_and_the_final_double() -> None:
    heats = [{"L": 1, "M": 2, "O": 4}, {"L": 3, "M": 2, "O": 1}, {"L": 2, "M": 1}, {"L": 5}]
    events = [places(heat, kind="heat", name=f"H{n}") for n, heat in enumerate(heats)]
    rules = {"worth": "places", "place_points": CUP, "tail": 1, "best": 3, "always": ["final"]}
    final = places({"L": 2, "M": 3, "O": 1}, kind="final", weight=2)
    assert ranked(asked(rules=rules, events=[*events, final])) == ["1 L 94", "2 M 91", "3 O 87"]


def test_b3_a_drop_inside_one_event_and_the_highest_round_in_a_tie() -> None:
    parts = {"Anna": [900, 700, 800, 600], "Bert": [950, 750, 700, 100], "Cora": [500, 500, 500, 500]}
    rules = {"each_part": True, "best": 3, "ties": ["best_evening"]}
    reply = asked(rules=rules, events=[event({name: {"parts": row} for name, row in parts.items()})])
    assert ranked(reply) == ["1 Bert 2400", "2 Anna 2400", "3 Cora 1500"]
    assert reply["rows"][1]["decided_by"] == "best_evening"


def test_b4_drops_by_attendance_and_beside_it_a_cup_of_announced_series() -> None:
    events = [event({"X": {"points": 1123 if n else 410, "announced": n in (3, 7)}}) for n in range(31)]
    rules: dict[str, Any] = {"combine": "mean", "least": 25, "drop_from": 30, "drop_every": 5, "drop_most": 5}
    assert ranked(asked(rules=rules, events=events)) == ["1 X 1123.00"]
    assert ranked(asked(rules={"announced_only": True, "best": 4}, events=events)) == ["1 X 2246"]


def test_b5_the_average_by_at_least_24_lists() -> None:
    lists = {"A": (30, 33_600), "B": (24, 27_360), "C": (20, 24_000), "D": (12, 16_800)}
    results = {name: {"points": points, "rounds": n} for name, (n, points) in lists.items()}
    rules = {"combine": "mean", "divisor": "rounds", "least_divisor": 24}
    reply = asked(rules=rules, events=[event(results)])
    assert ranked(reply) == ["1 B 1140.00", "2 A 1120.00", "3 C 1000.00", "4 D 700.00"]


def test_b6_a_minimum_with_what_is_still_needed() -> None:
    rules = {"combine": "mean", "least": 24, "least_at_end": True, "evenings": 50}
    reply = asked(rules=rules, events=[event({"A": 900}), event({"A": 800, "B": 1000})])
    assert [(row["person"], row["missing"]) for row in reply["rows"]] == [("B", 23), ("A", 22)]
    assert "Evenings missing to be ranked: 22." in reply["rows"][1]["text"]
    late = asked(rules={**rules, "evenings": 20}, events=[event({"A": 900})])
    assert late["problems"][0]["code"] == "least_out_of_reach"


def test_b7_three_tables_of_the_same_evenings_without_those_who_owe() -> None:
    evening = event({"A": {"points": 50, "parts": [10, 40]}, "B": {"points": 45, "parts": [30, 15]}})
    people = [{"person": "C", "barred": "arrears of more than six months"}]
    evening["results"].append({"person": "C", "points": 99, "parts": [60, 39]})

    def view(**rules: Any) -> list[str]:
        return ranked(asked(rules=rules, events=[evening], people=people))

    assert view() == ["1 A 50", "2 B 45", "– C 99"]
    assert view(part=1) == ["1 B 30", "2 A 10", "– C 60"]
    assert view(part=2) == ["1 A 40", "2 B 15", "– C 39"]
    reply = asked(rules={"least": 20}, events=[evening], people=people)
    assert {row["unranked"] for row in reply["rows"]} == {"too_few", "barred"}


def test_b8_a_rolling_window_and_the_best_positive_event_of_every_state() -> None:
    results = {"A": {"points": 90, "rounds": 18}, "B": {"points": 40, "rounds": 18}}
    events = [event(results, date=f"{year}-11-20", size=32) for year in (2023, 2024, 2025)]
    rules = {"combine": "mean", "divisor": "rounds", "months": 24, "least": 36, "least_of": "rounds"}
    reply = asked(rules={**rules, "smallest_field": 32}, events=events, today="2026-03-01")
    assert ranked(reply) == ["1 A 5.00", "2 B 2.22"]
    assert reply["evenings"] == ["2024-11-20", "2025-11-20"]
    states = [("NI", 50), ("NI", 70), ("HE", -20), ("BY", 30)]
    legs = [event({"A": points}, group=state) for state, points in states]
    reply = asked(
        rules={"per_group": 1, "negatives": "left_out", "final": "best", "final_places": 8}, events=legs
    )
    assert ranked(reply) == ["1 A 100"]
    assert [value.get("left_out") for value in reply["rows"][0]["values"]] == [
        "group",
        None,
        "negative",
        None,
    ]
    assert reply["final"] == ["A"]


def test_b9_points_by_size_of_the_field_and_places_at_the_tables() -> None:
    rules = {
        "worth": "places",
        "place_points": [10, 6, 3],
        "larger": [{"size": 40, "points": [20, 15, 11], "tail": 2}, {"size": 80, "points": [30], "tail": 5}],
        "ties": ["table_places", "best_round"],
    }
    events = [
        places({"A": 1, "B": 2}, size=39),
        places({"A": 3, "B": 2}, size=79),
        {**places({"A": 1, "B": 1}, size=200), "tables": [{"A": 30, "B": 10, "C": 5}]},
    ]
    reply = asked(rules=rules, events=events)
    assert [[value["value"] for value in row["values"]] for row in reply["rows"]] == [
        [10, 11, "35/2"],
        [6, 15, "35/2"],
    ]
    assert ranked(reply) == ["1 A 38.50", "2 B 38.50"]
    assert reply["rows"][1]["decided_by"] == "table_places"


def test_b10_only_evenings_at_other_venues() -> None:
    events = [event({"A": 100, "B": 10}, place="Wien"), event({"A": 10, "B": 30}, place="Lieboch")]
    reply = asked(rules={"not_places": ["Wien"]}, events=events)
    assert ranked(reply) == ["1 B 30", "2 A 10"]
    assert ranked(asked(rules={"places": ["Wien"]}, events=events)) == ["1 A 100", "2 B 10"]


def test_b11_only_who_came_every_time() -> None:
    events = [event({"A": 7000, "B": 9000}), event({"A": 6900}), event({"A": 6938, "B": 9000})]
    reply = asked(rules={"all_required": True}, events=events)
    assert ranked(reply) == ["1 A 20838", "– B 18000"]
    assert reply["rows"][1]["unranked"] == "missed"


def test_b12_absent_is_0_and_still_ranked() -> None:
    events = [event({"A": 30, "B": 50}), event({"A": 30, "B": -5}), event({"A": 1})]
    reply = asked(rules={"absent": "fixed", "absent_points": 0}, events=events)
    assert ranked(reply) == ["1 A 61", "2 B 45"]
    assert reply["rows"][1]["values"][2] == {"state": "absent", "value": 0, "counted": True}


def test_b13_per_session_with_partners_and_without_the_last_winner() -> None:
    results = {
        "A": {"points": 62, "rounds": 40},
        "B": {"points": 40, "rounds": 25},
        "C": {"points": 9, "rounds": 5},
    }
    rules: dict[str, Any] = {"combine": "mean", "divisor": "rounds", "least": 25, "least_of": "rounds"}
    reply = asked(
        rules=rules, events=[event(results)], people=[{"person": "B", "barred": "won the last cup"}]
    )
    assert ranked(reply)[0] == "1 A 1.55"
    assert "Listed without a place: won the last cup." in reply["rows"][1]["text"] + reply["rows"][2]["text"]
    pairs = [
        event({"A": {"points": 60, "partners": [f"P{n % 2}"]}, "B": {"points": 60, "partners": ["P0"]}})
        for n in range(8)
    ]
    rules = {"best": 9, "least": 7, "least_partners": 2}
    assert ranked(asked(rules=rules, events=pairs)) == ["1 A 480", "– B 480"]
    assert ranked(asked(rules={"combine": "mean", "least": 8}, events=pairs)) == [
        "1–2 A 60.00",
        "1–2 B 60.00",
    ]


def test_b14_bonus_lines_and_points_by_a_root() -> None:
    scores: list[dict[str, Any]] = [{"A": 20}, {"A": 15}, {"A": {"points": 8, "bonus": 5}}, {"A": 12}]
    events = [event(score) for score in scores]
    assert ranked(asked(rules={"drop": 1}, events=events)) == ["1 A 52"]
    assert ranked(asked(rules={"drop": 1, "bonus": "evening"}, events=events)) == ["1 A 48"]
    rules: dict[str, Any] = {"presence_bonus": 10, "all_bonus": 40}
    reply = asked(rules=rules, events=[*events[:3], event({"A": 12, "B": 60})])
    assert ranked(reply) == ["1 A 140", "2 B 70"]
    assert [line["code"] for line in reply["rows"][0]["lines"]] == ["presence", "every_time", "bonus"]
    assert ranked(asked(rules={"combine": "mean", "best": 2}, events=events)) == ["1 A 22.50"]
    rules = {"worth": "root", "times": 100}
    assert ranked(asked(rules=rules, events=[places({"A": 1, "B": 4}, size=16)])) == ["1 A 400", "2 B 200"]


def test_b15_a_duty_to_come_and_points_for_missed_sessions() -> None:
    events = [event({"A": 10, **({"B": 30} if n < 7 else {})}) for n in range(10)]
    reply = asked(rules={"least": 8, "absence_penalty": 20}, events=events)
    assert ranked(reply) == ["1 A 100", "– B 150"]
    assert reply["rows"][1]["lines"] == [{"code": "absence", "points": -60, "evenings": 3, "reason": ""}]


def test_b16_the_final_is_for_all_who_came_and_awards_for_presence_and_mean_rank() -> None:
    events = [places({"A": 1, "B": 2, "C": 3}), places({"C": 1, "A": 2}), places({"C": 1, "B": 2, "A": 3})]
    most = asked(rules={"worth": "presence", "final": "everybody", "final_least": 3}, events=events)
    assert ranked(most) == ["1–2 A 3", "1–2 C 3", "3 B 2"]
    assert most["final"] == ["A", "C"]
    mean = asked(rules={"worth": "rank", "combine": "mean", "least": 2}, events=events, declined=["C"])
    assert ranked(mean) == ["1 C 1.67", "2 A 2.00", "3 B 2.00"]
    best = {"worth": "presence", "final": "best", "final_places": 2}
    assert asked(rules=best, events=events, declined=["C"])["final"] == ["A", "B"]


def test_b17_the_challenge_cup_and_who_keeps_it() -> None:
    wins = [*"ABBACCC", *"ABABABA"]
    reply = asked(wins=[{"person": person} for person in wins], cup={"in_a_row": 3, "in_all": 4})
    keeps = [(n, win["person"]) for n, win in enumerate(reply["cup"]) if win["keeps"]]
    assert keeps == [(6, "C"), (13, "A")]
    year = [{"person": "A", "period": 2025}] * 2 + [{"person": "A", "period": 2026}]
    reply = asked(wins=year, cup={"in_a_row": 3, "in_all": 4, "within_period": True})
    assert [win["in_a_row"] for win in reply["cup"]] == [1, 2, 1]
    assert not any(win["keeps"] for win in reply["cup"])


def test_clubs_and_teams_by_their_best_members_of_an_evening() -> None:
    club = {"A": "Nord", "B": "Nord", "C": "Nord", "D": "Süd", "E": "Süd"}
    points = [{"A": 10, "B": 20, "C": 30, "D": 40, "E": -5}, {"A": 7, "D": 6, "E": 5}]
    events = [event({name: {"points": n, "club": club[name]} for name, n in row.items()}) for row in points]
    reply = asked(rules={"whom": "clubs", "club_best": 2}, events=events)
    assert ranked(reply) == ["1 Nord 57", "2 Süd 46"]
    people = [{"person": name, "team": f"{name}-Team"} for name in "AD"]
    reply = asked(rules={"whom": "teams"}, events=events, people=people)
    assert ranked(reply) == ["1 D-Team 46", "2 A-Team 17"]


def test_categories_and_head_to_head_and_the_lot() -> None:
    people = [{"person": name, "categories": ["lady"]} for name in ("Anna", "Cora")]
    events = [
        {
            **event({"Anna": 10, "Bert": 50, "Cora": 20}),
            "tables": [{"Anna": 7, "Cora": 3}, {"Bert": 1, "Anna": 9}],
        },
        event({"Anna": 20, "Cora": 10}),
    ]
    rules: dict[str, Any] = {"category": ["lady"], "ties": ["head_to_head", "lot"]}
    reply = asked(rules=rules, events=events, people=people, seed="Martini 2026")
    assert ranked(reply) == ["1 Anna 30", "2 Cora 30"]
    assert reply["rows"][1]["decided_by"] == "head_to_head"
    reply = asked(rules={**rules, "ties": ["lot"]}, events=events, people=people, seed="Martini 2026")
    (lot,) = reply["lots"]
    assert sorted(lot["order"]) == ["Anna", "Cora"]
    assert lot["tickets"] == sorted(lot["tickets"])
    assert [row["person"] for row in reply["rows"]] == lot["order"]
    reply = asked(rules={**rules, "ties": ["lot"]}, events=events, people=people)
    assert [row["place"] for row in reply["rows"]] == ["1–2", "1–2"]
    assert [hint["code"] for hint in reply["hints"]] == ["no_seed"]


def test_hosting_absence_as_the_worst_and_points_per_hand() -> None:
    events = [
        event({"A": {"points": 60, "hands": 24}, "B": {"points": 30, "hands": 20}}, hosts=["B", "Wirt"]),
        event({"A": {"points": 10, "hands": 16}, "C": {"points": -16, "hands": 16}}),
    ]
    rules = {"worth": "per_hand", "times": 40, "absent": "worst", "hosting_bonus": 5}
    reply = asked(rules=rules, events=events)
    assert ranked(reply) == ["1 A 125", "2 B 25", "3 C 20", "– Wirt 25"]
    assert reply["rows"][3]["unranked"] == "no_result"


def test_a_correction_says_what_it_moved() -> None:
    before, after = [event({"A": 10, "B": 9})], [event({"A": 10, "B": 11})]
    reply = asked(events=after, before=before)
    assert reply["notice"] == "2 places of the season have changed."
    assert [(move["person"], move["before"], move["after"]) for move in reply["moves"]] == [
        ("B", 2, 1),
        ("A", 1, 2),
    ]
    assert asked(events=after, before=after)["notice"].startswith("The season stays as it is")


def test_two_names_of_one_person() -> None:
    events = [event({"Ali": 300, "B": 5}), event({"Alexander": 200})]
    reply = asked(events=events, same=[["Alexander", "Ali"]])
    assert ranked(reply) == ["1 Alexander 500", "2 B 5"]
    reply = asked(events=events, same=[["B", "Ali"]])
    assert [problem["code"] for problem in reply["problems"]] == ["both_took_part"]
