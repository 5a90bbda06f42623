"""What keeps an account its owner's: the stamp of its sessions, the second factor, passkeys.

Nothing here opens anything by itself: of codes there are hashes, of passkeys the public halves, and the
secret of time codes is made of a number here and of the installation's own secret, which is not in the
database.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterator

from django.conf import settings
from django.contrib.auth.models import User
from django.db import models
from django.utils.crypto import salted_hmac

SESSIONS = "stammtisch sessions of an account"


class ClubAccount(User):
    """A user of Django's whose sessions all end when its stamp changes."""

    class Meta:
        proxy = True

    @property
    def stamp(self) -> int:
        """Raised whenever all sessions of the account are to end."""
        keyring = getattr(self, "keyring", None)
        return 0 if keyring is None else keyring.stamp

    def get_session_auth_hash(self) -> str:
        """What a session must know to go on: changes with the password, and with the stamp."""
        of_password = super().get_session_auth_hash()
        if not self.stamp:
            return of_password
        return salted_hmac(SESSIONS, f"{of_password} {self.stamp}", algorithm="sha256").hexdigest()

    def get_session_auth_fallback_hash(self) -> Iterator[str]:
        """None: sessions under an older secret end, as those under an older stamp do."""
        return iter(())


class Keyring(models.Model):
    """What belongs to one account besides its password. Without a row: a stamp of 0, and nothing more."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="keyring", primary_key=True
    )
    stamp = models.PositiveIntegerField(default=0)
    language = models.CharField(max_length=8, blank=True)  # in which its owner reads
    totp_salt = models.CharField(max_length=64, blank=True)  # one half of the secret of its time codes
    totp_since = models.DateTimeField(null=True)  # None: no time codes
    totp_step = models.BigIntegerField(default=0)  # of the last code: each is for one time

    def __str__(self) -> str:
        return f"keyring of {self.user}"


class Passkey(models.Model):
    """A key in somebody's phone, computer or stick: its public half."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="passkeys")
    name = models.CharField(max_length=60)
    host = models.CharField(max_length=255)  # the name of this server it is for
    credential = models.CharField(max_length=1400, unique=True)  # base64url
    public_key = models.BinaryField()
    counter = models.BigIntegerField(default=0)  # of its uses, if it counts them
    made_at = models.DateTimeField(auto_now_add=True)
    used_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("made_at",)

    def __str__(self) -> str:
        return self.name


class RecoveryCode(models.Model):
    """A code on paper that stands in once for a second factor that is lost."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="recovery_codes"
    )
    code_hash = models.CharField(max_length=64)  # sha256, hexadecimal
    used_at = models.DateTimeField(null=True)

    class Meta:
        constraints = (models.UniqueConstraint(fields=("user", "code_hash"), name="each_recovery_code_once"),)

    def __str__(self) -> str:
        return f"recovery code of {self.user}"
