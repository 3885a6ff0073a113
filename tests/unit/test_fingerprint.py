"""The fingerprint of the code is kept beside a stamp of what it was made from."""

from __future__ import annotations

from pathlib import Path

import pytest

from codegraph.store import code_fingerprint
from codegraph.store.code_fingerprint import load_code_fingerprint


def _must_not_run() -> str:
    raise AssertionError("hashed again")


def test_what_was_hashed_once_is_read_from_the_home_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    first = load_code_fingerprint(tmp_path)
    monkeypatch.setattr(code_fingerprint, "compute_chunk_fingerprint", _must_not_run)
    assert load_code_fingerprint(tmp_path) == first


def test_after_a_source_was_touched_it_is_hashed_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    load_code_fingerprint(tmp_path)
    monkeypatch.setattr(code_fingerprint, "_get_source_stamp", lambda: "another")
    monkeypatch.setattr(code_fingerprint, "compute_chunk_fingerprint", lambda: "new")
    assert load_code_fingerprint(tmp_path).startswith("new ")


@pytest.mark.parametrize("kept", [b"", b"\xff\xfe", b"no line break"])
def test_a_damaged_copy_is_made_anew(tmp_path: Path, kept: bytes):
    first = load_code_fingerprint(tmp_path)
    (tmp_path / "fingerprint").write_bytes(kept)
    assert load_code_fingerprint(tmp_path) == first
    assert (tmp_path / "fingerprint").read_text(encoding="ascii").endswith(first)


def test_without_a_home_folder_nothing_is_written(tmp_path: Path):
    assert load_code_fingerprint(tmp_path / "none")
    assert not (tmp_path / "none").exists()
