"""Recognition of texts that only ask.

A text that only asks states nothing: `which port was it again?` is no answer to the question for the port. A speaker
who says `I` is the one that a question with `my` or `I` is about.
"""

from __future__ import annotations

import re
from typing import Final

from codegraph.memory.memory_model import Memory
from codegraph.memory.recall.corpus import is_turn
from codegraph.memory.sentences import split_sentences
from codegraph.text.lazy_pattern import compile_lazily

ASKING: Final = 0.5
"""What is left of the score of a text that only asks."""

LONGEST: Final = 160
"""Characters of a text at most that is one question: in a longer one somebody also tells what it is about."""

ONESELF: Final = 1.15
"""What a text in the first person gains where somebody asks about himself."""

_ONESELF: Final = compile_lazily(r"\b(?:I|i|me|my|mine|myself|My|Mine|Me)\b")
_SPEAKER: Final = compile_lazily(r"^\W*[\w.'’ -]{1,30}:\s+")
_NOTHING: Final = compile_lazily(
    r"(?:(?:hi|hello|hey|ok|okay|so|well|hm+|and|oh|also|sorry|thanks|please|quick question|question|btw|by the way|"
    r"remind me|me again|everyone|all|team|there|again|one more thing)\W*)+",
    re.IGNORECASE,
)
_QUESTION: Final = compile_lazily(
    r"(?:(?:so|and|but|or|ok|okay|well|hey|hi|wait|sorry|also|btw|then)\W+)*(?:wh(?:at|ich|o|om|ose|ere|en|y)|how|is|are|was|were|am|do|does|did|"
    r"has|have|had|can|could|will|would|shall|should|may|might|any|anybody|anyone|isn't|aren't|don't|doesn't|didn't|can't|"
    r"won't|wouldn't|shouldn't|remember)\b|\W*(?:[\w'-]+\W+){0,3}$",
    re.IGNORECASE,
)


def find_speaker(memory: Memory) -> str:
    """Return the speaker of a turn of a conversation, "" if unknown."""
    if not is_turn(memory):
        return ""
    said = memory.body.metadata.get("speaker")
    found = _SPEAKER.match(memory.body.content)
    return said if isinstance(said, str) else found[0].strip(" :\n\t") if found else ""


def is_first_person(text: str) -> bool:
    """Return whether the speaker refers to himself."""
    return _ONESELF.search(text) is not None


def is_only_questions(text: str) -> bool:
    """Return whether every sentence of a short text is a question."""
    text = text.strip()
    if len(text) > LONGEST or not text.endswith("?"):
        return False
    parts = split_sentences(" ".join(_SPEAKER.sub("", text).split()), at_semicolons=False)
    return all((part.endswith("?") and _QUESTION.match(part)) or _NOTHING.fullmatch(part) for part in parts)
