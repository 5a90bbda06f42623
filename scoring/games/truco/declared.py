"""Truco: what is asked for a hand.

A hand is up to three blocks and what went wrong in it: flor, envido, truco, penalties. Accounts are
sides; with a rotating gallo everybody keeps one, and either player of the pair stands for both.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from scoring.fields import Ask, Between, Codes, Many, Option, When
from scoring.table import Seat, Side
from scoring.text import vocabulary

_ = vocabulary("truco")


class Kind(Option):
    PLAYED = "played", _("Played"), _("–")
    VOID = "void", _("Void deal"), _("×"), _("Thrown in; nothing is written, the same dealer deals again")
    QUICK = (
        "quick",
        _("Points without a reason"),
        _("+n"),
        _("Only the number is known; it is marked as such"),
    )


class RoundKind(Option):
    REDONDA = "redonda", _("Redonda"), _("R"), _("Everybody plays, side against side")
    PICA = "pica", _("Pica-pica"), _("P"), _("One deal, a duel for every two who face each other")


class Course(Option):
    ALONE = "alone", _("Flor"), _("F"), _("The other side has none")
    COMPARED = "compared", _("Flor against flor"), _("F F"), _("The better one wins")
    ACHICO = "achico", _("Flor, con flor me achico"), _("F a"), _("The first flor wins")
    CONTRAFLOR_QUIERO = (
        "contraflor_quiero",
        _("Contraflor, con flor quiero"),
        _("CF q"),
        _("The better one wins"),
    )
    CONTRAFLOR_ACHICO = (
        "contraflor_achico",
        _("Contraflor, con flor me achico"),
        _("CF a"),
        _("The contraflor wins"),
    )
    RESTO_QUIERO = (
        "resto_quiero",
        _("Contraflor al resto, con flor quiero"),
        _("R q"),
        _("The better one wins"),
    )
    RESTO_ACHICO = (
        "resto_achico",
        _("Contraflor al resto, con flor me achico"),
        _("R a"),
        _("The last call wins"),
    )
    CONTRAFLOR_RESTO_QUIERO = (
        "contraflor_resto_quiero",
        _("Contraflor, al resto, con flor quiero"),
        _("CF R q"),
        _("The better one wins"),
    )
    CONTRAFLOR_RESTO_ACHICO = (
        "contraflor_resto_achico",
        _("Contraflor, al resto, con flor me achico"),
        _("CF R a"),
        _("The last call wins"),
    )


class Call(Option):
    ENVIDO = "envido", _("Envido"), _("E")
    REAL = "real", _("Real envido"), _("R")
    FALTA = "falta", _("Falta envido"), _("F")


class Answer(Option):
    QUIERO = "quiero", _("Quiero"), _("q")
    NO_QUIERO = "no_quiero", _("No quiero"), _("N")


class End(Option):
    PLAYED = "played", _("Played out"), _("–")
    REFUSED = "refused", _("No quiero"), _("N"), _("The last call was refused")
    FOLDED = "folded", _("Folded"), _("M"), _("A whole side gave up after the last call was accepted")


class Offence(Option):
    PIDO_FLOR_RIGHT = (
        "pido_flor_right",
        _("Pido flor, justified"),
        _("PF ✓"),
        _("A flor was hidden: the points of that side move over, and 3 more"),
    )
    PIDO_FLOR_WRONG = (
        "pido_flor_wrong",
        _("Pido flor, not justified"),
        _("PF ×"),
        _("There was no flor: points for the challenged side"),
    )
    FALSE_FLOR = "false_flor", _("False flor"), _("FF"), _("A flor was announced that was none")
    INTERFERENCE = (
        "interference",
        _("Interference"),
        _("Int"),
        _("Somebody meddled in a duel that was not their own"),
    )


PIDO_FLOR = (Offence.PIDO_FLOR_RIGHT, Offence.PIDO_FLOR_WRONG)
ABOUT_FLOR = (*PIDO_FLOR, Offence.FALSE_FLOR)


@dataclass(frozen=True, slots=True, kw_only=True)
class Flor:
    """How the flor was settled."""

    course: Annotated[
        Course,
        Ask(_("What was said?"), _("Flor"), codes=Codes(missing="flor_course", choice="flor_course")),
    ]
    winner: Annotated[
        Side,
        Ask(
            _("Who gets the flor?"),
            _("To"),
            _("The better flor, or the side that was not given an answer."),
            codes=Codes(missing="flor_winner", range="flor_winner"),
        ),
    ]
    winner_flores: Annotated[
        int,
        Ask(_("Flores of this side"), _("Own"), codes=Codes(missing="flores_range", range="flores_range")),
        Between(1, 4),
    ] = 1
    loser_flores: Annotated[
        int | None,
        Ask(
            _("Flores of the other side"),
            _("Oth"),
            _("Without an answer: none for a flor alone, else one."),
            codes=Codes(missing="flores_range", range="flores_range"),
        ),
        Between(0, 4),
    ] = None

    @property
    def others(self) -> int:
        """Flores announced by the other side."""
        if self.loser_flores is None:
            return 0 if self.course is Course.ALONE else 1
        return self.loser_flores


MOST_CALLS = 100
"""As often as they like, says the rule; long before that the chico is decided."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Envido:
    """The calls in their order; they alternate between the two sides."""

    calls: Annotated[
        tuple[Call, ...],
        Ask(_("Calls"), _("Calls"), codes=Codes(missing="envido_calls", length="envido_calls")),
        Many(1, MOST_CALLS),
    ]
    caller: Annotated[
        Side,
        Ask(_("Who called first?"), _("By"), codes=Codes(missing="envido_caller", range="envido_caller")),
    ]
    answer: Annotated[
        Answer,
        Ask(
            _("Quiero or no quiero?"), _("Ans"), codes=Codes(missing="envido_answer", choice="envido_answer")
        ),
    ]
    winner: Annotated[
        Side | None,
        Ask(
            _("Who won the envido?"),
            _("To"),
            when=(When("answer", (Answer.QUIERO,)),),
            needed=True,
            codes=Codes(missing="envido_winner", range="envido_winner", unasked="envido_winner_not_allowed"),
        ),
    ] = None
    misannounced: Annotated[
        bool,
        Ask(
            _("The winner had announced a wrong count"),
            _("Err"),
            _("Then the points go to the other side."),
        ),
    ] = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Truco:
    """How the tricks were settled."""

    level: Annotated[
        int,
        Ask(
            _("How far was it raised?"),
            _("Lvl"),
            _("0 not at all, 1 truco, 2 retruco, 3 vale cuatro."),
            codes=Codes(missing="truco_level", range="truco_level"),
        ),
        Between(0, 3),
    ] = 0
    caller: Annotated[
        Side | None,
        Ask(
            _("Who called truco?"),
            _("By"),
            when=(When("level", (1, 2, 3)),),
            needed=True,
            codes=Codes(missing="truco_caller", range="truco_caller", unasked="truco_caller_not_allowed"),
        ),
    ] = None
    end: Annotated[
        End, Ask(_("How did it end?"), _("End"), codes=Codes(missing="truco_end", choice="truco_end"))
    ] = End.PLAYED
    winner: Annotated[
        Side, Ask(_("Who won the hand?"), _("To"), codes=Codes(missing="truco_winner", range="truco_winner"))
    ]


@dataclass(frozen=True, slots=True, kw_only=True)
class Quick:
    """Points somebody wrote down without saying what for."""

    side: Annotated[Side, Ask(_("For whom?"), _("To"), codes=Codes(missing="quick_side", range="quick_side"))]
    points: Annotated[
        int,
        Ask(_("How many points?"), _("+"), codes=Codes(missing="quick_points", range="quick_points")),
        Between(1, 60),
    ]


PENALTY_SIDE = Codes(missing="penalty_side", range="penalty_side")


@dataclass(frozen=True, slots=True, kw_only=True)
class Penalty:
    """Something that was not allowed, or was said to be."""

    kind: Annotated[
        Offence, Ask(_("What?"), _("What"), codes=Codes(missing="penalty_kind", choice="penalty_kind"))
    ]
    by: Annotated[Side, Ask(_("Who claims?"), _("By"), codes=PENALTY_SIDE)]
    against: Annotated[Side, Ask(_("Against whom?"), _("Vs"), codes=PENALTY_SIDE)]


PLAYED = (When("kind", (Kind.PLAYED,)),)
DUEL = Codes(missing="round_kind", range="round_kind", unasked="round_kind")
VOID = Codes(unasked="void_points")


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """One hand of Truco; in a pica-pica round one duel."""

    kind: Annotated[Kind, Ask(_("What happened?"), _("Kind"))] = Kind.PLAYED
    mano: Annotated[
        Seat | None,
        Ask(
            _("Who is mano?"),
            _("Mano"),
            _("Speaks and plays first, to the right of the dealer."),
            codes=Codes(range="mano_seat"),
        ),
    ] = None
    gallo: Annotated[
        Seat | None,
        Ask(
            _("Who is the gallo?"),
            _("Gallo"),
            _("Plays against the other two."),
            codes=Codes(missing="gallo_missing", range="gallo_seat", unasked="gallo_not_allowed"),
        ),
    ] = None
    round: Annotated[RoundKind, Ask(_("Kind of round"), _("Round"), codes=Codes(choice="round_kind"))] = (
        RoundKind.REDONDA
    )
    duel: Annotated[
        int | None,
        Ask(_("Duel"), _("Duel"), when=(When("round", (RoundKind.PICA,)),), needed=True, codes=DUEL),
        Between(1, 4),
    ] = None
    flor: Annotated[Flor | None, Ask(_("Flor"), _("Flor"), when=PLAYED, codes=VOID)] = None
    envido: Annotated[Envido | None, Ask(_("Envido"), _("Envido"), when=PLAYED, codes=VOID)] = None
    truco: Annotated[Truco | None, Ask(_("Truco"), _("Truco"), when=PLAYED, codes=VOID)] = None
    penalties: Annotated[
        tuple[Penalty, ...],
        Ask(_("Penalties"), _("Pen"), when=PLAYED, codes=Codes(unasked="void_points", length="penalty_list")),
        Many(0, 3, code="penalty_list"),
    ] = ()

    quick: Annotated[
        Quick | None,
        Ask(
            _("Points without a reason"),
            _("+n"),
            when=(When("kind", (Kind.QUICK,)),),
            needed=True,
            codes=Codes(missing="quick_missing"),
        ),
    ] = None

    @property
    def duelling(self) -> bool:
        """One duel of a pica-pica round."""
        return self.round is RoundKind.PICA
