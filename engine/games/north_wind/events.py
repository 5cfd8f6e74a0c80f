"""What can happen in North Wind: one small class each, in the order of the rulebook."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from engine.kernel.events import Chance, Count, Event, Move, Seat, name_of

if TYPE_CHECKING:
    Harbor = str
    Tile = str
    Look = str
    Commodity = str
    Goods = str
    First = str
    Item = str
    Role = str
    Slot = str
    Area = str
    EventFace = str
    BattleFace = str
    Bonus = str
    Reason = str
else:
    Harbor = name_of("harbor")
    Tile = name_of("tile")
    Look = name_of("look")
    Commodity = name_of("commodity")
    Goods = name_of("goods")
    First = name_of("first")
    Item = name_of("item")
    Role = name_of("role")
    Slot = name_of("slot")
    Area = name_of("area")
    EventFace = name_of("event die")
    BattleFace = name_of("battle die")
    Bonus = name_of("bonus")
    Reason = name_of("reason")


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


# Trade actions; opponents who have returned a letter perform them too


class Buy(Move, tag="buy"):
    """Commodities are bought; the price of each, the tile, the seller and the place aboard may be stated."""

    example: ClassVar[str] = "green: buy salt salt"

    goods: tuple[Commodity, ...]
    prices: tuple[Count, ...] = ()
    index: Count = 0
    partner: Seat = ""
    into: Area = ""


class Sell(Move, tag="sell"):
    """Commodities are sold; the price of each, the tile, the buyer and the Bookkeeper's gold may be stated."""

    example: ClassVar[str] = "green: sell salt salt"

    goods: tuple[Commodity, ...]
    prices: tuple[Count, ...] = ()
    index: Count = 0
    partner: Seat = ""
    bookkeeper: Count = 0


class Exchange(Move, tag="exchange"):
    """With a Boatswain, one commodity is sold to a merchant and one bought; which came first may be stated."""

    example: ClassVar[str] = "green: exchange lumber wine"

    sold: Commodity
    bought: Commodity
    prices: tuple[Count, ...] = ()
    first: First = ""
    index: Count = 0
    bookkeeper: Count = 0


class Equip(Move, tag="equip"):
    """A sail level, a cannon or a crew member is bought; a crew member has a role. The price may be stated."""

    example: ClassVar[str] = "green: equip crew boatswain"

    item: Item
    role: Role = ""
    slot: Slot = ""
    price: Count = 0
    index: Count = 0


class ThrowOverboard(Move, tag="overboard"):
    """Commodities go back to the supply to make room; gold received, or who got them, may be stated."""

    example: ClassVar[str] = "green: overboard fish"

    goods: tuple[Commodity, ...]
    gold: Count = 0
    to: Seat = ""


class SpendLetter(Move, tag="letter"):
    """An opponent returns a commercial letter, and may use the tile that the player who sails has used."""

    example: ClassVar[str] = "orange: letter"

    index: Count = 0


# Other actions


class ExamineWreck(Move, tag="wreck"):
    """A shipwreck is examined; the gold it brings may be stated."""

    example: ClassVar[str] = "green: wreck"

    gold: Count = 0
    index: Count = 0


class CompleteTask(Move, tag="task"):
    """The current task of a harbor is done; what was paid, the field and whose token it got may be stated."""

    example: ClassVar[str] = "green: task olsand salt fish"

    harbor: Harbor
    paid: tuple[Goods, ...] = ()
    field: Count = 0
    token: Seat = ""
    index: Count = 0


# The fog


class RollEvent(Chance, tag="event"):
    """The white die is rolled for a Fog tile."""

    example: ClassVar[str] = "fate: event skull2"

    face: EventFace


class PayPirate(Move, tag="pay"):
    """The pirate is paid; how much may be stated."""

    example: ClassVar[str] = "green: pay"

    gold: Count = 0


class Fight(Move, tag="fight"):
    """The player goes into battle; the pirate's strength may be stated."""

    example: ClassVar[str] = "green: fight"

    strength: Count = 0


class RollBattle(Chance, tag="shots"):
    """The black die, once for each cannon; how many hits were counted may be stated."""

    example: ClassVar[str] = "fate: shots silver blue_double"

    faces: tuple[BattleFace, ...]
    hits: Count = -1


class TakeCaptain(Move, tag="captain"):
    """The beaten pirate's captain goes into the brig. May be left out: it is done unless the log says `leave`."""

    example: ClassVar[str] = "green: captain"


class TakeGold(Move, tag="gold"):
    """The gold of a treasure, or for a pirate beaten with a full brig. May be left out, as above."""

    example: ClassVar[str] = "green: gold 1"

    gold: Count = 1


class LeaveReward(Move, tag="leave"):
    """The captain or the gold just won is left."""

    example: ClassVar[str] = "green: leave"


class ReleaseCaptain(Move, tag="release"):
    """A captain is set free (one reading allows it)."""

    example: ClassVar[str] = "green: release"


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


TRADES: tuple[type[Move], ...] = (Buy, Sell, Exchange, Equip)
# What only the player whose turn it is does.
OWN: tuple[type[Move], ...] = (
    TakeIncome, UseLookout, ExamineWreck, CompleteTask, PayPirate, Fight, TakeCaptain, TakeGold, LeaveReward,
    EndVoyage, ReceiveLetter,
)  # fmt: skip
# fmt: off
EVENTS: tuple[type[Event], ...] = (
    BuildStack, NameFirst,
    TakeIncome, SailInto, CutStack, UseLookout, RevealTile, Pass,
    Buy, Sell, Exchange, Equip, ThrowOverboard, SpendLetter,
    ExamineWreck, CompleteTask,
    RollEvent, PayPirate, Fight, RollBattle, TakeCaptain, TakeGold, LeaveReward, ReleaseCaptain,
    PlaceBonus, TakeBack, EndVoyage, ReceiveLetter, ShuffleStack,
)
# fmt: on
