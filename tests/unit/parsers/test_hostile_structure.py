"""Odd files of every structural language: each costs itself, and within bounds."""

from __future__ import annotations

from pathlib import Path

import pytest
from support import corpus

from codegraph.indexing.parse_pool import ParsePool, ParseSettings
from codegraph.scan.file_listing import Candidate
from codegraph_parsers import extract
from codegraph_parsers.file_facts import FileFacts, FileStatus, SourceFile
from codegraph_parsers.structural_table import list_tables

LANGUAGES = [key for key in list_tables() if (corpus.ROOT / key).is_dir()]
READ = (FileStatus.INDEXED, FileStatus.PARTIAL)
SECONDS = 2.0  # for one file, of a processor
BRACKETS = b"([{([{([{\n" * 11_200  # a hundred thousand, in lines that nothing takes for minified
BRACES = (b"{" * 50 + b"\n") * 2_000


def read_sample(language: str) -> tuple[bytes, str]:
    """Return a source of the corpus and its path."""
    path = min(path for path in (corpus.ROOT / language).rglob("*") if path.is_file())
    return path.read_bytes(), path.relative_to(corpus.ROOT / language).as_posix()


def make_odd_files(sample: bytes) -> dict[str, bytes]:
    return {
        "ordinary": sample,
        "brackets": sample + b"\n" + BRACKETS,
        "braces": sample + b"\n" + BRACES + sample,
        "half": sample[: len(sample) // 2],
        "latin": sample + sample.replace(b"e", b"\xe9"),
        "generated": (sample + b"\n") * (20_000 // len(sample)),
    }


def parse(language: str, content: bytes) -> FileFacts:
    return extract.parse(SourceFile(f"odd/{read_sample(language)[1]}", content, language, ""))


@pytest.mark.parametrize("language", LANGUAGES)
def test_odd_files_cost_only_themselves(tmp_path: Path, language: str) -> None:
    sample, name = read_sample(language)
    candidates: list[Candidate] = []
    for oddity, content in make_odd_files(sample).items():
        path = tmp_path / oddity / name  # the path may decide what is in the file
        path.parent.mkdir(parents=True)
        path.write_bytes(content)
        candidates.append(Candidate(f"{oddity}/{name}", f"{oddity}/{name}", len(content), 0))
    settings = ParseSettings(str(tmp_path), "", "parser", "chunker", 1 << 20, (), cuts=False)
    found = [each for batch in ParsePool(settings, 1, SECONDS).run(candidates) for each in batch]
    assert sorted(each.path for each in found) == sorted(each.path for each in candidates)
    assert next(each.status for each in found if each.path == f"ordinary/{name}") in READ
    for each in found:
        is_late = [problem.kind for problem in each.problems] == ["timeout"]  # a grammar that takes quadratic time
        assert each.status in READ or is_late, each


def test_a_file_that_crashes_its_grammar_has_a_row_that_says_so(tmp_path: Path) -> None:
    (tmp_path / "a.pl").write_bytes(b"sub sound { 1 }\n")
    (tmp_path / "b.pl").write_bytes(b'"${' * 400)  # the grammar of Perl ends its process on this
    candidates = [Candidate(name, name, (tmp_path / name).stat().st_size, 0) for name in ("a.pl", "b.pl")]
    settings = ParseSettings(str(tmp_path), "", "parser", "chunker", 1 << 20, (), cuts=False)
    found = {each.path: each for batch in ParsePool(settings, 1, SECONDS).run(candidates) for each in batch}
    assert (found["a.pl"].status, found["a.pl"].problems) == (FileStatus.INDEXED, ())
    assert found["b.pl"].status is FileStatus.FAILED
    assert [problem.kind for problem in found["b.pl"].problems] == ["crashed"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_bytes_and_lines_that_nobody_writes_are_read(language: str) -> None:
    sample, _ = read_sample(language)
    for content in (
        sample.replace(b"\n", b"\0\n"),
        sample.replace(b"e", b"\xe9"),
        b"\xff\xfe" + sample,
        sample.replace(b"\n", b" ") * 20,
        b"\0" * 5_000,
        b"",
    ):
        found = parse(language, content)
        assert found.status in READ, found.problems
        assert all(1 <= p.start_line <= p.end_line <= found.lines for p in found.problems)


@pytest.mark.parametrize("brackets", ["{", "(", "["])
def test_a_long_run_of_brackets_leaves_what_is_before_it(brackets: str) -> None:
    found = parse("swift", f"func first() {{}}\n{brackets * 20_000}\nfunc last() {{}}\n".encode())
    assert "first" in {symbol.name for symbol in found.symbols}
    assert ("size", 2, 2) in {(p.kind, p.start_line, p.end_line) for p in found.problems}
