"""Letters to clubs, where the server can send mail. Nothing waits for them, and nothing fails without them."""

from __future__ import annotations

import logging

from django.conf import settings
from django.core.mail import send_mail
from django.utils.translation import gettext

from tournaments.clubs.keeping import Welcomed
from tournaments.models import Club

logger = logging.getLogger("stammtisch.mail")

LONGEST = 1000  # letters an operator adds


def can_be_sent() -> bool:
    """Is a server for mail set?"""
    return bool(getattr(settings, "MAIL_IS_SENT", False))


def send_invitation(welcomed: Welcomed, address: str, letter: str = "") -> bool:
    """The link for its first owner; False: it did not go."""
    text = gettext(
        "“{club}” has a place on this server. With this link its first owner makes an account; it works once:"
    )
    body = [text.format(club=welcomed.club), "", address]
    return _send(welcomed.invitation.mail, gettext("A place for {club}").format(club=welcomed.club), body, letter)


def send_refusal(club: Club, letter: str) -> bool:
    """Why there is no place; False: it did not go."""
    text = gettext("“{club}” has asked for a place on this server. This time the answer is no.")
    return _send(club.contact, gettext("About a place for {club}").format(club=club), [text.format(club=club)], letter)


def _send(to: str, subject: str, lines: list[str], letter: str) -> bool:
    if not to or not can_be_sent():
        return False
    body = "\n".join((*lines, *(("", letter) if letter else ())))
    try:
        return bool(send_mail(" ".join(subject.split()), body, None, [to]))
    except OSError as error:  # also what smtplib raises
        logger.warning("a letter to a club was not sent", exc_info=error)
        return False
