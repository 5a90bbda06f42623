"""A passkey in software: what a phone does when somebody puts a finger on it."""

from __future__ import annotations

import hashlib
import json
import secrets
from dataclasses import dataclass, field
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ec import ECDSA, SECP256R1, generate_private_key
from cryptography.hazmat.primitives.hashes import SHA256
from webauthn import base64url_to_bytes
from webauthn.helpers import bytes_to_base64url, encode_cbor

PRESENT, VERIFIED, ATTESTED = 0x01, 0x04, 0x40


@dataclass
class Authenticator:
    """One key for one server."""

    origin: str = "https://verein.test"
    verifies: bool = True  # was there a finger, a face or a PIN?
    counter: int = 0
    credential: bytes = field(default_factory=lambda: secrets.token_bytes(32))
    handle: bytes = b""

    def __post_init__(self) -> None:
        self._key = generate_private_key(SECP256R1())

    def make(self, options: dict[str, Any]) -> str:
        """The answer to being asked for a new passkey."""
        self.handle = base64url_to_bytes(options["user"]["id"])
        client = self._client("webauthn.create", options["challenge"])
        numbers = self._key.public_key().public_numbers()
        key = encode_cbor(
            {1: 2, 3: -7, -1: 1, -2: numbers.x.to_bytes(32, "big"), -3: numbers.y.to_bytes(32, "big")}
        )
        attested = bytes(16) + len(self.credential).to_bytes(2, "big") + self.credential + key
        data = self._data(options["rp"]["id"], ATTESTED) + attested
        attestation = encode_cbor({"fmt": "none", "attStmt": {}, "authData": data})
        return self._answer({"clientDataJSON": client, "attestationObject": attestation})

    def sign(self, options: dict[str, Any]) -> str:
        """The answer to being asked who it is."""
        self.counter += 1
        client = self._client("webauthn.get", options["challenge"])
        data = self._data(options["rpId"])
        signature = self._key.sign(data + hashlib.sha256(client).digest(), ECDSA(SHA256()))
        return self._answer(
            {
                "clientDataJSON": client,
                "authenticatorData": data,
                "signature": signature,
                "userHandle": self.handle,
            }
        )

    def _client(self, kind: str, challenge: str) -> bytes:
        return json.dumps({"type": kind, "challenge": challenge, "origin": self.origin}).encode()

    def _data(self, host: str, flags: int = 0) -> bytes:
        flags |= PRESENT | (VERIFIED if self.verifies else 0)
        return hashlib.sha256(host.encode()).digest() + bytes([flags]) + self.counter.to_bytes(4, "big")

    def _answer(self, response: dict[str, bytes]) -> str:
        name = bytes_to_base64url(self.credential)
        texts = {key: bytes_to_base64url(value) for key, value in response.items()}
        return json.dumps({"id": name, "rawId": name, "type": "public-key", "response": texts})
