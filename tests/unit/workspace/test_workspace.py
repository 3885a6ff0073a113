"""Edges between indexed repositories, and what may look like one."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest
from support.gitrepo import GitRepo

from codegraph.errors import ConfigError
from codegraph.indexing.pipeline import index_repository
from codegraph.operations.answers import CalleesAnswer, CallersAnswer
from codegraph.operations.context import Context
from codegraph.operations.edges import list_callees, list_callers
from codegraph.operations.requests import CalleesRequest, CallersRequest
from codegraph.operations.workspace_answers import WorkspaceAnswer
from codegraph.query.index import Index
from codegraph.settings.config import Config

SHIPPING = {
    "pyproject.toml": '[project]\nname = "shipping-client"\nversion = "1.2.0"\n',
    "src/shipping_client/__init__.py": "from .client import Client, make_client\nfrom . import labels\n",
    "src/shipping_client/client.py": """\
class Base:
    def close(self):
        pass


class Client(Base):
    def send(self, parcel):
        return self._post(parcel)

    def _post(self, parcel):
        return parcel


def make_client() -> Client:
    return Client()


def guess():
    return Client()
""",
    "src/shipping_client/labels.py": "def render(label):\n    return label\n",
}
ORDERS = {
    "pyproject.toml": '[project]\nname = "orders"\nversion = "0.1.0"\ndependencies = ["Shipping_Client>=1"]\n',
    "orders/__init__.py": "",
    "orders/service.py": """\
from shipping_client import Client, labels, make_client
from shipping_client.client import guess
from shipping_client.labels import render as draw


def ship(order, c: Client):
    Client().send(order)
    c.close()
    labels.render(order)
    draw(order)


def track(order):
    make_client().send(order)
    guess().send(order)
    make_client().vanish(order)
""",
}
STRANGER = {  # needs no package, and has a module of that name
    "pyproject.toml": '[project]\nname = "stranger"\nversion = "1"\n',
    "use.py": "import shipping_client\n\n\ndef use():\n    shipping_client.make_client()\n",
}
LIBRARY = {
    "package.json": '{"name": "@acme/money", "version": "2.0.0"}',
    "src/index.ts": "export * from './amounts';\nexport { round } from './rounding';\n",
    "src/amounts.ts": "export class Amount { add(other: Amount): Amount { return other; } }\n",
    "src/rounding.ts": "export function round(n: number): number { return n; }\n",
}
SHOP = {
    "package.json": '{"name": "shop", "dependencies": {"@acme/money": "^2"}}',
    "cart.ts": """\
import { Amount, round } from '@acme/money';

export function total(a: Amount) {
  a.add(a);
  return round(1);
}
""",
}
WIRE = {
    "go.mod": "module example.org/wire\n\ngo 1.22\n",
    "codec/codec.go": "package codec\n\ntype Frame struct{}\n\nfunc (f *Frame) Size() int { return 1 }\n\n"
    "func Decode(b []byte) *Frame { return nil }\n",
}
RELAY = {
    "go.mod": "module example.org/relay\n\ngo 1.22\n\nrequire example.org/wire v1.0.0\n",
    "main.go": 'package main\n\nimport "example.org/wire/codec"\n\nfunc main() {\n\tframe := codec.Decode(nil)\n\tframe.Size()\n}\n',
}


@dataclass(frozen=True)
class Workbench:
    folder: Path
    config: Config

    def add(self, name: str, files: dict[str, str]) -> Path:
        repo = GitRepo.make(self.folder / name, {"id.txt": name, **files})
        index_repository(repo.root, self.config)
        return repo.root

    def list_callers(self, root: Path, symbol: str, depth: int = 1) -> list[tuple[str, str, str, tuple[int, ...]]]:
        request = CallersRequest(symbol=symbol, workspace=True, depth=depth)
        return _list_rows(list_callers(Context(root, self.config), request).results)

    def list_callees(self, root: Path, symbol: str) -> list[tuple[str, str, str, tuple[int, ...]]]:
        request = CalleesRequest(symbol=symbol, workspace=True)
        return _list_rows(list_callees(Context(root, self.config), request).results)


def _list_rows(answer: CallersAnswer | CalleesAnswer) -> list[tuple[str, str, str, tuple[int, ...]]]:
    elsewhere = answer.elsewhere
    assert isinstance(elsewhere, WorkspaceAnswer)
    return [(s.repository, s.symbol.qualname, s.resolution.value, s.lines) for s in elsewhere.steps]


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Workbench:
    folder = tmp_path_factory.mktemp("workspace")
    made = Workbench(folder, Config(folder / "home", workers=1, vectors=False))
    for name, files in (
        ("shipping", SHIPPING), ("orders", ORDERS), ("stranger", STRANGER), ("money", LIBRARY), ("shop", SHOP),
        ("wire", WIRE), ("relay", RELAY),
    ):  # fmt: skip
        made.add(name, files)
    return made


def test_a_method_has_callers_in_another_repository(bench: Workbench) -> None:
    found = bench.list_callers(bench.folder / "shipping", "Client.send")
    assert found == [("orders", "ship", "inferred", (7,)), ("orders", "track", "inferred", (14,))]


def test_what_a_package_hands_on_is_followed(bench: Workbench) -> None:
    shipping = bench.folder / "shipping"
    assert bench.list_callers(shipping, "make_client") == [("orders", "track", "exact", (14, 16))]
    assert bench.list_callers(shipping, "labels.render") == [("orders", "ship", "exact", (9, 10))]


def test_an_inherited_method_is_that_of_the_base(bench: Workbench) -> None:
    assert bench.list_callers(bench.folder / "shipping", "Base.close") == [("orders", "ship", "typed", (8,))]


def test_callers_of_callers_cross_over(bench: Workbench) -> None:
    found = bench.list_callers(bench.folder / "shipping", "Client._post", depth=2)
    assert [row[:2] for row in found] == [("orders", "ship"), ("orders", "track")]


def test_callees_are_in_the_provider(bench: Workbench) -> None:
    found = bench.list_callees(bench.folder / "orders", "track")
    assert found == [
        ("shipping", "Client.send", "inferred", (14,)),
        ("shipping", "make_client", "exact", (14, 16)),
        ("shipping", "guess", "exact", (15,)),
    ]


def test_packages_of_npm_and_modules_of_go_are_linked(bench: Workbench) -> None:
    money, wire = bench.folder / "money", bench.folder / "wire"
    assert bench.list_callers(money, "round") == [("shop", "total", "exact", (5,))]
    assert bench.list_callers(money, "Amount.add") == [("shop", "total", "inferred", (4,))]
    assert [row[:2] for row in bench.list_callers(wire, "Decode")] == [("relay", "main")]
    assert [row[:2] for row in bench.list_callers(wire, "Frame.Size")] == [("relay", "main")]


def test_a_file_lists_the_workspace(bench: Workbench) -> None:
    listed = bench.folder / "codegraph-workspace.toml"
    listed.write_text('repositories = ["shipping", "gone"]\n')
    try:
        answer = list_callers(
            Context(bench.folder / "shipping", bench.config), CallersRequest(symbol="make_client", workspace=True)
        ).results
        assert answer.elsewhere is not None
        assert answer.elsewhere.steps == ()
        states = [(row.name, row.status.value) for row in answer.elsewhere.members]
        assert states == [("shipping", "open"), ("gone", "no such folder")]
        listed.write_text("repositories = 3\n")
        with pytest.raises(ConfigError, match="lists no repositories"):
            bench.list_callers(bench.folder / "shipping", "make_client")
    finally:
        listed.unlink()


def test_nothing_is_asked_of_others_without_the_option(bench: Workbench) -> None:
    with Index.open(bench.folder / "shipping", bench.config):
        answer = list_callers(Context(bench.folder / "shipping", bench.config), CallersRequest(symbol="make_client"))
    assert answer.results.elsewhere is None
