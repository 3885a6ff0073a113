"""Paths of routes, and which requests they answer."""

from __future__ import annotations

import pytest

from codegraph.resolve.endpoints.endpoint_rows import HOLE
from codegraph.resolve.endpoints.route_paths import (
    Fit,
    fill_template,
    fit_path,
    format_path,
    join_paths,
    normalize_path,
    rank_route,
    read_target,
    split_route,
)


@pytest.mark.parametrize(
    ("path", "spelling", "wanted"),
    [
        ("/users/<int:id>", "angle", "/users/{id:int}"),
        ("/f/<path:rest>", "angle", "/f/{rest:path}"),
        ("/u/<string(length=2):code>", "angle", "/u/{code}"),
        ("/users/{id}", "brace", "/users/{id}"),
        ("/files/{rest:path}", "brace", "/files/{rest:path}"),
        ("/users/:id.json", "colon", "/users/{id}.json"),
        ("/users/:id(\\d+)", "colon", None),
        ("/users{/:id}", "colon", None),
        ("*", "colon", "/{rest:path}"),
        ("/(a|b)", "brace", None),
        ("/users/:id/*rest", "colon-star", "/users/{id}/{rest:path}"),
        ("/users/{id:[0-9]+}", "brace-star", "/users/{id}"),
        ("/users/{*rest}", "brace-star", None),
        ("/users/{id:[0-9]{2}}/{*tail}", "brace-double-star", "/users/{id}/{tail:path}"),
        ("/files/**", "brace-double-star", "/files/{rest:path}"),
        ("/files/*", "brace-double-star", None),
        ("/users/{id}/{tail...}", "brace-dots", "/users/{id}/{tail:path}"),
        ("/files/", "brace-dots", "/files/{rest:path}"),
        ("/files/{$}", "brace-dots", "/files/"),
    ],
)
def test_paths_of_frameworks_have_one_form(path: str, spelling: str, wanted: str | None):
    assert normalize_path(path, spelling) == wanted


def test_variables_of_a_template_are_holes():
    assert fill_template("/users/{user-id}/posts/{id}") == f"/users/{HOLE}/posts/{HOLE}"
    assert fill_template("/users/1") == "/users/1"


def test_people_read_paths_without_converters():
    assert format_path("/users/{id:int}/{rest:path}") == "/users/{id}/{rest}"


@pytest.mark.parametrize(
    ("prefix", "path", "wanted"),
    [("", "/a", "/a"), ("/p", "/a", "/p/a"), ("/p/", "/a", "/p/a"), ("/p", "", "/p"), ("/p", "/", "/p/")],
)
def test_prefixes_are_joined_by_one_slash(prefix: str, path: str, wanted: str):
    assert join_paths(prefix, path, is_slashed=True) == wanted


def test_prefixes_may_be_joined_as_they_are():
    assert join_paths("/p", "", is_slashed=False) == "/p"


@pytest.mark.parametrize(
    ("route", "path", "wanted"),
    [
        ("/users/{id:int}", "/users/7", Fit.YES),
        ("/users/{id:int}", "/users/me", Fit.NO),
        ("/users/{id}", f"/users/{HOLE}", Fit.YES),
        ("/users/me", f"/users/{HOLE}", Fit.OPEN),
        ("/users/me", f"/users/x{HOLE}", Fit.NO),
        ("/users/{id}", f"/users/x{HOLE}", Fit.YES),
        ("/users/{id:int}", f"/users/x{HOLE}", Fit.OPEN),
        ("/users/{id:uuid}.{format}", f"/users/{HOLE}.svg", Fit.YES),
        ("/users/{id:int}.svg", f"/users/{HOLE}.png", Fit.OPEN),
        ("/users/{id}", "/users", Fit.NO),
        ("/users/{id}", "/users/1/2", Fit.NO),
        ("/f/{rest:path}", "/f/a/b", Fit.YES),
        ("/f/{rest:path}", "/f", Fit.NO),
        ("/a.{kind}", "/a.json", Fit.YES),
    ],
)
def test_a_hole_in_a_request_is_a_parameter_or_open(route: str, path: str, wanted: Fit):
    assert fit_path(split_route(route), path) is wanted


def test_texts_go_before_parameters():
    routes = ["/u/{rest:path}", "/u/{id}", "/u/{id:int}", "/u/me"]
    assert sorted(routes, key=lambda each: rank_route(split_route(each))) == routes[::-1]


@pytest.mark.parametrize(
    ("url", "host", "path"),
    [
        ("/a?x=1#y", "", "/a"),
        ("http://localhost:80", "localhost:80", "/"),
        ("https://example.org/a/b", "example.org", "/a/b"),
        ("//example.org/a", "example.org", "/a"),
    ],
)
def test_targets_have_a_host_and_a_path(url: str, host: str, path: str):
    assert read_target(url) == (host, path)
