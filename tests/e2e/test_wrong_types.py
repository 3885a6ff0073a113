"""Answers of an index whose database has a row of the wrong type."""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path

import pytest
from support.gitrepo import GitRepo

from codegraph.store.layout import get_index_folder


@pytest.mark.parametrize(("key", "value"), [("schema", "'5'"), ("schema", "NULL"), ("schema", "x'05'"), ("codes", "7")])
def test_a_row_of_the_wrong_type_is_damage_and_indexing_heals_it(cg, folder, key, value):
    GitRepo.make(folder, {"a.py": "def alpha():\n    return beta()\n\n\ndef beta():\n    return 1\n"})
    assert cg("index")[0] == 0
    home = get_index_folder(Path(os.environ["CODEGRAPH_HOME"]), folder)
    database = sqlite3.connect(home.get_database(home.get_current()))
    database.execute(f"UPDATE meta SET value = {value} WHERE key = ?", (key,))
    database.commit()
    database.close()
    code, _, err = cg("symbol", "beta")
    assert "Traceback" not in err and "TypeError" not in err and "internal error" not in err
    assert code == 0 or ("damaged" in err and "codegraph index" in err)
    assert cg("index")[0] == 0
    code, found, _ = cg("callers", "beta")
    assert code == 0 and "alpha" in str(found)
