"""Rows of routes and requests, file by file.

Whatever is read of other files is read through queries, so a file's rows are a part of its piece of work.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from codegraph.resolve.endpoints.constant_texts import TextReader
from codegraph.resolve.endpoints.contracts import list_declarations
from codegraph.resolve.endpoints.endpoint_rows import EMPTY, FileRows
from codegraph.resolve.endpoints.facts_reader import FileContext
from codegraph.resolve.endpoints.file_extraction import FileExtraction, TreeFindings
from codegraph.resolve.endpoints.objects import ObjectFinder
from codegraph.resolve.endpoints.rendered_templates import read_template
from codegraph_parsers.frameworks.framework_model import FrameworkModel

if TYPE_CHECKING:
    from codegraph.resolve.evaluator import Evaluator


class Applying(NamedTuple):
    """The models that apply to code in one language of a tree."""

    models: tuple[FrameworkModel, ...]
    is_served: bool  # whether any of the tree's models, of whatever language, serves requests


NOTHING_APPLIES = Applying((), False)


class Extractor:
    """Extracts the rows of files."""

    def __init__(self, evaluator: Evaluator, get_item: Callable[[int], int]) -> None:
        """Take what gives the item of a graph id, which rows name symbols by."""
        self._evaluator = evaluator
        self._program = evaluator.program
        self._get_item = get_item
        self._objects = ObjectFinder(evaluator, get_item)
        self._findings = TreeFindings()
        self._find_applying = evaluator.queries.define_query(self._compute_applying)

    def extract(self, file: int) -> FileRows:
        """Return the rows of a file; none where its tree uses no framework that is known."""
        facts, models = self._program.files[file], self._program.models
        self._program.reads.read_fact("models")
        if self._program.semantics[file].modules.is_template:
            return self._extract_template(file)
        if facts.language not in models.languages:
            return EMPTY
        vocabulary = models.get_vocabulary(facts.language)
        if vocabulary.has_declarations:
            offset = self._program.offsets[file]
            declared = list_declarations(facts, vocabulary.models, lambda local: self._get_item(offset + local))
            return FileRows(named=tuple(declared)) if declared else EMPTY
        applying = self._find_applying(facts.language)
        if not applying.models:
            return EMPTY
        self._objects.begin(file, vocabulary)
        texts = TextReader(self._evaluator, vocabulary.texts, self._objects.list_passed)
        context = FileContext(self._evaluator, self._objects, texts, vocabulary, self._get_item, file)
        return FileExtraction(self._findings, context, applying.models).run(is_served=applying.is_served)

    def _extract_template(self, file: int) -> FileRows:
        """Return the rows of a file that a framework may render."""
        if not any(model.surroundings.templates.folder for model in self._find_active_models()):
            return EMPTY
        rows, requests = read_template(self._program.files[file], self._get_item(self._program.offsets[file]))
        return FileRows(requests=tuple(requests), templates=tuple(rows))

    def _compute_applying(self, language: str) -> Applying:
        """Return the models whose calls are read in files of a language.

        There are none where nothing of the tree is served, nothing is requested, and no endpoint is known by name."""
        active = self._find_active_models()
        is_served = any(model.is_server for model in active)
        keys = {model.key for model in active}
        own = [model for model in self._program.models.get_vocabulary(language).models if model.key in keys]
        can_apply = any(is_served or model.is_named or model.requests for model in own)
        return Applying(tuple(own), is_served) if can_apply else NOTHING_APPLIES

    def _find_active_models(self) -> list[FrameworkModel]:
        """Return the models whose library some file imports.

        Those that need no import apply where there are files of their languages.
        Others apply where a package of the tree depends on theirs."""
        packages, reads = self._evaluator.scopes.packages, self._program.reads
        found: list[FrameworkModel] = []
        for model in self._program.models.all:
            for module in model.modules:
                reads.read_fact("package", module)
            if model.package:
                if self._program.list_dependents(model.package):
                    found.append(model)
            elif any(module in packages for module in model.modules) or (
                not model.modules and self._program.has_files_of(model.languages)
            ):
                found.append(model)
        return found
