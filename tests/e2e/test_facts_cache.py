"""Bounds of the cache of facts without any care."""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path

from support.gitrepo import GitRepo

from codegraph.store import facts_cache
from codegraph.store.layout import get_facts_database


def test_the_cache_of_facts_is_trimmed_when_it_has_doubled(cg, folder, monkeypatch):
    monkeypatch.setattr(facts_cache, "SMALLEST_TRIMMED", 1)
    body = "".join(f"def function_{i}(first, second):\n    return first + second * {i}\n\n\n" for i in range(40))
    GitRepo.make(folder, {f"m{i}.py": body for i in range(4)})
    assert cg("index")[0] == 0
    path = get_facts_database(Path(os.environ["CODEGRAPH_HOME"]))
    first = path.stat().st_size
    sizes = []
    for step in range(25):
        (folder / "m0.py").write_text(body + f"STEP = {step}\n")
        assert cg("index")[0] == 0
        sizes.append(path.stat().st_size)
    assert max(sizes) <= 3 * first, "not the sum of all that ever was"
    assert cg("search", "function_7")[0] == 0
    connection = sqlite3.connect(path)
    entries = connection.execute("SELECT count(*) FROM facts").fetchone()[0]
    connection.close()
    assert entries < 4 * 2 + 2 * 25
