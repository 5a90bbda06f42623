"""Truco: what a club may decide.

The defaults follow [P], the German text of a Spanish rule sheet; what other groups play is a switch.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from scoring.fields import Ask, Between, Option
from scoring.paper import Tally
from scoring.text import vocabulary

_ = vocabulary("truco")


class FlorVsFlor(Option):
    PER_FLOR = "per_flor", _("3 for every flor")
    FIXED4 = "fixed4", _("4 in all")


class SameSide(Option):
    EACH = "each", _("3 each")
    TOTAL3 = "total3", _("3 in all")


class Achico(Option):
    ACCEPTED = "accepted", _("What was staked before")
    PLUS_ONE = "plus_one", _("What was staked before, and 1")


class EnvidoChain(Option):
    OPEN = "open", _("In any order, falta envido last")
    CLASSIC = "classic", _("Twice envido, once real envido, once falta envido, only upwards")


class EnvidoRefusal(Option):
    ACCUMULATED = "accumulated", _("The calls accepted before, at least 1")
    PER_CALL = "per_call", _("1 for every call")


class FaltaMode(Option):
    LEADER = "leader", _("What the leader still needs")
    WINNER_TAKES_CHICO = "winner_takes_chico", _("The whole chico")
    MALAS_CHICO = "malas_chico", _("In the malas the whole chico, in the buenas what the leader still needs")
    MALAS_HALF = "malas_half", _("In the malas up to the buenas, in the buenas what the leader still needs")
    LEADER_HALF = "leader_half", _("What the leader still needs of the half being played")
    OWN_HALF = "own_half", _("What the winner still needs of their own half")


class EndCheck(Option):
    IMMEDIATE = "immediate", _("At once: flor, then envido, then truco")
    END_OF_HAND = "end_of_hand", _("At the end of the hand; the higher total wins")


class Gallo(Option):
    ROTATING = "rotating", _("Moves with the deal; three accounts")
    FIXED = "fixed", _("Always seat 1, against the pair")


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """What a club decides; the defaults follow [P] and, where it is silent, `docs/rules-decisions.md`."""

    target: Annotated[
        int,
        Ask(
            _("Points of a chico"),
            _("Points"),
            _("The first half are the malas, the second the buenas."),
            important=True,
        ),
        Between(2, 200),
    ] = 30
    games_to_win: Annotated[
        int,
        Ask(
            _("Chicos to win"),
            _("Chicos"),
            _("Whoever has won this many chicos wins the match."),
            important=True,
        ),
        Between(1, 9),
    ] = 2
    with_flor: Annotated[
        bool, Ask(_("With flor"), _("Flor"), _("Three cards of one suit count."), important=True)
    ] = True
    falta_mode: Annotated[
        FaltaMode,
        Ask(_("Falta envido"), _("Falta"), _("What an accepted falta envido is worth."), important=True),
    ] = FaltaMode.LEADER
    gallo: Annotated[
        Gallo,
        Ask(
            _("The gallo, with three players"),
            _("Gallo"),
            _("Who plays against the other two."),
            important=True,
        ),
    ] = Gallo.ROTATING
    flor_vs_flor: Annotated[
        FlorVsFlor,
        Ask(
            _("Flor against flor"), _("Flor/flor"), _("What the better flor is worth when they are compared.")
        ),
    ] = FlorVsFlor.PER_FLOR
    same_side_flores: Annotated[
        SameSide,
        Ask(_("Several flores of one side"), _("Flores"), _("Whether each of them counts.")),
    ] = SameSide.EACH
    achico_rule: Annotated[
        Achico,
        Ask(
            _("A refused contraflor"),
            _("Achico"),
            _("What the caller gets when the others say “con flor me achico”."),
        ),
    ] = Achico.ACCEPTED
    resto_adds_flores: Annotated[
        bool,
        Ask(
            _("Contraflor al resto counts the flores too"),
            _("Resto +"),
            _("Otherwise it is worth only what the leader still needs."),
        ),
    ] = True
    flor_cancels_envido: Annotated[
        bool, Ask(_("A flor cancels the envido"), _("No envido"), _("Otherwise both count in one hand."))
    ] = True
    envido_chain: Annotated[
        EnvidoChain, Ask(_("Raising the envido"), _("Chain"), _("Which calls may answer which."))
    ] = EnvidoChain.OPEN
    envido_refusal: Annotated[
        EnvidoRefusal,
        Ask(_("A refused envido"), _("Refusal"), _("What the last caller gets for “no quiero”.")),
    ] = EnvidoRefusal.ACCUMULATED
    envido_on_fold: Annotated[
        int,
        Ask(
            _("Extra point for folding without an envido"),
            _("Fold +"),
            _("When a side folds and neither envido nor flor was called."),
        ),
        Between(0, 1),
    ] = 0
    end_check: Annotated[
        EndCheck, Ask(_("When a chico ends"), _("End"), _("Which points still count when a side gets there."))
    ] = EndCheck.IMMEDIATE
    pido_flor_fail: Annotated[
        int,
        Ask(_("Pido flor without a reason"), _("Pido"), _("What the challenged side gets: 3 or 4.")),
        Between(3, 4),
    ] = 3
    pica_limit: Annotated[
        int,
        Ask(
            _("Pica-pica stops at"),
            _("Pica to"),
            _("When a side has this many points only redondas follow; 0 means no limit."),
            zero=_("no limit"),
        ),
        Between(0, 200),
    ] = 25
    pica_start: Annotated[
        int,
        Ask(
            _("Pica-pica starts at"),
            _("Pica from"),
            _("Before a side has this many points there are only redondas."),
        ),
        Between(0, 200),
    ] = 0
    interference_points: Annotated[
        int,
        Ask(
            _("Interference in a duel"),
            _("Interf."),
            _("What the other side gets, besides the points given back."),
        ),
        Between(0, 99),
    ] = 4

    @property
    def half(self) -> int:
        """The buenas begin here; of an odd target the malas are the larger half."""
        return (self.target + 1) // 2


def tally(rules: Rules) -> Tally:
    """On paper: the malas above a line, the buenas below it, for every chico a match may need."""
    parts = ((_("Malas"), rules.half), (_("Buenas"), rules.target - rules.half))
    return Tally(parts, 2 * rules.games_to_win - 1)
