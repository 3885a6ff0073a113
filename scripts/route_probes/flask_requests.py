"""A plugin of pytest that records which route of Flask answers each request.

Each row has the code that makes the request: the nearest frame of a file below the current folder. Rows are lines of
JSON in the file that ROUTE_REQUESTS names.
"""

import json
import os
import sys

import flask  # pyright: ignore[reportMissingImports] - of the application's environment

ROOT = os.path.realpath(os.getcwd()) + os.sep


def pytest_configure(config: object) -> None:
    del config
    dispatch = flask.Flask.full_dispatch_request

    def record(self: flask.Flask, *given: object) -> object:
        rule = flask.request.url_rule
        frame = sys._getframe(1)
        while frame is not None and not os.path.realpath(frame.f_code.co_filename).startswith(ROOT):
            frame = frame.f_back
        if rule is not None and frame is not None and rule.endpoint in self.view_functions:
            row = {
                "method": flask.request.method, "path": rule.rule, "line": frame.f_code.co_firstlineno,
                "file": os.path.realpath(frame.f_code.co_filename),
            }  # fmt: skip
            with open(os.environ["ROUTE_REQUESTS"], "a", encoding="utf-8") as file:
                file.write(json.dumps(row) + "\n")
        return dispatch(self, *given)

    flask.Flask.full_dispatch_request = record
