"""Damaged logs: those that are refused, and those with a refused line."""

from __future__ import annotations

GAME = "game: tailwinds\npack: tailwinds-reconstructed-1\n"
HEAD = GAME + "players: black=Cleo/pirate, green=Ada/sailor\n"
SET = (
    HEAD + "position: round=3, phase=choosing, rear=T1, market=tail_wind rum telescope, pile=15\n"
    "position: black.aft=2 inside, black.fore=8 inside, black.played=pirate-5 pirate-6, black.rainbow=anchor\n"
    "position: green.aft=3 inside, green.fore=9 inside, green.played=sailor-2 sailor-5, green.rainbow=rum\n---\n"
)
ROUND = "black: commit pirate-parlay\ngreen: commit sailor-3\nfate: reveal pirate-parlay sailor-3\n"
GOOD = SET + ROUND
JSON_HEAD = (
    '{"game":"tailwinds","pack":"tailwinds-reconstructed-1","players":[{"seat":"black","name":"Cleo","role":"pirate"},'
    '{"seat":"green","name":"Ada","role":"sailor"}]}\n'
)
JSON = JSON_HEAD + '{"do":"commit","by":"black","card":"pirate-parlay"}\n'
SHEET = "game,tailwinds\nplayers,black=Cleo/pirate,green=Ada/sailor\nby,do,1,2,3\nblack,commit,pirate-parlay\n"
NINES = "9" * 5000
DEEP = "[" * 100_000
HARM = "\x1b[31mred\x1b[0m\u202eevil\u2066\u200b\x9b"
MARKUP = '</pre></title><script>alert(1)</script><img src=x onerror=a>"&'

REFUSED = {
    "an empty file": b"",
    "a file of blanks": b"\n \n",
    "not UTF-8": GOOD.encode() + b'record: note "\xff"\n',
    "cut off within a letter": GOOD.encode() + b"\xe2\x82",
    "UTF-16": GOOD.encode("utf-16"),
    "UTF-16 without a mark": GOOD.encode("utf-16-le"),
    "a NUL byte": GOOD.encode() + b"\0",
    "lone carriage returns": GOOD.replace("\n", "\r"),
    "one endless line": b"x" * 2_000_000,
    "one endless event": GOOD + 'black: use "' + "x" * 2_000_000 + '"\n',
    "more than a million lines": b"\n" * 1_000_002,
    "a 5,000-digit format": f"format: {NINES}\n{GOOD}",
    "a 5,000-digit position in JSON": JSON.replace("]}", '],"position":{"round":' + NINES + "}}"),
    "a deep header": '{"game":' + DEEP,
    "a deep position": JSON.replace("]}", '],"position":{"round":' + DEEP + "}}"),
    "a doubled header line": f"game: tailwinds\n{GOOD}",
    "a doubled key in a JSON header": JSON.replace('{"game"', '{"game":"chess","game"'),
    "NaN in a header": JSON.replace("]}", '],"position":{"round":NaN}}'),
    "an unknown game": GOOD.replace("tailwinds\n", "tailwnids\n", 1),
    "an unknown header line": f"gmae: tailwinds\n{GOOD}",
    "an unknown layer": HEAD + "layers: advanced-trakc\n---\n" + ROUND,
    "a layer given twice": HEAD + "layers: advanced-track, advanced-track\n---\n" + ROUND,
    "an unknown ruling": HEAD + "rulings: TW-AMB-99=x\n---\n" + ROUND,
    "an unknown reading": HEAD + "rulings: TW-AMB-05=nonsense\n---\n" + ROUND,
    "an unknown pack": GOOD.replace("reconstructed-1", "reconstructed-9"),
    "an unknown fact in the position": GOOD.replace("pile=", "plie="),
    "an unknown seat in the position": GOOD.replace("green.aft=", "gren.aft="),
    "a position that contradicts itself": GOOD.replace("pile=", "winner=green, pile="),
    "a 5,000-digit space": GOOD.replace("black.aft=2", f"black.aft={NINES}"),
    "a space in other digits": GOOD.replace("black.aft=2", "black.aft=²"),
    "a round below nothing": GOOD.replace("round=3", "round=-3"),
    "a phase of no game": GOOD.replace("phase=choosing", "phase=dancing"),
    "a card in the position that there is not": GOOD.replace("sailor-5", "sailor-55"),
    "a Rainbow card in the position that there is not": GOOD.replace("telescope", "periscope"),
    "a player in the position that there is not": GOOD.replace("pile=", "acted=gren, pile="),
    "a header without a game": GOOD.replace("game: tailwinds\n", ""),
    "a header without players": GAME + "---\n" + ROUND,
    "no header": ROUND,
    "JSON within text": GOOD + '{"do":"done","by":"green"}\n',
    "text within JSON": JSON + "green: done\n",
    "JSON within a sheet": SHEET + '{"do":"done","by":"green"}\n',
    "a header and no events": SET,
    "a player declared twice": GAME + "players: black=Cleo/pirate, black=Ada/sailor\n---\n" + ROUND,
    "a seat named like a speaker": GAME + "players: fate=Cleo/pirate, green=Ada/sailor\n---\n" + ROUND,
    "no players": GAME + "players:\n---\n" + ROUND,
    "five thousand players": GAME + f"players: {', '.join(f's{n}=P/crew' for n in range(5000))}\n---\n" + ROUND,
    "an endless name": HEAD.replace("Ada", "y" * 100_000) + "---\n" + ROUND,
    "a pack of another game": 'game: tailwinds\npack: |\n  [pack]\n  game = "chess"\n  id = "x"\n  version = "1"\n'
    '  filled_by = "Ada"\n  provenance = "verified"\nplayers: black=Cleo/pirate\n---\n' + ROUND,
    "a broken pack": "game: tailwinds\npack: |\n  [pack\nplayers: black=Cleo/pirate\n---\n" + ROUND,
    "a huge pack": "game: tailwinds\npack: |\n"
    + f"  # {'x' * 3000}\n" * 70
    + "players: black=Cleo/pirate\n---\n"
    + ROUND,
    "a deep pack": f"game: tailwinds\npack: |\n  a = {DEEP[:3000]}\nplayers: black=Cleo/pirate\n---\n" + ROUND,
    "ten thousand lines of garbage": GOOD + "x y z\n" * 10_001,
}

MALFORMED = {
    "a 5,000-digit number": GOOD + f"black: move aft {NINES}\n",
    "a 5,000-digit claim": GOOD + f"claim: points {NINES}\n",
    "a 5,000-digit seq": SET + NINES + ". " + ROUND,
    "a 5,000-digit number in JSON": JSON + '{"do":"move","by":"black","boat":"aft","points":' + NINES + "}\n",
    "a 5,000-digit number in a sheet": SHEET + f"black,move,aft,{NINES}\n",
    "100,000-deep JSON": JSON + '{"do":' + DEEP + "\n",
    "a doubled key": JSON + '{"do":"note","text":"a","text":"b"}\n',
    "NaN": JSON + '{"do":"move","by":"black","boat":"aft","points":NaN}\n',
    "an unknown event": GOOD + "black: moove aft 3\n",
    "an unknown field": GOOD + "black: move aft 3 spcae=4\n",
    "an unknown player": GOOD + "blakc: move aft 3\n",
    "an unknown card": GOOD + "black: commit pirate-55\n",
    "an unknown track card": GOOD + "fate: track T1 T9\n",
    "an unknown landing": GOOD + "fate: wind 3 nowhere\n",
    "an unknown fact": GOOD + "claim: black.hat 3\n",
    "an unknown rule in a ruling": GOOD + "record: ruling 2 TW-MOOVE-05\n",
    "cut off in mid-line": GOOD + "black: move af",
    "a gap in the count": SET + "1. black: commit pirate-parlay\n4. green: commit sailor-3\n",
    "a repeat in the count": SET + "1. black: commit pirate-parlay\n1. green: commit sailor-3\n",
    "a correction of nothing": GOOD + 'record: amend 99 "green: done"\n',
    "a correction of itself": GOOD + "record: retract 4\n",
    "a correction of the future": GOOD + 'record: insert 5 "green: done"\ngreen: done\n',
    "a correction that quotes nonsense": GOOD + 'record: amend 2 "nonsense"\n',
    "a correction that quotes a correction": GOOD + 'record: amend 2 "record: retract 1"\n',
    "ten thousand corrections of themselves": GOOD + "".join(f"record: retract {n}\n" for n in range(4, 10_000)),
}

# Winds of Plunder.

PORTS_HEAD = "game: winds-of-plunder\npack: wop-reconstructed-1\n"
CREW = "players: green=Ada, orange=Ben, blue=Cleo\n"
HARBOUR = (
    PORTS_HEAD + CREW + "position: round=6, phase=plunder, wind=N, blackbeard=green, first=green, acted=none\n"
    "position: marker.weapons=none, marker.crew=none, marker.provisions=none, action.deck=37, discard=none\n"
    "position: tile.havana=t01, tile.jamaica=t06, bar=t13 t14 t15 t16 t17 t18\n"
    "position: green.port=jamaica, green.vp=12, green.wind=6, green.reserve=18, green.weapons=1, green.crew=1\n"
    "position: green.marks=jamaica nassau, green.hand=misfire_1, green.treasure=belize\n"
    "position: orange.port=curacao, blue.port=belize\n---\n"
)
# One fact of the position above, and its replacement.
NONSENSE = {
    "a round below the first": ("round=6", "round=0"),
    "a tenth round": ("round=6", "round=10"),
    "a phase of no game": ("phase=plunder", "phase=dancing"),
    "a wind from nowhere": ("wind=N", "wind=NE"),
    "Blackbeard's tile with nobody there": ("blackbeard=green", "blackbeard=gren"),
    "a first player who is not there": ("first=green", "first=gren"),
    "a turn taken by nobody there": ("acted=none", "acted=gren"),
    "a turn taken twice": ("acted=none", "acted=green green"),
    "more points than a turn has": ("acted=none", "acted=none, turn=green, left=5"),
    "fewer sailings than none": ("acted=none", "acted=none, turn=green, sailed=-1"),
    "a marker that there is not": ("marker.crew=none", "marker.hats=none"),
    "a marker with nobody there": ("marker.crew=none", "marker.crew=gren"),
    "more Action cards than there are": ("action.deck=37", "action.deck=1000000"),
    "Action cards in hand that the deck has too": ("action.deck=37", "action.deck=40"),
    "a discard that there is not": ("discard=none", "discard=misfire_99"),
    "a tile on a port that there is not": ("tile.havana", "tile.tortuga"),
    "a tile that there is not": ("tile.havana=t01", "tile.havana=t99"),
    "a bar with one tile": ("bar=t13 t14 t15 t16 t17 t18", "bar=t13"),
    "a bar with a tile that there is not": ("bar=t13", "bar=t99"),
    "a fifth area": ("round=6", "round=6, area.5=green"),
    "an area of somebody not there": ("round=6", "round=6, area.1=gren"),
    "an area completed twice by one": ("round=6", "round=6, area.1=green green"),
    "a ship in a port that there is not": ("green.port=jamaica", "green.port=tortuga"),
    "a score below nothing": ("green.vp=12", "green.vp=-1"),
    "a million cubes": ("green.wind=6", "green.wind=1000000"),
    "a tally past its last space": ("green.crew=1", "green.crew=1000000"),
    "a seventh step of Booty": ("green.crew=1", "green.crew=1, green.booty=7"),
    "a million cards in hand": ("green.hand=misfire_1", "green.actions=1000000"),
    "a hand that is counted otherwise": ("green.hand", "green.actions=2, green.hand"),
    "a card in hand that there is not": ("green.hand=misfire_1", "green.hand=misfire_99"),
    "a treasure that there is not": ("green.treasure=belize", "green.treasure=tortuga"),
    "more treasures than ports": ("green.treasure=belize", "green.treasures=13"),
    "a mark on a port that there is not": ("green.marks=jamaica", "green.marks=tortuga"),
    "a port marked twice": ("green.marks=jamaica nassau", "green.marks=jamaica jamaica"),
    "a winner before the end": ("round=6", "round=6, winner=green"),
    "a seat called as nothing": ("blue=Cleo", "none=Cleo"),
    "a seat called as a fact": ("blue=Cleo", "area=Cleo"),
    "a seat called as a seat and its fact": ("blue=Cleo", "green.vp=Cleo"),
    "a role where there are none": ("blue=Cleo", "blue=Cleo/captain"),
    "a player twice": ("blue=Cleo", "green=Cleo"),
    "an unknown layer": (CREW, CREW + "layers: turnament\n"),
    "an unknown ruling": (CREW, CREW + "rulings: WP-AMB-99=x\n"),
    "an unknown reading": (CREW, CREW + "rulings: WP-AMB-01=nonsense\n"),
    "a ruling of another game": (CREW, CREW + "rulings: TW-AMB-05=snapshot-at-reveal\n"),
    "a pack of another game by name": ("wop-reconstructed-1", "tailwinds-reconstructed-1"),
}
# Impossible acts and statements: their objects do not exist.
STRANGE = (
    "fate: port green tortuga", "fate: tiles jamaica/t99", "fate: tiles tortuga/t01", "fate: tiles jamaica",
    "fate: bar t99", "fate: blackbeard gren", "fate: shuffle booty 3", "fate: compasses N E X",
    "fate: drawn misfire_99", "fate: drawn tr-tortuga", "green: compass NE", "green: bid 99999999999", "orange: wind X",
    "green: award gren", "green: first nobody", "green: play misfire_99", "green: play misfire_1 target=gren",
    "green: play heave_1 one=t99 other=t01", "green: gust sideways", "green: gust turn NE", "green: sail tortuga",
    "green: sail havana start=tortuga", "green: sail havana tile=t99", "green: board gren", "green: board blue hats",
    "green: treasure tortuga", "green: marker hats blue", "green: marker crew gren", "green: saill havana",
    "purple: done", "claim: area.5 green", "claim: marker.hats green", "claim: tile.tortuga t01",
)  # fmt: skip

# North Wind.

TRADERS = "players: green=Ada, orange=Ben, blue=Cleo\n"
ASHORE = (
    "game: north-wind\npack: north-wind-reconstructed-1\n"
    + TRADERS
    + "position: phase=income, turn=green, first=orange\n"
    "position: column.north_cape=none, column.fort_haven=blue, column.olsand=none, most.fort_haven=blue\n"
    "position: most.north_cape=none, most.olsand=none\n"
    "position: bonus.supply=none, bonus.crew=none, contents.olsand=?? ?? ?? ?? ?? fog ol salt-1\n"
    "position: green.gold=5, green.letters=1, green.hold=salt fish, green.brig=0, green.crew=lookout, green.cannons=2\n"
    "position: green.sail=4, orange.gold=0, orange.letters=1, orange.hold=wine, orange.crew=none, orange.sail=4\n"
    "position: blue.gold=4, blue.letters=1, blue.hold=grain, blue.crew=none, blue.sail=4\n---\n"
)
# One fact of the position above, and its replacement.
NONSENSE_ASHORE = {
    "a phase of no game": ("phase=income", "phase=dancing"),
    "a phase that a log cannot begin in": ("phase=income", "phase=battle"),
    "a turn of nobody there": ("turn=green", "turn=gren"),
    "a first player who is not there": ("first=orange", "first=gren"),
    "a token of nobody there": ("column.fort_haven=blue", "column.fort_haven=bleu"),
    "ten tokens on nine fields": ("column.north_cape=none", "column.north_cape=" + "green " * 9 + "green"),
    "a column of no harbor": ("column.north_cape", "column.tortuga"),
    "a bonus of nobody there": ("most.fort_haven=blue", "most.fort_haven=bleu"),
    "a supply bonus of nobody there": ("bonus.supply=none", "bonus.supply=bleu"),
    "two crew bonuses of one player": ("bonus.crew=none", "bonus.crew=blue blue"),
    "a tile that there is not": ("fog ol salt-1", "frog ol salt-1"),
    "nine tiles in a stack": ("fog ol salt-1", "fog ol salt-1 salt-3"),
    "a stack that there is not": ("contents.olsand", "contents.tortuga"),
    "gold below nothing": ("green.gold=5", "green.gold=-5"),
    "a thousand letters": ("green.letters=1", "green.letters=1000"),
    "goods that there are not": ("green.hold=salt fish", "green.hold=salt rum"),
    "a thousand salt": ("green.hold=salt fish", "green.salt=1000"),
    "a ninth captain": ("green.brig=0", "green.brig=9"),
    "a role that there is not": ("green.crew=lookout", "green.crew=cook"),
    "a role twice": ("green.crew=lookout", "green.crew=lookout lookout"),
    "five crew members": ("green.crew=lookout", "green.crew=lookout boatswain bookkeeper cannoneer treasurer"),
    "a fifth cannon": ("green.cannons=2", "green.cannons=5"),
    "no sail": ("green.sail=4", "green.sail=0"),
    "a word for a number": ("green.sail=4", "green.sail=high"),
    "a winner before the end": ("first=orange", "first=orange, winner=green"),
    "three actions": ("phase=income", "phase=voyage, actions=3"),
    "a voyage into no stack": ("phase=income", "phase=voyage, stack=tortuga"),
    "a row of nine": ("phase=income", "phase=voyage, stack=olsand, row=" + "fog " * 8 + "fog"),
    "a row of what there is not": ("phase=income", "phase=voyage, stack=olsand, row=frog"),
    "a seat called as nothing": ("blue=Cleo", "none=Cleo"),
    "a seat called as a fact": ("blue=Cleo", "bonus=Cleo"),
    "a player twice": ("blue=Cleo", "green=Cleo"),
    "an unknown layer": (TRADERS, TRADERS + "layers: advanced-track\n"),
    "an unknown ruling": (TRADERS, TRADERS + "rulings: NW-AMB-99=x\n"),
    "an unknown reading": (TRADERS, TRADERS + "rulings: NW-AMB-01=nonsense\n"),
    "a ruling of another game": (TRADERS, TRADERS + "rulings: WP-AMB-18=compulsory-if-possible\n"),
    "a pack of another game by name": ("north-wind-reconstructed-1", "wop-reconstructed-1"),
}
# Impossible acts and statements: their objects do not exist.
STRANGE_ASHORE = (
    "green: sail tortuga", "green: sail", "fate: tile frog", "fate: tile ol harbor=tortuga", "green: buy rum",
    "green: buy salt into=mast", "green: buy salt partner=gren", "green: sell captain", "green: exchange salt rum",
    "green: equip mast", "green: equip crew cook", "green: equip crew lookout slot=mast", "green: overboard gold",
    "green: task tortuga", "green: task olsand rum", "green: task olsand token=gren", "fate: event skull9",
    "fate: shots gold", "fate: shots silver hits=x", "green: pay gold=99999999999", "green: look sideways",
    "green: look under frog", "green: bonus best olsand", "green: bonus most tortuga", "green: takeback most tortuga",
    "green: end tired", "fate: shuffle tortuga", "fate: stack tortuga", "fate: first gren", "green: saill olsand",
    "purple: pass", "claim: column.tortuga green", "claim: purple.gold 3", "claim: green.rum 1",
)  # fmt: skip
