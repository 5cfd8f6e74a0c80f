"""Set-up, the turn, and its voyage from the first tile to the shuffle."""

from __future__ import annotations

from typing import ClassVar

from engine.games.north_wind.events.names import Bonus, Harbor, Look, Reason, Tile
from engine.kernel.events import Chance, Count, Move, Seat

# Set-up


class BuildStack(Chance, tag="stack"):
    """A stack is shuffled and laid below its harbor; its tiles may be listed, and their number stated."""

    example: ClassVar[str] = "fate: stack north_cape"

    harbor: Harbor
    tiles: tuple[Tile, ...] = ()
    count: Count = 0


class NameFirst(Chance, tag="first"):
    """The youngest player starts."""

    example: ClassVar[str] = "fate: first green"

    seat: Seat


# The turn


class TakeIncome(Move, tag="income"):
    """Gold for a player who has none as the turn begins. May be left out; how much may be stated."""

    example: ClassVar[str] = "green: income"

    gold: Count = 0


class SailInto(Move, tag="sail"):
    """The stack for this voyage is chosen."""

    example: ClassVar[str] = "green: sail north_cape"

    harbor: Harbor


class CutStack(Move, tag="cut"):
    """So many tiles go from the top of the chosen stack under it, unseen; any that were seen are listed."""

    example: ClassVar[str] = "green: cut 3"

    count: Count
    seen: tuple[Tile, ...] = ()
    harbor: Harbor = ""


class UseLookout(Move, tag="look"):
    """The Lookout looks at the top tile: `keep` it, or put it `under` the stack. Which tile it is may be told."""

    example: ClassVar[str] = "green: look under salt-1"

    what: Look
    tile: Tile = ""


class RevealTile(Chance, tag="tile"):
    """The next tile is revealed; its number in the row and its stack may be stated."""

    example: ClassVar[str] = "fate: tile salt-1"

    tile: Tile
    index: Count = 0
    harbor: Harbor = ""


class Pass(Move, tag="pass"):
    """The tile is not used: by the player who sails, or by an opponent with a letter. May be left out."""

    example: ClassVar[str] = "green: pass"

    index: Count = 0


# Bonus tokens, and the end of the voyage


class PlaceBonus(Move, tag="bonus"):
    """A token goes on a bonus field: most (of a harbor), supply or crew. May be left out: it is placed when earned."""

    example: ClassVar[str] = "green: bonus most north_cape"

    bonus: Bonus
    harbor: Harbor = ""


class TakeBack(Move, tag="takeback"):
    """A token is taken back from a bonus field. May be left out: it comes back as soon as it must."""

    example: ClassVar[str] = "orange: takeback most north_cape"

    bonus: Bonus
    harbor: Harbor = ""


class EndVoyage(Move, tag="end"):
    """The voyage is over: range, actions, defeat or stopped. May be left out: the shuffle says so."""

    example: ClassVar[str] = "green: end stopped"

    reason: Reason = ""


class ReceiveLetter(Move, tag="receive"):
    """The commercial letter that is due after the voyage. May be left out: it is received when due."""

    example: ClassVar[str] = "green: receive"

    letters: Count = 1


class ShuffleStack(Chance, tag="shuffle"):
    """The stack of this voyage is shuffled and put back, and the turn is over; its number of tiles may be stated."""

    example: ClassVar[str] = "fate: shuffle north_cape"

    harbor: Harbor
    count: Count = 0
