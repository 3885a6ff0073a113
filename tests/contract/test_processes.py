"""Processes are started in few places, each of which keeps a repository from running code of its own."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parents[2] / "codegraph"
PYTHON = "runtime/python_processes.py"
STARTS = {
    "scan/git.py": {"subprocess.run", "subprocess.CompletedProcess"},  # git
    "setup/probe.py": {"subprocess.Popen"},  # the command of an agent's configuration
    "operations/startup_overlap.py": {"os.fork"},  # a copy of this process, which imports as this one does
    "runtime/import_path.py": {"os.execv", "sys.executable"},  # this process once more, with a safe path
    "setup/server_entry.py": {"sys.executable"},  # written into configurations
}
OF_OS = ("fork", "forkpty", "system", "popen", "startfile", "exec", "spawn", "posix_spawn")
HARMLESS = {
    "concurrent.futures": {"ThreadPoolExecutor", "as_completed"},  # threads
    "subprocess": {"PIPE", "DEVNULL", "STDOUT", "TimeoutExpired", "Popen", "CompletedProcess"},  # Popen: as a type
    "multiprocessing": {"Pipe", "current_process"},
    "multiprocessing.connection": {"Connection", "wait"},
    "multiprocessing.context": {"BaseContext"},
    "multiprocessing.process": {"BaseProcess"},
    "multiprocessing.reduction": {"DupFd"},
}


def starts(source: str) -> Iterator[str]:
    """List the statements of a module that start a process, or could."""
    tree = ast.parse(source)
    called = {id(node.func) for node in ast.walk(tree) if isinstance(node, ast.Call)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names if name.name.startswith(("multiprocessing", "concurrent")))
        elif isinstance(node, ast.ImportFrom) and node.module:
            if node.module.split(".")[0] in ("subprocess", "multiprocessing", "concurrent", "pty"):
                known = HARMLESS.get(node.module, set()) - ({"Popen"} if node.module == "subprocess" else set())
                yield from (f"{node.module}.{name.name}" for name in node.names if name.name not in known)
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            name = f"{node.value.id}.{node.attr}"
            if _starts(node, name, is_call=id(node) in called):
                yield name


def _starts(node: ast.Attribute, name: str, *, is_call: bool) -> bool:
    match name.partition(".")[0]:
        case "os":
            return node.attr.startswith(OF_OS)
        case "asyncio":
            return "subprocess" in node.attr
        case "subprocess":
            return is_call or node.attr not in HARMLESS["subprocess"]
    return name == "sys.executable"


def test_processes_are_started_in_their_one_place():
    found = {
        path.relative_to(PACKAGE).as_posix(): set(starts(path.read_text("utf-8"))) for path in PACKAGE.rglob("*.py")
    }
    assert len(found) > 500
    assert {
        name: extra for name, calls in found.items() if name != PYTHON and (extra := calls - STARTS.get(name, set()))
    } == {}


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("import subprocess\nsubprocess.run(['x'])", {"subprocess.run"}),
        ("import subprocess\nclass A:\n    x: subprocess.Popen[str]\n    y = subprocess.PIPE", set()),
        ("from subprocess import Popen", {"subprocess.Popen"}),
        ("import multiprocessing as mp", {"multiprocessing"}),
        ("from multiprocessing import Pool, Pipe", {"multiprocessing.Pool"}),
        ("from concurrent.futures import ProcessPoolExecutor", {"concurrent.futures.ProcessPoolExecutor"}),
        ("import os\nos.execv('x', [])", {"os.execv"}),
        ("import sys\ncommand = [sys.executable]", {"sys.executable"}),
    ],
)
def test_every_way_to_start_one_is_seen(source: str, found: set[str]):
    assert set(starts(source)) == found
