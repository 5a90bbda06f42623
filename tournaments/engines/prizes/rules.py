"""What an organiser decides about prizes as a whole: one declaration for form, file and sentences."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from scoring.fields import Ask, Between, When
from scoring.text import mark as _
from tournaments.engines.prizes.choices import (
    BesideGoods,
    Equal,
    HortShare,
    PerPerson,
    RestGoes,
    Sharing,
    Takes,
    Undivided,
)

MOST_UNIT = 10**9  # smallest units of a currency
LIMITED = (When("per_person", (PerPerson.ONE, PerPerson.ONE_MONEY, PerPerson.ONE_PER_KIND)),)


@dataclass(frozen=True, slots=True, kw_only=True)
class PrizeRules:
    """How prizes become awards; announced before the first hand."""

    ties: Annotated[
        Sharing,
        Ask(_("Those who are equal"), "", _("What they do with the prizes of their places."), important=True),
    ] = Sharing.SHARED
    equal: Annotated[Equal, Ask(_("Equal are"), "", _("Who counts as equal."))] = Equal.POINTS
    hort: Annotated[
        HortShare,
        Ask(
            _("The other halves go to"),
            "",
            _("Two readings of the Hort system."),
            when=(When("ties", (Sharing.HORT,)),),
        ),
    ] = HortShare.ALL_EQUAL
    undivided: Annotated[
        Undivided,
        Ask(
            _("What cannot be divided"),
            "",
            _("How equals are told apart for goods and for sums too small to pay."),
        ),
    ] = Undivided.LOT
    beside_goods: Annotated[
        BesideGoods,
        Ask(_("Money beside goods"), "", _("What equals do with money where goods are among their prizes.")),
    ] = BesideGoods.WHOLE
    per_person: Annotated[
        PerPerson, Ask(_("A person may take"), "", _("How many prizes somebody may take."), important=True)
    ] = PerPerson.ONE
    takes: Annotated[
        Takes, Ask(_("Who may take only one takes"), "", _("Which of several prizes it is."), when=LIMITED)
    ] = Takes.VALUE_FIRST
    passed_on: Annotated[
        bool,
        Ask(
            _("Freed prizes move on"),
            "",
            _("The next who is entitled gets them; otherwise nobody does."),
            when=LIMITED,
        ),
    ] = True
    unit: Annotated[
        int,
        Ask(_("Money is paid in steps of"), "", _("In the smallest unit of the currency: 50 are 50 cents.")),
        Between(1, MOST_UNIT),
    ] = 1
    least: Annotated[
        int,
        Ask(
            _("Smallest sum paid"),
            "",
            _("Nothing is shared into less than this; equals are told apart instead. 0: no limit."),
            zero=_("no limit"),
        ),
        Between(0, MOST_UNIT),
    ] = 0
    rest: Annotated[RestGoes, Ask(_("What does not divide"), "", _("Where it goes."))] = RestGoes.CLUB
    based_on: Annotated[
        int,
        Ask(
            _("Prizes based on"),
            "",
            _("Fixed prizes shrink in proportion if fewer people come. 0: never."),
            zero=_("never"),
        ),
        Between(0, 100_000),
    ] = 0
    based_least: Annotated[
        int,
        Ask(_("But at least, in percent"), "", _("Not below this part of what was announced."), when=()),
        Between(0, 100),
    ] = 0
    based_above: Annotated[
        int,
        Ask(_("If more was announced than"), "", _("The least part holds only above this sum; 0: always.")),
        Between(0, 10**12),
    ] = 0
