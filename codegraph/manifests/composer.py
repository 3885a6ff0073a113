"""`composer.json`: packages of Composer and what they require."""

from __future__ import annotations

import json
from collections.abc import Mapping

from codegraph.manifests.manifest import Dependency, Ecosystem, ManifestError, Manifests, Package, as_string, as_table

NAMES = ("composer.json",)
SECTIONS = {"require": False, "require-dev": True}


def read(path: str, texts: Mapping[str, str]) -> Manifests:
    """Read a Composer manifest.

    The language and its extensions, which have no vendor, are left out. Raises ManifestError.
    """
    try:
        document = as_table(json.loads(texts[path]))
    except (ValueError, RecursionError) as error:
        raise ManifestError(f"not valid JSON: {error}") from error
    name = as_string(document.get("name"))
    packages = (Package(name, as_string(document.get("version")), path, Ecosystem.COMPOSER),) if name else ()
    dependencies = tuple(
        Dependency(key, as_string(value), dev, path, Ecosystem.COMPOSER)
        for section, dev in SECTIONS.items()
        for key, value in as_table(document.get(section)).items()
        if "/" in key
    )
    return Manifests(packages, (), dependencies)
