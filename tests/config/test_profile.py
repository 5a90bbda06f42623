"""PROFILE decides, and contradictions are refused with a sentence that says what to change."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from config.databaseurl import postgresql
from config.env import Env
from config.profile import Profile, profile
from tests.config.loaded import FEDERATION, settings_of
from tests.processes import run


def decide(**env: str) -> Profile:
    return profile(Env(env))


CONTRADICTIONS = {
    "federation without a database": (FEDERATION | {"DATABASE_URL": ""}, "needs its PostgreSQL database"),
    "federation with SQLite": (FEDERATION | {"DATABASE_URL": "sqlite:///x.db"}, "works with PostgreSQL only"),
    "federation with MySQL": (FEDERATION | {"DATABASE_URL": "mysql://h/x"}, "works with PostgreSQL only"),
    "federation without host names": (FEDERATION | {"ALLOWED_HOSTS": ""}, "needs the public host names"),
    "federation for all host names": (FEDERATION | {"ALLOWED_HOSTS": "*"}, "please list every name"),
    "federation for a whole domain": (FEDERATION | {"ALLOWED_HOSTS": "*.example.org"}, "list every name"),
    "federation with an address as host": (FEDERATION | {"ALLOWED_HOSTS": "https://a.org"}, "bare names"),
    "federation with a port": (FEDERATION | {"ALLOWED_HOSTS": "a.org:443"}, "without a port"),
    "federation with the club's variable": (FEDERATION | {"HOSTS": "laptop"}, "Please remove HOSTS"),
    "federation with the club's open desk": (
        FEDERATION | {"DESK_IN_WIFI": "1"},
        "Please remove DESK_IN_WIFI",
    ),
    "federation under development": (FEDERATION | {"DEV": "1"}, "Please remove DEV"),
    "federation without a database name": (FEDERATION | {"DATABASE_URL": "postgresql://h"}, "no database"),
    "federation with a wrong port": (FEDERATION | {"DATABASE_URL": "postgresql://h:x/n"}, "not a number"),
    "club with PostgreSQL": ({"DATABASE_URL": "postgresql://h/n"}, "takes no DATABASE_URL"),
    "club with the federation's variable": ({"ALLOWED_HOSTS": "a.org"}, "name further host names in HOSTS"),
    "club for all host names": ({"HOSTS": "*"}, "please list every name"),
    "club with several writers": ({"WORKERS": "2"}, "only one process may write"),
    "club behind a proxy": ({"PROXIES": "10.0.0.1"}, "stands behind no proxy"),
    "club on a public address": ({"BIND": "8.8.8.8"}, "is a public address"),
    "development open to the network": ({"DEV": "1", "BIND": "0.0.0.0"}, "set BIND=127.0.0.1"),
    "an unknown profile": ({"PROFILE": "verein"}, "choose club or federation"),
    "a switch that is neither on nor off": ({"DEV": "perhaps"}, "write 1 or 0"),
    "a port that is none": ({"PORT": "http"}, "whole number from 1 to 65535"),
    "a port too high": ({"PORT": "65536"}, "whole number from 1 to 65535"),
    "a port in other digits": ({"PORT": "٨٠٠٠"}, "whole number from 1 to 65535"),
    "a name to listen on": ({"BIND": "laptop"}, "an address of this machine"),
    "federation with a name as proxy": (FEDERATION | {"PROXIES": "nginx"}, "a name can mean another machine"),
    "club behind hops": ({"HOPS": "2"}, "stands behind no proxy"),
    "club with figures": ({"METRICS_PORT": "9100"}, "watched by nobody"),
    "a host name with blanks in it": ({"HOSTS": "laptop, my_host"}, "contains my_host"),
}


@pytest.mark.parametrize(("env", "sentence"), CONTRADICTIONS.values(), ids=CONTRADICTIONS.keys())
def test_a_contradiction_is_refused_with_a_sentence(env: dict[str, str], sentence: str) -> None:
    with pytest.raises(ImproperlyConfigured, match=sentence):
        decide(**env)


def test_without_any_variable_it_is_a_club() -> None:
    club = decide()
    assert (club.name, club.https, club.dev, club.workers, club.database) == ("club", False, False, 1, None)


def test_an_empty_variable_counts_as_absent() -> None:
    assert decide(PROFILE="", PORT=" ", DATABASE_URL="", WORKERS="") == decide()


def test_a_federation_reads_its_database_from_one_address() -> None:
    url = "postgresql://karo%40s:p%2Fw@db.example.org:5433/turnier?sslmode=require"
    database = decide(**(FEDERATION | {"DATABASE_URL": url})).database
    assert database
    assert {key: database[key] for key in ("NAME", "USER", "PASSWORD", "HOST", "PORT")} == {
        "NAME": "turnier",
        "USER": "karo@s",
        "PASSWORD": "p/w",
        "HOST": "db.example.org",
        "PORT": "5433",
    }
    assert database["OPTIONS"]["sslmode"] == "require"


def test_a_federation_may_reach_its_database_through_a_socket() -> None:
    database = decide(**(FEDERATION | {"DATABASE_URL": "postgresql://me@/n?host=/run/postgresql"})).database
    assert database
    assert (database["HOST"], database["PORT"], database["USER"]) == ("/run/postgresql", "", "me")


# What stands before the @ of the place, and name and password as PostgreSQL gets them.
CREDENTIALS = {
    "me:p@ss": ("me", "p@ss"),
    "me:p/w": ("me", "p/w"),
    "me:a:b#c?d": ("me", "a:b#c?d"),
    "me:p@h:1/w?x=@": ("me", "p@h:1/w?x=@"),
    "me:50%25": ("me", "50%"),
    "me:50%off": ("me", "50%off"),
    "m%40e:p%3Aw%2F": ("m@e", "p:w/"),
}


@pytest.mark.parametrize("written", CREDENTIALS)
def test_a_password_may_hold_any_character(written: str) -> None:
    database = postgresql(f"postgresql://{written}@db.example.org:5433/n?sslmode=require")
    assert (database["USER"], database["PASSWORD"]) == CREDENTIALS[written]
    assert (database["HOST"], database["PORT"], database["NAME"]) == ("db.example.org", "5433", "n")


# What stands behind the @, and hosts, ports and name.
PLACES = {
    "h1:5432,h2:5433/n": ("h1,h2", "5432,5433", "n"),
    "h1,h2:5433/n": ("h1,h2", "5432,5433", "n"),
    "h1,h2/n": ("h1,h2", "", "n"),
    "[::1]:5433,10.0.0.2/n": ("::1,10.0.0.2", "5433,5432", "n"),
    "%2Frun%2Fpostgresql/n": ("/run/postgresql", "", "n"),
    "/n?host=/run/postgresql": ("/run/postgresql", "", "n"),
    "h/?dbname=n": ("h", "", "n"),
}


@pytest.mark.parametrize("written", PLACES)
def test_a_database_may_be_on_one_machine_on_several_or_behind_a_socket(written: str) -> None:
    database = postgresql(f"postgresql://me:p@ss@{written}")
    assert (database["HOST"], database["PORT"], database["NAME"]) == PLACES[written]
    assert (database["USER"], database["PASSWORD"]) == ("me", "p@ss")


def test_options_reach_the_database() -> None:
    url = "postgresql://h1,h2/n?target_session_attrs=read-write&application_name=a@b&connect_timeout=3"
    options = {"target_session_attrs": "read-write", "application_name": "a@b", "connect_timeout": "3"}
    assert postgresql(url)["OPTIONS"] == options


@pytest.mark.parametrize("url", ["postgresql://me:p:a/s@h:b/n", "postgresql://h:0/n", "postgresql://a b/n"])
def test_what_cannot_be_read_is_refused_with_how_to_write_it(url: str) -> None:
    with pytest.raises(ValueError, match="Please write %40 for @, %2F for /, %3A for :, %23 for # and %25"):
        postgresql(url)


def test_all_refusals_come_at_once() -> None:
    wrong = {"PROFILE": "federation", "HOSTS": "laptop", "PORT": "http", "PROXIES": "proxy", "HOPS": "0"}
    with pytest.raises(ImproperlyConfigured) as refusal:
        settings_of(**wrong, DATABASE_URL="mysql://h/n", TIME_ZONE="Schwarzwald", GO_ON="on")
    sentences = str(refusal.value).splitlines()
    assert [sentence.split()[0].partition("=")[0] for sentence in sentences] == [
        *("PROFILE", "PROFILE", "PORT", "PROXIES", "HOPS", "DATABASE_URL", "GO_ON", "TIME_ZONE")
    ]


def test_outside_of_that_a_refusal_comes_at_once() -> None:
    with pytest.raises(ImproperlyConfigured, match="write 1 or 0"):
        Env({"DEV": "perhaps"}).flag("DEV")


def test_a_federation_listens_to_its_proxy_only_and_a_club_to_its_network() -> None:
    assert (decide().bind, decide(**FEDERATION).bind) == ("0.0.0.0", "127.0.0.1")


def test_the_profile_decides_about_https_as_a_whole() -> None:
    names = [
        *("SESSION_COOKIE_SECURE", "CSRF_COOKIE_SECURE", "LANGUAGE_COOKIE_SECURE", "SECURE_SSL_REDIRECT"),
        *("SECURE_HSTS_SECONDS", "SECURE_PROXY_SSL_HEADER", "SECURE_CROSS_ORIGIN_OPENER_POLICY"),
    ]
    club, federation = settings_of(), settings_of(**FEDERATION)
    assert [bool(club[name]) for name in names] == [False] * len(names)
    assert [bool(federation[name]) for name in names] == [True] * len(names)


@pytest.mark.parametrize("env", [{}, FEDERATION], ids=["club", "federation"])
def test_visitors_never_see_the_inside(env: dict[str, str]) -> None:
    assert settings_of(**env)["DEBUG"] is False


def test_debugging_takes_dev_and_then_nobody_else_gets_in() -> None:
    dev = settings_of(DEV="1")
    assert (dev["DEBUG"], dev["PROFILE"].bind) == (True, "127.0.0.1")


def test_a_club_answers_only_to_names_of_this_machine() -> None:
    hosts = settings_of(HOSTS="punkte.fritz.box")["ALLOWED_HOSTS"]
    assert {"localhost", "127.0.0.1", "punkte.fritz.box"} <= set(hosts)
    assert not [host for host in hosts if "*" in host or host.startswith(".")]


def test_a_federation_answers_only_to_the_names_it_was_given() -> None:
    assert settings_of(**FEDERATION)["ALLOWED_HOSTS"] == ["punkte.example.org"]


def test_an_unknown_time_zone_is_refused() -> None:
    with pytest.raises(ImproperlyConfigured, match="Europe/Berlin"):
        settings_of(TIME_ZONE="Schwarzwald")


def test_the_start_shows_the_sentence_and_no_traceback(tmp_path: Path) -> None:
    place = {"STAMMTISCH_DATA": str(tmp_path), "PATH": "/usr/bin", "HOME": str(tmp_path)}
    command = [sys.executable, "manage.py", "serve"]
    started = run(command, env={"PROFILE": "federation", **place}, without=os.environ)
    assert started.returncode == 1
    assert started.stderr.startswith("PROFILE=federation needs its PostgreSQL database in DATABASE_URL")
    assert "Traceback" not in started.stderr


def test_https_is_promised_for_names_below_only_by_whoever_owns_them() -> None:
    assert settings_of(**FEDERATION)["SECURE_HSTS_SECONDS"] > 0
    assert settings_of(**FEDERATION)["SECURE_HSTS_INCLUDE_SUBDOMAINS"] is False
    assert settings_of(**FEDERATION, HSTS_SUBDOMAINS="1")["SECURE_HSTS_INCLUDE_SUBDOMAINS"] is True
    assert settings_of()["SECURE_HSTS_INCLUDE_SUBDOMAINS"] is False
