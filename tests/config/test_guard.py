"""What is refused at the door."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.urls import include, path

from config import addresses, guard
from tests.config.loaded import FEDERATION, switchable
from tests.server import RealServer

urlpatterns = [
    path("<path:rest>", lambda request, rest: HttpResponse("through")),
    path("", include("config.urls")),
]
handler400 = "config.errorpages.bad_request"


@pytest.fixture
def visitor(settings: Any) -> Client:
    settings.ROOT_URLCONF = __name__
    return Client(headers={"Accept-Language": "en"})


def test_an_ordinary_visitor_gets_through(visitor: Client) -> None:
    assert visitor.get("/page").content == b"through"


@pytest.mark.parametrize("url", ["/a%00b", "/page?x=%00", "/page?%00=x", "/page?x=1&x=2%00"])
def test_a_nul_character_is_refused_in_every_place(visitor: Client, url: str) -> None:
    response = visitor.get(url)
    assert (response.status_code, response.headers["Content-Type"]) == (400, "text/plain; charset=utf-8")


@pytest.mark.parametrize(
    ("length", "status"), [("1", 200), ("1114112", 200), ("1114113", 413), ("9" * 30, 413)]
)
def test_an_oversized_body_is_refused_unread(visitor: Client, length: str, status: int) -> None:
    assert visitor.generic("POST", "/page", CONTENT_LENGTH=length).status_code == status


@pytest.mark.parametrize("length", ["", "-5", "many", "١٢"])
def test_a_senseless_length_is_no_crash(visitor: Client, length: str) -> None:
    assert guard.body_length(HttpRequest()) == 0
    request = HttpRequest()
    request.META["CONTENT_LENGTH"] = length
    assert guard.body_length(request) == 0


@pytest.mark.parametrize(
    "peer", ["127.0.0.1", "::1", "192.168.178.23", "10.0.0.7", "172.20.1.1", "169.254.3.4"]
)
def test_neighbours_get_through(visitor: Client, peer: str) -> None:
    assert visitor.get("/page", REMOTE_ADDR=peer).status_code == 200


@pytest.mark.parametrize(
    "peer", ["8.8.8.8", "2001:4860:4860::8888", "::ffff:8.8.8.8", "", "0.0.0.0", "nonsense"]
)
def test_a_club_answers_no_one_from_outside(visitor: Client, peer: str) -> None:
    assert visitor.get("/page", REMOTE_ADDR=peer).status_code == 403


def test_a_forwarded_address_does_not_open_a_club(visitor: Client) -> None:
    response = visitor.get("/page", REMOTE_ADDR="8.8.8.8", headers={"X-Forwarded-For": "192.168.1.2"})
    assert response.status_code == 403


def test_a_federation_answers_anyone(visitor: Client, settings: Any) -> None:
    settings.PROFILE = switchable(**FEDERATION)["PROFILE"]
    assert visitor.get("/page", REMOTE_ADDR="8.8.8.8").status_code == 200


def test_an_unknown_host_is_refused(visitor: Client) -> None:
    assert visitor.get("/page", headers={"Host": "attacker.example"}).status_code == 400


def test_a_new_address_of_the_laptop_is_learned_while_serving(
    visitor: Client, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.ALLOWED_HOSTS = ["localhost"]
    monkeypatch.setattr(guard, "LOOK_AGAIN", 0.0)
    monkeypatch.setattr(addresses, "own_addresses", lambda: ["192.168.77.5"])
    assert visitor.get("/page", headers={"Host": "192.168.77.5:8000"}).status_code == 200
    assert visitor.get("/page", headers={"Host": "192.168.77.6:8000"}).status_code == 400


def test_unknown_hosts_do_not_make_it_look_all_the_time(
    visitor: Client, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks: list[None] = []
    monkeypatch.setattr(addresses, "own_addresses", lambda: looks.append(None) or [])
    now = 1000.0
    monkeypatch.setattr(guard, "time", SimpleNamespace(monotonic=lambda: now))
    for _ in range(10):
        visitor.get("/page", headers={"Host": "attacker.example"})
    assert looks == []  # it has looked at the start
    now += guard.LOOK_AGAIN
    for _ in range(10):
        visitor.get("/page", headers={"Host": "attacker.example"})
    assert looks == [None]


def test_this_machine_is_never_offered_under_a_public_address(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(addresses, "routed_address", lambda: "8.8.8.8")
    monkeypatch.setattr(addresses, "interface_addresses", lambda: ["127.0.0.1", "192.168.1.9", "192.168.1.9"])
    assert addresses.own_addresses() == ["192.168.1.9"]


def test_the_address_on_the_way_out_comes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(addresses, "routed_address", lambda: "192.168.1.9")
    monkeypatch.setattr(addresses, "interface_addresses", lambda: ["10.8.0.1", "192.168.1.9"])
    assert addresses.own_addresses() == ["192.168.1.9", "10.8.0.1"]


def test_without_any_network_there_is_no_address(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(addresses, "routed_address", lambda: "")
    monkeypatch.setattr(addresses, "interface_addresses", lambda: ["127.0.0.1"])
    assert addresses.own_addresses() == []


def test_the_real_server_refuses_an_oversized_body_at_once(real_server: RealServer) -> None:
    answer = real_server.request("POST", "/healthz", headers={"Content-Length": str(10**9)})
    assert answer.status == 413


def test_the_real_server_tells_who_is_asking(real_server: RealServer) -> None:
    """The guard depends on it: the server hands over the visitor's address."""
    assert real_server.get("/healthz").status == 200
    assert real_server.get("/healthz", Host="attacker.example").status == 400
