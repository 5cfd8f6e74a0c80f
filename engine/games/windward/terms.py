"""The terms that an edition or a reading may change.

Rules and folds read these and never ask for an edition by name.
"""

from __future__ import annotations

import msgspec


class Terms(msgspec.Struct, frozen=True):
    """The settings in which the classic edition differs from the full one, whose settings are the defaults."""

    # Whether the small side of the tiles is for a variant only, may be chosen by the players, or is laid.
    small_side: str = "variant"
    # When the first wind is rolled: during set-up, or before the first turn.
    first_wind: str = "set-up"
    # On which side of the player in battle the roller for the Crester sits.
    roller: str = "right"
    # What the roller for a Crester must not add to the roll.
    roller_bars: str = "cards tokens"
    # The effects of the orders for supplies and morale, and of the rest in port: as printed on boards, or otherwise.
    supplies_order: str = "board"
    morale_order: str = "board"
    port_rest: str = "board"
    # When a tie brings +2 Hits tokens: if a ship or a longboat attacked, or always.
    tie_tokens: str = "player-attacked"
    # The territory that binds a Red: its current one, or that of its origin.
    red_bounds: str = "where-it-is"

    # Cards that only the other edition's rulebook names.
    unnamed_cards: str = "false_flag"
    # The number of face-up achievement cards; 0: the variant is not played.
    goal_cards: int = 0
    # Whether the purple board is the Naturalist's, and how many tags the edition prints.
    researching: bool = False
    # The notoriety that awakens the White, 0: the variant is not played; and how far it moves.
    white_at: int = 0
    # The numbers of players, and how many cards each is dealt, 0: by the order of turns.
    fewest: int = 2
    most: int = 5
    dealt: int = 0
    # The starting places of Greys: one less than players, or every feeding ground; and whether new Cresters come.
    first_greys: str = "rolled"
    new_cresters: bool = True
    # Whether a rest in port, or the loss of a ship, loses the game; and whether 15 notoriety bring its end.
    rest_in_port: str = "morale"
    lost_at_once: bool = False
    track_ends: bool = True
    # Whether the wind is rolled anew for each turn.
    wind_each_turn: bool = False
    # Whether all Reds come at once, faster for each one beaten, across borders, and fight together.
    reds_hunt: bool = False
    # Whether the White is put onto a corner when the last Red is beaten, and beating it wins the game.
    white_last: bool = False
    white_move: int = 5
    # Whether all play together against the White, which is there from the start, and each side has lives; and the
    # fewest players.
    allied: bool = False
    fewest_allied: int = 2
    tags_printed: int = 5
    # Whether the longboat speed of a Coxswain is automatic, or may be taken.
    coxswain_gain: str = "must"
    # The terms of open questions, in the order of their IDs; each begins with the default reading.
    tied_start: str = "reroll-tied"
    two_player_planet: str = "large"
    lone_planet: str = "small-base-2"
    purple_given: str = "assign-purple-first"
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
    previous_space: str = "last-location"
    retreat_blocked: str = "nearest-free"
    retreat_refund: str = "no-refund"
    enemies_together: str = "sequential"
    same_battle: str = "piece-pair"
    rebattle: str = "tie-only"
    lost_attack: str = "may-continue"
    ground_items: str = "neutral"
    drop_space: str = "pieces-only"
    drop_on_enemy: str = "not-allowed"
    respawn_space: str = "higher-layer-free"
    release_space: str = "same-layer-free"
    white_corner: str = "higher-layer"
    bait_ground: str = "grey-or-boat"
    ground_blocked: str = "any-grey"
    doubled_ground: str = "reroll"
    several_grounds: str = "roller-chooses"
    several_corners: str = "roller-chooses"
    white_and_reds: str = "blocked-by-reds"
    towing: str = "automatic"
    tied_tow: str = "tow-follows"
    dropped_grey: str = "allowed-tow-if-free"
    voluntary_drops: str = "not-allowed"
    off_turn_drops: str = "own-turn"
    passing_pickup: str = "any-entered-space"
    gas_beyond_slots: str = "partial"
    hold: str = "one-crester-rest-unlimited"
    pickup_in_battle: str = "battle-first"
    kept_teeth: str = "next-turn-start"
    teeth_at_end: str = "not-scored"
    boats_of_lost: str = "stay"
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
    researched_gas: str = "no-bonus"
    teeth_out: str = "substitute"
    tokens_out: str = "none-gained"
    gas_out: str = "substitute"
    off_turn_cards: str = "own-battle-only"
    other_cards: str = "same-deck"
    idle_cards: str = "unplayable"
    flag_effect: str = "attacker-sent-back"
    hit_steps: str = "single-pass"
    die_faces: str = "pack"
    many_dice: str = "roll-in-batches"
    lone_roller: str = "self"
    tie_by_crester: str = "player-gets-one"
    moves_back: str = "attacker-moves-back"
    winner_of_lost: str = "stays"
    beaten_red: str = "as-full"
    lost_to_white: str = "as-red"
    lost_drops: str = "battle-space"
    loot_half: str = "all-items"
    naturalists_loot: str = "choose-then-discard"
    lost_cleanup: str = "housekeeping-only"
    last_morale: str = "allowed"
    rest_actions: str = "none"
    marine_and_white: str = "red-only"
    greys_beyond: str = "top-up-only"
    grey_refill: str = "on-defeat-only"
    grounds_taken: str = "skip"
    tagged_greys: str = "not-counted"
    red_refill: str = "never"
    respawned_red: str = "no-move"
    red_path: str = "any-shortest"
    red_metric: str = "either"
    blocked_red: str = "as-full"
    red_order: str = "any"
    white_roller: str = "reaching-player"
    white_woken_at_rest: str = "no-move-this-turn"
    white_exempt: str = "moves-regardless"
    white_after: str = "removed"
    tag_count: str = "edition"
    tags_out: str = "not-possible"
    released_nowhere: str = "not-possible"
    tagged_home: str = "where-placed"
    tag_return: str = "back-to-naturalist"
    tagged_white: str = "ignore"
    goal_scoring: str = "optional"
    goals_together: str = "active-first"
    goal_refill: str = "no-refill"
    off_turn_trigger: str = "ends-before-their-next"
    level_players: str = "top-only"
    hunters_after_battle: str = "all-move"
    hunters_order: str = "player-chooses"
    hunters_count: str = "at-movement"
    hunters_back: str = "nearest-free"
    two_beaten: str = "both-defeated"
    two_attacked: str = "combined"
    teeth_traded: str = "any-time-in-port"
    bait_brings: str = "works"
    gifts: str = "gifts-ok"
    traded_hand: str = "limit-applies"
    port_defeat: str = "steps-without-drop"
    allied_rest: str = "plus-1"
    post_distance: str = "one-step-from-ring"
    post_reached: str = "active-only"
    white_after_loss: str = "no-move"
    white_returned_by: str = "team"
    allied_nights: str = "none"
    pickup_off_turn: str = "own-turn"
    tow_lift: str = "separate"
    coffee_repeat: str = "as-full"
    white_attacker: str = "white-attacks"
    grey_tags: str = "tagged-only"
    released_red: str = "same-piece-stays"
    two_marine: str = "once"
    purple_board: str = "as-standard"
    mode_variants: str = "naturalist-allowed"
    lone_nights: str = "not-tracked"
    corner_chosen: str = "free-only"
    white_blocked: str = "no-path-no-move"
    post_after_battle: str = "moves"
    tie_with_crester: str = "player-gets-one"
    released_on_drift: str = "not-onto-drift"
    pocket_slots: str = "limited"

    @property
    def wind_in_set_up(self) -> bool:
        """Whether the first wind is rolled during set-up. If no roll for a Grey ends set-up, it is."""
        return self.first_wind == "set-up" or self.first_greys == "every-ground"

    @property
    def white_plays(self) -> bool:
        """Whether the White is in play."""
        return bool(self.white_at) or self.white_last or self.allied

    @property
    def purple_researches(self) -> bool:
        """Whether the player with the purple board is the Naturalist."""
        return self.researching or self.purple_board == "always-naturalist"

    @property
    def few(self) -> int:
        """The fewest players."""
        return self.fewest_allied if self.allied else self.fewest

    @property
    def nights_count(self) -> bool:
        """Whether a night at sky brings notoriety."""
        if self.allied:
            return self.allied_nights == "keep"
        return self.track_ends or self.lone_nights == "keep"
