"""Minimum-cost perfect matching in any graph: Edmonds' blossoms with prices, one tree at a time.

Every vertex has a price, every blossom (an odd group that shares its way out) a non-negative one. An edge
may be used when the prices of its ends pay its cost; the price of a blossom that holds both is given back. A
tree of such edges grows from an unmatched vertex. When it cannot grow, the prices at even distance (outer)
rise and those at odd distance (inner) fall until an edge is paid, a blossom closes or one opens. When another
unmatched vertex is reached, the path to it is turned over. At the end the prices prove that no perfect
matching is cheaper, and they show which edges outside the graph could matter (`slack`).

Only the tree's own vertices are touched: prices carry the time since when they move, and what happens next
waits in a heap. So a matching that is nearly right from the start is finished quickly. Costs are whole
numbers and are doubled inside, which keeps all prices whole.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from heapq import heappop, heappush

from tournaments.engines.draw.work import OutOfWork, Work

FREE, OUTER, INNER = 0, 1, 2
OPEN_BLOSSOM, USE_EDGE = 0, 1


class NoPerfectMatching(ValueError):  # noqa: N818 (what it says of the graph)
    """Some vertices cannot all be matched."""


class Matching:
    """Vertices 0 … n − 1 and edges with costs; `solve` matches all of them."""

    def __init__(self, vertices: int, edges: Iterable[tuple[int, int, int]]) -> None:
        self.n = vertices
        self.costs: list[dict[int, int]] = [{} for _vertex in range(vertices)]
        for a, b, cost in edges:
            self.costs[a][b] = self.costs[b][a] = 2 * cost
        self.mate = [-1] * vertices
        self.price = [0] * vertices  # of vertices and then of blossoms, as of `since`
        self.moves = [0] * vertices  # +1 outer, −1 inner, 0 at rest; blossoms twice as fast
        self.since = [0] * vertices
        self.now = 0
        self.top = list(range(vertices))  # the outermost blossom that holds a vertex
        self.parent = [-1] * vertices
        self.base = list(range(vertices))  # the vertex by which a blossom is matched to the outside
        self.label = [FREE] * vertices
        self.came: list[tuple[int, int] | None] = [None] * vertices  # the edge by which a tree reached it
        self.children: list[list[int]] = [[]] * vertices
        self.ring: list[list[tuple[int, int]]] = [[]] * vertices  # edges from each child to the next
        self.unused: list[int] = []
        self.heap: list[tuple[int, int, int, int]] = []
        self.labelled: list[int] = []
        self.touched: list[int] = []

    def solve(self, work: Work | None = None, *, give_up: bool = False) -> list[int]:
        """The partner of every vertex; raises NoPerfectMatching. `work` is told of every edge that was waited
        for; with `give_up` it raises OutOfWork when that ends."""
        self._begin()
        for root in range(self.n):
            if self.mate[root] < 0:
                steps = self._grow_from(root)
                if work is not None:
                    work.take(steps)
                    if give_up and work.ended:
                        raise OutOfWork
        return self.mate

    def slack(self, a: int, b: int, cost: int) -> int:
        """How much too expensive an edge is, doubled; a negative one should join the graph."""
        excess = 2 * cost - self.price[a] - self.price[b]
        if excess < 0:
            excess += sum(self.price[blossom] for blossom in {*self._around(a)}.intersection(self._around(b)))
        return excess

    def _around(self, blossom: int) -> Iterator[int]:
        """The blossoms that hold it, from the innermost."""
        while (blossom := self.parent[blossom]) >= 0:
            yield blossom

    def _begin(self) -> None:
        """Prices as high as the cheapest edges allow, and what can be matched at once."""
        for vertex, costs in enumerate(self.costs):
            if not costs:
                raise NoPerfectMatching
            self.price[vertex] = min(costs.values()) // 2
        for vertex, costs in enumerate(self.costs):
            if self.mate[vertex] >= 0:
                continue
            price = min(cost - self.price[other] for other, cost in costs.items())
            self.price[vertex] = price
            for other, cost in costs.items():
                if self.mate[other] < 0 and cost == price + self.price[other]:
                    self.mate[vertex], self.mate[other] = other, vertex
                    break

    # --- one tree -----------------------------------------------------------------------------------

    def _grow_from(self, root: int) -> int:
        self.now, steps = 0, 0
        self.heap.clear()
        self._set_label(self.top[root], OUTER, None)
        while True:
            if not self.heap:
                raise NoPerfectMatching
            self.now, what, a, b = heappop(self.heap)
            steps += 1
            if what == OPEN_BLOSSOM:
                if self.parent[a] < 0 and self.label[a] == INNER and self._price(a) == 0 and self.children[a]:
                    self._open_inner(a)
                continue
            there = self.top[b]
            if there == self.top[a] or self.label[there] == INNER or self.label[self.top[a]] != OUTER:
                continue
            slack = self.costs[a][b] - self._price(a) - self._price(b)
            if slack > 0:  # it was counted on when b was elsewhere
                wait = slack if self.label[there] == FREE else slack // 2
                heappush(self.heap, (self.now + wait, USE_EDGE, a, b))
            elif self.label[there] == OUTER:
                self._close_blossom(a, b)
            elif self.mate[self.base[there]] < 0:
                self._turn_over(a, b)
                break
            else:
                self._reach_inner(there, (a, b))
        self._rest()
        return steps

    def _price(self, blossom: int) -> int:
        """The price now."""
        speed = self.moves[blossom] if blossom < self.n else 2 * self.moves[blossom]
        return self.price[blossom] + speed * (self.now - self.since[blossom])

    def _move(self, blossom: int, direction: int) -> None:
        """From now on this price moves so."""
        self.price[blossom] = self._price(blossom)
        self.moves[blossom] = direction
        self.since[blossom] = self.now
        self.touched.append(blossom)

    def inside(self, blossom: int) -> Iterator[int]:
        """The vertices of a blossom; a vertex is a blossom of its own."""
        waiting = [blossom]
        while waiting:
            part = waiting.pop()
            if part < self.n:
                yield part
            else:
                waiting += self.children[part]

    def _set_label(self, blossom: int, label: int, came: tuple[int, int] | None) -> None:
        self.label[blossom] = label
        self.came[blossom] = came
        self.labelled.append(blossom)
        direction = 1 if label == OUTER else -1
        vertices = list(self.inside(blossom))
        for vertex in vertices:
            self._move(vertex, direction)
        if blossom >= self.n:
            self._move(blossom, direction)
            if label == INNER:
                heappush(self.heap, (self.now + self.price[blossom] // 2, OPEN_BLOSSOM, blossom, 0))
        if label == OUTER:
            for vertex in vertices:
                self._look_round(vertex)

    def _look_round(self, vertex: int) -> None:
        """Put the edges of an outer vertex on the heap."""
        top, label, prices, moves, since = self.top, self.label, self.price, self.moves, self.since
        mine, price, now = top[vertex], self._price(vertex), self.now
        for other, cost in self.costs[vertex].items():  # most of the time of a matching is spent here
            there = top[other]
            if there == mine or label[there] == INNER:
                continue
            slack = cost - price - prices[other] - moves[other] * (now - since[other])
            wait = slack if label[there] == FREE else slack // 2
            heappush(self.heap, (now + wait, USE_EDGE, vertex, other))

    def _reach_inner(self, blossom: int, came: tuple[int, int]) -> None:
        """A matched blossom joins the tree, and behind it the one it is matched with."""
        self._set_label(blossom, INNER, came)
        base = self.base[blossom]
        self._set_label(self.top[self.mate[base]], OUTER, (base, self.mate[base]))

    def _before(self, outer: int) -> int:
        """The outer blossom two steps nearer to the root; −1 at the root."""
        came = self.came[outer]
        if came is None:
            return -1
        before = self.came[self.top[came[0]]]
        assert before is not None
        return self.top[before[0]]

    # --- blossoms -----------------------------------------------------------------------------------

    def _close_blossom(self, a: int, b: int) -> None:
        """Two outer vertices meet: the two ways back to where they part become one outer blossom."""
        seen: set[int] = set()
        here, there = self.top[a], self.top[b]
        while here not in seen:
            seen.add(here)
            here = self._before(here)
            if there >= 0:
                here, there = there, here
        root = here
        path, ring = [], [(a, b)]
        step = self.top[a]
        while step != root:
            came = self.came[step]
            assert came is not None
            path.append(step)
            ring.append(came)
            step = self.top[came[0]]
        path.append(root)
        path.reverse()
        ring.reverse()
        step = self.top[b]
        while step != root:
            came = self.came[step]
            assert came is not None
            path.append(step)
            ring.append((came[1], came[0]))
            step = self.top[came[0]]
        blossom = self._new_blossom(path, ring)
        self.base[blossom] = self.base[root]
        self.came[blossom] = self.came[root]
        self.label[blossom] = OUTER
        self.labelled.append(blossom)
        self.price[blossom], self.since[blossom] = 0, self.now
        self._move(blossom, 1)
        turned = []
        for child in path:
            self.parent[child] = blossom
            if child >= self.n:
                self._move(child, 0)
            for vertex in self.inside(child):
                self.top[vertex] = blossom
                if self.moves[vertex] < 0:
                    self._move(vertex, 1)
                    turned.append(vertex)
        for vertex in turned:
            self._look_round(vertex)

    def _new_blossom(self, children: list[int], ring: list[tuple[int, int]]) -> int:
        if self.unused:
            blossom = self.unused.pop()
            self.children[blossom], self.ring[blossom] = children, ring
            self.parent[blossom], self.moves[blossom] = -1, 0
            return blossom
        self.children.append(children)
        self.ring.append(ring)
        self.parent.append(-1)
        self.came.append(None)
        for numbers in (self.price, self.moves, self.since, self.base, self.label):
            numbers.append(0)
        return len(self.children) - 1

    def _dissolve(self, blossom: int) -> list[int]:
        """Its children stand for themselves again."""
        children = self.children[blossom]
        for child in children:
            self.parent[child] = -1
            self.label[child] = FREE
            for vertex in self.inside(child):
                self.top[vertex] = child
        self.children[blossom] = []
        self.label[blossom] = FREE
        self.price[blossom] = self.moves[blossom] = 0
        self.unused.append(blossom)
        return children

    def _open_inner(self, blossom: int) -> None:
        """An inner blossom whose price is used up opens; the even way through it stays in the tree."""
        came, ring = self.came[blossom], self.ring[blossom]
        assert came is not None
        children = self._dissolve(blossom)
        count = len(children)
        entry = children.index(self.top[came[1]])
        step = 1 if entry % 2 else -1
        place = entry
        stays = {place}
        while place % count:
            self._reach_inner(children[place % count], came)
            place += 2 * step
            stays |= {(place - step) % count, place % count}
            a, b = ring[(place - 1) % count] if step == 1 else ring[place % count]
            came = (a, b) if step == 1 else (b, a)
        self._set_label(children[0], INNER, came)
        loose = [child for number, child in enumerate(children) if number not in stays]
        for child in loose:
            if child >= self.n:
                self._move(child, 0)
            for vertex in self.inside(child):
                self._move(vertex, 0)
        for child in loose:
            for vertex in self.inside(child):
                price = self._price(vertex)
                for other, cost in self.costs[vertex].items():
                    if self.label[self.top[other]] == OUTER:
                        slack = cost - price - self._price(other)
                        heappush(self.heap, (self.now + slack, USE_EDGE, other, vertex))

    # --- the end of a tree --------------------------------------------------------------------------

    def _turn_over(self, a: int, b: int) -> None:
        """Match along the way from the root to b."""
        self._enter(self.top[b], b)
        self.mate[b], inside, outside = a, a, b
        while True:
            outer = self.top[inside]
            self._enter(outer, inside)
            self.mate[inside] = outside
            came = self.came[outer]
            if came is None:
                return
            inner = self.top[came[0]]
            before = self.came[inner]
            assert before is not None
            inside, outside = before
            self._enter(inner, outside)
            self.mate[outside] = inside

    def _enter(self, blossom: int, vertex: int) -> None:
        """From now on this blossom is matched to the outside by this vertex."""
        waiting = [(blossom, vertex)]
        while waiting:
            blossom, vertex = waiting.pop()
            if blossom < self.n:
                continue
            children, ring, child = self.children[blossom], self.ring[blossom], vertex
            while self.parent[child] != blossom:
                child = self.parent[child]
            waiting.append((child, vertex))
            entry, count = children.index(child), len(children)
            step = 1 if entry % 2 else -1
            place = entry
            while place % count:
                place += step
                a, b = ring[place % count] if step == 1 else ring[(place - 1) % count][::-1]
                waiting.append((children[place % count], a))
                place += step
                waiting.append((children[place % count], b))
                self.mate[a], self.mate[b] = b, a
            self.children[blossom] = children[entry:] + children[:entry]
            self.ring[blossom] = ring[entry:] + ring[:entry]
            self.base[blossom] = vertex

    def _rest(self) -> None:
        """All prices stand still, labels go, blossoms without a price open."""
        for blossom in self.touched:
            self.price[blossom], self.moves[blossom], self.since[blossom] = self._price(blossom), 0, 0
        for blossom in self.labelled:
            self.label[blossom], self.came[blossom] = FREE, None
        waiting = sorted(set(self.labelled))
        while waiting:
            blossom = waiting.pop()
            if (
                blossom >= self.n
                and self.parent[blossom] < 0
                and self.children[blossom]
                and self.price[blossom] == 0
            ):
                waiting += self._dissolve(blossom)
        self.touched.clear()
        self.labelled.clear()
