"""The turn: its three parts, its player, and gold for the poor."""

from __future__ import annotations

from engine.games.north_wind.events import TakeIncome
from engine.games.north_wind.reckoning import has_crew
from engine.games.north_wind.rules.uses import OF_CARGO
from engine.games.north_wind.rules.wrong import Wrong
from engine.games.north_wind.sources import CREW, GAMEPLAY, INCOME, LETTERS, SHUFFLING, VOYAGE
from engine.games.north_wind.state import SPENT, Table
from engine.kernel.rules import Breach, Chapter
from engine.kernel.unknown import Undetermined, is_known

chapter = Chapter("The turn")
INCOMES = (1, 2)
# A voyage is under way, or over and not shuffled yet.
AT_SEA = frozenset({"voyage", "home"})

chapter.upheld(
    "NW-TURN-01",
    says="A turn has three parts, in this order: gold for the poor, the trading voyage, the shuffle.",
    cite=(GAMEPLAY, INCOME, VOYAGE, SHUFFLING),
    phases=("income",),
)
chapter.upheld(
    "NW-TURN-02",
    says="Only the player whose turn it is acts; opponents use what a commercial letter opens to them.",
    cite=(VOYAGE, LETTERS),
    phases=("voyage", "pirate", "home"),
)


chapter.upheld(
    "NW-TURN-03",
    says="After the shuffle the next player clockwise has the turn.",
    cite=SHUFFLING,
    phases=("income",),
    claims=("turn",),
)

# Gold for the poor. It is taken even if the log leaves it out, so these rules check what the log states about it.


@chapter.rule(
    "NW-INCOME-01",
    on=TakeIncome,
    given="gold",
    says="A player who has no gold as the turn begins takes 1 gold.",
    cite=INCOME,
    claims=(Wrong.INCOME_UNTAKEN,),
)
def one_gold(_: Table, event: TakeIncome) -> Breach | None:
    if not is_known(event.gold) or event.gold in INCOMES:
        return None
    return Breach(f"{event.by} takes {event.gold} gold for the poor.", {"gold": event.gold}, "1 gold, or 2.")


@chapter.rule(
    "NW-INCOME-02",
    on=TakeIncome,
    given="gold",
    says="With a Treasurer aboard the gold for the poor is 2.",
    cite=CREW,
    rulings=("NW-AMB-32",),
    claims=(Wrong.TREASURER_FORGOTTEN,),
)
def two_with_a_treasurer(table: Table, event: TakeIncome) -> Breach | None:
    if event.gold not in INCOMES:
        return None
    treasurer = has_crew(table.players[event.by], "treasurer")
    if (event.gold > 1) == treasurer:
        return None
    aboard = "with a Treasurer" if treasurer else "without a Treasurer"
    due = "2 gold." if treasurer else "1 gold."
    return Breach(f"{event.by} takes {event.gold} gold {aboard} aboard.", {"gold": event.gold}, due)


@chapter.rule(
    "NW-INCOME-03",
    hangs_on=(SPENT,),
    on=TakeIncome,
    says="Who has gold takes none for the poor.",
    cite=INCOME,
    narrows=("NW-INCOME-01", "NW-INCOME-02"),
    # The gold may come from a joiner's Bookkeeper, or may have been spared by a letter.
    rulings=OF_CARGO,
    claims=(Wrong.INCOME_OF_THE_RICH,),
)
def only_the_poor(table: Table, event: TakeIncome) -> Breach | None:
    gold = table.players[event.by].gold
    if _relieved(table) or gold == 0:
        return None
    return Breach(f"{event.by} takes gold for the poor, and has {gold}.", {"seat": event.by, "gold": gold})


@chapter.rule(
    "NW-INCOME-04",
    on=TakeIncome,
    says="Gold for the poor is given once, as the turn begins.",
    cite=INCOME,
    narrows=("NW-TURN-01", "NW-INCOME-01", "NW-INCOME-02", "NW-INCOME-03", "NW-CREW-09"),
    rulings=("NW-AMB-32",),
    claims=(Wrong.INCOME_OUT_OF_TIME,),
)
def once_as_the_turn_begins(table: Table, event: TakeIncome) -> Breach | None:
    turn = table.turn
    if turn is None or turn.seat != event.by or _relieved(table):
        return None
    facts: dict[str, int | str] = {"seat": event.by}
    if table.phase == "income":
        return Breach(f"{event.by} takes gold for the poor twice in one turn.", facts) if turn.income else None
    return Breach(f"{event.by} takes gold for the poor after the voyage has begun.", facts, "Before it only.")


def _relieved(table: Table) -> bool:
    """Return whether the Treasurer has just helped out in mid-turn, as one reading allows and the log may say."""
    turn = table.turn
    if turn is None or turn.relieved or table.terms.income_moment != "any-time" or table.phase == "income":
        return turn is not None and turn.relieved
    if not is_known(turn.seat) or not is_known(table.players[turn.seat].gold):
        raise Undetermined
    return False
