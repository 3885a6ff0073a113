"""A plugin of pytest that records which view of Django answers each request.

Each row has the code that makes the request: the nearest frame of a file of the application.
Redirects that the client follows are the server's requests, not the test's. Rows are lines of JSON in the file that
ROUTE_REQUESTS names.
"""

# pyright: reportMissingImports=false

import json
import sys
from types import CodeType

from django_routes import is_own, simplify, walk
from request_sources import format_source, record

FOLLOWING = ("_handle_redirects", "assertRedirects")  # of the client and the test case


def pytest_configure(config: object) -> None:
    del config
    from django.conf import settings
    from django.test import client
    from django.urls import Resolver404, get_resolver

    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]  # tests make many users
    request = client.Client.request

    paths = {}

    def record_request(self: object, **given: object) -> object:
        response = request(self, **given)
        try:
            route = response.resolver_match.route
        except (AttributeError, Resolver404):  # no view answered
            return response
        if not paths:
            paths.update((key, simplify(whole)) for _, whole, key in walk(get_resolver().url_patterns))
        frame = sys._getframe(1)
        while frame is not None and not is_end(frame.f_code):
            frame = frame.f_back
        if frame is not None and frame.f_code.co_name not in FOLLOWING and route in paths:
            record(response.request["REQUEST_METHOD"], paths[route], json.dumps([format_source(frame.f_code)]))
        return response

    client.Client.request = record_request


def is_end(code: CodeType) -> bool:
    return code.co_name in FOLLOWING or is_own(code.co_filename)
