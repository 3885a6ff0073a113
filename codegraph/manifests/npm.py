"""`package.json` and `pnpm-workspace.yaml`: packages, dependencies, and the workspaces of npm, Yarn and pnpm."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping

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

NAMES = ("package.json", "pnpm-workspace.yaml")
SECTIONS = {
    "dependencies": False,
    "peerDependencies": False,
    "optionalDependencies": False,
    "devDependencies": True,
}
_ITEM = re.compile(r"\s*-\s*(?:'([^']*)'|\"([^\"]*)\"|([^\s#'\"][^#]*?))\s*(?:#.*)?")


def read(path: str, texts: Mapping[str, str]) -> Manifests:
    """Raises ManifestError."""
    root = folder_of(path)
    if path.endswith("pnpm-workspace.yaml"):
        return Manifests((), (Workspace("pnpm", root, _members(root, pnpm_globs(texts[path]), texts)),), ())
    try:
        document = table(json.loads(texts[path]))
    except (ValueError, RecursionError) as error:
        raise ManifestError(f"not valid JSON: {error}") from error
    name = word(document.get("name"))
    packages = (Package(name, word(document.get("version")), path, Ecosystem.NPM),) if name else ()
    declared = document.get("workspaces")
    globs = words(declared) or words(table(declared).get("packages"))
    workspaces = ()
    if globs:
        tool = "yarn" if _uses_yarn(root, document, texts) else "npm"
        workspaces = (Workspace(tool, root, _members(root, globs, texts)),)
    dependencies = tuple(
        _dependency(path, key, word(value), dev)
        for section, dev in SECTIONS.items()
        for key, value in table(document.get(section)).items()
    )
    return Manifests(packages, workspaces, dependencies)


def pnpm_globs(text: str) -> list[str]:
    """The items of the top-level list `packages`, in the block form that pnpm documents."""
    globs: list[str] = []
    inside = False
    for line in text.splitlines():
        if line[:1] not in ("", " ", "\t", "-", "#"):
            inside = line.split("#")[0].strip() == "packages:"
            continue
        item = _ITEM.fullmatch(line)
        if inside and item:
            globs.append(item[1] or item[2] or item[3])
    return globs


def _dependency(path: str, name: str, asked: str, dev: bool) -> Dependency:
    """`workspace:`, `file:`, `link:` and git requirements say where the package is; `npm:` says its real name."""
    kind, colon, rest = asked.partition(":")
    if colon and kind == "workspace":
        return Dependency(name, rest, dev, path, Ecosystem.NPM, "workspace")
    if colon and kind in ("file", "link", "portal"):
        return Dependency(name, "", dev, path, Ecosystem.NPM, f"path:{within(folder_of(path), rest)}")
    if colon and kind == "npm":
        real, _, version = rest.rpartition("@") if "@" in rest[1:] else (rest, "", "")
        return Dependency(real, version, dev, path, Ecosystem.NPM)
    if colon and (kind.startswith("git") or asked.endswith(".git")):
        return Dependency(name, "", dev, path, Ecosystem.NPM, f"git:{asked.removeprefix('git+')}")
    return Dependency(name, asked, dev, path, Ecosystem.NPM)


def _members(root: str, globs: list[str], texts: Mapping[str, str]) -> tuple[str, ...]:
    folders = [folder_of(p) for p in texts if p.rpartition("/")[2] == NAMES[0] and folder_of(p) != root]
    return matching(root, globs, folders)


def _uses_yarn(root: str, document: Mapping[str, object], texts: Mapping[str, str]) -> bool:
    return word(document.get("packageManager")).startswith("yarn") or f"{root}/yarn.lock".lstrip("/") in texts
