"""Catalog of languages: their names, purposes and tiers of analysis.

`languages.py` knows the languages with a resolver; this catalog also names those without one, so that nobody takes the
silence of the graph about them for an answer. Languages with a table in `structural/` have symbols.
"""

from __future__ import annotations

import re
from enum import StrEnum
from functools import cache
from typing import Final, NamedTuple

from codegraph_parsers.lang import list_names
from codegraph_parsers.structural_table import LanguageTables, StructuralTable, list_tables, load_table


class Tier(StrEnum):
    """The extent to which files of a language are analysed."""

    RESOLVED = "resolved"  # parsed, and its names are resolved to edges
    STRUCTURAL = "structural"  # has symbols and imports; what a name means is not known
    TEXT = "text"  # searched, and nothing else

    def describe(self) -> str:
        """Return what the tier means for whoever asks questions, in one line."""
        return _MEANINGS[self]


_MEANINGS: Final = {
    Tier.RESOLVED: "symbols, and edges between them; each edge says how it is known",
    Tier.STRUCTURAL: "symbols, outlines, anchors, and imports by path; names are search hits and never edges",
    Tier.TEXT: "search only: no symbols and no edges",
}


class Purpose(StrEnum):
    """The purpose for which a language is written.

    Only code has definitions, uses and dead parts."""

    CODE = "code"
    MARKUP = "markup"  # pages and style sheets
    BUILD = "build"  # recipes of build tools
    DATA = "data"
    PROSE = "prose"


class Language(NamedTuple):
    """A language under the name that people write: `C#`, `Objective-C`."""

    name: str
    tier: Tier
    purpose: Purpose
    key: str = ""  # in file rows and symbol ids; "" for a language that is not parsed

    @property
    def is_unanalysed_code(self) -> bool:
        return self.tier is not Tier.RESOLVED and self.purpose is Purpose.CODE


_CODE: Final = """
Ada: .adb .ads .ada
ANTLR: .g4
Apex: .apex .trigger
AppleScript: .applescript
Assembly: .s .S .asm .nasm
AWK: .awk
Ballerina: .bal
Batch: .bat .cmd
Bicep: .bicep .bicepparam
Blade: .blade.php
Cap'n Proto: .capnp
Clojure: .clj .cljs .cljc .cljd .bb
COBOL: .cob .cbl .cpy .ccp
CoffeeScript: .coffee .litcoffee
Common Lisp: .lisp .cl .asd
Coq: .coq
Crystal: .cr
Cython: .pyx .pxd .pxi
D: .d .di
Dart: .dart
EJS: .ejs
Elixir: .ex .exs .eex .heex .leex
Elm: .elm
Emacs Lisp: .el
ERB: .erb .rhtml
Erlang: .erl .hrl .escript .xrl .yrl
F#: .fs .fsx .fsscript
F# signature: .fsi
Fish: .fish
Fortran: .f .for .ftn .f77 .f90 .f95 .f03 .f08 .F .F90
GDScript: .gd
Gleam: .gleam
GLSL: .glsl .vert .frag .comp .geom .tesc .tese
GraphQL: .graphql .graphqls .gql
Groovy: .groovy .gvy .gradle
Hack: .hack .hhi
Haml: .haml
Handlebars: .hbs .handlebars .mustache
Haskell: .hs .lhs .hsc
Haxe: .hx
HCL: .hcl .nomad
HLSL: .hlsl .fx .fxh
Idris: .idr
Jinja: .j2 .jinja .jinja2
Jsonnet: .jsonnet .libsonnet
JSP: .jsp .jspx .tag
Julia: .jl
Jupyter Notebook: .ipynb
Lean: .lean
Liquid: .liquid
Lua: .lua .luau .rockspec
MATLAB: .m
Metal: .metal
Mojo: .mojo
Nim: .nim .nims .nimble
Nix: .nix
Objective-C: .m .mm
OCaml: .ml .mll .mly
OCaml interface: .mli
Odin: .odin
OpenCL: .opencl
Pascal: .pas .pp .dpr .lpr .dpk .inc.pas
Perl: .pl .pm .t .psgi
PL/SQL: .pls .pkb .pks .plsql
PowerShell: .ps1 .psm1 .psd1
Prisma: .prisma
Prolog: .prolog .plt
Protobuf: .proto
Pug: .pug .jade
PureScript: .purs
R: .r .R .rmd .Rmd .qmd
Racket: .rkt
Raku: .raku .rakumod .p6 .pm6
Razor: .cshtml .razor .vbhtml
ReasonML: .re .rei
ReScript: .res .resi
Ruby signatures: .rbi .rbs
Scala: .scala .sc .sbt
Scheme: .scm .ss .sld
Shell: .sh .bash .zsh .ksh .bats .command
Slim: .slim
Solidity: .sol
SQL: .sql .ddl .dml .psql
Standard ML: .sml
Starlark: .bzl .star .bazel
Swift: .swift
SystemVerilog: .sv .svh
Tcl: .tcl .tk
Terraform: .tf .tfvars
Thrift: .thrift
Twig: .twig
V: .vv
Vala: .vala .vapi
Verilog: .v .vh
VHDL: .vhd .vhdl
Vim script: .vim
Visual Basic: .vb .bas .vbs .frm
WebAssembly: .wat .wast
WGSL: .wgsl
XSLT: .xsl .xslt
Zig: .zig .zon
"""
_MARKUP: Final = """
CSS: .css
HTML: .html .htm .xhtml
Less: .less
Sass: .scss .sass
Stylus: .styl
SVG: .svg
"""
_BUILD: Final = """
CMake: .cmake
Dockerfile: .dockerfile
Just: .just
Makefile: .mk .mak
Meson: .meson
"""
_DATA: Final = """
CSV: .csv .tsv
Diff: .diff .patch
Gettext: .po .pot
INI: .ini .cfg .conf .properties .editorconfig
JSON: .json .json5 .jsonc .jsonl .ndjson .geojson .webmanifest
MSBuild: .csproj .fsproj .vbproj .props .targets .sln .slnx
TOML: .toml
XML: .xml .xsd .wsdl .xaml .resx .plist .storyboard .xib .xlf .xliff
YAML: .yml .yaml
"""
_PROSE: Final = """
AsciiDoc: .adoc .asciidoc
Markdown: .md .markdown .mdown .mdx
Org: .org
reStructuredText: .rst
TeX: .tex .sty .bib
text: .txt .text .log
"""
_CODE_FILES: Final = {
    "BUILD": "Starlark",
    "Jenkinsfile": "Groovy",
    "PKGBUILD": "Shell",
    "Tiltfile": "Starlark",
    "WORKSPACE": "Starlark",
}
_BUILD_FILES: Final = {
    "CMakeLists.txt": "CMake",
    "Containerfile": "Dockerfile",
    "Dockerfile": "Dockerfile",
    "GNUmakefile": "Makefile",
    "Justfile": "Just",
    "Makefile": "Makefile",
    "justfile": "Just",
    "makefile": "Makefile",
    "meson.build": "Meson",
    "meson_options.txt": "Meson",
}
_INTERPRETERS: Final = {
    "awk": "AWK",
    "bash": "Shell",
    "bats": "Shell",
    "crystal": "Crystal",
    "dart": "Dart",
    "elixir": "Elixir",
    "escript": "Erlang",
    "fish": "Fish",
    "groovy": "Groovy",
    "julia": "Julia",
    "ksh": "Shell",
    "lua": "Lua",
    "luajit": "Lua",
    "nu": "Nushell",
    "ocaml": "OCaml",
    "perl": "Perl",
    "pwsh": "PowerShell",
    "racket": "Racket",
    "raku": "Raku",
    "Rscript": "R",
    "runghc": "Haskell",
    "runhaskell": "Haskell",
    "scala": "Scala",
    "scala-cli": "Scala",
    "sh": "Shell",
    "swift": "Swift",
    "tclsh": "Tcl",
    "zsh": "Shell",
}
_KEYS: Final = {
    "Cap'n Proto": "capnp",
    "F#": "fsharp",
    "GitHub Actions": "actions",
    "Objective-C": "objc",
    "Shell": "bash",
}
"""Keys of structural languages that are not their names in lower case."""
_SCHEMES: Final = {
    "JSON": {"Composer manifest": Purpose.BUILD, "Node.js manifest": Purpose.BUILD},
    "TOML": {"Cargo manifest": Purpose.BUILD, "Python manifest": Purpose.BUILD},
    "YAML": {
        "Docker Compose": Purpose.BUILD,
        "GitHub Actions": Purpose.BUILD,
        "Kubernetes": Purpose.BUILD,
        "OpenAPI": Purpose.BUILD,
    },
}
"""Schemes that a file of a data format may follow, by its path and text."""
_OBJECTIVE: Final = re.compile(
    rb"^\s*(?:#\s*(?:import|include)|@(?:interface|implementation|protocol|class|import|end))\b", re.M
)
_VERSION: Final = re.compile(r"[\d.]+$")
_REASON: Final = " is searchable, not analysed"


def identify(path: str, head: bytes = b"", tables: LanguageTables | None = None) -> Language | None:
    """Return the language of a file, None when it is not known.

    The name of the file decides, then its first bytes. `head` decides where a name leaves it open: a script without
    a suffix, a suffix that two languages share. `tables` are those of the repository."""
    from codegraph_parsers import languages  # whoever only reads reasons needs no specifications

    found = languages.detect(path, head, tables)
    return get_language(found, tables) if found is not None else _map_languages().get(_find_title(path, head))


def get_language(key: str, tables: LanguageTables | None = None) -> Language:
    """Return the language that file rows and symbol ids call by a key.

    A key that nothing is known of any more is that of a table which the repository had."""
    table = tables.find(key) if tables is not None else None
    if table is not None:
        return _describe(table)
    try:
        return _map_languages()[get_title(key)]
    except KeyError:
        return Language(key, Tier.STRUCTURAL, Purpose.CODE)


def is_resolved(language: str) -> bool:
    """Say whether a key is that of a language with a resolver."""
    return language in list_names()


def find_unanalysed(language: str, reason: str, tables: LanguageTables | None = None) -> Language | None:
    """Return the language of a file row of code without a resolver.

    Returns None for any other file. `language` is the key in the row. Rows of text have none, and name the language in
    their reason."""
    if not language:
        is_code = reason.endswith(_REASON)  # no other text has this reason
        return Language(reason.removesuffix(_REASON), Tier.TEXT, Purpose.CODE) if is_code else None
    if is_resolved(language):
        return None
    known = get_language(language, tables)
    return known if known.is_unanalysed_code else None


def list_languages(tables: LanguageTables | None = None) -> tuple[Language, ...]:
    """Return every language in the order of names.

    They are those of the package and those that a repository adds."""
    schemes = {name for names in _SCHEMES.values() for name in names}
    found = {name: each for name, each in _map_languages().items() if each.tier is not Tier.TEXT or name not in schemes}
    for table in tables.tables if tables is not None else ():
        own = _describe(table)
        found.pop(_map_titles().get(table.key, ""), None)
        found[own.name] = own
    return tuple(sorted(found.values(), key=lambda each: (each.name.lower(), each.name)))


def list_file_patterns(language: Language, tables: LanguageTables | None = None) -> tuple[str, ...]:
    """Return the suffixes and names of a language's files, as people write them."""
    from codegraph_parsers import languages

    if language.tier is Tier.RESOLVED:
        files = languages.map_files()[language.key]
        return (*files.suffixes, *files.filenames)
    table = tables.find(language.key) if tables is not None else None
    if table is None and language.tier is Tier.STRUCTURAL:
        table = load_table(language.key)
    own = (*table.files.suffixes, *table.files.filenames, *table.files.paths) if table is not None else ()
    suffixes = [suffix for suffix, titles in _map_suffixes().items() if language.name in titles]
    names = [name for name, title in _map_names().items() if title == language.name]
    return tuple(dict.fromkeys((*own, *suffixes, *names)))


def get_grammar(language: Language, tables: LanguageTables | None = None) -> str:
    """Return the name of a language's grammar, "" for a language that is not parsed."""
    from codegraph_parsers import languages

    if language.tier is Tier.RESOLVED:
        return languages.load_spec(language.key).grammar
    if language.tier is Tier.TEXT:
        return ""
    table = tables.find(language.key) if tables is not None else None
    return (table or load_table(language.key)).grammar


def _describe(table: StructuralTable) -> Language:
    return Language(table.title, Tier.STRUCTURAL, Purpose(table.purpose), table.key)


def find_structural(path: str, head: bytes, tables: LanguageTables | None = None) -> str | None:
    """Return the key of the structural language of a file, None where there is none.

    A table of the repository goes before those of the package."""
    name = _find_title(path, head)
    if tables is not None and (own := _find_own(path, head, name, tables)):
        return own
    for scheme in _SCHEMES.get(name, ()):
        key = make_key(scheme)
        table = tables.find(key) if tables is not None else None
        if table is None and scheme in _map_keys():
            table = load_table(key)
        if table is not None and table.files.has_file(path, head):
            return key
    return _map_keys().get(name)


def _find_own(path: str, head: bytes, name: str, tables: LanguageTables) -> str | None:
    """Return the key of the repository's table for a file.

    A table without names of files takes those of the language that the catalog knows under its key."""
    base = path.rsplit("/", 1)[-1]
    for table in tables.tables:
        files = table.files
        if not (files.suffixes or files.filenames or files.interpreters):
            is_named = make_key(name) == table.key if name else False
        else:
            is_named = (
                base in files.filenames
                or base.endswith(files.suffixes)
                or any(word in files.interpreters for word in _read_interpreters(head))
            )
        if is_named and files.has_file(path, head):
            return table.key
    return None


def make_key(name: str) -> str:
    """Return the key of a language by the name that people write."""
    return _KEYS.get(name) or name.lower().replace(" ", "-").replace(".", "")


def has_name_for(key: str) -> bool:
    """Say whether the catalog knows a language under a key.

    Then it knows names of its files, too."""
    return any(make_key(name) == key for name in _map_languages())


def get_title(language: str) -> str:
    """Return the name that people write for a language that is parsed.

    For `cpp` that is `C++`. Raises KeyError for other languages."""
    from codegraph_parsers import languages

    known = languages.map_files().get(language)
    return known.title if known is not None else _map_titles()[language]


@cache
def _map_keys() -> dict[str, str]:
    """Map the names of structural languages to their keys."""
    schemes = [name for names in _SCHEMES.values() for name in names]
    names = [name for rows in (_CODE, _MARKUP, _BUILD, _DATA, _PROSE) for name, _ in _parse_rows(rows)]
    known = frozenset(list_tables())
    keys = {name: make_key(name) for name in (*names, *schemes)}
    return {name: key for name, key in keys.items() if key in known}


@cache
def _map_titles() -> dict[str, str]:
    return {key: name for name, key in _map_keys().items()}


def _find_title(path: str, head: bytes) -> str:
    """Return the name of a file's language, "" for none.

    The file's name decides, then its first line."""
    base = path.rsplit("/", 1)[-1]
    return _map_names().get(base) or _find_by_suffix(base, head) or _find_by_interpreter(head)


def format_unanalysed_reason(language: Language) -> str:
    """Return why a file of code without a resolver is kept as text."""
    return language.name + _REASON


def _find_by_suffix(base: str, head: bytes) -> str:
    """Look the longest suffix up first: `page.blade.php` is Blade."""
    known = _map_suffixes()
    dot = base.find(".", 1)
    while dot > 0:
        names = known.get(base[dot:]) or known.get(base[dot:].lower())
        if names:
            return names[0] if len(names) == 1 else _choose(names, head)
        dot = base.find(".", dot + 1)
    return ""


def _choose(names: tuple[str, ...], head: bytes) -> str:
    """Tell MATLAB from Objective-C, the only two that share a suffix."""
    objective = "Objective-C"
    return objective if not head or _OBJECTIVE.search(head) else next(name for name in names if name != objective)


def _find_by_interpreter(head: bytes) -> str:
    return next((_INTERPRETERS[word] for word in _read_interpreters(head) if word in _INTERPRETERS), "")


def _read_interpreters(head: bytes) -> tuple[str, ...]:
    """Read the first line of a script: `#!/bin/sh`, `#!/usr/bin/env -S ruby -w`.

    Returns the program's name as it is written, and without its version."""
    if not head.startswith(b"#!"):
        return ()
    words = head[2:].partition(b"\n")[0].decode("ascii", "replace").split()
    programs = [word.rpartition("/")[2] for word in words if not word.startswith("-") and "=" not in word]
    if programs[:1] == ["env"]:
        programs = programs[1:]
    return (programs[0], _VERSION.sub("", programs[0])) if programs else ()


@cache
def _map_names() -> dict[str, str]:
    return {**_CODE_FILES, **_BUILD_FILES}


@cache
def _map_suffixes() -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for rows in (_CODE, _MARKUP, _BUILD, _DATA, _PROSE):
        for name, suffixes in _parse_rows(rows):
            for suffix in suffixes:
                found[suffix] = (*found.get(suffix, ()), name)
    return found


@cache
def _map_languages() -> dict[str, Language]:
    """Return the languages by name.

    Those with a resolver come last, so that they win."""

    found: dict[str, Language] = {}
    tables = (
        (_CODE, Purpose.CODE), (_MARKUP, Purpose.MARKUP), (_BUILD, Purpose.BUILD), (_DATA, Purpose.DATA),
        (_PROSE, Purpose.PROSE),
    )  # fmt: skip
    for rows, purpose in tables:
        found.update({name: Language(name, Tier.TEXT, purpose) for name, _ in _parse_rows(rows)})
    for name in _INTERPRETERS.values():
        found.setdefault(name, Language(name, Tier.TEXT, Purpose.CODE))
    for schemes in _SCHEMES.values():
        found.update({name: Language(name, Tier.TEXT, purpose) for name, purpose in schemes.items()})
    for name in _map_keys():
        found[name] = found[name]._replace(tier=Tier.STRUCTURAL, key=_map_keys()[name])
    for key in list_names():
        name = get_title(key)
        found[name] = Language(name, Tier.RESOLVED, Purpose.CODE, key)
    return found


def _parse_rows(table: str) -> list[tuple[str, list[str]]]:
    pairs = (line.rpartition(": ") for line in table.strip().splitlines())
    return [(name, suffixes.split()) for name, _, suffixes in pairs]
