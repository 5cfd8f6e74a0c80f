"""Count how many typed lines are read correctly: `python -m tests.measure.typed_lines`."""

from __future__ import annotations

import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from importlib.resources import files

from audit.intake.known_games import KnownGames
from audit.intake.reader import read_log
from audit.options import DEFAULT_OPTIONS
from engine.games import GAMES
from engine.kernel.events import Unreadable
from engine.kernel.spellings import write_line
from fixtures.typed_lines import drawn

ARROW, BOTH = " => ", " && "
NO_MOVE, AMBIGUOUS = "no move", "ambiguous"
DRAWN = 2_000
OUTCOMES = ("read", "suggested", "refused", "else")
KNOWN = KnownGames(GAMES, DEFAULT_OPTIONS)


@dataclass(frozen=True)
class TypedCase:
    """One line as people typed it, and the canonical lines that it means."""

    game: str
    header: str
    style: str
    typed: str
    means: str


def kept(game: str) -> Iterator[TypedCase]:
    """Return the kept lines of a game."""
    page = files("fixtures") / "typed" / f"{game}.txt"
    # Pebbles and newly begun games have none.
    if not page.is_file():
        return
    for chapter in page.read_text("utf-8").split("\n===\n"):
        header, _, body = chapter.partition("\n---\n")
        style = ""
        for line in body.splitlines():
            if ARROW not in line:
                style = line.strip("[]") or style
                continue
            typed, _, means = line.rpartition(ARROW)
            yield TypedCase(game, header, style, typed.replace("\\t", "\t").replace("\\u00a0", "\u00a0"), means)


def by_lot(game: str, count: int, seed: int = 1) -> Iterator[TypedCase]:
    """Draw random lines of a game."""
    for line in drawn(game, count, seed):
        yield TypedCase(game, line.header, line.style, line.typed, line.means)


def outcome(case: TypedCase) -> tuple[str, str]:
    """Return the outcome of a line (read, suggested, refused, other), and its reading."""
    raw = f"{case.header}\n---\nrecord: note before\n{case.typed}\nrecord: note after\n".encode()
    log = read_log(raw, KNOWN)
    vocabulary = GAMES[case.game].vocabulary
    between = log.events[1:-1]
    if any(type(event) is Unreadable for event in between):
        meant = log.meant.get(2, ())
        if case.means == AMBIGUOUS:
            return "read", f"refused, suggests {meant}"
        return ("suggested" if meant[:1] == (case.means,) else "refused"), f"suggests {meant}"
    said = BOTH.join(write_line(event, vocabulary) for event in between) or NO_MOVE
    if _same(said, case.means, case.header):
        return "read", said
    return "else", said + ("" if log.typed else " WITHOUT REMARK")


def _same(said: str, means: str, header: str) -> bool:
    if said in {means, NO_MOVE} or means in {NO_MOVE, AMBIGUOUS}:
        return said == means
    # The intended line in its canonical form: values by place and by name are the same.
    wanted = [f"{header}\n---\n" + "\n".join(text.split(BOTH)) + "\n" for text in (said, means)]
    one, two = (read_log(text.encode(), KNOWN, strict=True).events for text in wanted)
    return repr(one) == repr(two)


def measured(cases: Iterable[TypedCase]) -> dict[str, Counter[str]]:
    """Count the outcomes of the lines, by style."""
    found: dict[str, Counter[str]] = defaultdict(Counter)
    for case in cases:
        what, said = outcome(case)
        found[case.style][what] += 1
        if "-v" in sys.argv and what != "read":
            print(f"{case.game[:4]} {case.style:16} {what:9} {case.typed!r} => {case.means!r}: {said}")
        if what == "else":
            found[case.style]["without a remark"] += said.endswith("WITHOUT REMARK")
    return found


def table(found: dict[str, Counter[str]]) -> Iterator[str]:
    """Lay the counts out as a table."""
    total: Counter[str] = Counter()
    yield f"{'style':18}{'lines':>7}" + "".join(f"{what:>11}" for what in OUTCOMES)
    for style, counts in found.items():
        total += counts
        yield _row(style, counts)
    yield _row("all", total)
    lines = sum(total[what] for what in OUTCOMES)
    first = total["read"] + total["suggested"]
    yield (
        f"read {total['read'] / lines:.1%}, read or first suggestion {first / lines:.1%}, read as something else "
        f"{total['else'] / lines:.2%} ({total['without a remark']} without a remark)"
    )


def _row(style: str, counts: Counter[str]) -> str:
    return f"{style:18}{sum(counts[what] for what in OUTCOMES):>7}" + "".join(f"{counts[w]:>11}" for w in OUTCOMES)


def main() -> None:
    """Print a table of the kept lines, and one of 2,000 drawn lines a game."""
    print("\n".join(["Kept lines", *table(measured(case for game in GAMES for case in kept(game))), ""]))
    print("\n".join(["Drawn lines", *table(measured(case for game in GAMES for case in by_lot(game, DRAWN)))]))


if __name__ == "__main__":
    main()
