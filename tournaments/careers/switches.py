"""What a club wants of the years: are evenings counted, may everybody look, are there ratings?"""

from __future__ import annotations

from config.database import writing
from tournaments.models import CareerSwitches


def switches_of(tenant: int) -> CareerSwitches:
    """As the club has chosen; before it has, nothing is on."""
    return CareerSwitches.objects.filter(club=tenant).first() or CareerSwitches(club_id=tenant)


def choose(tenant: int, *, evenings: bool, public: bool, rating: bool) -> CareerSwitches:
    """From now on it is so."""
    with writing():
        row, _new = CareerSwitches.objects.update_or_create(
            club_id=tenant, defaults={"evenings": evenings, "public": public, "rating": rating}
        )
    return row
