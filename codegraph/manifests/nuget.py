"""Projects of MSBuild: NuGet packages and dependencies.

Versions may be central ones. Properties are read where they are literal or name another literal one. Conditions are not
evaluated.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from xml.etree import ElementTree

from codegraph.manifests.manifest import Dependency, Ecosystem, Manifests, Package, get_folder, join_path
from codegraph.manifests.xml import parse_document

PROJECTS = ("*.csproj", "*.fsproj", "*.vbproj")
SHARED = ("Directory.Packages.props", "Directory.Build.props")
NAMES = (*PROJECTS, *SHARED)
_PROPERTY = re.compile(r"\$\(([^)]+)\)")
_BEFORE = "VersionPrefix"


def read(path: str, texts: Mapping[str, str]) -> Manifests:
    """Read a project.

    What several projects share is read with each of them. Raises ManifestError.
    """
    root = parse_document(texts[path])
    if path.endswith(".props"):
        return Manifests((), (), ())
    stem = path.rpartition("/")[2].rpartition(".")[0]
    shared = [parse_document(texts[each]) for each in _list_shared(get_folder(path), texts)]
    properties = {"MSBuildProjectName": stem}
    for document in (*reversed(shared), root):
        properties |= {e.tag: (e.text or "").strip() for e in document.iterfind("PropertyGroup/*")}
    name = _expand(properties.get("PackageId") or properties.get("AssemblyName") or stem, properties)
    version = _expand(properties.get("Version") or properties.get(_BEFORE) or "", properties)
    managed = {
        _read(item, "Include").lower(): _read(item, "Version")
        for document in shared
        for item in document.iterfind("ItemGroup/PackageVersion")
    }
    dependencies = tuple(_iterate_dependencies(path, root, properties, managed))
    return Manifests((Package(name, version, path, Ecosystem.NUGET),), (), dependencies)


def _list_shared(folder: str, texts: Mapping[str, str]) -> list[str]:
    """Return the shared files that a folder's projects take, the nearest of each name."""
    found: list[str] = []
    for name in SHARED:
        at = folder
        while True:
            path = f"{at}/{name}".lstrip("/")
            if path in texts:
                found.append(path)
                break
            if not at:
                break
            at = get_folder(at)
    return found


def _iterate_dependencies(
    path: str, root: ElementTree.Element, properties: Mapping[str, str], managed: Mapping[str, str]
) -> Iterator[Dependency]:
    for item in root.iterfind("ItemGroup/PackageReference"):
        name = _read(item, "Include")
        version = _read(item, "Version") or _read(item, "VersionOverride") or managed.get(name.lower(), "")
        is_private = _read(item, "PrivateAssets").lower() == "all"
        if name:
            yield Dependency(name, _expand(version, properties), is_private, path, Ecosystem.NUGET)
    for item in root.iterfind("ItemGroup/ProjectReference"):
        place = join_path(get_folder(path), _read(item, "Include"))
        name = place.rpartition("/")[2].rpartition(".")[0]
        if name:
            yield Dependency(name, "", False, path, Ecosystem.NUGET, f"path:{get_folder(place)}")


def _read(item: ElementTree.Element, name: str) -> str:
    """Return metadata of an item, an attribute or an element in it."""
    return (item.get(name) or item.findtext(name) or "").strip()


def _expand(text: str, properties: Mapping[str, str]) -> str:
    return _PROPERTY.sub(lambda match: properties.get(match[1], match[0]), text)
