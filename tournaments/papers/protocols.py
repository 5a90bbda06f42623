"""The protocol of a draw, so that anybody can repeat it."""

from __future__ import annotations

import json
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext

from tournaments.drawing import answer
from tournaments.events.names import names_of
from tournaments.models import Entrant, Round
from tournaments.papers.before import seated
from tournaments.papers.order import Order
from tournaments.sheets.event import Document, DrawnRound, DrawProtocol, Resting
from tournaments.words.achieved import achieved
from tournaments.words.rounds import change_word


def protocols(order: Order) -> list[Document]:
    """One for each part of the draw behind the round: groups are drawn each for itself."""
    found: list[Document] = []
    for shown in order.rounds():
        round_ = Round.objects.select_related("stage", "event").get(event=order.event, number=shown.number)
        parts = round_.request.get("parts", [])
        names = names_of(order.event, round_.number)
        why = gettext("has a bye") if order.hall.plans[shown.stage].matched else gettext("sits out")
        for part in parts:
            found.append(
                DrawProtocol(
                    event=order.head,
                    round=" · ".join(filter(None, (order.named(shown), part["name"]))),
                    seed=str(part["request"]["seed"]),
                    algorithm=str(round_.answer.get("facts", {}).get("algorithm", "")),
                    format=gettext(order.hall.plans[shown.stage].format.label),
                    drawn=timezone.localtime(round_.drawn_at),
                    entrants=_entrants(order, names, part["request"]),
                    rounds=(
                        DrawnRound(
                            name=order.named(shown),
                            tables=tuple(seated(order, shown, one) for one in shown.tables),
                            resting=tuple(
                                Resting(name=order.hall.people[one].name, why=why) for one in shown.out
                            ),
                        ),
                    ),
                    achieved=tuple(achieved(round_)),
                    request=part["request"],
                    answer=_again(part["request"]),
                    changes=tuple(
                        change_word(one, names) for one in round_.changes if one["what"] != "drawn_early"
                    ),
                )
            )
    return found


def _entrants(order: Order, names: dict[int, str], request: dict[str, Any]) -> tuple[tuple[int, str], ...]:
    players = set(request["players"]) if isinstance(request["players"], list) else set()
    rows = Entrant.objects.filter(event=order.event).order_by("number")
    return tuple((one.number, names[one.pk]) for one in rows if one.number in players)


def _again(request: dict[str, Any]) -> dict[str, Any]:
    """What the draw command answers to this request: the paper's fingerprint is of exactly that."""
    return answer(json.dumps(request).encode())
