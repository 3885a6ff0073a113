"""Facts read out of short texts: commit messages, documentation, what people tell an agent.

One pipeline. A text is taken apart into who says what (`speakers.py`) and into sentences, each with its mood: what is
asked, wished, supposed or requested
states nothing (`sentences.py`). A sentence becomes tokens (`tokens.py`), its clauses with their verb and the phrases
behind it (`clauses.py`, `complements.py`, `gaps.py`, `finding.py`, `verbs.py`, `phrases.py`). A clause is held
against the lexicon of relations, which is data (`frames.py`): which verb says what, who is who in it, and of what
kind each must be (`filling.py`, `kinds.py`, `marks.py`); `telling.py` makes the facts. `be` and `have` say it by
their noun phrases (`copula.py`: `people.py`, `things.py`, `ties.py`, `having.py`). `settings.py`, `turns.py`,
`fragments.py`, `openings.py`, `wholes.py` and `asides.py` read what has no such verb;
`context.py` and `pronouns.py` know what `it` and `she` stand for. Before all that a text is written
out plainly (`spelling.py`, `clefts.py`); idioms that say a relation as a whole are data too (`idioms.py`, `sayings.py`,
`fillers.py`). A small network that comes with the package weighs what rules found and what they did not (`spans.py`,
`transformer.py`, `weighing.py`, `weighed.py`); a long sentence of which nothing is told is read clause by clause
(`parts.py`). The words themselves are in `words.py` and `names.py`.
"""

from __future__ import annotations

from codegraph.memory.facts.extract.reader import extract
from codegraph.memory.facts.extract.values import Extracted, News

__all__ = ["Extracted", "News", "extract"]
