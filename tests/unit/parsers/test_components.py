"""What is read of single-file components beside what the corpus tells by its edges."""

from __future__ import annotations

import pytest

from codegraph_parsers import languages
from codegraph_parsers.extract import parse
from codegraph_parsers.file_facts import FileFacts, FileStatus, Flag, SourceFile
from codegraph_parsers.syntax import SyntaxTree

VUE = b"""<template>\r
  <p :title="save(1)">caf\xc3\xa9 ` ${x} \\</p>\r
</template>\r
<script setup lang="ts">\r
const caf\xc3\xa9 = 1, save = (n: number) => n\r
</script>\r
"""
SVELTE = b'<script lang="ts">\n  let a = 1;\n</script>\n<p on:click={() => a}>caf\xc3\xa9</p>\n<style>a {}</style>\n'
ASTRO = b"---\nconst a = 1;\n---\n<p>{a}</p>\n<script>\n  const b = () => 2;\n</script>\n"


def facts(path: str, text: bytes) -> FileFacts:
    return parse(SourceFile(path, text, languages.detect(path, text) or "", ""))


@pytest.mark.parametrize(
    ("path", "text", "name"), [("a.vue", VUE, "save"), ("a.svelte", SVELTE, "a"), ("a.astro", ASTRO, "b")]
)
def test_symbols_stand_where_they_are_written(path: str, text: bytes, name: str):
    found = facts(path, text)
    (symbol,) = [each for each in found.symbols if each.name == name and not each.flags & Flag.ANONYMOUS and each.line]
    line = text.splitlines()[symbol.line - 1]
    assert line[symbol.column :].startswith(name.encode())
    assert text[symbol.start_byte : symbol.end_byte].strip() in text
    assert name.encode() in text[symbol.start_byte : symbol.end_byte]
    assert found.status is FileStatus.INDEXED
    assert found.symbols[0].end_byte == len(text)


@pytest.mark.parametrize(
    ("path", "text", "before", "after"),
    [
        ("a.vue", VUE, b"save(1)", b"save(2)"),
        ("a.vue", VUE, b"</p>", b"</b>"),
        ("a.svelte", SVELTE, b"click", b"hover"),
        ("a.astro", ASTRO, b"<p>", b"<b>"),
    ],
)
def test_markup_belongs_to_the_module_and_styles_do_not(path: str, text: bytes, before: bytes, after: bytes):
    def whole(source: bytes) -> str:
        return str(SyntaxTree(SourceFile(path, source, languages.detect(path, source) or "", "")).hash_file())

    assert whole(text) != whole(text.replace(before, after))
    assert whole(text) == whole(text.replace(b"a {}", b"b {}"))


@pytest.mark.parametrize(
    ("text", "language"),
    [
        (b'<script lang="tsx">', "vue_tsx"),
        (b"<template/>\n<script setup lang='jsx'>", "vue_tsx"),
        (b'<script setup lang="ts">', "vue"),
        (b"<template><p>lang=tsx</p></template>", "vue"),
    ],
)
def test_the_language_of_a_script_decides_the_grammar(text: bytes, language: str):
    assert languages.detect("a.vue", text) == language


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("a.astro", b"{<a b={" * 20_000),
        ("a.astro", b"{`${" * 20_000),
        ("a.astro", b"<!-- a -->" * 2_000 + b"<p>"),
        ("a.svelte", b"{`${" * 20_000),
        ("a.svelte", b"{#each a as b}" * 2_000),
        ("a.vue", b"<template>" + b"<p v-for='a in b'>" * 2_000),
        ("a.vue", b"<template>" + b'<p "' * 2_000),
        ("a.svelte", b"<" * 50_000),
    ],
)
def test_markup_that_no_person_writes_costs_its_own_file(path: str, text: bytes):
    assert facts(path, text).symbols


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("a.vue", b""),
        ("a.vue", b"<script>"),
        ("a.vue", b"<template>{{"),
        ("a.vue", b"<template><p :a=></template>"),
        ("a.vue", b'<template><p v-for="in"/><p v-for="a in"/><p #a="{"/></template>'),
        ("a.svelte", b"{"),
        ("a.svelte", b"{#each"),
        ("a.svelte", b"{#each as}{/if}{:else}{#snippet}{@const}{#snippet a(}{/snippet}"),
        ("a.svelte", b"<script>"),
        ("a.astro", b"---\n"),
        ("a.astro", b"---\n---\n{<"),
        ("a.astro", b"<script>let a"),
    ],
)
def test_half_of_a_component_is_read_as_far_as_it_goes(path: str, text: bytes):
    assert facts(path, text).status in (FileStatus.INDEXED, FileStatus.PARTIAL)
