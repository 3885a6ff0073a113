"""What a resolution was worked out with goes when it is over, though nobody collects meanwhile."""

from __future__ import annotations

import gc

from codegraph.resolve import resolve
from codegraph.resolve.emit import Emitter
from codegraph.resolve.evaluate import Evaluator
from codegraph.resolve.program import Program
from codegraph_parsers import extract
from codegraph_parsers.facts import SourceFile

TEXT = b"class Shape:\n    def area(self): ...\n\n\nShape.extra = lambda self: self.area()\nShape().extra()\n"


def test_nothing_of_a_resolution_is_left_without_a_collection():
    facts = extract.parse(SourceFile("shape.py", TEXT, "python", "1"))
    gc.collect()
    gc.disable()
    try:
        first = resolve([facts], {})
        left = [type(one).__name__ for one in gc.get_objects() if isinstance(one, (Evaluator, Emitter, Program))]
    finally:
        gc.enable()
    assert left == []
    assert resolve([facts], {}) == first, "what resolutions share is as it was"
