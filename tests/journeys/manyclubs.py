"""A server of several clubs for browser tests: the real one behind the real proxy with https, with clubs that
have something to show."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import BrowserContext

from tests.journeys.federation import over_https
from tests.server import RealServer

WORD = "ein gutes langes Wort"
LONG_NAME = "Erster Badischer Cego- und Kartenspielverein Neustadt im Schwarzwald 1887"
# A club that has existed for a while and one that has just begun; one asks, one is closed, one leaves.
FILLED = f"""
import datetime, json, time
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.auth.models import User
from django.contrib.sessions.backends.db import SessionStore
from django.utils import timezone
from tests.tournaments import hall
from tests.tournaments.builders import a_sitting, eine, record
from tests.tournaments.club_builders import a_club, belonging_to
from tests.tournaments.event_builders import add_entrants, an_event
from tests.tournaments.season_builders import a_season, an_evening
from tournaments.engines.season import ChallengeCup, Finalists, SeasonRules
from tournaments.seasons import changing, deciding
from tournaments.access import doors, invitations, secondfactor, sessions
from tournaments.clubs import keeping
from tournaments.models import ClubAccount, Grant, Keyring, Membership, Player, Role

today = timezone.localdate()
here, new, leaving = a_club({LONG_NAME!r}, place="Titisee-Neustadt"), a_club("Adler"), a_club("Tauben")
closed = a_club("Kartenrunde")
keeping.close(club=closed, reason="Seit Mai meldet sich niemand.", by="Uta")
asking = keeping.ask(name="Skat- und Cegoverein Hinterzarten", place="Hinterzarten",
    contact="vorstand.des.cegovereins@kartenverein-hinterzarten.example",
    wish="Wir sind vierzig und spielen Cego, jeden Freitag.")

def account(name, club, role):
    user = ClubAccount.objects.create_user(name, password={WORD!r}, is_superuser=club is None)
    if club is not None:
        Membership.objects.create(user=user, club=club, role=role.value)
    session = SessionStore()
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = sessions.BACKEND
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session[sessions.USED] = session[sessions.SURE] = int(time.time())
    session[sessions.SECOND] = True
    session.save()
    return session.session_key

keys = {{
    "operator": account("Uta", None, None),
    "owner": account("Ines", here, Role.OWNER),
    "organiser": account("Olaf", here, Role.ORGANISER),
    "helper": account("Hanna", here, Role.HELPER),
    "beginner": account("Bruno", new, Role.OWNER),
    "leaver": account("Leo", leaving, Role.OWNER),
    "careful": account("Zita", new, Role.ORGANISER),
}}
careful = User.objects.get(username="Zita")
Keyring.objects.create(user=careful, totp_salt=secondfactor.new_salt(), totp_since=timezone.now())
secondfactor.new_codes(user=careful)
with belonging_to(here):
    event = an_event(title="Vereinsmeisterschaft im Cego, Einzel und Mannschaften", day=today)
    add_entrants(event, 8)
    round_ = hall.begin(event)
    hall.play_all(round_, 1, 2)
    coming = an_event(title="Nikolausturnier", day=today + datetime.timedelta(days=12))
    evening = a_sitting(first_dealer=4)
    record(evening, eine(1))
    Player.objects.bulk_create(Player(name=f"Person mit Namen {{number:03}}") for number in range(240))
event.refresh_from_db()
season = a_season("Vereinsmeisterschaft der Cegofreunde", SeasonRules(
    best=4, final=Finalists.BEST, cup=ChallengeCup.EVENINGS), tenant=here.pk)
for number in range(1, 5):
    date_ = an_evening(season, {{"Hans Maier": 9 - number, "Eva Beck": 2 * number}}, number)
changing.add_date(season=season, day=event.day, event=event)
hans = Player.objects.get(name="Hans Maier").pk
deciding.give_points(season=season, person=hans, points="-3", reason="kam dreimal zu spät")
Grant.objects.create(event=event, user=User.objects.get(username="Hanna"), role=Role.HELPER.value)
_invitation, code = invitations.invite(club=here, role=Role.HELPER, name="Berta", by="Ines")
keeping.invite_owner(club=new, owner="Berta", by="Uta", mail="berta@adler.example")
keeping.leave(club=leaving, typed="Tauben", by="Leo")
print(json.dumps({{
    "cookie": settings.SESSION_COOKIE_NAME, "keys": keys, "invitation": code, "door": doors.code_of(here),
    "here": here.pk, "new": new.pk,
    "closed": closed.pk, "asking": asking.pk, "leaving": leaving.pk, "event": event.pk, "coming": coming.pk,
    "season": season.pk, "date": date_.pk, "hans": hans, "evening": evening.pk, "slug": here.slug,
    "helper": User.objects.get(username="Hanna").pk,
    "person": Player.objects.filter(tenant=here).first().pk,
}}))
"""


@dataclass(frozen=True)
class ManyClubs:
    """Where it is, who may come in, and what is there."""

    url: str
    server: RealServer
    cookie: str
    keys: dict[str, str]  # sessions
    facts: dict[str, str]

    def log_in(self, context: BrowserContext, who: str) -> None:
        """This browser is somebody's; nobody's where `who` is empty."""
        context.clear_cookies()
        if who:
            context.add_cookies([{"name": self.cookie, "value": self.keys[who], "url": self.url}])


@contextmanager
def many_clubs(database: str, directory: Path, **more: str) -> Iterator[ManyClubs]:
    """The server over https. Nobody else may use its database."""
    with over_https(database, directory, **more) as (server, url):
        filled = json.loads(server.python(FILLED))
        cookie, keys = filled.pop("cookie"), filled.pop("keys")
        yield ManyClubs(url, server, cookie, keys, {name: str(value) for name, value in filled.items()})
