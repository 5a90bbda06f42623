"""What a spare laptop needs besides events: the key that made cards and receipts, accounts, rule sets.

It travels sealed, with what both sides have made of the pairing code: the code itself never goes over the
network, so whoever listens in the Wi-Fi does not learn the key.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import os
import tempfile
from pathlib import Path
from typing import Any

from cryptography.fernet import Fernet, InvalidToken
from django.conf import settings
from django.contrib.auth.models import User

from config.database import writing
from config.storage import KEY_LENGTH
from tournaments.engines.eventlog.lines import canonical
from tournaments.following.peers.states import SourceState, Unanswered
from tournaments.following.peers.wire import WireLine
from tournaments.models import (
    SAMPLE,
    ClubAccount,
    Entry,
    Event,
    EventLog,
    Grant,
    Installation,
    LogReader,
    LogSource,
    Membership,
    Role,
    RuleSet,
)
from tournaments.models.clubs import number_of
from tournaments.models.following import installation_uid

KIT = "/log/kit/"
SALT = b"stammtisch pairing"
ACCOUNT = ("username", "password", "is_superuser", "is_active")


def seal_of(code: str) -> str:
    """What both sides make of a code; slow on purpose."""
    derived = hashlib.scrypt(code.encode(), salt=SALT, n=2**14, r=8, p=1, dklen=32)
    return base64.urlsafe_b64encode(derived).decode()


def token_back(seal: str) -> str:
    """With this token the laptop that was followed follows later, when the spare one leads."""
    return hmac.new(seal.encode(), b"stammtisch back", hashlib.sha256).hexdigest()[:64]


def proof_of(seal: str, message: str) -> str:
    """That somebody knows the seal."""
    return hmac.new(seal.encode(), f"stammtisch {message}".encode(), hashlib.sha256).hexdigest()


def mark_of_kit(reader: LogReader) -> str:
    """Another one whenever something of the kit has changed; "" for whoever gets none."""
    return _mark(reader.seal, contents(number_of(reader.club_id))) if reader.seal else ""


def sealed_kit(reader: LogReader) -> dict[str, str]:
    """The kit as it travels."""
    body = contents(number_of(reader.club_id))
    sealed = Fernet(reader.seal.encode()).encrypt(canonical(body)).decode()
    return {"kit": sealed, "mark": _mark(reader.seal, body)}


def _mark(seal: str, body: dict[str, Any]) -> str:
    return hmac.new(seal.encode(), b"kit" + canonical(body), hashlib.sha256).hexdigest()


def contents(club: int) -> dict[str, Any]:
    """Everything of a club that is no event, and that somebody needs who goes on in its place."""
    members = Membership.objects.filter(club=club).select_related("user").order_by("user__username")
    grants = Grant.objects.filter(event__tenant=club, event__archived_at=None).select_related("event", "user")
    return {
        "key": settings.SECRET_KEY,
        "accounts": [
            {**{name: getattr(row.user, name) for name in ACCOUNT}, "role": row.role} for row in members
        ],
        "grants": sorted([str(row.event.uid), row.user.username, row.role] for row in grants),
        "rules": list(RuleSet.objects.filter(tenant=club).order_by("pk").values("game", "name", "rules")),
    }


def fetch(line: WireLine, source: LogSource, mark: str) -> bool:
    """Take over what has changed. False: nothing has. Raises Unanswered."""
    if not mark or not source.seal or mark == source.kit:
        return False
    answer = line(KIT)
    try:
        body = json.loads(Fernet(source.seal.encode()).decrypt(str(answer["kit"]).encode()))
        apply(body, number_of(source.club_id))
    except (InvalidToken, KeyError, TypeError, ValueError) as error:
        raise Unanswered(SourceState.NO_STAMMTISCH) from error
    with writing():
        LogSource.objects.filter(pk=source.pk).update(kit=mark)
    source.kit = mark
    return True


def apply(body: dict[str, Any], club: int) -> None:
    """Make it ours. What this laptop had besides stays."""
    key = str(body["key"])
    if len(key) >= KEY_LENGTH and key != settings.SECRET_KEY and not leads_events():
        adopt_key(key)
    with writing():
        for account in body["accounts"]:
            facts = {name: account[name] for name in ACCOUNT if name != "username"}
            user, _new = ClubAccount.objects.update_or_create(username=account["username"], defaults=facts)
            role = Role(account["role"]).value
            Membership.objects.update_or_create(user=user, defaults={"club_id": club, "role": role})
        for uid, name, role in body["grants"]:
            event = Event.objects.filter(uid=uid, tenant=club).first()
            owner = User.objects.filter(username=name).first()
            if event is not None and owner is not None:
                Grant.objects.update_or_create(event=event, user=owner, defaults={"role": Role(role).value})
        for rules in body["rules"]:
            RuleSet.objects.update_or_create(
                tenant_id=club, game=rules["game"], name=rules["name"], defaults={"rules": rules["rules"]}
            )


def leads_events() -> bool:
    """Is something played on this laptop itself? Its own cards and receipts are of its own key then."""
    led_here = Event.objects.filter(archived_at=None).exclude(tenant=SAMPLE).exclude(log__in=_followed())
    return Entry.objects.filter(sitting__event__in=led_here).exists()


def _followed() -> Any:
    return EventLog.objects.exclude(authority=installation_uid())


def adopt_key(key: str) -> None:
    """From now on this laptop opens what the other one's cards open, and knows its receipts again."""
    with writing():  # first: whoever starts in between takes the key that is there for its own
        Installation.objects.update(key_mark="")
    replace_key(settings.DATA_DIR / "secret-key", key)
    settings.SECRET_KEY = key
    mark = hmac.new(key.encode(), f"stammtisch key of {installation_uid().hex}".encode(), hashlib.sha256)
    with writing():
        Installation.objects.update(key_mark=mark.hexdigest())


def replace_key(file: Path, key: str) -> None:
    """Whole or not at all; the one of before is kept beside it."""
    if file.exists():
        before = file.with_name("secret-key.before")
        before.unlink(missing_ok=True)
        os.link(file, before)
    handle, temporary = tempfile.mkstemp(dir=file.parent, prefix=f".{file.name}-")
    with os.fdopen(handle, "w") as stream:
        stream.write(key + "\n")
        stream.flush()
        os.fsync(stream.fileno())
    Path(temporary).replace(file)
