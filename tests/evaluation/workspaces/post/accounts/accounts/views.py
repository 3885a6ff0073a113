from flask import Flask

from accounts.queue import broker
from accounts.tasks import purge

WELCOME = "mailer.tasks.send_welcome"

app = Flask(__name__)


@app.post("/accounts")
def create_account():
    broker.send_task(WELCOME, args=["new@example.org"])
    return {}


@app.delete("/accounts/<int:account>")
def close_account(account):
    broker.send_task("billing.close_account", kwargs={"account": account})
    purge.delay(account)
    return {}


@app.post("/accounts/<int:account>/receipts")
def request_receipts(account):
    kind = "receipts"
    broker.send_task(f"billing.{kind}", args=[account])
    return {}
