"""What every class has besides its members, and what entering a library's object gives."""

from library import Pool


class Thing:
    label = ""

    def tell(self):
        type(self).__name__.upper()  #> external str.upper
        self.__class__.__name__.lower()  #> external str.lower
        self.__dict__.items()  #> external Mapping.items
        self.__name__  #> unresolved __name__

    @classmethod
    def named(cls):
        return cls.__qualname__.upper()  #> external str.upper


class Named:
    __name__ = ""


def use():
    Thing.__name__.upper()  #> external str.upper
    Thing.missing()  #> unresolved missing
    Named.__name__  #> ref Named.__name__
    with Pool() as pool:
        pool.fetch()  #> external fetch; none fetch
