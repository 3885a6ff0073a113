"""Tables, signals and commands of frameworks, as endpoints with uses."""

from __future__ import annotations

from collections.abc import Mapping

from support.endpoints import make_graph

from codegraph.graph_model import EdgeKind, Graph
from codegraph_parsers.file_facts import SymbolKind

MODELS = (
    "from django.db import models\n"
    "class Base(models.Model):\n    class Meta:\n        abstract = True\n"
    "class Parcel(Base):\n    def close(self):\n        self.save()\n"
    "class Box(models.Model):\n    parcel = models.ForeignKey(Parcel, on_delete=models.CASCADE)\n"
    "    class Meta:\n        db_table = 'boxes'\n"
    "class Plain:\n    def save(self): ...\n"
)


def make_shop(files: Mapping[str, str]) -> Graph:
    return make_graph(
        {"shop/__init__.py": "", "shop/models.py": MODELS, "shop/urls.py": "import django.urls\n", **files}
    )


def list_uses(graph: Graph, *kinds: EdgeKind) -> set[tuple[str, str, str]]:
    return {
        (graph.get_symbol(edge.source)[1].name, edge.kind.value, graph.get_symbol(edge.target)[1].name)
        for edge in graph.edges
        if edge.kind in kinds and edge.target >= 0
    }


def list_endpoints(graph: Graph) -> set[str]:
    return {each.qualname for facts in graph.files for each in facts.symbols if each.kind is SymbolKind.ENDPOINT}


def test_models_are_tables_and_managers_read_and_write_them():
    code = (
        "from shop.models import Box, Parcel, Plain\n"
        "def read(): return Parcel.objects.filter(a=1).first()\n"
        "def write(): Box.objects.create(a=1)\n"
        "def both():\n    Box.objects.get_or_create(a=1)\n"
        "def related(): return Box.objects.get(pk=1).parcel.delete()\n"
        "def plain(other):\n    Plain().save()\n    other.save()\n    other.objects.filter()\n"
    )
    graph = make_shop({"shop/code.py": code})
    assert list_endpoints(graph) == {"table:shop_parcel", "table:boxes"}
    assert list_uses(graph, EdgeKind.READS, EdgeKind.WRITES) == {
        ("close", "writes", "shop_parcel"), ("read", "reads", "shop_parcel"), ("write", "writes", "boxes"),
        ("both", "reads", "boxes"), ("both", "writes", "boxes"), ("related", "reads", "boxes"),
        ("related", "writes", "shop_parcel"),
    }  # fmt: skip


def test_the_class_of_a_table_handles_it():
    graph = make_shop({})
    assert list_uses(graph, EdgeKind.HANDLES) == {("shop_parcel", "handles", "Parcel"), ("boxes", "handles", "Box")}


def test_tables_of_sqlalchemy_are_used_by_sessions_and_statements():
    code = (
        "from flask_sqlalchemy import SQLAlchemy\nfrom sqlalchemy import select\n"
        "from sqlalchemy.orm import DeclarativeBase, Session\nimport flask\ndb = SQLAlchemy()\n"
        "class OldUser(db.Model): ...\nclass Base(DeclarativeBase): ...\n"
        "class Order(Base):\n    __tablename__ = 'orders'\n"
        "def ask(): return OldUser.query.filter_by(a=1).first()\n"
        "def find(session: Session): return session.execute(select(Order))\n"
        "def add(session: Session):\n    session.add(Order())\n    db.session.add(OldUser())\n"
    )
    graph = make_graph({"app.py": code})
    assert list_endpoints(graph) == {"table:old_user", "table:orders"}
    assert list_uses(graph, EdgeKind.READS, EdgeKind.WRITES) == {
        ("ask", "reads", "old_user"), ("find", "reads", "orders"), ("add", "writes", "orders"),
        ("add", "writes", "old_user"),
    }  # fmt: skip


def test_a_signal_of_the_tree_leads_from_what_sends_it_to_its_receivers():
    signals = "from django.dispatch import Signal\nsent = Signal()\nother = Signal()\n"
    code = (
        "from django.dispatch import receiver\nfrom shop.signals import sent, other\n"
        "@receiver(sent)\ndef note(sender, **kwargs): ...\ndef count(sender, **kwargs): ...\nother.connect(count)\n"
        "def send():\n    sent.send(sender=None)\n"
        "def socket(queue):\n    queue.send('x')\n    queue.connect(count)\n"
    )
    graph = make_shop({"shop/signals.py": signals, "shop/code.py": code})
    assert list_uses(graph, EdgeKind.PUBLISHES) == {("send", "publishes", "shop.sent")}
    assert list_uses(graph, EdgeKind.CONSUMES) == {
        ("shop.sent", "consumes", "note"), ("shop.other", "consumes", "count"),
    }  # fmt: skip


def test_writing_a_model_sends_its_signals():
    code = (
        "from django.db.models.signals import post_delete, post_save\nfrom django.dispatch import receiver\n"
        "from shop.models import Box, Parcel\n"
        "@receiver([post_save, post_delete], sender=Parcel)\ndef note(sender, **kwargs): ...\n"
        "post_save.connect(note)\n"
        "def write(): Box.objects.create(a=1)\n"
        "def remove(parcel: Parcel): parcel.delete()\n"
        "def change(): Parcel.objects.filter(a=1).update(b=2)\n"
    )
    graph = make_shop({"shop/code.py": code})
    assert list_uses(graph, EdgeKind.PUBLISHES) == {
        ("close", "publishes", "post_save/shop.Parcel"), ("close", "publishes", "post_save"),
        ("write", "publishes", "post_save"), ("remove", "publishes", "post_delete/shop.Parcel"),
    }  # fmt: skip


def test_a_command_is_called_by_its_name():
    command = (
        "from django.core.management.base import BaseCommand\n"
        "class Command(BaseCommand):\n    def handle(self, **options): ...\n"
    )
    code = (
        "from django.core.management import call_command\n"
        "def run(name):\n    call_command('tidy')\n    call_command('migrate')\n    call_command(name)\n"
    )
    graph = make_shop({
        "shop/management/commands/tidy.py": command, "shop/code.py": code, "shop/other/sweep.py": command,
    })  # fmt: skip
    assert ("tidy", "handles", "handle") in list_uses(graph, EdgeKind.HANDLES)
    assert list_uses(graph, EdgeKind.REQUESTS) == {("run", "requests", "tidy")}
