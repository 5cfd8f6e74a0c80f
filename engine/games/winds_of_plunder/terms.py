"""Choices that a mode or a reading may change; rules read these and never ask for the edition or mode."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Terms:
    """One field per open question (in its number order), and the mode. The defaults are the default readings."""

    tournament: bool = False
    tally_cap: str = "cap-from-pack"
    loot_lacking: str = "must-be-available"
    no_bids: str = "old-holder-picks-any-then-new-holder-picks-among-voted-directions"
    empty_directions: str = "only-chosen-directions"
    windlocked_gust: str = "may"
    extra_area: str = "range-extended"
    far_port_downwind: str = "yes"
    equal_latitude: str = "pack-order-strict"
    bonus_point: str = "separate-one-point-action"
    bonus_sailing: str = "yes-full-sequence"
    any_other_ship: str = "every-ship-there"
    no_cube_for_mark: str = "no-mark"
    starting_port: str = "no"
    treasure_at_once: str = "yes"
    seventh_treasure: str = "score-top-value-again"
    short_reserve: str = "take-what-is-left"
    hand_limit: str = "none"
    boarding: str = "optional"
    treasure_play: str = "compulsory"
    treasure_hand: str = "secret"
    provisions_bonus: str = "after-items"
    vp_floor: str = "floor-zero-no-ceiling"
    end_bonuses: str = "text-list"
    tied_ahead: str = "unheld"
    two_ahead_at_once: str = "evaluate-final-tallies"
    reshuffle: str = "when-empty-immediately"
    no_treasure_left: str = "no-card"
    first_named: str = "yes"
    markers_compared: str = "tied-players-only"
    tie_breaks: str = "successive-narrowing"
    tied_marker_at_end: str = "holder-scores"
    reputation_weapons: str = "new-counts"
    needless_gust: str = "allowed-warn"
    treasure_icon: str = "compulsory"
    marker_at_zero: str = "holder-keeps"
    wind_arrow: str = "arrow-is-sailing-direction"
    gust_sailing: str = "alters-the-one-sailing"
    new_port: str = "any-other-port"
    nothing_to_draw: str = "not-allowed"
    unbroken_tie: str = "shared-victory"
    unoccupied: str = "no-other-ship"
