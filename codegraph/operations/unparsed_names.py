"""Names of code in text that no grammar follows.

They stand in strings that are a name as a whole, in expressions of templates, in bodies of macros, and as members of
results of libraries. Their meaning is unknown, so code of that name may be in use.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable

from codegraph.query.index import Index
from codegraph.query_results import SymbolRow
from codegraph.scan.file_reading import UnreadFile, read_file
from codegraph_parsers.file_facts import FileStatus, SymbolKind
from codegraph_parsers.ids import from_printable_path
from codegraph_parsers.languages import load_spec, names

SCRIPTS = frozenset(("javascript", "jsx", "typescript", "tsx"))
READ = (FileStatus.INDEXED, FileStatus.PARTIAL, FileStatus.TEXT)
_QUOTED = re.compile(r"""(["'])(?:[\w.:]*[.:])?([A-Za-z_]\w*)\1""")
_SYMBOL = re.compile(r"(?<![\w:]):([A-Za-z_]\w*)")  # of Ruby, mostly the name of a method
_LISTED = re.compile(r"__all__\b[^\[(\n]*[\[(][^\])]*[\])]")  # says what others see, and uses nothing
_EXPRESSION = re.compile(r"\{\{.*?\}\}|\{%.*?%\}", re.S)
_OF_MARKUP = re.compile(r"\$\{.*?\}|<%.*?%>|^[ \t]*%[^%\n].*?$", re.S | re.M)  # in other files `${…}` is no code
_MARKUP = (".html", ".htm", ".xhtml", ".mako", ".mak", ".tmpl", ".tpl", ".pt", ".jsp", ".ftl", ".erb", ".ejs")
_RAZOR = (".cshtml", ".razor")  # code and markup in turn: nothing but a parser tells them apart
_BOUND = re.compile(
    r"""[\s"'](?:[(\[*@:#]|v-|x-|ng-|on:|bind:)[\w.:()\[\]-]*\s*=\s*(?:"([^"]*)"|'([^']*)')"""  # (click)="open()"
    r"|@(?:if|else if|for|switch|case|let)\b([^{\n]*)"
)
"""Expressions in attributes and blocks of templates that a framework binds."""

_INLINE = re.compile(r"""<script\b[^>]*>(.*?)</script\s*>|\son[a-z]+\s*=\s*(?:"([^"]*)"|'([^']*)')""", re.S | re.I)
"""Scripts of a page, and what it runs on events: they call functions of the scripts that it loads."""

_RESULT = re.compile(r"(\w*)(\(\)|\[\])(?:\(\)|\[\])*\.(?=(\w+))")  # what is called, what is asked of the result
_HELD = re.compile(r"(?:^|\.)[A-Z]\w*\.\w+\.(.+)")
"""Members of what an object of a library's type holds: what is in a container is the repository's own."""

_WORD = re.compile(r"[A-Za-z_]\w*")


def find_written_names(index: Index, languages: Iterable[str], symbols: Iterable[SymbolRow]) -> dict[str, set[str]]:
    """Return the names that strings, macros and templates spell, by language.

    The macros are among `symbols`; the templates are those of the whole tree.
    """
    macros: defaultdict[str, list[SymbolRow]] = defaultdict(list)
    for symbol in symbols:
        if symbol.kind is SymbolKind.MACRO:
            macros[symbol.path].append(symbol)
    wanted = {language: _get_family(language) for language in languages}
    by_family: dict[str, set[str]] = {family: set() for family in wanted.values()}
    in_templates: set[str] = set()
    for row in index.list_files(limit=None).items if wanted else ():
        family = _get_family(row.language)
        if row.status not in READ or (row.language and family not in by_family):
            continue
        read = read_file(index.root, from_printable_path(row.path), max_bytes=2 * row.size)
        if isinstance(read, UnreadFile):  # deleted since
            continue
        text = read.content.decode("utf-8")
        if row.language:
            plain = _LISTED.sub("", text) if "__all__" in text else text
            by_family[family].update(found[2] for found in _QUOTED.finditer(plain))
            if family == "ruby":
                by_family[family].update(_SYMBOL.findall(text))
            lines = text.split("\n") if row.path in macros else []
            for macro in macros.get(row.path, ()):
                words = _WORD.findall("\n".join(lines[macro.start_line - 1 : macro.end_line]))
                by_family[family].update(word for word in words if word != macro.name)
        else:
            found = _EXPRESSION.findall(text) if "{{" in text or "{%" in text else []
            if row.path.endswith(_MARKUP) and ("${" in text or "<%" in text):
                found += _OF_MARKUP.findall(text)
            if row.path.endswith(_RAZOR):
                found.append(text)
            if row.path.endswith(_MARKUP):
                found += [part for parts in (*_BOUND.findall(text), *_INLINE.findall(text)) for part in parts]
            in_templates.update(word for expression in found for word in _WORD.findall(expression))
    return {language: by_family[family] | in_templates for language, family in wanted.items()}


def find_result_members(index: Index, languages: Iterable[str]) -> dict[str, set[str]]:
    """Return the members that code reads from results of libraries, by language.

    The result may be an object of the tree, and so may what an object of a library holds, where types are given. Only
    languages with undeclared results are considered; an instance of a library's class is the library's.
    """
    loose = {each for each in languages if each in names() and load_spec(each).semantics.inference.has_inferred_results}
    by_family: dict[str, set[str]] = {_get_family(each): set() for each in loose}
    for row in index.list_externals(limit=None).items if loose else ():
        found = by_family.get(_get_family(row.language))
        if found is None:
            continue
        for giver, how, member in _RESULT.findall(row.qualname):
            if how == "[]" or not giver[:1].isupper():  # anything may be an item
                found.add(member)
        if row.language in SCRIPTS and (held := _HELD.search(row.qualname)) is not None:
            found.update(_WORD.findall(held[1]))
    return {each: by_family[_get_family(each)] for each in loose}


def _get_family(language: str) -> str:
    return (load_spec(language).semantics.family or language) if language in names() else language
