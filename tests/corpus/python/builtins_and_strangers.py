"""Methods of built-in types, of libraries and of unknown values are never methods of the project."""

import json
from collections import OrderedDict

import requests


class Cache:
    def get(self, key):
        return None

    def join(self, other):
        return other

    def loads(self, text):
        return text

    def items(self):
        return []

    def append(self, item):
        pass


def library(url):
    json.loads("{}")  #> external json.loads; none loads
    requests.get(url).items()  #> external requests.get; none get; none items
    OrderedDict().items()  #> none items


def builtin_types():
    {}.get("a")  #> none get
    ", ".join([])  #> none join
    found = []
    found.append(1)  #> none append
    table = dict()
    table.items()  #> none items


def unknown(value, other):
    value.get("a")  #> none get; unresolved get
    for each in other:
        each.items()  #> none items


def outside():
    session = requests.Session()
    session.get("/")  #> none get
    with requests.Session() as s:
        s.get("/")  #> none get


def reassigned():
    cache = Cache()
    cache.get("a")  #> call Cache.get typed
    cache = {}
    cache.get("a")  #> none get


def of_every_module():
    __name__.join([])  #> none join; external str.join
    __path__.append(__file__.strip())  #> none append; external MutableSequence.append; external str.strip
