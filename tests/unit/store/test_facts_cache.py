from pathlib import Path

from codegraph.store.facts_cache import FactsCache, Unused, compress, expand, facts_key


def test_entries_come_back_and_unused_ones_go(tmp_path: Path) -> None:
    cache = FactsCache(tmp_path / "facts/facts.db")
    entries = {bytes([i]) * 16: compress(b"facts %d" % i) for i in range(5)}
    cache.add(entries.items())
    assert cache.get(entries) == entries
    gone = list(entries.items())[2:]
    expected = Unused(3, sum(len(key) + len(data) for key, data in gone))
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


def test_a_damaged_entry_is_no_entry() -> None:
    entry = compress(b"facts" * 100)
    assert expand(entry) == b"facts" * 100
    assert expand(entry[:-1]) is None
    assert expand(entry[:8] + b"\0" + entry[9:]) is None


def test_a_cache_that_cannot_be_written_says_so_and_goes_on(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    cache = FactsCache(tmp_path / "file/facts.db")
    cache.add([(b"k", b"v")])
    assert "facts cache not written" in cache.problem


def test_keys_differ_with_everything_that_decides_a_parse() -> None:
    base = ("a.py", "python", "00", "p1")
    keys = {facts_key(*base)} | {facts_key(*base[:i], "other", *base[i + 1 :]) for i in range(4)}
    assert len(keys) == 5
