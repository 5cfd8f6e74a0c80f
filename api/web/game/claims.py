"""The claims of the table, each with the value that we compute."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from audit.model.step import spell_fact
from engine.kernel.events import Claim
from engine.kernel.replay.claims import find_result_fact
from engine.kernel.unknown import UNKNOWN, Undetermined, is_known

if TYPE_CHECKING:
    from audit.browse.viewer import LogViewer
    from engine.kernel.game import Game
    from engine.kernel.table import AnyTable

AGREED = {"mismatch": "no", "unverifiable": "cannot be checked", "malformed": "cannot be read", "ruled": "ruled"}


@dataclass(frozen=True, slots=True)
class ClaimRow:
    """One claim, with the computed value."""

    place: int
    seq: int
    fact: object
    claimed: object
    reckoned: object
    agreed: str


def list_claims(opened: LogViewer) -> Iterator[ClaimRow]:
    """List every claim that counts, in the order of the game."""
    game = opened.prepared.game
    for place, (seq, event) in enumerate(opened.entries, 1):
        if isinstance(event, Claim):
            statuses = [finding.status for finding in opened.findings_at(place)]
            agreed = next((AGREED[one] for one in AGREED if one in statuses), "no" if statuses else "yes")
            ours = _compute_value(game, opened.table_at(place), event)
            yield ClaimRow(place, seq, spell_fact(event.fact), spell_fact(event.value), spell_fact(ours), agreed)


def _compute_value(game: Game, table: AnyTable, claim: Claim) -> object:
    if not is_known(claim.fact) or claim.fact not in game.reckoners(table):
        return UNKNOWN
    try:
        return find_result_fact(game, table, claim.fact)
    except Undetermined:
        return UNKNOWN
