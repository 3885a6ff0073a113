from celery import Celery

broker = Celery("accounts", broker="redis://queue:6379/0")
