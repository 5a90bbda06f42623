"""The second factor of an account: a code of the moment from an app (TOTP), or ten codes on paper.

The secret of an app's codes is made of a number in the database and the installation's own secret: whoever
reads the database, or a backup of it, cannot make codes.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import re
import secrets
import time
from typing import TYPE_CHECKING

from django.conf import settings
from django.contrib.auth.models import User
from django.utils import timezone

from config.database import writing
from tournaments.access.accounts import end_sessions, new_code, raise_stamp
from tournaments.access.credentials import hashed
from tournaments.models import Keyring, Passkey, RecoveryCode

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.twofactor.totp import TOTP

SECONDS = 30  # a code counts
DIGITS = 6
AROUND = (0, -1, 1)  # clocks differ: the code before and the one after count too
SECRET_BYTES = 20
RECOVERY_CODES = 10
RECOVERY_GROUPS = 3  # 12 letters of 31: 59 bits
TYPED = re.compile(rf"\d{{{DIGITS}}}", re.ASCII)


def here() -> bool:
    """Does this installation know second factors? A laptop in the club's Wi-Fi does not."""
    return not settings.PROFILE.club


def new_salt() -> str:
    """The half of a new secret that is stored."""
    return secrets.token_hex(16)


def secret_of(user: User, salt: str) -> bytes:
    """The secret of an account's time codes."""
    message = f"stammtisch time codes {user.pk} {salt}".encode()
    return hmac.new(settings.SECRET_KEY.encode(), message, hashlib.sha256).digest()[:SECRET_BYTES]


def address_for_app(user: User, salt: str, server: str) -> str:
    """What the QR code says to the app."""
    return _totp(secret_of(user, salt)).get_provisioning_uri(user.get_username(), f"Stammtisch {server}")


def secret_in_letters(user: User, salt: str) -> str:
    """The secret for an app without a camera, in groups of four."""
    letters = base64.b32encode(secret_of(user, salt)).decode()
    return " ".join(letters[first : first + 4] for first in range(0, len(letters), 4))


def step_of(user: User, salt: str, typed: str) -> int | None:
    """Which moment this code is of; None: none of now."""
    digits = "".join(typed.split())
    if not TYPED.fullmatch(digits):
        return None
    totp, now = _totp(secret_of(user, salt)), int(time.time()) // SECONDS
    for step in (now + around for around in AROUND):
        if hmac.compare_digest(totp.generate(step * SECONDS), digits.encode()):
            return step
    return None


def _totp(secret: bytes) -> TOTP:
    # The library comes with a federation's packages only.
    from cryptography.hazmat.primitives.hashes import SHA1
    from cryptography.hazmat.primitives.twofactor.totp import TOTP

    return TOTP(secret, DIGITS, SHA1(), SECONDS)


def has_any(user: User) -> bool:
    """Has this account a second factor?"""
    return has_app(user) or Passkey.objects.filter(user=user).exists()


def has_app(user: User) -> bool:
    """Does an app make codes for this account?"""
    return Keyring.objects.filter(user=user, totp_since__isnull=False).exists()


def switch_on(*, user: User, salt: str, typed: str) -> bool:
    """From now on with codes of this secret, of which the first one has been typed."""
    step = step_of(user, salt, typed)
    if step is None:
        return False
    with writing():
        Keyring.objects.update_or_create(
            user=user, defaults={"totp_salt": salt, "totp_since": timezone.now(), "totp_step": step}
        )
    return True


def end_other_sessions(*, user: User) -> None:
    """With the first second factor, sessions that have shown a password only end."""
    end_sessions(user=user)


def switch_off(*, user: User) -> None:
    """No codes of an app any more."""
    with writing():
        Keyring.objects.filter(user=user).update(totp_salt="", totp_since=None)
        _drop_useless_codes(user)


def reset(*, user: User) -> None:
    """Take every second factor away, for somebody who has lost his: also his passkeys; his sessions end."""
    with writing():
        Keyring.objects.filter(user=user).update(totp_salt="", totp_since=None)
        Passkey.objects.filter(user=user).delete()
        RecoveryCode.objects.filter(user=user).delete()
        raise_stamp(user)


def accept(*, user: User, typed: str) -> bool:
    """Is this a code of now, or a recovery code, and not used yet? It is used up by this."""
    if TYPED.fullmatch("".join(typed.split())):
        return _accept_code(user, typed)
    with writing():
        rows = RecoveryCode.objects.filter(user=user, code_hash=_hash(user, typed), used_at=None)
        return rows.update(used_at=timezone.now()) == 1


def _accept_code(user: User, typed: str) -> bool:
    keyring = Keyring.objects.filter(user=user, totp_since__isnull=False).first()
    step = None if keyring is None else step_of(user, keyring.totp_salt, typed)
    if step is None:
        return False
    with writing():  # of two who send one code at once only one comes in
        return Keyring.objects.filter(user=user, totp_step__lt=step).update(totp_step=step) == 1


# --- codes on paper ------------------------------


def codes_left(user: User) -> int:
    """How many recovery codes have not been used."""
    return RecoveryCode.objects.filter(user=user, used_at=None).count()


def new_codes(*, user: User) -> list[str]:
    """Ten new recovery codes, shown once; older ones count no more."""
    codes = [new_code(RECOVERY_GROUPS) for _number in range(RECOVERY_CODES)]
    with writing():
        RecoveryCode.objects.filter(user=user).delete()
        RecoveryCode.objects.bulk_create(
            RecoveryCode(user_id=user.pk, code_hash=_hash(user, code)) for code in codes
        )
    return codes


def drop_useless_codes(*, user: User) -> None:
    """Without a second factor nothing is to be recovered."""
    with writing():
        _drop_useless_codes(user)


def _drop_useless_codes(user: User) -> None:
    if not has_any(user):
        RecoveryCode.objects.filter(user=user).delete()


def _hash(user: User, typed: str) -> str:
    plain = "".join(typed.split()).replace("-", "").lower()[:40]
    return hashed(f"{user.pk} {plain}")
