"""The ledger: line by line, for a game in which everything is legal.

What a line leaves out (that nobody adds to a battle, that a turn is over) is told from the lines that follow it.
"""

from __future__ import annotations

from tests.support.games.windward_ledger.battles import Battles
from tests.support.games.windward_ledger.pieces import ACTS, PACK, ROWING, TRACK, UNTOLD, Captain, Planet, owner_of

# What the outcome of a battle changes: of a captain, and of the table.
OWN_OUTCOMES = {"morale", "place", "crester", "boat.1", "boat.2", "rowing", "tokens", "teeth.red", "teeth.grey"}
OUTCOMES = {"speed", "reds", "greys", "items"}


class WindwardLedger(Battles):
    """The places and belongings of all players after each line."""

    # One line of the log

    def read(self, line: str) -> None:
        """Book one line, after the unwritten events that it shows."""
        if line.startswith("claim: "):
            self._claimed(*line.removeprefix("claim: ").split(" ", 1))
            return
        self.ahead.pop(0)
        who, _, act = line.partition(": ")
        verb, *words = act.split()
        named = dict(word.split("=", 1) for word in words if "=" in word)
        self._unsaid(who, verb)
        self.over = None if verb in ACTS else self.over
        getattr(self, f"_{verb}")(who, [word for word in words if "=" not in word], named)
        self._settle()
        self._go_on()

    def _claimed(self, fact: str, value: str) -> None:
        """A fact that only the outcome of a battle changes has another value: no player adds to the battle."""
        seat, _, what = fact.partition(".")
        own = seat in self.captains and what in OWN_OUTCOMES
        if self.fight is None or None in self.fight.hits or not (own or fact in OUTCOMES):
            return
        now = dict(self.totals())[fact]
        if sorted(value.split()) != sorted(now if isinstance(now, list) else [str(now)]):
            self.fight.said = [True, True]
            self._settle()
            self._go_on()

    def _unsaid(self, who: str, verb: str) -> None:
        """If play has gone on, no player adds to a battle; if the next player acts, the turn was over in port."""
        if self.fight is not None and None not in self.fight.hits:
            if verb not in {"hits", "pass", "top", "reset"}:
                self.fight.said = [True, True]
            elif verb in {"hits", "pass"} and who == owner_of(self.fight.defender):
                self.fight.said[0] = True
            self._settle()
            self._go_on()
        nxt = self._after(self.turn) if self.turn else ""
        if self.turn and not self.winner and not self.resting and self.fight is None and self.now.place == "port":
            acts = who == nxt and verb in ACTS
            if acts or (verb == "wind" and nxt == self.first):
                self.over = None
                self._rest(self.turn, [], {})

    def _after(self, seat: str) -> str:
        return self.seats[(self.seats.index(seat) + 1) % len(self.seats)]

    # Set-up

    def _planet(self, _: str, tiles: list[str], named: dict[str, str]) -> None:
        self.planet = Planet(tiles, named.get("side", "large"))
        self.reds = [space for space, what in self.planet.shows.items() if what == "red_start"]
        for space, what in self.planet.shows.items():
            if what == "gas_pocket":
                self._put(space, "gas", 2)
        self._start()

    def _start(self, *_: object) -> None:
        """The first turn begins when the set-up is complete."""
        ready = self.planet is not None and len(self.greys) >= len(self.seats) - 1 and (self.wind or self.classic)
        if self.first and ready and not self.turn:
            self._begin(self.first)

    def _first(self, _: str, words: list[str], __: dict[str, str]) -> None:
        self.first = words[0]
        self._start()

    def _deal(self, _: str, words: list[str], __: dict[str, str]) -> None:
        captain = self.captains[words[0]]
        captain.hand, captain.dealt = words[1:], True

    def _stacks(self, _: str, words: list[str], named: dict[str, str]) -> None:
        self.tops, self.sizes = words, [int(size) for size in named["sizes"].split(",")]

    def _top(self, _: str, words: list[str], __: dict[str, str]) -> None:
        self.tops[int(words[0]) - 1] = words[1]

    def _reset(self, _: str, words: list[str], named: dict[str, str]) -> None:
        self._shuffle()
        self.tops[: len(words)] = words
        if "sizes" in named:
            self.sizes = [int(size) for size in named["sizes"].split(",")]

    def _shuffle(self) -> None:
        cards = sum(self.sizes) + self.discarded
        if self.discarded:
            self.sizes = [(cards + 2) // 3, (cards + 1) // 3, cards // 3]
            self.tops, self.discarded = [UNTOLD] * 3, 0

    def _wind(self, _: str, words: list[str], __: dict[str, str]) -> None:
        self.wind = int(words[0])
        self._start()

    def _grey(self, _: str, words: list[str], named: dict[str, str]) -> None:
        """A Grey comes to a space without another or a longboat; else the die is rolled again."""
        assert self.planet is not None
        (space,) = [named["space"]] if "space" in named else self.planet.ground(int(words[0]))
        boats = [place for captain in self.captains.values() for place in captain.boats.values()]
        if space not in self.greys and space not in boats and not self._lying(space)["grey"]:
            self.greys.append(space)
        self._start()

    # Turns

    def _begin(self, seat: str) -> None:
        """A turn begins, unless the game ends before it."""
        if seat == self.trigger:
            most = max(captain.notoriety for captain in self.captains.values())
            first = [one for one, captain in self.captains.items() if captain.notoriety == most]
            if len(first) == 1:
                self.winner, self.turn = first[0], ""
                return
        self.turn = seat
        self.resting = self.lost = False
        self.granted, self.spent, self.takes = 4, 0, 0
        if self.now.kept_teeth:
            self._redeem(self.now)
        self.now.rowing = min(ROWING, self.now.rowing + self.now.crew.count("coxswain"))
        self.round += seat == self.first

    def _rest(self, seat: str, words: list[str], named: dict[str, str]) -> None:
        self.resting = True
        captain = self.captains[seat]
        if captain.place == "port":
            board = 2 if captain.board == "blue" else 1
            captain.morale = min(TRACK, captain.morale + board)
            self._begin(self._after(seat))
            return
        pay = named.get("pay") or (words[0] if words else "")
        if pay == "morale":
            captain.morale -= 1
        else:
            self._discard(captain, UNTOLD if pay == "card" else pay)
        if captain.morale < 1:
            self._ship_lost(seat, "")

    def _go_on(self) -> None:
        """A turn in which the ship was lost is over; a rest is over once no Red comes any more."""
        if not self.turn or self.fight is not None or self.loot is not None or self.respawn:
            return
        if self.lost:
            self._begin(self._after(self.turn))
        elif self.resting and not (self.ahead and self.ahead[0].startswith(f"{self.turn}: red ")):
            if self.now.place != "port":
                self._gain(self.now, 1)
            self._begin(self._after(self.turn))

    def _red(self, seat: str, words: list[str], named: dict[str, str]) -> None:
        start, to, *way = words
        assert self.planet is not None
        if "path" in named:
            way = named["path"].split(",")
        self.reds.remove(start)
        others = {captain.place for one, captain in self.captains.items() if one != seat} | set(self.reds)
        self.reds.append(to)
        if self.captains[seat].place == to:
            # Games write the way wherever a Red may have come from more than one space.
            (back,) = [space for space in way if space != to][-1:] or self.planet.before(start, to, others)
            self._attack("red", seat, to, back)

    def _end(self, *_: object) -> None:
        """Everything that follows a rest has happened."""

    # Moving

    def _sail(self, seat: str, words: list[str], named: dict[str, str]) -> None:
        captain, (to,) = self.captains[seat], words
        way = named.get("way", "")
        with_wind = "port" not in {captain.place, to} and way in {"", "step"} and self._leeward(captain.place, to)
        self.spent += int(named.get("speed", 0 if with_wind else 1))
        self._enter(seat, to)

    def _leeward(self, start: str, to: str) -> bool:
        assert self.planet is not None
        return self.planet.way(start, to) == self.wind

    def _run(self, seat: str, words: list[str], _: dict[str, str]) -> None:
        assert self.planet is not None
        for space in self.planet.straight(self.captains[seat].place, words[0], self.wind):
            self._enter(seat, space)
            if self.fight is not None:
                return

    def _enter(self, seat: str, to: str) -> None:
        captain = self.captains[seat]
        back, captain.place = captain.place, to
        if to == "port":
            self._redeem(captain)
            return
        others = [one for one, other in self.captains.items() if other.place == to and one != seat]
        if to in self.reds or others:
            self._attack(seat, "red" if to in self.reds else others[0], to, back)

    def _row(self, seat: str, words: list[str], named: dict[str, str]) -> None:
        boat, to, *more = words
        captain = self.captains[seat]
        towing = self._lying(captain.boats[boat])["grey"] > 0 and (named.get("tow") or "".join(more)) != "none"
        self._may_row(captain, boat, to, towing=towing)
        back, captain.boats[boat] = captain.boats[boat], to
        captain.rowing -= 1
        if towing:
            self._put(back, "grey", -1)
            self._put(to, "grey", 1)
        rivals = [
            f"{one}.{name}"
            for one, other in self.captains.items()
            for name, place in other.boats.items()
            if place == to and one != seat
        ]
        if to in self.greys or rivals:
            self._attack(f"{seat}.{boat}", "grey" if to in self.greys else rivals[0], to, back)
            assert self.fight is not None
            self.fight.towing = towing

    def _may_row(self, captain: Captain, boat: str, to: str, *, towing: bool) -> None:
        """A longboat moves for 1 speed to a neighbour without drift or longboat; with a Grey in tow to no Grey."""
        assert self.planet is not None
        assert self.planet.way(captain.boats[boat], to)
        assert self.planet.shows[to] != "drift"
        assert captain.rowing > 0
        assert to not in captain.boats.values()
        assert not (towing and (to in self.greys or self._lying(to)["grey"]))

    # Orders, purchases, cards

    def _order(self, seat: str, words: list[str], named: dict[str, str]) -> None:
        captain, (order, *more) = self.captains[seat], words
        what = named.get("what") or (more[0] if more else "")
        board = PACK["boards"][captain.board]
        if order == "speed":
            self.granted += 1
        elif order == "row":
            captain.rowing = min(ROWING, captain.rowing + board["rowing"])
        elif order == "launch":
            boat = what or next(name for name, place in captain.boats.items() if place == "aboard")
            captain.boats[boat] = captain.place
        elif order == "process":
            captain.cargo[f"{captain.crester}-tooth"] += 1
            gas = captain.morale + captain.crew.count("gas_worker")
            captain.gas, captain.crester = min(captain.room("gas"), captain.gas + gas), "none"
        elif order == "supplies":
            self.takes += 3 if self.classic else board["supplies"]
        elif order == "morale":
            captain.morale = min(TRACK, captain.morale + (1 if self.classic else board["morale"]))
        elif order == "cannon":
            captain.cannons += 1
        else:
            self._hire(captain, what)

    def _hire(self, captain: Captain, name: str) -> None:
        captain.crew.append(name)
        if name in {"harpooner", "coxswain"} and captain.boats["2"] == "aside":
            captain.boats["2"] = "aboard"
        if name == "coxswain" and self.classic:
            captain.rowing = min(ROWING, captain.rowing + 1)

    def _buy(self, seat: str, words: list[str], named: dict[str, str]) -> None:
        captain, (service, *more) = self.captains[seat], words
        captain.gas -= {"crew": 2, "notoriety": 2}.get(service, 1)
        if service == "cannon":
            captain.cannons += 1
        elif service == "crew":
            self._hire(captain, named.get("crew") or more[0])
        elif service == "rum":
            captain.morale = min(TRACK, captain.morale + 1)
        elif service == "notoriety":
            self._gain(captain, 1)
        else:
            self.takes += 3

    def _take(self, seat: str, words: list[str], _: dict[str, str]) -> None:
        stack = int(words[0]) - 1
        self.captains[seat].hand.append(words[1])
        self.captains[seat].seen.append(words[1])
        self.takes -= 1
        self.tops[stack] = UNTOLD
        self.sizes[stack] -= 1
        if not self.sizes[stack]:
            self._shuffle()

    def _card(self, seat: str, words: list[str], named: dict[str, str]) -> None:
        captain, card = self.captains[seat], words[0]
        self._discard(captain, card)
        if card == "fuel":
            self.granted += 1
        elif card == "bait":
            self.greys.append(named.get("space") or words[1])
        elif card == "aerogenerator":
            self.wind = int(named["wind"])

    # Things on spaces

    def _pick(self, seat: str, words: list[str], _: dict[str, str]) -> None:
        captain, item = self.captains[seat], words[0]
        there = self._lying(captain.place)[item]
        number = int(words[1]) if len(words) > 1 else there
        if item == "gas":
            number = min(number, captain.room("gas") - captain.gas)
            captain.gas += number
        elif item in {"red", "grey"}:
            number, captain.crester = 1, item
        else:
            captain.cargo[item] += number
        self._put(captain.place, item, -number)

    def _lift(self, seat: str, words: list[str], _: dict[str, str]) -> None:
        self.captains[seat].boats[words[0]] = "aboard"

    def _drop(self, seat: str, words: list[str], _: dict[str, str]) -> None:
        captain, item = self.captains[seat], words[0]
        number = int(words[1]) if len(words) > 1 else 1
        if item in {"red", "grey"}:
            captain.crester = "none"
        else:
            captain.cargo[item] -= number
        self._put(captain.place, item, number)


def ledger_of(log: str) -> tuple[WindwardLedger, list[str]]:
    """Open the books for a log, and return its lines."""
    head, _, body = log.partition("\n---\n")
    lines = [line for line in body.splitlines() if line and not line.startswith("#")]
    said = dict(line.split(": ", 1) for line in head.splitlines() if ": " in line and not line.startswith("position"))
    boards = {}
    for player in said["players"].split(", "):
        seat, _, name = player.partition("=")
        boards[seat] = name.partition("/")[2] or seat
    ledger = WindwardLedger(boards, classic=said.get("layers") == "classic", lines=lines)
    for line in head.splitlines():
        if line.startswith("position: "):
            ledger.declare(line)
    return ledger, lines
