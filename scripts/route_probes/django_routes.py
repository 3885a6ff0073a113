"""The routes of a Django application as its resolver has them, as lines of JSON.

Runs in the environment of the application: django_routes.py SETTINGS, such as `parcels.settings`. A view of a class
answers by the methods that it has; one that the class has from a library is the class's own. A view of a library counts
where the application itself makes the route, without a handler and for any method. Patterns are shown as
`simplify_regex` shows them; one that leaves open where it ends takes any rest. Variants for suffixes of formats are
left out.
"""

# pyright: reportMissingImports=false

import importlib
import inspect
import os
import re
import sys
from collections.abc import Iterator
from typing import Any

from python_routes import find_code, locate, print_route

ROOT = os.path.realpath(os.environ.get("ROUTE_ROOT", os.getcwd())) + os.sep
METHODS = ("get", "post", "put", "patch", "delete")
OWN = set()  # patterns that the application itself makes


def main() -> None:
    sys.path.insert(0, os.getcwd())
    os.environ["DJANGO_SETTINGS_MODULE"] = sys.argv[1]
    import django
    from django.conf import settings

    try:
        from django.urls import resolvers
    except ImportError:
        from django.core import urlresolvers as resolvers
    names = ("URLPattern", "RegexURLPattern")
    record_makers([getattr(resolvers, name) for name in names if hasattr(resolvers, name)])
    django.setup()
    urls = importlib.import_module(settings.ROOT_URLCONF)
    for each, pattern, _ in walk(urls.urlpatterns):
        if "format_suffix" in pattern or r"\.(?P<format>" in pattern:
            continue
        answers = [answer for answer in list_answers(each.callback) if is_own(answer[1][0])]
        for method, (file, line, kind) in answers:
            print_route(method, simplify(pattern), (file, line), kind)
        if not answers and id(each) in OWN:
            print_route("ANY", simplify(pattern), ("", 0))


def record_makers(classes: list) -> None:
    for each in classes:
        made = each.__init__

        def init(self, *given, made=made, **named):
            frame = sys._getframe(1)
            while frame is not None and re.search(
                r"/django/(urls/|conf/urls/__init__)|functools", frame.f_code.co_filename
            ):
                frame = frame.f_back
            if frame is not None and is_own(frame.f_code.co_filename):
                OWN.add(id(self))
            made(self, *given, **named)

        each.__init__ = init


def is_own(path: str) -> bool:
    path = os.path.realpath(path)
    return path.startswith(ROOT) and "site-packages" not in path


def walk(patterns: list, above: str = "", route: str = "") -> Iterator:
    """Yield entries, their whole patterns, and routes as matches name them."""
    for each in patterns:
        whole, own = above + spell(each), str(getattr(each, "pattern", ""))
        joined = route + (own[1:] if own[:1] == "^" else own) if route else own
        if hasattr(each, "url_patterns"):
            yield from walk(each.url_patterns, whole, joined)
        else:
            yield each, whole, joined


def spell(each: Any) -> str:
    """Return the pattern of a route as a regular expression."""
    pattern: Any = getattr(each, "pattern", None)
    name = type(pattern).__name__
    if name == "RoutePattern":
        return re.sub(r"([\\.^$*+?{}\[\]|()])", r"\\\1", str(pattern))
    if name == "LocalePrefixPattern":
        return "<language>/" if pattern.prefix_default_language else ""
    if pattern is None:  # before Django 2
        regex = getattr(each, "_regex", None) or each.regex.pattern
        if type(each).__name__ == "LocaleRegexURLResolver":
            return "<language>/"
    else:
        regex = str(pattern)
    is_open = not hasattr(each, "url_patterns") and not regex.endswith(("$", r"\Z"))
    return regex.lstrip("^") + ("<rest>" if is_open else "")


def simplify(pattern: str) -> str:
    from django.contrib.admindocs.views import simplify_regex

    kept = pattern.replace(".*<rest>", "<rest>").replace(r"\.", "\0").replace("(?P<", "\1")
    kept = re.sub(r"<(?:\w+:)?(\w+)>", r"(?P<\1>x)", kept).replace("\1", "(?P<")
    shown = simplify_regex(kept).replace("\0", ".").replace("\\", "")
    return "/{rest}" if shown in ("/.*", "/.+") else shown


def list_answers(view: Any) -> list:
    """List methods and the places of what answers them."""
    found = inspect.unwrap(view)
    cls = getattr(view, "cls", None) or getattr(view, "view_class", None) or getattr(found, "view_class", None)
    if cls is not None and cls.__qualname__ == "WrappedAPIView":  # a function with `@api_view`
        methods = [each for each in METHODS if hasattr(cls, each)]
        handler = getattr(cls, methods[0])
        function = handler.__closure__[handler.__code__.co_freevars.index("func")].cell_contents
        return [(method.upper(), locate_answer(function, None)) for method in methods]
    if cls is not None:
        actions = getattr(view, "actions", None) or {each: each for each in METHODS if hasattr(cls, each)}
        allowed = getattr(cls, "http_method_names", METHODS)
        answers = [
            (method.upper(), locate_answer(getattr(cls, name), cls))
            for method, name in actions.items()
            if method in allowed and method in METHODS
        ]
        return answers or [("ANY", locate_answer(cls, cls))]
    methods = list_limits(view)
    place = locate_answer(inspect.unwrap(view), None)
    return [(method, place) for method in methods]


def list_limits(view: Any) -> list:
    """List the methods that decorators of a function let through."""
    while view is not None:
        names = getattr(getattr(view, "__code__", None), "co_freevars", ())
        if "request_method_list" in names:
            allowed = view.__closure__[names.index("request_method_list")].cell_contents
            return sorted(set(allowed) - {"HEAD", "OPTIONS"})
        view = getattr(view, "__wrapped__", None)
    return ["ANY"]


def locate_answer(thing: Any, cls: Any) -> tuple:
    """Return the file and line of a function, or of its class, and "class" for that."""
    function = inspect.unwrap(thing)
    code = find_code(getattr(function, "func", function))
    if code is not None and (cls is None or is_own(code.co_filename)):
        return (*locate(code), "")
    owner = cls or (thing if inspect.isclass(thing) else type(thing))
    try:
        called = getattr(vars(owner).get("__call__"), "__code__", None) if cls is None else None
        if called is not None and is_own(called.co_filename):
            return (*locate(called), "")
        return os.path.realpath(inspect.getsourcefile(owner) or ""), inspect.getsourcelines(owner)[1], "class"
    except (TypeError, OSError):
        return "", 0, ""


if __name__ == "__main__":
    main()
