"""What a cheat or a tired scorekeeper may write in a log of North Wind, and oddities that are legal."""

from __future__ import annotations

from tests.support.logs.hostile_logs import ASHORE

HEAD = ASHORE
SAIL = "green: sail olsand\n"
FOG = SAIL + "fate: tile fog\n"
FISH = SAIL + "fate: tile fish-1\n"
WRECK = SAIL + "fate: tile wreck\n"
OLSAND = SAIL + "fate: tile ol\n"
HOME = FISH + "fate: shuffle olsand\n"
LOST = FOG + "fate: event skull2\ngreen: fight\nfate: shots silver blank\n"

# The lines after the header, and the one rule that is broken independently.
CHEATS = {
    "one letter for two uses": (
        SAIL + "fate: tile grain-3\ngreen: buy grain\nblue: letter\nblue: sell grain\nblue: buy grain\n",
        "NW-LETTER-03",
    ),
    "a letter that was spent on the tile before": (
        SAIL + "fate: tile grain-1\ngreen: buy grain\nblue: letter\nblue: buy grain\n"
        "fate: tile grain-3\ngreen: sell grain\nblue: letter\nblue: sell grain\n",
        "NW-LETTER-03",
    ),
    "a letter in one's own voyage": (FISH + "green: letter\n", "NW-LETTER-08"),
    "a letter for a wreck": (WRECK + "green: wreck\nblue: letter\n", "NW-LETTER-01"),
    "a letter before the tile is used": (FISH + "blue: letter\n", "NW-LETTER-02"),
    "a letter for the tile before": (
        FISH + "green: buy fish\nfate: tile wreck\nblue: letter index=1\n",
        "NW-LETTER-13",
    ),
    "a task by letter": (OLSAND + "green: task olsand\nblue: task olsand\n", "NW-DEST-04"),
    "a letter after two actions": (
        SAIL + "fate: tile fish-3\ngreen: sell fish\nfate: tile wreck\ngreen: wreck\ngreen: receive\n",
        "NW-LETTER-10",
    ),
    "two letters for one voyage": (FISH + "green: end stopped\ngreen: receive\ngreen: receive\n", "NW-LETTER-12"),
    "gold for the poor twice": (HOME + "orange: income\norange: income\n", "NW-INCOME-04"),
    "gold for the poor with gold in hand": ("green: income\n" + FISH, "NW-INCOME-03"),
    "a Treasurer's gold without a Treasurer": (HOME + "orange: income 2\n", "NW-INCOME-02"),
    "a tile revealed again": (WRECK + "fate: tile wreck\n", "NW-VOYAGE-17"),
    "a Destination Harbor of another stack": (SAIL + "fate: tile nc\n", "NW-SETUP-04"),
    "another tile than the Lookout kept": (SAIL + "green: look keep fish-1\nfate: tile wreck\n", "NW-VOYAGE-03"),
    "a fifth tile at level 4": (
        FISH + "fate: tile fish-3\nfate: tile grain-1\nfate: tile grain-3\nfate: tile wreck\n",
        "NW-VOYAGE-04",
    ),
    "a way back to the wreck": (WRECK + "fate: tile fog\nfate: event coin\ngreen: wreck index=1\n", "NW-VOYAGE-07"),
    "a wreck examined twice": (WRECK + "green: wreck\ngreen: wreck\n", "NW-ACTION-03"),
    "goods bought after the voyage was stopped": (FISH + "green: end stopped\ngreen: buy fish\n", "NW-VOYAGE-12"),
    "a task done after the voyage was stopped": (OLSAND + "green: end stopped\ngreen: task olsand\n", "NW-VOYAGE-12"),
    "a wreck examined after the voyage was stopped": (WRECK + "green: end stopped\ngreen: wreck\n", "NW-VOYAGE-12"),
    "a tile after the voyage was stopped": (FISH + "green: end stopped\nfate: tile wreck\n", "NW-VOYAGE-12"),
    "no tile at all": (SAIL + "fate: shuffle olsand\n", "NW-VOYAGE-03"),
    "another stack shuffled": (FISH + "fate: shuffle north_cape\n", "NW-VOYAGE-15"),
    "seven tiles shuffled": (FISH + "fate: shuffle olsand 7\n", "NW-VOYAGE-15"),
    "tiles moved after the Lookout has looked": (SAIL + "green: look keep\ngreen: cut 2\n", "NW-VOYAGE-02"),
    "tiles moved in another stack": (SAIL + "green: cut 3 harbor=north_cape\n", "NW-VOYAGE-16"),
    "a second look": (SAIL + "green: look keep\ngreen: look under\n", "NW-CREW-07"),
    "another player's turn taken": ("orange: sail olsand\nfate: tile wreck\n", "NW-TURN-03"),
    "another player's wreck": (WRECK + "orange: wreck\n", "NW-TURN-02"),
    "a treasure taken twice": (FOG + "fate: event coin\ngreen: gold 1\ngreen: gold 1\n", "NW-FOG-02"),
    "a captain taken twice": (
        FOG + "fate: event skull1\ngreen: fight\nfate: shots silver\ngreen: captain\ngreen: captain\n",
        "NW-BATTLE-05",
    ),
    "a captain from a pirate who was paid": (FOG + "fate: event skull2\ngreen: pay\ngreen: captain\n", "NW-BRIG-02"),
    "a captain after a defeat": (LOST + "green: captain\n", "NW-BRIG-02"),
    "a tile after a defeat": (LOST + "fate: tile fish-1\n", "NW-VOYAGE-14"),
    "the white die rolled again": (FOG + "fate: event skull2\nfate: event coin\n", "NW-FOG-01"),
    "a pirate sailed past": (FOG + "fate: event skull2\nfate: tile fish-1\n", "NW-VOYAGE-06"),
    "a pirate paid in mid-battle": (FOG + "fate: event skull2\ngreen: fight\ngreen: pay\n", "NW-BATTLE-10"),
    "a third shot with two cannons": (
        FOG + "fate: event skull3\ngreen: fight\nfate: shots silver silver silver\n",
        "NW-BATTLE-01",
    ),
    "a double pip counted without a Cannoneer": (
        FOG + "fate: event skull2\ngreen: fight\nfate: shots silver blue_double hits=3\n",
        "NW-BATTLE-03",
    ),
    "goods sold that are not aboard": (SAIL + "fate: tile grain-3\ngreen: sell grain\n", "NW-COMM-06"),
    "a third of a kind": (FISH + "green: buy fish fish\n", "NW-HOLD-02"),
    "goods thrown overboard for gold": (FISH + "green: overboard salt gold=2\n", "NW-HOLD-03"),
    "a Bookkeeper's gold without a Bookkeeper": (
        SAIL + "fate: tile fish-3\ngreen: sell fish bookkeeper=1\n",
        "NW-CREW-05",
    ),
    "a sail level for 1 gold": (SAIL + "fate: tile eq-1\ngreen: equip sail price=1\n", "NW-EQUIP-02"),
    "half of what a task asks for": (OLSAND + "green: task olsand salt\n", "NW-TASK-09"),
    "a field left out": (OLSAND + "green: task olsand salt fish field=2\n", "NW-TASK-01"),
    "a bonus token placed twice": (
        OLSAND + "green: task olsand\ngreen: bonus most olsand\ngreen: bonus most olsand\n",
        "NW-BONUS-01",
    ),
    "a crew bonus with one crew member": (OLSAND + "green: bonus crew\n", "NW-BONUS-09"),
    "a bonus token taken back that lies elsewhere": (
        OLSAND + "green: task olsand\nblue: takeback most olsand\n",
        "NW-BONUS-03",
    ),
}

# Odd, but legal.
ODD = {
    "a tile used after all": FISH + "green: pass\ngreen: buy fish\nblue: letter\nblue: buy fish\nfate: tile wreck\n",
    "shots without a word of the battle": FOG + "fate: event skull2\nfate: shots silver silver\ngreen: captain\n",
    "all tiles and no tile moved": SAIL + "green: cut 8\ngreen: cut 0\nfate: tile fish-1\n",
    "letters after the second action": (
        WRECK + "green: wreck\nfate: tile fish-1\ngreen: buy fish\nblue: letter\nblue: buy fish\nfate: shuffle olsand\n"
    ),
    "a fish thrown overboard to buy two": FISH + "green: overboard fish\ngreen: buy fish fish\n",
    "a battle without hope": FOG
    + "fate: event skull3\ngreen: fight\nfate: shots silver silver\nfate: shuffle olsand\n",
    "shots left out once the battle is won": FOG + "fate: event skull1\ngreen: fight\nfate: shots silver\n",
    "a captain left": FOG + "fate: event skull1\nfate: shots silver silver\ngreen: leave\nclaim: green.brig 0\n",
    "a bonus told after its task": (
        OLSAND + "green: task olsand\ngreen: bonus most olsand\nclaim: green.tokens 8\nclaim: most.olsand green\n"
    ),
    "gold for the poor that nobody mentions": HOME + "orange: sail olsand\nclaim: orange.gold 1\n",
    "nobody knows who passed": FISH + "green: buy fish\n??: pass\nblue: letter\nblue: buy fish\nfate: shuffle olsand\n",
    "a die that nobody wrote down, and a letter that may be due": (
        FOG + "fate: event ??\nfate: shuffle olsand\norange: sail north_cape\nfate: tile grain-1\norange: buy grain\n"
        "green: letter\ngreen: buy grain\nfate: tile grain-3\norange: sell grain\ngreen: letter\ngreen: sell grain\n"
    ),
}
