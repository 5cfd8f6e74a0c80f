"""Reads typed lines. A line must have one meaning only; otherwise it is refused with its possible meanings."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from engine.kernel.events import Claim, Event, Note
from engine.kernel.log import Header
from engine.kernel.spellings.misread import Misread, echo_text
from engine.kernel.spellings.text import parse_event_line, write_line
from engine.kernel.spellings.typed.acts import Act, ActReader, strip_seq
from engine.kernel.spellings.typed.claims import ClaimReader
from engine.kernel.spellings.typed.lexicon import Domains, Lexicon, Option
from engine.kernel.spellings.typed.marks import (
    BELOW_NOTHING,
    LONGEST,
    MOST_TOKENS,
    PARTS,
    CleanLine,
    WordOrSign,
    clean_line,
    split_tokens,
    strip_numbers,
)
from engine.kernel.spellings.typed.other_words import OtherWords
from engine.kernel.spellings.typed.outcome import Effort, Meaning, Unclear
from engine.kernel.spellings.typed.records import read_typed_record
from engine.kernel.spellings.typed.remarks import is_remark
from engine.kernel.spellings.typed.suggestions import suggest_lines
from engine.kernel.vocabulary import Vocabulary

MOST_PARTS = 12
STEPS_A_LINE = 3_000
STEPS_A_FILE = 300_000
# The cost of a line, and of each of its words, before any act is looked for.
STEPS_TO_BEGIN, STEPS_A_WORD = 10, 3
SUGGESTED_A_FILE = 200
NOTHING_FOR_CERTAIN = "This line can be read in no way for certain."
TOO_MANY = "This line is not canonical, and was not looked at: reading those before it took all the work there is."
Acts = tuple[Act, ...]


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

    def _list_readings(self, text: str) -> list[_LineReading]:
        variants = strip_numbers(text, self.words.places)
        first = _LineReading(self, variants[0])
        if len(variants) == 1 or (variants[0].bare and first.has_event_start(with_verb=False)):
            return [first]
        return [first, *(_LineReading(self, one) for one in variants[1:])]

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

    def _explain_unclear(self, readings: list[_LineReading], found: dict[tuple[str, ...], Acts]) -> Unclear:
        if self.suggestions_left <= 0:
            return Unclear(NOTHING_FOR_CERTAIN)
        self.suggestions_left -= 1
        lines = dict.fromkeys(line for one in readings for line in suggest_lines(one, self.roles, self.left))
        meant = tuple(filter(self._is_readable, lines))
        hint = f"Perhaps: {' or '.join(map(echo_text, meant[:2]))}." if meant else ""
        says = "This line does not say who acts." if found else NOTHING_FOR_CERTAIN
        return Unclear(says, hint, meant)


class _LineReading:
    """One way to read a line: with or without the number before it."""

    def __init__(self, reader: TypedReader, line: CleanLine) -> None:
        self.reader, self.text, self.lexicon = reader, line.text, reader.lexicon
        self.line: Sequence[WordOrSign] = split_tokens(line.text)
        self.options: list[list[Option]] = self.lexicon.list_options(self.line) if len(self.line) <= MOST_TOKENS else []
        self.budget = Effort(min(STEPS_A_LINE, reader.left.steps))
        reader.left.spend_steps(STEPS_TO_BEGIN + STEPS_A_WORD * len(self.line))
        self.acts = ActReader(self.lexicon, self.line, self.options, self.budget)
        self.claims = ClaimReader(self.acts, reader.look_up)

    def list_readings(self) -> list[Acts]:
        """List the meanings of the line with the fewest acts and the fewest words ignored."""
        if not self.options:
            return []
        if (act := self._read_canonical() or self._read_note()) is not None:
            return [(act,)]
        if self.is_unclear():
            return []
        before = self.budget.steps
        found = list(self._read_in_fewest())
        self.reader.left.spend_steps(max(before - self.budget.steps, 0))
        return _keep_cheapest(found) if self.budget.steps >= 0 else []

    def _read_canonical(self) -> Act | None:
        """Read a line that is canonical except for a mark, a number or a missing `fate:` before it."""
        unspoken = not self.has_event_start(with_verb=False)
        below = f"{self.text[:1].lower()}{self.text[1:]}"
        for text in (self.text, f"fate: {self.text}", f"fate: {below}") if unspoken else (self.text,):
            try:
                event = self.reader.look_up(parse_event_line(text, self.reader.vocabulary))
            except Misread:
                continue
            if not self.reader.vocabulary.check_names([event], self.lexicon.domains):
                return Act(0, event, lacks_actor=False)
        return None

    def is_unclear(self) -> bool:
        """Return whether some word makes the meaning of the line uncertain."""
        return any(
            token.text == "?" or (bool(options) and all(option.sense.sort == "unclear" for option in options))
            for token, options in zip(self.line, self.options, strict=True)
        )

    def has_event_start(self, *, with_verb: bool = True) -> bool:
        """Return whether the line begins with an actor or a verb."""
        first = self.options[0] if self.options else []
        return any(
            o.sense.sort == "speaker" or o.sense.kind == "seat" or (with_verb and o.sense.sort == "verb") for o in first
        )

    def _read_note(self) -> Act | None:
        """Read everything after `note` as one remark."""
        for at, option in self.acts.find_verbs(0, len(self.line)):
            if option.sense.value == "note":
                if any(not self._is_speaker(i) for i in range(at)):
                    return None
                said = self.text[self.line[option.end - 1].end :].strip(' :-"')
                return Act(0, Note(text=said), lacks_actor=False) if said else None
        return None

    def _is_speaker(self, at: int) -> bool:
        return any(o.sense.sort in {"mark", "filler"} or o.sense.value == "record" for o in self.options[at])

    def _read_in_fewest(self) -> Iterator[Acts]:
        whole = list(self.read_act(0, len(self.line), "", ""))
        if whole:
            yield from ((act,) for act in whole)
            return
        parts = self._find_parts()
        if not 1 < len(parts) <= MOST_PARTS:
            return
        # All ways to read the first parts, with one more act each round: (index of the next part, the acts so far).
        begun: list[tuple[int, Acts, str]] = [(0, (), "")]
        while begun and self.budget.steps >= 0:
            begun = [further for one in begun for further in self._read_further(one, parts)]
            done = [acts for at, acts, _ in begun if at == len(parts)]
            if done:
                yield from done
                return
            begun = begun[: MOST_PARTS * MOST_PARTS]

    def _read_further(
        self, begun: tuple[int, Acts, str], parts: Sequence[tuple[int, int]]
    ) -> Iterator[tuple[int, Acts, str]]:
        at, acts, actor = begun
        verb = str(acts[-1].event.__struct_config__.tag) if acts else ""
        for end in range(at + 1, len(parts) + 1):
            if not self._has_only_actors_before(parts[at:end]):
                break
            here = _keep_cheapest([(act,) for act in self.read_act(parts[at][0], parts[end - 1][1], actor, verb)])
            for (act,) in here:
                by = getattr(act.event, "by", None)
                said = actor if by is None or act.lacks_actor else str(by)
                yield end, (*acts, act), said

    def _has_only_actors_before(self, parts: Sequence[tuple[int, int]]) -> bool:
        """Return whether the parts before the verb contain only actors. Anything else there belongs to another act."""
        verbs = [bool(self.acts.find_verbs(*part)) for part in parts]
        first = verbs.index(True) if True in verbs else 0
        return all(
            any(o.sense.kind == "seat" or o.sense.sort in {"speaker", "mark", "filler"} for o in self.options[at])
            for low, high in parts[:first]
            for at in range(low, high)
        )

    def read_act(self, low: int, high: int, actor: str, verb: str) -> Iterator[Act]:
        """List the single events that a range of words can mean."""
        # A claim is read only by the reader of claims, which looks the value up among those of its fact.
        events = [act for act in self.acts.read_acts(low, high, actor, verb) if type(act.event) is not Claim]
        claims = list(self.claims.read_claims(low, high))
        # `the wind is S` is a claim, because it names no actor.
        yield from claims if claims and all(act.lacks_actor for act in events) else (*events, *claims)

    def _find_parts(self) -> list[tuple[int, int]]:
        """Split the line at commas, semicolons and `and`."""
        found: list[tuple[int, int]] = []
        start = at = 0
        while at < len(self.line):
            end = self._find_joint(at)
            if end:
                found.append((start, at))
                start = at = end
            else:
                at += 1
        found.append((start, len(self.line)))
        return [part for part in found if part[0] < part[1]]

    def _find_joint(self, at: int) -> int:
        """Return where the words continue after a joint of two acts, or 0 if there is none here."""
        if self.line[at].text in PARTS:
            return at + 1
        joins: Iterable[Option] = (o for o in self.options[at] if o.sense.sort == "join")
        return max((option.end for option in joins), default=0)


def _keep_cheapest(found: list[Acts]) -> list[Acts]:
    """Keep the readings that ignore the fewest words, each once."""
    if not found:
        return []
    least = min(sum(act.cost for act in acts) for acts in found)
    kept = [acts for acts in found if sum(act.cost for act in acts) == least]
    return list({repr(acts): acts for acts in kept}.values())
