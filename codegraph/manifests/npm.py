"""`package.json` and `pnpm-workspace.yaml`: packages, dependencies and workspaces.

The workspaces are those of npm, Yarn and pnpm.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping

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

NAMES = ("package.json", "pnpm-workspace.yaml")
SECTIONS = {
    "dependencies": False,
    "peerDependencies": False,
    "optionalDependencies": False,
    "devDependencies": True,
}
_ITEM = re.compile(r"\s*-\s*(?:'([^']*)'|\"([^\"]*)\"|([^\s#'\"][^#]*?))\s*(?:#.*)?")


def read(path: str, texts: Mapping[str, str]) -> Manifests:
    """Read an npm or pnpm manifest.

    Raises ManifestError.
    """
    root = get_folder(path)
    if path.endswith("pnpm-workspace.yaml"):
        return Manifests((), (Workspace("pnpm", root, _find_members(root, parse_pnpm_globs(texts[path]), texts)),), ())
    try:
        document = as_table(json.loads(texts[path]))
    except (ValueError, RecursionError) as error:
        raise ManifestError(f"not valid JSON: {error}") from error
    name = as_string(document.get("name"))
    packages = (Package(name, as_string(document.get("version")), path, Ecosystem.NPM),) if name else ()
    declared = document.get("workspaces")
    globs = as_strings(declared) or as_strings(as_table(declared).get("packages"))
    workspaces = ()
    if globs:
        tool = "yarn" if _is_yarn(root, document, texts) else "npm"
        workspaces = (Workspace(tool, root, _find_members(root, globs, texts)),)
    dependencies = tuple(
        _parse_dependency(path, key, as_string(value), dev)
        for section, dev in SECTIONS.items()
        for key, value in as_table(document.get(section)).items()
    )
    return Manifests(packages, workspaces, dependencies)


def parse_pnpm_globs(text: str) -> list[str]:
    """Return the items of the top-level list `packages`.

    It is in the block form that pnpm documents.
    """
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


def _parse_dependency(path: str, name: str, asked: str, dev: bool) -> Dependency:
    """Return a dependency from its requirement.

    `workspace:`, `file:`, `link:` and git requirements give the place of the package; `npm:` gives its real name.
    """
    kind, colon, rest = asked.partition(":")
    if colon and kind == "workspace":
        return Dependency(name, rest, dev, path, Ecosystem.NPM, "workspace")
    if colon and kind in ("file", "link", "portal"):
        return Dependency(name, "", dev, path, Ecosystem.NPM, f"path:{join_path(get_folder(path), rest)}")
    if colon and kind == "npm":
        real, _, version = rest.rpartition("@") if "@" in rest[1:] else (rest, "", "")
        return Dependency(real, version, dev, path, Ecosystem.NPM)
    if colon and (kind.startswith("git") or asked.endswith(".git")):
        return Dependency(name, "", dev, path, Ecosystem.NPM, f"git:{asked.removeprefix('git+')}")
    return Dependency(name, asked, dev, path, Ecosystem.NPM)


def _find_members(root: str, globs: list[str], texts: Mapping[str, str]) -> tuple[str, ...]:
    folders = [get_folder(p) for p in texts if p.rpartition("/")[2] == NAMES[0] and get_folder(p) != root]
    return match_folders(root, globs, folders)


def _is_yarn(root: str, document: Mapping[str, object], texts: Mapping[str, str]) -> bool:
    return as_string(document.get("packageManager")).startswith("yarn") or f"{root}/yarn.lock".lstrip("/") in texts
