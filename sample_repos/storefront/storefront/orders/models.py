from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum

from ..catalog import Money, Product


class Status(Enum):
    OPEN = "open"
    PAID = "paid"


@dataclass
class Line:
    product: Product
    count: int

    def subtotal(self) -> Money:
        return self.product.price.times(self.count)


@dataclass
class Order:
    customer: str
    lines: list[Line] = field(default_factory=list)
    status: Status = Status.OPEN

    def total(self) -> Money:
        amount = Money(0)
        for line in self.lines:
            amount = amount + line.subtotal()
        return amount

    def close(self) -> None:
        self.status = Status.PAID

    @staticmethod
    def parse_count(text: str) -> int:
        return int(text.strip() or 1)
