"""Dead code candidates of a real tree: what somebody outside it calls is none."""

from __future__ import annotations

from pathlib import Path

from support.unused import unused


def test_what_a_library_or_a_test_framework_calls_is_not_dead(tmp_path: Path) -> None:
    code = """import threading


class Base(threading.Thread):
    pass


class _Worker(Base):
    def run(self):
        return 1


class _Plain(object):
    def run_it(self):
        return 1


print(_Worker, _Plain())
"""
    tests = """class TestIt:
    def setup_method(self):
        self.a = 1

    def forgotten(self):
        self.a = 2

    def test_it(self):
        assert self.a


def pytest_configure(config):
    return config
"""
    assert unused(tmp_path, {"work.py": code, "test_work.py": tests}, exported=True) == [
        "TestIt.forgotten",
        "_Plain.run_it",
    ]


HANDED = {
    "pyproject.toml": '[project]\nname = "x"\n[project.scripts]\nx = "shop.cli:run"\n'
    '[project.entry-points."shop.plugins"]\na = "shop.cli:Plugin"\n',
    "shop/__init__.py": "",
    "shop/cli.py": """class Plugin:
    def start(self):
        return 1


def run():
    return 1


def run_not():
    return 1
""",
    "shop/settings.py": 'MIDDLEWARE = ["shop.middleware.Timing"]\nSERVER = "shop.middleware:serve"\n',
    "shop/middleware.py": """from library import register


class Base:
    def inherited(self):
        return 1


class Timing(Base):
    def process_view(self, request):
        return None


class Converter:
    def to_python(self, value):
        return value


class Own:
    def used(self):
        return 1

    def unused(self):
        return 1


def serve():
    return Own().used()


register(Converter, "short")
register(Own)
""",
    "shop/commands.py": """class Commands:
    def run(self, name):
        return getattr(self, "do_" + name)()

    def show(self, name):
        return getattr(self, f"show_{name}")

    def do_quit(self):
        return 1

    def show_all(self):
        return 1

    def other(self):
        return 1


print(Commands().run("quit"), Commands().show("all"))
""",
    "shop/plugins.py": """import importlib


def load(name):
    importlib.import_module(name).install()


load("shop.extra")
""",
    "shop/extra.py": """def install():
    return 1


def uninstall():
    return 1


def pytest_configure(config):
    return config


def includeme(config):
    return config


class Watcher:
    def pytest_runtest_setup(self, item):
        return item


print(Watcher())
""",
    "migrations/one.py": """down_revision = None


def upgrade():
    return 1


def downgrade():
    return 1


def other():
    return 1
""",
    "shop/schemas.py": """from library import Tools

tools = Tools()


class Schema(tools.Base):
    def validate_name(self):
        return 1


print(Schema())
""",
}


def test_what_a_framework_is_handed_or_finds_by_name_is_not_dead(tmp_path: Path) -> None:
    assert unused(tmp_path, HANDED, exported=True) == ["other", "run_not", "Commands.other", "uninstall", "Own.unused"]


def test_members_named_by_well_known_symbols_are_called_by_the_language(tmp_path: Path) -> None:
    code = """class Held implements Disposable {
  [Symbol.dispose]() {}
  [Symbol.iterator]() {}
  forgotten() {}
}
export function use() {
  using held = new Held()
}
use()
"""
    assert unused(tmp_path, {"held.ts": code}, exported=True) == ["Held.forgotten"]


def test_what_has_the_shape_of_a_protocol_and_hooks_of_builds_and_tests_are_not_dead(tmp_path: Path) -> None:
    sources = {
        "hashing.py": """from typing import Protocol


class Hasher(Protocol):
    def digest(self, text): ...
    def verify(self, text, hashed): ...


class _Quick:
    def digest(self, text):
        return text

    def verify(self, text, hashed):
        return text == hashed


class _Half:
    def digest(self, text):
        return text


def check(hasher: Hasher):
    hasher.digest("x")
    return hasher.verify("x", "x")


print(check, _Quick(), _Half())
""",
        "backend.py": """def build_wheel(folder): ...
def get_requires_for_build_wheel(settings): ...
def get_requires_for_nothing(settings): ...
""",
        "visiting.py": """class _Visitor:
    def visit(self, node):
        name = f"visit_{node}"
        return getattr(self, name)(node)

    def visit_call(self, node): ...
    def leave_call(self, node): ...


print(_Visitor().visit(1))
""",
        "test_all.py": "def test():\n    assert True\n",
    }
    assert unused(tmp_path, sources, exported=True) == [
        "get_requires_for_nothing",
        "_Half.digest",
        "_Visitor.leave_call",
    ]


def test_members_that_a_library_asks_a_type_for_are_not_dead(tmp_path: Path) -> None:
    code = """use std::fmt;
struct Used;
impl fmt::Display for Used {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result { helper() }
}
impl Drop for Used { fn drop(&mut self) {} }
impl Iterator for Used { type Item = u32; fn next(&mut self) -> Option<u32> { None } }
impl Used { fn forgotten(&self) {} }
trait Own { type Out; fn run(&self) -> Self::Out; fn idle(&self) {} }
impl Own for Used { type Out = u8; fn run(&self) -> u8 { 1 } fn idle(&self) {} }
fn helper() -> fmt::Result { Ok(()) }
pub fn start() -> u8 { Used.run() }
"""
    assert unused(tmp_path, {"lib.rs": code}) == ["Used.forgotten", "Own.idle", "Used.idle"]


def test_what_an_exported_object_holds_is_seen_by_others(tmp_path: Path) -> None:
    code = """export const actions = { save: () => 1, deep: { open() { return 2 } } }
const own = { close: () => 3 }
console.log(own.size)
"""
    hidden = unused(tmp_path, {"a.js": code})
    every = unused(tmp_path, {"a.js": code}, exported=True)
    assert (hidden, every) == (["own.close"], ["actions.save", "actions.deep.open", "own.close"])


def test_what_packages_run_what_marks_types_and_what_is_vendored_is_not_dead(tmp_path: Path) -> None:
    sources = {
        "go.mod": "module example.org/shop\n",
        "vendor/example.org/kit/kit.go": "package kit\n\nfunc unusedThere() {}\n",
        "shapes.go": """package shapes

type Shape interface {
	isShape()
	area() int
	grow(by int)
}

type round struct{}

func (round) isShape() { /* nothing */ }
func (round) area() int { return 1 }
func (round) grow(by int) {}
func (r round) sealed() {}
func (r round) forgotten() int { return 2 }
func (r round) told(by int) {}

func init() { prepare() }

func prepare() {}

func _() { checked() }

func checked() {}

func Area() int { return Shape(round{}).area() }

func asked(value any) bool {
	_, ok := value.(interface{ sealed() })
	return ok && len(table) > 0
}

var table = map[string]func(any) bool{"asked": asked}
""",
    }
    found = unused(tmp_path, sources)
    vendored = unused(tmp_path, sources, path="vendor")
    assert found == ["Shape.grow", "round.grow", "round.forgotten", "round.told"]
    assert vendored == ["unusedThere"]


def test_what_interfaces_of_the_standard_library_ask_for_is_not_dead(tmp_path: Path) -> None:
    code = """package main

import (
	"fmt"
	"net/http"
	"sort"
)

type byName []string

func (b byName) Len() int           { return len(b) }
func (b byName) Less(i, j int) bool { return b[i] < b[j] }
func (b byName) Swap(i, j int)      {}
func (b byName) Head() string       { return b[0] }

type failure struct{}

func (f failure) Error() string         { return "" }
func (f failure) Unwrap() error         { return nil }
func (f failure) Read(p []string) error { return nil }

type server struct{}

func (s *server) ServeHTTP(w http.ResponseWriter, r *http.Request) {}

type unused struct{}

func (u unused) String() string { return "" }

type half struct{}

func (h half) Len() int { return 0 }

func main() {
	sort.Sort(byName(nil))
	fmt.Println(failure{}, half{})
	http.ListenAndServe("", &server{})
}
"""
    assert unused(tmp_path, {"main.go": code}, exported=True) == [
        "byName.Head",
        "failure.Read",
        "unused",
        "unused.String",
        "half.Len",
    ]


def test_what_macros_and_attributes_take_is_handed_out_and_is_not_dead(tmp_path: Path) -> None:
    code = """use serde::Serialize;
exported! { fn out() -> u8 { 1 } ?= 0 }
cfg_fast! { fn only_fast() {} }
quickcheck! { fn holds(n: u8) -> bool { check(n) } }
fn check(n: u8) -> bool { n > 0 }
#[derive(Serialize)]
pub struct Row { #[serde(serialize_with = "write_row")] n: u8 }
fn write_row() {}
fn _is_send() { fn is_send<T: Send>() {} is_send::<Row>() }
pub trait Offered { fn asked(&self); fn given(&self) { } }
trait Kept { fn idle(&self) {} }
#[macro_export]
macro_rules! make { () => { $crate::made(); inner!() } }
macro_rules! inner { () => {} }
fn made() {}
fn forgotten() {}
"""
    assert unused(tmp_path, {"lib.rs": code}) == ["only_fast", "Kept", "Kept.idle", "forgotten"]


def test_what_is_declared_first_goes_with_its_definition(tmp_path: Path) -> None:
    code = """#include "lamp.h"

static int twice(int value);
static int never(int value);
static int nowhere(int value);

int lit(void) {
    return twice(2);
}

static int twice(int value) { return value * 2; }
static int never(int value) { return value; }
"""
    files = {"lamp.c": code, "other.c": "int nowhere(int value) { return value; }\n", "lamp.h": "int lit(void);\n"}
    assert unused(tmp_path, files, lines=True) == ["nowhere:5", "never:12"]  # has no definition here; at its definition
    assert sorted(unused(tmp_path, files, exported=True)) == ["lit", "never", "nowhere", "nowhere", "twice"]


def test_what_a_class_is_said_not_to_have_and_how_its_objects_end_is_not_dead(tmp_path: Path) -> None:
    code = """namespace {

class Lamp {
 public:
  Lamp() = default;
  Lamp(const Lamp&) = delete;
  Lamp& operator=(const Lamp&) = delete;
  ~Lamp() { close(); }
  void lost() {}

 private:
  void close() {}
};

}  // namespace

int main() {
  Lamp lamp;
  return 0;
}
"""
    assert unused(tmp_path, {"lamp.cc": code}) == ["Lamp.lost"]


def test_what_a_macro_is_written_with_is_not_dead(tmp_path: Path) -> None:
    c = """struct hook { int (*open)(int); };
#define WITH(first) { .open = (first) }
#define LAMP \\
    WITH(opened)

static int opened(int value) { return value; }
static int lost(int value) { return value; }

struct hook lamps[] = { LAMP };
"""
    rust = """macro_rules! doubled {
    ($x:expr) => { scaled($x) * 2 };
}

fn scaled(value: i32) -> i32 { value }
fn forgotten(value: i32) -> i32 { value }

fn main() { println!("{}", doubled!(2)); }
"""
    assert unused(tmp_path, {"lamp.c": c, "src/main.rs": rust}) == ["lost", "forgotten"]


SCENES = {
    "package.json": '{"private": true}',
    "src/login.tsx": "export default function LoginScene() { return 1; }\nexport function spareHelper() { return 2; }\n",
    "src/routes.ts": 'import { later } from "./later";\nlater(() => import("./login"));\n',
    "src/later.ts": "export function later<T>(load: () => Promise<T>) { return load(); }\n",
    "src/views.ts": """import { createRef, type RefObject } from "react";
type Callback = (error: Error | null) => void;
class Lookup {
  private scrolled: (() => void) | null = null;
  start(all: boolean, find: (callback: Callback) => void) {
    let callback: Callback;
    if (all) { callback = (error) => { console.log(error); }; } else { callback = () => undefined; }
    find(callback);
    this.scrolled = () => { this.stop(); };
    window.addEventListener("scroll", this.scrolled);
  }
  stop() { return 1; }
}
class Base {
  commands(): Record<string, () => boolean> { return {}; }
  keys() { return {}; }
}
class Editing extends Base {
  commands() { return { indent: () => true }; }
  keys() { return { "Mod-s": () => true }; }
}
const held: RefObject<any> = createRef();
held.current.commands.outdent();
function makeSpare() { return { outdent: () => true, forgotten: () => true }; }
for (const base of [new Base(), new Editing()]) { base.commands(); base.keys(); }
new Lookup().start(true, (callback) => callback(null));
makeSpare();
""",
}


def test_what_only_run_time_looks_up_is_not_dead(tmp_path: Path) -> None:
    assert sorted(unused(tmp_path, SCENES)) == ["makeSpare.forgotten", "spareHelper"]
