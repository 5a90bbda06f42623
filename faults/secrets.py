"""After an evening: no key, code, cookie or password in logs, exports, backups, pages or process lists."""

from __future__ import annotations

import asyncio
import json
import subprocess

from faults.club import Club, club
from faults.frame import Check, Stage, main
from faults.phone import TOKEN, Place, a_hand
from faults.wire import Line
from tests import backstage

HALL = """
import json
from django.conf import settings
from django.urls import reverse
from tests.tournaments.event_builders import an_event
from tests.tournaments.hall import begin
from tournaments.access import accounts, credentials
event = an_event(here=8)
round_ = begin(event)
sitting = round_.sittings.order_by("number")[0]
path, cookie = reverse("table", args=[sitting.pk]), credentials.cookie_name(sitting)
place = [sitting.pk, path, cookie, credentials.claim(sitting)]
secrets = {
    "the installation's key": settings.SECRET_KEY,
    "the key of a card": credentials.event_table_key(event, 1),
    "the code of a card": credentials.event_typed_code(event, 1),
    "a password": accounts.create_account(name="owner", owner=True).password,
}
print(json.dumps([event.pk, place, secrets]))
"""


def run(stage: Stage) -> None:
    """Play, look, export, back up; then search."""
    with club(stage) as house:
        event, place, secrets = json.loads(house.server.python(HALL))
        backstage.close(house.server.data)
        writer = Place(*place)
        secrets["the secret of a phone"] = writer.secret
        public = asyncio.run(evening(house, event, writer))
        listed = subprocess.run(["ps", "-eo", "args="], capture_output=True, check=True).stdout
        house.server.manage("backup")
        house.server.stop()
        search(stage, house, secrets, {"process list": listed, **public})
        house.judge()


async def evening(house: Club, event: int, place: Place) -> dict[str, bytes]:
    """What everybody may see, and what was exported."""
    phone = house.phone(place)
    for number in range(1, 4):
        phone.waiting.append(a_hand(place.table, number, phone.chance))
    await phone.flush()
    key = {"csrfmiddlewaretoken": TOKEN, "table": f"e{event}.2", "key": "wrong"}
    await house.line().ask("POST", "/j", key, {"Cookie": f"csrftoken={TOKEN}"})
    stranger, laptop = house.line(), Line(house.server.port, host=f"localhost:{house.server.port}")
    house.lines.append(laptop)
    seen = {}
    for path in (
        *("/", "/healthz", "/j", f"/e/{event}/", f"/e/{event}/standings/", place.path, f"{place.path}hands/"),
        *(
            f"{place.path}sheet.csv",
            f"{place.path}sheet.json",
            f"{place.path}invite/",
            f"{place.path}journal/",
        ),
        *(f"/api/events/{event}.json", "/api/events.json", "/no/such/page/", f"{place.path}qr/write.svg"),
    ):
        seen[f"a stranger's {path}"] = (await stranger.ask("GET", path, patience=60)).body
    for path in (f"/desk/e/{event}/", f"/desk/e/{event}/rounds/", "/desk/", f"/desk/e/{event}/files/"):
        reply = await laptop.ask("GET", path, patience=60)
        house.stage.demand(reply.status == 200, f"the desk's {path} is answered with {reply.status}")
        seen[f"the desk's {path}"] = reply.body
    return seen


def search(stage: Stage, house: Club, secrets: dict[str, str], texts: dict[str, bytes]) -> None:
    """Every secret in everything; in the key's own file it may stand."""
    data = house.server.data
    for file in (path for path in data.rglob("*") if path.is_file() and "key" not in path.name):
        if "static" not in file.relative_to(data).parts:
            texts[f"the file {file.relative_to(data)}"] = file.read_bytes()
    for what, secret in secrets.items():
        forms = {secret, secret.replace("-", "")}
        for where, text in texts.items():
            stage.demand(not any(form.encode() in text for form in forms), f"{what} stands in {where}")
    stage.figure(secrets=len(secrets), places=len(texts), bytes=sum(map(len, texts.values())))
    stage.demand(len(texts) > 20 and sum(map(len, texts.values())) > 100_000, "too little was searched")


CHECK = Check(
    "secrets",
    "G29",
    __doc__.splitlines()[0],
    run,
    amounts={},
    quick={},
    breaks=("chatty",),
)

if __name__ == "__main__":
    main(CHECK)
