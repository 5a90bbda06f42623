"""An event in the middle, on the real server, for tests of what the hall sees of it."""

from __future__ import annotations

from dataclasses import dataclass

from tests.server import RealServer

NAMES = (
    "Hubert Žižka",
    "Anna Maier",
    "Bernd Winterhalder",
    "Gökçe Yıldız",
    "Émile Faller",
    "Łukasz Dold",
    "Zoë Straub",
    "Karl-Heinz Müller-Lüdenscheidt",
)
PUBLISHED = """
from tests.tournaments.event_builders import add_entrants, an_event
from tests.tournaments.hall import publish
event = an_event(title={title!r})
add_entrants(event, {count}, names={names!r})
publish(event)
print(event.pk)
"""
BEGIN = """
from tests.tournaments.builders import eine
from tests.tournaments.event_builders import add_entrants, an_event
from tests.tournaments.hall import begin, end, play, table
from tournaments.models import Entrant
event = an_event(title={title!r}, place="Löwen")
add_entrants(event, {count}, names={names!r})
Entrant.objects.filter(event=event, number__in=(2, 7)).update(category="Damen", club="Cegofreunde")
first = begin(event)
play(table(first, 1), 1, 1, 2)
play(table(first, 2), 3)
end(first)
play(table(begin(event), 1), 2)
print(event.pk)
"""
PREPARED = """
from tournaments.models import Event, Sitting, Screen
from tournaments.events.ground.log import touch
event = Event.objects.get(pk={event})
now = event.rounds.order_by("number").last()
"""


@dataclass(frozen=True)
class Evening:
    """Eight people, a round behind them and one that is on, with one hand at table 1."""

    server: RealServer
    pk: int

    @property
    def url(self) -> str:
        """For phones and projectors."""
        return f"{self.server.url}/e/{self.pk}/"

    @property
    def desk(self) -> str:
        """On the laptop itself."""
        return f"http://localhost:{self.server.port}/desk/e/{self.pk}/"

    def do(self, code: str) -> str:
        """Something that happens elsewhere, with `event` and `now`, its last round; what it printed."""
        return self.server.python(PREPARED.format(event=self.pk) + code).strip()

    def play(self, table: int, *winners: int) -> None:
        """Hands at a table of the round that is on."""
        self.do(f"from tests.tournaments import hall\nhall.play(hall.table(now, {table}), *{winners})")

    def show(self, when: str) -> None:
        """What the hall sees of the standings."""
        self.do(
            f"event.settings['standings'] = {when!r}\nevent.save(update_fields=['settings'])\ntouch(event)"
        )

    def a_screen(self, name: str, shows: str, **data: object) -> str:
        """A further screen; its address for a projector."""
        code = f"print(Screen.objects.create(event=event, name={name!r}, shows={shows!r}, data={data!r}).pk)"
        return f"{self.url}board/{self.do(code)}/"


def an_evening(server: RealServer, title: str, names: tuple[str, ...] = NAMES) -> Evening:
    """The event is new, whatever has been played on this server before."""
    code = BEGIN.format(title=title, count=len(names), names=names)
    return Evening(server, int(server.python(code).split()[-1]))


def seats_on_the_wall(server: RealServer, title: str, names: tuple[str, ...] = NAMES) -> Evening:
    """The seats of the first round are out; nobody has played yet."""
    code = PUBLISHED.format(title=title, count=len(names), names=names)
    return Evening(server, int(server.python(code).split()[-1]))
