"""The routes of a Flask application as it says them itself, as lines of JSON.

Runs in the environment of the application: flask_routes.py EXPRESSION, such as `app:create_app()`.
"""

import sys

from python_routes import find_code, load_application, locate, print_route


def main() -> None:
    app = load_application(sys.argv[1])
    for rule in app.url_map.iter_rules():
        view = app.view_functions.get(rule.endpoint)
        for method in sorted(rule.methods - {"HEAD", "OPTIONS"}) if view is not None else ():
            function = getattr(getattr(view, "view_class", None), method.lower(), view)
            print_route(method, rule.rule, locate(find_code(function)))


if __name__ == "__main__":
    main()
