class Client:
    def get(self): ...


class App:
    def test_client(self):
        return Client()  #> call Client


def client_of(app: App):
    return app.test_client().get()  #> call App.test_client; call Client.get
