"""The laptop is restored from an older copy while phones play on: in the end every table has exactly the
entries of an evening in which nothing happened."""

from __future__ import annotations

import random
import uuid
from typing import Any

import pytest

from tests.tournaments.builders import a_sitting
from tests.tournaments.test_recovering import forget, ledger_in_order, offer
from tests.tournaments.visitors import a_stranger, a_writer, hand_form
from tournaments import ledger
from tournaments.ledger.chain import canonical
from tournaments.models import Entry, Sitting
from tournaments.rehearsal.robots import made_up

pytestmark = [pytest.mark.django_db, pytest.mark.both_engines]

GAMES = ("cego", "cabo")
NAMES = ("id", "seq", "kind", "hand_no", "supersedes_id", "payload", "digest", "base_seq", "revision")
EXPORTED = (*NAMES, "rules_version", "reason", "claimed_at", "at", "credential_id", "credential__seat")


class Phone:
    """A phone with the journal of its table, as the page's script keeps it."""

    def __init__(self, sitting: Sitting) -> None:
        self.sitting, self.browser = sitting, a_writer(sitting)
        self.journal: dict[str, Any] = {"entries": []}

    def look(self) -> None:
        """Fetch what is new; offer what the laptop has forgotten."""
        after = self.journal["entries"][-1]["seq"] if self.journal["entries"] else 0
        answer = self.browser.get(f"/t/{self.sitting.pk}/journal/?after={after}")
        if answer.status_code == 403:
            return
        news = answer.json()
        if self.journal.get("epoch", news["epoch"]) != news["epoch"] or news["head"] < after:
            offer(self.browser, self.sitting.pk, self.journal)
            news = self.browser.get(f"/t/{self.sitting.pk}/journal/?after={after}").json()
        self.journal = {**news, "entries": [*self.journal["entries"], *news["entries"]]}


def play(sitting: Sitting, phones: list[Phone], hands: int, chance: random.Random) -> None:
    """Hands, corrections and hands taken back, by any of the phones; some look in between."""
    for _hand in range(hands):
        sitting.refresh_from_db()
        so_far = ledger.replay(sitting)
        if so_far.over:
            return
        phone, last = chance.choice(phones), len(so_far.all_hands)
        raw = made_up(sitting.game_value(), sitting.table(), so_far, chance)
        phone.browser.post(
            f"/t/{sitting.pk}/", hand_form(sitting, raw, last + 1, seen=sitting.sheethead.head_seq)
        )
        if chance.random() < 0.25:
            live = ledger.live_entries(sitting)[-1]
            ledger.undo_last(sitting=sitting, entry_id=uuid.uuid4(), hand_no=live.hand_no or 0)
        for other in phones:
            if other is phone or chance.random() < 0.5:
                other.look()


def exported(sitting: Sitting) -> bytes:
    rows = Entry.objects.filter(sitting=sitting).order_by("seq").values(*EXPORTED)
    return canonical([{name: str(value) for name, value in row.items()} for row in rows])


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("several", [False, True], ids=["a phone", "three phones"])
@pytest.mark.parametrize("seed", range(4))
def test_after_a_restore_every_table_is_what_it_would_have_been(game: str, several: bool, seed: int) -> None:
    chance = random.Random(f"{game} {several} {seed}")
    sitting = a_sitting(game)
    phones = [Phone(sitting) for _phone in range(3 if several else 1)]
    play(sitting, phones, chance.randint(0, 4), chance)
    copied = Entry.objects.filter(sitting=sitting).count()
    play(sitting, phones, chance.randint(1, 8), chance)
    for phone in phones[:1]:  # one of them has seen everything; that is enough
        phone.look()
    before = exported(sitting)
    forget(sitting, copied)
    chance.shuffle(phones)
    for phone in phones:
        phone.look()
    assert exported(sitting) == before
    assert ledger_in_order(sitting)
    play(sitting, phones, 3, chance)  # and it goes on
    assert ledger_in_order(sitting)


def test_what_only_one_of_two_phones_has_seen_comes_from_the_other() -> None:
    chance, sitting = random.Random(1), a_sitting()
    phones = [Phone(sitting), Phone(sitting)]
    play(sitting, phones[:1], 3, chance)
    phones[1].look()
    play(sitting, phones[:1], 3, chance)
    phones[0].look()
    before = exported(sitting)
    forget(sitting, 0)
    for phone in reversed(phones):
        phone.look()
    assert exported(sitting) == before


def test_a_spectator_brings_nothing_and_a_neighbour_may(sitting: Sitting) -> None:
    phone = Phone(sitting)
    play(sitting, [phone], 3, random.Random(2))
    phone.look()
    before = exported(sitting)
    forget(sitting, 1)
    assert offer(a_stranger(), sitting.pk, {**phone.journal, "entries": []})["taken"] == []
    assert len(offer(a_stranger(), sitting.pk, phone.journal)["taken"]) >= 2
    assert exported(sitting) == before
