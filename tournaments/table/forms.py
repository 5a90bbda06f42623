"""The organiser's form for a new table. Names and seats are judged here, rules by the scoring core."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.core.validators import MaxLengthValidator
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring import Problem, Table, Unreadable, set_up
from scoring.dumping import dump_all
from scoring.fields import fields_of
from scoring.flat import columns, from_flat, to_flat
from scoring.game import Game
from scoring.table import alone
from tournaments.engines.plans import Confirming
from tournaments.ledger import longest
from tournaments.speech.wording import Wording, speak
from tournaments.table import questions
from tournaments.table.stakes import Stakes, read_stakes
from tournaments.table.stakesform import StakesForm

FIRST_SEAT = 1  # deals first unless somebody says otherwise
STAKES = ("rate", "currency", "unit", "paying", "on")
RULE = "rule-"  # prefix of a switch's form name: players and switches must not collide


class NewTable(forms.Form):
    """People in seat order, the first dealer, and what stands on the sheet's head."""

    club = forms.CharField(label=_("Club"), required=False, max_length=120)
    title = forms.CharField(label=_("Evening"), required=False, max_length=120)
    dealer = forms.IntegerField(label=_("First dealer"), required=False, min_value=1)
    seed = forms.CharField(required=False, max_length=20)  # of drawn seats
    rate = forms.CharField(label=_("Money for a point"), required=False)
    currency = forms.CharField(label=_("Currency"), required=False)
    confirming = forms.ChoiceField(
        label=_("Confirming"),
        required=False,
        choices=lambda: [(choice.value, speak(choice.label)) for choice in Confirming],
    )

    def __init__(self, game: Game[Any, Any], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.game = game
        self.which: Mapping[str, Sequence[str]] = {}  # names that several people have: what to type instead
        for seat in range(1, max(game.seats) + 1):
            label = gettext("Name on seat %(seat)s") % {"seat": seat}
            self.fields[f"name_{seat}"] = forms.CharField(
                label=label, required=False, validators=[_not_too_long]
            )

    def clean(self) -> dict[str, Any]:
        """Collect the people: empty name fields are no seats, the dealer's seat is counted without them.

        Whether these people can play is judged where the table is opened.
        """
        cleaned = super().clean() or {}
        names: list[str] = []
        dealer = None
        for seat in range(1, max(self.game.seats) + 1):
            field = f"name_{seat}"  # a name that is refused still is a person at the table
            name = " ".join(str(cleaned.get(field, self.data.get(field, ""))).split())
            if name:
                names.append(name)
                dealer = len(names) if cleaned.get("dealer") == seat else dealer
        cleaned["names"], cleaned["dealer"] = names, dealer or FIRST_SEAT
        cleaned["stakes"] = self._stakes()
        cleaned["confirming"] = cleaned.get("confirming") or Confirming.LIST.value
        return cleaned

    def _stakes(self) -> Stakes | None:
        """What is played for; None: nothing was said, or something that cannot be."""
        answers = {name: str(self.data[name]) for name in STAKES if name in self.data}
        if not answers:
            return None
        try:
            return read_stakes(answers)
        except Unreadable as unreadable:
            for problem in unreadable.problems:
                self.add_error(
                    problem.field if problem.field in self.fields else None,
                    Wording(alone(1)).say(problem.text),
                )
        return None

    @property
    def stakes_form(self) -> StakesForm:
        """The questions about money, filled in as last time or as typed."""
        typed = {name: str(self.data[name]) for name in STAKES if name in self.data}
        return StakesForm.of(self.game, self.initial.get("stakes") or Stakes(), typed)

    @property
    def chairs(self) -> list[tuple[int, str, bool, bool, Sequence[str]]]:
        """(seat, name, deals first, needed, who may be meant if several) for the page."""
        rows = []
        for seat in range(1, max(self.game.seats) + 1):
            name = self[f"name_{seat}"].value() or ""
            deals = str(self["dealer"].value() or FIRST_SEAT) == str(seat)
            which = self.which.get(" ".join(str(name).split()), ())
            rows.append((seat, str(name), deals, seat <= min(self.game.seats), which))
        return rows


def _not_too_long(name: str) -> None:
    MaxLengthValidator(longest(name))(name)


def rule_cells(data: Mapping[str, Any]) -> dict[str, str]:
    """The switches of a submitted form as cells."""
    return {name.removeprefix(RULE): str(data[name]).strip() for name in data if name.startswith(RULE)}


def read_rules(
    game: Game[Any, Any], seats: int, preset: str, cells: Mapping[str, str]
) -> tuple[Table[Any] | None, tuple[Problem, ...]]:
    """The table these switches make, or everything that is wrong with them."""
    seating = game.accounts(game.seats[0], game.preset(None).rules)
    flat = columns(fields_of(game.rules), seating)
    try:
        return set_up(game, seats, preset, from_flat(flat, cells)), ()
    except Unreadable as unreadable:
        return None, unreadable.problems


def rules_form(
    game: Game[Any, Any],
    preset: str,
    cells: Mapping[str, str] | None = None,
    rules: object = None,
    problems: Sequence[Problem] = (),
) -> questions.Form:
    """All switches as questions, filled from cells, from a rule set, or from the preset."""
    fields = fields_of(game.rules)
    seats = game.seats[0]
    base = game.preset(None).rules
    seating = game.accounts(seats, base)
    if cells is None:
        chosen = rules or game.preset(preset).rules
        cells = to_flat(columns(fields, seating), dump_all(fields, chosen))
    return questions.form(fields, Wording(seating), cells, problems)
