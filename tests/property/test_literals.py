"""What stands in literals and comments changes nothing outside of them."""

from __future__ import annotations

import random
import re

import pytest
from support import corpus, samples

from codegraph_parsers.extract import parse
from codegraph_parsers.file_facts import FileFacts, FileStatus, SourceFile
from codegraph_parsers.lang._cfamily.literals import TOKENS
from codegraph_parsers.rewriting import Literals

HOSTILE = (
    "__attribute__ (", "__attribute__((", "__declspec (", "_Pragma (", "#if 0", "#endif", "#define X(", "{", "}", "((",
    "EXPORT_API int value", "class EXPORT_API Name {", "PACKED(struct)", "enum { FIRST(", "Q_OBJECT", "BEGIN_BLOCK",
    "emit changed(", "va_arg(list, int", "GUARDED_BY(mutex) ;", "it is; int other(", "template <", "operator()(", "//",
    "__cplusplus", "extern", "64 KB", ")", "]", "return LITERAL(", "noexcept(", "::*", "/*",
)  # fmt: skip
IN_STRINGS = (*HOSTILE, "*/", "it's", r"\"", r"\\", "??/", r"\n")
IN_COMMENTS = (*HOSTILE, '"', "it's", "'{'", "R" + '"x(')


def sources() -> dict[str, SourceFile]:
    """Sources of C and C++ that are read without errors."""
    found = [s for name in samples.names() for s in samples.sources(name)]
    found += [s for case in corpus.cases() if case.language in ("c", "cpp") for s in corpus.sources(case)]
    ours = {f"{number} {s.path}": s for number, s in enumerate(found) if s.language in ("c", "cpp")}
    return {name: source for name, source in ours.items() if parse(source).status is FileStatus.INDEXED}


SOURCES = sources()
END = re.compile(r"^\}.*\n", re.MULTILINE)  # of a definition on the outermost level


def facts_of(source: SourceFile, text: str) -> FileFacts:
    return parse(SourceFile(source.path, text.encode(), source.language, ""))


def outline(facts: FileFacts) -> list[tuple[str, str]]:
    return [(s.kind, s.qualname) for s in facts.symbols if "hostile" not in s.qualname]


def hostile_lines(chance: random.Random, number: int, *, raw: bool) -> str:
    """Return a comment, and a definition with a literal."""

    def some(words: tuple[str, ...]) -> str:
        return " ".join(chance.choices(words, k=chance.randrange(1, 4)))

    comment = chance.choice(
        (f"// {some(IN_COMMENTS)}.", f"/* {some(IN_COMMENTS).replace('*/', '')}. */", f"/*\n{some(HOSTILE)}\n*/")
    )
    text = chance.choice((f'"{some(IN_STRINGS)}"', f'"{some(IN_STRINGS)} \\\n {some(IN_STRINGS)}"'))
    if raw and chance.random() < 0.5:
        text = f'R"x({some(HOSTILE)}\n#if 0\n"{some(HOSTILE)})x"'
    byte = chance.choice(("'{'", r"'\''", "'\"'", "'('", "'#'"))
    return f"{comment}\nstatic const char *hostile_text{number} = {text};\nstatic const char hostile_byte{number} = {byte};\n"


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("name", SOURCES)
def test_hostile_literals_between_definitions_change_no_other_symbol(name: str, seed: int):
    source, chance = SOURCES[name], random.Random(f"{name} {seed}")
    text = source.content.decode()
    expected = outline(facts_of(source, text))
    ends = [found.end() for found in END.finditer(text)]
    for number, at in enumerate(sorted(chance.sample(ends, min(3, len(ends))), reverse=True)):
        text = text[:at] + hostile_lines(chance, number, raw=source.language == "cpp") + text[at:]
    text += hostile_lines(chance, 9, raw=source.language == "cpp")
    assert outline(facts_of(source, text)) == expected, text


@pytest.mark.parametrize("name", SOURCES)
def test_a_masked_source_is_restored_and_keeps_its_lines(name: str):
    source = SOURCES[name].content
    literals = Literals(source, TOKENS)
    assert len(literals.masked) == len(source)
    assert literals.restore(bytes(literals.masked)) == source
    assert [len(line) for line in bytes(literals.masked).split(b"\n")] == [len(line) for line in source.split(b"\n")]


@pytest.mark.parametrize(
    ("source", "masked"),
    [
        (b"int n = 1'000'000; char c = '{';", b"int n = 1'000'000; char c = '{';".replace(b"{", b"x")),
        (b"wchar_t c = L'('; f(u8\"(\");", b"wchar_t c = L'x'; f(u8\"x\");"),
        (b'a("//"); b("/*"); // "\nc();', b'a("xx"); b("xx"); //xx\nc();'),
        (b'x = R"y(")" + ")y"; z("(");', b'x = R"xxxxxxxxxxx"; z("x");'),
        (b"// a \\\n b(\nc();", b"//xxx\\\nxxx\nc();"),
        (b'"a\\\n(" b', b'"x\\\nx" b'),
        (b"#error don't\nint a(char c = '(');", b"#error don't\nint a(char c = 'x');"),
        (b'extern "C" {', b'extern "x" {'),
    ],
)
def test_masks_follow_the_tokens_of_the_language(source: bytes, masked: bytes):
    assert bytes(Literals(source, TOKENS).masked) == masked
