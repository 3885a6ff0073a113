"""Anchors found in the text of a memory.

They are identifiers and paths that name exactly one thing in the repository.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final, NamedTuple, Protocol

from codegraph.errors import AmbiguousError, NotFoundError
from codegraph.memory.anchors.prose_mentions import MentionKind, find_mentions
from codegraph.memory.memory_model import Anchor

MOST_OFFERED: Final = 8
"""Anchors taken from one text. A text that names more speaks of none in particular."""

Find = Callable[[str], Sequence[str]]
"""Ids of the symbols that a name, perhaps qualified, may mean."""


def update_anchors(had: Sequence[Anchor], offers: Sequence[Anchor], text: str) -> tuple[Anchor, ...]:
    """Return the anchors of a memory whose text became `text`.

    They are those a writer named, the offered ones that the text still mentions, and the new `offers`. An anchor that
    the new text mentions stands for the code as it is now, because the text was written about it. A named anchor that
    the text does not mention keeps its state.
    """
    fresh = {anchor.target: anchor for anchor in offers}
    names = {_name(anchor) for anchor in offers}
    kept: list[Anchor] = []
    for anchor in had:
        if anchor.target in fresh:
            kept.append(replace(fresh.pop(anchor.target), offered=anchor.offered))
        elif not anchor.offered or (_name(anchor) not in names and _is_mentioned(anchor, text)):
            kept.append(anchor)  # an offered one that moved is offered at its new place
    return (*kept, *fresh.values())


def _name(anchor: Anchor) -> str:
    return anchor.target.rpartition("::")[2].rpartition(".")[2] if "::" in anchor.target else anchor.target


def _is_mentioned(anchor: Anchor, text: str) -> bool:
    path, _, name = anchor.target.partition("::")
    ends = (name, name.replace(".", "::")) if name else (path, path.rpartition(":")[2])
    return any(
        anchor.target == mention.text or any(end == mention.text or _has_suffix(end, mention.text) for end in ends)
        for mention in find_mentions(text)
    )


def _has_suffix(whole: str, part: str) -> bool:
    return whole.endswith(part) and whole[-len(part) - 1] in "./:#"


class Anchorer(Protocol):
    def anchor(self, target: str, *, offered: bool = False) -> Anchor:
        """Make an anchor.

        Raises NotFoundError for a target that does not exist.
        """
        ...


class Unanchored(NamedTuple):
    """Name that a writer gave, and the reason why it has no anchor."""

    name: str
    why: str
    hint: str
    candidates: tuple[str, ...] = ()  # ids of symbols that may be meant


class Anchoring(NamedTuple):
    anchors: tuple[Anchor, ...]
    unanchored: tuple[Unanchored, ...] = ()


def resolve_named(targets: Sequence[str], find: Find, tree: Anchorer) -> Anchoring:
    """Return anchors to the targets that a writer names.

    Targets are symbol ids, names, paths and commits. A missing target, and a name for which `find` raises
    AmbiguousError or NotFoundError, is reported instead.
    """
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


def find_offered(text: str, find: Find, tree: Anchorer, taken: Sequence[Anchor] = ()) -> tuple[Anchor, ...]:
    """Return the anchors that `text` offers in addition to those `taken`.

    A name with several meanings offers none.
    """
    known = {anchor.target for anchor in taken}
    found: dict[str, Anchor] = {}
    for mention in find_mentions(text):
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
