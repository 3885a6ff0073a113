"""Gradle's build and settings scripts and its version catalogue, as far as they can be read without running them:
literal `include`s, coordinates, project references and catalogue aliases. What is computed is not guessed."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from codegraph.manifests.cargo import load
from codegraph.manifests.model import (
    Dependency,
    Ecosystem,
    ManifestError,
    Manifests,
    Package,
    Workspace,
    folder_of,
    table,
    within,
    word,
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
    """Raises ManifestError for a catalogue that is not TOML."""
    base = path.rpartition("/")[2]
    if base in SETTINGS:
        return Manifests((), _workspaces(path, texts), ())
    if base not in BUILDS:
        load(texts[path])
        return Manifests((), (), ())
    text = _COMMENT.sub("", texts[path])
    root = settings_folder(folder_of(path), texts)
    name = _coordinates(folder_of(path), root, texts)
    version = _VERSION.search(text)
    found = Package(name, version[1] if version else "", path, Ecosystem.JVM)
    return Manifests((found,), (), tuple(_dependencies(path, text, root, texts)))


def settings_folder(folder: str, texts: Mapping[str, str]) -> str | None:
    """The closest folder at or above with a settings script."""
    while True:
        if any(f"{folder}/{name}".lstrip("/") in texts for name in SETTINGS):
            return folder
        if not folder:
            return None
        folder = folder_of(folder)


def _workspaces(path: str, texts: Mapping[str, str]) -> tuple[Workspace, ...]:
    text = _COMMENT.sub("", texts[path])
    named = [name for group in _INCLUDE.findall(text) for name in _QUOTED.findall(group)]
    folders = [within(folder_of(path), name.strip(":").replace(":", "/")) for name in named]
    members = sorted({f for f in folders if any(f"{f}/{b}".lstrip("/") in texts for b in BUILDS)})
    return (Workspace("gradle", folder_of(path), tuple(members)),) if named else ()


def _coordinates(folder: str, root: str | None, texts: Mapping[str, str]) -> str:
    """`group:name` of the project in a folder; without a group it is `name`."""
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


def _dependencies(path: str, text: str, root: str | None, texts: Mapping[str, str]) -> Iterator[Dependency]:
    aliases = _catalogue(root, texts)
    for match in _DEPENDENCY.finditer(text):
        dev = "test" in match["how"].lower()
        if match["project"]:
            folder = within(root or "", match["project"].strip(":").replace(":", "/"))
            name = _coordinates(folder, root, texts)
            yield Dependency(name, "", dev, path, Ecosystem.JVM, f"path:{folder}")
            continue
        parts = (match["coordinates"] or aliases.get(match["alias"] or "", "")).split(":")
        if len(parts) >= 2 and "$" not in parts[0] + parts[1]:
            yield Dependency(f"{parts[0]}:{parts[1]}", parts[2] if len(parts) > 2 else "", dev, path, Ecosystem.JVM)


def _catalogue(root: str | None, texts: Mapping[str, str]) -> dict[str, str]:
    """Coordinates by alias as scripts write it, with dots."""
    text = texts.get(f"{root}/{CATALOGUE}".lstrip("/")) if root is not None else None
    if text is None:
        return {}
    try:
        document = load(text)
    except ManifestError:
        return {}  # said of the catalogue itself
    versions, found = table(document.get("versions")), dict[str, str]()
    for alias, value in table(document.get("libraries")).items():
        of = table(value)
        module = word(value) or word(of.get("module")) or f"{word(of.get('group'))}:{word(of.get('name'))}"
        version = word(of.get("version")) or word(versions.get(word(table(of.get("version")).get("ref"))))
        found[re.sub(r"[-_]", ".", alias)] = f"{module}:{version}" if version else module
    return found
