"""Specification of templates.

The whole file is one text to the syntax tree, so that an edit of it is an edit of the module. What its tags name are
sites of the kind `template`: a pair of texts, what is named and its name.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from codegraph_parsers import ops, roles
from codegraph_parsers.file_facts import FileFacts
from codegraph_parsers.lang.html_template.tags import list_template_names
from codegraph_parsers.semantics import ModulePolicy, Semantics
from codegraph_parsers.spec import LanguageSpec, Project, Target, ignore_names

if TYPE_CHECKING:
    from tree_sitter import Node, Tree

    from codegraph_parsers.walker import Walker

FOLDERS: Final = frozenset(("templates", "jinja2"))
"""Folders in which frameworks look for templates unless they are told otherwise."""

_PLAIN: Final = bytes.maketrans(b'"\\', b"' ")
_QUOTE: Final = b'"""'


class TemplateProject(Project):
    """Templates of a tree, none of which imports another."""

    def resolve(self, path: str, module: str, kind: str) -> Target:
        del path, module, kind
        return Target()


def make_project(files: Sequence[FileFacts], paths: Sequence[str], manifests: Mapping[str, str]) -> TemplateProject:
    """Return the view of a tree, which needs nothing of its files."""
    del files, paths, manifests
    return TemplateProject()


def is_template(path: str, head: bytes) -> bool:
    """Return whether a file is in a folder of templates and has tags."""
    return not FOLDERS.isdisjoint(path.split("/")[:-1]) and (b"{%" in head or b"{{" in head or not head)


def read_text(source: bytes, parse: Callable[[bytes], Tree]) -> Tree:
    """Parse a file as one text of the same length."""
    size = 2 * len(_QUOTE)
    if len(source) < size:
        return parse(b" " * len(source))
    return parse(_QUOTE + source[len(_QUOTE) : -len(_QUOTE)].translate(_PLAIN) + _QUOTE)


def note_names(walker: Walker, root: Node) -> None:
    """Note what the tags of a template name."""
    del root
    text = walker.source.decode("utf-8", "replace")
    starts = [0]
    for at, char in enumerate(text):
        if char == "\n":
            starts.append(at + 1)
    seen: set[tuple[str, str, int]] = set()
    for kind, name, offset in list_template_names(text):
        line = bisect_right(starts, offset)
        if (kind, name, line) not in seen:
            seen.add((kind, name, line))
            pair = (walker.add_literal("str", kind), walker.add_literal("str", name))
            walker.add_site("template", walker.share(ops.TUPLE, *pair), line)


SPEC = LanguageSpec(
    name="html_template",
    grammar="tree_sitter_python:language",
    nodes={"string": roles.build_skip_role()},
    project=make_project,
    project_facts=ignore_names,
    suffixes=(".html", ".htm", ".djhtml", ".jinja", ".jinja2"),
    semantics=Semantics(modules=ModulePolicy(is_template=True)),
    read=read_text,
    finish=note_names,
    title="HTML template",
    detect=is_template,
)
