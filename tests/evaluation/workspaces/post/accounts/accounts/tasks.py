from accounts.queue import broker


@broker.task(name="accounts.purge")
def purge(account):
    return account


@broker.task
def send_welcome(address):
    """Count addresses; nothing outside of this service asks for it."""
    return len(address)
