"""A generation made from what differs answers as one written whole."""

import shutil
from dataclasses import replace
from pathlib import Path

import pytest
from support.deltas import Editor, Project, assert_same, write_difference, write_whole
from support.samples import ROOT, names

from codegraph.config import Config
from codegraph.store.layout import IndexFolder

STEPS = 12
QUERIES = ["save order", "main", "parse the config file", "store.add", "test"]


@pytest.mark.parametrize("sample", names())
def test_edits_of_every_kind_give_what_a_rebuild_gives(tmp_path: Path, sample: str) -> None:
    root = tmp_path / "root"
    shutil.copytree(ROOT / sample, root)
    config = replace(Config(tmp_path / "home"), vectors=False)
    project, editor = Project(root, config), Editor(root, seed=len(sample))
    folder = IndexFolder(tmp_path / "made")
    before = project.state()
    write_whole(folder, before)
    for step in range(STEPS):
        done = editor.edit()
        after = project.state()
        write_difference(folder, before, after)
        whole = IndexFolder(tmp_path / f"whole{step}")
        write_whole(whole, after)
        try:
            assert_same(root, config, folder, whole, QUERIES)
        except AssertionError as error:
            raise AssertionError(f"after step {step}, {done}: {error}") from None
        before = after
