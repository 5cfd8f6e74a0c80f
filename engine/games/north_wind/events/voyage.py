"""Set-up, the turn, and its voyage from the first tile to the shuffle."""

from __future__ import annotations

from typing import ClassVar

from engine.games.north_wind.events.names import Bonus, Harbor, Look, Reason, Tile
from engine.kernel.absence import Absence, due, evident_from, free, open_
from engine.kernel.events import Amount, Chance, Count, Move, Positive, Seat

# Under readings that leave a bonus token to its owner, a missing line means that it was not placed.
CLAIMED = free("the token was not placed, unless it is taken back later")

# Set-up


class BuildStack(Chance, tag="stack"):
    """A stack is shuffled and laid below its harbor; its tiles may be listed, and their number stated."""

    example: ClassVar[str] = "fate: stack north_cape"
    absence: ClassVar[Absence | None] = evident_from("`first`, or the first income or sail; its tiles are open")

    harbor: Harbor
    tiles: tuple[Tile, ...] = ()
    count: Positive = 0


class NameFirst(Chance, tag="first"):
    """The youngest player starts."""

    example: ClassVar[str] = "fate: first green"
    absence: ClassVar[Absence | None] = evident_from("the first income, sail or cut: whoever acts first was named")

    seat: Seat


# The turn


class TakeIncome(Move, tag="income"):
    """Gold for a player who has none as the turn begins. May be left out; the amount may be stated."""

    example: ClassVar[str] = "green: income"
    absence: ClassVar[Absence | None] = evident_from("the `sail` of a player known to have no gold")

    gold: Positive = 0


class SailInto(Move, tag="sail"):
    """The stack for this voyage is chosen."""

    example: ClassVar[str] = "green: sail north_cape"
    absence: ClassVar[Absence | None] = due("before the first line of the voyage, of whoever is next clockwise")

    harbor: Harbor


class CutStack(Move, tag="cut"):
    """So many tiles move from the top of the chosen stack to its bottom, unseen; any that were seen are listed."""

    example: ClassVar[str] = "green: cut 3"
    once: ClassVar[bool] = True
    absence: ClassVar[Absence | None] = free("no tiles went under the stack")

    count: Count
    seen: tuple[Tile, ...] = ()
    harbor: Harbor = ""


class UseLookout(Move, tag="look"):
    """The Lookout looks at the top tile: `keep` it, or put it `under` the stack. The tile may be stated."""

    example: ClassVar[str] = "green: look under salt-1"
    absence: ClassVar[Absence | None] = free("the Lookout did not look")

    what: Look
    tile: Tile = ""


class RevealTile(Chance, tag="tile"):
    """The next tile is revealed; its number in the row and its stack may be stated."""

    example: ClassVar[str] = "fate: tile salt-1"
    absence: ClassVar[Absence | None] = due("before it is used; open where an `index` shows that it was turned up")

    tile: Tile
    index: Positive = 0
    harbor: Harbor = ""


class Pass(Move, tag="pass"):
    """The tile is not used: by the player who sails, or by an opponent with a letter. May be left out."""

    example: ClassVar[str] = "green: pass"
    absence: ClassVar[Absence | None] = evident_from("the next line of the voyage")

    index: Positive = 0


# Bonus tokens, and the end of the voyage


class PlaceBonus(Move, tag="bonus"):
    """A token goes on a bonus field: most (of a harbor), supply or crew. May be left out: it is placed when earned."""

    example: ClassVar[str] = "green: bonus most north_cape"
    absence: ClassVar[Absence | None] = (
        evident_from("the act that earns it")
        .under("NW-AMB-18=only-when-earned", CLAIMED)
        .under("NW-AMB-18=optional-any-time-own-turn", CLAIMED)
    )

    bonus: Bonus
    harbor: Harbor = ""


class TakeBack(Move, tag="takeback"):
    """A token is taken back from a bonus field. May be left out: it returns as soon as it must."""

    example: ClassVar[str] = "orange: takeback most north_cape"
    absence: ClassVar[Absence | None] = evident_from("the act that makes the tie")

    bonus: Bonus
    harbor: Harbor = ""


class EndVoyage(Move, tag="end"):
    """The voyage is over: range, actions, defeat or stopped. May be left out: the shuffle says so."""

    example: ClassVar[str] = "green: end stopped"
    once: ClassVar[bool] = True
    absence: ClassVar[Absence | None] = evident_from("the shuffle, a letter received, or the next player's turn")

    reason: Reason = ""


class ReceiveLetter(Move, tag="receive"):
    """The commercial letter that is due after the voyage. May be left out: it is received when due."""

    example: ClassVar[str] = "green: receive"
    absence: ClassVar[Absence | None] = evident_from("the shuffle after a voyage that brings one").under(
        "NW-AMB-10=optional", open_("one letter more or not; a letter returned later shows that it was")
    )

    letters: Amount = 1


class ShuffleStack(Chance, tag="shuffle"):
    """The stack of this voyage is shuffled and put back, and the turn is over; its number of tiles may be stated."""

    example: ClassVar[str] = "fate: shuffle north_cape"
    absence: ClassVar[Absence | None] = evident_from("the next player's income, sail or cut, or by the end of the game")

    harbor: Harbor
    count: Positive = 0
