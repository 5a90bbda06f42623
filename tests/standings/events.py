"""Random events for Hypothesis: as odd as an evening can be."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from tournaments.engines.standings import (
    Account,
    Adjustment,
    By,
    Competition,
    Competitor,
    RankingRules,
    Rest,
    TableResult,
)
from tournaments.engines.standings.choices import Absence, Bye, Credit, MatchBy, Places, Short, WithdrawnRank
from tournaments.engines.standings.inputs import RestKind

small = st.integers(-20, 20)


@st.composite
def rules(draw: st.DrawFn, /, *criteria: By, **fixed: Any) -> RankingRules:
    """Any rules with these criteria."""
    loss = draw(st.integers(0, 1))
    even = draw(st.integers(loss, 2))
    facts: dict[str, Any] = {
        "criteria": criteria,
        "low_wins": draw(st.booleans()),
        "best_rounds": draw(st.sampled_from((0, 0, 1, 2))),
        "win": draw(st.integers(max(1, even), 3)),
        "draw": even,
        "loss": loss,
        "match_by": draw(st.sampled_from(MatchBy)),
        "bye": draw(st.sampled_from(Bye)),
        "forfeit_points": draw(st.integers(0, 15)),
        "forfeit_games": draw(st.integers(0, 2)),
        "walkover_meets": draw(st.booleans()),
        "sitting_out": draw(st.sampled_from(Credit)),
        "sitting_out_points": draw(small),
        "absent": draw(st.sampled_from(Absence)),
        "absent_points": draw(small),
        "places": draw(st.sampled_from(Places)),
        "absent_placement": draw(st.integers(-3, 0)),
        "short": draw(st.sampled_from(Short)),
        "least_hands": draw(st.integers(0, 6)),
        "penalty_in_round": draw(st.booleans()),
        "withdrawn": draw(st.sampled_from(WithdrawnRank)),
    }
    return RankingRules(**(facts | fixed))


@st.composite
def accounts(draw: st.DrawFn, groups: list[tuple[int, ...]]) -> tuple[Account, ...]:
    """Hand by hand, or from paper by totals only."""
    by_hand = draw(st.integers(0, 4))
    drawn = []
    for who in groups:
        hands = tuple(draw(st.lists(st.integers(-3, 3), min_size=by_hand, max_size=by_hand)))
        drawn.append(
            Account(
                who,
                sum(hands) if hands else draw(st.integers(-4, 4)),
                hands,
                games=draw(st.integers(0, 2)),
                won=sum(hand > 0 for hand in hands),
                lost=sum(hand < 0 for hand in hands),
            )
        )
    return tuple(drawn)


@st.composite
def competitions(
    draw: st.DrawFn, /, *criteria: By, matched: bool | None = None, most: int = 6, **fixed: Any
) -> Competition:
    """Up to six people and four rounds; tables of individuals, of partners, or matches."""
    ids = list(range(1, draw(st.integers(2, most)) + 1))
    is_matched = draw(st.booleans()) if matched is None else matched
    played: list[TableResult] = []
    rests: list[Rest] = []
    last_round = draw(st.integers(1, 4))
    for number in range(1, last_round + 1):
        order = draw(st.permutations(ids))
        partners = len(ids) >= 4 and draw(st.integers(0, 3)) == 0
        size = 4 if partners else 2 if is_matched else draw(st.integers(2, 5))
        while order:
            taken, order = order[:size], order[size:]
            if len(taken) < (size if partners else 2) or draw(st.integers(0, 9)) == 0:
                kind: RestKind | None = draw(st.sampled_from(("bye", "sitting_out", "absent", None)))
                granted = draw(st.sampled_from(((None, None), (None, 1), (3, None))))
                rests += [Rest(1, number, entrant, kind, *granted) for entrant in taken if kind is not None]
                continue
            groups: list[tuple[int, ...]] = (
                [tuple(taken[:2]), tuple(taken[2:])] if partners else [(entrant,) for entrant in taken]
            )
            walkover = draw(st.integers(0, 5)) == 0 and is_matched
            played.append(
                TableResult(
                    stage=1,
                    round=number,
                    table=len(played) + 1,
                    accounts=draw(accounts(groups)),
                    finished=draw(st.integers(0, 4)) > 0,
                    matched=is_matched,
                    planned=draw(st.sampled_from((0, 2, 3))),
                    number=draw(st.sampled_from((0, 0, 5))),
                    walkover=groups[0][0] if walkover else None,
                )
            )
    adjustments = draw(
        st.lists(
            st.builds(
                Adjustment,
                entrant=st.sampled_from(ids),
                round=st.none() | st.integers(1, last_round),
                points=st.integers(-3, 3),
                reason=st.just("late"),
                target=st.sampled_from(("points", "match_points")),
            ),
            max_size=2,
        )
    )
    entrants = tuple(
        Competitor(
            id_,
            category=draw(st.sampled_from(("", "youth", "ladies"))),
            team=draw(st.sampled_from(("", "Reds", "Blues"))),
            withdrawn_after=draw(st.sampled_from((None, None, None, 1, 2))),
            ranked=draw(st.integers(0, 6)) > 0,
        )
        for id_ in ids
    )
    return Competition(
        entrants, tuple(played), tuple(rests), tuple(adjustments), draw(rules(*criteria, **fixed))
    )
