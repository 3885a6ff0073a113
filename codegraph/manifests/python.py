"""`pyproject.toml`: packages, dependencies and workspaces of Python.

Dependencies are those of PEP 621, dependency groups and Poetry, workspaces those of uv.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from codegraph.manifests.cargo import load
from codegraph.manifests.manifest import (
    Dependency,
    Ecosystem,
    Manifests,
    Package,
    Workspace,
    as_list,
    as_string,
    as_strings,
    as_table,
    get_folder,
    join_path,
    match_folders,
    normalize_name,
)

NAMES = ("pyproject.toml",)
_REQUIREMENT = re.compile(
    r"\s*(?P<name>[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?)\s*(?:\[[^\]]*\])?\s*(?P<rest>[^;]*)"
)


def read(path: str, texts: Mapping[str, str]) -> Manifests:
    """Read a `pyproject.toml`. Raises ManifestError."""
    document = load(texts[path])
    project, tool = as_table(document.get("project")), as_table(document.get("tool"))
    poetry, uv = as_table(tool.get("poetry")), as_table(tool.get("uv"))
    name = as_string(project.get("name")) or as_string(poetry.get("name"))
    version = as_string(project.get("version")) or as_string(poetry.get("version"))
    packages = (Package(name, version, path, Ecosystem.PYTHON),) if name else ()
    workspaces = (_read_workspace(path, as_table(uv["workspace"]), texts),) if "workspace" in uv else ()
    sources = {
        normalize_name(Ecosystem.PYTHON, key): as_table(value) for key, value in as_table(uv.get("sources")).items()
    }
    found = [*_iterate_requirements(document), *_iterate_poetry(poetry)]
    dependencies = tuple(
        Dependency(
            name, requirement, is_dev, path, Ecosystem.PYTHON,
            find_source(path, {**sources.get(normalize_name(Ecosystem.PYTHON, name), {}), **table})
            or _parse_direct(requirement),
        )
        for name, requirement, is_dev, table in found
    )  # fmt: skip
    return Manifests(packages, workspaces, dependencies)


_FoundDependency = tuple[str, str, bool, Mapping[str, object]]
"""Name, requirement, whether it is for development only, and the table that may name its source."""


def _iterate_requirements(document: Mapping[str, object]) -> Iterator[_FoundDependency]:
    project = as_table(document.get("project"))
    lists = [(as_strings(project.get("dependencies")), False)]
    lists += [(as_strings(extra), False) for extra in as_table(project.get("optional-dependencies")).values()]
    lists += [(as_strings(group), True) for group in as_table(document.get("dependency-groups")).values()]
    uv = as_table(as_table(document.get("tool")).get("uv"))
    lists.append((as_strings(uv.get("dev-dependencies")), True))
    for requirements, is_dev in lists:
        for text in requirements:
            match = _REQUIREMENT.match(text)
            if match:
                yield match["name"], match["rest"].strip().strip("()").strip(), is_dev, {}


def _iterate_poetry(poetry: Mapping[str, object]) -> Iterator[_FoundDependency]:
    tables = [(as_table(poetry.get("dependencies")), False), (as_table(poetry.get("dev-dependencies")), True)]
    tables += [
        (as_table(as_table(group).get("dependencies")), True) for group in as_table(poetry.get("group")).values()
    ]
    for entries, is_dev in tables:
        for name, value in entries.items():
            if name == "python":  # the interpreter, not a package
                continue
            for form in as_list(value) or [value]:  # a list has one form for each platform or version of Python
                table = as_table(form)
                yield name, as_string(form) or as_string(table.get("version")), is_dev, table


def find_source(path: str, table: Mapping[str, object]) -> str:
    """Return the origin of a package in a table of uv or Poetry, "" for a registry."""
    if table.get("workspace") is True:
        return "workspace"
    if as_string(table.get("path")):
        return f"path:{join_path(get_folder(path), as_string(table['path']))}"
    return f"git:{as_string(table['git'])}" if as_string(table.get("git")) else ""


def _parse_direct(requirement: str) -> str:
    """Return the source of a requirement such as `name @ git+https://…`."""
    url = requirement.removeprefix("@").strip() if requirement.startswith("@") else ""
    return f"git:{url.removeprefix('git+')}" if url.startswith("git+") else ""


def _read_workspace(path: str, workspace: Mapping[str, object], texts: Mapping[str, str]) -> Workspace:
    root = get_folder(path)
    globs = [*as_strings(workspace.get("members")), *(f"!{g}" for g in as_strings(workspace.get("exclude")))]
    folders = [get_folder(p) for p in texts if p.rpartition("/")[2] in NAMES]
    return Workspace("uv", root, tuple(sorted({root, *match_folders(root, globs, folders)})))
