"""The language server: it follows the changes of each open log and answers the editor's requests."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from lsprotocol import types
from pygls.lsp.server import LanguageServer

from audit.intake.preparation import prepare_log
from audit.rewrite.tidy import tidy_log
from cli import options
from cli.editor.code_actions import list_actions
from cli.editor.completion import list_completions
from cli.editor.diagnostics import list_diagnostics
from cli.editor.document import Draft, audit_draft, encode_text, replay_draft
from cli.editor.hover import explain_position
from cli.editor.positions import EditorPlaces
from engine import __version__
from engine.kernel.log import LogError

if TYPE_CHECKING:
    from pygls.workspace import TextDocument

# Causes and repairs are searched for after a pause of this many seconds in typing.
PAUSE = 0.3


class LogServer(LanguageServer):
    """A language server that caches the draft of each open log."""

    def __init__(self) -> None:
        """Start without open logs. The editor sends whole texts, which are small and cannot get out of step."""
        super().__init__("deadreckon", __version__, types.TextDocumentSyncKind.Full)
        self.drafts: dict[str, tuple[int | None, Draft]] = {}
        self.waiting: dict[str, asyncio.Task[None]] = {}

    def update_log(self, uri: str) -> None:
        """Publish the findings at once, and search for their causes after a pause in typing."""
        document = self.workspace.get_text_document(uri)
        self._publish_draft(document, replay_draft(document.source))
        self._forget_task(uri)
        self.waiting[uri] = asyncio.get_running_loop().create_task(self._judge_later(uri, document.version))

    async def _judge_later(self, uri: str, version: int | None) -> None:
        await asyncio.sleep(PAUSE)
        document = self.workspace.get_text_document(uri)
        draft = await asyncio.to_thread(audit_draft, document.source)
        if self.workspace.get_text_document(uri).version == version and uri in self.drafts:
            self._publish_draft(document, draft)

    def _publish_draft(self, document: TextDocument, draft: Draft) -> None:
        self.drafts[document.uri] = document.version, draft
        found = list(list_diagnostics(draft, self.make_places(document)))
        self.text_document_publish_diagnostics(
            types.PublishDiagnosticsParams(uri=document.uri, version=document.version, diagnostics=found)
        )

    def close_log(self, uri: str) -> None:
        """Forget a log, and remove its diagnostics."""
        self._forget_task(uri)
        self.drafts.pop(uri, None)
        self.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri=uri, diagnostics=[]))

    def _forget_task(self, uri: str) -> None:
        if (task := self.waiting.pop(uri, None)) is not None:
            task.cancel()

    def get_log(self, uri: str) -> tuple[Draft, EditorPlaces]:
        """Return the draft of a log's newest text."""
        document = self.workspace.get_text_document(uri)
        version, draft = self.drafts.get(uri, (None, None))
        if draft is None or version != document.version:
            draft = replay_draft(document.source)
        return draft, self.make_places(document)

    def make_places(self, document: TextDocument) -> EditorPlaces:
        """Make the position converter for a log, with the units of this editor."""
        return EditorPlaces(document.uri, document.source, document.position_codec)

    def get_judged_log(self, uri: str) -> tuple[Draft, EditorPlaces]:
        """Return the draft of a log with its causes and repairs."""
        draft, places = self.get_log(uri)
        if draft.log is not None and draft.report is None:
            draft = audit_draft(self.workspace.get_text_document(uri).source)
        return draft, places


def format_log(server: LogServer, params: types.DocumentFormattingParams) -> list[types.TextEdit]:
    """Format the log canonically, with its comments and blank lines. An unreadable log does not change."""
    document = server.workspace.get_text_document(params.text_document.uri)
    raw = encode_text(document.source)
    try:
        text = tidy_log(raw, prepare_log(raw, options.load_games()))
    except LogError:
        return []
    if text == document.source:
        return []
    places = server.make_places(document)
    return [types.TextEdit(types.Range(types.Position(0, 0), places.end()), text)]


def make_server() -> LogServer:
    """Make the server with its request handlers."""
    made = LogServer()

    @made.feature(types.TEXT_DOCUMENT_DID_OPEN)
    async def did_open(ls: LogServer, params: types.DidOpenTextDocumentParams) -> None:
        ls.update_log(params.text_document.uri)

    @made.feature(types.TEXT_DOCUMENT_DID_CHANGE)
    async def did_change(ls: LogServer, params: types.DidChangeTextDocumentParams) -> None:
        ls.update_log(params.text_document.uri)

    @made.feature(types.TEXT_DOCUMENT_DID_CLOSE)
    def did_close(ls: LogServer, params: types.DidCloseTextDocumentParams) -> None:
        ls.close_log(params.text_document.uri)

    @made.feature(types.TEXT_DOCUMENT_COMPLETION, types.CompletionOptions(trigger_characters=[":", " "]))
    def complete(ls: LogServer, params: types.CompletionParams) -> types.CompletionList:
        return list_completions(*ls.get_log(params.text_document.uri), params.position)

    @made.feature(types.TEXT_DOCUMENT_HOVER)
    def explain(ls: LogServer, params: types.HoverParams) -> types.Hover | None:
        return explain_position(*ls.get_judged_log(params.text_document.uri), params.position)

    @made.feature(types.TEXT_DOCUMENT_CODE_ACTION, types.CodeActionOptions([types.CodeActionKind.QuickFix]))
    def act(ls: LogServer, params: types.CodeActionParams) -> list[types.CodeAction]:
        return list_actions(*ls.get_judged_log(params.text_document.uri), params.range)

    made.feature(types.TEXT_DOCUMENT_FORMATTING)(format_log)
    return made
