"""Shared parts of the call graph micro-benchmarks.

They are cases, dotted names, and the edges that our resolver finds. Both benchmarks name functions
`module.Class.method`, top-level code by its module alone, and the N-th anonymous function of a scope `<wordN>`, counted
in source order.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from codegraph.graph_model import EdgeKind, Graph
from codegraph.resolve import resolve
from codegraph_parsers import extract, languages
from codegraph_parsers.file_facts import FileFacts, Flag, SourceFile, Symbol, SymbolKind

Pair = tuple[str, str]
CLASSES = frozenset({SymbolKind.CLASS, SymbolKind.STRUCT, SymbolKind.INTERFACE})
CALLING = frozenset({EdgeKind.CALLS, EdgeKind.IMPLICIT_CALLS, EdgeKind.DECORATES})
FUNCTIONS = frozenset({SymbolKind.FUNCTION, SymbolKind.METHOD})


@dataclass(frozen=True)
class Case:
    """A folder of the benchmark; `files` are its sources by relative path."""

    name: str
    files: Mapping[str, str]

    @property
    def modules(self) -> frozenset[str]:
        return frozenset(map(to_module_name, self.files))


def read_sources(folder: Path, suffixes: Iterable[str]) -> dict[str, str]:
    wanted = tuple(suffixes)
    files = sorted(p for p in folder.rglob("*") if p.is_file() and p.name.endswith(wanted))
    return {p.relative_to(folder).as_posix(): p.read_text(encoding="utf-8") for p in files}


def to_module_name(path: str) -> str:
    """Return the module of a path.

    `nested/__init__.py` and `nested/index.js` are `nested`, `nested/mod.py` is `nested.mod`.
    """
    stem = path.rsplit(".", 1)[0].replace("/", ".")
    return stem.removesuffix(".__init__").removesuffix(".index")


def is_in_case(case: Case, name: str) -> bool:
    """Return whether a dotted name is one of the case's.

    Others are builtins or a library's.
    """
    return any(name == module or name.startswith(module + ".") for module in case.modules)


def resolve_case(case: Case, word: str) -> Graph:
    """Resolve the case's graph.

    The benchmarks count anonymous functions, so here these get a name and keep their edges.
    """
    facts: list[FileFacts] = []
    for path, text in sorted(case.files.items()):
        content = text.encode()
        language = languages.detect(path, content[:512])
        if language is not None:
            facts.append(extract.parse(SourceFile(path, content, language, digest=f"{case.name}/{path}")))
            facts[-1].symbols = name_anonymous(facts[-1].symbols, word)
    return resolve(facts, {})


def name_anonymous(symbols: Sequence[Symbol], word: str) -> list[Symbol]:
    """Name the N-th anonymous function of each scope `<wordN>`.

    Object literals stay anonymous.
    """
    counted: Counter[int] = Counter()
    found: list[Symbol] = []
    for symbol in symbols:
        if symbol.flags & Flag.ANONYMOUS and symbol.kind in FUNCTIONS:
            counted[symbol.parent] += 1
            name = f"<{word}{counted[symbol.parent]}>"
            symbol = symbol._replace(name=name, flags=symbol.flags & ~Flag.ANONYMOUS)
        found.append(symbol)
    return found


def list_candidates(case: Case, word: str) -> set[Pair]:
    """List call edges between functions of the case, by dotted names.

    `word` names anonymous functions. The benchmarks also count calls implied by syntax: operators and iteration call
    their methods, and a scope calls the decorators of its definitions.
    """
    names = Names(resolve_case(case, word))
    pairs: set[Pair] = set()
    for edge in names.graph.edges:
        caller, callee = edge.source, edge.target
        if caller < 0 or callee < 0 or edge.kind not in CALLING:
            continue
        if edge.kind is EdgeKind.DECORATES:
            caller, callee = names.scope(callee), caller
        code = names.code(callee)
        if code is not None:
            pairs.add((names.name(caller), names.name(code)))
    return pairs


class Names:
    """Dotted names of a graph's symbols."""

    def __init__(self, graph: Graph) -> None:
        self.graph = graph

    def name(self, gid: int) -> str:
        return self._names[gid]

    def scope(self, gid: int) -> int:
        """Return the symbol that contains a definition."""
        file, symbol = self.graph.get_symbol(gid)
        return gid - file.symbols.index(symbol) + symbol.parent

    def code(self, gid: int) -> int | None:
        """Return the symbol that runs when one is called.

        For a class it is its constructor, own or inherited, None without one.
        """
        if gid not in self._constructors and self.graph.get_symbol(gid)[1].kind not in CLASSES:
            return gid
        seen, queue = {gid}, deque([gid])
        while queue:
            at = queue.popleft()
            if at in self._constructors:
                return self._constructors[at]
            fresh = [base for base in self._bases.get(at, ()) if base not in seen]
            seen.update(fresh)
            queue.extend(fresh)
        return None

    @cached_property
    def _names(self) -> dict[int, str]:
        names: dict[int, str] = {}
        for offset, file in zip(self.graph.offsets, self.graph.files, strict=True):
            for i, symbol in enumerate(file.symbols):
                outer = f"{names[offset + symbol.parent]}." if symbol.parent >= 0 else ""
                names[offset + i] = outer + symbol.name if outer else to_module_name(file.path)
                if symbol.flags & Flag.ANONYMOUS and symbol.kind in CLASSES:  # known by the variable that holds it
                    names[offset + i] = f"{to_module_name(file.path)}.{symbol.qualname}".rstrip(".")
        return names

    @cached_property
    def _constructors(self) -> dict[int, int]:
        return {
            offset + symbol.parent: offset + i
            for offset, file in zip(self.graph.offsets, self.graph.files, strict=True)
            for i, symbol in enumerate(file.symbols)
            if symbol.kind is SymbolKind.CONSTRUCTOR
        }

    @cached_property
    def _bases(self) -> dict[int, list[int]]:
        bases: dict[int, list[int]] = {}
        for edge in self.graph.edges:
            if edge.kind is EdgeKind.INHERITS and edge.target >= 0:
                bases.setdefault(edge.source, []).append(edge.target)
        return bases


def format_table(totals: Mapping[str, Counter[str]]) -> str:
    """Format Markdown with a row per category.

    `totals` counts cases, complete, sound, tp, fp, fn.
    """
    lines = ["| category | cases | complete | sound | P | R | F1 |", "|---|---|---|---|---|---|---|"]
    for name, n in totals.items():
        precision = n["tp"] / max(1, n["tp"] + n["fp"])
        recall = n["tp"] / max(1, n["tp"] + n["fn"])
        f1 = 2 * precision * recall / (precision + recall) if precision + recall else 0.0
        counts = f"{n['cases']} | {n['complete']} | {n['sound']}"
        lines.append(f"| {name} | {counts} | {precision:.3f} | {recall:.3f} | {f1:.3f} |")
    return "\n".join(lines)
