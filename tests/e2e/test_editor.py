"""The language server as a process, asked by an editor without a window."""

from __future__ import annotations

import json
import os
import shutil
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.editor import CAPABILITIES, EditorClient, ErrorReply, find, start_editor
from support.gitrepo import GitRepo

from codegraph.cli.app import main
from codegraph.indexing.pipeline import index_repository
from codegraph.settings.config import Config

STORE = '''"""Store."""


class Base:
    """Collection of items.

    More of it."""

    def save(self, item):
        return item


class Store(Base):
    def save(self, item):
        return helper(item)


def helper(number):
    """Add *one*."""
    return number + 1


def legacy(number):
    return number
'''
APP = '''from shop.store import Base, Store, legacy
from shop.store import helper as assist


def run(base: Base):
    """Run."""
    store = Store()
    greeting = "grüße 😀"; store.save(greeting); base.save(greeting)
    return assist(1) + unknown(2)


def old():
    return legacy(4)
'''
TESTS = """from shop.app import run
from shop.store import Store, helper


def test_run():
    assert run(Store())


def test_helper():
    assert helper(1) == 2
"""
FILES = {"shop/__init__.py": "", "shop/store.py": STORE, "shop/app.py": APP, "tests/test_app.py": TESTS}


def make_project(root: Path, home: Path) -> GitRepo:
    """An indexed project under git, with one decision about `helper`."""
    repo = GitRepo.make(root, FILES)
    index_repository(root, Config(home, workers=1, vectors=False))
    return repo


@pytest.fixture(scope="module")
def _project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("editor")
    make_project(folder / "shop", folder / "home")
    return folder


@pytest.fixture
def shop(_project: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project that tests do not change."""
    monkeypatch.setenv("CODEGRAPH_HOME", str(_project / "home"))
    return _project / "shop"


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> GitRepo:
    """A project of a test's own."""
    monkeypatch.setenv("CODEGRAPH_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("CODEGRAPH_VECTORS", "false")
    return make_project(tmp_path / "own", tmp_path / "home")


@pytest.fixture
def editor(shop: Path) -> Iterator[EditorClient]:
    with start_editor(shop) as client:
        client.initialize(shop)
        yield client
        assert client.close() == 0
        assert client.read_errors() == ""


def list_lines(found: list[dict]) -> list[tuple[str, int, int]]:
    return [(each["uri"].rpartition("/")[2], *each["range"]["start"].values()) for each in found]


def test_a_hover_says_what_a_name_is_and_how_that_is_known(editor: EditorClient, shop: Path) -> None:
    uri = editor.open(shop / "shop/app.py")
    said = editor.hover(uri, *find(APP, "assist(1)"))
    assert "def helper(number)" in said  # the name in the file is an alias
    assert "Add \\*one\\*." in said
    assert "function `helper` · 2 callers · 1 test" in said
    assert "**exact**: scopes and imports decide" in said
    assert editor.hover(uri, *find(APP, "unknown(2)")).startswith("This reference: **unresolved**: ")
    assert editor.hover(uri, *find(APP, "greeting =")) == ""  # the graph has no local variables
    assert editor.hover(uri, *find(APP, "= Store()", " ")) == ""
    typed = editor.hover(uri, *find(APP, "base.save", "save"))
    assert "`Base.save` · **typed**: declared types decide" in typed  # two references of that name on the line
    assert "`Store.save` · **" in typed
    store = editor.open(shop / "shop/store.py")
    assert "Collection of items." in editor.hover(store, *find(STORE, "class Base", "Base"))
    assert "This reference" not in editor.hover(store, *find(STORE, "class Base", "Base"))


def test_positions_are_in_the_units_that_were_agreed_on(shop: Path) -> None:
    line, _ = find(APP, "store.save(greeting)", "save")
    before = APP.splitlines()[line].partition("save")[0]
    units = {
        "utf-8": len(before.encode()),
        "utf-16": len(before.encode("utf-16-le")) // 2,
        "utf-32": len(before),
    }
    assert len(set(units.values())) == 3
    for encoding, column in units.items():
        with start_editor(shop) as editor:
            told = editor.initialize(shop, general={"positionEncodings": [encoding]})
            assert told["capabilities"]["positionEncoding"] == encoding
            uri = editor.open(shop / "shop/app.py")
            for asked in (column, column + 3):
                hover = editor.ask_at("hover", uri, line, asked)
                assert hover["range"]["start"] == {"line": line, "character": column}
                assert hover["range"]["end"] == {"line": line, "character": column + 4}


def test_definitions_references_and_implementations(editor: EditorClient, shop: Path) -> None:
    app, store = editor.open(shop / "shop/app.py"), shop / "shop/store.py"
    assert editor.ask_at("definition", app, *find(APP, "assist(1)")) == [
        {"uri": store.as_uri(), "range": {"start": {"line": 17, "character": 4}, "end": {"line": 17, "character": 10}}}
    ]
    uri = editor.open(store)
    at = find(STORE, "def helper", "helper")
    uses = editor.ask_at("references", uri, *at, context={"includeDeclaration": False})
    assert sorted(list_lines(uses)) == [
        ("app.py", 1, 23), ("app.py", 8, 4), ("store.py", 14, 15), ("test_app.py", 1, 30), ("test_app.py", 9, 11),
    ]  # fmt: skip
    with_definition = editor.ask_at("references", uri, *at, context={"includeDeclaration": True})
    assert list_lines(with_definition)[0] == ("store.py", *at) and len(with_definition) == len(uses) + 1
    found = editor.ask_at("implementation", uri, *find(STORE, "def save", "save"))
    assert list_lines(found) == [("store.py", 8, 8), ("store.py", 13, 8)]
    assert list_lines(editor.ask_at("implementation", uri, *find(STORE, "class Base", "Base"))) == [
        ("store.py", 3, 6), ("store.py", 12, 6),
    ]  # fmt: skip


def test_hierarchies_say_how_each_step_is_known(editor: EditorClient, shop: Path) -> None:
    app, store = editor.open(shop / "shop/app.py"), editor.open(shop / "shop/store.py")
    [item] = editor.ask_at("prepareCallHierarchy", app, *find(APP, "def run", "run"))
    callees = editor.ask("callHierarchy/outgoingCalls", {"item": item})
    details = {call["to"]["name"]: call["to"]["detail"] for call in callees}
    assert details["helper"] == "exact · shop/store.py"
    [base] = [call for call in callees if call["to"]["range"]["start"]["line"] == 8]
    assert base["to"]["detail"] == "typed · shop/store.py"
    [item] = editor.ask_at("prepareCallHierarchy", store, *find(STORE, "def helper", "helper"))
    callers = editor.ask("callHierarchy/incomingCalls", {"item": item})
    assert {call["from"]["name"] for call in callers} == {"run", "save", "test_helper"}
    [run] = [call for call in callers if call["from"]["name"] == "run"]
    assert run["fromRanges"] == [
        {"start": {"line": 8, "character": 4}, "end": {"line": 8, "character": 33}}
    ]  # an alias stands there, which is no name of the graph: all of the line
    [item] = editor.ask_at("prepareTypeHierarchy", app, *find(APP, "Store()"))
    [above] = editor.ask("typeHierarchy/supertypes", {"item": item})
    assert (above["name"], above["detail"]) == ("Base", "exact · shop/store.py")
    [below] = editor.ask("typeHierarchy/subtypes", {"item": above})
    assert below["name"] == "Store"
    assert editor.ask_at("prepareTypeHierarchy", store, *find(STORE, "def helper", "helper")) == []


def test_symbols_of_a_file_and_of_the_workspace(editor: EditorClient, shop: Path) -> None:
    uri = editor.open(shop / "shop/store.py")
    outline = editor.ask("textDocument/documentSymbol", {"textDocument": {"uri": uri}})
    assert [each["name"] for each in outline] == ["Base", "Store", "helper", "legacy"]
    assert [each["name"] for each in outline[0]["children"]] == ["save"]
    assert outline[0]["range"] == {"start": {"line": 3, "character": 0}, "end": {"line": 9, "character": 19}}
    assert outline[0]["selectionRange"]["start"] == {"line": 3, "character": 6}
    [helper] = editor.ask("workspace/symbol", {"query": "helper"})[:1]
    assert helper["name"] == "helper" and helper["location"]["uri"] == uri
    assert editor.ask("workspace/symbol", {"query": ""}) == []
    assert editor.ask("workspace/symbol", {"query": "\ud83d"}) == []  # half of a character


def test_an_editor_without_nested_symbols_gets_a_list(shop: Path) -> None:
    with start_editor(shop) as editor:
        editor.initialize(shop, textDocument={})
        uri = editor.open(shop / "shop/store.py")
        found = editor.ask("textDocument/documentSymbol", {"textDocument": {"uri": uri}})
        assert [(each["name"], each["containerName"]) for each in found[:2]] == [
            ("Base", "shop/store.py"), ("save", "Base"),
        ]  # fmt: skip


def test_code_lenses_count_users_and_notes(own: GitRepo, capsys: pytest.CaptureFixture[str]) -> None:
    words = ("memory", "add", "Adding one is what the tax office asks for", "--kind", "decision", "--about", "helper")
    assert main([*words, "--repo", str(own.root)]) == 0, capsys.readouterr()
    own.write({"shop/store.py": STORE.replace("number + 1", "number + 2")})
    with start_editor(own.root) as editor:
        editor.initialize(own.root)
        uri = editor.open(own.root / "shop/store.py")
        lenses = editor.ask("textDocument/codeLens", {"textDocument": {"uri": uri}})
        titles = {
            found["range"]["start"]["line"]: found["command"]
            for found in (editor.ask("codeLens/resolve", lens) for lens in lenses)
        }
        assert titles[17]["title"] == "2 callers · 1 test · 1 decision (changed)"
        assert titles[17]["arguments"] == [uri, {"line": 17, "character": 4}]
        said = editor.hover(uri, 17, 4)
        assert "Adding one is what the tax office asks for — ⚠ stale, the code is changed" in said
        found = editor.ask(
            "workspace/executeCommand",
            {"command": titles[17]["command"], "arguments": titles[17]["arguments"]},
        )
        assert len(found) == 5
        assert editor.wait_until(lambda: [m for m in editor.list_messages() if m.startswith("5 references: ")])


def test_uses_that_the_work_tree_left_behind_are_diagnostics(own: GitRepo) -> None:
    store, app = own.root / "shop/store.py", own.root / "shop/app.py"
    with start_editor(own.root) as editor:
        editor.initialize(own.root)
        uri = editor.open(store)
        broken = STORE.replace("def helper(number)", "def helper(number, more)").partition("def legacy")[0]
        editor.edit(uri, broken)
        assert editor.find_diagnostics(app.as_uri()) is None  # nothing was saved
        store.write_text(broken)
        editor.save(uri)
        found = editor.wait_until(lambda: editor.find_diagnostics(app.as_uri()))
        told = {(each["range"]["start"]["line"], each["code"]): each for each in found}
        assert told[12, "removed"]["message"] == "`legacy`: was removed"
        assert told[12, "removed"]["range"] == {
            "start": {"line": 12, "character": 11}, "end": {"line": 12, "character": 17},
        }  # fmt: skip
        assert told[8, "signature"]["severity"] == 1
        assert told[8, "signature"]["relatedInformation"][0]["location"]["uri"] == uri
        editor.wait_until(lambda: any(m["method"] == "workspace/codeLens/refresh" for m in editor.told))
        store.write_text(STORE)
        editor.edit(uri, STORE)
        editor.save(uri)
        editor.wait_until(lambda: editor.find_diagnostics(app.as_uri()) == [])


def test_positions_follow_edits_that_are_not_saved(editor: EditorClient, shop: Path) -> None:
    app, store = editor.open(shop / "shop/app.py"), editor.open(shop / "shop/store.py")
    edited = "# one\n# two\n" + STORE.replace("return number + 1", "return number + 1 + legacy(1)")
    editor.edit(store, edited)
    assert "function `helper`" in editor.hover(store, *find(edited, "def helper", "helper"))
    assert list_lines(editor.ask_at("definition", app, *find(APP, "assist(1)"))) == [("store.py", 19, 4)]
    uses = editor.ask_at("references", app, *find(APP, "assist(1)"), context={"includeDeclaration": False})
    assert ("store.py", 16, 15) in list_lines(uses)
    assert "not saved" in editor.hover(store, *find(edited, "legacy(1)"))
    assert editor.ask_at("definition", store, *find(edited, "legacy(1)")) == []
    editor.edit(store, "")  # everything was deleted, and nothing was saved
    assert list_lines(editor.ask_at("definition", app, *find(APP, "assist(1)"))) == [("store.py", 0, 0)]


def test_what_is_saved_is_answered_about(own: GitRepo) -> None:
    path = own.root / "shop/store.py"
    with start_editor(own.root) as editor:
        editor.initialize(own.root)
        uri = editor.open(path)
        text = STORE + "\n\ndef latest():\n    return helper(3)\n"
        editor.edit(uri, text)
        path.write_text(text)
        editor.save(uri)
        said = editor.wait_for_hover(uri, *find(text, "def latest", "latest"), "function `latest`")
        assert "function `latest` · 0 callers" in said
        assert "3 callers" in editor.hover(uri, *find(text, "def helper", "helper"))


def test_a_folder_without_an_index_is_offered_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("CODEGRAPH_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("CODEGRAPH_VECTORS", "false")
    repo = GitRepo.make(tmp_path / "shop", FILES)
    with start_editor(repo.root) as editor:
        editor.responses["window/showMessageRequest"] = lambda params: params["actions"][0]
        editor.initialize(repo.root)
        uri = editor.open(repo.root / "shop/store.py")
        at = find(STORE, "def helper", "helper")
        assert editor.hover(uri, *at) == ""
        assert editor.hover(uri, *at) == ""
        editor.wait_until(lambda: any("has indexed" in message for message in editor.list_messages()))
        assert sum("has no index" in message for message in editor.list_messages()) == 1  # asked once
        values = [m["params"]["value"]["kind"] for m in editor.told if m["method"] == "$/progress"]
        assert values[0] == "begin" and values[-1] == "end" and "report" in values
        assert "function `helper`" in editor.hover(uri, *at)
        assert editor.close() == 0


def test_several_folders_each_have_their_index(own: GitRepo, shop: Path, tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setenv("CODEGRAPH_HOME", str(tmp_path / "home"))
    other = make_project(tmp_path / "other", tmp_path / "home")
    other.write({"shop/store.py": STORE.replace("helper", "assistant")})
    with start_editor(tmp_path) as editor:
        editor.initialize(own.root)
        here, there = editor.open(own.root / "shop/store.py"), editor.open(other.root / "shop/store.py")
        at = find(STORE, "def helper", "helper")
        assert "function `helper`" in editor.hover(here, *at)
        assert editor.hover(there, *at) == ""  # outside of what is open
        folder = {"uri": other.root.as_uri(), "name": "other"}
        editor.notify("workspace/didChangeWorkspaceFolders", {"event": {"added": [folder], "removed": []}})
        assert "function `assistant`" in editor.hover(there, *at)
        named = {each["name"] for each in editor.ask("workspace/symbol", {"query": "assistant"})}
        assert named == {"assistant"}
        editor.notify("workspace/didChangeWorkspaceFolders", {"event": {"added": [], "removed": [folder]}})
        assert editor.hover(there, *at) == ""


def test_a_request_can_be_cancelled(editor: EditorClient, shop: Path) -> None:
    uri = editor.open(shop / "shop/store.py")
    codes = {code for _ in range(20) for code in cancel_hovers(editor, uri)}
    assert codes == {-32800}
    assert "function `helper`" in editor.hover(uri, 17, 4)


def cancel_hovers(editor: EditorClient, uri: str) -> list[int]:
    """Return the errors of requests that are cancelled at once: none of those that were answered before."""
    place = {"textDocument": {"uri": uri}, "position": {"line": 17, "character": 4}}
    numbers = [editor.start("textDocument/hover", place) for _ in range(20)]
    for number in numbers:
        editor.notify("$/cancelRequest", {"id": number})
    codes = []
    for number in numbers:
        try:
            editor.wait_for(number)
        except ErrorReply as error:
            codes.append(error.code)
    return codes


def test_an_exit_without_a_shutdown_is_a_failure(shop: Path) -> None:
    with start_editor(shop) as editor:
        editor.initialize(shop)
        editor.notify("exit")
        assert editor.process.wait(60) == 1
    with start_editor(shop) as editor:
        editor.initialize(shop)
        assert editor.process.stdin is not None
        editor.process.stdin.close()  # an editor that is gone
        assert editor.process.wait(60) == 0
        assert editor.read_errors() == ""


# ---- what nobody should send, and files that are odd


def test_malformed_messages_are_answered_and_survived(editor: EditorClient, shop: Path) -> None:
    uri = editor.open(shop / "shop/store.py")
    editor.send_bytes(b"{no json")
    editor.send_bytes(b"\xff\xfe\x00")
    editor.send_bytes(b"[" * 100_000)
    editor.wait_until(lambda: sum("error" in m and m["error"]["code"] == -32700 for m in editor.told) >= 3)
    for params in (None, [], {"textDocument": 3}, {"textDocument": {"uri": uri}}):
        with pytest.raises(ErrorReply) as raised:
            editor.ask("textDocument/hover", params)
        assert "Traceback" not in json.dumps(raised.value.error)
    with pytest.raises(ErrorReply):
        editor.ask("textDocument/nothing", {})
    item = {"name": "a", "kind": 1, "uri": uri, "range": span(), "selectionRange": span()}
    for data in (None, 3, {"id": "x"}, {"root": "\0", "id": "x"}):
        with pytest.raises(ErrorReply):
            editor.ask("callHierarchy/incomingCalls", {"item": {**item, "data": data}})
    for root in ("/", "/etc", "relative", str(shop.parent)):
        assert editor.ask("callHierarchy/incomingCalls", {"item": {**item, "data": {"root": root, "id": "x"}}}) == []
    for line, character in ((-1, 0), (10**9, 10**9), (17, -5), (17, 10**9)):
        try:
            editor.hover(uri, line, character)
        except ErrorReply as error:
            assert error.code == -32602  # positions are not negative
    assert "function `helper`" in editor.hover(uri, 17, 4)
    editor.errors.truncate(0)  # each was logged, in a line


def test_settings_that_cannot_be_read_are_told_once(own: GitRepo) -> None:
    with start_editor(own.root) as editor:
        editor.initialize(own.root)
        uri = editor.open(own.root / "shop/store.py")
        own.write({"codegraph.toml": "no_such_setting = 1\n"})
        for _ in range(3):
            assert editor.hover(uri, 17, 4) == ""
            assert editor.ask("workspace/symbol", {"query": "helper"}) == []
        assert len([message for message in editor.list_messages() if "no_such_setting" in message]) == 1
        editor.ask(
            "workspace/executeCommand", {"command": "codegraph.query.index", "arguments": ["file:///etc/passwd"]}
        )
        for arguments in ([], [uri, uri]):
            with pytest.raises(ErrorReply) as raised:
                editor.ask("workspace/executeCommand", {"command": "codegraph.query.index", "arguments": arguments})
            assert raised.value.error.get("data") is None
        own.write({"codegraph.toml": None})
        assert "function `helper`" in editor.hover(uri, 17, 4)
        assert editor.close() == 0
        assert editor.read_errors() == ""


def test_a_hostile_first_request_is_answered(shop: Path) -> None:
    for params in ({"rootPath": "\0"}, {"rootUri": "http://x"}, {"workspaceFolders": [{"uri": "", "name": ""}]}):
        with start_editor(shop) as editor:
            told = editor.ask("initialize", {"processId": None, "rootUri": None, "capabilities": {}, **params})
            assert told["capabilities"]["hoverProvider"]
            editor.notify("initialized", {})
            assert "function `helper`" in editor.hover(editor.open(shop / "shop/store.py"), 17, 4)
            assert editor.close() == 0


def span() -> dict:
    return {"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 0}}


def test_a_request_before_the_first_one_is_refused(shop: Path) -> None:
    with start_editor(shop) as editor:
        with pytest.raises(ErrorReply) as raised:
            editor.hover((shop / "shop/store.py").as_uri(), 0, 0)
        assert raised.value.code == -32002
        editor.initialize(shop)
        assert editor.close() == 0


ODD = ("file:///%00", "file:///etc/passwd", "file://host/share/x.py", "untitled:Untitled-1", "file:///%ff%fe.py",
       "http://example.org/x.py", "file:", "file://[", "", "file:///" + "a" * 5000, "file:///../../etc/passwd",
       "file:///\ud83d.py")  # fmt: skip


@pytest.mark.parametrize("uri", ODD)
def test_addresses_of_nothing_here_have_empty_answers(editor: EditorClient, uri: str) -> None:
    document = {"textDocument": {"uri": uri}}
    editor.notify("textDocument/didOpen", {"textDocument": {"uri": uri, "languageId": "x", "version": 1, "text": "a"}})
    assert editor.hover(uri, 0, 0) == ""
    assert editor.ask("textDocument/documentSymbol", document) == []
    assert editor.ask("textDocument/codeLens", document) == []
    editor.notify("textDocument/didSave", document)
    editor.notify("textDocument/didClose", document)
    assert editor.list_messages() == []
    editor.errors.truncate(0)


def test_files_with_odd_names_and_contents(own: GitRepo) -> None:
    source = "def odd():\n    return 1\n\n\nodd()\n"
    names = ["a b#c?.py", "50%25.py", "grüße.py", "x::y.py"]
    latin = "# Gr\xfc\xdfe\ndef latin():\n    return '\xe4'; latin()\n".encode("latin-1")
    own.write(dict.fromkeys(names, source))
    own.write(
        {
            "latin.py": latin,
            "feed.py": "a = 1\n\x0c\n\x0b\ndef fed():\n    return a\n",
            "dos.py": source.replace("\n", "\r\n"),
        }
    )
    (own.root / os.fsdecode(b"b\xff.py")).write_text(source)
    with start_editor(own.root) as editor:
        editor.initialize(own.root)
        for name in (*names, os.fsdecode(b"b\xff.py"), "dos.py"):
            uri = editor.open(own.root / name)
            assert "function `odd` · " in editor.hover(uri, 4, 1), name
            assert [each["uri"] for each in editor.ask_at("definition", uri, 4, 1)] == [uri], name
        uri = editor.open(own.root / "latin.py", latin.decode("latin-1"))
        assert "function `latin`" in editor.hover(uri, 2, 17)
        uri = editor.open(own.root / "feed.py")
        assert "function `fed`" in editor.hover(uri, 3, 4)
        plain = (own.root / "a b#c?.py").as_uri()
        other = plain.replace("%23", "%23").replace("a%20b", "%61 b")  # the same file, in the words of another client
        assert "function `odd`" in editor.hover(other, 0, 4)


def test_files_that_are_gone_large_or_outside(own: GitRepo) -> None:
    path = own.root / "shop/store.py"
    outside = own.root.parent / "outside.py"
    outside.write_text(STORE)
    (own.root / "link.py").symlink_to(outside)
    (own.root / "huge.py").write_text("x = 1\n" * 1_000_000)
    with start_editor(own.root) as editor:
        editor.initialize(own.root)
        uri = editor.open(path)
        at = find(STORE, "def helper", "helper")
        assert "function `helper`" in editor.hover(uri, *at)
        for name in ("link.py", "huge.py", "missing.py"):
            other = editor.open(own.root / name, STORE)
            assert editor.hover(other, *at) in ("", "_This line is not saved yet. codegraph answers about saved text._")
            assert editor.ask("textDocument/documentSymbol", {"textDocument": {"uri": other}}) == []
        path.unlink()
        assert "function `helper`" not in editor.hover(uri, *at)
        editor.save(uri)
        app = editor.open(own.root / "shop/app.py")
        editor.wait_for_hover(app, *find(APP, "assist(1)"), "outside the repository")
        assert editor.ask_at("definition", app, *find(APP, "assist(1)")) == []
        shutil.rmtree(own.root / "shop")
        assert editor.hover(app, 4, 4) in ("", "_This line is not saved yet. codegraph answers about saved text._")
        assert editor.close() == 0
        assert "Traceback" not in editor.read_errors()


def test_two_editors_share_an_index(own: GitRepo) -> None:
    path = own.root / "shop/store.py"
    with start_editor(own.root) as one, start_editor(own.root) as other:
        for editor in (one, other):
            editor.initialize(own.root)
        uris = [editor.open(path) for editor in (one, other)]
        text = STORE + "\n\ndef latest():\n    return helper(3)\n"
        path.write_text(text)
        said: list[str] = []

        def ask(editor: EditorClient, uri: str) -> None:
            editor.edit(uri, text)
            editor.save(uri)
            said.append(editor.wait_for_hover(uri, *find(text, "def latest", "latest"), "function `latest`"))

        threads = [threading.Thread(target=ask, args=each) for each in zip((one, other), uris)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert len(said) == 2
        assert one.close() == other.close() == 0


def test_a_client_that_asks_for_nothing_gets_no_requests(shop: Path) -> None:
    with start_editor(shop) as editor:
        assert CAPABILITIES["window"]
        editor.initialize(shop, window={}, workspace={})
        uri = editor.open(shop / "shop/store.py")
        editor.save(uri)
        assert "function `helper`" in editor.hover(uri, 17, 4)
        assert not [m for m in editor.told if "id" in m]
        assert editor.close() == 0
