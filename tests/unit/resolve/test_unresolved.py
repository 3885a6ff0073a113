"""References without a definition: their name, and why nothing was found."""

from __future__ import annotations

from collections.abc import Mapping

from codegraph.resolve import resolve
from codegraph_parsers import extract, languages
from codegraph_parsers.file_facts import SourceFile


def find_reasons(files: Mapping[str, str], manifests: Mapping[str, str] | None = None) -> set[tuple[str, str, str]]:
    """Return the name, the kind and the reason of each reference that is not resolved."""
    facts = []
    for path, text in files.items():
        language = languages.detect(path, text.encode())
        assert language is not None
        facts.append(extract.parse(SourceFile(path, text.encode(), language, path)))
    return {(miss.name, miss.kind, miss.reason) for miss in resolve(facts, manifests or {}).unresolved}


def test_a_call_of_a_parameter_is_for_its_callers_to_say():
    assert find_reasons({"a.py": "def use(action):\n    action()\n"}) == {("action", "call", "parameter")}


def test_a_condition_on_a_name_does_not_change_why_it_is_not_found():
    text = 'function use(action) {\n  if (action.kind === "a") {\n    action();\n  } else {\n    unknown();\n  }\n}\n'
    assert find_reasons({"a.ts": text}) >= {("action", "call", "parameter"), ("unknown", "call", "unknown-name")}
    text = 'if (missing.kind === "a") missing();\n'
    assert ("missing", "call", "unknown-name") in find_reasons({"a.ts": text})


def test_what_only_another_build_has_is_named_as_it_is_called():
    files = {
        "disk/run_linux.go": "package disk\n\nfunc Run(d Disk) { d.Mount() }\n",
        "disk/mount_windows.go": "package disk\n\nfunc (d Disk) Mount() {}\n",
        "disk/disk.go": "package disk\n\ntype Disk struct{}\n",
    }
    assert find_reasons(files, {"go.mod": "module example.com/disk\n"}) == {("Mount", "call", "other-build")}


def test_an_argument_of_a_method_does_not_bind_the_type_parameter_of_its_class():
    text = """
class Cart { void pay() {} }
class Box<T> { T same(T one) { return one; } }
class Use { void use(Box box) { box.same(new Cart()).pay(); } }
"""
    assert find_reasons({"Use.java": text}) == {("pay", "call", "no-such-member")}
