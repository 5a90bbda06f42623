"""A club is removed: everything of it goes, nothing of anybody else, all of it or nothing."""

from __future__ import annotations

import datetime
import os
import signal
import traceback
from collections import Counter
from collections.abc import Callable
from typing import Any, NoReturn

import pytest
from django.apps import apps
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.core.exceptions import ImproperlyConfigured
from django.db import DatabaseError, connection, transaction
from django.db.models import QuerySet
from django.utils import timezone

from config.databasenote import DatabaseNote
from scoring import Unreadable
from tests.tournaments.club_builders import a_club, an_account_of, an_operator, browser_of, fill, let_it_leave
from tests.tournaments.crawling import everything
from tournaments.clubs import keeping, removal
from tournaments.ledger.checking import missing_triggers
from tournaments.models import (
    FIRST,
    Club,
    Entry,
    Event,
    EventLink,
    Grant,
    Membership,
    Parked,
    ParkedDecision,
    Player,
    Removal,
    Role,
    Sitting,
)
from tournaments.safekeeping import judging
from tournaments.safekeeping.facts import facts
from tournaments.safekeeping.verifying import verify_database

pytestmark = [pytest.mark.django_db, pytest.mark.both_engines]


class Undone(Exception):  # noqa: N818
    """What is derived from the entries is still there: the rest of a removal would follow."""


LEFT_BEHIND = {"tournaments_removal", "tournaments_bucket"}
Content = dict[str, Counter[tuple[Any, ...]]]


def content() -> Content:
    """Everything but what a removal leaves behind, which is numbers."""
    return {name: rows for name, rows in everything().items() if name not in LEFT_BEHIND}


@pytest.fixture
def other() -> Club:
    """Another club, with as much of everything."""
    club = a_club("Die anderen")
    fill(club)
    return club


def test_everything_of_a_club_goes_and_nothing_of_another(other: Club) -> None:
    before = content()
    club = a_club()
    fill(club)
    assert content() != before
    let_it_leave(club)
    removed = removal.remove(club=club, by="test")
    assert content() == before
    assert removed.entries == 5
    assert removed.sheets
    assert not missing_triggers()
    assert verify_database().in_order


def test_every_model_leads_to_a_club_or_is_of_the_server() -> None:
    """Whoever adds a model says here, by its keys or by name, whether it goes with a club."""
    models = {model for model in apps.get_models(include_auto_created=True) if not model._meta.proxy}
    known = {*removal.ways(), *removal.OF_SERVER, *removal.BY_NUMBER, Club, User}
    assert {model.__name__ for model in models - known} == set()
    assert not set(removal.ways()) & (removal.OF_SERVER | removal.BY_NUMBER)


def test_what_leads_to_a_club_by_a_key_that_may_be_empty_is_looked_for_in_all_ways() -> None:
    assert {way.lookup for way in removal.ways()[apps.get_model("tournaments", "Invitation")]} == {
        "club",
        "user",
    }
    assert [way.lookup for way in removal.ways()[Entry]] == ["sitting__tenant"]


@pytest.mark.parametrize("model", [Removal, Membership, Event])
def test_what_fails_on_the_way_leaves_everything(
    other: Club, model: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    let_it_leave(other)
    before = content()

    def fail(*args: Any, **kwargs: Any) -> Any:
        raise RuntimeError("the power went")

    if model is Removal:
        monkeypatch.setattr(Removal, "save", fail)
    else:
        delete = QuerySet._raw_delete

        def delete_or_fail(rows: Any, using: Any) -> Any:
            return fail() if rows.model is model else delete(rows, using)

        monkeypatch.setattr(QuerySet, "_raw_delete", delete_or_fail)
    with pytest.raises(RuntimeError), transaction.atomic():
        removal.remove(club=other, by="test")
    assert content() == before
    assert not missing_triggers()
    assert not Removal.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_who_is_killed_in_the_middle_of_it_has_removed_nothing(other: Club) -> None:
    let_it_leave(other)
    before = content()
    child = os.fork()
    if child == 0:
        die_while_removing(other)
    _pid, status = os.waitpid(child, 0)
    assert os.WTERMSIG(status) == signal.SIGKILL
    assert content() == before
    assert not missing_triggers()


def die_while_removing(club: Club) -> NoReturn:
    """In a process of its own, on a connection of its own; everything is deleted when it dies."""
    parents = connection.connection  # its end must not be told to the server from here
    connection.connection = None
    try:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(Removal, "save", lambda *args, **more: os.kill(os.getpid(), signal.SIGKILL))
            removal.remove(club=club, by="test")
    except BaseException:
        traceback.print_exc()  # why it has not come so far
    finally:
        os._exit(parents is None)


def open_(club: Club) -> None:
    pass


def closed(club: Club) -> None:
    keeping.close(club=club, reason="test", by="test")


def leaving(club: Club) -> None:
    keeping.leave(club=club, typed=club.name, by="test")


def opened_again(club: Club) -> None:
    let_it_leave(club)
    keeping.open_again(club=club, reason="test", by="test")


@pytest.mark.parametrize("how", [open_, closed, leaving, opened_again])
def test_a_club_that_does_not_leave_or_not_yet_stays(other: Club, how: Callable[[Club], None]) -> None:
    how(other)
    before = content()
    with pytest.raises(Unreadable):
        removal.remove(club=other, by="test")
    assert content() == before


def test_the_club_the_server_began_with_stays() -> None:
    first = Club.objects.get(pk=FIRST)
    with pytest.raises(Unreadable):
        keeping.leave(club=first, typed=first.name, by="test")
    past = timezone.now() - datetime.timedelta(days=30)
    Club.objects.filter(pk=FIRST).update(state="closed", leaves_at=past)
    with pytest.raises(Unreadable):
        removal.remove(club=first, by="test")


def test_sessions_of_its_accounts_end_and_those_of_others_go_on(other: Club) -> None:
    club = a_club()
    browser_of(an_account_of(club))
    there = set(Session.objects.values_list("pk", flat=True))
    stays = browser_of(an_account_of(other))
    kept_session = set(Session.objects.values_list("pk", flat=True)) - there
    let_it_leave(club)
    removal.remove(club=club, by="test")
    assert kept_session <= set(Session.objects.values_list("pk", flat=True))
    assert stays.session.session_key in kept_session
    assert not Session.objects.filter(pk__in=there).exists() or other.memberships.exists()


def test_who_runs_the_server_and_who_was_asked_elsewhere_keeps_his_account(other: Club) -> None:
    club = a_club()
    operator = an_operator()
    Membership.objects.create(user=operator, club=club, role=Role.OWNER.value)
    guest, member = an_account_of(club, Role.HELPER), an_account_of(club, Role.HELPER)
    event = Event.objects.get(tenant=other)
    Grant.objects.create(event=event, user=guest, role=Role.HELPER.value)
    let_it_leave(club)
    removal.remove(club=club, by="test")
    assert set(User.objects.filter(pk__in=(operator.pk, guest.pk, member.pk))) == {operator, guest}
    assert not Membership.objects.filter(user__in=(operator, guest)).exists()
    assert Grant.objects.filter(user=guest).count() == 1


# --- the guards of what is append-only ------------------------------


@pytest.mark.parametrize("model", [Entry, Parked, ParkedDecision, EventLink])
@pytest.mark.parametrize("leaves", [False, True])
def test_entries_go_by_no_other_way(other: Club, model: Any, leaves: bool) -> None:
    """Also not those of a club that may be removed: only its removal does it."""
    if leaves:
        let_it_leave(other)
    before = content()
    with pytest.raises(DatabaseError), transaction.atomic():
        model._base_manager.all()._raw_delete("default")
    assert content() == before


def test_postgresql_lets_go_only_of_that_club_and_only_then(other: Club) -> None:
    if connection.vendor != "postgresql":
        return  # one process writes there, and the guards are gone only inside its transaction
    club = a_club()
    fill(club)
    for late in (False, True):
        if late:
            let_it_leave(club)
        setting = "SELECT set_config('stammtisch.removal', %s || ' ' || pg_current_xact_id(), true)"
        for tenant, sheets in ((other.pk, other), (club.pk, other), (other.pk, club)):
            with pytest.raises(DatabaseError):
                pretend(setting, tenant, sheets)
        with pytest.raises(DatabaseError):
            remove_ledger(other)
    before = Entry.objects.filter(sitting__tenant=other).count()
    with pytest.raises(Undone):
        remove_ledger(club)
    assert Entry.objects.filter(sitting__tenant=other).count() == before


def pretend(setting: str, tenant: int, sheets: Club) -> None:
    """Somebody sets by hand what only the function of the database sets."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(setting, [tenant])
        Entry.objects.filter(sitting__tenant=sheets)._raw_delete("default")


def remove_ledger(club: Club) -> None:
    """As a removal does; what is derived from the entries would follow, and so it is undone here."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SELECT stammtisch_remove_ledger(%s)", [club.pk])
        cursor.execute("SELECT current_setting('stammtisch.removal', true)")
        assert cursor.fetchone() == ("",)
        assert not Entry.objects.filter(sitting__tenant=club).exists()
        raise Undone


# --- the note beside the database ------------------------------


def test_the_note_of_before_takes_nothing_for_lost(other: Club) -> None:
    """A worker that was away meanwhile starts again with the note it had written before."""
    club = a_club()
    fill(club)
    note = facts()
    assert any(head.sitting in sheets_of(club) for head in note.heads)
    let_it_leave(club)
    removal.remove(club=club, by="test")
    now = facts()
    assert (now.entries, now.notices) == (note.entries, note.notices)
    judging.refuse_other(note, ())


def test_the_note_still_sees_what_is_lost_besides(other: Club) -> None:
    club = a_club()
    fill(club)
    let_it_leave(club)
    removal.remove(club=club, by="test")
    note = facts()
    more = DatabaseNote(
        **{**{name: getattr(note, name) for name in note.__slots__}, "entries": note.entries + 1}
    )
    with pytest.raises(ImproperlyConfigured):
        judging.refuse_other(more, ())


def sheets_of(club: Club) -> set[int]:
    return set(Sitting.objects.filter(tenant=club).values_list("pk", flat=True))


def test_nothing_of_it_is_in_the_register(other: Club) -> None:
    club = a_club()
    fill(club)
    let_it_leave(club)
    removal.remove(club=club, by="test")
    assert not Player.objects.filter(tenant=club.pk).exists()
    assert Player.objects.filter(tenant=other).exists()
