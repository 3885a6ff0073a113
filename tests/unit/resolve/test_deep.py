"""What a resolution was worked out with goes when it is over, though nobody collects meanwhile."""

from __future__ import annotations

import gc

from codegraph.resolve import resolve
from codegraph.resolve.edges.emitter import Emitter
from codegraph.resolve.evaluator import Evaluator
from codegraph.resolve.program.program import Program
from codegraph_parsers import extract
from codegraph_parsers.file_facts import SourceFile

TEXT = b"class Shape:\n    def area(self): ...\n\n\nShape.extra = lambda self: self.area()\nShape().extra()\n"


def test_nothing_of_a_resolution_is_left_without_a_collection():
    facts = extract.parse(SourceFile("shape.py", TEXT, "python", "1"))
    gc.collect()
    gc.disable()
    try:
        before = _parts_of_resolutions()  # other tests may still hold graphs of their own
        first = resolve([facts], {})
        left = [type(part).__name__ for part in _parts_of_resolutions() if not any(part is one for one in before)]
    finally:
        gc.enable()
    assert left == []
    assert resolve([facts], {}) == first, "what resolutions share is as it was"


def test_the_last_resolution_of_a_process_frees_nothing_by_itself():
    facts = extract.parse(SourceFile("shape.py", TEXT, "python", "1"))
    gc.collect()
    gc.disable()
    try:
        before = _parts_of_resolutions()
        graph = resolve([facts], {}, is_last=True)
        left = [part for part in _parts_of_resolutions() if not any(part is one for one in before)]
    finally:
        gc.enable()
    assert Evaluator in map(type, left)
    assert graph == resolve([facts], {})


def _parts_of_resolutions() -> list[Evaluator | Emitter | Program]:
    return [one for one in gc.get_objects() if isinstance(one, (Evaluator, Emitter, Program))]
