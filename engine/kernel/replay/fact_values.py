"""The values of facts: reads a claimed value as the value it names, however it is spelled."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence

import msgspec

from engine.kernel.basics.lazy_regex import pattern
from engine.kernel.events import Claim, Event
from engine.kernel.facts import NOTHING
from engine.kernel.log import Header
from engine.kernel.replay.claims import list_fact_patterns
from engine.kernel.spellings.misread import Misread, echo_text, suggest_or_list
from engine.kernel.unknown import UNKNOWN, is_known

# The two kinds of value that every game has. All others are kinds of name among a game's domains.
NUMBER, SEAT = "number", "seat"
# Marks a fact that may hold several values: a hand, a row of tiles, a space with its lane.
LIST = "list"
DIGITS = pattern(r"-?[0-9]{1,6}")
# Values allowed for every fact: none, and unknown.
OF_EVERY_FACT = frozenset({NOTHING, str(UNKNOWN)})
IN_FIGURES = "Write a whole number, or ?? if nobody knows it."
Kinds = Mapping[str, tuple[str, ...]]
ONES = "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen"
TENS = "twenty thirty forty fifty sixty seventy eighty ninety"
# Numbers as words, up to ninety-nine.
SPELT_OUT = {word: number for number, word in enumerate(f"{ONES} eighteen nineteen".split())}
SPELT_OUT |= {word: 10 * tens for tens, word in enumerate(TENS.split(), 2)}
SPELT_OUT |= {
    f"{word}-{one}": SPELT_OUT[word] + number for word in TENS.split() for number, one in enumerate(ONES.split()[:10])
}


class Values:
    """The values that each fact may have in a game with these players and names."""

    def __init__(self, kinds: Kinds, header: Header, domains: Mapping[str, Container[str]]) -> None:
        """Take the kinds of each fact's values (`*.vp` is the fact of any seat), and the names of each kind."""
        self.kinds = kinds
        self.seats = tuple(player.seat for player in header.players)
        self.players = {player.name.casefold(): player.seat for player in header.players if player.name}
        self.domains = domains
        # Filled per kind on the first look-up.
        self._names: dict[str, _Names] = {}
        self.called = tuple(player.name for player in header.players if player.name)
        self.longest = max((len(name.split()) for name in self.players), default=1)

    def read_event(self, event: Event) -> Event:
        """Read the fact and the value of a claim; return every other event unchanged. Raises `Misread`."""
        if type(event) is not Claim or not is_known(event.fact):
            return event
        fact = self.find_fact(event.fact)
        value = self.read_value(fact, event.value)
        if fact == event.fact and value is event.value:
            return event
        return msgspec.structs.replace(event, fact=fact, value=value)

    def find_fact(self, said: str) -> str:
        """Find the fact of this name, in any case and by any name of a seat.

        An unknown fact stays as written, except that a player's name becomes the seat, which gives better suggestions.
        A name with blanks may be in quotation marks: `"Ada May".vp`.
        """
        # If the game does not list its facts, or the log's pack is faulty, any name may be a fact.
        if "fact" not in self.domains or said in self.domains["fact"]:
            return said
        folded = said.replace('"', "").casefold()
        seated = [
            f"{seat}{folded[len(name) :]}" for name, seat in self.players.items() if folded.startswith(f"{name}.")
        ]
        names = self._find_names("fact").folded
        found = (names[one.casefold()] for one in (folded, *seated) if one.casefold() in names)
        return next(found, (seated or [said])[0])

    def find_kinds(self, fact: str) -> tuple[str, ...]:
        """Return the kinds of a fact's values; empty: it may be anything."""
        return next((self.kinds[name] for name in list_fact_patterns(fact, self.seats) if name in self.kinds), ())

    def read_value(self, fact: str, said: int | str) -> int | str:
        """Read a claimed value; raises `Misread` for a value that the fact cannot have."""
        kinds = self.find_kinds(fact)
        if not is_known(said) or not kinds or (isinstance(said, int) and NUMBER in kinds):
            return said
        words = str(said).replace(",", " ").split()
        found = list(self._read_names(fact, kinds, words))
        if len(found) > 1 and LIST not in kinds:
            raise Misread(
                f"{echo_text(said)} are {len(found)} values; {fact} is one.", "Write one of them.", field="value"
            )
        if len(found) == 1 and NUMBER in kinds and DIGITS.fullmatch(found[0]):
            return int(found[0])
        return said if found == words else " ".join(found)

    def _read_names(self, fact: str, kinds: tuple[str, ...], words: Sequence[str]) -> Iterator[str]:
        """Read a list word by word, the longest name first, because a player's name may be several words."""
        at = 0
        while at < len(words):
            ends = range(min(len(words), at + self.longest), at, -1)
            found = ((end, name) for end in ends if (name := self._find_name(" ".join(words[at:end]), kinds)))
            end, name = next(found, (at, ""))
            if not name:
                raise Misread(
                    f"{echo_text(words[at])} is no value of {fact}.",
                    self._suggest_names(words[at], kinds),
                    field="value",
                )
            yield name
            at = end

    def _find_name(self, word: str, kinds: tuple[str, ...]) -> str:
        """Find the name that a word means.

        It is a piece or seat in any case, else the seat of a player, or something of that seat's.
        """
        if named := self._find_piece(word, kinds):
            return named
        if SEAT in kinds:
            return self.players.get(word.casefold(), "")
        player, _, rest = word.rpartition(".")
        seat = self.players.get(player.casefold(), "")
        # `Ada.fore`, where Ada plays green. A player who is named like another seat is not looked up.
        return self._find_piece(f"{seat}.{rest}", kinds) if seat else ""

    def _find_piece(self, word: str, kinds: tuple[str, ...]) -> str:
        folded = word.casefold()
        if folded in OF_EVERY_FACT or (NUMBER in kinds and DIGITS.fullmatch(word)):
            return folded
        if NUMBER in kinds and folded in SPELT_OUT:
            return str(SPELT_OUT[folded])
        # A kind without a domain accepts any word.
        found = (
            self._find_names(kind).find_name(word) if kind in self.domains else word
            for kind in kinds
            if kind not in {NUMBER, LIST}
        )
        return next(filter(None, found), "")

    def _find_names(self, kind: str) -> _Names:
        if kind not in self._names:
            self._names[kind] = _Names(self.domains[kind])
        return self._names[kind]

    def _suggest_names(self, word: str, kinds: tuple[str, ...]) -> str:
        named = [name for kind in kinds if kind in self.domains for name in self._find_names(kind).meanings.values()]
        called = self.called if SEAT in kinds else ()
        # Two names may mean the same: `South` is S, and is listed once.
        return suggest_or_list(word, list(dict.fromkeys((*named, *called)))) or IN_FIGURES


class _Names:
    """The names of one kind, and the meaning of each: itself, or its value in a domain that is a mapping."""

    def __init__(self, domain: Container[str]) -> None:
        self.domain = domain
        listed: Iterable[str] = domain if isinstance(domain, Iterable) else ()
        self.meanings = {name: domain[name] if isinstance(domain, Mapping) else name for name in listed}
        self.folded = {name.casefold(): meaning for name, meaning in self.meanings.items()}

    def find_name(self, word: str) -> str:
        """Find a name as written, or in other case."""
        folded = word.casefold()
        listed = self.meanings.get(word) or self.folded.get(folded)
        return listed or next((name for name in (word, folded) if name in self.domain), "")
