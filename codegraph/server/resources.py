"""Resources: documents that a client may attach.

They are a symbol, a file's outline and the state of the index.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple
from urllib.parse import unquote

from codegraph.errors import NotFoundError
from codegraph.operations.capabilities import BY_NAME, load_handler
from codegraph.operations.context import Context
from codegraph.operations.requests import StatusRequest
from codegraph.operations.tools.tool_table import ServedTool, find_tool
from codegraph.query_results import SymbolRow
from codegraph.render.text.text_layout import format_count
from codegraph.server.call import Call, run
from codegraph.server.reply import Outcome, strip_controls
from codegraph_parsers.notebook import format_range

SCHEME = "codegraph://"
STATUS = SCHEME + "status"
PROFILE = "memory://recall"
MOST_ROWS = 1_000


class Template(NamedTuple):
    uri: str
    name: str
    about: str


TEMPLATES = (
    Template(SCHEME + "symbol/{id}", "symbol", "A symbol: signature, source, callers and callees."),
    Template(SCHEME + "file/{path}", "file", "The outline of a file: what it defines, and on which lines."),
)
PROFILE_ABOUT = "Promoted facts about the user and this project, grouped by kind."
STATUS_ABOUT = "The index of this repository: what it holds, and how fresh it is."


def read_resource(uri: str, call: Call) -> str:
    """Return the text of a resource of the client's repository.

    Raises the errors of opening the repository, and NotFoundError for an unknown resource.
    """
    if uri == STATUS:
        return call.say(_run_and_close(call, _describe_status))
    if uri == PROFILE:
        return _format_profile(call)
    kind, _, rest = uri.removeprefix(SCHEME).partition("/")
    name = unquote(rest)
    if uri.startswith(SCHEME) and kind == "symbol" and name:
        outcome: Outcome = run(ServedTool("code_symbol", find_tool("code_symbol")), {"symbol": name}, call)
        if outcome.is_error:
            raise NotFoundError(outcome.text.removeprefix("error: "))
        return outcome.text
    if uri.startswith(SCHEME) and kind == "file" and name:
        return _run_and_close(call, lambda context: _format_outline(context, name))
    known = ", ".join((STATUS, PROFILE, *(t.uri for t in TEMPLATES)))
    raise NotFoundError(f"no resource {uri[:200]!r}", hint=f"there are {known}")


def _format_profile(call: Call) -> str:
    from codegraph.operations.review.delivery import build_block  # of a server of other toolsets, hardly ever asked for

    try:
        return strip_controls(build_block(call.open_without_index()))
    finally:
        call.close()


def _run_and_close(call: Call, make: Callable[[Context], list[str]]) -> str:
    try:
        return strip_controls("\n".join(make(call.open_context())))
    finally:
        call.close()


def _describe_status(context: Context) -> list[str]:
    from codegraph.render.text.maintenance import format_status

    answer = load_handler(BY_NAME["status"])(context, StatusRequest())
    return [*format_status(answer.results), *(f"warning: {w}" for w in answer.warnings)]


def _format_outline(context: Context, path: str) -> list[str]:
    index = context.index()
    row = index.find_file(path)
    symbols = [s for s in index.list_file_symbols(path) if s.qualname]
    lines = [
        f"{row.path} · {row.language or 'text'} · {format_count(row.lines, 'line')} · {row.status} "
        f"{row.reason}".rstrip()
    ]
    lines += [_format_row(symbol) for symbol in symbols[:MOST_ROWS]]
    if len(symbols) > MOST_ROWS:
        lines.append(f"shown {MOST_ROWS:,} of {len(symbols):,} symbols")
    return lines


def _format_row(symbol: SymbolRow) -> str:
    depth = symbol.qualname.replace("::", ".").count(".")
    lines = format_range(symbol.start_line, symbol.end_line, symbol.cells)
    return f"{'  ' * depth}{lines}  {symbol.name}  {symbol.kind}"
