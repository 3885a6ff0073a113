"""Changed symbols are told by syntax, moves and renames by what stayed the same."""

from __future__ import annotations

from codegraph.analysis.symbol_differences import Change, ChangeKind, Definition, compare
from codegraph_parsers.file_facts import SymbolKind


def definition(path: str, qualname: str, own: str, heading: str = "h", tokens: int = 20) -> Definition:
    kind = SymbolKind.FUNCTION if qualname else SymbolKind.MODULE
    around = "" if not qualname else f"python:{path}"
    id = f"python:{path}::{qualname}" if qualname else f"python:{path}"
    return Definition(id, path, qualname, qualname.rpartition(".")[2], kind, own, heading, tokens, around)


def between(before: list[Definition], after: list[Definition]) -> list[tuple[ChangeKind, str, bool]]:
    def row(change: Change) -> tuple[ChangeKind, str, bool]:
        return change.kind, change.here.id, change.edited

    return [row(c) for c in compare({d.id: d for d in before}, {d.id: d for d in after})]


def test_the_same_syntax_is_no_change() -> None:
    assert between([definition("a.py", "f", "1")], [definition("a.py", "f", "1")]) == []


def test_a_heading_that_differs_is_a_changed_signature_and_else_the_body_changed() -> None:
    old = [definition("a.py", "f", "1", "x"), definition("a.py", "g", "1", "x")]
    new = [definition("a.py", "f", "2", "y"), definition("a.py", "g", "2", "x")]
    assert between(old, new) == [
        (ChangeKind.SIGNATURE, "python:a.py::f", False),
        (ChangeKind.BODY, "python:a.py::g", False),
    ]


def test_signatures_beside_a_body_are_a_change_of_it_whatever_becomes_of_its_id() -> None:
    body = definition("a.py", "f", "1")
    told = body._replace(id="python:a.py::f(any)")
    overloads = [body._replace(id=f"python:a.py::f({t})", own=t, overload=True) for t in ("int", "str")]
    assert between([body], [*overloads, told]) == [(ChangeKind.SIGNATURE, told.id, False)]
    assert between([*overloads, told], [body]) == [(ChangeKind.SIGNATURE, body.id, False)]
    assert between([body], [*overloads, told._replace(own="2")]) == [(ChangeKind.SIGNATURE, told.id, False)]


def test_as_many_overloads_as_went_are_those_that_came_with_other_parameters() -> None:
    one, two = (definition("a.java", "C.to", own=t, heading=t)._replace(id=f"java:a.java::C.to({t})") for t in "xy")
    old = [each._replace(id=each.id + "!", own=each.own + "!", heading=each.heading + "!") for each in (one, two)]
    assert between(old, [one, two]) == [(ChangeKind.SIGNATURE, each.id, False) for each in (one, two)]
    assert {kind for kind, _, _ in between(old, [one])} == {ChangeKind.REMOVED, ChangeKind.ADDED}


def test_another_definition_of_a_name_leaves_the_first_what_it_was() -> None:
    one = definition("A.java", "A.f", "1")
    both = [one._replace(id="java:A.java::A.f(int)"), one._replace(id="java:A.java::A.f(char)", own="2")]
    assert between([one], both) == [(ChangeKind.ADDED, "java:A.java::A.f(char)", False)]
    assert between(both, [one]) == [(ChangeKind.REMOVED, "java:A.java::A.f(char)", False)]


def test_one_more_of_a_name_in_a_file_is_all_that_changed() -> None:
    def numbered(*owns: str) -> list[Definition]:
        one = definition("a.py", "f", "")
        return [one._replace(id=one.id + (f"~{at}" if at > 1 else ""), own=own) for at, own in enumerate(owns, 1)]

    assert between(numbered("1", "2", "3"), numbered("1", "new", "2", "3")) == [
        (ChangeKind.ADDED, "python:a.py::f~2", False)
    ]
    assert between(numbered("1", "2", "3"), numbered("2", "3")) == [(ChangeKind.REMOVED, "python:a.py::f", False)]


def test_the_same_syntax_in_another_file_moved() -> None:
    assert between([definition("a.py", "f", "1")], [definition("b.py", "f", "1")]) == [
        (ChangeKind.MOVED, "python:b.py::f", False)
    ]


def test_the_same_syntax_under_another_name_was_renamed() -> None:
    assert between([definition("a.py", "f", "1")], [definition("a.py", "g", "1")]) == [
        (ChangeKind.RENAMED, "python:a.py::g", False)
    ]


def test_short_definitions_of_different_names_are_not_taken_for_one() -> None:
    assert between([definition("a.py", "f", "1", tokens=3)], [definition("a.py", "g", "1", tokens=3)]) == [
        (ChangeKind.ADDED, "python:a.py::g", False),
        (ChangeKind.REMOVED, "python:a.py::f", False),
    ]


def test_a_move_is_not_guessed_between_two_places() -> None:
    new = [definition("b.py", "f", "1"), definition("c.py", "f", "1")]
    assert [kind for kind, _, _ in between([definition("a.py", "f", "1")], new)] == [
        ChangeKind.ADDED,
        ChangeKind.ADDED,
        ChangeKind.REMOVED,
    ]


def test_a_symbol_that_moved_and_changed_is_known_by_its_name() -> None:
    assert between([definition("a.py", "f", "1")], [definition("b.py", "f", "2")]) == [
        (ChangeKind.MOVED, "python:b.py::f", True)
    ]


def test_a_file_went_where_most_of_its_symbols_went() -> None:
    old = [definition("a.py", "", "m"), definition("a.py", "f", "1"), definition("a.py", "g", "2")]
    new = [definition("b.py", "", "n"), definition("b.py", "f", "1"), definition("b.py", "g", "2")]
    assert (ChangeKind.MOVED, "python:b.py", True) in between(old, new)


def empty(path: str) -> Definition:
    return definition(path, "", "nothing", tokens=0)


def moved(*paths: str) -> list[tuple[ChangeKind, str, bool]]:
    return [(ChangeKind.MOVED, f"python:{path}", False) for path in paths]


def test_a_file_that_tells_nothing_went_where_the_others_of_its_folder_went() -> None:
    def package(name: str) -> list[Definition]:
        return [empty(f"{name}/__init__.py"), empty(f"{name}/sub/__init__.py"), definition(f"{name}/sub/m.py", "", "m")]

    assert between(package("old"), package("new")) == moved("new/__init__.py", "new/sub/__init__.py", "new/sub/m.py")
    assert between(package("old"), package("deep/old")) == moved(
        "deep/old/__init__.py", "deep/old/sub/__init__.py", "deep/old/sub/m.py"
    )


def test_the_only_empty_file_of_its_name_moved() -> None:
    assert between([empty("a/__init__.py")], [empty("b/__init__.py")]) == moved("b/__init__.py")
    assert between([empty("a/one.py")], [empty("b/two.py")]) == [
        (ChangeKind.ADDED, "python:b/two.py", False),
        (ChangeKind.REMOVED, "python:a/one.py", False),
    ]
    two = [empty("b/__init__.py"), empty("c/__init__.py")]
    assert ChangeKind.MOVED not in {kind for kind, _, _ in between([empty("a/__init__.py")], two)}
