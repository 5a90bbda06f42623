"""What a club decides about its season: one declaration, from which form, JSON and sentence are made.

Every default does nothing: all evenings are added up as they were played.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from scoring.fields import Ask, AtLeast, Between, Many, OneOf, When
from scoring.text import mark as _
from tournaments.engines.season.choices import (
    Absent,
    BonusPlace,
    ChallengeCup,
    Combining,
    Finalists,
    Outsiders,
    SeasonBy,
    Unit,
    Whom,
)
from tournaments.engines.season.evenings import MOST_EVENINGS, MOST_POINTS, EveningRules


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonRules(EveningRules):
    """How evenings become the standings of a season."""

    # --- which of them count ---
    combine: Annotated[
        Combining, Ask(_("Evenings are"), "", _("How the total comes about."), important=True)
    ] = Combining.SUM
    divisor: Annotated[
        Unit,
        Ask(
            _("Divided by"),
            "",
            _("What the sum is divided by."),
            when=(When("combine", (Combining.MEAN,)),),
        ),
    ] = Unit.EVENINGS
    least_divisor: Annotated[
        int,
        Ask(
            _("Divided by at least"),
            "",
            _("Whoever has fewer is divided by this number: what is missing counts as 0. 0: no such number."),
            zero=_("no"),
            when=(When("combine", (Combining.MEAN,)),),
        ),
        Between(0, 100_000),
    ] = 0
    best: Annotated[
        int,
        Ask(
            _("Only the best evenings count"),
            "",
            _("How many count; the worst others are left out. 0: all count."),
            zero=_("all count"),
            important=True,
        ),
        Between(0, MOST_EVENINGS),
    ] = 0
    drop: Annotated[
        int,
        Ask(
            _("The worst evenings are left out"),
            "",
            _("How many; an evening that somebody missed is left out first. 0: none."),
            zero=_("none"),
            when=(When("best", (0,)),),
        ),
        Between(0, MOST_EVENINGS),
    ] = 0
    drop_from: Annotated[
        int,
        Ask(
            _("The worst is left out from this many evenings on"),
            "",
            _("Who comes often may leave out more. 0: not so."),
            zero=_("no"),
            when=(When("best", (0,)), When("drop", (0,))),
        ),
        Between(0, MOST_EVENINGS),
    ] = 0
    drop_every: Annotated[
        int,
        Ask(
            _("One more after every further"),
            "",
            _("After this many further evenings one more is left out."),
            when=(AtLeast("drop_from", 1),),
        ),
        Between(1, MOST_EVENINGS),
    ] = 5
    drop_most: Annotated[
        int,
        Ask(
            _("At most this many are left out"),
            "",
            _("However often somebody comes."),
            when=(AtLeast("drop_from", 1),),
        ),
        Between(1, MOST_EVENINGS),
    ] = 5
    always: Annotated[
        tuple[str, ...],
        Ask(
            _("Evenings of these kinds always count"),
            "",
            _("A final that is never left out; the number of best evenings holds for the others."),
        ),
        Many(0, 20, distinct=True),
    ] = ()
    per_group: Annotated[
        int,
        Ask(
            _("Best evenings of every group"),
            "",
            _("At most this many evenings of each group, for example of each venue, count. 0: no limit."),
            zero=_("no limit"),
        ),
        Between(0, MOST_EVENINGS),
    ] = 0
    announced_only: Annotated[
        bool,
        Ask(
            _("Only evenings announced beforehand"),
            "",
            _("Somebody says before an evening that it is to count for this list."),
        ),
    ] = False
    absent: Annotated[
        Absent,
        Ask(
            _("Being absent"),
            "",
            _("What an evening is worth to somebody who was not there."),
            important=True,
        ),
    ] = Absent.NOTHING
    absent_points: Annotated[
        int,
        Ask(
            _("Points for being absent"),
            "",
            _("The fixed number for an evening that was missed."),
            when=(When("absent", (Absent.FIXED,)),),
        ),
        Between(-MOST_POINTS, MOST_POINTS),
    ] = 0
    absence_penalty: Annotated[
        int,
        Ask(
            _("Points taken away for each absence"),
            "",
            _("From the total, whichever evenings count. 0: none."),
            zero=_("none"),
        ),
        Between(0, MOST_POINTS),
    ] = 0

    # --- bonus ---
    presence_bonus: Annotated[
        int,
        Ask(_("Bonus for taking part"), "", _("For every evening somebody came."), zero=_("none")),
        Between(0, MOST_POINTS),
    ] = 0
    all_bonus: Annotated[
        int,
        Ask(
            _("Bonus for coming every time"),
            "",
            _("Once, at the end of the season."),
            zero=_("none"),
        ),
        Between(0, MOST_POINTS),
    ] = 0
    hosting_bonus: Annotated[
        int,
        Ask(_("Bonus for hosting"), "", _("For everybody who hosted an evening."), zero=_("none")),
        Between(0, MOST_POINTS),
    ] = 0
    bonus: Annotated[
        BonusPlace,
        Ask(
            _("A bonus is"),
            "",
            _("Whether it can be left out with its evening."),
        ),
    ] = BonusPlace.APART

    # --- who is on the list ---
    whom: Annotated[Whom, Ask(_("Standings of"), "", _("Whose standings these are."))] = Whom.PEOPLE
    club_best: Annotated[
        int,
        Ask(
            _("Members who count on an evening"),
            "",
            _("This many of the best members count for their club or team. 0: all."),
            zero=_("all"),
            when=(When("whom", (Whom.CLUBS, Whom.TEAMS)),),
        ),
        Between(0, 100),
    ] = 0
    members_only: Annotated[bool, Ask(_("Members only"), "", _("Guests play, but are not on this list."))] = (
        False
    )
    category: Annotated[
        tuple[str, ...],
        Ask(_("Only people of this category"), "", _("Ladies, juniors; empty: everybody.")),
        Many(0, 10, distinct=True),
    ] = ()
    outsiders: Annotated[
        Outsiders,
        Ask(
            _("Places of those who are not on the list"),
            "",
            _("Matters where places are worth points."),
            when=(OneOf((When("members_only", (True,)), AtLeast("category", 1))),),
        ),
    ] = Outsiders.KEEP
    least: Annotated[
        int,
        Ask(
            _("Least number to be ranked"),
            "",
            _("Whoever has fewer is listed without a place. 0: everybody has a place."),
            zero=_("everybody has a place"),
            important=True,
        ),
        Between(0, 100_000),
    ] = 0
    least_of: Annotated[
        Unit,
        Ask(_("This number is of"), "", _("What has to be reached."), when=(AtLeast("least", 1),)),
    ] = Unit.EVENINGS
    least_at_end: Annotated[
        bool,
        Ask(
            _("Only at the end of the season"),
            "",
            _("Until then everybody has a place, and what is missing is shown."),
            when=(AtLeast("least", 1),),
        ),
    ] = False
    all_required: Annotated[
        bool,
        Ask(
            _("Only who came every time"),
            "",
            _("Whoever has missed an evening is listed without a place."),
        ),
    ] = False
    least_partners: Annotated[
        int,
        Ask(
            _("Least number of partners"),
            "",
            _("Whoever played with fewer different partners is listed without a place. 0: does not matter."),
            zero=_("does not matter"),
        ),
        Between(0, 100),
    ] = 0

    # --- who is ahead ---
    ties: Annotated[
        tuple[SeasonBy, ...],
        Ask(
            _("In a tie"),
            "",
            _("The first of these decides; if they are still tied, the next one. Empty: places are shared."),
            important=True,
        ),
        Many(0, 12, distinct=True),
    ] = (SeasonBy.BEST_EVENING,)
    decimals: Annotated[
        int,
        Ask(_("Decimals"), "", _("How exactly totals are shown; the order is always exact.")),
        Between(0, 6),
    ] = 2

    # --- the final ---
    final: Annotated[Finalists, Ask(_("Who comes to the final"), "", _("The list of the final."))] = (
        Finalists.NOBODY
    )
    final_places: Annotated[
        int,
        Ask(
            _("Places in the final"),
            "",
            _("If somebody declines, the next one moves up."),
            when=(When("final", (Finalists.BEST,)),),
        ),
        Between(1, 10_000),
    ] = 8
    final_least: Annotated[
        int,
        Ask(
            _("Evenings for the final"),
            "",
            _("How often somebody must have come to be on the list of the final."),
            when=(When("final", (Finalists.BEST, Finalists.EVERYBODY)),),
        ),
        Between(0, MOST_EVENINGS),
    ] = 1

    # --- the challenge cup ---
    cup: Annotated[
        ChallengeCup,
        Ask(_("Who wins the challenge cup"), "", _("Whoever wins it has it until the next win.")),
    ] = ChallengeCup.NONE
    cup_in_a_row: Annotated[
        int,
        Ask(
            _("Own for ever after wins in a row"),
            "",
            _("Then a new cup begins. 0: not so."),
            zero=_("no"),
            when=(When("cup", (ChallengeCup.EVENINGS, ChallengeCup.SEASONS)),),
        ),
        Between(0, 100),
    ] = 3
    cup_in_all: Annotated[
        int,
        Ask(
            _("Own for ever after wins in all"),
            "",
            _("Then a new cup begins. 0: not so."),
            zero=_("no"),
            when=(When("cup", (ChallengeCup.EVENINGS, ChallengeCup.SEASONS)),),
        ),
        Between(0, 100),
    ] = 4
