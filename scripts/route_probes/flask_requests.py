"""A plugin of pytest that records which route of Flask answers each request.

Each row has the code that makes the request. Rows are lines of JSON in the file that ROUTE_REQUESTS names.
"""

import flask  # pyright: ignore[reportMissingImports] - of the application's environment
from request_sources import HEADER, find_sources, is_own, mark_requests, record


def pytest_configure(config: object) -> None:
    del config
    mark_requests()
    dispatch = flask.Flask.full_dispatch_request

    def record_request(self: flask.Flask, *given: object) -> object:
        rule = flask.request.url_rule
        sources = flask.request.headers.get(HEADER) or find_sources()
        if rule is not None and rule.endpoint in self.view_functions:
            of_tree = is_own(self.view_functions[rule.endpoint])
            record(flask.request.method, rule.rule, sources, is_of_tree=of_tree)
        return dispatch(self, *given)

    flask.Flask.full_dispatch_request = record_request
