from __future__ import annotations


class Channel:
    def send(self, to: str, text: str) -> None:
        raise NotImplementedError


class MailChannel(Channel):
    def send(self, to: str, text: str) -> None:
        self.deliver(f"{to}: {text}")

    def deliver(self, message: str) -> None:
        self.last = message


class SmsChannel(Channel):
    def send(self, to: str, text: str) -> None:
        self.shorten(text)

    def shorten(self, text: str) -> str:
        return text[:140]


class Notifier:
    def __init__(self) -> None:
        self.channels: dict[str, Channel] = {"mail": MailChannel(), "sms": SmsChannel()}

    def send(self, to: str, text: str) -> None:
        for channel in self.channels.values():
            channel.send(to, text)


notifier = Notifier()
