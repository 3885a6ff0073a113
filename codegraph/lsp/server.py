"""The language server over stdio: which request is answered by what."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, Final

from lsprotocol import types

from codegraph.errors import ExitCode
from codegraph.lsp import features
from codegraph.lsp.documents import parse_uri, repair_text
from codegraph.lsp.editor import Editor
from codegraph.lsp.workspace import Workspace
from codegraph.runtime.interrupts import exit_silently
from codegraph.server.repositories import Repositories
from codegraph.server.stdin_lines import isolate_stdin

INDEX: Final = "codegraph.query.index"

MOST_TOLD: Final = 10
"""References that a message lists, in editors that cannot open a list of them."""


def serve(folder: Path) -> int:
    """Serve one editor until it ends the session, or is gone.

    `folder` is meant where it names none. Returns the exit code that the protocol asks for."""
    editor = make_editor(folder)
    interrupted = signal.getsignal(signal.SIGINT)
    exit_silently(ExitCode.INTERRUPTED)
    try:
        with isolate_stdin() as stdin, _isolate_stdout() as stdout:
            editor.start_io(stdin, stdout)
    finally:
        editor.end()
        signal.signal(signal.SIGINT, interrupted)
    return int(ExitCode.GATE if editor.has_exited and not editor.protocol.is_shut_down else ExitCode.DONE)


@contextmanager
def _isolate_stdout() -> Iterator[BinaryIO]:
    """Yield the stream of the protocol.

    Meanwhile everything else that is printed goes to stderr."""
    sys.stdout.flush()
    private = os.dup(1)
    os.dup2(2, 1)
    try:
        yield os.fdopen(private, "wb", closefd=False)
    finally:
        os.dup2(private, 1)


def make_editor(folder: Path) -> Editor:
    """Make a server, ready for any transport."""
    editor = Editor(Workspace(Repositories(folder)))
    _register_session(editor, folder)
    _register_positions(editor)
    _register_hierarchies(editor)
    _register_files(editor)
    _register_commands(editor)
    return editor


def _register_session(editor: Editor, folder: Path) -> None:
    @editor.feature(types.INITIALIZE)
    def initialize(params: types.InitializeParams) -> None:
        named = [each.uri for each in params.workspace_folders or ()]
        named = named or [uri for uri in (params.root_uri,) if uri]
        by_path = params.root_path if params.root_path and "\0" not in params.root_path else str(folder)
        editor.folders.add_folders(_list_folders(named) or [Path(os.path.realpath(by_path))])

    @editor.feature(types.INITIALIZED)
    def initialized(params: types.InitializedParams) -> None:
        editor.start_task(editor.diagnose_all())

    @editor.feature(types.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS)
    def change_folders(params: types.DidChangeWorkspaceFoldersParams) -> None:
        editor.folders.remove_folders(_list_folders([each.uri for each in params.event.removed]))
        editor.folders.add_folders(_list_folders([each.uri for each in params.event.added]))
        editor.start_task(editor.diagnose_all())

    @editor.feature(types.TEXT_DOCUMENT_DID_OPEN)
    def open_document(params: types.DidOpenTextDocumentParams) -> None:
        editor.put_document(params.text_document.uri)

    @editor.feature(types.TEXT_DOCUMENT_DID_CHANGE)
    def change_document(params: types.DidChangeTextDocumentParams) -> None:
        editor.put_document(params.text_document.uri)

    @editor.feature(types.TEXT_DOCUMENT_DID_CLOSE)
    def close_document(params: types.DidCloseTextDocumentParams) -> None:
        editor.drop_document(params.text_document.uri)

    @editor.feature(types.TEXT_DOCUMENT_DID_SAVE)
    def save_document(params: types.DidSaveTextDocumentParams) -> None:
        editor.start_task(editor.diagnose_file(params.text_document.uri))

    @editor.feature(types.SHUTDOWN)
    def shut_down(params: None) -> None:
        editor.end()

    @editor.feature(types.EXIT)
    def leave(params: None) -> None:
        editor.has_exited = True
        editor.end()


def _list_folders(uris: Sequence[str]) -> list[Path]:
    return [path for path in map(parse_uri, uris) if path is not None]


def _register_positions(editor: Editor) -> None:
    @editor.feature(types.TEXT_DOCUMENT_HOVER)
    async def hover(params: types.HoverParams) -> types.Hover | None:
        return await editor.answer_at(
            params.text_document.uri,
            lambda question, file: features.build_hover(question, file, params.position),
            None,
        )

    @editor.feature(types.TEXT_DOCUMENT_DEFINITION)
    async def definition(params: types.DefinitionParams) -> list[types.Location]:
        return await editor.answer_at(
            params.text_document.uri,
            lambda question, file: features.find_definitions(question, file, params.position),
            [],
        )

    @editor.feature(types.TEXT_DOCUMENT_IMPLEMENTATION)
    async def implementation(params: types.ImplementationParams) -> list[types.Location]:
        return await editor.answer_at(
            params.text_document.uri,
            lambda question, file: features.find_implementations(question, file, params.position),
            [],
        )

    @editor.feature(types.TEXT_DOCUMENT_REFERENCES)
    async def references(params: types.ReferenceParams) -> list[types.Location]:
        return await _find_references(
            editor, params.text_document.uri, params.position, with_definition=params.context.include_declaration
        )


async def _find_references(
    editor: Editor, uri: str, position: types.Position, *, with_definition: bool
) -> list[types.Location]:
    return await editor.answer_at(
        uri,
        lambda question, file: features.find_references(question, file, position, with_definition=with_definition),
        [],
    )


def _register_hierarchies(editor: Editor) -> None:
    @editor.feature(types.TEXT_DOCUMENT_PREPARE_CALL_HIERARCHY)
    async def prepare_calls(params: types.CallHierarchyPrepareParams) -> list[types.CallHierarchyItem]:
        return await editor.answer_at(
            params.text_document.uri,
            lambda question, file: features.prepare_calls(question, file, params.position),
            [],
        )

    @editor.feature(types.CALL_HIERARCHY_INCOMING_CALLS)
    async def incoming(params: types.CallHierarchyIncomingCallsParams) -> list[types.CallHierarchyIncomingCall]:
        return await editor.answer_about(params.item.data, features.list_incoming_calls, [])

    @editor.feature(types.CALL_HIERARCHY_OUTGOING_CALLS)
    async def outgoing(params: types.CallHierarchyOutgoingCallsParams) -> list[types.CallHierarchyOutgoingCall]:
        return await editor.answer_about(params.item.data, features.list_outgoing_calls, [])

    @editor.feature(types.TEXT_DOCUMENT_PREPARE_TYPE_HIERARCHY)
    async def prepare_types(params: types.TypeHierarchyPrepareParams) -> list[types.TypeHierarchyItem]:
        return await editor.answer_at(
            params.text_document.uri,
            lambda question, file: features.prepare_types(question, file, params.position),
            [],
        )

    @editor.feature(types.TYPE_HIERARCHY_SUPERTYPES)
    async def supertypes(params: types.TypeHierarchySupertypesParams) -> list[types.TypeHierarchyItem]:
        return await editor.answer_about(params.item.data, features.list_super_items, [])

    @editor.feature(types.TYPE_HIERARCHY_SUBTYPES)
    async def subtypes(params: types.TypeHierarchySubtypesParams) -> list[types.TypeHierarchyItem]:
        return await editor.answer_about(params.item.data, features.list_sub_items, [])


def _register_files(editor: Editor) -> None:
    @editor.feature(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    async def outline(
        params: types.DocumentSymbolParams,
    ) -> Sequence[types.DocumentSymbol] | Sequence[types.SymbolInformation]:
        document = editor.client_capabilities.text_document
        asked = document.document_symbol if document is not None else None
        if asked is not None and asked.hierarchical_document_symbol_support:
            return await editor.answer_at(params.text_document.uri, features.outline_file, [])
        return await editor.answer_at(params.text_document.uri, features.list_file_symbols, [])

    @editor.feature(types.WORKSPACE_SYMBOL)
    async def symbols(params: types.WorkspaceSymbolParams) -> list[types.SymbolInformation]:
        query = repair_text(params.query)
        roots = await editor.list_roots()
        none: list[types.SymbolInformation] = []
        found = await asyncio.gather(
            *(editor.answer_of(root, lambda each: features.search_workspace(each, query), none) for root in roots)
        )
        return [row for rows in found for row in rows]

    @editor.feature(types.TEXT_DOCUMENT_CODE_LENS, types.CodeLensOptions(resolve_provider=True))
    async def lenses(params: types.CodeLensParams) -> list[types.CodeLens]:
        return await editor.answer_at(params.text_document.uri, features.list_lenses, [])

    @editor.feature(types.CODE_LENS_RESOLVE)
    async def resolve(params: types.CodeLens) -> types.CodeLens:
        return await editor.answer_about(
            params.data, lambda question, id: features.resolve_lens(question, id, params), params
        )


def _register_commands(editor: Editor) -> None:
    @editor.command(features.SHOW_REFERENCES)
    async def show_references(uri: str, position: types.Position) -> list[types.Location]:
        """Return references for an editor that did not take the command of a code lens itself, and list some."""
        found = await _find_references(editor, uri, position, with_definition=False)
        rows = [f"{_get_file_name(each.uri)}:{each.range.start.line + 1}" for each in found[:MOST_TOLD]]
        more = f" and {len(found) - MOST_TOLD:,} more" if len(found) > MOST_TOLD else ""
        message = f"{len(found):,} references: {', '.join(rows)}{more}" if found else "no references"
        editor.window_show_message(types.ShowMessageParams(types.MessageType.Info, message))
        return found

    @editor.command(INDEX)
    async def index(uri: str) -> None:
        """Index the folder of a document, or a folder."""
        root = await editor.find_root(uri)
        if root is not None:
            editor.start_task(editor.make_index(root))


def _get_file_name(uri: str) -> str:
    path = parse_uri(uri)
    return path.name if path is not None else uri


def limit_library_log(level: int) -> None:
    """Leave out what the protocol's library logs below a level.

    It writes tracebacks of what clients send."""
    logging.getLogger("pygls").setLevel(level)
