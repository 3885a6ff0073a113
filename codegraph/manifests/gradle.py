"""Gradle's build and settings scripts and its version catalogue.

They are read as far as possible without running them: literal `include`s, coordinates, project references and catalogue
aliases. Computed values are not guessed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from codegraph.manifests.cargo import load
from codegraph.manifests.manifest import (
    Dependency,
    Ecosystem,
    ManifestError,
    Manifests,
    Package,
    Workspace,
    as_string,
    as_table,
    get_folder,
    join_path,
)

NAMES = ("build.gradle", "build.gradle.kts", "settings.gradle", "settings.gradle.kts", "libs.versions.toml")
BUILDS = ("build.gradle", "build.gradle.kts")
SETTINGS = ("settings.gradle", "settings.gradle.kts")
CATALOGUE = "gradle/libs.versions.toml"

_COMMENT = re.compile(r"/\*.*?\*/|(?<!:)//[^\n]*", re.S)
_INCLUDE = re.compile(r"^[ \t]*include[ \t]*\(?((?:\s*['\"][^'\"\n]+['\"]\s*,?)+)", re.M)
_QUOTED = re.compile(r"['\"]([^'\"\n]+)['\"]")
_ROOT_NAME = re.compile(r"rootProject\.name\s*=\s*['\"]([^'\"\n]+)['\"]")
_GROUP = re.compile(r"^[ \t]*group\s*=?\s*['\"]([^'\"\n]+)['\"]", re.M)
_VERSION = re.compile(r"^[ \t]*version\s*=?\s*['\"]([^'\"\n]+)['\"]", re.M)
_DEPENDENCY = re.compile(
    r"^[ \t]*(?P<how>[A-Za-z]*(?:[iI]mplementation|[aA]pi|[cC]ompileOnly|[rR]untimeOnly|[cC]ompile|[rR]untime"
    r"|annotationProcessor|kapt|ksp))\b\s*\(?\s*(?:(?:platform|enforcedPlatform|testFixtures)\s*\(\s*)?"
    r"(?:project\s*\(\s*(?:path\s*[:=]\s*)?['\"](?P<project>[^'\"\n]+)['\"]"
    r"|['\"](?P<coordinates>[^'\"\n]+)['\"]"
    r"|libs\.(?P<alias>[A-Za-z0-9_.]+))",
    re.M,
)


def read(path: str, texts: Mapping[str, str]) -> Manifests:
    """Read a Gradle script or version catalogue.

    Raises ManifestError for a catalogue that is not TOML.
    """
    base = path.rpartition("/")[2]
    if base in SETTINGS:
        return Manifests((), _read_workspaces(path, texts), ())
    if base not in BUILDS:
        load(texts[path])
        return Manifests((), (), ())
    text = _COMMENT.sub("", texts[path])
    root = find_settings_folder(get_folder(path), texts)
    name = _find_coordinates(get_folder(path), root, texts)
    version = _VERSION.search(text)
    found = Package(name, version[1] if version else "", path, Ecosystem.JVM)
    return Manifests((found,), (), tuple(_iterate_dependencies(path, text, root, texts)))


def find_settings_folder(folder: str, texts: Mapping[str, str]) -> str | None:
    """Return the closest folder at or above with a settings script."""
    while True:
        if any(f"{folder}/{name}".lstrip("/") in texts for name in SETTINGS):
            return folder
        if not folder:
            return None
        folder = get_folder(folder)


def _read_workspaces(path: str, texts: Mapping[str, str]) -> tuple[Workspace, ...]:
    text = _COMMENT.sub("", texts[path])
    named = [name for group in _INCLUDE.findall(text) for name in _QUOTED.findall(group)]
    folders = [join_path(get_folder(path), name.strip(":").replace(":", "/")) for name in named]
    members = sorted({f for f in folders if any(f"{f}/{b}".lstrip("/") in texts for b in BUILDS)})
    return (Workspace("gradle", get_folder(path), tuple(members)),) if named else ()


def _find_coordinates(folder: str, root: str | None, texts: Mapping[str, str]) -> str:
    """Return `group:name` of the project in a folder; without a group it is `name`."""
    name = folder.rpartition("/")[2]
    if root is not None and folder == root:
        settings = next(texts[p] for s in SETTINGS if (p := f"{root}/{s}".lstrip("/")) in texts)
        told = _ROOT_NAME.search(_COMMENT.sub("", settings))
        name = told[1] if told else name
    for place in (folder, *([root] if root is not None else [])):
        for build in BUILDS:
            text = texts.get(f"{place}/{build}".lstrip("/"), "")
            found = _GROUP.search(_COMMENT.sub("", text))
            if found:
                return f"{found[1]}:{name}"
    return name


def _iterate_dependencies(path: str, text: str, root: str | None, texts: Mapping[str, str]) -> Iterator[Dependency]:
    aliases = _read_catalogue(root, texts)
    for match in _DEPENDENCY.finditer(text):
        dev = "test" in match["how"].lower()
        if match["project"]:
            folder = join_path(root or "", match["project"].strip(":").replace(":", "/"))
            name = _find_coordinates(folder, root, texts)
            yield Dependency(name, "", dev, path, Ecosystem.JVM, f"path:{folder}")
            continue
        parts = (match["coordinates"] or aliases.get(match["alias"] or "", "")).split(":")
        if len(parts) >= 2 and "$" not in parts[0] + parts[1]:
            yield Dependency(f"{parts[0]}:{parts[1]}", parts[2] if len(parts) > 2 else "", dev, path, Ecosystem.JVM)


def _read_catalogue(root: str | None, texts: Mapping[str, str]) -> dict[str, str]:
    """Return coordinates by alias, spelt with dots as in scripts."""
    text = texts.get(f"{root}/{CATALOGUE}".lstrip("/")) if root is not None else None
    if text is None:
        return {}
    try:
        document = load(text)
    except ManifestError:
        return {}  # said of the catalogue itself
    versions, found = as_table(document.get("versions")), dict[str, str]()
    for alias, value in as_table(document.get("libraries")).items():
        of = as_table(value)
        module = (
            as_string(value)
            or as_string(of.get("module"))
            or f"{as_string(of.get('group'))}:{as_string(of.get('name'))}"
        )
        version = as_string(of.get("version")) or as_string(
            versions.get(as_string(as_table(of.get("version")).get("ref")))
        )
        found[re.sub(r"[-_]", ".", alias)] = f"{module}:{version}" if version else module
    return found
