from __future__ import annotations

import weblet

from . import orders
from .settings import Settings, load_settings


def create_app(settings: Settings | None = None) -> weblet.Application:
    settings = settings or load_settings()
    app = weblet.Application("storefront", debug=settings.debug)
    orders.mount(app)
    app.add_rule("/health", health)
    return app


def health(request: weblet.Request) -> weblet.Reply:
    return weblet.build_reply({"ok": True, "path": request.path})
