"""EMAIL_URL: the server that takes mails of this installation, if there is one."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import parse_qsl, unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured

from config.env import NO, YES, Env

EXAMPLE = "smtp://name:password@mail.example.org:587?tls=1"
PORT, PORT_SSL = 587, 465
TIMEOUT = 10  # seconds; somebody waits for it


@dataclass(frozen=True)
class MailServer:
    """Where mails go, and from whom. Without a host nobody is written to."""

    host: str = ""
    port: int = PORT
    user: str = ""
    password: str = ""
    tls: bool = False
    ssl: bool = False
    sender: str = ""

    @property
    def exists(self) -> bool:
        """Can mails be sent at all?"""
        return bool(self.host)


def mail_server(env: Env, *, club: bool) -> MailServer:
    """What EMAIL_URL and MAIL_FROM say; raises ImproperlyConfigured with the sentence to show."""
    url, sender = env.text("EMAIL_URL"), env.text("MAIL_FROM")
    if not url:
        if sender:
            raise ImproperlyConfigured(
                f"MAIL_FROM={sender} is of no use without EMAIL_URL. Please add it, for example {EXAMPLE}, "
                "or remove MAIL_FROM."
            )
        return MailServer()
    if club:
        raise ImproperlyConfigured(
            "PROFILE=club sends no mails and takes no EMAIL_URL. "
            "Please remove EMAIL_URL, or choose PROFILE=federation."
        )
    return _server(url, sender)


def _server(url: str, sender: str) -> MailServer:
    parts = urlsplit(url)
    if parts.scheme != "smtp":
        raise ImproperlyConfigured(
            f"EMAIL_URL begins with {parts.scheme or 'nothing'}; please give an address like {EXAMPLE}."
        )
    if parts.path.strip("/") or parts.fragment or "@" in parts.query or not parts.hostname:
        raise ImproperlyConfigured(
            "EMAIL_URL cannot be taken apart. In name and password please write %2F for /, %3A for :, "
            "%40 for @, %23 for #, %3F for ? and %25 for %."
        )
    options = dict(parse_qsl(parts.query, keep_blank_values=True))
    tls, ssl = _flag(options, "tls"), _flag(options, "ssl")
    if options:
        raise ImproperlyConfigured(
            f"EMAIL_URL: nobody knows {', '.join(sorted(options))}. Please use tls=1 or ssl=1."
        )
    if tls and ssl:
        raise ImproperlyConfigured(
            "EMAIL_URL: please choose tls=1 (mostly port 587) or ssl=1 (mostly port 465)."
        )
    try:
        port = parts.port or (PORT_SSL if ssl else PORT)
    except ValueError:
        raise ImproperlyConfigured(
            "EMAIL_URL: the port is not a number. If the password has a : in it, please write %3A."
        ) from None
    user = unquote(parts.username or "")
    sender = sender or (user if "@" in user else "")
    if "@" not in sender or "\n" in sender:
        raise ImproperlyConfigured(
            "EMAIL_URL needs the address mails are from in MAIL_FROM, "
            "for example Stammtisch <post@example.org>."
        )
    return MailServer(
        host=parts.hostname,
        port=port,
        user=user,
        password=unquote(parts.password or ""),
        tls=tls,
        ssl=ssl,
        sender=sender,
    )


def _flag(options: dict[str, str], name: str) -> bool:
    value = options.pop(name, "").lower()
    if value not in YES | NO:
        raise ImproperlyConfigured(f"EMAIL_URL: {name}={value}: please write 1 or 0.")
    return value in YES
