"""Start of Python processes, for all of the program.

Processes that are started here import nothing from a repository (`import_path`), leave an interrupt of the terminal to
their parent, and do not run the program that started them again.
"""

from __future__ import annotations

import multiprocessing
import os
import subprocess
import sys
import threading
import types
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from multiprocessing import resource_tracker
from multiprocessing.context import BaseContext
from pathlib import Path
from types import MappingProxyType
from typing import IO, TYPE_CHECKING, Final, NoReturn

from codegraph.runtime.import_path import filter_environment, filter_path, find_untrusted_roots
from codegraph.runtime.interrupts import hold_interrupts

if TYPE_CHECKING:
    from multiprocessing.process import BaseProcess

_PRELOADED: Final = ("codegraph.indexing.parse_pool", "codegraph_parsers.extract", "codegraph.embed.search_record")
"""Modules that clean workers have in common, loaded once by the server that forks them."""

_starting = threading.RLock()


def start_module(
    module: str,
    arguments: Sequence[str],
    *,
    root: Path,
    stdin: int,
    stdout: int | IO[bytes],
    stderr: int | IO[bytes] | None = None,
    folder: Path | None = None,
    session: bool = False,
    settings: Mapping[str, str] = MappingProxyType({}),
) -> subprocess.Popen[str]:
    """Start `python -m module`, for the repository at `root`.

    `folder` is its working directory, `session` makes it outlive the terminal, `settings` are added to its environment.
    Raises OSError.
    """
    with nullcontext() if session else hold_interrupts():
        return subprocess.Popen(
            [sys.executable, "-P", "-m", module, *arguments], env=make_safe_environment(root) | dict(settings),
            cwd=folder, stdin=stdin, stdout=stdout, stderr=stderr, start_new_session=session,
            text=True, encoding="utf-8",
        )  # fmt: skip


def replace_with_module(module: str, arguments: Sequence[str], *, root: Path) -> NoReturn:
    """Run `python -m module` in place of this process. Raises OSError."""
    os.execve(sys.executable, [sys.executable, "-P", "-m", module, *arguments], make_safe_environment(root))


def make_safe_environment(root: Path) -> dict[str, str]:
    """Return the environment of a process that imports safely.

    It imports nothing from the repository at `root` or the one around here."""
    return filter_environment(os.environ, find_untrusted_roots([str(root)]))


def choose_worker_context(*, small: bool) -> BaseContext:
    """Return the context in which workers are started.

    A `small` piece of work is given to a copy of this process if that is safe: starting the server that forks clean
    ones takes longer.
    """
    methods = multiprocessing.get_all_start_methods()
    if small and "fork" in methods and sys.platform != "darwin" and threading.active_count() == 1:
        return multiprocessing.get_context("fork")
    if "forkserver" in methods:
        context = multiprocessing.get_context("forkserver")
        context.set_forkserver_preload(list(_PRELOADED))
        return context
    return multiprocessing.get_context("spawn")


def start_worker(
    context: BaseContext, work: Callable[..., None], arguments: tuple[object, ...], *, root: Path
) -> BaseProcess:
    """Start `work` in a worker, for the repository at `root`.

    It ends with this process. Raises OSError."""
    process = context.Process(target=work, args=arguments, daemon=True)  # type: ignore[attr-defined]
    forked = context.get_start_method() == "fork"
    with _starting, _restrict_inheritance(root), _hide_main():
        if not forked:
            resource_tracker.ensure_running()  # `start` would start it first, and let interrupts through after it
        with hold_interrupts():
            process.start()
    return process


def start_process(work: Callable[..., None], arguments: tuple[object, ...], *, root: Path) -> BaseProcess:
    """Start other work in a clean process, which ends with this one.

    It may start none itself. Raises OSError."""
    return start_worker(choose_worker_context(small=False), work, arguments, root=root)


@contextmanager
def _restrict_inheritance(root: Path) -> Iterator[None]:
    """Let workers inherit nothing from the repository at `root`.

    Their environment and import path are without it. In programs of ours there is nothing to change; in another one
    that imports codegraph, both are as before afterwards."""
    roots = find_untrusted_roots([str(root)])
    path = list(sys.path)
    sys.path[:] = filter_path(path, roots)
    try:
        with replace_environment(filter_environment(dict(os.environ), roots)):
            yield
    finally:
        sys.path[:] = path


@contextmanager
def replace_environment(variables: Mapping[str, str]) -> Iterator[None]:
    """Let this process have exactly `variables` in its environment, for a while."""
    before = dict(os.environ)
    _set_environment(variables)
    try:
        yield
    finally:
        _set_environment(before)


def _set_environment(wanted: Mapping[str, str]) -> None:
    for name in os.environ.keys() - wanted.keys():
        del os.environ[name]
    for name, value in wanted.items():
        if os.environ.get(name) != value:
            os.environ[name] = value


@contextmanager
def _hide_main() -> Iterator[None]:
    """Keep workers from importing the program that started us again.

    They need nothing of it."""
    main = sys.modules["__main__"]
    sys.modules["__main__"] = types.ModuleType("__main__")
    try:
        yield
    finally:
        sys.modules["__main__"] = main
