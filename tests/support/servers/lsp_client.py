"""An editor that talks to `deadreckon lsp` over standard input and output, with one log open."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from lsprotocol import types
from pygls.lsp.client import LanguageClient

from tests.support.paths import ROOT

URI = "file:///table/evening.log"
LONGEST = 120


class Editor:
    """An editor with one log open."""

    def __init__(self, client: LanguageClient) -> None:
        """Receive the server's diagnostics."""
        self.client, self.version = client, 0
        self.marked: asyncio.Queue[types.PublishDiagnosticsParams] = asyncio.Queue()

    def open(self, text: str) -> None:
        """Open the log."""
        item = types.TextDocumentItem(URI, "deadreckon", self.version, text)
        self.client.text_document_did_open(types.DidOpenTextDocumentParams(item))

    def write(self, text: str) -> None:
        """Replace all of its text."""
        self.version += 1
        document = types.VersionedTextDocumentIdentifier(version=self.version, uri=URI)
        change = types.TextDocumentContentChangeWholeDocument(text)
        self.client.text_document_did_change(types.DidChangeTextDocumentParams(document, [change]))

    def heard(self, marks: types.PublishDiagnosticsParams) -> None:
        """Store the server's diagnostics until a test waits for them."""
        self.marked.put_nowait(marks)

    async def marks(self) -> list[types.Diagnostic]:
        """Wait for the next diagnostics."""
        return list((await asyncio.wait_for(self.marked.get(), LONGEST)).diagnostics)

    async def judged(self) -> list[types.Diagnostic]:
        """Return the immediate diagnostics, and then those of the full audit."""
        await self.marks()
        return await self.marks()

    async def complete(self, line: int, character: int) -> list[types.CompletionItem]:
        """Request completions at a place."""
        at = types.Position(line, character)
        params = types.CompletionParams(types.TextDocumentIdentifier(URI), at)
        found = await self.client.text_document_completion_async(params)
        assert isinstance(found, types.CompletionList)
        return list(found.items)

    async def hover(self, line: int, character: int) -> str:
        """Request the hover text at a place."""
        params = types.HoverParams(types.TextDocumentIdentifier(URI), types.Position(line, character))
        found = await self.client.text_document_hover_async(params)
        if found is None:
            return ""
        assert isinstance(found.contents, types.MarkupContent)
        return found.contents.value

    async def actions(self, line: int) -> list[types.CodeAction]:
        """Request the code actions for a line."""
        where = types.Range(types.Position(line, 0), types.Position(line, 0))
        context = types.CodeActionContext(diagnostics=[])
        params = types.CodeActionParams(types.TextDocumentIdentifier(URI), where, context)
        found = await self.client.text_document_code_action_async(params)
        return [action for action in found or () if isinstance(action, types.CodeAction)]

    async def formatted(self) -> list[types.TextEdit]:
        """Request the canonical log."""
        options = types.FormattingOptions(tab_size=4, insert_spaces=True)
        params = types.DocumentFormattingParams(types.TextDocumentIdentifier(URI), options)
        return list(await self.client.text_document_formatting_async(params) or ())


@asynccontextmanager
async def editing(encoding: types.PositionEncodingKind) -> AsyncIterator[Editor]:
    """Start a server as an editor does, and end it likewise."""
    client = LanguageClient("an editor", "1")
    editor = Editor(client)

    client.feature(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)(lambda marks: editor.heard(marks))  # noqa: PLW0108 - it takes notes of what it is handed, which a method does not bear
    await client.start_io(sys.executable, "-m", "cli.main", "lsp", cwd=ROOT)
    general = types.GeneralClientCapabilities(position_encodings=[encoding])
    capabilities = types.ClientCapabilities(general=general)
    await client.initialize_async(types.InitializeParams(capabilities=capabilities))
    client.initialized(types.InitializedParams())
    yield editor
    await client.shutdown_async(None)
    client.exit(None)
    await client.stop()
