"""Places of a change on which code outside the repository relies.

These are endpoints, files that describe an interface, migrations and exported types."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from typing import Final

from codegraph.analysis.signature_compatibility import CLASSES
from codegraph.analysis.symbol_differences import ChangeKind
from codegraph.operations.impact.answers import ChangedSymbol, Surface
from codegraph.operations.impact.change_states import Comparison
from codegraph.operations.impact.contract_documents import OpenApiDocument, list_openapi_breaks, list_proto_breaks
from codegraph.operations.impact.endpoints import ENDPOINT, EndpointChanges
from codegraph_parsers.file_facts import SymbolKind

OPENAPI, MIGRATION, TYPE = "OpenAPI", "migration", "exported type"
_DESCRIBING: Final = {
    "proto": "Protobuf", "graphql": "GraphQL", "graphqls": "GraphQL", "gql": "GraphQL", "thrift": "Thrift",
    "avsc": "Avro", "xsd": "XML schema", "wsdl": "WSDL",
}  # fmt: skip
"""Ends of the names of files that describe an interface."""

_ORDER: Final = (ENDPOINT, OPENAPI, *dict.fromkeys(_DESCRIBING.values()), MIGRATION, TYPE)
_MIGRATIONS: Final = re.compile(r"(^|/)(migrations?|migrate|db/migrate|alembic/versions)/", re.IGNORECASE)
_IS_OPENAPI: Final = re.compile(rb"""^\s*["']?(openapi|swagger)["']?\s*:""", re.MULTILINE)
_NAMES: Final = 5
_BREAKS: Final = 20

_BREAKING: Final = (ChangeKind.REMOVED, ChangeKind.SIGNATURE, ChangeKind.RENAMED, ChangeKind.MOVED)
_PAST: Final = {
    ChangeKind.REMOVED: "removed", ChangeKind.SIGNATURE: "changed", ChangeKind.RENAMED: "renamed",
    ChangeKind.MOVED: "moved", ChangeKind.BODY: "changed", ChangeKind.ADDED: "added",
}  # fmt: skip


class Surfaces:
    """Finder of them in a comparison.

    `removed` are the ids that no symbol has any more, and `generated` the files that nobody wrote by hand. `has_left`
    says that something is not where it was."""

    def __init__(
        self, comparison: Comparison, removed: Collection[str], generated: Collection[str], *, has_left: bool
    ) -> None:
        self._comparison = comparison
        self._endpoints = EndpointChanges(comparison)
        self._removed = removed
        self._generated = generated
        self._has_left = has_left

    def list(self, rows: Sequence[ChangedSymbol]) -> tuple[Surface, ...]:
        """List what is touched, the most outward first.

        Generated code only repeats what it was made from."""
        own = [row for row in rows if not row.generated]
        found = [*self._list_endpoints(own), *self._list_files(rows), *_list_types(own)]
        return tuple(sorted(found, key=lambda surface: (_ORDER.index(surface.kind), surface.path, surface.line)))

    def _list_endpoints(self, rows: Sequence[ChangedSymbol]) -> list[Surface]:
        changed = {row.symbol.id: _PAST[row.change] for row in rows if not row.symbol.is_test}
        return self._endpoints.list(changed, self._removed, has_left=self._has_left)

    def _list_files(self, rows: Sequence[ChangedSymbol]) -> list[Surface]:
        difference = self._comparison.difference
        states = dict.fromkeys(difference.modified, "changed")
        states |= dict.fromkeys(difference.added, "added") | dict.fromkeys(difference.removed, "removed")
        names: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
        for row in rows:
            if row.symbol.qualname:
                names[row.symbol.path][_PAST[row.change]].append(row.symbol.qualname)
        found: list[Surface] = []
        for path, state in states.items():
            if path in self._generated:
                continue
            ending = path.rpartition(".")[2].lower()
            kind = _DESCRIBING.get(ending, "")
            if ending in ("yaml", "yml", "json"):
                said = self._describe_openapi(path)
                if said:
                    found.append(Surface(OPENAPI, path, 0, said))
                    found += self._list_breaks(OPENAPI, path)
            elif kind:
                found.append(Surface(kind, path, 0, _describe_names(names[path]) or state))
                found += self._list_breaks(kind, path) if ending == "proto" else ()
            elif _MIGRATIONS.search(path) and ending != "md" and not path.endswith("__init__.py"):
                found.append(Surface(MIGRATION, path, 0, state))
        return found

    def _list_breaks(self, kind: str, path: str) -> list[Surface]:
        """List the changes of a contract by which its clients break."""
        old, new = self._comparison.read_states(path)
        breaks = list_openapi_breaks(path, old, new) if kind == OPENAPI else list_proto_breaks(old, new)
        return [
            Surface(
                kind, path, 0, f"incompatible: {f'{each.name}: ' if each.name else ''}{each.said}",
                self._endpoints.list_clients(each.name) if each.name else (),
            )
            for each in breaks[:_BREAKS]
        ]  # fmt: skip

    def _describe_openapi(self, path: str) -> str:
        old, new = self._comparison.read_states(path)
        if not any(_IS_OPENAPI.search(text[:4_000]) for text in (old, new)):
            return ""
        before, after = (OpenApiDocument(path, content).operations for content in (old, new))
        states = {
            "removed": [name for name in before if name not in after],
            "added": [name for name in after if name not in before],
            "changed": [name for name in after if name in before and before[name] != after[name]],
        }
        return _describe_names(states) or "changed"


def _list_types(rows: Sequence[ChangedSymbol]) -> list[Surface]:
    """List types that are visible from outside and changed for those who use them.

    Each is listed with the members that did."""
    found: list[Surface] = []
    members: dict[tuple[str, str], dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    first: dict[tuple[str, str], ChangedSymbol] = {}
    for row in rows:
        symbol = row.symbol
        is_type = symbol.kind in CLASSES or symbol.kind is SymbolKind.TYPE
        owner, _, member = symbol.qualname.rpartition(".")
        if not row.public or symbol.is_test or not (row.change in _BREAKING or row.demanded):
            continue
        if is_type or (owner and symbol.kind in (SymbolKind.FIELD, SymbolKind.PROPERTY)) or row.demanded:
            key = symbol.path, symbol.qualname if is_type else owner
            first.setdefault(key, row)
            members[key][_PAST[row.change]] += [] if is_type else [member]
    for key, row in first.items():
        said = _describe_names(members[key]) or _PAST[row.change]
        found.append(Surface(TYPE, key[0], row.symbol.line, f"{key[1]}: {said}"))
    return found


def _describe_names(states: Mapping[str, Sequence[str]]) -> str:
    """Describe names by state: `Reaction changed; List, Item added`."""
    parts: list[str] = []
    for state, names in states.items():
        shown = [*names[:_NAMES], *([f"{len(names) - _NAMES:,} more"] if len(names) > _NAMES else [])]
        parts += [f"{', '.join(shown)} {state}"] if names else []
    return "; ".join(parts)
