"""A plugin of pytest that records which route of Starlette answers each request.

FastAPI is served by it, too. Each row has the code that makes the request. Rows are lines of JSON in the file that
ROUTE_REQUESTS names.
"""

from request_sources import HEADER, is_own, mark_requests, record
from starlette.routing import Route
from starlette.types import Receive, Scope, Send


def pytest_configure(config: object) -> None:
    del config
    mark_requests()
    handle = Route.handle

    async def record_request(self: Route, scope: Scope, receive: Receive, send: Send) -> None:
        headers = dict(scope["headers"])
        sources = headers.get(HEADER.encode(), b"").decode()
        path = f"{scope.get('root_path', '')}{self.path}"
        record(str(scope["method"]), path, sources, is_of_tree=is_own(self.endpoint))
        await handle(self, scope, receive, send)

    Route.handle = record_request
