"""Security headers on every answer, and who is asking."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase

from config import addresses, forwarded, spares
from config.shared import is_for_everybody

GetResponse = Callable[[HttpRequest], HttpResponseBase]

# No one else's page may use a club's camera through ours, and ours needs none of these either.
PERMISSIONS = "camera=(), microphone=(), geolocation=()"


class SecurityHeaders:
    """Content-Security-Policy and its kin, on files, redirects and refusals too."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        near = spares.known()
        if near:
            response.headers[spares.HEADER] = " ".join(near)
        asked = {"connect-src": [*settings.SECURE_CSP["connect-src"], *near]} if near else {}
        headers = {
            "Content-Security-Policy": policy({**settings.SECURE_CSP, **asked}),
            "Permissions-Policy": PERMISSIONS,
            "Cross-Origin-Resource-Policy": "same-origin",
            # Django sets the next two further in; a refusal by an outer layer would lack them.
            "X-Content-Type-Options": "nosniff",
            "X-Frame-Options": settings.X_FRAME_OPTIONS,
            "Referrer-Policy": settings.SECURE_REFERRER_POLICY,
            # Pages show names and carry a seat's rights. Whoever serves something public says so himself.
            "Cache-Control": "no-store",
            # Search engines list nothing, but for what a club has opened to them.
            "X-Robots-Tag": "noindex",
        }
        for name, value in headers.items():
            response.headers.setdefault(name, value)
        if is_for_everybody(response):
            response.cookies.clear()  # of a session that is over, say: another answer will tell
        elif response.cookies:  # is for one browser, whatever has made it
            response.headers["Cache-Control"] = headers["Cache-Control"]
        return response


def policy(directives: Mapping[str, Sequence[str]]) -> str:
    """The header for SECURE_CSP, the setting newer Djangos read themselves."""
    return _policy(tuple((name, tuple(sources)) for name, sources in directives.items()))


@lru_cache(maxsize=16)
def _policy(directives: tuple[tuple[str, tuple[str, ...]], ...]) -> str:
    return "; ".join(f"{name} {' '.join(sources)}" for name, sources in directives)


def with_policy(
    response: HttpResponse, more: Mapping[str, Sequence[str]], *, framed: bool = False
) -> HttpResponse:
    """The answer under a policy of its own; `framed`: our own pages may show it in a frame."""
    framing = {"frame-ancestors": ["'self'"]} if framed else {}
    response.headers["Content-Security-Policy"] = policy({**settings.SECURE_CSP, **more, **framing})
    if framed:
        response.headers["X-Frame-Options"] = "SAMEORIGIN"
    return response


def client_address(request: HttpRequest) -> str:
    """Whom limits count: the visitor's address, of IPv6 his network."""
    return forwarded.whose(visitor_address(request))


def visitor_address(request: HttpRequest) -> str:
    """The visitor's address, for the log. A forwarded one counts only from our own, honest proxies."""
    peer = str(request.META.get("REMOTE_ADDR", ""))
    if settings.PROFILE.club:
        return peer
    return forwarded.visitor(peer, str(request.META.get("HTTP_X_FORWARDED_FOR", "")))


def from_this_machine(request: HttpRequest) -> bool:
    """Does the browser run on the club's laptop? Never true in a federation: its proxy is a neighbour."""
    return settings.PROFILE.club and addresses.is_loopback(str(request.META.get("REMOTE_ADDR", "")))
