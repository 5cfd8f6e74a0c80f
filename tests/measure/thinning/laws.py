"""The laws of unwritten lines: each takes the number of a thinned log, and says what is wrong with its report."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from typing import NamedTuple

from audit.model.findings import Finding
from engine.kernel.events import Event
from tests.measure.thinning.thinned_games import SHARING, LegalGame, blanked, legal_game, thinned


class Thinning(NamedTuple):
    """The outcome of one thinned log: what was left out, and whom the report accuses against the law."""

    what: str
    wrong: list[Finding]
    reading: tuple[str, str]


def dropping_what_others_tell(game: LegalGame, dice: random.Random) -> tuple[str, list[Finding]]:
    """Leave out shown or open lines so that each keeps one line that shows it: no root."""
    out = set(thinned(game, dice))
    kinds = Counter(type(game.events[place]).__name__ for place in out)
    left = [event for place, event in enumerate(game.events) if place not in out]
    return f"{len(out)} lines left out ({_counted(kinds)})", game.roots(left)


def leaving_fields_blank(game: LegalGame, dice: random.Random) -> tuple[str, list[Finding]]:
    """Leave any fields blank: no root."""
    events = blanked(game, dice)
    changed = Counter(type(new).__name__ for new, old in zip(events, game.events, strict=True) if new is not old)
    return f"fields left blank in {_counted(changed)}", game.roots(events)


def dropping_one_that_counts(game: LegalGame, dice: random.Random) -> tuple[str, list[Finding]]:
    """Leave out one line that is due or free: at most one root."""
    counting = [place for place in range(len(game.events)) if game.word(place) in {"due", "free"}]
    if not counting:
        return "nothing left out", []
    # Each kind is drawn equally often, however seldom it is written.
    kinds: dict[type[Event], list[int]] = {}
    for place in counting:
        kinds.setdefault(type(game.events[place]), []).append(place)
    place = dice.choice(kinds[dice.choice(sorted(kinds, key=lambda kind: kind.__name__))])
    roots = game.roots([*game.events[:place], *game.events[place + 1 :]])
    return f"event {place + 1} left out ({type(game.events[place]).__name__})", roots[1:]


def _counted(kinds: Counter[str]) -> str:
    return ", ".join(f"{name} {number}" for name, number in sorted(kinds.items()))


Law = Callable[[LegalGame, random.Random], tuple[str, list[Finding]]]
LAWS: tuple[Law, ...] = (dropping_what_others_tell, leaving_fields_blank, dropping_one_that_counts)


def asked(name: str, number: int) -> Thinning:
    """Check the next law in turn on the log of this number."""
    game = legal_game(name, number // SHARING)
    law = LAWS[number % len(LAWS)]
    what, wrong = law(game, random.Random(f"{name} {number}"))
    return Thinning(f"{law.__name__}: {what}", wrong, game.reading)
