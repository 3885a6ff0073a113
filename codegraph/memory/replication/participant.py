"""Memory shared with a team, as one home folder takes part in it.

Everything is read from the local database and written to it first. A write is sent when it is durable there, if the
server can be reached within a moment; else it is queued. What others wrote is read before a recall, at most once in
some seconds.
"""

from __future__ import annotations

import json
import os
import threading
import time
from collections.abc import Sequence
from contextlib import closing, suppress
from pathlib import Path
from typing import Any, Final, NamedTuple

from codegraph.errors import CodegraphError, ConfigError, InvalidError, LockedError, ReplicationError
from codegraph.memory import write_validation
from codegraph.memory.memory_engine import MemoryEngine
from codegraph.memory.replication.exchange import ExchangeResult, has_new_events, open_exchange, scan
from codegraph.store.memory.connection import get_database_path, get_memory_folder
from codegraph.store.memory.database import MemoryDatabase
from codegraph.store.memory.postgres import Member, ServerState, TeamDatabase
from codegraph.store.memory.reader import Reader
from codegraph.store.memory.replica import SharedNamespace

REFRESH_S: Final = 5.0
"""Seconds in which a recall does not read again what others wrote."""

RETRY_S: Final = 30.0
"""Seconds in which a write is only queued after the server could not be used."""

ROLES: Final = ("reader", "writer", "owner")


class LastExchange(NamedTuple):
    """Outcome of the last exchange of a home folder.

    Times are seconds since 1970, 0 for never.
    """

    tried_at: float = 0.0
    done_at: float = 0.0
    problem: str = ""
    hint: str = ""
    refused: int = 0  # events of others that were refused, all exchanges together


class Share(NamedTuple):
    """Namespace that this home shares."""

    namespace: str
    role: str  # of this login, "" for none or unknown
    events: int
    queued: int
    members: tuple[Member, ...] = ()


class Team:
    """The part of a home folder in the memory of a team, used by one thread at a time."""

    def __init__(self, home: Path, uri: str) -> None:
        self.home = home
        self.server = TeamDatabase(uri)
        self._engine = MemoryEngine(home, actor="sync")
        self._lock = threading.Lock()

    # what happens by itself

    def send(self) -> CodegraphError | None:
        """Send what was just written, if that is quick.

        Return why somebody has to do something before it can be sent, or else that it is queued.
        """
        with self._lock:
            before = self._count_queue()
            queued = self._queue_new_events()
            if not queued:
                return None
            problem = None if self._has_tried_within(RETRY_S, failed=True) else self._try()
            if problem is None and queued > before and (waiting := self._count_queue()):
                return _build_queue_notice(waiting, read_last_exchange(self.home).problem)
            return problem

    def refresh(self) -> CodegraphError | None:
        """Read what others wrote, unless that was done a moment ago."""
        with self._lock:
            if self._has_tried_within(REFRESH_S) or self._has_tried_within(RETRY_S, failed=True):
                return None
            if not get_database_path(self.home).exists() or not self._list_shared():
                return None
            return self._try()

    def _try(self) -> CodegraphError | None:
        try:
            done = self._exchange()
        except LockedError:  # another process exchanges, or writes for long
            return None
        except CodegraphError as error:
            return None if isinstance(error, ReplicationError) and error.is_outage else error
        return next(iter(done.problems), None)

    # what is asked for

    def sync(self) -> ExchangeResult:
        """Exchange now.

        Raises ReplicationError, InstallationError, LockedError.
        """
        with self._lock:
            return self._exchange()

    def share(self, namespace: str, roles: Sequence[tuple[str, str]] = ()) -> tuple[Share, ExchangeResult]:
        """Share a namespace, give members their roles in it, and exchange.

        Raises InvalidError for a name or a role, and ReplicationError when this login has no right to the namespace.
        """
        write_validation.check_name(namespace, "namespace")
        for member, role in roles:
            if role not in (*ROLES, "none"):
                raise InvalidError(f"{member} cannot be {role!r}", hint=f"one of: {', '.join(ROLES)}, none")
        with self._lock:
            server = self.server.open(create=True)
            role = self.server.claim(namespace)
            if not role:
                raise ReplicationError(
                    f"{server.member} has no right to the namespace {namespace}",
                    hint=f"ask an owner to run `codegraph memory share {namespace} --member {server.member}=writer`",
                )
            for member, given in roles:
                self.server.set_role(namespace, member, "" if given == "none" else given)
            self._put_shared(namespace, server)
            done = self._exchange()
            return self._describe_share(namespace, self.server.list_members([namespace]), role), done

    def _put_shared(self, namespace: str, server: ServerState) -> None:
        with self._engine.database.write() as state:
            shared = {each.namespace: each for each in state.list_shared_namespaces()}
            known = state.read_team_value("database")
            if known and known != server.id:
                if shared:
                    raise ReplicationError(
                        f"{', '.join(shared)} is shared in another database than `memory_uri` names",
                        hint="correct `memory_uri`, or `codegraph memory unshare` it first",
                    )
                state.forget_all_positions()
            state.put_team_value("database", server.id)
            if not state.read_team_value("home"):
                state.put_team_value("home", self._engine.noise(8).hex())
            if namespace not in shared:
                state.put_shared_namespace(SharedNamespace(namespace, 0, "", 0))

    def inspect(self) -> tuple[ServerState, list[Share], float]:
        """Return the state of the server, the namespaces, and the skew of the clock.

        The skew is in seconds. Raises ReplicationError, InstallationError.
        """
        with self._lock:
            server = self.server.open()
            skew = (self._engine.clock() - server.now) / 1_000_000
            names = [each.namespace for each in self._list_shared()]
            roles, members = self.server.list_roles(), self.server.list_members(names)
            found = [
                self._describe_share(name, [m for m in members if m.namespace == name], roles.get(name, ""))
                for name in names
            ]
            return server, found, skew

    def close(self) -> None:
        with self._lock:
            self.server.close()
            self._engine.close()

    def _describe_share(self, namespace: str, members: Sequence[Member], role: str) -> Share:
        with self._engine.database.read() as state:
            return _build_share(state, namespace, members, role)

    def _list_shared(self) -> list[SharedNamespace]:
        with self._engine.database.read() as state:
            return state.list_shared_namespaces()

    def _count_queue(self) -> int:
        with self._engine.database.read() as state:
            return sum(state.count_queued(each.namespace) for each in state.list_shared_namespaces())

    def _queue_new_events(self) -> int:
        """Queue what was written, and return the number of events that wait."""
        with self._engine.database.read() as state:
            late = has_new_events(state)
        if late:
            with self._engine.database.write() as state:
                scan(state, state.read_team_value("home"))
        return self._count_queue()

    def _exchange(self) -> ExchangeResult:
        """Exchange, and note how it went for other processes and for `memory doctor`."""
        last = read_last_exchange(self.home)
        now = time.time()
        self._queue_new_events()  # so that it is known what waits if the server cannot be used
        try:
            with open_exchange(self._engine, self.server) as exchange:
                done = exchange.run()
        except LockedError:
            raise
        except CodegraphError as error:
            self._note(last._replace(tried_at=now, problem=error.message, hint=error.hint))
            raise
        problem = next(iter(done.problems), None)
        told = ("", "") if problem is None else (problem.message, problem.hint)
        self._note(LastExchange(now, now, *told, last.refused + done.refused))
        return done

    def _has_tried_within(self, seconds: float, *, failed: bool = False) -> bool:
        last = read_last_exchange(self.home)
        return 0 <= time.time() - last.tried_at < seconds and (not failed or last.tried_at != last.done_at)

    def _note(self, last: LastExchange) -> None:
        path = _get_note_path(self.home)
        fresh = path.with_name(f".{path.name}.{os.getpid()}")
        with suppress(OSError):  # on a disk that cannot be written nothing is sent either
            fresh.write_text(json.dumps(last._asdict()), encoding="utf-8")
            fresh.replace(path)


def _build_queue_notice(waiting: int, problem: str) -> ReplicationError:
    """Return that a write is durable here, and not acknowledged by the team's memory."""
    why = f" ({problem})" if problem else ""
    return ReplicationError(
        f"queued, {waiting:,} event{'s wait' if waiting != 1 else ' waits'} for the team's memory{why}",
        hint="they are sent with a later write or `codegraph memory sync`; `codegraph memory doctor` lists what waits",
        is_outage=True,
    )


def list_shares(home: Path) -> list[Share]:
    """Return what a home folder shares, as far as is known without the server."""
    with _open_database(home) as database, database.read() as state:
        return [_build_share(state, each.namespace) for each in state.list_shared_namespaces()]


def stop_sharing(home: Path, namespace: str) -> int:
    """Share a namespace no longer; all of it stays here.

    Return how many events were never sent. Raises InvalidError for a namespace that is not shared.
    """
    with _open_database(home) as database, database.write() as state:
        if namespace not in {each.namespace for each in state.list_shared_namespaces()}:
            raise InvalidError(f"{namespace} is not shared", hint="`codegraph memory doctor` lists what is")
        queued = state.count_queued(namespace)
        state.drop_shared_namespace(namespace)
        return queued


def _open_database(home: Path) -> closing[MemoryDatabase]:
    return closing(MemoryDatabase(home))


def _build_share(state: Reader, namespace: str, members: Sequence[Member] = (), role: str = "") -> Share:
    return Share(namespace, role, state.count_shared(namespace), state.count_queued(namespace), tuple(members))


def _get_note_path(home: Path) -> Path:
    return get_memory_folder(home) / "team.json"


def read_last_exchange(home: Path) -> LastExchange:
    """Return how the last exchange of a home folder went."""
    try:
        found: Any = json.loads(_get_note_path(home).read_text(encoding="utf-8"))
        return LastExchange(**{name: found[name] for name in LastExchange._fields})
    except (OSError, ValueError, KeyError, TypeError):
        return LastExchange()


_LOCK = threading.Lock()
_KEPT: dict[tuple[Path, str], Team] = {}
"""One for each home and database: a process keeps its connection."""


def find_team(home: Path, uri: str) -> Team | None:
    """Return the team that a setting names, None without one."""
    if not uri:
        return None
    with _LOCK:
        key = (home, uri)
        if key not in _KEPT:
            _KEPT[key] = Team(home, uri)
        return _KEPT[key]


def require_team(home: Path, uri: str) -> Team:
    """Return the team that a setting names.

    Raises ConfigError without one.
    """
    team = find_team(home, uri)
    if team is None:
        raise ConfigError(
            "no team's memory is set",
            hint="set CODEGRAPH_MEMORY_URI=postgresql://USER@HOST/DATABASE, or `memory_uri` in your settings file; "
            "see docs/team-memory.md",
        )
    return team
