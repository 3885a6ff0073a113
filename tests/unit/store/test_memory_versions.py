"""A memory database of an earlier format."""

from __future__ import annotations

import sqlite3

import pytest
from support.memory import TestEngine

from codegraph.memory.memory_engine import MemoryEngine
from codegraph.memory.memory_model import Filter
from codegraph.store.memory import backup, learning, review, schema
from codegraph.store.memory.connection import connect_to_read, get_database_path, is_old

ADDED = (*review.PROJECTIONS, *learning.PROJECTIONS)
"""Tables that version 1 did not have."""


@pytest.fixture
def old(tmp_path):
    """The home folder of a database of version 1 that holds one memory."""
    engine = TestEngine(tmp_path)
    engine.store("kept")
    engine.close()
    connection = sqlite3.connect(get_database_path(tmp_path))
    for table in ADDED:
        connection.execute(f"DROP TABLE {table}")
    connection.execute("PRAGMA user_version=1")
    connection.commit()
    connection.close()
    return tmp_path


def _contents(home):
    engine = MemoryEngine(home)
    try:
        with engine.read() as state:
            return [m.body.content for m in state.select(Filter())], state.read_staged([1])
    finally:
        engine.close()


def test_it_is_read_and_gets_the_tables_it_lacks(old):
    assert _contents(old) == (["kept"], {})
    connection = sqlite3.connect(get_database_path(old))
    assert connection.execute("PRAGMA user_version").fetchone() == (schema.SCHEMA_VERSION,)
    connection.close()


def test_a_copy_of_it_is_read_as_it_is_and_becomes_current_when_it_is_put_back(old):
    path = old / "memory" / "backups" / "old.db"
    path.parent.mkdir()
    path.write_bytes(get_database_path(old).read_bytes())
    before = path.read_bytes()
    assert backup.describe(path).memories == 1
    connection = connect_to_read(path)
    assert is_old(connection)
    assert connection.execute("SELECT count(*) FROM staged").fetchone() == (0,)
    connection.close()
    assert path.read_bytes() == before
    backup.restore_backup(old, path, "kept")
    assert _contents(old) == (["kept"], {})


def test_a_rebuild_of_it_gives_the_same(old):
    engine = MemoryEngine(old)
    assert engine.rebuild() == 1
    engine.close()
    assert _contents(old) == (["kept"], {})
