"""Rule sets under a name: those of the game and those a club has saved; written and read as JSON."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext

from config.database import writing
from scoring import Game, Problem, Table, Unreadable, game_for, say, set_up
from scoring.dumping import dump_all
from scoring.fields import fields_of
from scoring.text import mark as _
from tournaments.models import Event, RuleSet, Sitting
from tournaments.speech.wording import speak

SAVED = "set-"
FORMAT = "stammtisch-rules"
LONGEST_FILE = 64 * 1024
SHOWN_USERS = 3  # tables and events that are named where a rule set cannot be dropped


@dataclass(frozen=True, slots=True)
class NamedRules:
    """A rule set one can choose."""

    key: str  # of the preset, or set-<id> of a saved one
    name: str
    rules: Any
    source: str  # whose rules these are; empty for saved ones
    preset: str  # the game's own rule set it counts as

    @property
    def saved(self) -> int | None:
        """The id of a saved one."""
        return int(self.key.removeprefix(SAVED)) if self.key.startswith(SAVED) else None


def choices(game: Game[Any, Any], tenant: int | None) -> list[NamedRules]:
    """All rule sets of a game for a club: the game's own first, then those the club has saved, by name.

    None: for somebody of no club, to whom no saved ones are shown.

    A saved one that this version cannot read any more is left out.
    """
    presets = [
        NamedRules(preset.key, speak(preset.name), preset.rules, preset.source, preset.key)
        for preset in game.presets
    ]
    saved = []
    for rule_set in RuleSet.objects.filter(tenant=tenant, game=game.key) if tenant is not None else ():
        try:
            rules = read_rules(game, rule_set.rules)
        except Unreadable:
            continue
        saved.append(NamedRules(f"{SAVED}{rule_set.pk}", rule_set.name, rules, "", game.presets[0].key))
    return presets + saved


def find(game: Game[Any, Any], key: str | None, tenant: int | None) -> NamedRules:
    """The rule set with this key among those of a club; the game's own for an unknown one."""
    every = choices(game, tenant)
    return next((named_rules for named_rules in every if named_rules.key == key), every[0])


def read_rules(game: Game[Any, Any], switches: Any) -> Any:
    """Rules from raw answers, judged at a table they fit; raises Unreadable."""
    problems: tuple[Problem, ...] = ()
    for seats in usual_seats(game):
        try:
            return set_up(game, seats, None, switches).rules
        except Unreadable as unreadable:
            problems = problems or unreadable.problems
    raise Unreadable(problems)


def usual_table(game: Game[Any, Any], rules: Any) -> Table[Any]:
    """A table to explain these rules at: four people where the rules allow it."""
    for seats in usual_seats(game):
        table = Table(game.accounts(seats, rules), rules)
        if not list(game.playable(table)):
            return table
    return Table(game.accounts(game.seats[0], rules), rules)


def usual_seats(game: Game[Any, Any]) -> list[int]:
    """Numbers of people, the most usual first."""
    return sorted(game.seats, key=lambda seats: (seats != 4, seats))


def save(game: Game[Any, Any], name: str, rules: Any, tenant: int) -> RuleSet:
    """Keep a rule set of a club under a name; raises Unreadable when the name is missing or taken."""
    name = " ".join(name.split())
    if not name or len(name) > 60 or not name.isprintable():
        text = say(_("Give the rule set a name of up to 60 letters."))
        raise Unreadable([Problem("name", "name_missing", text)])
    with writing():
        rule_set, created = RuleSet.objects.get_or_create(
            tenant_id=tenant,
            game=game.key,
            name=name,
            defaults={"rules": dump_all(fields_of(game.rules), rules)},
        )
    if not created and read_rules(game, rule_set.rules) != rules:
        text = say(_("There is another rule set called “{name}” already."), name=name)
        raise Unreadable([Problem("name", "name_taken", text)])
    return rule_set


def forget(game: Game[Any, Any], saved: int, tenant: int) -> None:
    """Drop a saved rule set of a club; closed sheets keep the rules they were played by.

    Raises Unreadable while an open table or an event that is not over plays by it.
    """
    with writing():
        rule_set = RuleSet.objects.filter(tenant=tenant, game=game.key, pk=saved).first()
        if rule_set is None:
            return
        users = _users(rule_set)
        if users:
            shown = ", ".join(users[:SHOWN_USERS])
            text = say(_("“{name}” is in use here: {places}."), name=rule_set.name, places=shown)
            if len(users) > SHOWN_USERS:
                more = len(users) - SHOWN_USERS
                message = _("“{name}” is in use here: {places}, and elsewhere ({more}).")
                text = say(message, name=rule_set.name, places=shown, more=more)
            raise Unreadable([Problem(None, "in_use", text)])
        rule_set.delete()


def _users(rule_set: RuleSet) -> list[str]:
    """Where a rule set is in use, in words."""
    of_it = {"tenant": rule_set.whose, "game": rule_set.game, "rules_name": rule_set.name}
    events = Event.objects.filter(**of_it, finished_at=None, archived_at=None).values_list("title", flat=True)
    tables = Sitting.objects.filter(**of_it, event=None, sheethead__closed=False)
    named = tables.order_by("pk").values_list("pk", "title")
    return [*events, *(title or gettext("Table {number}").format(number=pk) for pk, title in named)]


def to_json(game: Game[Any, Any], named: NamedRules) -> str:
    """A rule set as a file for another club."""
    sheet = {
        "format": FORMAT,
        "game": game.key,
        "name": named.name,
        "rules": dump_all(fields_of(game.rules), named.rules),
    }
    return json.dumps(sheet, ensure_ascii=False, indent=1)


def from_json(text: str) -> tuple[Game[Any, Any], str, Any]:
    """(game, name, rules) from such a file; raises Unreadable with everything found wrong."""
    try:
        sheet = json.loads(text)
        json.dumps(sheet, ensure_ascii=False).encode()  # half a character could not be shown in any page
        game = game_for(str(sheet["game"]))
        name, switches = str(sheet["name"]), dict(sheet["rules"])
    except (ValueError, TypeError, KeyError, RecursionError):
        text_ = say(_("This is not a rule set of Stammtisch, or of a game this version does not know."))
        raise Unreadable([Problem(None, "not_a_rule_set", text_)]) from None
    return game, name, read_rules(game, switches)
