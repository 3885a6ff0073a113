"""A class below an external one: what it lacks is the external class's, never a look-alike of the project."""

import requests


class Lookalike:
    def close(self): ...

    def request(self): ...


class Session(requests.Session):
    def __init__(self):
        super().__init__()  #> external requests.Session.__init__

    def request(self):
        return super().request()  #> external requests.Session.request; none request

    def stop(self):
        self.close()  #> external requests.Session.close; none close
        self.request()  #> call Session.request exact


class Table(dict):
    def __setitem__(self, key, value):
        super().__setitem__(key, value)  #> none __setitem__
        "%s" % key.close()  #> none close
        ("%s" % value).close()  #> none close


class Adapter(requests.Session):
    def stop(self): ...


class Reader(Adapter):
    def stop(self): ...


def of_classes():
    Reader.merge()  #> external requests.Session.merge
    Reader.request(None)  #> external requests.Session.request; none request
    Reader.stop(None)  #> call Reader.stop exact
