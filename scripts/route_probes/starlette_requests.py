"""A plugin of pytest that records which route of Starlette answers each request.

FastAPI is served by it, too. Each row has the code that makes the request. Rows are lines of JSON in the file that
ROUTE_REQUESTS names.
"""

from request_sources import HEADER, mark_requests, record
from starlette.routing import Route
from starlette.types import Receive, Scope, Send


def pytest_configure(config: object) -> None:
    del config
    mark_requests()
    handle = Route.handle

    async def record_request(self: Route, scope: Scope, receive: Receive, send: Send) -> None:
        headers = dict(scope["headers"])
        source = headers.get(HEADER.encode(), b"").decode()
        record(str(scope["method"]), f"{scope.get('root_path', '')}{self.path}", source)
        await handle(self, scope, receive, send)

    Route.handle = record_request
