"""Views of the page: the operations that answer each, and what it draws of them.

A view is a function of what was asked. It asks operations, those that it is copied as first, and returns plain JSON
values that are small enough to be drawn: rows are cut here, and their totals say by how much."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from codegraph.errors import InvalidError
from codegraph.operations.answers import Route
from codegraph.operations.edges import is_from_test
from codegraph.operations.symbol_summary import list_users
from codegraph.query_results import SymbolRow
from codegraph.render.envelope import convert_symbol, to_json
from codegraph.text.ellipsis import cut_text
from codegraph.ui.branch import find_base, list_bases
from codegraph.ui.page_rows import (
    MOST_SOURCE,
    Json,
    build_counts,
    build_edge_rows,
    build_end_rows,
    build_source,
    build_symbol,
    build_unresolved_rows,
)
from codegraph.ui.session import Asker
from codegraph_parsers.frameworks import load_models

Parameters = Mapping[str, str]

HITS: Final = 12
MOST_CALLERS: Final = 60
MOST_TESTS: Final = 30
MOST_CALLEES: Final = 120
MOST_MEMBERS: Final = 120
UNFOLDED: Final = 40
"""Rows of a step that is unfolded in place."""

CHANGED: Final = 60
"""Rows of each list of a change."""

WORKLIST: Final = 100
MOST_ROUTES: Final = 80
MOST_ENDS: Final = 4
"""Handlers, requests and tests of a route that its row names."""

MOST_NOTES: Final = 2_000
"""Memories that are looked through for the words of a search."""


def search_names(asker: Asker, given: Parameters) -> Json:
    query = _take(given, "q")
    found = asker.ask("symbols", query=query, limit=HITS)
    return {"hits": [convert_symbol(hit.symbol) for hit in found.hits], "more": found.more}


def search_text(asker: Asker, given: Parameters) -> Json:
    query = _take(given, "q")
    found = asker.ask("search", query=query, limit=HITS)
    hits = [
        {
            "file": hit.file,
            "start": hit.start,
            "end": hit.end,
            "name": hit.name,
            "symbol": convert_symbol(hit.symbol),
            "similarity": round(hit.similarity, 3),
        }
        for hit in found.hits
    ]
    return {"hits": hits, "more": found.more, "weak": found.weak, "near": list(found.near)}


def search_notes(asker: Asker, given: Parameters) -> Json:
    """Return the newest memories that have every word of a query."""
    words = _take(given, "q").casefold().split()
    found = asker.ask("memory list", limit=MOST_NOTES)
    hits = [row for row in found.memories if all(word in row.content.casefold() for word in words)]
    return {"hits": [_shorten_note(row) for row in hits[:HITS]], "more": len(hits) > HITS, "total": found.total}


def show_symbol(asker: Asker, given: Parameters) -> Json:
    name = _take(given, "id")
    answer = asker.ask("symbol", symbol=name)
    symbol: SymbolRow = answer.details.symbol
    first = _read_number(given, "from")
    source = build_source(asker.context, symbol, first=first, most=MOST_SOURCE)
    users = _build_users(asker, symbol)
    callees = asker.ask("callees", symbol=symbol.id, limit=0)
    outside = list(callees.externals)
    is_shown = {row.id for row in answer.members[:MOST_MEMBERS]}
    return {
        "symbol": convert_symbol(symbol),
        "signature": answer.details.signature,
        "visibility": answer.details.visibility,
        "parent": convert_symbol(answer.details.parent) if answer.details.parent else None,
        "source": source,
        **users,
        "callees": build_edge_rows(asker.context, [step.edge for step in callees.steps[:MOST_CALLEES]], incoming=False),
        "callees_total": callees.total,
        "callees_counted": build_counts(callees.counted),
        "externals": [build_symbol(row) for row in outside[:MOST_TESTS]],
        "externals_total": len(outside),
        "unresolved": build_unresolved_rows(asker.context, callees.unresolved[:MOST_TESTS]),
        "unresolved_total": len(callees.unresolved),
        "bases": build_edge_rows(asker.context, answer.bases[:UNFOLDED], incoming=False),
        "derived": build_edge_rows(asker.context, answer.derived[:UNFOLDED], incoming=True),
        "derived_total": len(answer.derived),
        "members": [convert_symbol(row) for row in answer.members if row.id in is_shown],
        "members_total": len(answer.members),
        "overloads": [convert_symbol(each.details.symbol) for each in answer.overloads],
        "knowledge": to_json(answer.knowledge),
        "not_analysed": to_json(answer.not_analysed) if symbol.language in _list_unanalysed(answer) else [],
        "mentions": to_json(answer.name_mentions),
    }


def _list_unanalysed(answer: Any) -> set[str]:
    found = answer.name_mentions
    return {answer.details.symbol.language} if found is not None else set()


def _build_users(asker: Asker, symbol: SymbolRow) -> Json:
    """Return who uses a symbol, tests apart."""
    found = list_users(asker.context, symbol)
    tests = [edge for edge in found.edges if is_from_test(edge)]
    others = [edge for edge in found.edges if not is_from_test(edge)]
    return {
        "callers": build_edge_rows(asker.context, others[:MOST_CALLERS], incoming=True),
        "callers_total": len(others),
        "callers_counted": build_counts(found.counted),
        "tests": build_edge_rows(asker.context, tests[:MOST_TESTS], incoming=True),
        "tests_total": len(tests),
        "possible": found.possible,
        "mentioned": found.mentions,
        "users": "callers" if found.are_callers else "references",
    }


def list_callers(asker: Asker, given: Parameters) -> Json:
    found = asker.ask("callers", symbol=_take(given, "id"), limit=UNFOLDED, all=given.get("all") == "1")
    edges = [step.edge for step in found.steps]
    return {"rows": build_edge_rows(asker.context, edges, incoming=True), "total": found.total}


def list_callees(asker: Asker, given: Parameters) -> Json:
    found = asker.ask("callees", symbol=_take(given, "id"), limit=UNFOLDED, all=given.get("all") == "1")
    edges = [step.edge for step in found.steps]
    return {"rows": build_edge_rows(asker.context, edges, incoming=False), "total": found.total}


def show_knowledge(asker: Asker, given: Parameters) -> Json:
    """Return what is known about a symbol.

    Without one, return what needs a look in the whole repository."""
    if given.get("id"):
        answer = asker.ask("symbol", symbol=given["id"])
        symbol: SymbolRow = answer.details.symbol
        related = asker.ask("memory decisions", file=symbol.path)
        shown = {note.id for note in answer.knowledge}
        return {
            "symbol": convert_symbol(symbol),
            "knowledge": to_json(answer.knowledge),
            "decisions": [_shorten_note(row) for row in related.decisions if row.id not in shown][:HITS],
        }
    stale = asker.ask("memory stale")
    newest = asker.ask("memory list", limit=UNFOLDED)
    asker.context.index()
    return {
        "symbol": None,
        "checked": stale.checked,
        "stale": [
            {"memory": _shorten_note(row.memory), "anchors": to_json(row.anchors), "since": row.since}
            for row in stale.stale[:WORKLIST]
        ],
        "stale_total": len(stale.stale),
        "newest": [_shorten_note(row) for row in newest.memories],
        "total": newest.total,
    }


def _shorten_note(row: Any) -> Json:
    text = row.content
    return {
        "id": row.id,
        "kind": row.kind,
        "status": row.status,
        "text": cut_text(text, 600),
        "created_at": row.created_at,
        "updated_at": row.updated_at,
        "verified_at": row.verified_at,
        "tags": list(row.tags),
        "revision": row.revision,
    }


def show_changes(asker: Asker, given: Parameters) -> Json:
    """Return the symbols that the work tree changes.

    That takes a part of the time of a report."""
    base = given.get("base") or find_base(asker.context.index().root)
    found = asker.ask("changes", base=base, limit=CHANGED)
    return {
        "base": found.base,
        "changes": [
            {
                "change": str(row.change),
                "symbol": {"id": row.id, "kind": str(row.kind), "qualname": row.qualname, "file": row.path},
                "line": row.line,
            }
            for row in found.changes
        ],
        "total": found.total,
        "files": found.files,
    }


def show_branch(asker: Asker, given: Parameters) -> Json:
    """Return what the work tree changes against a base."""
    root = asker.context.index().root
    base = given.get("base") or find_base(root)
    report = asker.ask("impact", base=base, limit=CHANGED)
    changed = [{**to_json(row), "before_id": row.before} for row in report.changed]  # type: ignore[dict-item]
    found = to_json(report._replace(changed=(), affected=(), not_analysed=report.not_analysed[:WORKLIST]))
    assert isinstance(found, dict)
    return {
        **found,
        "asked_base": base,
        "bases": list_bases(root),
        "changed": changed,
        "affected": [
            {
                "symbol": convert_symbol(row.symbol),
                "depth": row.depth,
                "weakest": str(row.weakest),
                "cause": row.cause,
                "via": [_name(edge.target) for edge in row.path],
                "before": row.before,
            }
            for row in report.affected
        ],
    }


def _name(node: Any) -> str:
    return node.qualname or getattr(node, "path", "")


def show_path(asker: Asker, given: Parameters) -> Json:
    """Return the way from one symbol to another, or where it stops."""
    source, target = _take(given, "a"), _take(given, "b")
    found = asker.ask("path", source=source, target=target)
    result: Json = {
        "source": convert_symbol(found.source),
        "target": convert_symbol(found.target),
        "start": convert_symbol(found.start),
        "kinds": [str(kind) for kind in found.kinds],
        "steps": build_edge_rows(asker.context, found.edges, incoming=False),
        "from": [convert_symbol(edge.source) for edge in found.edges if isinstance(edge.source, SymbolRow)],
        "backwards": found.backwards,
        "mentions": to_json(found.name_mentions),
    }
    if found.edges or found.source.node == found.target.node:
        return result
    outward = asker.ask("callees", symbol=found.source.id, limit=0)
    inward = asker.ask("callers", symbol=found.target.id, limit=0)
    unproven = asker.ask("unresolved", name=found.target.name, limit=UNFOLDED)
    return {
        **result,
        "stops": {
            "callees_total": outward.total,
            "unresolved": build_unresolved_rows(asker.context, outward.unresolved[:UNFOLDED]),
            "unresolved_total": len(outward.unresolved),
            "callers_total": inward.total,
            "callers": build_edge_rows(asker.context, [step.edge for step in inward.steps[:HITS]], incoming=True),
            "unproven": build_unresolved_rows(asker.context, unproven.rows),
            "unproven_total": unproven.total,
        },
    }


def show_routes(asker: Asker, given: Parameters) -> Json:
    """Return routes with their ends, and what is unanswered and undecided."""
    found = asker.ask("routes", words=given.get("q", "").strip(), path=given.get("path", ""))
    first = min(_read_number(given, "from"), max(0, found.total - 1))
    missed = (found.unanswered[:UNFOLDED], found.undecided[:UNFOLDED])
    unanswered, undecided = (build_unresolved_rows(asker.context, rows) for rows in missed)
    return {
        "routes": [_build_route(row) for row in found.routes[first : first + MOST_ROUTES]],
        "first": first,
        "total": found.total,
        "known": found.known,
        "unanswered": unanswered,
        "unanswered_total": len(found.unanswered),
        "undecided": undecided,
        "undecided_total": len(found.undecided),
        "frameworks": [model.title for model in load_models() if model.is_server] if not found.known else [],
    }


def _build_route(route: Route) -> Json:
    protocol, _, name = route.endpoint.qualname.partition(":")
    method, _, path = name.partition(" ") if protocol == "http" else (protocol, "", name)
    return {
        "endpoint": convert_symbol(route.endpoint),
        "method": method,
        "path": path,
        "framework": route.framework,
        "handlers": build_end_rows(route.handlers[:MOST_ENDS], incoming=False),
        "handlers_total": len(route.handlers),
        "requests": build_end_rows(route.requests[:MOST_ENDS], incoming=True),
        "requests_total": len(route.requests),
        "tests": build_end_rows(route.tests[:MOST_ENDS], incoming=True),
        "tests_total": len(route.tests),
    }


def show_status(asker: Asker, given: Parameters) -> Json:
    """Return the totals of the index, the files it has only partly, and who watches."""
    from codegraph.watch.control import read_status as watch_status

    del given
    answer = asker.ask("status", files=True)
    stats = answer.stats
    watching = watch_status(asker.context.index().root, asker.context.config)
    return {
        "root": stats.root,
        "generation": stats.generation,
        "indexed_at": stats.indexed_at,
        "files": stats.file_count,
        "symbols": stats.symbol_count,
        "edges": stats.edge_count,
        "externals": stats.externals,
        "unresolved": stats.unresolved,
        "disk_bytes": stats.disk_bytes,
        "vectors": to_json(stats.vectors),
        "mix": to_json(answer.mix),
        "not_analysed": to_json(stats.not_analysed),
        "partial": [
            {"path": row.path, "status": str(row.status), "reason": row.reason, "lines": row.lines, "size": row.size}
            for row in answer.files[:WORKLIST]
        ],
        "partial_total": len(answer.files),
        "watch": {
            "running": watching.running,
            "pid": watching.pid,
            "backend": watching.state.backend if watching.state else "",
            "behind": watching.behind,
            "problem": watching.problem,
        },
    }


def show_cycles(asker: Asker, given: Parameters) -> Json:
    del given
    found = asker.ask("cycles", limit=UNFOLDED)
    cycles = [
        {
            "kind": cycle.kind,
            "size": cycle.size,
            "members": [convert_symbol(row) for row in cycle.members[:HITS]],
            "lines": [edge.lines[0] if edge.lines else 0 for edge in cycle.edges[:HITS]],
        }
        for cycle in found.cycles
    ]
    return {"cycles": cycles, "total": found.total}


def show_dead_code(asker: Asker, given: Parameters) -> Json:
    found = asker.ask("dead-code", path=given.get("path", ""), limit=WORKLIST)
    rows = [
        {"symbol": convert_symbol(row.symbol), "reason": row.reason, "category": row.category} for row in found.symbols
    ]
    return {"rows": rows, "total": found.total, "spared": found.spared, "public": found.public}


def show_unresolved(asker: Asker, given: Parameters) -> Json:
    name = given.get("name", "")
    found = asker.ask("unresolved", name=name, path=given.get("path", ""), limit=UNFOLDED)
    rows = build_unresolved_rows(asker.context, found.rows) if name or given.get("path") else []
    return {"rows": rows, "total": found.total, "names": [list(each) for each in found.names]}


def show_checks(asker: Asker, given: Parameters) -> Json:
    del given
    return {"checks": to_json(asker.ask("doctor").checks)}


def show_ranking(asker: Asker, given: Parameters) -> Json:
    """Return the symbols that the rest depends on most."""
    found = asker.ask("rank", path=given.get("path", ""), limit=HITS)
    rows = [{"symbol": convert_symbol(row.symbol), "incoming": row.incoming} for row in found.ranked]
    return {"rows": rows, "total": found.total}


def show_map(asker: Asker, given: Parameters) -> Json:
    from codegraph.ui.map_view import build_map

    return build_map(asker, given.get("path", ""), given.get("measure", "churn"), given.get("ratio", ""))


VIEWS: Final[Mapping[str, Callable[[Asker, Parameters], Json]]] = {
    "names": search_names,
    "text": search_text,
    "notes": search_notes,
    "symbol": show_symbol,
    "callers": list_callers,
    "callees": list_callees,
    "known": show_knowledge,
    "changes": show_changes,
    "branch": show_branch,
    "path": show_path,
    "routes": show_routes,
    "map": show_map,
    "rank": show_ranking,
    "status": show_status,
    "cycles": show_cycles,
    "dead-code": show_dead_code,
    "unresolved": show_unresolved,
    "checks": show_checks,
}
"""Views of the page, by the last part of their address."""


def _take(given: Parameters, name: str) -> str:
    value = given.get(name, "").strip()
    if not value:
        raise InvalidError(f"the address lacks `{name}`", hint="search for a symbol with /")
    return value


def _read_number(given: Parameters, name: str) -> int:
    """Return the number that an address names, 0 where it names none."""
    value = given.get(name, "")
    return int(value) if value.isdecimal() and len(value) < 10 else 0
