"""Requests and structured answers of the default tools.

The text is what a model reads; the structured part is small, and for programs: ids, places, totals, the cursor.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from codegraph.memory.memory_model import CODEMEM_KINDS
from codegraph.memory.write_validation import MAX_CONTENT
from codegraph.operations.parameter import Request, argument, option
from codegraph.operations.requests import KINDS, LONGEST_DIFF
from codegraph.server.reply import DEFAULT_TOKENS, FEWEST_TOKENS, MOST_TOKENS

WRITTEN = tuple(str(kind) for kind in CODEMEM_KINDS)
FactValue = object
"""A text, a number or a boolean; a field that is itself called `object` hides the name of the type."""
SYMBOL = "name, suffix, id or FILE:LINE"


def _limit(default: int, most: int) -> Any:
    return option("", default=default, low=1, high=most)


def _declare_cursor() -> Any:
    return option("next page", default="")


def _declare_repo() -> Any:
    return option("folder of the repository", default=None)


def _declare_max_tokens() -> Any:
    return option("", default=DEFAULT_TOKENS, low=FEWEST_TOKENS, high=MOST_TOKENS)


def _declare_workspace() -> Any:
    return option("also other indexed repositories", default=False)


class Place(NamedTuple):
    """Symbol: `id` is accepted wherever a symbol is asked for."""

    id: str
    kind: str
    line: int


class SearchInput(Request):
    query: str = argument("words, a name, or a question")
    kind: tuple[str, ...] = option("", default=(), choices=KINDS)
    path: str = option("folder, file or glob", default="")
    limit: int = _limit(20, 100)
    cursor: str = _declare_cursor()
    repo: str | None = _declare_repo()
    max_tokens: int = _declare_max_tokens()


class Lines(NamedTuple):
    """Lines of a file, and the symbol that they are or are part of."""

    id: str
    file: str
    start: int
    end: int


class SearchOutput(NamedTuple):
    root: str
    generation: int
    fresh: bool
    shown: int
    more: bool
    hits: tuple[Lines, ...]
    cursor: str | None = None


class SymbolInput(Request):
    symbol: str = argument(SYMBOL)
    limit: int = _limit(20, 200)
    repo: str | None = _declare_repo()
    max_tokens: int = _declare_max_tokens()


class SymbolOutput(NamedTuple):
    root: str
    generation: int
    fresh: bool
    symbol: Place
    file: str
    end_line: int
    signature: str
    callers: int
    callees: int
    not_analysed: dict[str, int] = {}  # languages without a resolver: files
    also: tuple[str, ...] = ()  # ids of other definitions of the name, such as tests
    mentions: int | None = None  # places that have its name, where no edge tells who uses it


class ImpactInput(Request):
    symbol: str = argument(SYMBOL + "; or a file", default="")
    base: str = option("or a revision: what changed since", default="")
    head: str = option("", default="")
    diff: str = option("or a diff", default="", longest=LONGEST_DIFF)
    depth: int = option("", default=3, low=1, high=10)
    workspace: bool = _declare_workspace()
    repo: str | None = _declare_repo()
    max_tokens: int = _declare_max_tokens()


class ImpactOutput(NamedTuple):
    """Impact of a symbol, or of the symbols in a change."""

    root: str
    generation: int
    fresh: bool
    dependents: int
    files: int
    tests: tuple[str, ...]  # ids of tests that reach it
    tests_total: int
    possible: int  # unresolved calls of the same name
    symbol: Place | None = None
    changed: tuple[str, ...] | None = None
    risk: float | None = None
    missing_co_changes: tuple[str, ...] = ()
    not_analysed: dict[str, int] = {}  # languages without a resolver: files of the repository or the change
    also: tuple[str, ...] = ()  # ids of other definitions of the name, such as tests
    mentions: int | None = None  # places that have its name, where no edge tells who uses it


class ExploreInput(Request):
    query: str = argument("a question, or the names of one or two symbols")
    path: str = option("folder, file or glob", default="")
    limit: int = _limit(8, 30)
    workspace: bool = _declare_workspace()
    repo: str | None = _declare_repo()
    max_tokens: int = _declare_max_tokens()


class ExploreOutput(NamedTuple):
    root: str
    generation: int
    fresh: bool
    symbols: tuple[Place, ...]
    path: tuple[str, ...]
    dependents: int  # of the first symbol
    tests: int
    left_out: int


class MemoryRecallInput(Request):
    query: str = argument("a question; without one the newest are listed", default="")
    about: tuple[str, ...] = option("symbols or files", default=())
    kind: str = option("", default="", choices=("", *WRITTEN))
    since: str = option("a day or time", default="")
    limit: int = _limit(8, 50)
    repo: str | None = _declare_repo()
    max_tokens: int = _declare_max_tokens()


class Remembered(NamedTuple):
    id: str
    kind: str
    score: float
    stale: tuple[str, ...]  # anchors whose code changed, moved or is gone
    amended_by: tuple[str, ...] = ()  # ids of later memories that change it


class MemoryRecallOutput(NamedTuple):
    total: int
    memories: tuple[Remembered, ...]


class FactInput(Request):
    subject: str
    predicate: str
    object: FactValue
    valid_from: str = ""
    valid_to: str = ""


class MemoryWriteInput(Request):
    content: str = argument("what to remember, in a sentence or two", default="", longest=MAX_CONTENT)
    kind: str = option("", default="context", choices=WRITTEN)
    about: tuple[str, ...] = option("symbols, files or commits", default=())
    supersedes: str = option("id of the memory this replaces", default="")
    facts: tuple[FactInput, ...] = option("what `content` states, as you read it", default=(), most=50)
    undo: str = option("instead: take a write back, by its token or `last`", default="")
    repo: str | None = _declare_repo()
    max_tokens: int = _declare_max_tokens()


class Missing(NamedTuple):
    """Name in `about` without an anchor, and ids that it may mean."""

    name: str
    candidates: tuple[str, ...]


class Amends(NamedTuple):
    """Earlier memory that a new one changes."""

    id: str
    why: str
    disagrees: bool  # both are rules in force that cannot both be followed


class MemoryWriteOutput(NamedTuple):
    id: str
    created: bool
    anchors: tuple[str, ...]
    superseded: str | None
    unanchored: tuple[Missing, ...] = ()
    amends: tuple[Amends, ...] = ()
    near: tuple[str, ...] = ()  # ids of others about the same code or subject
    facts: tuple[str, ...] = ()  # ids
    token: str = ""  # undoes it
    restored: int | None = None  # changes that an undo took back


class MemoryFeedbackInput(Request):
    used: tuple[str, ...] = option("ids of memories that you used", default=())
    outcome: str = option("how the task ended", default="", choices=("", "worked", "failed", "mixed"))
    verified: tuple[str, ...] = option("ids of memories that you checked and still hold", default=())
    run: str = option("your own id of the task", default="")
    note: str = option("", default="")
    repo: str | None = _declare_repo()
    max_tokens: int = _declare_max_tokens()


class MemoryFeedbackOutput(NamedTuple):
    run: str  # "" where it was about none
    outcome: str
    used: tuple[str, ...]
    others: int  # delivered in the run and not used
    verified: tuple[str, ...]
    token: str


class MemoryTimelineInput(Request):
    about: tuple[str, ...] = option("symbols, files or topics", default=())
    since: str = option("a day, time, or `yesterday`", default="")
    until: str = option("", default="")
    limit: int = _limit(20, 100)
    repo: str | None = _declare_repo()
    max_tokens: int = _declare_max_tokens()


class Happened(NamedTuple):
    at: str
    id: str
    kind: str
    what: str  # stored, changed
    amends: tuple[str, ...] = ()
    replaces: tuple[str, ...] = ()
    superseded: bool = False
    amended: bool = False
    stale: tuple[str, ...] = ()


class MemoryTimelineOutput(NamedTuple):
    total: int
    entries: tuple[Happened, ...]
