"""Suggests what an unclear line may stand for: its own words, corrected, and never another move."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from typing import TYPE_CHECKING

import msgspec

from engine.kernel.events import Event
from engine.kernel.spellings.text import write_line
from engine.kernel.spellings.typed.acts import STRANGE, Act, ActReader
from engine.kernel.spellings.typed.lexicon import Option
from engine.kernel.spellings.typed.other_words import normalize_phrase
from engine.kernel.spellings.typed.outcome import Effort

if TYPE_CHECKING:
    from engine.kernel.spellings.typed.reader import _LineReading

MOST = 3
STEPS = 3_000
# A line with more unknown words has more than a slip in it. COMPARED_A_STEP words are compared for the cost of one
# step.
MOST_STRANGE, COMPARED_A_STEP = 6, 3


def suggest_lines(reading: _LineReading, roles: Mapping[str, str], left: Effort) -> Iterator[str]:
    """List the lines that these words may stand for, the likeliest first."""
    if not reading.options or reading.is_unclear():
        return
    effort = Effort(STEPS)
    acts = ActReader(reading.lexicon, reading.line, _correct_options(reading, left), effort)
    acts.lenient = True
    high = len(reading.line)
    found = list(acts.read_acts(0, high)) or [act for act in acts.read_without_verb(0, high) if act.cost < STRANGE]
    left.spend_steps(STEPS - max(effort.steps, 0))
    found.sort(key=lambda act: (act.cost, not _is_of_own_role(act.event, roles)))
    lines = (write_line(event, reading.lexicon.vocabulary) for act in found for event in _add_actor(act, reading))
    yield from list(dict.fromkeys(lines))[:MOST]


def _correct_options(reading: _LineReading, left: Effort) -> list[list[Option]]:
    """Return the meanings of each word.

    An unknown word has those of the nearest known words, or names with that part.
    """
    lexicon = reading.lexicon
    options = [list(found) for found in reading.options]
    if sum(not found for found in options) > MOST_STRANGE:
        return options
    for at, token in enumerate(reading.line):
        if not options[at] and token.text[0].isalpha():
            left.spend_steps(len(lexicon.plain_words) // COMPARED_A_STEP)
            near = get_close_matches(normalize_phrase(token.text), lexicon.plain_words, n=2, cutoff=0.7)
            options[at] = [Option(at + 1, sense) for word in near for sense in lexicon.find_senses(word)]
        elif token.text.isdigit() or not options[at]:
            options[at] += [Option(at + 1, sense) for sense in lexicon.find_names_with(normalize_phrase(token.text))]
    return options


def _is_of_own_role(event: Event, roles: Mapping[str, str]) -> bool:
    """Return whether an event names something of the seat's own role: its own deck ranks first."""
    role = roles.get(str(getattr(event, "by", "")), "")
    values = [value for name, value in msgspec.to_builtins(event).items() if name not in {"by", "do"}]
    return bool(role) and any(str(value).startswith(f"{role}-") for value in values)


def _add_actor(act: Act, reading: _LineReading) -> Iterator[Event]:
    """Yield the event, or one for each seat if the line names none."""
    if not act.lacks_actor:
        yield act.event
        return
    for seat in reading.lexicon.seats:
        yield msgspec.structs.replace(act.event, by=seat)
