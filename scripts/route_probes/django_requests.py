"""A plugin of pytest that records which view of Django answers each request.

Each row has the code that makes the request: the nearest frame of a file of the application.
Rows are lines of JSON in the file that ROUTE_REQUESTS names.
"""

import json
import os
import sys

sys.path.insert(0, os.path.dirname(__file__))
import django_routes  # pyright: ignore[reportMissingImports] - beside this file


def pytest_configure(config: object) -> None:
    del config
    from django.test import client
    from django.urls import Resolver404, get_resolver

    request = client.Client.request

    paths = {}

    def record(self: object, **given: object) -> object:
        response = request(self, **given)
        try:
            route = response.resolver_match.route
        except (AttributeError, Resolver404):  # no view answered
            return response
        if not paths:
            paths.update(
                (key, django_routes.simplify(whole))
                for _, whole, key in django_routes.walk(get_resolver().url_patterns)
            )
        frame = sys._getframe(1)
        while frame is not None and not django_routes.is_own(frame.f_code.co_filename):
            frame = frame.f_back
        if frame is not None and route in paths:
            row = {
                "method": response.request["REQUEST_METHOD"], "path": paths[route],
                "line": frame.f_code.co_firstlineno, "file": os.path.realpath(frame.f_code.co_filename),
            }  # fmt: skip
            with open(os.environ["ROUTE_REQUESTS"], "a", encoding="utf-8") as file:
                file.write(json.dumps(row) + "\n")
        return response

    client.Client.request = record
