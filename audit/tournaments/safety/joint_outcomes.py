"""Searches the joint outcomes of open tables: by intervals, by one open table each, or exhaustively."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import product
from math import prod

from audit.tournaments.count.count import TournamentCount
from audit.tournaments.count.open_questions import write_result_line
from audit.tournaments.safety.open_tables import OpenTable
from audit.tournaments.safety.place_range import OpenField, Picks, PlaceSearch, Reach, count_ahead_and_level
from audit.tournaments.safety.totals import Total, Totals
from audit.tournaments.scoring.ledger import Sitting
from audit.tournaments.scoring.standings import find_place_ranges
from audit.tournaments.scoring.tie_breaks import SCORED_KEYS

# Limits are counted in players, not timed: players placed by points in all joint outcomes, players ranked by all
# tie-breaks, and the extra cost of ranking a group.
MOST_PLACED, MOST_RANKED, A_RANKING = 1_200_000, 60_000, 5
# The limit for outcomes of the tables near a player's place, for all players together.
MOST_NEAR = 300_000
# The number of totals compared for single outcomes. Beyond it, places are only bounded.
MOST_COMPARED = 1_000_000


class Joint:
    """All joint outcomes of the open tables of one count."""

    def __init__(self, count: TournamentCount, tables: Sequence[OpenTable]) -> None:
        """Compute the fixed points and the bounds of each player."""
        self.count = count
        self.tables = {table.id: table for table in tables}
        self.players = tuple(sorted(player.id for player in count.tournament.roster))
        self.listed = all(table.alternatives for table in tables)
        self.outcomes = prod(len(table.alternatives) for table in tables) if self.listed else 0
        self.looked_at = self.ranked = self.compared = 0
        self._left = MOST_NEAR
        ledger = count.build_ledger()
        self._settled = [one for one in ledger.sittings if one.table not in self.tables]
        self._rounds = {one.table.id: one.table.round for one in count.tables}
        self._extras = count.list_extras()
        self._totals = Totals(ledger, tables, self.players, count.tournament.scoring.best_of)
        self.at = self._totals.at
        self.single = all(len(found) <= 1 for found in self.at.values())
        self._groups: dict[tuple[frozenset[str], tuple[int, ...], bool], Mapping[str, tuple[int, int]]] = {}
        self._places: dict[tuple[str, tuple[int, ...]], tuple[int, int]] = {}
        self._low = {player: self._bound_total(player, OpenTable.least_points) for player in self.players}
        self._high = {player: self._bound_total(player, OpenTable.most_points) for player in self.players}
        self._lows = sorted(value for value in self._low.values() if value is not None)
        self._highs = sorted(value for value in self._high.values() if value is not None)
        self._sure = sorted(self._totals.add_values(player, ()) for player in self.players if not self.at[player])
        self._fields: dict[Total, OpenField] = {}
        self._found: dict[str, Reach] = {}
        # The outcome that counts now. Other outcomes differ from it at some tables.
        self.usual = self._find_current_picks()
        self._base = {player: self._totals.add_outcome(player, self.usual) for player in self.players}
        self._base_sorted = sorted(self._base.values())
        self._level: dict[Total, list[str]] = defaultdict(list)
        for player, total in self._base.items():
            self._level[total].append(player)

    # Points

    def _bound_total(self, player: str, end: Callable[[OpenTable, str], Fraction | None]) -> Total | None:
        ends = [end(table, player) for table in self.at[player]]
        values = tuple(value for value in ends if value is not None)
        return self._totals.add_values(player, values) if len(values) == len(ends) else None

    def find_interval(self, player: str) -> tuple[int, int]:
        """Bound a player's place by everyone's least and most points.

        Equal points count for the best and the worst case.
        """
        low, high = self._low[player], self._high[player]
        if low is None or high is None:
            return 1, len(self.players)
        best = 1 + len(self._lows) - bisect_right(self._lows, high)
        # This counts every player who may have as many points, without the player.
        worst = len(self._highs) - bisect_left(self._highs, low) + len(self.players) - len(self._highs)
        return best, worst

    # Outcomes

    @property
    def is_spent(self) -> bool:
        """Whether the limit of comparisons is used up, so that places are only bounded from here on."""
        return self.compared >= MOST_COMPARED

    def _find_current_picks(self) -> dict[str, int]:
        """Map each table to the alternative that counts now. Tables that do not count yet are left out."""
        counted = {one.table.id: self.count.find_finishes(one, "adjudicated") for one in self.count.tables}
        found = {}
        for table in self.tables.values():
            for at, one in enumerate(table.alternatives):
                if one.finishes == counted[table.id]:
                    found[table.id] = at
        return found

    def describe_result(self, table: str, at: int) -> str:
        """Describe one alternative of a table."""
        one = self.tables[table].alternatives[at]
        order = write_result_line(self.count, one.finishes)
        return f"{one.says}: {order}" if one.says else order

    def find_place(self, player: str, picks: Picks) -> tuple[int, int]:
        """Find a player's place in one outcome. Best and worst differ if an unknown score must break a tie."""
        key = (player, tuple(picks.get(table, -1) for table in self.tables))
        if key not in self._places:
            self._places[key] = self._compute_place(player, picks)
        return self._places[key]

    def _compute_place(self, player: str, picks: Picks, *, far: bool = False) -> tuple[int, int]:
        """Count the players ahead by points, and break ties as long as the limits allow."""
        moved = {
            one for table, at in picks.items() if self.usual.get(table) != at for one in self.tables[table].players
        }
        moved |= {one for table in self.usual if table not in picks for one in self.tables[table].players}
        self.compared += 1 + len(moved)
        now = {one: self._totals.add_outcome(one, picks) for one in moved}
        mine = now.get(player, self._base[player])
        ahead = len(self._base_sorted) - bisect_right(self._base_sorted, mine)
        ahead += sum(now[one] > mine for one in moved) - sum(self._base[one] > mine for one in moved)
        level = {one for one in self._level[mine] if one not in moved} | {one for one in moved if now[one] == mine}
        if len(level) == 1:
            return 1 + ahead, 1 + ahead
        low, high = self._break_ties(frozenset(level), picks, far=far).get(player, (1, len(level)))
        return ahead + low, ahead + high

    def _break_ties(self, level: frozenset[str], picks: Picks, *, far: bool) -> Mapping[str, tuple[int, int]]:
        """Break a tie by all tie-breaks within the limits. Return the best and worst place of each player.

        `far`: tables outside of the search may change the strength of opponents.
        """
        key = (level, tuple(picks.get(table, -1) for table in self.tables), far)
        if key not in self._groups and self.ranked < MOST_RANKED:
            self.ranked += A_RANKING + len(level)
            chosen = {table: self.tables[table].alternatives[at] for table, at in picks.items()}
            unscored = {one for result in chosen.values() if not result.scored for one in result.points}
            sittings = [Sitting(self._rounds[table], table, one.finishes, one.points) for table, one in chosen.items()]
            tournament = self.count.tournament
            self._groups[key] = find_place_ranges(
                self.count.build_ledger_of([*self._settled, *sittings], self._extras),
                tournament.tie_breaks,
                restart=tournament.restart,
                unsure=lambda asked, group: (
                    (far and asked == "opponents") or (asked in SCORED_KEYS and not unscored.isdisjoint(group))
                ),
                group=sorted(level),
            )
        return self._groups.get(key, {})

    def find_reach(self, player: str) -> Reach:
        """Find the range of a player's place."""
        if not self.listed:
            return self._reach_by_bounds(player)
        if self.outcomes * len(self.players) <= MOST_PLACED:
            if not self._found:
                self._found = self._reach_by_all(self.tables, self.players)
            return self._found[player]
        found = self._reach_by_single_tables(player) if self.single else None
        if found is not None and found.exact:
            return found
        return self._reach_by_neighbours(player) or found or self._reach_by_bounds(player)

    def _reach_by_bounds(self, player: str) -> Reach:
        best, worst = self.find_interval(player)
        return Reach(best, worst, exact=False, step="bounds only")

    def _reach_by_neighbours(self, player: str) -> Reach | None:
        """Try every outcome of the tables with a possible rival. All other players stay on one side."""
        near = [table for table in self.tables.values() if any(self._is_rival(player, one) for one in table.players)]
        work = prod(len(table.alternatives) for table in near) * A_RANKING
        if work > self._left:
            return None
        self._left -= work
        far = {table: self.usual.get(table, 0) for table in self.tables}
        seek = PlaceSearch()
        for picked in product(*(range(len(table.alternatives)) for table in near)):
            self.looked_at += 1
            picks = {**far, **{table.id: at for table, at in zip(near, picked, strict=True)}}
            seek.take_place(self._compute_place(player, picks, far=len(near) < len(self.tables)), picks)
        return seek.sum_up("all outcomes near it")

    def _reach_by_all(self, tables: Mapping[str, OpenTable], players: Sequence[str]) -> dict[str, Reach]:
        """Try every outcome: by points alone, and by all tie-breaks if they may extend the range."""
        seek = {player: PlaceSearch() for player in players}
        ids = list(tables)
        for picked in product(*(range(len(tables[table].alternatives)) for table in ids)):
            self.looked_at += 1
            picks = dict(zip(ids, picked, strict=True))
            totals = {player: self._totals.add_outcome(player, picks) for player in players}
            for player, ahead, level in count_ahead_and_level(totals):
                if seek[player].may_move(1 + ahead, 1 + ahead + level):
                    found = (1 + ahead, 1 + ahead) if level == 0 else self.find_place(player, picks)
                    seek[player].take_place(found, picks)
        return {player: one.sum_up("all outcomes") for player, one in seek.items()}

    def _reach_by_single_tables(self, player: str) -> Reach:
        """Sum up, table by table, the most and the fewest players who may pass. The result is exact except for ties."""
        own = self.at[player][0] if self.at[player] else None
        seek = PlaceSearch()
        for at in own.list_distinct() if own is not None else (0,):
            mine = self._totals.add_picks(player, () if own is None else (at,))
            picks = {} if own is None else {own.id: at}
            field, strict, loose = self._find_extremes(player, mine, picks)
            bounds = (1 + strict, 1 + loose)
            for extreme in (field.most_pass, field.fewest_pass):
                self.looked_at += 1
                if self.is_spent:
                    seek.widen_bounds(*bounds)
                if self.is_spent or not seek.may_move(*bounds):
                    continue
                chosen = {**extreme, **picks}
                # The chosen outcome shows one place. The counts show that no outcome goes further.
                seek.take_place(self.find_place(player, chosen), chosen)
                seek.widen_bounds(*bounds)
        return seek.sum_up("one open table each")

    def _find_extremes(self, player: str, mine: Total, picks: Mapping[str, int]) -> tuple[OpenField, int, int]:
        """Find the alternatives that let the most and the fewest players pass.

        Count who is ahead at least and at most.
        """
        field = self._find_field(mine)
        strict, loose = field.strict, field.loose
        for own, at in picks.items():
            # The result of the player's own table is given, and the player does not count as ahead.
            least, most = field.ends[own]
            ahead, as_much, _ = self._count_passers(self.tables[own], mine, at, player)
            strict, loose = strict - least + ahead, loose - most + as_much
        return field, strict, loose if self.at[player] else loose - 1

    def _find_field(self, mine: Total) -> OpenField:
        """Evaluate all open tables for a total. The result is shared by all players with that total."""
        if mine not in self._fields:
            most_pass, fewest_pass, ends = {}, {}, {}
            for table in self.tables.values():
                counts = [self._count_passers(table, mine, at) for at in table.list_distinct()]
                most_pass[table.id] = max(counts, key=lambda one: one[1])[2]
                fewest_pass[table.id] = min(counts)[2]
                ends[table.id] = (min(one[0] for one in counts), max(one[1] for one in counts))
            strict = len(self._sure) - bisect_right(self._sure, mine) + sum(least for least, _ in ends.values())
            loose = len(self._sure) - bisect_left(self._sure, mine) + sum(most for _, most in ends.values())
            self._fields[mine] = OpenField(most_pass, fewest_pass, ends, strict, loose)
        return self._fields[mine]

    def _count_passers(self, table: OpenTable, mine: Total, at: int, player: str = "") -> tuple[int, int, int]:
        """Count the players with more points, and with at least as many, in one alternative. `player` is left out."""
        totals = [self._totals.add_picks(other, (at,)) for other in table.players if other != player]
        return sum(total > mine for total in totals), sum(total >= mine for total in totals), at

    # Witnesses

    def find_decisive_results(self, player: str, table: OpenTable) -> list[int]:
        """List the results of this table that alone certainly change a player's place."""
        if (
            not self.listed
            or self.ranked >= MOST_RANKED
            or not any(self._is_rival(player, one) for one in table.players)
        ):
            return []
        if self.is_spent and player not in table.players:
            return []
        now = self.find_place(player, self.usual)
        places = {at: self.find_place(player, {**self.usual, table.id: at}) for at in table.list_distinct()}
        return [at for at, place in places.items() if place[0] > now[1] or place[1] < now[0]]

    def pick_result(self, table: str, at: int) -> Picks:
        """Return the current outcome with another result at one table."""
        return {**self.usual, table: at}

    def _is_rival(self, player: str, other: str) -> bool:
        """Return whether the order of two players is open. A player is their own rival."""
        ends = (self._low[player], self._high[player], self._low[other], self._high[other])
        if any(end is None for end in ends):
            return True
        return (ends[2] or 0) <= (ends[1] or 0) and (ends[0] or 0) <= (ends[3] or 0)
