"""No log costs more than a fixed amount of counted work; the report says what the work did not cover."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import cycle

import pytest

from audit import audit
from audit.budget import MOST_WORK, Budget
from audit.findings.replay_outcome import MOST_COUNTED, MOST_FOUND
from audit.report import render_text
from engine.games import GAMES
from engine.kernel.events import Event
from engine.kernel.replay.replay import Replay
from fixtures.kits import kit
from fixtures.simulate import simulate
from tests.measure.heavy import KINDS, heavy, spelt

SIZE = 40_000
# A single further check of what is before a place, or of one more reading, may exceed the limit.
OVER = 16_000


class Done:
    """Return the work done, and the number of events replayed in total."""

    def __init__(self, patched: pytest.MonkeyPatch) -> None:
        self.budgets: list[Budget] = []
        self.events = 0
        begin, run = Budget.__init__, Replay.run

        def begun(budget: Budget, *given: int) -> None:
            begin(budget, *given)
            self.budgets.append(budget)

        def counted(replay: Replay, entries: Iterable[tuple[int, Event]]) -> Replay:
            held = list(entries)
            self.events += len(held)
            return run(replay, held)

        patched.setattr(Budget, "__init__", begun)
        patched.setattr(Replay, "run", counted)


@pytest.mark.parametrize(("game", "kind"), list(zip(cycle(GAMES), KINDS, strict=False)))
def test_the_work_is_bounded_whatever_the_log(monkeypatch: pytest.MonkeyPatch, game: str, kind: str) -> None:
    done = Done(monkeypatch)
    report = audit(heavy(game, kind, SIZE).encode(), GAMES)
    assert len(done.budgets) <= 1
    assert all(budget.left > -OVER for budget in done.budgets)
    # Three plain replays at most: of the log, of the judged part, and of the events that chose the pack's values.
    assert done.events <= MOST_WORK + OVER + 3 * len(report.events)


@pytest.mark.parametrize("spelling", ["jsonl", "csv"])
def test_so_it_is_in_another_spelling(monkeypatch: pytest.MonkeyPatch, spelling: str) -> None:
    done = Done(monkeypatch)
    assert audit(spelt("tailwinds", "shuffled lines", spelling, SIZE), GAMES).verdict == "broken"
    assert [budget.left > -OVER for budget in done.budgets] == [True]


def test_a_record_that_breaks_nearly_everything_is_not_judged_to_its_end() -> None:
    game = "winds-of-plunder"
    report = audit(heavy(game, "nobody knows what", 300_000).encode(), GAMES)
    assert len(report.findings) <= MOST_FOUND
    assert report.coverage.unlisted > MOST_COUNTED
    assert report.result.status in {"unproven", "none claimed"}
    assert "Nothing after event" in render_text(report, width=10_000)


def doubled(game: str, seed: int, most: int) -> bytes:
    """Return a legal game in which this many lines are doubled, from one end to the other."""
    head, _, body = simulate(game, kit(game).company(())[-1], seed).partition("---\n")
    lines = [line for line in body.splitlines() if line]
    step = max(1, len(lines) // most)
    twice = [at % step == 0 and at // step < most for at in range(len(lines))]
    said = (line for line, again in zip(lines, twice, strict=True) for _ in range(1 + again))
    return "\n".join((f"{head}---", *said, "")).encode()


def test_of_a_thousand_doubled_lines_nearly_all_are_looked_into() -> None:
    report = audit(doubled("north-wind", 7, 1_000), GAMES)
    roots = {finding.seq for finding in report.roots}
    assert len(report.findings) > 1_000
    assert report.coverage.unexamined <= len(roots) // 5


def test_ten_times_as_many_findings_cost_at_most_ten_times_as_much(monkeypatch: pytest.MonkeyPatch) -> None:
    done = Done(monkeypatch)
    few, many = (audit(doubled("north-wind", 7, lines), GAMES) for lines in (100, 1_000))
    assert len(many.findings) > 3 * len(few.findings)
    first, second = (MOST_WORK - budget.left for budget in done.budgets)
    assert second <= 10 * first
