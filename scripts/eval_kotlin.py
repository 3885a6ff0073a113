"""Score call edges of Kotlin against the calls in compiled classes.

    python scripts/eval_kotlin.py SOURCES CLASSES [-v]

SOURCES are what was compiled (`kotlinc -d CLASSES`), with Java beside it or not. A pair is a source function and one
that it calls. On both sides constructors are classes unless they are written apart; properties and their accessors are
left out; what a function literal or an object does is done by the named function around it.

How bytecode becomes pairs: the caller is the innermost function around the line of an instruction, whatever class the
compiler put it in; what initialises a property is of its class, or of the module. The callee is the function that has
the line of the called method's code, so that `f$default`, `access$f`, `DefaultImpls` and mangled names lead to `f`;
without code it is the member of that name and number of parameters. Code that an inline function left in its caller
has lines beyond the file: the debug information says which functions they are of, and at which line of the caller. One
that another of them calls may not be called there, and is left out. Bridges, members of data classes and calls of what
only the compiler knows are left out, too. What is only expected is its actual definition. A function that is handed
over (`::f`) and called by inlined code counts as found.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
from kotlin_truth.classfile import BRIDGE, Call, ClassFile, Method, read_class

from codegraph.graph_model import EdgeKind, Graph, Resolution
from codegraph.resolve import resolve
from codegraph_parsers.extract import parse
from codegraph_parsers.file_facts import FileFacts, Flag, SourceFile, Symbol, SymbolKind

FUNCTIONS = frozenset({SymbolKind.FUNCTION, SymbolKind.METHOD, SymbolKind.CONSTRUCTOR})
CLASSES = frozenset({SymbolKind.CLASS, SymbolKind.INTERFACE, SymbolKind.ENUM})
LANGUAGES = {".kt": "kotlin", ".java": "java"}
HANDED = frozenset({EdgeKind.REFERENCES})
CALLS = frozenset({EdgeKind.CALLS, EdgeKind.IMPLICIT_CALLS})
Pair = tuple[int, int]


class Sources:
    """Definitions of a tree by file and line."""

    def __init__(self, root: Path) -> None:
        self.facts: list[FileFacts] = []
        for path in sorted(root.rglob("*")):
            if path.suffix in LANGUAGES:
                name = path.relative_to(root).as_posix()
                self.facts.append(parse(SourceFile(name, path.read_bytes(), LANGUAGES[path.suffix], "")))
        self.graph: Graph = resolve(self.facts, {}, [facts.path for facts in self.facts])
        self.files: dict[tuple[str, str], list[int]] = defaultdict(list)
        self.actual: dict[int, tuple[str, ...]] = {}  # what is only expected → its key
        self.definitions: dict[tuple[str, ...], int] = {}
        for number, facts in enumerate(self.graph.files):
            self.files[facts.package.replace(".", "/"), facts.path.rsplit("/", 1)[-1]].append(number)

    def find_file(self, package: str, source: str) -> int:
        """Return the number of a source file, -1 where there is none or several."""
        found = self.files.get((package, source), [])
        return found[0] if len(found) == 1 else -1

    def unite(self, pairs: dict[Pair, str]) -> dict[Pair, str]:
        """Replace declarations that are only expected by the first definition of them."""
        if not self.actual:
            for number, facts in enumerate(self.graph.files):
                for local, symbol in enumerate(facts.symbols):
                    key = (facts.package, symbol.qualname, *(_strip_type(p.type) for p in symbol.parameters))
                    gid = self.graph.offsets[number] + local
                    if not re.match(r"\W*(\w+ )*expect ", symbol.signature) and symbol.qualname:
                        self.definitions.setdefault(key, gid)
                    elif symbol.qualname:
                        self.actual[gid] = key
        meant = {gid: self.definitions.get(key, gid) for gid, key in self.actual.items()}
        return {(meant.get(one, one), meant.get(other, other)): why for (one, other), why in pairs.items()}

    def list_around(self, file: int, line: int) -> list[tuple[int, Symbol]]:
        """Return the named definitions around a line, innermost first."""
        facts, base = self.graph.files[file], self.graph.offsets[file]
        found = [
            (base + local, symbol)
            for local, symbol in enumerate(facts.symbols)
            if symbol.start_line <= line <= symbol.end_line and not symbol.flags & Flag.ANONYMOUS and symbol.qualname
        ]
        return sorted(found, key=lambda each: (each[1].end_line - each[1].start_line, -each[1].start_byte))


class Truth:
    """Pairs of functions that bytecode says."""

    def __init__(self, sources: Sources, folder: Path) -> None:
        self.sources = sources
        self.classes: dict[str, ClassFile] = {}
        for path in sorted(folder.rglob("*.class")):
            found = read_class(path)
            self.classes[found.name] = found
        self.pairs: dict[Pair, str] = {}
        self.lost: dict[str, int] = defaultdict(int)
        self.compiled: set[int] = set()
        self.inlined: dict[tuple[int, int], set[int]] = defaultdict(set)  # (function, line) → functions inlined there
        self.unsure: set[Pair] = set()
        for each in self.classes.values():
            self._read(each)
        self._add_direct()

    def _add_direct(self) -> None:
        """Add calls of inlined functions that no other one inlined there explains."""
        within: dict[int, set[int]] = defaultdict(set)
        for (caller, _), callees in self.inlined.items():
            within[caller] |= callees
        for (caller, line), callees in self.inlined.items():
            for callee in callees:
                if any(callee in within[other] for other in callees if other != callee):
                    self.unsure.add((caller, callee))
                else:
                    self._add(caller, callee, f"inlined at {line}")
        self.unsure -= self.pairs.keys()

    def _find_home(self, each: ClassFile) -> int:
        return self.sources.find_file(each.name.rpartition("/")[0], each.source)

    def _read(self, each: ClassFile) -> None:
        file = self._find_home(each)
        if file < 0 or "$WhenMappings" in each.name:
            return
        self.compiled.add(file)
        last = self.sources.graph.files[file].lines
        inlined = list(_list_inlined(each.debug))
        for method in each.methods:
            if method.flags & BRIDGE:
                continue
            for call in method.calls:
                if not 0 < call.line <= last:
                    continue
                caller = self._find_caller(file, call.line, method)
                callee = self._find_callee(call) if caller >= 0 else -1
                if callee >= 0 and not method.name.startswith("access$"):
                    self._add(caller, callee, f"{each.name}.{method.name}:{call.line}")
            for first, count, path, source_line, at in inlined:
                beyond = (line for _, line in method.lines if first <= line < first + count)
                if any(True for _ in beyond) and 0 < at <= last:
                    self._add_inlined(file, at, path, source_line, method)

    def _add_inlined(self, file: int, at: int, path: str, line: int, method: Method) -> None:
        package, _, name = path.rpartition("/")
        owner = self.classes.get(path)
        del name
        home = self.sources.find_file(package, owner.source) if owner is not None else -1
        if home < 0:
            return
        inner = next((s for s in self.sources.list_around(home, line) if s[1].kind in FUNCTIONS), None)
        caller = self._find_caller(file, at, method)
        if inner is not None and caller >= 0 and inner[0] != caller:
            self.inlined[caller, at].add(inner[0])

    def _add(self, caller: int, callee: int, why: str) -> None:
        self.pairs.setdefault((caller, callee), why)

    def _find_caller(self, file: int, line: int, method: Method) -> int:
        reads = re.match(r"(_?[gs]et|is)(?![a-z])", method.name) is not None
        for gid, symbol in self.sources.list_around(file, line):
            if symbol.kind in FUNCTIONS or (reads and _is_property(symbol)):
                return gid
            if symbol.kind in CLASSES:
                made = method.name in ("<init>", "<clinit>") or "$" in method.name
                return gid if made else -1  # the rest is what the compiler adds to a class
        return self.sources.graph.offsets[file]

    def _find_callee(self, call: Call) -> int:
        """Return the definition that a call reaches, -1 for what is no function here."""
        name = call.name.removeprefix("access$").removesuffix("$default")
        holder, method = self._find_method(call.owner, call.name, call.descriptor)
        if holder is None or method is None:
            return -1
        file = self._find_home(holder)
        if file < 0:
            return -1
        if "DefaultConstructorMarker" in call.descriptor or name == "constructor-impl":
            name = "<init>"
        if name.endswith(("box-impl", "unbox-impl")):
            return -1
        if call.name.startswith("access$") and len(method.calls) == 1:
            return self._find_callee(method.calls[0])
        words = re.sub(r"-(impl|[\w-]{7})$", "", name).split("$")  # of a local function, the function around it first
        base = words[0]
        last = self.sources.graph.files[file].lines
        lines = [line for _, line in method.lines if 0 < line <= last]
        if name == "<init>":
            return self._find_constructor(file, holder, min(lines, default=0), lines)
        if lines:
            around = [
                (gid, s)
                for gid, s in self.sources.list_around(file, min(lines))
                if s.kind in FUNCTIONS or _is_property(s)
            ]
            named = [gid for gid, s in around if s.kind in FUNCTIONS and s.name in words]
            if named:
                return named[0]
            if around and _is_property(around[0][1]):
                return -1
            if around and around[0][1].decorators and "JvmName" in " ".join(around[0][1].decorators):
                return around[0][0]
        return self._find_by_name(file, holder, base, call)

    def _find_by_name(self, file: int, holder: ClassFile, name: str, call: Call) -> int:
        """Return the only member of a class with a name and a number of parameters."""
        graph = self.sources.graph
        facts, offset = graph.files[file], graph.offsets[file]
        path = holder.name.rpartition("/")[2].removesuffix("$DefaultImpls").split("$")
        count = len(_list_parameters(call.descriptor))
        found: list[int] = []
        for local, symbol in enumerate(facts.symbols):
            if symbol.kind in FUNCTIONS and symbol.name == name:
                outer = facts.symbols[symbol.parent]
                given = len(symbol.parameters) + (
                    f".{name}" in symbol.qualname and outer.qualname + f".{name}" != symbol.qualname
                )
                given += bool(symbol.flags & Flag.ASYNC)
                if outer.name == path[-1] and given == count:
                    found.append(offset + local)
        if len(found) > 1:
            wanted = [_name_type(each) for each in _list_parameters(call.descriptor)]
            exact = [gid for gid in found if self._has_types(gid, wanted)]
            found = exact if len(exact) == 1 else found
        if len(found) != 1:
            self.lost[f"{name}: {len(found)}"] += 1
            return -1
        return found[0]

    def _has_types(self, gid: int, wanted: list[str]) -> bool:
        shown = [_strip_type(each.type) for each in self.sources.graph.get_symbol(gid)[1].parameters]
        return shown == wanted[len(wanted) - len(shown) :]

    def _find_constructor(self, file: int, holder: ClassFile, line: int, lines: list[int]) -> int:
        graph = self.sources.graph
        path = holder.name.rpartition("/")[2].split("$")
        around = self.sources.list_around(file, line) if line else []
        for gid, symbol in around:
            if symbol.kind == SymbolKind.CONSTRUCTOR and len(lines) and symbol.start_line <= line:
                return gid
            if symbol.kind in CLASSES:
                break
        facts, offset = graph.files[file], graph.offsets[file]
        found = [
            offset + local
            for local, symbol in enumerate(facts.symbols)
            if symbol.kind in CLASSES
            and symbol.name == path[-1]
            and not symbol.flags & (Flag.SINGLETON | Flag.ANONYMOUS)
        ]
        if len(found) > 1:
            found = [gid for gid in found if graph.get_symbol(gid)[1].qualname.split(".") == path] or found
        return found[0] if len(found) == 1 else -1

    def _find_method(self, owner: str, name: str, descriptor: str) -> tuple[ClassFile | None, Method | None]:
        """Return the method that a reference means, in a class or above it."""
        pending, seen = [owner], set[str]()
        while pending:
            each = self.classes.get(pending.pop(0))
            if each is None or each.name in seen:
                continue
            seen.add(each.name)
            for method in each.methods:
                if method.name == name and method.descriptor == descriptor:
                    if not method.flags & BRIDGE:
                        return each, method
                    real = [m for m in each.methods if m.name == name and not m.flags & BRIDGE]
                    if len(real) == 1:
                        return each, real[0]
            pending.extend(each.supers)
        return None, None


def _is_property(symbol: Symbol) -> bool:
    return symbol.kind in (SymbolKind.PROPERTY, SymbolKind.FIELD, SymbolKind.CONSTANT, SymbolKind.VARIABLE)


def _list_parameters(descriptor: str) -> list[str]:
    return re.findall(r"\[*(?:L[^;]*;|[BCDFIJSZ])", descriptor[1 : descriptor.index(")")])


def _name_type(descriptor: str) -> str:
    plain = {
        "I": "Int",
        "J": "Long",
        "Z": "Boolean",
        "B": "Byte",
        "C": "Char",
        "D": "Double",
        "F": "Float",
        "S": "Short",
    }
    if descriptor in plain:
        return plain[descriptor]
    if descriptor.startswith("["):
        return f"{plain.get(descriptor[1:], '')}Array"
    return descriptor.rstrip(";").rsplit("/", 1)[-1].rsplit("$", 1)[-1].replace("Integer", "Int")


def _strip_type(text: str) -> str:
    return text.split("<", 1)[0].rstrip("?").rsplit(".", 1)[-1]


def _list_inlined(debug: str) -> Iterator[tuple[int, int, str, int, int]]:
    """Yield the inlined lines of a class.

    These are the first, how many, the class and line that they are of, and the line of the call.
    """
    strata = re.split(r"^\*S ", debug, flags=re.MULTILINE)
    files: dict[str, str] = {}
    origins: list[tuple[int, int, str, int]] = []
    calls: dict[int, int] = {}
    for stratum in strata[1:]:
        is_debug = stratum.startswith("KotlinDebug")
        paths = dict(re.findall(r"^\+ (\d+) [^\n]*\n([^\n]+)", stratum, flags=re.MULTILINE))
        for source, file, repeat, first, step in re.findall(
            r"^(\d+)(?:#(\d+))?(?:,(\d+))?:(\d+)(?:,(\d+))?$", stratum, flags=re.MULTILINE
        ):
            count = int(repeat or 1)
            if is_debug:
                for line in range(int(first), int(first) + count * int(step or 1)):
                    calls[line] = int(source)
            else:
                origins.append((int(first), count, paths.get(file or "1", ""), int(source)))
        files |= paths
    for first, count, path, line in origins:
        if first in calls:
            yield first, count, path, line, calls[first]


def list_found(sources: Sources, compiled: set[int], kinds: frozenset[EdgeKind] = CALLS) -> dict[Pair, str]:
    """Return the pairs that the graph has between functions of compiled files."""
    graph = sources.graph
    file_of = {facts.path: number for number, facts in enumerate(graph.files)}
    found: dict[Pair, str] = {}
    for source, target, kind, resolution, lines in graph.edges:
        if kind not in kinds or target < 0 or resolution is Resolution.DISPATCH:
            continue
        here, _ = graph.get_symbol(source)
        there, symbol = graph.get_symbol(target)
        if file_of[here.path] in compiled and file_of[there.path] in compiled and symbol.kind in FUNCTIONS | CLASSES:
            found[source, target] = f"{resolution} {lines}"
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sources", type=Path)
    parser.add_argument("classes", type=Path)
    parser.add_argument("-v", action="store_true", help="list what differs")
    given = parser.parse_args()
    sources = Sources(given.sources)
    truth = Truth(sources, given.classes)
    found = list_found(sources, truth.compiled)
    truth.pairs = sources.unite(truth.pairs)
    found |= dict.fromkeys(list_found(sources, truth.compiled, HANDED).keys() & truth.pairs.keys(), "handed over")
    found = sources.unite(found)
    found = {pair: why for pair, why in found.items() if pair not in sources.unite(dict.fromkeys(truth.unsure, ""))}
    truth_pairs = {pair: why for pair, why in truth.pairs.items() if pair[0] != pair[1]}
    found = {pair: why for pair, why in found.items() if pair[0] != pair[1]}
    right = truth_pairs.keys() & found.keys()
    precision, recall = len(right) / max(len(found), 1), len(right) / max(len(truth_pairs), 1)
    f1 = 2 * precision * recall / max(precision + recall, 1e-9)
    print(f"{given.sources.name}: {len(truth.compiled)} files, {len(truth_pairs)} pairs, {len(found)} found, "
          f"precision {precision:.3f}, recall {recall:.3f}, F1 {f1:.3f}")  # fmt: skip
    if given.v:
        for title, pairs, whys in (
            ("missing", truth_pairs.keys() - right, truth_pairs), ("wrong", found.keys() - right, found),
        ):  # fmt: skip
            for pair in sorted(pairs):
                (one, first), (other, second) = (sources.graph.get_symbol(gid) for gid in pair)
                file = other.path.rsplit("/", 1)[-1]
                print(f"{title}: {one.path}:{first.qualname} -> {file}:{second.qualname} {whys[pair]}")
        print(sorted(truth.lost.items(), key=lambda each: -each[1])[:20])


if __name__ == "__main__":
    main()
