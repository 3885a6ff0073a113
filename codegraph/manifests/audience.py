"""The audience of code: other projects, a framework, or its own files alone.

What a published package exports others may use. What an application exports only its own files can, and those files
that a framework loads by their place: routes, configuration, migrations.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Final, NamedTuple, TypeVar

from codegraph.manifests.manifest import as_table, get_folder, is_named, join_path

Found = TypeVar("Found")

ECMASCRIPT: Final = frozenset(("javascript", "jsx", "typescript", "tsx", "vue", "svelte", "astro"))

_NODE: Final = "package.json"
_PYTHON: Final = ("pyproject.toml", "setup.py", "setup.cfg", "requirements.txt", "manage.py")
_GO: Final = "go.mod"
_CARGO: Final = "Cargo.toml"
_CONTAINERS: Final = ("Dockerfile", "Dockerfile.*", "*.Dockerfile", "*.dockerfile", "Containerfile", "Procfile")
_ASIDE: Final = re.compile(r"(^|/)(tests?|examples?|samples?|docs?|benchmarks?|\.[^/]+)/")

_OFFERING: Final = ("main", "module", "exports", "types", "typings", "bin", "browser", "publishConfig", "files")
"""Entries of package.json that say what others get of a package."""

_INDEX_FILES: Final = ("index.js", "index.ts", "index.mjs", "index.cjs", "index.tsx", "index.jsx")

_CODE: Final = r"\.([cm]?[jt]sx?|vue|svelte|astro)$"

_ANYWHERE: Final = re.compile(
    r"(^|/)([\w-]+\.)*[\w-]*(config|conf|rc)\.[cm]?[jt]sx?$"  # next.config.ts, tailwind.config.js, karma.conf.js
    r"|(^|/)\.[\w.-]+rc\.[cm]?js$|(^|/)(gulpfile|Gruntfile|pnpmfile|webpack\.[\w.]+)\.[cm]?[jt]s$"
    r"|\.(stories|story|setup)" + _CODE + r"|(^|/)\.storybook/"
    r"|(^|/)migrations?/|(^|/)(alembic|versions)/versions/|(^|/)db/migrate/"
    r"|(^|/)(gunicorn[\w.]*|conf|noxfile|fabfile|tasks)\.py$"
)
"""Files that a tool loads by their names, whatever the package uses."""

_NEXT_FILES: Final = (
    r"(page|layout|template|loading|error|global-error|not-found|forbidden|unauthorized|default|route|sitemap|robots|"
    r"manifest|icon\d*|apple-icon\d*|opengraph-image\d*|twitter-image\d*)"
)

_FRAMEWORKS: Final = {
    "next": rf"(^|/)(src/)?app/(.*/)?{_NEXT_FILES}{_CODE}|(^|/)(src/)?pages/.*{_CODE}"
    rf"|^(src/)?(middleware|proxy|instrumentation(-client)?|mdx-components){_CODE}",
    "nuxt": rf"^(app/|src/)?(pages|layouts|middleware|plugins|server|modules|store|components)/.*{_CODE}"
    rf"|^(app/|src/)?(app|error){_CODE}",
    "astro": rf"^src/(pages|content|middleware)/.*{_CODE}|^src/(middleware|content\.config|env){_CODE}",
    "@sveltejs/kit": rf"(^|/)\+[\w.@-]+{_CODE}|^src/(hooks(\.\w+)?|params/.*|service-worker){_CODE}",
    "gatsby": rf"^src/(pages|templates|api)/.*{_CODE}|^gatsby-[\w-]+{_CODE}",
    "expo-router": rf"^(src/)?app/.*{_CODE}",
    "@remix-run/react": rf"^app/(routes/.*|root|entry\.\w+|routes){_CODE}",
    "@react-router/dev": rf"^app/(routes/.*|root|entry\.\w+|routes){_CODE}",
    "@tanstack/react-router": rf"(^|/)routes/.*{_CODE}",
    "vike": rf"(^|/)\+[\w.]+{_CODE}",
    "@solidjs/start": rf"^src/(routes/.*|entry-\w+){_CODE}",
    "@redwoodjs/core": rf"^(web/src/pages|api/src/(functions|services|graphql|directives))/.*{_CODE}",
    "@angular/core": rf"^src/(main|polyfills|test|environments/.*){_CODE}",
}
"""Dependency → files below the folder of the package that the framework loads by their places."""

ROUTE_NAMES: Final = frozenset(
    (
        "GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "ALL", "generateMetadata", "generateStaticParams",
        "generateViewport", "generateImageMetadata", "generateSitemaps", "getInitialProps", "getServerSideProps",
        "getStaticProps", "getStaticPaths", "getServerData", "metadata", "viewport", "revalidate", "dynamic",
        "middleware", "proxy", "config", "register", "onRequestError", "useMDXComponents", "loader", "clientLoader",
        "action", "clientAction", "actions", "load", "entries", "handle", "handleError", "handleFetch", "init",
        "reroute", "prerender", "ssr", "csr", "headers", "meta", "links", "shouldRevalidate", "ErrorBoundary",
        "HydrateFallback", "Layout", "Head", "query", "Route", "onRequest", "default", "match", "asyncData",
        "unstable_settings", "handler", "schema",
    )
)  # fmt: skip
"""Names of exports that frameworks ask routes for."""


_FILE: Final = re.compile(r"[\w@()\[\]./-]+\.(?:[cm]?[jt]sx?|py|go|rb|php)\b")
_CONFIGURATION: Final = ("*.config.ts", "*.config.js", "*.config.mjs", "*.config.mts", "*.config.cjs")
_BUILT: Final = re.compile(r"^\[(build-system|tool\.poetry|tool\.flit)", re.M)
_UNPACKAGED: Final = re.compile(r"package-mode\s*=\s*false|Private\s*::\s*Do Not Upload")
_CLASSIFIED: Final = re.compile(r"Development Status\s*::|Topic\s*::|Programming Language\s*::")


class _Package(NamedTuple):
    is_private: bool
    places: tuple[str, ...] = ()  # patterns of files that frameworks load, seen from its folder


class Audience:
    """Users of code besides its own files, according to manifests and places."""

    def __init__(self, paths: Iterable[str], texts: Mapping[str, str]) -> None:
        """Read `texts`, the files for which `is_audience_file` is true, by path."""
        self._paths = set(paths)
        self._is_deployed = any(is_named(path, *_CONTAINERS) and not _ASIDE.search(path) for path in self._paths)
        self._node: dict[str, _Package] = {}
        self._python: dict[str, list[str]] = {}
        self._go: dict[str, _Package] = {}
        self._cargo: dict[str, _Package] = {}
        self._texts = texts
        self._named = {found for path, text in texts.items() for found in _find_named_files(path, text)}
        for path in sorted(texts):
            folder = get_folder(path)
            if is_named(path, _NODE):
                self._node[folder] = self._read_node(folder, texts[path])
            elif is_named(path, *_PYTHON):
                self._python.setdefault(folder, []).append(path)
            elif is_named(path, _GO):
                self._go[folder] = _Package(self._is_deployed)
            elif is_named(path, _CARGO) and "[package]" in texts[path]:
                inside = f"{folder}/src/" if folder else "src/"
                has_library = f"{inside}lib.rs" in self._paths or "[lib]" in texts[path]
                self._cargo[folder] = _Package(f"{inside}main.rs" in self._paths and not has_library)

    def is_private(self, path: str, language: str) -> bool:
        """Return whether only the repository uses a file, according to manifests."""
        if language in ECMASCRIPT:
            package = _find_nearest(self._node, path)
            return package is not None and package[1].is_private
        if language == "python":
            found = _find_nearest(self._python, path)
            return found is not None and self._is_unpublished(tuple(found[1]))
        if language == "go":
            module = _find_nearest(self._go, path)
            return f"/{path}".find("/internal/") >= 0 or (module is not None and module[1].is_private)
        if language == "rust":
            crate = _find_nearest(self._cargo, path)
            return crate is not None and crate[1].is_private
        return False

    def is_published(self, path: str, language: str) -> bool:
        """Return whether others may use the public names of a file.

        That is so in a published package where no word exports a name."""
        found = _find_nearest(self._python, path) if language == "python" else None
        return found is not None and not self._is_unpublished(tuple(found[1]))

    def is_loaded(self, path: str) -> bool:
        """Return whether a tool loads a file by its name, and may use all of it."""
        return path in self._named or _ANYWHERE.search(path) is not None

    def is_route(self, path: str, language: str) -> bool:
        """Return whether a framework loads a file by its place.

        It uses what the file exports by default or by one of `ROUTE_NAMES`."""
        package = _find_nearest(self._node, path) if language in ECMASCRIPT else None
        if package is None:
            return False
        inside = path[len(package[0]) + 1 :] if package[0] else path
        return any(_compile(pattern).search(inside) for pattern in package[1].places)

    def _read_node(self, folder: str, text: str) -> _Package:
        document = _read_json(text)
        depends = {**as_table(document.get("dependencies")), **as_table(document.get("devDependencies"))}
        places = tuple(pattern for name, pattern in _FRAMEWORKS.items() if name in depends or f"{name}3" in depends)
        inside = f"{folder}/" if folder else ""
        offers = any(document.get(key) for key in _OFFERING) or any(
            inside + name in self._paths for name in _INDEX_FILES
        )
        return _Package(document.get("private") is True or not offers or self._is_unreleased(document), places)

    def _is_unreleased(self, document: Mapping[str, object]) -> bool:
        """Return whether a package of a deployed application never had a version."""
        return self._is_deployed and document.get("version") == "0.0.0" and "publishConfig" not in document

    def _is_unpublished(self, manifests: tuple[str, ...]) -> bool:
        """Return whether the manifests of a folder make no package for others."""
        texts = [self._texts[path] for path in manifests]
        if any(is_named(path, "manage.py") for path in manifests) or any(_UNPACKAGED.search(text) for text in texts):
            return True
        if any(_CLASSIFIED.search(text) for text in texts):
            return False
        builds = any(
            is_named(path, "setup.py", "setup.cfg") or _BUILT.search(text)
            for path, text in zip(manifests, texts, strict=True)
        )
        return self._is_deployed or not builds


def is_audience_file(path: str) -> bool:
    """Return whether a file's text determines who uses the code around it."""
    return is_named(path, _NODE, _GO, _CARGO, *_PYTHON, *_CONTAINERS, *_CONFIGURATION)


def _find_named_files(path: str, text: str) -> Iterator[str]:
    """Yield files that a manifest, a container or a configuration names.

    They are seen from its own folder and from the root."""
    if is_named(path, _NODE, *_CONTAINERS, *_CONFIGURATION):
        if is_named(path, _NODE) and (document := _read_json(text)).get("private") is True:
            text = json.dumps(document.get("scripts"))  # what it offers besides is for its own repository
        for found in _FILE.finditer(text):
            yield join_path(get_folder(path), found[0])
            yield join_path("", found[0])


def _read_json(text: str) -> Mapping[str, object]:
    """Return a manifest's table; an empty one if it cannot be read."""
    try:
        return as_table(json.loads(text))
    except ValueError:
        return {}


def _find_nearest(found: Mapping[str, Found], path: str) -> tuple[str, Found] | None:
    """Return the nearest folder above a file that has an entry, with that."""
    folder = path
    while folder:
        folder = get_folder(folder)
        if folder in found:
            return folder, found[folder]
    return None


@lru_cache(64)
def _compile(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern)
