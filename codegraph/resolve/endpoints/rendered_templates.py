"""Templates that code renders, and the tags that it defines for them."""

from __future__ import annotations

import posixpath
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

from codegraph.resolve.endpoints.call_arguments import find_argument
from codegraph.resolve.endpoints.endpoint_rows import (
    HOLE,
    REVERSED,
    TAG_DEFINITION,
    TEMPLATE,
    TEMPLATE_FOLDER,
    WEAK,
    LinkRow,
    RequestRow,
    Site,
    TemplateRow,
)
from codegraph.resolve.endpoints.facts_reader import FactsReader, FileContext
from codegraph.resolve.endpoints.reasons import COMPUTED_NAME
from codegraph.resolve.endpoints.referents import list_functions
from codegraph.resolve.endpoints.tables import find_label
from codegraph_parsers import ops
from codegraph_parsers.file_facts import Expr, FileFacts, SymbolKind
from codegraph_parsers.frameworks.framework_model import Argument, FrameworkModel
from codegraph_parsers.frameworks.middleware import TemplateModel
from codegraph_parsers.lang.html_template.tags import ASKS, RENDERS

if TYPE_CHECKING:
    from codegraph.resolve.endpoints.view_functions import ViewFinder

SITE: Final = "template"
"""Kind of the sites of what a template names."""

_MODELED: Final = ("model", "queryset", "form_class")
_METHOD: Final = "GET"


def read_template(facts: FileFacts, module: int) -> tuple[list[TemplateRow], list[RequestRow]]:
    """Return the rows of a file that is a template. `module` is its item."""
    rows = [TemplateRow(Site(module, 1, ""), TEMPLATE, facts.path)]
    requests: list[RequestRow] = []
    for kind, _, index, line in facts.sites:
        if kind != SITE:
            continue
        what, name = (str(_get_expr(facts, each)[2]) for each in _get_expr(facts, index)[1:])
        site = Site(module, line, "")
        if what == ASKS:
            requests.append(RequestRow(site, (), _METHOD, f"{REVERSED}{name}{REVERSED}", WEAK))
        elif name:
            rows.append(TemplateRow(site, what, name))
    return rows, requests


def _get_expr(facts: FileFacts, index: int) -> Expr:
    return facts.exprs[index]


class TemplateReader(FactsReader):
    """The templates that code of one file renders or defines tags for."""

    def __init__(self, context: FileContext) -> None:
        super().__init__(context)
        self.rows: list[TemplateRow] = []
        self.links: list[LinkRow] = []

    def add_call(self, owner: int, line: int, expr: Expr, argument: Argument) -> None:
        """Add the templates that a call renders."""
        index = find_argument(self._facts, expr, argument)
        if index:
            self._add_names(self._owners[self._offset + owner], line, index)

    def _add_names(self, gid: int, line: int, index: int) -> None:
        """Add the templates that an expression names."""
        site = Site(self._get_item(gid), line, "")
        for text in self._texts.read(self._file, index):
            if HOLE in text:
                self.links.append(LinkRow(site, -1, RENDERS, COMPUTED_NAME, text.replace(HOLE, "{}")))
            elif text:
                self.rows.append(TemplateRow(site, RENDERS, text))

    def add_folders(self, expr: Expr, line: int, model: FrameworkModel, *, is_root: bool) -> None:
        """Add the folder of templates that an object has which a call makes."""
        rule = model.surroundings.templates
        given = self._read_argument(expr, rule.given) if rule.given else ()
        folder = given[0] if given else rule.folder if is_root else ""
        if folder:
            path = posixpath.normpath(posixpath.join(posixpath.dirname(self._facts.path), folder))
            site = Site(self._get_item(self._offset), line, model.key)
            self.rows.append(TemplateRow(site, TEMPLATE_FOLDER, path))

    def finish(self, views: ViewFinder) -> None:
        """Add what classes render, and the tags that functions are registered as."""
        self._add_classes(views)
        if self._vocabulary.tags:
            self._add_tags()

    # -- classes -------------------------------------------------------------------------------------------------

    def _add_classes(self, views: ViewFinder) -> None:
        """Add the templates that classes render.

        A variable names them, or the name of their model."""
        model = next((each.surroundings.templates for each in self._vocabulary.models
                      if each.surroundings.templates.variable), None)  # fmt: skip
        if model is None:
            return
        for local, symbol in enumerate(self._facts.symbols):
            names = self._facts.names.get(local, {}) if symbol.kind is SymbolKind.CLASS else {}
            if model.variable in names:
                self._add_variable(views, local, model.variable, names)
            elif any(name in names for name in _MODELED):
                self._add_default(views, local, model)

    def _add_variable(self, views: ViewFinder, local: int, variable: str, names: Mapping[str, int]) -> None:
        gid = self._offset + local
        bases = self._objects.list_outside_bases(gid)
        if any(base in self._vocabulary.declared for base in bases):
            expr = _get_expr(self._facts, names[variable])
            symbol = _get_expr(self._facts, expr[1]) if expr[0] == ops.FLOW else expr
            line = self._facts.symbols[int(symbol[1]) if symbol[0] == ops.VAR else local].line
            place = views.find_variable(gid, variable)
            if place is not None and place[0] == self._file:
                self._add_names(gid, line, place[1])

    def _add_default(self, views: ViewFinder, local: int, model: TemplateModel) -> None:
        """Add the template that a generic view has without naming one."""
        gid = self._offset + local
        own = next((s for base in self._objects.list_outside_bases(gid) if (s := model.suffixes.get(base))), None)
        if own is None or views.find_variable(gid, model.variable) is not None:
            return
        paths = (("model",), ("queryset",), ("form_class", "Meta", "model"))
        thing = next((found for path in paths if (found := views.find_subject(gid, path)) is not None), None)
        if thing is not None:
            file, _ = self._program.locate(thing)
            label = find_label(self._program.files[file].path)
            end = views.read_variable(gid, model.suffix) or own
            name = f"{label}/{self._program.get_symbol(thing).name.lower()}{end}.html"
            site = Site(self._get_item(gid), self._facts.symbols[local].line, "")
            self.rows.append(TemplateRow(site, RENDERS, name))

    # -- tags ----------------------------------------------------------------------------------------------------

    def _add_tags(self) -> None:
        """Add the tags and filters that functions are registered as."""
        library = posixpath.basename(self._facts.path).partition(".")[0]
        members = {name.rpartition(".")[2] for name in self._vocabulary.tags}
        for local, decorators in self._facts.decorators.items():
            for index in decorators:
                expr: Expr = self._facts.exprs[index]
                is_call = expr[0] == ops.CALL
                callee = _get_expr(self._facts, expr[1]) if is_call else expr
                if callee[0] != ops.ATTR or callee[2] not in members:
                    continue
                names = self._objects.list_known_names(self._file, expr[1] if is_call else index)
                if not self._vocabulary.tags.isdisjoint(names):
                    self._add_tag(library, local, expr if is_call else None)

    def add_tag_call(self, expr: Expr, line: int) -> None:
        """Add the tag that a call registers: `register.filter("name", function)`."""
        given: Sequence[int] = expr[2]
        functions = [gid for each in given for gid in list_functions(self._evaluator, self._file, each)]
        texts = self._texts.read(self._file, given[0]) if given else ()
        library = posixpath.basename(self._facts.path).partition(".")[0]
        for gid in functions:
            name = texts[0] if len(texts) == 1 and HOLE not in texts[0] else self._program.get_symbol(gid).name
            site = Site(self._get_item(self._offset), line, "")
            self.rows.append(TemplateRow(site, TAG_DEFINITION, name, self._get_item(self._owners[gid]), library))

    def _add_tag(self, library: str, local: int, call: Expr | None) -> None:
        symbol = self._facts.symbols[local]
        item = self._get_item(self._offset + local)
        site = Site(item, symbol.line, "")
        names = [symbol.name]
        for text in self._read_argument(call, (0, "filename")) if call is not None else ():
            if "." in text:
                self.rows.append(TemplateRow(site, RENDERS, text))
            else:
                names = [text]
        names = list(self._read_argument(call, ("name",)) if call is not None else ()) or names
        self.rows += [TemplateRow(site, TAG_DEFINITION, name, item, library) for name in names]

    def _read_argument(self, call: Expr, argument: Argument) -> tuple[str, ...]:
        index = find_argument(self._facts, call, argument)
        texts = self._texts.read(self._file, index) if index else ()
        return tuple(text for text in texts if HOLE not in text)
