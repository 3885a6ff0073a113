"""Facts read out of short texts: commit messages, documentation, what people tell an agent. No model is needed.

A text is taken apart into sentences without code and quotations, what is no statement left aside (`sentences.py`),
and those into *clauses* with a subject of their own (`clauses.py`), their dates taken out (`dating.py`). A clause is
read by its verb: `lexicon.py` inflects, `verbs.py` finds subject, voice, negation and the phrases behind it,
`frames.py` tells which of them fill which predicate, `grammar.py` fills them. What has no such verb is held against
tables of patterns (`rules*.py`). Noun phrases are trimmed and checked by `phrases.py`, `kinds.py` and `filling.py`.
"""

from __future__ import annotations

from codegraph.memory.facts.extract.reader import extract
from codegraph.memory.facts.extract.values import Extracted

__all__ = ["Extracted", "extract"]
