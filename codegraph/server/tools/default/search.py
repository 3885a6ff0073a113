"""`code_search`: places that answer a query, best first, a page at a time."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from codegraph.operations.answers import Answer, SearchAnswer
from codegraph.operations.capabilities import BY_NAME, load_handler
from codegraph.operations.requests import SearchRequest
from codegraph.operations.search import find_mentions_asked
from codegraph.query_results import CodeHit
from codegraph.render.text.finding import describe_hit_kind, format_location
from codegraph.render.text.text_layout import summarize_mentions
from codegraph.server.call import Call
from codegraph.server.cursor import Place as PagePlace
from codegraph.server.cursor import decode, encode
from codegraph.server.reply import Draft, Rendering
from codegraph.server.tools.default.models import Lines, SearchInput, SearchOutput
from codegraph.server.tools.default.wording import format_heading, is_fresh, list_halves, list_other_warnings


def search(call: Call, request: SearchInput) -> Draft:
    context = call.open_context(request.repo)
    generation = context.index().generation
    question = f"code_search\0{request.query}\0{request.kind}\0{request.path}"
    start = decode(request.cursor, question, generation)
    asked = SearchRequest(request.query, request.kind, request.path, start + request.limit)
    answer: Answer[SearchAnswer] = load_handler(BY_NAME["search"])(context, asked)
    found = answer.results.hits[start:]
    first = [format_heading(context, answer), *list_other_warnings(answer)]
    mentions = None if start else find_mentions_asked(context.index(), request.query, found)
    last = [f"{summarize_mentions(mentions)}; code_symbol lists them"] if mentions is not None else []
    root = str(context.index().root)

    def step(count: int) -> Callable[[], Rendering]:
        def rendering() -> Rendering:
            rows = found[:count]
            more = answer.results.more or count < len(found)
            cursor = encode(PagePlace(generation, start + len(rows)), question) if more and rows else None
            data = SearchOutput(
                root, generation, is_fresh(answer), len(rows), more, tuple(map(_get_lines, rows)), cursor
            )
            return Rendering([*first, *_format_answer(answer.results, rows, cursor), *last], data)

        return rendering

    return Draft([step(count) for count in list_halves(len(found))])


def _get_lines(hit: CodeHit) -> Lines:
    return Lines(hit.symbol.id, hit.file, hit.start, hit.end)


def _format_answer(answer: SearchAnswer, rows: Sequence[CodeHit], cursor: str | None) -> list[str]:
    if not rows:
        near = f"; names like it: {', '.join(answer.near)}" if answer.near else ""
        return [f"nothing found for {answer.query!r}{near}; try other words or part of a name, or grep"]
    lines = [f"{format_location(hit)}  {hit.name}  {describe_hit_kind(hit)}".rstrip() for hit in rows]
    if cursor is not None:
        lines.append(f"shown {len(rows)}; next: code_search with cursor {cursor}, or narrow by path or kind")
    return lines
