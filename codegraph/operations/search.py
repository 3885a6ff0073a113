"""Searching code: what answers a question, whatever words it uses."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from codegraph.embed.terms import list_terms
from codegraph.errors import NotFoundError
from codegraph.operations.answers import Answer, NameMentions, SearchAnswer
from codegraph.operations.context import Context
from codegraph.operations.mentions import find_mentions
from codegraph.operations.path_filter import build_path_filter, warn_if_unmatched
from codegraph.operations.requests import SearchRequest
from codegraph.query.index import Index
from codegraph.query_results import CodeAnswer, CodeHit
from codegraph_parsers.file_facts import SymbolKind

if TYPE_CHECKING:
    from codegraph.search.query import Query

MOST: Final = 500
"""Hits an answer holds at most, whatever the limit."""

FEW_MENTIONS: Final = 10
"""Mentions of a name that an answer lists beside its hits."""

MOST_TOLD: Final = 5
"""Words of a query that are listed."""


def search(context: Context, request: SearchRequest) -> Answer[SearchAnswer]:
    answer = find_places(context, request)
    if context.surface != "cli":
        return answer
    from codegraph.search.query import parse_query

    index, found = context.index(), answer.results
    asked = parse_query(request.query)
    mentions = find_mentions_asked(index, request.query, found.hits)
    hits = tuple(_add_line(index, asked, hit) for hit in found.hits)
    return answer._replace(results=found._replace(hits=hits, name_mentions=mentions))


def find_places(context: Context, request: SearchRequest) -> Answer[SearchAnswer]:
    """Return the places that answer a question, without the line that says most of it."""
    index = context.index(load=_load)
    found = index.search_code(
        request.query,
        limit=min(request.limit or MOST, MOST),
        kinds=tuple(SymbolKind(kind) for kind in request.kind),
        languages=request.lang,
        path=build_path_filter(request.path, index.root) if request.path else None,
        tests=request.tests,
        explain=request.explain,
        lexical=request.lexical,
    )
    warnings = describe_vectors(found.problem, found.vectors_behind)
    if not found.hits:
        warnings += warn_if_unmatched(index, request.path)
    answer = SearchAnswer(request.query, found.kind, found.hits, found.more, found.near, found.absent.weak)
    return context.answer(answer, *list_notices(found), *warnings, names_only=found.names_only)


def describe_vectors(problem: str, behind: int) -> tuple[str, ...]:
    """Return a warning about vectors that an answer lacks."""
    if problem:
        return (f"answered without vectors: {problem}; run `codegraph index`",)
    if not behind:
        return ()
    files = f"{behind} file{'s' * (behind != 1)}"
    return (f"vectors of {files} are behind, which were found by words; run `codegraph index`",)


def find_mentions_asked(index: Index, query: str, hits: Sequence[CodeHit]) -> NameMentions | None:
    """Return the places that mention the name a query consists of.

    Returns None for a query of other words, and for a name whose uses are edges."""
    name = query.strip()
    asked = (hit.symbol for hit in hits if name and name in (hit.symbol.name, hit.symbol.qualname))
    return find_mentions(index, list(asked)[:1], FEW_MENTIONS)


def _add_line(index: Index, asked: Query, hit: CodeHit) -> CodeHit:
    """Return the hit with the line that has most terms of the query.

    Of equal lines the definition is taken, else the first. Lines in front of the definition are not looked at, because
    the hit is shown from there on.
    """
    defined = hit.symbol.line if hit.symbol.qualname else 0
    start = defined if hit.start <= defined <= hit.end else hit.start
    try:
        lines = index.read_lines(hit.file, start, hit.end).text.split("\n")
    except NotFoundError:
        return hit

    def rate(at: int) -> tuple[float, bool, bool]:
        found = asked.terms.keys() & set(list_terms([lines[at]]))
        return sum(asked.terms[term] for term in sorted(found)), start + at == defined, bool(lines[at].strip())

    best = max(range(len(lines)), key=rate, default=0)
    text = lines[best].strip() if lines else ""
    return hit._replace(line=start + best, text=" ".join(text.split())) if text else hit


def list_notices(found: CodeAnswer) -> tuple[str, ...]:
    """Return notices about an answer when the index does not have words of the query."""
    absent = found.absent
    if not absent.words:
        return ()
    nowhere_here = f"{_format_words(absent.words)} {'occurs' if len(absent.words) == 1 else 'occur'} nowhere here"
    near = f"; names like {'it' if len(absent.words) == 1 else 'them'}: {', '.join(found.near)}" if found.near else ""
    if not absent.others:
        return (f"{nowhere_here}: found by meaning alone{near}",)
    only = f"by {_format_words(absent.others)} alone"
    if absent.weak:
        return (f"nothing here answers this: {nowhere_here}; the nearest was found {only}{near}",)
    return (f"{nowhere_here}: found without {'it' if len(absent.words) == 1 else 'them'}{near}",)


def _format_words(words: Sequence[str]) -> str:
    shown = ", ".join(f"`{word}`" for word in words[:MOST_TOLD])
    return f"{shown} and {len(words) - MOST_TOLD} more" if len(words) > MOST_TOLD else shown


def _load() -> None:
    import codegraph.search.search_engine  # noqa: F401
