"""When something goes wrong: what happens by itself, what to do step by step, and the pages that do it."""

from __future__ import annotations

from dataclasses import dataclass

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _


@dataclass(frozen=True, slots=True)
class Page:
    """A page of the desk that does a step: what its button says, and the name of its address."""

    label: str
    route: str
    of_event: bool = True


@dataclass(frozen=True, slots=True)
class Mishap:
    """Something that can go wrong. `key` is its place on the page."""

    key: str
    title: str
    by_itself: str
    steps: tuple[str, ...]
    pages: tuple[Page, ...] = ()


@dataclass(frozen=True, slots=True)
class MishapView:
    """The same in the reader's language, with addresses."""

    key: str
    title: str
    by_itself: str
    steps: tuple[str, ...]
    links: tuple[tuple[str, str], ...]  # label, address


ROUNDS = Page(_("Rounds"), "desk-rounds")
CORRECTIONS = Page(_("Corrections"), "desk-corrections")
DEVICES = Page(_("Phones of the tables"), "desk-devices")
PRINT = Page(_("Print"), "desk-papers")
FILES = Page(_("Files"), "desk-files")
BACKUPS = Page(_("Backups"), "desk-backups", of_event=False)
MISSING = Page(_("What is missing"), "desk-restored")

TROUBLES = (
    Mishap(
        "laptop",
        _("The laptop is dead, or its data are damaged"),
        _(
            "Nothing that a phone showed as saved is gone for good: every phone that writes at a table keeps "
            "the whole sheet of its table, and hands that were not sent stay on it. When a laptop with an "
            "older copy answers again, the phones bring back what is missing, each hand once."
        ),
        (
            _("Tell the tables to play on: hands can be entered on the phones, or on the paper sheets."),
            _("Leave the pages of the tables open on the phones. Nobody clears a browser now."),
            _(
                "Take another laptop with Stammtisch. Put the USB stick with the last backup in, and restore "
                "it together with the copy of the key. Without it the printed cards no longer work."
            ),
            _("Give it the network and, in the router, the address of the old one: so the cards stay valid."),
            _("Start it. Never let both laptops run at once: hands would go to two places."),
            _(
                "Let one phone of each table open its page. Then look at the page of what is missing until "
                "it is empty, and say there that everything is there again."
            ),
        ),
        (BACKUPS, MISSING, ROUNDS, PRINT),
    ),
    Mishap(
        "wifi",
        _("The Wi-Fi is gone"),
        _(
            "Phones keep what is entered and show how many hands are waiting. As soon as they reach the "
            "laptop they send them, in order and once. The laptop itself goes on."
        ),
        (
            _("Let the tables play and enter on. Nobody has to reload a page or scan anything."),
            _("Look at the router: is it plugged in, do its lights burn? Switch it off and on again."),
            _("If it does not come back: open a hotspot on a phone, with the same name and password."),
            _("If phones leave the Wi-Fi because it has no internet: say “stay connected”, mobile data off."),
            _("If it takes long, a phone can hand its waiting hands to another one by a code on its screen."),
        ),
        (ROUNDS,),
    ),
    Mishap(
        "address",
        _("The laptop has another address"),
        _(
            "The desk compares its address with that on the printed cards, and warns. Phones that are at "
            "their tables can no longer find the laptop; what they have stays on them."
        ),
        (
            _("Best: give the laptop the old address again. It is on the cards; the router can fix it."),
            _("Otherwise print the cards anew and replace them on the tables, also the code on the wall."),
            _(
                "At each table scan the new card. Hands that still wait on a phone are handed over there by "
                "the code on its screen: no hand is counted twice."
            ),
            _("For the next time: fix the laptop’s address in the router."),
        ),
        (PRINT,),
    ),
    Mishap(
        "power",
        _("Power cut, or the laptop slept"),
        _(
            "A hand is shown as saved only when it is on the disk. After a power cut everything that was "
            "saved is there. A sleeping laptop is like one without Wi-Fi: phones wait and send afterwards."
        ),
        (
            _("Switch the laptop on and start Stammtisch. It looks at its data before it answers."),
            _("Plug it in, and switch off sleep and the closing of the lid for this evening."),
            _("Look at the round clock: it shows what is left. Add minutes if nobody could play."),
        ),
        (ROUNDS,),
    ),
    Mishap(
        "disk",
        _("The disk is full, slow, or reports errors"),
        _(
            "What cannot be saved is not shown as saved, and stays on the phones; reading goes on. Once, "
            "Stammtisch gives back 64 MB it has kept for this. After an error of the disk it looks at its "
            "data before it saves again. When there is room, everything goes on without a restart."
        ),
        (
            _("Make room: empty the bin and the downloads, delete videos. A few hundred MB are enough."),
            _("Back up at once to a USB stick; also save the file of the event."),
            _("If the disk reports errors again, change to another laptop as soon as the round is over."),
        ),
        (BACKUPS, FILES),
    ),
    Mishap(
        "clock",
        _("The laptop’s clock is wrong"),
        _(
            "Nothing depends on it: hands count in the order in which they came, the round clock counts by "
            "itself, and no phone is signed out. Only the times on lists are wrong. Organisers with an "
            "account may have to log in again."
        ),
        (_("Set date and time, best automatically from the network."), _("Look at the round clock once.")),
        (ROUNDS,),
    ),
    Mishap(
        "seats",
        _("Two people sat on each other’s seats"),
        _("The hands stay as they were entered; who they belong to is corrected afterwards."),
        (
            _("Open the round and choose to swap two people, at one table or between two."),
            _("The page shows what changes before anything is saved. Give a reason."),
            _("If they sat wrong from one hand on only, correct those hands on the page of the table."),
        ),
        (ROUNDS, CORRECTIONS),
    ),
    Mishap(
        "hand",
        _("A hand is wrong"),
        _("Nothing is overwritten: old and new stand in the history, and what follows is counted anew."),
        (
            _("While the round is on the table can put its last hand right on its own phone."),
            _(
                "Any other: open the table at the desk, choose the hand, enter what is right and why. What "
                "it moves in the standings is shown before."
            ),
            _("If two phones say different things, both versions stand side by side; ask the table."),
        ),
        (ROUNDS, CORRECTIONS),
    ),
    Mishap(
        "phone",
        _("A phone is lost, empty or broken"),
        _("Its saved hands are on the laptop. What it had not sent is on that phone only."),
        (
            _("Scan the card of the table with another phone, say whose it is, and enter on."),
            _("If the old one comes back, it offers what it had; what fits nowhere is shown to you."),
            _("If it was stolen, or somebody enters nonsense: take the right to write from it."),
        ),
        (DEVICES,),
    ),
)


OF_A_LAPTOP = frozenset(("address", "power", "disk", "clock"))
"""What whoever operates a server sees to, and nobody of a club."""


def troubles(event: int | None, *, owns_all: bool = True) -> list[MishapView]:
    """All of them in the active language; links lead to the pages of this event, and of the whole house for
    those who own all events."""
    return [
        MishapView(
            trouble.key,
            gettext(trouble.title),
            gettext(trouble.by_itself),
            tuple(map(gettext, trouble.steps)),
            tuple(
                (gettext(link.label), reverse(link.route, args=(event,) if link.of_event else ()))
                for link in trouble.pages
                if (event is not None if link.of_event else owns_all)
            ),
        )
        for trouble in TROUBLES
        if settings.PROFILE.club or trouble.key not in OF_A_LAPTOP
    ]
