"""Mails of a server: links for accounts, in the receiver's language, as plain text.

A mail is written where a request is answered, and sent beside it where the answer must not tell whether there
was anybody to write to.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Sequence
from dataclasses import dataclass

from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext as _

from tournaments.models import ClubAccount

logger = logging.getLogger("stammtisch.mail")
THREAD = "posting"


@dataclass(frozen=True, slots=True)
class Mail:
    """What is sent to one address."""

    to: str
    subject: str
    text: str


@dataclass(frozen=True, slots=True)
class Link:
    """An address that opens something once, and whose account it is for."""

    account: str
    address: str


def here() -> bool:
    """Can this installation send mails?"""
    return bool(settings.MAIL.exists)


def language_of(account: ClubAccount, default: str) -> str:
    """In which language its owner reads; `default` where nobody knows."""
    keyring = getattr(account, "keyring", None)
    known = "" if keyring is None else keyring.language
    return known if known in dict(settings.LANGUAGES) else default


def send(mail: Mail) -> bool:
    """Hand a mail to the server; False where it does not take it. Somebody waits for it."""
    from django.core.mail import EmailMessage  # needed by servers only

    try:
        EmailMessage(" ".join(mail.subject.split()), mail.text, to=[mail.to]).send()
    except OSError as failure:  # smtplib's too
        # No address in the log, and no answer of a server that may repeat it.
        logger.error("A mail could not be sent: %s", type(failure).__name__)
        return False
    return True


def send_beside(mail: Mail) -> None:
    """Hand a mail to the server while the page is answered already."""
    threading.Thread(target=send, args=(mail,), name=THREAD).start()


def invitation(*, to: str, language: str, club: str, by: str, address: str, days: int) -> Mail:
    """Somebody is to make an account."""
    with translation.override(language):
        text = _(
            "Hello,\n\n{by} invites you to an account of {club} in Stammtisch, for running tournaments.\n"
            "Choose a name and a password here:\n\n{address}\n\n"
            "The link works once, for {days} days. If you do not know what this is about, ignore this mail."
        )
        return Mail(
            to,
            _("Your account of {club}").format(club=club),
            text.format(by=by, club=club, address=address, days=days),
        )


def another_password(*, to: str, language: str, by: str, link: Link, hours: int) -> Mail:
    """Somebody of the club has made a link for a new password."""
    with translation.override(language):
        text = _(
            "Hello,\n\n{by} has made a link for you: with it you choose another password for the account"
            " {account}.\n\n{address}\n\nThe link works once, for {hours} hours. Until you use it,"
            " your password stays as it is."
        )
        return Mail(
            to,
            _("Another password"),
            text.format(by=by, account=link.account, address=link.address, hours=hours),
        )


def forgotten(*, to: str, language: str, links: Sequence[Link]) -> Mail:
    """Somebody says that he has forgotten his password; perhaps it was not the owner of this address."""
    with translation.override(language):
        listed = "\n\n".join(f"{link.account}:\n{link.address}" for link in links)
        text = _(
            "Hello,\n\nsomebody has asked for another password for an account with this address. Here you"
            " choose it:\n\n{links}\n\nEach link works once, for one hour. If it was not you, ignore this"
            " mail: your password stays as it is."
        )
        return Mail(to, _("Another password"), text.format(links=listed))


def address_confirmation(*, to: str, language: str, account: str, address: str) -> Mail:
    """Is this the address of the account's owner?"""
    with translation.override(language):
        text = _(
            "Hello,\n\nthe account {account} wants to get its mails here. Confirm it with this link:"
            "\n\n{address}\n\nThe link works for one day. If this is not your account, ignore this mail."
        )
        return Mail(to, _("Is this your address?"), text.format(account=account, address=address))


def second_factor_gone(*, to: str, language: str, account: str, by: str) -> Mail:
    """Somebody of the club has taken the second factor of an account away."""
    with translation.override(language):
        text = _(
            "Hello,\n\n{by} has taken away the second factor and the passkeys of your account {account}. From"
            " now on your password is enough to log in.\n\nIf you have not asked for it, please talk to {by}."
        )
        return Mail(to, _("Your account: second factor taken away"), text.format(by=by, account=account))
