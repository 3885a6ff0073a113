"""Interrupts: themselves, their consequences, and errors of libraries that only name them."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from pydantic_core import SchemaError, SchemaValidator, core_schema

from codegraph.runtime.interrupts import is_interrupt


class Interrupted:
    """A value during whose inspection the user interrupts the program."""

    def __repr__(self) -> str:
        raise KeyboardInterrupt


def test_an_interrupt_that_a_compiled_library_caught_is_recognized():
    with pytest.raises(SchemaError) as caught:
        SchemaValidator(core_schema.literal_schema([Interrupted()]))
    assert is_interrupt(caught.value)


def test_an_error_that_an_interrupt_caused_is_one():
    with pytest.raises(RuntimeError) as caught:
        try:
            raise KeyboardInterrupt
        finally:
            raise RuntimeError("could not tidy up")
    assert is_interrupt(caught.value)


def test_another_error_is_none():
    assert not is_interrupt(ValueError("no such file"))


def test_an_interrupt_in_executed_text_leaves_the_exit_code(tmp_path: Path):
    (tmp_path / "program.py").write_text(
        "import sys\n"
        "from codegraph.runtime.interrupts import keep_exit_code\n"
        "try:\n"
        "    exec('raise KeyboardInterrupt')\n"
        "except KeyboardInterrupt:\n"
        "    keep_exit_code()\n"
        "sys.exit(7)\n"
    )
    program = [sys.executable, "-m", "program"]
    assert subprocess.run(program, env={**os.environ, "PYTHONPATH": str(tmp_path)}, check=False).returncode == 7
