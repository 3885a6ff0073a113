"""Every spelling of every verb that is known: those of relations and common ones."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from codegraph.memory.facts.extract.frames import FRAMES
from codegraph.memory.facts.extract.words import COMMON_VERBS, REPORTING, Form, inflections


def _verbs() -> dict[str, dict[str, frozenset[Form]]]:
    lemmas = {verb.split("+")[0] for frame in FRAMES for verb in frame.verbs} | COMMON_VERBS | REPORTING
    lemmas |= {"stop", "start", "begin", "quit", "cease", "keep", "finish", "have", "do", "use"}
    found: dict[str, dict[str, frozenset[Form]]] = {}
    for lemma in sorted(lemmas):
        if lemma == "be" or " " in lemma:
            continue
        for word, forms in inflections(lemma).items():
            found.setdefault(word, {})[lemma] = frozenset(forms)
    return found


VERBS: Final[Mapping[str, Mapping[str, frozenset[Form]]]] = _verbs()
"""Spelling → lemma → the forms it may be."""


def forms_of(word: str) -> frozenset[Form]:
    """The forms that a spelling may be of any verb."""
    return frozenset(form for forms in VERBS.get(word, {}).values() for form in forms)
