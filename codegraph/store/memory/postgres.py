"""Log of a team's memory in PostgreSQL, as a login of it reads and writes it.

psycopg is an optional part of the installation, and loaded only where the setting `memory_uri` is set.
"""

from __future__ import annotations

import json
import re
import socket
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any, Final, NamedTuple
from urllib.parse import urlsplit, urlunsplit

from codegraph.errors import ConfigError, ReplicationError
from codegraph.runtime.optional_packages import require_package
from codegraph.store.memory.postgres_schema import (
    CREATE_LOCK,
    EVENT_LOCK,
    OLDEST_SERVER,
    SCHEMA,
    SCHEMA_VERSION,
    SETUP,
)

if TYPE_CHECKING:
    import psycopg

SCHEMES: Final = ("postgresql", "postgres")
CONNECT_S: Final = 2
"""Seconds that libpq waits for a connection: its least."""

PROBE_S: Final = 0.5
"""Seconds in which a server has to accept a connection before a write waits for it."""

STATEMENT_S: Final = 30
LOCK_S: Final = 5
"""Seconds that a statement and the wait for a lock may take: a write waits for them."""

_KEEPALIVE: Final = {
    "tcp_user_timeout": 5_000, "keepalives_idle": 5, "keepalives_interval": 2, "keepalives_count": 3,
}  # fmt: skip
"""Options of a connection by which a network that has gone is noticed within seconds."""


class TeamEvent(NamedTuple):
    """Event of the team's log.

    The payload of one that was erased is None.
    """

    position: int
    home: str
    number: int
    member: str
    namespace: str
    at: int
    kind: str
    subject: str
    operation: str
    actor: str
    payload: str | None
    digest: str


class OutgoingEvent(NamedTuple):
    """Event on its way into the team's log."""

    namespace: str
    number: int
    at: int
    kind: str
    subject: str
    operation: str
    actor: str
    payload: str
    digest: str


_TYPES: Final = {"number": "bigint", "at": "bigint"}
"""Types of the columns of outgoing events that are no texts."""


class ServerState(NamedTuple):
    """State of the database, as a connection tells it."""

    id: str  # of this database: another one has another history
    version: int  # of the server, as it numbers it
    member: str  # name of the login
    now: int  # microseconds since 1970, by its clock


class Member(NamedTuple):
    namespace: str
    member: str
    role: str  # reader, writer, owner


def hide_password(uri: str) -> str:
    """Return the address of a database without its password."""
    parts = urlsplit(uri)
    if "@" not in parts.netloc:
        return uri
    user, _, place = parts.netloc.rpartition("@")
    return urlunsplit(parts._replace(netloc=f"{user.partition(':')[0]}@{place}"))


def load_driver() -> Any:
    """Return the module psycopg.

    Raises InstallationError when it is not installed.
    """
    require_package("psycopg", "`memory_uri`", "memory on this machine works without")
    import psycopg

    return psycopg


class TeamDatabase:
    """Connection to the database of a team, opened when it is needed.

    Every method raises ReplicationError, and then the connection is closed.
    """

    def __init__(self, uri: str) -> None:
        if urlsplit(uri).scheme not in SCHEMES:
            raise ConfigError(
                f"`memory_uri` is {hide_password(uri)!r}", hint="it must begin with postgresql://, or be empty"
            )
        self.uri = uri
        self._connection: psycopg.Connection | None = None
        self._state: ServerState | None = None

    def open(self, *, create: bool = False) -> ServerState:
        """Connect, and return the state of the database.

        `create` makes the schema where there is none.
        """
        if self._connection is not None and self._state is not None:
            with suppress(ReplicationError), self._translate_errors():
                return self._read_state(self._connection)
            # The server was restarted, or the network was away: there may be a connection again.
        with self._translate_errors():
            connection = self._connect()
            self._check_version(connection)
            self._check_schema(connection, create)
            self._state = self._read_state(connection)
            return self._state

    def _read_state(self, connection: psycopg.Connection) -> ServerState:
        row = connection.execute(
            f"SELECT (SELECT value FROM {SCHEMA}.meta WHERE key = 'id'), session_user::text, "
            "(extract(epoch FROM clock_timestamp()) * 1000000)::bigint"
        ).fetchone()
        assert row is not None
        return ServerState(row[0], connection.info.server_version, row[1], row[2])

    def _connect(self) -> psycopg.Connection:
        if self._connection is not None and not self._connection.closed:
            return self._connection
        psycopg = load_driver()
        self._probe(psycopg)
        self._state = None
        connection: psycopg.Connection = psycopg.connect(
            self.uri, autocommit=True, prepare_threshold=None, connect_timeout=CONNECT_S,
            application_name="codegraph", **_KEEPALIVE,
        )  # fmt: skip
        self._connection = connection
        connection.execute(f"SET statement_timeout = '{STATEMENT_S}s'".encode())
        connection.execute(f"SET lock_timeout = '{LOCK_S}s'".encode())
        return connection

    def _probe(self, psycopg: Any) -> None:
        """Find out quickly that nobody listens: libpq waits for seconds."""
        try:
            parts = psycopg.conninfo.conninfo_to_dict(self.uri)
        except psycopg.Error as error:
            raise ConfigError(
                f"`memory_uri` is no address of a database: {_get_first_line(error)}",
                hint="such as postgresql://anna@db.example.com/team",
            ) from error
        host, port = str(parts.get("host", "")), str(parts.get("port", "") or _get_default_port(psycopg))
        if not host or host.startswith("/") or "," in host or not port.isdecimal():
            return
        try:
            socket.create_connection((host, int(port)), timeout=PROBE_S).close()
        except OSError as error:
            raise self._build_outage(f"{host}:{port}: {error.strerror or error}") from error

    def _check_version(self, connection: psycopg.Connection) -> None:
        version = connection.info.server_version
        if version < OLDEST_SERVER:
            raise ReplicationError(
                f"{hide_password(self.uri)} is PostgreSQL {version // 10_000}, and memory needs "
                f"{OLDEST_SERVER // 10_000} or newer",
                hint="update the server; what you write stays on this machine and is sent after that",
            )

    def _check_schema(self, connection: psycopg.Connection, create: bool) -> None:
        found = connection.execute(f"SELECT to_regclass('{SCHEMA}.meta') IS NOT NULL").fetchone()
        if not (found and found[0]):
            if not create:
                raise ReplicationError(
                    f"{hide_password(self.uri)} holds no memory yet",
                    hint="`codegraph memory share NAMESPACE` creates it, as a login that may create a schema",
                )
            self._create_schema(connection)
        row = connection.execute(f"SELECT value FROM {SCHEMA}.meta WHERE key = 'schema'").fetchone()
        version = str(row[0]) if row else "none"
        if version == str(SCHEMA_VERSION):
            return
        newer = version.isdecimal() and int(version) > SCHEMA_VERSION
        raise ReplicationError(
            f"the memory in {hide_password(self.uri)} has format {version}, and this codegraph knows {SCHEMA_VERSION}",
            hint="update codegraph on this machine; memory on it works on, and is sent after that"
            if newer
            else "ask whoever owns the database to put its last backup back: the table `meta` is damaged",
        )

    def _create_schema(self, connection: psycopg.Connection) -> None:
        with connection.transaction():
            connection.execute("SELECT pg_advisory_xact_lock(%s)", (CREATE_LOCK,))
            found = connection.execute(f"SELECT to_regclass('{SCHEMA}.meta') IS NOT NULL").fetchone()
            if not (found and found[0]):
                connection.execute(SETUP.encode())

    # rights

    def register(self, home: str) -> int:
        """Bind a home folder to this login, and return its number among the homes.

        The result is 0 when another login has it.
        """
        return self._call("enroll_home", home) or 0

    def claim(self, namespace: str) -> str:
        """Return the role of this login in a namespace, "" for none.

        A namespace without members gets this login as its owner.
        """
        return self._call("claim_namespace", namespace) or ""

    def set_role(self, namespace: str, member: str, role: str) -> None:
        """Give a login a role in a namespace, or none with ""."""
        self._call("set_role_of", namespace, member, role)

    def list_members(self, namespaces: Sequence[str]) -> list[Member]:
        """Return the members of namespaces, as far as this login may know them."""
        sql = (
            f"SELECT namespace, member::text, role FROM {SCHEMA}.members WHERE namespace = ANY(%s) "
            "ORDER BY namespace, member"
        )
        return [Member(*row) for row in self._select(sql, (list(namespaces),))]

    def list_roles(self) -> dict[str, str]:
        """Return the role of this login by namespace."""
        sql = f"SELECT namespace, role FROM {SCHEMA}.members WHERE member = session_user"
        return {row[0]: row[1] for row in self._select(sql, ())}

    def _call(self, name: str, *values: object) -> Any:
        marks = ", ".join(["%s"] * len(values))
        rows = self._select(f"SELECT {SCHEMA}.{name}({marks})", values)
        return rows[0][0]

    def _select(self, sql: str, values: Sequence[object]) -> list[Any]:
        with self._translate_errors():
            return self._connect().execute(sql.encode(), values).fetchall()

    # the log

    @contextmanager
    def append_alone(self) -> Iterator[None]:
        """Open a transaction in which nobody else appends to the log."""
        with self._translate_errors():
            connection = self._connect()
            with connection.transaction():
                connection.execute("SELECT pg_advisory_xact_lock(%s)", (EVENT_LOCK,))
                yield

    def read_events(self, after: Mapping[str, int], limit: int) -> list[TeamEvent]:
        """Return the next events of namespaces, each after a position, in their order."""
        sql = (
            "SELECT e.position, e.home, e.number, e.member::text, e.namespace, e.at, e.kind, e.subject, e.operation, "
            f"e.actor, e.payload::text, e.digest FROM {SCHEMA}.events e "
            "JOIN unnest(%s::text[], %s::bigint[]) AS w(namespace, position) "
            "ON e.namespace = w.namespace AND e.position > w.position ORDER BY e.position LIMIT %s"
        )
        return [TeamEvent(*row) for row in self._select(sql, (list(after), list(after.values()), limit))]

    def read_marks(self, positions: Mapping[str, int]) -> dict[str, str]:
        """Return what identifies the event at a position of each namespace."""
        sql = (
            f"SELECT e.namespace, e.home || '/' || e.number FROM {SCHEMA}.events e "
            "JOIN unnest(%s::text[], %s::bigint[]) AS w(namespace, position) "
            "ON e.namespace = w.namespace AND e.position = w.position"
        )
        return {row[0]: row[1] for row in self._select(sql, (list(positions), list(positions.values())))}

    def append(self, home: str, events: Sequence[OutgoingEvent]) -> dict[int, int]:
        """Append events of a home, and return their positions by number.

        Events that are there already keep their positions.
        """
        shape = ", ".join(f"{name} {_TYPES.get(name, 'text')}" for name in OutgoingEvent._fields)
        # One text in place of an array a column: the driver would quote every item in Python.
        sql = (
            f"INSERT INTO {SCHEMA}.events(home, namespace, number, at, kind, subject, operation, actor, payload, "
            "digest) SELECT %s, namespace, number, at, kind, subject, operation, actor, payload::json, digest "
            f"FROM ROWS FROM (json_to_recordset(%s::json) AS ({shape})) WITH ORDINALITY ORDER BY ordinality "
            "ON CONFLICT (home, number) DO NOTHING"
        )
        rows = json.dumps([event._asdict() for event in events], ensure_ascii=False)
        with self._translate_errors():
            self._connect().execute(sql.encode(), (home, rows))
        numbers = [event.number for event in events]
        known = f"SELECT number, position FROM {SCHEMA}.events WHERE home = %s AND number = ANY(%s)"
        return dict(self._select(known, (home, numbers)))

    def erase(self, home: str, event: OutgoingEvent) -> int:
        """Erase the text of a memory from the log.

        Return the position of the event that says so.
        """
        values = (event.at, event.operation, event.actor, event.payload, event.digest)
        marks = "%s, %s, %s, %s, %s, %s, %s, %s::json, %s"
        sql = f"SELECT {SCHEMA}.erase_memory({marks})"
        return self._select(sql, (event.namespace, home, event.number, event.subject, *values))[0][0]

    # failures

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()
        self._connection = self._state = None

    @contextmanager
    def _translate_errors(self) -> Iterator[None]:
        """Translate failures of the driver and of the network.

        The connection is closed after one.
        """
        psycopg = load_driver()
        try:
            yield
        except psycopg.Error as error:
            self.close()
            raise self._explain(error) from error
        except OSError as error:
            self.close()
            raise self._build_outage(str(error)) from error
        except ReplicationError:
            self.close()
            raise

    def _build_outage(self, why: str) -> ReplicationError:
        return ReplicationError(
            f"the team's memory at {hide_password(self.uri)} cannot be reached ({why})",
            hint="nothing is lost: what you write is kept here and sent when it can be reached again",
            is_outage=True,
        )

    def _explain(self, error: Any) -> ReplicationError:
        place, said, state = hide_password(self.uri), _get_first_line(error), error.sqlstate or ""
        kept = "what you write is kept on this machine and sent after that"
        if state.startswith("28") or re.search(r"authentication failed|no password supplied|no pg_hba", said):
            return ReplicationError(
                f"{place} refuses this login ({said})",
                hint=f"correct the user in `memory_uri`, or the password in PGPASSWORD or ~/.pgpass; {kept}",
            )
        if state == "3D000" or re.search(r'(database|role) ".*" does not exist', said):
            return ReplicationError(f"{place}: {said}", hint=f"create it, or correct `memory_uri`; {kept}")
        if state in ("53100", "53200"):
            return ReplicationError(f"{place} is full ({said})", hint=f"free space on the server; {kept}")
        if state == "53300" or "too many" in said:
            return ReplicationError(
                f"{place} has no connection left ({said})", hint=f"raise max_connections; {kept}", is_outage=True
            )
        if state == "42501":
            return ReplicationError(f"{place} does not permit this: {said}", hint="ask an owner of the namespace")
        if state.startswith("42") or state == "55000":
            return ReplicationError(f"{place}: {said}", hint="see `codegraph memory doctor`")
        if state == "25006":
            return ReplicationError(
                f"{place} can only be read ({said})",
                hint=f"name the primary server in `memory_uri`, or let the database be written; {kept}",
            )
        if state in ("57P03", "55P03", "57014") or not state or state.startswith(("08", "57P")):
            return self._build_outage(said)
        return ReplicationError(f"{place}: {said}", hint=f"see `codegraph memory doctor`; {kept}")


def _get_default_port(psycopg: Any) -> str:
    """Return the port of an address that names none, as libpq does."""
    ports = (option.val for option in psycopg.pq.Conninfo.get_defaults() if option.keyword == b"port")
    return (next(ports, None) or b"").decode()


def _get_first_line(error: BaseException) -> str:
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return (lines or [type(error).__name__])[0][:300]
