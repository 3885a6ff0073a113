try:
    import ujson as json
except ImportError:
    import json

from .first import One  #> import app/first.py::One

try:
    from .fast import speed  #> import app/fast.py::speed
except ImportError:

    def speed():
        pass


class Two:
    def go(self):
        One().partner(self)  #> call One.partner typed
        speed()  #> call app/fast.py::speed
        json.dumps({})  #> external json.dumps


def two():
    from .inner import deep  #> import app/inner/__init__.py::deep

    deep()  #> call app/inner/__init__.py::deep exact
