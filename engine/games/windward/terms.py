"""Choices that an edition or a reading may change; rules and folds read these and never ask for an edition by name."""

from __future__ import annotations

import msgspec


class Terms(msgspec.Struct, frozen=True):
    """What the classic edition settles in another way than the full one, whose settings are the defaults."""

    # Whether the small side of the tiles is for a variant only, or anybody may choose it.
    small_side: str = "variant"
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

    # Cards that the rulebook does not name, and the other edition does.
    unnamed_cards: str = "false_flag"
    # Whether the longboat speed of a Coxswain comes by itself, or may be taken.
    coxswain_gain: str = "must"
    # What open questions set, in the order of their numbers; each begins with the default reading.
    tied_start: str = "reroll-tied"
    two_player_planet: str = "large"
    stack_sizes: str = "any"
    reset_timing: str = "immediately"
    seen_stacks: str = "top-only"
    flag_at_first: str = "no-prior-wind"
    wind_at_end: str = "end-first"
    tie_break_wind: str = "roll-at-starting-player"
    wind_direction: str = "port-hex-axis"
    upwind_cone: str = "exact-opposite"
    aerogenerator: str = "any-new-direction"
    port_downwind: str = "always-one-speed"
    zephyr_wind: str = "unaffected"
    zephyr_timing: str = "any-time-on-zephyr"
    fuel_effect: str = "plus-one-speed"
    deadweight_scope: str = "whole-turn"
    drift_stop: str = "no-stop"
    retreat_onto_drift: str = "literal-back-to-drift"
    retreat_blocked: str = "nearest-free"
    retreat_refund: str = "no-refund"
    enemies_together: str = "sequential"
    same_battle: str = "piece-pair"
    rebattle: str = "tie-only"
    ground_items: str = "neutral"
    drop_space: str = "pieces-only"
    drop_on_enemy: str = "not-allowed"
    bait_ground: str = "grey-or-boat"
    doubled_ground: str = "reroll"
    dropped_grey: str = "allowed-tow-if-free"
    voluntary_drops: str = "not-allowed"
    off_turn_drops: str = "own-turn"
    passing_pickup: str = "any-entered-space"
    gas_beyond_slots: str = "partial"
    hold: str = "one-crester-rest-unlimited"
    pickup_in_battle: str = "battle-first"
    track_tops: str = "as-full"
    no_effect: str = "legal-notice"
    supplies_short: str = "up-to"
    supplies_bought: str = "always-3"
    rum: str = "always-1"
    purchases: str = "not-an-order"
    prices: str = "as-full"
    coffee_timing: str = "later-this-turn"
    coffee_tokens: str = "substitute"
    crew_pairs: str = "one-per-pair"
    coxswain_first: str = "next-turn"
    crew_effects: str = "as-full"
    purser_limit: str = "as-full"
    teeth_out: str = "substitute"
    tokens_out: str = "none-gained"
    gas_out: str = "substitute"
    off_turn_cards: str = "own-battle-only"
    other_cards: str = "same-deck"
    idle_cards: str = "unplayable"
    flag_effect: str = "attacker-sent-back"
    die_faces: str = "pack"
    many_dice: str = "roll-in-batches"
    last_morale: str = "allowed"
    rest_actions: str = "none"
    off_turn_trigger: str = "ends-before-their-next"
    level_players: str = "top-only"
    pickup_off_turn: str = "own-turn"
    tow_lift: str = "separate"
    coffee_repeat: str = "as-full"
    pocket_slots: str = "limited"
