class Cart:
    def add(self): ...


class Till:
    def open(self): ...


class Clerk:
    def greet(self): ...
