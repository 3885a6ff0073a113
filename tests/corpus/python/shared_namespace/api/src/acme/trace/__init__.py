def begin():  #> def function begin
    pass


class Span:
    def end(self): ...
