"""Whoever is forgotten is forgotten in what others have typed, too, and stays so after a restore."""

from __future__ import annotations

import json
import uuid
from pathlib import Path
from typing import Any

import pytest
from django.db.models import Model
from django.test import Client

from tests.tournaments import hall
from tests.tournaments.builders import a_sitting, eine
from tests.tournaments.event_builders import an_event
from tests.tournaments.test_exchange import forget_everything
from tournaments import exchange, ledger
from tournaments.events.decisions import corrections, rulings
from tournaments.ledger import checking
from tournaments.models import (
    FIRST,
    Chair,
    Clock,
    Entry,
    Erasure,
    Event,
    Notice,
    Player,
    RuleSet,
    Ruling,
    RulingKind,
    Screen,
    Sitting,
)
from tournaments.people import forgotten, privacy
from tournaments.people.mentions import Name, mentions_of

pytestmark = pytest.mark.django_db

NAME = "Hans-Peter Müllerich"


@pytest.fixture(autouse=True)
def beside_the_database(settings: Any, tmp_path: Path) -> Path:
    settings.DATA_DIR = tmp_path
    return tmp_path / forgotten.FILE_NAME


@pytest.fixture
def table(laptop: Client) -> Sitting:
    """A played table with a correction whose reason names somebody."""
    event = an_event(here=8)
    sitting = hall.table(hall.begin(event))
    Player.objects.filter(pk=sitting.chairs.get(seat=1).player_id).update(name=NAME)
    hall.play(sitting, 1, 2)
    corrections.correct(
        sitting=sitting,
        hand_no=1,
        entry_id=uuid.uuid4(),
        raw=eine(3),
        base_seq=99,
        reason="Mullerich hatte sich vertippt",
    )
    return sitting


def player_of(sitting: Sitting) -> Player:
    return Chair.objects.get(sitting=sitting, seat=1).player


@pytest.mark.parametrize(
    ("text", "hit", "certain"),
    [
        ("weil Hans-Peter Müllerich krank ist", "Hans-Peter Müllerich", True),
        ("MÜLLERICH", "MÜLLERICH", True),
        ("Muellerichs Zettel", "Muellerichs", True),
        ("Müllerich, Hans-Peter", "Müllerich, Hans-Peter", True),
        ("Hans fehlt", "Hans", False),
        ("Mullerrich fehlt", "Mullerrich", False),
        ("der Fuchs war es", "Fuchs", False),
        ("Hansen und Müller fehlen", "", False),
        ("Hand 7 zählt doppelt", "", False),
    ],
)
def test_names_are_found_as_people_type_them(text: str, hit: str, certain: bool) -> None:
    hits = Name(NAME, pseudonym="Fuchs").hits(text)
    assert [text[begin:end] for begin, end, _sure in hits] == ([hit] if hit else [])
    assert any(sure for _begin, _end, sure in hits) is certain


def test_a_surname_that_two_have_is_not_certain() -> None:
    name = Name("Hans Müller", others=("Anna Müller",))
    assert [sure for *_span, sure in name.hits("Müller war krank")] == [False]
    assert [sure for *_span, sure in name.hits("Hans Müller war krank")] == [True]


def named_everywhere(sitting: Sitting) -> None:
    event = sitting.event
    assert event is not None
    Event.objects.filter(pk=event.pk).update(
        title="Müllerich-Pokal", prizes=[{"for": "1", "prize": "Schinken von Müllerich"}]
    )
    Screen.objects.create(event=event, name="Bei Müllerich", shows="standings")
    Clock.objects.update_or_create(event=event, defaults={"text": "Hans-Peter Müllerich zur Leitung"})
    RuleSet.objects.create(game="cego", name="Müllerichs Regeln", rules={})
    draft = rulings.RulingDraft(RulingKind.POINTS, entrant=event.entrants.all()[3].pk, points=-5)
    rulings.make(event=event, draft=draft, key=uuid.uuid4(), reason="Streit mit Müllerich")
    evening = a_sitting()
    Sitting.objects.filter(pk=evening.pk).update(title="Geburtstag Müllerich")


def test_the_organiser_sees_every_place_with_what_stands_around_it(laptop: Client, table: Sitting) -> None:
    named_everywhere(table)
    page = laptop.get(f"/desk/people/{player_of(table).pk}/forget/")
    for words in (
        "-Pokal",
        "Schinken von",
        "zur Leitung",
        "Regeln",
        "Streit mit",
        "Geburtstag",
        "hatte sich vertippt",
    ):
        assert words in page.text
    assert page.text.count("<mark>") >= 8


def test_what_is_chosen_is_replaced_and_the_rest_stays(laptop: Client, table: Sitting) -> None:
    named_everywhere(table)
    player = player_of(table)
    keys = [mention.key for mention in mentions_of(player)]
    title = next(key for key in keys if ":title:" in key and key.startswith("event:"))
    laptop.post(f"/desk/people/{player.pk}/forget/", {"text": [key for key in keys if key != title]})
    player.refresh_from_db()
    event = Event.objects.get()
    assert event.title == "Müllerich-Pokal"
    assert event.prizes[0]["prize"] == f"Schinken von {player.name}"
    assert Clock.objects.get(event=event).text == f"{player.name} zur Leitung"
    assert Ruling.objects.get().reason == f"Streit mit {player.name}"
    assert RuleSet.objects.get().name == f"{player.name} Regeln"
    assert not Notice.objects.filter(reason__icontains="llerich").exists()


def test_a_reason_in_the_chain_is_read_without_the_name_and_the_chain_is_valid(
    laptop: Client, table: Sitting
) -> None:
    privacy.anonymise(player=player_of(table))
    reason = f"{player_of(table).name} hatte sich vertippt"
    assert Erasure.objects.get().reason == reason
    assert checking.check(table).in_order
    for address in (f"/t/{table.pk}/hands/", f"/desk/e/{table.event_id}/tables/1/1/"):
        page = laptop.get(address).text
        assert reason in page
        assert "ullerich" not in page


def test_a_file_of_the_event_has_the_name_no_more_and_can_be_taken_in(table: Sitting) -> None:
    event = table.event
    assert event is not None
    privacy.anonymise(player=player_of(table))
    packed = json.dumps(exchange.packed(event), ensure_ascii=False)
    assert "ullerich" not in packed
    data = exchange.as_file(event)
    Erasure.objects.all().delete()
    forget_everything()
    there = exchange.take_in(data, FIRST)
    copied = Sitting.objects.get(event=there, number=table.number)
    assert ledger.erasures(copied)
    assert checking.check(copied).in_order


def test_after_a_restore_of_an_older_backup_everything_is_forgotten_again(
    table: Sitting, beside_the_database: Path
) -> None:
    named_everywhere(table)
    player = player_of(table)
    fields = {Event: ("title", "prizes"), Notice: ("reason",), Player: ("name", "club", "anonymised_at")}
    before: list[tuple[type[Model], dict[str, Any]]] = [
        (model, {name: getattr(row, name) for name in ("pk", *names)})
        for model, names in fields.items()
        for row in model._default_manager.all()
    ]
    forgotten_as = privacy.anonymise(player=player).name
    assert "ullerich" not in beside_the_database.read_text(encoding="utf-8")
    assert beside_the_database.stat().st_mode & 0o077 == 0
    Erasure.objects.all().delete()  # the backup knows nothing of all this
    for model, row in before:
        model._default_manager.filter(pk=row.pop("pk")).update(**row)
    assert privacy.reapply() == 1
    player.refresh_from_db()
    assert player.name == forgotten_as
    assert Event.objects.get().title == f"{forgotten_as}-Pokal"
    assert Erasure.objects.count() == 1
    assert not Notice.objects.filter(reason__icontains="llerich").exists()
    assert privacy.reapply() == 0


def test_somebody_who_got_the_number_after_a_restore_is_not_forgotten(table: Sitting) -> None:
    player = player_of(table)
    privacy.anonymise(player=player)
    Player.objects.filter(pk=player.pk).update(name="Zoë", anonymised_at=None)
    assert privacy.reapply() == 0
    assert Player.objects.get(pk=player.pk).name == "Zoë"


def test_a_line_that_was_cut_off_harms_nothing(beside_the_database: Path, table: Sitting) -> None:
    privacy.anonymise(player=player_of(table))
    whole = beside_the_database.read_text(encoding="utf-8")
    beside_the_database.write_text(whole + whole[: len(whole) // 2], encoding="utf-8")
    assert len(forgotten.remembered()) == 1
    assert privacy.reapply() == 0


def test_nothing_that_is_written_freely_is_overlooked() -> None:
    """Every text and JSON field of the program is either searched or known to hold nothing typed."""
    from django.apps import apps
    from django.db.models import CharField, JSONField, TextField

    from tournaments.people.mentions import FREE_TEXT

    coded = {
        "Appearance": {"facts"},
        "Bucket": {"key"},
        "Career": {"game", "tried"},
        "Chapter": {"game", "mark", "tables", "rated"},
        "Call": {"reason", "coming"},
        "CashCount": {"what", "pieces", "by"},
        "CashEntry": {"kind", "way", "currency", "parts", "item", "by", "receipt_series"},
        "Clock": {"boot_id"},
        "Club": {"slug", "name", "place", "state", "doors", "limits", "contact", "wish"},
        "ClubNotice": {"what", "reason", "by"},
        "ClubAccount": {"password", "username", "first_name", "last_name", "email"},
        "ClubSeason": {"rules", "seed", "recorded"},  # the seed decides lots
        "Credential": {"secret_hash", "label"},
        "DeskPhone": {"role", "code_hash", "secret_hash", "label"},
        "Entrant": {"club", "group", "state", "tariff"},
        "Entry": {"kind", "payload", "digest", "via", "by", "boot_id", "prev_hash", "hash"},
        "Erasure": {"reason"},
        "Epoch": {"why", "copy", "settled_by"},
        "Event": {"game", "preset", "rules", "ranking"},
        "EventLine": {"kind", "key", "what", "digest", "prev_hash", "hash"},
        "EventLink": {"facts", "prev_hash", "hash"},
        "EventLog": {"head_hash", "beside"},
        "EventPiece": {"kind", "key", "digest", "words"},  # a fingerprint of words
        "Grant": {"role"},
        "Installation": {"key_mark"},
        "Invitation": {"kind", "role", "name", "mail", "code_hash", "by"},
        "Job": {
            "kind",
            "by",
            "language",
            "parameters",
            "state",
            "now",
            "lines",
            "outcome",
            "failure",
            "sentence",
            "files",
            "worker",
        },
        "JobPiece": {"name"},
        "LiveHand": {"lines", "points"},
        "Keyring": {"language", "totp_salt"},
        "Membership": {"role"},
        "LogParcel": {"batch"},  # on its way: thrown away when somebody is forgotten, and sent once more
        "LogReader": {"kind", "name", "address", "token_hash", "seal", "positions"},  # names of laptops
        "LogSource": {
            "kind",
            "name",
            "address",
            "token",
            "seal",
            "kit",
            "state",
            "detail",
            "positions",
            "people",
        },
        "MirrorPosition": {"hash"},
        "Notice": {"what", "by"},
        "Parked": {"kind", "raw", "digest", "code", "via"},
        "ParkedDecision": {"answer", "via", "by"},
        # The federation's own record: it is not the club's to forget.
        "FederationMember": {"number", "name", "club_name", "sorted_as", "by_first", "find"},
        "MemberJoin": {"proposed_by", "proposed_who", "confirmed_who", "ended_by", "ended_who"},
        "PairingCode": {"kind", "by", "code_hash", "seal"},
        "Parting": {"moved", "by", "undone_by"},
        "Passkey": {"name", "host", "credential"},
        "PhoneOffer": {"epoch", "entries", "digest", "settled_by"},
        "Player": {"club", "category", "club_number", "shown_as", "by_first", "by_last", "sorted_as", "find"},
        "PrizeRecord": {"kind", "prize", "gift", "currency", "data", "by"},
        "Removal": {"sheets", "by"},
        "RecoveryCode": {"code_hash"},
        "Round": {"state", "seed", "request", "answer", "seating"},
        "RuleSet": {"game", "rules"},
        "Ruling": {"kind", "by", "withdrawn_by"},
        "Screen": {"shows"},
        "SeasonDate": {"weight", "outcome", "outcome_of"},
        "SeasonNotice": {"what", "by"},
        "SeatRequest": {"secret_hash", "label"},
        "SheetHead": {"head_hash", "games", "agreed", "confirmed_by", "confirmed_hands"},
        "Sighting": {"what", "facts"},
        "Sitting": {"game", "preset", "rules", "seat_seed", "confirming", "stakes"},
        "Stage": {"rules"},
    }
    overlooked = [
        f"{model.__name__}.{field.name}"
        for model in apps.get_app_config("tournaments").get_models()
        for field in model._meta.concrete_fields
        if isinstance(field, CharField | TextField | JSONField)
        and field.name not in FREE_TEXT.get(model, ())
        and field.name not in coded.get(model.__name__, ())
    ]
    assert overlooked == []
    assert Entry in FREE_TEXT
