"""Ends the game: reaching the finish, running out of cards, and the winner."""

from __future__ import annotations

from engine.games.tailwinds.reckoning import afloat, home, in_last_place, partner, rank
from engine.games.tailwinds.state import AFLOAT, FINISHED, REMOVED, Boat, Player, Table
from engine.kernel.unknown import UNKNOWN, Undetermined, is_known


def came_home(table: Table, boat: Boat, *, was_last: bool) -> None:
    """A boat has reached the finish space: judge it now, or at the end of the turn."""
    moment = table.terms.finish_check
    if was_last and table.turn is not None:
        table.turn.home_from_last.add(boat.number)
    if moment == "end-of-turn" and table.turn is not None:
        return
    if moment == "end-of-turn-removal-only" and table.turn is not None and in_last_place(table, partner(table, boat)):
        return
    judge(table, boat, was_last=was_last)


def judge(table: Table, boat: Boat, *, was_last: bool = False) -> None:
    """A boat on the finish wins, waits for its partner, or is taken out because its partner is last."""
    other = partner(table, boat)
    if other.state in (REMOVED, FINISHED):
        second_home(table, boat, other, was_last=was_last)
    elif in_last_place(table, other):
        taken_out(table, boat)
    elif table.terms.win_sentence == "both-boats-on-finish":
        boat.state = FINISHED
    else:
        end(table, "finish", boat.seat, boat)


def taken_out(table: Table, boat: Boat) -> None:
    """A boat leaves the game, and its berth is free."""
    key = boat.space * 4 + boat.lane
    table.berths[key] = table.berths.get(key, 0) - 1
    boat.state = REMOVED


def second_home(table: Table, boat: Boat, other: Boat, *, was_last: bool) -> None:
    """The last boat of a player reaches the finish."""
    reading = table.terms.last_boat_home
    if other.state is FINISHED or reading == "wins" or (reading == "wins-unless-it-was-last-place" and not was_last):
        end(table, "finish", boat.seat, boat)
    else:
        # This player's race is over; the boats still on the track are ranked, now or at the end.
        boat.state = FINISHED
        if reading != "player-drops-out-others-play-on" or not afloat(table):
            end(table, "finish", best_placed(table), boat)


def end(table: Table, ending: str, winner: str, boat: Boat | None = None) -> None:
    """The game is over; the first end counts."""
    if table.phase == "over":
        return
    table.phase = "over"
    if not table.ending:
        table.ending, table.winner = ending, winner if not is_known(winner) or winner else "none"
        table.ended_by = boat.seat if boat is not None else ""


def best_placed(table: Table) -> str:
    """Return the winner by places: the player with the foremost fore boat among those who have not lost ("": none)."""
    fit = [player for player in table.players.values() if not has_lost(table, player) and _fore(table, player)]
    return max(fit, key=lambda p: max(rank(b) for b in p.boats if b.state in (AFLOAT, FINISHED)), default=NOBODY).seat


def standing(table: Table) -> str:
    """Return the leader when play is stopped: the winner if the cards had run out now ("none": no player)."""
    return best_placed(table) or "none"


def has_lost(table: Table, player: Player) -> bool:
    """Return whether a player cannot win when the cards have run out."""
    reading = table.terms.non_losing
    if reading == "not-having-lost-a-fore-boat":
        return any(b.state is REMOVED for b in player.boats)
    return reading == "not-owner-of-last-place-boat" and owns_last_place(table, player)


def owns_last_place(table: Table, player: Player) -> bool:
    """Return whether one of a player's boats is in last place."""
    return any(in_last_place(table, b) for b in player.boats)


def _fore(table: Table, player: Player) -> bool:
    """Return whether a player is still in the race and has a fore boat to compare."""
    boats = [b for b in player.boats if b.state in (AFLOAT, FINISHED)]
    return any(b.state is AFLOAT for b in boats) and (len(boats) > 1 or table.terms.single_boat == "both")


def out_of_cards(table: Table) -> None:
    """No player has a card for another round: the game ends by places."""
    try:
        winner = best_placed(table)
    except Undetermined:
        winner = UNKNOWN
        table.unapplied.append("who has won could not be computed")
    end(table, "out-of-cards", winner)


def judge_at_turn_end(table: Table) -> None:
    """Judge the boats that reached the finish during this turn, under readings that wait for its end."""
    if table.terms.finish_check == "on-arrival":
        return
    was_last = table.turn.home_from_last if table.turn is not None else ()
    for boat in table.boats:
        if boat.state is AFLOAT and home(table, boat) and table.phase != "over":
            judge(table, boat, was_last=boat.number in was_last)


NOBODY = Player("", "", set(), 0, [])
