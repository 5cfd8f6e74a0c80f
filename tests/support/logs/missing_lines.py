"""Logs with a line that was not written, or that cannot be read."""

from __future__ import annotations

from tests.support.games.windward_logs import SEA

RACE = """
game: tailwinds
pack: tailwinds-reconstructed-1
players: green=Ada/sailor, orange=Ben/crew
position: round=2, phase=choosing, rear=T1, market=anchor rum telescope, pile=17
position: green.aft=9 middle, green.fore=9 inside, orange.aft=4 inside, orange.fore=18 inside
position: green.played=none, orange.played=none, green.rainbow=none, orange.rainbow=none, discard=none
---
fate: reveal sailor-4 crew-3
orange: move aft 3
"""
UNWRITTEN = RACE + "orange: done\ngreen: move fore 4\ngreen: done\nfate: reveal sailor-5 crew-4\ngreen: move aft 5\n"
SKY = SEA.replace("reds=a52 b54", "reds=b54").replace("blue.place=c32", "blue.place=port") + "---\n"
RESTED = SKY.replace("green.rowing=2", "green.rowing=0").replace("green.boat.1=aboard", "green.boat.1=a33")
ROWED = "claim: green.rowing 3\nclaim: orders row\ngreen: row 1 a43\nclaim: green.rowing 2\n"
BOATS = """game: tailwinds
pack: tailwinds-reconstructed-1
players: green=Ada/sailor, orange=Ben/crew
---
green: place 3
green: place 2
orange: place 3
orange: place 2
fate: shuffle
fate: market tail_wind rum anchor
green: commit sailor-5
orange: commit crew-5
fate: reveal sailor-5 crew-5
orange: move aft 4
orange: move fore 1
green: move aft 3
"""
