"""Names that look like ours and are not: nothing here may be linked to the project symbols they resemble."""

from __future__ import annotations

import json

from .catalog import Money, Product
from .catalog import find_product as lookup
from .settings import load_settings


def summarise(rows, options):
    merged = {}
    merged.update(options)
    for row in rows:
        row.close()
        merged["last"] = row.total()
    merged.get("last")
    return json.dumps(merged)


def render(find_product, sku):
    return find_product(sku)


def relabel(title: str) -> str:
    load_settings = title.strip
    return load_settings()


def latest(source) -> str:
    handle = Product("gift", "Gift card", Money(1000))
    handle = open(source)
    handle.update()
    return handle.read()


def compare(skus: list[str]) -> list[str]:
    total_value = sum(len(sku) for sku in skus)
    names = [lookup(sku).label for sku in skus]
    names.append(str(total_value))
    return sorted(names, key=lambda place_order: place_order.lower())


def currency() -> str:
    return load_settings().currency.format()
