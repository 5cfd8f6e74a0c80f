"""Impossible positions are refused with all faults at once; merely illegal ones are reported and accepted."""

from __future__ import annotations

import pytest

from audit import audit
from engine.games import GAMES
from engine.kernel.log import LogError
from fixtures.kits import kit

WINDWARD = kit("windward").header
HEADS = {
    **{game: kit(game).header for game in GAMES},
    # Two players, who use the small planet under the classic rulebook.
    "windward, classic": f"layers: classic\n{WINDWARD.replace(', blue=Cleo', '')}",
    "windward, together": f"layers: co-op\n{WINDWARD}",
    "windward, alone": f"layers: solo\n{WINDWARD.replace(', orange=Ben, blue=Cleo', '')}",
    "windward, with the White": f"layers: great-white\n{WINDWARD}",
}
TW, WP, NW, WW = "tailwinds", "winds-of-plunder", "north-wind", "windward"
SHORT, TOGETHER, ALONE, WAKING = (head for head in HEADS if head.startswith("windward, "))

# Parts of positions of Windward: a planet, the notoriety of all, and as many Fuels as a hand has room for.
LAID = "planet=a b c d e f"
SCORED = "green.notoriety=3, orange.notoriety=3, blue.notoriety=3"
FUELS = "fuel fuel fuel fuel fuel"

# A game, its position, and each fact at fault, in their order.
REFUSED = {
    "two boats in one lane": (TW, "green.aft=7 inside, orange.fore=7 inside", ["orange.fore"]),
    "two spaces that there are not": (TW, "green.aft=99 inside, orange.fore=0 inside", ["green.aft", "orange.fore"]),
    "a boat on a card out of play": (TW, "rear=T3, green.aft=2 inside", ["green.aft"]),
    "a card in two places": (TW, "green.hand=sailor-3, green.played=sailor-3", ["green.played"]),
    "a card of two players": (TW, "green.hand=sailor-3, orange.hand=sailor-3", ["orange.hand"]),
    "more of a Rainbow card than there are": (
        TW,
        "green.rainbow=anchor anchor, discard=anchor, market=anchor rum rum",
        ["market"],
    ),
    "a pile of more Rainbow cards than there are": (TW, "pile=21, market=rum rum anchor", ["pile"]),
    "four slots in the market": (TW, "market=anchor rum rum telescope", ["market"]),
    "nine cards, and a track card twice": (TW, "orange.cards=9, track=T1 T1 T2", ["orange.cards", "track"]),
    "facts that contradict each other": (
        TW,
        "green.aft=3 inside, green.fore=2 inside, green.boats=1",
        ["green.aft", "green.fore", "green.boats"],
    ),
    "no facts, and no values": (TW, "gren.aft=3, rear=T9, phase=sailing, pile=4", ["gren.aft", "rear", "phase"]),
    "five numbers out of bounds": (
        WP,
        "round=10, green.booty=99, treasure.deck=13, action.deck=41, green.wind=27",
        ["round", "green.booty", "treasure.deck", "action.deck", "green.wind"],
    ),
    "five tiles on the bar": (WP, "bar=t01 t02 t03 t04 t05", ["bar"]),
    "a port marked twice": (WP, "green.marks=jamaica jamaica", ["green.marks"]),
    "a player twice in an area": (WP, "area.1=green green", ["area.1"]),
    "a winner before the end": (WP, "phase=plunder, winner=green", ["winner"]),
    "ten salt in two holds, ten captains": (
        NW,
        "turn=green, green.salt=5, orange.salt=5, green.brig=5, orange.brig=5",
        ["orange.salt", "orange.brig"],
    ),
    "nine fish in three holds": (
        NW,
        "green.hold=fish fish fish, orange.hold=fish fish fish, blue.hold=fish fish fish",
        ["blue.hold"],
    ),
    "nine letters": (NW, "green.letters=4, orange.letters=3, blue.letters=2", ["blue.letters"]),
    "a sail beyond the scale, a role twice": (
        NW,
        "green.sail=7, green.crew=lookout lookout",
        ["green.sail", "green.crew"],
    ),
    "more tokens than a player has": (NW, "green.tokens=20", ["green.tokens"]),
    "a field that is another": (NW, "column.olsand=none, field.olsand=4", ["field.olsand"]),
    "an order that is another": (
        TW,
        "green.aft=3 inside, orange.aft=4 inside, green.fore=out, orange.fore=out, ranking=green.aft orange.aft",
        ["ranking"],
    ),
    "a turn that is over and goes on": (TW, "phase=resolving, turn=green, acted=green", ["acted"]),
    "what is no value beside what cannot be": (
        NW,
        "turn=grean, green.sail=7, green.gold=-1",
        ["turn", "green.sail", "green.gold"],
    ),
    "fifty captains, and a winner": (NW, "captains=50, winner=green", ["captains", "winner"]),
    "a wind from nowhere, and morale beyond its track": (WW, "wind=7, green.morale=5", ["wind", "green.morale"]),
    "five tiles, and one twice": (WW, "planet=a b c d e e, green.teeth.red=9", ["planet", "green.teeth.red"]),
    "nine Reds, two on one space": (WW, "reds=a11 a11 a21 a31 a41 a51 b11 b21 b41", ["reds"]),
    "an end that nobody has brought": (WW, f"{SCORED}, trigger=green", ["trigger"]),
    "nobody who has brought an end": (WW, f"trigger=none, {SCORED.replace('=3', '=15')}", ["trigger"]),
    "a game that is over": (WW, "turn=green, ending=last-turns", ["ending"]),
}
# A game, its position, the rule, and the fact where the violation is found.
FOUND = {
    "a card of another deck": (TW, "green.aft=7 inside, orange.hand=sailor-4", "TW-SETUP-04", "orange.hand"),
    "another card out as Recover": (TW, "round=4, green.removed=sailor-3", "TW-RECOVER-01", "green.removed"),
    "a Rainbow card at first": (TW, "round=1, green.rainbow=anchor", "TW-SETUP-13", "green.rainbow"),
    "a marker with the wrong seat": (
        WP,
        "phase=plunder, marker.crew=green, green.crew=2, orange.crew=5, blue.crew=3",
        "WP-ADV-05",
        "marker.crew",
    ),
    "an area without its ports": (WP, "area.1=green, green.marks=none", "WP-REP-08", "area.1"),
    "a cube too many": (WP, "green.wind=10, green.reserve=17", "WP-LOG-01", "green.reserve"),
    "a card in two hands": (WP, "green.hand=misfire_1, orange.hand=misfire_1", "WP-LOG-02", "orange.hand"),
    "a tile on two ports": (WP, "tile.jamaica=t01, tile.havana=t01", "WP-SETUP-09", "tile.havana"),
    "a crew bonus without a crew": (NW, "green.crew=boatswain, bonus.crew=green", "NW-BONUS-09", "bonus.crew"),
    "a supply bonus without a token": (
        NW,
        "column.olsand=none, bonus.supply=orange, column.north_cape=orange, column.fort_haven=orange",
        "NW-BONUS-07",
        "bonus.supply",
    ),
    "most tasks with fewer": (
        NW,
        "most.olsand=green, column.olsand=orange orange green",
        "NW-BONUS-01",
        "most.olsand",
    ),
    "seven in the hold": (
        NW,
        "green.gold=3, green.hold=salt salt fish fish wine wine grain",
        "NW-HOLD-01",
        "green.hold",
    ),
    "three of a kind": (NW, "green.gold=3, green.salt=3", "NW-HOLD-02", "green.salt"),
    "two Rainbow cards": (TW, "round=2, green.rainbow=anchor rum", "TW-RAIN-07", "green.rainbow"),
    "three letters": (NW, "green.gold=3, green.letters=3", "NW-LETTER-11", "green.letters"),
    "three captains": (NW, "green.gold=3, green.brig=3", "NW-BRIG-01", "green.brig"),
    "more gas than slots": (WW, "green.crew=none, green.gas=5", "WW-GAS-10", "green.gas"),
    "more cannons than slots": (WW, "green.cannons=6, green.crew=marine", "WW-GAS-11", "green.cannons"),
    "a hand of six": (WW, "green.crew=none, green.hand=fuel fuel fuel bait bait coffee", "WW-CARD-02", "green.hand"),
    "two Cresters in a hold": (WW, "green.place=a11, green.crester=red grey", "WW-PICK-04", "green.crester"),
    "a Crester in port": (WW, "green.crester=grey, green.place=port", "WW-PORT-01", "green.place"),
    "a Marine twice": (WW, "green.crew=marine marine", "WW-CREW-02", "green.crew"),
    "two crew members on one slot": (WW, "green.crew=purser gas_worker", "WW-CREW-01", "green.crew"),
    "a second longboat without crew": (WW, "green.boat.2=aboard, green.crew=none", "WW-SET-10", "green.crew"),
    "a second longboat that still waits": (WW, "green.crew=coxswain, green.boat.2=aside", "WW-SET-10", "green.boat.2"),
    "a ship that has rested on drift": (WW, f"{LAID}, turn=orange, green.place=a32", "WW-TERR-04", "green.place"),
    "a Red on drift": (WW, f"{LAID}, reds=a32", "WW-TERR-02", "reds"),
    "a longboat on drift": (WW, f"{LAID}, green.boat.1=b31", "WW-TERR-02", "green.boat.1"),
    "a Grey on no feeding ground": (WW, f"{LAID}, greys=a11", "WW-SET-19", "greys"),
    "the White on a Red": (TOGETHER, f"{LAID}, reds=c61, white=c61", "WW-ELEV-03", "white"),
    "the White on a ship": (TOGETHER, f"{LAID}, white=a11, green.place=a11", "WW-ELEV-03", "green.place"),
    "the White on drift": (TOGETHER, f"{LAID}, white=a32", "WW-TERR-02", "white"),
    "two mates on one space": (TOGETHER, "green.place=a11, blue.place=a11", "WW-COOP-08", "blue.place"),
    "seven Reds where six began": (TOGETHER, f"{LAID}, reds=a52 a53 b54 c53 d55 e64 f43", "WW-COOP-15", "reds"),
    "three Reds on one space": (ALONE, f"{LAID}, reds=a55 a55 a55", "WW-SOLO-07", "reds"),
    "the White before its time": (ALONE, f"{LAID}, reds=a55, white=c61", "WW-SOLO-12", "white"),
    "the White asleep at ten": (WAKING, "green.notoriety=10, white=parked", "WW-WHITE-02", "white"),
    "two ships on one space": (WW, "green.place=a11, orange.place=a11", "WW-ELEV-03", "orange.place"),
    "a ship where a Red is": (WW, "green.place=a11, reds=b11 a11", "WW-ELEV-03", "reds"),
    "a longboat where a Grey is": (WW, f"{LAID}, greys=b53, blue.boat.1=b53", "WW-ELEV-03", "blue.boat.1"),
    "gas on no pocket": (WW, f"{LAID}, items=a11.gas", "WW-DROP-02", "items"),
    "three gas on a pocket": (WW, f"{LAID}, items=a55.gas a55.gas a55.gas", "WW-TERR-07", "items"),
    "nine Reds on planet and in a hold": (
        WW,
        "green.place=a11, green.crester=red, reds=b11 b21 b41 b42 b43 c11 c21 c22",
        "WW-INV-01",
        "reds",
    ),
    "eleven tokens twice": (WW, "green.tokens=9, orange.tokens=9", "WW-INV-03", "orange.tokens"),
    "seventeen Fuels": (
        WW,
        f"green.hand={FUELS}, orange.hand={FUELS}, blue.hand={FUELS}, tops=fuel fuel bait",
        "WW-INV-04",
        "tops",
    ),
    "the small planet for three": (WW, "wind=1, side=small", "WW-SET-03", "side"),
    "the large planet for two, by its spaces": (SHORT, f"{LAID}, reds=a52", "WW-SET-03", "planet"),
}
LAWFUL = {
    "boats in two lanes": (TW, "green.aft=7 inside, orange.fore=7 middle"),
    "all twenty Rainbow cards": (TW, "pile=17, market=anchor rum telescope, green.rainbow=none, orange.rainbow=none"),
    "a marker held while level": (WP, "marker.crew=green, green.crew=5, orange.crew=5, blue.crew=3"),
    "an area with its marks unsaid": (WP, "area.1=green"),
    "a bonus where the crew is unsaid": (NW, "bonus.crew=green"),
    "level for the most": (NW, "most.olsand=green, column.olsand=green orange"),
    "a planet of which a tile is not known": (WW, "planet=a b ?? d e f, reds=a52, green.place=a32, turn=green"),
    "a ship in its own turn on drift": (WW, f"{LAID}, turn=green, green.place=a32"),
    "a Purser with six gas and six cards": (WW, "green.crew=purser, green.gas=6, green.cards=6"),
    "a Red over a longboat, and a ship over a Grey": (
        WW,
        f"{LAID}, reds=a11, green.boat.1=a11, greys=b53, green.place=b53",
    ),
    "two own longboats, one of them launched": (WW, "green.crew=harpooner, green.boat.2=aboard, green.boat.1=a11"),
    "an end that two may have brought": (WW, f"{SCORED.replace('=3', '=16')}, green.place=port"),
    "eight salt in two holds": (NW, "green.gold=3, green.salt=2, orange.salt=2, green.brig=2"),
}


def log(game: str, position: str) -> bytes:
    return f"{HEADS[game]}position: {position}\n---\nrecord: note x\n".encode()


def column(position: str, fact: str) -> int:
    return f"position: {position}".index(f"{fact}=") + 1


@pytest.mark.parametrize(("game", "position", "facts"), REFUSED.values(), ids=REFUSED)
def test_what_no_table_can_show_is_refused_all_at_once(game: str, position: str, facts: list[str]) -> None:
    with pytest.raises(LogError) as refused:
        audit(log(game, position), GAMES)
    places = [(fault.line, fault.column) for fault in refused.value.faults]
    assert places == sorted((4, column(position, fact)) for fact in facts)
    assert all(fault.says and fault.hint for fault in refused.value.faults)


@pytest.mark.parametrize(("game", "position", "rule", "fact"), FOUND.values(), ids=FOUND)
def test_what_the_rules_forbid_is_found_where_it_stands_and_believed(
    game: str, position: str, rule: str, fact: str
) -> None:
    report = audit(log(game, position), GAMES)
    (finding,) = [found for found in report.findings if found.status in {"illegal", "contested"}]
    assert (finding.rule, finding.line, finding.column) == (rule, HEADS[game].count("\n") + 1, column(position, fact))


@pytest.mark.parametrize(("game", "position"), LAWFUL.values(), ids=LAWFUL)
def test_what_a_table_can_show_is_taken(game: str, position: str) -> None:
    report = audit(log(game, position), GAMES)
    assert [found.rule for found in report.findings if found.status != "unverifiable"] == []


# Places


def test_each_fault_stands_on_its_own_line() -> None:
    raw = f"{HEADS[WP]}position: round=10, phase=plunder\nposition: green.wind=27\n---\nrecord: note x\n".encode()
    with pytest.raises(LogError) as refused:
        audit(raw, GAMES)
    assert [(fault.line, fault.column) for fault in refused.value.faults] == [(4, 11), (5, 11)]


SEATED = '{"game":"winds-of-plunder","players":[{"seat":"green"},{"seat":"orange"},{"seat":"blue"}],"position":'
IN_JSON = SEATED + '{"phase":"plunder","round":10}}\n{"do":"note","text":"x"}\n'
IN_CSV = "game,winds-of-plunder\nplayers,green,orange,blue\nposition,phase=plunder,round=10\nby,do,1,2\nrecord,note,x\n"


@pytest.mark.parametrize(("log", "line"), [(IN_JSON, 1), (IN_CSV, 3)], ids=["jsonl", "csv"])
def test_a_fault_has_its_place_in_every_spelling(log: str, line: int) -> None:
    with pytest.raises(LogError) as refused:
        audit(log.encode(), GAMES)
    (fault,) = refused.value.faults
    assert fault.line == line
    assert log.splitlines()[line - 1][fault.column - 1 :].lstrip('"').startswith("round")


def test_a_fact_named_by_player_has_its_place() -> None:
    head = HEADS[WP].replace("Ada", '"Ada May"')
    raw = f'{head}position: "Ada May".wind=27\n---\nrecord: note x\n'.encode()
    with pytest.raises(LogError) as refused:
        audit(raw, GAMES)
    assert (refused.value.fault.line, refused.value.fault.column) == (4, 11)


@pytest.mark.parametrize("line", ["position: green.vp=3", 'position: "Ada May".vp=3', "players: green=Ada"])
def test_a_line_of_the_header_below_the_rule_says_so(line: str) -> None:
    report = audit(f"{HEADS[WP]}---\nrecord: note x\n{line}\n".encode(), GAMES)
    (finding,) = report.findings
    assert (finding.status, finding.line) == ("malformed", 6)
    assert "line of the header" in finding.says
    assert "above" in finding.instead
