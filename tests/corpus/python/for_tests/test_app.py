from app import App


class Shared:
    def test_get(self):
        App().test_client().get()  #> call App.test_client; test App.test_client


class TestApp(Shared):
    pass
