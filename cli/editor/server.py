"""The language server: an editor tells it each change of a log, and asks it what stands at a place."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from lsprotocol import types
from pygls.lsp.server import LanguageServer

from audit.intake.prepared import prepare
from audit.rewrite.tidy import tidied
from cli import options
from cli.editor.code_actions import actions
from cli.editor.completion import completions
from cli.editor.diagnostics import diagnostics
from cli.editor.document import Draft, as_bytes, judged, looked_at
from cli.editor.hover import hover
from cli.editor.positions import EditorPlaces
from engine import __version__
from engine.kernel.log import LogError

if TYPE_CHECKING:
    from pygls.workspace import TextDocument

# Causes and repairs are looked for once nobody has typed for so long.
PAUSE = 0.3


class LogServer(LanguageServer):
    """Keeps of each open log what is known of its newest text."""

    def __init__(self) -> None:
        """Begin with no log open. Texts come whole: they are small, and nothing can go astray."""
        super().__init__("deadreckon", __version__, types.TextDocumentSyncKind.Full)
        self.drafts: dict[str, tuple[int | None, Draft]] = {}
        self.waiting: dict[str, asyncio.Task[None]] = {}

    def changed(self, uri: str) -> None:
        """Say at once what breaks a rule; look for causes once nothing changes any more."""
        document = self.workspace.get_text_document(uri)
        self._keep(document, looked_at(document.source))
        self._forget_task(uri)
        self.waiting[uri] = asyncio.get_running_loop().create_task(self._judge(uri, document.version))

    async def _judge(self, uri: str, version: int | None) -> None:
        await asyncio.sleep(PAUSE)
        document = self.workspace.get_text_document(uri)
        draft = await asyncio.to_thread(judged, document.source)
        if self.workspace.get_text_document(uri).version == version and uri in self.drafts:
            self._keep(document, draft)

    def _keep(self, document: TextDocument, draft: Draft) -> None:
        self.drafts[document.uri] = document.version, draft
        found = list(diagnostics(draft, self.places(document)))
        self.text_document_publish_diagnostics(
            types.PublishDiagnosticsParams(uri=document.uri, version=document.version, diagnostics=found)
        )

    def closed(self, uri: str) -> None:
        """Forget a log, and what was marked in it."""
        self._forget_task(uri)
        self.drafts.pop(uri, None)
        self.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri=uri, diagnostics=[]))

    def _forget_task(self, uri: str) -> None:
        if (task := self.waiting.pop(uri, None)) is not None:
            task.cancel()

    def opened(self, uri: str) -> tuple[Draft, EditorPlaces]:
        """Give what is known of a log's newest text."""
        document = self.workspace.get_text_document(uri)
        version, draft = self.drafts.get(uri, (None, None))
        if draft is None or version != document.version:
            draft = looked_at(document.source)
        return draft, self.places(document)

    def places(self, document: TextDocument) -> EditorPlaces:
        """Count lines and columns of a log as this editor does."""
        return EditorPlaces(document.uri, document.source, document.position_codec)

    def judged_now(self, uri: str) -> tuple[Draft, EditorPlaces]:
        """Give what is known of a log, its repairs too."""
        draft, places = self.opened(uri)
        if draft.log is not None and draft.report is None:
            draft = judged(self.workspace.get_text_document(uri).source)
        return draft, places


def formatting(server: LogServer, params: types.DocumentFormattingParams) -> list[types.TextEdit]:
    """Write the log canonically, comments and blank lines kept; one that cannot be read stays as it is."""
    document = server.workspace.get_text_document(params.text_document.uri)
    raw = as_bytes(document.source)
    try:
        text = tidied(raw, prepare(raw, options.games()))
    except LogError:
        return []
    if text == document.source:
        return []
    places = server.places(document)
    return [types.TextEdit(types.Range(types.Position(0, 0), places.end()), text)]


def server() -> LogServer:
    """Lay out what an editor may ask."""
    made = LogServer()

    @made.feature(types.TEXT_DOCUMENT_DID_OPEN)
    async def did_open(ls: LogServer, params: types.DidOpenTextDocumentParams) -> None:
        ls.changed(params.text_document.uri)

    @made.feature(types.TEXT_DOCUMENT_DID_CHANGE)
    async def did_change(ls: LogServer, params: types.DidChangeTextDocumentParams) -> None:
        ls.changed(params.text_document.uri)

    @made.feature(types.TEXT_DOCUMENT_DID_CLOSE)
    def did_close(ls: LogServer, params: types.DidCloseTextDocumentParams) -> None:
        ls.closed(params.text_document.uri)

    @made.feature(types.TEXT_DOCUMENT_COMPLETION, types.CompletionOptions(trigger_characters=[":", " "]))
    def complete(ls: LogServer, params: types.CompletionParams) -> types.CompletionList:
        return completions(*ls.opened(params.text_document.uri), params.position)

    @made.feature(types.TEXT_DOCUMENT_HOVER)
    def explain(ls: LogServer, params: types.HoverParams) -> types.Hover | None:
        return hover(*ls.judged_now(params.text_document.uri), params.position)

    @made.feature(types.TEXT_DOCUMENT_CODE_ACTION, types.CodeActionOptions([types.CodeActionKind.QuickFix]))
    def act(ls: LogServer, params: types.CodeActionParams) -> list[types.CodeAction]:
        return actions(*ls.judged_now(params.text_document.uri), params.range)

    made.feature(types.TEXT_DOCUMENT_FORMATTING)(formatting)
    return made
