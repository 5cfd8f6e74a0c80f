"""Logs of any size that are made to be costly: `make heavy` prints how long judging a megabyte of each kind takes."""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import count, cycle
from typing import NamedTuple

from audit import audit
from audit.report import render_json
from engine.games import GAMES
from engine.kernel.log import LogError
from engine.kernel.spellings import parse_log, write
from fixtures.kits import kit
from fixtures.simulate import simulate

SIZE = 1_000_000
# This many lines may be unreadable or not canonical before the file is refused.
ODD = 9_900


class WholeGame(NamedTuple):
    """Return a random legal game, from which the heavy logs are made."""

    head: str
    lines: list[str]

    @property
    def moves(self) -> list[str]:
        """The moves of a log."""
        return [line for line in self.lines if not line.startswith(("fate", "claim", "record"))]

    @property
    def rolls(self) -> list[str]:
        """The dice and cards of a log."""
        return [line for line in self.lines if line.startswith("fate")]

    @property
    def seats(self) -> list[str]:
        """The players of a log."""
        players = next(line for line in self.head.splitlines() if line.startswith("players:"))
        return [one.split("=")[0].strip() for one in players.removeprefix("players:").split(",")]


Kind = Callable[[WholeGame, random.Random], Iterator[str]]


def _shuffled(whole: WholeGame, dice: random.Random) -> Iterator[str]:
    return (dice.choice(whole.lines) for _ in count())


def _records(what: str) -> Kind:
    def lines(whole: WholeGame, dice: random.Random) -> Iterator[str]:
        yield from whole.lines
        for _ in count():
            yield what.format(at=dice.randint(1, len(whole.lines)), line=dice.choice(whole.lines))

    return lines


def _among(odd: Callable[[str], str]) -> Kind:
    """Type every third line in another way, up to the limit."""

    def lines(whole: WholeGame, _: random.Random) -> Iterator[str]:
        for number, line in enumerate(cycle(whole.lines)):
            yield odd(line) if number % 3 == 0 and number < 3 * ODD else line

    return lines


def _open(line: str) -> str:
    return " ".join(word if at < 2 else "??" for at, word in enumerate(line.split()))


def _acts(whole: WholeGame, dice: random.Random) -> Iterator[str]:
    """Type several acts in a line, every third line, up to the limit."""
    for at in count():
        odd = at % 3 == 0 and at < 3 * ODD
        acts = (one.partition(": ")[2] for one in dice.choices(whole.moves, k=6)) if odd else ()
        yield f"Then {whole.seats[0]} {', '.join(acts)}" if odd else dice.choice(whole.lines)


def _strange(whole: WholeGame, dice: random.Random) -> Iterator[str]:
    """Add remarks of unknown words, each next to a line that can be read."""
    words = ("".join(dice.choices("etaoinshrdlu", k=5)) for _ in count())
    for at, line in enumerate(cycle(whole.lines)):
        yield f"> {line}" if at % 2 else f"{whole.seats[0]} {' '.join(next(words) for _ in range(58))}"


KINDS: dict[str, Kind] = {
    "a game again and again": lambda whole, _: cycle(whole.lines),
    "shuffled lines": _shuffled,
    "each line twice": lambda whole, _: (line for line in cycle(whole.lines) for _ in range(2)),
    "one move": lambda whole, _: cycle(whole.moves[3:4]),
    "one roll": lambda whole, _: cycle(whole.rolls[:1] or whole.lines[:1]),
    "claims": lambda whole, _: cycle([f"claim: winner {seat}" for seat in whole.seats]),
    "remarks between": lambda whole, _: (one for line in cycle(whole.lines) for one in (line, 'record: note "x"')),
    "amendments": _records('record: amend {at} "{line}"'),
    "inserts": _records('record: insert {at} "{line}"'),
    "retractions": _records("record: retract {at}"),
    "rulings": _records('record: ruling {at} why="x"'),
    "nobody knows who": lambda whole, _: cycle([f"??: {line.partition(': ')[2]}" for line in whole.moves]),
    "nobody knows what": lambda whole, _: cycle(map(_open, whole.lines)),
    "typed otherwise": _among(lambda line: f"> {line.replace(':', ' ').upper()} ."),
    "rulings on lines": lambda whole, dice: (
        f"record: ruling line {dice.randint(1, len(whole.lines))} why=x" if at % 3 == 0 and at < 3 * ODD else line
        for at, line in enumerate(cycle(whole.lines))
    ),
    "numbers before comments": lambda whole, _: (
        f"#{at} {line}" if at % 2 else line for at, line in enumerate(cycle(whole.lines))
    ),
    "several acts": _acts,
    "strange words": _strange,
    "no moves at all": _among(lambda line: f"then they did {line.partition(': ')[2]} or so"),
}


def heavy(game: str, kind: str, size: int = SIZE) -> str:
    """Make one such log."""
    head, _, body = simulate(game, kit(game).company(())[-1], 3).partition("---\n")
    whole = WholeGame(f"{head}---\n", [line for line in body.splitlines() if line])
    lines = KINDS[kind](whole, random.Random(kind))
    return whole.head + "".join(_filling(lines, size - len(whole.head.encode())))


def _filling(lines: Iterator[str], room: int) -> Iterator[str]:
    for line in lines:
        room -= len(line.encode()) + 1
        if room < 0:
            return
        yield f"{line}\n"


def spelt(game: str, kind: str, spelling: str, size: int = SIZE) -> bytes:
    """Make one such log in another spelling."""
    text = heavy(game, kind, size)
    if spelling == "text":
        return text.encode()
    raw = write(parse_log(text.encode(), lambda _: GAMES[game].vocabulary), spelling, GAMES[game].vocabulary).encode()
    return raw[: raw.rfind(b"\n", 0, size) + 1]


def main(arguments: Sequence[str] | None = None) -> None:
    """Judge each log, and print the cost."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("games", nargs="*", default=list(GAMES))
    parser.add_argument("--size", type=int, default=SIZE)
    parser.add_argument("--spelling", choices=("text", "jsonl", "csv"), default="text")
    asked = parser.parse_args(arguments)
    print("| CPU s | game | log | events | findings | roots | not looked into |\n|---:|---|---|---:|---:|---:|---:|")  # noqa: T201
    for game in asked.games:
        for kind in KINDS:
            print(_row(game, kind, spelt(game, kind, asked.spelling, asked.size)), flush=True)  # noqa: T201


def _row(game: str, kind: str, raw: bytes) -> str:
    begun = time.process_time()
    try:
        report = audit(raw, GAMES)
        render_json(report)
        known = f"{len(report.events)} | {len(report.findings)} | {len(report.roots)} | {report.coverage.unexamined}"
    except LogError as wrong:
        known = f"{wrong} | | |"
    return f"| {time.process_time() - begun:.2f} | {game} | {kind} | {known} |"


if __name__ == "__main__":
    main()
