"""Nobody sees another club's people, rule sets and events, or changes them: every address × somebody of
another club, with that club's numbers in the address, in every field and in every question mark.

Addresses and fields are read from the program: whoever adds one need not come here.
"""

from __future__ import annotations

import io
import re
import uuid
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection, transaction
from django.db.models import F, ForeignKey, Model
from django.http import HttpResponseBase
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scoring import Unreadable, game_for
from tests.tournaments.builders import eine, record
from tests.tournaments.crawling import routes
from tests.tournaments.event_builders import DAY, a_round, an_event
from tests.tournaments.test_desk_roles import WRITES, Statements
from tests.tournaments.visitors import named
from tournaments import exchange, ledger
from tournaments.cash.booking import book
from tournaments.clubs import joining, members
from tournaments.events.plan import creating
from tournaments.following.peers import pairing
from tournaments.following.peers.joining import Partner, join
from tournaments.ledger.opening import every_switch
from tournaments.models import (
    FIRST,
    CashEntry,
    CashKind,
    Chair,
    Club,
    ClubSeason,
    DeskPhone,
    Entrant,
    EntrantState,
    EveningResult,
    Event,
    FederationMember,
    Grant,
    LogParcel,
    LogReader,
    LogSource,
    MatchDay,
    MatchHall,
    Member,
    MemberJoin,
    Membership,
    PairingCode,
    PairingKind,
    Player,
    PrizeAct,
    PrizeRecord,
    Role,
    RuleSet,
    Screen,
    SeasonDate,
    Sitting,
)
from tournaments.people import entrants, merging, substitutes
from tournaments.rehearsal import backstage, running
from tournaments.seasons import deciding

pytestmark = [pytest.mark.django_db, pytest.mark.long]

CEGO = game_for("cego")
PROGRAM = Path(__file__).parents[2] / "tournaments"
FIELD = re.compile(
    r'(?:(?:POST|GET)(?:\.get|\.getlist)?[\[(]|(?:whole|whole_get|_asked_table)\(request, )"([\w-]+)"'
)
FIELDS = sorted(
    {name for file in PROGRAM.rglob("*.py") for name in FIELD.findall(file.read_text())}
    - {"csrfmiddlewaretoken", "language", "part"}
)
PLACE = re.compile(r"<(?:(\w+):)?(\w+)>")
PUBLIC = (
    "e/",
    "season/",
    "matchday/",
    "api/",
    "c/",
    "j",
    "healthz",
    "i18n",
    "static",
)  # what a club shows to everybody
HEAVY = re.compile(r"\.(pdf|zip|pyz|svg|png)$|/all/$")
SECRET = (
    "Zacharias Heimlich",
    "heimlich@nirgendwo.example",
    "Geheimes Freitagsspiel",
    "Verwahrte Meisterschaft",
)
OF_THE_FEDERATION = ("Kordula Verborgen", "THERE-4711")  # its own: operators see it, no other club does
OF_THE_DESK = ("Fremdlingspokal", "Xaver Fremdling", "Fremdtelefon", "Fremdleinwand")


@dataclass
class Home:
    """A club with everything a club has."""

    club: Club
    event: Event
    person: Player
    rule_set: RuleSet
    table: Sitting
    grant: Grant
    screen: Screen
    phone: DeskPhone
    entrant: Entrant
    member: FederationMember
    join: MemberJoin
    result: EveningResult
    cash: CashEntry
    raffle: PrizeRecord
    reader: LogReader
    source: LogSource

    @property
    def rules(self) -> str:
        """The key of its rule set."""
        return f"set-{self.rule_set.pk}"


def a_home(slug: str, title: str, person: str, contact: str, rules: str, names: str, archived: str) -> Home:
    club = Club.objects.create(slug=slug, name=slug.title())
    event = an_event(title=title, tenant=club.pk)
    matchday = MatchDay.objects.create(tenant=club, name=f"{title} {club.pk}", day=DAY, listed=False)
    MatchHall.objects.create(matchday=matchday, number=1, name=title, event=event)
    for number in range(1, 9):
        player = Player.objects.create(tenant=club, name=f"{names} {number}", contact=contact)
        entrant = Entrant.objects.create(event=event, number=number, state=EntrantState.HERE.value)
        Member.objects.create(entrant=entrant, player=player, place=1)
    a_round(event)
    record(event.sittings.get(number=1), eine(1))
    old = an_event(title=archived, tenant=club.pk)
    Event.objects.filter(pk=old.pk).update(archived_at="2026-01-01T12:00:00Z")
    helper = User.objects.create(username=f"{slug}-helps")
    known_as = "Kordula Verborgen" if slug == "there" else "Karla Offen"
    member = members.add(number=f"{slug}-4711", name=known_as, club=str(club.pk))
    joined = Player.objects.create(tenant=club, name=known_as)
    return Home(
        club,
        event,
        Player.objects.create(tenant=club, name=person, contact=contact, club="Heimatverein"),
        RuleSet.objects.create(
            tenant=club, game="cego", name=rules, rules=every_switch(CEGO.preset("schwarzwald").rules)
        ),
        ledger.open_sitting(
            game="cego",
            preset="baden2006",
            rules=CEGO.preset("baden2006").rules,
            names=[f"{names} {number}" for number in range(1, 5)],
            first_dealer=1,
            title=archived,
            tenant=club.pk,
        ),
        Grant.objects.create(event=event, user=helper, role=Role.HELPER.value),
        Screen.objects.create(event=event, name="Fremdleinwand" if slug == "there" else "Leinwand"),
        DeskPhone.objects.create(
            event=event,
            name="Fremdtelefon" if slug == "there" else "Telefon",
            role=Role.HELPER.value,
            secret_hash=uuid.uuid4().hex * 2,
            code_hash=uuid.uuid4().hex * 2,
            code_until=timezone.now(),
            until=timezone.now(),
        ),
        event.entrants.get(number=1),
        member,
        joining.confirm(
            join=joining.propose(tenant=club.pk, member=member.pk, person=joined.pk, by="x").pk, by="x"
        ),
        a_result(club, title, f"{names} 1"),
        book(event=event, kind=CashKind.INCOME, amount=4711, label=names),
        a_raffle(event, f"Preis von {names}"),
        a_reader(club, names),
        a_source(club, names),
    )


def a_reader(club: Club, name: str) -> LogReader:
    """A laptop of the club, which sends its events up."""
    code = pairing.show_code(club=club.pk, kind=PairingKind.FEDERATION, by="x").code
    paired = pairing.redeem(code=code, name=name, installation=uuid.uuid4())
    assert paired is not None
    return paired.reader


def a_source(club: Club, name: str) -> LogSource:
    """As it would come into a server's database with a laptop's."""
    other = Partner("https://karten.example", "t" * 43, PairingKind.SPARE, name, uuid.uuid4())
    return join(club=club.pk, partner=other)


def a_result(club: Club, title: str, person: str) -> EveningResult:
    """What somebody came to on an evening of a season that is the desk's alone."""
    season = ClubSeason.objects.create(tenant=club, name=f"{title} {club.pk}", listed=False)
    evening = SeasonDate.objects.create(season=season, day=DAY)
    player = Player.objects.get(tenant=club, name=person)
    deciding.give_points(season=season, person=player.pk, points="5", reason=f"Grund von {person}")
    return EveningResult.objects.create(evening=evening, player=player, points=5)


def a_raffle(event: Event, what: str) -> PrizeRecord:
    """A raffle that was drawn, and its prize handed over."""
    first = event.entrants.get(number=1)
    order = {"order": [first.pk], "seed": "4711"}
    facts = {"event": event, "prize": "raffle", "by": what, "at": timezone.now()}
    drawn = PrizeRecord.objects.create(seq=1, kind=PrizeAct.LOT.value, data=order, what=what, **facts)
    PrizeRecord.objects.create(seq=2, kind=PrizeAct.HANDED.value, entrant=first, what=what, **facts)
    return drawn


@pytest.fixture
def theirs(settings: Any) -> Home:
    settings.PROFILE = replace(settings.PROFILE, name="federation")
    person, contact, rules, archived = SECRET
    return a_home("there", "Fremdlingspokal", person, contact, rules, "Xaver Fremdling", archived)


@pytest.fixture
def ours(theirs: Home) -> Home:
    return a_home(
        "here", "Heimspiel", "Anna Daheim", "anna@daheim.example", "Unser Spiel", "Otto Daheim", "Alt"
    )


def an_account(name: str, club: Club | None, role: Role | None, **more: Any) -> Client:
    user = User.objects.create(username=name, **more)
    if club is not None and role is not None:
        Membership.objects.create(user=user, club=club, role=role.value)
    browser = Client(raise_request_exception=False)
    browser.force_login(user)
    return browser


VISITORS: dict[str, Callable[[Club], Client]] = {
    "an owner": lambda club: an_account("owner", club, Role.OWNER),
    "an organiser": lambda club: an_account("organiser", club, Role.ORGANISER),
    "a helper": lambda club: an_account("helper", club, Role.HELPER),
    "an operator": lambda club: an_account("operator", None, None, is_superuser=True),
}


# --- what is whose ------------------------------


def way_to_club(model: type[Model], seen: frozenset[type[Model]] = frozenset()) -> str | None:
    """By which keys a row leads to its club; None: it is nobody's."""
    keys = [field for field in model._meta.fields if isinstance(field, ForeignKey)]
    for field in keys:
        if field.related_model is Club:
            return field.name
    for field in keys:
        related = field.related_model
        if isinstance(related, type) and related not in seen and related._meta.app_label == "tournaments":
            way = way_to_club(related, seen | {model})
            if way is not None:
                return f"{field.name}__{way}"
    return None


WAYS = {
    model: way for model in apps.get_app_config("tournaments").get_models() if (way := way_to_club(model))
}


def belongings(club: Club) -> dict[str, list[tuple[Any, ...]]]:
    """Everything that is a club's home."""
    return {
        model.__name__: list(model._default_manager.filter(**{way: club.pk}).order_by("pk").values_list())
        for model, way in WAYS.items()
    }


def mixed() -> int:
    """People of one club who take part in another's event, or sit at its table."""
    members = Member.objects.exclude(player__tenant=F("entrant__event__tenant"))
    chairs = Chair.objects.exclude(player__tenant=F("sitting__tenant"))
    tables = Sitting.objects.exclude(event=None).exclude(tenant=F("event__tenant"))
    return members.count() + chairs.count() + tables.count()


# --- the walk ------------------------------


def places(route: str, home: Home, other: Home) -> tuple[str, str]:
    """The address with the other club's numbers in it: in all its places, and in all but the event's."""
    keys: dict[str, Any] = {
        "person": other.person.pk,
        "other": other.event.pk,
        "event": other.event.pk,
        "entrant": other.entrant.pk,
        "grant": other.grant.pk,
        "screen": other.screen.pk,
        "phone": other.phone.pk,
        "user": other.grant.user_id,
        "member": other.member.pk,
        "season": other.result.evening.season_id,
        "evening": other.result.evening_id,
        "matchday": other.event.halls.get().matchday_id,
        "result": other.result.pk,
        "entry": other.cash.pk,
        "reader": other.reader.pk,
        "source": other.source.pk,
        "code": other.reader.code_id,
        "key": "cego",
        "kind": "csv",
        "seats": 4,
    }
    kinds: dict[str, Any] = {"int": 1, "slug": "cego", "str": "x", "path": "x", "uuid": uuid.UUID(int=1)}

    def filled(whose: Home, event: int, table: int) -> str:
        of_table = route.startswith("t/")
        keys["season"] = whose.result.evening.season_id

        def value(match: re.Match[str]) -> str:
            kind, name = match.groups()
            if (kind, name) == ("uuid", "event"):
                return str(other.event.uid)
            if name == "pk":
                return str(table if of_table else event)
            return str(keys.get(name, kinds.get(kind or "str", "x")))

        return "/" + PLACE.sub(value, route)

    return filled(other, other.event.pk, other.table.pk), filled(home, home.event.pk, home.table.pk)


def forms(other: Home) -> tuple[dict[str, Any], ...]:
    """Every field of the program, with numbers of the other club in all of them, or a name of its home."""
    name = other.person.name
    return (
        dict.fromkeys(FIELDS, str(other.person.pk)),
        {
            **dict.fromkeys(FIELDS, str(other.event.pk)),
            "preset": f"event-{other.event.pk}",
            "set": other.rules,
        },
        {**dict.fromkeys(FIELDS, name), "text": name, "rows": "", "who-1-0": str(other.person.pk)},
        {
            **dict.fromkeys(FIELDS, str(other.member.pk)),
            "join": str(other.join.pk),
            "pair": f"{other.member.pk}-{other.person.pk}",
        },
        {"name": name, "day": "2026-11-14", "hall_1": "x", "event_1": str(other.event.pk), "hall_2": "y"},
    )


def season_forms(other: Home) -> tuple[dict[str, Any], ...]:
    """What is decided about people of a season, each about somebody of the other club."""
    person = str(other.result.player_id)
    return (
        {"do": "points", "person": person, "points": "5", "reason": "x"},
        {"do": "barred", "person": person, "reason": "x"},
        {"person": person, "declines": "1"},
        {"event": str(other.event.pk), "enter": "1"},
    )


def prize_forms(other: Home) -> tuple[dict[str, Any], ...]:
    """What is done at a prize-giving, with an act of the other club."""
    act = str(other.raffle.pk)
    entrant = {"entrant": str(other.entrant.pk), "number": "1"}
    return ({"entry": act, "record": act, "prize": "raffle", "desk-reason": "x", **entrant},)


def text_of(answer: HttpResponseBase) -> str:
    """Everything an answer says, also what is packed."""
    data = b"".join(answer.streaming_content) if answer.streaming else answer.content  # type: ignore[attr-defined]
    if data[:2] == b"PK":
        with zipfile.ZipFile(io.BytesIO(data)) as packed:
            data = b"\n".join(map(packed.read, packed.namelist()))
    headers = "\n".join(f"{name}: {text}" for name, text in answer.headers.items())
    return data.decode("utf-8", "replace") + headers


class Undone(Exception):  # noqa: N818
    pass


class Written(Statements):
    """Notes what is written, but for what a browser is told once."""

    def __call__(self, execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        return (
            execute(sql, params, many, context)
            if "django_session" in sql
            else super().__call__(execute, sql, params, many, context)
        )


def look(
    browser: Client, method: str, path: str, form: dict[str, Any], before: dict[str, Any], other: Club
) -> tuple[str, int, bool]:
    """What is answered, with which status, and whether the other club is still as it was; which is undone."""
    statements = Written()
    try:
        with transaction.atomic(), connection.execute_wrapper(statements):
            answer = getattr(browser, method)(path, form)
            text = text_of(answer)
            same = not statements.verbs & WRITES or (belongings(other) == before and mixed() == 0)
            raise Undone
    except Undone:
        return text, answer.status_code, same


def questions(who: str, home: Home, other: Home) -> Iterator[tuple[str, str, dict[str, Any], bool]]:
    """(method, address, form, is it a page for everybody?); an owner tries more than others."""
    asked, sent = dict.fromkeys(FIELDS, "Heimlic"), forms(other)
    for route in sorted(set(routes())):
        public = not route or route.startswith(PUBLIC)
        if who != "an owner" and public:
            continue
        strange, familiar = places(route, home, other)
        yield "get", strange, {}, public
        if who == "an owner":
            yield "get", strange, sent[1], public
        for form in sent if who == "an owner" else sent[:1]:
            yield "post", strange, form, public
        if route.startswith("desk/seasons/") or "/prizes/" in route:
            of_room = season_forms(other) if route.startswith("desk/seasons/") else prize_forms(other)
            for form in of_room:
                for path in (strange, familiar):
                    yield "post", path, form, public
        if familiar != strange:
            yield "get", familiar, asked, public
            for form in sent if who == "an owner" else ():
                yield "post", familiar, form, public


@pytest.mark.parametrize("who", VISITORS)
def test_nothing_of_another_club_is_seen_or_changed(who: str, ours: Home, theirs: Home) -> None:
    browser, before = VISITORS[who](ours.club), belongings(theirs.club)
    wrong = []
    for method, path, form, public in questions(who, ours, theirs):
        if HEAVY.search(path) or "logout" in path:
            continue
        text, status, same = look(browser, method, path, form, before, theirs.club)
        typed = set(form.values())
        hidden = (
            *SECRET,
            *(() if public else OF_THE_DESK),
            *(() if who == "an operator" else OF_THE_FEDERATION),
        )
        words = [word for word in hidden if word not in typed]
        same = same or (who == "an operator" and path.startswith("/desk/members/"))  # the federation's own
        seen = [word for word in words if word in text]
        if seen or not same or status >= 500:
            wrong.append(f"{method} {path} {sorted(typed)[:2]}: {status} {seen} {'' if same else 'CHANGED'}")
    assert not wrong, "\n".join(wrong)


def test_the_walk_is_a_walk(ours: Home, theirs: Home) -> None:
    assert {"name", "other", "person", "set", "like", "with", "who", "entry"} <= set(FIELDS)
    assert {Event, Player, Sitting, RuleSet, Chair, Member, Grant, Screen, DeskPhone} <= set(WAYS)
    assert all(belongings(theirs.club)[name] for name in ("PrizeRecord", "EveningResult", "SeasonNotice"))
    assert {FederationMember, MemberJoin, PrizeRecord, LogReader, LogSource, PairingCode, LogParcel} <= set(
        WAYS
    )
    browser = an_account("their-owner", theirs.club, Role.OWNER)
    pages = (
        "/desk/",
        "/desk/?archive",
        "/desk/people/",
        f"/desk/people/{theirs.person.pk}/",
        "/rules/",
        "/desk/club/members/",
    )
    event = f"/desk/e/{theirs.event.pk}/"
    seen = "".join(
        text_of(browser.get(path))
        for path in (*pages, event, f"{event}people/", f"{event}phones/", f"{event}screens/")
    )
    assert [word for word in chain(SECRET, OF_THE_DESK, OF_THE_FEDERATION) if word not in seen] == []
    with transaction.atomic():
        before = belongings(theirs.club)
        browser.post(f"/desk/people/{theirs.person.pk}/", {"name": "Zoe", "shown_as": "full"})
        assert belongings(theirs.club) != before


# --- what is typed ------------------------------


def test_a_name_of_another_club_is_somebody_new_here(ours: Home, theirs: Home) -> None:
    browser = an_account("organiser", ours.club, Role.ORGANISER)
    form = {"name": theirs.person.name, "club": "", "number": ""}
    assert browser.post(f"/desk/e/{ours.event.pk}/people/", form).status_code == 302
    entered = ours.event.entrants.order_by("-number").first()
    assert entered is not None
    player = entered.members.get().player
    assert (player.name, player.whose) == (theirs.person.name, ours.club.pk)
    assert player.pk != theirs.person.pk
    assert mixed() == 0


def test_a_person_of_another_club_is_not_entered(ours: Home, theirs: Home) -> None:
    with pytest.raises(Unreadable):
        entrants.enter(event=ours.event, players=[theirs.person])
    with pytest.raises(Unreadable):
        substitutes.substitute(entrant=ours.entrant, place=1, player=theirs.person, from_round=1)
    with pytest.raises(Unreadable):
        merging.merge(keep=ours.person, gone=theirs.person)


def test_an_organiser_of_another_club_who_was_asked_sees_the_register_of_the_event(
    ours: Home, theirs: Home
) -> None:
    """They work together in one event: there he needs the names, and nowhere else."""
    browser = an_account("organiser", ours.club, Role.ORGANISER)
    Grant.objects.create(event=theirs.event, user=User.objects.get(username="organiser"), role="organiser")
    names = browser.get(f"/desk/e/{theirs.event.pk}/people/names/", {"name": "Zach"}).text
    assert theirs.person.name in names
    assert theirs.person.name not in browser.get("/desk/people/").text
    assert browser.get(f"/desk/people/{theirs.person.pk}/").status_code == 404
    form = {"title": "Like theirs", "day": DAY.isoformat(), "people": "1"}
    browser.post(reverse("desk-new-like", args=(theirs.event.pk,)), form)
    copied = Event.objects.get(title="Like theirs")
    assert (copied.whose, copied.entrants.count()) == (ours.club.pk, 0)


def test_organisers_of_a_club_find_the_way_to_its_register_and_new_events(ours: Home, theirs: Home) -> None:
    page = an_account("organiser", ours.club, Role.ORGANISER).get("/desk/").text
    assert all(f'href="{reverse(name)}"' in page for name in ("desk-register", "desk-new", "desk-rehearsal"))
    page = an_account("helper", ours.club, Role.HELPER).get("/desk/").text
    assert not any(
        f'href="{reverse(name)}"' in page for name in ("desk-register", "desk-new", "desk-rehearsal")
    )


def test_what_is_missing_of_all_clubs_is_for_operators(ours: Home, theirs: Home) -> None:
    assert an_account("owner", ours.club, Role.OWNER).get("/desk/restored/").status_code == 403
    assert an_account("operator", None, None, is_superuser=True).get("/desk/restored/").status_code == 200


def test_accounts_of_another_club_are_asked_by_their_exact_name(ours: Home, theirs: Home) -> None:
    User.objects.create(username="Xenia.Fremd")
    browser, path = an_account("owner", ours.club, Role.OWNER), f"/desk/e/{ours.event.pk}/organisers/"
    asked = Grant.objects.filter(event=ours.event, user__username="Xenia.Fremd")
    assert browser.post(path, {"name": "xenia.fremd", "role": "helper"}).status_code == 422
    assert not asked.exists()
    assert browser.post(path, {"name": "Xenia.Fremd", "role": "helper"}).status_code == 302
    assert asked.exists()


# --- what is made ------------------------------


def test_no_page_makes_anything_without_saying_whose_it_is(
    ours: Home, theirs: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    elsewhere = an_event(title="Von anderswo", here=4)
    packed = exchange.as_file(elsewhere)
    elsewhere.delete()
    Player.objects.filter(tenant=FIRST).delete()
    for function in (
        creating.create_event,
        creating.event_from_preset,
        creating.event_like,
        ledger.open_sitting,
    ):
        assert function.__kwdefaults__ is not None
        monkeypatch.delitem(function.__kwdefaults__, "tenant")

    def nobodys() -> int:
        raise AssertionError("nobody's")

    for model in (Event, Player, Sitting, RuleSet):
        monkeypatch.setattr(model._meta.get_field("tenant"), "_get_default", nobodys)
    played: list[dict[str, Any]] = []
    monkeypatch.setattr(backstage, "begin", lambda **options: played.append(options))
    browser = an_account("organiser", ours.club, Role.ORGANISER)
    browser.raise_request_exception = True
    events = Event.objects.filter(tenant=ours.club)
    count = events.count()
    head = {"title": "Neu", "day": DAY.isoformat()}
    browser.post(reverse("desk-new-kind", args=("cego-schwarzwald",)), head)
    browser.post(reverse("desk-new-game", args=("cego",)), {**head, "preset": ours.rules})
    browser.post(reverse("desk-new-like", args=(ours.event.pk,)), {**head, "people": "1"})
    assert events.count() == count + 3
    assert events.filter(rules_name=ours.rule_set.name).count() == 1
    browser.post(reverse("desk-take-in"), {"file": SimpleUploadedFile("event.zip", packed)})
    assert events.filter(title="Von anderswo").count() == 1
    browser.post(reverse("desk-rehearsal"), {"preset": "cego-schwarzwald", "people": "8", "pause": "0"})
    assert [options["tenant"] for options in played] == [ours.club.pk]
    running.prepare("cego-schwarzwald", 8, tenant=ours.club.pk)
    browser.post("/new/cego/", named(("Zoë", "Siân", "Émile")))
    assert Player.objects.filter(name="Siân", tenant=ours.club).exists()
    browser.post(f"/desk/e/{ours.event.pk}/people/", {"name": "Neu Dabei"})
    browser.post("/desk/people/", {"name": "Ganz Neu"})
    browser.post("/rules/cego/edit/", {"name": "Unser anderes"})
    assert not Player.objects.filter(tenant=FIRST).exists()
    assert not Event.objects.filter(tenant=FIRST).exists()
