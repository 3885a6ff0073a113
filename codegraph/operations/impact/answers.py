"""Content of a report about a change.

Lists are cut to the request's limit; totals count everything.
"""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from codegraph.analysis.risk import Risk
from codegraph.analysis.symbol_differences import ChangeKind
from codegraph.graph_model import Resolution
from codegraph.operations.runners.test_commands import RunList
from codegraph.operations.workspace_answers import WorkspaceAnswer
from codegraph.query_results import EdgeRow, SymbolRow, UnanalysedLanguage


class State(NamedTuple):
    """One side of the comparison. `commit` is "" for what is no commit."""

    label: str
    commit: str


class FileCounts(NamedTuple):
    added: int
    removed: int
    modified: int
    same_code: int  # of the modified: only comments, layout or documentation changed

    @property
    def total(self) -> int:
        return self.added + self.removed + self.modified


class BrokenUse(NamedTuple):
    """A use of a changed symbol that the change left as it was, in the newer state.

    `certain`: it does not fit any more; else it may not, and somebody must look."""

    symbol: SymbolRow  # whose code it is
    lines: tuple[int, ...]
    reason: str
    certain: bool


class EntryKind(StrEnum):
    """Kinds of entry points, the most outward first."""

    ROUTE = "route"
    COMMAND = "command"
    HANDLER = "handler"  # a framework or a library calls it
    MAIN = "main"
    SCRIPT = "script"


class EntryPoint(NamedTuple):
    """The beginning of a run that leads to a changed symbol.

    `label` is the route, the name of the command, the handler, or the path of the script."""

    symbol: SymbolRow
    kind: EntryKind
    label: str


class ChangedSymbol(NamedTuple):
    """Changed symbol.

    `symbol` is its newer state, or the last one if it was removed. `members` of it changed in the same way and have no
    row of their own. `broken` are symbols with uses that do not fit any more; `uses` are these and those that may not
    fit, the certain ones first. `covered` means that a recorded run ran it; it counts as tested even if the record does
    not say by which test.
    """

    symbol: SymbolRow
    change: ChangeKind
    before: str  # its id before, "" for an added one
    edited: bool  # a moved or renamed one whose syntax changed, too
    public: bool
    risk: Risk
    dependents: int
    files: int
    tests: int
    broken: tuple[str, ...]
    broken_total: int
    members: int
    covered: bool = False
    generated: bool = False  # nobody wrote its file by hand
    heading: str = ""  # as it is now, or was last
    old_heading: str = ""  # "" where it is the same
    uses: tuple[BrokenUse, ...] = ()
    uses_total: int = 0
    demanded: bool = False  # a member that every implementation of an exported type must have since the change
    entries: tuple[EntryPoint, ...] = ()  # from which it is run, tests apart; the nearest first
    entries_total: int = 0

    @property
    def after_exists(self) -> bool:
        """Return whether `symbol` is of the newer state."""
        return self.change is not ChangeKind.REMOVED


class BrokenSymbol(NamedTuple):
    """A changed symbol whose uses do not fit it any more, or may not.

    `symbol` is its newer state, or the last one if it was removed."""

    symbol: SymbolRow
    change: ChangeKind
    uses: tuple[BrokenUse, ...]


class Affected(NamedTuple):
    """Symbol that the change may affect.

    `path` leads from the symbol to the changed one, `weakest` is the resolution of its weakest edge. `cause` is the id
    of the changed symbol. `before` means that the evidence is in the older state, because the used symbol was removed.
    """

    symbol: SymbolRow
    depth: int
    weakest: Resolution
    cause: str
    path: tuple[EdgeRow, ...]
    before: bool


class RunnableTest(NamedTuple):
    """Test that the change reaches, or that is known to have run changed code.

    Depth 0 means that the test itself changed. `weakest` is the resolution of the weakest edge of its path, `observed`
    when only a recorded run knows it; then the depth is 1. A class stands for the tests that it inherits.
    """

    symbol: SymbolRow
    depth: int
    weakest: Resolution | None  # None at depth 0
    cause: str
    observed: bool = False  # a recorded run of it ran what changed
    titles: tuple[str, ...] = ()  # of a file whose tests have titles: those that are reached


class Note(NamedTuple):
    """A memory anchored to touched code or to a dependent of it.

    `state` is what the change does to that code."""

    id: str
    kind: str
    status: str
    text: str
    target: str  # symbol id or path it is anchored to
    state: str  # changed | moved | gone | file changed; of unchanged code: suspect | depends on it
    created_at: int  # microseconds since 1970
    because: str = ""  # what a suspect one rests on


class NotAnalysed(NamedTuple):
    """A file that differs and is not analysed.

    `language` is set for code in a language without a resolver."""

    path: str
    reason: str
    language: str = ""
    tier: str = ""  # of the language


class NewCycle(NamedTuple):
    """Files that import each other in a circle, and did not before."""

    files: tuple[str, ...]
    size: int  # files in the whole component; `files` is its shortest round trip


class Surface(NamedTuple):
    """Something that code outside the repository relies on, such as an endpoint."""

    kind: str  # endpoint | OpenAPI | Protobuf | GraphQL | … | migration | exported type
    path: str
    line: int  # 0 for the whole file
    said: str
    clients: tuple[str, ...] = ()  # functions of the repository that request an endpoint, tests apart


class CoChangedFile(NamedTuple):
    """File that is unchanged although it usually changes with `changed`.

    It changed in `together` of the last `commits` commits that touched `changed`. The evidence is the history, not the
    code.
    """

    file: str
    changed: str
    together: int
    commits: int
    share: float


class Gate(NamedTuple):
    """`value` is what was measured; a gate fails when its condition holds."""

    condition: str
    value: float
    failed: bool


class ChangeReport(NamedTuple):
    base: State
    head: State
    files: FileCounts
    risk: float  # the highest of any symbol
    changed: tuple[ChangedSymbol, ...]  # with broken uses first, then the riskiest; tests apart
    changed_total: int
    untested_public: int
    affected: tuple[Affected, ...]  # nearest first
    affected_total: int
    affected_files: int
    depth: int
    complete: bool  # False: stopped at the most dependents a report counts
    tests: tuple[RunnableTest, ...]
    tests_total: int
    notes: tuple[Note, ...]
    notes_total: int
    cycles: tuple[NewCycle, ...]
    not_analysed: tuple[NotAnalysed, ...]
    not_analysed_total: int
    gates: tuple[Gate, ...]
    co_changes: tuple[CoChangedFile, ...] = ()  # surest first
    co_changes_total: int = 0
    run: RunList | None = None  # the tests as a runner takes them, when asked for
    generated_total: int = 0  # of the changed symbols, those in `generated_files`; they come last in `changed`
    generated_files: int = 0
    not_analysed_languages: tuple[UnanalysedLanguage, ...] = ()  # of the files that differ, most files first
    surfaces: tuple[Surface, ...] = ()  # the most outward first
    surfaces_total: int = 0
    link_form: str = ""  # address of a line, with `{commit}`, `{path}` and `{line}` to fill in; "" where none is known
    test_commands: tuple[str, ...] = ()  # shell commands that run `tests`, one a runner
    elsewhere: WorkspaceAnswer | None = None  # clients in other repositories of what became incompatible

    @property
    def empty(self) -> bool:
        """Nothing that runs has changed, and nothing was left out."""
        return not (self.changed_total or self.tests_total or self.not_analysed_total or self.cycles)
