"""All manifests of a tree, and the links between them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Final

from codegraph.manifests import cargo, composer, golang, gradle, maven, npm, nuget, python, rubygems
from codegraph.manifests.manifest import (
    Dependency,
    Ecosystem,
    Link,
    ManifestError,
    Manifests,
    Package,
    Problem,
    is_named,
    join,
    normalize_name,
)

Reader = Callable[[str, Mapping[str, str]], Manifests]

READERS: Final[tuple[tuple[tuple[str, ...], Reader], ...]] = (
    (cargo.NAMES, cargo.read),
    (npm.NAMES, npm.read),
    (golang.NAMES, golang.read),
    (python.NAMES, python.read),
    (maven.NAMES, maven.read),
    (gradle.NAMES, gradle.read),
    (nuget.NAMES, nuget.read),
    (composer.NAMES, composer.read),
    (rubygems.NAMES, rubygems.read),
)
NAMES: Final = tuple(name for names, _ in READERS for name in names)
"""Names of manifests, some with a `*` before the ending."""

LOCKS = ("yarn.lock",)
"""Files whose presence says which tool is used; their text is not needed."""


def is_manifest(path: str) -> bool:
    return is_named(path, *NAMES)


def read_manifests(texts: Mapping[str, str], paths: Iterable[str] = ()) -> Manifests:
    """Read the manifests of one tree.

    `texts` are the manifests by path, `paths` other files of the tree.
    """
    locks = {path: "" for path in paths if is_named(path, *LOCKS)}
    known = {**locks, **{path: text.removeprefix("\ufeff") for path, text in texts.items()}}
    found: list[Manifests] = []
    for path in sorted(texts):
        for names, reader in READERS:
            if is_named(path, *names):
                try:
                    found.append(reader(path, known))
                except ManifestError as error:
                    found.append(Manifests((), (), (), (Problem(path, str(error)),)))
    return join(found)


def find_links(home: str, dependencies: Iterable[Dependency], places: Mapping[str, Iterable[Package]]) -> list[Link]:
    """Return each dependency of the tree `home` with the packages that match it.

    They are all other packages of its name and ecosystem, by place.
    """
    by_name: dict[tuple[Ecosystem, str], list[tuple[Package, str]]] = {}
    for place, packages in places.items():
        for package in packages:
            key = (package.ecosystem, normalize_name(package.ecosystem, package.name))
            by_name.setdefault(key, []).append((package, place))
    return [
        Link(dependency, package, place)
        for dependency in dependencies
        for package, place in by_name.get(
            (dependency.ecosystem, normalize_name(dependency.ecosystem, dependency.name)), ()
        )
        if (place, package.manifest) != (home, dependency.manifest)
    ]
