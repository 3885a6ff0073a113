from collections.abc import Iterator
from pathlib import Path

import pytest
from support.graphs import committed, facts, graph, symbol, text_file

from codegraph.errors import AmbiguousError, NotFoundError
from codegraph.store.reader import Reader
from codegraph.store.search import search
from codegraph.store.symbol_names import find_containing, find_one_symbol, find_symbols, resolve_meaning
from codegraph_parsers.file_facts import FileFacts, Flag, SymbolKind

CLASS, METHOD = SymbolKind.CLASS, SymbolKind.METHOD


def lid() -> FileFacts:
    """A class with constructors, and a class in it."""
    made = SymbolKind.CONSTRUCTOR
    return facts(
        "jar/Lid.java",
        symbol("Lid", kind=CLASS, line=1, end=9),
        symbol("put", kind=METHOD, scope="Lid", parent=1, line=2, types=["int"]),
        symbol("Lid", kind=made, scope="Lid", parent=1, line=4, types=[]),
        symbol("Lid", kind=made, scope="Lid", parent=1, line=5, types=["int"]),
        symbol("Rim", kind=CLASS, scope="Lid", parent=1, line=7, end=8),
        language="java",
    )


def told_apart() -> list[FileFacts]:
    """A method with files of declarations that speak of it."""
    box = symbol("Crate", kind=CLASS, line=1, end=9), symbol("open", kind=METHOD, scope="Crate", parent=1, line=2)
    return [
        facts("lib/crate.js", *box, language="javascript"),
        facts("types/index.d.ts", *box, language="typescript"),
        facts("pair/crate.py", *box),
        facts("pair/crate.pyi", *box),
    ]


@pytest.fixture(scope="module")
def reader(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Reader]:
    made = graph(
        [
            facts(
                "src/shop/cart.py",
                symbol("Cart", kind=CLASS, line=3, end=20, doc="Holds what a customer wants to buy."),
                symbol("addItem", kind=METHOD, scope="Cart", parent=1, line=5, end=9, types=["Item"]),
                symbol("total", kind=METHOD, scope="Cart", parent=1, line=11, end=13),
            ),
            facts("src/shop/order/__init__.py", symbol("total", line=4, end=6)),
            facts("tests/test_cart.py", symbol("test_total", line=2, flags=Flag.TEST), symbol("add_item", line=8)),
            facts("widgets/src/view.rs", symbol("View", kind=SymbolKind.STRUCT, line=7), language="rust"),
            facts(
                "z.c",
                symbol("run", line=1, flags=Flag.DECLARATION),
                symbol("run", line=9, types=[]),
                language="c",
            ),
            facts(
                "jar/Box.java",
                symbol("Box", kind=CLASS, line=1, end=9),
                symbol("put", kind=METHOD, scope="Box", parent=1, line=2, types=["int"]),
                symbol("put", kind=METHOD, scope="Box", parent=1, line=3, types=["String"]),
                language="java",
            ),
            lid(),
            facts(
                "lib/a.h",
                symbol("area", line=1, flags=Flag.DECLARATION, types=["int"]),
                symbol("area", line=2, flags=Flag.DECLARATION, types=["double"]),
                language="cpp",
            ),
            facts("lib/a.cpp", symbol("area", line=4, types=["int"]), language="cpp"),
            facts("lib/b.cpp", symbol("area", line=4, types=["double"]), language="cpp"),
            facts(
                "lib/far.h",
                symbol("far", line=1, flags=Flag.DECLARATION, types=["int"]),
                symbol("far", line=2, flags=Flag.DECLARATION, types=["double"]),
                language="cpp",
            ),
            *told_apart(),
            facts("one/job.py", symbol("start", line=1)),
            facts("two/job.py", symbol("start", line=1)),
            facts(
                "kinds.ts",
                symbol("Same", kind=CLASS, line=1),
                symbol("Same", kind=SymbolKind.INTERFACE, line=2),
                language="typescript",
            ),
        ]
    )
    opened = committed(tmp_path_factory.mktemp("index"), made, text_file("docs/guide.md"))
    yield opened
    opened.close()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("python:src/shop/cart.py::Cart.total", "python:src/shop/cart.py::Cart.total"),
        ("python:src/shop/cart.py", "python:src/shop/cart.py"),
        ("shop/cart.py::Cart.total", "python:src/shop/cart.py::Cart.total"),
        ("Cart.total", "python:src/shop/cart.py::Cart.total"),
        ("cart.Cart.total", "python:src/shop/cart.py::Cart.total"),
        ("shop.cart.Cart.total", "python:src/shop/cart.py::Cart.total"),
        ("order.total", "python:src/shop/order/__init__.py::total"),
        ("Cart::addItem", "python:src/shop/cart.py::Cart.addItem"),
        ("Cart#addItem", "python:src/shop/cart.py::Cart.addItem"),
        ("addItem", "python:src/shop/cart.py::Cart.addItem"),
        ("widgets::view::View", "rust:widgets/src/view.rs::View"),
        ("crate::view::View", "rust:widgets/src/view.rs::View"),
        ("cart.py", "python:src/shop/cart.py"),
        ("src/shop/cart.py:3", "python:src/shop/cart.py::Cart"),
        ("cart.py:6", "python:src/shop/cart.py::Cart.addItem"),
        ("cart.py:10:4", "python:src/shop/cart.py::Cart"),
        ("src/shop/cart.py:11:5", "python:src/shop/cart.py::Cart.total"),
        ("cart.py:90", "python:src/shop/cart.py"),
        ("docs/guide.md", "text:docs/guide.md"),
        ("run", "c:z.c::run~2"),
        ("pair.crate.Crate.open", "python:pair/crate.py::Crate.open"),
        ("src/shop/cart.py:Cart.total", "python:src/shop/cart.py::Cart.total"),
        ("cart.py#Cart.total", "python:src/shop/cart.py::Cart.total"),
        ("src/shop/cart.py::Cart::total", "python:src/shop/cart.py::Cart.total"),
        ("./tests/test_cart.py::test_total[two-items]", "python:tests/test_cart.py::test_total"),
        ("Cart.addItem()", "python:src/shop/cart.py::Cart.addItem"),
        ("cart.Cart.addItem(Item)", "python:src/shop/cart.py::Cart.addItem"),
        ("def addItem(self, thing: shop.Item = None) -> None:", "python:src/shop/cart.py::Cart.addItem"),
        ("self.addItem(x: Item)", "python:src/shop/cart.py::Cart.addItem"),
        ("class Cart(Base):", "python:src/shop/cart.py::Cart"),
        ("shop.cart:Cart.addItem", "python:src/shop/cart.py::Cart.addItem"),
        ("Cart.prototype.addItem", "python:src/shop/cart.py::Cart.addItem"),
        ("this.addItem", "python:src/shop/cart.py::Cart.addItem"),
        ("func (c *Cart) addItem(i Item) error {", "python:src/shop/cart.py::Cart.addItem"),
        ("(*Cart).addItem", "python:src/shop/cart.py::Cart.addItem"),
        ("View<'a, T>", "rust:widgets/src/view.rs::View"),
        ("<Cart as shop::Named>::addItem", "python:src/shop/cart.py::Cart.addItem"),
        ("new View", "rust:widgets/src/view.rs::View"),
        ("Box#put(java.lang.String)", "java:jar/Box.java::Box.put(String)"),
        ("public void put(final String what) throws Full", "java:jar/Box.java::Box.put(String)"),
        ("Lid", "java:jar/Lid.java::Lid"),
        ("new Lid(int size)", "java:jar/Lid.java::Lid.Lid(int)"),
        ("Lid$Rim", "java:jar/Lid.java::Lid.Rim"),
        ("src/shop/cart.py#L6", "python:src/shop/cart.py::Cart.addItem"),
        ("cart.py#L6-L8", "python:src/shop/cart.py::Cart.addItem"),
        ("https://example.org/o/r/blob/main/src/shop/cart.py#L6", "python:src/shop/cart.py::Cart.addItem"),
        ("https://example.org/o/r/blob/main/src/shop/cart.py", "python:src/shop/cart.py"),
        ("cart.py:6-9", "python:src/shop/cart.py::Cart.addItem"),
        ("src/shop/cart.py:6:    items.append(item)", "python:src/shop/cart.py::Cart.addItem"),
        ('File "src/shop/cart.py", line 6, in addItem', "python:src/shop/cart.py::Cart.addItem"),
        ("at org.jar.Lid.put(Lid.java:2)", "java:jar/Lid.java::Lid.put"),
        ("Lid.java(2)", "java:jar/Lid.java::Lid.put"),
        ("../shop/cart.py:6", "python:src/shop/cart.py::Cart.addItem"),
        ("src/lib/../shop/./cart.py", "python:src/shop/cart.py"),
        ("/src/shop/cart.py", "python:src/shop/cart.py"),
        ("`Cart.addItem`", "python:src/shop/cart.py::Cart.addItem"),
    ],
)
def test_one_symbol_is_named_in_many_ways(reader: Reader, text: str, expected: str) -> None:
    assert find_one_symbol(reader, text).id == expected


def test_a_name_as_it_is_spelt_comes_before_others_of_its_letters(reader: Reader) -> None:
    found = find_containing(reader, "Cart", kinds=(), tests=None, limit=2)
    assert [row.id for row in found] == ["python:src/shop/cart.py::Cart", "python:src/shop/cart.py"]
    found = find_containing(reader, "cart", kinds=(), tests=None, limit=2)
    assert [row.id for row in found] == ["python:src/shop/cart.py", "python:src/shop/cart.py::Cart"]


def test_an_ambiguous_name_lists_the_candidates(reader: Reader) -> None:
    with pytest.raises(AmbiguousError, match="`total` names 2 symbols") as caught:
        find_one_symbol(reader, "total")
    assert "python:src/shop/cart.py::Cart.total" in caught.value.hint
    assert "python:src/shop/order/__init__.py::total" in caught.value.hint


def test_an_ambiguous_name_lists_some_of_every_language_and_code_before_tests(tmp_path: Path) -> None:
    tests = facts("a/test_x.py", symbol("open", flags=Flag.TEST))
    many = [facts(f"b/m{i}.py", symbol("open")) for i in range(9)]
    other = facts("z/x.go", symbol("open"), language="go")
    reader = committed(tmp_path, graph([tests, *many, other]))
    with pytest.raises(AmbiguousError, match="names 11 symbols") as caught:
        find_one_symbol(reader, "open")
    reader.close()
    assert [line.split("/")[0].strip() for line in caught.value.hint.splitlines()[1:4]] == [
        "python:b",
        "go:z",
        "python:b",
    ]
    assert "test_x" not in caught.value.hint and "3 more" in caught.value.hint


@pytest.mark.parametrize(
    "text",
    [
        "cart.py:total",
        "order.py::Cart.total",
        "Cart.addItem(Price)",
        "Cart.addItem(Item, int)",
        "cart.py::",
        "/shop/cart.py",
        "operator==(Cart)",
        "what a Cart does",
    ],
)
def test_a_name_in_a_file_or_with_types_is_no_other_symbol(reader: Reader, text: str) -> None:
    assert find_symbols(reader, text) == []


def test_a_folder_is_named_as_one(reader: Reader) -> None:
    with pytest.raises(NotFoundError) as caught:
        find_one_symbol(reader, "./src/shop")
    assert caught.value.hint == "src/shop/ is a folder; name a file or a symbol in it"


def test_the_words_of_a_text_with_spaces_are_looked_up(reader: Reader) -> None:
    with pytest.raises(NotFoundError) as caught:
        find_one_symbol(reader, "class Carts")
    assert "Cart" in caught.value.hint


@pytest.mark.parametrize(("text", "near"), [("Cart.totl", "total"), ("additem", "addItem"), ("Vew", "View")])
def test_an_unknown_name_is_an_error_with_the_nearest(reader: Reader, text: str, near: str) -> None:
    assert find_symbols(reader, text, limit=5) == []
    with pytest.raises(NotFoundError) as caught:
        find_one_symbol(reader, text)
    assert near in caught.value.hint


@pytest.mark.parametrize("text", ["", " ", "::", ".", "missing.py:3", "other.Cart.total", 'x"; DROP TABLE symbols'])
def test_nothing_is_found_for_names_that_fit_nothing(reader: Reader, text: str) -> None:
    assert find_symbols(reader, text, limit=5) == []


def names(reader: Reader, query: str, **options) -> list[str]:
    return [hit.symbol.name for hit in search(reader, query, limit=10, **options)]


@pytest.mark.parametrize("query", ["addItem", "add item", "ADD_ITEM", "item add", "add ite"])
def test_search_splits_identifiers_on_both_sides(reader: Reader, query: str) -> None:
    assert set(names(reader, query)[:2]) == {"addItem", "add_item"}


def test_search_reads_documentation_and_paths(reader: Reader) -> None:
    assert names(reader, "customer buy") == ["Cart"]
    assert names(reader, "guide") == ["guide.md"]


def test_search_puts_tests_behind_and_can_leave_them_out(reader: Reader) -> None:
    assert names(reader, "total")[-1] == "test_total"
    assert "test_total" not in names(reader, "total", tests=False)


def test_search_filters_by_kind_language_and_folder(reader: Reader) -> None:
    assert names(reader, "cart", kinds=[CLASS]) == ["Cart"]
    assert names(reader, "view", languages=["python"]) == []
    assert set(names(reader, "total", prefix="src/shop/order/")) == {"total"}


@pytest.mark.parametrize("query", ["", "  ", '"', "*", "AND OR NOT", "name:x", "(", "'; --", "zzzz qqqq"])
def test_search_takes_any_text(reader: Reader, query: str) -> None:
    assert isinstance(names(reader, query), list)


@pytest.mark.parametrize(
    "text", ["", "  ", "::", "a\udcff", "größe\udcc3", ":" * 50, "src/shop/cart.py:" + "9" * 5000, "'\"", "%_"]
)
def test_any_text_is_found_or_not_and_never_a_crash(reader: Reader, text: str) -> None:
    with pytest.raises(NotFoundError):
        find_one_symbol(reader, text)
    assert search(reader, text, limit=3) is not None


def test_a_line_below_the_end_of_a_file_is_not_its_module(reader: Reader) -> None:
    with pytest.raises(NotFoundError, match=r"cart\.py has no line 9999"):
        find_one_symbol(reader, "src/shop/cart.py:9999")
    assert find_one_symbol(reader, "src/shop/cart.py:1").kind is SymbolKind.MODULE


def test_names_escaped_by_a_narrow_locale_are_read_as_utf_8(reader: Reader) -> None:
    with pytest.raises(NotFoundError, match="größe"):
        find_one_symbol(reader, "größe".encode().decode("ascii", "surrogateescape"))


def test_all_of_many_candidates_are_counted_and_listed_in_source_order(tmp_path: Path) -> None:
    same = [symbol("same", line=line, end=line) for line in range(1, 301)]
    opened = committed(tmp_path, graph([facts("a.py", *same)]))
    with pytest.raises(AmbiguousError, match="names 300 symbols") as caught:
        find_one_symbol(opened, "same")
    assert caught.value.hint.splitlines()[1:4] == [
        "  python:a.py::same",
        "  python:a.py::same~2",
        "  python:a.py::same~3",
    ]
    assert [h.symbol.line for h in search(opened, "same", limit=12)] == list(range(1, 13))
    opened.close()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Box.put", ["java:jar/Box.java::Box.put(int)", "java:jar/Box.java::Box.put(String)"]),
        ("java:jar/Box.java::Box.put", ["java:jar/Box.java::Box.put(int)", "java:jar/Box.java::Box.put(String)"]),
        ("Box.put(String)", ["java:jar/Box.java::Box.put(String)"]),
        ("Box.java:2", ["java:jar/Box.java::Box.put(int)"]),
        ("area", ["cpp:lib/a.cpp::area", "cpp:lib/b.cpp::area"]),
        ("far", ["cpp:lib/far.h::far(int)", "cpp:lib/far.h::far(double)"]),
        ("Cart.total", ["python:src/shop/cart.py::Cart.total"]),
        ("pair/crate::Crate.open", ["python:pair/crate.py::Crate.open", "python:pair/crate.pyi::Crate.open"]),
        ("pair/crate.pyi::Crate", ["python:pair/crate.pyi::Crate"]),
    ],
)
def test_overloads_of_one_name_are_one_question(reader: Reader, text: str, expected: list[str]):
    assert [row.id for row in resolve_meaning(reader, text).symbols] == expected


@pytest.mark.parametrize("text", ["put", "start", "Same", "total", "Crate.open"])
def test_different_symbols_of_one_name_are_no_overloads(reader: Reader, text: str):
    with pytest.raises(AmbiguousError):
        resolve_meaning(reader, text)


def test_one_symbol_is_never_one_of_several_overloads(reader: Reader):
    with pytest.raises(AmbiguousError, match="names 2 symbols"):
        find_one_symbol(reader, "Box.put")


@pytest.mark.parametrize(
    "text", ["src\\shop\\cart.py:5", ".\\src\\shop\\cart.py:5", "shop\\cart.py:5", "./shop/cart.py:5"]
)
def test_a_file_is_found_with_the_separators_of_either_family_of_systems(reader: Reader, text: str) -> None:
    assert find_one_symbol(reader, text).name == "addItem"


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("src/shop/Cart.py:5", "nearest files: src/shop/cart.py"),
        ("source/cart.py:5", "nearest files: src/shop/cart.py"),
        ("source/cart.py", "nearest files: src/shop/cart.py"),
        ("nosuch.py:3", "no file of the index is called nosuch.py; `codegraph why-ignored nosuch.py` may say why"),
        ("CART.ADDITEM", "nearest names: Cart.addItem"),
        ("cart.Cart.additem", "nearest names: addItem, add_item"),
        ("cart.py:total", "nearest names: src/shop/cart.py::Cart.total"),
        ("./src/shop/cart.py::add.addItem", "nearest names: src/shop/cart.py::Cart.addItem"),
    ],
)
def test_a_name_that_is_nearly_right_is_told_what_is_there(reader: Reader, text: str, hint: str) -> None:
    with pytest.raises(NotFoundError) as caught:
        find_one_symbol(reader, text)
    assert caught.value.hint == hint
