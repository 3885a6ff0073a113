"""Components of a tree: the handlers around which each of them runs."""

from __future__ import annotations

from collections.abc import Iterable

from codegraph.resolve.endpoints.applications import has_pattern
from codegraph.resolve.endpoints.endpoint_rows import AdviceRow, ComponentRow, FileRows, ScanRow


class ComponentTable:
    """The components of a tree.

    An application is the module that has its class. It finds what is in its packages: in its own module, and in those
    that have no application."""

    def __init__(self, files: Iterable[FileRows]) -> None:
        scans: list[ScanRow] = []
        self._advice: list[AdviceRow] = []
        self._controllers: dict[int, ComponentRow] = {}
        for rows in files:
            scans += rows.scans
            self._advice += rows.advice
            self._controllers.update((row.item, row) for row in rows.components)
        self._packages = _map_packages(scans)
        replaced = {item for row in self._advice if row.replaces for item in row.functions}
        self._advice = [row for row in self._advice if not row.is_found or replaced.isdisjoint(row.functions)]
        self._found: dict[int, tuple[AdviceRow, ...]] = {}

    def list_around(self, controller: int, path: str, method: str) -> Iterable[int]:
        """Yield the functions that run around a handler of a controller."""
        for row in self._list_advice(controller):
            is_included = row.included is not None and (not row.included or has_pattern(row.included, path, method))
            if is_included and not has_pattern(row.excluded, path, method):
                yield from row.functions

    def _list_advice(self, item: int) -> tuple[AdviceRow, ...]:
        """Return what may run around the handlers of a controller."""
        controller = self._controllers.get(item) if self._advice else None
        if controller is None:
            return ()
        found = self._found.get(item)
        if found is None:
            own = self._find_applications(controller.place, controller.package)
            found = self._found[item] = tuple(
                row
                for row in self._advice
                if self._is_shared(row, controller, own) and (not row.is_limited or _is_named(row, controller))
            )
        return found

    def _is_shared(self, row: AdviceRow, controller: ComponentRow, own: frozenset[str]) -> bool:
        """Return whether an application finds both.

        Without any they must be of one module."""
        others = self._find_applications(row.place, row.package)
        return bool(own & others) if own or others else row.place == controller.place

    def _find_applications(self, place: str, package: str) -> frozenset[str]:
        return frozenset(
            application
            for application, packages in self._packages.items()
            if _is_reached(application, packages, place, package, self._packages)
        )


def _map_packages(scans: Iterable[ScanRow]) -> dict[str, set[str]]:
    """Map the modules of applications to the packages that they search.

    Where no class is an application, each that has packages searched is one."""
    scans = list(scans)
    roots = [row for row in scans if row.is_application] or scans
    found: dict[str, set[str]] = {}
    for row in roots:
        found.setdefault(row.place, set()).update(row.packages)
    others = [row for row in scans if row not in roots]
    for application, packages in found.items():
        waiting = others
        while new := [row for row in waiting if _is_reached(application, packages, row.place, row.package, found)]:
            waiting = [row for row in waiting if row not in new]
            for row in new:
                packages.update(row.packages)
    return found


def _is_reached(
    application: str, packages: Iterable[str], place: str, package: str, applications: Iterable[str]
) -> bool:  # fmt: skip
    """Return whether an application finds what is in a package of a module."""
    if place != application and place in applications:
        return False
    return any(not each or f"{package}.".startswith(f"{each}.") for each in packages)


def _is_named(row: AdviceRow, controller: ComponentRow) -> bool:
    """Return whether an advice is for a controller."""
    return (
        any(f"{controller.package}.".startswith(f"{each}.") for each in row.packages)
        or not set(row.classes).isdisjoint(controller.classes)
        or not set(row.annotations).isdisjoint(controller.annotations)
    )
