"""Differences of symbols between two states of their files.

Told by their syntax rather than by lines.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from typing import Final, NamedTuple, TypeAlias

from codegraph_parsers.file_facts import SymbolKind


class ChangeKind(StrEnum):
    """Kinds of change of a symbol, the most consequential first."""

    REMOVED = "removed"
    SIGNATURE = "signature"  # what others can see of it: parameters, types, bases, decorators
    RENAMED = "renamed"  # the same syntax under another name
    MOVED = "moved"  # the same name at another place; `edited` says whether its syntax changed, too
    BODY = "body"
    ADDED = "added"


LEFT_PLACE: Final = frozenset({ChangeKind.REMOVED, ChangeKind.RENAMED, ChangeKind.MOVED})
"""Kinds of change after which a symbol is no longer where it was."""


class Definition(NamedTuple):
    """Symbol of one state.

    `own` and `heading` are digests of its syntax without nested definitions: of the whole symbol, and of the symbol
    without its body. `tokens` is the number of tokens behind `own`: short definitions may be alike by chance.
    """

    id: str
    path: str
    qualname: str
    name: str
    kind: SymbolKind
    own: str
    heading: str
    tokens: int
    container: str  # id of the symbol around it, "" for a module
    overload: bool = False  # a signature of which another definition is the body


class Change(NamedTuple):
    kind: ChangeKind
    before: Definition | None  # None for ADDED
    after: Definition | None  # None for REMOVED
    edited: bool = False

    @property
    def here(self) -> Definition:
        """The newer state, or the last one there was."""
        found = self.after or self.before
        assert found is not None
        return found


TELLING: Final = 8
"""Tokens from which two definitions of different names are taken for one that was renamed."""

VALUES: Final = frozenset({SymbolKind.MODULE, SymbolKind.CONSTANT, SymbolKind.VARIABLE, SymbolKind.FIELD})
"""Kinds whose heading is the type that they are declared with: what they are given is their body."""


_Key: TypeAlias = Callable[[Definition], tuple[object, ...]]
_Only: TypeAlias = Callable[[Definition], bool]


def compare(before: Mapping[str, Definition], after: Mapping[str, Definition]) -> list[Change]:
    """List the changes between the definitions of the files that differ.

    They are in the order of path and source, with removed ones last. A definition that only moved within its file, or
    whose comments, layout or documentation changed, is no change. If a signature next to a body was added or removed,
    that is a change of the body.
    """
    changes: list[Change] = []
    same_before, same_after = _find_renumbered(before, after)
    for id, new in after.items():
        old = before.get(id)
        if old is None or id in same_after or id in same_before:
            continue
        if old.own != new.own:
            changes.append(Change(_edit(old, new), old, new))
    apart = same_before ^ same_after  # of these ids one side is settled, and the other has nothing in its place
    gone = [old for id, old in before.items() if id not in same_before and (id not in after or id in apart)]
    fresh = [new for id, new in after.items() if id not in same_after and (id not in before or id in apart)]
    stayed = _match_unmoved(gone, fresh)
    changes += [Change(_edit(old, new), old, new) for old, new in stayed if old.own != new.own]
    kept = {each.id for pair in stayed for each in pair}
    bodies, told = _find_bodies(before), _find_bodies(after)
    for each in (*gone, *fresh):  # signatures of what is there on both sides
        name = _name(each)
        if each.overload and name in bodies and name in told:
            kept.add(each.id)
            _mark_signature_change(changes, bodies[name], told[name])
    gone = [old for old in gone if old.id not in kept]
    fresh = [new for new in fresh if new.id not in kept]
    pairs = _match_moved(gone, fresh)
    left = {old.id for old in gone} - pairs.keys()
    came = {new.id for new in pairs.values()}
    for old in gone:
        new = pairs.get(old.id)
        if new is not None:
            kind = ChangeKind.MOVED if new.name == old.name else ChangeKind.RENAMED
            changes.append(Change(kind, old, new, edited=old.own != new.own))
    changes += [Change(ChangeKind.ADDED, None, new) for new in fresh if new.id not in came]
    changes += [Change(ChangeKind.REMOVED, old, None) for old in gone if old.id in left]
    return changes


_Name: TypeAlias = tuple[str, SymbolKind, str]


def _name(one: Definition) -> _Name:
    return one.path, one.kind, one.qualname


def _find_bodies(side: Mapping[str, Definition]) -> dict[_Name, Definition]:
    """Return the only definition of each name that is more than a signature."""
    found: dict[_Name, Definition] = {}
    several: set[_Name] = set()
    for one in side.values():
        if not one.overload and one.qualname:
            if _name(one) in found:
                several.add(_name(one))
            found[_name(one)] = one
    return {name: one for name, one in found.items() if name not in several}


def _match_unmoved(gone: Sequence[Definition], fresh: Sequence[Definition]) -> list[tuple[Definition, Definition]]:
    """Match definitions that kept name and place and have another id.

    The id differs because others of that name were added or removed, or because their own parameters, which distinguish
    them from others of the name, are written otherwise. As many of a name as were both removed and added are taken to
    be the same, in the order of the source.
    """
    found: list[tuple[Definition, Definition]] = []
    places: dict[_Name, list[Definition]] = defaultdict(list)
    for new in fresh:
        if new.qualname:
            places[_name(new)].append(new)
    leavers: dict[_Name, list[Definition]] = defaultdict(list)
    for old in gone:
        if _name(old) in places:
            leavers[_name(old)].append(old)
    for name, olds in leavers.items():
        news = places[name]
        for old in list(olds):
            twin = next((new for new in news if new.own == old.own), None)
            if twin is not None:
                found.append((old, twin))
                olds.remove(old)
                news.remove(twin)
        left, come = ([one for one in ones if not one.overload] for ones in (olds, news))
        if len(left) == len(come):
            found.extend(zip(left, come, strict=True))
    return found


def _find_renumbered(
    before: Mapping[str, Definition], after: Mapping[str, Definition]
) -> tuple[frozenset[str], frozenset[str]]:
    """Return ids, of either side, of definitions that only got another number.

    Definitions of one name in a file are numbered, and the numbers shift when one of them is added or removed.
    """
    olds: dict[tuple[_Name, str], list[str]] = defaultdict(list)
    for id, old in before.items():
        if old.qualname and (id not in after or after[id].own != old.own):
            olds[_name(old), old.own].append(id)
    told: set[str] = set()
    now: set[str] = set()
    for id, new in after.items():
        if id in before and before[id].own == new.own:
            continue
        same = olds.get((_name(new), new.own))
        if same and id in before:  # else see `_match_unmoved`
            told.add(same.pop(0))
            now.add(id)
    return frozenset(told), frozenset(now)


def _mark_signature_change(changes: list[Change], old: Definition, new: Definition) -> None:
    """Record that the signature of a body changed, whatever else did."""
    for at, change in enumerate(changes):
        if change.after is new:
            changes[at] = change._replace(kind=ChangeKind.SIGNATURE)
            return
    changes.append(Change(ChangeKind.SIGNATURE, old, new))


def _edit(old: Definition, new: Definition) -> ChangeKind:
    return ChangeKind.SIGNATURE if old.heading != new.heading else ChangeKind.BODY


def _match_moved(gone: Sequence[Definition], fresh: Sequence[Definition]) -> dict[str, Definition]:
    """Return the new places of definitions that left their old one.

    Each new place is used once, and never by guessing between two.
    """
    found: dict[str, Definition] = {}
    taken: set[str] = set()

    def match(key_of: _Key, only: _Only) -> None:
        places: dict[tuple[object, ...], list[Definition]] = defaultdict(list)
        for new in fresh:
            if new.id not in taken and only(new):
                places[key_of(new)].append(new)
        leavers: dict[tuple[object, ...], list[Definition]] = defaultdict(list)
        for old in gone:
            if old.id not in found and only(old):
                leavers[key_of(old)].append(old)
        for key, olds in leavers.items():
            news = places.get(key, [])
            if len(olds) == len(news) == 1:
                found[olds[0].id] = news[0]
                taken.add(news[0].id)

    match(lambda d: (d.kind, d.qualname, d.own), lambda d: bool(d.qualname))
    match(lambda d: (d.kind, d.name, d.own), lambda d: bool(d.name) and d.tokens > 2)
    match(lambda d: (d.kind, d.qualname), lambda d: bool(d.qualname))
    match(lambda d: (d.kind, d.own), lambda d: bool(d.qualname) and d.tokens >= TELLING)
    _match_modules(gone, fresh, found, taken)
    _match_folders(gone, fresh, found, taken)
    return found


def _match_modules(
    gone: Sequence[Definition], fresh: Sequence[Definition], found: dict[str, Definition], taken: set[str]
) -> None:
    """Match a file with the one that at least half of its definitions moved to."""
    paths: dict[str, dict[str, int]] = defaultdict(lambda: defaultdict(int))
    sizes: dict[str, int] = defaultdict(int)
    modules = {new.path: new for new in fresh if new.kind is SymbolKind.MODULE and not new.qualname}
    for old in gone:
        if old.qualname:
            sizes[old.path] += 1
            new = found.get(old.id)
            if new is not None:
                paths[old.path][new.path] += 1
    for old in gone:
        if old.kind is not SymbolKind.MODULE or old.qualname or old.id in found:
            continue
        to = paths.get(old.path, {})
        best = max(to, key=lambda path: (to[path], path), default="")
        same = [m for m in modules.values() if m.own == old.own and old.tokens >= TELLING and m.id not in taken]
        new = modules.get(best) if best and to[best] * 2 >= sizes[old.path] else same[0] if len(same) == 1 else None
        if new is not None and new.id not in taken:
            found[old.id] = new
            taken.add(new.id)


def _match_folders(
    gone: Sequence[Definition], fresh: Sequence[Definition], found: dict[str, Definition], taken: set[str]
) -> None:
    """Match files that could not be matched by their definitions.

    A file with too little content, such as an empty one, moved where the others of its folder moved. Otherwise it is
    matched when it is the only one of its name and syntax that was removed, and that was added.
    """
    folders = dict.fromkeys(
        _find_renamed_folders(old.path, found[old.id].path) for old in gone if old.id in found and not old.qualname
    )
    came = {new.path: new for new in fresh if _is_file(new) and new.id not in taken}
    left = [old for old in gone if _is_file(old) and old.id not in found]
    for old in left:
        places = {to + old.path.removeprefix(was) for was, to in folders if old.path.startswith(was)}
        same = [came[path] for path in places if path in came and came[path].own == old.own]
        if len(same) == 1 and same[0].id not in taken:
            found[old.id] = same[0]
            taken.add(same[0].id)
    names: dict[tuple[str, str], list[Definition]] = defaultdict(list)
    for one in (*left, *came.values()):
        if one.id not in found and one.id not in taken:
            names[one.path.rpartition("/")[2], one.own].append(one)
    for old, *new in names.values():
        if len(new) == 1 and old in left and new[0] not in left:
            found[old.id] = new[0]
            taken.add(new[0].id)


def _is_file(one: Definition) -> bool:
    return one.kind is SymbolKind.MODULE and not one.qualname


def _find_renamed_folders(before: str, after: str) -> tuple[str, str]:
    """Return the folders that differ between two paths of one file.

    Each ends with `/`; the last component of both has the name of the changed folder.
    """
    olds, news = before.split("/")[:-1], after.split("/")[:-1]
    while len(olds) > 1 and len(news) > 1 and olds[-1] == news[-1]:
        olds.pop()
        news.pop()
    return "".join(f"{part}/" for part in olds), "".join(f"{part}/" for part in news)
