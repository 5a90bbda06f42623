"""Devices that want one seat at the same moment: one of them has it, and guessing in parallel is no help."""

from __future__ import annotations

import pytest

from tests.tournaments.builders import a_sitting
from tests.tournaments.racing import at_once, split
from tournaments.access import claims, credentials
from tournaments.models import Credential

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_engines]

AT_ONCE = 3


def test_of_several_who_tap_a_free_seat_at_once_one_has_it() -> None:
    sitting = a_sitting()
    claimed, refused = split(
        at_once(*[lambda: claims.take(sitting, 2, None, "phone")] * AT_ONCE), claims.SeatTaken
    )
    assert (len(claimed), len(refused)) == (1, AT_ONCE - 1)
    assert [device.seat for device in claims.writers(sitting)] == [2]


def test_two_who_take_a_seat_over_at_once_leave_it_with_the_later_one() -> None:
    sitting = a_sitting()
    first = claims.take(sitting, 2, None, "phone").credential
    pin = claims.pin_of(first)
    done, refused = split(
        at_once(*[lambda: claims.take_over(sitting, 2, None, "phone", pin)] * 2), claims.WrongPin
    )
    assert (len(done), len(refused)) == (1, 1)  # the PIN of the first phone is not that of the next one
    assert len(claims.writers(sitting)) == 1


def test_wrong_pins_typed_at_once_are_counted_one_by_one() -> None:
    sitting = a_sitting()
    first = claims.take(sitting, 2, None, "phone").credential
    wrong = "000000" if claims.pin_of(first) != "000000" else "111111"
    for _round in range(2):
        split(
            at_once(*[lambda: claims.take_over(sitting, 2, None, "phone", wrong)] * AT_ONCE), claims.WrongPin
        )
    assert Credential.objects.get(pk=first.pk).pin_tries == 2 * AT_ONCE
    with pytest.raises(claims.WrongPin):
        claims.take_over(sitting, 2, None, "phone", claims.pin_of(first))


def test_a_question_is_answered_once() -> None:
    sitting = a_sitting()
    credentials.claim(sitting)
    claims.take(sitting, 2, None, "phone")
    asked = claims.ask(sitting, 2, None, "new phone")[0]
    answers, _refused = split(
        at_once(*[lambda: claims.answer(sitting, asked.pk, yes=True)] * 2), claims.SeatTaken
    )
    assert len([answer for answer in answers if answer is not None]) == 1
    assert len([device for device in claims.writers(sitting) if device.seat == 2]) == 1
