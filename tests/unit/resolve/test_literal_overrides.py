"""Functions of object literals that implement a type."""

from codegraph.graph_model import EdgeKind
from codegraph.resolve import resolve
from codegraph_parsers import extract
from codegraph_parsers.file_facts import SourceFile

LOOP = """
interface Wheel { turn(): void; last?: string }

export function makeWheel(names: string[]): Wheel {
  let last: string | undefined;
  for (const name of names) {
    last = last ? name : last;
  }
  return { turn() {}, last };
}
"""


def test_a_property_that_a_loop_assigns_does_not_end_in_an_endless_recursion() -> None:
    done = resolve([extract.parse(SourceFile("wheel.ts", LOOP.encode(), "typescript", "1"))], {})
    assert not done.faults
    assert any(edge.kind is EdgeKind.OVERRIDES for edge in done.edges)
