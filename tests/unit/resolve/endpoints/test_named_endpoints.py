"""Endpoints that are known by their names: places, edges, and what is not decided."""

from __future__ import annotations

import pytest

from codegraph.graph_model import EdgeKind, Resolution
from codegraph.resolve.endpoints.endpoint_rows import HOLE, FileRows, NamedRow, Site, decode_rows, encode_rows
from codegraph.resolve.endpoints.route_matching import Composition, compose

PUBLISHER, WORKER, OTHER_WORKER = 10, 20, 30


def make_row(kind: str, owner: int, line: int, *, name: str = "orders.created", protocol: str = "topic", space: str = "kafka",
             signature: str = "") -> NamedRow:  # fmt: skip
    functions = (owner,) if kind in ("consumes", "handles") else ()
    return NamedRow(
        Site(owner, line, "kafka"), protocol, space, name, kind, functions, Resolution.INFERRED.value, signature
    )


def compose_rows(*files: list[NamedRow]) -> Composition:
    return compose([(at, FileRows(named=tuple(rows))) for at, rows in enumerate(files)], ())


def list_edges(composition: Composition) -> set[tuple[object, str, object]]:
    """Return edges as an endpoint's name or an item, a kind, and the other end."""
    found: set[tuple[object, str, object]] = set()
    for endpoints in composition.endpoints.values():
        for endpoint in endpoints:
            found.update((endpoint.key, endpoint.answering.value, handler) for handler in endpoint.handlers)
    for edges in composition.requests.values():
        found.update(
            (edge.source, edge.kind.value, edge.target) for edge in edges if edge.kind is not EdgeKind.DECLARES
        )
    return found


def test_message_goes_from_publisher_by_topic_to_each_consumer() -> None:
    found = compose_rows(
        [make_row("publishes", PUBLISHER, 3)],
        [make_row("consumes", WORKER, 7)],
        [make_row("consumes", OTHER_WORKER, 9)],
    )
    name = "topic:orders.created"
    assert list_edges(found) == {
        (PUBLISHER, "publishes", (1, name)),
        (PUBLISHER, "publishes", (2, name)),
        ((1, name), "consumes", WORKER),
        ((2, name), "consumes", OTHER_WORKER),
    }
    assert not found.misses
    assert [endpoint.name for endpoint in found.endpoints[1]] == ["orders.created"]


def test_topic_without_consumer_stands_where_it_is_first_named() -> None:
    found = compose_rows([make_row("publishes", PUBLISHER, 3)], [make_row("publishes", WORKER, 4)])
    name = "topic:orders.created"
    assert list_edges(found) == {(PUBLISHER, "publishes", (0, name)), (WORKER, "publishes", (0, name))}
    assert found.endpoints[0][0].line == 3


def test_names_of_two_systems_are_not_one_another() -> None:
    rows = [make_row("publishes", PUBLISHER, 3)], [make_row("consumes", WORKER, 7, space="redis")]
    assert list_edges(compose_rows(*rows)) == {
        (PUBLISHER, "publishes", (0, "topic:orders.created")),
        ((1, "topic:orders.created"), "consumes", WORKER),
    }


def test_two_systems_with_one_name_in_one_file_are_not_mixed() -> None:
    found = compose_rows([make_row("consumes", WORKER, 7), make_row("consumes", OTHER_WORKER, 9, space="redis")])
    assert [each[2] for each in list_edges(found)] == [WORKER]
    assert [miss.reason for miss in found.misses[0]] == ["several-systems"]


def test_computed_name_is_told_and_no_edge() -> None:
    found = compose_rows(
        [make_row("publishes", PUBLISHER, 3, name=f"orders.{HOLE}")], [make_row("consumes", WORKER, 7)]
    )
    assert list_edges(found) == {((1, "topic:orders.created"), "consumes", WORKER)}
    (miss,) = found.misses[0]
    assert (miss.name, miss.kind, miss.reason, miss.lines) == ("topic:orders.{}", "request", "computed-name", (3,))


def test_declared_endpoint_stands_at_its_declaration() -> None:
    name, protocol = "shop.Orders/Get", "grpc"
    rows = (
        [make_row("declares", 1, 5, name=name, protocol=protocol, signature="(A) B")],
        [make_row("handles", WORKER, 7, name=name, protocol=protocol)],
        [make_row("requests", PUBLISHER, 9, name=name, protocol=protocol)],
    )
    found = compose_rows(*rows)
    key = (0, f"grpc:{name}")
    assert list_edges(found) == {(key, "handles", WORKER), (PUBLISHER, "requests", key)}
    assert found.endpoints[0][0].handlers[WORKER] == (Resolution.INFERRED, (5,))


@pytest.mark.parametrize(("signature", "is_told"), [("(A) B", False), ("(A) C", True)])
def test_two_declarations_must_say_the_same(signature: str, is_told: bool) -> None:
    name, protocol = "shop.Orders/Get", "grpc"
    found = compose_rows(
        [make_row("declares", 1, 5, name=name, protocol=protocol, signature="(A) B")],
        [make_row("declares", 2, 5, name=name, protocol=protocol, signature=signature)],
        [make_row("requests", PUBLISHER, 9, name=name, protocol=protocol)],
    )
    assert bool(list_edges(found)) is not is_told
    assert [m.reason for each in found.misses.values() for m in each] == ["several-declarations"] * is_told


def test_use_of_what_nothing_declares_is_told() -> None:
    found = compose_rows([make_row("requests", PUBLISHER, 9, name="shop.Orders/Get", protocol="grpc")])
    assert not found.endpoints
    assert [miss.reason for miss in found.misses[0]] == ["no-declaration"]


def test_rows_survive_being_written() -> None:
    rows = FileRows(named=(make_row("consumes", WORKER, 7),))
    assert decode_rows(encode_rows(rows)) == rows  # type: ignore[arg-type]
    assert EdgeKind(rows.named[0].kind) is EdgeKind.CONSUMES
