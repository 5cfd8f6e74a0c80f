"""The rules of set-up from the start rolls on: hands and stacks, the first wind, and the pieces on the planet."""

from __future__ import annotations

from engine.games.windward.events import (
    OF_VARIANTS,
    Achieve,
    Deal,
    Give,
    GiveOrder,
    LayStacks,
    NameFirst,
    RevealAchievements,
    RollGrey,
    RollStart,
    SetDifficulty,
    TradeTeeth,
)
from engine.games.windward.folds.setting_up import peopled
from engine.games.windward.reckoning import cards_held, following
from engine.games.windward.reckoning.cresters import feeding_ground, greys_wanted
from engine.games.windward.reckoning.starting import HANDS, hand_of, may_roll, may_start
from engine.games.windward.rules.claims.set_up import AtFirst
from engine.games.windward.rules.positions.declared import strays
from engine.games.windward.sources import (
    FULL_GLOBAL_SETUP,
    FULL_SOLO,
    FULL_TURN,
    FULL_VARIANTS,
    FULL_WIND,
    SHORT_ACHIEVEMENTS,
    SHORT_SETUP,
    SHORT_SOLO,
    SHORT_TURN,
    SHORT_WHITE,
)
from engine.games.windward.state import STACKS, Table
from engine.kernel.events import Event, Start
from engine.kernel.rules import Breach, Chapter
from engine.kernel.unknown import Undetermined, is_known

chapter = Chapter("Before the first turn")


@chapter.rule(
    "WW-SET-14",
    on=(RollStart, NameFirst),
    says="Every player rolls the wind die; who rolls highest starts, in this and in every round.",
    cite=(FULL_GLOBAL_SETUP, SHORT_SETUP),
    rulings=("WW-AMB-001",),
    claims=("first",),
)
def highest_starts(table: Table, event: RollStart | NameFirst) -> Breach | None:
    """Rolls may be left out, so that one of several tied players may be named at once."""
    if table.phase != "set-up" or (isinstance(event, NameFirst) and is_known(table.first) and table.first):
        return Breach("Who starts has been settled already.", {"first": str(table.first)}, "It is settled once.")
    named = isinstance(event, NameFirst)
    allowed = may_start(table) if named else may_roll(table)
    if event.seat in allowed:
        return None
    does = "starts" if named else "rolls for the start"
    rolls = [f"{seat} {value}" for rolled in table.start_rolls for seat, value in rolled.items()]
    says = f"{event.seat} {does}, and the rolls are {', '.join(rolls)}."
    return Breach(says, {"seat": event.seat}, f"{' or '.join(allowed)} {does}." if allowed else "")


chapter.upheld(
    "WW-SET-15",
    says="Turns go round clockwise from the player who starts, and in no other order.",
    cite=(FULL_GLOBAL_SETUP, FULL_TURN, SHORT_SETUP, SHORT_TURN),
    by=following,
    claims=("turn",),
)


@chapter.rule(
    "WW-SET-16",
    on=Deal,
    says="In the order of turns the players are dealt 2, 3, 4, 5 and 5 cards.",
    cite=(FULL_GLOBAL_SETUP, SHORT_SETUP),
    claims=(AtFirst.HAND,),
)
def hand_dealt(table: Table, event: Deal) -> Breach | None:
    if event.seat in table.dealt:
        return Breach(f"{event.seat} is dealt a second hand.", {"seat": event.seat}, "One.")
    number, due = len(event.cards), hand_of(table, event.seat)
    possible = [due] if due else HANDS[: len(table.seats)]
    if number not in possible:
        return Breach(
            f"{event.seat} is dealt {number} cards.", {"cards": number}, f"{' or '.join(map(str, possible))}."
        )
    if not due:
        raise Undetermined
    return None


@chapter.rule(
    "WW-SET-17",
    on=LayStacks,
    says="All cards that are not dealt lie face up in three stacks of about the same size.",
    cite=(FULL_GLOBAL_SETUP, SHORT_SETUP),
    rulings=("WW-AMB-005",),
    reads=("cards", "components"),
)
def three_stacks(table: Table, event: LayStacks) -> Breach | None:
    if table.stacks_laid:
        return Breach("The stacks are laid out twice.", instead="Once; where one runs out they are reset.")
    stacks = len(event.tops if len(event.tops) != STACKS else event.sizes or event.tops)
    if stacks != STACKS:
        return Breach(f"{stacks} stacks are laid out.", {"stacks": stacks}, f"{STACKS} stacks.")
    return _sizes(table, event.sizes) if event.sizes else None


def _sizes(table: Table, sizes: tuple[int, ...]) -> Breach | None:
    """Report wrong sizes of three stacks: their sum, or their differences."""
    if table.terms.stack_sizes == "differ-by-one" and max(sizes) - min(sizes) > 1:
        says = f"The stacks have {', '.join(map(str, sizes))} cards."
        return Breach(says, {"largest": max(sizes), "smallest": min(sizes)}, "Sizes that differ by one card at most.")
    dealt = sum(map(cards_held, table.players.values()))
    there, left = sum(sizes), table.content.counts["cards"] - dealt
    if there == left:
        return None
    says = f"The stacks have {there} cards, and {left} are not dealt."
    return Breach(says, {"cards": there, "left": left}, f"{left} cards in all.")


chapter.upheld(
    "WW-SET-18",
    says="The wind is rolled while setting up, before any Grey is placed.",
    cite=(FULL_GLOBAL_SETUP, FULL_WIND),
    rulings=("WW-AMB-008",),
    phases=("set-up",),
)


@chapter.rule(
    "WW-SET-19",
    on=(Start, RollGrey),
    says="The wind die brings Greys to the feeding grounds of the territories rolled, until there is one less than "
    "there are players.",
    cite=(FULL_GLOBAL_SETUP, SHORT_SETUP),
    reads=("tiles", "planet"),
    rulings=("WW-AMB-036",),
    claims=(AtFirst.GREYS,),
)
def grey_in_its_territory(table: Table, event: Start | RollGrey) -> Breach | None:
    if isinstance(event, Start):
        return strays(table)
    if table.phase != "set-up":
        return None
    if greys_wanted(table) <= 0:
        most = len(table.seats) - 1
        return Breach(f"One more Grey is rolled, and there are {most}.", {"greys": most}, f"No more than {most}.")
    if not is_known(event.space) or not event.space or event.space in (grounds := feeding_ground(table, event.value)):
        return None
    says = f"The Grey of territory {event.value} is put on {event.space}."
    return Breach(says, {"space": event.space}, f"{' or '.join(grounds)}." if grounds else "")


@chapter.rule(
    "WW-SET-20",
    on=RollGrey,
    says="Where a Grey is there already, the die is rolled again.",
    cite=FULL_GLOBAL_SETUP,
    reads=("tiles", "planet"),
)
def one_grey_a_ground(table: Table, event: RollGrey) -> Breach | None:
    """A missing second roll shows in the number of Greys."""
    if table.phase != "set-up" or not event.space or table.terms.doubled_ground == "stack":
        return None
    if event.space not in table.greys:
        return None
    return Breach(f"A second Grey is put on {event.space}.", {"space": event.space}, "Another roll.")


chapter.upheld(
    "WW-SET-21",
    says="At first there is a Red on every red start, and nowhere else.",
    cite=(FULL_GLOBAL_SETUP, SHORT_SETUP, FULL_SOLO, SHORT_SOLO),
    reads=("tiles", "planet"),
    by=peopled,
    claims=(AtFirst.REDS,),
    rulings=("WW-AMB-002",),
)
chapter.upheld(
    "WW-SET-22",
    says="Two gas tokens lie in every gas pocket at first.",
    cite=(FULL_GLOBAL_SETUP, SHORT_SETUP),
    reads=("tiles", "planet"),
    by=peopled,
    claims=(AtFirst.GAS,),
)


@chapter.rule(
    "WW-SET-23",
    on=(GiveOrder, TradeTeeth, SetDifficulty, *OF_VARIANTS),
    says="Pieces of a variant are in play only if it was chosen before the game.",
    cite=(FULL_GLOBAL_SETUP, FULL_VARIANTS, SHORT_SETUP, SHORT_ACHIEVEMENTS, SHORT_WHITE),
    rulings=("WW-AMB-138",),
)
def chosen_before(table: Table, event: Event) -> Breach | None:
    if isinstance(event, GiveOrder):
        chosen, pieces, layer = event.order != "research" or table.terms.purple_researches, "a Naturalist", "naturalist"
    elif isinstance(event, TradeTeeth):
        chosen, pieces, layer = not table.terms.track_ends, "teeth that bring gas", "solo or co-op"
    elif isinstance(event, (SetDifficulty, Give)):
        chosen, pieces, layer = table.terms.allied, "players who play together", "co-op"
    elif isinstance(event, (RevealAchievements, Achieve)):
        chosen, pieces, layer = bool(table.terms.goal_cards), "achievement cards", "achievements"
    else:
        chosen, pieces, layer = table.terms.white_plays, "the Great White Crester", "great-white, solo or co-op"
    says = f"No variant or mode with {pieces} was chosen."
    return None if chosen else Breach(says, instead=f"It is named in the header, with other layers: {layer}.")
