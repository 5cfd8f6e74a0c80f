"""The two packs that come with Windward, value by value, and the messages for broken ones."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.games.windward.content import BARE, PACKS, RECONSTRUCTED, check, content, named
from engine.games.windward.content.pieces import SIDES, TERRAIN
from engine.kernel.packs.pack import load_pack
from engine.kernel.packs.reader import PackError
from engine.kernel.unknown import is_known

# What the rulebooks print: prices (full edition, page 6), and the list of components (classic edition, page 2).
PRICES = {"cannon": 1, "crew": 2, "rum": 1, "notoriety": 2, "supplies": 1}
COMPONENTS = {
    "grey": 8, "red": 8, "teeth": 8, "tokens": 16, "gas": 100, "coffee": 5, "crew": 15, "cards": 74, "dice": 8,
}  # fmt: skip
# The bonuses of the crew (full edition, page 7).
CREW = {
    "purser": {"gas_slots": 2, "hand": 1},
    "gas_worker": {"gas_slots": 2, "processing": 1},
    "marine": {"cannon_slots": 2, "hits": 2},
    "sergeant": {"cannon_slots": 2, "strength_attacking": 1},
    "harpooner": {"strength_rowing": 1},
    "coxswain": {"rowing": 1},
}
ADDED = ("gas_slots", "cannon_slots", "hand", "hits", "strength_attacking", "strength_rowing", "processing", "rowing")
# The spaces of a side with this many rings: each tile has one in the first ring, two in the second, and so on.
SPACES = {"large": 6 * (1 + 2 + 3 + 4 + 5 + 6), "small": 6 * (1 + 2 + 3 + 4)}
ORDER = ("a", "b", "c", "d", "e", "f")


def spoilt(old, new, pack_id=RECONSTRUCTED):
    text = named(pack_id).pack.text
    assert old in text
    return check(text.replace(old, new, 1))


# Printed values


@pytest.mark.parametrize("pack_id", PACKS)
def test_what_the_rulebooks_print_stands_in_both_packs(pack_id):
    pack = named(pack_id)
    assert dict(pack.prices) == PRICES
    assert dict(pack.counts) == COMPONENTS
    assert (pack.morale, pack.rowing) == (4, 8)
    assert {side: pack.planets[side].red_move for side in SIDES} == {"large": 3, "small": 2}
    adds = {
        name: {what: getattr(crew, what) for what in ADDED if getattr(crew, what)} for name, crew in pack.crew.items()
    }
    assert adds == CREW


@pytest.mark.parametrize(
    ("path", "source"),
    [
        (("prices", "cannon"), "rulebook"),
        (("components", "cards"), "rulebook"),
        (("planet", "large", "red_move"), "rulebook"),
        (("planet", "large", "radius"), "reconstructed"),
        (("boards", "blue", "rest"), "rulebook"),
        (("boards", "green", "rest"), "reconstructed"),
        (("crew", "marine", "hits"), "rulebook"),
        (("crew", "marine", "slot"), "inferred"),
        (("cards", "fuel", "effect"), "rulebook"),
        (("cards", "fuel", "copies"), "reconstructed"),
        (("cards", "false_flag", "effect"), "reconstructed"),
        (("battle_die", "faces"), "reconstructed"),
    ],
)
def test_a_value_says_where_it_comes_from(path, source):
    assert named(RECONSTRUCTED).pack.provenance(path) == source


# Invented values


def test_the_reconstructed_deck_is_the_printed_number_of_cards():
    cards = named(RECONSTRUCTED).cards.values()
    assert sum(card.copies for card in cards) == COMPONENTS["cards"]
    assert {card.id: card.amount for card in cards if card.amount} == {"fuel": 1, "harpoon": 2}


def test_only_the_blue_board_rests_better_as_the_classic_rulebook_prints():
    rests = {name: board.rest for name, board in named(RECONSTRUCTED).boards.items()}
    assert rests == {"blue": 2, "green": 1, "orange": 1, "yellow": 1, "purple": 1}


@pytest.mark.parametrize("side", SIDES)
def test_each_reconstructed_tile_has_one_of_what_each_territory_has(side):
    for tile in named(RECONSTRUCTED).tiles.values():
        spots = tile.sides[side].spots
        assert set(spots) == set(TERRAIN)
        assert {shown: len(spots[shown]) for shown in TERRAIN if shown != "drift"} == dict.fromkeys(
            set(TERRAIN) - {"drift"}, 1
        )
        listed = [spot for several in spots.values() for spot in several]
        assert len(set(listed)) == len(listed)


@pytest.mark.parametrize("side", SIDES)
def test_the_planet_is_one_field_of_spaces_round_the_post(side):
    laid = named(RECONSTRUCTED).laid(ORDER, side)
    assert len(laid.places) == SPACES[side]
    assert sorted(laid.shore) == [f"{tile}11" for tile in ORDER]
    for space, near in laid.near.items():
        assert all(space in laid.near[other].values() for other in near.values())
    corners = {space for space, shown in laid.shows.items() if shown == "around_planet"}
    assert {laid.opposite[laid.opposite[corner]] for corner in corners} == corners


def test_spaces_touch_as_counted_on_wood():
    near = named(RECONSTRUCTED).laid(ORDER, "large").near
    # Direction 1 leads from the post to territory 1, each further one clockwise.
    assert near["a22"] == {1: "a32", 2: "a33", 3: "b21", 4: "b11", 5: "a11", 6: "a21"}
    assert near["a61"] == {3: "a62", 4: "a51", 5: "f66"}
    assert near["f11"] == {1: "f22", 2: "a11", 4: "e11", 5: "e22", 6: "f21"}


# Unknown values


def test_the_bare_pack_leaves_unknown_what_only_the_pieces_show():
    pack = named(BARE)
    assert not is_known(pack.planets["large"].radius)
    assert not pack.tiles
    assert not is_known(pack.die.faces)
    assert not any(is_known(card.copies) for card in pack.cards.values())
    assert not is_known(pack.board("green").gas)
    assert (pack.open_tiles, pack.open_boards) == (True, True)
    assert not is_known(pack.laid(ORDER, "large"))


def test_the_bare_pack_takes_any_space_that_a_tile_can_have():
    spaces = named(BARE).space_names
    assert "q64" in spaces
    assert "c53" in spaces
    assert "c35" not in spaces
    assert "port" not in spaces


def test_a_listed_box_knows_its_pieces_only():
    pack = named(RECONSTRUCTED)
    assert "g11" not in pack.space_names
    assert "a71" not in pack.space_names
    assert "rum" not in pack.card_names
    assert not pack.open_boards


# Broken packs


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("radius = 6", "radius = 1", "radius"),
        ("red_move = 3", "red_move = 0", "red_move"),
        ("winds = [1, 2, 3, 4, 5, 6]", "winds = [1, 2, 3]", "3 directions."),
        ("winds = [1, 2, 3, 4, 5, 6]", "winds = [1, 2, 3, 4, 5, 7]", "winds"),
        ('feeding_ground = ["54"]', 'feeding_ground = ["45"]', '"45" is no space of a tile.'),
        ('feeding_ground = ["54"]', 'feeding_ground = ["52"]', "already"),
        ('feeding_ground = ["54"]', "feeding_ground = []", "names no space."),
        ('feeding_ground = ["54"]', "feeding_ground = 54", "feeding_ground"),
        ('zephyr = ["53"]', 'storm = ["53"]', "storm"),
        ("[tiles.f.large]", "[tiles.g.large]", "7"),
        ("faces = [1, 1, 1, 2, 2, 3]", "faces = [1, 2, 3]", "3 faces."),
        ("faces = [1, 1, 1, 2, 2, 3]", "faces = [1, 1, 1, 2, 2, 33]", "faces"),
        ("fuel = { copies = 16", "fuel = { copies = 17", "75"),
        ("fuel = { copies = 16", "fuel = { copies = 0", "copies"),
        ('effect = "speed"', 'effect = "sped"', "effect"),
        ("blue = { gas = 4", "blue = { gas = -1", "gas"),
        ("blue = { gas = 4", "blue = { gass = 4", "gass"),
        ("morale = 4", "morale = 0", "morale"),
        ('purser = { slot = "gas"', 'purser = { slot = "hold"', "slot"),
        ("purser = {", "cook = {", "cook"),
        ("cannon = 1\ncrew = 2", "cannon = 1", "crew"),
        ("gas = 100", "gas = -1", "gas"),
        ('game = "windward"', 'game = "tailwinds"', "tailwinds"),
        ("[prices]", "[price]", "prices"),
    ],
)
def test_a_broken_box_is_told_what_is_wrong_where_and_what_to_do(old, new, says):
    faults = spoilt(old, new)
    assert any(says in fault.says for fault in faults), faults
    assert all(fault.hint and fault.line >= 1 for fault in faults)


def test_a_fault_stands_on_the_line_of_its_key():
    text = named(RECONSTRUCTED).pack.text
    [fault] = spoilt("faces = [1, 1, 1, 2, 2, 3]", "faces = [1, 2, 3]")
    assert fault.line == text[: text.index("faces = [")].count("\n") + 1


def test_a_pack_that_cannot_be_read_is_no_pack():
    with pytest.raises(PackError):
        content(load_pack("[pack\n", "windward"))


@given(data=st.data())
@settings(max_examples=40, deadline=None)
def test_a_pack_torn_anywhere_is_accepted_or_refused_in_words(data):
    text = named(RECONSTRUCTED).pack.text
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, min(len(text), start + 80)))
    torn = text[:start] + data.draw(st.text(max_size=20)) + text[end:]
    assert all(fault.says and fault.hint and fault.line >= 1 for fault in check(torn))
