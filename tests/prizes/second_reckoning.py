"""Prizes reckoned a second time: slowly, plainly, and with not a line of the engine.

It reads the question as JSON. Everything is looked at again after every prize given. Where nothing is shared,
it is done in another way altogether (`by_proposals`): every prize proposes to one after the other down its
line, and whoever has a better offer refuses.
"""

from __future__ import annotations

import hashlib
import hmac
from fractions import Fraction
from typing import Any

Json = dict[str, Any]


class Second:
    """One plan, reckoned."""

    def __init__(self, question: Json) -> None:
        self.asked = question
        self.rules = {
            "ties": "shared",
            "equal": "points",
            "hort": "all_equal",
            "undivided": "lot",
            "beside_goods": "whole",
            "per_person": "one",
            "takes": "value_first",
            "passed_on": True,
            "unit": 1,
            "least": 0,
            "rest": "club",
            **question.get("rules", {}),
        }
        self.people = {person["id"]: person for person in question["entrants"]}
        self.seed = question.get("seed", "")
        self.event = self.levels_by_rank()
        self.place = {who: n for n, who in enumerate((w for level in self.event for w in level), 1)}
        self.prizes = self.single_prizes()
        self.granted: list[tuple[Any, list[int], Fraction, list[int]]] = []  # who, prizes, money, goods
        self.taken: dict[Any, set[Any]] = {}
        self.unused: set[int] = set()

    # --- rankings -----------------------------------------------------------------------------------

    def may(self, who: Any) -> bool:
        return bool(self.people[who].get("eligible", True))

    def levels_by_rank(self) -> list[list[Any]]:
        rows = [
            (p["rank"], n, p) for n, p in enumerate(self.asked["entrants"]) if p["rank"] and self.may(p["id"])
        ]
        rows.sort(key=lambda row: row[:2])
        levels: list[list[Json]] = []
        for rank, _n, person in rows:
            same_rank = bool(levels) and levels[-1][-1]["rank"] == rank
            if same_rank:
                levels[-1].append(person)
            else:
                levels.append([person])
        if self.rules["equal"] == "points":
            merged: list[list[list[Json]]] = []
            for level in levels:
                before = {p.get("points") for p in merged[-1][-1]} - {None} if merged else set()
                if before & {p.get("points") for p in level}:
                    merged[-1].append(level)
                else:
                    merged.append([level])
            levels = [[p for part in run for p in part] for run in merged]
        return [[p["id"] for p in level] for level in levels]

    def levels_of(self, target: Json, part: str) -> list[list[Any]]:
        if "statistic" in target:
            name = target["statistic"]
            values = {
                w: p["statistics"][name] for w, p in self.people.items() if name in p.get("statistics", {})
            }
            order = sorted({v for w, v in values.items() if self.may(w)}, reverse=not target.get("lowest"))
            rank = {**self.place}
            levels = [
                sorted(
                    (w for w in values if values[w] == value and self.may(w)),
                    key=lambda w: (rank.get(w, 10**6), list(self.people).index(w)),
                )
                for value in order
            ]
        else:
            levels = self.event
        entitled = [[w for w in level if self.belongs(w, target, part)] for level in levels]
        return [level for level in entitled if level]

    def belongs(self, who: Any, target: Json, part: str) -> bool:
        person = self.people[who]
        wanted = {key: str(target[key]) for key in ("group", "club", "table") if target.get(key)}
        if target.get("each"):
            wanted[target["each"]] = part
        if "group" in wanted and wanted["group"] not in person.get("groups", []):
            return False
        if any(key in wanted and wanted[key] != str(person.get(key, "")) for key in ("club", "table")):
            return False
        if target.get("members") and not person.get("member"):
            return False
        return not (target.get("guests") and person.get("member"))

    # --- single prizes ------------------------------------------------------------------------------

    def single_prizes(self) -> list[Json]:
        pot = self.pot()
        singles: list[Json] = []
        fixed = Fraction(0)
        for number, prize in enumerate(self.asked["prizes"]):
            target = as_object(prize["for"])
            parts = [""]
            if target.get("each"):
                key = target["each"]
                values = set()
                for person in self.people.values():
                    if person["id"] in self.place:
                        values |= (
                            set(person.get("groups", [])) if key == "group" else {str(person.get(key, ""))}
                        )
                parts = sorted(values - {""})
            for part in parts:
                levels = self.levels_of(target, part)
                people = [w for level in levels for w in level]
                if "raffle" in target:
                    levels = [[w] for w in self.drum(prize["id"], target)]
                    people = [w for level in levels for w in level]
                spots = self.spots(target, people)
                before = sum(1 for single in singles if single["written"][0] == number)
                for count, spot in enumerate(spots):
                    single = {
                        "n": len(singles),
                        "written": (number, before + count),
                        "prize": prize,
                        "target": target,
                        "part": part,
                        "levels": levels,
                        "place": spot,
                        "there": 1 <= spot <= len(people),
                        "step": -1 if target.get("last") else 1,
                        "share": share_of(prize, count, len(spots)),
                        "who": people[spot - 1] if any(k in target for k in ("above", "at_least")) else None,
                    }
                    if "money" in prize:
                        fixed += Fraction(prize["money"]) * single["share"]
                    singles.append(single)
        left = max(pot - fixed, Fraction(0))
        for single in singles:
            prize = single["prize"]
            whole = Fraction(prize.get("money", 0))
            if "percent" in prize:
                base = left if prize.get("percent_of") == "left" else Fraction(pot)
                whole = base * Fraction(prize["percent"]) / 100
            single["money"] = whole * single["share"]
            single["value"] = single["money"] + prize.get("worth", 0)
            single["keys"] = self.keys(prize, single["target"])
            single["phase"] = 2 if "raffle" in single["target"] else self.phase(single["target"])
        return singles

    def pot(self) -> int:
        pot = self.asked["pot"]
        sums: dict[str, int] = {
            key: sum(item["amount"] for item in pot.get(key, []))
            for key in ("fees", "lost_games", "gifts", "costs")
        }
        percent = Fraction(pot.get("share_percent", 100))
        total = int(sums["fees"] * percent // 100) + int(sums["lost_games"] * percent // 100)
        total += sums["gifts"] - sums["costs"]
        least: int = pot.get("guarantee", 0)
        return max(total, least, 0)

    def spots(self, target: Json, people: list[Any]) -> list[int]:
        size = len(people)
        if "rank" in target:
            return [target["rank"]]
        if "ranks" in target:
            first, last = target["ranks"]
            return list(range(first, (size + 1 + last if last < 0 else last) + 1))
        if "best" in target:
            return list(range(1, target["best"] + 1))
        if "last" in target:
            return [size + 1 - target["last"] if target["last"] <= size else -target["last"]]
        if "middle" in target:
            return [(size + 1) // 2]
        if "every" in target:
            return [n for n in range(1, size + 1) if n % target["every"] == 0]
        if "one_in" in target:
            return list(range(1, size // target["one_in"] + 1))
        if "top_percent" in target:
            return list(range(1, size * target["top_percent"] // 100 + 1))
        if "per_table" in target:
            tables = {p.get("table") for p in self.people.values()} - {None, ""}
            return list(range(1, len(tables) * target["per_table"] + 1))
        if "above" in target or "at_least" in target:
            values = {w: self.people[w].get("points") for w in people}
            return [
                n
                for n, w in enumerate(people, 1)
                if values[w] is not None
                and (values[w] > target["above"] if "above" in target else values[w] >= target["at_least"])
            ]
        if "raffle" in target:
            return list(range(1, target.get("draws", 1) + 1))
        return [1]

    def drum(self, prize: str, target: Json) -> list[Any]:
        inside = [
            w
            for w, p in self.people.items()
            if self.may(w) and p.get("present", True) and self.belongs(w, target, "")
        ]
        return sorted(inside, key=lambda w: self.ticket(f"raffle {prize}", inside, w)) if self.seed else []

    def ticket(self, purpose: str, among: list[Any], who: Any) -> str:
        text = f"{purpose}|{'-'.join(sorted(map(str, among)))}|{who}"
        return hmac.new(self.seed.encode(), text.encode(), hashlib.sha256).hexdigest()

    def keys(self, prize: Json, target: Json) -> frozenset[Any]:
        has_money = bool(prize.get("money") or prize.get("percent"))
        kinds = {"money"} if has_money else set()
        if prize.get("goods") or not kinds:
            kinds.add(prize.get("kind", "goods"))
        block = prize.get("block", "")
        keys: set[Any] = set()
        match self.rules["per_person"]:
            case "one":
                keys = {block}
            case "one_money":
                keys = {block} if has_money else set()
            case "one_per_kind":
                keys = {(block, kind) for kind in kinds}
        if "raffle" in target:
            keys.add(("drum", prize["id"]))
        return frozenset(keys)

    def phase(self, target: Json) -> int:
        if self.rules["takes"] != "places_first":
            return 0
        special = (
            "group",
            "club",
            "table",
            "members",
            "guests",
            "each",
            "statistic",
            "last",
            "middle",
            "above",
        )
        return 1 if any(key in target for key in (*special, "at_least")) else 0

    # --- giving -------------------------------------------------------------------------------------

    def urgency(self, single: Json) -> Any:
        return single["phase"], -single["value"], single["written"]

    def conflict(self, who: Any, single: Json) -> bool:
        if self.taken.get(who, set()) & single["keys"]:
            return True
        return single["target"].get("raffle") == "without_prize" and who in self.taken

    def give(self, shares: list[tuple[Any, Fraction, list[int]]], singles: list[Json]) -> None:
        for who, money, goods in shares:
            self.granted.append((who, [single["n"] for single in singles], money, goods))
            held = self.taken.setdefault(who, set())
            for single in singles:
                held |= single["keys"]

    def start(self) -> list[Json]:
        """The singles that stand somewhere, with the level they stand at."""
        waiting = []
        for single in self.prizes:
            if not single["there"]:
                self.unused.add(single["n"])
                continue
            if single["who"] is not None:
                single["levels"] = [[single["who"]]]
                single["at"] = 0
            else:
                count = 0
                for number, level in enumerate(single["levels"]):
                    count += len(level)
                    if count >= single["place"]:
                        single["at"] = number
                        break
            single["line"] = (
                str(sorted((k, str(v)) for k, v in single["target"].items() if k not in POSITION)),
                single["part"],
                single["keys"],
                single["prize"].get("heads", ""),
                single["n"] if single["who"] is not None else "",
            )
            waiting.append(single)
        return waiting

    def run(self) -> None:
        """Look at everything, give the best, and look at everything again."""
        waiting = self.start()
        broken: dict[Any, list[list[Any]]] = {}
        while waiting:
            for single in waiting:
                single["levels"] = broken.get(single["line"], single["levels"])
            heaps: dict[Any, list[Json]] = {}
            for single in waiting:
                heaps.setdefault((single["line"], single["at"]), []).append(single)
            if self.passed(waiting, heaps):
                continue
            if self.rules["ties"] in ("by_criteria", "lot"):
                many = next((key for key, heap in heaps.items() if len(heap[0]["levels"][key[1]]) > 1), None)
                if many is not None:
                    broken[many[0]] = self.break_up(waiting, *many)
                    continue
            best: Any = None
            for (line, at), heap in heaps.items():
                heap.sort(key=self.urgency)
                free = [w for w in heap[0]["levels"][at] if not self.conflict(w, heap[0])]
                bundle = heap[: len(free)] if heap[0]["keys"] else heap
                worth = bundle[0]["value"]
                if len(free) > 1 and not self.whole(free, bundle):
                    worth = min(money for _w, money, _g in self.divided(heap[0], at, free, bundle))
                offer = (bundle[0]["phase"], -worth, bundle[0]["written"])
                if best is None or offer < best[0]:
                    best = offer, line, at, free, bundle
            _offer, line, at, free, bundle = best
            if len(free) == 1:
                for single in bundle:
                    self.give([(free[0], single["money"], [single["n"]])], [single])
            elif self.alike(free, bundle):
                in_places = sorted(bundle, key=lambda single: (single["place"], single["written"]))
                for who, single in zip(free, in_places, strict=True):
                    self.give([(who, single["money"], [single["n"]])], [single])
            elif self.whole(free, bundle):
                broken[line] = self.break_up(waiting, line, at)
                continue
            else:
                order = free
                if any(single["prize"].get("goods") for single in bundle):
                    order = [w for w in self.order(bundle[0], at) if w in free]
                self.give(self.divided(bundle[0], at, order, bundle), bundle)
            given = {single["n"] for single in bundle}
            waiting = [single for single in waiting if single["n"] not in given]

    def passed(self, waiting: list[Json], heaps: dict[Any, list[Json]]) -> bool:
        """Move what nobody can take; was there anything?"""
        moved = False
        for (_line, at), heap in heaps.items():
            if any(not self.conflict(w, heap[0]) for w in heap[0]["levels"][at]):
                continue
            moved = True
            for single in heap:
                single["at"] += single["step"]
                stays = not self.rules["passed_on"] and self.rules["per_person"] != "all"
                if (stays and "raffle" not in single["target"]) or not 0 <= single["at"] < len(
                    single["levels"]
                ):
                    self.unused.add(single["n"])
                    waiting.remove(single)
        return moved

    def whole(self, free: list[Any], bundle: list[Json]) -> bool:
        if any(single["prize"].get("goods") for single in bundle) and self.rules["beside_goods"] == "whole":
            return True
        money = sum((single["money"] for single in bundle), Fraction(0))
        least: int = self.rules["least"]
        return 0 < money < least * len(free) and self.rules["ties"] != "higher"

    def alike(self, free: list[Any], bundle: list[Json]) -> bool:
        if len(bundle) != len(free) or len({single["place"] for single in bundle}) != len(free):
            return False
        what = {(s["money"], s["prize"].get("goods"), s["prize"].get("worth", 0)) for s in bundle}
        return len(what) == 1 and not any(single["prize"].get("choice") for single in bundle)

    def order(self, single: Json, at: int) -> list[Any]:
        level = list(single["levels"][at])
        lot = self.rules["ties"] == "lot" or (
            self.rules["ties"] != "by_criteria" and self.rules["undivided"] == "lot"
        )
        if not lot or not self.seed:
            return level
        whole = self.levels_of(
            {k: v for k, v in single["target"].items() if k in ("statistic", "lowest")}, ""
        )
        equals = next(equals for equals in whole if level[0] in equals)
        return sorted(level, key=lambda w: self.ticket("tie", equals, w))

    def break_up(self, waiting: list[Json], line: Any, at: int) -> list[list[Any]]:
        here = [single for single in waiting if single["line"] == line]
        order = self.order(here[0], at)
        levels = here[0]["levels"]
        first = sum(map(len, levels[:at]))
        broken = [*levels[:at], *([w] for w in order), *levels[at + 1 :]]
        for single in here:
            if single["at"] > at:
                single["at"] += len(order) - 1
            elif single["at"] == at:
                single["at"] = at + min(max(single["place"] - first - 1, 0), len(order) - 1)
        return broken

    def divided(
        self, single: Json, at: int, free: list[Any], bundle: list[Json]
    ) -> list[tuple[Any, Fraction, list[int]]]:
        bundle = sorted(bundle, key=lambda single_: (single_["place"], single_["written"]))
        total = sum((single_["money"] for single_ in bundle), Fraction(0))
        goods: dict[Any, list[int]] = {w: [] for w in free}
        for number, single_ in enumerate([single_ for single_ in bundle if single_["prize"].get("goods")]):
            goods[free[number % len(free)]].append(single_["n"])
        if self.rules["ties"] == "higher":
            return [(w, max(single_["money"] for single_ in bundle), goods[w]) for w in free]
        if self.rules["ties"] == "hort":
            first = sum(map(len, single["levels"][:at])) + 1
            halves_of: list[list[Fraction]] = [[] for _ in free]
            for single_ in bundle:
                wish = min(max(single_["place"] - first, 0), len(free) - 1)
                empty = [n for n in [*range(wish, len(free)), *range(len(free))] if not halves_of[n]]
                halves_of[empty[0] if empty else wish].append(single_["money"] / 2)
            halves = {w: sum(halves_of[n], Fraction(0)) for n, w in enumerate(free)}
            sharing = [w for w in free if self.rules["hort"] == "all_equal" or halves[w] or goods[w]] or free
            return [(w, halves[w] + total / 2 / len(sharing), goods[w]) for w in sharing]
        return [(w, total / len(free), goods[w]) for w in free]

    # --- paying -------------------------------------------------------------------------------------

    def paid(self) -> dict[tuple[Any, tuple[int, ...]], int]:
        """What everybody is paid for which single prizes."""
        rows = []
        for number, (who, singles, money, _goods) in enumerate(self.granted):
            urgent = min(self.urgency(self.prizes[n]) for n in singles)
            person = self.people[who]
            share = self.prizes[singles[0]]["prize"].get("heads", "whole")
            heads = person.get("heads", 1)
            due = money * (heads if share == "each" else 1) * Fraction(person.get("stake_percent", 100), 100)
            step = self.rules["unit"] * (1 if share == "whole" else heads)
            rows.append(((self.place.get(who, 10**6), urgent, number), who, singles, due, step))
        rows.sort(key=lambda row: row[0])
        paid = [int(due // step) * step for _key, _who, _singles, due, step in rows]
        cut = [row[3] - whole for row, whole in zip(rows, paid, strict=True)]
        left = sum(cut, Fraction(0))
        turns = [n for n in range(len(rows)) if cut[n] > 0]
        if self.rules["rest"] == "largest":
            turns.sort(key=lambda n: cut[n], reverse=True)
        if self.rules["rest"] in ("first", "largest"):
            for n in turns:
                if rows[n][4] <= left:
                    paid[n] += rows[n][4]
                    left -= rows[n][4]
        return {(row[1], tuple(sorted(row[2]))): amount for row, amount in zip(rows, paid, strict=True)}


POSITION = (
    "rank",
    "ranks",
    "best",
    "last",
    "middle",
    "everybody",
    "every",
    "one_in",
    "top_percent",
    "per_table",
    "draws",
)


def as_object(target: Any) -> Json:
    words: dict[str, Json] = {
        "last": {"last": 1},
        "second_last": {"last": 2},
        "middle": {"middle": True},
        "everybody": {"ranks": [1, -1]},
    }
    if isinstance(target, int):
        return {"rank": target}
    if isinstance(target, list):
        return {"ranks": target}
    return dict(words[target] if isinstance(target, str) else target)


def share_of(prize: Json, count: int, places: int) -> Fraction:
    match prize.get("divided", "each"):
        case "evenly":
            return Fraction(1, places)
        case "falling":
            return Fraction(places - count, places * (places + 1) // 2)
        case _:
            return Fraction(1)


def by_proposals(second: Second, order: list[int]) -> dict[int, Any]:
    """Who gets each single prize where equals are told apart, by proposals in any order.

    A prize proposes to who is next in its line; who has no better offer of that kind keeps it for now, and a
    prize that was refused or let go proposes to the next.
    """
    lines = {}
    for single in second.start():
        if "raffle" in single["target"]:
            continue
        ranking = [w for n in range(len(single["levels"])) for w in second.order(single, n)]
        if single["who"] is not None:
            ranking = [single["who"]]
        place = 1 if single["who"] is not None else single["place"]
        line = ranking[place - 1 :] if single["step"] > 0 else ranking[:place][::-1]
        stays = not second.rules["passed_on"] and second.rules["per_person"] != "all"
        lines[single["n"]] = line[:1] if stays else line
    holds: dict[Any, set[int]] = {}
    waiting = [n for n in order if n in lines]
    while waiting:
        number = waiting.pop()
        if not lines[number]:
            continue
        who = lines[number].pop(0)
        single = second.prizes[number]
        rivals = {n for n in holds.get(who, set()) if second.prizes[n]["keys"] & single["keys"]}
        if all(second.urgency(single) < second.urgency(second.prizes[n]) for n in rivals):
            holds.setdefault(who, set()).difference_update(rivals)
            holds[who].add(number)
            waiting += rivals
        else:
            waiting.append(number)
    return {number: who for who, numbers in holds.items() for number in numbers}
