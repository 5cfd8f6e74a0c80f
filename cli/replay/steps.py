"""Stepping through a game by keyboard: a pure function from a key and a place to the next place."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from dataclasses import dataclass, replace
from typing import Literal

PAGE = 10
SCROLL = 6
MOST_DIGITS = 7
# Closes the help or clears the typed number first. Otherwise it quits.
ESCAPE = "\x1b"
Act = Literal[
    "back",
    "on",
    "start",
    "end",
    "page back",
    "page on",
    "previous",
    "next",
    "go",
    "erase",
    "help",
    "quit",
    "down",
    "up",
]

# Key codes of terminals. The same key may come after `ESC [`, `ESC O`, or (on Windows) a null or à.
KEYS: dict[str, Act] = {
    "\x1b[D": "back", "\x1bOD": "back", "\xe0K": "back", "\x00K": "back", "h": "back", "k": "back",
    "\x1b[C": "on", "\x1bOC": "on", "\xe0M": "on", "\x00M": "on", "l": "on", "j": "on", " ": "on",
    "\x1b[A": "back", "\x1bOA": "back", "\xe0H": "back", "\x00H": "back",
    "\x1b[B": "on", "\x1bOB": "on", "\xe0P": "on", "\x00P": "on",
    "\x1b[H": "start", "\x1bOH": "start", "\x1b[1~": "start", "\xe0G": "start", "g": "start",
    "\x1b[F": "end", "\x1bOF": "end", "\x1b[4~": "end", "\xe0O": "end", "G": "end",
    "\x1b[5~": "page back", "\xe0I": "page back",
    "\x1b[6~": "page on", "\xe0Q": "page on",
    "n": "next", "p": "previous", "N": "previous",
    "d": "down", "u": "up",
    "\r": "go", "\n": "go", "\x7f": "erase", "\x08": "erase",
    "?": "help", "q": "quit", "Q": "quit", "\x03": "quit", "\x04": "quit", "\x1b": "quit",
}  # fmt: skip
# One match for each key: an escape sequence, a Windows prefix with its letter, or a character.
KEY = re.compile(r"\x1b(?:\[[0-9;]*[~A-Za-z]|O[A-Z])|[\x00\xe0].|.", re.DOTALL)
HELP = (
    "← →            one event back, one event on",
    "PgUp PgDn      ten events back, ten on",
    "Home End       before the first event, after the last",
    "n p            next finding, previous finding",
    "12 Enter       after event 12",
    "d u            scroll what does not fit, down and up",
    "?              this help",
    "q              leave",
)


@dataclass(frozen=True, slots=True)
class ShownPlace:
    """The place of a reader: after the first `at` of `last` events. `findings` lists the places with findings."""

    at: int
    last: int
    findings: tuple[int, ...] = ()
    # The event number of each place, in order; the first place is 1.
    seqs: tuple[int, ...] = ()
    # The number of table lines scrolled past.
    scrolled: int = 0
    typed: str = ""
    note: str = ""
    help: bool = False
    over: bool = False


def apply_keys(typed: str, place: ShownPlace) -> ShownPlace:
    """Apply several keys that were typed faster than they were read."""
    for key in KEY.findall(typed):
        place = apply_key(key, place)
    return place


def apply_key(key: str, place: ShownPlace) -> ShownPlace:
    """Apply one key and return the new place."""
    place = replace(place, note="")
    if key.isascii() and key.isdigit():
        return replace(place, typed=(place.typed + key)[:MOST_DIGITS], help=False)
    if key == ESCAPE and (place.help or place.typed):
        return replace(place, help=False, typed="")
    act = KEYS.get(key)
    if act is None:
        return replace(place, note="Press ? for the keys.", typed="")
    return _perform_act(act, place)


def _perform_act(act: Act, place: ShownPlace) -> ShownPlace:
    match act:
        case "quit":
            return replace(place, over=True)
        case "help":
            return replace(place, help=not place.help, typed="")
        case "erase":
            return replace(place, typed=place.typed[:-1])
        case "go":
            return _go_to_number(replace(place, scrolled=0))
        case "down" | "up":
            return replace(place, scrolled=max(0, place.scrolled + (SCROLL if act == "down" else -SCROLL)))
        case _:
            return _move_place(act, replace(place, typed="", help=False, scrolled=0))


def _go_to_number(place: ShownPlace) -> ShownPlace:
    """Go to the event whose number was typed. Enter alone goes to the next event."""
    if not place.typed:
        return _move_place("on", replace(place, help=False))
    wanted = int(place.typed)
    place = replace(place, typed="", help=False)
    if wanted == 0:
        return replace(place, at=0)
    if wanted in place.seqs:
        return replace(place, at=place.seqs.index(wanted) + 1)
    return replace(place, note=f"There is no event {wanted}; there are 1 to {max(place.seqs, default=0)}.")


def _move_place(act: Act, place: ShownPlace) -> ShownPlace:
    if act in ("next", "previous"):
        return _jump_between_findings(act, place)
    step = {"back": -1, "on": 1, "page back": -PAGE, "page on": PAGE, "start": -place.last, "end": place.last}[act]
    return replace(place, at=max(0, min(place.last, place.at + step)))


def _jump_between_findings(act: Act, place: ShownPlace) -> ShownPlace:
    found = place.findings
    if act == "next":
        where = bisect_right(found, place.at)
        return replace(place, at=found[where]) if where < len(found) else replace(place, note="No finding after this.")
    where = bisect_left(found, place.at)
    return replace(place, at=found[where - 1]) if where else replace(place, note="No finding before this.")
