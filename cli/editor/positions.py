"""Lines and columns of a log as editors count them: from nought, and in the units that the editor asked for."""

from __future__ import annotations

from lsprotocol import types
from pygls.workspace import PositionCodec


class EditorPlaces:
    """The places of one text. Ours begin at 1 and count characters; those of an editor do neither."""

    def __init__(self, uri: str, text: str, codec: PositionCodec) -> None:
        """Split the text as a log is split; what other signs would part, too, stays one line."""
        self.uri, self.codec = uri, codec
        self.lines = [line.removesuffix("\r") for line in text.split("\n")]

    def line(self, number: int) -> str:
        """Give the text of a line, without what ends it."""
        return self.lines[number - 1] if 0 < number <= len(self.lines) else ""

    def place(self, line: int, column: int) -> types.Position:
        """Say where an editor finds a column of a line."""
        before = self.line(line)[: max(column, 1) - 1]
        return types.Position(max(line, 1) - 1, self.codec.client_num_units(before))

    def span(self, line: int, column: int, end: int) -> types.Range:
        """Give a part of a line, from one column to before another."""
        return types.Range(self.place(line, column), self.place(line, end))

    def rest_of_line(self, line: int, column: int) -> types.Range:
        """Give a line from a column on, as far as something is written."""
        end = len(self.line(line).rstrip()) + 1
        return self.span(line, min(column, max(end - 1, 1)), end)

    def whole(self, line: int) -> types.Range:
        """Give all of a line."""
        return self.span(line, 1, len(self.line(line)) + 1)

    def end(self) -> types.Position:
        """Give the end of the text."""
        return self.whole(len(self.lines)).end

    def column(self, position: types.Position) -> int:
        """Say at which column of ours an editor points."""
        units = 0
        line = self.line(position.line + 1)
        for at, character in enumerate(line, 1):
            if units >= position.character:
                return at
            units += self.codec.client_num_units(character)
        return len(line) + 1
