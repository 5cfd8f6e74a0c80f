"""Windward's solo mode: whole games, and how they end."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

import pytest

from audit import audit
from audit.report.sentences import describe_result
from engine.games import GAMES
from engine.games.windward.picture.words import battle_words, to_move
from engine.games.windward.state import Battle, Table
from fixtures.kits import kit
from fixtures.simulate import Session, simulate

# Games are drawn until each ending was seen, up to this many.
DRAWN = 20
# The first captain of each ending: dies at sky, beats the White, goes home too often.
ENDINGS = {1: "ship-lost", 2: "white-beaten", 16: "in-port"}


def games(*layers: str) -> Iterator[tuple[str, int]]:
    """Yield games with the fewest players, each played to its end: the ending, and the number of events."""
    for seed in range(DRAWN):
        game = Session(GAMES["windward"], kit("windward").company(layers)[0], seed, layers=layers)
        game.finish()
        yield cast("Table", game.table).ending, len(game.events)


def test_random_games_of_one_player_end_in_every_way() -> None:
    ended = [*games("solo")]
    assert {ending for ending, _ in ended} == {"ship-lost", "white-beaten", "in-port"}
    # No player loses by resting right at the start of the game, after six lines of set-up.
    assert min(length for ending, length in ended if ending == "in-port") > 20
    assert max(length for _, length in ended) < 100


def test_random_games_of_those_who_play_together_end_in_either_way() -> None:
    assert {ending for ending, _ in games("co-op")} == {"white-slain", "captains-lost"}


@pytest.mark.parametrize("seed", ENDINGS)
def test_a_whole_game_alone_is_clean_and_says_how_it_ended(seed: int) -> None:
    log = simulate("windward", 1, seed, ("solo",))
    report = audit(f"{log}claim: ending {ENDINGS[seed]}\n".encode(), GAMES)
    assert [finding.breach for finding in report.findings] == []


# Return how such a game ended, in the words of a report.
LOST = {
    ("solo", 1): "{seat}'s ship was lost",
    ("solo", 16): "{seat}'s turn ended in port",
    ("co-op", 1): "the captains have no life left",
}


@pytest.mark.parametrize(("mode", "seed"), LOST)
def test_a_report_says_how_a_game_was_lost(mode: str, seed: int) -> None:
    log = simulate("windward", None, seed, (mode,))
    seat = log.partition("players: ")[2].partition("=")[0]
    said = LOST[mode, seed].format(seat=seat)
    says = {
        "": f"No result is given; the game is over, and nobody has won: {said}.",
        "claim: winner none\n": f"The claimed result is confirmed: no winner. Nobody has won: {said}.",
        f"claim: winner {seat}\n": f"The claimed result is refuted: the log claims winner {seat}; by our count: no "
        f"winner. Nobody has won: {said}.",
    }
    assert {claim: describe_result(audit(f"{log}{claim}".encode(), GAMES)) for claim in says} == says


def test_a_report_says_nothing_of_an_end_that_is_not_reached() -> None:
    log = simulate("windward", None, 1, ("solo",)).rpartition("fate: roll")[0]
    assert describe_result(audit(log.encode(), GAMES)) == "No result is given, and the record does not reach one."


def test_whoever_plays_on_is_told_how_the_game_was_lost() -> None:
    log = simulate("windward", None, 16, ("solo",))
    (finding,) = audit(f"{log}blue: sail d11\n".encode(), GAMES).roots
    assert "nobody has won: blue's turn ended in port" in finding.breach


def test_a_picture_names_reds_that_attack_together_and_no_end_of_the_notoriety_track() -> None:
    table = cast("Table", Session(GAMES["windward"], 1, 0, layers=("solo",)).table)
    seat = table.seats[0]
    table.phase, table.battle = "battle", Battle("red", seat, "a11", "a22", number=2)
    assert to_move(table) == f"2 red Cresters attack {seat}"
    assert battle_words(table).startswith("on a11: 2 red Cresters attack, strength")
    table.battle = Battle(seat, "red", "a11", "a22")
    assert to_move(table) == f"{seat} attacks a red Crester"
    picture = str(GAMES["windward"].draw_table(table))
    assert "/15" not in picture
    assert f"<title>{seat}: notoriety 0</title>" in picture
