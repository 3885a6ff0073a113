"""Programs that are restored from the disk for an edit."""

from __future__ import annotations

from pathlib import Path

from codegraph.indexing.incremental import IncrementalSession
from codegraph.query.index import Index
from codegraph.settings.config import Config

FILES = {
    "thing.py": "class Thing:\n    pass\n",
    "first.py": "from thing import Thing\n\ndef one(self): ...\n\nThing.act = one\n",
    "second.py": "from thing import Thing\n\ndef other(self): ...\n\nThing.rest = other\n",
    "use.py": "from thing import Thing\n\nThing().act()\nThing().rest()\n",
}
EDITS = {
    "second.py": "from thing import Thing\n\ndef other(self): ...\n",
    "first.py": "def one(self): ...\n",
}


def list_called(root: Path, config: Config) -> set[str]:
    with Index.open(root, config) as index:
        names = ("one", "other")
        return {e.target.name for e in index.iterate_edges() if e.source.path == "use.py" and e.target.name in names}


def test_what_a_file_no_longer_writes_to_a_class_elsewhere_is_gone(tmp_path: Path):
    root, config = tmp_path / "root", Config(tmp_path / "home", vectors=False, workers=1)
    root.mkdir()
    for path, text in FILES.items():
        (root / path).write_text(text)
    session = IncrementalSession(root, config)
    session.refresh()
    found = [list_called(root, config)]
    for path, text in EDITS.items():
        (root / path).write_text(text)
        assert session.refresh_incrementally([path]) is not None, "no whole run is needed"
        found.append(list_called(root, config))

    assert found == [{"one", "other"}, {"one"}, set()]
