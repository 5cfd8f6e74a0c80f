"""Battles computed from the dice and the boards alone, and the consequences for the loser."""

from __future__ import annotations

from tests.support.games.windward_ledger.books import Books
from tests.support.games.windward_ledger.pieces import PACK, Fight, owner_of


class Battles(Books):
    """The books, with the battles in them."""

    def _attack(self, attacker: str, defender: str, space: str, back: str) -> None:
        strength = [self._strength(attacker, attacks=True), self._strength(defender, attacks=False)]
        self.fight = Fight(attacker, defender, space, back, strength)

    def _strength(self, piece: str, *, attacks: bool) -> int:
        if piece in {"red", "grey"}:
            return {"red": 5, "grey": 1}[piece]
        crew = self.captains[owner_of(piece)].crew
        return 1 + ("harpooner" in crew) if "." in piece else 2 + (attacks and "sergeant" in crew)

    def _side(self, seat: str) -> int:
        assert self.fight is not None
        return [owner_of(piece) for piece in self.fight.sides].index(seat)

    def _cannons(self, seat: str, words: list[str], _: dict[str, str]) -> None:
        assert self.fight is not None
        self.captains[seat].cannons -= int(words[0])
        self.fight.strength[self._side(seat)] += int(words[0])

    def _roll(self, _: str, words: list[str], __: dict[str, str]) -> None:
        """Roll each die of the strength, as far as there are dice."""
        assert self.fight is not None
        side = {"attack": 0, "defend": 1}[words[0]]
        dice = [int(word) for word in words[1:]]
        assert len(dice) == min(self.fight.strength[side], PACK["components"]["dice"]), words
        self.fight.hits[side] = sum(dice)

    def _hits(self, seat: str, words: list[str], named: dict[str, str]) -> None:
        assert self.fight is not None
        captain, side, tokens = self.captains[seat], self._side(seat), int(named.get("tokens", 0))
        for card in words:
            self._discard(captain, card)
        captain.cargo["token"] -= tokens
        self.fight.added[side] += 2 * tokens + sum(PACK["cards"][card]["amount"] for card in words)
        self.fight.said[side] = True

    def _pass(self, seat: str, *_: object) -> None:
        if self.fight is not None and None not in self.fight.hits:
            self.fight.said[self._side(seat)] = True

    def _flag(self, seat: str, *_: object) -> None:
        self._discard(self.captains[seat], "false_flag")
        assert self.fight is not None
        self._go_back(self.fight)
        self.fight, self.over = None, self.fight

    def _may_add(self, side: int) -> bool:
        assert self.fight is not None
        seat = owner_of(self.fight.sides[side])
        if self.fight.said[side] or not seat:
            return False
        captain = self.captains[seat]
        # Any card that not all players have seen may be useful.
        useful = any(PACK["cards"][card]["effect"] == "hits" for card in captain.seen)
        return captain.cargo["token"] > 0 or useful or len(captain.hand) > len(captain.seen) or not captain.dealt

    def _settle(self) -> None:
        """A battle is decided once both have rolled and no player has anything to add."""
        fight = self.fight
        if fight is None or None in fight.hits or self._may_add(0) or self._may_add(1):
            return
        one, other = self.total(0), self.total(1)
        assert one is not None
        assert other is not None
        self.fight, self.over = None, fight
        if one == other:
            if owner_of(fight.attacker) or self.classic:
                for piece in filter(None, map(owner_of, fight.sides)):
                    self._token(self.captains[piece])
            self._go_back(fight)
        else:
            self._beaten(fight, fight.sides[one < other], fight.sides[one > other], abs(one - other))

    def _beaten(self, fight: Fight, winner: str, loser: str, margin: int) -> None:
        if loser == "red":
            self.reds.remove(fight.space)
            captain = self.captains[winner]
            if captain.crester == "none":
                captain.crester = "red"
            else:
                self._put(fight.space, "red", 1)
            self.respawn = self._stock("red") > 0
        elif loser == "grey":
            self.greys.remove(fight.space)
            self._put(fight.space, "grey", 1)
        elif "." in loser:
            seat, _, boat = loser.partition(".")
            self.captains[seat].boats[boat] = "aboard"
            self._token(self.captains[seat])
        else:
            self._ship_beaten(fight, winner, loser, margin)

    def _ship_beaten(self, fight: Fight, winner: str, loser: str, margin: int) -> None:
        captain = self.captains[loser]
        captain.morale -= margin
        if captain.morale < 1:
            self._ship_lost(loser, winner if winner in self.captains else "")
        else:
            self._token(captain)
            self._go_back(fight)

    def _go_back(self, fight: Fight) -> None:
        if fight.attacker == "red":
            self.reds.remove(fight.space)
            self.reds.append(fight.back)
        elif "." in fight.attacker:
            seat, _, boat = fight.attacker.partition(".")
            self.captains[seat].boats[boat] = fight.back
            if fight.towing:
                self._put(fight.space, "grey", -1)
                self._put(fight.back, "grey", 1)
        else:
            self.captains[fight.attacker].place = fight.back

    def _ship_lost(self, seat: str, winner: str) -> None:
        captain, space = self.captains[seat], self.captains[seat].place
        if captain.crester != "none":
            if winner and self.captains[winner].crester == "none":
                self.captains[winner].crester = captain.crester
            else:
                self._put(space, captain.crester, 1)
            captain.crester = "none"
        if not winner:
            for item, number in captain.cargo.items():
                self._put(space, item, number)
            captain.cargo.clear()
        captain.morale, captain.place = 1, "port"
        self.lost = self.lost or seat == self.turn
        if winner and captain.cargo.total():
            self.loot = winner, seat
        else:
            self._token(captain)

    def _loot(self, seat: str, items: list[str], _: dict[str, str]) -> None:
        assert self.loot is not None
        winner, loser = (self.captains[one] for one in self.loot)
        assert seat == self.loot[0]
        assert len(items) == (loser.cargo.total() + 1) // 2
        for item in items:
            loser.cargo[item] -= 1
            winner.cargo[item] += 1
        loser.kept_teeth, self.loot = True, None
        self._token(loser)

    def _respawn(self, _: str, words: list[str], __: dict[str, str]) -> None:
        self.reds.append(words[0])
        self.respawn = False
