"""Parts of answers that are in other repositories of a workspace."""

from typing import NamedTuple

from codegraph.graph_model import EdgeKind, Resolution
from codegraph.query_results import MemberRow, SymbolRow


class WorkspacePlace(NamedTuple):
    """A symbol of a repository of the workspace, in the generation that was read.

    `portable_id` is "" for what no package exports."""

    repository: str
    repository_id: str
    generation: int
    symbol: SymbolRow
    portable_id: str = ""


class WorkspaceStep(NamedTuple):
    """An edge from or to a symbol of another repository of the workspace.

    `symbol` is the end in that repository, `target` the id of what is called, `lines` are those of the call.
    `is_outgoing`: the symbol is what is called."""

    repository: str
    repository_id: str
    generation: int
    symbol: SymbolRow
    target: str
    kind: EdgeKind
    resolution: Resolution
    lines: tuple[int, ...]
    depth: int
    portable_id: str = ""
    is_outgoing: bool = False


class WorkspaceHop(NamedTuple):
    """An edge of a path through repositories; `lines` are in the file of the source."""

    source: WorkspacePlace
    target: WorkspacePlace
    kind: EdgeKind
    resolution: Resolution
    lines: tuple[int, ...]


class WorkspaceAnswer(NamedTuple):
    """The part of an answer that is in other repositories."""

    members: tuple[MemberRow, ...]  # all repositories of the workspace, with the state of each
    steps: tuple[WorkspaceStep, ...] = ()
    places: tuple[WorkspacePlace, ...] = ()  # symbols of other repositories that a question names
    hops: tuple[WorkspaceHop, ...] = ()  # of a path
    is_complete: bool = True  # False: the walk ended at the most steps
