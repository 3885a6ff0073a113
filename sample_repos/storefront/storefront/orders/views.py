from __future__ import annotations

from weblet import Application, Reply, Request, build_reply, redirect

from .. import catalog as shop
from ..access import audited, requires_login
from .models import Order
from .service import default_service


@requires_login
def show_product(request: Request) -> Reply:
    product = shop.find_product(request.path.rsplit("/", 1)[-1])
    return build_reply(product.label)


@audited("checkout")
def checkout(request: Request) -> Reply:
    wanted = {}
    for sku, count in request.json().items():
        wanted[sku] = Order.parse_count(count)
    receipt = default_service().place("guest", wanted)
    if not wanted:
        return redirect("/cart")
    return build_reply(receipt.render_receipt())


def mount(app: Application) -> None:
    app.add_rule("/product", show_product)
    app.route("/checkout")(checkout)
    first = app.router.match("/product")
    assert first is not None and first.matches("/product")
