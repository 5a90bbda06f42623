"""House rules that a club keeps under a name."""

from __future__ import annotations

from typing import Any

from django.db import models

from scoring import Game, game_for
from tournaments.models.clubs import FIRST, Club, number_of


class RuleSet(models.Model):
    """A named rule set of a game. Tables copy it; changing it later changes no sheet."""

    tenant = models.ForeignKey(
        Club, on_delete=models.PROTECT, related_name="+", default=FIRST, db_default=FIRST
    )  # to whom it belongs
    game = models.CharField(max_length=30)  # no choices: a new game is no migration
    name = models.CharField(max_length=60)
    rules = models.JSONField()  # every switch as a raw answer
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("game", "name")
        constraints = (
            models.UniqueConstraint(fields=("tenant", "game", "name"), name="one_rule_set_per_name"),
        )

    def __str__(self) -> str:
        return self.name

    @property
    def whose(self) -> int:
        """The number of the club it belongs to."""
        return number_of(self.tenant_id)

    def game_value(self) -> Game[Any, Any]:
        """The game; raises KeyError when this version does not know it."""
        return game_for(self.game)
