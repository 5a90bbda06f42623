"""A source is asked once, and how that went is written down."""

from __future__ import annotations

import logging

from django.utils import timezone

from config.database import writing
from tournaments.following.peers.pulling import Begun, PullRound, pull
from tournaments.following.peers.sending import send
from tournaments.following.peers.states import SourceState, Unanswered
from tournaments.following.peers.wire import WireLine
from tournaments.models import WRITERS, LogSource

logger = logging.getLogger("stammtisch.follower")

NOTED_EVERY = 10.0  # seconds: a source that is level is not written down more often


def ask(source: LogSource, line: WireLine, begun: Begun | None = None, *, port: int = 0) -> SourceState:
    """Once; what came of it is written down at the source."""
    before = source.state, source.detail, dict(source.positions)
    try:
        outcome = (
            send(line, source)
            if source.kind in WRITERS
            else pull(line, source, {} if begun is None else begun, port)
        )
    except Unanswered as unanswered:
        outcome = PullRound(problems=[unanswered])
    except Exception:  # a fault of ours: it is in the log, and the next try is made
        logger.exception("source %s", source.pk)
        outcome = PullRound(problems=[Unanswered(SourceState.REFUSED, "500")])
    problem = next(iter(outcome.problems), None)
    state = SourceState.LEVEL if problem is None else problem.state
    now = timezone.now()
    source.positions = {**source.positions, **outcome.positions}
    source.state, source.detail = state.value, "" if problem is None else problem.detail
    lately = source.tried_at is not None and (now - source.tried_at).total_seconds() < NOTED_EVERY
    if lately and before == (source.state, source.detail, source.positions):
        return state
    source.tried_at = now
    if state == SourceState.LEVEL:
        source.contact_at = now
    fields = ("state", "detail", "positions", "tried_at", "contact_at")
    with writing():
        LogSource.objects.filter(pk=source.pk, ended_at=None).update(
            **{name: getattr(source, name) for name in fields}
        )
    return state
