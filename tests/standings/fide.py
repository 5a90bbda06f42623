"""Cross tables of FIDE with the values its Technical Commission published.

[TEC] Mario Held, “Exercises in Tie-Breaking”, FIDE Technical Commission,
https://tec.fide.com/2024/03/18/tie-break-exercise/ (also https://arbiters.fide.com/news/9119): the Swiss
tournament of page 5, the round robin of page 6, the longer Swiss tournament of page 43.

[C.07] Play-Off and Tie-Break Regulations in force from 1 March 2026,
https://handbook.fide.com/chapter/TieBreakRegulations032026. Against the text of 2024, for which the exercises
were solved, article 16.4 caps the score of the dummy opponent: by the scheduled opponent's score where a game
was forfeited, by a draw in each round elsewhere. Three of the sixteen participants are concerned.

[PL] Pierre Lapeyre, exercises for arbiters 2026 (solved for the text of 2026).

A row lists the rounds of one participant: `+9` won against 9, `=13` drawn, `-2` lost, `w14` and `l12` won and
lost by forfeit, `B` the bye of the draw, `H` a bye asked for that is worth a draw, `Z` one worth nothing.
"""

from __future__ import annotations

from tests.standings.builders import match as played_match
from tournaments.engines.standings import By, Competition, Competitor, RankingRules, Rest, TableResult

TEC_SWISS = """
+9 =13 =2 +15 =4
+10 +7 =1 +16 =3
=11 +6 +8 =4 =2
+12 H +13 =3 =1
-13 -15 +11 =7 +10
-14 -3 B +10 +8
+15 -2 -16 =5 -11
=16 +14 -3 +13 -6
-1 -10 H l11 B
-2 +9 -15 -6 -5
=3 -16 -5 w9 +7
-4 B w14 Z Z
+5 =1 -4 -8 -14
+6 -8 l12 Z +13
-7 +5 +10 -1 -16
=8 +11 +7 -2 +15
"""

TEC_ROUND_ROBIN = """
=5 +2 +3 -4 +6
+6 -1 +5 =3 +4
+4 +6 -1 =2 +5
-3 -5 =6 +1 -2
=1 +4 -2 l6 -3
-2 -3 =4 w5 -1
"""

TEC_DIRECT = """
+9 =13 =2 +15 =4 =6 =3 =16 +8
+10 +7 =1 +16 +3 =4 -6 =15 =5
=11 +6 +8 =4 -2 +16 =1 +14 +10
+12 H +13 =3 =1 =2 =16 =6 +15
-13 -15 +11 =7 +10 -14 +9 -8 =2
-14 -3 B +10 +8 =1 +2 =4 +16
+15 -2 -16 =5 -11 -10 +13 +9 +14
=16 +14 -3 +13 -6 =11 =15 +5 -1
-1 -10 H l11 B +13 -5 -7 =12
-2 +9 -15 -6 -5 +7 +12 +11 -3
=3 -16 -5 w9 +7 =8 -14 -10 =13
-4 B w14 Z Z -15 -10 =13 =9
+5 =1 -4 -8 -14 -9 -7 =12 =11
+6 -8 l12 Z +13 +5 +11 -3 -7
-7 +5 +10 -1 -16 +12 =8 =2 -4
=8 +11 +7 -2 +15 -3 =4 =1 -6
"""

PL_SWISS = """
+8 -5 +14 +3 +2
+9 +7 =5 +6 -1
+10 =6 =4 -1 +7
=11 +9 =3 =5 =6
+12 +1 =2 =4 +11
+13 =3 w11 -2 =4
+14 -2 +10 -11 -3
-1 -11 =12 =9 =13
-2 -4 +13 =8 =10
-3 +13 -7 =14 =9
=4 +8 l6 +7 -5
-5 Z =8 -13 -14
-6 -10 -9 +12 =8
-7 B -1 =10 +12
"""


def cross_table(rows: str, *by: By, walkover_meets: bool = False) -> Competition:
    """The cross table as a competition with 2, 1 and 0 match points: all values are twice those of FIDE."""
    played: list[TableResult] = []
    rests: list[Rest] = []
    lines = rows.strip().splitlines()
    for entrant, line in enumerate(lines, start=1):
        for round_, cell in enumerate(line.split(), start=1):
            what, other = cell[0], int(cell[1:] or 0)
            match what:
                case "B":
                    rests.append(Rest(1, round_, entrant, "bye"))
                case "H" | "Z":
                    rests.append(Rest(1, round_, entrant, "absent", match_points=1 if what == "H" else 0))
                case _ if entrant < other:
                    played.append(_game(round_, entrant, other, what))
    rules = RankingRules(criteria=by or (By.MATCH_POINTS,), walkover_meets=walkover_meets)
    entrants = tuple(Competitor(entrant) for entrant in range(1, len(lines) + 1))
    return Competition(entrants, tuple(played), tuple(rests), rules=rules)


def _game(round_: int, entrant: int, other: int, what: str) -> TableResult:
    score = {"+": (1, 0), "=": (0, 0), "-": (0, 1), "w": (0, 0), "l": (0, 0)}[what]
    walkover = {"w": entrant, "l": other}.get(what)
    return played_match(round_, entrant, other, score, number=entrant, walkover=walkover)
