"""Buried treasure: how its cards are gained, held and played, and what they score."""

from __future__ import annotations

from engine.games.winds_of_plunder import scoring
from engine.games.winds_of_plunder.events import Arrived, PlayTreasure, SeeCard
from engine.games.winds_of_plunder.folds.cards import buried, drawn_treasure
from engine.games.winds_of_plunder.folds.plundering import treasure_scored
from engine.games.winds_of_plunder.reckoning.formulas import may_hold_treasure, treasure_due, treasure_waits
from engine.games.winds_of_plunder.rules.claims.wrong import Wrong
from engine.games.winds_of_plunder.sources import ARRIVAL, BOARD, CARDS, END_BONUSES
from engine.games.winds_of_plunder.state import Gain, Table
from engine.games.winds_of_plunder.undecidable import WHOSE_TREASURE
from engine.kernel.rules import Breach, Chapter

chapter = Chapter("Buried treasure", reads=("treasures",))


@chapter.rule(
    "WP-TREAS-01",
    on=SeeCard,
    says="A Treasure card is drawn only where the tile taken shows one.",
    cite=ARRIVAL,
    narrows=("WP-LOG-02",),
    rulings=("WP-AMB-27", "WP-AMB-34"),
    reads=("treasures", "tiles"),
    claims=(Wrong.CARD_FROM_NOWHERE,),
)
def shown_by_the_tile(table: Table, event: SeeCard) -> Breach | None:
    if event.card not in table.content.treasures or any(kind == "treasure" for kind, _ in table.unseen):
        return None
    says = f"The Treasure card {event.card} is seen, and no tile has brought anybody a card."
    return Breach(says, {"card": event.card}, "Draw a Treasure card where the tile taken shows a chest.")


@chapter.rule(
    "WP-TREAS-02",
    on=(PlayTreasure, Arrived),
    hangs_on=(WHOSE_TREASURE,),
    says="A Treasure card is played on arrival at the port it names, by whoever holds it.",
    cite=ARRIVAL,
    rulings=("WP-AMB-14", "WP-AMB-15", "WP-AMB-19"),
)
def at_its_port(table: Table, event: PlayTreasure | Arrived) -> Breach | None:
    """Outside an arrival no card is played or due: that has rules of its own."""
    turn = table.turn
    if turn is None or turn.seat != event.by or not turn.arriving:
        return None
    return _still_due(table, event.by) if isinstance(event, Arrived) else _misplayed(table, event)


def _still_due(table: Table, seat: str) -> Breach | None:
    port = table.players[seat].port
    if not treasure_due(table, seat):
        return None
    facts: dict[str, int | str] = {"seat": seat, "port": port}
    return Breach(
        f"{seat} ends the arrival in {port} and keeps the Treasure card of that port.",
        facts,
        "Play the card.",
        PlayTreasure(seat, port),
    )


def _misplayed(table: Table, event: PlayTreasure) -> Breach | None:
    player = table.players[event.by]
    facts: dict[str, int | str] = {"card": event.port, "seat": event.by}
    if event.port != player.port:
        says = f"{event.by} plays the Treasure card of {event.port} in {player.port}."
        return Breach(says, {**facts, "port": player.port}, f"Keep it until the ship comes to {event.port}.")
    if not may_hold_treasure(table, event.by, event.port):
        says = f"{event.by} plays the Treasure card of {event.port} and cannot hold it."
        return Breach(says, facts, "Play a card that was drawn.")
    if treasure_waits(table, event.by, event.port):
        says = f"{event.by} plays the Treasure card of {event.port} in the very arrival in which it was drawn."
        return Breach(says, facts, "Keep it for a later arrival.")
    return None


@chapter.rule(
    "WP-TREAS-03",
    on=PlayTreasure,
    says="A Treasure card played moves its owner's Booty marker up one step.",
    cite=ARRIVAL,
    rulings=("WP-AMB-15",),
    reads=("booty",),
    claims=("*.booty",),
)
def a_step_to_go(table: Table, event: PlayTreasure) -> Breach | None:
    booty = table.players[event.by].booty
    if table.terms.seventh_treasure != "no-more-advance" or booty < len(table.content.booty_values):
        return None
    says = f"{event.by} plays a Treasure card, and the Booty marker is on its top step already."
    return Breach(says, {"seat": event.by, "booty": booty}, "The card stays in hand.")


chapter.upheld(
    "WP-TREAS-04",
    says="A Treasure card scores the value of the step that the Booty marker comes to.",
    cite=(ARRIVAL, BOARD),
    rulings=("WP-AMB-15",),
    reads=("booty",),
    by=treasure_scored,
    claims=(Gain.TREASURE,),
)
chapter.upheld(
    "WP-TREAS-05",
    says="A Treasure card played leaves the hand for the bottom of its deck.",
    cite=(ARRIVAL, CARDS),
    by=buried,
    claims=(Wrong.CARD_GONE,),
)
chapter.upheld(
    "WP-TREAS-06",
    says="A Treasure card for another port stays in hand, past the end of the turn and of the round.",
    cite=ARRIVAL,
    rulings=("WP-AMB-14", "WP-AMB-15", "WP-AMB-27"),
    by=drawn_treasure,
    claims=(Wrong.CARD_KEPT,),
)
chapter.upheld(
    "WP-TREAS-07",
    says="A Treasure card not played scores nothing at the end.",
    cite=END_BONUSES,
    reads=("booty",),
    by=scoring.bonus_of,
    claims=(Wrong.UNPLAYED_TREASURE,),
)
