"""Does this program understand what is stored? A new game is no migration: a database may hold a game, or
rules, that only a newer version knows. Pages of such a table fail, all others work, nothing is lost.

Said at the start (`manage.py serve`), and by `manage.py check --database default`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.apps.config import AppConfig
from django.core.checks import CheckMessage, Tags, Warning, register
from django.db import DEFAULT_DB_ALIAS, DatabaseError

from config.terminal import translate as _
from scoring import GAMES, Seating, game_for, read
from scoring.fields import fields_of
from scoring.table import alone
from tournaments.models import Event, RuleSet, Sitting
from tournaments.safekeeping.judging import in_words

KNOWN = frozenset(game.key for game in GAMES)


def not_understood() -> Iterator[str]:
    """What whoever starts the program has to know of it."""
    yield from unknown_games()
    yield from unreadable_rules()


def unknown_games() -> Iterator[str]:
    """A sentence for each game that is stored and that this program does not know."""
    stored: set[str] = set()
    for model in (Sitting, Event, RuleSet):
        stored |= set(model._default_manager.order_by().values_list("game", flat=True).distinct())
    for game in sorted(stored - KNOWN):
        sittings = list(Sitting.objects.filter(game=game).values_list("pk", flat=True))
        titles = list(Event.objects.filter(game=game).values_list("title", flat=True))
        names = list(RuleSet.objects.filter(game=game).values_list("name", flat=True))
        sentence = _(
            "This program does not know the game “{game}” ({where}). Nothing is lost: please start the newer "
            "version by which it was written."
        )
        yield sentence.format(game=game, where=_where(sittings, titles, names))


def unreadable_rules() -> Iterator[str]:
    """A sentence if there are rules of known games that this program cannot read."""
    judged: dict[str, bool] = {}

    def broken(game: str, preset: str, rules: Any, seats: int | None = None) -> bool:
        """Tables of one kind have the same rules: they are read once."""
        key = json.dumps((game, preset, rules, seats), sort_keys=True)
        if key not in judged:
            judged[key] = not _is_readable(game, preset, rules, seats)
        return judged[key]

    tables = Sitting.objects.filter(game__in=KNOWN).values_list("pk", "game", "preset", "rules", "seats")
    events = Event.objects.filter(game__in=KNOWN).values_list("title", "game", "preset", "rules")
    rule_sets = RuleSet.objects.filter(game__in=KNOWN).values_list("name", "game", "rules")
    sittings = [pk for pk, *stored in tables.iterator() if broken(*stored)]
    titles = [title for title, *stored in events if broken(*stored)]
    names = [name for name, game, rules in rule_sets if broken(game, "", rules)]
    if sittings or titles or names:
        sentence = _(
            "This program cannot read these rules: {where}. Nothing is lost: please start the version by "
            "which they were written."
        )
        yield sentence.format(where=_where(sittings, titles, names))


def _is_readable(game_key: str, preset: str, rules: Any, seats: int | None) -> bool:
    game = game_for(game_key)
    if seats is not None and seats not in game.seats:
        return False
    base = game.preset(preset if preset in {known.key for known in game.presets} else None).rules
    seating: Seating = alone(max(game.seats)) if seats is None else game.accounts(seats, base)
    return isinstance(rules, Mapping) and not read(fields_of(game.rules), rules, seating, base=base).problems


def _where(sittings: Sequence[int], titles: Sequence[str], names: Sequence[str]) -> str:
    words = [in_words(sittings)] if sittings else []
    words += [_("event “{title}”").format(title=title) for title in titles]
    words += [_("rule set “{name}”").format(name=name) for name in names]
    return ", ".join(words)


@register(Tags.database)
def stored_games_and_rules(
    app_configs: Sequence[AppConfig] | None, databases: Sequence[str] | None = None, **kwargs: Any
) -> list[CheckMessage]:
    """Stored games are known, stored rules readable. Warnings: no migration may be stopped by them."""
    if DEFAULT_DB_ALIAS not in (databases or ()):
        return []
    try:
        games = [Warning(sentence, id="stammtisch.W101") for sentence in unknown_games()]
        rules = [Warning(sentence, id="stammtisch.W102") for sentence in unreadable_rules()]
    except (
        DatabaseError
    ):  # before the first migration, or the tables of another version: nothing to judge yet
        return []
    return [*games, *rules]
