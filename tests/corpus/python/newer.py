# Python that is newer than the grammar: defaults of type parameters.
def first() -> int:  #> def function first
    return 1


class Box[T = int, U: (int, str) = int]:  #> def class Box
    def get(self) -> int:  #> def method Box.get
        return first()  #> call first


def make[T: object = Box[int]](kind: T) -> Box:  #> def function make
    return Box()  #> call Box


make(1).get()  #> call make; call Box.get
