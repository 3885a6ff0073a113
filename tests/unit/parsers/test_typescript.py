"""What is read of TypeScript beside what the corpus tells by its edges."""

from __future__ import annotations

import time

import pytest

from codegraph_parsers.extract import parse
from codegraph_parsers.file_facts import FileStatus, SourceFile
from codegraph_parsers.lang._ecmascript.aliases import read_aliases


@pytest.mark.parametrize(
    "statement",
    [
        "box().run = (n) => n;",
        "box().run = { then: (n) => n };",
        "box()['run'] = function (n) { return n; };",
        "({ run: box().run } = other);",
    ],
)
def test_what_a_value_is_put_into_is_read_once(statement: str):
    source = f"function box(): {{ run: any }} {{ return {{ run: 1 }}; }}\ndeclare const other: any;\n{statement}\n"
    facts = parse(SourceFile("a.ts", source.encode(), "typescript", ""))
    assert [line for kind, _, _, line in facts.sites if kind == "call"] == [3]


@pytest.mark.parametrize(
    "source",
    [
        "export interface Stack<out A> { value: A }\nexport const make = <A>(value: A): Stack<A> => ({ value })\n",
        "export class Cell<in out Key, out Value extends { in: string } = never> { get(key: Key) {} }\n",
        "export type Handler<in In, out Out,\n  out Failure = never> = (input: In) => Out\n",
        "type Hint = `call \\`start\\` first`\nexport function use() {}\n",
        "export class Index {\n  using(using: string): this { return this.name(using) }\n  name(value: string): this { return this }\n}\n",
        "const [name, using, lock] = input.split(';');\nif (using) run(`${using}`);\n",
    ],
)
def test_valid_source_that_the_grammar_cannot_read_is_repaired(source: str):
    facts = parse(SourceFile("a.ts", source.encode(), "typescript", ""))
    assert facts.status == FileStatus.INDEXED
    assert [s.name for s in facts.symbols if "sing" in s.name and s.name != "using"] == []


def test_what_may_be_a_declaration_or_a_type_parameter_is_left_alone():
    source = "export interface In<in> { a: in; b: }\nusing held = open();\n"
    facts = parse(SourceFile("a.ts", source.encode(), "typescript", ""))
    assert facts.status == FileStatus.PARTIAL


@pytest.mark.parametrize(
    ("text", "names"),
    [
        (
            "resolve: { alias: { '@': fileURLToPath(new URL('./src', import.meta.url)), // it's here\n"
            "  lib: '/src/lib', '~': path.resolve(__dirname, 'src', 'app') } }",
            {"@": ("web/src",), "lib": ("web/src/lib",), "~": ("web/src/app",)},
        ),
        (
            'alias: [{ find: "@", replacement: resolve(__dirname, "./src") }, { find: /^x/, replacement: "/y" }]',
            {"@": ("web/src",)},
        ),
        ("kit: { alias: { $parts: `${here}/src/parts`, '$all/*': 'src/*' } }", {"$parts": ("web/src/parts",)}),
        ("alias: { '@up': resolve(__dirname, '../../x'), '@beside': '../lib' }", {"@beside": ("lib",)}),
        ("alias: { '@': ", {}),
        ("plugins: [vue()]", {}),
    ],
)
def test_what_a_bundler_calls_folders_is_read_from_its_configuration(text: str, names: dict[str, tuple[str, ...]]):
    assert read_aliases("web", text) == names


def test_what_a_condition_asks_of_a_call_is_not_walked_twice():
    source = b"if (make(() => { class Inner {} }).shape.kind === 'round') { use() }\n"
    facts = parse(SourceFile("a.ts", source, "typescript", ""))
    assert [symbol.name for symbol in facts.symbols].count("Inner") == 1


def test_every_further_export_of_a_module_costs_as_much_as_the_first():
    def seconds(count: int) -> float:
        source = "".join(f"export const constant{i} = {i};\n" for i in range(count)).encode()
        began = time.process_time()
        assert len(parse(SourceFile("a.ts", source, "typescript", "")).symbols) == count + 1
        return time.process_time() - began

    seconds(10)  # loads the grammar
    assert seconds(20_000) < 16 * seconds(2_500)
