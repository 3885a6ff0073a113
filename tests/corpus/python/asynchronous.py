"""async with, async for, await, tasks."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class Row:
    def show(self): ...


class Connection:
    async def __aenter__(self):
        return self

    async def __aexit__(self, *details): ...

    async def fetch(self) -> Row: ...

    async def rows(self) -> AsyncIterator[Row]:
        yield Row()


class Feed:
    def __aiter__(self):
        return self

    async def __anext__(self):
        return Row()


@asynccontextmanager
async def connect():
    yield Connection()


async def load() -> Row:
    return Row()


async def main():
    async with Connection() as connection:  #> implicit Connection.__aenter__; implicit Connection.__aexit__
        (await connection.fetch()).show()  #> call Connection.fetch inferred; call Row.show typed
        async for row in connection.rows():  #> call Connection.rows inferred
            row.show()  #> call Row.show typed
    async with connect() as other:
        await other.fetch()  #> call Connection.fetch inferred
    async for row in Feed():  #> implicit Feed.__aiter__; implicit Feed.__anext__
        row.show()  #> call Row.show typed
    row = await load()
    row.show()  #> call Row.show typed
    task = asyncio.create_task(load())
    (await task).show()  #> call Row.show typed
    for each in await asyncio.gather(load(), load()):
        each.show()  #> call Row.show typed
    found = await asyncio.wait_for(load(), 1)
    found.show()  #> call Row.show typed
    [row.show() async for row in Feed()]  #> call Row.show typed


asyncio.run(main())  #> call main exact
