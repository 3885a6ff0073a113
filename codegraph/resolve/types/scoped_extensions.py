"""Extensions: members that scopes know, and receivers choose among."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from codegraph.resolve.program.binding import NOTHING, Binding
from codegraph.resolve.program.program import Ref
from codegraph.resolve.types.assignability import Fit, compute_fit
from codegraph.resolve.types.values import (
    UNKNOWN,
    Atom,
    ClassObject,
    ExternalName,
    Value,
    make_external_name,
    make_instance,
)
from codegraph_parsers import ops
from codegraph_parsers.facts import Flag

if TYPE_CHECKING:
    from codegraph.resolve.evaluator import Evaluator

MAX_IMPORTS = 20  # imports of imports followed


class Extensions:
    """Lookup of extensions, scope by scope; in each the most specific receiver counts."""

    def __init__(self, evaluator: Evaluator) -> None:
        self.evaluator = evaluator
        self.program = evaluator.program
        self.find = evaluator.queries.define_query(self._compute_find)

    def _compute_find(self, file: int, atom: Atom, name: str) -> Binding:
        """Return the extensions of a name that take a receiver, as a file sees them."""
        scopes = self.evaluator.scopes
        prefix = self.program.semantics[file].lookup.extension_prefix
        outside: dict[ExternalName, None] = {}
        for found in scopes.find_levels(file, prefix + name):
            for other in found.atoms:
                if isinstance(other, ExternalName):
                    outside[make_external_name(other.name.replace(f".{prefix}", "."))] = None
            applicable = self._select(file, atom, tuple(dict.fromkeys(self._list_definitions(found.refs))))
            if applicable:
                return Binding(applicable)
        return Binding(atoms=tuple(outside)) if outside else NOTHING

    def list_visible(self, file: int, name: str) -> list[int]:
        """Return the extensions of a name that the nearest scope of a file has."""
        prefix = self.program.semantics[file].lookup.extension_prefix
        for found in self.evaluator.scopes.find_levels(file, prefix + name):
            refs = dict.fromkeys(self._list_definitions(found.refs))
            gids = [at if of < 0 else self.program.offsets[of] + int(self.program.exprs[of][at][1]) for of, at in refs]
            if gids or found.atoms:
                return gids
        return []

    def _list_definitions(self, refs: tuple[Ref, ...], hops: int = 0) -> Iterator[Ref]:
        """Yield the definitions that bindings lead to, through imports."""
        for file, at in refs:
            expr = self.program.exprs[file][at] if file >= 0 else ()
            if not expr:
                yield (file, at)
            elif expr[0] == ops.UNION:
                yield from self._list_definitions(tuple((file, part) for part in expr[1:]), hops)
            elif expr[0] == ops.IMPORT and hops < MAX_IMPORTS:
                yield from self._list_definitions(self.evaluator.scopes.imported(file, expr[1]).refs, hops + 1)
            elif expr[0] in (ops.SYM, ops.VAR):
                yield (file, at)

    def _select(self, file: int, atom: Atom, refs: tuple[Ref, ...]) -> tuple[Ref, ...]:
        """Select the most specific of the extensions whose receiver an atom fits."""
        calls = self.evaluator.calls
        single = self.evaluator.implicit_receivers.as_single_instance(atom)
        # `Type::name` stands for what takes an instance.
        given: Value = (make_instance(single.gid, single.arguments) if isinstance(single, ClassObject) else single,)
        fitting: list[tuple[Ref, Value]] = []
        for ref in refs:
            wanted = self._find_wanted(ref)
            if wanted and compute_fit(calls, file, wanted, given) in (Fit.SAME, Fit.CONVERTED):
                fitting.append((ref, wanted))
        if len(fitting) < 2:
            return tuple(ref for ref, _ in fitting)
        return tuple(
            ref
            for ref, mine in fitting
            if not any(
                mine != other
                and compute_fit(calls, file, mine, other) == Fit.SAME
                and compute_fit(calls, file, other, mine) != Fit.SAME
                for _, other in fitting
            )
        )

    def _find_wanted(self, ref: Ref) -> Value:
        """Return the receiver that an extension takes."""
        file, at = ref
        gid = at if file < 0 else self.program.offsets[file] + int(self.program.exprs[file][at][1])
        at_file, local = self.program.locate(gid)
        params = self.program.files[at_file].params.get(local, ())
        if not params or not self.program.get_symbol(gid).flags & Flag.RECEIVER:
            return UNKNOWN
        return self.evaluator.calls.get_parameter_type(gid, None, 0)
