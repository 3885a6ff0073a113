"""Words of identifiers and prose as terms, and names told by how a definition looks."""

import pytest

from codegraph.embed.defined_names import find_enclosing, outline
from codegraph.embed.search_record import decode, encode, read_chunks
from codegraph.embed.term_fields import TYPES_ONLY, Weight, fold_name
from codegraph.embed.terms import expand_umlauts, list_terms, list_word_terms, stem
from codegraph_parsers.extract import parse
from codegraph_parsers.file_facts import SourceFile


@pytest.mark.parametrize(
    "family",
    [
        "parse parses parsed parser parsers parsing",
        "handle handler handlers handling handled",
        "validate validates validator validation",
        "connect connects connected connection connections",
        "query queries",
        "route routes router routing",
    ],
)
def test_forms_of_a_word_are_one_term(family: str) -> None:
    assert len({stem(word) for word in family.split()}) == 1


def test_words_that_only_look_related_stay_apart() -> None:
    assert len({stem(word) for word in ["status", "state", "string", "strong", "process", "proces", "bus"]}) >= 6


def test_identifiers_give_their_whole_name_and_their_parts() -> None:
    assert list_terms(["getHTTPResponse"]) == ["gethttprespons", "get", "http", "respons"]
    assert list_terms(["full_dispatch"]) == ["fulldispatch", "full", "dispatch"]


@pytest.mark.parametrize("word", ["größe", "Größe", "grösse", "GRÖSSE", "große"])
def test_letters_that_are_no_ascii_are_one_term_with_those_written_for_them(word: str) -> None:
    assert list_word_terms(word) == list_word_terms("grosse")


@pytest.mark.parametrize(
    ("word", "spelt"), [("Größe", "Groesse"), ("ÜBUNG", "UEBUNG"), ("café", "cafe"), ("name", "name")]
)
def test_umlauts_are_spelt_with_two_letters(word: str, spelt: str) -> None:
    assert expand_umlauts(word) == spelt


def test_accents_are_dropped_and_scripts_without_spaces_give_pairs() -> None:
    assert list_terms(["Äpfel"]) == list_terms(["apfel"])
    assert list_terms(["検索語"]) == ["検索", "索語"]
    assert set(list_terms(["검색어"])) == {"검색", "색어"}
    assert list_terms(["привет мир"]) == ["привет", "мир"]


@pytest.mark.parametrize(
    ("path", "line", "name", "weight"),
    [
        ("a.kt", "    suspend fun <T> Query.runIn(block: () -> T): T {", "runIn", Weight.FUNCTION),
        ("a.kt", "data class Row(val id: Int)", "Row", Weight.TYPE),
        ("a.rb", "  def self.build(name)", "build", Weight.FUNCTION),
        ("a.rb", "  def valid?", "valid?", Weight.FUNCTION),
        ("a.swift", "@discardableResult public func offset(_ x: Int) -> Self {", "offset", Weight.FUNCTION),
        ("a.cs", "    public static async Task<List<T>> ReadAll<T>(string path)", "ReadAll", Weight.FUNCTION),
        ("a.lua", "function M.open(opts)", "open", Weight.FUNCTION),
        ("a.lua", "M.close = function(opts)", "close", Weight.FUNCTION),
        ("a.ex", "  defp put_in_state(conn, key) do", "put_in_state", Weight.FUNCTION),
        ("a.ex", "defmodule Shop.Basket do", "Basket", Weight.TYPE),
        ("a.hs", "layoutOf :: Window -> X Layout", "layoutOf", Weight.FUNCTION),
        ("a.hs", "newtype Basket = Basket Int", "Basket", Weight.TYPE),
        ("a.zig", "pub fn countBits(x: u32) u32 {", "countBits", Weight.FUNCTION),
        ("a.zig", "pub const Names = struct {", "Names", Weight.TYPE),
        ("a.php", "    protected function fetchRow(): array", "fetchRow", Weight.FUNCTION),
        ("a.scala", "  final case class Cursor(value: Json)", "Cursor", Weight.TYPE),
        ("a.sh", "cleanup_all() {", "cleanup_all", Weight.FUNCTION),
    ],
)
def test_definitions_are_told_by_how_they_look(path: str, line: str, name: str, weight: Weight) -> None:
    assert [(d.name, d.line, d.weight) for d in outline(path, "\n" + line + "\n")] == [(name, 2, weight)]


RUBY = """module Shop
  # Holds things.
  class Basket
    def add(item)
      check(item)

      @items << item
    end

    class Full < Error; end
  end

  def self.open
  end
end
"""


def test_definitions_without_a_grammar_know_the_types_around_them_by_indentation() -> None:
    names = [d.name for d in outline("a.rb", RUBY)]
    assert names == ["Shop", "Shop.Basket", "Shop.Basket.add", "Shop.Basket.Full", "Shop.open"]


def test_lines_in_a_body_belong_to_the_definition_above_that_is_less_indented() -> None:
    defined = outline("a.rb", RUBY)
    found = [find_enclosing(defined, line, indent) for line, indent in ((7, 6), (11, 2), (12, 2), (15, 0))]
    assert [d.name if d else "" for d in found] == ["Shop.Basket.add", "Shop", "Shop", ""]


def test_a_chunk_without_a_grammar_is_called_by_what_it_shows_or_stands_in() -> None:
    long = "\n".join(f"      total += price_{i} * amount_{i} * rate_{i}" for i in range(60))
    text = f"class Shop::Basket\n    def total\n{long}\n    end\nend\n"
    titles = [chunk.name for chunk in read_chunks("basket.rb", text, None)[1].chunks]
    assert titles[0] == "Basket"
    assert len(titles) > 2
    assert set(titles[1:]) == {"Basket.total"}


def test_sentences_of_comments_define_no_types() -> None:
    assert outline("a.ex", "  the router is a plain\n  module and that of a\n  type with no name\n") == []


def test_prose_defines_nothing() -> None:
    assert outline("a.md", "class struggle\ndef of it\n") == outline("LICENSE", "type of thing\n") == []


def test_an_entry_survives_packing_and_damage_is_told() -> None:
    text = "class Store:\n    def saveAll(self): ...\n\n\ndef load_one(): ...\n"
    chunks, entry = read_chunks("pkg/shelf.py", text, parse(SourceFile("pkg/shelf.py", text.encode(), "python", "")))
    packed = encode(entry)
    assert decode(packed) == entry
    bare = decode(packed, with_terms=False)
    assert bare is not None and bare.chunks == entry.chunks and not bare.words
    assert len(chunks) == len(entry.chunks) == 1
    assert decode(packed[:-9]) is None
    assert decode(b"") is None
    assert {"=store", "=saveall", "=storesaveall", "=loadone", "/shelf", "/pkg", "sav", "~stor"} <= set(entry.words)


def test_an_entry_of_more_terms_than_two_bytes_number_survives_packing() -> None:
    text = "".join(f"q{number}x\n" for number in range(40_000))  # a whole word and two parts, one of them in all
    _, entry = read_chunks("words.txt", text, None)
    assert len(entry.words) > 1 << 16
    assert max(entry.indices) == len(entry.words) - 1
    assert decode(encode(entry)) == entry


def test_a_term_that_occurs_very_often_is_counted_up_to_a_byte() -> None:
    _, entry = read_chunks("words.txt", "lamp " * 300 + "\n", None)
    assert entry.counts[entry.words.index("lamp")] == 255


def test_a_name_is_folded_to_what_all_its_spellings_share() -> None:
    assert {fold_name(n) for n in ("parseHeader", "parse_header", "ParseHeader", "_parse_header", "párseHeader")} == {
        "parseheader"
    }


DOCUMENTED = "".join(f"  /** What lamp {i} is for. */\n  int lamp{i}();\n\n" for i in range(6))
FACTORY = "  static Lamps of(int count) {\n    return new Room(count);\n  }\n"
WORKING = "  default int lit() {\n    int sum = 0;\n    sum += lamp0();\n    sum += lamp1();\n    return sum;\n  }\n"


@pytest.mark.parametrize(
    ("path", "language", "text", "declares"),
    [
        ("Lamps.java", "java", f"interface Lamps {{\n{DOCUMENTED}}}\n", True),
        ("Lamps.java", "java", f"interface Lamps {{\n{DOCUMENTED}{FACTORY}}}\n", True),
        ("Lamps.java", "java", f"interface Lamps {{\n{DOCUMENTED}{WORKING}}}\n", False),
        ("lamp.py", "python", "class Lamp:\n    def lit(self):\n        return self.watts > 0\n", False),
        ("lamp.ts", "typescript", "export const Lamp = make<Lit>((it) => {\n  it.on();\n  it.set();\n  it.go();\n});\n"
         "export interface Lit {\n  on(): void;\n}\n", False),
    ],
)  # fmt: skip
def test_a_file_declares_whose_functions_hardly_do_anything(
    path: str, language: str, text: str, declares: bool
) -> None:
    _, entry = read_chunks(path, text, parse(SourceFile(path, text.encode(), language, "")))
    assert (TYPES_ONLY in entry.words) == declares


def test_methods_put_on_what_a_function_is_given_are_found_and_functions_in_it_are_not() -> None:
    lines = "".join(f"    total = total + shop.price{i} * shop.rate{i};\n" for i in range(24))
    text = (
        "module.exports = function (Shop) {\n  function round(n) {\n    return n | 0;\n  }\n"
        f"  Shop.prototype.sumUp = function (shop) {{\n    let total = 0;\n{lines}    return round(total);\n  }};\n"
        f"  Shop.prototype.takeOff = function (shop) {{\n    let total = 0;\n{lines}    return total;\n  }};\n}};\n"
    )
    _, entry = read_chunks("shop.js", text, parse(SourceFile("shop.js", text.encode(), "javascript", "")))
    assert {"=sumup", "=takeoff"} <= set(entry.words)
    assert "=round" not in entry.words
    assert [chunk.name.rpartition(".")[2] for chunk in entry.chunks if chunk.name.endswith(("Up", "Off"))] == [
        "sumUp", "takeOff",
    ]  # fmt: skip
