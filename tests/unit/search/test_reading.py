"""What a query and an issue are read as; what a path says of its file."""

import pytest

from codegraph.embed.terms import stem
from codegraph.search.fusion import compute_factors
from codegraph.search.issue_evidence import find_frame_files, find_frames
from codegraph.search.path_roles import File, Place, classify_path, classify_paths
from codegraph.search.query import FAINT, QueryKind, parse_query
from codegraph.search.synonyms import ALIKE, SHORT, find_synonyms
from codegraph.search.weights import QUESTION


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("parse_header", QueryKind.SYMBOL),
        ("Shop::Basket", QueryKind.SYMBOL),
        ("`save`", QueryKind.SYMBOL),
        ("src/shop/basket.py", QueryKind.PATH),
        ("basket.py", QueryKind.PATH),
        ("how are headers parsed", QueryKind.QUESTION),
        ("ValueError: invalid literal for int()", QueryKind.ERROR),
        ('Traceback (most recent call last):\n  File "a.py", line 3', QueryKind.ERROR),
        ("for (int i = 0; i < n; i++) { total += x[i]; }", QueryKind.SNIPPET),
        ("def save(self):\n    self.x = 1\n    return self.y;", QueryKind.SNIPPET),
        ("", QueryKind.QUESTION),
    ],
)
def test_queries_are_told_apart(text: str, kind: QueryKind) -> None:
    assert parse_query(text).kind is kind


def test_names_paths_and_words_are_taken_from_a_question() -> None:
    query = parse_query("how does `save` in src/shop/basket.py call HttpClient.send and the rotating file handler")
    assert {"save", "HttpClient.send"} <= set(query.names)
    assert query.paths == ("src/shop/basket.py",)
    assert query.joined["rotatingfilehandler"] == 3
    assert "how" not in query.terms and "the" not in query.terms


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("tests of the basket", True),
        ("which test covers paying", True),
        ("testing helpers", True),
        ("Testing that a basket is empty", True),
        ("inject failures for chaos testing", False),
        ("load testing of the queue", False),
        ("the basket is the latest", False),
    ],
)
def test_what_serves_testing_is_no_test(text: str, wanted: bool) -> None:
    assert parse_query(text).wants_tests == wanted


@pytest.mark.parametrize(
    ("text", "about"),
    [
        ("tests for the basket", True),
        ("which unit tests cover paying", True),
        ("are there any tests that pay twice", True),
        ("how are tests of the basket run", False),
        ("basket tests", False),
        ("test the basket", False),
    ],
)
def test_tests_are_asked_for_rather_than_what_they_test(text: str, about: bool) -> None:
    assert parse_query(text).about_tests == about


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("documentation of the settings", True),
        ("what is said in the docs.", True),
        ("where is settings.BASKET_SIZE read", False),
        ("who reads app.config", False),
        ("how does config.py find its file", False),
    ],
)
def test_parts_of_names_ask_for_no_documents(text: str, wanted: bool) -> None:
    assert parse_query(text).wants_prose == wanted


@pytest.mark.parametrize(
    "text", ["\0\1\2\xff", '"" AND ( NEAR* ^ :', "x" * 100_000, "🎉 " * 9, "'; DROP TABLE chunks", "\udcff"]
)
def test_nothing_that_is_typed_breaks_reading(text: str) -> None:
    query = parse_query(text)
    assert len(query.terms) <= 64
    assert len(query.names) <= 24


@pytest.mark.parametrize(
    ("path", "place"),
    [
        ("src/shop/basket.py", Place.SOURCE),
        ("tests/test_basket.py", Place.TEST),
        ("src/basket.spec.ts", Place.TEST),
        ("src/main/BasketTest.java", Place.TEST),
        ("pkg/basket_test.go", Place.TEST),
        ("src/latest.py", Place.SOURCE),
        ("src/contest/rank.py", Place.SOURCE),
        ("examples/basket.py", Place.EXAMPLE),
        ("third_party/zip/zip.c", Place.VENDORED),
        ("api/basket.pb.go", Place.GENERATED),
        ("types/basket.d.ts", Place.STUB),
        ("basket.pyi", Place.STUB),
        ("docs/guide.md", Place.PROSE),
        ("config/basket.yaml", Place.DATA),
        ("completion/bash/basket.bash", Place.DATA),
        ("completions/_basket", Place.DATA),
        ("completion/engine.py", Place.SOURCE),
        ("rules/shop.globalconfig", Place.DATA),
        ("Shop/Shop.csproj", Place.DATA),
        ("grammars/Shop.sublime-syntax", Place.DATA),
        ("pages/shop.tmpl", Place.SOURCE),
        ("bin/basket_bench", Place.TEST),
        ("t/unit/basket.py", Place.TEST),
        ("regress/basket.sh", Place.TEST),
        ("src/t/basket.py", Place.SOURCE),
        ("src/regression/basket.py", Place.SOURCE),
    ],
)
def test_a_path_says_what_a_file_is_for(path: str, place: Place) -> None:
    assert classify_path(path) is place


def test_older_versions_and_headers_are_seen_beside_what_replaces_them() -> None:
    files = [
        File("api/v1/a.py", chunks=3), File("api/v2/a.py", chunks=3), File("src/zip.h", chunks=2), File("src/zip.c", chunks=9)
    ]  # fmt: skip
    assert classify_paths(files) == [Place.SUPERSEDED, Place.SOURCE, Place.DECLARATION, Place.SOURCE]
    assert classify_paths(files[:1]) == classify_paths(files[2:3]) == [Place.SOURCE]


@pytest.mark.parametrize(
    ("trace", "expected"),
    [
        ('  File "/srv/shop/basket.py", line 3, in add\n', ("/srv/shop/basket.py", 3, "add")),
        ("    at Basket.add (/srv/src/basket.ts:10:5)\n", ("/srv/src/basket.ts", 10, "Basket.add")),
        ("    at file:///srv/src/run.mjs:7:1\n", ("/srv/src/run.mjs", 7, "")),
        ("\tat com.shop.Basket.add(Basket.java:33)\n", ("Basket.java", 33, "com.shop.Basket.add")),
        ("main.(*Basket).Add(0x1)\n\t/go/shop/basket.go:42 +0x1d\n", ("/go/shop/basket.go", 42, "main.(*Basket).Add")),
        ("thread 'main' panicked at src/basket.rs:10:5:\n", ("src/basket.rs", 10, "")),
        ("#1  0x0 in add (a=1) at src/basket.c:12\n", ("src/basket.c", 12, "add")),
        ("    #0 0x4f in shop::add(int) /b/src/basket.cc:3:7\n", ("/b/src/basket.cc", 3, "shop::add(int)")),
        ("#0  shop::add (a=1) at /b/basket.cc:12\n", ("/b/basket.cc", 12, "shop::add")),
        ("/srv/lib/basket.rb:62:in `block in add'\n", ("/srv/lib/basket.rb", 62, "add")),
        ("\tfrom /srv/lib/basket.rb:62:in 'Basket#add'\n", ("/srv/lib/basket.rb", 62, "Basket#add")),
        ("#0 phar:///srv/Basket.php(33): Shop\\Basket->add()\n", ("phar:///srv/Basket.php", 33, "")),
        ("  thrown in /srv/Basket.php on line 33\n", ("/srv/Basket.php", 33, "")),
        ("   at Shop.Basket.Add(Int32 a) in C:\\src\\Basket.cs:line 33\n", ("C:/src/Basket.cs", 33, "Shop.Basket.Add")),
        ("    (shop 1.0.1) lib/basket.ex:33: Basket.add/2\n", ("lib/basket.ex", 33, "Basket.add/2")),
        ("\tshop/basket.lua:33: in function 'add'\n", ("shop/basket.lua", 33, "add")),
        ("Shop/Basket.swift:33: Fatal error: empty\n", ("Shop/Basket.swift", 33, "")),
        ("#1      Basket.add (package:shop/src/basket.dart:33:7)\n", ("shop/src/basket.dart", 33, "Basket.add")),
        ("  error, called at src/Basket.hs:33:9 in shop:Basket\n", ("src/Basket.hs", 33, "error")),
        ("   @ Main ~/shop/basket.jl:33\n", ("~/shop/basket.jl", 33, "")),
        (
            'Called from Basket.add in file "src/basket.ml", line 33, characters 4-9\n',
            ("src/basket.ml", 33, "Basket.add"),
        ),
        ("empty basket at lib/Basket.pm line 33.\n", ("lib/Basket.pm", 33, "")),
        ("./bin/shop.sh: line 33: basket: command not found\n", ("./bin/shop.sh", 33, "")),
        ("/b/src/basket.zig:33:5: 0x1037 in add (shop)\n", ("/b/src/basket.zig", 33, "")),
        ("src/shop/basket.py:33", ("src/shop/basket.py", 33, "")),
        ("the total is wrong (see shop/basket.py:33:7), always", ("shop/basket.py", 33, "")),
        ("src/shop/basket.ts#L33", ("src/shop/basket.ts", 33, "")),
        ("C:\\src\\Basket.cs(33,7): error CS0103\n", ("C:/src/Basket.cs", 33, "")),
    ],
)
def test_stack_frames_are_read(trace: str, expected: tuple[str, int, str]) -> None:
    assert [(f.path, f.line, f.function) for f in find_frames(trace)] == [expected]


def test_a_log_without_spaces_is_read_quickly() -> None:
    assert find_frames("a.b:" * 20_000) == []
    assert find_frames("a.b/" * 20_000) == []


def test_a_place_that_is_only_mentioned_comes_after_the_frames() -> None:
    trace = 'after shop/prices.py:9 was changed\nFile "a.py", line 1, in outer\n  x\nFile "b.py", line 2, in inner\n'
    assert [f.path for f in find_frames(trace)] == ["b.py", "a.py", "shop/prices.py"]


def test_the_innermost_frame_comes_first() -> None:
    trace = 'File "a.py", line 1, in outer\n  x\nFile "b.py", line 2, in inner\n'
    assert [f.function for f in find_frames(trace)] == ["inner", "outer"]


def test_a_frame_means_the_file_whose_path_agrees_longest_or_none() -> None:
    frames = find_frames('File "/usr/lib/shop/util.py", line 1, in f\nFile "/x/other.py", line 2, in g\n')
    paths = ["src/shop/util.py", "src/tools/util.py", "a/other.py", "b/other.py"]
    assert [path for _, path in find_frame_files(frames, paths)] == ["src/shop/util.py"]


@pytest.mark.parametrize(("text", "factor"), [("parsing errors", 0.6), ("parsing errors of v1", 1.0)])
def test_what_a_newer_version_replaces_counts_fully_when_the_query_names_a_version(text: str, factor: float) -> None:
    factors = compute_factors([Place.SUPERSEDED, Place.SOURCE], parse_query(text), QUESTION)
    assert factors.tolist() == pytest.approx([factor, 1.0])


def test_words_stand_for_one_another_both_ways() -> None:
    assert find_synonyms(stem("configuration"))["cfg"] == find_synonyms("cfg")[stem("configuration")] == SHORT
    assert find_synonyms(stem("deleting"))[stem("removed")] == ALIKE
    assert stem("delete") not in find_synonyms(stem("delete"))


def test_other_words_are_those_of_questions_alone() -> None:
    assert "cfg" in parse_query("where is the configuration read").others[stem("configuration")]
    assert "cfg" not in parse_query("where cfg becomes the configuration").others.get(stem("configuration"), {})
    assert parse_query("Error: configuration missing").others == parse_query("configuration").others == {}


def test_of_an_error_the_message_counts_and_not_the_class_that_is_thrown_everywhere() -> None:
    asked = parse_query("java.lang.IllegalStateException: basket is locked").terms
    assert asked["java"] == asked[stem("illegalstateexception")] == FAINT
    assert asked["basket"] == asked[stem("locked")] == 1.0
    assert parse_query("where is IllegalStateException thrown").terms[stem("illegalstateexception")] == 1.0


def test_where_tests_are_asked_for_nothing_else_counts_more_than_code() -> None:
    places = [Place.TEST, Place.SOURCE, Place.DECLARATION, Place.PROSE]
    test, *others = compute_factors(places, parse_query("which tests cover paying"), QUESTION).tolist()
    assert test == 1.0 and max(others) == others[0] < 1.0
