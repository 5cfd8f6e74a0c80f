"""Commercial letters: which player returns one, for which tile, and when."""

from __future__ import annotations

from engine.games.north_wind import events as e
from engine.games.north_wind.content import Tile
from engine.games.north_wind.reckoning import (
    clockwise_after,
    has_joined,
    may_trade_by_letter,
    named,
    newest,
    open_tile,
)
from engine.games.north_wind.rules.uses import AT_SEA, OF_LETTERS, Trade, joins_in, unwritten_use
from engine.games.north_wind.rules.wrong import Wrong
from engine.games.north_wind.sources import LETTERS, OTHER, VOYAGE
from engine.games.north_wind.state import Drawn, Table, Turn
from engine.kernel.rules import Breach, Chapter
from engine.kernel.unknown import Undetermined, is_known

chapter = Chapter("Commercial letters")
ONCE_EACH = ("clockwise-once-each", "free-order-once-each")


def opponent(table: Table, event: e.SpendLetter) -> Turn | None:
    """Return the turn in which an opponent returns a letter; None if time or seat is wrong, which others report."""
    turn = table.turn
    if turn is None or table.phase not in AT_SEA:
        return None
    if not is_known(turn.seat):
        raise Undetermined
    return None if turn.seat == event.by else turn


def _open_to_letters(table: Table, event: e.SpendLetter) -> Tile | None:
    """Return the tile that letters may be returned for, if it is one and no earlier tile is meant."""
    turn = opponent(table, event)
    if turn is None or _of_earlier_tile(turn, event):
        return None
    tile = open_tile(table)
    return tile if tile is not None and tile.trade else None


def _of_earlier_tile(turn: Turn, event: e.SpendLetter) -> bool:
    return is_known(event.index) and 0 < event.index < len(turn.row)


@chapter.rule(
    "NW-LETTER-01",
    on=e.SpendLetter,
    says="Letters open Commercial Harbors, Equipment Harbors and Merchants, and no other tiles.",
    cite=(LETTERS, OTHER),
    reads=("tiles",),
)
def underlined_only(table: Table, event: e.SpendLetter) -> Breach | None:
    turn = opponent(table, event)
    tile = open_tile(table) if turn is not None and not _of_earlier_tile(turn, event) else None
    if tile is None or tile.trade:
        return None
    says = f"{event.by} returns a letter for {tile.id}, which letters do not open."
    instead = "A letter for a Commercial Harbor, an Equipment Harbor or a Merchant."
    return Breach(says, {"tile": tile.id}, instead)


@chapter.rule(
    "NW-LETTER-02",
    on=e.SpendLetter,
    says="Opponents join in once the player who sails has bought or sold something with the tile.",
    cite=LETTERS,
)
def after_its_use(table: Table, event: e.SpendLetter) -> Breach | None:
    turn, drawn = opponent(table, event), newest(table)
    if turn is None:
        return None
    if drawn is None:
        return Breach(f"{event.by} returns a letter before any tile is revealed.", {"seat": event.by}, "No letter yet.")
    if _open_to_letters(table, event) is None or drawn.uses:
        return None
    says = f"{event.by} returns a letter for {named(drawn)}, which {turn.seat} has not used."
    missing = unwritten_use(table, turn.seat) if table.phase == "voyage" else None
    return Breach(says, {"tile": drawn.tile}, f"A letter after {turn.seat} has traded there.", missing)


@chapter.rule(
    "NW-LETTER-03",
    on=(*e.TRADES, e.SpendLetter),
    says="Each use by an opponent costs 1 letter, returned to the supply.",
    cite=LETTERS,
    rulings=OF_LETTERS,
    claims=(Wrong.LETTER_NOT_RETURNED,),
)
def one_letter_each(table: Table, event: Trade | e.Equip | e.SpendLetter) -> Breach | None:
    if isinstance(event, e.SpendLetter):
        return _one_to_return(table, event)
    turn = table.turn
    if turn is None or table.phase not in AT_SEA or not joins_in(table, event.by):
        return None
    if any(has_joined(drawn, event.by) for drawn in turn.row if drawn.joiners):
        # Paid for, even for an earlier tile; that it comes too late has been reported with the letter.
        return None
    says = f"{event.by} trades in another player's voyage without returning a letter for it."
    facts: dict[str, int | str] = {"letters": str(table.players[event.by].letters)}
    return Breach(says, facts, "A letter first.", e.SpendLetter(event.by))


def _one_to_return(table: Table, event: e.SpendLetter) -> Breach | None:
    if opponent(table, event) is None:
        return None
    if may_trade_by_letter(table, event.by):
        if (drawn := newest(table)) is not None and event.by in drawn.overdue:
            # The earlier letter may have been that of an unknown player.
            raise Undetermined
        says = f"{event.by} returns a second letter before using the tile."
        return Breach(says, {"seat": event.by}, "One letter for one use.")
    if table.players[event.by].letters >= 1:
        return None
    return Breach(f"{event.by} returns a letter and holds none.", {"letters": 0}, "No letter.")


@chapter.rule(
    "NW-LETTER-04",
    on=e.SpendLetter,
    says="Opponents decide one after another, clockwise from the player who sails.",
    cite=LETTERS,
    rulings=("NW-AMB-07",),
)
def one_by_one(table: Table, event: e.SpendLetter) -> Breach | None:
    drawn, tile = newest(table), _open_to_letters(table, event)
    if drawn is None or tile is None or not (drawn.joiners or drawn.declined):
        return None
    for seat in drawn.joiners:
        if seat != event.by and seat not in drawn.overdue and may_trade_by_letter(table, seat):
            says = f"{event.by} returns a letter while {seat} has returned one and not used {tile.id} yet."
            return Breach(says, {"waiting": seat}, f"{seat} uses the tile first.", unwritten_use(table, seat))
    return None if table.terms.letter_order == "free-order-once-each" else _out_of_order(table, event, drawn)


def _out_of_order(table: Table, event: e.SpendLetter, drawn: Drawn) -> Breach | None:
    turn = table.turn
    order = clockwise_after(table, turn.seat) if turn is not None else ()
    later = order[order.index(event.by) + 1 :]
    joined = [seat for seat in drawn.joiners if seat not in drawn.overdue]
    decided = next((seat for seat in (*joined, *drawn.declined) if seat in later), "")
    if not decided:
        return None
    says = f"{event.by} returns a letter after {decided} has decided, who follows {event.by} clockwise."
    return Breach(says, {"order": " ".join(order)}, f"{event.by} before {decided}.")


@chapter.rule(
    "NW-LETTER-07",
    on=e.SpendLetter,
    says="Each opponent joins in once at a tile.",
    cite=LETTERS,
    rulings=("NW-AMB-07",),
)
def once_each(table: Table, event: e.SpendLetter) -> Breach | None:
    drawn = newest(table)
    if drawn is None or event.by not in drawn.joiners or table.terms.letter_order not in ONCE_EACH:
        return None
    if _open_to_letters(table, event) is None or may_trade_by_letter(table, event.by):
        return None
    says = f"{event.by} returns a second letter for {named(drawn)}."
    return Breach(says, {"tile": drawn.tile}, "One use of a tile for each opponent.")


@chapter.rule(
    "NW-LETTER-08",
    on=e.SpendLetter,
    says="The player who sails needs no letter and returns none.",
    cite=LETTERS,
)
def not_for_oneself(table: Table, event: e.SpendLetter) -> Breach | None:
    turn = table.turn
    if turn is None or table.phase not in AT_SEA or turn.seat != event.by:
        return None
    return Breach(f"{event.by} returns a letter in a voyage of their own.", {"seat": event.by}, "An action, or none.")


@chapter.rule(
    "NW-LETTER-13",
    on=e.SpendLetter,
    says="Letters for a tile are returned before the next one is revealed, or the stack is shuffled.",
    cite=(LETTERS, VOYAGE),
    rulings=("NW-AMB-09",),
)
def in_time(table: Table, event: e.SpendLetter) -> Breach | None:
    turn = opponent(table, event)
    if turn is None:
        return None
    if _of_earlier_tile(turn, event):
        says = f"{event.by} returns a letter for tile {event.index} with {len(turn.row)} tiles revealed."
        return Breach(says, {"index": event.index, "revealed": len(turn.row)}, "Before the next tile.")
    if table.terms.last_letters == "letters-first" or table.phase != "home" or turn.reason != "actions":
        return None
    says = f"{event.by} returns a letter after the second action of the voyage."
    return Breach(says, {"actions": turn.actions}, "No letter: the voyage is over.")
