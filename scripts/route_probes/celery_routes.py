"""The tasks of a Celery application as it has them, as lines of JSON.

Runs in the environment of the application: celery_routes.py MODULE:EXPRESSION, such as `parcels.celery:app`. Tasks of
libraries are left out.
"""

# pyright: reportMissingImports=false

import os
import sys

from python_routes import find_code, load_application, locate, print_route

ROOT = os.path.realpath(os.environ.get("ROUTE_ROOT", os.getcwd())) + os.sep


def main() -> None:
    application = load_application(sys.argv[1])
    if "DJANGO_SETTINGS_MODULE" in os.environ:
        import django

        django.setup()
    application.loader.import_default_modules()
    application.finalize()
    for name, task in sorted(application.tasks.items()):
        place = locate(find_code(task.run))
        if place[0].startswith(ROOT):
            print_route("TASK", name, place)


main()
