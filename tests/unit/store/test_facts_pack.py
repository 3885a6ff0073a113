"""Packs of facts, which come with generations from elsewhere."""

from __future__ import annotations

from hashlib import blake2b
from pathlib import Path
from random import Random

import pytest

from codegraph.store import facts_pack
from codegraph.store.compression import Codec
from codegraph.store.facts_cache import FactsCache
from codegraph.store.facts_pack import FILE, FactsPack, find_cuts, save_pack


def make_key(number: int) -> bytes:
    return blake2b(str(number).encode(), digest_size=16).digest()


def make_entries(count: int) -> dict[bytes, bytes]:
    return {make_key(number): f"facts of {number} ".encode() * 300 for number in range(count)}


def test_entries_are_read_by_their_keys(tmp_path: Path) -> None:
    entries = make_entries(600)
    save_pack(tmp_path / FILE, entries)
    assert FactsPack(tmp_path / FILE).get([*entries, make_key(-1)]) == entries


def test_a_change_of_one_entry_changes_the_table_and_one_part(tmp_path: Path) -> None:
    entries = make_entries(600)
    save_pack(tmp_path / "a", entries)
    save_pack(tmp_path / "b", entries | {make_key(7): b"other"})
    parts = []
    for path in (tmp_path / "a", tmp_path / "b"):
        cuts, content = find_cuts(path), path.read_bytes()
        assert cuts[-1] == len(content)
        parts.append([content[start:end] for start, end in zip([0, *cuts], cuts, strict=False)])
    assert len([one for one, other in zip(*parts, strict=True) if one != other]) == 2


def test_little_is_in_few_parts_and_much_in_many(tmp_path: Path) -> None:
    counts: list[int] = []
    for size in (100, 100_000):
        save_pack(tmp_path / FILE, {make_key(number): bytes(size) for number in range(200)})
        counts.append(len(find_cuts(tmp_path / FILE)) - 1)
    assert counts[0] == 1
    assert counts[1] > 32


@pytest.mark.parametrize("change", [1, 0xFF])
def test_a_changed_byte_loses_entries_and_changes_none(tmp_path: Path, change: int) -> None:
    entries = {make_key(number): Random(number).randbytes(200) for number in range(9)}  # LZMA stores that as it is
    save_pack(tmp_path / FILE, entries)
    content = (tmp_path / FILE).read_bytes()
    for at in range(len(content)):
        (tmp_path / FILE).write_bytes(content[:at] + bytes([content[at] ^ change]) + content[at + 1 :])
        assert FactsPack(tmp_path / FILE).get(entries).items() <= entries.items(), at


@pytest.mark.parametrize("codec", [Codec.LZMA, Codec.ZLIB])
def test_a_bucket_that_is_cut_short_has_no_entries(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, codec: Codec
) -> None:
    monkeypatch.setattr(facts_pack, "choose_codec", lambda size: codec)
    entries = make_entries(20)
    save_pack(tmp_path / FILE, entries)
    (start, end), content = find_cuts(tmp_path / FILE), (tmp_path / FILE).read_bytes()
    for kept in range(end - start - 1):  # the last byte of one is 0
        (tmp_path / FILE).write_bytes(content[: start + kept] + bytes(end - start - kept))
        assert FactsPack(tmp_path / FILE).get(entries) == {}, kept


def test_a_cache_reads_the_pack_for_what_it_lacks_and_keeps_nothing_of_it(tmp_path: Path) -> None:
    save_pack(tmp_path / FILE, {make_key(1): b"one", make_key(2): b"from elsewhere"})
    cache = FactsCache(tmp_path / "facts.db", tmp_path / FILE)
    cache.add([(make_key(2), b"two")])
    assert cache.get([make_key(1), make_key(2)]) == {make_key(1): b"one", make_key(2): b"two"}
    assert FactsCache(tmp_path / "facts.db").get([make_key(1)]) == {}
