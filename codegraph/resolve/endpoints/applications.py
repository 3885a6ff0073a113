"""Applications that serve controllers: the paths at which each of them answers.

An application serves the controllers that its modules list. Its settings give all paths a prefix and versions.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import product
from typing import Final, NamedTuple

from codegraph.resolve.endpoints.endpoint_rows import ActionRow, FileRows, ModuleRow, ObjectKey, SettingRow
from codegraph.resolve.endpoints.reasons import COMPUTED, NOT_MOUNTED, UNKNOWN_ROUTER
from codegraph_parsers.frameworks.framework_model import FrameworkModel


class Way(NamedTuple):
    """A method and a path at which an application answers with an action."""

    root: ObjectKey
    method: str
    path: str
    is_test: bool


@dataclass(slots=True)
class _Application:
    """An application: prefixes of its paths, and the controllers that it serves."""

    key: ObjectKey
    is_test: bool
    prefix: str = ""
    excluded: tuple[str, ...] = ()
    versioned: str | None = None
    versions: tuple[str, ...] = ()
    is_undecided: bool = False
    is_started: bool = False
    is_open: bool = False
    served: dict[int, dict[str | None, None]] = field(default_factory=dict[int, "dict[str | None, None]"])
    modules: tuple[ObjectKey, ...] = ()
    around: tuple[int, ...] = ()

    def list_ways(self, action: ActionRow) -> list[Way] | None:
        """Return the ways to an action here, None where they cannot be decided."""
        if self.is_undecided:
            return None
        found: dict[Way, None] = {}
        for place in self.served.get(action.controller, {}):
            if place is None:
                return None
            below = _join(place, action.path)
            versions = self.versions if action.versions is None else action.versions
            whole = [below]
            if self.versioned is not None and versions:
                whole = [_join(f"{self.versioned}{each}", below) if each else below for each in versions]
            for path, method in product(whole, action.methods):
                prefixed = path if self._is_excluded(path, method) else _join(self.prefix, path)
                found[Way(self.key, method, prefixed, self.is_test)] = None
        return list(found)

    def _is_excluded(self, path: str, method: str) -> bool:
        """Return whether the prefix leaves out a path."""
        return has_pattern(self.excluded, path, method)


class ApplicationTable:
    """The applications of a tree that serve controllers."""

    def __init__(
        self, files: Iterable[tuple[int, FileRows]], follow: Callable[[Iterable[ObjectKey]], list[ObjectKey]],
        models: Mapping[str, FrameworkModel], anywhere: ObjectKey,
    ) -> None:  # fmt: skip
        """Take the rows of all files, and what gives the objects behind functions."""
        self._follow = follow
        self._anywhere = anywhere
        self._modules: dict[ObjectKey, list[ModuleRow]] = {}
        self._applications: dict[ObjectKey, _Application] = {}
        self.representatives: dict[ObjectKey, ObjectKey] = {}
        """Applications that answer as another one does, which stands for them."""
        settings: list[SettingRow] = []
        for _, rows in files:
            for module in rows.modules:
                self._modules.setdefault(module.key, []).append(module)
            settings += rows.settings
            for router in rows.routers:
                if router.is_root and models[router.model].annotated.applications:
                    self._applications.setdefault(router.key, _Application(router.key, router.is_test))
        for setting in settings:
            self._apply(setting)
        started = {key for key, each in self._applications.items() if each.is_started and not each.is_test}
        for key, application in list(self._applications.items()):
            if started and not application.is_test and key not in started:
                del self._applications[key]  # others listen to requests, and this one does not
            else:
                self._find_served(application)
        self._distinct = self._merge_same()

    def _apply(self, setting: SettingRow) -> None:
        keys = self._follow(setting.apps)
        known = [self._applications[key] for key in keys if key in self._applications]
        if setting.is_start:
            for application in known:
                application.is_started = True
            return
        is_unknown = not known
        if is_unknown:
            known = [each for each in self._applications.values() if not each.is_test]
        for application in known:
            application.is_undecided |= setting.is_open or (is_unknown and len(known) > 1)
            if setting.prefix is not None:
                application.is_undecided |= application.prefix not in ("", setting.prefix)
                application.prefix, application.excluded = setting.prefix, setting.excluded
            elif setting.versioned:
                application.versioned, application.versions = setting.versioned, setting.versions

    def _find_served(self, application: _Application) -> None:
        """Walk the modules of an application."""
        places: dict[ObjectKey, dict[str | None, None]] = {}
        reached: dict[ObjectKey, None] = {application.key: None}
        waiting = [application.key]
        for key in waiting:  # grows while it is read
            for module in self._modules.get(key, ()):
                application.is_open |= module.is_open
                for placed, prefix in module.places:
                    places.setdefault(placed, {})[prefix] = None
                for each in module.modules:
                    if each not in reached:
                        reached[each] = None
                        waiting.append(each)
        application.modules = tuple(reached)
        application.around = tuple(
            each for key in reached for module in self._modules.get(key, ()) for each in module.around
        )
        for key in reached:
            for module in self._modules.get(key, ()):
                for controller in module.controllers:
                    application.served.setdefault(controller, {}).update(places.get(key, {"": None}))

    def _merge_same(self) -> list[_Application]:
        found: dict[object, _Application] = {}
        for each in self._applications.values():
            served = frozenset((controller, tuple(places)) for controller, places in each.served.items())
            signature = (
                each.is_test, each.prefix, each.excluded, each.versioned, each.versions, each.is_undecided, served,
            )  # fmt: skip
            self.representatives[each.key] = found.setdefault(signature, each).key if each.is_test else each.key
            if not each.is_test:
                found[each.key] = each
        return list(found.values())

    def list_modules(self, root: ObjectKey) -> tuple[ObjectKey, ...]:
        """Return an application and its modules."""
        return self._applications[root].modules if root in self._applications else ()

    def list_around(self, root: ObjectKey) -> tuple[int, ...]:
        """Return the functions that modules run around all handlers of an application."""
        return self._applications[root].around if root in self._applications else ()

    def strip_prefix(self, root: ObjectKey, path: str) -> str:
        """Return a path below the prefix of an application."""
        prefix = _join("", self._applications[root].prefix) if root in self._applications else "/"
        return path.removeprefix(prefix) if path.startswith(f"{prefix}/") else path

    def list_ways(self, action: ActionRow) -> tuple[Sequence[Way], str]:
        """Return the ways to an action, or why there is none."""
        if not action.is_listed:
            return [Way(self._anywhere, method, action.path, False) for method in action.methods], ""
        ways: list[Way] = []
        is_undecided = False
        for application in self._distinct:
            found = application.list_ways(action)
            is_undecided = is_undecided or found is None
            ways += found or ()
        if ways and (not is_undecided or not all(way.is_test for way in ways)):
            return ways, ""
        if is_undecided:
            return [], COMPUTED
        return [], UNKNOWN_ROUTER if any(each.is_open for each in self._distinct) else NOT_MOUNTED


def _join(prefix: str, path: str) -> str:
    return "/" + "/".join(part.strip("/") for part in (prefix, path) if part.strip("/"))


def has_pattern(patterns: Iterable[str], path: str, method: str) -> bool:
    """Return whether a path has one of some patterns.

    Each has a method before it, empty for any."""
    for each in patterns:
        of, _, pattern = each.partition(" ")
        if of in ("", "ALL", method) and compile_pattern(pattern).fullmatch(path):
            return True
    return False


@cache
def compile_pattern(pattern: str) -> re.Pattern[str]:
    """Return the pattern of paths that are left out: `a{/*rest}`, `a/:id`, `a/(.*)`."""
    parts: list[str] = []
    for part in _PART.findall("/" + pattern.strip("/")):
        if part in "{}":
            parts.append("(?:" if part == "{" else ")?")
        elif part[0] == ":":
            parts.append("[^/]+")
        elif part[0] in "*(":
            parts.append(".*")
        else:
            parts.append(re.escape(part))
    return re.compile("".join(parts)) if parts.count("(?:") == parts.count(")?") else _NOTHING


_PART: Final = re.compile(r"[{}]|:\w+|\*\w*|\(\.\*\)|.")
_NOTHING: Final = re.compile(r"(?!)")
