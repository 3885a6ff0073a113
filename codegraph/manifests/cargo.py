"""`Cargo.toml`: packages, workspaces, and dependencies by version, path, git or inheritance."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping

from codegraph.manifests.model import (
    Dependency,
    Ecosystem,
    ManifestError,
    Manifests,
    Package,
    Workspace,
    folder_of,
    matching,
    table,
    within,
    word,
    words,
)

NAMES = ("Cargo.toml",)
SECTIONS = {"dependencies": False, "dev-dependencies": True, "build-dependencies": True}
"""Tables of dependencies, and whether they are for development only."""


def read(path: str, texts: Mapping[str, str]) -> Manifests:
    """Raises ManifestError."""
    document = load(texts[path])
    package, workspace = table(document.get("package")), table(document.get("workspace"))
    inherited = _workspace_of(path, texts)
    version = word(package.get("version")) or word(table(inherited.get("package")).get("version"))
    packages = [Package(word(package["name"]), version, path, Ecosystem.CARGO)] if word(package.get("name")) else []
    shared = table(inherited.get("dependencies"))
    return Manifests(
        tuple(packages),
        (_workspace(path, workspace, texts),) if "workspace" in document else (),
        tuple(_dependencies(path, document, shared, folder_of(_workspace_path(path, texts) or path))),
    )


def load(text: str) -> Mapping[str, object]:
    """Raises ManifestError."""
    try:
        return table(tomllib.loads(text))
    except tomllib.TOMLDecodeError as error:
        raise ManifestError(f"not valid TOML: {error}") from error


def _workspace(path: str, workspace: Mapping[str, object], texts: Mapping[str, str]) -> Workspace:
    root = folder_of(path)
    excluded = [f"!{folder}" for folder in words(workspace.get("exclude"))]
    folders = [folder_of(p) for p in texts if p.rpartition("/")[2] in NAMES]
    members = set(matching(root, [*words(workspace.get("members")), *excluded], folders))
    if "package" in load(texts[path]):
        members.add(root)
    shared = table(workspace.get("dependencies"))
    allowed = set(matching(root, ["**", *excluded], folders))
    waiting = sorted(members)
    while waiting:  # what a member needs from a path inside the workspace is a member, too
        for near in _path_dependencies(waiting.pop(), texts, shared, root):
            if near in allowed and near not in members:
                members.add(near)
                waiting.append(near)
    return Workspace("cargo", root, tuple(sorted(members)))


def _path_dependencies(
    folder: str, texts: Mapping[str, str], shared: Mapping[str, object], shared_root: str
) -> list[str]:
    """Folders that a package takes dependencies from."""
    path = f"{folder}/{NAMES[0]}".lstrip("/")
    try:
        found = _dependencies(path, load(texts[path]), shared, shared_root)
        return [d.source.removeprefix("path:") for d in found if d.source.startswith("path:")]
    except ManifestError:
        return []  # said of the manifest itself


def _workspace_path(path: str, texts: Mapping[str, str]) -> str | None:
    """The closest manifest at or above `path` that has a workspace."""
    folder = folder_of(path)
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
        folder = folder_of(folder)


def _workspace_of(path: str, texts: Mapping[str, str]) -> Mapping[str, object]:
    found = _workspace_path(path, texts)
    return table(load(texts[found]).get("workspace")) if found is not None else {}


def _dependencies(
    path: str, document: Mapping[str, object], shared: Mapping[str, object], shared_root: str
) -> Iterator[Dependency]:
    tables = [document, *(table(t) for t in table(document.get("target")).values())]
    for section, dev in SECTIONS.items():
        for owner in tables:
            for key, value in table(owner.get(section)).items():
                yield _dependency(path, key, value, dev, shared, shared_root)


def _dependency(
    path: str, key: str, value: object, dev: bool, shared: Mapping[str, object], shared_root: str
) -> Dependency:
    of, base = table(value), folder_of(path)
    if of.get("workspace") is True:
        value, base = shared.get(key), shared_root
        of = table(value)
    source = ""
    if word(of.get("path")):
        source = f"path:{within(base, word(of['path']))}"
    elif word(of.get("git")):
        source = f"git:{word(of['git'])}"
    name = word(of.get("package")) or key
    return Dependency(name, word(value) or word(of.get("version")), dev, path, Ecosystem.CARGO, source)
