"""The two packs that come with Tailwinds, value by value."""

from __future__ import annotations

import pytest

from engine.games.tailwinds import content as box
from engine.games.tailwinds.content import BARE, DECKS, RECONSTRUCTED, check, named
from engine.kernel.packs.pack import load_pack
from engine.kernel.unknown import Undetermined, is_known

# The catalogue's table of the reconstructed decks, word for word.
VALUES = {
    "sailor": {"2": 2, "3": 3, "4": 4, "5": 5, "6": 6, "7": 7, "recover": 3},
    "crew": {"3": 3, "3b": 3, "4": 4, "5": 5, "5b": 5, "6": 6, "recover": 4},
    "gambler": {"dice1": 1, "dice2": 2, "dice3": 3, "4": 4, "5": 5, "6": 6, "recover": 3},
    "viking": {"longboat": 3, "pursuit": 3, "3": 3, "4": 4, "5": 5, "6": 6, "recover": 3},
    "admiral": {"shackle": 3, "manoeuvre": 4, "3": 3, "4": 4, "5": 5, "6": 6, "recover": 3},
    "pirate": {"cannons": 4, "jolly-roger": 3, "parlay": 4, "copy": 0, "5": 5, "6": 6, "recover": 3},
}
RAINBOW = {
    "anchor": (3, 1, {}),
    "telescope": (2, 1, {"gambler": 2}),
    "buried_treasure": (2, 1, {"pirate": 2}),
    "bail_out": (3, 2, {}),
    "tail_wind": (4, 3, {"viking": 4}),
    "calm_sea": (3, 2, {"admiral": 3}),
    "rum": (3, 2, {"crew": 3}),
}
# Rainbow spaces of each card: standard face, advanced face.
TRACK = {
    "T1": ([4], [6]),
    "T2": ([4], [2]),
    "T3": ([4], []),
    "T4": ([4], [5]),
    "T5": ([4], []),
    "T6": ([], [1]),
}


def test_the_reconstructed_decks_hold_the_values_of_the_catalogue():
    pack = named(RECONSTRUCTED)
    found = {
        deck: {name.removeprefix(f"{deck}-"): pack.card(name).value for name in pack.decks[deck]} for deck in DECKS
    }
    assert found == VALUES
    assert len(pack.cards) == 42


def test_the_reconstructed_rainbow_cards_are_twenty_with_the_values_of_the_catalogue():
    cards = named(RECONSTRUCTED).rainbow
    assert {name: (card.copies, card.points, dict(card.special)) for name, card in cards.items()} == RAINBOW
    assert sum(card.copies for card in cards.values()) == 20
    assert {card.effect for card in cards.values()} == set(RAINBOW)


def test_the_reconstructed_track_has_thirty_six_spaces_in_six_cards():
    track = named(RECONSTRUCTED).track
    rainbows = {
        name: (sorted(card.faces["standard"].rainbows), sorted(card.faces["advanced"].rainbows))
        for name, card in track.items()
    }
    assert rainbows == TRACK
    assert sum(card.faces["standard"].spaces for card in track.values()) == 36
    assert track["T1"].faces["standard"].starts == track["T1"].faces["advanced"].starts == {1, 2, 3}
    assert [card.order for card in track.values()] == [1, 2, 3, 4, 5, 6]


def test_the_reconstructed_box_has_a_die_a_finish_a_wind_and_six_colours():
    pack = named(RECONSTRUCTED)
    assert pack.die == (1, 2, 3, 4, 5, 6)
    assert pack.finish_lanes is None
    assert (pack.wind_forward, pack.wind_back) == (2, 1)
    assert list(pack.colours.values()) == ["green", "orange", "blue", "yellow", "white", "black"]


@pytest.mark.parametrize(
    ("name", "ability", "timing", "mandatory", "per_own_boat", "params"),
    [
        ("pirate-cannons", "cannons", "start_of_move", False, True, {"range": "same_space", "distance": 1}),
        ("pirate-jolly-roger", "jolly_roger", "any", False, False, {"range": "adjacent", "distance": 1}),
        ("admiral-shackle", "shackle", "start_of_move", False, False, {}),
        ("viking-pursuit", "pursuit", "start_of_move", True, False, {"each_boat": 3}),
        ("viking-longboat", "longboat", "any", False, False, {"bonus": 1}),
        ("admiral-manoeuvre", "manoeuvre", "any", False, True, {}),
        ("pirate-parlay", "parlay", "any", False, False, {}),
        ("pirate-copy", "copy", "start_of_move", True, False, {"source": "revealed_this_round", "fallback": 3}),
        ("sailor-recover", None, "end_of_move", True, False, {}),
        ("gambler-dice3", None, "any", False, False, {}),
        ("sailor-5", None, None, False, False, {}),
    ],
)
def test_a_card_can_do_what_the_catalogue_says(name, ability, timing, mandatory, per_own_boat, params):
    card = named(RECONSTRUCTED).card(name)
    assert (card.ability, card.timing, card.mandatory) == (ability, timing, mandatory)
    assert (card.per_own_boat, dict(card.params)) == (per_own_boat, params)
    assert card.uses == (0 if timing is None else 1)


def test_each_deck_has_one_recover_card_and_only_the_gambler_has_dice():
    cards = named(RECONSTRUCTED).cards.values()
    assert sorted(card.deck for card in cards if card.recover) == sorted(DECKS)
    assert {card.id for card in cards if card.dice} == {"gambler-dice1", "gambler-dice2", "gambler-dice3"}


def test_a_character_with_a_special_value_gets_that_one_and_others_the_general_one():
    telescope = named(RECONSTRUCTED).rainbow_card("telescope")
    assert (telescope.points_for("gambler"), telescope.points_for("crew")) == (2, 1)


@pytest.mark.parametrize(
    ("card", "key", "source"),
    [
        ("gambler-dice3", "value", "rulebook"),
        ("gambler-dice3", "dice", "rulebook"),
        ("gambler-dice1", "value", "reconstructed"),
        ("sailor-5", "value", "reconstructed"),
        ("sailor-recover", "recover", "rulebook"),
        ("sailor-recover", "value", "reconstructed"),
        ("pirate-cannons", "ability", "rulebook"),
        ("pirate-cannons", "timing", "rulebook"),
        ("pirate-cannons", "params", "reconstructed"),
        ("pirate-jolly-roger", "uses", "rulebook"),
        ("admiral-shackle", "ability", "rulebook"),
        ("viking-longboat", "ability", "reconstructed"),
        ("viking-pursuit", "value", "reconstructed"),
    ],
)
def test_a_card_says_which_of_its_values_the_rulebook_prints(card, key, source):
    pack = named(RECONSTRUCTED)
    assert pack.provenance((*pack.card(card).path, key)) == source


def test_rainbow_values_and_params_say_where_they_come_from():
    pack = named(RECONSTRUCTED)
    assert pack.provenance(("rainbow", "anchor", "points")) == "rulebook"
    assert pack.provenance(("rainbow", "rum", "points")) == "reconstructed"
    assert pack.provenance(("rainbow", "bail_out", "params", "target")) == "rulebook"
    assert pack.provenance(("rainbow", "bail_out", "params", "distance")) == "reconstructed"
    assert pack.provenance(("rainbow", "telescope", "params", "playable")) == "rulebook"
    assert pack.provenance(("decks", "viking", "cards", "viking-pursuit", "params", "each_boat")) == "rulebook"


def test_only_the_reconstructed_pack_holds_invented_values():
    assert named(RECONSTRUCTED).is_reconstructed
    assert not named(BARE).is_reconstructed


def test_the_bare_pack_leaves_unknown_what_only_the_pieces_show():
    pack = named(BARE)
    assert not any(is_known(value) for value in (pack.die, pack.finish_lanes, pack.wind_forward, pack.wind_back))
    assert not any(is_known(cards) for cards in pack.decks.values())
    assert list(pack.decks) == list(DECKS)
    assert list(pack.track) == ["T1", "T2", "T3", "T4", "T5", "T6"]
    with pytest.raises(Undetermined):
        assert 1 in pack.track["T1"].faces["standard"].starts


def test_the_bare_pack_takes_any_card_of_a_deck_at_its_name():
    pack = named(BARE)
    assert pack.open_decks
    assert "sailor-5" in pack.card_names
    assert "sailor5" not in pack.card_names
    assert "monk-5" not in pack.card_names
    card = pack.card("sailor-5")
    assert (card.id, card.deck, card.recover) == ("sailor-5", "sailor", False)
    assert not any(map(is_known, (card.value, card.ability, card.dice, card.timing, card.mandatory)))
    assert pack.card("sailor-5") is card
    with pytest.raises(KeyError):
        pack.card("monk-5")


def test_the_bare_pack_knows_what_the_rulebook_says_of_named_cards():
    pack = named(BARE)
    assert pack.card("crew-recover").recover is True
    assert pack.card("pirate-cannons").timing == "start_of_move"
    assert pack.card("gambler-dice3").value == 3
    assert pack.card("viking-pursuit").param("each_boat") == 3
    assert not is_known(pack.card("pirate-cannons").param("distance"))
    assert pack.provenance((*pack.card("pirate-cannons").path, "timing")) == "rulebook"


def test_a_named_card_in_another_deck_than_the_rulebooks_is_just_unknown():
    assert not is_known(named(BARE).card("sailor-cannons").ability)


def test_the_bare_pack_takes_any_rainbow_card_and_knows_no_value_for_a_character():
    pack = named(BARE)
    assert "kraken" in pack.rainbow_names
    assert not is_known(pack.rainbow_card("kraken").effect)
    assert pack.rainbow_card("anchor").points == 1
    assert not is_known(pack.rainbow_card("anchor").points_for("crew"))


def test_a_listed_box_knows_its_cards_only():
    pack = named(RECONSTRUCTED)
    assert not pack.open_decks
    assert "sailor-9" not in pack.card_names
    assert "kraken" not in pack.rainbow_names
    with pytest.raises(KeyError):
        pack.card("sailor-9")
    with pytest.raises(KeyError):
        pack.rainbow_card("kraken")


def test_many_made_up_names_do_not_pile_up_in_the_shared_pack():
    pack = named(BARE)
    for number in range(1_000):
        assert pack.card(f"crew-{number}").deck == "crew"
    assert len(pack._opened) <= 256


def test_a_deck_may_be_left_unlisted_beside_listed_ones():
    text = named(RECONSTRUCTED).pack.text
    start, end = text.index("[decks.sailor.cards]"), text.index("[decks.crew]")
    pack = box.content(load_pack(text[:start] + 'cards = "??"\n' + text[end:], "tailwinds"))
    assert pack.open_decks == {"sailor"}
    assert not is_known(pack.card("sailor-5").value)
    assert pack.card("crew-5").value == 5


@pytest.mark.parametrize("key", ["die", "finish", "wind", "decks", "rainbow"])
def test_a_whole_part_of_the_box_may_be_unknown(key):
    text = "\n".join(line for line in named(BARE).pack.text.splitlines() if not line.startswith("#"))
    blocks = [block for block in text.split("\n\n") if not block.lstrip().startswith(f"[{key}")]
    pack = box.content(load_pack(f'{key} = "??"\n' + "\n\n".join(blocks), "tailwinds"))
    assert pack.open_rainbow
    assert list(pack.decks) == list(DECKS)
    assert not is_known(pack.card("crew-4").value)


def test_each_single_value_of_the_box_may_be_unknown_but_for_the_order_of_the_track():
    lines = named(RECONSTRUCTED).pack.text.splitlines()
    first = lines.index("[die]")
    for at, line in enumerate(lines[first:], first):
        key, equals, _ = line.partition(" = ")
        if equals and not line.startswith(("#", "provenance")):
            faults = check("\n".join([*lines[:at], f'{key} = "??"', *lines[at + 1 :]]))
            assert [fault.line for fault in faults] == ([at + 1] if key == "order" else []), line
