"""`pom.xml`: coordinates, modules and dependencies, including inherited ones.

Properties are replaced, nothing else is evaluated.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple
from xml.etree import ElementTree

from codegraph.manifests.manifest import (
    Dependency,
    Ecosystem,
    ManifestError,
    Manifests,
    Package,
    Workspace,
    get_folder,
    join_path,
)
from codegraph.manifests.xml import parse_document

NAMES = ("pom.xml",)
MAX_PARENTS = 16
_PROPERTY = re.compile(r"\$\{([^}]+)\}")
_DEV_SCOPES = frozenset({"test"})


class Pom(NamedTuple):
    """A model with the values that it inherits from its parents in the tree."""

    group: str
    artifact: str
    version: str
    properties: Mapping[str, str]
    managed: Mapping[tuple[str, str], str]  # versions by (group, artifact)


def read(path: str, texts: Mapping[str, str]) -> Manifests:
    """Read a `pom.xml`.

    Raises ManifestError.
    """
    root = parse_document(texts[path])
    pom = _read_effective(path, texts, MAX_PARENTS)
    name = f"{pom.group}:{pom.artifact}" if pom.group else pom.artifact
    packages = (Package(name, pom.version, path, Ecosystem.JVM),) if pom.artifact else ()
    modules = [_read_text(m) for m in root.findall("modules/module")]
    workspaces = ()
    if modules:
        folders = [join_path(get_folder(path), m.removesuffix("/pom.xml")) for m in modules]
        members = tuple(sorted(f for f in folders if f"{f}/pom.xml".lstrip("/") in texts))
        workspaces = (Workspace("maven", get_folder(path), members),)
    dependencies = tuple(
        Dependency(
            f"{group}:{artifact}", version or pom.managed.get((group, artifact), ""), scope in _DEV_SCOPES, path,
            Ecosystem.JVM,
        )
        for group, artifact, version, scope in _iterate_entries(root, "dependencies/dependency", pom.properties)
        if artifact
    )  # fmt: skip
    return Manifests(packages, workspaces, dependencies)


def _read_effective(path: str, texts: Mapping[str, str], left: int) -> Pom:
    root = parse_document(texts[path])
    parent = root.find("parent")
    above = Pom("", "", "", {}, {})
    if parent is not None and left:
        found = _find_parent(path, parent, texts)
        if found is not None:
            try:
                above = _read_effective(found, texts, left - 1)
            except ManifestError:
                pass  # said of the parent itself
    group = _read_child(root, "groupId") or _read_child(parent, "groupId") or above.group
    version = _read_child(root, "version") or _read_child(parent, "version") or above.version
    own = {e.tag: _read_text(e) for e in root.findall("properties/*")}
    properties = {**above.properties, **own}
    properties |= {
        "project.groupId": group,
        "project.version": version,
        "project.artifactId": _read_child(root, "artifactId"),
    }
    managed = {
        (g, a): v
        for g, a, v, _ in _iterate_entries(root, "dependencyManagement/dependencies/dependency", properties)
        if v
    }
    return Pom(
        _fill_properties(group, properties),
        _read_child(root, "artifactId"),
        _fill_properties(version, properties),
        properties,
        {**above.managed, **managed},
    )


def _find_parent(path: str, parent: ElementTree.Element, texts: Mapping[str, str]) -> str | None:
    """Return the parent's file, when it is in the tree.

    It is `relativePath`, else that of the folder above.
    """
    told = parent.find("relativePath")
    relative = _read_text(told) if told is not None else "../pom.xml"
    if not relative:
        return None
    found = join_path(get_folder(path), relative)
    found = found if found.endswith(".xml") else f"{found}/pom.xml".lstrip("/")
    return found if found in texts and found != path else None


def _iterate_entries(
    root: ElementTree.Element, places: str, properties: Mapping[str, str]
) -> Iterator[tuple[str, str, str, str]]:
    for entry in root.findall(places):
        group, artifact, version = (
            _fill_properties(_read_child(entry, t), properties) for t in ("groupId", "artifactId", "version")
        )
        yield group, artifact, version, _read_child(entry, "scope")


def _fill_properties(text: str, properties: Mapping[str, str]) -> str:
    """Return `text` with its properties replaced; unknown ones stay as written."""
    for _ in range(8):  # properties may name properties
        filled = _PROPERTY.sub(lambda m: properties.get(m[1], m[0]), text)
        if filled == text:
            break
        text = filled[:1000]
    return text


def _read_child(element: ElementTree.Element | None, tag: str) -> str:
    found = element.find(tag) if element is not None else None
    return _read_text(found) if found is not None else ""


def _read_text(element: ElementTree.Element) -> str:
    return (element.text or "").strip()
