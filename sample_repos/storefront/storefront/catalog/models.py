from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Money:
    cents: int
    currency: str = "EUR"

    def __add__(self, other: Money) -> Money:
        return Money(self.cents + other.cents, self.currency)

    def times(self, count: int) -> Money:
        return Money(self.cents * count, self.currency)

    def format(self) -> str:
        return "{:.2f} {}".format(self.cents / 100, self.currency)


@dataclass
class Product:
    sku: str
    title: str
    price: Money

    @property
    def label(self) -> str:
        return f"{self.title} ({self.price.format()})"

    def update(self, title: str) -> None:
        self.title = title.strip()
