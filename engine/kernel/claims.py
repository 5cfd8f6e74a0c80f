"""Claims: what the table says is so, compared with what we reckon and never obeyed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.kernel.events import Claim
from engine.kernel.flow import Broken
from engine.kernel.game import Game
from engine.kernel.rules import Breach
from engine.kernel.unknown import UNKNOWN, Undetermined, known

# The facts that nobody claims before the game is over, in every game.
ENDINGS = frozenset({"winner", "ending"})
Compare = Callable[[Any, Claim], list[Broken] | None]


def hidden(value: object) -> bool:
    """Say whether a list holds something that nobody wrote down."""
    return isinstance(value, str) and any(str(UNKNOWN) in word for word in value.split())


def same(claimed: object, reckoned: object) -> bool:
    """Compare as a reader would: `7` is 7, a list of cards has no order, and `7` says nothing against `7 inside`."""
    if isinstance(claimed, int) and isinstance(reckoned, str):
        return reckoned == str(claimed) or reckoned.startswith(f"{claimed} ")
    return claimed == reckoned or sorted(str(claimed).split()) == sorted(str(reckoned).split())


def claimed(table: Any, claim: Claim) -> None:  # noqa: ANN401 - any game's table
    """Obey no claim, but note that the players think the game over: it tells what playing on breaks."""
    if known(claim.fact) and claim.fact in ENDINGS and known(claim.value):
        table.said_over = True


def comparison(game: Game) -> Compare:
    """Build the check that every claim of this game meets; the game says which rule settles the fact."""

    def compared(table: Any, claim: Claim) -> list[Broken] | None:  # noqa: ANN401 - any game's table
        reckoned = game.reckoners(table)[claim.fact](table)
        if not (known(reckoned) and known(claim.value)):
            raise Undetermined
        if claim.value == reckoned or (claim.fact not in game.ordered and same(claim.value, reckoned)):
            return None
        if hidden(claim.value) or hidden(reckoned):
            raise Undetermined
        rule = game.blame(table, claim, reckoned)
        facts = {"fact": claim.fact, "claimed": claim.value, "reckoned": reckoned}
        return [(rule, Breach(f"The log claims {claim.fact} is {claim.value}; we reckon {reckoned}.", facts))]

    return compared
