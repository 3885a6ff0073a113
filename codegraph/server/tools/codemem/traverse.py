"""`graph_traverse`: one walk over code and memories, along the direction edges point."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass, field

from codegraph.answers import SymbolRow
from codegraph.config import load
from codegraph.errors import AmbiguousError, NotFoundError, NotIndexedError
from codegraph.index import Index
from codegraph.memory.engine import MemoryEngine
from codegraph.memory.model import RECALLABLE, AnchorKind, Memory
from codegraph.model import EdgeKind
from codegraph.server.call import Call
from codegraph.server.reply import Exact, to_json
from codegraph.server.tools.codemem.current import current, node, symbol
from codegraph.server.tools.codemem.models import TraverseInput, Visited
from codegraph.store.memory.reader import Reader

MOST_NODES = 2_000
LABEL = 80
"""Characters of a memory that stand for it."""

FOLLOWED = tuple(kind for kind in EdgeKind if kind is not EdgeKind.TESTS)

Stop = SymbolRow | Memory


def graph_traverse(call: Call, request: TraverseInput) -> Exact:
    """The start, then what it leads to. Memories that no recall returns are neither shown nor passed."""
    engine = MemoryEngine(load(call.repositories.cwd).home, actor="mcp")
    with engine.read() as memories:
        walk = Walk(memories, call)
        start = walk.start(request.start_id)
        stops = walk.run(start, request.max_depth, depth_first=request.algorithm == "dfs")
    note = f"stopped at {MOST_NODES:,} nodes; more exist" if walk.cut else ""
    return Exact(to_json([_visited(stop) for stop in stops]), note)


@dataclass(slots=True)
class Walk:
    memories: Reader
    call: Call
    cut: bool = False
    _opened: Index | None = field(default=None)
    _asked: bool = False

    def start(self, text: str) -> Stop:
        """The memory or symbol a text means. Raises NotFoundError, AmbiguousError."""
        try:
            return self.memories.resolve(text)
        except (NotFoundError, AmbiguousError):
            index = self._index()
            if index is None:
                raise
        return symbol(index, text)

    def run(self, start: Stop, depth: int, *, depth_first: bool) -> list[Stop]:
        """Each node once, within `depth` steps. A depth-first walk comes back to a node that it meets on a shorter way,
        so that both orders find the same nodes."""
        waiting: deque[tuple[Stop, int]] = deque([(start, 0)])
        reached: dict[str, int] = {}
        stops: list[Stop] = []
        while waiting:
            stop, level = waiting.pop() if depth_first else waiting.popleft()
            if reached.get(stop.id, depth + 1) <= level:
                continue
            if stop.id not in reached:
                if len(stops) == MOST_NODES:
                    self.cut = True
                    break
                stops.append(stop)
            reached[stop.id] = level
            if level < depth:
                following = [(other, level + 1) for other in self._following(stop)]
                waiting.extend(reversed(following) if depth_first else following)
        return stops

    def _following(self, stop: Stop) -> list[Stop]:
        """Where edges, links and anchors lead from a node: links first, the heaviest first."""
        links = sorted(
            (link for link in self.memories.links_of([stop.id]) if link.source == stop.id),
            key=lambda link: (-link.weight, link.relationship, link.target),
        )
        targets = [link.target for link in links]
        if isinstance(stop, Memory):
            anchors = self.memories.anchors([stop.row]).get(stop.row, ())
            targets += [a.target for a in anchors if a.kind is AnchorKind.SYMBOL]
            return self._stops(targets)
        index = self._index()
        edges = index.outgoing(stop, FOLLOWED, limit=None).items if index is not None else []
        return [*self._stops(targets), *(e.target for e in edges if isinstance(e.target, SymbolRow))]

    def _stops(self, targets: Iterable[str]) -> list[Stop]:
        wanted = list(dict.fromkeys(targets))
        memories = self.memories.by_ids(wanted)
        found: list[Stop] = []
        for target in wanted:
            memory = memories.get(target)
            if memory is not None:
                if memory.status in RECALLABLE:
                    found.append(memory)
                continue
            index = self._index()
            rows = [row for row in index.find(target) if row.id == target] if index is not None else []
            found += rows[:1]
        return found

    def _index(self) -> Index | None:
        """The current codebase, opened when code is first met; None when there is none."""
        if not self._asked:
            self._asked = True
            try:
                self._opened = current(self.call).index()
            except NotIndexedError:
                self._opened = None
        return self._opened


def _visited(stop: Stop) -> Visited:
    if isinstance(stop, SymbolRow):
        return Visited(*node(stop), memory_id=None)
    text = " ".join(stop.body.content.split())
    return Visited(stop.id, "memory", text if len(text) <= LABEL else text[: LABEL - 1] + "…", stop.id)
