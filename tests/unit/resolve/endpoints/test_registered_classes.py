"""Classes that are given to a framework: what Django's administration runs of them."""

from __future__ import annotations

from support.endpoints import make_graph

from codegraph.graph_model import EdgeKind, Graph

ADMIN = (
    "from django.contrib import admin\nfrom django.contrib.auth.admin import UserAdmin\nfrom django.urls import path\n"
    "class Book: ...\n"
)


def list_run(graph: Graph) -> set[tuple[str, tuple[int, ...]]]:
    return {
        (graph.get_symbol(edge.target)[1].qualname, edge.lines) for edge in graph.edges if edge.kind is EdgeKind.RUNS
    }


def test_a_registered_class_runs_what_it_overrides_and_names():
    text = ADMIN + (
        "class Old(admin.SimpleListFilter):\n  def queryset(self, request, queryset): ...\n"
        "class Page(admin.TabularInline):\n  def get_queryset(self, request): ...\n  def other(self): ...\n"
        "def publish(modeladmin, request, queryset): ...\n"
        "@admin.register(Book)\n"
        "class BookAdmin(admin.ModelAdmin):\n"
        "  list_display = ('name', 'total')\n  list_filter = [Old]\n  inlines = [Page]\n  actions = [publish, 'archive']\n"
        "  def total(self, book): ...\n  def archive(self, request, queryset): ...\n"
        "  def save_model(self, *given): ...\n  def unused(self): ...\n"
    )
    assert list_run(make_graph({"admin.py": text})) == {
        (name, (11,)) for name in ("Old.queryset", "Page.get_queryset", "publish", "BookAdmin.total",
                                   "BookAdmin.archive", "BookAdmin.save_model")
    }  # fmt: skip


def test_a_site_of_ones_own_registers_classes_too():
    text = ADMIN + (
        "class Site(admin.AdminSite): ...\nsite = Site()\n"
        "class BookAdmin(admin.ModelAdmin):\n  def get_queryset(self, request): ...\n"
        "class PersonAdmin(UserAdmin):\n  def get_inline_instances(self, request): ...\n"
        "class NoAdmin(admin.ModelAdmin):\n  def get_queryset(self, request): ...\n"
        "site.register(Book, BookAdmin)\nadmin.site.register(Book, admin_class=PersonAdmin)\n"
    )
    assert list_run(make_graph({"admin.py": text})) == {
        ("BookAdmin.get_queryset", (13,)), ("PersonAdmin.get_inline_instances", (14,)),
    }  # fmt: skip


def test_a_class_of_the_tree_that_registers_is_none_of_the_framework():
    text = ADMIN + (
        "class Site:\n  def register(self, model, admin): ...\nsite = Site()\n"
        "class BookAdmin(admin.ModelAdmin):\n  def get_queryset(self, request): ...\n"
        "site.register(Book, BookAdmin)\n"
    )
    assert list_run(make_graph({"admin.py": text})) == set()
