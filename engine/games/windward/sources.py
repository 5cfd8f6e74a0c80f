"""The texts that Windward citations refer to: two rulebooks of one game."""

from __future__ import annotations

from engine.kernel.rules import Source

FULL_PAGES = {
    "Global Setup": 2,
    "Player Setup": 3,
    "Game Modes": 3,
    "Notoriety": 4,
    "Grey Cresters": 4,
    "Crester Teeth": 4,
    "Trading Post": 4,
    "Ships": 4,
    "Cargo Hold": 4,
    "Longboats": 4,
    "Crew Morale": 4,
    "Elevation": 5,
    "Wind": 5,
    "Terrain": 5,
    "Terrain: Drift": 5,
    "Terrain: Zephyr": 5,
    "Terrain: Gas Pocket": 5,
    "Terrain: Around the Planet": 5,
    "Taking a Turn": 6,
    "Move Ship": 6,
    "Move Longboats": 6,
    "Spend Gas": 6,
    "Use a Supply Card": 6,
    "Pick Up": 6,
    "Collect Rewards": 6,
    "Give Orders": 7,
    "Epic Turn Example": 7,
    "Crew": 7,
    "Battle": 8,
    "Battle: Conclusion": 9,
    "Ship Lost": 9,
    "Ending Your Turn": 9,
    "Ending Your Turn: At Port": 9,
    "Ending Your Turn: At Sky": 9,
    "Ending the Round": 9,
    "Ending the Game": 9,
    "Ending the Game: End Game Trigger": 9,
    "Ending the Game: Win Condition": 9,
    "Windward Solo Adventure": 10,
    "Windward Cooperative Adventure": 11,
    "Advanced Rule Variants": 12,
    "Great White Crester": 12,
    "The Naturalist": 12,
    "Achievements": 12,
    "Small World": 12,
}
FULL = Source("full", "Windward rulebook (full edition)", frozenset(FULL_PAGES), FULL_PAGES)
SHORT_PAGES = {
    "Components": 2,
    "Setup": 3,
    "Game Principles: Notoriety": 4,
    "Game Principles: Cresters": 4,
    "Game Principles: Trading Post": 4,
    "Game Principles: Ships": 4,
    "Game Principles: Longboats": 4,
    "Game Principles: Elevation": 5,
    "Game Principles: Wind": 5,
    "Game Principles: Celus' Terrain": 5,
    "Taking a Turn": 6,
    "Move Your Ship/Longboats": 6,
    "Give Orders": 6,
    "Orders at Port": 6,
    "Orders at Sky": 6,
    "Spend Gas": 6,
    "Use a Supply Card": 7,
    "Initiate a Battle": 7,
    "Turn End": 7,
    "Defeated Ship": 8,
    "End Game": 8,
    "Achievements": 8,
    "White Crester": 9,
    "The Naturalist": 9,
    "Windward Cooperative Adventure": 10,
    "Windward Solo Adventure": 11,
    "Alternate Map": 11,
    "How Battles Work": 12,
    "After the Battle": 13,
}
# The classic rulebook, which is the shorter of the two.
SHORT = Source("classic", "Windward rulebook (classic edition)", frozenset(SHORT_PAGES), SHORT_PAGES)
LEDGER = Source(
    "ledger",
    "Deadreckon's own checks on the record",
    frozenset({"Log integrity"}),
    unpaged="No printed text: what any record must hold to.",
)

LOG = LEDGER("Log integrity")

FULL_GLOBAL_SETUP = FULL("Global Setup")
FULL_PLAYER_SETUP = FULL("Player Setup")
FULL_MODES = FULL("Game Modes")
FULL_NOTORIETY = FULL("Notoriety")
FULL_GREYS = FULL("Grey Cresters")
FULL_TEETH = FULL("Crester Teeth")
FULL_TRADING_POST = FULL("Trading Post")
FULL_SHIPS = FULL("Ships")
FULL_CARGO_HOLD = FULL("Cargo Hold")
FULL_LONGBOATS = FULL("Longboats")
FULL_CREW_MORALE = FULL("Crew Morale")
FULL_ELEVATION = FULL("Elevation")
FULL_WIND = FULL("Wind")
FULL_TERRAIN = FULL("Terrain")
FULL_DRIFT = FULL("Terrain: Drift")
FULL_ZEPHYR = FULL("Terrain: Zephyr")
FULL_POCKETS = FULL("Terrain: Gas Pocket")
FULL_AROUND = FULL("Terrain: Around the Planet")
FULL_TURN = FULL("Taking a Turn")
FULL_MOVE_SHIP = FULL("Move Ship")
FULL_MOVE_LONGBOATS = FULL("Move Longboats")
FULL_SPEND_GAS = FULL("Spend Gas")
FULL_CARD = FULL("Use a Supply Card")
FULL_PICK_UP = FULL("Pick Up")
FULL_REWARDS = FULL("Collect Rewards")
FULL_ORDERS = FULL("Give Orders")
FULL_EPIC_TURN = FULL("Epic Turn Example")
FULL_CREW = FULL("Crew")
FULL_BATTLE = FULL("Battle")
FULL_CONCLUSION = FULL("Battle: Conclusion")
FULL_SHIP_LOST = FULL("Ship Lost")
FULL_TURN_END = FULL("Ending Your Turn")
FULL_AT_PORT = FULL("Ending Your Turn: At Port")
FULL_AT_SKY = FULL("Ending Your Turn: At Sky")
FULL_ROUND_END = FULL("Ending the Round")
FULL_GAME_END = FULL("Ending the Game")
FULL_TRIGGER = FULL("Ending the Game: End Game Trigger")
FULL_WIN = FULL("Ending the Game: Win Condition")
FULL_SOLO = FULL("Windward Solo Adventure")
FULL_COOP = FULL("Windward Cooperative Adventure")
FULL_VARIANTS = FULL("Advanced Rule Variants")
FULL_GREAT_WHITE = FULL("Great White Crester")
FULL_NATURALIST = FULL("The Naturalist")
FULL_ACHIEVEMENTS = FULL("Achievements")
FULL_SMALL_WORLD = FULL("Small World")

SHORT_COMPONENTS = SHORT("Components")
SHORT_SETUP = SHORT("Setup")
SHORT_NOTORIETY = SHORT("Game Principles: Notoriety")
SHORT_CRESTERS = SHORT("Game Principles: Cresters")
SHORT_TRADING_POST = SHORT("Game Principles: Trading Post")
SHORT_SHIPS = SHORT("Game Principles: Ships")
SHORT_LONGBOATS = SHORT("Game Principles: Longboats")
SHORT_ELEVATION = SHORT("Game Principles: Elevation")
SHORT_WIND = SHORT("Game Principles: Wind")
SHORT_TERRAIN = SHORT("Game Principles: Celus' Terrain")
SHORT_TURN = SHORT("Taking a Turn")
SHORT_MOVING = SHORT("Move Your Ship/Longboats")
SHORT_ORDERS = SHORT("Give Orders")
SHORT_PORT_ORDERS = SHORT("Orders at Port")
SHORT_SKY_ORDERS = SHORT("Orders at Sky")
SHORT_SPEND_GAS = SHORT("Spend Gas")
SHORT_CARD = SHORT("Use a Supply Card")
SHORT_INITIATE_BATTLE = SHORT("Initiate a Battle")
SHORT_TURN_END = SHORT("Turn End")
SHORT_DEFEATED_SHIP = SHORT("Defeated Ship")
SHORT_END_GAME = SHORT("End Game")
SHORT_ACHIEVEMENTS = SHORT("Achievements")
SHORT_WHITE = SHORT("White Crester")
SHORT_NATURALIST = SHORT("The Naturalist")
SHORT_COOP = SHORT("Windward Cooperative Adventure")
SHORT_SOLO = SHORT("Windward Solo Adventure")
SHORT_ALTERNATE_MAP = SHORT("Alternate Map")
SHORT_HOW_BATTLES_WORK = SHORT("How Battles Work")
SHORT_AFTER_BATTLE = SHORT("After the Battle")
