"""Answers of the views: findings of the operations, small enough to draw, and the command that asks the same."""

from __future__ import annotations

import shlex
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from support.gitrepo import GitRepo
from support.ui_pages import open_page

from codegraph.operations.capabilities import BY_NAME
from codegraph.ui.views import VIEWS

CALLS = {
    "names": {"q": "money"},
    "text": {"q": "where is a receipt rendered"},
    "notes": {"q": "tax"},
    "symbol": {"id": "Money.format"},
    "callers": {"id": "Money.format"},
    "callees": {"id": "Receipt.render_receipt"},
    "known": {},
    "changes": {},
    "branch": {},
    "path": {"a": "Receipt.render_receipt", "b": "Money.format"},
    "routes": {},
    "map": {"measure": "rank"},
    "rank": {},
    "status": {},
    "cycles": {},
    "dead-code": {},
    "unresolved": {},
    "checks": {},
}


def ask(client: TestClient, view: str, **given: str) -> Any:
    reply = client.get(f"/api/{view}", params=given)
    assert reply.status_code == 200, reply.text
    return reply.json()["data"]


def test_every_view_has_a_test() -> None:
    assert set(CALLS) == set(VIEWS)


@pytest.mark.parametrize("view", CALLS)
def test_a_view_answers_and_names_its_command(own: Path, view: str) -> None:
    GitRepo.make(own, {})
    _, client = open_page(own)
    reply = client.get(f"/api/{view}", params=CALLS[view])
    assert reply.status_code == 200, reply.text
    words = shlex.split(reply.json()["command"])
    assert words[0] == "codegraph"
    assert " ".join(words[1:3]) in BY_NAME or words[1] in BY_NAME
    assert reply.json()["generation"] >= 1
    copied = client.get(f"/api/{view}", params={**CALLS[view], "as": "markdown"})
    assert copied.status_code == 200 and reply.json()["command"] in copied.text


def test_a_symbol_has_its_callers_source_and_callees(client: TestClient) -> None:
    data = ask(client, "symbol", id="Receipt.render_receipt")
    assert data["symbol"]["qualname"] == "Receipt.render_receipt"
    source = data["source"]
    assert (
        source["start"] == data["symbol"]["start_line"] and len(source["lines"]) == source["end"] - source["start"] + 1
    )
    callees = {row["symbol"]["qualname"]: row for row in data["callees"]}
    row = callees["Money.format"]
    assert source["start"] <= row["lines"][0] <= source["end"]
    text = "".join(run if isinstance(run, str) else run[1] for run in row["text"])
    assert "format" in text


def test_tests_are_a_group_of_their_own(client: TestClient) -> None:
    data = ask(client, "symbol", id="Receipt.render_receipt")
    assert data["tests_total"] >= 1 and all(row["symbol"]["test"] for row in data["tests"])
    assert not any(row["symbol"]["test"] for row in data["callers"])


def test_a_class_is_used_by_who_mentions_it(client: TestClient) -> None:
    data = ask(client, "symbol", id="Money")
    assert data["users"] == "references" and data["callers_total"] > 0 and data["members_total"] > 0


def test_a_file_is_shown_from_a_line(client: TestClient) -> None:
    data = ask(client, "symbol", id="storefront/catalog/models.py", **{"from": "5"})
    assert data["source"]["start"] == 5 and data["symbol"]["kind"] == "module"


def test_a_path_has_a_line_for_every_step(client: TestClient) -> None:
    data = ask(client, "path", a="Receipt.render_receipt", b="Money.format")
    assert data["steps"] and all(step["lines"] and step["how"] for step in data["steps"])


def test_without_a_path_it_is_said_where_the_graph_stops(client: TestClient) -> None:
    data = ask(client, "path", a="Money.format", b="OrderService.place")
    assert not data["steps"] and data["stops"]["callers_total"] >= 1
    assert isinstance(data["stops"]["unproven"], list)


def test_a_route_names_who_handles_requests_and_tests_it(applications: TestClient) -> None:
    data = ask(applications, "routes")
    found = {(row["method"], row["path"]): row for row in data["routes"]}
    row = found["GET", "/api/parcels/{parcel_id}"]
    assert row["framework"] == "flask" and row["endpoint"]["file"] == "depot/parcels.py"
    ends = {what: [end["symbol"]["name"] for end in row[what]] for what in ("handlers", "requests", "tests")}
    assert ends == {"handlers": ["show_parcel"], "requests": ["loadParcel"], "tests": ["test_a_parcel_is_kept"]}
    assert [each["name"] for each in data["unanswered"]] == ["GET /api/nowhere"]
    assert {each["reason"] for each in data["undecided"]} == {"computed-path", "computed-name", "not-mounted"}


def test_routes_have_all_words_that_are_asked_for(applications: TestClient) -> None:
    data = ask(applications, "routes", q="ZONES put")
    assert [row["path"] for row in data["routes"]] == ["/labels/zones/{zone}", "/v1/zones/{zone_id}"]
    assert data["total"] == 2 and data["known"] > 20 and data["unanswered"] == []
    assert ask(applications, "routes", q="savezone")["total"] == 1
    assert ask(applications, "routes", q="nowhere")["unanswered_total"] == 1


def test_routes_begin_where_they_are_asked_to(applications: TestClient) -> None:
    whole = ask(applications, "routes")
    rest = ask(applications, "routes", **{"from": "20"})
    assert rest["first"] == 20 and rest["routes"] == whole["routes"][20:]
    assert ask(applications, "routes", **{"from": "99999"})["first"] == whole["total"] - 1


@pytest.mark.parametrize("measure", ["churn", "rank", "tests", "stale", "community"])
def test_a_map_fills_its_frame(client: TestClient, measure: str) -> None:
    data = ask(client, "map", measure=measure)
    top = [each for each in data["rectangles"] if each["depth"] == 0]
    assert 95 <= sum(each["w"] * each["h"] for each in top) / 100 <= 100.5
    assert all(each["x"] >= -0.01 and each["x"] + each["w"] <= 100.01 for each in data["rectangles"])


def test_a_map_of_a_folder_holds_its_files_alone(client: TestClient) -> None:
    data = ask(client, "map", path="storefront/catalog", measure="rank")
    assert data["rectangles"] and all(each["path"].startswith("storefront/catalog/") for each in data["rectangles"])


def test_a_question_sees_an_edit(own: Path) -> None:
    _, client = open_page(own)
    assert ask(client, "names", q="brand_new_helper")["hits"] == []
    models = own / "storefront/catalog/models.py"
    models.write_text(models.read_text() + "\n\ndef brand_new_helper():\n    return Money\n")
    assert [hit["name"] for hit in ask(client, "names", q="brand_new_helper")["hits"]] == ["brand_new_helper"]


def test_a_branch_shows_what_an_edit_breaks_and_the_tests_to_run(own: Path) -> None:
    GitRepo.make(own, {})
    _, client = open_page(own)
    assert ask(client, "branch")["changed_total"] == 0
    models = own / "storefront/catalog/models.py"
    models.write_text(models.read_text().replace("def format(self", "def format(self, symbol, "))
    data = ask(client, "branch")
    changed = {row["symbol"]["qualname"]: row for row in data["changed"]}
    assert changed["Money.format"]["uses_total"] > 0
    assert data["affected_total"] > 0 and data["tests_total"] > 0 and data["test_commands"]
    parts = changed["Money.format"]["risk"]
    assert set(parts) == {"total", "reach", "centrality", "change", "churn", "untested"}


def test_what_an_edit_changes_is_told_before_what_rests_on_it(own: Path) -> None:
    GitRepo.make(own, {})
    _, client = open_page(own)
    assert ask(client, "changes")["total"] == 0
    models = own / "storefront/catalog/models.py"
    text = models.read_text().replace("def format(self", "def format(self, symbol, ")
    models.write_text(text + "\n\ndef added():\n    return 1\n")
    early, whole = ask(client, "changes"), ask(client, "branch")
    told = {(row["symbol"]["id"], row["change"]) for row in early["changes"]}
    assert told == {(row["symbol"]["id"], row["change"]) for row in whole["changed"]}
    assert {row["symbol"]["qualname"] for row in early["changes"]} == {"Money.format", "added"}
    assert early["files"] == 1 and all(row["line"] > 0 for row in early["changes"])


def test_pages_that_compare_at_once_all_get_an_answer(own: Path) -> None:
    GitRepo.make(own, {})
    _, client = open_page(own)
    with ThreadPoolExecutor(4) as pool:
        replies = list(pool.map(lambda _: client.get("/api/branch"), range(4)))
    assert [reply.status_code for reply in replies] == [200] * 4


def test_a_branch_is_compared_with_the_main_one(own: Path) -> None:
    GitRepo.make(own, {}).git("checkout", "-q", "-b", "work")
    _, client = open_page(own)
    data = ask(client, "branch")
    assert data["asked_base"] == "main" and data["bases"] == ["main", "HEAD"]


def test_unfolded_steps_are_rows(client: TestClient) -> None:
    data = ask(client, "callers", id="Money.format")
    assert data["total"] == len(data["rows"]) and all(row["text"] for row in data["rows"])


def test_rows_are_cut_and_their_total_is_told(own: Path) -> None:
    calls = "\n".join(f"def caller_{number}():\n    return popular()\n" for number in range(150))
    (own / "many.py").write_text(f"def popular():\n    return 1\n\n{calls}")
    _, client = open_page(own)
    data = ask(client, "symbol", id="popular")
    assert data["callers_total"] == 150 and len(data["callers"]) == 60


def test_a_long_source_is_shown_in_parts(own: Path) -> None:
    body = "\n".join(f"    x{number} = {number}" for number in range(1_000))
    (own / "long.py").write_text(f"def long():\n{body}\n")
    _, client = open_page(own)
    source = ask(client, "symbol", id="long")["source"]
    assert (source["start"], source["shown"], source["end"]) == (1, 400, 1_001)
    rest = ask(client, "symbol", id="long", **{"from": "401"})["source"]
    assert (rest["start"], rest["shown"]) == (401, 800)


def test_a_kept_answer_is_of_the_generation_that_it_was_made_of(own: Path) -> None:
    _, client = open_page(own)
    before = client.get("/api/rank", params={"path": "storefront"}).json()
    assert client.get("/api/rank", params={"path": "storefront"}).json() == before
    models = own / "storefront/catalog/models.py"
    models.write_text(models.read_text() + "\n\ndef another():\n    return Money(1)\n")
    after = client.get("/api/rank", params={"path": "storefront"}).json()
    assert after["generation"] > before["generation"] and after["data"]["total"] > before["data"]["total"]
