"""Rows of routes and requests, file by file.

Whatever is read of other files is read through queries, so a file's rows are a part of its piece of work.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from codegraph.resolve.endpoints.contracts import list_declarations
from codegraph.resolve.endpoints.file_extraction import FileExtraction, TreeFindings
from codegraph.resolve.endpoints.objects import ObjectFinder
from codegraph.resolve.endpoints.rows import EMPTY, FileRows
from codegraph.resolve.endpoints.templates import read_template
from codegraph_parsers.frameworks.model import FrameworkModel

if TYPE_CHECKING:
    from codegraph.resolve.evaluator import Evaluator


class Extractor:
    """Extracts the rows of files."""

    def __init__(self, evaluator: Evaluator, get_item: Callable[[int], int]) -> None:
        """Take what gives the item of a graph id, which rows name symbols by."""
        self._evaluator = evaluator
        self._program = evaluator.program
        self._get_item = get_item
        self._objects = ObjectFinder(evaluator, get_item)
        self._findings = TreeFindings()

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
        active = self._find_active_models()
        is_served = any(model.is_server for model in active)
        applying = [model for model in vocabulary.models if model in active]
        if not any(is_served or model.is_named or model.requests for model in applying):
            return EMPTY
        extraction = FileExtraction(
            self._findings, self._evaluator, self._objects, self._get_item, file, vocabulary, applying
        )
        return extraction.run(is_served=is_served)

    def _extract_template(self, file: int) -> FileRows:
        """Return the rows of a file that a framework may render."""
        if not any(model.surroundings.templates.folder for model in self._find_active_models()):
            return EMPTY
        rows, requests = read_template(self._program.files[file], self._get_item(self._program.offsets[file]))
        return FileRows(requests=tuple(requests), templates=tuple(rows))

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
