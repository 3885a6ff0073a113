"""The sample repositories have the symbols their tables list."""

from __future__ import annotations

import pytest
from support import samples

from codegraph_parsers.file_facts import FileStatus, Flag

ROWS = [row for sample in samples.names() for row in samples.table(sample).symbols if samples.spoken(sample, row.id)]


@pytest.mark.parametrize("sample", samples.names())
def test_the_table_names_files_that_exist(sample: str):
    table = samples.table(sample)
    named = {row.id for row in table.symbols}
    for row in (*table.edges, *table.absent):
        named |= {row.source, row.target}
    paths = {name.partition("::")[0] for name in named if "/" in name}
    assert [path for path in sorted(paths) if not (samples.ROOT / sample / path).exists()] == []


@pytest.mark.parametrize("sample", samples.names())
def test_every_file_parses_without_a_problem(sample: str):
    assert [(f.path, f.problems) for f in samples.facts(sample) if f.status is not FileStatus.INDEXED] == []


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.id)
def test_the_sample_has_the_symbol(row: samples.SymbolRow):
    path, _, name = row.id.partition("::")
    file = next(f for f in samples.facts(row.sample) if f.path == path)
    found = [file.symbols[i] for i in samples.find(file, name) if file.symbols[i].kind in row.kinds]
    assert found, [(s.kind.value, s.qualname) for s in file.symbols]
    assert not row.test or any(s.flags & Flag.TEST for s in found)
