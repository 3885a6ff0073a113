import pytest

PARCELS = "/api/parcels"


def test_a_parcel_is_kept(client):
    assert client.post(f"{PARCELS}/", json={"id": 7}).status_code == 201
    assert client.get(f"{PARCELS}/7").get_json()["id"] == 7


def test_a_parcel_is_dropped(client):
    number = 8
    client.post(PARCELS + "/", json={"id": number})
    assert client.delete("%s/%d" % (PARCELS, number)).status_code == 204


def test_lost_parcels_are_listed(client):
    assert client.get("/api/parcels/lost?since=1").get_json() == []


@pytest.mark.parametrize("path", ["/api/tracking/a", "/api/tracking/a/ulm/bonn"])
def test_stops(client, path):
    assert client.get(path).get_json()["code"] == "a"


def test_health(client):
    assert client.get("/health").status_code == 200


def test_login(client):
    assert client.post("/login").data == b"hello"


def test_what_is_nowhere(client):
    assert client.get("/api/nowhere").status_code == 404


def test_what_is_computed(client, find_path):
    assert client.get(find_path()).status_code == 200


def test_a_dictionary_is_no_client():
    held = {"/health": 1}
    assert held.get("/health") == 1
