"""Convert lines and columns between logs and editors, which count from zero and in units of their own."""

from __future__ import annotations

from lsprotocol import types
from pygls.workspace import PositionCodec


class EditorPlaces:
    """The positions of one text. Ours begin at 1 and count characters; an editor's begin at 0 and count its units."""

    def __init__(self, uri: str, text: str, codec: PositionCodec) -> None:
        """Split the text at line feeds only, as a log is split."""
        self.uri, self.codec = uri, codec
        self.lines = [line.removesuffix("\r") for line in text.split("\n")]

    def line(self, number: int) -> str:
        """Return the text of a line, without its line end."""
        return self.lines[number - 1] if 0 < number <= len(self.lines) else ""

    def place(self, line: int, column: int) -> types.Position:
        """Convert a line and column of ours into an editor's position."""
        before = self.line(line)[: max(column, 1) - 1]
        return types.Position(max(line, 1) - 1, self.codec.client_num_units(before))

    def span(self, line: int, column: int, end: int) -> types.Range:
        """Return the range from one column of a line up to another."""
        return types.Range(self.place(line, column), self.place(line, end))

    def rest_of_line(self, line: int, column: int) -> types.Range:
        """Return the range from a column to the end of a line's text."""
        end = len(self.line(line).rstrip()) + 1
        return self.span(line, min(column, max(end - 1, 1)), end)

    def whole(self, line: int) -> types.Range:
        """Return the range of a whole line."""
        return self.span(line, 1, len(self.line(line)) + 1)

    def end(self) -> types.Position:
        """Return the end of the text."""
        return self.whole(len(self.lines)).end

    def column(self, position: types.Position) -> int:
        """Convert an editor's position into a column of ours."""
        units = 0
        line = self.line(position.line + 1)
        for at, character in enumerate(line, 1):
            if units >= position.character:
                return at
            units += self.codec.client_num_units(character)
        return len(line) + 1
