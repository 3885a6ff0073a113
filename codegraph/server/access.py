"""Entries of the access log, made of what a server answers."""

from __future__ import annotations

import logging
import os
import re
import time
import uuid
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from codegraph.operations.context import Context
from codegraph.settings.config import Config
from codegraph.store.access_log import DEFINITIONS, AccessEntry, append_entry
from codegraph.text.token_counts import bound_tokens
from codegraph_parsers.ids import from_printable_path

logger = logging.getLogger("codegraph.server")

_PLACE: Final = re.compile(r"(?:^|(?<=[\s\"'`(\[,]))(?:[a-z][\w+#-]*:(?=[^:]))?([^\s\"'`()\[\],:]+)(?=::|:\d)")
"""A place as answers write it, `PATH:LINE`, or an id: `LANGUAGE:PATH::NAME`."""


@dataclass(slots=True)
class AccessRecorder:
    """The part of a server that fills the access log.

    `session` is one run of the server."""

    session: str = field(default_factory=lambda: uuid.uuid4().hex[:12])
    _has_definitions: bool = False

    def record_answer(self, tool: str, text: str, contexts: Iterable[Context]) -> None:
        """Record an answer that rests on an index; others are none about code."""
        for context in contexts:
            if context.opened is not None:
                root = context.opened.root
                self._append(context.config, tool, str(root), bound_tokens(text), list_named_files(root, text))
                return

    def record_definitions(self, config: Config, text: str) -> None:
        """Record the definitions of the tools, once a session."""
        if not self._has_definitions:
            self._has_definitions = True
            self._append(config, DEFINITIONS, "", bound_tokens(text), ())

    def _append(self, config: Config, tool: str, root: str, tokens: int, files: tuple[str, ...]) -> None:
        if not config.access_log:
            return
        try:
            append_entry(config.home, AccessEntry(round(time.time(), 3), self.session, tool, root, tokens, files))
        except OSError as error:
            logger.info("the access log cannot be written: %s", error)  # an answer matters more than its count


def list_named_files(root: Path, text: str) -> tuple[str, ...]:
    """Return the files of a work tree that an answer names by a place or an id.

    A path that code in the answer mentions is none."""
    found: dict[str, None] = {}
    for match in _PLACE.finditer(text):
        path = match[1]
        is_inside = not os.path.isabs(path) and ".." not in path.split("/")
        if path not in found and is_inside and os.path.isfile(root / from_printable_path(path)):
            found[path] = None
    return tuple(found)
