"""Dead code candidates of scripts: functions that somebody is given in objects, and what is declared for others."""

from __future__ import annotations

from pathlib import Path

from support.unused import unused


def test_functions_that_somebody_is_given_in_an_object_are_not_dead(tmp_path: Path) -> None:
    code = """import lib from 'lib'

lib.create({ onStart() {}, handlers: { click: () => 1 }, rows: [{ cell() {} }] })
new lib.Thing({ made() {} })
const options = { later() {} }
lib.use(options)
const shared = { inner() {} }

const local = { kept() {}, forgotten() {} }
local.kept()
lib.on(function named() {})
Object.assign(lib.defaults, { given() {} })
const thing = new lib.Thing()
thing.onload = () => 1
thing.port.onmessage = () => 1
window.onerror = () => 2
export const view = () => <lib.View on={{ press() {} }} with={shared} />
export function run(given) {
  given.hook = function () { return 3 }
  const own = {}
  own.unseen = function () {}
  const made = { unasked() {}, asked() {} }
  made.asked()
}
"""
    assert unused(tmp_path, {"main.jsx": code}) == ["local.forgotten", "run.unseen", "run.made.unasked"]


def test_signatures_of_one_function_share_its_fate(tmp_path: Path) -> None:
    code = """export class Shop {
  find(name: string): string
  find(place: number): string
  find(what: any) { return what }

  lost(name: string): string
  lost(place: number): string
  lost(what: any) { return what }
}
interface Plan {
  make(name: string): string
  make(place: number): string
}
export function use(plan: Plan) {
  plan.make('a')
  new Shop().find('a')
}
"""
    assert unused(tmp_path, {"main.ts": code}, lines=True) == ["Shop.lost:8"]


def test_what_is_declared_for_others_and_put_into_classes_of_libraries_is_not_dead(tmp_path: Path) -> None:
    sources = {
        "package.json": '{ "name": "shop" }',
        "all.d.ts": "interface Window { shop: string }\ntype Unnamed = string\n",
        "grown.ts": """import { Query } from 'library'
declare module 'library' {
  interface Query { page(): void }
}
declare global {
  interface Navigator { shop: string }
}
interface Own { lost(): void }
Query.prototype.page = function () {}
""",
    }
    assert unused(tmp_path, sources) == ["Own", "Own.lost"]


def test_what_an_exported_object_or_list_holds_and_what_a_library_is_handed_back_is_not_dead(tmp_path: Path) -> None:
    files = {
        "tool.config.js": """module.exports = {
  theme: { width: (theme) => theme('x'), deep: { height() {} } },
  steps: [{ when() {}, run: () => 1 }]
}
""",
        "other.config.js": "exports.config = { onPrepare() {}, options: { print: function () {} } }\n",
        "routes.ts": """import { create } from 'lib'

export const routes = [{ path: 'a', load: () => import('./store') }]
const own = [{ forgotten: () => 1 }]
console.log(own.length)
const plain = () => ({ unasked() {} })
plain()
""",
        "store.ts": """import { create } from 'lib'

export const useStore = create((set) => ({ all: [], drop: (id) => set(id) }))
export const other = create()((set) => {
  return { clear() { set([]) } }
})
""",
    }
    assert unused(tmp_path, files) == ["forgotten", "plain.unasked"]
