"""How strong somebody is, as far as his tables tell: Weng and Lin's Plackett–Luce model, by `openskill`.

A table is one comparison of all who sat at it, whatever they were: three to eight alone, two pairs, with
equal places where they are shared. What it says is a mean and an uncertainty. Shown is another scale, on
which nobody begins with a number that looks like a mark at school: 1000 + 20 μ, and ± twice the uncertainty.
"""

from __future__ import annotations

from collections.abc import Mapping, MutableMapping, Sequence
from dataclasses import dataclass

from openskill.models import PlackettLuce

SCALE, BEGIN = 20, 1000
SURE = 2  # uncertainties: within so many it is in 95 of 100 cases
DIGITS = 6  # kept, so that a replay says the same on every machine
MODEL = PlackettLuce()
PersonId = int


@dataclass(frozen=True, slots=True)
class Skill:
    """What is known of somebody's strength."""

    mu: float
    sigma: float

    @property
    def number(self) -> int:
        """As it is shown: 1500 for somebody of whom nothing is known."""
        return round(BEGIN + SCALE * self.mu)

    @property
    def margin(self) -> int:
        """How far it may be from the truth."""
        return round(SURE * SCALE * self.sigma)

    @property
    def sure(self) -> int:
        """What he is worth at least, as good as certainly: by this people are put in order."""
        return self.number - self.margin


STRANGER = Skill(25.0, round(25.0 / 3, DIGITS))


def rate(
    skills: MutableMapping[PersonId, Skill], sides: Sequence[Sequence[PersonId]], places: Sequence[int]
) -> None:
    """One table more. Whoever is not known yet begins as a stranger; who sat alone compares with nobody."""
    there = [
        (side, place) for side, place in zip(sides, places, strict=True) if side
    ]  # a side whose people are gone from the register is no side
    if len(there) < 2:
        return
    teams = [[_rating(skills.get(person, STRANGER)) for person in side] for side, _place in there]
    rated = MODEL.rate(teams, ranks=[float(place) for _side, place in there])
    for (side, _place), team in zip(there, rated, strict=True):
        for person, new in zip(side, team, strict=True):
            skills[person] = Skill(round(new.mu, DIGITS), round(new.sigma, DIGITS))


def _rating(skill: Skill):  # type: ignore[no-untyped-def]  # the library's own class of a model's rating
    return MODEL.rating(mu=skill.mu, sigma=skill.sigma)


def together(skills: Sequence[Skill]) -> Skill | None:
    """A pair or team: the mean of its members; None where nobody of them is known."""
    if not skills:
        return None
    mean = sum(skill.mu for skill in skills) / len(skills)
    spread = (sum(skill.sigma**2 for skill in skills)) ** 0.5 / len(skills)
    return Skill(mean, spread)


def seeds(known: Mapping[int, Skill | None]) -> dict[int, int]:
    """The place of everybody who is known, the strongest 1; who is as good shares it."""
    rated = {who: skill.sure for who, skill in known.items() if skill is not None}
    return {who: 1 + sum(other > sure for other in rated.values()) for who, sure in rated.items()}
