"""Dead code of applications and libraries: who besides the repository can use what it exports, and stands for what."""

from __future__ import annotations

from pathlib import Path

from support.unused import unused

from codegraph.indexing.pipeline import index_repository
from codegraph.operations.capabilities import BY_NAME, load_handler
from codegraph.operations.context import Context
from codegraph.operations.requests import DeadCodeRequest
from codegraph.render.envelope import format_envelope
from codegraph.render.text import render_text
from codegraph.settings.config import Config

CONTROLLERS = """import type { Components } from 'markdown-lib'
import { inline } from './inline'

interface Controller {
  focus(): void
  getText(): string
  nested: { deep(): void }
  never(): void
}

export function create(): Controller {
  return { focus: () => {}, getText() { return 'x' }, nested: { deep() {} }, never() {} }
}
export async function createLater(): Promise<Controller> {
  return { focus: () => {}, getText: () => 'x', nested: { deep() {} }, never() {} }
}
export function createHeld(): Controller {
  const held = { focus() {}, getText() { return '' }, nested: { deep() {} }, never() {} }
  return held
}
export function createSpread(): Controller {
  return { ...inline, never() {} }
}
export function take(controller: Controller) {
  controller.focus()
  controller.getText()
  controller.nested.deep()
}
export function show() {
  const parts: Components = { h1: () => 1, li() { return 2 } }
  return [parts]
}
export function keep() {
  const own = { kept() {}, lost() {} }
  own.kept()
}
"""
INLINE = "export const inline = { focus() {}, getText() { return 'i' }, nested: { deep() {} } }\n"


def test_objects_given_as_a_type_have_its_members(tmp_path: Path) -> None:
    assert unused(tmp_path, {"main.ts": CONTROLLERS, "inline.ts": INLINE}) == [
        "Controller.never",
        "create.never",
        "createLater.never",
        "createHeld.held.never",
        "createSpread.never",
        "keep.own.lost",
    ]


APPLICATION = {
    "package.json": '{ "name": "shop", "private": true, "dependencies": { "next": "15" }, '
    '"scripts": { "seed": "node tools/seed.mjs" } }',
    "Dockerfile": "FROM node\nCOPY docker/proxy.ts ./\n",
    "docker/proxy.ts": "export function proxy() {}\n",
    "tools/seed.mjs": "export function seed() {}\n",
    "next.config.ts": "export default function configure() {}\n",
    "src/app/orders/page.tsx": "import { used } from '../../lib'\n"
    "export default function Page() { return used() }\nPage.getLayout = function getLayout() {}\n"
    "export function helper() {}\nexport const getServerSideProps = () => ({ props: inner() })\n"
    "function inner() {}\n",
    "src/app/orders/table.tsx": "export function Table() { return 1 }\n",
    "tsup.config.js": "export default { entry: { index: 'src/index.ts' } }\n",
    "src/index.ts": "export * from './parts'\n",
    "src/parts/index.ts": "export { Part } from './part'\n",
    "src/parts/part.ts": "export function Part() {}\n",
    "src/lib.ts": "export function used() { return 1 }\nexport function unusedExport() { return 2 }\n",
}


def test_exports_of_an_application_are_dead_unless_a_framework_loads_their_file(tmp_path: Path) -> None:
    assert unused(tmp_path, APPLICATION) == ["helper", "Table", "unusedExport"]


def find(folder: Path, sources: dict[str, str], *, exported: bool = False) -> tuple[object, str]:
    """Return the answer about sources, and its JSON."""
    for name, text in sources.items():
        (folder / "repo" / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / "repo" / name).write_text(text)
    config = Config(folder / "home", workers=1, vectors=False)
    index_repository(folder / "repo", config)
    context = Context(folder / "repo", config)
    answer = load_handler(BY_NAME["dead-code"])(context, DeadCodeRequest(exported=exported))
    context.close()
    return answer.results, format_envelope("dead-code", answer)


def test_the_interface_of_a_library_is_public_and_not_dead(tmp_path: Path) -> None:
    sources = {
        "pyproject.toml": '[build-system]\nrequires = ["hatchling"]\n[project]\nname = "shop"\n'
        'classifiers = ["Topic :: Office"]\n',
        "shop/__init__.py": "",
        "shop/prices.py": "def price():\n    return _round(1)\n\n\ndef _round(x):\n    return x\n\n\ndef _lost():\n    return 1\n",
    }
    answer, text = find(tmp_path / "a", sources)
    assert [row.symbol.qualname for row in answer.symbols] == ["_lost"]
    assert answer.public == 2
    assert "2 public symbols unused here" in render_text(answer)
    assert '"reason":"unused","category":"dead"' in text
    answer, _ = find(tmp_path / "b", sources, exported=True)
    assert [(row.symbol.qualname, row.category) for row in answer.symbols] == [
        ("price", "public"),
        ("_round", "public"),
        ("_lost", "dead"),
    ]
    del sources["pyproject.toml"]
    answer, _ = find(tmp_path / "c", {**sources, "manage.py": "import shop.prices\n"})
    assert [row.symbol.qualname for row in answer.symbols] == ["price", "_round", "_lost"]


def test_test_doubles_are_not_listed(tmp_path: Path) -> None:
    tests = """const store = (() => ({ getItem: () => 1, setItem() {} }))()
const controller = { focus: () => {}, hasFocus: () => true }
Range.prototype.getClientRects = function () { return [] }
class FakeChannel { post() {} }
function forgotten() {}
test('x', () => { store.getItem(); controller.focus(); new FakeChannel() })
"""
    assert unused(tmp_path, {"tests/store.test.ts": tests}) == ["forgotten"]


def test_preludes_are_never_listed(tmp_path: Path) -> None:
    sources = {
        "main.py": "import collections\n\nprint(sorted([1]), collections.OrderedDict())\n",
        "main.ts": "console.log([1].map(String), new Map(), Promise.resolve(1))\n",
        "main.go": 'package main\n\nimport "fmt"\n\nfunc main() { fmt.Println(1) }\n',
        "src/main.rs": 'fn main() { println!("{:?}", Some(1).map(|x| x + 1)); }\n',
        "Main.java": "class Main { public static void main(String[] a) { System.out.println(java.util.List.of(1)); } }\n",
    }
    assert unused(tmp_path, sources, exported=True) == []


def test_functions_in_an_object_that_a_library_is_given_with_a_spread_are_not_dead(tmp_path: Path) -> None:
    code = """import { record } from 'recorder'

const mask = () => ({ all: true })
record({ emit(event) { stop() }, ...mask(), ...(stop ? { after: () => 1 } : {}) })
const stop = () => {}
BigInt.prototype.toJSON = function () { return Number(this) }
"""
    assert unused(tmp_path, {"main.js": code}) == []


def test_a_map_that_is_filled_in_a_loop_and_handed_back_is_parsed(tmp_path: Path) -> None:
    code = """import { useMemo } from 'react'
export function f(a: string[], b: string[]) {
  const names = useMemo(() => Array.from(new Set([...a, ...Array.from(b)])), [a, b])
  const value = useMemo(() => {
    const m = new Map()
    for (const [k, v] of a) { if (v) m.set(k, v) }
    return { m, names, lost() {} }
  }, [a])
  return value
}
function forgotten() {}
"""
    assert unused(tmp_path, {"main.ts": code}) == ["forgotten"]


def test_a_library_runs_only_the_members_that_its_class_is_known_to_run(tmp_path: Path) -> None:
    code = """import React, { Component } from 'react'
import { Widget } from 'editor'

class Page extends React.Component {
  componentDidMount() {}
  render() { return this.label() }
  label() { return 1 }
  lost() {}
}
class Panel extends Component { render() { return 2 } }
class Wide extends Panel { lostToo() {} shouldComponentUpdate() { return true } }
class Anchor extends Widget { toDOM() {} }
console.log(<Page />, <Wide />, new Anchor())
"""
    assert unused(tmp_path, {"main.jsx": code}) == ["Page.lost", "Wide.lostToo"]


def test_of_a_model_only_what_its_library_runs_is_spared(tmp_path: Path) -> None:
    code = """from django.db import models
from pydantic import BaseModel
from sqlalchemy.orm import DeclarativeBase
from framework import Widget


class Order(models.Model):
    class Meta:
        ordering = ["id"]

    def save(self, *args, **kwargs): ...
    def lost(self): ...


class Mail(BaseModel):
    def model_post_init(self, context): ...
    def lost_too(self): ...


class Base(DeclarativeBase): ...


class Row(Base):
    def lost_as_well(self): ...


class Refused(ValueError):
    def never_asked(self): ...


class Other(Widget):
    def may_be_a_hook(self): ...


def main():
    return Order(), Mail(), Row(), Refused(), Other()
"""
    assert unused(tmp_path, {"shop.py": code, "manage.py": ""}) == [
        "Order.lost",
        "Mail.lost_too",
        "Row.lost_as_well",
        "Refused.never_asked",
    ]


def test_a_package_without_a_version_is_part_of_the_application_around_it(tmp_path: Path) -> None:
    sources = {
        "Dockerfile": "FROM node\n",
        "package.json": '{"private": true, "workspaces": ["packages/*"]}',
        "packages/lib/package.json": '{"name": "@app/lib", "version": "0.0.0", "main": "./index.ts"}',
        "packages/lib/index.ts": "export {}\n",
        "packages/lib/work.ts": "export function lost() { return 1 }\n",
        "packages/kit/package.json": '{"name": "@app/kit", "version": "1.2.0", "main": "./index.ts"}',
        "packages/kit/index.ts": "export {}\n",
        "packages/kit/work.ts": "export function offered() { return 1 }\n",
    }
    assert unused(tmp_path, sources) == ["lost"]


def test_what_a_template_binds_and_what_an_object_is_given_is_not_dead(tmp_path: Path) -> None:
    code = """import { Client } from 'lib'
export class Page {
  client: Client
  constructor() { this.client.deserialize = (value) => value }
  list() { return [{ label: 'x', onClick: () => 1, lost: () => 2 }] }
}
console.log(new Page().list())
"""
    page = '<a (click)="tab.onClick()">open</a> lost\n@if (tab.label) {\n}\n'
    mock = "export const ServiceMock = { getJob: () => 1 }\n"
    sources = {"package.json": '{"private": true}', "main.ts": code, "page.html": page, "service.mock.ts": mock}
    assert unused(tmp_path, sources) == ["Page.list.lost"]


def test_functions_put_into_a_librarys_object_are_alive(tmp_path: Path) -> None:
    code = "Turbo.StreamActions.redirect = function () {}\nconst own = {}\nown.kept = function lost() {}\n"
    assert "redirect" not in unused(tmp_path, {"package.json": '{"private": true}', "main.js": code})


def test_methods_that_templates_and_symbols_of_ruby_name_and_previews_are_alive(tmp_path: Path) -> None:
    sources = {
        "Gemfile": "gem 'rails'\n",
        "app/models/menu.rb": "ITEMS = [{ if: :large? }]\n",
        "app/models/shop.rb": "class Shop\n  def open? = true\n  def large? = true\n  def manual? = true\n  def lost? = true\nend\nShop.new\n",
        "app/views/shop.html.erb": "<% if shop.manual? %>open<% end %>\n",
        "app/channels/connection.rb": "module ApplicationCable\n  class Connection < ActionCable::Base\n  end\nend\n",
        "test/mailers/previews/shop_mailer_preview.rb": "class ShopMailerPreview < ActionMailer::Preview\nend\n",
    }
    assert unused(tmp_path, sources, exported=True) == ["Shop.open?", "Shop.lost?"]


def test_an_extension_that_a_librarys_value_may_be_asked_for_is_alive(tmp_path: Path) -> None:
    code = """package shop

import lib.Layout

private fun Layout.shown() = 1
private fun List<Int>.summed() = 2
private fun List<Int>.lost() = 3

fun main(layout: Layout) {
    layout.parts.summed()
    layout.shown()
}
"""
    assert unused(tmp_path, {"Main.kt": code}) == ["List.lost"]


def test_what_a_page_of_razor_names_is_alive(tmp_path: Path) -> None:
    sources = {
        "package.json": '{"private": true}',
        "site.js": "function copy() {}\nfunction lost() {}\n",
        "Pages/Index.cshtml": '<a @@click="copy()">copy</a>\n',
    }
    assert unused(tmp_path, sources) == ["lost"]


def test_what_scripts_and_events_of_a_page_call_is_alive(tmp_path: Path) -> None:
    sources = {
        "package.json": '{"private": true}',
        "static/main.js": "function copy() {}\nfunction send() {}\nfunction lost() {}\n",
        "pages/plain.html": '<button onclick="copy()">lost</button>\n<script>\n  send(1);\n</script>\n',
    }
    assert unused(tmp_path, sources) == ["lost"]


def test_what_a_library_gets_from_functions_that_it_holds_is_alive(tmp_path: Path) -> None:
    code = """import { Node } from "@tiptap/core";
export const Audio = Node.create({
  addAttributes() {
    return { ...this.parent?.(), file: { renderHTML() { return {}; } }, side: { parseHTML: (e) => e.id } };
  },
  addCommands() { return { toggle: (position) => ({ editor }) => editor }; },
});
function lonely() { return { never() { return 1; } }; }
"""
    sources = {"package.json": '{"dependencies": {"@tiptap/core": "2"}}', "src/audio.ts": code}
    assert unused(tmp_path, sources) == ["lonely", "lonely.never"]


def test_main_of_a_program_in_c_sharp_is_alive(tmp_path: Path) -> None:
    code = "namespace Shop;\nclass Program {\n  static void Main(string[] args) { }\n  static void Lost() { }\n}\n"
    assert unused(tmp_path, {"Program.cs": code}) == ["Program.Lost"]
