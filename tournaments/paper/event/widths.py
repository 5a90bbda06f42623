"""How wide the columns of a list become: what they would like, what they need, and who gives first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tournaments.paper.event.cells import PaperColumn

SHARES = (1.0, 0.75, 0.5, 0.3)  # of what a column wants, tried one after the other


def spread(
    fields: Sequence[PaperColumn],
    natural: Sequence[float],
    least: Sequence[float],
    width: float,
    share: float = 1.0,
    most_stretch: float = 1.6,
) -> list[float]:
    """The widths that fill a width. What is told besides may give first, down to a `share` of what it wants;
    then the widest columns give, and all of them take."""
    fixed = sum(wide for field, wide in zip(fields, natural, strict=True) if not field.flexible)
    flexible = [
        (field, wide, max(need, wide * share) if field.aside else need)
        for field, wide, need in zip(fields, natural, least, strict=True)
        if field.flexible
    ]
    wanted = [wide for _, wide, _ in flexible]
    room = max(width - fixed, 10.0 * len(wanted))
    over = sum(wanted) - room
    if over > 0:
        for aside in (True, False):
            some = [place for place, (field, _, _) in enumerate(flexible) if field.aside is aside]
            before = sum(wanted[place] for place in some)
            given = _given([(wanted[place], flexible[place][2]) for place in some], before - over)
            for place, wide in zip(some, given, strict=True):
                wanted[place] = wide
            over -= before - sum(given)
            if over <= 0.01:
                break
        if over > 0.01:
            wanted = [wide * room / sum(wanted) for wide in wanted]
    elif wanted:
        factor = min(most_stretch, room / sum(wanted))
        wanted = [wide * factor for wide in wanted]
    taken = iter(wanted)
    widths = [next(taken) if field.flexible else wide for field, wide in zip(fields, natural, strict=True)]
    total = sum(widths)
    if total > width:  # fixed columns alone are too wide
        return [wide * width / total for wide in widths]
    more = (width - total) / max(len(widths), 1)
    return [wide + more for wide in widths]


def _given(columns: Sequence[tuple[float, float]], room: float) -> list[float]:
    """The widest give first, none below what it needs, until all of them fill the room (if they can)."""
    low, high = 0.0, max((wanted for wanted, _ in columns), default=0.0)
    for _ in range(24):
        cap = (low + high) / 2
        if sum(min(wanted, max(least, cap)) for wanted, least in columns) > room:
            high = cap
        else:
            low = cap
    return [min(wanted, max(least, low)) for wanted, least in columns]


def widths_to_try(
    fields: Sequence[PaperColumn], natural: Sequence[float], least: Sequence[float]
) -> Iterator[tuple[list[float], float]]:
    """What to try where there is not room for all: what is told besides gives first; where nothing is,
    everything beside the widest column."""
    if any(field.aside for field in fields):
        for share in SHARES:
            yield list(natural), share
        return
    widest = max(natural)
    for share in SHARES:
        yield (
            [
                max(need, wide * share) if field.flexible and wide < widest else wide
                for field, wide, need in zip(fields, natural, least, strict=True)
            ],
            1.0,
        )
