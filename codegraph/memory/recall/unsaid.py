"""Words of a question that none of its answers has: whoever reads those then knows what was not told."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from codegraph.memory.recall.temporal import without_dates
from codegraph.memory.recall.words import terms

MOST: Final = 8
"""Words of a question that is looked at: a longer one tells a story, whose words need not be the answer's."""

FEW: Final = 3
"""Words of a question each of which counts."""

_WORD: Final = re.compile(r"[^\W_][\w.'’+#/-]*")
_ALIKE: Final = 4  # letters that two forms of a word have in common, at least
_CUT: Final = 2  # letters by which they may differ beyond their stems
_ASKING: Final = frozenset(
    terms(
        "tell know say said told remember recall list show give find kind type sort many much often exactly current "
        "currently now today anything something everything anyone someone everyone thing things information details"
    )
)
"""What a question is put with, whatever it is about."""


def unsaid(question: str, told: Iterable[str], *, names_only: bool = False) -> tuple[str, ...]:
    """Words as the question has them. Of a question of several words a few plain ones are not told of: an answer puts
    them otherwise. `names_only`: nor are more of them, as long as any word of the question is there."""
    asked = {word: found for word in _WORD.findall(without_dates(question)) if (found := _counted(word))}
    if not asked or len(asked) > MOST:
        return ()
    said = {term for text in told for term in terms(text)}
    missing = [word for word, found in asked.items() if not all(_is_said(term, said) for term in found)]
    if len(missing) == len(asked) or (not names_only and (len(asked) <= FEW or 2 * len(missing) >= len(asked))):
        return tuple(missing)
    return tuple(word for word in missing if _is_name(word, question))


def note(words: tuple[str, ...]) -> str:
    """As a sentence, "" for no words."""
    return f"no answer here has {', '.join(f'`{word}`' for word in words)}" if words else ""


def _counted(word: str) -> list[str]:
    return [term for term in terms(word.rstrip(".'’/-")) if term not in _ASKING]


def _is_said(term: str, said: set[str]) -> bool:
    if term in said:
        return True
    start = term[: max(_ALIKE, len(term) - _CUT)]
    return len(term) >= _ALIKE and any(one.startswith(start) for one in said)


def _is_name(word: str, question: str) -> bool:
    """By a capital or a digit, of what does not begin the question."""
    return not question.lstrip().startswith(word) and any(c.isupper() or c.isdigit() for c in word)
