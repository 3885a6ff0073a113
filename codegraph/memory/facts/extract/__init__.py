"""Facts read out of short texts: commit messages, documentation, what people tell an agent. No model is needed.

A text is taken apart into *clauses* (`clauses.py`): sentences without code and quotations, split where a new verb
begins, with their dates taken out and with what marks them as no statement left aside. Each clause is then held
against tables of verbs and copulas with *slots* for noun phrases (`rules*.py`), which `phrases.py` trims and checks.
"""

from __future__ import annotations

from codegraph.memory.facts.extract.reader import extract
from codegraph.memory.facts.extract.values import Extracted

__all__ = ["Extracted", "extract"]
