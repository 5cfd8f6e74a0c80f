"""Reads typed claims: a fact and its value, in either order, with or without `claim:` before it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from engine.kernel.events import Claim, Event
from engine.kernel.spellings.misread import Misread
from engine.kernel.spellings.typed.acts import Act, ActReader
from engine.kernel.spellings.typed.other_words import normalize_phrase

CLAIM = "claim"
# `green.vp = 45`, `the wind is S`.
EQUAL = frozenset({"=", ":"})
SAYS = frozenset({"is", "ist", "est", "has", "hat", "a"})
# Words that may follow a verb as well as a fact: `Planet: a b c`, `Planet a b c`.
OF_VERBS_TOO = frozenset({":", "a"})
SILENT = frozenset({"mark", "filler"})
# The cost of looking for a claim, in steps of reading an act.
STEPS_A_LOOK = 5


class ClaimReader:
    """Reads a range of words of a line as one claim."""

    def __init__(self, acts: ActReader, look_up: Callable[[Event], Event]) -> None:
        """Share the line with the reader of acts; `look_up` reads a value as what it names, or raises `Misread`."""
        self.line, self.options, self.lexicon, self.look_up = acts.line, acts.options, acts.lexicon, look_up
        self.budget = acts.budget

    def read_claims(self, low: int, high: int) -> Iterator[Act]:
        """List the claims that these words can mean."""
        if not self.budget.spend_steps(STEPS_A_LOOK):
            return
        claimed = [
            (at, option)
            for at in range(low, high)
            for option in self.options[at]
            if option.end <= high and option.sense.sort == "verb" and option.sense.value.startswith(f"{CLAIM} ")
        ]
        for at, option in claimed:
            rest = [*range(low, at), *range(option.end, high)]
            yield from self._read_fact_claim(
                option.sense.value.split()[1], [i for i in rest if not self._has_speaker(i, CLAIM)]
            )
        start = next((i + 1 for i in range(low, high) if self._has_speaker(i, CLAIM)), low)
        if any(not self._is_silent(i) for i in range(low, start - 1)):
            return
        yield from self._read_by_fact(start, high, explicit=start > low)
        yield from self._read_count(start, high)

    def _read_by_fact(self, low: int, high: int, *, explicit: bool) -> Iterator[Act]:
        for at in range(low, high):
            for option in self.options[at]:
                if option.sense.kind != "fact" or option.end > high or (option.sense.sort != "name"):
                    continue
                before = [i for i in range(low, at) if not self._is_silent(i)]
                after = list(range(option.end, high))
                if bool(before) == bool([i for i in after if not self._is_silent(i)]):
                    continue
                dotted = any(self.line[i].text == "." for i in range(at, option.end))
                said = bool(after) and (
                    self.line[after[0]].text in EQUAL or self.line[after[0]].text.casefold() in SAYS
                )
                spoken = any(other.sense.sort == "verb" for other in self.options[at])
                if explicit or dotted or (said and not (spoken and self.line[after[0]].text in OF_VERBS_TOO)):
                    yield from self._read_fact_claim(option.sense.value, before or after)

    def _read_count(self, low: int, high: int) -> Iterator[Act]:
        """Read `green has 45 vp` as a claim about a fact of that seat."""
        words = [i for i in range(low, high) if self.line[i].text[0].isalnum()]
        seats = [s.sense.value for s in self.options[words[0]] if s.sense.kind == "seat"] if words else []
        rest = [i for i in words[1:] if self.line[i].text.casefold() not in SAYS]
        if len(rest) != len(("number", "what")) or not seats:
            return
        # `has 45 vp`, `has vp 45`.
        last = not any(o.sense.sort == "number" for o in self.options[rest[0]])
        number = next((o.sense.value for o in self.options[rest[last]] if o.sense.sort == "number"), "")
        what = normalize_phrase(self.line[rest[not last]].text)
        called = self.lexicon.words.names.get("fact", {}).get(what, {what})
        fact = f"{seats[0]}.{min(called)}"
        if number and fact in self.lexicon.domains.get("fact", ()) and len(words) > len(rest) + 1:
            yield from self._make_claim(fact, int(number))

    def _read_fact_claim(self, fact: str, places: list[int]) -> Iterator[Act]:
        loud = [i for i in places if not self._is_silent(i)]
        # A filler within the value may belong to it; one at either end does not.
        said = [i for i in places if loud and (i in loud or (loud[0] < i < loud[-1] and not self._is_mark(i)))]
        numbers = [o.sense.value for i in said for o in self.options[i] if o.sense.sort == "number"]
        if len(said) == 1 and numbers:
            yield from self._make_claim(fact, int(numbers[0]))
        elif said:
            text = "".join(("" if self.line[i].tight else " ") + self._read_value(i) for i in said).strip()
            yield from self._make_claim(fact, text)

    def _read_value(self, at: int) -> str:
        """Return a word of a value: the seat that it names, else the word as written."""
        seats = [o.sense.value for o in self.options[at] if o.sense.kind == "seat" and o.end == at + 1]
        return seats[0] if seats else self.line[at].text.strip('"')

    def _make_claim(self, fact: str, value: int | str) -> Iterator[Act]:
        try:
            event = self.look_up(Claim(fact=fact, value=value))
        except Misread:
            return
        if not self.lexicon.vocabulary.check_names([event], self.lexicon.domains):
            yield Act(0, event, lacks_actor=False)

    def _is_silent(self, at: int) -> bool:
        """Return whether a word only joins the others."""
        options = self.options[at]
        plain = bool(options) and all(option.sense.sort in SILENT for option in options)
        says = self.line[at].text.casefold() in SAYS and not (at and self.line[at - 1].text in EQUAL)
        return says or (plain and self.line[at].text not in {"-", "+", "?", "."})

    def _is_mark(self, at: int) -> bool:
        return any(option.sense.sort == "mark" for option in self.options[at])

    def _has_speaker(self, at: int, speaker: str) -> bool:
        return any(option.sense == ("speaker", speaker, "", False) for option in self.options[at])
