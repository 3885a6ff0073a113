from rates.settings import settings


def test_zones(rates_client):
    assert rates_client.get(f"{settings.API}/zones").json() == ["inland", "abroad"]


def test_rates(rates_client):
    for zone in ("inland", "abroad"):
        assert rates_client.get(f"{settings.API}/zones/{zone}/rates/2").json()["cost"] == 6


def test_health(rates_client):
    assert rates_client.get("/health").json() == {"status": "ok"}
