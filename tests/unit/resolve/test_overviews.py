"""What a restored program knows of every file without its facts."""

from __future__ import annotations

from dataclasses import fields

import pytest

from codegraph.resolve.incremental.summaries import Overview, View, make_view
from codegraph_parsers.collection import ClassHeritage, Collector
from codegraph_parsers.file_facts import FileFacts, Import


def test_a_view_reads_as_facts_that_hold_nothing_else():
    view = make_view(
        Overview("a/b.py", "python", "b", (), 4, View((("os", "", "", 1, "import"),), ("x",), ("y",), True))
    )
    assert (view.path, view.language, view.package, view.symbols[0].flags) == ("a/b.py", "python", "b", 4)
    assert (view.imports, view.exports) == ([Import("os", "", "", 1, "import")], {"x": 0})
    assert (view.names, view.stars) == ({0: {"y": 0}}, {0: []})
    known = ("path", "language", "package", "symbols", "imports", "exports", "names", "stars")
    empty = FileFacts("", "", "")
    for each in fields(FileFacts):
        if each.name not in known:
            assert getattr(view, each.name) == getattr(empty, each.name)


def test_restored_rules_of_test_collection_do_not_look_through_all_classes():
    class Unread(dict[str, tuple[ClassHeritage, ...]]):
        def __iter__(self):
            pytest.fail("the classes of all files were read")

    heritage = {
        "a.py": (ClassHeritage("Case", ("TestCase",), True),),
        "b.py": (ClassHeritage("More", ("Case",), False),),
    }
    made = Collector({}, {})
    made._inherit(heritage)
    restored = Collector.restore(Unread(heritage), {}, made.list_classes())
    assert restored.list_classes() == made.list_classes() != Collector({}, {}).list_classes()
    assert restored.replace({"c.txt": None}, {}) is restored
