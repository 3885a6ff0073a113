import pytest
from fastapi.testclient import TestClient

from depot import create_app
from rates.main import app as rates


@pytest.fixture
def depot():
    return create_app(testing=True)


@pytest.fixture
def client(depot):
    with depot.test_client() as client:
        yield client


@pytest.fixture
def rates_client():
    with TestClient(rates) as client:
        yield client
