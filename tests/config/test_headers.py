"""Security headers: on every answer, whatever its status, and fitting the profile."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied, SuspiciousOperation
from django.http import Http404, HttpRequest, HttpResponse
from django.test import Client
from django.urls import include, path
from django.views.decorators.cache import cache_control

from config import checks, forwarded
from config.security import client_address, from_this_machine
from tests.config.loaded import FEDERATION, switchable
from tests.server import RealServer

CSP = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; object-src 'none'; "
    "frame-ancestors 'none'"
)
ALWAYS = {
    "Content-Security-Policy": CSP,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}
ONLY_HTTPS = {
    "Strict-Transport-Security": "max-age=31536000",
    "Cross-Origin-Opener-Policy": "same-origin",
}


def raising(error: Exception) -> Callable[[HttpRequest], HttpResponse]:
    def view(request: HttpRequest) -> HttpResponse:
        raise error

    return view


@cache_control(public=True, max_age=5)
def public(request: HttpRequest) -> HttpResponse:
    return HttpResponse("board")


def signed_in(request: HttpRequest) -> HttpResponse:
    request.session["seat"] = 1
    response = HttpResponse("ok")
    response.set_cookie("x", "y")
    return response


urlpatterns = [
    path("fine/", lambda request: HttpResponse("fine")),
    path("public/", public),
    path("suspicious/", raising(SuspiciousOperation())),
    path("forbidden/", raising(PermissionDenied())),
    path("gone/", raising(Http404())),
    path("broken/", raising(ZeroDivisionError())),
    path("signed-in/", signed_in),
    path("", include("config.urls")),
]
handler400 = "config.errorpages.bad_request"
handler500 = "config.notsaved.server_error"

REQUESTS: dict[int, tuple[str, str, dict[str, Any]]] = {
    200: ("GET", "/fine/", {}),
    301: ("GET", "/fine", {}),
    400: ("GET", "/suspicious/", {}),
    403: ("GET", "/forbidden/", {}),
    404: ("GET", "/gone/", {}),
    405: ("OPTIONS", "/healthz", {}),
    413: ("POST", "/fine/", {"CONTENT_LENGTH": str(10**8)}),
    500: ("GET", "/broken/", {}),
}


@pytest.fixture(params=["club", "federation"])
def visitor(request: pytest.FixtureRequest, settings: Any) -> Client:
    """A browser of either profile; in the federation it comes through the proxy."""
    federation = request.param == "federation"
    for name, value in switchable(**(FEDERATION if federation else {})).items():
        setattr(settings, name, value)
    settings.ALLOWED_HOSTS = [*settings.ALLOWED_HOSTS, "testserver"]
    settings.ROOT_URLCONF = __name__
    through_proxy = {"X-Forwarded-Proto": "https"} if federation else None
    return Client(headers=through_proxy, raise_request_exception=False, enforce_csrf_checks=True)


@pytest.mark.parametrize("status", REQUESTS)
def test_every_status_carries_the_headers(visitor: Client, settings: Any, status: int) -> None:
    method, url, extra = REQUESTS[status]
    response = visitor.generic(method, url, **extra)
    assert response.status_code == status
    assert {name: response.headers.get(name) for name in ALWAYS} == ALWAYS
    expected = ONLY_HTTPS if settings.PROFILE.https else dict.fromkeys(ONLY_HTTPS)
    if status != 413:  # refused before anything else looks at it
        assert {name: response.headers.get(name) for name in ONLY_HTTPS} == expected
    assert "upgrade-insecure-requests" not in response.headers["Content-Security-Policy"]


def test_an_unknown_host_is_refused_with_the_headers(visitor: Client) -> None:
    response = visitor.get("/fine/", headers={"Host": "attacker.example"})
    assert response.status_code == 400
    assert {name: response.headers.get(name) for name in ALWAYS} == ALWAYS


def test_a_form_without_token_is_refused_with_the_headers(visitor: Client) -> None:
    response = visitor.post("/fine/")
    assert response.status_code == 403
    assert {name: response.headers.get(name) for name in ALWAYS} == ALWAYS


def test_a_view_may_allow_its_answer_to_be_kept(visitor: Client) -> None:
    assert visitor.get("/public/").headers["Cache-Control"] == "public, max-age=5"


@pytest.mark.django_db
def test_cookies_fit_the_profile(visitor: Client, settings: Any) -> None:
    cookie = visitor.get("/signed-in/").cookies["sessionid"]
    assert (cookie["httponly"], cookie["samesite"]) == (True, "Lax")
    assert bool(cookie["secure"]) is settings.PROFILE.https


def test_plain_http_is_sent_to_https_in_a_federation_only(visitor: Client, settings: Any) -> None:
    response = visitor.get("/fine/", headers={"X-Forwarded-Proto": "http"})
    if settings.PROFILE.https:
        assert (response.status_code, response.headers["Location"]) == (301, "https://testserver/fine/")
    else:
        assert response.status_code == 200


def test_a_club_believes_no_proxy(visitor: Client, settings: Any, rf: Any, tmp_path: Path) -> None:
    settings.PROXY_FILE = tmp_path / "proxy.json"
    forwarded.remember(forwarded.Seen(forwarded.Conduct.APPENDS, settings=forwarded.under()))
    request = rf.get("/", REMOTE_ADDR="127.0.0.1", headers={"X-Forwarded-For": "10.9.9.9, 10.1.1.1"})
    assert client_address(request) == ("10.1.1.1" if settings.PROFILE.https else "127.0.0.1")


def test_only_our_own_proxy_is_believed(visitor: Client, rf: Any) -> None:
    request = rf.get("/", REMOTE_ADDR="203.0.113.9", headers={"X-Forwarded-For": "10.1.1.1"})
    assert client_address(request) == "203.0.113.9"


def test_the_laptop_itself_is_recognised_in_a_club_only(visitor: Client, settings: Any, rf: Any) -> None:
    assert from_this_machine(rf.get("/", REMOTE_ADDR="127.0.0.1")) is settings.PROFILE.club
    assert from_this_machine(rf.get("/", REMOTE_ADDR="::1")) is settings.PROFILE.club
    assert from_this_machine(rf.get("/", REMOTE_ADDR="192.168.1.7")) is False
    assert from_this_machine(rf.get("/", REMOTE_ADDR="")) is False


def test_there_is_no_admin_site(visitor: Client) -> None:
    assert visitor.get("/admin/").status_code == 404
    assert visitor.get("/admin/login/").status_code == 404


def test_the_checks_find_nothing_to_complain_about(visitor: Client, settings: Any) -> None:
    settings.ALLOWED_HOSTS.remove("testserver")
    assert checks.one_switch(None) == []
    assert checks.nothing_open(None) == []


WRONG = {
    "SESSION_COOKIE_SECURE": (None, "E001"),
    "SECURE_HSTS_SECONDS": (None, "E001"),
    "SECURE_SSL_REDIRECT": (None, "E001"),
    "SECURE_PROXY_SSL_HEADER": (None, "E001"),
    "DEBUG": (True, "E002"),
    "ALLOWED_HOSTS": (["*"], "E003"),
    "SECURE_CSP": ({"default-src": ["'none'"], "script-src": ["'unsafe-inline'"]}, "E004"),
    "SECURE_REFERRER_POLICY": ("no-referrer", "E005"),
    "SESSION_SAVE_EVERY_REQUEST": (True, "E006"),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_setting_changed_by_hand_is_found(visitor: Client, settings: Any, name: str) -> None:
    value, code = WRONG[name]
    setattr(settings, name, not getattr(settings, name) if value is None else value)
    codes = [message.id for message in (*checks.one_switch(None), *checks.nothing_open(None))]
    assert codes == [f"stammtisch.{code}"]


def test_a_form_sent_by_a_real_browser_is_not_taken_for_a_foreign_one(real_server: RealServer) -> None:
    """Under no-referrer browsers send "Origin: null", which Django refuses."""
    assert real_server.get("/healthz").headers["Referrer-Policy"] == "same-origin"


def test_the_real_server_sends_each_header_once(real_server: RealServer) -> None:
    answer = real_server.get("/healthz")
    assert {name: answer.headers.get_all(name) for name in ALWAYS} == {
        name: [value] for name, value in ALWAYS.items()
    }
    assert not [name for name in ONLY_HTTPS if name in answer.headers]
