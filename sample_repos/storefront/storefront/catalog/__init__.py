from .models import Money, Product
from .repository import Catalog, catalog, find_product

__all__ = ["Catalog", "Money", "Product", "catalog", "find_product"]
