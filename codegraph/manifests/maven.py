"""`pom.xml`: coordinates, modules and dependencies, with what parents give on. Properties are replaced, no more."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple
from xml.etree import ElementTree

from codegraph.manifests.model import (
    Dependency,
    Ecosystem,
    ManifestError,
    Manifests,
    Package,
    Workspace,
    folder_of,
    within,
)

NAMES = ("pom.xml",)
MAX_PARENTS = 16
_PROPERTY = re.compile(r"\$\{([^}]+)\}")
_DEV_SCOPES = frozenset({"test"})


class Pom(NamedTuple):
    """A model with what its parents in the tree give it."""

    group: str
    artifact: str
    version: str
    properties: Mapping[str, str]
    managed: Mapping[tuple[str, str], str]  # versions by (group, artifact)


def read(path: str, texts: Mapping[str, str]) -> Manifests:
    """Raises ManifestError."""
    root = _parse(texts[path])
    pom = _effective(path, texts, MAX_PARENTS)
    name = f"{pom.group}:{pom.artifact}" if pom.group else pom.artifact
    packages = (Package(name, pom.version, path, Ecosystem.JVM),) if pom.artifact else ()
    modules = [_text(m) for m in root.findall("modules/module")]
    workspaces = ()
    if modules:
        folders = [within(folder_of(path), m.removesuffix("/pom.xml")) for m in modules]
        members = tuple(sorted(f for f in folders if f"{f}/pom.xml".lstrip("/") in texts))
        workspaces = (Workspace("maven", folder_of(path), members),)
    dependencies = tuple(
        Dependency(
            f"{group}:{artifact}", version or pom.managed.get((group, artifact), ""), scope in _DEV_SCOPES, path,
            Ecosystem.JVM,
        )
        for group, artifact, version, scope in _entries(root, "dependencies/dependency", pom.properties)
        if artifact
    )  # fmt: skip
    return Manifests(packages, workspaces, dependencies)


def _parse(text: str) -> ElementTree.Element:
    # Entities are how a small document becomes a large one; no manifest needs them.
    if "<!DOCTYPE" in text or "<!ENTITY" in text:
        raise ManifestError("a document type declaration, which is not read")
    try:
        root = ElementTree.fromstring(text)
    except ElementTree.ParseError as error:
        raise ManifestError(f"not valid XML: {error}") from error
    for element in root.iter():
        element.tag = element.tag.rpartition("}")[2]
    return root


def _effective(path: str, texts: Mapping[str, str], left: int) -> Pom:
    root = _parse(texts[path])
    parent = root.find("parent")
    above = Pom("", "", "", {}, {})
    if parent is not None and left:
        found = _parent_path(path, parent, texts)
        if found is not None:
            try:
                above = _effective(found, texts, left - 1)
            except ManifestError:
                pass  # said of the parent itself
    group = _child(root, "groupId") or _child(parent, "groupId") or above.group
    version = _child(root, "version") or _child(parent, "version") or above.version
    own = {e.tag: _text(e) for e in root.findall("properties/*")}
    properties = {**above.properties, **own}
    properties |= {
        "project.groupId": group,
        "project.version": version,
        "project.artifactId": _child(root, "artifactId"),
    }
    managed = {
        (g, a): v for g, a, v, _ in _entries(root, "dependencyManagement/dependencies/dependency", properties) if v
    }
    return Pom(
        _filled(group, properties),
        _child(root, "artifactId"),
        _filled(version, properties),
        properties,
        {**above.managed, **managed},
    )


def _parent_path(path: str, parent: ElementTree.Element, texts: Mapping[str, str]) -> str | None:
    """The parent's file, when it is in the tree: `relativePath`, else the folder above."""
    told = parent.find("relativePath")
    relative = _text(told) if told is not None else "../pom.xml"
    if not relative:
        return None
    found = within(folder_of(path), relative)
    found = found if found.endswith(".xml") else f"{found}/pom.xml".lstrip("/")
    return found if found in texts and found != path else None


def _entries(
    root: ElementTree.Element, places: str, properties: Mapping[str, str]
) -> Iterator[tuple[str, str, str, str]]:
    for entry in root.findall(places):
        group, artifact, version = (_filled(_child(entry, t), properties) for t in ("groupId", "artifactId", "version"))
        yield group, artifact, version, _child(entry, "scope")


def _filled(text: str, properties: Mapping[str, str]) -> str:
    """`text` with its properties; what is not known stays as written."""
    for _ in range(8):  # properties may name properties
        filled = _PROPERTY.sub(lambda m: properties.get(m[1], m[0]), text)
        if filled == text:
            break
        text = filled[:1000]
    return text


def _child(element: ElementTree.Element | None, tag: str) -> str:
    found = element.find(tag) if element is not None else None
    return _text(found) if found is not None else ""


def _text(element: ElementTree.Element) -> str:
    return (element.text or "").strip()
