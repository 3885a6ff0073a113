from .models import Line, Order
from .service import OrderService, place_order
from .views import mount

__all__ = ["Line", "Order", "OrderService", "mount", "place_order"]
