"""Reads typed lines. A line must have one meaning only; otherwise it is refused with its possible meanings."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.kernel.events import Event
from engine.kernel.log import Header
from engine.kernel.spellings.misread import Misread, echo_text
from engine.kernel.spellings.text import parse_event_line, write_line
from engine.kernel.spellings.typed.acts import Act, strip_seq
from engine.kernel.spellings.typed.lexicon import Domains, Lexicon
from engine.kernel.spellings.typed.line_reader import Acts, LineReader
from engine.kernel.spellings.typed.marks import (
    BELOW_NOTHING,
    LONGEST,
    CleanLine,
    clean_line,
    strip_numbers,
)
from engine.kernel.spellings.typed.other_words import OtherWords
from engine.kernel.spellings.typed.outcome import Effort, Meaning, Unclear
from engine.kernel.spellings.typed.records import read_typed_record
from engine.kernel.spellings.typed.remarks import is_remark
from engine.kernel.spellings.typed.suggestions import suggest_lines
from engine.kernel.vocabulary import Vocabulary

STEPS_A_FILE = 300_000
SUGGESTED_A_FILE = 200
NOTHING_FOR_CERTAIN = "This line has no certain meaning."
TOO_MANY = "This line is not canonical and was not read: the lines before it took all the work allowed for a file."


class TypedReader:
    """Reads the lines of one log that are not canonical."""

    def __init__(
        self,
        vocabulary: Vocabulary,
        domains: Domains,
        header: Header,
        words: OtherWords,
        look_up: Callable[[Event], Event] = lambda event: event,
    ) -> None:
        """Take the game's verbs and names, the players, other words for them, and the function that reads claims."""
        self.vocabulary, self.words, self.look_up = vocabulary, words, look_up
        self.lexicon = Lexicon(vocabulary, domains, header, words)
        self.roles = {player.seat: player.role for player in header.players}
        # Returns the events on a line of the file, as far as it has been read.
        self.events_on: Callable[[int], Sequence[int]] = lambda _line: ()
        self.left, self.suggestions_left = Effort(STEPS_A_FILE), SUGGESTED_A_FILE

    def read(self, line: str) -> Meaning:
        """Read one line; raises `Unclear`."""
        if self.left.steps < 0:
            raise Unclear(TOO_MANY, "Write it canonically: `deadreckon events GAME` says how.", sure=True)
        text = clean_line(line)
        if len(text) > LONGEST or BELOW_NOTHING.search(text):
            raise Unclear(NOTHING_FOR_CERTAIN)
        about = read_typed_record(text, self.vocabulary, self.events_on)
        if about is not None:
            return Meaning((about,))
        readings = self._list_readings(text)
        found: dict[tuple[str, ...], Acts] = {}
        for one in readings:
            found.update({tuple(map(self._write_act, acts)): acts for acts in one.list_readings()})
        whole = {lines: acts for lines, acts in found.items() if not any(act.lacks_actor for act in acts)}
        if len(found) == 1 and whole:
            return Meaning(tuple(strip_seq(act.event) for act in next(iter(whole.values()))))
        if len(found) > 1:
            raise self._explain_many(list(whole) or list(found), found)
        if not found and all(is_remark(one.line, one.options, self.lexicon) for one in readings):
            return Meaning(())
        raise self._explain_unclear(readings, found)

    def may_be_event(self, line: str) -> bool:
        """Return whether a comment begins like an event, after the number before it."""
        return self.left.steps >= 0 and any(one.has_event_start() for one in self._list_readings(clean_line(line)))

    def _list_readings(self, text: str) -> list[LineReader]:
        variants = strip_numbers(text, self.words.places)
        first = self._begin_line(variants[0])
        if len(variants) == 1 or (variants[0].bare and first.has_event_start(with_verb=False)):
            return [first]
        return [first, *(self._begin_line(one) for one in variants[1:])]

    def _begin_line(self, line: CleanLine) -> LineReader:
        return LineReader(line, self.lexicon, self.look_up, self.left)

    def _write_act(self, act: Act) -> str:
        return write_line(strip_seq(act.event), self.vocabulary)

    def _is_readable(self, line: str) -> bool:
        """Return whether a suggested line is itself readable: a claim may give a fact a value that it cannot have."""
        try:
            self.look_up(parse_event_line(line, self.vocabulary))
        except Misread:
            return False
        return True

    def _explain_many(self, named: list[tuple[str, ...]], found: dict[tuple[str, ...], Acts]) -> Unclear:
        lines = tuple(
            lines[0] for lines in sorted(named, key=lambda n: sum(a.cost for a in found[n])) if len(lines) == 1
        )
        both = " or ".join(echo_text("; ".join(lines)) for lines in named[:2])
        return Unclear("This line can mean two things.", f"Write what is meant: {both}.", lines)

    def _explain_unclear(self, readings: list[LineReader], found: dict[tuple[str, ...], Acts]) -> Unclear:
        if self.suggestions_left <= 0:
            return Unclear(NOTHING_FOR_CERTAIN)
        self.suggestions_left -= 1
        lines = dict.fromkeys(line for one in readings for line in suggest_lines(one, self.roles, self.left))
        meant = tuple(filter(self._is_readable, lines))
        hint = f"Perhaps: {' or '.join(map(echo_text, meant[:2]))}." if meant else ""
        says = "This line does not say who acts." if found else NOTHING_FOR_CERTAIN
        return Unclear(says, hint, meant)
