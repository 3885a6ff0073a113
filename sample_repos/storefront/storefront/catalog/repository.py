from __future__ import annotations

from collections.abc import Iterator

from .models import Money, Product


class Catalog:
    def __init__(self) -> None:
        self._products: dict[str, Product] = {}

    def add(self, product: Product) -> None:
        self._products[product.sku] = product

    def get(self, sku: str) -> Product:
        return self._products[sku]

    def in_stock(self) -> Iterator[Product]:
        yield from self._products.values()


catalog = Catalog()
catalog.add(Product("tea", "Green tea", Money(450)))


def find_product(sku: str) -> Product:
    return catalog.get(sku)


def total_value() -> Money:
    total = Money(0)
    for product in catalog.in_stock():
        total = total + product.price.times(1)
    return total
