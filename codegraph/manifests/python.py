"""`pyproject.toml`: packages and dependencies of PEP 621, dependency groups and Poetry, workspaces of uv."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from codegraph.manifests.cargo import load
from codegraph.manifests.model import (
    Dependency,
    Ecosystem,
    Manifests,
    Package,
    Workspace,
    folder_of,
    matching,
    same_name,
    table,
    within,
    word,
    words,
)

NAMES = ("pyproject.toml",)
_REQUIREMENT = re.compile(
    r"\s*(?P<name>[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?)\s*(?:\[[^\]]*\])?\s*(?P<rest>[^;]*)"
)


def read(path: str, texts: Mapping[str, str]) -> Manifests:
    """Raises ManifestError."""
    document = load(texts[path])
    project, tool = table(document.get("project")), table(document.get("tool"))
    poetry, uv = table(tool.get("poetry")), table(tool.get("uv"))
    name = word(project.get("name")) or word(poetry.get("name"))
    version = word(project.get("version")) or word(poetry.get("version"))
    packages = (Package(name, version, path, Ecosystem.PYTHON),) if name else ()
    workspaces = (_workspace(path, table(uv["workspace"]), texts),) if "workspace" in uv else ()
    sources = {same_name(Ecosystem.PYTHON, key): table(value) for key, value in table(uv.get("sources")).items()}
    found = [*_requirements(document), *_poetry(poetry)]
    dependencies = tuple(
        Dependency(
            one, asked, dev, path, Ecosystem.PYTHON,
            source(path, {**sources.get(same_name(Ecosystem.PYTHON, one), {}), **of}) or _direct(asked),
        )
        for one, asked, dev, of in found
    )  # fmt: skip
    return Manifests(packages, workspaces, dependencies)


Found = tuple[str, str, bool, Mapping[str, object]]
"""Name, requirement, for development only, and what a table says of its source."""


def _requirements(document: Mapping[str, object]) -> Iterator[Found]:
    project = table(document.get("project"))
    lists = [(words(project.get("dependencies")), False)]
    lists += [(words(extra), False) for extra in table(project.get("optional-dependencies")).values()]
    lists += [(words(group), True) for group in table(document.get("dependency-groups")).values()]
    uv = table(table(document.get("tool")).get("uv"))
    lists.append((words(uv.get("dev-dependencies")), True))
    for requirements, dev in lists:
        for text in requirements:
            match = _REQUIREMENT.match(text)
            if match:
                yield match["name"], match["rest"].strip().strip("()").strip(), dev, {}


def _poetry(poetry: Mapping[str, object]) -> Iterator[Found]:
    tables = [(table(poetry.get("dependencies")), False), (table(poetry.get("dev-dependencies")), True)]
    tables += [(table(table(group).get("dependencies")), True) for group in table(poetry.get("group")).values()]
    for entries, dev in tables:
        for name, value in entries.items():
            if name != "python":  # the interpreter, not a package
                yield name, word(value) or word(table(value).get("version")), dev, table(value)


def source(path: str, of: Mapping[str, object]) -> str:
    """Where a table of uv or Poetry says a package comes from, "" for a registry."""
    if of.get("workspace") is True:
        return "workspace"
    if word(of.get("path")):
        return f"path:{within(folder_of(path), word(of['path']))}"
    return f"git:{word(of['git'])}" if word(of.get("git")) else ""


def _direct(asked: str) -> str:
    """`name @ git+https://…`: the requirement is the source."""
    url = asked.removeprefix("@").strip() if asked.startswith("@") else ""
    return f"git:{url.removeprefix('git+')}" if url.startswith("git+") else ""


def _workspace(path: str, workspace: Mapping[str, object], texts: Mapping[str, str]) -> Workspace:
    root = folder_of(path)
    globs = [*words(workspace.get("members")), *(f"!{g}" for g in words(workspace.get("exclude")))]
    folders = [folder_of(p) for p in texts if p.rpartition("/")[2] in NAMES]
    return Workspace("uv", root, tuple(sorted({root, *matching(root, globs, folders)})))
