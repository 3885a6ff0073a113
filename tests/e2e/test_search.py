"""Code search over a small repository: what comes first, and what never breaks it."""

import json
import re
from io import BytesIO
from pathlib import Path
from types import SimpleNamespace

import pytest

from codegraph.cli.app import main
from codegraph.errors import NotFoundError, StorageError
from codegraph.indexing.pipeline import index_repository
from codegraph.query.index import Index
from codegraph.settings.config import Config
from codegraph.store.layout import get_index_folder
from codegraph.store.lexical import FILE
from tests.support.files import written

FILES = {
    "shop/basket.py": 'class Basket:\n    """Items a customer wants to buy."""\n\n    def add_item(self, item): ...\n',
    "shop/checkout.py": "from shop.basket import Basket\n\n\ndef pay(basket: Basket):\n    return charge_card(basket)\n",
    "shop/rates.vala": "class RateLimiter {\n    public bool allowRequest() { return tokens > 0; }\n}\n",
    "tests/test_basket.py": "from shop.basket import Basket\n\n\ndef test_add_item():\n    Basket().add_item(1)\n",
    "docs/refunds.md": "# Refunds\n\nMoney goes back to the customer within a week.\n",
    "notes/検索.txt": "検索エンジンの設定について\n",
    "notes/cafe.txt": "Le café est fermé pour rénovation.\n",
    "notes/mass.txt": "Die Größe der Tür steht im Katalog.\n",
    "notes/fenster.txt": "Die Hoehe des Fensters steht im Katalog.\n",
}


@pytest.fixture(scope="module")
def indexed(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Config]:
    root = tmp_path_factory.mktemp("shop") / "repo"
    for path, text in FILES.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, encoding="utf-8")
    config = Config(tmp_path_factory.mktemp("home"))
    index_repository(root, config)
    return root, config


@pytest.fixture
def index(indexed: tuple[Path, Config]):
    with Index.open(*indexed) as opened:
        yield opened


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("Basket", "shop/basket.py"),
        ("Basket.add_item", "shop/basket.py"),
        ("addItem", "shop/basket.py"),
        ("shop/checkout.py", "shop/checkout.py"),
        ("rate limiter", "shop/rates.vala"),
        ("allowRequest", "shop/rates.vala"),
        ("documentation of refunds", "docs/refunds.md"),
        ("検索エンジン", "notes/検索.txt"),
        ("renovation cafe", "notes/cafe.txt"),
        ("grösse", "notes/mass.txt"),
        ("GROESSE", "notes/mass.txt"),
        ("große tuer", "notes/mass.txt"),
        ("Höhe", "notes/fenster.txt"),
        ("tests of adding an item", "tests/test_basket.py"),
        ("which tests cover what a customer wants to buy, items of a basket", "tests/test_basket.py"),
    ],
)
@pytest.mark.parametrize("lexical", [False, True])
def test_the_file_that_answers_comes_first(index: Index, query: str, first: str, lexical: bool) -> None:
    assert index.search_code(query, lexical=lexical).hits[0].file == first


def test_tests_come_after_what_they_test_unless_asked_for(index: Index) -> None:
    def rank_of(answer) -> int:
        return [hit.file for hit in answer.hits].index("tests/test_basket.py")

    assert rank_of(index.search_code("add_item")) >= rank_of(index.search_code("add_item", tests=True))


def test_filters_hold(index: Index) -> None:
    assert {h.file for h in index.search_code("customer basket", path=lambda p: p.startswith("docs/")).hits} == {
        "docs/refunds.md"
    }
    assert {h.symbol.language for h in index.search_code("basket", languages=("python",)).hits} == {"python"}
    assert index.search_code("basket", path=lambda _: False).hits == ()


def test_every_part_of_a_score_is_explained(index: Index) -> None:
    for hit in index.search_code("basket of a customer", explain=True).hits:
        parts = sum(part.value for part in hit.signals if not part.name.startswith("×"))
        for part in hit.signals:
            parts *= part.value if part.name.startswith("×") else 1
        assert hit.score <= parts + 0.001


@pytest.mark.parametrize(
    "query", ["", "   \n\t", "\0\1\2", '"', "' OR 1=1 --", "a AND (b OR", "NEAR(", "^*:", "-", "🎉", "zzqqxxyyzz", "{}"]
)
def test_queries_of_no_use_find_nothing_or_something_and_never_fail(index: Index, query: str) -> None:
    for lexical in (True, False):
        assert index.search_code(query, lexical=lexical).hits == () or query.strip()


def test_a_huge_query_is_answered(index: Index) -> None:
    assert index.search_code("basket customer " * 7000).hits


def test_nothing_found_names_what_is_near(index: Index) -> None:
    answer = index.search_code("Baskett")
    assert answer.hits or "Basket" in answer.near


@pytest.mark.parametrize("query", ["Baskett Chekout", "zzqqxx in baskett"])
def test_nothing_found_by_several_words_names_what_is_near_each(index: Index, query: str) -> None:
    answer = index.search_code(query, lexical=True)
    assert not answer.hits and "Basket" in answer.near


def test_no_name_is_near_to_a_word_that_every_sentence_has(tmp_path: Path) -> None:
    root = written(tmp_path, {"a.py": "def then(): ...\n\n\ndef thew(): ...\n\n\ndef blister(): ...\n"})
    config = Config(tmp_path / "home", vectors=False)
    index_repository(root, config)
    with Index.open(root, config) as opened:
        assert opened.search_code("flurb the blistr", lexical=True).near == ("blister",)


@pytest.mark.parametrize("query", ["pizabo rezulo", "zixqeva", "how is the blorptang wumpused", "fesi pulofupi dezu"])
def test_words_that_nobody_knows_find_nothing_even_where_their_pieces_do(
    index: Index, query: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("codegraph.search.search_engine.ALIKE", -1.0)  # whatever their pieces are near to
    assert not index.search_code(query).hits


def test_words_that_mean_what_the_repository_says_otherwise_find_it(
    index: Index, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("codegraph.search.search_engine.ALIKE", -1.0)
    assert index.search_code("purchaser").hits


def test_a_damaged_search_index_is_told(tmp_path: Path) -> None:
    root, config = tmp_path / "repo", Config(tmp_path / "home", vectors=False)
    root.mkdir()
    (root / "a.py").write_text("def save(): ...\n")
    index_repository(root, config)
    (get_index_folder(config.home, root).get_generation(1) / FILE).write_bytes(b"no index")
    with Index.open(root, config) as opened, pytest.raises(StorageError):
        opened.search_code("save")


def test_without_vectors_the_answer_says_so(tmp_path: Path) -> None:
    root, config = tmp_path / "repo", Config(tmp_path / "home", vectors=False)
    root.mkdir()
    (root / "a.py").write_text("def save(): ...\n")
    index_repository(root, config)
    with Index.open(root, config) as opened:
        answer = opened.search_code("save")
    assert (answer.hits[0].file, bool(answer.problem)) == ("a.py", True)


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("how long does a failed job wait before it is run again", "shop/pause.py"),
        ("where is the configuration read", "shop/cfg.py"),
        ("who deletes things by their number", "shop/orders.py"),
    ],
)
def test_questions_are_answered_in_other_words_and_not_by_a_file_called_what_all_is_about(
    tmp_path: Path, query: str, first: str
) -> None:
    files = {
        "shop/job.py": 'class Job:\n    """A job of the shop."""\n\n    def start(self, job): ...\n',
        "shop/pause.py": 'def pause_of(job):\n    """Seconds a failed job waits before it is run again."""\n',
        "shop/cfg.py": "def load():\n    return {}\n",
        "shop/orders.py": "class Orders:\n    def remove(self, number):\n        self.rows.pop(number)\n",
        **{f"shop/part{i}.py": f"def part{i}(job):\n    return job.number{i}\n" for i in range(12)},
    }
    for path, text in files.items():
        (tmp_path / "repo" / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "repo" / path).write_text(text)
    config = Config(tmp_path / "home", vectors=False)
    index_repository(tmp_path / "repo", config)
    with Index.open(tmp_path / "repo", config) as opened:
        assert opened.search_code(query, lexical=True).hits[0].file == first


def test_a_name_that_only_a_file_without_a_grammar_defines_is_no_symbol_but_can_be_found(index: Index) -> None:
    with pytest.raises(NotFoundError) as told:
        index.find_symbol("RateLimiter.allowRequest")
    assert told.value.message == "no symbol `RateLimiter.allowRequest`"
    assert "Vala is searchable, not analysed" in told.value.hint
    assert "shop/rates.vala:1-3" in told.value.hint
    with pytest.raises(NotFoundError) as other:
        index.find_symbol("refund")
    assert "not analysed" not in other.value.hint


def test_locate_names_definitions_of_files_without_a_grammar(
    indexed: tuple[Path, Config],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("CODEGRAPH_HOME", str(indexed[1].home))
    assert main(["locate", "the rate limiter allows no request", "-C", str(indexed[0])]) == 0
    assert "  RateLimiter" in (found := capsys.readouterr().out)
    assert "shop/rates.vala:1" in found


def test_locate_lists_functions_with_their_lines_beside_the_files(
    indexed: tuple[Path, Config],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("CODEGRAPH_HOME", str(indexed[1].home))
    assert main(["locate", "charging a card twice when paying at the checkout", "-C", str(indexed[0])]) == 0
    files, _, functions = capsys.readouterr().out.partition("\n\nfunctions, most suspicious first\n")
    assert files.startswith("files, most suspicious first, with what") and "shop/checkout.py" in files
    assert re.search(r"^  pay +shop/checkout\.py:\d+-\d+$", functions, re.M)


def test_exploring_files_without_a_grammar_says_which_lines_are_shown(
    indexed: tuple[Path, Config],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("CODEGRAPH_HOME", str(indexed[1].home))
    assert main(["explore", "how does the rate limiter allow a request", "-C", str(indexed[0])]) == 0
    assert "\nRateLimiter\n```text shop/rates.vala:1-3\n" in capsys.readouterr().out


def test_locate_puts_the_file_of_the_stack_frame_first(
    indexed: tuple[Path, Config],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    root, config = indexed
    monkeypatch.setenv("CODEGRAPH_HOME", str(config.home))
    issue = tmp_path / "issue.txt"
    issue.write_text('Paying fails\n  File "/srv/app/shop/checkout.py", line 5, in pay\nNameError: charge_card\n')
    assert main(["locate", "--issue", str(issue), "--json", "-C", str(root)]) == 0
    results = json.loads(capsys.readouterr().out)["results"]
    assert results["files"][0]["file"] == "shop/checkout.py"
    assert results["symbols"][0]["symbol"]["name"] == "pay"
    assert (results["frames"], results["symbols"][0]["line"]) == (1, 5)


def test_the_function_of_a_frame_is_found_by_its_name_where_lines_moved(
    indexed: tuple[Path, Config],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("CODEGRAPH_HOME", str(indexed[1].home))
    trace = 'File "/srv/app/shop/checkout.py", line 500, in pay'
    assert main(["locate", trace, "--json", "-C", str(indexed[0])]) == 0
    first = json.loads(capsys.readouterr().out)["results"]["symbols"][0]
    assert (first["symbol"]["name"], first["line"]) == ("pay", 0)


WRAPPED = """### Is there an existing issue for this?

- [x] I have searched the existing issues

### What happened?

The card is charged twice

When paying at the checkout the card is charged again.

### Which operating system are you on?

macOS 14.5

### Environment

- Python: 3.12.1
- rate limiter: 1.4.0

### Anything else?

_No response_
"""


def test_a_form_around_an_issue_leads_to_the_same_files(
    indexed: tuple[Path, Config],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("CODEGRAPH_HOME", str(indexed[1].home))
    (tmp_path / "form.md").write_text(WRAPPED)
    (tmp_path / "bare.md").write_text(
        "The card is charged twice\n\nWhen paying at the checkout the card is charged again.\n"
    )
    found = []
    for name in ("bare.md", "form.md"):
        assert main(["locate", "--issue", str(tmp_path / name), "--json", "-C", str(indexed[0])]) == 0
        found.append(json.loads(capsys.readouterr().out)["results"])
    bare, form = ([file["file"] for file in results["files"]] for results in found)
    assert bare == form and bare[0] == "shop/checkout.py"
    assert found[1]["symbols"][0]["symbol"]["name"] == "pay"


def test_locate_takes_the_issue_itself_and_says_where_it_may_come_from(
    indexed: tuple[Path, Config],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("CODEGRAPH_HOME", str(indexed[1].home))
    here = ["-C", str(indexed[0])]
    assert main(["locate", 'File "/srv/app/shop/checkout.py", line 5, in pay', "--json", *here]) == 0
    assert json.loads(capsys.readouterr().out)["results"]["frames"] == 1
    assert main(["locate", "text", "--issue", "file", *here]) == 2
    monkeypatch.setattr("sys.stdin", SimpleNamespace(isatty=lambda: True))
    assert main(["locate", *here]) == 2
    assert "no issue is given\nhint: give its text, its file" in capsys.readouterr().err


def test_locate_reads_an_issue_from_standard_input(
    indexed: tuple[Path, Config],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("CODEGRAPH_HOME", str(indexed[1].home))
    issue = b'File "/srv/app/shop/checkout.py", line 5, in pay'
    monkeypatch.setattr("sys.stdin", SimpleNamespace(isatty=lambda: False, buffer=BytesIO(issue)))
    assert main(["locate", "-", "--json", "-C", str(indexed[0])]) == 0
    assert json.loads(capsys.readouterr().out)["results"]["frames"] == 1


def test_an_empty_issue_is_an_error(
    indexed: tuple[Path, Config],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("CODEGRAPH_HOME", str(indexed[1].home))
    (tmp_path / "empty").write_text(" \n")
    assert main(["locate", "--issue", str(tmp_path / "empty"), "-C", str(indexed[0])]) == 2
    assert "empty" in capsys.readouterr().err


TALK = {
    "plant/pump.py": (
        'class Busy(Exception): ...\n\n\ndef start(pid: int) -> None:\n    """Starts the machine."""\n'
        '    raise Busy(f"the machine of this hall is already running (pid {pid})")\n'
    ),
    "plant/status.py": (
        "def state(hall, machine, pid):\n    # running pid, already known: the hall of a machine, not a machine's hall\n"
        "    pid, running = machine.pid, hall.running\n    already = machine.hall\n    return pid, running, already\n"
    ),
    "plant/types.py": (
        "from typing import TypedDict\n\n\nclass ReportOptions(TypedDict):\n    header: str\n    columns: int\n"
        "    separator: str\n"
    ),
    "plant/report.py": (
        "def render(options):\n    header, columns = options['header'], options['columns']\n"
        "    return options['separator'].join([header] * columns)\n"
    ),
    "plant/theme.py": "def chosen(page):\n    return page.theme or 'plain'\n",
    "plant/page.py": "class Page:\n    def chosen(self):\n        return self\n\n    def page(self): ...\n",
}


@pytest.fixture(scope="module")
def talk(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Config]:
    root = tmp_path_factory.mktemp("talk") / "repo"
    for path, text in TALK.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, encoding="utf-8")
    config = Config(tmp_path_factory.mktemp("home"))
    index_repository(root, config)
    return root, config


@pytest.mark.parametrize(
    ("query", "name", "kind"),
    [
        ("who opens the shutter", "open_shutter", "function"),
        ("who paints a stall", "paint", "function"),
        ("what a stall is", "open_shutter", "function"),  # none says more: the longest stays
        ("which signal is for fire", "SIGNAL_FIRE", ""),
        ("when does the bell ring", "Hall.ring", "method"),  # of a part of a type
        ("how wide is a hall", "Hall", "class"),
    ],
)
def test_a_hit_is_called_by_the_definition_that_the_query_speaks_of(
    tmp_path: Path, query: str, name: str, kind: str
) -> None:
    files = {
        "market/stall.py": "def paint(stall):\n    stall.coat()\n\n\n"
        "def open_shutter(stall):\n    stall.up()\n    stall.lit = True\n    stall.cry()\n",
        "market/hall.py": "class Hall:\n    wide = 4\n    deep = 5\n"
        + "".join(f"    door_{i} = None  # number {i}\n" for i in range(9))
        + "\n    def ring(self):\n        self.bell.ring()\n\n    def close(self):\n"
        + "        self.doors.append('shut')\n" * 60,
        "market/signals.py": "SIGNAL_RAIN = 1\nSIGNAL_FIRE = 2\nSIGNAL_HAIL = 3\n",
    }
    config = Config(tmp_path / "home", vectors=False)
    root = written(tmp_path, files)
    index_repository(root, config)
    with Index.open(root, config) as opened:
        hit = opened.search_code(query, lexical=True).hits[0]
    assert (hit.name, str(hit.symbol.kind) if hit.symbol.qualname else "") == (name, kind)


@pytest.mark.parametrize("lexical", [False, True])
def test_a_quoted_message_comes_before_its_words(talk: tuple[Path, Config], lexical: bool) -> None:
    with Index.open(*talk) as opened:
        found = opened.search_code("the machine of this hall is already running (pid 12)", lexical=lexical)
        assert found.hits[0].file == "plant/pump.py"


@pytest.mark.parametrize(("path", "counts_less"), [("plant/types.py", True), ("plant/page.py", False)])
def test_a_file_that_only_declares_types_counts_as_a_declaration(
    talk: tuple[Path, Config], path: str, counts_less: bool
) -> None:
    with Index.open(*talk) as opened:
        hits = opened.search_code("header of the options of a page", explain=True).hits
    signals = next(hit.signals for hit in hits if hit.file == path)
    assert ("× declaration" in {part.name for part in signals}) == counts_less


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("is the price of a passenger reduced", "lib/fare.js"),
        ("reduceFare", "lib/fare.js"),
        ("FareOptions", "index.d.ts"),
    ],
)
def test_code_comes_before_the_file_that_declares_its_types(tmp_path: Path, query: str, first: str) -> None:
    root = written(
        tmp_path,
        {
            "index.d.ts": "/** How the fare of a passenger is reduced. */\nexport interface FareOptions {\n"
            "  /** By how much the fare of a passenger is reduced. */\n  reduced: number;\n}\n"
            "/** Reduces the fare of a passenger. */\nexport function reduceFare(fare: number): number;\n",
            "lib/fare.js": "exports.reduceFare = function (fare, passenger) {\n"
            "  const share = passenger.age < 6 ? 0 : 1;\n  return fare * share;\n};\n",
            **{f"lib/stop{i}.js": f"exports.stop{i} = passenger => passenger.leave({i});\n" for i in range(8)},
        },
    )
    config = Config(tmp_path / "home")
    index_repository(root, config)
    with Index.open(root, config) as opened:
        assert opened.search_code(query).hits[0].file == first


@pytest.mark.parametrize("lexical", [False, True])
def test_code_that_says_a_whole_message_comes_before_files_named_like_its_words(tmp_path: Path, lexical: bool) -> None:
    said = "Basket rows must hold numeric values or arrays of numbers"
    basket = [f"    def rows{i}(self, basket):\n        return basket.rows, self.values\n" for i in range(6)]
    root = written(
        tmp_path,
        {
            "shop/basket.py": 'class Basket:\n    """Rows of numeric values."""\n\n' + "\n".join(basket),
            "shop/push.py": f"def push(items):\n    if not items:\n        raise ValueError('{said}')\n",
            "shop/use.py": "from shop.basket import Basket\n\n\ndef use(basket: Basket):\n    return basket.rows1(basket)\n",
            "tests/test_push.py": f"def test_basket():\n    assert '{said}' in push([])\n",
            "docs/errors.md": f"# Basket\n\n{said}: give some.\n",
        },
    )
    config = Config(tmp_path / "home")
    index_repository(root, config)
    with Index.open(root, config) as opened:
        assert opened.search_code(f"ValueError: {said}", lexical=lexical).hits[0].file == "shop/push.py"


KEYS = {
    "shop/job.py": "class Job:\n    def retries(self, job):\n        return job.retries, job.max\n",
    "shop/retry.py": "def retry(job):\n    return max(job.retries, job.max_retries)\n",
    "shop/defaults.py": "DEFAULTS = {'page-limit': 20, 'x.debug': 0}\n\n\ndef limit(settings):\n    return settings['job_retry_max']\n",
    "shop/page.py": "class Page:\n    def size(self, page):\n        return page.size, page.limit, 'page-limit-size'\n",
    "shop/shell.py": "import os\n\n\ndef debug(x):\n    return x.debugged or os.environ.get('SHOPDEBUG')\n",
    "shop/fields.py": "class Fields:\n    page_limit = 1\n    limit_of_page = page_limit\n",
    "shop/debug.py": "def debug(x):\n    page_limit = x\n    return page_limit\n",
    "tests/test_job.py": "class Fake:\n    job_retry_max = 3\n",
    "docs/settings.md": "# job_retry_max\n\n`job_retry_max`, `page-limit` and `SHOPDEBUG` are settings.\n",
}


@pytest.mark.parametrize(
    ("name", "first"),
    [
        ("job_retry_max", "shop/defaults.py"),
        ("`page-limit`", "shop/defaults.py"),
        ("x.debug", "shop/defaults.py"),
        ("SHOPDEBUG", "shop/shell.py"),
        ("Job.retries", "shop/job.py"),
        ("retries", "shop/job.py"),
    ],
)
@pytest.mark.parametrize("lexical", [False, True])
def test_a_name_that_stands_in_texts_only_is_found_where_it_stands(
    keys: tuple[Path, Config], name: str, first: str, lexical: bool
) -> None:
    with Index.open(*keys) as opened:
        assert opened.search_code(name, lexical=lexical).hits[0].file == first


@pytest.mark.parametrize(
    ("query", "told"),
    [
        ("what happens when job_retry_max is set", True),
        ('who reads "page-limit" here', True),
        ("what does Job do when job_retry_max is set", False),  # what the code defines says where to look
        ("what happens when page-limit is set", False),  # words are joined so, too
    ],
)
def test_such_a_name_in_a_question_speaks_for_the_code_that_says_it(
    keys: tuple[Path, Config], query: str, told: bool
) -> None:
    with Index.open(*keys) as opened:
        hits = opened.search_code(query, lexical=True, explain=True).hits
        quoting = {hit.file for hit in hits if any(part.name == "quotes" for part in hit.signals)}
        assert quoting == ({"shop/defaults.py"} if told else set())


@pytest.fixture(scope="module")
def keys(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Config]:
    root, config = written(tmp_path_factory.mktemp("keys"), KEYS), Config(tmp_path_factory.mktemp("home"))
    index_repository(root, config)
    return root, config


def test_a_test_in_a_file_of_code_counts_less_unless_tests_are_asked_for(tmp_path: Path) -> None:
    tests = "#[cfg(test)]\nmod tests {\n" + "".join(
        f"    #[test]\n    fn shows_plus_signs_{i}() {{\n        // plus signs in the margin\n        parse({i});\n    }}\n"
        for i in range(9)
    )
    files = {
        "src/range.rs": "pub fn parse(n: usize) -> usize {\n    n\n}\n\n" + tests + "}\n",
        "src/lib.rs": "mod range;\n",
    }
    root, config = written(tmp_path, files), Config(tmp_path / "home", vectors=False)
    index_repository(root, config)

    def said(query: str, *, tests: bool = False) -> list[float]:
        hits = opened.search_code(query, lexical=True, tests=tests, explain=True).hits
        signals = [part for hit in hits if hit.symbol.is_test for part in hit.signals]
        return sorted(part.value for part in signals if part.name == "words")

    with Index.open(root, config) as opened:
        as_code = said("plus signs in the margin", tests=True)
        assert as_code
        assert said("plus signs in the margin") == pytest.approx([value / 2 for value in as_code], abs=1e-3)
        assert len(said("tests of plus signs in the margin")) == len(as_code)


def test_a_quotation_in_a_file_that_is_gone_is_no_error(talk: tuple[Path, Config], tmp_path: Path) -> None:
    root = tmp_path / "copy"
    (root / "plant").mkdir(parents=True)
    for path, text in TALK.items():
        (root / path).write_text(text, encoding="utf-8")
    config = Config(tmp_path / "home")
    index_repository(root, config)
    (root / "plant/pump.py").unlink()
    with Index.open(root, config) as opened:
        assert opened.search_code("the machine of this hall is already running (pid 12)").hits


@pytest.mark.parametrize("command", ["search", "explore", "locate"])
def test_an_answer_to_words_that_are_nowhere_says_so_in_every_form(
    talk: tuple[Path, Config],
    command: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    root, config = talk
    monkeypatch.setenv("CODEGRAPH_HOME", str(config.home))
    said = "nothing here answers this: `zorbing`, `flimmer` occur nowhere here; the nearest was found by `header` alone"
    given = [command, "zorbing flimmer header", "--repo", str(root)]
    assert main(given) == 0
    out, err = capsys.readouterr()
    assert said in out + err
    assert main([*given, "--json"]) == 0
    assert said in json.loads(capsys.readouterr().out)["warnings"]


def test_exploring_words_that_are_nowhere_shows_no_source(
    talk: tuple[Path, Config],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    root, config = talk
    monkeypatch.setenv("CODEGRAPH_HOME", str(config.home))
    assert main(["explore", "zorbing flimmer header", "--repo", str(root)]) == 0
    out = capsys.readouterr().out
    assert "nearest: " in out and "render" in out and "def render" not in out


@pytest.mark.parametrize(
    ("query", "words", "weak"),
    [
        ("header of a report", (), False),
        ("zorbing header columns separator", ("zorbing",), False),
        ("where is renderReprt called", ("renderReprt",), False),
        ("zorbing flimmer header", ("zorbing", "flimmer"), True),
        ("RuntimeError: zorbing flimmer header", (), False),  # a log is full of words that no code has
    ],
)
def test_words_that_are_nowhere_are_told(
    talk: tuple[Path, Config], query: str, words: tuple[str, ...], weak: bool
) -> None:
    with Index.open(*talk) as opened:
        for lexical in (False, True):
            absent = opened.search_code(query, lexical=lexical).absent
            assert absent.words == words or (lexical and query.startswith("zorbing header"))
            assert absent.weak == weak
