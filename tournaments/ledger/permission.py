"""Who may write at a table, as it is inside the transaction and not as it was when a page was made."""

from __future__ import annotations

from scoring import say
from scoring.text import mark as _
from tournaments.ledger.answers import NotThisDevice, Refused, Replaced
from tournaments.models import Credential, RoundState, Sitting, Via

OF_THE_TABLE = (Via.OWN, Via.HANDOVER)
"""What comes from devices of the table: one that passes a hand on may do what it may do itself."""


class RoundNotOpen(Refused):
    """The table's round has not begun, or is over."""

    code = "round_not_open"


class RoundOver(RoundNotOpen):
    """The table's round is over; what a device of it still sends comes late."""

    code = "round_over"


def refuse_strangers(sitting: Sitting, credential: Credential | None) -> None:
    """Raises NotThisDevice for a device that was put out or belongs to another table."""
    if credential is None:
        return
    valid = Credential.objects.filter(pk=credential.pk, sitting=sitting, revoked_at=None)
    if not valid.exists():
        raise NotThisDevice


def refuse_replaced(credential: Credential | None) -> None:
    """Raises Replaced for a device whose seat another one has taken over. What was saved before may be sent
    again."""
    if credential is None:
        return
    if Credential.objects.filter(pk=credential.pk).exclude(replaced_by=None).exists():
        raise Replaced


def refuse_out_of_round(sitting: Sitting, via: str) -> None:
    """Raises RoundNotOpen before and after the table's round. What was saved in time may be sent again."""
    refused = out_of_round(sitting, via)
    if refused is not None:
        raise refused


def out_of_round(sitting: Sitting, via: str) -> Refused | None:
    """Why nothing is written at this table now; None where its round is open, or it belongs to no event.

    Nobody writes before the round; after it organisers do, until the results are official: sheets on paper
    come in late.
    """
    if sitting.event is not None and sitting.event.finished_at is not None and via not in OF_THE_TABLE:
        return RoundNotOpen(say(_("The results are official. Open the event again to change something.")))
    if sitting.round is None or sitting.round.plays(sitting.number or 0):
        return None
    if sitting.round.state != RoundState.CLOSED:
        return RoundNotOpen(say(_("The round has not begun.")))
    return RoundOver(say(_("The round is closed."))) if via in OF_THE_TABLE else None
