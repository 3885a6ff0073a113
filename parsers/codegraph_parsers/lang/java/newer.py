"""Java that its grammar does not know."""

from __future__ import annotations

import re

from codegraph_parsers.rewriting import Rewrite, reader

_ANNOTATION = rb"@[\w.]+(?:\([^()]*\))?"

read = reader(
    Rewrite(re.compile(rb"((?:" + _ANNOTATION + rb"\s*)+)(?=\.\.\.)")),  # `String @Nullable ... names`
    Rewrite(re.compile(rb"^[ \t]*import[ \t]+(module)(?=[ \t]+[\w.]+[ \t]*;)", re.MULTILINE)),
)
