"""Completion for a line: keys of the header, legal moves, and chance events."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from lsprotocol import types

from audit.browse.choices import list_choices_at
from audit.browse.viewer import LogViewer
from cli import options
from cli.editor.document import Draft
from cli.editor.positions import EditorPlaces
from engine.kernel.basics.visible_text import make_visible
from engine.kernel.spellings.header import KEYS

HEADER_ENDS = "---"


class Choice(NamedTuple):
    """One line to offer, with its description."""

    line: str
    says: str
    kind: types.CompletionItemKind


def list_completions(draft: Draft, places: EditorPlaces, position: types.Position) -> types.CompletionList:
    """Offer whole lines that replace the text before the cursor."""
    number = position.line + 1
    behind = HEADER_ENDS in (line.strip() for line in places.lines[: number - 1])
    if behind:
        choices = iter(()) if draft.log is None else _list_events(draft.log, draft.count_events_before(number))
    else:
        choices = _list_header_keys(places)
    start = len(places.line(number)) - len(places.line(number).lstrip()) + 1
    typed = types.Range(places.place(number, start), position)
    items = [_make_item(choice, typed, rank) for rank, choice in enumerate(choices)]
    return types.CompletionList(is_incomplete=False, items=items)


def _make_item(choice: Choice, typed: types.Range, rank: int) -> types.CompletionItem:
    """Keep our order. The editor filters by the whole line, and inserts all of it."""
    return types.CompletionItem(
        label=make_visible(choice.line),
        kind=choice.kind,
        detail=make_visible(choice.says),
        sort_text=f"{rank:05}",
        filter_text=choice.line,
        text_edit=types.TextEdit(typed, choice.line),
    )


def _list_header_keys(places: EditorPlaces) -> Iterator[Choice]:
    """Offer the games, and then each key that the header lacks."""
    written = {line.partition(":")[0].strip() for line in places.lines}
    if "game" not in written:
        for game in options.load_games().values():
            yield Choice(f"game: {game.name}", game.title, types.CompletionItemKind.Module)
        return
    for key in KEYS:
        if key not in written:
            yield Choice(f"{key}: ", "A key of the header", types.CompletionItemKind.Property)
    yield Choice(HEADER_ENDS, "The events begin below", types.CompletionItemKind.Property)


def _list_events(log: LogViewer, place: int) -> Iterator[Choice]:
    """Offer each legal move, and for chance events the lines or their start."""
    possible_here = list_choices_at(log, place)
    for group in possible_here.groups:
        for move in group.lines:
            says = f"Legal, but {move.dead_end}" if move.dead_end else group.says
            yield Choice(move.line, says, types.CompletionItemKind.Event)
    for part in possible_here.parts:
        for whole in part.lines:
            yield Choice(whole.line, part.says, types.CompletionItemKind.Value)
        if not part.lines and part.actor:
            says = f"{part.says} As in: {part.example}"
            yield Choice(f"{part.actor}: {part.verb} ", says, types.CompletionItemKind.Value)
