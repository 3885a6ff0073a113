"""Routes in lists of modules, and resources of routers."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from codegraph.graph_model import EdgeKind, Graph
from codegraph.resolve import resolve
from codegraph_parsers.extract import parse
from codegraph_parsers.file_facts import SourceFile, SymbolKind

URLS = "from django.urls import include, path, re_path\nfrom shop import views\n"
VIEWS = "def index(request): ...\ndef show(request, pk): ...\n"
SETTINGS = "ROOT_URLCONF = 'shop.urls'\n"


def make_graph(files: Mapping[str, str]) -> Graph:
    whole = {"shop/__init__.py": "", "shop/settings.py": SETTINGS, "shop/views.py": VIEWS, **files}
    facts = [parse(SourceFile(path, text.encode(), "python", "")) for path, text in whole.items()]
    return resolve(facts, {}, sorted(whole))


def list_routes(graph: Graph) -> dict[str, list[str]]:
    """List the handlers of each endpoint, by its name."""
    found: dict[str, list[str]] = {
        symbol.name: [] for facts in graph.files for symbol in facts.symbols if symbol.kind is SymbolKind.ENDPOINT
    }
    for edge in graph.edges:
        if edge.kind is EdgeKind.HANDLES:
            found[graph.get_symbol(edge.source)[1].name].append(graph.get_symbol(edge.target)[1].qualname)
    return found


def list_requests(graph: Graph) -> set[tuple[str, str]]:
    return {
        (graph.get_symbol(edge.source)[1].name, graph.get_symbol(edge.target)[1].name)
        for edge in graph.edges
        if edge.kind is EdgeKind.REQUESTS
    }


def list_reasons(graph: Graph) -> list[str]:
    return sorted(miss.reason for miss in graph.unresolved if miss.kind in ("route", "request"))


def test_a_setting_names_the_list_that_answers():
    graph = make_graph({
        "shop/urls.py": URLS + "urlpatterns = [path('', views.index), path('<int:pk>/', views.show)]\n",
        "other/urls.py": URLS + "urlpatterns = [path('other/', views.index)]\n",
    })  # fmt: skip
    assert list_routes(graph) == {"ANY /": ["index"], "ANY /{pk}/": ["show"]}
    assert list_reasons(graph) == ["not-mounted"]


def test_without_a_setting_the_list_that_nothing_includes_answers():
    graph = make_graph({
        "shop/settings.py": "",
        "shop/urls.py": URLS + "urlpatterns = [path('a/', include('shop.inner'))]\n",
        "shop/inner.py": URLS + "urlpatterns = [path('b/', views.index)]\n",
    })  # fmt: skip
    assert list_routes(graph) == {"ANY /a/b/": ["index"]}


@pytest.mark.parametrize(
    "included",
    ["include('shop.inner')", "include(inner)", "include(inner.urlpatterns)", "include(('shop.inner', 'app'))",
     "include([path('b/', views.index)])", "([path('b/', views.index)], 'app')"],
)  # fmt: skip
def test_lists_are_included_by_name_as_modules_and_as_lists(included: str):
    graph = make_graph({
        "shop/urls.py": URLS + f"from shop import inner\nurlpatterns = [path('a/', {included})]\n",
        "shop/inner.py": URLS + "urlpatterns = [path('b/', views.index)]\n",
    })  # fmt: skip
    assert list_routes(graph) == {"ANY /a/b/": ["index"]}


def test_a_list_grows_and_is_put_together():
    text = URLS + (
        "from django.conf import settings\n"
        "more = [path('more/', views.index)]\n"
        "urlpatterns = [path('a/', views.index)] + more\n"
        "urlpatterns += [path('b/', views.index)]\n"
        "if settings.DEBUG:\n    urlpatterns.append(path('c/', views.index))\n"
        "urlpatterns += [path(f'{name}/', views.index) for name in ('d', 'e')]\n"
    )
    names = {f"ANY /{name}/" for name in ("more", "a", "b", "c", "d", "e")}
    assert list_routes(make_graph({"shop/urls.py": text})).keys() == names


def test_a_list_may_hold_what_its_variable_held_before():
    text = URLS + (
        "urlpatterns = [path('a/', views.index, name='a')]\n"
        "urlpatterns.append(path('b/', views.index))\n"
        "urlpatterns = [path('in/', include((urlpatterns, 'shop')))]\n"
        "urlpatterns += [path('c/', views.index)]\n"
    )
    tests = (
        "from django.test import Client\nfrom django.urls import reverse\ndef ask(): Client().get(reverse('shop:a'))\n"
    )
    graph = make_graph({"shop/urls.py": text, "tests.py": tests})
    assert list_routes(graph).keys() == {"ANY /in/a/", "ANY /in/b/", "ANY /c/"}
    assert list_requests(graph) == {("ask", "ANY /in/a/")}


def test_a_list_that_configuration_may_put_below_a_prefix_is_known_without_it():
    text = URLS + (
        "from django.conf import settings\n"
        "urlpatterns = [path('a/', views.index)]\n"
        "if settings.PREFIX:\n    urlpatterns = [path(f'{settings.PREFIX}/', include(urlpatterns))]\n"
    )
    graph = make_graph({"shop/urls.py": text})
    assert list_routes(graph) == {"ANY /a/": ["index"]}
    assert list_reasons(graph) == ["computed-path"]


def test_a_path_is_put_together_by_its_format():
    text = URLS + "urlpatterns = [path('a/', views.index, name='a'), path('a/<int:pk>/', views.show)]\n"
    tests = (
        "from django.test import TestCase\nfrom django.urls import reverse\n"
        "class Asking(TestCase):\n"
        "    url = reverse('a')\n"
        "    def test_all(self): self.client.get(self.url)\n"
        "    def test_one(self): self.client.get('{}{}/'.format(self.url, compute()))\n"
        "def test_with_a_plugin(client): client.get(f'/a/{compute()}/?x=1')\n"
        "def compute(): return input()\n"
    )
    graph = make_graph({"shop/urls.py": text, "shop/test_a.py": tests})
    assert list_requests(graph) == {
        ("test_all", "ANY /a/"),
        ("test_one", "ANY /a/{pk}/"),
        ("test_with_a_plugin", "ANY /a/{pk}/"),
    }


@pytest.mark.parametrize(
    ("pattern", "path"),
    [
        (r"r'^x/(?P<pk>\d+)/$'", "/x/{pk}/"),
        (r"'^x/(?P<pk>\d+)/$'", "/x/{pk}/"),
        (r"r'^x\.json$'", "/x.json"),
        (r"r'^x/?$'", "/x/"),
        (r"r'^x/'", "/x/{rest}"),
        (r"r'^.*$'", "/{rest}"),
        (r"r'^$'", "/"),
    ],
)
def test_a_pattern_that_says_no_more_than_a_path_is_one(pattern: str, path: str):
    graph = make_graph({"shop/urls.py": URLS + f"urlpatterns = [re_path({pattern}, views.index)]\n"})
    assert list_routes(graph) == {f"ANY {path}": ["index"]}


@pytest.mark.parametrize(
    ("entry", "reason"),
    [
        (r"re_path(r'^x/(\d+)/$', views.index)", "pattern"),
        (r"re_path(r'^x/(?:a|b)/$', views.index)", "pattern"),
        (r"re_path('^\bx/$', views.index)", "computed-path"),
        ("path(f'{compute()}', views.index)", "computed-path"),
        ("path(f'{compute()}/x/', views.index)", "computed-path"),
        ("path('x/', compute())", "unknown-handler"),
        ("path('x/', include('shop.missing'))", "unknown-router"),
        ("path(compute(), include('shop.views'))", "computed-path"),
    ],
)
def test_an_entry_that_cannot_be_decided_is_no_route(entry: str, reason: str):
    text = URLS + f"def compute(): return input()\nurlpatterns = [{entry}]\n"
    graph = make_graph({"shop/urls.py": text})
    assert list_routes(graph) == {}
    assert list_reasons(graph) == [reason]


def test_lists_that_include_each_other_come_to_an_end():
    graph = make_graph({
        "shop/urls.py": URLS + "urlpatterns = [path('a/', include('shop.inner')), path('x/', views.index)]\n",
        "shop/inner.py": URLS + "urlpatterns = [path('b/', include('shop.urls'))]\n",
    })  # fmt: skip
    assert "ANY /x/" in list_routes(graph)


def test_two_settings_are_two_applications():
    graph = make_graph({
        "shop/urls.py": URLS + "urlpatterns = [path('a/', views.index)]\n",
        "other/settings.py": "ROOT_URLCONF = 'other.urls'\n",
        "other/urls.py": URLS + "urlpatterns = [path('a/', views.index), path('b/', views.index)]\n",
        "tests.py": "from django.test import Client\ndef ask_a(): Client().get('/a/')\ndef ask_b(): Client().get('/b/')\n",
    })  # fmt: skip
    assert sorted(list_routes(graph)) == ["ANY /a/", "ANY /b/"]
    assert list_requests(graph) == {("ask_b", "ANY /b/")}
    assert list_reasons(graph) == ["several-applications"]


def test_a_class_answers_by_its_members_and_those_of_its_bases():
    views = (
        "from django.views.generic import CreateView, View\nfrom django.views.decorators.http import require_POST\n"
        "from django.contrib.auth.decorators import login_required\n"
        "class Base(View):\n    def get(self, request): ...\n"
        "class Show(Base):\n    def post(self, request): ...\n"
        "class Make(CreateView): ...\n"
        "class Other(View): ...\n"
        "@require_POST\ndef send(request): ...\n"
        "shown = login_required(Show.as_view())\n"
    )
    text = URLS + (
        "urlpatterns = [path('a/', views.shown), path('b/', views.Make.as_view()), path('c/', views.Other.as_view()),\n"
        "    path('d/', views.send)]\n"
    )
    assert list_routes(make_graph({"shop/urls.py": text, "shop/views.py": views})) == {
        "GET /a/": ["Base.get"], "POST /a/": ["Show.post"],
        "GET /b/": ["Make"], "POST /b/": ["Make"], "PUT /b/": ["Make"],
        "ANY /c/": ["Other"], "POST /d/": ["send"],
    }  # fmt: skip


def test_a_decorator_of_the_tree_leads_to_what_it_decorates():
    views = (
        "from functools import wraps\n"
        "def allow(function):\n    @wraps(function)\n    def inner(request): return function(request)\n    return inner\n"
        "@allow\ndef index(request): ...\n"
    )
    text = URLS + "urlpatterns = [path('a/', views.index)]\n"
    assert list_routes(make_graph({"shop/urls.py": text, "shop/views.py": views})) == {"ANY /a/": ["index"]}


def test_lists_of_libraries_are_none_of_the_trees_routes():
    text = URLS + (
        "from django.contrib import admin\n"
        "urlpatterns = [path('admin/', admin.site.urls), path('accounts/', include('django.contrib.auth.urls'))]\n"
    )
    tests = "from django.test import Client\ndef ask(): Client().get('/admin/x/')\ndef miss(): Client().get('/x/')\n"
    graph = make_graph({"shop/urls.py": text, "tests.py": tests})
    assert list_routes(graph) == {}
    assert list_reasons(graph) == ["no-route"]


def test_patterns_for_languages_have_a_parameter():
    text = URLS + (
        "from django.conf.urls.i18n import i18n_patterns\n"
        "urlpatterns = i18n_patterns(path('a/', views.index))\n"
        "urlpatterns += i18n_patterns(path('b/', views.index), prefix_default_language=False)\n"
    )
    assert list_routes(make_graph({"shop/urls.py": text})).keys() == {"ANY /{language}/a/", "ANY /b/"}


RESOURCES = (
    "from rest_framework.decorators import action, api_view\nfrom rest_framework import mixins, viewsets\n"
    "class Parcels(viewsets.ReadOnlyModelViewSet):\n"
    "    queryset = Parcel.objects.all()\n"
    "    lookup_field = 'code'\n"
    "    def list(self, request): ...\n"
    "    @action(detail=True, methods=['post'], url_path='send-off')\n    def send(self, request): ...\n"
    "    @send.mapping.delete\n    def call_back(self, request): ...\n"
    "    @action(detail=False)\n    def recent(self, request): ...\n"
    "class Parcel: ...\n"
    "@api_view(['GET', 'POST'])\ndef ping(request): ...\n"
)


def test_a_router_makes_routes_of_the_members_of_a_class():
    text = URLS + (
        "from rest_framework.routers import DefaultRouter\n"
        "router = DefaultRouter()\nrouter.register(r'parcels', views.Parcels)\n"
        "for each in EXTENSIONS:\n    router.extend(each)\n"
        "urlpatterns = [path('api/', include((router.urls, 'api'))), path('ping', views.ping)]\n"
    )
    tests = (
        "from django.urls import reverse\nfrom rest_framework.test import APITestCase\n"
        "class Asking(APITestCase):\n"
        "    def test_list(self): self.client.get(reverse('api:parcel-list'))\n"
        "    def test_send(self): self.client.post(reverse('api:parcel-send', args=['x']))\n"
    )
    graph = make_graph({"shop/urls.py": text, "shop/views.py": RESOURCES, "shop/tests.py": tests})
    assert list_routes(graph) == {
        "GET /api/parcels/": ["Parcels.list"], "GET /api/parcels/{code}/": ["Parcels"],
        "POST /api/parcels/{code}/send-off/": ["Parcels.send"],
        "DELETE /api/parcels/{code}/send-off/": ["Parcels.call_back"],
        "GET /api/parcels/recent/": ["Parcels.recent"], "GET /ping": ["ping"], "POST /ping": ["ping"],
    }  # fmt: skip
    assert list_requests(graph) == {
        ("test_list", "GET /api/parcels/"),
        ("test_send", "POST /api/parcels/{code}/send-off/"),
    }


def test_actions_are_given_to_a_view():
    text = URLS + "urlpatterns = [path('a/', views.Parcels.as_view({'get': 'list', 'post': 'create'}))]\n"
    graph = make_graph({"shop/urls.py": text, "shop/views.py": RESOURCES})
    assert list_routes(graph) == {"GET /a/": ["Parcels.list"], "POST /a/": ["Parcels"]}


def test_a_router_of_the_tree_that_makes_other_routes_is_not_decided():
    text = URLS + (
        "from rest_framework.routers import DefaultRouter\n"
        "class Router(DefaultRouter):\n    def get_urls(self): ...\n"
        "router = Router()\nrouter.register('parcels', views.Parcels)\n"
        "urlpatterns = router.urls\n"
    )
    graph = make_graph({"shop/urls.py": text, "shop/views.py": RESOURCES})
    assert list_routes(graph) == {}
    assert list_reasons(graph) == ["unknown-router"]


def test_what_a_view_names_runs_for_its_routes():
    views = (
        "from rest_framework.views import APIView\nfrom django.views.generic import FormView\n"
        "from rest_framework.permissions import BasePermission\nfrom django import forms\n"
        "class Owner(BasePermission):\n    def has_permission(self, request, view): ...\n"
        "class Entry(forms.Form):\n    def clean(self): ...\n"
        "class Base(FormView):\n    form_class = Entry\n"
        "class Add(Base):\n    def get(self, request): ...\n"
        "class Show(APIView):\n    permission_classes = [Owner]\n    def get(self, request): ...\n"
    )
    urls = (
        "from django.urls import path\nfrom shop.views import Add, Show\n"
        "urlpatterns = [path('add/', Add.as_view()), path('show/', Show.as_view())]\n"
    )
    graph = make_graph({"shop/views.py": views, "shop/urls.py": urls})
    found = {(graph.get_symbol(each.source)[1].name, graph.get_symbol(each.target)[1].qualname) for each in graph.edges
             if each.kind is EdgeKind.RUNS}  # fmt: skip
    assert found >= {("GET /add/", "Entry.clean"), ("GET /show/", "Owner.has_permission")}
    assert ("GET /add/", "Owner.has_permission") not in found
