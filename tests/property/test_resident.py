"""A program kept in memory says after every edit what resolving all files again says."""

from __future__ import annotations

import os
import random
import re
from collections.abc import Mapping
from pathlib import Path

import pytest
from support import corpus, samples

from codegraph.graph_model import DeltaEdge, DeltaMiss, Graph, GraphDelta, compute_difference
from codegraph.indexing.resolve_pool import Outcome, emit_program
from codegraph.resolve import memoised_query, resolve
from codegraph.resolve.calls import dispatch
from codegraph.resolve.incremental import dependency_graph, satisfactions
from codegraph.resolve.incremental.incremental_program import OutgrownError, Resident
from codegraph.resolve.incremental.summaries import FileSummary
from codegraph_parsers import extract
from codegraph_parsers.file_facts import FileFacts, SourceFile

WORD = re.compile(r"\b[A-Za-z_]\w{2,}\b")
EDITS = int(os.environ.get("CODEGRAPH_TEST_EDITS", "10"))
"""Edits of one tree. Run with 25 or more after a change of the incremental resolver."""

CASES = {
    case.name: case
    for case in corpus.cases()
    if (case.language in ("vue", "svelte", "astro") and case.paths[1:])
    or case.name
    in (
        "typescript/everywhere",
        "typescript/declarations",
        "go/builds",
        "go/modules",
        "go/interfaces",
        "rust/builds",
        "rust/outside",
        "rust/lent",
        "rust/wildcards",
        "cpp/specialised",
        "cpp/outlined",
        "cpp/used_spaces",
        "cpp/namespace_members_outside",
        "cpp/spaces_by_macros",
        "c/twins",
        "java/imports",
        "ruby/gem",
        "kotlin/beside_java",
        "kotlin/calls",
        "kotlin/member_extensions",
    )
}
"""Files in which scripts and markup stand together, names declared for all files, files and items that only some builds
have, interfaces that types of libraries or of other files have, classes for particular type arguments, members outside
their classes, namespaces that macros open: no sample has them, or not in several files."""


class Tree:
    """Files of a sample or a case as they are edited."""

    def __init__(self, name: str, seed: int) -> None:
        self.random = random.Random(f"{name} {seed}")
        case = CASES.get(name)
        self.manifests = corpus.manifests(case) if case is not None else samples.manifests(name)
        found = corpus.sources(case) if case is not None else samples.sources(name)
        self.first = {s.path: (s.content.decode(), s.language) for s in found}
        self.texts = dict(self.first)
        self.facts = {path: self.parse(path) for path in self.texts}

    def parse(self, path: str) -> FileFacts:
        text, language = self.texts[path]
        return extract.parse(SourceFile(path, text.encode(), language, ""))

    def edit(self) -> dict[str, FileFacts | None]:
        """One to three files changed, added, renamed, taken away or put back."""
        changed: set[str] = set()
        for _ in range(self.random.choice((1, 1, 1, 3))):
            path = self.random.choice(sorted(self.texts))
            what = self.random.random()
            missing = sorted(self.first.keys() - self.texts.keys())
            if what < 0.08 and len(self.texts) > 2:
                del self.texts[path]
            elif what < 0.16:
                folder, _, name = path.rpartition("/")
                path = f"{folder}/more_{name}" if folder else f"more_{name}"
                self.texts[path] = self.random.choice(list(self.first.values()))
            elif what < 0.2:
                folder, _, name = path.rpartition("/")
                changed.add(path)
                text = self.texts.pop(path)
                path = f"{folder}/renamed_{name}" if folder else f"renamed_{name}"
                self.texts[path] = text
            elif what < 0.26 and missing:
                path = self.random.choice(missing)
                self.texts[path] = self.first[path]
            elif what < 0.34 and path in self.first:
                self.texts[path] = self.first[path]
            else:
                text, language = self.texts[path]
                self.texts[path] = (self.mutated(text, language), language)
            changed.add(path)
        told = {path: self.parse(path) if path in self.texts else None for path in changed}
        for path, facts in told.items():
            if facts is None:
                self.facts.pop(path, None)
            else:
                self.facts[path] = facts
        return told

    def mutated(self, text: str, language: str) -> str:
        """Lines taken out, doubled, or taken from another file; or a name changed, in one place or in all."""
        lines = text.split("\n")
        at, count = self.random.randrange(len(lines)), self.random.randint(1, 8)
        what = self.random.random()
        if what < 0.2:
            del lines[at : at + count]
        elif what < 0.35:
            lines[at:at] = lines[at : at + count]
        elif what < 0.55:
            others = [each for each, kind in self.texts.values() if kind == language]
            other = self.random.choice(others).split("\n")
            start = self.random.randrange(len(other))
            lines[at:at] = other[start : start + 3 * count]
        else:
            words = sorted(set(WORD.findall(text)))
            if not words:
                return text + "\n"
            old, new = self.random.choice(words), self.random.choice([*words, "another"])
            everywhere = self.random.random() < 0.5
            return re.sub(rf"\b{old}\b", new, text, count=0 if everywhere else 1)
        return "\n".join(lines)


def told(
    edges: Mapping[str, list[DeltaEdge]], misses: Mapping[str, list[DeltaMiss]]
) -> tuple[set[DeltaEdge], set[DeltaMiss]]:
    plain = {e._replace(target=e.target[:2]) for each in edges.values() for e in each}  # type: ignore[arg-type]
    return plain, {m for each in misses.values() for m in each}


def apply(delta: GraphDelta, edges: dict[str, list[DeltaEdge]], misses: dict[str, list[DeltaMiss]]) -> None:
    for path in (path for path, facts in delta.facts.items() if facts is None):
        edges.pop(path, None)
        misses.pop(path, None)
    edges.update(delta.edges)
    misses.update(delta.unresolved)


def resolve_anew(tree: Tree) -> tuple[set[DeltaEdge], set[DeltaMiss]]:
    graph = resolve([*tree.facts.values()], tree.manifests, sorted(tree.facts))
    whole = compute_difference(Graph([], []), graph)
    return told(whole.edges, whole.unresolved)


def make_difference(resident: Resident) -> GraphDelta:
    assert resident.graph is not None
    return compute_difference(Graph([], []), resident.graph)


@pytest.mark.parametrize("sample", [*samples.names(), *CASES])
@pytest.mark.parametrize("seed", range(2))
def test_after_each_edit_the_graph_is_that_of_all_files(sample: str, seed: int, monkeypatch: pytest.MonkeyPatch):
    if seed:  # what a large program does now and then, done all the time
        monkeypatch.setattr(dependency_graph, "SMALL", 500)
        monkeypatch.setattr(dependency_graph, "MOST_RUNS", 3)
        monkeypatch.setattr(memoised_query, "MOST_EXPRESSIONS", 0)
    tree = Tree(sample, seed)
    resident = Resident.make([*tree.facts.values()], tree.manifests, sorted(tree.facts))
    first = make_difference(resident)
    edges, misses = dict(first.edges), dict(first.unresolved)
    for number in range(EDITS):
        changed = tree.edit()
        paths = sorted(tree.facts)
        try:
            delta = resident.update(
                {path: facts for path, facts in changed.items() if facts is not None or resident.has_file(path)},
                tree.manifests,
                paths,
            )
        except OutgrownError:
            resident = Resident.make([*tree.facts.values()], tree.manifests, paths)
            edges, misses, delta = {}, {}, make_difference(resident)
        apply(delta, edges, misses)
        assert told(edges, misses) == resolve_anew(tree), (number, sorted(changed))


@pytest.mark.parametrize("sample", [*samples.names(), *CASES])
def test_answers_that_are_forgotten_are_found_again(sample: str, monkeypatch: pytest.MonkeyPatch):
    wanted = resolve_anew(Tree(sample, 0))
    monkeypatch.setattr(memoised_query, "MOST_EXPRESSIONS", 0)
    tree = Tree(sample, 0)
    assert resolve_anew(tree) == wanted
    first = make_difference(Resident.make([*tree.facts.values()], tree.manifests, sorted(tree.facts)))
    assert told(first.edges, first.unresolved) == wanted


@pytest.mark.parametrize("sample", [*samples.names(), *CASES])
def test_a_program_kept_on_disk_says_the_same_in_another_process_after_each_edit(sample: str):
    check_restored_programs(Tree(sample, 2), 1, EDITS)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are forks")
@pytest.mark.usefixtures("can_fork")
@pytest.mark.parametrize("sample", [*samples.names(), *CASES])
def test_a_program_that_several_processes_made_says_the_same_after_each_edit(sample: str):
    check_restored_programs(Tree(sample, 3), 3, 6)


def make_resident(tree: Tree, processes: int) -> Resident:
    resident = Resident.prepare([*tree.facts.values()], tree.manifests, sorted(tree.facts))
    assert emit_program(resident, processes, Path("/nowhere")) is (Outcome.DONE if processes > 1 else Outcome.FAILED)
    return resident


def check_restored_programs(tree: Tree, processes: int, edits: int) -> None:
    resident = make_resident(tree, processes)
    first = make_difference(resident)
    edges, misses = dict(first.edges), dict(first.unresolved)
    arrays, layer = resident.make_base(), b""
    for number in range(edits):
        texts = dict(tree.texts)

        def load(summary: FileSummary, texts: Mapping[str, tuple[str, str]] = texts) -> FileFacts:
            text, language = texts[summary.path]
            return extract.parse(SourceFile(summary.path, text.encode(), language, ""))

        changed = tree.edit()
        paths = sorted(tree.facts)
        try:
            resident = Resident.restore(arrays, layer, load)
            known = {path: facts for path, facts in changed.items() if facts is not None or resident.has_file(path)}
            delta = resident.update(known, tree.manifests, paths)
            layer = resident.make_layer()
        except OutgrownError:
            resident = make_resident(tree, processes)
            edges, misses, delta = {}, {}, make_difference(resident)
            arrays, layer = resident.make_base(), b""
        apply(delta, edges, misses)
        assert told(edges, misses) == resolve_anew(tree), (number, sorted(changed))


def python(**texts: str) -> list[FileFacts]:
    return [extract.parse(SourceFile(f"{name}.py", text.encode(), "python", "")) for name, text in texts.items()]


def update(resident: Resident, **texts: str | None) -> GraphDelta:
    paths = {resident.program.files[at].path for at in resident.program.order}
    changed: dict[str, FileFacts | None] = {}
    for name, text in texts.items():
        changed[f"{name}.py"] = None if text is None else python(**{name: text})[0]
        (paths.discard if text is None else paths.add)(f"{name}.py")
    return resident.update(changed, {}, sorted(paths))


def targets(delta: GraphDelta, path: str) -> set[str]:
    return {"::".join(e.target[:2]) for e in delta.edges.get(path, []) if e.kind == "calls"}


CALLER = "from lib import make\n\ndef run():\n    make().go()\n"
LIB = "class Car:\n    def go(self):\n        pass\n\ndef make():\n    return Car()\n"


def test_an_edit_that_others_cannot_notice_is_told_of_its_file_alone():
    resident = Resident.make(python(lib=LIB, caller=CALLER), {}, ["lib.py", "caller.py"])
    delta = update(resident, lib="# said above\n\ndef other():\n    pass\n\n" + LIB)
    assert set(delta.edges) == {"lib.py"}


def test_what_a_function_returns_changes_the_calls_of_a_file_that_was_not_touched():
    resident = Resident.make(python(lib=LIB, caller=CALLER), {}, ["lib.py", "caller.py"])
    delta = update(resident, lib=LIB.replace("Car()", "Bus()") + "\nclass Bus:\n    def go(self):\n        pass\n")
    assert targets(delta, "caller.py") == {"lib.py::make", "lib.py::Bus.go"}


def test_a_name_that_comes_to_be_defined_is_found_by_who_missed_it():
    resident = Resident.make(python(lib="", caller=CALLER), {}, ["lib.py", "caller.py"])
    assert targets(update(resident, lib=LIB), "caller.py") == {"lib.py::make", "lib.py::Car.go"}


def test_what_is_passed_in_one_file_reaches_a_method_called_in_another():
    use = "def use(thing):\n    thing.go()\n"
    files = python(lib=LIB, use=use, caller="from lib import Car\nfrom use import use\n\ndef run():\n    pass\n")
    resident = Resident.make(files, {}, ["lib.py", "use.py", "caller.py"])
    delta = update(resident, caller="from lib import Car\nfrom use import use\n\ndef run():\n    use(Car())\n")
    assert targets(delta, "use.py") == {"lib.py::Car.go"}
    assert targets(update(resident, caller="from use import use\n"), "use.py") == set()


def test_a_new_file_in_the_place_of_a_removed_one_has_nothing_of_it():
    use = "def use(thing):\n    thing.go()\n"
    caller = "from lib import Car\nfrom use import use\n\nuse(Car())\n"
    resident = Resident.make(python(lib=LIB, use=use, caller=caller), {}, ["lib.py", "use.py", "caller.py"])
    update(resident, use=None)
    delta = update(resident, apart="def apart(thing):\n    thing.go()\n")
    assert targets(delta, "apart.py") == set()


def test_what_nothing_rests_on_any_more_is_dropped(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(dependency_graph, "SMALL", 50)
    monkeypatch.setattr(dependency_graph, "MOST_RUNS", 3)
    resident = Resident.make(python(lib=LIB, caller=CALLER), {}, ["lib.py", "caller.py"])
    most = 0
    for number in range(60):
        delta = update(resident, lib=LIB.replace("Car", f"Car{number % 7}"))
        assert targets(delta, "caller.py") == {"lib.py::make", f"lib.py::Car{number % 7}.go"}
        most = max(most, len(resident.record.read)) if number < 20 else most
    assert len(resident.record.read) <= 2 * most


def test_what_a_module_is_as_a_whole_is_read_by_who_imports_it():
    def script(path: str, text: str) -> FileFacts:
        return extract.parse(SourceFile(path, text.encode(), "javascript", ""))

    part = "exports.other = 1\n"
    whole = f"{part}module.exports = library()\n"
    files = [script("app.js", whole), script("user.js", "const app = require('./app')\nuse(app)\n")]
    resident = Resident.make(files, {}, ["app.js", "user.js"])
    delta = resident.update({"app.js": script("app.js", part)}, {}, ["app.js", "user.js"])
    assert "user.js" in delta.edges


def test_a_file_that_is_renamed_keeps_what_it_gives_to_its_own_types():
    text = "package shop\n\ntype Till struct{}\n\nfunc (t *Till) Count() int { return 1 }\n"
    text += "\nfunc Total(t *Till) int { return t.Count() }\n"

    def go(path: str) -> FileFacts:
        return extract.parse(SourceFile(path, text.encode(), "go", ""))

    resident = Resident.make([go("till.go")], {}, ["till.go"])
    delta = resident.update({"till.go": None, "wheel.go": go("wheel.go")}, {}, ["wheel.go"])
    assert targets(delta, "wheel.go") == {"wheel.go::Till.Count"}


def test_what_is_given_to_whatever_has_an_interface_from_outside_is_found_once_it_is_given():
    trait = "use far::Source;\n\npub trait More {\n    fn counted(&self) {}\n}\n"
    bag = "use crate::given::More;\nuse far::Source;\n\nstruct Bag;\nimpl Source for Bag {}\n"
    bag += "fn count(bag: Bag) { bag.counted() }\n"

    def rust(path: str, text: str) -> FileFacts:
        return extract.parse(SourceFile(path, text.encode(), "rust", ""))

    paths = ["src/bag.rs", "src/given.rs", "src/lib.rs"]
    files = [rust("src/bag.rs", bag), rust("src/given.rs", trait), rust("src/lib.rs", "mod bag;\nmod given;\n")]
    resident = Resident.make(files, {}, paths)
    given = rust("src/given.rs", f"{trait}\nimpl<T: Source> More for T {{}}\n")
    delta = resident.update({"src/given.rs": given}, {}, paths)
    assert targets(delta, "src/bag.rs") == {"src/given.rs::More.counted"}


def parse(language: str, texts: Mapping[str, str]) -> dict[str, FileFacts]:
    return {path: extract.parse(SourceFile(path, text.encode(), language, "")) for path, text in texts.items()}


def check_edits(language: str, first: Mapping[str, str], *edits: Mapping[str, str | None]) -> list[GraphDelta]:
    """Make edits in a program kept in memory and in one kept on disk; each time both say what all files say."""
    texts, deltas = dict(first), list[GraphDelta]()
    resident = Resident.make([*parse(language, texts).values()], {}, sorted(texts))
    whole = make_difference(resident)
    arrays, layer = resident.make_base(), b""
    kept = [(dict(whole.edges), dict(whole.unresolved)) for _ in range(2)]
    for edit in edits:
        before = dict(texts)
        texts.update({path: text for path, text in edit.items() if text is not None})
        for path, text in edit.items():
            if text is None:
                del texts[path]
        restored = Resident.restore(arrays, layer, lambda s, kept=before: parse(language, kept)[s.path])
        whole = compute_difference(Graph([], []), resolve([*parse(language, texts).values()], {}, sorted(texts)))
        for each, (edges, misses) in zip((resident, restored), kept, strict=True):
            changed = parse(language, {path: texts[path] for path in edit if path in texts})
            gone: dict[str, FileFacts | None] = dict.fromkeys(path for path in edit if path not in texts)
            deltas.append(each.update(gone | changed, {}, sorted(texts)))
            for path in gone:
                edges.pop(path, None)
                misses.pop(path, None)
            edges.update(deltas[-1].edges)
            misses.update(deltas[-1].unresolved)
            assert told(edges, misses) == told(whole.edges, whole.unresolved), sorted(edit)
        layer = restored.make_layer()
    return deltas


SHAPE = "package shop\n\ntype Shape interface {\n\tArea() int\n\tName() string\n}\n\nfunc Print(s Shape) int { return s.Area() }\n"
BOX = "package shop\n\ntype Box struct{}\n\nfunc (b Box) Area() int { return 1 }\n"
NAMED = 'package shop\n\nfunc (b Box) Name() string { return "" }\n'


def test_a_type_satisfies_an_interface_once_another_file_gives_it_the_missing_method():
    first = {"shape.go": SHAPE, "box.go": BOX, "name.go": "package shop\n"}
    deltas = check_edits("go", first, {"name.go": NAMED}, {"name.go": "package shop\n"}, {"name.go": NAMED})
    found = ["box.go::Box.Area" in targets(delta, "shape.go") for delta in deltas]
    assert found == [True, True, False, False, True, True]


def test_an_interface_that_asks_for_more_is_satisfied_by_fewer_types():
    more = SHAPE.replace("\tName", "\tSize() int\n\tName")
    first = {"shape.go": SHAPE, "box.go": BOX, "name.go": NAMED}
    check_edits("go", first, {"shape.go": more}, {"box.go": BOX + "\nfunc (b Box) Size() int { return 2 }\n"})
    check_edits("go", first, {"shape.go": None}, {"shape.go": SHAPE}, {"box.go": BOX.replace("int", "string")})


def test_an_interface_that_too_many_types_satisfy_leads_nowhere(monkeypatch: pytest.MonkeyPatch):
    for module in (dispatch, satisfactions):
        monkeypatch.setattr(module, "MAX_IMPLEMENTERS", 1)
    second = (BOX + NAMED.removeprefix("package shop\n")).replace("Box", "Crate")
    first = {"shape.go": SHAPE, "box.go": BOX, "name.go": NAMED}
    check_edits("go", first, {"crate.go": second}, {"other.go": "package shop\n"}, {"crate.go": None})


def test_a_type_that_comes_to_be_included_is_the_one_that_others_mean():
    first = {
        "one/thing.h": "struct thing { int size; };\n",
        "two/thing.h": "struct thing { int length; };\n",
        "use.c": "struct thing;\nint use(struct thing *t);\n",
        "more.c": "int more(void) { return 1; }\n",
    }
    include = {"more.c": '#include "one/thing.h"\nint more(void) { return 1; }\n'}
    other = {"new.c": '#include "two/thing.h"\nint other(struct thing *t) { return t->length; }\n'}
    check_edits("c", first, include, {"more.c": first["more.c"]}, other, {"two/thing.h": None}, {"new.c": None})


def test_an_implementation_may_move_to_another_file():
    given = "use crate::bag::Bag;\n\nimpl Bag {\n    pub fn count(&self) -> i32 { 1 }\n}\n"
    first = {
        "src/lib.rs": "mod bag;\nmod one;\nmod two;\n",
        "src/bag.rs": "pub struct Bag;\n\nfn run(bag: Bag) -> i32 { bag.count() }\n",
        "src/one.rs": given,
        "src/two.rs": "",
    }
    moved, back = {"src/one.rs": "", "src/two.rs": given}, {"src/one.rs": given, "src/two.rs": ""}
    deltas = check_edits("rust", first, moved, back, {"src/bag.rs": "\n\n" + first["src/bag.rs"]}, {"src/one.rs": ""})
    assert targets(deltas[0], "src/bag.rs") == targets(deltas[1], "src/bag.rs") == {"src/two.rs::Bag.count"}
    assert targets(deltas[-1], "src/bag.rs") == set()


def test_extensions_that_name_one_another_are_attached_in_further_passes():
    first = {
        "outer.h": "struct Outer { struct Inner; };\n",
        "inner.cpp": '#include "outer.h"\nstruct Outer::Inner { struct Core; void open(); };\nvoid Outer::Inner::open() {}\n',
        "core.cpp": '#include "outer.h"\nstruct Outer::Inner::Core { void shut(); };\nvoid Outer::Inner::Core::shut() {}\n',
    }
    apart = {"inner.cpp": '#include "outer.h"\n'}
    back = {"inner.cpp": first["inner.cpp"]}
    check_edits("cpp", first, apart, back, {"outer.h": "struct Outer {};\n"}, {"outer.h": first["outer.h"]}, apart)


def test_an_edit_loads_the_facts_of_the_files_that_it_concerns_alone():
    files = {
        f"part{n}.go": f"package shop\n\ntype T{n} struct{{}}\n\nfunc (t T{n}) Area{n}() int {{ return 1 }}\n"
        for n in range(30)
    }
    files["shape.go"] = SHAPE
    resident = Resident.make([*parse("go", files).values()], {}, sorted(files))
    loaded: list[str] = []

    def load(summary: FileSummary) -> FileFacts:
        loaded.append(summary.path)
        return parse("go", files)[summary.path]

    restored = Resident.restore(resident.make_base(), b"", load)
    text = files["part3.go"] + "\nfunc extra() int { return T3{}.Area3() }\n"
    restored.update({"part3.go": parse("go", {"part3.go": text})["part3.go"]}, {}, sorted(files))
    assert set(loaded) == {"part3.go"}


PANEL = "export interface Panel {\n  paint(): void\n  title: () => string\n  inner: { close(): void }\n}\n"
PARTS = "export const shared = { paint() {}, inner: { close() {} } }\n"
MAKER = """import { Panel } from './panel'
import { shared } from './parts'

export async function make(): Promise<Panel> {
  return { paint() {}, title: () => 'x', inner: { close: () => {} } }
}
export function spread(): Panel {
  const panel = { ...shared, title() { return 'y' } }
  return panel
}
export function use(panel: Panel) { panel.paint() }
use({ paint: () => {}, title: () => 'z', inner: { close() {} } })
"""


def test_object_literals_follow_edits_of_their_types_and_of_what_is_spread_into_them():
    first = {"panel.ts": PANEL, "parts.ts": PARTS, "maker.ts": MAKER}
    renamed, moved = PANEL.replace("paint()", "draw()"), "\n\n" + PARTS.replace("paint() {}, ", "")
    deltas = check_edits(
        "typescript", first, {"panel.ts": renamed}, {"panel.ts": PANEL}, {"parts.ts": moved}, {"parts.ts": PARTS},
        {"maker.ts": MAKER.replace("Promise<Panel>", "Promise<unknown>")}, {"panel.ts": None}, {"panel.ts": "\n" + PANEL},
        {"parts.ts": PARTS.replace("shared", "other")}, {"parts.ts": PARTS, "maker.ts": MAKER},
    )  # fmt: skip
    spread = [{e.target[1] for e in delta.edges.get("parts.ts", []) if e.kind == "overrides"} for delta in deltas]
    assert spread[-1] == {"Panel.paint", "Panel.inner.close"}
    assert spread[0] == {"Panel.inner.close"}
