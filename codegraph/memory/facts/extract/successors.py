"""What a sentence names in place of what it says is over: `we ditched x, it's y now`, `x is gone, we use y instead`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from codegraph.memory.facts.extract.values import Extracted

_OF_ONE: Final = frozenset(["uses", "depends_on", "runs_on_host", "written_in"])
"""Of these one thing takes the place of another."""

_NAME: Final = r"(?P<name>[A-Z][\w.+#-]*(?: [A-Z][\w.+#-]*){0,3})"
_NOW: Final = r"(?:now|instead|these days|nowadays|from now on)"
_IS: Final = r"(?:(?:it|that)(?:['’]s| is)|we(?:['’]re| are) (?:on|using)|we have)"
_NAMED: Final = re.compile(rf"(?:[,;:–—-]|\b(?:and|so|but))\s*(?:so |and |but )?{_IS} (?:all )?{_NAME} {_NOW}\b")


def named(said: Sequence[Extracted], sentence: str) -> list[Extracted]:
    """What is named in place of the one thing of its kind that the sentence says is over."""
    over = [one for one in said if (one.ended or one.valid_to) and one.predicate in _OF_ONE]
    found = _NAMED.search(sentence)
    if len(over) != 1 or found is None:
        return []
    (ended,) = over
    made = replace(ended, object=found["name"], valid_to="", ended=False)
    known = any(one.object.casefold() == made.object.casefold() for one in said)
    return [] if known or made.object.casefold() == ended.object.casefold() else [made]
