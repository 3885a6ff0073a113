"""What the spelling of a name tells: a product, or something of the code itself."""

from __future__ import annotations

import re
from typing import Final

from codegraph.memory.facts.extract import names as n
from codegraph.memory.facts.extract.phrases import Phrase
from codegraph.memory.facts.extract.tokens import Kind


def brand(found: Phrase) -> bool:
    """`GlitchTip`: spelt as products are."""
    return (
        len(found.tokens) == 1 and re.fullmatch(r"[A-Z][a-z]+[A-Z]\w+", found.text) is not None and not found.determiner
    )


_SPELT_AS_CODE: Final = re.compile(r"[a-z\d][A-Z]|_|::|\(|^[-$<{]|[A-Za-z]\.[A-Za-z]|=")


def identifier(found: Phrase) -> bool:
    """Whether a name is spelt as one of the code itself is: what a commit uses, adds or removes is no tool then."""
    if n.is_software(found.text) or n.is_software(found.head):
        return False
    return found.kind is Kind.PATH or any(_SPELT_AS_CODE.search(t.text.strip("`\"'")) for t in found.tokens)
