"""One editor: its requests, its documents, and what it is told unasked.

Every request is answered in a thread. One that the editor withdraws frees it at once; its thread stops when it next
reports progress. What cannot be answered is an empty answer and a message, never a traceback.
"""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from json import JSONDecodeError
from pathlib import Path
from typing import Any, Final, TypeVar

from lsprotocol import types
from pygls.exceptions import (
    FeatureRequestError,
    JsonRpcException,
    JsonRpcInternalError,
    JsonRpcInvalidParams,
    JsonRpcParseError,
    JsonRpcRequestCancelled,
    JsonRpcServerNotInitialized,
)
from pygls.lsp.server import LanguageServer
from pygls.protocol import LanguageServerProtocol, default_converter
from pygls.workspace import PositionCodec

from codegraph import __version__
from codegraph.errors import CodegraphError, NotFoundError
from codegraph.lsp.diagnostics import list_diagnostics
from codegraph.lsp.documents import EditedFile, FileViews, OpenDocument, parse_uri, repair_text
from codegraph.lsp.features import Question
from codegraph.lsp.items import read_data
from codegraph.lsp.progress import open_progress
from codegraph.lsp.workspace import MissingIndexError, OutsideError, WithdrawnError, Workspace

logger = logging.getLogger("codegraph.lsp")

T = TypeVar("T")
AtFile = Callable[[Question, EditedFile], T]
OfIndex = Callable[[Question], T]

THREADS: Final = 4
"""Requests that are answered at once; an editor sends several for one movement of a cursor."""

SAVED_S: Final = 0.2
"""Seconds for which saves are gathered before their diagnostics are made."""

INDEX_NOW: Final = "Index now"


class EditorProtocol(LanguageServerProtocol):
    """The protocol, with an answer to a request that has not the form of its method."""

    def structure_message(self, data: dict[str, Any]) -> Any:
        try:
            return super().structure_message(data)
        except JsonRpcException as error:
            if "method" in data and isinstance(data.get("id"), (str, int)):
                self._send_response(data["id"], error=error.to_response_error())
            raise

    def _send_response(self, msg_id: Any, result: Any = None, error: types.ResponseError | None = None) -> None:
        if error is not None:
            error.data = None  # where the library puts tracebacks
        super()._send_response(msg_id, result, error)

    def refuse_text(self) -> None:
        """Answer what is no JSON, of which no id is known."""
        error = JsonRpcParseError("what was sent is no JSON").to_response_error()
        self._send_data(types.ResponseErrorMessage(id=None, error=error))

    @property
    def is_initialized(self) -> bool:
        return self._workspace is not None

    @property
    def is_shut_down(self) -> bool:
        return self._shutdown


class Editor(LanguageServer):
    """The server of one editor."""

    protocol: EditorProtocol

    def __init__(self, folders: Workspace) -> None:
        # Whole texts, because the library counts other line ends than the protocol when it applies parts of them.
        super().__init__(
            "codegraph", __version__, text_document_sync_kind=types.TextDocumentSyncKind.Full,
            protocol_cls=EditorProtocol, converter_factory=default_converter,
        )  # fmt: skip
        self.folders = folders
        self.has_exited = False
        self._documents: dict[Path, OpenDocument] = {}
        self._workers = ThreadPoolExecutor(THREADS, thread_name_prefix="question")
        self._indexing = ThreadPoolExecutor(THREADS, thread_name_prefix="indexing")
        self._asked: set[threading.Event] = set()  # requests whose threads are at work
        self._told: set[str] = set()  # messages that were shown, which nobody wants twice
        self._tasks: set[asyncio.Task[None]] = set()
        self._is_ending = threading.Event()
        self._undiagnosed: dict[Path, None] = {}
        self._is_diagnosing = False
        self._diagnosed: dict[Path, set[str]] = {}  # addresses with diagnostics, by root

    @property
    def codec(self) -> PositionCodec:
        return self.workspace.position_codec

    # ---- requests

    async def answer_at(self, uri: str, work: AtFile[T], none: T) -> T:
        """Answer a request about a document, `none` where nothing can be said of it."""
        file = parse_uri(uri)
        if file is None:
            return none

        def ask(question: Question) -> T:
            view = question.views.find_file(file)
            return work(question, view) if view is not None else none

        return await self._run(lambda: self.folders.find_root(file), ask, none)

    async def answer_about(self, data: object, work: Callable[[Question, str], T], none: T) -> T:
        """Answer a request about an item that the server gave the client.

        Raises JsonRpcInvalidParams for another one."""
        item = read_data(data)
        if item is None:
            raise JsonRpcInvalidParams("the item is none of this server")
        return await self.answer_of(Path(item.root), lambda question: work(question, item.id), none)

    async def answer_of(self, root: Path, work: OfIndex[T], none: T, *, is_quiet: bool = False) -> T:
        """Answer a request about an index.

        `is_quiet` leaves out what would be said of a failure."""
        return await self._run(lambda: root, work, none, is_quiet=is_quiet)

    async def list_roots(self) -> list[Path]:
        """Return the roots of the indexes of the folders that are open."""
        return await self._attempt(lambda withdrawn: self.folders.list_roots(), [])

    async def find_root(self, uri: str) -> Path | None:
        """Return the root of the index of a file or folder, None for one that is not open."""
        file = parse_uri(uri)
        return await self._attempt(lambda withdrawn: self.folders.find_root(file), None) if file is not None else None

    async def _run(self, find: Callable[[], Path], work: OfIndex[T], none: T, *, is_quiet: bool = False) -> T:
        documents = dict(self._documents)

        def ask(withdrawn: threading.Event) -> T:
            with self.folders.open(find(), withdrawn) as context:
                return work(Question(context, FileViews(context.index(refresh=False), documents, self.codec)))

        return await self._attempt(ask, none, is_quiet=is_quiet)

    async def _attempt(self, ask: Callable[[threading.Event], T], none: T, *, is_quiet: bool = False) -> T:
        """Call a function in a thread, and tell what it fails with.

        It is given an event that is set when nobody wants the result any more. Raises JsonRpcException."""
        if not self.protocol.is_initialized:
            raise JsonRpcServerNotInitialized("the first request has to be `initialize`")
        withdrawn = threading.Event()
        self._asked.add(withdrawn)
        try:
            return await asyncio.get_running_loop().run_in_executor(self._workers, ask, withdrawn)
        except asyncio.CancelledError:
            withdrawn.set()
            raise
        except WithdrawnError as error:
            raise JsonRpcRequestCancelled(error.message) from error
        except (OutsideError, NotFoundError) as error:
            logger.info("%s", error.message)
        except MissingIndexError as error:
            if not is_quiet:
                self.start_task(self.offer_index(error.root))
        except CodegraphError as error:
            logger.info("%s", error.message)
            if not is_quiet:
                self._tell_once(_format_error(error), types.MessageType.Warning)
        except OSError as error:
            logger.warning("%s", error)
        except JsonRpcException:
            raise
        except Exception as error:  # the outermost edge of the surface
            logger.exception("a request failed")
            raise JsonRpcInternalError(
                f"internal error: {type(error).__name__}; the log of the server says more"
            ) from None
        finally:
            self._asked.discard(withdrawn)
        return none

    def start_task(self, work: Awaitable[None]) -> None:
        """Start work that nobody waits for, and keep it until it has ended."""

        async def run() -> None:
            try:
                await work
            except (JsonRpcException, CodegraphError, OSError) as error:
                logger.info("%s", error)

        task = asyncio.ensure_future(run())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _tell_once(self, message: str, kind: types.MessageType) -> None:
        if message not in self._told:
            self._told.add(message)
            self.window_show_message(types.ShowMessageParams(kind, message))

    # ---- documents and folders

    def put_document(self, uri: str) -> None:
        """Keep the text that the editor has of a document now."""
        file = parse_uri(uri)
        if file is not None:
            self._documents[file] = OpenDocument(uri, repair_text(self.workspace.get_text_document(uri).source))

    def drop_document(self, uri: str) -> None:
        file = parse_uri(uri)
        if file is not None:
            self._documents.pop(file, None)

    # ---- diagnostics

    async def diagnose_file(self, uri: str) -> None:
        """Make the diagnostics of the work tree of a document, soon."""
        root = await self.find_root(uri)
        if root is not None:
            self.diagnose_soon(root)

    async def diagnose_all(self) -> None:
        """Make the diagnostics of all folders that have an index."""
        for root in await self.list_roots():
            self.diagnose_soon(root)

    def diagnose_soon(self, root: Path) -> None:
        """Make the diagnostics of a work tree soon. Several saves in a row cost one run."""
        self._undiagnosed[root] = None
        if not self._is_diagnosing:
            self._is_diagnosing = True
            self.start_task(self._diagnose())

    async def _diagnose(self) -> None:
        try:
            while self._undiagnosed:
                await asyncio.sleep(SAVED_S)
                waiting, self._undiagnosed = self._undiagnosed, {}
                for root in waiting:
                    found = await self.answer_of(root, list_diagnostics, None, is_quiet=True)
                    if found is not None:
                        self._publish(root, found)
                        await self.refresh_lenses()
        finally:
            self._is_diagnosing = False

    def _publish(self, root: Path, found: dict[str, list[types.Diagnostic]]) -> None:
        gone = self._diagnosed.get(root, set[str]()) - found.keys()
        for uri, rows in (*found.items(), *((uri, list[types.Diagnostic]()) for uri in gone)):
            self.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, rows))
        self._diagnosed[root] = set(found)

    async def refresh_lenses(self) -> None:
        """Ask the editor to ask for its code lenses again, if it can."""
        workspace = self.client_capabilities.workspace
        if workspace is not None and workspace.code_lens is not None and workspace.code_lens.refresh_support:
            await self.workspace_code_lens_refresh_async(None)

    # ---- indexes that are missing

    async def offer_index(self, root: Path) -> None:
        """Offer to index a folder that has no index, once."""
        key = f"offered {root}"
        if key in self._told:
            return
        self._told.add(key)
        message = f"{root} has no index, so codegraph has no answers about it. Index it now?"
        actions = [types.MessageActionItem(INDEX_NOW), types.MessageActionItem("Not now")]
        try:
            chosen = await self.window_show_message_request_async(
                types.ShowMessageRequestParams(types.MessageType.Info, message, actions)
            )
        except JsonRpcException:  # a client that has no way to ask
            self._tell_once(f"{root} has no index; run `codegraph index {root}`.", types.MessageType.Info)
            return
        if chosen is not None and chosen.title == INDEX_NOW:
            await self.make_index(root)

    async def make_index(self, root: Path) -> None:
        """Make the index of a folder, and say how far that is."""
        loop = asyncio.get_running_loop()
        async with open_progress(self, f"codegraph: indexing {root.name}") as report:

            def tell(stage: str, done: int, total: int) -> None:
                loop.call_soon_threadsafe(report, stage, done, total)

            try:
                await loop.run_in_executor(self._indexing, self.folders.make_index, root, tell, self._is_ending)
            except WithdrawnError:
                return
            except CodegraphError as error:
                message = f"{root} could not be indexed: {_format_error(error)}"
                self.window_show_message(types.ShowMessageParams(types.MessageType.Error, message))
                return
        self.window_show_message(types.ShowMessageParams(types.MessageType.Info, f"codegraph has indexed {root}."))
        self.diagnose_soon(root)
        await self.refresh_lenses()

    # ---- the end, and what goes wrong outside of requests

    def report_server_error(self, error: Exception, source: Any) -> None:
        """Log what went wrong outside of a request.

        Editors show the log, and nobody wants a window for it."""
        if source is FeatureRequestError:
            return  # the request has its answer
        logger.warning("%s", error)
        if isinstance(error, (JSONDecodeError, UnicodeDecodeError, RecursionError)):
            self.protocol.refuse_text()

    def end(self) -> None:
        """Let threads that still work stop, and wait for none of them."""
        self._is_ending.set()
        for withdrawn in tuple(self._asked):
            withdrawn.set()
        for pool in (self._workers, self._indexing):
            pool.shutdown(wait=False, cancel_futures=True)


def _format_error(error: CodegraphError) -> str:
    return f"{error.message.rstrip('.')}: {error.hint}" if error.hint else error.message
