"""Behind a proxy: a header that it does not send is named, to whoever opens a page and in the log.

Without X-Forwarded-Proto a browser would be sent to https for ever, and under the wrong Host it would get a
bare refusal; both look like a fault of ours and are one line in the proxy's configuration.
"""

from __future__ import annotations

import ipaddress

from django.conf import settings
from django.core.exceptions import DisallowedHost
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils import translation
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from config import forwarded, guard, probing
from config.security import GetResponse

MISCONFIGURED = 503  # a phone keeps what it has and tries again
FIRST = _("This server is not set up completely. To whoever administers it:")
PROTO = "X-Forwarded-Proto"
HOST = "Host"
NGINX = {PROTO: "proxy_set_header X-Forwarded-Proto https;", HOST: "proxy_set_header Host $host;"}


class BehindProxy:
    """Only where https is a proxy's; a club has none."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if not settings.SECURE_PROXY_SSL_HEADER:
            return self.get_response(request)
        if request.path == probing.PATH:
            if (answer := probing.answer(request)) is not None:
                return answer
            # Whoever asks whether we are well knows an address and no name.
            request.META["HTTP_HOST"] = settings.ALLOWED_HOSTS[0]
            return self.get_response(request)
        return refusal(request) or self.get_response(request)


def refusal(request: HttpRequest) -> HttpResponse | None:
    """An answer for the administrator, if the proxy leaves out what we need."""
    proto = request.META.get("HTTP_X_FORWARDED_PROTO", "")
    if not proto:
        return explain(request, PROTO, _("The proxy does not send the header {header}."))
    # Browsers send this over https only: the visitor has come by https, and the proxy says he has not.
    if proto.partition(",")[0].strip() != "https" and "HTTP_SEC_FETCH_MODE" in request.META:
        return explain(
            request, PROTO, _("The proxy says http in the header {header}, and visitors come by https.")
        )
    try:
        request.get_host()
    except DisallowedHost:
        if is_inner(str(request.META.get("HTTP_HOST", ""))):
            return explain(
                request, HOST, _("The proxy does not pass on the header {header} that visitors have sent.")
            )
        forwarded.note("a request for a name that is not in ALLOWED_HOSTS is refused")
        with translation.override(translation.get_language_from_request(request)):
            return guard.refuse(
                400, _("There is no page under this name. The names of this server stand in ALLOWED_HOSTS.")
            )
    return None


def explain(request: HttpRequest, header: str, sentence: Promise) -> HttpResponse:
    """Three lines: for whom this is, which header it is about, what to write into nginx."""
    forwarded.note(f"refused: the header {header} is missing or wrong; in nginx: {NGINX[header]}")
    with translation.override(translation.get_language_from_request(request)):
        lines = (str(FIRST), str(sentence).format(header=header), f"nginx: {NGINX[header]}")
        answer = guard.refuse(MISCONFIGURED, "\n".join(lines))
    answer.headers["Retry-After"] = "30"
    return answer


def is_inner(host: str) -> bool:
    """Is this how a proxy calls the machine behind it: an address, our own port, a name without a dot?"""
    name, _colon, port = host.rpartition(":") if host.rpartition("]")[2].count(":") else (host, "", "")
    try:
        ipaddress.ip_address(name.strip("[]"))
    except ValueError:
        return not host or "." not in name or port == str(settings.PROFILE.port)
    return True
