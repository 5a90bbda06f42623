"""The protocol of a draw in words, and the files with which a machine repeats it."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils import timezone
from django.utils.translation import gettext, ngettext

from tournaments.desk.draws import attempts_at
from tournaments.desk.papers.before import seated
from tournaments.desk.papers.order import Order
from tournaments.desk.proofs import ProvenDraw, proof_of
from tournaments.engines.plans.declared import TABLES_OF_MANY, Format
from tournaments.events.draw.protocol import request_file
from tournaments.events.ground.names import names_of
from tournaments.events.ground.stages import plan_of
from tournaments.events.words.achieved import achieved
from tournaments.events.words.rounds import change_word
from tournaments.models import Round
from tournaments.paper.event import Document, DrawFile, DrawnRound, DrawProtocol, Resting


def protocols(order: Order) -> list[Document]:
    """One for each round that was drawn; where a bracket goes on nothing is drawn."""
    documents: list[Document] = []
    for shown in order.rounds():
        round_ = Round.objects.select_related("stage", "event").get(event=order.event, number=shown.number)
        if not round_.request.get("parts"):
            continue
        names = names_of(order.event, round_.number)
        plan = plan_of(round_.stage)
        why = gettext("has a bye") if plan.matched else gettext("sits out")
        tables = tuple(seated(order, shown, table) for table in shown.tables)
        resting = tuple(Resting(name=order.hall.people[who].name, why=why) for who in shown.out)
        documents.append(
            DrawProtocol(
                event=order.head,
                round=order.named(shown),
                seed=round_.seed,
                format=gettext(plan.format.label),
                drawn=timezone.localtime(round_.drawn_at),
                entrants=len({who for table in shown.tables for who in table.entrants} | set(shown.out)),
                rounds=(DrawnRound(name=gettext("Who sits where"), tables=tables, resting=resting),),
                how=tuple(_how(round_)),
                wished=tuple(wished_of(round_)),
                achieved=tuple(achieved(round_)),
                files=_files(round_),
                changes=tuple(
                    change_word(change, names) for change in round_.changes if change["what"] != "drawn_early"
                ),
            )
        )
    return documents


def draw_files(order: Order) -> Iterator[tuple[str, bytes]]:
    """The files of all rounds that hang, by name: `manage.py draw` reads each of them."""
    numbers = [round_.number for round_ in order.hall.rounds]
    for round_ in Round.objects.filter(event=order.event, number__in=numbers).order_by("number"):
        parts = round_.request.get("parts", [])
        for part, asked in zip(proof_of(round_, desk=True).parts, parts, strict=True):
            yield part.file, request_file(asked["request"])


def _files(round_: Round) -> tuple[DrawFile, ...]:
    return tuple(
        DrawFile(
            name=part.file,
            checksum=part.asked,
            answer=part.answered,
            about=_about(part),
            check=part.check,
        )
        for part in proof_of(round_, desk=True).parts
    )


def _about(part: ProvenDraw) -> str:
    """Which group it is for, and which round of several that were drawn together."""
    at = gettext("these seats are its round {number}").format(number=part.round) if part.round > 1 else ""
    return " · ".join(filter(None, (part.name, at)))


def _how(round_: Round) -> Iterator[str]:
    """How the draw was made."""
    plan = plan_of(round_.stage)
    yield gettext(plan.format.help)
    together = Round.objects.filter(stage=round_.stage_id, drawn_at=round_.drawn_at).count()
    if together > 1:
        yield gettext("Rounds drawn together: {count}.").format(count=together)
    if plan.format is Format.STANDING and "scores" in round_.request["parts"][0]["request"]:
        yield gettext(plan.power.help)
    before = attempts_at(round_)
    if before:
        draws = ", ".join(f"{timezone.localtime(draw.at):%H:%M} ({draw.seed})" for draw in before)
        yield ngettext(
            "Before it {count} draw was made and thrown away: {draws}.",
            "Before it {count} draws were made and thrown away: {draws}.",
            len(before),
        ).format(count=len(before), draws=draws)


def wished_of(round_: Round) -> Iterator[str]:
    """What the draw was to heed. Who does not want to meet whom is nobody else's business: only how many."""
    plan = plan_of(round_.stage)
    if plan.format in TABLES_OF_MANY and plan.format is not Format.FINAL:
        text = gettext("Tables of {count}, as many as possible.").format(count=plan.size)
        yield f"{text} {gettext(plan.rest.help)}"
    if plan.clubs_apart:
        yield gettext("People of one club do not meet early if possible.")
    requests = [part["request"] for part in round_.request["parts"]]
    apart = sum(len(request.get("apart", ())) for request in requests)
    if apart:
        yield ngettext(
            "{count} pair does not meet, because it was asked for.",
            "{count} pairs do not meet, because it was asked for.",
            apart,
        ).format(count=apart)
    together = sum(len(request.get("together", ())) for request in requests)
    if together:
        yield ngettext(
            "{count} pair sits together, because it was asked for.",
            "{count} pairs sit together, because it was asked for.",
            together,
        ).format(count=together)
