from celery import Celery, signature

app = Celery("billing")


@app.task(name="billing.close_account")
def close_account(account):
    app.send_task("mailer.invoice", args=[account, 0])
    return account


@app.task(name="billing.receipts")
def make_receipts(account):
    return [account]


@app.task(name="billing.send_welcome")
def send_welcome(address):
    return address


@app.task(name="export:render")
def render(path):
    return path


def remind(address):
    signature("mailer.tasks.send_reminder", args=[address]).apply_async()
