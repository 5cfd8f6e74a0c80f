"""Facts that a position may show but a mode or variant forbids: the White's place, mates on one space, new Reds."""

from __future__ import annotations

from engine.games.windward.content.pieces import RED_START
from engine.games.windward.reckoning import number_of, planet
from engine.games.windward.reckoning.chasing import TOGETHER
from engine.games.windward.rules.positions.declared import boats_of, met, ships_of
from engine.games.windward.state import Table
from engine.kernel.rules import Breach
from engine.kernel.unknown import is_known


def mates_together(table: Table) -> Breach | None:
    """Report pieces of two allied players on one space and one layer."""
    return met(table, ships_of(table)) or met(table, boats_of(table))


def white_asleep(table: Table) -> Breach | None:
    """Report a parked White though a player has the notoriety that wakes it; under a reading it was beaten."""
    if table.terms.white_after == "reparked":
        return None
    who = next(
        (p for p in table.players.values() if is_known(p.notoriety) and p.notoriety >= table.terms.white_at), None
    )
    if who is None or not is_known(table.white) or table.white_awake or not table.header.position:
        return None
    return Breach(f"{who.seat} has {who.notoriety} notoriety, and the White sleeps.", {"fact": "white"})


def white_too_soon(table: Table) -> Breach | None:
    """Report a White that has come before the last Red was beaten; a Red released by the Naturalist may live."""
    if not table.header.position or not is_known(table.white) or not table.white or table.terms.researching:
        return None
    red = next(iter(table.reds), "")
    return Breach(f"The White is on {table.white}, and a Red on {red} lives.", {"fact": "white"}) if red else None


def too_many_on_one_space(table: Table) -> Breach | None:
    """Report a space with more Reds than allowed."""
    there = next((at for at, reds in table.reds.items() if reds.number > TOGETHER), "")
    if not there:
        return None
    says = f"{table.reds[there].number} Reds are on {there}."
    return Breach(says, {"space": there, "fact": "reds"}, f"{TOGETHER} at most.")


def more_reds_than_began(table: Table) -> Breach | None:
    """Report more Reds, alive or beaten, than at first in a mode without new ones, unless the Naturalist plays."""
    laid = planet(table)
    if not table.header.position or laid is None or table.terms.researching:
        return None
    alive, began = number_of(table.reds), len(laid.showing(RED_START))
    beaten = table.reds_beaten if table.terms.reds_hunt and is_known(table.reds_beaten) else 0
    if alive + beaten <= began:
        return None
    beside = f" in addition to {beaten} that were beaten" if beaten else ""
    return Breach(
        f"{alive} Reds live{beside}, and {began} began.", {"reds": alive, "fact": "reds" if alive else "beaten"}
    )
