"""Models that a library validates: what makes one from data gives one."""

from pydantic import BaseModel


class Address(BaseModel):
    street: str

    def label(self): ...


class Person(BaseModel):
    address: Address

    def greet(self): ...


class Lookalike:
    def label(self): ...

    def model_dump(self): ...


def use(data, person: Person):
    Person.model_validate(data).greet()  #> call Person.greet typed
    Person.parse_obj(data).address.label()  #> call Address.label typed
    person.model_copy().greet()  #> call Person.greet typed
    person.model_dump().label()  #> none label; none model_dump; external BaseModel.model_dump
    Person(address=data).address.label()  #> call Person; call Address.label typed
