"""Recognizes remarks and headings among typed lines: they name no act of the game."""

from __future__ import annotations

from collections.abc import Sequence

from engine.kernel.spellings.typed.lexicon import Lexicon, Option
from engine.kernel.spellings.typed.marks import MOST_TOKENS, WordOrSign


def is_remark(line: Sequence[WordOrSign], options: Sequence[Sequence[Option]], lexicon: Lexicon) -> bool:
    """Return whether a line that means no event is a remark rather than an unreadable event."""
    return _Remark(line, options, lexicon).is_mere_talk()


class _Remark:
    """A line that may be a remark, with the meanings of its words."""

    def __init__(self, line: Sequence[WordOrSign], options: Sequence[Sequence[Option]], lexicon: Lexicon) -> None:
        self.line, self.options, self.lexicon = line, options, lexicon

    def is_mere_talk(self) -> bool:
        """Return whether nothing in the line is an act of the game."""
        if len(self.line) > MOST_TOKENS or not self.options:
            return not self.line
        senses = [{option.sense.sort for option in options} for options in self.options]
        if any("verb" in sorts for sorts in senses) or "speaker" in senses[0]:
            return False
        kinds = [{option.sense.kind for option in options if not option.sense.weak} - {""} for options in self.options]
        if not any("seat" in kind for kind in kinds) and self.line[0].text.casefold() in self.lexicon.words.places:
            return True
        if self._has_only_names():
            return False
        counted = any("number" in sorts for sorts in senses)
        return not (any(kinds) and (self._has_colon_after_word() or self._has_near_verb())) and self._is_idle(
            kinds, counted
        )

    def _has_only_names(self) -> bool:
        """Return whether the line consists of several names only: no sentence says just `Fog! Skull`."""
        at = named = 0
        while at < len(self.line):
            ends = [o.end for o in self.options[at] if o.sense.sort == "name" and o.sense.kind and not o.sense.weak]
            if not ends and self.line[at].text[0].isalnum():
                return False
            named += bool(ends)
            at = max(ends, default=at + 1)
        return named > 1

    def _is_idle(self, kinds: Sequence[set[str]], counted: bool) -> bool:  # noqa: FBT001 - one call, which names it
        """Return whether names and numbers appear as in a sentence, not as an act with a seat and a value."""
        if any("seat" in kind for kind in kinds):
            values = counted or any(kind - {"seat"} for kind in kinds)
            return not values and ("seat" not in kinds[0] or self._has_remark_word() or len(self.line) == 1)
        return not (counted and any(kinds))

    def _has_colon_after_word(self) -> bool:
        """Return whether something follows `SEAT:`, as in an act."""
        return any(token.text in {":", "="} for token in self.line[1:-1][:2])

    def _has_remark_word(self) -> bool:
        return any(token.text.casefold() in self.lexicon.words.remarks for token in self.line)

    def _has_near_verb(self) -> bool:
        return any(
            not options and self.lexicon.is_near_verb(token.text)
            for token, options in zip(self.line, self.options, strict=True)
        )
