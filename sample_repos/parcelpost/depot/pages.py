"""Pages for people."""

from flask import url_for
from flask.views import MethodView


def add_pages(app):
    app.add_url_rule("/", view_func=show_start)
    app.add_url_rule("/login", view_func=Login.as_view("login"))
    for path, name in [("/about", "about"), ("/help", "help")]:
        app.add_url_rule(path, name, show_page)


def show_start():
    return f'<a href="{url_for("login")}">log in</a>'


def show_page():
    return "nothing yet"


class Login(MethodView):
    def get(self):
        return "who are you?"

    def post(self):
        return self.greet()

    def greet(self):
        return "hello"
