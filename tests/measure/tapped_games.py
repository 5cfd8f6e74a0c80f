"""Whole games of each kind recorded by taps alone, as on a phone at the table: the second half of `make torture`."""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

from audit.browse.viewer import LogViewer, open_log_viewer
from audit.findings.replay_outcome import compute_result
from audit.store import Store
from engine.games import GAMES
from engine.kernel.events import Chance, Event, Move
from engine.kernel.spellings import write_line
from fixtures.kits import kit
from fixtures.simulate import simulate
from tests.support.browser.recorder_page import Recording
from tests.support.browser.taps import Taps, taps
from tests.support.servers.fixtures import Served, known_games, served

# What a log may leave out at the end of a turn, but a table taps.
ENDS = {"done", "end", "arrived"}


class NotTappedError(Exception):
    """A line that no taps can enter."""


def begun_like(here: Served, log: LogViewer) -> Recording:
    """Begin a live game with the players, components and layers of a log."""
    header = log.prepared.header
    form = {"pack": header.pack, "layer": list(header.layers)}
    for at, player in enumerate(header.players):
        form |= {f"seat{at}": player.seat, f"name{at}": player.name, f"role{at}": player.role}
    return Recording(here, header.game, form)


def tapped(recording: Recording, event: Event, game: str) -> Taps:
    """Find the taps for a line; first end turns that the log ends without a line."""
    words = known_games()[game].vocabulary
    for _ in ENDS:
        choices = recording.choices()
        found = taps(choices, event, words)
        if found is not None:
            return found
        ends = [one.line for group in choices.groups for one in group.lines if group.verb in ENDS]
        if not ends:
            break
        recording.tap(Taps(whole=ends[0]))
    raise NotTappedError(write_line(event, words))


class TappedGame(NamedTuple):
    """Return the number of taps of a game, and what is wrong with the result; empty if all is well."""

    taps: int
    wrong: str = ""


def recorded(here: Served, log: LogViewer) -> TappedGame:
    """Tap a whole game, and compare its end with the log's."""
    recording, count = begun_like(here, log), 0
    for seq, event in log.entries:
        if isinstance(event, Move | Chance):
            try:
                found = tapped(recording, event, log.prepared.game.name)
            except NotTappedError as wrong:
                return TappedGame(count, f"event {seq} cannot be tapped: {wrong}")
            recording.tap(found)
            count += found.count
    return TappedGame(count, _difference(here, recording, log))


def _difference(here: Served, recording: Recording, log: LogViewer) -> str:
    asker = here.asker()
    report = asker.told(f"/live-games/{recording.id}/report")
    if report["verdict"] != "clean":
        return f"the report is {report['verdict']}"
    facts = asker.told(f"/live-games/{recording.id}/facts")["facts"]
    ours = compute_result(log.prepared.game, log.table_at(log.event_count))
    other = [name for name, value in ours.items() if str(facts.get(name)) != str(value)]
    return f"the end differs: {', '.join(other)}" if other else ""


def main(arguments: list[str] | None = None) -> int:
    """Print a line for each game; return 1 if one cannot be tapped, or has another result."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("number", type=int, nargs="?", default=1, help="how many games of each kind and size")
    parser.add_argument("games", nargs="*", default=list(GAMES), help="which games")
    chosen = parser.parse_args(arguments)
    failed = 0
    for game in chosen.games or GAMES:
        for players in kit(game).company(()):
            for seed in range(chosen.number):
                failed += _told(game, players, seed)
    return int(failed > 0)


def _told(game: str, players: int, seed: int) -> bool:
    log = open_log_viewer(simulate(game, players, seed).encode(), GAMES)
    with tempfile.TemporaryDirectory() as folder, Store.open(f"sqlite:///{Path(folder) / 'club.db'}") as store:
        store.upgrade()
        found = recorded(served(store), log)
    says = f"{game}, {players} players, game {seed}: {found.taps} taps for {len(log.entries)} events"
    sys.stdout.write(f"{says}; {found.wrong or 'all well'}\n")
    sys.stdout.flush()
    return bool(found.wrong)


if __name__ == "__main__":
    sys.exit(main())
