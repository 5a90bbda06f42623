"""One maker per format: from a checked request to the finished answer."""

from __future__ import annotations

from collections.abc import Callable

from scoring.text import Text, say
from scoring.text import mark as _
from tournaments.engines.bracket import Branch, written
from tournaments.engines.draw.answer import Drawn, drawn, of_pairs, of_tables
from tournaments.engines.draw.chance import Chance
from tournaments.engines.draw.declared import AnswerJson
from tournaments.engines.draw.matches import knockout
from tournaments.engines.draw.matches.round_robin import round_robin
from tournaments.engines.draw.matches.swiss import swiss_rounds
from tournaments.engines.draw.numbering import least_at_one_table, most_at_one_table, numbered
from tournaments.engines.draw.partners.rounds import draw_partners, facts_of
from tournaments.engines.draw.partners.standing import partners_by_standing
from tournaments.engines.draw.request import Request
from tournaments.engines.draw.seats import Dealers, balanced, seat_counts
from tournaments.engines.draw.tables.rounds import draw_rounds
from tournaments.engines.draw.tables.standing import by_standing, widest_table
from tournaments.engines.draw.watch import Watch

Maker = Callable[[Request, Watch | None], Drawn]


def tables(request: Request, watch: Watch | None) -> Drawn:
    """Individuals at tables: nobody meets twice if possible, or by standing when there is one."""
    by_rank = request.power is not None or request.scores is not None
    rounds, resting, bound = by_standing(request) if by_rank else draw_rounds(request, watch)
    if not by_rank:
        rounds = _with_numbers(request, rounds)
    seats = max((len(table) for table in rounds[0]), default=0)
    before = seat_counts(len(request.ids), request.played, seats)
    seated = balanced(rounds, before, Dealers(request), Chance("seats", request.seed))
    facts, sentences = of_tables(request, seated, resting, bound)
    facts |= {"widest_table": widest_table(request, seated)} if by_rank else _at_one_table(request, seated)
    return drawn(request, seated, resting, facts, sentences)


def _with_numbers(request: Request, rounds: list[list[list[int]]]) -> list[list[list[int]]]:
    """The tables of each round in an order that lets everybody move through the hall."""
    return numbered(rounds, request.played, Chance("numbers", request.seed), effort=request.effort)


def _at_one_table(request: Request, rounds: list[list[list[int]]]) -> AnswerJson:
    """How often somebody sits at one table, a table being its number, and how often at least."""
    return {
        "most_at_one_table": most_at_one_table(request.here, [*request.played, *rounds]),
        "most_at_one_table_bound": least_at_one_table(request.here, request.played, rounds),
    }


def partners(request: Request, watch: Watch | None) -> Drawn:
    """Individuals at tables of four with changing partners."""
    rounds, resting, bound = draw_partners(request, watch)
    rounds = _with_numbers(request, rounds)
    return _with_partners(request, rounds, resting, bound, _at_one_table(request, rounds))


def partners_standing(request: Request, watch: Watch | None) -> Drawn:
    """The same, those at one table being near in the standings."""
    rounds, resting, bound = partners_by_standing(request)
    return _with_partners(request, rounds, resting, bound, {"widest_table": widest_table(request, rounds)})


def _with_partners(
    request: Request,
    rounds: list[list[list[int]]],
    resting: list[list[int]],
    bound: int,
    numbers: AnswerJson,
) -> Drawn:
    facts, sentences = of_tables(request, rounds, resting, bound)
    more = facts_of(request, rounds) | numbers
    if more["partner_repeats"] == 0:
        about = [say(_("Nobody plays twice with the same partner."))]
    else:
        about = [say(_("Partners who come together again: {count}."), count=more["partner_repeats"])]
    if more["opponent_excess"] == 0:
        about.append(say(_("Nobody has the same opponent more than twice.")))
    else:
        about.append(
            say(_("Meetings of opponents beyond the second: {count}."), count=more["opponent_excess"])
        )
    if bound == 0 and facts["repeats"] == 0:
        about.append(sentences[0])
    return drawn(request, rounds, resting, facts | more, [*about, *sentences[1:]])


def everybody_against_everybody(request: Request, watch: Watch | None) -> Drawn:
    """Round robin."""
    rounds, resting = round_robin(request)
    facts, sentences = of_pairs(request, rounds, resting)
    about = say(_("Everybody plays everybody once. Rounds: {count}."), count=len(rounds))
    facts |= _at_one_table(request, rounds)
    return drawn(request, rounds, resting, facts, [about, *sentences[1:]])


def swiss(request: Request, watch: Watch | None) -> Drawn:
    """Swiss system."""
    rounds, resting, proven = swiss_rounds(request)
    facts, sentences = of_pairs(request, rounds, resting)
    facts["proven"] = proven
    people = len(request.here)
    most = people - 1 + people % 2
    if len(request.played) + len(rounds) > most and not request.joined:
        sentences.append(say(_("After round {number} everybody has met everybody."), number=most))
    if not proven:
        sentences.append(say(_("The work ended before it was proven that no pairs fit better.")))
    return drawn(request, rounds, resting, facts, sentences)


def bracket(request: Request, watch: Watch | None) -> Drawn:
    """Single or double elimination: the first round now, the others as winners of earlier matches."""
    entrants = knockout.lines(request)
    matches = knockout.double(entrants) if request.double else knockout.single(entrants)
    first = [match for match in matches if match.branch == Branch.UPPER and match.round == 1]
    opening = [[origin for origin in match.origins if isinstance(origin, int)] for match in first]
    playing = {person for pair in opening for person in pair}
    byes = [person for person in entrants if person is not None and person not in playing]
    facts, sentences = of_pairs(request, [opening], [byes])
    facts["lines"] = [None if person is None else request.ids[person] for person in entrants]
    facts["bracket"] = written(matches, lambda entrant: request.ids[entrant])
    about: list[Text] = [say(_("Matches until the end: {count}."), count=len(matches))]
    if byes:
        about.append(
            say(
                _("Straight to the second round, being first in the seeding: {count}."),
                count=len(byes),
            )
        )
    return drawn(request, [opening], [byes], facts, [*about, *sentences[1:]])


MAKERS: dict[str, Maker] = {
    "tables": tables,
    "partners": partners,
    "partners_standing": partners_standing,
    "round_robin": everybody_against_everybody,
    "knockout": bracket,
    "swiss": swiss,
}
