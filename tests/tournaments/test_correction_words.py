"""What a correction says: the hand as it stands on the sheet, and as it stood there before."""

from __future__ import annotations

import uuid

import pytest

from tests.tournaments.builders import eine
from tests.tournaments.event_builders import an_event
from tests.tournaments.test_event_rounds import play_all, start
from tournaments.events.decisions import corrections as correcting
from tournaments.hall.decisions import decision_rows
from tournaments.table import reading

pytestmark = pytest.mark.django_db


def test_a_hand_put_right_is_told_as_it_stands_on_the_sheet() -> None:
    event = an_event(here=8)
    round_ = start(event)
    play_all(round_, won=1)
    sitting = round_.sittings.get(number=1)
    was = reading.sheet(sitting).hands[0].sentence
    correcting.correct(
        sitting=sitting, hand_no=1, entry_id=uuid.uuid4(), raw=eine(3), base_seq=None, reason="misread"
    )
    now = reading.sheet(round_.sittings.get(number=1)).hands[0].sentence
    (row,) = decision_rows(event)
    assert row.before.startswith(was)
    assert row.after.startswith(now)
    assert was != now
    assert "?" not in row.before + row.after
