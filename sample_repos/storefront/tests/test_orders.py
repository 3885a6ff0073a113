import storefront
import weblet
from storefront.orders import Order, OrderService, place_order
from storefront.orders.service import Gateway


class RecordingService(OrderService):
    def place(self, customer, wanted):
        receipt = super().place(customer, wanted)
        self.seen = customer
        return receipt


def test_an_order_is_charged_and_receipted():
    receipt = place_order("ada", "tea")
    assert receipt.render_receipt() == "paid 4.50 EUR"


def test_listeners_hear_of_every_order():
    service = RecordingService(Gateway())
    service.subscribe(lambda order: order.total())
    service.place("ada", {"tea": 2})
    assert Order("ada").total().cents == 0


def test_unknown_paths_are_missing():
    app = storefront.create_app()
    reply = app.handle(weblet.Request.get("/nowhere"))
    assert reply.status == 404
