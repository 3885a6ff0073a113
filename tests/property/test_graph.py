"""The graph depends on what the files say, not on the order or the number of workers they come from."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support import samples
from support.examples import examples

from codegraph.indexing.parse_pool import ParsePool, ParseSettings, decode_entry
from codegraph.resolve import resolve
from codegraph.scan.file_listing import Candidate
from codegraph_parsers import facts_codec
from codegraph_parsers.file_facts import FileFacts


def copies(sample: str) -> list[FileFacts]:
    """Fresh facts: resolving must not be seen by the next one."""
    return [facts_codec.decode(facts_codec.encode(facts)) for facts in samples.facts(sample)]


@pytest.mark.parametrize("sample", samples.names())
def test_the_order_of_files_does_not_matter(sample: str):
    manifests = samples.manifests(sample)
    expected = resolve(copies(sample), manifests)

    @examples(3)
    @given(st.permutations(range(len(expected.files))))
    def check(order: list[int]) -> None:
        files = copies(sample)
        graph = resolve([files[i] for i in order], dict(reversed(manifests.items())))
        assert [f.path for f in graph.files] == [f.path for f in expected.files]
        assert graph.edges == expected.edges
        assert graph.unresolved == expected.unresolved
        assert graph.externals == expected.externals

    check()


@pytest.mark.parametrize("workers", [1, 3])
def test_the_number_of_workers_does_not_matter(tmp_path: Path, workers: int):
    sample = max(samples.names(), key=lambda name: len(samples.facts(name)))
    candidates: list[Candidate] = []
    for source in samples.sources(sample):
        path = tmp_path / source.path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(source.content + b"\n" * 20_000)  # large enough for several chunks
        candidates.append(Candidate(source.path, source.path, len(source.content) + 20_000, 0))
    pool = ParsePool(
        ParseSettings(str(tmp_path), "", parser="p", chunker="c", max_file_bytes=1 << 20, languages=()),
        workers,
        timeout_s=60,
    )
    entries = {p.path: p.entry for batch in pool.run(candidates) for p in batch}
    files = [decode_entry(entries[c.path] or b"") for c in candidates]
    graph = resolve([f for f in files if f is not None], samples.manifests(sample))
    expected = resolve(copies(sample), samples.manifests(sample))
    assert graph.edges == expected.edges
    assert graph.unresolved == expected.unresolved
