"""How a line is tapped: the buttons of a page that produce it, if any."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from audit.browse.choices import Choices, LineInParts
from engine.kernel.events import Event, Move
from engine.kernel.spellings import parse_event_line
from engine.kernel.unknown import is_known
from engine.kernel.vocabulary import Vocabulary


@dataclass
class Taps:
    """One button that sends a whole line, or values that are combined."""

    whole: str = ""
    start: str = ""
    values: dict[str, list[str]] = field(default_factory=dict)

    @property
    def count(self) -> int:
        """The number of taps; a list also needs one to send it."""
        return 1 if self.whole else sum(map(len, self.values.values()))


def said(event: Event) -> dict[str, Any]:
    """Reduce an event to what it states; unknown values are `??`."""
    count = len(event.__struct_defaults__)
    defaults = dict(zip(event.__struct_fields__[-count:], event.__struct_defaults__, strict=True)) if count else {}
    spelled = {name: _plain(getattr(event, name)) for name in event.__struct_fields__ if name != "seq"}
    return {name: value for name, value in spelled.items() if name not in defaults or value != defaults[name]}


def _plain(value: Any) -> Any:
    if isinstance(value, tuple):
        return tuple(map(_plain, value))
    return value if is_known(value) else "??"


def taps(choices: Choices, wanted: Event, vocabulary: Vocabulary) -> Taps | None:
    """Find the taps for a line; what it need not state may be left out."""
    offered = [one.line for group in choices.groups for one in group.lines]
    offered += [one.line for part in choices.parts for one in part.lines]
    whole = [line for line in offered if _fits(parse_event_line(line, vocabulary), wanted)]
    if whole:
        return Taps(whole=max(whole, key=len))
    found = (_together(part, wanted, vocabulary) for part in choices.parts)
    return next(filter(None, found), None)


def _fits(offered: Event, wanted: Event) -> bool:
    if type(offered) is not type(wanted):
        return False
    has = said(wanted)
    return all(name in has and has[name] == value for name, value in said(offered).items())


def _together(part: LineInParts, wanted: Event, vocabulary: Vocabulary) -> Taps | None:
    form = vocabulary.by_class[type(wanted)]
    actor = wanted.by if isinstance(wanted, Move) else form.cls.actor
    if part.verb.partition(" ")[0] != form.verb or part.actor not in {"", actor}:
        return None
    chosen = {}
    for row in part.values:
        declared = form.find_field(row.name)
        value = actor if declared is None else getattr(wanted, declared.attribute)
        values = list(map(str, value if row.many else [value]))
        if values in ([""], ["None"]):
            continue
        if row.values and not set(values) <= set(row.values):
            return None
        if not row.values:
            return None
        chosen[row.name] = values
    return Taps(start=f"{part.actor}: {part.verb}" if part.actor else part.verb, values=chosen)


def untapped(lines: Iterable[tuple[Choices, Event]], vocabulary: Vocabulary) -> list[Event]:
    """List the lines that no taps produce."""
    return [event for choices, event in lines if taps(choices, event, vocabulary) is None]
