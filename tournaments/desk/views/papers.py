"""Everything on paper, one press each; all of it in one file; certificates."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.core.files.uploadedfile import UploadedFile
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from config import memory, printedaddress
from config.digits import number_in
from config.etags import tagged
from scoring import Unreadable
from scoring.table import alone
from tournaments import jobs
from tournaments.access import credentials
from tournaments.access.desk import Desk, at_desk, refused
from tournaments.access.roles import Action
from tournaments.desk import forms as planforms
from tournaments.desk.papers import PAPERS, Order, documents, printing
from tournaments.desk.papers.awards import certificate_plan
from tournaments.desk.proofs import proof_of
from tournaments.desk.views.shared import REFUSED, page, sentences, whole_hall
from tournaments.engines.plans import dumped
from tournaments.engines.plans.answers import answers
from tournaments.engines.plans.prizes import CertificatePlan
from tournaments.events.ground import log
from tournaments.models import Event, JobState, Round
from tournaments.paper.event import BadPicture, printed, read_logo
from tournaments.speech.wording import Wording

MOST_HELPERS = 4  # at the door, each with a list of his own


@require_safe
@at_desk(Action.PRINT)
def papers(request: HttpRequest, desk: Desk) -> HttpResponse:
    """What can be printed now."""
    order = _order(request, desk.event)
    draw_files = _draw_files(order)
    drawn = bool(draw_files)  # where a bracket goes on nothing is drawn, and there is no record of it
    there = [
        paper
        for paper in PAPERS
        if paper.there(order.hall) and (drawn or paper.key != "draw") and desk.may(paper.action)
    ]
    context = {
        "before": [paper for paper in there if paper.shelf == "before"],
        "of_round": [paper for paper in there if paper.shelf == "round"],
        "after": [paper for paper in there if paper.shelf == "after"],
        "rounds": [(round_.number, order.named(round_)) for round_ in order.hall.rounds],
        "round": next((round_.number for round_ in order.rounds()), None),
        "counted": any(paper.key == "numbers" for paper in there),
        "draw_files": draw_files,
        "helpers": range(1, MOST_HELPERS + 1),
    }
    return page(request, desk, "desk/papers.html", context, here="paper")


@require_safe
@at_desk(Action.PRINT)
def paper(request: HttpRequest, desk: Desk, key: str) -> HttpResponse:
    """One paper as PDF."""
    order = _order(request, desk.event)
    wanted = next((paper for paper in PAPERS if paper.key == key), None)
    if wanted is None:
        raise Http404
    if not desk.may(wanted.action):
        return refused(request)
    printable = documents(order, [key])
    if not printable:
        return page(request, desk, "desk/nothing_to_print.html", here="paper", status=404)
    printedaddress.remember(order.base)
    return _pdf(printed(*printable), f"{key}.pdf")


@require_POST
@at_desk(Action.PRINT, also_followed=True)
def everything(request: HttpRequest, desk: Desk) -> HttpResponse:
    """All of it in one file, in the background."""
    order = _order(request, desk.event)
    printedaddress.remember(order.base)
    try:
        job = printing.begin(order, desk.by)
    except jobs.Busy:
        messages.error(request, gettext("Much is being printed already. Please wait until it is done."))
        return redirect("desk-papers", pk=desk.event.pk)
    return redirect("desk-print-job", pk=desk.event.pk, job=job.pk)


@require_safe
@at_desk(Action.PRINT)
def job(request: HttpRequest, desk: Desk, job: str) -> HttpResponse:
    """How far a long job is; with `file` the finished one."""
    making = printing.find(desk.event, job)
    if making is None:
        return redirect("desk-papers", pk=desk.event.pk)
    done = making.state == JobState.DONE
    if "file" in request.GET and done and (data := jobs.result(making, printing.WHOLE)) is not None:
        return _pdf(data, printing.WHOLE)
    if "bundle" in request.GET and done:
        response = HttpResponse(printing.bundle(making), content_type="application/zip")
        response["Content-Disposition"] = 'attachment; filename="all.zip"'
        return response
    shown = {"job": printing.print_job_view(making), "club": settings.PROFILE.club}
    if request.GET.get("part") == "live":
        return tagged(request, render(request, "desk/_job.html", {"desk": desk, **shown}))
    return page(request, desk, "desk/job.html", shown, here="paper")


@require_http_methods(["GET", "HEAD", "POST"])
@at_desk(Action.EDIT_PLAN)
def certificates(request: HttpRequest, desk: Desk) -> HttpResponse:
    """How certificates look: design, logo, signatures, who gets one."""
    event = desk.event
    fields = planforms.asked(CertificatePlan)
    cells: dict[str, str] | None = None
    problems: list[str] = []
    if request.method == "POST":
        cells = planforms.cells_of(fields, request.POST)
        problems = _save_certificates(request, desk, planforms.raw(fields, cells))
        if not problems:
            return redirect(reverse("desk-certificates", args=(event.pk,)) + "?saved")
    form = planforms.form(fields, certificate_plan(event), cells=cells)
    context = {"form": form, "problems": problems, "saved": "saved" in request.GET, "logo": bool(event.logo)}
    return page(
        request, desk, "desk/certificates.html", context, here="paper", status=REFUSED if problems else 200
    )


def _save_certificates(request: HttpRequest, desk: Desk, raw: dict[str, Any]) -> list[str]:
    """Everything that is wrong; nothing: it is saved."""
    event = desk.event
    try:
        plan = answers(CertificatePlan, raw)
    except Unreadable as unreadable:
        return sentences(unreadable)
    sent = request.FILES.get("logo")
    if isinstance(sent, UploadedFile):
        try:
            event.logo = read_logo(sent.read()).data
        except BadPicture as bad:
            return [Wording(alone(1)).say(bad.text)]
    elif request.POST.get("no_logo"):
        event.logo = b""
    event.certificate = dumped(plan)
    event.save(update_fields=("certificate", "logo"))
    log.note(event, "certificates", by=desk.by)
    return []


def _order(request: HttpRequest, event: Event) -> Order:
    helpers = min(max(1, _number(request, "helpers") or 1), MOST_HELPERS)
    return Order(whole_hall(event), credentials.public_base(request), _number(request, "round"), helpers)


def _draw_files(order: Order) -> list[tuple[int, int, str]]:
    """Those of the round: its number, which part, the name of the file."""
    rounds = Round.objects.filter(event=order.event, number__in=[round_.number for round_ in order.rounds()])
    return [
        (round_.number, part.at, part.file) for round_ in rounds for part in proof_of(round_, desk=True).parts
    ]


def _number(request: HttpRequest, name: str) -> int | None:
    return number_in(request.GET.get(name, ""), 4)


def _pdf(data: bytes, name: str) -> HttpResponse:
    memory.give_back()  # what drawing took
    response = HttpResponse(data, content_type="application/pdf")
    response["Content-Disposition"] = f'inline; filename="{name}"'
    return response
