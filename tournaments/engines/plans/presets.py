"""Events as clubs hold them: the game with its rules, the stages, the ranking, and one sentence about each.

Data only. Games and their rule sets are named here by their keys; nobody compares them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from scoring.game import Game
from scoring.text import mark as _
from tournaments.engines.plans.declared import EventSettings, Format, Leftover, StagePlan
from tournaments.engines.plans.fitting import pairs_off, usual_size
from tournaments.engines.plans.stages import StageDraft
from tournaments.engines.standings import RankingRules, style


@dataclass(frozen=True, slots=True, kw_only=True)
class EventPreset:
    """A kind of event one can begin with; everything in it can be changed."""

    key: str
    name: str  # marked for translation, like the next
    about: str  # one sentence
    game: str
    rules: str  # key of the game's rule set
    switches: Mapping[str, Any] = field(default_factory=dict)  # raw answers that differ from it
    settings: EventSettings = field(default_factory=EventSettings)
    stages: tuple[StageDraft, ...]
    ranking: RankingRules = field(default_factory=RankingRules)


PAIRS = EventSettings(entrant=2)

PRESETS: tuple[EventPreset, ...] = (
    EventPreset(
        key="cego-schwarzwald",
        name=_("Cego as in the Black Forest: 2 × 24"),
        about=_("Tables of four, two rounds of 24 hands; seats are drawn anew, nobody meets twice."),
        game="cego",
        rules="schwarzwald",
        stages=(StageDraft(plan=StagePlan(rounds=2, hands=24, rest=Leftover.SIT_OUT)),),
        ranking=style("individual_sum").rules,
    ),
    EventPreset(
        key="cego-three",
        name=_("Cego at tables of three: 3 × 15"),
        about=_("Tables of three, three rounds of 15 hands; everybody deals five times a round."),
        game="cego",
        rules="baden2006",
        stages=(StageDraft(plan=StagePlan(rounds=3, hands=15, size=3, rest=Leftover.SIT_OUT)),),
        ranking=style("individual_sum").rules,
    ),
    EventPreset(
        key="caesar-partners",
        name=_("Caesar with changing partners: 5 × 16"),
        about=_("Five rounds of 16 hands, a new partner in each; everybody collects what their side writes."),
        game="caesar",
        rules="caesar_turnier",
        stages=(StageDraft(plan=StagePlan(format=Format.PARTNERS, rounds=5, hands=16)),),
        ranking=style("partners").rules,
    ),
    EventPreset(
        key="caesar-partners-standing",
        name=_("Caesar with changing partners by standing: 5 × 16"),
        about=_("Five rounds of 16 hands; from the second on those with about the same points meet."),
        game="caesar",
        rules="caesar_turnier",
        stages=(StageDraft(plan=StagePlan(format=Format.PARTNERS_STANDING, rounds=5, hands=16)),),
        ranking=style("partners").rules,
    ),
    EventPreset(
        key="caesar-pairs-standing",
        name=_("Caesar in fixed pairs by standing: 5 × 16"),
        about=_("Five rounds of 16 hands; pairs with about the same points meet, nobody twice if possible."),
        game="caesar",
        rules="caesar_turnier",
        settings=PAIRS,
        stages=(
            StageDraft(plan=StagePlan(format=Format.STANDING, rounds=5, hands=16, rest=Leftover.SIT_OUT)),
        ),
        ranking=style("partners").rules,
    ),
    EventPreset(
        key="truco-groups",
        name=_("Truco in pairs: groups, then knockout"),
        about=_(
            "One chico to 30 in the groups; the best two of each go on to the knockout, played "
            "best of three chicos."
        ),
        game="truco",
        rules="clasico",
        settings=PAIRS,
        stages=(
            StageDraft(plan=StagePlan(format=Format.GROUPS, groups=4), rules={"games_to_win": 1}),
            StageDraft(plan=StagePlan(format=Format.KNOCKOUT, takes=2, fresh=True)),
        ),
        ranking=style("matches").rules,
    ),
    EventPreset(
        key="truco-swiss",
        name=_("Truco in pairs: Swiss system"),
        about=_("Five rounds of one chico to 30; pairs with the same score meet, nobody goes home early."),
        game="truco",
        rules="clasico",
        switches={"games_to_win": 1},
        settings=PAIRS,
        stages=(StageDraft(plan=StagePlan(format=Format.SWISS, rounds=5)),),
        ranking=style("swiss").rules,
    ),
    EventPreset(
        key="cabo-evening",
        name=_("Cabo evening"),
        about=_("Three games at tables of three to five, near in the standings; the best four play a final."),
        game="cabo",
        rules="standard",
        stages=(
            StageDraft(plan=StagePlan(format=Format.STANDING, rounds=3, rest=Leftover.EITHER)),
            StageDraft(plan=StagePlan(format=Format.FINAL, takes=4)),
        ),
        ranking=style("placement_low").rules,
    ),
    EventPreset(
        key="ecarte-matches",
        name=_("Écarté: everybody against everybody, then knockout"),
        about=_("Matches best of three games; the best four play semi-finals and a final, best of five."),
        game="ecarte",
        rules="standard",
        switches={"games_to_win": 2},
        stages=(
            StageDraft(plan=StagePlan(format=Format.ROUND_ROBIN)),
            StageDraft(
                plan=StagePlan(format=Format.KNOCKOUT, takes=4, fresh=True), rules={"games_to_win": 3}
            ),
        ),
        ranking=style("games").rules,
    ),
)

SAMPLE_ON, SAMPLE_OVER = "cego-schwarzwald", "cabo-evening"
"""The kinds that a made-up club plays: a large event that is on, and a small one that is over."""


def preset_for(key: str) -> EventPreset | None:
    """The preset with this key."""
    return next((preset for preset in PRESETS if preset.key == key), None)


def blank(game: Game[Any, Any], rules: Any) -> tuple[EventSettings, StageDraft, RankingRules]:
    """What a new event of any game begins with: tables for everybody alone, or matches of two sides."""
    heads = usual_size(game, rules)
    if pairs_off(game, rules, heads):
        matches = StageDraft(plan=StagePlan(format=Format.SWISS, rounds=4))
        return EventSettings(entrant=heads // 2), matches, style("swiss").rules
    tables = StageDraft(plan=StagePlan(size=heads, rest=Leftover.SIT_OUT))
    return EventSettings(), tables, style("individual_low" if game.low_wins else "individual_best").rules
