"""One question to another installation: JSON over http, with a deadline, and never along a redirect."""

from __future__ import annotations

import http.client
import json
import urllib.error
import urllib.request
from collections.abc import Callable, Mapping
from typing import Any, Protocol
from urllib.parse import urlencode, urlsplit

from django.utils.translation import get_language

from tournaments.following.peers.addresses import is_near
from tournaments.following.peers.states import SourceState, Unanswered, state_of

PATIENCE = 10.0  # seconds for each step of an answer
MOST = 64 * 1024 * 1024  # bytes of an answer
SERVER = "Stammtisch-Server"  # the header that each of our answers has


class WireLine(Protocol):
    """Whom to ask."""

    def __call__(
        self, path: str, *, asked: Mapping[str, Any] | None = None, body: object | None = None
    ) -> dict[str, Any]:
        """The JSON object at this path; with a body it is sent there. Raises Unanswered."""


class _Stay(urllib.request.HTTPRedirectHandler):
    """A token goes where it was meant to go, and nowhere else."""

    def redirect_request(self, *_arguments: Any, **_more: Any) -> None:
        return None


def line_to(base: str, token: str = "") -> WireLine:
    """To the installation at this address."""
    near = is_near(urlsplit(base).hostname or "")
    # A proxy of this machine knows the internet, not the club's Wi-Fi.
    proxies = (urllib.request.ProxyHandler({}),) if near else ()
    opener = urllib.request.build_opener(_Stay, *proxies)

    def ask(
        path: str, *, asked: Mapping[str, Any] | None = None, body: object | None = None
    ) -> dict[str, Any]:
        request = urllib.request.Request(f"{base}{path}" + (f"?{urlencode(asked)}" if asked else ""))
        request.add_header("Accept", "application/json")
        request.add_header("Accept-Language", get_language() or "en")
        if token:
            request.add_header("Authorization", f"Bearer {token}")
        if body is not None:
            request.data = packed(body)
            request.add_header("Content-Type", "application/json")
        return _answer(lambda: opener.open(request, timeout=PATIENCE))

    return ask


def packed(body: object) -> bytes:
    """JSON as it is sent."""
    return json.dumps(body, ensure_ascii=False, separators=(",", ":")).encode()


def _answer(ask: Callable[[], Any]) -> dict[str, Any]:
    try:
        with ask() as response:
            return _object(response.headers, response.read(MOST + 1))
    except urllib.error.HTTPError as error:
        with error:
            raise _refusal(error) from None
    except (OSError, http.client.HTTPException) as error:
        raise Unanswered(SourceState.NO_ANSWER, type(error).__name__) from None


def _object(headers: Mapping[str, str], data: bytes) -> dict[str, Any]:
    if SERVER not in headers or len(data) > MOST:
        raise Unanswered(SourceState.NO_STAMMTISCH)
    try:
        answer = json.loads(data)
    except ValueError:
        raise Unanswered(SourceState.NO_STAMMTISCH) from None
    if not isinstance(answer, dict):
        raise Unanswered(SourceState.NO_STAMMTISCH)
    return answer


def _refusal(error: urllib.error.HTTPError) -> Unanswered:
    """What another status than success means."""
    try:
        data = error.read(10_000)
    except (OSError, http.client.HTTPException):
        return Unanswered(SourceState.NO_ANSWER)
    if SERVER not in error.headers:  # a gateway whose program is away, a login page
        away = error.code in (502, 503, 504)
        return Unanswered(SourceState.NO_ANSWER if away else SourceState.NO_STAMMTISCH)
    if error.code == 429:
        return Unanswered(SourceState.WAIT)
    try:
        spoken = json.loads(data)
        return Unanswered(state_of(str(spoken["code"])), str(spoken.get("sentence", "")))
    except (ValueError, KeyError, TypeError, AttributeError):
        if error.code in (502, 503, 504):
            return Unanswered(SourceState.NO_ANSWER)
        return Unanswered(SourceState.REFUSED, data.decode("utf-8", "replace").strip()[:200])
