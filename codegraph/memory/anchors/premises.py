"""Premises of an anchored body: values that it reads, signatures that it calls.

Premises are recorded when an anchor is made, and judged with it. An unchanged body may behave differently: the constant
that it reads has another value, or a function it calls takes other arguments. A change of the *body* of a callee does
not count. All functions are pure: a `Tree` gives access to the code.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from codegraph.errors import CredentialError
from codegraph.memory.anchors.anchor_state import PremiseChange, get_premise_name
from codegraph.memory.anchors.tracing import Definition, HashedFile, Tree, find_symbol
from codegraph.memory.memory_model import Anchor, Premise, PremiseKind
from codegraph_parsers.file_facts import SymbolKind
from codegraph_parsers.ids import SymbolId, parse_id
from codegraph_parsers.syntax import Initializer, SyntaxHash

MOST_PREMISES: Final = 40
"""Premises kept of one anchor. Values come first: there are fewer, and they say more."""

TEXT: Final = 40
"""Characters of a value that is kept as text, so that a change of it can be shown."""


_CONSTANTS: Final = (SymbolKind.CONSTANT.value, SymbolKind.MACRO.value)


class Dependency(NamedTuple):
    """Symbol that a body depends on."""

    kind: PremiseKind
    target: str  # symbol id


class _State(NamedTuple):
    digest: SyntaxHash
    text: str


def read_premises(dependencies: Iterable[Dependency], tree: Tree) -> tuple[Premise, ...]:
    """Return dependencies as premises in their current state, values first."""
    found: dict[tuple[PremiseKind, str], Premise] = {}
    for dependency in sorted(dependencies, key=lambda each: each.kind is not PremiseKind.VALUE):
        if len(found) == MOST_PREMISES:
            break
        id = parse_id(dependency.target)
        file = tree.read_file(id.path) if id is not None else None
        if file is None or id is None:
            continue
        state = _read(file, dependency.kind, id.qualname + id.suffix)
        if state is not None:
            stamp = tree.stamp(id.path)
            found[dependency] = Premise(dependency.kind, dependency.target, str(state.digest), state.text, stamp)
    return tuple(found.values())


def judge_premises(anchor: Anchor, tree: Tree) -> tuple[PremiseChange, ...]:
    """Return the premises of an anchor that no longer hold.

    Premises that cannot be read are left out.
    """
    return tuple(filter(None, (_judge(premise, anchor.commit, tree) for premise in anchor.premises or ())))


def _judge(premise: Premise, commit: str, tree: Tree) -> PremiseChange | None:
    id, was = parse_id(premise.target), SyntaxHash.parse(premise.digest)
    if id is None or was is None or (premise.stamp and tree.stamp(id.path) == premise.stamp):
        return None
    states = _find_states(premise, id, commit, tree)
    if states is None or any(state.digest == was for state in states):
        return None
    if not states:
        return PremiseChange(premise, "", is_gone=True)
    return PremiseChange(premise, states[0].text)


def _find_states(premise: Premise, id: SymbolId, commit: str, tree: Tree) -> Sequence[_State] | None:
    """Return the current states of the premise's symbol.

    There is one state when it is in its place, several when it may have moved, none when it is gone. The result is None
    when that cannot be determined.
    """
    file = tree.read_file(id.path)
    if file is None and tree.has_file(id.path):
        return None
    new = tree.list_renames(commit).get(id.path, "") if file is None and commit else ""
    for there in filter(None, (file, tree.read_file(new) if new else None)):
        key = _find_key(there, id)
        state = _read(there, premise.kind, key) if key else None
        if state is not None:
            return [state]
    return _find_moved(premise, id, commit, tree)


def _find_key(file: HashedFile, id: SymbolId) -> str:
    found = find_symbol(file, id.qualname + id.suffix, id.qualname)
    return found.key if found is not None else ""


def _find_moved(premise: Premise, id: SymbolId, commit: str, tree: Tree) -> list[_State]:
    """Return the states of symbols that may be the moved premise.

    Such a symbol has the same name in a changed file, or is new in its own file with the same content under any name.
    """
    name = get_premise_name(premise.target)
    old = tree.read_at_commit(commit, id.path) if commit else None
    found: list[_State] = []
    for path in dict.fromkeys((id.path, *tree.list_suspects(commit, id.language))):
        file = tree.read_file(path)
        for key, symbol in file.list_symbols().items() if file is not None else ():
            is_new = path == id.path and (old is None or old.find_symbol(key) is None)
            if file is not None and (symbol.name == name or is_new):
                state = _read(file, premise.kind, key)
                if state is not None and (symbol.name == name or str(state.digest) == premise.digest):
                    found.append(state)
    return found


def _read(file: HashedFile, kind: PremiseKind, key: str) -> _State | None:
    if kind is PremiseKind.SIGNATURE:
        signature = file.hash_signature(key)
        return _State(signature, "") if signature is not None else None
    value = file.find_value(key)
    symbol = file.find_symbol(key)
    if value is None or symbol is None or not _is_constant(value, symbol):
        return None
    return _State(value.digest, _quote(symbol.name, value.text))


def _is_constant(value: Initializer, symbol: Definition) -> bool:
    """Return whether a value is literal in the code.

    A value that is computed at run time cannot be changed by an edit.
    """
    if symbol.kind in _CONSTANTS:
        return True
    return not value.has_functions if value.is_declared else value.is_literal


def _quote(name: str, text: str) -> str:
    """Return a value that is short and not secret, "" for any other."""
    if len(text) > TEXT:
        return ""
    from codegraph.memory.hygiene.credentials import screen  # only where an anchor is made

    try:
        screen(text, f"{name} = {text}")
    except CredentialError:
        return ""
    return text
