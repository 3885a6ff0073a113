"""Code that frameworks run besides handlers: named by settings, or members that classes override."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from support.endpoints import make_graph

from codegraph.graph_model import EdgeKind, Graph
from codegraph_parsers.file_facts import SymbolKind
from codegraph_parsers.frameworks.declarations import Callback, parse_declarations

URLS = "from django.urls import path\nfrom shop import views\nurlpatterns = [path('a/', views.index)]\n"
VIEWS = "def index(request): ...\n"
MIDDLEWARE = (
    "class Base:\n    def __init__(self, get_response): ...\n"
    "class Clock(Base):\n    def __call__(self, request): ...\n    def helper(self): ...\n"
    "def stamp(get_response):\n    def middleware(request): ...\n    return middleware\n"
)


def make_site(files: Mapping[str, str]) -> Graph:
    whole = {
        "shop/__init__.py": "", "shop/settings.py": "ROOT_URLCONF = 'shop.urls'\n", "shop/urls.py": URLS,
        "shop/views.py": VIEWS, "shop/middleware.py": MIDDLEWARE,
    }  # fmt: skip
    return make_graph({**whole, **files})


def list_edges(graph: Graph, kind: EdgeKind) -> set[tuple[str, str, tuple[int, ...]]]:
    return {
        (graph.get_symbol(edge.source)[1].name, describe(graph, edge.target), edge.lines)
        for edge in graph.edges
        if edge.kind is kind and edge.target >= 0
    }


def describe(graph: Graph, gid: int) -> str:
    """Return the name of a symbol, which for a module and an endpoint is a short one."""
    symbol = graph.get_symbol(gid)[1]
    return symbol.name if symbol.kind in (SymbolKind.MODULE, SymbolKind.ENDPOINT) else symbol.qualname


def list_ends(graph: Graph, kind: EdgeKind) -> set[tuple[str, str]]:
    return {(source, target) for source, target, _ in list_edges(graph, kind)}


def list_missing(graph: Graph) -> list[tuple[str, str, tuple[int, ...]]]:
    return [(miss.name, miss.reason, miss.lines) for miss in graph.unresolved if miss.kind == "reference"]


def test_a_setting_configures_what_it_names_on_that_line():
    settings = (
        "ROOT_URLCONF = 'shop.urls'\nMIDDLEWARE = [\n    'django.middleware.common.CommonMiddleware',\n"
        "    'shop.middleware.Clock',\n    'shop.middleware.Gone',\n]\n"
    )
    graph = make_site({"shop/settings.py": settings})
    assert list_edges(graph, EdgeKind.CONFIGURES) == {("MIDDLEWARE", "Clock", (4,))}
    assert list_missing(graph) == [("shop.middleware.Gone", "unknown-name", (5,))]


def test_middleware_of_settings_runs_around_every_handler():
    settings = "ROOT_URLCONF = 'shop.urls'\nMIDDLEWARE = ['shop.middleware.Clock', 'shop.middleware.stamp']\n"
    graph = make_site({"shop/settings.py": settings})
    called = {"Base.__init__", "Clock.__call__", "stamp", "stamp.middleware"}
    assert list_ends(graph, EdgeKind.RUNS) == {("ANY /a/", name) for name in called}


def test_settings_of_another_module_grow():
    graph = make_site({
        "shop/base.py": "ROOT_URLCONF = 'shop.urls'\nMIDDLEWARE = ['shop.middleware.stamp']\n",
        "shop/settings.py": "from shop.base import *\nMIDDLEWARE += ['shop.middleware.Clock']\n",
    })  # fmt: skip
    assert {target for _, target in list_ends(graph, EdgeKind.CONFIGURES)} == {"stamp", "Clock"}
    assert ("ANY /a/", "Clock.__call__") in list_ends(graph, EdgeKind.RUNS)


def test_a_list_that_is_no_setting_configures_nothing():
    graph = make_site({"shop/other.py": "MIDDLEWARE = ['shop.middleware.Clock']\n"})
    assert list_ends(graph, EdgeKind.CONFIGURES) == set()


@pytest.mark.parametrize("name", ["shop", "shop.apps.ShopConfig"])
def test_the_configuration_of_an_application_starts_with_it(name: str):
    apps = (
        "from django.apps import AppConfig\nclass Other: ...\nclass ShopConfig(AppConfig):\n    def ready(self): ...\n"
    )
    settings = f"ROOT_URLCONF = 'shop.urls'\nINSTALLED_APPS = ['django.contrib.auth', '{name}']\n"
    graph = make_site({"shop/settings.py": settings, "shop/apps.py": apps})
    assert list_ends(graph, EdgeKind.CONFIGURES) == {("INSTALLED_APPS", "ShopConfig")}
    assert list_ends(graph, EdgeKind.RUNS) == {("INSTALLED_APPS", "ShopConfig.ready")}


def test_only_keys_that_name_code_count():
    settings = (
        "ROOT_URLCONF = 'shop.urls'\nREST_FRAMEWORK = {'DEFAULT_PERMISSION_CLASSES': ['shop.rules.Owner'],\n"
        "  'DATE_FORMAT': 'shop.rules.Owner'}\n"
    )
    rules = "from rest_framework.permissions import BasePermission\nclass Owner(BasePermission): ...\n"
    graph = make_site({"shop/settings.py": settings, "shop/rules.py": rules})
    assert list_edges(graph, EdgeKind.CONFIGURES) == {("REST_FRAMEWORK", "Owner", (2,))}


GENERIC = (
    "from django.views.generic import CreateView, ListView, View\nfrom django import forms\n"
    "from shop.models import Parcel\n"
    "class ParcelForm(forms.ModelForm):\n    class Meta:\n        model = Parcel\n    def clean(self): ...\n"
    "class Base(CreateView):\n    def form_valid(self, form):\n        return super().form_valid(form)\n"
    "class Add(Base):\n    form_class = ParcelForm\n"
    "    def get_success_url(self): ...\n    def get_queryset(self): ...\n    def unrelated(self): ...\n"
    "class Short(CreateView):\n    model = Parcel\n    def form_valid(self, form): ...\n    def get_success_url(self): ...\n"
    "class Plain(View):\n    def get(self, request): ...\n    def get_queryset(self): ...\n"
)
MODELS = (
    "from django.db import models\nclass Parcel(models.Model):\n    def save(self): ...\n    def clean(self): ...\n"
)


def make_generic(view: str) -> set[tuple[str, str]]:
    urls = f"from django.urls import path\nfrom shop import views\nurlpatterns = [path('a/', views.{view}.as_view())]\n"
    files = {"shop/views.py": GENERIC, "shop/models.py": MODELS, "shop/urls.py": urls}
    return list_ends(make_site(files), EdgeKind.RUNS)


def test_a_generic_view_runs_what_its_class_overrides():
    found = make_generic("Add")
    assert found >= {("POST /a/", "Base.form_valid"), ("POST /a/", "Add.get_success_url"), ("POST /a/", "Parcel.save")}
    assert ("GET /a/", "Base.form_valid") not in found
    assert not any(target == "Add.unrelated" for _, target in found)


def test_what_an_override_does_not_hand_on_is_not_run():
    found = make_generic("Short")
    assert ("POST /a/", "Short.form_valid") in found
    assert not any(target in ("Short.get_success_url", "Parcel.save") for _, target in found)


def test_a_class_of_another_base_runs_nothing_by_its_names():
    assert make_generic("Plain") == set()


def test_a_call_of_a_frameworks_method_runs_what_it_calls_back():
    code = (
        "from rest_framework import serializers\nfrom shop.models import Parcel\n"
        "class Short(serializers.ModelSerializer):\n    class Meta:\n        model = Parcel\n"
        "    def validate(self, data): ...\n"
        "class Own(serializers.Serializer):\n    def create(self, data): ...\n    def update(self, instance, data): ...\n"
        "def add(data):\n    serializer = Short(data=data)\n    serializer.is_valid()\n    serializer.save()\n"
        "def add_own(data):\n    Own(data=data).save()\n"
        "class Plain:\n    def create(self): ...\n"
        "def add_plain():\n    Plain().save()\n"
    )
    graph = make_site({"shop/code.py": code, "shop/models.py": MODELS})
    found = {(source, target) for source, target in list_ends(graph, EdgeKind.RUNS) if source.startswith("add")}
    assert found == {
        ("add", "Short.validate"), ("add", "Parcel.save"), ("add_own", "Own.create"), ("add_own", "Own.update"),
    }  # fmt: skip


def test_declarations_inherit_and_hand_on():
    text = (
        "@of('lib.a', 'lib')\nclass Base:\n    thing: Meta.model | queryset\n    def run(self):\n        self.start()\n"
        "@of('lib')\nclass Below(Base):\n    def run(self):\n        super().run()\n        self.thing.save()\n"
    )
    found = parse_declarations(text)
    assert found.keys() == {"lib.a.Base", "lib.Base", "lib.Below"}
    assert found["lib.Below"].callbacks["run"] == (Callback("", "start"), Callback("thing", "save"))
    assert found["lib.Below"].subjects == {"thing": ("Meta.model", "queryset")}


TEMPLATE_SITE = {
    "shop/settings.py": (
        "import os\nROOT_URLCONF = 'shop.urls'\nINSTALLED_APPS = ['shop', 'stock']\n"
        "TEMPLATES = [{'DIRS': [os.path.join(BASE, 'pages')]}]\n"
    ),
    "stock/__init__.py": "",
    "pages/templates/none.html": "{{ x }}",
    "shop/templates/base.html": "{% load money %}<a href=\"{% url 'index' %}\">{{ parcel.total|euros }}</a>",
    "shop/templates/shop/list.html": "{% extends 'base.html' %}\n{% include \"shop/row.html\" %}\n{{ x|euros }}",
    "stock/templates/shop/row.html": "{# {% include 'base.html' %} #}{% load money %}{% row parcel %}",
    "shop/templatetags/money.py": (
        "from django import template\nregister = template.Library()\n@register.filter\ndef euros(value): ...\n"
        "@register.inclusion_tag('shop/row.html')\ndef row(parcel): ...\n@register.simple_tag(name='sum')\ndef add(x): ...\n"
    ),
    "shop/urls.py": (
        "from django.urls import path\nfrom shop import views\n"
        "urlpatterns = [path('a/', views.index, name='index'), path('b/', views.Show.as_view())]\n"
    ),
    "shop/models.py": MODELS,
    "shop/views.py": (
        "from django.shortcuts import render\nfrom django.views.generic import ListView, UpdateView\n"
        "from shop.models import Parcel\n"
        "def index(request, name):\n    render(request, name)\n    return render(request, 'shop/list.html')\n"
        "class Show(ListView):\n    template_name = 'shop/row.html'\n"
        "class Edit(UpdateView):\n    model = Parcel\n"
    ),
    "shop/templates/shop/parcel_form.html": "{{ form }}",
}


def test_views_and_templates_render_templates():
    found = list_edges(make_site(TEMPLATE_SITE), EdgeKind.RENDERS)
    assert found == {
        ("index", "list", (6,)), ("Show", "row", (8,)), ("Edit", "parcel_form", (9,)), ("list", "base", (1,)),
        ("list", "row", (2,)), ("row", "row", (6,)),
    }  # fmt: skip


def list_ends_by_file(graph: Graph, kind: EdgeKind) -> set[tuple[str, str]]:
    return {
        (graph.get_symbol(edge.source)[0].path, graph.get_symbol(edge.target)[0].path)
        for edge in graph.edges
        if edge.kind is kind and edge.target >= 0
    }


def test_a_template_runs_the_tags_of_libraries_that_it_loads():
    graph = make_site(TEMPLATE_SITE)
    found = {
        (source, target) for source, target in list_ends(graph, EdgeKind.CALLS) if target in ("euros", "row", "add")
    }
    assert found == {("base", "euros"), ("row", "row")}


def test_a_template_asks_for_the_routes_that_it_names():
    graph = make_site(TEMPLATE_SITE)
    assert ("base", "ANY /a/") in list_ends(graph, EdgeKind.REQUESTS)
    assert {("total", "unknown-receiver", (1,)), ("__str__", "unknown-receiver", (1,))} <= {*list_missing(graph)}


def test_flask_renders_templates_beside_its_application():
    app = (
        "from flask import Flask, render_template\napp = Flask(__name__)\n@app.route('/')\ndef index():\n"
        "    return render_template('index.html')\ndef other():\n    return render_template('gone.html')\n"
    )
    page = "<a href=\"{{ url_for('index') }}\">"
    graph = make_graph({"web/app.py": app, "web/templates/index.html": page, "templates/index.html": "{{ x }}"})
    assert list_ends_by_file(graph, EdgeKind.RENDERS) == {("web/app.py", "web/templates/index.html")}
    assert ("gone.html", "no-template", (7,)) in list_missing(graph)
    assert ("index", "GET /") in list_ends(graph, EdgeKind.REQUESTS)
