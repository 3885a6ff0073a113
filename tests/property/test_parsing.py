"""Whatever the bytes are, parsing gives facts that hold together."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support import samples
from support.examples import examples

from codegraph_parsers import facts_codec, languages
from codegraph_parsers.extract import parse
from codegraph_parsers.file_facts import FileFacts, FileStatus, SourceFile
from codegraph_parsers.ids import (
    format_id,
    from_printable_path,
    map_suffixes,
    parse_id,
    split_suffix,
    to_printable_path,
)
from codegraph_parsers.structural_table import list_tables

LANGUAGES = (*languages.names(), *list_tables())


@cache
def snippets(language: str) -> tuple[bytes, ...]:
    """Real sources of the sample repositories; a line where they have none in the language."""
    found = [s.content for name in samples.names() for s in samples.sources(name) if s.language == language]
    return tuple(found) or (b"x = f(1)\n",)


@st.composite
def mutated(draw: st.DrawFn, language: str) -> bytes:
    """A real source with parts cut out, doubled, moved, or replaced by bytes that mean something to a grammar."""
    content = draw(st.sampled_from(snippets(language)))
    for _ in range(draw(st.integers(1, 4))):
        start, end = sorted((draw(st.integers(0, len(content))), draw(st.integers(0, len(content)))))
        part = content[start : min(end, start + 300)]
        insert = draw(
            st.one_of(
                st.sampled_from(
                    [b"", b"{", b"}", b"(", b")", b"\n", b'"', b"'", b"`", b"/*", b"#", b"<", b"\\", b"\0"]
                ),
                st.just(part + part),
                st.binary(max_size=8),
            )
        )
        content = content[:start] + insert + content[start + len(part) :]
    return content


def holds_together(content: bytes, language: str) -> None:
    facts = parse(SourceFile("dir/file.x", content, language, "digest"))
    assert facts.symbols and facts.symbols[0].parent == -1
    for i, symbol in enumerate(facts.symbols):
        assert 0 <= symbol.start_byte <= symbol.end_byte <= len(content)
        assert symbol.start_line <= symbol.end_line <= facts.lines
        assert symbol.line <= facts.lines and symbol.column >= 0
        assert -1 <= symbol.parent < len(facts.symbols) and symbol.parent != i
    for kind, owner, expr, line in facts.sites:
        assert kind and 0 <= owner < len(facts.symbols) and 0 <= expr < len(facts.exprs) and 1 <= line <= facts.lines
    for problem in facts.problems:
        assert 1 <= problem.start_line <= problem.end_line <= facts.lines
    assert facts.status is (FileStatus.PARTIAL if facts.problems else FileStatus.INDEXED)
    assert facts_codec.decode(facts_codec.encode(facts)) == facts
    ids_are_distinct(facts)


def ids_are_distinct(facts: FileFacts) -> None:
    told = map_suffixes(facts.symbols)
    ids = [format_id(facts.language, facts.path, s.qualname, told.get(i, "")) for i, s in enumerate(facts.symbols)]
    assert len(set(ids)) == len(ids)


@pytest.mark.parametrize("language", LANGUAGES)
def test_any_bytes_are_parsed(language: str):
    @examples(25)
    @given(st.binary(max_size=400))
    def check(content: bytes) -> None:
        holds_together(content, language)

    check()


@pytest.mark.parametrize("language", LANGUAGES)
def test_damaged_sources_are_parsed(language: str):
    @examples(25)
    @given(mutated(language))
    def check(content: bytes) -> None:
        holds_together(content, language)

    check()


@pytest.mark.parametrize("language", LANGUAGES)
def test_real_sources_survive_encoding(language: str):
    for content in snippets(language):
        facts = parse(SourceFile("a", content, language, ""))
        assert facts_codec.decode(facts_codec.encode(facts)) == facts


PATH = st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]) | st.sampled_from("/:%.~"), min_size=1)
NAME = st.from_regex(r"[A-Za-z_]\w{0,5}(\.[A-Za-z_]\w{0,5}){0,3}", fullmatch=True)
SUFFIX = st.from_regex(r"(\((int|str|\*T|List<A,B>|\(int\)->str)?(,int)?\))?(~[2-9])?", fullmatch=True)


@examples(300)
@given(
    PATH | st.binary(min_size=1).filter(lambda b: b"\0" not in b).map(lambda b: b.decode("utf-8", "surrogateescape"))
)
def test_a_printable_path_gives_the_path_back(path: str):
    shown = to_printable_path(path)
    assert shown.isprintable() and "::" not in shown
    assert from_printable_path(shown) == path


@examples(300)
@given(st.sampled_from(LANGUAGES), PATH.map(to_printable_path), NAME, SUFFIX)
def test_an_id_gives_its_parts_back(language: str, path: str, name: str, suffix: str):
    if path.startswith(":") or path.endswith(":"):
        return  # an id cannot tell whose colon it is; no such file is worth a longer id
    assert split_suffix(name + suffix) == (name, suffix)
    found = parse_id(format_id(language, path, name, suffix))
    assert found == (language, path, name, suffix)
