"""The rules of the chapter “The record”, in the order of the rulebook."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.games.windward.content.pieces import WINDS
from engine.games.windward.events import (
    Deal,
    DropCargo,
    ResetStacks,
    RollBattle,
    RollGrey,
    RollWind,
    Row,
    TakeCard,
    Top,
)
from engine.games.windward.facts import reckoners
from engine.games.windward.reckoning import cards_held, raised
from engine.games.windward.reckoning.boats import place_of
from engine.games.windward.reckoning.cards import copies_seen
from engine.games.windward.reckoning.stock import cargo_out, cresters_out, gas_out
from engine.games.windward.rules.claims.cargo import OfCargo
from engine.games.windward.rules.port.cards import comes_from_nowhere
from engine.games.windward.rules.positions.declared import told_last
from engine.games.windward.sources import (
    FULL_GLOBAL_SETUP,
    FULL_ORDERS,
    FULL_PLAYER_SETUP,
    LOG,
    SHORT_COMPONENTS,
    SHORT_HOW_BATTLES_WORK,
    SHORT_SETUP,
)
from engine.games.windward.state import (
    ABOARD,
    ASIDE,
    CARGO,
    GAS,
    GREY,
    GREY_TOOTH,
    RED,
    RED_TOOTH,
    TOKEN,
    Table,
)
from engine.kernel.events import Start
from engine.kernel.facts import NOTHING
from engine.kernel.rules import EVERYTHING_ELSE, Breach, Chapter
from engine.kernel.unknown import is_known

# Returns how many of a piece are certainly out of the stock, and how many the box has.
Counted = Callable[[Table, str], tuple[Any, Any]]
# Plausible faces, for logs whose pack is not trusted.
ANY_FACES = (0, 1, 2, 3)
chapter = Chapter("The record")


def _beyond(table: Table, piece: str, out: Counted, *held: str) -> Breach | None:
    """Report a piece if a position has more of it than the box; `held` are the facts of a seat that count it."""
    number, box = out(table, piece)
    if is_known(number) and is_known(box) and number > box:
        facts = [name for name, value in table.header.position.items() if _tells(name, value, piece, held)]
        says = f"The position has {number} of {piece}, and the box {box}."
        return Breach(says, {"there": number, "box": box, "fact": told_last(table, *facts)})
    return None


def _tells(name: str, value: int | str, piece: str, held: tuple[str, ...]) -> bool:
    """Return whether a fact of a position counts such a piece."""
    if name == "items":
        return any(one.partition(".")[2] == piece for one in str(value).split())
    if name == f"{piece}s":
        return True
    return name.partition(".")[2] in held and value not in {0, NOTHING, "??"}


@chapter.rule(
    "WW-INV-01",
    on=Start,
    says="There are 8 Greys and 8 Reds (by the classic list): on the planet, in holds and in the stock, each once.",
    cite=(SHORT_COMPONENTS, FULL_GLOBAL_SETUP),
    claims=("stock.red", "stock.grey"),
    reads=("components",),
)
def cresters_of_the_box(table: Table, _: Start) -> Breach | None:
    return _beyond(table, RED, cresters_out, "crester") or _beyond(table, GREY, cresters_out, "crester")


@chapter.rule(
    "WW-INV-02",
    on=Start,
    says="There are 8 teeth of each colour (by the classic list): in holds, on the planet and in the stock.",
    cite=(SHORT_COMPONENTS, FULL_GLOBAL_SETUP),
    claims=("stock.teeth.red", "stock.teeth.grey"),
    rulings=("WW-AMB-066",),
    reads=("components",),
)
def teeth_of_the_box(table: Table, _: Start) -> Breach | None:
    if table.terms.teeth_out == "substitute":
        return None
    reds = _beyond(table, RED_TOOTH, cargo_out, "teeth.red")
    return reds or _beyond(table, GREY_TOOTH, cargo_out, "teeth.grey")


@chapter.rule(
    "WW-INV-03",
    on=Start,
    says="There are 100 tokens for gas and cannons, 16 +2 Hits tokens and 5 for Coffee (by the classic list).",
    cite=(SHORT_COMPONENTS, FULL_GLOBAL_SETUP),
    claims=("stock.tokens", OfCargo.TOKENS_OUT, OfCargo.GAS_OUT),
    rulings=("WW-AMB-067", "WW-AMB-068"),
    reads=("components",),
)
def tokens_of_the_box(table: Table, _: Start) -> Breach | None:
    found = _beyond(table, TOKEN, cargo_out, "tokens") if table.terms.tokens_out == "none-gained" else None
    if found is not None or table.terms.gas_out == "substitute":
        return found
    return _beyond(table, GAS, lambda table, _: (gas_out(table), table.content.counts["gas"]), "gas", "cannons")


@chapter.rule(
    "WW-INV-04",
    on=(Start, Deal, Top, TakeCard, ResetStacks),
    says="There are 74 supply cards (by the classic list): in hands, on the stacks and among the discards, each once.",
    cite=(SHORT_COMPONENTS, FULL_GLOBAL_SETUP),
    reads=("cards", "components"),
)
def cards_of_the_box(table: Table, event: Start | Deal | Top | TakeCard | ResetStacks) -> Breach | None:
    if isinstance(event, ResetStacks):
        return _laid_out_again(table, event)
    if isinstance(event, (Top, TakeCard)):
        nowhere = comes_from_nowhere(table, event) and event.card not in [
            one for one in table.discards if is_known(one)
        ]
        return Breach(f"Every {event.card} has been seen in another place.", {"card": event.card}) if nowhere else None
    dealt = [card for card in event.cards if is_known(card)] if isinstance(event, Deal) else []
    for name in dict.fromkeys(dealt) if isinstance(event, Deal) else table.content.cards:
        copies, held = table.content.card(name).copies, copies_seen(table, name, 0) + dealt.count(name)
        if is_known(copies) and held > copies:
            hands = [f"{seat}.hand" for seat, player in table.players.items() if name in filter(is_known, player.hand)]
            fact = {} if isinstance(event, Deal) else {"fact": told_last(table, "tops", *hands)}
            return Breach(f"{held} cards are {name}, and the deck has {copies}.", {"card": name, "held": held, **fact})
    return None


def _laid_out_again(table: Table, event: ResetStacks) -> Breach | None:
    """Report renewed stacks with more or fewer cards than are in no hand."""
    if not event.sizes:
        return None
    left = table.content.counts["cards"] - sum(map(cards_held, table.players.values()))
    there = sum(event.sizes)
    return Breach(f"The stacks have {there} cards, and {left} are left.", {"there": there}) if there != left else None


@chapter.rule(
    "WW-INV-05",
    on=(DropCargo, Row),
    says="Each ship, longboat, mate, Crester, token and tile is in one place at a time, and is used from there.",
    cite=(FULL_PLAYER_SETUP, SHORT_SETUP),
    rulings=("WW-AMB-051",),
)
def used_from_where_it_is(table: Table, event: DropCargo | Row) -> Breach | None:
    player = table.players[event.by]
    if isinstance(event, Row):
        place = place_of(player, event.boat)
        says = f"{event.by}'s longboat {event.boat} is not on the planet."
        return Breach(says, {"boat": event.boat, "place": place}) if place in {ABOARD, ASIDE} else None
    if event.item == GAS:
        return None
    aboard = [player.crester, *player.more]
    held = player.cargo[event.item] if event.item in CARGO else aboard.count(event.item)
    if held >= event.number:
        return None
    return Breach(f"{event.by} has {held} {event.item} in the hold.", {"item": event.item, "held": held})


chapter.upheld(
    "WW-INV-06",
    says="Morale goes from 1 to 4, longboat speed from 0 to 8, notoriety from 0 upward; the full edition alone prints "
    "the ends of tracks.",
    cite=(FULL_PLAYER_SETUP, FULL_ORDERS, SHORT_SETUP),
    by=raised,
    claims=(OfCargo.BEYOND_THE_TRACK,),
    rulings=("WW-AMB-052",),
)


@chapter.rule(
    "WW-INV-07",
    on=(RollWind, RollGrey, RollBattle),
    says="Wind die results are 1-6 (one per territory); battle die results are faces that exist on the die; at most "
    "8 battle dice are in the box (the classic edition count).",
    cite=(FULL_GLOBAL_SETUP, SHORT_COMPONENTS, SHORT_SETUP, SHORT_HOW_BATTLES_WORK),
    rulings=("WW-AMB-074",),
    reads=("battle_die",),
)
def possible_faces(table: Table, event: RollWind | RollGrey | RollBattle) -> Breach | None:
    if not isinstance(event, RollBattle):
        if event.value in WINDS:
            return None
        return Breach(f"The wind die shows {event.value}.", {"value": event.value}, "1 to 6.")
    faces = table.content.die.faces if table.terms.die_faces == "pack" else ANY_FACES
    odd = next((hits for hits in event.hits if is_known(hits) and hits not in faces), None)
    if odd is None:
        return None
    return Breach(f"A battle die shows {odd} hits.", {"hits": odd}, f"{', '.join(map(str, sorted(set(faces))))}.")


chapter.upheld(
    "WW-INV-08",
    says="Where a log records an automatic consequence, its values must equal those the rules give; where it omits "
    "one, the engine derives it.",
    cite=LOG,
    by=reckoners,
    claims=(EVERYTHING_ELSE,),
)
