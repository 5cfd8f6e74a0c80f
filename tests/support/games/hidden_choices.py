"""Choices that a game hides from other seats, found in played games."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from audit.live import LiveSetup, begin_game
from engine.kernel.events import Event
from engine.kernel.log import Log
from engine.kernel.replay.replay import Replay
from engine.kernel.unknown import UNKNOWN, is_known
from fixtures.kits import GAMES, kit
from fixtures.simulate import company, play

# Secret events by their verb, with the field that no other seat sees.
# The games with choices that other seats do not see, and the verbs of the events that reveal them.
OPENS = {name: kit(name).opens for name in GAMES if kit(name).secret}
AFTERWARDS = 6


def verb(event: Event) -> str:
    return str(event.__struct_config__.tag)


def game_played(name: str, seed: int) -> tuple[LiveSetup, Log]:
    log = play(GAMES[name], company(GAMES[name], seed), seed)
    return begin_game(msgspec.json.encode(log.header), GAMES), log


def seats(live: LiveSetup) -> list[str]:
    return [player.seat for player in live.header.players]


def hidden_choices(live: LiveSetup, log: Log) -> Iterator[tuple[int, Event, str, str]]:
    """List every secret event, with the hidden field and each seat that may not see it."""
    run = Replay(live.program, live.prepared.build_table())
    for seq, event in enumerate(log.events, 1):
        before = {seat: in_hand(run.table, seat) for seat in seats(live)}
        run.run([(seq, event)])
        knows = [seat for seat in seats(live) if in_hand(run.table, seat) != before[seat]]
        if field := kit(live.game.name).secret.get(verb(event)):
            # The hand in which a card appears shows whose card it is.
            owner = getattr(event, "by", None) or next(iter(knows), None)
            yield from ((seq, event, field, seat) for seat in seats(live) if seat != owner)


def in_hand(table: Any, seat: str) -> list[str]:
    player = table.players[seat]
    return [
        str(card) for card in (*getattr(player, "actions", ()), *getattr(player, "treasures", ())) if is_known(card)
    ]


def other_choices(live: LiveSetup, event: Event, field: str) -> list[Event]:
    """Return the same event with other values in the hidden field: legal or not, known or not."""
    kind = next(f.kind for f in live.game.vocabulary.by_class[type(event)].fields if f.name == field)
    said = getattr(event, field)
    domain: Any = live.domains.get(kind)
    values = range(8) if domain is None else sorted(domain)
    if verb(event) == "drawn":
        # Treasure and Action cards have two piles: all players see which pile a card is from.
        alike = [card for card in values if str(card).startswith("tr-") == str(said).startswith("tr-")]
        return [msgspec.structs.replace(event, card=card) for card in alike if card != said]
    return [msgspec.structs.replace(event, **{field: value}) for value in (*values, UNKNOWN) if value is not said]
