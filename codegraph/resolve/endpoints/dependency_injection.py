"""Dependencies of functions, through the variables that stand for them."""

from __future__ import annotations

from codegraph.resolve.endpoints.endpoint_rows import DependencyRow


class DependencyTable:
    """Dependencies by what asks for them."""

    def __init__(self) -> None:
        self._rows: dict[int, list[DependencyRow]] = {}
        self._variables: set[int] = set()

    def add(self, row: DependencyRow) -> None:
        self._rows.setdefault(row.source, []).append(row)
        if row.is_variable:
            self._variables.add(row.source)
        if row.has_variable:
            self._variables.add(row.target)

    def list_targets(self, source: int) -> list[tuple[int, tuple[int, ...]]]:
        """List the functions that are called for a function, each with its lines there.

        A variable of which no dependency is known stands for none."""
        found: dict[int, set[int]] = {}
        for row in self._rows.get(source, ()):
            for target in self._expand(row.target):
                if target != source:
                    found.setdefault(target, set()).add(row.line)
        return [(target, tuple(sorted(lines))) for target, lines in sorted(found.items())]

    def _expand(self, target: int) -> list[int]:
        seen, waiting, found = {target}, [target], list[int]()
        for each in waiting:  # grows while it is read
            if each not in self._variables:
                found.append(each)
                continue
            new = [row.target for row in self._rows.get(each, ()) if row.target not in seen]
            seen.update(new)
            waiting += new
        return found
