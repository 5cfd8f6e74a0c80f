"""Choices that an edition or a reading may change; rules and folds read these and never ask for an edition by name."""

from __future__ import annotations

import msgspec


class Terms(msgspec.Struct, frozen=True):
    """What the classic edition settles in another way than the full one, whose settings are the defaults."""

    # Which side of the tiles two players use.
    two_player_planet: str = "large"
    # When the first wind is rolled: while setting up, or before the first turn.
    first_wind: str = "set-up"
    # On which side of the player in battle sits who rolls for the Crester.
    roller: str = "right"
    # What the orders for supplies and morale bring, and the rest in port: as boards have it, or not.
    supplies_order: str = "board"
    morale_order: str = "board"
    port_rest: str = "board"
    # When a tie brings +2 Hits tokens: if a ship or a longboat attacked, or always.
    tie_tokens: str = "player-attacked"
    # What a Red does that cannot reach the ship: go as near as it can, or stay.
    blocked_red: str = "goes-near"
    # When missing Greys are replaced: after one is beaten, or as soon as there is one in stock.
    grey_refill: str = "on-defeat"
    # When a Coxswain first brings longboat speed.
    coxswain_first: str = "next-turn"
