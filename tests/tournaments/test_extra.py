"""What a sheet carries besides its hands: the bets of Écarté's spectators."""

from __future__ import annotations

import uuid
from typing import Any

import pytest

from tests.tournaments.builders import record, undo
from tests.tournaments.visitors import a_stranger, a_writer
from tournaments import ledger
from tournaments.ledger import checking
from tournaments.models import Entry, EntryKind, Sitting
from tournaments.table import reading

pytestmark = [pytest.mark.django_db, pytest.mark.sitting("ecarte", seats=2, names=("Ana", "Luis"))]

ENGLISH = {"accept-language": "en"}
MADE = {"declarer": 1, "result": "made"}


def bets(*wagers: tuple[str, int, int]) -> dict[str, str]:
    """The form's fields for bets of (name, on, amount)."""
    fields: dict[str, str] = {}
    for place, (name, on, amount) in enumerate(wagers, start=1):
        fields |= {
            f"bets_{place}_name": name,
            f"bets_{place}_on": str(on),
            f"bets_{place}_amount": str(amount),
        }
    return fields


def send(sitting: Sitting, form: dict[str, str], **control: Any) -> Any:
    controls = {
        "entry": str(uuid.uuid4()),
        "seen": "0",
        **{name: str(value) for name, value in control.items()},
    }
    return a_writer(sitting, headers=ENGLISH).post(f"/t/{sitting.pk}/extra/", {**form, **controls})


def now(sitting: Sitting) -> Any:
    return reading.sheet(Sitting.objects.get(pk=sitting.pk))


def test_bets_are_kept_and_settled_when_their_game_is_decided(sitting: Sitting) -> None:
    assert send(sitting, bets(("Pia", 1, 10), ("Quim", 2, 10))).status_code == 302
    assert [(bet.name, int(bet.on), bet.amount) for bet in now(sitting).extra.bets] == [
        ("Pia", 0, 10),
        ("Quim", 1, 10),
    ]
    for _deal in range(5):
        record(sitting, MADE)
    page = a_stranger(headers=ENGLISH).get(f"/t/{sitting.pk}/extra/").text
    assert now(sitting).so_far.over
    assert "Pia" in page
    assert "Quim" in page


def test_bets_can_be_changed_until_the_first_hand_and_not_after_it(sitting: Sitting) -> None:
    send(sitting, bets(("Pia", 1, 10)))
    assert send(sitting, bets(("Pia", 1, 20)), seen=1).status_code == 302
    record(sitting, MADE)
    refused = send(sitting, bets(("Pia", 1, 500)), seen=3)
    assert refused.status_code == 409
    assert "until the first hand is entered" in refused.text
    assert now(sitting).extra.bets[0].amount == 20
    undo(sitting, 1)
    assert send(sitting, bets(("Pia", 1, 30)), seen=4).status_code == 302


def test_two_devices_do_not_overwrite_each_others_bets(sitting: Sitting) -> None:
    send(sitting, bets(("Pia", 1, 10)))
    other = send(sitting, bets(("Quim", 2, 10)), seen=0)
    assert other.status_code == 409
    assert [bet.name for bet in now(sitting).extra.bets] == ["Pia"]


def test_the_same_id_says_it_once(sitting: Sitting) -> None:
    entry = str(uuid.uuid4())
    for _again in range(2):
        assert send(sitting, bets(("Pia", 1, 10)), entry=entry).status_code == 302
    assert Entry.objects.filter(kind=EntryKind.EXTRA).count() == 1
    assert send(sitting, bets(("Pia", 2, 10)), entry=entry).status_code == 422


@pytest.mark.parametrize(
    "form",
    [
        bets(("", 1, 10)),
        bets(("Pia", 3, 10)),
        bets(("Pia", 1, 0)),
        {"bets_1_name": "Pia", "bets_1_on": "1", "bets_1_amount": "ten"},
        {"odds": "7"},
    ],
)
def test_a_bet_that_cannot_be_is_refused_and_what_was_typed_stays(
    sitting: Sitting, form: dict[str, str]
) -> None:
    answer = send(sitting, form)
    assert answer.status_code == 422
    assert 'role="alert"' in answer.text
    assert now(sitting).extra.bets == ()


def test_only_devices_of_the_table_may_enter_bets(sitting: Sitting) -> None:
    answer = a_stranger().post(f"/t/{sitting.pk}/extra/", bets(("Pia", 1, 10)))
    assert (answer.status_code, Entry.objects.count()) == (403, 0)


def test_bets_belong_to_the_chain_and_to_the_history(sitting: Sitting) -> None:
    send(sitting, bets(("Pia", 1, 10)))
    record(sitting, MADE)
    ledger.close_sheet(sitting=sitting, entry_id=uuid.uuid4())
    report = checking.check(Sitting.objects.get(pk=sitting.pk))
    assert report.in_order, report
    page = a_stranger(headers=ENGLISH).get(f"/t/{sitting.pk}/hands/").text
    assert "Spectators’ bets" in page
    assert send(sitting, bets(("Pia", 1, 20)), seen=3).status_code == 409
