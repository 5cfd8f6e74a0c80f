"""Finds what one typed line can mean: its acts, split at commas and joints, with the fewest words ignored."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from engine.kernel.events import Claim, Event, Note
from engine.kernel.spellings.misread import Misread
from engine.kernel.spellings.text import parse_event_line
from engine.kernel.spellings.typed.acts import Act, ActReader
from engine.kernel.spellings.typed.claims import ClaimReader
from engine.kernel.spellings.typed.lexicon import Lexicon, Option
from engine.kernel.spellings.typed.marks import (
    MOST_TOKENS,
    PARTS,
    CleanLine,
    WordOrSign,
    split_tokens,
)
from engine.kernel.spellings.typed.outcome import Effort

MOST_PARTS = 12
STEPS_A_LINE = 3_000
# The cost of a line, and of each of its words, before any act is looked for.
STEPS_TO_BEGIN, STEPS_A_WORD = 10, 3
Acts = tuple[Act, ...]


class LineReader:
    """Reads one line in one way: with or without the number before it."""

    def __init__(self, line: CleanLine, lexicon: Lexicon, look_up: Callable[[Event], Event], left: Effort) -> None:
        """Take the words of the log, the function that reads claims, and the work left for the whole file."""
        self.text, self.lexicon, self.look_up, self.left = line.text, lexicon, look_up, left
        self.line: Sequence[WordOrSign] = split_tokens(line.text)
        self.options: list[list[Option]] = self.lexicon.list_options(self.line) if len(self.line) <= MOST_TOKENS else []
        self.budget = Effort(min(STEPS_A_LINE, left.steps))
        left.spend_steps(STEPS_TO_BEGIN + STEPS_A_WORD * len(self.line))
        self.acts = ActReader(self.lexicon, self.line, self.options, self.budget)
        self.claims = ClaimReader(self.acts, look_up)

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
        self.left.spend_steps(max(before - self.budget.steps, 0))
        return _keep_cheapest(found) if self.budget.steps >= 0 else []

    def _read_canonical(self) -> Act | None:
        """Read a line that is canonical except for a mark, a number or a missing `fate:` before it."""
        unspoken = not self.has_event_start(with_verb=False)
        below = f"{self.text[:1].lower()}{self.text[1:]}"
        for text in (self.text, f"fate: {self.text}", f"fate: {below}") if unspoken else (self.text,):
            try:
                event = self.look_up(parse_event_line(text, self.lexicon.vocabulary))
            except Misread:
                continue
            if not self.lexicon.vocabulary.check_names([event], self.lexicon.domains):
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
