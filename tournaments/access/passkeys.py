"""Passkeys: a key in somebody's phone or computer that opens his account, with a finger or a PIN there.

The server keeps the public half. What is to be signed, the challenge, lies in the session and counts once;
which server it is for is the name it was called by, and only names in ALLOWED_HOSTS get this far.
"""

from __future__ import annotations

import json
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.contrib.auth.models import User
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext as _

from config.database import writing
from tournaments.access.accounts import NotSo
from tournaments.lists import cleaned
from tournaments.models import Passkey

if TYPE_CHECKING:
    from webauthn.helpers.structs import PublicKeyCredentialDescriptor

CHALLENGE = "challenge"  # in the session
COUNTS = 300  # seconds
LONGEST_NAME = 60
MOST = 20  # of an account
LARGEST = 16 * 1024  # bytes of an answer


class NotAccepted(Exception):  # noqa: N818 (an answer, not an error)
    """What the browser has sent opens nothing."""


@dataclass(frozen=True, slots=True)
class _Place:
    """The server as the browser sees it."""

    origin: str
    host: str


def here(request: HttpRequest) -> bool:
    """Can passkeys be used on this page? Browsers allow them over https only, and under a name."""
    return settings.PROFILE.https and request.is_secure()


def ask_to_make(request: HttpRequest, user: User) -> str:
    """What the browser is asked for a new passkey (JSON)."""
    from webauthn import generate_registration_options, options_to_json
    from webauthn.helpers.structs import (
        AuthenticatorSelectionCriteria,
        ResidentKeyRequirement,
        UserVerificationRequirement,
    )

    options = generate_registration_options(
        rp_id=_place(request).host,
        rp_name="Stammtisch",
        user_id=_handle(user),
        user_name=user.get_username(),
        authenticator_selection=AuthenticatorSelectionCriteria(
            resident_key=ResidentKeyRequirement.REQUIRED,  # found by the browser without a name
            user_verification=UserVerificationRequirement.REQUIRED,
        ),
        exclude_credentials=_known(user),
    )
    _remember(request, "make", options.challenge)
    return options_to_json(options)


def make(request: HttpRequest, user: User, *, answer: str, name: str) -> Passkey:
    """Store the passkey that the browser has made; raises NotAccepted."""
    from webauthn import verify_registration_response
    from webauthn.helpers import bytes_to_base64url
    from webauthn.helpers.exceptions import WebAuthnException

    place, challenge = _place(request), _challenge(request, "make")
    try:
        new = verify_registration_response(
            credential=_read(answer),
            expected_challenge=challenge,
            expected_rp_id=place.host,
            expected_origin=place.origin,
            require_user_verification=True,
        )
    except (WebAuthnException, ValueError, TypeError, KeyError) as refused:
        raise NotAccepted from refused
    credential = bytes_to_base64url(new.credential_id)
    with writing():
        passkeys = Passkey.objects.filter(user=user)
        if passkeys.count() >= MOST or Passkey.objects.filter(credential=credential).exists():
            raise NotAccepted
        return Passkey.objects.create(
            user_id=user.pk,
            name=cleaned(name)[:LONGEST_NAME] or place.host[:LONGEST_NAME],
            host=place.host,
            credential=credential,
            public_key=new.credential_public_key,
            counter=new.sign_count,
        )


def ask_who(request: HttpRequest) -> str:
    """What the browser is asked when somebody logs in (JSON): without a name, it knows its passkeys."""
    from webauthn import generate_authentication_options, options_to_json
    from webauthn.helpers.structs import UserVerificationRequirement

    options = generate_authentication_options(
        rp_id=_place(request).host, user_verification=UserVerificationRequirement.REQUIRED
    )
    _remember(request, "who", options.challenge)
    return options_to_json(options)


def who(request: HttpRequest, answer: str) -> Passkey:
    """Whose passkey has signed; raises NotAccepted."""
    from webauthn import base64url_to_bytes, verify_authentication_response
    from webauthn.helpers.exceptions import WebAuthnException

    place, challenge = _place(request), _challenge(request, "who")
    try:
        signed = _read(answer)
        passkey = Passkey.objects.filter(credential=str(signed["id"]), host=place.host).first()
        if passkey is None:
            raise NotAccepted
        handle = signed["response"].get("userHandle")
        if handle and base64url_to_bytes(handle) != _handle(passkey.user):
            raise NotAccepted
        verified = verify_authentication_response(
            credential=signed,
            expected_challenge=challenge,
            expected_rp_id=place.host,
            expected_origin=place.origin,
            credential_public_key=bytes(passkey.public_key),
            credential_current_sign_count=passkey.counter,
            require_user_verification=True,
        )
    except (WebAuthnException, ValueError, TypeError, KeyError, AttributeError) as refused:
        raise NotAccepted from refused
    with writing():  # of two uses that count alike one is of a copy
        same = Passkey.objects.filter(pk=passkey.pk, counter=passkey.counter)
        if not same.update(counter=verified.new_sign_count, used_at=timezone.now()):
            raise NotAccepted
    return passkey


def rename(*, passkey: Passkey, name: str) -> None:
    """Another name for the device it is in; raises NotSo."""
    name = cleaned(name)
    if not name:
        raise NotSo(_("The passkey needs a name: which device is it in?"))
    if len(name) > LONGEST_NAME:
        raise NotSo(_("At most {high} letters.").format(high=LONGEST_NAME))
    with writing():
        Passkey.objects.filter(pk=passkey.pk).update(name=name)


def remove(*, passkey: Passkey) -> None:
    """It opens nothing any more."""
    with writing():
        Passkey.objects.filter(pk=passkey.pk).delete()


def _handle(user: User) -> bytes:
    """What a passkey knows of whose it is: no name."""
    return f"account {user.pk}".encode()


def _known(user: User) -> list[PublicKeyCredentialDescriptor]:
    from webauthn import base64url_to_bytes
    from webauthn.helpers.structs import PublicKeyCredentialDescriptor

    return [
        PublicKeyCredentialDescriptor(id=base64url_to_bytes(passkey.credential))
        for passkey in Passkey.objects.filter(user=user)
    ]


def _place(request: HttpRequest) -> _Place:
    host = request.get_host()
    name, colon, port = host.rpartition(":")
    named = name if colon and port.isdigit() else host
    return _Place(origin=f"https://{host}", host=named)


def _remember(request: HttpRequest, what: str, challenge: bytes) -> None:
    request.session[CHALLENGE] = {"for": what, "challenge": challenge.hex(), "at": int(time.time())}


def _challenge(request: HttpRequest, what: str) -> bytes:
    """What was to be signed; asked for once."""
    asked: dict[str, str | int] = request.session.pop(CHALLENGE, None) or {}
    if asked.get("for") != what or time.time() - int(asked.get("at", 0)) > COUNTS:
        raise NotAccepted
    return bytes.fromhex(str(asked["challenge"]))


def _read(answer: str) -> dict[str, Any]:
    if len(answer) > LARGEST:
        raise ValueError("too long")
    read = json.loads(answer)
    if not isinstance(read, dict):
        raise ValueError("no object")
    return read
