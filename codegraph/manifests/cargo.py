"""`Cargo.toml`: packages, workspaces and dependencies.

Dependencies are given by version, path, git or inheritance.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping

from codegraph.manifests.manifest import (
    Dependency,
    Ecosystem,
    ManifestError,
    Manifests,
    Package,
    Workspace,
    as_string,
    as_strings,
    as_table,
    get_folder,
    join_path,
    match_folders,
)

NAMES = ("Cargo.toml",)
SECTIONS = {"dependencies": False, "dev-dependencies": True, "build-dependencies": True}
"""Tables of dependencies, and whether they are for development only."""


def read(path: str, texts: Mapping[str, str]) -> Manifests:
    """Read a Cargo manifest.

    Raises ManifestError.
    """
    document = load(texts[path])
    package, workspace = as_table(document.get("package")), as_table(document.get("workspace"))
    inherited = _read_root_workspace(path, texts)
    version = as_string(package.get("version")) or as_string(as_table(inherited.get("package")).get("version"))
    packages = (
        [Package(as_string(package["name"]), version, path, Ecosystem.CARGO)] if as_string(package.get("name")) else []
    )
    shared = as_table(inherited.get("dependencies"))
    return Manifests(
        tuple(packages),
        (_read_workspace(path, workspace, texts),) if "workspace" in document else (),
        tuple(_iterate_dependencies(path, document, shared, get_folder(_find_workspace(path, texts) or path))),
    )


def load(text: str) -> Mapping[str, object]:
    """Parse TOML.

    Raises ManifestError.
    """
    try:
        return as_table(tomllib.loads(text))
    except tomllib.TOMLDecodeError as error:
        raise ManifestError(f"not valid TOML: {error}") from error


def _read_workspace(path: str, workspace: Mapping[str, object], texts: Mapping[str, str]) -> Workspace:
    root = get_folder(path)
    excluded = [f"!{folder}" for folder in as_strings(workspace.get("exclude"))]
    folders = [get_folder(p) for p in texts if p.rpartition("/")[2] in NAMES]
    members = set(match_folders(root, [*as_strings(workspace.get("members")), *excluded], folders))
    if "package" in load(texts[path]):
        members.add(root)
    shared = as_table(workspace.get("dependencies"))
    allowed = set(match_folders(root, ["**", *excluded], folders))
    waiting = sorted(members)
    while waiting:  # what a member needs from a path inside the workspace is a member, too
        for near in _list_path_dependencies(waiting.pop(), texts, shared, root):
            if near in allowed and near not in members:
                members.add(near)
                waiting.append(near)
    return Workspace("cargo", root, tuple(sorted(members)))


def _list_path_dependencies(
    folder: str, texts: Mapping[str, str], shared: Mapping[str, object], shared_root: str
) -> list[str]:
    """Return the folders that a package takes dependencies from."""
    path = f"{folder}/{NAMES[0]}".lstrip("/")
    try:
        found = _iterate_dependencies(path, load(texts[path]), shared, shared_root)
        return [d.source.removeprefix("path:") for d in found if d.source.startswith("path:")]
    except ManifestError:
        return []  # said of the manifest itself


def _find_workspace(path: str, texts: Mapping[str, str]) -> str | None:
    """Return the closest manifest at or above `path` that has a workspace."""
    folder = get_folder(path)
    while True:
        candidate = f"{folder}/{NAMES[0]}".lstrip("/")
        if candidate in texts:
            try:
                if "workspace" in load(texts[candidate]):
                    return candidate
            except ManifestError:
                pass
        if not folder:
            return None
        folder = get_folder(folder)


def _read_root_workspace(path: str, texts: Mapping[str, str]) -> Mapping[str, object]:
    found = _find_workspace(path, texts)
    return as_table(load(texts[found]).get("workspace")) if found is not None else {}


def _iterate_dependencies(
    path: str, document: Mapping[str, object], shared: Mapping[str, object], shared_root: str
) -> Iterator[Dependency]:
    tables = [document, *(as_table(t) for t in as_table(document.get("target")).values())]
    for section, dev in SECTIONS.items():
        for owner in tables:
            for key, value in as_table(owner.get(section)).items():
                yield _read_dependency(path, key, value, dev, shared, shared_root)


def _read_dependency(
    path: str, key: str, value: object, dev: bool, shared: Mapping[str, object], shared_root: str
) -> Dependency:
    of, base = as_table(value), get_folder(path)
    if of.get("workspace") is True:
        value, base = shared.get(key), shared_root
        of = as_table(value)
    source = ""
    if as_string(of.get("path")):
        source = f"path:{join_path(base, as_string(of['path']))}"
    elif as_string(of.get("git")):
        source = f"git:{as_string(of['git'])}"
    name = as_string(of.get("package")) or key
    return Dependency(name, as_string(value) or as_string(of.get("version")), dev, path, Ecosystem.CARGO, source)
