"""Settings of applications that are a part of paths: a prefix, and versions."""

from __future__ import annotations

from typing import Final, NamedTuple

from codegraph.resolve.endpoints.call_arguments import find_argument, find_property
from codegraph.resolve.endpoints.constant_texts import TextReader, Texts
from codegraph.resolve.endpoints.endpoint_rows import HOLE, ObjectKey, SettingRow, Site
from codegraph.resolve.endpoints.facts_reader import FactsReader, FileContext
from codegraph_parsers import ops
from codegraph_parsers.file_facts import Expr
from codegraph_parsers.frameworks.controllers import SettingModel
from codegraph_parsers.frameworks.framework_model import Argument

NONE: Final = ""


class Setting(NamedTuple):
    """Contents of a setting.

    Each is None where nothing is said of it; `is_open`: a part of it cannot be decided."""

    prefix: str | None = None
    excluded: tuple[str, ...] = ()
    versioned: str | None = None
    versions: tuple[str, ...] = ()
    is_open: bool = False
    is_start: bool = False

    def make_row(self, site: Site, apps: tuple[ObjectKey, ...]) -> SettingRow:
        """Return the row of a setting of some applications."""
        return SettingRow(
            site, apps, self.prefix, self.excluded, self.versioned, self.versions, self.is_open, self.is_start
        )


class SettingReader(FactsReader):
    """Reader of one call of a member that sets something."""

    def __init__(self, context: FileContext) -> None:
        super().__init__(context)
        self._is_open = False

    def read(self, expr: Expr, rule: SettingModel) -> Setting:
        """Return what the call sets."""
        if rule.starts:
            return Setting(is_start=True)
        if rule.prefix:
            prefix = self._read_text(expr, rule.prefix, NONE)
            return Setting(prefix.strip("/"), self._read_excluded(expr, rule.excluded), is_open=self._is_open)
        if not self._is_of_type(expr, rule):
            return Setting(versioned=NONE, is_open=self._is_open)
        versioned = self._read_text(expr, rule.versioned, rule.text)
        return Setting(versioned=versioned, versions=self._read_list(expr, rule.default), is_open=self._is_open)

    def _is_of_type(self, expr: Expr, rule: SettingModel) -> bool:
        """Return whether versions are a part of paths."""
        index = find_argument(self._facts, expr, rule.type)
        if index is None:
            return True
        names = self._objects.list_known_names(self._file, index) if index else []
        self._is_open = self._is_open or not names
        return any(name in rule.types for name in names)

    def _read_text(self, expr: Expr, argument: Argument, default: str) -> str:
        index = find_argument(self._facts, expr, argument)
        if index is None:
            return default
        literal = self._facts.exprs[index]
        if literal[0] == ops.LITERAL and literal[1] not in ops.TEXTUAL:  # `prefix: false`
            return NONE
        return self._take_text(index)

    def _take_text(self, index: int) -> str:
        self._texts.is_choice = False
        texts = self._texts.read(self._file, index) if index else ()
        if len(texts) != 1 or HOLE in texts[0] or self._texts.is_choice:
            self._is_open = True
            return NONE
        return texts[0]

    def _read_list(self, expr: Expr, argument: Argument) -> tuple[str, ...]:
        index = find_argument(self._facts, expr, argument) if argument else None
        if index is None:
            return ()
        elements = self._texts.list_elements(self._file, index) if index else []
        indices = [each for of, each in elements if of == self._file] or [index]
        return tuple(self._take_text(each) for each in indices)

    def _read_excluded(self, expr: Expr, argument: Argument) -> tuple[str, ...]:
        """Return the paths that a prefix leaves out.

        Each is a method, empty for any, and a pattern of paths behind it."""
        index = find_argument(self._facts, expr, argument) if argument else None
        if index is None:
            return ()
        found: list[str] = []
        for of, element, texts in self._texts.read_list(self._file, index) if index else ():
            pattern = read_pattern(self._texts, of, element, texts)
            self._is_open = self._is_open or pattern is None
            found += () if pattern is None else (pattern,)
        return tuple(found)


def read_pattern(reader: TextReader, file: int, element: int, texts: Texts) -> str | None:
    """Return a method and a pattern of paths, None where it is not known.

    The method is empty for any. They are those of an object, or the pattern is what `texts` says."""
    facts, method = reader.get_facts(file), NONE
    if facts.exprs[element][0] == ops.OBJECT:
        at, named = find_property(facts, element, "path"), find_property(facts, element, "method")
        texts = reader.read(file, at) if at else ()
        constant = facts.exprs[named] if named else None
        method = str(constant[2]) if constant is not None and constant[0] == ops.ATTR else NONE
    return f"{method} {texts[0]}" if len(texts) == 1 and HOLE not in texts[0] else None
