"""Figures over many broken logs: how often roots, consequences and repairs were right."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from fixtures.slips import KINDS
from tests.measure.judgement.broken_games import broken, judged
from tests.measure.judgement.repairs import repaired


@dataclass
class Roots:
    """The results of reports on logs broken at two places."""

    game: str
    counted: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)

    def add(self, other: Roots) -> None:
        """Add the counts of other logs."""
        self.counted += other.counted
        self.wrong += other.wrong

    def share(self, part: str, whole: str) -> float:
        """Return a part of the whole in per cent."""
        return 100 * self.counted[part] / max(1, self.counted[whole])

    def lines(self, examples: int) -> Iterator[str]:
        """Print it, figures first."""
        c = self.counted
        yield (
            f"{self.game}: {c['logs']:,} logs broken at two places;"
            f" {c['hidden']} of {c['roots']:,} roots told as consequences ({self.share('hidden', 'roots'):.1f} %),"
            f" {c['raised']} of {c['consequences']:,} consequences told as roots"
            f" ({self.share('raised', 'consequences'):.1f} %; {c['apart']} more are sure, and their root is contested),"
            f" both right in {self.share('right', 'logs'):.1f} %;"
            f" sure below contested {c['sure']}, moves' below claims {c['moves']}, places unexamined {c['unexamined']}"
        )
        yield from self.wrong[:examples]


def roots(game: str, numbers: range) -> Roots:
    """Count over the broken logs of these numbers."""
    total = Roots(game)
    for number in numbers:
        truth = broken(game, number)
        if truth is None:
            total.counted["undrawn"] += 1
            continue
        found = judged(truth)
        total.counted += Counter(
            logs=1,
            roots=found.roots,
            consequences=found.consequences,
            hidden=len(found.hidden),
            raised=len(found.raised),
            right=int(found.right),
            sure=found.sure_below_contested,
            moves=found.moves_below_claims,
            unexamined=found.unexamined,
            apart=found.apart,
        )
        said = [*(f"hidden {one}" for one in found.hidden), *(f"raised {one}" for one in found.raised)]
        if said:
            total.wrong.append("\n      ".join([f"  log {number}: {found.what}", *said]))
    return total


@dataclass
class Repairs:
    """Return how often the true repair was first, or among the first three, by kind of slip."""

    game: str
    noticed: Counter[str] = field(default_factory=Counter)
    first: Counter[str] = field(default_factory=Counter)
    near: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)

    def add(self, other: Repairs) -> None:
        """Add the counts of other slips."""
        self.noticed += other.noticed
        self.first += other.first
        self.near += other.near
        self.wrong += other.wrong

    def lines(self, examples: int) -> Iterator[str]:
        """Print it, figures first."""
        kinds = [f"{kind} {_of(self.near[kind], self.noticed[kind])}" for kind in KINDS]
        yield (
            f"{self.game}: {self.noticed.total():,} slips noticed; the true repair is first in"
            f" {_of(self.first.total(), self.noticed.total())}, among the first three in"
            f" {_of(self.near.total(), self.noticed.total())} ({', '.join(kinds)})"
        )
        yield from self.wrong[:examples]


def _of(part: int, whole: int) -> str:
    return f"{100 * part / max(1, whole):.1f} %"


def repairs(game: str, numbers: range) -> Repairs:
    """Count over the slips of these numbers."""
    total = Repairs(game)
    for number in numbers:
        found = repaired(game, number)
        if found is None:
            continue
        total.noticed[found.kind] += 1
        total.first[found.kind] += found.place == 0
        total.near[found.kind] += found.place is not None
        if found.place is None:
            total.wrong.append(f"  slip {number}: {found.what}")
    return total
