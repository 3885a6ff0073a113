"""What sessions and statements of a mapper give are objects of the classes that they are asked for."""

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import Session


class Member:
    name = ""

    def greet(self): ...


class Lookalike:
    def add(self): ...

    def greet(self): ...


def by_session(session: Session):
    session.get(Member, 1).greet()  #> call Member.greet typed
    session.query(Member).filter_by(name="x").first().greet()  #> call Member.greet typed
    for member in session.scalars(select(Member).where(Member.name == "x")):  #> ref Member; ref Member.name
        member.greet()  #> call Member.greet typed
    session.execute(select(Member)).scalar_one().greet()  #> call Member.greet typed
    for row in session.execute(select(Member)):
        row.greet()  #> none greet
    session.scalar(select(Member.name)).greet()  #> none greet
    session.add(Member())  #> call Member; none add; external Session.add


async def by_asynchronous(session: AsyncSession):
    (await session.get(Member, 1)).greet()  #> call Member.greet typed
    found = await session.execute(select(Member).limit(3))
    for member in found.scalars().all():
        member.greet()  #> call Member.greet typed
    session.add(Member())  #> none add; external AsyncSession.add
