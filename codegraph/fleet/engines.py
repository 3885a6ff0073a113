"""Engines that run the tasks of a fleet: processes of this machine, or Ray.

Both run `run_task`, and both start a task again whose process died. What decides where and when a task runs, and how
much memory it may take, is Ray's own.
"""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import chdir
from enum import StrEnum
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event, Lock
from typing import Any, Final, NamedTuple

from codegraph.errors import InvalidError
from codegraph.fleet.repository_task import Outcome, Status, Task, fail, run_task
from codegraph.runtime.optional_packages import require_package
from codegraph.runtime.python_processes import replace_environment, start_module

_WORKER: Final = "codegraph.fleet.worker"
_LINE_CHARS: Final = 300
_CONNECT_S: Final = 10.0
_SAFE: Final = {"PYTHONSAFEPATH": "1"}
"""Variables of Ray's processes: Python puts no folder in front of its own modules."""


class EngineName(StrEnum):
    """Engines of a fleet."""

    LOCAL = "local"
    RAY = "ray"


class Resources(NamedTuple):
    """Resources of a fleet.

    `jobs` tasks run at once on this machine, 0 for one a processor; on a cluster that runs already, Ray decides. A task
    whose process died is started again `retries` times. `memory_mb` is what Ray reserves for a task, 0 for nothing."""

    jobs: int = 0
    retries: int = 1
    memory_mb: int = 0


def run_tasks(tasks: Sequence[Task], engine: EngineName, resources: Resources) -> Iterator[Outcome]:
    """Yield the outcome of each task when it ends; in whatever order.

    When the iterator is closed or an interrupt is raised, the tasks that run are stopped. Raises InvalidError,
    InstallationError (Ray is missing).
    """
    if engine is EngineName.RAY:
        yield from _run_on_ray(tasks, resources)
        return
    if resources.memory_mb:
        raise InvalidError(
            "the local engine sets no limits of memory", hint="use `--engine ray`, or limit the memory of this command"
        )
    yield from _run_here(tasks, resources)


# ---- processes of this machine


class _ProcessEnd(NamedTuple):
    """End of a process, and what it wrote."""

    returncode: int
    stdout: str
    stderr: str


class _Processes:
    """The processes of tasks that run."""

    def __init__(self) -> None:
        self._running: set[subprocess.Popen[str]] = set()
        self._lock = Lock()
        self._is_over = Event()

    def run(self, task: Task, retries: int) -> Outcome:
        ended = ""
        for _ in range(retries + 1):
            done = self._run_once(task)
            if done is None:
                return fail(task, "the fleet was stopped")
            if done.returncode == 0:
                return _decode_outcome(done.stdout)
            if done.returncode > 0:
                return fail(task, f"the task failed: {_get_last_line(done.stderr)}")
            ended = _name_signal(-done.returncode)
        return fail(task, f"its process was ended by {ended}, {retries + 1} times: memory may be short")

    def _run_once(self, task: Task) -> _ProcessEnd | None:
        """Run a process to its end; None where all are to stop."""
        with self._lock:
            if self._is_over.is_set():
                return None
            process = start_module(
                _WORKER, (), root=Path.cwd(), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
            )  # type: ignore[arg-type]
            self._running.add(process)
        try:
            told, errors = process.communicate(json.dumps(task._asdict()))
        finally:
            with self._lock:
                self._running.discard(process)
        is_over = self._is_over.is_set()
        return None if is_over else _ProcessEnd(process.returncode, told, errors)

    def stop(self) -> None:
        with self._lock:
            self._is_over.set()
            for process in self._running:
                process.kill()


def _run_here(tasks: Sequence[Task], resources: Resources) -> Iterator[Outcome]:
    processes = _Processes()
    jobs = resources.jobs or os.cpu_count() or 1
    with ThreadPoolExecutor(jobs) as pool:
        try:
            waiting = [pool.submit(processes.run, task, resources.retries) for task in tasks]
            for done in as_completed(waiting):
                yield done.result()
        finally:
            processes.stop()
            pool.shutdown(wait=True, cancel_futures=True)


def _decode_outcome(text: str) -> Outcome:
    told = json.loads(text)
    return Outcome(**{**told, "status": Status(told["status"])})


def _get_last_line(text: str) -> str:
    return "".join(text.strip().splitlines()[-1:])[:_LINE_CHARS] or "it said nothing"


def _name_signal(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


# ---- Ray


def _run_on_ray(tasks: Sequence[Task], resources: Resources) -> Iterator[Outcome]:
    variables = {"RAY_USAGE_STATS_ENABLED": "0"} | os.environ | _SAFE  # Ray reports to its makers otherwise
    with (
        TemporaryDirectory(prefix="codegraph-fleet-") as empty,
        chdir(empty),  # Ray's workers import from the folder
        replace_environment(variables),
    ):
        yield from _run_on_cluster(tasks, resources)


def _run_on_cluster(tasks: Sequence[Task], resources: Resources) -> Iterator[Outcome]:
    require_package("ray", "the engine `ray`")
    import ray

    _connect(ray, resources)
    try:
        options: dict[str, Any] = {"num_cpus": 1, "max_retries": resources.retries}
        if resources.memory_mb:
            options["memory"] = resources.memory_mb << 20
        remote = ray.remote(**options)(run_task)
        waiting = {remote.remote(task): task for task in tasks}
        while waiting:
            (ready, *_), _ = ray.wait(list(waiting), num_returns=1)
            yield _get_result(ray, ready, waiting.pop(ready))
    finally:
        ray.shutdown()


def _connect(ray: Any, resources: Resources) -> None:
    """Join the cluster that RAY_ADDRESS names, or start Ray on this machine."""
    quietly = {"log_to_driver": False, "logging_level": "ERROR", "runtime_env": {"env_vars": _SAFE}}
    address = os.environ.get("RAY_ADDRESS")
    try:
        if address:
            _require_listener(address)
            ray.init(address=address, **quietly)
        else:
            ray.init(
                address="local", num_cpus=resources.jobs or os.cpu_count() or 1, include_dashboard=False, **quietly
            )
    except (ConnectionError, RuntimeError, ValueError, OSError) as error:
        where = f"the cluster {address}" if address else "this machine"
        raise InvalidError(
            f"Ray cannot be used on {where}: {_get_last_line(str(error))}",
            hint="check RAY_ADDRESS and the cluster, or use `--engine local`",
        ) from error


def _require_listener(address: str) -> None:
    """Check that somebody listens at `host:port` or `ray://host:port`.

    Ray itself tries for some minutes. Raises OSError."""
    host, mark, port = address.rpartition("//")[2].rpartition(":")
    if mark and port.isdigit():
        socket.create_connection((host.strip("[]"), int(port)), timeout=_CONNECT_S).close()


def _get_result(ray: Any, ready: Any, task: Task) -> Outcome:
    try:
        return ray.get(ready)
    except ray.exceptions.RayError as error:  # of a defect, a process that died, memory
        return fail(task, f"Ray gave the task up: {_get_last_line(str(error))}")
