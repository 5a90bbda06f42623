"""What a role is called, and what somebody who has it does."""

from __future__ import annotations

from django.utils.translation import gettext_noop as _

from tournaments.models import Role

ROLES: dict[Role, tuple[str, str]] = {
    Role.HELPER: (_("Helper"), _("Checks people in, sees the drafts, prints, enters hands.")),
    Role.ORGANISER: (_("Organiser"), _("Runs the event: people, draws, rounds, corrections, settings.")),
    Role.OWNER: (_("Owner"), _("As an organiser, and decides who else is one.")),
}

# What somebody is in his club, towards all its events.
ROLES_IN_CLUB: dict[Role, tuple[str, str]] = {
    Role.HELPER: (_("Helper"), _("Helps with the events somebody adds this account to.")),
    Role.ORGANISER: (
        _("Organiser"),
        _("Creates and runs events of the club: people, draws, rounds, corrections."),
    ),
    Role.OWNER: (
        _("Owner"),
        _("As an organiser, and decides about accounts and everything else of the club."),
    ),
}
