from __future__ import annotations

from collections.abc import Callable

from ..billing import Gateway, Receipt, render_receipt
from ..catalog import find_product
from ..notify import notifier
from .models import Line, Order

Listener = Callable[[Order], None]


class OrderService:
    def __init__(self, gateway: Gateway) -> None:
        self.gateway = gateway
        self.listeners: list[Listener] = []

    def subscribe(self, listener: Listener) -> None:
        self.listeners.append(listener)

    def place(self, customer: str, wanted: dict[str, int]) -> Receipt:
        order = Order(customer)
        for sku, count in wanted.items():
            order.lines.append(Line(find_product(sku), count))
        with self.gateway.open_session() as session:
            receipt = session.charge(order.total())
        order.close()
        for listener in self.listeners:
            listener(order)
        notifier.send(customer, render_receipt(receipt))
        return receipt

    def open_orders(self, orders: list[Order]) -> list[str]:
        return [order.total().format() for order in orders]


def log_order(order: Order) -> None:
    notifier.send("audit", order.customer)


def default_service() -> OrderService:
    service = OrderService(Gateway())
    service.subscribe(log_order)
    return service


def place_order(customer: str, sku: str) -> Receipt:
    return default_service().place(customer, {sku: 1})
