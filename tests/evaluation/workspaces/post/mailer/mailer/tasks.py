from celery import shared_task


@shared_task
def send_welcome(address):
    deliver(address, "Welcome")


@shared_task(name="mailer.invoice")
def send_invoice(address, cents):
    deliver(address, f"You owe {cents}")


@shared_task
def send_reminder(address):
    deliver(address, "Reminder")


def deliver(address, text):
    return address, text
