"""Two who give the same name at the same moment: the second is told what he would be told a minute later."""

from __future__ import annotations

import uuid
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.utils import translation

from scoring import Unreadable, game_for
from tests.tournaments.builders import a_sitting
from tests.tournaments.event_builders import an_account, an_event
from tests.tournaments.racing import at_once, split
from tournaments import exchange, ledger
from tournaments.access import accounts
from tournaments.access.roles import Part
from tournaments.events.plan import screens
from tournaments.ledger import checking
from tournaments.models import FIRST, Chair, Grant, Player, Role, RuleSet, Screen, ShownAs
from tournaments.people import privacy, register
from tournaments.table import rulesets

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_engines]

AT_ONCE = 3


def described(player: Player, name: str) -> dict[str, Any]:
    rest = dict.fromkeys(("club", "category", "contact", "pseudonym"), "")
    return {"player": player, "name": name, "shown_as": ShownAs.FULL.value, **rest}


def test_of_accounts_of_one_name_there_is_one_whatever_its_capitals() -> None:
    names = ("Anna", "anna", "ANNA")
    created, refused = split(
        at_once(*[lambda name=name: accounts.create_account(name=name) for name in names]), accounts.NotSo
    )
    assert (len(created), len(refused), User.objects.count()) == (1, 2, 1)
    with translation.override("en"), pytest.raises(accounts.NotSo) as later:
        accounts.create_account(name="anna")
    assert later.value.sentences == ("There is an account with this name already.",)


def test_two_people_who_are_given_one_name_are_not_one_person() -> None:
    first, second = (Player.objects.create(name=name) for name in ("Ida", "Udo"))
    done, refused = split(
        at_once(
            lambda: register.change_person(**described(first, "Eva Kern")),
            lambda: register.change_person(**described(second, "eva kern")),
            lambda: register.add_person(tenant=FIRST, name="Eva KERN"),
        ),
        Unreadable,
    )
    assert (len(done), len(refused)) == (1, 2)
    codes = [refusal.problems[0].code for refusal in refused if isinstance(refusal, Unreadable)]
    assert codes == ["name_taken", "name_taken"]
    assert len([player for player in Player.objects.all() if player.name.casefold() == "eva kern"]) == 1


def test_a_new_name_that_is_typed_for_a_seat_twice_is_one_person() -> None:
    done, _refused = split(at_once(*[lambda: register.resolve(FIRST, "Eva Kern")] * AT_ONCE), Unreadable)
    assert {person.pk for person in done} == {Player.objects.get().pk}


def test_tables_that_open_with_the_same_new_people_all_open() -> None:
    orders = (("Ida", "Udo", "Eva"), ("Eva", "Udo", "Ida"), ("Udo", "Eva", "Ida"))
    done, _refused = split(
        at_once(*[lambda names=names: a_sitting(seats=3, names=names) for names in orders]), Unreadable
    )
    assert len(done) == AT_ONCE
    assert (Player.objects.count(), Chair.objects.count()) == (3, 9)


def test_of_two_phones_that_seat_somebody_at_once_one_is_told_to_look_again() -> None:
    sitting = a_sitting("cabo", seats=2, names=("Ida", "Udo"))
    wishes = (("Ida", "Udo", "Eva"), ("Eva", "Ida"))

    def seat(names: tuple[str, ...]) -> Any:
        change: dict[str, Any] = {"entry_id": uuid.uuid4(), "dealer": None, "hand_no": 1, "base_seq": 0}
        return ledger.change_line_up(sitting=sitting, names=names, **change)

    done, refused = split(at_once(*[lambda names=names: seat(names) for names in wishes]), ledger.Refused)
    assert (len(done), len(refused)) == (1, 1)
    assert [chair.player.name for chair in sitting.chairs.order_by("seat")] == ["Ida", "Udo", "Eva"]
    assert checking.check(sitting).in_order


def test_a_rule_set_that_two_keep_under_one_name_is_one_or_the_second_is_refused() -> None:
    game = game_for("cego")
    same, other = game.preset("baden2006").rules, game.preset("schwarzwald").rules
    done, refused = split(
        at_once(
            *[lambda rules=rules: rulesets.save(game, "Ours", rules, FIRST) for rules in (same, same, other)]
        ),
        Unreadable,
    )
    assert RuleSet.objects.count() == 1
    assert len(done) + len(refused) == AT_ONCE
    assert len(done) in (1, 2)


def test_a_screen_of_one_name_is_made_once() -> None:
    event = an_event(here=4)
    wall: dict[str, Any] = {"event": event, "name": "Wall", "shows": "standings"}
    done, refused = split(at_once(*[lambda: screens.create_screen(**wall)] * AT_ONCE), Unreadable)
    assert (len(done), len(refused), Screen.objects.count()) == (1, 2, 1)


def test_an_account_is_one_thing_in_an_event_and_nobody_is_demoted_by_whom_he_is_above() -> None:
    event, user = an_event(here=4), an_account("eva")
    as_owner: dict[str, Any] = {"event": event, "user": user, "role": Role.ORGANISER, "part": Part.OWNER}
    as_organiser: dict[str, Any] = {"event": event, "user": user, "role": Role.HELPER, "part": Part.ORGANISER}
    split(at_once(lambda: accounts.give(**as_owner), lambda: accounts.give(**as_organiser)), accounts.NotSo)
    assert Grant.objects.get().role == Role.ORGANISER


def test_a_role_that_is_taken_twice_is_taken_once() -> None:
    event, user = an_event(here=4), an_account("eva")
    grant = accounts.give(event=event, user=user, role=Role.HELPER, part=Part.OWNER)
    take: dict[str, Any] = {"grant": grant, "part": Part.OWNER}
    split(at_once(*[lambda: accounts.take(**take)] * 2), accounts.NotSo)
    assert event.notices.filter(what="grant_taken").count() == 1


def test_people_who_are_forgotten_at_once_get_names_of_their_own() -> None:
    first, second = (Player.objects.create(name=name) for name in ("Ida", "Udo"))
    Player.objects.create(name=f"Anonym {first.pk}")
    Player.objects.create(name=f"Anonymous {first.pk}")
    split(
        at_once(*[lambda player=player: privacy.anonymise(player=player) for player in (first, second)]),
        Unreadable,
    )
    assert Player.objects.exclude(anonymised_at=None).values("name").distinct().count() == 2


def test_an_event_that_comes_in_while_somebody_of_it_is_added_comes_in() -> None:
    event = an_event(here=4)
    data = exchange.as_file(event)
    names = list(Player.objects.values_list("name", flat=True))
    event.entrants.all().delete()
    event.delete()
    Player.objects.all().delete()
    taken, *_added = at_once(
        lambda: exchange.take_in(data, FIRST),
        *[lambda name=name: register.add_person(tenant=FIRST, name=name) for name in names[:2]],
    )
    assert not isinstance(taken, Exception), taken
    assert Player.objects.count() == len(names)
