"""Tools over published repositories, for people with tokens.

A call sees the repositories of its token and no others: what names a repository is looked up among them alone, and each
has a home folder of its own, so that nothing that a tool does there can reach another one.
"""

from __future__ import annotations

import logging
import threading
import time
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, cast

from mcp_types import (
    CallToolRequestParams,
    CallToolResult,
    CompleteRequestParams,
    CompleteResult,
    ListToolsResult,
    PaginatedRequestParams,
    ReadResourceRequestParams,
    ReadResourceResult,
)

from codegraph.errors import CodegraphError, ConfigError, InvalidError, NotFoundError
from codegraph.operations.access.access_tokens import AccessToken
from codegraph.operations.context import Context
from codegraph.operations.memory.memory_context import declare_folder
from codegraph.operations.tools.tool_spec import Effect, Toolset
from codegraph.operations.tools.tool_table import ServedTool
from codegraph.publication.bases import Base, Bases, PublishedRepository
from codegraph.query.index import Index
from codegraph.query_results import Freshness
from codegraph.server.app import Request, Surface, build_result, describe
from codegraph.server.audit import AuditEntry
from codegraph.server.call import Call, build_failure
from codegraph.server.deliveries import Deliveries
from codegraph.server.repositories import MOST_IDLE, Repositories
from codegraph.server.request_admission import TOKEN_KEY, Gate
from codegraph.settings.config import Config
from codegraph.store.layout import get_index_folder
from codegraph.workspace.member_repositories import Place

if TYPE_CHECKING:
    from codegraph.indexing.pipeline import Progress

_CALL_KEY: Final = "codegraph.repositories"
MOST_PLACES: Final = 200
"""Repositories that one question is answered over: each of them is opened for it."""

_SHOWN: Final = 20
"""Repositories that an error names."""

logger = logging.getLogger("codegraph.server")


class PublishedRepositories:
    """The repositories at a place, and their open indexes.

    It is safe to use from several threads."""

    def __init__(self, bases: Bases, *, most_open: int) -> None:
        """List the repositories.

        Raises PublicationError."""
        self._bases = bases
        self._most_open = most_open
        self._listed = tuple(bases.list_repositories())
        logger.warning("%d repositories are published at %s", len(self._listed), bases.url)
        self._known: dict[str, Base] = {}
        self._idle: OrderedDict[str, list[Index]] = OrderedDict()  # by repository, the one asked last at the end
        self._pulling: dict[str, threading.Lock] = {}
        self._lock = threading.Lock()
        self._is_over = threading.Event()

    def list_for(self, token: AccessToken) -> list[PublishedRepository]:
        """Return the repositories in the namespaces of a token."""
        return [each for each in self._listed if token.is_for(each.repository_id, each.name)]

    def open_base(self, repository: PublishedRepository) -> Base:
        """Return the base of a repository, pulled when it is asked for the first time.

        Raises NotFoundError, PublicationError, StorageError.
        """
        key = repository.repository_id
        base = self._known.get(key)
        if base is not None:
            return base
        with self._lock:
            turn = self._pulling.setdefault(key, threading.Lock())
        with turn:
            return self._known.get(key) or self._remember(self._bases.pull(repository))

    def _remember(self, base: Base) -> Base:
        declare_folder(base.root, base.repository.repository_id)
        self._known[base.repository.repository_id] = base
        return base

    @contextmanager
    def follow_in_background(self, every_s: float) -> Iterator[None]:
        """Follow new publications in a thread while the block runs.

        Everything is closed after it."""
        following = threading.Thread(target=self.follow, args=(every_s,), daemon=True)
        following.start()
        try:
            yield
        finally:
            self.close()

    def follow(self, every_s: float) -> None:
        """Pull what is published anew, again and again, until `close`.

        Only repositories that somebody asked for are followed. What goes wrong is logged, and the base before answers.
        """
        while not self._is_over.wait(every_s):
            try:
                self._listed = tuple(self._bases.list_repositories())
            except CodegraphError as error:
                logger.warning("the place cannot be listed: %s", error.message)
                continue
            for repository in self._listed:
                if repository.repository_id in self._known and not self._is_over.is_set():
                    self._pull_again(repository)

    def _pull_again(self, repository: PublishedRepository) -> None:
        try:
            self._remember(self._bases.pull(repository))
        except CodegraphError as error:
            logger.warning("%s stays as it is: %s", repository.name, error.message)

    def take_index(self, base: Base) -> Index:
        """Return an open index of a base, for one caller.

        Raises the errors of opening an index."""
        key = base.repository.repository_id
        with self._lock:
            idle = self._idle.setdefault(key, [])
            self._idle.move_to_end(key)
            found = idle.pop() if idle else None
            closing = self._evict()
        for index in closing:
            index.close()
        if found is None:
            return Index.open(base.root, base.config)
        if found.generation == get_index_folder(base.config.home, base.root).get_current():
            return found
        found.close()
        return Index.open(base.root, base.config)

    def _evict(self) -> list[Index]:
        """Forget the indexes of the repositories that were not asked for longest."""
        closing: list[Index] = []
        while len(self._idle) > self._most_open:
            closing += self._idle.popitem(last=False)[1]
        return closing

    def give_index_back(self, base: Base, index: Index) -> None:
        """Keep an index open for the next caller, or close it."""
        with self._lock:
            idle = self._idle.get(base.repository.repository_id)
            if idle is not None and len(idle) < MOST_IDLE:
                idle.append(index)
                return
        index.close()

    def close(self) -> None:
        """End `follow`, and close what is open."""
        self._is_over.set()
        with self._lock:
            closing = [index for idle in self._idle.values() for index in idle]
            self._idle.clear()
        for index in closing:
            index.close()


@dataclass(slots=True)
class GrantedRepositories(Repositories):
    """The repositories of a token, for one call.

    They have names and ids, and no paths: nothing but what the token grants is ever looked at."""

    published: PublishedRepositories | None = None
    token: AccessToken | None = None
    asked: list[str] = field(default_factory=list)  # repositories that the call named
    _bases: dict[Path, Base] = field(default_factory=dict)

    def list_roots(self, client: Sequence[Path] = ()) -> tuple[Path, ...]:
        del client
        return tuple(self._bases)

    def resolve_repository(self, asked: str | None, client: Sequence[Path] = ()) -> Path:
        """Return the folder of a repository of the token, by its name or id.

        Raises InvalidError, NotFoundError, and the errors of pulling it.
        """
        del client
        assert self.published is not None and self.token is not None
        granted = self.published.list_for(self.token)
        named = granted if asked is None or not asked.strip() else [each for each in granted if asked in each]
        self.asked.append(named[0].name if len(named) == 1 else asked or "")
        if len(named) != 1:
            raise self._explain(asked, named, granted)
        base = self.published.open_base(named[0])
        self._bases[base.root] = base
        return base.root

    def is_allowed(self, folder: Path, client: Sequence[Path] = ()) -> bool:
        del client
        return folder in self._bases

    def list_places(self) -> list[Place]:
        """Return the bases of all repositories of the token.

        Each is pulled when it is asked for the first time."""
        assert self.published is not None and self.token is not None
        places: list[Place] = []
        granted = self.published.list_for(self.token)
        for repository in granted[:MOST_PLACES]:
            try:
                base = self.published.open_base(repository)
            except CodegraphError as error:
                places.append(Place(Path(repository.name), Config(Path()), error.message))
                continue
            self._bases[base.root] = base
            places.append(Place(base.root, base.config))
        said = f"a workspace of the server has at most {MOST_PLACES:,} repositories"
        return [*places, *(Place(Path(each.name), Config(Path()), said) for each in granted[MOST_PLACES:])]

    def resolve_folder(self, asked: str, client: Sequence[Path] = ()) -> Path:
        return self.resolve_repository(asked, client)

    @staticmethod
    def _explain(
        asked: str | None, named: list[PublishedRepository], granted: list[PublishedRepository]
    ) -> CodegraphError:
        listed = ", ".join(each.name for each in granted[:_SHOWN]) + (", …" if len(granted) > _SHOWN else "")
        if not granted:
            return NotFoundError(
                "no published repository is in the namespaces of this token", hint="whoever gave it can add some"
            )
        if not named:
            return NotFoundError(
                f"no repository {(asked or '')[:80]!r} for this token", hint=f"`repo` is one of {listed}"
            )
        if asked is None or not asked.strip():
            return InvalidError("several repositories may be meant", hint=f"say which as `repo`: {listed}")
        ids = ", ".join(each.repository_id for each in named[:_SHOWN])
        return InvalidError(f"several repositories are called {asked[:80]!r}", hint=f"give an id as `repo`: {ids}")

    def open(
        self, folder: Path, progress: Progress | None = None, *, surface: str = "mcp", starts_index: bool = True
    ) -> Context:
        """Open a context on the base of a repository.

        It is as fresh as what is published."""
        del starts_index
        assert self.published is not None
        base = self._bases[folder]
        index = self.published.take_index(base)
        context = Context(folder, base.config, progress, index, Freshness(index.generation, 0.0), surface=surface)
        context.list_places = self.list_places
        return context

    def make_context(self, folder: Path, progress: Progress | None = None) -> Context:
        return self.open(folder, progress)  # there is always an index, which no tool may take for outdated

    def close_context(self, context: Context) -> None:
        self.give_back(context)

    def give_back(self, context: Context) -> None:
        assert self.published is not None
        index, context.opened, context.freshness = context.opened, None, None
        if index is not None:
            self.published.give_index_back(self._bases[context.repo], index)
        context.close()

    def start_indexing(self, folder: Path) -> None:
        """Start nothing: indexes come from the place."""


@dataclass(frozen=True)
class TeamSurface(Surface):
    """Handlers that answer each person by their token.

    They write down who asked for what."""

    published: PublishedRepositories = field(kw_only=True)
    gate: Gate = field(kw_only=True)

    async def list_tools(self, request: Request, params: PaginatedRequestParams | None) -> ListToolsResult:
        token = _get_token(request)
        offered = [o for o in self.offered.values() if token.may_write or o.tool.effect is Effect.READS]
        return ListToolsResult(tools=[describe(o, structured=self.structured) for o in offered])

    async def call_tool(self, request: Request, params: CallToolRequestParams) -> CallToolResult:
        found = self.offered.get(params.name)
        with self._audit(request, params.name, "cancelled") as ending:
            if found is not None and found.tool.effect is not Effect.READS and not ending.token.may_write:
                ending.status = "no right to write"
                return build_result(build_failure("this token may only read", "ask for one with `--write`"))
            result = await super().call_tool(request, params)
            ending.status = "error" if result.is_error else "ok"
            return result

    async def read_resource(self, request: Request, params: ReadResourceRequestParams) -> ReadResourceResult:
        with self._audit(request, "resource", "error") as ending:
            result = await super().read_resource(request, params)
            ending.status = "ok"
            return result

    async def complete(self, request: Request, params: CompleteRequestParams) -> CompleteResult:
        with self._audit(request, "completion", "error") as ending:
            result = await super().complete(request, params)
            ending.status = "ok"
            return result

    async def make_call(self, request: Request) -> Call:
        granted = GrantedRepositories(Path("/"), (), False, published=self.published, token=_get_token(request))
        _get_scope(request)[_CALL_KEY] = granted
        offered = tuple(self.offered.values())
        return Call(granted, (), None, offered, structured=self.structured, deliveries=Deliveries())

    @contextmanager
    def _audit(self, request: Request, tool: str, status: str) -> Iterator[_Ending]:
        """Write down who asked for what in the block, and how that ended.

        That is `status` unless the block says otherwise."""
        ending, began = _Ending(_get_token(request), status), time.monotonic()
        try:
            yield ending
        finally:
            granted = _get_scope(request).get(_CALL_KEY)
            asked = granted.asked[-1:] if isinstance(granted, GrantedRepositories) else []
            took = round((time.monotonic() - began) * 1000)
            token = ending.token
            entry = AuditEntry(token.person, token.id, tool, "".join(asked), took, ending.status)
            self.gate.audit.write(entry, time.time())


@dataclass(slots=True)
class _Ending:
    """The end of a request, and the token that it was made with."""

    token: AccessToken
    status: str


def require_default_tools(offered: Sequence[ServedTool]) -> None:
    """Check that all tools are of the default toolset.

    Others take paths and projects that a token knows nothing of. Raises ConfigError."""
    other = next((o for o in offered if o.tool.toolset is not Toolset.DEFAULT), None)
    if other is not None:
        raise ConfigError(
            f"{other.name} is of the toolset {other.tool.toolset}, which no token limits",
            hint="serve published repositories with the tools of the toolset `default`",
        )


def _get_scope(request: Request) -> dict[str, Any]:
    return cast("dict[str, Any]", cast("Any", request.request).scope)


def _get_token(request: Request) -> AccessToken:
    """Return the token that the gate let in with this very request."""
    return _get_scope(request)[TOKEN_KEY]
