"""EMAIL_URL: what it means, and what is said where it cannot be understood."""

from __future__ import annotations

import pytest
from django.core.exceptions import ImproperlyConfigured

from config.env import Env
from config.mail import MailServer, mail_server

HOST = "mail.example.org"


def read(url: str, sender: str = "Stammtisch <post@example.org>", *, club: bool = False) -> MailServer:
    return mail_server(Env({"EMAIL_URL": url, "MAIL_FROM": sender}), club=club)


@pytest.mark.parametrize(
    ("url", "server"),
    [
        (f"smtp://anna:secret@{HOST}:25?tls=1", MailServer(HOST, 25, "anna", "secret", tls=True)),
        (f"smtp://anna:p%40ss%2Fw%3A%3F@{HOST}?ssl=1", MailServer(HOST, 465, "anna", "p@ss/w:?", ssl=True)),
        (f"smtp://{HOST}", MailServer(HOST)),
        (f"smtp://{HOST}?tls=0", MailServer(HOST)),
    ],
)
def test_an_address_is_understood(url: str, server: MailServer) -> None:
    understood = read(url, "post@example.org")
    assert understood == MailServer(**{**vars(server), "sender": "post@example.org"})
    assert understood.exists


def test_without_one_nobody_is_written_to() -> None:
    assert not read("", "").exists


def test_who_logs_in_with_an_address_writes_from_it() -> None:
    assert read(f"smtp://post%40example.org:x@{HOST}", "").sender == "post@example.org"


@pytest.mark.parametrize(
    ("url", "sender", "word"),
    [
        (HOST, "a@b", "begins with nothing"),
        (f"https://{HOST}", "a@b", "begins with https"),
        (f"smtp://anna:a/b@{HOST}", "a@b", "%2F"),
        (f"smtp://anna:a#b@{HOST}", "a@b", "%23"),
        (f"smtp://anna:a?b@{HOST}", "a@b", "%3F"),
        ("smtp://", "a@b", "cannot be taken apart"),
        (f"smtp://{HOST}:abc", "a@b", "port is not a number"),
        (f"smtp://{HOST}?tls=1&ssl=1", "a@b", "choose tls=1"),
        (f"smtp://{HOST}?starttls=1", "a@b", "nobody knows starttls"),
        (f"smtp://{HOST}?tls=maybe", "a@b", "tls=maybe"),
        (f"smtp://anna:x@{HOST}", "", "MAIL_FROM"),
        ("", "a@b", "without EMAIL_URL"),
    ],
)
def test_what_is_not_understood_is_said(url: str, sender: str, word: str) -> None:
    with pytest.raises(ImproperlyConfigured, match=word):
        read(url, sender)


def test_a_laptop_sends_no_mails() -> None:
    with pytest.raises(ImproperlyConfigured, match="PROFILE=club sends no mails"):
        read(f"smtp://{HOST}", club=True)
