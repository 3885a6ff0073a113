"""Every corpus file resolves to what the assertions beside its code say."""

from __future__ import annotations

import pytest
from support import corpus
from support.corpus import Case

CASES = list(corpus.cases())
FILES = [(case, path) for case in CASES for path in case.paths if corpus.claims(case.text(path), case.language)]


@pytest.mark.parametrize("case", CASES, ids=lambda c: c.name)
def test_a_case_claims_something(case: Case):
    assert any(corpus.claims(case.text(path), case.language) for path in case.paths)


@pytest.mark.parametrize(("case", "path"), FILES, ids=[c.name if c.single else f"{c.name}/{p}" for c, p in FILES])
def test_the_code_means_what_is_written_beside_it(case: Case, path: str):
    found = corpus.resolved(case)
    lines = case.text(path).decode("utf-8", "replace").splitlines()
    failures: list[str] = []
    for claim in corpus.claims(case.text(path), case.language):
        why = found.failure(path, claim)
        if why:
            wanted = " ".join(part for part in (claim.kind, claim.name, claim.rest) if part)
            code = lines[claim.line - 1].strip() if claim.line else ""
            failures.append(
                f"{path}:{claim.line}: {code}\n    wanted: {wanted}: {why}\n    found:\n{found.told(path, claim.line)}"
            )
    assert not failures, "\n" + "\n".join(failures)
