import os
import sqlite3
import zlib
from pathlib import Path

import pytest

from codegraph.store import facts_cache
from codegraph.store.facts_cache import DAY_S, FactsCache, Unused, compute_facts_key

NOW = 1_800_000_000.0


def count_stored(entries: dict[bytes, bytes]) -> int:
    """Return how many bytes entries take with their keys."""
    return sum(len(key) + len(zlib.compress(data, 1)) for key, data in entries.items())


def test_entries_come_back_and_unused_ones_go(tmp_path: Path) -> None:
    cache = FactsCache(tmp_path / "facts/facts.db")
    entries = {bytes([i]) * 16: b"facts %d" % i for i in range(5)}
    cache.add(entries.items())
    assert cache.get(entries) == entries
    expected = Unused(3, count_stored(dict(list(entries.items())[2:])))
    assert cache.retain(set(list(entries)[:2]), dry_run=True) == expected
    assert cache.retain(set(list(entries)[:2])) == expected
    assert len(cache.get(entries)) == 2
    assert cache.problem == ""


def test_a_missing_cache_is_empty(tmp_path: Path) -> None:
    cache = FactsCache(tmp_path / "facts.db")
    assert (cache.get([b"k"]), cache.retain(set(), dry_run=True), cache.retain(set())) == ({}, (0, 0), (0, 0))


def test_a_damaged_database_is_started_anew(tmp_path: Path) -> None:
    path = tmp_path / "facts.db"
    path.write_bytes(b"garbage" * 1000)
    cache = FactsCache(path)
    assert cache.get([b"k"]) == {}
    cache.add([(b"k", b"v")])
    assert (cache.get([b"k"]), cache.problem) == ({b"k": b"v"}, "")


def test_a_damaged_entry_is_no_entry(tmp_path: Path) -> None:
    cache = FactsCache(tmp_path / "facts.db")
    cache.add([(b"k1", b"facts" * 100), (b"k2", b"others" * 100)])
    connection = sqlite3.connect(cache.path)
    connection.execute("UPDATE facts SET data = ? WHERE key = ?", (b"facts" * 99 + b"fakts", b"k1"))
    connection.commit()
    connection.close()
    assert cache.get([b"k1", b"k2"]) == {b"k2": b"others" * 100}


@pytest.fixture
def one_byte(monkeypatch: pytest.MonkeyPatch) -> None:
    """Caches of any size are looked at."""
    monkeypatch.setattr(facts_cache, "SMALLEST_TRIMMED", 1)


def test_entries_go_when_they_have_been_unused_for_long(tmp_path: Path) -> None:
    cache = FactsCache(tmp_path / "facts.db")
    cache.add([(b"used", b"1"), (b"left", b"2")])
    idle = 30 * DAY_S
    assert cache.trim({b"used"}, NOW, idle) == Unused(0, 0), "unused since now"
    assert cache.trim({b"used"}, NOW + idle - 1, idle, dry_run=True) == Unused(0, 0)
    assert cache.trim({b"used"}, NOW + idle, idle, dry_run=True) == Unused(1, count_stored({b"left": b"2"}))
    assert cache.trim({b"used"}, NOW + idle, idle) == Unused(1, count_stored({b"left": b"2"}))
    assert cache.get([b"used", b"left"]) == {b"used": b"1"}


def test_an_entry_that_is_used_again_begins_anew(tmp_path: Path) -> None:
    cache = FactsCache(tmp_path / "facts.db")
    cache.add([(b"a", b"1")])
    idle = 30 * DAY_S
    cache.trim(set(), NOW, idle)
    cache.trim({b"a"}, NOW + 20 * DAY_S, idle)
    assert cache.trim(set(), NOW + 40 * DAY_S, idle).entries == 0
    assert cache.trim(set(), NOW + 69 * DAY_S, idle).entries == 0
    assert cache.trim(set(), NOW + 70 * DAY_S, idle).entries == 1


@pytest.mark.usefixtures("one_byte")
def test_unused_entries_never_outweigh_the_used_ones(tmp_path: Path) -> None:
    cache = FactsCache(tmp_path / "facts.db")
    used = [b"u%d" % i for i in range(4)]
    cache.add([(key, b"x" * 100) for key in (*used, b"o1")])
    cache.trim(used, NOW, 30 * DAY_S)
    cache.add([(b"n%d" % i, b"x" * 100) for i in range(2)])
    assert cache.trim(used, NOW + DAY_S, 30 * DAY_S).entries == 1
    kept = cache.get([*used, b"o1", b"n0", b"n1"])
    assert kept.keys() == {*used, b"n0", b"n1"}, "the one that was unused first goes"


@pytest.mark.usefixtures("one_byte")
def test_a_cache_is_looked_after_once_a_day_and_when_it_has_doubled(tmp_path: Path) -> None:
    cache = FactsCache(tmp_path / "facts.db")
    assert not cache.is_due(NOW), "there is none"
    cache.add([(b"a", os.urandom(1 << 16))])
    assert cache.is_due(NOW)
    cache.trim({b"a"}, NOW, DAY_S)
    assert not cache.is_due(NOW + DAY_S - 1)
    assert cache.is_due(NOW + DAY_S)
    assert cache.is_due(NOW - 1), "the clock was wrong before"
    cache.add([(b"b", os.urandom(1 << 17))])
    assert cache.is_due(NOW + 1)


def test_files_of_other_formats_go_when_nobody_writes_them(tmp_path: Path) -> None:
    cache = FactsCache(tmp_path / "facts-2.db")
    cache.add([(b"a", b"1")])
    old, other = tmp_path / "facts.db", tmp_path / "facts-3.db"
    for path in (old, other, tmp_path / "facts.db-wal"):
        path.write_bytes(b"entries")
    os.utime(old, (NOW, NOW))
    os.utime(other, (NOW + 10, NOW + 10))
    assert cache.remove_other_formats(NOW, dry_run=True) == 7
    assert cache.remove_other_formats(NOW) == 7
    assert sorted(path.name for path in tmp_path.iterdir()) == ["facts-2.db", "facts-3.db"]


def test_a_cache_that_cannot_be_written_says_so_and_goes_on(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    cache = FactsCache(tmp_path / "file/facts.db")
    cache.add([(b"k", b"v")])
    assert "facts cache not written" in cache.problem


def test_keys_differ_with_everything_that_decides_a_parse() -> None:
    base = ("a.py", "python", "00", "p1")
    keys = {compute_facts_key(*base)} | {compute_facts_key(*base[:i], "other", *base[i + 1 :]) for i in range(4)}
    assert len(keys) == 5


def test_an_open_cache_answers_many_questions_over_one_connection(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cache = FactsCache(tmp_path / "facts.db")
    cache.add([(b"k1", b"one"), (b"k2", b"two")])
    opened: list[object] = []
    connect = sqlite3.connect
    monkeypatch.setattr(sqlite3, "connect", lambda *a, **k: (opened.append(a), connect(*a, **k))[1])
    with cache.open() as reading:
        assert [reading.get([key]) for key in (b"k1", b"k2", b"k3")] == [{b"k1": b"one"}, {b"k2": b"two"}, {}]
    assert len(opened) == 1


def test_a_cache_that_cannot_be_opened_is_empty(tmp_path: Path) -> None:
    (tmp_path / "facts.db").mkdir()
    with FactsCache(tmp_path / "facts.db").open() as reading:
        assert reading.get([b"k"]) == {}


def test_entries_take_less_room_than_they_hold(tmp_path: Path) -> None:
    cache = FactsCache(tmp_path / "facts.db")
    entries = {bytes([i]) * 16: b"facts %d" % i * 40_000 for i in range(20)}
    cache.add(entries.items())
    assert cache.get(entries) == entries
    assert cache.path.stat().st_size * 4 < sum(map(len, entries.values()))
