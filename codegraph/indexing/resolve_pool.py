"""Resolution of the files of a prepared program in several processes.

Processes are copies of this one (forks), so the program is not transferred: they share its memory and take a shard of
its files each. They exchange calls and their arguments, level by level, through the parent, which only forwards
messages. The parent applies the results once it has those of all. Until then its program is unchanged, so that a
process that fails or dies costs time only: the parent then emits all files itself.
"""

from __future__ import annotations

import marshal
import os
from collections.abc import Sequence
from enum import Enum, auto
from multiprocessing import Pipe, current_process
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import TYPE_CHECKING, Final

from codegraph.indexing.watchdog import LIMIT_S, Watchdog
from codegraph.resolve.incremental.incremental_program import Resident, raise_outgrown
from codegraph.resolve.incremental.shards import ROUNDS, Shard, merge_results, partition_files, warm_up
from codegraph.resolve.recursion import allow_deep_recursion
from codegraph.runtime.python_processes import choose_worker_context, start_worker

if TYPE_CHECKING:
    from multiprocessing.process import BaseProcess

BEAT_S: Final = 0.05
"""Seconds after which a process that waits for others shows that it lives."""

PROCESSES: Final = "CODEGRAPH_RESOLVE_PROCESSES"
"""Variable of the environment that says how many processes resolve.

One does unless it is set: four take a third more processor time and 1.7 times the memory."""

MOST_PROCESSES: Final = 64


class Outcome(Enum):
    """Outcomes of resolving in several processes."""

    DONE = auto()
    FAILED = auto()  # there is one process, or a piece of work failed, which one process contains
    DIED = auto()  # a process ended before it was done


def read_process_count() -> int:
    """Return how many processes should resolve; 1 for this one alone."""
    wanted = os.environ.get(PROCESSES, "")
    return min(max(int(wanted), 1), MOST_PROCESSES) if wanted.isdecimal() else 1


def emit_program(resident: Resident, count: int, root: Path, limit_s: float = LIMIT_S) -> Outcome:
    """Make the edges of a prepared program in `count` processes.

    This process makes them if there can be no others, or one of them fails. `root` is the repository, `limit_s` the
    limit of a watchdog in each process. Raises OutgrownError.
    """
    outcome = _emit_in_processes(resident, count, root, limit_s) if count > 1 and _can_fork() else Outcome.FAILED
    if outcome is not Outcome.DONE:
        with Watchdog(resident.program.pulse, limit_s):
            resident.emit()
    return outcome


def _can_fork() -> bool:
    """Return whether this process can make copies of itself."""
    return choose_worker_context(small=True).get_start_method() == "fork" and not current_process().daemon


def _emit_in_processes(resident: Resident, count: int, root: Path, limit_s: float) -> Outcome:
    """Make the edges of a prepared program in `count` processes.

    Unless that is done, the program is as it was. Raises OutgrownError where what they share fails."""
    run = resident.take_run()
    with allow_deep_recursion(), raise_outgrown():
        with Watchdog(run.program.pulse, limit_s):
            warm_up(run)
        mark = run.record.mark()
        pool = _Pool(root)
        try:
            shards = partition_files(run.program, count)
            for number in range(count):
                pool.add(Shard(run, shards, number, mark), limit_s)
            results = pool.collect()
        except (OSError, EOFError):
            resident.run = run
            return Outcome.DIED
        finally:
            pool.close()
        if not all(results):
            resident.run = run
            return Outcome.FAILED
        merge_results(run, results)
        resident.graph = run.make_graph()
    return Outcome.DONE


class _Pool:
    """The processes of one run."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._context = choose_worker_context(small=True)
        self._processes: list[BaseProcess] = []
        self._pipes: list[Connection] = []

    def add(self, shard: Shard, limit_s: float) -> None:
        """Start the process of one more shard. Raises OSError."""
        ours, theirs = Pipe()
        self._pipes.append(ours)
        arguments = (shard, theirs, list(self._pipes), limit_s)
        self._processes.append(start_worker(self._context, _serve, arguments, root=self._root))
        theirs.close()

    def collect(self) -> list[bytes]:
        """Forward messages until all processes are done, and return their results.

        An empty result means that a piece of work failed. Raises OSError or EOFError when a process died.
        """
        for _ in range(ROUNDS):
            messages = self._receive_all()
            if not all(messages):
                return messages
            rows = list(map(marshal.loads, messages))
            for number, pipe in enumerate(self._pipes):
                pipe.send_bytes(marshal.dumps([row[number] for other, row in enumerate(rows) if other != number]))
        return self._receive_all()

    def _receive_all(self) -> list[bytes]:
        """Receive a message from every process, in the order of arrival.

        It does not wait for others once a shard failed.
        """
        messages: dict[Connection, bytes] = {}
        while len(messages) < len(self._pipes):
            for pipe in wait([pipe for pipe in self._pipes if pipe not in messages]):
                assert isinstance(pipe, Connection)
                messages[pipe] = pipe.recv_bytes()
                if not messages[pipe]:
                    return [b""]
        return [messages[pipe] for pipe in self._pipes]

    def close(self) -> None:
        """End all processes."""
        for pipe in self._pipes:
            pipe.close()
        for process in self._processes:
            process.kill()
        for process in self._processes:
            process.join()


# ---- in a process


def _serve(shard: Shard, pipe: Connection, others: Sequence[Connection], limit_s: float) -> None:
    import gc
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent is interrupted too, and stops us
    gc.disable()
    for other in others:  # a fork holds copies of the parent's ends: while one is open, its end is not noticed
        other.close()
    pulse = shard.run.program.pulse

    def receive() -> bytes:
        while not pipe.poll(BEAT_S):
            pulse.count += 1  # whoever is waited for has a watchdog
        return pipe.recv_bytes()

    def exchange(messages: Sequence[bytes]) -> list[bytes]:
        pipe.send_bytes(marshal.dumps(list(messages)))
        return marshal.loads(receive())

    try:
        with Watchdog(pulse, limit_s):
            result = shard.emit(exchange)
    except (EOFError, OSError):
        return  # nobody waits for it any more
    except Exception:  # noqa: BLE001 - whatever fails is found again by the parent, which contains it
        result = b""
    try:
        pipe.send_bytes(result)
    except OSError:
        return
