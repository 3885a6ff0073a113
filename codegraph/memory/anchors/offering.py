"""Anchors that a memory's own text offers: identifiers and paths that name exactly one thing in the repository."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final, NamedTuple, Protocol

from codegraph.errors import AmbiguousError, NotFoundError
from codegraph.memory.anchors.mentions import MentionKind, mentions
from codegraph.memory.model import Anchor

MOST_OFFERED: Final = 8
"""Anchors taken from one text. A text that names more speaks of none in particular."""

Find = Callable[[str], Sequence[str]]
"""Ids of the symbols that a name, perhaps qualified, may mean."""


def followed(had: Sequence[Anchor], offers: Sequence[Anchor], text: str) -> tuple[Anchor, ...]:
    """Anchors of a memory whose text became `text`: those a writer named, offered ones that it still mentions, and what
    it `offers` now. What the new text mentions was written about the code as it is now, so it stands for that; a named
    anchor that it says nothing of stands for what it stood for."""
    fresh = {anchor.target: anchor for anchor in offers}
    names = {_name(anchor) for anchor in offers}
    kept: list[Anchor] = []
    for anchor in had:
        if anchor.target in fresh:
            kept.append(replace(fresh.pop(anchor.target), offered=anchor.offered))
        elif not anchor.offered or (_name(anchor) not in names and _mentioned(anchor, text)):
            kept.append(anchor)  # an offered one that moved is offered at its new place
    return (*kept, *fresh.values())


def _name(anchor: Anchor) -> str:
    return anchor.target.rpartition("::")[2].rpartition(".")[2] if "::" in anchor.target else anchor.target


def _mentioned(anchor: Anchor, text: str) -> bool:
    path, _, name = anchor.target.partition("::")
    ends = (name, name.replace(".", "::")) if name else (path, path.rpartition(":")[2])
    return any(
        anchor.target == mention.text or any(end == mention.text or _ends(end, mention.text) for end in ends)
        for mention in mentions(text)
    )


def _ends(whole: str, part: str) -> bool:
    return whole.endswith(part) and whole[-len(part) - 1] in "./:#"


class Anchorer(Protocol):
    def anchor(self, target: str, *, offered: bool = False) -> Anchor:
        """Raises NotFoundError for what is not there."""
        ...


class Unanchored(NamedTuple):
    """A name that a writer gave, and why no anchor was made of it."""

    name: str
    why: str
    hint: str
    candidates: tuple[str, ...] = ()  # ids of symbols that may be meant


class Anchoring(NamedTuple):
    anchors: tuple[Anchor, ...]
    unanchored: tuple[Unanchored, ...] = ()


def named(targets: Sequence[str], find: Find, tree: Anchorer) -> Anchoring:
    """Return anchors to what a writer names: symbol ids, names, paths, commits. What is not there, and a name for
    which `find` raises AmbiguousError or NotFoundError, is told in place of an anchor."""
    found: dict[str, Anchor] = {}
    missing: list[Unanchored] = []
    for target in targets:
        try:
            anchor = _anchor(target, find, tree)
        except AmbiguousError as error:
            missing.append(Unanchored(target, error.message, "", error.candidates))
            continue
        except NotFoundError as error:
            missing.append(Unanchored(target, error.message, error.hint))
            continue
        found.setdefault(anchor.target, anchor)
    return Anchoring(tuple(found.values()), tuple(missing))


def _anchor(target: str, find: Find, tree: Anchorer) -> Anchor:
    try:
        return tree.anchor(target)
    except NotFoundError:
        ids = find(target)
        if len(ids) != 1:
            raise
        return tree.anchor(ids[0])


def offered(text: str, find: Find, tree: Anchorer, taken: Sequence[Anchor] = ()) -> tuple[Anchor, ...]:
    """Anchors that `text` offers besides those that are `taken`. A name with several meanings offers none."""
    known = {anchor.target for anchor in taken}
    found: dict[str, Anchor] = {}
    for mention in mentions(text):
        if mention.kind is MentionKind.NAME:
            ids = find(mention.text)
            target = ids[0] if len(ids) == 1 else ""
        else:
            target = mention.text
        if not target or target in known or target in found:
            continue
        try:
            anchor = tree.anchor(target, offered=True)
        except NotFoundError:
            continue
        if anchor.target not in known:
            found[anchor.target] = anchor
    return tuple(found.values())[:MOST_OFFERED]
