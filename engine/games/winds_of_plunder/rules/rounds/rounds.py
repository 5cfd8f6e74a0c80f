"""Rounds: nine of them, each with a vote and then a turn for every player, clockwise."""

from __future__ import annotations

from engine.games.winds_of_plunder.events import TURN, Done, RevealBids, RevealCompasses, Sail
from engine.games.winds_of_plunder.folds.turns import all_rounds_played, begin_round, pass_on
from engine.games.winds_of_plunder.reckoning.formulas import own_turn
from engine.games.winds_of_plunder.reckoning.map import ports_to_sail_to
from engine.games.winds_of_plunder.rules.claims.wrong import Wrong
from engine.games.winds_of_plunder.rules.sailing.sailing import listed
from engine.games.winds_of_plunder.sources import BOARD, DURATION, PHASES, PLUNDERING, VOTING
from engine.games.winds_of_plunder.state import NO_VOTE, NOT_WRITTEN, Table
from engine.kernel.events import Move
from engine.kernel.rules import Breach, Chapter
from engine.kernel.unknown import UNKNOWN, Undetermined
from engine.kernel.vocabulary import make_unwritten_event

chapter = Chapter("Rounds")

chapter.upheld(
    "WP-ROUND-01",
    says="The game lasts nine rounds, no more and no fewer.",
    cite=DURATION,
    by=all_rounds_played,
    phases=("over",),
    claims=(Wrong.NOT_OVER_YET,),
)


@chapter.rule(
    "WP-ROUND-02",
    on=(RevealCompasses, RevealBids),
    says="In each round the players vote first, and plunder then.",
    cite=PHASES,
)
def vote_first(table: Table, event: RevealCompasses | RevealBids) -> Breach | None:
    """Report plundering that begins though no compass, or no bid, is in the log."""
    if event.seq != NO_VOTE or table.somebody:
        return None
    seats = len(table.seats)
    missing = RevealCompasses((UNKNOWN,) * seats) if isinstance(event, RevealCompasses) else RevealBids(event.cubes)
    what = "has set a compass" if isinstance(event, RevealCompasses) else "has bid"
    return Breach(f"The plundering begins, and nobody {what}.", {"round": table.round}, "A vote.", missing)


@chapter.rule(
    "WP-ROUND-03",
    on=Done,
    says="Each player takes one turn at plundering in each round.",
    cite=(PHASES, PLUNDERING),
    narrows=("WP-SAIL-06", "WP-SAIL-08"),
    claims=("acted",),
)
def one_turn_each(table: Table, event: Done) -> Breach | None:
    """A turn that is missing in the log is legal only if the ship could not have sailed."""
    turn = own_turn(table, event.by)
    if event.seq != NOT_WRITTEN or turn is None or turn is table.turn:
        return None
    ports = ports_to_sail_to(table, turn)
    if not ports:
        return None
    if table.somebody:
        raise Undetermined
    facts: dict[str, int | str] = {"seat": event.by, "round": table.round}
    return Breach(
        f"{event.by} is next, and has had no turn.", facts, listed(ports), make_unwritten_event(Sail, by=event.by)
    )


chapter.upheld(
    "WP-ROUND-04",
    says="After whoever is named first, turns go clockwise.",
    cite=(PHASES, VOTING),
    by=pass_on,
    claims=("turn",),
)


@chapter.rule(
    "WP-ROUND-05",
    on=TURN,
    out_of_turn=True,
    says="Who has turned the compass over has no further turn in the round.",
    cite=PLUNDERING,
    narrows=("WP-TURN-05",),
)
def compass_turned_over(table: Table, event: Move) -> Breach | None:
    if event.by not in table.acted or event.by in table.passed_over:
        return None
    facts: dict[str, int | str] = {"seat": event.by, "due": table.active}
    return Breach(f"{event.by} has had a turn this round.", facts, f"{table.active} plunders.")


chapter.upheld(
    "WP-ROUND-06",
    says="The round marker moves one circle on with each round.",
    cite=(DURATION, BOARD),
    by=begin_round,
    claims=("round",),
)
