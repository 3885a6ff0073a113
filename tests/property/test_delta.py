"""A generation made from what differs answers as one written whole."""

import shutil
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from support.deltas import Editor, Project, assert_same, write_difference, write_whole
from support.samples import ROOT, names

from codegraph.config import Config
from codegraph.embed.choose import encoder_of
from codegraph.embedding import ChangedVectors, embed_chunks
from codegraph.model import FileChunks
from codegraph.store.delta import Chunked
from codegraph.store.layout import IndexFolder

STEPS = 12
QUERIES = ["save order", "main", "parse the config file", "store.add", "test"]


@pytest.mark.parametrize("sample", names())
def test_edits_of_every_kind_give_what_a_rebuild_gives(tmp_path: Path, sample: str) -> None:
    root = tmp_path / "root"
    shutil.copytree(ROOT / sample, root)
    config = Config(tmp_path / "home")
    encoder = encoder_of(config)

    def embedded(chunks: Mapping[str, FileChunks]) -> Callable[[Path], None]:
        return embed_chunks(root, chunks, encoder, None, max_bytes=1 << 20, progress=lambda done, total: None).attach

    def changed(chunks: Mapping[str, FileChunks | None]) -> Callable[[Chunked], None]:
        return ChangedVectors(root, chunks, encoder, 1 << 20).attach

    project, editor = Project(root, config), Editor(root, seed=len(sample))
    folder = IndexFolder(tmp_path / "made")
    before = project.state()
    write_whole(folder, before, embedded(before.chunks))
    for step in range(STEPS):
        done = editor.edit()
        after = project.state()
        write_difference(folder, before, after, changed)
        whole = IndexFolder(tmp_path / f"whole{step}")
        write_whole(whole, after, embedded(after.chunks))
        try:
            assert_same(root, config, folder, whole, QUERIES)
        except AssertionError as error:
            raise AssertionError(f"after step {step}, {done}: {error}") from None
        before = after
