"""Suggests what an unclear line may stand for: its own words, corrected, and never another move."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from difflib import get_close_matches

import msgspec

from engine.kernel.events import Event
from engine.kernel.spellings.text import write_line
from engine.kernel.spellings.typed.acts import STRANGE, Act, ActReader
from engine.kernel.spellings.typed.lexicon import Option
from engine.kernel.spellings.typed.line_reader import LineReader
from engine.kernel.spellings.typed.other_words import normalize_phrase
from engine.kernel.spellings.typed.outcome import Effort

MOST = 3
STEPS = 3_000
# A line with more unknown words has more than a slip in it. COMPARED_A_STEP words are compared for the cost of one
# step.
MOST_STRANGE, COMPARED_A_STEP = 6, 3


def suggest_lines(reader: LineReader, roles: Mapping[str, str], left: Effort) -> Iterator[str]:
    """List the lines that these words may stand for, the likeliest first."""
    if not reader.options or reader.is_unclear():
        return
    effort = Effort(STEPS)
    acts = ActReader(reader.lexicon, reader.line, _correct_options(reader, left), effort)
    acts.lenient = True
    high = len(reader.line)
    found = list(acts.read_acts(0, high)) or [act for act in acts.read_without_verb(0, high) if act.cost < STRANGE]
    left.spend_steps(STEPS - max(effort.steps, 0))
    found.sort(key=lambda act: (act.cost, not _is_of_own_role(act.event, roles)))
    lines = (write_line(event, reader.lexicon.vocabulary) for act in found for event in _add_actor(act, reader))
    yield from list(dict.fromkeys(lines))[:MOST]


def _correct_options(reader: LineReader, left: Effort) -> list[list[Option]]:
    """Return the meanings of each word.

    An unknown word has those of the nearest known words, or names with that part.
    """
    lexicon = reader.lexicon
    options = [list(found) for found in reader.options]
    if sum(not found for found in options) > MOST_STRANGE:
        return options
    for at, token in enumerate(reader.line):
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


def _add_actor(act: Act, reader: LineReader) -> Iterator[Event]:
    """Yield the event, or one for each seat if the line names none."""
    if not act.lacks_actor:
        yield act.event
        return
    for seat in reader.lexicon.seats:
        yield msgspec.structs.replace(act.event, by=seat)
