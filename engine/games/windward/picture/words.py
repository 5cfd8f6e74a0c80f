"""The words of the picture: the state of the game, the current turn, a battle, and the boards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import partial
from typing import Any, Final

from engine.games.windward.reckoning import speed_left
from engine.games.windward.reckoning.achievements import scored_by
from engine.games.windward.reckoning.battle import total
from engine.games.windward.reckoning.naturalist import tags_left
from engine.games.windward.scoring import (
    CAPTAINS,
    CAPTAINS_LOST,
    IN_PORT,
    LAST_TURNS,
    OF_WHITE,
    PLAYED_OFF,
    SHIP_LOST,
    WHITE_BEATEN,
    WHITE_SLAIN,
)
from engine.games.windward.state import (
    ATTACK,
    CANNONS,
    DEFEND,
    GREY,
    GREY_TOOTH,
    HITS,
    RED,
    RED_TOOTH,
    ROLL,
    STEPS,
    TOKEN,
    WHITE,
    Battle,
    Looting,
    Player,
    Table,
    Turn,
)
from engine.kernel.drawing.lettering import list_names, result, spell_count, spell_value
from engine.kernel.unknown import UNKNOWN, Undetermined, is_known

PHASE: Final = {"turn": "", "battle": "a battle", "rest": "at rest"}
NOT_YET: Final = "-"
STEP: Final = {CANNONS: "cannons", ROLL: "the dice", HITS: "cards and tokens"}
CARGO_CALLED: Final = {RED_TOOTH: "red tooth", GREY_TOOTH: "grey tooth", TOKEN: "+2 Hits token"}


def moment(table: Table) -> str:
    """Describe the state of the game."""
    if table.phase == "over":
        return "The end of the game"
    if table.phase == "set-up":
        return "Set-up"
    phase = PHASE.get(table.phase, spell_value(table.phase))
    last = "last turns" if not is_known(table.trigger) or table.trigger else ""
    return " · ".join(filter(None, (f"Round {spell_value(table.round)}", phase, last)))


DECIDED = {
    LAST_TURNS: "After the last turns",
    PLAYED_OFF: "After further rounds that broke a tie",
    WHITE_BEATEN: "The Great White Crester was beaten",
    SHIP_LOST: "The ship was lost, and with it the game",
    IN_PORT: "The ship was in port at the end of a turn",
    WHITE_SLAIN: "The Great White Crester has no life left",
    CAPTAINS_LOST: "The captains have no life left",
}


def to_move(table: Table) -> str:
    """Name the winner, or the player to act."""
    if table.phase == "over":
        return result(table.winner, table.seats)
    if table.phase == "set-up":
        return "The game is being set up"
    if table.battle is not None:
        battle = table.battle
        attacks = "attack" if _several(battle, battle.attacker) else "attacks"
        return f"{_fighter(battle, battle.attacker)} {attacks} {_fighter(battle, battle.defender)}"
    if not is_known(table.active):
        return "nobody wrote down whose turn it is"
    return f"{spell_value(table.active)} {'rests' if table.phase == 'rest' else 'to move'}" if table.active else ""


def called(piece: str) -> str:
    """Name a piece of a battle: green, boat 1 of green, a red Crester, the White."""
    seat, _, boat = spell_value(piece).partition(".")
    if seat == WHITE:
        return "the White"
    return f"{seat}'s longboat {boat}" if boat else f"a {seat} Crester" if seat in {RED, GREY} else seat


def _several(battle: Battle, piece: str) -> bool:
    """Return whether more than one Red fights as this piece."""
    return piece == RED and is_known(battle.number) and battle.number > 1


def _fighter(battle: Battle, piece: str) -> str:
    return f"{battle.number} red Cresters" if _several(battle, piece) else called(piece)


def beneath(table: Table) -> str:
    """Name what is due first, what a battle waits for, what a turn has left, or how the game was decided."""
    if table.phase == "over":
        return DECIDED.get(table.ending, "")
    if table.owed:
        return f"Due first: {table.owed[-1].says}"
    if table.looting is not None:
        return _looting(table.looting)
    if table.battle is not None:
        return _waits_for(table.battle)
    if table.phase == "set-up":
        return _missing(table)
    said = [] if table.turn is None else _in_hand(table.turn)
    no_end = NO_END_BY_LIVES if table.terms.allied else NO_END
    return ", ".join([*said, *([no_end] if table.perhaps_over else [])])


NO_END: Final = "notoriety that nobody wrote down may have ended the game"
NO_END_BY_LIVES: Final = "lives that nobody wrote down may have ended the game"


def _missing(table: Table) -> str:
    """Name what the first turn waits for."""
    unnamed = is_known(table.first) and not table.first
    wanted = (("the planet", not table.tiles), ("the wind", not table.wind_set), ("who starts", unnamed))
    missing = [name for name, so in wanted if so]
    return f"Still to come: {', '.join(missing)}" if missing else ""


def _looting(looting: Looting) -> str:
    taken = spell_count(looting.number, "piece")
    return f"{spell_value(looting.winner)} takes {taken} of the cargo of {spell_value(looting.loser)}"


def _waits_for(battle: Battle) -> str:
    if battle.step >= len(STEPS):
        return "The battle is to be settled"
    what, side = STEPS[battle.step]
    return f"{'Attacker' if side == ATTACK else 'Defender'} next: {STEP[what]}"


def _in_hand(turn: Turn) -> list[str]:
    """List what a turn has left."""
    orders = [f"orders: {list_names(turn.orders)}"] if turn.orders else []
    takes = [] if is_known(turn.takes) and turn.takes <= 0 else [f"{spell_count(turn.takes, 'card')} to take"]
    states = (("may pass drift", turn.deadweight), ("ship lost", turn.lost))
    flags = [says if is_known(so) else f"{says}: ?" for says, so in states if not is_known(so) or so]
    return [f"{spell_value(speed_left(turn))} speed left", *orders, *takes, *flags]


# Battles


def sides(table: Table, battle: Battle) -> list[tuple[str, str, str, str]]:
    """Return for attacker and defender: the side, the piece, strength and hits."""
    pieces = ((ATTACK, "attack", battle.attacker), (DEFEND, "defend", battle.defender))
    return [
        (
            says if _several(battle, piece) else f"{says}s",
            _fighter(battle, piece),
            _or_dash(battle.strength, side),
            _hits(table, battle, side),
        )
        for side, says, piece in pieces
    ]


def battle_words(table: Table) -> str:
    """Describe a battle in words."""
    if table.battle is None:
        return "none"
    both = (
        f"{who} {says}, strength {strength}, hits {hits}" for says, who, strength, hits in sides(table, table.battle)
    )
    return f"on {spell_value(table.battle.space)}: {'; '.join(both)}"


def _or_dash(numbers: dict[str, int], side: str) -> str:
    return spell_value(numbers[side]) if side in numbers else NOT_YET


def _hits(table: Table, battle: Battle, side: str) -> str:
    if side not in battle.rolled:
        return NOT_YET
    try:
        return spell_value(total(table, battle, side))
    except (Undetermined, KeyError):
        return "?"


# Wind and turns


def wind(table: Table) -> str:
    """Name the direction of the wind."""
    if not table.wind_set:
        return "No wind yet"
    return f"Wind {spell_value(table.wind)}"


# Boards


MORE: Final = "unknown how many more"


def hand(player: Player) -> list[tuple[str, int]]:
    """Count the cards of a hand by name; unknown ones are `?`."""
    if player.hand_untold:
        named = [card for card in player.hand if is_known(card)]
        return [*Counter(map(spell_value, named)).items(), ("?", 0)]
    return list(Counter(sorted(map(spell_value, player.hand), key=lambda name: (name == "?", name))).items())


def hand_words(player: Player) -> str:
    """List a hand."""
    cards = (name if number == 1 else f"{number} {name}" if number else MORE for name, number in hand(player))
    return ", ".join(cards) or "none"


def crew(player: Player) -> list[Any]:
    """List the crew, with one unknown if there may be others."""
    return [*player.crew, *([UNKNOWN] if player.crew_untold else [])]


def crew_words(player: Player) -> str:
    """List the crew in words."""
    return list_names(spell_value(name).replace("_", " ") for name in crew(player))


def crester_words(player: Player) -> str:
    """Name the defeated Crester in the hold."""
    return "none" if is_known(player.crester) and not player.crester else spell_value(player.crester)


def notes(table: Table) -> list[str]:
    """Describe what is unknown about the planet."""
    unsure = [("Reds", table.reds_untold or bool(table.strayed)), ("Greys", table.greys_untold)]
    may_be = [name for name, untold in unsure if untold and table.tiles]
    lives = [_lives(table)] if table.terms.allied else []
    said = [f"There may be more {' and '.join(may_be)} than are drawn."] if may_be else []
    if table.items_untold and table.tiles:
        said.append("What else lies on the planet is not known.")
    said += [_white(table)] if table.terms.white_plays and is_known(table.white) and not table.white else []
    said += [f"Tags left for the Naturalist: {spell_value(tags_left(table))}."] if table.terms.researching else []
    return [*lives, *said, *map(partial(_achievement, table), table.goals)]


BEATEN: Final = "The Great White Crester was beaten."


def _lives(table: Table) -> str:
    """Describe the lives left to either side, and the difficulty."""
    left = (
        f"Lives: captains {spell_value(table.lives[CAPTAINS])}, Great White Crester "
        f"{spell_value(table.lives[OF_WHITE])}"
    )
    return f"{left}; difficulty: {spell_value(table.difficulty)}."


def _white(table: Table) -> str:
    """Say why the White is not on the planet."""
    if table.terms.allied:
        return "The Great White Crester was beaten, and comes back." if table.phase != "over" else BEATEN
    if table.white_beaten and not (table.terms.white_last and table.phase != "over"):
        return BEATEN
    if table.terms.white_last:
        one = is_known(table.reds_beaten) and table.reds_beaten == 1
        beaten = f"{spell_value(table.reds_beaten)} {'is' if one else 'are'} so far"
        return f"The Great White Crester comes when the last Red is beaten; {beaten}."
    sleeps = f"until a player has {table.terms.white_at} notoriety"
    return f"The Great White Crester sleeps {sleeps}." if not table.white_awake else "The Great White Crester wakes."


def _achievement(table: Table, card: Any) -> str:  # noqa: ANN401 - a name, or UNKNOWN
    """Describe the notoriety of an achievement card, and the players who have scored it."""
    if not is_known(card):
        return "Achievement: nobody wrote down which"
    piece = table.content.achievement(card)
    numbers = (
        spell_value(piece.high)
        if is_known(piece.low) and not piece.low
        else f"{spell_value(piece.high)}, then {spell_value(piece.low)}"
    )
    by = scored_by(table, card)
    return f"Achievement {card} ({numbers})" + (f", scored by {list_names(by)}" if by else "")


def discarded(cards: Sequence[Any]) -> str:
    """Count the discards; in a log that begins in mid-game the others are unknown."""
    return spell_count(len(cards) if all(map(is_known, cards)) else UNKNOWN, "card")
