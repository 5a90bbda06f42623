"""Letters to clubs, where the server can send mail. Nothing fails without them: the page says the same."""

from __future__ import annotations

from django.conf import settings
from django.utils.translation import get_language, gettext

from tournaments.access import invitations, mails
from tournaments.clubs.keeping import Welcomed
from tournaments.models import Club

LONGEST = 1000  # letters an operator adds


def send_invitation(welcomed: Welcomed, address: str, by: str, letter: str = "") -> bool:
    """The link for its first owner; False: it did not go."""
    if not welcomed.invitation.mail or not mails.here():
        return False
    mail = mails.invitation(
        to=welcomed.invitation.mail,
        language=get_language() or settings.LANGUAGE_CODE,
        club=str(welcomed.club),
        by=by,
        address=address,
        days=invitations.INVITED_FOR.days,
    )
    return mails.send(_with(mail, letter))


def send_refusal(club: Club, letter: str) -> bool:
    """Why there is no place; False: it did not go."""
    if not club.contact or not mails.here():
        return False
    text = gettext("Hello,\n\n{club} has asked for a place on this server. This time the answer is no.")
    subject = gettext("About a place for {club}").format(club=club)
    return mails.send(_with(mails.Mail(club.contact, subject, text.format(club=club)), letter))


def _with(mail: mails.Mail, letter: str) -> mails.Mail:
    return mails.Mail(
        mail.to, " ".join(mail.subject.split()), f"{mail.text}\n\n{letter}" if letter else mail.text
    )
