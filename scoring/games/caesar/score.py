"""Caesar: from a record to its lines, and when a round is over."""

from __future__ import annotations

from collections.abc import Iterator

from scoring.games.caesar.declared import Figure, Keeps, Kind, Meld, Rank, Record, Rules, Tie
from scoring.games.caesar.hand import Cards, is_dealt_again, judge, other, trickless
from scoring.games.caesar.melds import BELLA, Compared, compare, counting, of, worth, written
from scoring.hands import Hand, Line, Outcome, SoFar
from scoring.remarks import Attempt, Loss
from scoring.table import Side, Table
from scoring.text import Text, say, vocabulary

_ = vocabulary("caesar")

SIDES = (Side(0), Side(1))


def score(record: Record, waits: int, table: Table[Rules]) -> tuple[Line, ...]:
    """The lines of one hand that has passed every check; `waits` is what hangs over from hands before."""
    if is_dealt_again(record, table.rules):
        return ()
    compared = compare(record.melds, record.dealer, table)
    cards = _cards(record, compared, table.rules)
    lines = [Line(cards.code, cards.text, cards.points)]
    lines += _carried(cards, waits, table)
    lines += _melds(record, compared, cards, table)
    if record.bella is not None:
        points = written(BELLA, table.rules)
        text = say(_("{side}: Bella, {points}"), side=record.bella, points=points)
        lines.append(Line("bella", text, table.seating.only(record.bella, points)))
    return _with_sum(lines)


def _cards(record: Record, compared: Compared, rules: Rules) -> Cards:
    points = [
        sum(
            worth(meld, rules) // (2 if compared.halved else 1)
            for meld in counting(record.melds, side, compared, rules)
        )
        for side in SIDES
    ]
    if record.bella is not None:
        points[record.bella] += BELLA
    return judge(record, (points[0], points[1]), rules)


def waiting(so_far: SoFar[Record], table: Table[Rules]) -> int:
    """What hangs over from the last hands, for whoever wins the next one."""
    amount = 0
    if table.rules.tie_81 is not Tie.CARRY:
        return amount
    for hand in reversed(so_far.hands):
        if is_dealt_again(hand.record, table.rules):
            continue
        if hand.lines[0].code != "hanging":
            break
        compared = compare(hand.record.melds, hand.record.dealer, table)
        amount += _cards(hand.record, compared, table.rules).waiting
    return amount


def _carried(cards: Cards, waits: int, table: Table[Rules]) -> Iterator[Line]:
    if waits and cards.winner is not None:
        text = say(_("{side} also takes the {points} that waited"), side=cards.winner, points=waits)
        yield Line("carried", text, table.seating.only(cards.winner, waits))


def _melds(record: Record, compared: Compared, cards: Cards, table: Table[Rules]) -> Iterator[Line]:
    """Meldungen after the comparison; a lost hand or a revoke may move them to the other side."""
    rules = table.rules
    if of(0, record.melds) and of(1, record.melds) and not compared.halved:
        yield _comparison(compared, table)
    fate = rules.offender_melds if record.kind is Kind.REVOKE else rules.loser_melds
    for side in SIDES:
        counted = counting(record.melds, side, compared, rules)
        writer = side
        if counted and side == cards.loser and fate is not Keeps.KEEP:
            if fate is Keeps.VOID:
                text = say(_("Meldungen of {side} are struck"), side=side)
                yield Line("melds_void", text, table.seating.only(side, 0))
                continue
            writer = other(side)
        for meld in counted:
            points = written(worth(meld, rules) // (2 if compared.halved else 1), rules)
            message = _("{side}: {meld}, {points}")
            if compared.halved:
                message = _("{side}: half of {meld}, {points}")
            elif writer != side:
                message = _("{side}: {meld} of the others, {points}")
            text = say(message, side=writer, meld=_named(meld), points=points)
            yield Line("meld", text, table.seating.only(writer, points))


def _comparison(compared: Compared, table: Table[Rules]) -> Line:
    if compared.higher is None:
        return Line(
            "melds_equal", say(_("Meldungen are equal: neither side writes them")), table.seating.only(0, 0)
        )
    lower = other(compared.higher)
    text = say(_("Meldungen of {side} are lower"), side=lower)
    return Line("melds_lower", text, table.seating.only(lower, 0))


FOURS = {
    Rank.JACK: _("Four jacks"),
    Rank.ACE: _("Four aces"),
    Rank.KING: _("Four kings"),
    Rank.QUEEN: _("Four queens"),
    Rank.TEN: _("Four tens"),
    Rank.NINE: _("Four nines"),
}


def _named(meld: Meld) -> Text:
    """As the players call it: 3 Blatt, Fünfzig, Hundert."""
    if meld.kind is Figure.FOUR:
        assert meld.top is not None
        return say(FOURS[meld.top])
    runs = {3: _("3 Blatt"), 4: _("Fünfzig"), 5: _("Hundert")}
    assert meld.length is not None
    name = say(runs.get(meld.length, _("{length} in sequence")), length=meld.length)
    if meld.top is None:
        return name
    message = _("{meld} ({top}, trumps)") if meld.trump else _("{meld} ({top})")
    return say(message, meld=name, top=meld.top)


def _with_sum(lines: list[Line]) -> tuple[Line, ...]:
    """The first line begins with the sum of both sides, where there is something to add up."""
    added = [[line.points[side] for line in lines if line.points[side]] for side in SIDES]
    if max(map(len, added)) > 1:
        both = ":".join(_sum(numbers) for numbers in added)
        first = lines[0]
        lines[0] = Line(first.code, say(_("{sum} – {what}"), what=first.text, sum=both), first.points)
    return tuple(lines)


def _sum(numbers: list[int]) -> str:
    """`10 + 5 + 2 = 17`, or the number itself."""
    terms = " + ".join(map(str, numbers))
    return f"{terms} = {sum(numbers)}" if len(numbers) > 1 else terms or "0"


def ends(so_far: SoFar[Record], table: Table[Rules]) -> Outcome | None:
    """A filled round is finished; the higher total wins, equal totals share."""
    limit = table.rules.hands_per_round
    if not limit or so_far.number < limit:
        return None
    high = max(so_far.totals)
    winners = tuple(side for side in SIDES if so_far.totals[side] == high)
    message = _("All hands are played ({hands}): {winners} with {points}–{others}.")
    return Outcome(
        winners, say(message, hands=limit, winners=winners, points=high, others=min(so_far.totals))
    )


def attempts(hand: Hand[Record], table: Table[Rules]) -> tuple[Attempt, ...]:
    """Who named trumps, and whether that side won."""
    record = hand.record
    if record.kind is not Kind.PLAYED or record.maker is None:
        return ()
    beaten = trickless(record)
    success = hand.lines[0].code == "won" if beaten is None else beaten != record.maker
    return (Attempt(table.seating.seats_of(record.maker), say(_("Contract")), success),)


def losses(hand: Hand[Record], table: Table[Rules]) -> tuple[Loss, ...]:
    """The side that lost the hand: the makers who failed, those without a trick, those at fault."""
    record = hand.record
    if not hand.lines or is_dealt_again(record, table.rules):
        return ()
    beaten = trickless(record)
    if beaten is not None:
        return (Loss(table.seating.seats_of(beaten), Kind.DURCH),)
    if record.kind in (Kind.REVOKE, Kind.MISDEAL):
        assert record.side is not None
        return (Loss(table.seating.seats_of(record.side), record.kind),)
    if hand.lines[0].code == "lost":
        assert record.maker is not None
        return (Loss(table.seating.seats_of(record.maker), record.kind),)
    return ()


LOST_BY = (Kind.PLAYED, Kind.DURCH, Kind.REVOKE, Kind.MISDEAL)
"""What a side can lose."""
