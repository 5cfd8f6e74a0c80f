"""Every ending of a competitive game of Windward, with 2 to 5 players, in both editions, computed by hand."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import cycle, islice
from typing import Any, NamedTuple

import pytest

from audit import audit
from audit.intake.preparation import prepare_log
from engine.games import GAMES

SEATS = {"green": "Ada", "orange": "Ben", "blue": "Cleo", "yellow": "Dan", "purple": "Eve"}
# All are in port, where no battle happens. Green is the first player, who rolls for the wind; it is orange's turn,
# who brings the end with 2 gas: 14 + 1 = 15. The others have 14 as well, and all have 4 gas, for 2 notoriety.
LEADS, SHARED, OVERTAKES = 1, 1, 2


class EndedGame(NamedTuple):
    """Return this many players of one edition."""

    number: int
    layers: str

    def seats(self) -> list[str]:
        """Name the players."""
        return list(SEATS)[: self.number]

    def header(self) -> str:
        """Set the table."""
        players = ", ".join(f"{seat}={SEATS[seat]}" for seat in self.seats())
        table = "planet=a b c d e f, wind=1, turn=orange, first=green, round=9, reds=a31, greys=none, items=none"
        boards = "".join(f"position: {', '.join(self._board(seat))}\n" for seat in self.seats())
        layers = f"layers: {self.layers}\n" if self.layers else ""
        pack = "windward-reconstructed-1"
        return f"game: windward\n{layers}pack: {pack}\nplayers: {players}\nposition: {table}\n{boards}---\n"

    def _board(self, seat: str) -> Iterator[str]:
        yield from (f"{seat}.{name}" for name in ("place=port", "morale=2", "notoriety=14", "gas=4"))
        yield from (f"{seat}.{name}=0" for name in ("cannons", "rowing", "teeth.red", "teeth.grey", "tokens"))
        yield from (f"{seat}.{name}=none" for name in ("crester", "hand", "crew"))
        yield from (f"{seat}.boat.1=aboard", f"{seat}.boat.2=aside")

    def round(self, wind: int, **bought: int) -> str:
        """Give every player a turn, orange first: some buy notoriety, all rest; green rolls for the wind before."""
        start, lines = self.seats().index("orange"), []
        for seat in islice(cycle(self.seats()), start, start + self.number):
            lines += [f"fate: wind {wind}"] if seat == "green" else []
            lines += [f"{seat}: buy notoriety"] * bought.get(seat, 0)
            lines += [f"{seat}: rest"]
        return "".join(f"{line}\n" for line in lines)


EVERY = [
    pytest.param(EndedGame(number, layers), id=f"{number} {layers or 'full'}")
    for number in range(2, 6)
    for layers in ("", "classic")
]


def last(log: str) -> dict[str, Any]:
    run = prepare_log(log.encode(), GAMES).replay_all()
    return dict(GAMES["windward"].facts(run.table))


def clean(log: str, winner: str) -> dict[str, Any]:
    """Return the facts at the end of a log in which nothing is wrong, in particular not its winner."""
    report = audit(f"{log}claim: winner {winner}\n".encode(), GAMES)
    assert (report.verdict, report.result.status) == ("clean", "confirmed"), [one.breach for one in report.findings]
    return last(log)


def roots(log: str) -> list[tuple[int | None, str]]:
    return [(finding.seq, finding.rule) for finding in audit(log.encode(), GAMES).roots]


@pytest.mark.parametrize("game", EVERY)
def test_who_has_most_after_the_last_turns_has_won(game: EndedGame) -> None:
    facts = clean(game.header() + game.round(4, orange=LEADS), "orange")
    # 14 + 1 = 15; the others have 14. Rests in port bring 1 morale, and 2 to blue: 2 + 1 = 3, 2 + 2 = 4.
    assert (facts["ending"], facts["trigger"], facts["wind"]) == ("last-turns", "orange", 4)
    assert (facts["orange.notoriety"], facts["green.notoriety"], facts["orange.morale"]) == (15, 14, 3)
    assert facts.get("blue.morale", 4) == 4


@pytest.mark.parametrize("game", EVERY)
def test_whoever_brought_the_end_may_be_overtaken_in_the_last_turn_of_all(game: EndedGame) -> None:
    facts = clean(game.header() + game.round(4, orange=LEADS, green=OVERTAKES), "green")
    # 14 + 2 = 16, counted in full, and 4 - 2 x 2 = 0 gas. That green also passes 15 brings no further last turns.
    assert (facts["ending"], facts["trigger"]) == ("last-turns", "orange")
    assert (facts["orange.notoriety"], facts["green.notoriety"], facts["green.gas"]) == (15, 16, 0)


@pytest.mark.parametrize("game", EVERY)
def test_a_shared_lead_is_played_off_once(game: EndedGame) -> None:
    tied = game.header() + game.round(4, orange=LEADS, green=SHARED)
    # 14 + 1 = 15 to 15. All have one more turn, orange first; green rolls when its turn comes, and buys: 15 + 1 = 16.
    facts = clean(tied + game.round(2, green=1), "green")
    assert (facts["ending"], facts["trigger"], facts["wind"]) == ("played-off", "orange", 2)
    assert (facts["orange.notoriety"], facts["green.notoriety"], facts["green.gas"]) == (15, 16, 0)
    # Orange has rested twice: 2 + 1 + 1 = 4 morale.
    assert facts["orange.morale"] == 4


@pytest.mark.parametrize("game", EVERY)
def test_a_shared_lead_is_played_off_twice_and_anybody_may_win(game: EndedGame) -> None:
    tied = game.header() + game.round(4, orange=LEADS, green=SHARED)
    # In the first extra round no player buys: 15 to 15 still. In the second, each player after orange overtakes: blue,
    # who has bought nothing so far, 14 + 2 = 16; of two, green 15 + 1 = 16.
    third, bought = (game.seats()[2], 2) if game.number > 2 else ("green", 1)
    facts = clean(tied + game.round(2) + game.round(5, **{third: bought}), third)
    assert (facts["ending"], facts["wind"], facts[f"{third}.gas"]) == ("played-off", 5, 0)
    assert (facts["orange.notoriety"], facts[f"{third}.notoriety"]) == (15, 16)


@pytest.mark.parametrize("game", EVERY)
def test_a_table_that_plays_on_is_told_so_once(game: EndedGame) -> None:
    over = game.header() + game.round(4, orange=LEADS)
    number = over.partition("---\n")[2].count("\n")
    assert roots(over + "orange: buy notoriety\norange: rest\n") == [(number + 1, "WW-OVER-08")]
    assert last(over + "orange: rest\n")["winner"] == "orange"


@pytest.mark.parametrize("game", EVERY)
def test_a_winner_named_before_the_last_turns_or_while_the_lead_is_shared_is_none(game: EndedGame) -> None:
    early = game.header() + "orange: buy notoriety\norange: rest\nclaim: winner orange\n"
    assert roots(early) == [(3, "WW-OVER-02")]
    tied = game.header() + game.round(4, orange=LEADS, green=SHARED)
    for log, rule in ((tied, "WW-OVER-05"), (tied + game.round(2), "WW-OVER-06")):
        number = log.partition("---\n")[2].count("\n")
        assert roots(f"{log}claim: winner orange\n") == [(number + 1, rule)]
