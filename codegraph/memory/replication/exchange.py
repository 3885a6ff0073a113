"""Exchange of shared events with the database of a team.

    scan ──▶ queue: own events of shared namespaces that the team's database has not acknowledged
    read ──▶ events of others are appended to the log here and applied
    append ──▶ the queue, under the lock that orders the team's log, after everything before it was read

Each step can be repeated: an event is known by the home that wrote it and its number there. When an event of another
home changes what a queued one changes as well, the projections are made again in the order of the team's log.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from codegraph.errors import CodegraphError, CredentialError, DamagedStoreError, ReplicationError, StorageError
from codegraph.memory import events
from codegraph.memory.erasure import BACKUP_WAIT_S, erase_copies, redact_memory
from codegraph.memory.event_application import apply
from codegraph.memory.event_codec import decode_event, get_subject
from codegraph.memory.events import MemoryEvent, RecordedEvent
from codegraph.memory.hygiene.credentials import screen, screen_metadata
from codegraph.memory.memory_engine import MemoryEngine, Recording, decode, replay, replay_memories
from codegraph.memory.memory_model import AMENDS, Memory, Relationship
from codegraph.memory.notes import Draft, link, store
from codegraph.memory.replication.sharing_scope import SHARED_KINDS, compute_digest, find_namespace, list_keys
from codegraph.store.lock import hold_writer_lock
from codegraph.store.memory.backup import get_backup_lock
from codegraph.store.memory.postgres import OutgoingEvent, ServerState, TeamDatabase, TeamEvent
from codegraph.store.memory.reader import LogRow, Reader
from codegraph.store.memory.replica import SharedEvent, SharedNamespace
from codegraph.store.memory.writer import Writer

BATCH: Final = 2_000
LARGEST_SKEW_S: Final = 300
"""Seconds that the clock of a machine may differ from the server's: the times of what it wrote would be wrong."""

LAGGING: Final = 1_000
"""Local events after which it is noted how far they were looked at, though none was shared."""

_ERASED: Final = events.MemoryErased.__name__
_TEXTS: Final = (events.MemoryStored.__name__, events.MemoryRevised.__name__)
_WRITERS: Final = ("writer", "owner")


@dataclass(slots=True)
class ExchangeResult:
    """Outcome of an exchange."""

    sent: int = 0
    received: int = 0
    queued: int = 0  # events that still wait
    refused: int = 0  # events of others that do not belong to the namespace they came with
    concurrent: int = 0  # texts that two people changed at the same time
    problems: list[CodegraphError] = field(default_factory=list[CodegraphError])


class _Concurrent(NamedTuple):
    """Revision by somebody else of a memory that was revised here at the same time."""

    memory: str
    event: events.MemoryRevised
    member: str


class Exchange:
    """One exchange between a home folder and the database of a team.

    The caller sees to it that of several processes one exchanges at a time.
    """

    def __init__(self, engine: MemoryEngine, server: TeamDatabase) -> None:
        self._engine = engine
        self._server = server
        self._home = ""
        self._roles: Mapping[str, str] = {}
        self._withheld: dict[str, None] = {}  # memories with a text that must not leave this machine
        self._done = ExchangeResult()

    def run(self) -> ExchangeResult:
        """Read what others wrote, and send what waits.

        Raises ReplicationError when the server cannot be used; what was done until then stays.
        """
        server = self._server.open()
        with self._engine.database.read() as state:
            shared = state.list_shared_namespaces()
            known = state.read_team_value("database")
        if not shared:
            return self._done
        if known != server.id:
            raise ReplicationError(
                "`memory_uri` is another database than the one these namespaces are shared in",
                hint="correct `memory_uri`, or `codegraph memory unshare` and `share` each of them here",
            )
        self._register()
        self._scan()
        restarted = self._compare_histories(shared)
        self._read()
        if restarted:
            self._engine.rebuild()
        late = self._find_skew(server)
        if late is not None:
            self._done.problems.append(late)
        else:
            self._send()
        self._wipe()
        return self._count()

    # who we are

    def _register(self) -> None:
        """Make this home folder known to the server, under a name that nobody else has."""
        with self._engine.database.read() as state:
            home, ordinal = state.read_team_value("home"), state.read_team_value("ordinal")
        number = self._server.register(home) if home else 0
        while not number:
            home = self._take_new_home(home)
            number = self._server.register(home)
        if str(number) != ordinal:
            with self._engine.database.write() as state:
                state.put_team_value("ordinal", str(number))
        self._home = home
        self._roles = self._server.list_roles()

    def _take_new_home(self, old: str) -> str:
        """Give this home another name: a copy of its folder writes under the old one."""
        home = self._engine.noise(8).hex()
        with self._engine.database.write() as state:
            state.put_team_value("home", home)
            state.set_home_of_queued(old, home)
        return home

    def _find_skew(self, server: ServerState) -> ReplicationError | None:
        """Return why nothing is sent when the clock of this machine is wrong."""
        skew = (self._engine.clock() - server.now) / 1_000_000
        if abs(skew) <= LARGEST_SKEW_S:
            return None
        way = "ahead of" if skew > 0 else "behind"
        return ReplicationError(
            f"the clock of this machine is {abs(skew):,.0f} seconds {way} the server's, so nothing was sent",
            hint="set it, as with `timedatectl set-ntp true`; what you write is kept here and sent after that",
        )

    # the queue

    def _scan(self) -> None:
        with self._engine.database.read() as state:
            if not has_new_events(state):
                return
        with self._engine.database.write() as state:
            scan(state, self._home)

    # what others wrote

    def _compare_histories(self, shared: Sequence[SharedNamespace]) -> bool:
        """Start over with namespaces of which the server has another history.

        A backup was put back there. Return whether there are any.
        """
        read = {each.namespace: each for each in shared if each.position and each.namespace in self._roles}
        marks = self._server.read_marks({name: each.position for name, each in read.items()})
        other = [each for name, each in read.items() if marks.get(name) != each.mark]
        if not other:
            return False
        with self._engine.database.write() as state:
            for each in other:
                state.forget_positions(each.namespace)
                state.put_shared_namespace(each._replace(position=0, mark=""))
        return True

    def _get_positions(self) -> dict[str, int]:
        with self._engine.database.read() as state:
            return {each.namespace: each.position for each in state.list_shared_namespaces()}

    def _read(self) -> None:
        while True:
            batch = self._server.read_events(self._get_positions(), BATCH)
            if batch:
                self._receive(batch)
            if len(batch) < BATCH:
                return

    def _receive(self, batch: Sequence[TeamEvent]) -> None:
        """Append events of others to the log, and apply them.

        Raises StorageError for an event of a newer codegraph, after those before it were received.
        """
        erases = any(event.kind == _ERASED for event in batch)
        lock = get_backup_lock(self._engine.home)
        backups = hold_writer_lock(lock, BACKUP_WAIT_S) if erases else nullcontext()
        with backups, self._engine.database.write() as state:
            scan(state, self._home)
            delivery = _Delivery(state, self._engine, self._home)
            for event in batch:
                delivery.take(event)
                if delivery.unknown is not None:
                    break
            delivery.finish()
        if delivery.home != self._home:
            self._register()
        self._done.received += delivery.received
        self._done.refused += delivery.refused
        self._done.concurrent += delivery.concurrent
        if delivery.unknown is not None:
            raise ReplicationError(
                f"an event of the team's log cannot be read: {delivery.unknown.message}",
                hint="update codegraph on this machine; memory on it works on, and is sent after that",
            )

    def _wipe(self) -> None:
        """Remove what others erased from the backups here."""
        with self._engine.database.read() as state:
            ids = state.read_team_value("unwiped").split()
        if not ids:
            return
        try:
            with hold_writer_lock(get_backup_lock(self._engine.home), BACKUP_WAIT_S):
                erase_copies(self._engine, ids)
                with self._engine.database.write() as state:
                    state.put_team_value("unwiped", "")
        except CodegraphError as error:  # somebody reads: the next exchange tries again
            self._done.problems.append(error)

    # what was written here

    def _list_writable(self) -> list[str]:
        return [name for name in self._get_positions() if self._roles.get(name) in _WRITERS]

    def _send(self) -> None:
        while True:
            outgoing = self._prepare()
            appended = [event for event in outgoing if event.kind != _ERASED]
            if not appended:
                break
            batch, positions = self._append(appended)
            if batch:
                self._receive(batch)
            elif len(positions) < len(appended):
                raise ReplicationError("the team's memory did not take every event", hint="run `memory sync` again")
            self._confirm(positions)
        self._send_erasures([event for event in outgoing if event.kind == _ERASED])

    def _append(self, outgoing: Sequence[OutgoingEvent]) -> tuple[Sequence[TeamEvent], Mapping[int, int]]:
        """Append events to the team's log.

        Nothing is appended if others wrote more than a batch meanwhile. Returns what others wrote,
        and the positions of what was sent.
        """
        with self._server.append_alone():
            batch = self._server.read_events(self._get_positions(), BATCH)
            taken = {event.number: event.digest for event in outgoing}
            forked = any(e.home == self._home and taken.get(e.number, e.digest) != e.digest for e in batch)
            if forked or len(batch) == BATCH:
                return batch, {}
            return batch, self._server.append(self._home, outgoing)

    def _prepare(self) -> list[OutgoingEvent]:
        """Return the next events of the queue, erasures last."""
        names = self._list_writable()
        with self._engine.database.read() as state:
            queued = state.list_queued(self._home, names, BATCH)
            rows = state.read_log_rows([event.seq for event in queued])
        made = [_build_outgoing(event, rows[event.seq]) for event in queued]
        self._withheld |= dict.fromkeys(event.subject for event in made if _has_credential(event))
        sent = [event for event in made if event.subject not in self._withheld or event.kind == _ERASED]
        return sorted(sent, key=lambda event: event.kind == _ERASED)

    def _confirm(self, positions: Mapping[int, int]) -> None:
        """Note the positions of what the server acknowledged."""
        if not positions:
            return
        with self._engine.database.write() as state:
            cursors = {each.namespace: each for each in state.list_shared_namespaces()}
            for number, position in sorted(positions.items()):
                event = state.find_shared_event(self._home, number)
                if event is None:
                    continue
                state.set_position(event.seq, position)
                cursor = cursors.get(event.namespace)
                if cursor is not None and position > cursor.position:
                    mark = f"{self._home}/{number}"
                    cursors[event.namespace] = cursor._replace(position=position, mark=mark)
            for cursor in cursors.values():
                state.put_shared_namespace(cursor)
        self._done.sent += len(positions)

    def _send_erasures(self, erasures: Sequence[OutgoingEvent]) -> None:
        for event in erasures:
            try:
                position = self._server.erase(self._home, event)
            except ReplicationError as error:
                if error.is_outage:
                    raise
                self._done.problems.append(
                    ReplicationError(
                        f"{event.subject} is erased here and not in the team's memory: {error.message}",
                        hint="ask an owner of the namespace to run `codegraph memory erase` on it",
                    )
                )
                continue
            with self._engine.database.write() as state:
                found = state.find_shared_event(self._home, event.number)
                if found is not None:
                    state.set_position(found.seq, position)  # others may have written before it: they are read next
            self._done.sent += 1

    def _count(self) -> ExchangeResult:
        self._done.problems += [
            CredentialError(
                f"memory {id} holds a credential and is not sent to the team",
                hint=f"`codegraph memory erase {id} --confirm`, and write it again without",
            )
            for id in self._withheld
        ]
        with self._engine.database.read() as state:
            self._done.queued = sum(state.count_queued(each.namespace) for each in state.list_shared_namespaces())
        return self._done


class _Delivery:
    """Events of the team's log on their way into the local one, within a transaction."""

    def __init__(self, state: Writer, engine: MemoryEngine, home: str) -> None:
        self._state, self._engine, self.home = state, engine, home
        self._cursors = {each.namespace: each for each in state.list_shared_namespaces()}
        self._queue = _list_queue(state)
        self._changes = {key for event in self._queue.values() for key in list_keys(event)}
        self._revised = {e.memory: e for e in self._queue.values() if isinstance(e, events.MemoryRevised)}
        self._reorders = False
        self._reordered: set[str] = set()  # memories, where only what changes their own rows is in another order
        self._erased: list[str] = []
        self._overtaken: list[_Concurrent] = []
        self.received = self.refused = self.concurrent = 0
        self.unknown: CodegraphError | None = None

    def take(self, event: TeamEvent) -> None:
        if not self._is_known(event) and event.payload is not None:
            try:
                self._add(event, event.payload)
            except DamagedStoreError:
                self.refused += 1
            except StorageError as error:
                self.unknown = error
                return
        cursor = self._cursors[event.namespace]
        mark = f"{event.home}/{event.number}"
        self._cursors[event.namespace] = cursor._replace(position=event.position, mark=mark)

    def _is_known(self, event: TeamEvent) -> bool:
        """Return whether the event is in the local log, and note its position."""
        found = self._state.find_shared_event(event.home, event.number)
        if found is not None and found.position == 0 and self._is_other(found, event):
            old, self.home = self.home, self._engine.noise(8).hex()
            self._state.put_team_value("home", self.home)
            self._state.set_home_of_queued(old, self.home)
            found = None
        if found is None:
            found = self._find_twin(event)
        if found is None:
            return False
        self._reorders |= found.position not in (0, event.position)
        self._state.identify(found.seq, event.home, event.number, event.position)
        self._queue.pop(found.seq, None)
        return True

    def _is_other(self, found: SharedEvent, event: TeamEvent) -> bool:
        """Return whether another event than ours has its number.

        Our folder was copied then."""
        row = self._state.read_log_rows([found.seq])[found.seq]
        return event.payload is not None and found.home == self.home and compute_digest(row) != event.digest

    def _find_twin(self, event: TeamEvent) -> SharedEvent | None:
        if not self._queue or event.payload is None:
            return None
        twin = self._state.find_queued_twin(event.namespace, _build_row(event, event.payload))
        self._reorders |= twin is not None
        return twin

    def _add(self, event: TeamEvent, payload: str) -> None:
        row = _build_row(event, payload)
        told = decode_event(event.kind, payload)
        state = self._state
        genuine = compute_digest(row) == event.digest and get_subject(told) == event.subject
        if not genuine or find_namespace(told, state, event.namespace) != event.namespace:
            unknown = isinstance(told, events.MemoryErased) and state.find_memory(told.memory) is None
            self.refused += not unknown  # of a memory that was erased before it came here, nothing is known
            return
        self._note_changes(told, event)
        seq = state.append(row.at, row.kind, row.subject, row.operation, row.actor, row.payload)
        state.add_shared_event(SharedEvent(seq, event.namespace, event.home, event.number, event.position))
        apply(RecordedEvent(seq, row.at, row.operation, row.actor, told), state)
        self.received += 1

    def _note_changes(self, told: MemoryEvent, event: TeamEvent) -> None:
        """Find out whether an event changes what queued events change, too."""
        state = self._state
        match told:
            case events.MemoryErased(id):
                redact_memory(state, id)
                state.drop_queued(seq for seq, queued in self._queue.items() if getattr(queued, "memory", "") == id)
                self._erased.append(id)
            case events.MemoryRevised(id, _, body) if id in self._revised:
                if self._revised[id].body.content != body.content:
                    self._overtaken.append(_Concurrent(id, told, event.member))
            case events.MemoryStored(id):
                self._reorders |= state.find_memory(id) is not None
            case events.MemoryAliased(id, alias):
                self._reorders |= state.resolve_alias(alias) not in (None, id)
            case events.ItemPlaced(_, _, place) if place is not None:
                self._reorders |= bool(state.find_items(place.space, place.name, place.kind))
            case _:
                pass
        if self._changes.isdisjoint(list_keys(told)):
            return
        if isinstance(told, events.ROW_CHANGES):
            self._reordered.add(told.memory)
        else:
            self._reorders = True

    def finish(self) -> None:
        """Note how far the team's log was read.

        The projections are put into its order where that matters.
        """
        state = self._state
        for cursor in self._cursors.values():
            state.put_shared_namespace(cursor)
        if self._erased:
            waiting = dict.fromkeys([*state.read_team_value("unwiped").split(), *self._erased])
            state.put_team_value("unwiped", " ".join(waiting))
        if self._reorders:
            replay(state)
        elif self._reordered:
            replay_memories(state, self._reordered)
        if self._overtaken:
            self._keep_overtaken()

    def _keep_overtaken(self) -> None:
        """Keep each text that ours takes the place of as a memory that ours amends."""
        engine = self._engine
        recording = Recording(self._state, engine.noise(6).hex(), engine.clock(), "sync", engine.noise)
        for other in self._overtaken:
            memory = self._state.find_memory(other.memory)
            if memory is not None and memory.body.content != other.event.body.content:
                with suppress(CodegraphError):  # a text that may not be stored any more stays in the history
                    _link_overtaken(recording, memory, other)
                    self.concurrent += 1
        scan(self._state, self.home)


def _link_overtaken(recording: Recording, memory: Memory, other: _Concurrent) -> None:
    body = other.event.body
    draft = Draft(
        body.content, body.kind, body.importance, body.confidence, body.tags, body.metadata,
        namespace=memory.namespace, origin=memory.origin, vocabulary=memory.vocabulary, status=memory.status,
    )  # fmt: skip
    earlier = store(recording, draft).memory
    if earlier.id != memory.id:
        metadata = {"concurrent": True, "by": other.member}
        link(recording, memory.id, earlier.id, Relationship.RELATES_TO, label=AMENDS, metadata=metadata)


def _build_row(event: TeamEvent, payload: str) -> LogRow:
    """Return an event as the local log keeps it, with who wrote it."""
    actor = f"{event.actor}@{event.member}"
    return LogRow(0, event.at, event.kind, event.subject, event.operation, actor, payload)


def _build_outgoing(event: SharedEvent, row: LogRow) -> OutgoingEvent:
    digest = compute_digest(row)
    actor = row.actor.partition("@")[0]
    return OutgoingEvent(
        event.namespace, event.number, row.at, row.kind, row.subject, row.operation, actor, row.payload, digest
    )


def _has_credential(event: OutgoingEvent) -> bool:
    """Return whether the text of an event holds a credential.

    It may have been written before that kind of credential was known.
    """
    if event.kind not in _TEXTS:
        return False
    told = decode_event(event.kind, event.payload)
    assert isinstance(told, (events.MemoryStored, events.MemoryRevised))
    try:
        screen(told.body.content, *told.body.tags)
        screen_metadata(told.body.metadata)
    except CredentialError:
        return True
    return False


def _list_queue(state: Reader) -> dict[int, MemoryEvent]:
    """Return the events without a position, by sequence number."""
    queued = [seq for each in state.list_shared_namespaces() for seq in state.list_queued_seqs(each.namespace)]
    return {seq: decode(row).event for seq, row in state.read_log_rows(queued).items()}


def has_new_events(state: Reader) -> bool:
    """Return whether events were recorded that a namespace may share."""
    shared = state.list_shared_namespaces()
    if not shared:
        return False
    scanned = min(each.scanned for each in shared)
    return state.read_last_seq() - scanned > LAGGING or state.has_events_since(scanned, SHARED_KINDS)


def scan(state: Writer, home: str) -> None:
    """Queue the new local events of shared namespaces."""
    shared = {each.namespace: each for each in state.list_shared_namespaces()}
    last = state.read_last_seq()
    if not shared or all(each.scanned == last for each in shared.values()):
        return
    number = state.get_last_number(home)
    for row in state.list_unshared_events(min(each.scanned for each in shared.values()), SHARED_KINDS):
        event = decode(row).event
        namespace = find_namespace(event, state)
        if namespace not in shared or row.seq <= shared[namespace].scanned:
            continue
        if isinstance(event, events.MemoryErased):
            about = [row.seq for row in state.iterate_events(subject=event.memory)]
            state.drop_queued(about)
        number += 1
        state.add_shared_event(SharedEvent(row.seq, namespace, home, number, 0))
    for each in shared.values():
        state.put_shared_namespace(each._replace(scanned=last))


@contextmanager
def open_exchange(engine: MemoryEngine, server: TeamDatabase) -> Iterator[Exchange]:
    """Lend an exchange to one process at a time.

    Raises LockedError when another process exchanges.
    """
    path = engine.home / "memory" / "team.lock"
    with hold_writer_lock(path):
        yield Exchange(engine, server)
