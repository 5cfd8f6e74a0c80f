"""What a cheat or a tired scorekeeper may write in a log of Windward, and oddities that are legal."""

from __future__ import annotations

# Green's ship on a42 next to a Red, its longboat on b43 next to a Grey.
BESIDE = """\
game: windward
pack: windward-reconstructed-1
players: green=Ada, orange=Ben, blue=Cleo
position: planet=a b c d e f, wind=1, turn=green, first=blue, round=2, reds=a52 b54 c53 d55 e64 f43
position: greys=b53 c55, items=none, tops=fuel bait coffee, green.place=a42, green.hand=none
position: green.morale=3, green.notoriety=4, green.gas=2, green.cannons=0, green.rowing=2, green.crester=none
position: green.teeth.red=0, green.teeth.grey=0, green.tokens=0, green.crew=none, green.boat.1=b43
position: green.boat.2=aside, orange.place=port, orange.morale=2, orange.notoriety=3, orange.gas=0
position: orange.cannons=0, orange.rowing=0, orange.crester=none, orange.teeth.red=0, orange.teeth.grey=0
position: orange.tokens=0, orange.hand=none, orange.crew=none, orange.boat.1=aboard, orange.boat.2=aside
position: blue.place=c32, blue.morale=2, blue.notoriety=5, blue.gas=1, blue.cannons=0, blue.rowing=0
position: blue.crester=none, blue.teeth.red=2, blue.teeth.grey=1, blue.tokens=0, blue.hand=none, blue.crew=none
position: blue.boat.1=aboard, blue.boat.2=aside
"""
HEADER = "game: windward\npack: windward-reconstructed-1\nplayers: green=Ada, orange=Ben, blue=Cleo\n"
AFLOAT = (
    HEADER + "position: planet=a b c d e f, wind=1, turn=green, first=green, round=5, tops=fuel bait coffee\n"
    "position: reds=a52 b54 c53 d55 e64 f43, greys=b53 c55, items=a55.gas a55.gas\n"
    "position: green.place=a22, green.morale=3, green.notoriety=6, green.gas=2, green.cannons=1, green.rowing=3\n"
    "position: green.teeth.red=1, green.teeth.grey=0, green.tokens=1, green.hand=fuel harpoon, green.crew=coxswain\n"
    "position: green.crester=none, green.boat.1=aboard, green.boat.2=b42\n"
    "position: orange.place=port, orange.morale=2, orange.notoriety=7, orange.gas=1, orange.cannons=0\n"
    "position: orange.teeth.red=0, orange.teeth.grey=0, orange.tokens=0, orange.hand=coffee, orange.crew=none\n"
    "position: orange.rowing=0, orange.crester=none, orange.boat.1=aboard, orange.boat.2=aside\n"
    "position: blue.place=c22, blue.morale=3, blue.notoriety=5, blue.gas=0, blue.cannons=0, blue.rowing=2\n"
    "position: blue.teeth.red=0, blue.teeth.grey=0, blue.tokens=0, blue.hand=bait, blue.crew=none\n"
    "position: blue.crester=none, blue.boat.1=aboard, blue.boat.2=aside\n---\n"
)
SAILING = "green: sail a21\n"
# One fact of the position above, and its replacement.
NONSENSE = {
    "a wind from nowhere": ("wind=1", "wind=7"),
    "a turn of somebody not there": ("turn=green", "turn=white"),
    "a turn of nobody": ("turn=green", "turn=none"),
    "a start in mid-battle": ("turn=green", "turn=green, phase=battle"),
    "a winner before the end": ("turn=green", "turn=green, winner=green"),
    "an end that nobody has brought": ("turn=green", "turn=green, trigger=orange"),
    "a round below the first": ("round=5", "round=0"),
    "five tiles": ("planet=a b c d e f", "planet=a b c d e"),
    "a tile that there is not": ("planet=a b c d e f", "planet=a b c d e g"),
    "a tile twice": ("planet=a b c d e f", "planet=a b c d e e"),
    "a planet with a third side": ("turn=green", "turn=green, side=round"),
    "a Red nowhere": ("reds=a52", "reds=a99"),
    "a Red in port": ("reds=a52", "reds=port"),
    "two Reds on one space": ("reds=a52 b54", "reds=b54 b54"),
    "nine Reds": ("reds=a52", "reds=a52 a11 a21 b11"),
    "a thing that there is not": ("items=a55.gas a55.gas", "items=a55.rum"),
    "a thing nowhere": ("items=a55.gas a55.gas", "items=z55.gas"),
    "a fourth stack": ("tops=fuel bait coffee", "tops=fuel bait coffee coffee"),
    "a card that there is not on top": ("tops=fuel", "tops=rum"),
    "a ship nowhere": ("green.place=a22", "green.place=a99"),
    "a ship aboard": ("green.place=a22", "green.place=aboard"),
    "morale of a lost ship": ("green.morale=3", "green.morale=0"),
    "morale beyond its track": ("green.morale=3", "green.morale=5"),
    "notoriety below nothing": ("green.notoriety=6", "green.notoriety=-1"),
    "gas that is no number": ("green.gas=2", "green.gas=lots"),
    "more rowers than the track": ("green.rowing=3", "green.rowing=9"),
    "a White in the hold": ("green.crester=none", "green.crester=white"),
    "nine teeth": ("green.teeth.red=1", "green.teeth.red=9"),
    "seventeen tokens": ("green.tokens=1", "green.tokens=17"),
    "a card in hand that there is not": ("green.hand=fuel harpoon", "green.hand=rum"),
    "a hand that is counted otherwise": ("green.hand=fuel harpoon", "green.hand=fuel harpoon, green.cards=4"),
    "eighty cards": ("green.hand=fuel harpoon", "green.cards=80"),
    "a cook in the crew": ("green.crew=coxswain", "green.crew=cook"),
    "a longboat nowhere": ("green.boat.2=b42", "green.boat.2=b99"),
    "less speed than none": ("turn=green", "turn=green, speed=-1"),
    "an order that there is not": ("turn=green", "turn=green, orders=dance"),
    "slots that are others": ("turn=green", "turn=green, green.slots.gas=9"),
    "a stock that is another": ("turn=green", "turn=green, stock.red=9"),
    "a battle that nobody began": ("turn=green", "turn=green, battle=a22"),
    "a seat called as a fact": ("blue=Cleo", "wind=Cleo"),
    "a seat called as nothing": ("blue=Cleo", "none=Cleo"),
    "a seat called as a Crester": ("blue=Cleo", "red=Cleo"),
    "a seat called as a longboat": ("blue=Cleo", "green.1=Cleo"),
    "a board that there is not": ("blue=Cleo", "blue=Cleo/captain"),
    "a player twice": ("blue=Cleo", "green=Cleo"),
    "an unknown layer": ("players: ", "layers: clasic\nplayers: "),
    "an unknown ruling": ("players: ", "rulings: WW-AMB-999=x\nplayers: "),
    "an unknown reading": ("players: ", "rulings: WW-AMB-018=x\nplayers: "),
    "a ruling of another game": ("players: ", "rulings: NW-AMB-01=x\nplayers: "),
    "a pack of another game by name": ("windward-reconstructed-1", "north-wind-reconstructed-1"),
}
# Impossible acts and statements: their objects do not exist.
STRANGE = (
    "green: sail c99", "green: sail aboard", "green: run port", "green: row 12 b41", "green: row 2 aboard",
    "green: order dance", "green: order crew cook", "green: order launch 12", "green: order gossip",
    "green: take 1 rum", "green: buy beer", "green: card rum", "green: card bait space=z9",
    "green: card bait space=port",
    "green: pick gas -1", "green: pick white", "green: pick gas 9999999999999", "green: lift 12", "green: drop cannon",
    "green: rest pay=rum", "green: rest pay=fuel harpoon", "green: red a52 a99", "green: red port a11",
    "green: respawn port", "green: cannons -1", "green: loot gold", "gren: rest pay=fuel", "white: rest pay=fuel",
    "fate: wind north", "fate: grey 2 space=z1", "fate: roll sideways 1", "fate: deal gren fuel",
    "fate: deal green rum",
    "fate: top 0 fuel", "fate: top 1 rum", "fate: first gren", "fate: planet a b c d e g", "fate: white 2",
    "claim: green.gas lots", "claim: green.hat 3", "claim: green.place z9", "claim: reds z9", "claim: winner white",
    "claim: items a11.rum", "claim: at.c53 red", "claim: battle port",
)  # fmt: skip

HOME = "green: sail a11\ngreen: sail port\n"
# The lines after the position, and the one rule that is broken independently.
CHEATS = {
    "straight into the wind": ("green: sail b11\n", "WW-WIND-05"),
    "onto drift before the wind": ("green: sail a32\n", "WW-TERR-01"),
    "across drift before the wind": ("green: run a42\n", "WW-TERR-01"),
    "two spaces for one": ("green: sail a44\n", "WW-MOVE-02"),
    "a fifth space": ("green: sail a21\ngreen: sail a22\n" * 2 + "green: sail a21\n", "WW-MOVE-10"),
    "a run round a bend": ("green: run a31\n", "WW-WIND-02"),
    "a zephyr that is none": ("green: sail d54 way=zephyr\n", "WW-MOVE-06"),
    "around the planet from its middle": ("green: sail d61 way=around\n", "WW-MOVE-07"),
    "into port from afar": ("green: sail port\n", "WW-MOVE-05"),
    "out of port to the second ring": (HOME + "green: sail a21\n", "WW-MOVE-04"),
    "a space for nothing": ("green: sail a21 speed=0\n", "WW-WIND-03"),
    "a port order at sky": ("green: order morale\n", "WW-ORD-04"),
    "a sky order in port": (HOME + "green: order speed\n", "WW-ORD-03"),
    "a third order": ("green: order speed\ngreen: order row\ngreen: order launch\n", "WW-ORD-01"),
    "an order twice": ("green: order speed\ngreen: order speed\n", "WW-ORD-02"),
    "an order by a Coffee that nobody played": ("green: order speed coffee=yes\n", "WW-CARD-09"),
    "an empty hold processed": ("green: order process\n", "WW-PROC-01"),
    "a longboat launched that is elsewhere": ("green: order launch 2\n", "WW-ORD-07"),
    "a longboat onto drift": ("green: row 2 b32\n", "WW-TERR-02"),
    "a longboat that is aboard rowed": ("green: row 1 a21\n", "WW-INV-05"),
    "a longboat from one end of a tile to the other": ("green: row 2 b65\n", "WW-LB-07"),
    "a longboat two spaces for one": ("green: row 2 b51\n", "WW-LB-07"),
    "a longboat into port": ("green: row 2 port\n", "WW-LB-06"),
    "a fourth space of a longboat": ("green: row 2 b41\ngreen: row 2 b42\n" * 2, "WW-LB-02"),
    "a third longboat rowed": ("green: row 3 b41\n", "WW-LB-10"),
    "a third longboat launched": ("green: order launch 3\n", "WW-LB-10"),
    "a third longboat lifted": ("green: lift 3\n", "WW-LB-10"),
    "a longboat past a living Grey": ("green: row 2 b53\ngreen: row 2 b52\n", "WW-LB-08"),
    "a Red in tow": ("green: row 2 b41 tow=red\n", "WW-TOW-06"),
    "gas in a longboat": ("green: row 2 b41 tow=gas\n", "WW-LB-12"),
    "a Grey in tow that is none": ("green: row 2 b41 tow=grey\n", "WW-TOW-01"),
    "a longboat lifted from afar": ("green: lift 2\n", "WW-PICK-06"),
    "rum at sky": ("green: buy rum\n", "WW-GAS-01"),
    "three gas spent of two": (HOME + "green: buy cannon\n" * 2 + "green: buy rum\n", "WW-GAS-03"),
    "a second Coxswain": (HOME + "green: buy crew coxswain\n", "WW-CREW-02"),
    "a Harpooner beside a Coxswain": (HOME + "green: buy crew harpooner\n", "WW-CREW-01"),
    "a card from under another": (HOME + "green: buy supplies\ngreen: take 1 bait\n", "WW-CARD-03"),
    "a card of a fourth stack": (HOME + "green: buy supplies\ngreen: take 4 bait\n", "WW-CARD-03"),
    "a fourth stack seen": ("fate: top 4 fuel\n", "WW-CARD-03"),
    "a card for nothing": (HOME + "green: take 1 fuel\n", "WW-ORD-12"),
    "a card that is not held": ("green: card coffee\n", "WW-CARD-01"),
    "a Harpoon without a battle": ("green: card harpoon\n", "WW-CARD-15"),
    "another player's card": ("blue: card bait\n", "WW-CARD-06"),
    "gas where none is": ("green: pick gas\n", "WW-PICK-06"),
    "gas overboard": ("green: drop gas\n", "WW-DROP-02"),
    "a tooth overboard that is not aboard": ("green: drop grey-tooth\n", "WW-INV-05"),
    "a tooth overboard in port": (HOME + "green: drop token\n", "WW-DROP-01"),
    "a night for a card that is not held": ("green: rest pay=coffee\n", "WW-CARD-01"),
    "a night in port paid with a card": (HOME + "green: rest pay=fuel\n", "WW-REST-01"),
    "on after the rest": ("green: rest pay=fuel\ngreen: red a52 a33\ngreen: sail a21\n", "WW-TURN-06"),
    "a Red that stays where it is": ("green: rest pay=fuel\norange: sail a11\n", "WW-REST-07"),
    "another player's turn": ("blue: sail c21\n", "WW-RND-05"),
    "a wind in mid-round": ("fate: wind 4\n", "WW-RND-04"),
    "a planet laid anew": ("fate: planet f e d c b a\n", "WW-SET-02"),
    "a second hand": ("fate: deal green fuel fuel\n", "WW-SET-16"),
    "another first player": ("fate: first orange\n", "WW-SET-14"),
    "a Grey for nothing": ("fate: grey 1\n", "WW-SPWN-01"),
    "a Red for nothing": ("green: respawn a31\n", "WW-SPWN-08"),
    "loot without a battle": ("green: loot token\n", "WW-LOST-06"),
}
# Odd, but legal.
ODD = {
    "orders before, between and after": "green: order speed\ngreen: sail a21\ngreen: order row\ngreen: sail a22\n",
    "a Fuel once the speed is spent": "green: sail a21\ngreen: sail a22\n" * 2 + "green: card fuel\ngreen: sail a21\n",
    "on before the wind without speed": (
        "green: sail a21\ngreen: sail a22\ngreen: sail a11\ngreen: sail b11\nclaim: speed 0\ngreen: sail a22\n"
    ),
    "a night of which nobody wrote what it cost": "green: rest\n",
    "a card for the night that nobody names": "green: rest pay=card\n",
    "a tooth dropped and taken again": "green: drop red-tooth\ngreen: pick red-tooth\n",
    "rowers rested beyond their track": "green: order row\nclaim: green.rowing 6\n",
    "in and out of port": HOME + "green: sail b11\ngreen: sail port\nclaim: green.notoriety 10\n",
    "two purchases of a kind": HOME + "green: buy cannon\ngreen: buy cannon\nclaim: green.cannons 3\n",
    "fewer cards than paid for": HOME + "green: buy supplies\ngreen: take 3 coffee\ngreen: rest\n",
    "a run of one space": "green: sail a21\ngreen: run a31\n",
    "nothing in tow, and nothing left": "green: row 2 b41 tow=none\n",
    "a longboat where a ship lies": "green: row 2 b41\ngreen: row 2 b42\n",
}
