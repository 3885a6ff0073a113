"""The routes of a Starlette or FastAPI application as it says them itself.

Prints lines of JSON. Runs in the environment of the application: starlette_routes.py EXPRESSION, such as
`app.main:app`.
"""

import sys

from python_routes import find_code, load_application, locate, print_route


def main() -> None:
    walk(load_application(sys.argv[1]).routes, "")


def walk(routes: list, prefix: str) -> None:
    for route in routes:
        inner = getattr(route, "routes", None)
        path = prefix + getattr(route, "path", "")
        if inner is not None:
            walk(inner, path)
        elif hasattr(route, "endpoint"):
            place = locate(find_code(route.endpoint))
            for method in sorted(getattr(route, "methods", None) or ()):
                if method != "HEAD" or "GET" not in route.methods:
                    print_route(method, path, place)


if __name__ == "__main__":
    main()
