"""The limit of open files, as far as a program may raise it."""

import pytest

from codegraph.runtime.open_files import SPARE, allow_open_files

resource = pytest.importorskip("resource")


@pytest.fixture
def hard():
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(1024, before[1]), before[1]))
    yield before[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, before)


def read_limit() -> int:
    return resource.getrlimit(resource.RLIMIT_NOFILE)[0]


def test_it_is_raised_to_what_is_needed(hard: int):
    allow_open_files(2_000)
    assert read_limit() == (2_000 + SPARE if hard == resource.RLIM_INFINITY else min(2_000 + SPARE, hard))


def test_it_is_never_lowered(hard: int):
    allow_open_files(1)
    assert read_limit() == min(1024, hard) if hard != resource.RLIM_INFINITY else 1024


def test_what_the_system_does_not_permit_is_not_asked_for(hard: int):
    if hard == resource.RLIM_INFINITY:
        pytest.skip("any limit is permitted")
    allow_open_files(hard + 1)
    assert read_limit() == hard
