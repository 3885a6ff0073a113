# type: ignore
"""Attributes declared through a library's descriptor are what it is given, on instances."""

from sqlalchemy.ext.asyncio import AsyncAttrs
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column, relationship


class Base(DeclarativeBase):
    pass


class Tenant(Base):
    name: Mapped[str] = mapped_column()

    def url(self):
        return self.name.upper()


class Client(Base):
    tenant: Mapped[Tenant] = relationship("Tenant")
    before: Mapped[Tenant | None] = relationship("Tenant")
    others: Mapped[list["Tenant"]] = relationship("Tenant")

    def urls(self):
        self.tenant.url()  #> call Tenant.url typed; ref Client.tenant
        return [other.url() for other in self.others]  #> call Tenant.url


def ask(client: Client):
    client.tenant.url()  #> call Tenant.url typed
    client.before.url()  #> call Tenant.url
    client.others[0].url()  #> call Tenant.url
    Client.tenant.url()  #> none url
    Client.tenant.in_([])  #> external Mapped.in_; ref Client.tenant


class Later(AsyncAttrs, Base):
    tenant: Mapped[Tenant] = relationship("Tenant")


async def wait(later: Later):
    (await later.awaitable_attrs.tenant).url()  #> call Tenant.url inferred; ref Later.tenant
