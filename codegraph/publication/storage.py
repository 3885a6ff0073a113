"""Places of published indexes: object storage, folders, web servers.

obstore speaks to all of them; web servers are only read. What it raises becomes a PublicationError that says what to
do.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any, Final, NamedTuple
from urllib.parse import urlsplit
from urllib.request import url2pathname

from codegraph.errors import PublicationError
from codegraph.runtime.optional_packages import require_package

if TYPE_CHECKING:
    from obstore.store import ObjectStore

SCHEMES: Final = ("s3", "gs", "az", "file", "https")
CONNECTIONS: Final = 16
"""Requests that are under way at once."""

_LOCAL_HOSTS: Final = frozenset(("localhost", "127.0.0.1", "::1"))
_ALLOW_HTTP: Final = {"s3": "AWS_ALLOW_HTTP", "gs": "GOOGLE_ALLOW_HTTP", "az": "AZURE_ALLOW_HTTP"}
"""Variables that allow a server of one's own without TLS."""

_CREDENTIALS: Final = {
    "s3": "AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and AWS_REGION (AWS_ENDPOINT for a server of your own)",
    "gs": "GOOGLE_SERVICE_ACCOUNT or GOOGLE_APPLICATION_CREDENTIALS",
    "az": "AZURE_STORAGE_ACCOUNT_NAME and AZURE_STORAGE_ACCOUNT_KEY",
    "file": "the permissions of the folder",
    "https": "the address, and that it may be read without a login",
}


class StoredObject(NamedTuple):
    """The path of an object, and when it was written."""

    path: str
    modified: datetime


class Remote:
    """One place of published indexes."""

    def __init__(self, store: ObjectStore, url: str) -> None:
        self.url = url
        self._store = store

    @property
    def scheme(self) -> str:
        return urlsplit(self.url).scheme

    @property
    def is_read_only(self) -> bool:
        return self.scheme in ("http", "https")

    @property
    def table_uri(self) -> str:
        """The place as LanceDB names it.

        A folder has a path, and an Azure container no account, which the environment says.
        """
        parts = urlsplit(self.url)
        if parts.scheme == "file":
            return url2pathname(parts.path)
        return f"az://{parts.path.lstrip('/')}" if parts.scheme == "az" else self.url

    def read(self, path: str, most: int) -> bytes | None:
        """Return the content of an object, or None where there is none.

        Raises PublicationError, also for one of more than `most` bytes.
        """
        with self._explain():
            try:
                reply = self._call("get", path)
            except FileNotFoundError:
                return None
            if reply.meta["size"] > most:
                raise PublicationError(f"{self.url}/{path} has {reply.meta['size']:,} bytes, at most {most:,} are read")
            return reply.bytes().to_bytes()

    def write(self, path: str, content: bytes) -> None:
        """Write an object, in place of the one that may be there.

        Raises PublicationError.
        """
        with self._explain():
            self._call("put", path, content)

    def create(self, path: str, content: bytes) -> bool:
        """Write an object where there is none, and return whether there was none.

        Raises PublicationError.
        """
        from obstore.exceptions import AlreadyExistsError, PreconditionError

        with self._explain():
            try:
                self._call("put", path, content, mode="create")
            except (AlreadyExistsError, PreconditionError):
                return False
            return True

    def list(self, prefix: str) -> list[StoredObject]:
        """Return the objects whose paths begin with a folder.

        Raises PublicationError.
        """
        import obstore

        with self._explain():
            pages = obstore.list(self._store, prefix=prefix)
            return [StoredObject(each["path"], each["last_modified"]) for page in pages for each in page]

    def list_folders(self, prefix: str = "") -> list[str]:
        """Return the names of the folders directly below a folder, in order.

        Raises PublicationError, also for a web server, which cannot be listed.
        """
        import obstore

        if self.is_read_only:
            raise PublicationError(
                f"{self.url} is a web server, whose repositories cannot be listed",
                hint="use the s3://, gs://, az:// or file:// place behind it",
            )
        with self._explain():
            found = obstore.list_with_delimiter(self._store, prefix=prefix or None)["common_prefixes"]
        return sorted(path.rstrip("/").rpartition("/")[2] for path in found)

    def delete(self, paths: Sequence[str]) -> None:
        """Delete objects; those that are gone already are no error.

        Raises PublicationError.
        """
        with self._explain():
            for path in paths:
                try:
                    self._call("delete", path)
                except FileNotFoundError:
                    continue

    def _call(self, name: str, *arguments: Any, **options: Any) -> Any:
        import obstore

        return getattr(obstore, name)(self._store, *arguments, **options)

    @contextmanager
    def _explain(self) -> Iterator[None]:
        """Translate what obstore raises into errors that say what to do."""
        from obstore.exceptions import BaseError, PermissionDeniedError, UnauthenticatedError

        try:
            yield
        except (PermissionDeniedError, UnauthenticatedError, PermissionError) as error:
            raise PublicationError(
                f"{self.url} refuses access: {_shorten(error)}", hint=f"check {_CREDENTIALS[self._family]}"
            ) from error
        except (BaseError, OSError, ValueError) as error:
            raise PublicationError(
                f"{self.url} cannot be used: {_shorten(error)}",
                hint=f"check the address, the network, and {_CREDENTIALS[self._family]}; the local index works without",
            ) from error

    @property
    def _family(self) -> str:
        return self.scheme if self.scheme in _CREDENTIALS else "https"


def open_remote(url: str) -> Remote:
    """Open a place of published indexes; nothing is sent yet.

    Raises PublicationError.
    """
    require_package("obstore", "reading and publishing indexes elsewhere", error=PublicationError)
    from obstore.exceptions import BaseError
    from obstore.store import from_url

    place = urlsplit(url)
    is_local = place.scheme == "http" and place.hostname in _LOCAL_HOSTS
    if place.scheme not in SCHEMES and not is_local:
        raise PublicationError(
            f"{url!r} is no place of published indexes", hint=f"use one of {', '.join(f'{s}://' for s in SCHEMES)}"
        )
    options: dict[str, Any] = {}
    if place.scheme == "file":
        options = {"mkdir": True} if os.path.isdir(os.path.dirname(place.path.rstrip("/"))) else {}
    else:
        client: dict[str, Any] = {"timeout": timedelta(seconds=60), "connect_timeout": timedelta(seconds=5)}
        if is_local or os.environ.get(_ALLOW_HTTP.get(place.scheme, ""), "").lower() == "true":
            client["allow_http"] = True
        retry = {"max_retries": 3, "retry_timeout": timedelta(seconds=60)}
        options = {"client_options": client, "retry_config": retry}
    try:
        return Remote(from_url(url, **options), url.rstrip("/"))
    except (BaseError, OSError, ValueError) as error:
        raise PublicationError(
            f"{url} cannot be opened: {_shorten(error)}", hint=f"use one of {', '.join(f'{s}://' for s in SCHEMES)}"
        ) from error


def run_parallel(work: Any, items: Sequence[Any]) -> list[Any]:
    """Return the results of a function for items, several at once, in their order.

    The first failure is raised, and nothing more is started.
    """
    with ThreadPoolExecutor(min(CONNECTIONS, max(1, len(items)))) as pool:
        running = [pool.submit(work, item) for item in items]
        try:
            return [each.result() for each in running]
        except BaseException:
            pool.shutdown(wait=True, cancel_futures=True)
            raise


def format_week(now: float) -> str:
    """Return the week of a time, as ids of objects begin."""
    year, week, _ = datetime.fromtimestamp(now, UTC).isocalendar()
    return f"{year:04}w{week:02}"


def list_recent_weeks(now: float) -> tuple[str, str]:
    """Return the week of a time, and the one before it."""
    return format_week(now), format_week(now - 7 * 86_400)


def _shorten(error: BaseException) -> str:
    """Return what an error says, without the values that obstore prints below it."""
    return str(error).strip().partition("\n")[0][:300] or type(error).__name__
