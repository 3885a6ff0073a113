"""Topics: what publishes messages, and what consumes them."""

from __future__ import annotations

import pytest
from support.endpoints import list_reasons, make_graph

from codegraph.graph_model import EdgeKind, Graph
from codegraph_parsers.frameworks import load_models
from codegraph_parsers.frameworks.framework_model import ModelError
from codegraph_parsers.frameworks.repository_models import parse_repository_model

APPLICATION = "from celery import Celery\napp = Celery('shop')\n"


def list_channel_edges(graph: Graph) -> set[tuple[str, str, str]]:
    return {
        (graph.get_symbol(edge.source)[1].qualname, edge.kind.value, graph.get_symbol(edge.target)[1].qualname)
        for edge in graph.edges
        if edge.kind in (EdgeKind.PUBLISHES, EdgeKind.CONSUMES)
    }


def make_shop(tasks: str, use: str) -> Graph:
    return make_graph(
        {"shop/__init__.py": "", "shop/queue.py": APPLICATION, "shop/tasks.py": tasks, "shop/use.py": use}
    )


def test_a_task_is_named_by_its_module_and_function():
    graph = make_shop(
        "from celery import shared_task\nfrom shop.queue import app\n"
        "@app.task\ndef pack(): ...\n@shared_task(bind=True)\ndef send(self): ...\n",
        "from shop import tasks\nfrom shop.tasks import pack\n"
        "def order():\n  pack.delay(1)\n  tasks.send.apply_async()\n",
    )
    assert list_channel_edges(graph) == {
        ("topic:shop.tasks.pack", "consumes", "pack"),
        ("topic:shop.tasks.send", "consumes", "send"),
        ("order", "publishes", "topic:shop.tasks.pack"),
        ("order", "publishes", "topic:shop.tasks.send"),
    }
    assert list_reasons(graph) == []


def test_a_task_may_have_a_name_of_its_own():
    graph = make_shop(
        "from shop.queue import app\nNAME = 'parcels.pack'\n@app.task(name=NAME)\ndef pack(): ...\n",
        "from celery import signature\nfrom shop.queue import app\n"
        "def order():\n  app.send_task('parcels.pack')\ndef plan():\n  signature('parcels.pack')\n",
    )
    assert list_channel_edges(graph) == {
        ("topic:parcels.pack", "consumes", "pack"),
        ("order", "publishes", "topic:parcels.pack"),
        ("plan", "publishes", "topic:parcels.pack"),
    }


def test_parts_of_a_chain_publish():
    graph = make_shop(
        "from shop.queue import app\n@app.task\ndef pack(): ...\n@app.task\ndef send(): ...\n",
        "from shop.tasks import pack, send\ndef order():\n  (pack.s(1) | send.si()).apply_async()\n",
    )
    assert {target for _, kind, target in list_channel_edges(graph) if kind == "publishes"} == {
        "topic:shop.tasks.pack",
        "topic:shop.tasks.send",
    }


def test_the_name_of_a_task_that_is_computed_is_told():
    graph = make_shop(
        "from shop.queue import app\n@app.task(name='a' + input())\ndef pack(): ...\n",
        "import sys\nfrom shop.queue import app\ndef order():\n  app.send_task(sys.argv[1])\n",
    )
    assert list_channel_edges(graph) == set()
    assert sorted(list_reasons(graph)) == [("topic:a{}", "computed-name"), ("topic:{}", "computed-name")]


def test_members_of_the_same_names_publish_nothing():
    graph = make_shop(
        "from shop.queue import app\n@app.task\ndef pack(): ...\n",
        "class Timer:\n  def delay(self): ...\n  def send_task(self, name): ...\n"
        "def plain(): ...\n"
        "def order(anything):\n  Timer().delay()\n  Timer().send_task('shop.tasks.pack')\n  plain.delay()\n"
        "  anything.delay()\n",
    )
    assert {kind for _, kind, _ in list_channel_edges(graph)} == {"consumes"}
    assert list_reasons(graph) == []


def test_where_only_topics_are_served_requests_ask_other_services():
    graph = make_shop(
        "import requests\nfrom shop.queue import app\n@app.task\ndef pack():\n  requests.get('/api/x')\n", ""
    )
    assert list_channel_edges(graph) == {("topic:shop.tasks.pack", "consumes", "pack")}
    assert list_reasons(graph) == [("GET /api/x", "other-service")]


def test_models_of_a_repository_may_not_speak_of_known_tasks():
    text = 'title = "own"\nlanguages = ["python"]\nrole = "broker"\n[[consumer]]\non = ["celery.Celery.task"]\n'
    with pytest.raises(ModelError, match="speaks of"):
        parse_repository_model("own", text + 'function = "decorated"\n', load_models())


def test_a_model_of_a_repository_adds_topics():
    text = (
        'title = "own"\nlanguages = ["python"]\nmodules = ["bus"]\nrole = "broker"\n'
        '[[consumer]]\non = ["bus"]\nmembers = ["listen"]\ntopic = [0]\nseveral_topics = true\nfunction = "around"\n'
        '[[publisher]]\non = ["bus"]\nmembers = ["send"]\ntopic = [0]\n'
    )
    files = {"a.py": "import bus\ndef work():\n  bus.listen('x', 'y')\ndef tell():\n  bus.send('y')\n"}
    graph = make_graph(files, {".codegraph/frameworks/own/model.toml": text})
    assert list_channel_edges(graph) == {
        ("topic:x", "consumes", "work"),
        ("topic:y", "consumes", "work"),
        ("tell", "publishes", "topic:y"),
    }
