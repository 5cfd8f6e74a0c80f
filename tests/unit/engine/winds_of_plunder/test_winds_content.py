"""The two packs that come with Winds of Plunder, value by value, and the messages for broken ones."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.games.winds_of_plunder.content import BARE, PACKS, RECONSTRUCTED, check, content, content_for, named
from engine.kernel.log import Header
from engine.kernel.packs.pack import load_pack
from engine.kernel.packs.reader import PackError
from engine.kernel.unknown import Undetermined, is_known

# The catalogue's tables of the reconstructed pack, word for word.
PORTS = {
    "havana": ("Havana", 1, 2, False, "reconstructed"),
    "grand_cayman": ("Grand Cayman", 1, 6, False, "reconstructed"),
    "belize": ("Belize", 1, 8, False, "public"),
    "nassau": ("Nassau", 2, 1, False, "inferred"),
    "san_salvador": ("San Salvador", 2, 3, True, "rulebook"),
    "jamaica": ("Jamaica", 2, 7, True, "rulebook"),
    "turks_caicos": ("Turks & Caicos", 3, 4, True, "rulebook"),
    "santo_domingo": ("Santo Domingo", 3, 9, True, "rulebook"),
    "curacao": ("Curaçao", 3, 11, False, "reconstructed"),
    "puerto_rico": ("Puerto Rico", 4, 5, True, "rulebook"),
    "barbados": ("Barbados", 4, 10, False, "inferred"),
    "trinidad": ("Trinidad", 4, 12, False, "public"),
}
TILES = (
    "2 crew provision, 2 crew weapon, 2 provision weapon, 2 weapon treasure, 2 crew treasure, 2 provision treasure, "
    "3 crew, 3 provision, 3 weapon, 3 treasure, 3 crew treasure, 4 crew, "
    "4 provision, 4 weapon, 4 treasure, 5 crew, 5 provision, 5 weapon"
)
FREE = {
    "buy_provisions": "havana santo_domingo, nassau puerto_rico, grand_cayman barbados, belize turks_caicos, "
    "san_salvador curacao",
    "buy_weapons": "trinidad jamaica, havana barbados, belize puerto_rico, nassau curacao, grand_cayman turks_caicos",
    "hire_crew": "nassau santo_domingo, san_salvador trinidad, havana turks_caicos, grand_cayman puerto_rico, "
    "belize jamaica",
}
STARTS = {"jamaica", "puerto_rico", "san_salvador", "santo_domingo", "turks_caicos"}
END_BONUS = {"wind": (3, 1), "weapons": (3, 1), "crew": (2, 1), "provisions": (1, 1), "marker": (1, 2)}


def spoilt(old, new, pack_id=RECONSTRUCTED):
    text = named(pack_id).pack.text
    assert old in text
    return check(text.replace(old, new, 1))


def opened(text):
    return content(load_pack(text, "winds-of-plunder"))


def printed(pack, card):
    return pack.provenance(("treasures", card, "port")) == "rulebook"


def test_the_reconstructed_ports_lie_where_the_catalogue_says():
    pack = named(RECONSTRUCTED)
    found = {
        port.id: (port.name, port.area, port.rank, port.start, pack.provenance((*port.path, "name")))
        for port in pack.ports.values()
    }
    assert found == PORTS
    assert not pack.open_ports
    assert {pack.provenance((*port.path, "area")) for port in pack.ports.values()} == {"reconstructed"}


def test_the_reconstructed_tiles_are_the_eighteen_of_the_catalogue():
    tiles = named(RECONSTRUCTED).tiles
    assert list(tiles) == [f"t{n:02}" for n in range(1, 19)]
    assert ", ".join(" ".join((str(tile.vp), *tile.icons)) for tile in tiles.values()) == TILES


def test_each_reconstructed_port_has_one_treasure_card():
    pack = named(RECONSTRUCTED)
    assert pack.treasures == {f"tr-{port}": port for port in pack.ports}
    assert {port for card, port in pack.treasures.items() if printed(pack, card)} == STARTS


def test_the_reconstructed_action_cards_are_forty_in_eight_kinds_of_five():
    pack = named(RECONSTRUCTED)
    assert pack.action_total == len(pack.actions) == 40
    assert Counter(card.kind for card in pack.actions.values()) == dict.fromkeys(pack.kinds, 5)
    assert len(pack.kinds) == 8
    assert pack.kinds["misfire"].copies == 5


@pytest.mark.parametrize("kind", FREE)
def test_each_copy_of_a_purchase_is_free_in_its_own_ports(kind):
    pack = named(RECONSTRUCTED)
    free = [" ".join(pack.action(f"{kind}_{n}").param("free_ports")) for n in range(1, 6)]
    assert ", ".join(free) == FREE[kind]


@pytest.mark.parametrize(
    ("card", "name", "effect", "params"),
    [
        ("buy_provisions_2", "Buy Provisions", "buy_item", {"item": "provision", "price": 2}),
        ("buy_weapons_1", "Buy Weapons", "buy_item", {"item": "weapon", "price": 2}),
        ("hire_crew_5", "Hire Crew", "buy_item", {"item": "crew", "price": 2}),
        ("intrigue_1", "Intrigue!", "swap_tiles", {"count": 2}),
        ("misfire_3", "Misfire!", "opponent_loses", {"item": "weapon", "amount": 1}),
        ("mutiny_4", "Mutiny!", "opponent_loses", {"item": "crew", "amount": 1}),
        ("spoiled_stores_5", "Spoiled Stores", "opponent_loses", {"item": "provision", "amount": 1}),
    ],
)
def test_an_action_card_does_what_the_catalogue_says(card, name, effect, params):
    found = named(RECONSTRUCTED).action(card)
    assert (found.name, found.effect) == (name, effect)
    assert {key: value for key, value in found.params.items() if key != "free_ports"} == params
    assert (found.timing, found.limit, found.overrides) == ("any_own_turn", None, ())


def test_heave_sails_again_after_sailing_once_a_turn():
    card = named(RECONSTRUCTED).action("heave_2")
    assert (card.effect, card.timing, card.limit) == ("second_sail", "after_sailing", 1)
    assert (card.param("crew_cost"), card.param("condition")) == (1, "fewer_vp_than_every_opponent")
    assert card.overrides == ("WP-SAIL-09",)
    assert not is_known(card.param("free_ports"))


@pytest.mark.parametrize("pack_id", PACKS)
def test_what_the_sheet_prints_stands_in_both_packs(pack_id):
    pack = named(pack_id)
    assert pack.booty_values == (2, 3, 4, 5, 6, 7)
    assert pack.reputation_bonus == (7, 5, 3, 2, 1)
    assert pack.end_bonus == END_BONUS
    assert {port.id for port in pack.ports.values() if port.start} == STARTS
    paths = [("booty", "values"), ("reputation", "bonus"), ("end", "wind"), ("ports", "jamaica", "start")]
    assert {pack.provenance(path) for path in paths} == {"rulebook"}


@pytest.mark.parametrize(
    ("path", "source"),
    [
        (("tiles", "t01", "vp"), "public"),
        (("tiles", "t02", "vp"), "reconstructed"),
        (("treasures", "tr-jamaica", "port"), "rulebook"),
        (("treasures", "tr-belize", "port"), "inferred"),
        (("tally", "cap"), "public"),
        (("hand", "limit"), "reconstructed"),
        (("actions", "misfire", "effect"), "public"),
        (("actions", "misfire", "params", "amount"), "public"),
        (("actions", "misfire", "copies"), "reconstructed"),
        (("actions", "buy_weapons", "free_ports", "1"), "public"),
        (("actions", "buy_weapons", "free_ports", "2"), "reconstructed"),
        (("actions", "heave", "limit"), "public"),
        (("actions", "spoiled_stores", "effect"), "reconstructed"),
    ],
)
def test_a_value_says_where_it_comes_from(path, source):
    assert named(RECONSTRUCTED).provenance(path) == source


def test_the_reconstructed_tallies_end_at_nine_and_hands_at_five():
    pack = named(RECONSTRUCTED)
    assert (pack.tally_cap, pack.hand_limit) == (9, 5)
    assert not pack.pack.has_inventions("tally")
    assert pack.pack.has_inventions("hand")


def test_only_the_reconstructed_pack_holds_invented_values():
    assert named(RECONSTRUCTED).is_reconstructed
    assert not named(BARE).is_reconstructed


def test_a_ceiling_may_be_none():
    text = named(RECONSTRUCTED).pack.text
    pack = opened(text.replace("cap = 9", 'cap = "none"'))
    assert pack.tally_cap is None


def test_the_bare_pack_leaves_unknown_what_only_the_pieces_show():
    pack = named(BARE)
    assert not any(is_known(value) for value in (pack.tally_cap, pack.hand_limit, pack.action_total))
    assert not any(is_known(port.area) or is_known(port.rank) for port in pack.ports.values())
    assert (pack.open_ports, pack.open_tiles, pack.open_treasures, pack.open_actions) == (True,) * 4


def test_the_bare_pack_takes_any_port_at_its_name_but_never_to_start_from():
    pack = named(BARE)
    assert "tortuga" in pack.port_names
    assert "Tortuga!" not in pack.port_names
    port = pack.port("tortuga")
    assert (port.id, port.start) == ("tortuga", False)
    with pytest.raises(Undetermined):
        assert port.area > pack.port("jamaica").area
    with pytest.raises(KeyError):
        pack.port("Tortuga!")


def test_the_bare_pack_takes_any_tile_and_card_with_an_unknown_face():
    pack = named(BARE)
    assert "t77" in pack.tile_names
    assert not is_known(pack.tile("t77").vp)
    assert "misfire_2" in pack.action_names
    card = pack.action("misfire_2")
    assert (card.id, card.kind) == ("misfire_2", "misfire")
    assert not any(map(is_known, (card.effect, card.timing, card.limit, card.param("item"))))


def test_the_bare_pack_takes_a_treasure_card_of_any_port():
    pack = named(BARE)
    assert "tr-tortuga" in pack.treasure_names
    assert "tortuga" not in pack.treasure_names
    assert (pack.treasure("tr-tortuga"), pack.treasure("tr-jamaica")) == ("tortuga", "jamaica")
    with pytest.raises(KeyError):
        named(RECONSTRUCTED).treasure("tr-tortuga")


def test_a_listed_box_knows_its_pieces_only():
    pack = named(RECONSTRUCTED)
    assert list(pack.port_names) == list(PORTS)
    for names, name in ((pack.port_names, "tortuga"), (pack.tile_names, "t19"), (pack.action_names, "misfire_6")):
        assert name not in names
    assert "misfire" not in pack.action_names
    for look_up, name in ((pack.port, "tortuga"), (pack.tile, "t19"), (pack.action, "misfire_6")):
        with pytest.raises(KeyError):
            look_up(name)


def test_a_kind_whose_copies_nobody_has_counted_takes_any_number():
    text = named(RECONSTRUCTED).pack.text
    named_so = '[actions.buy_weapons]\nname = "Buy Weapons"\ncopies = '
    pack = opened(text.replace(f"{named_so}5", f'{named_so}"??"'))
    assert not is_known(pack.action_total)
    assert pack.action("buy_weapons_1").param("free_ports") == ("trinidad", "jamaica")
    card = pack.action("buy_weapons_9")
    assert (card.kind, card.param("item")) == ("buy_weapons", "weapon")
    assert not is_known(card.param("free_ports"))
    assert "buy_weapons" in pack.action_names
    assert "misfire_6" not in pack.action_names


def test_one_card_of_a_kind_goes_by_its_own_name_and_may_be_of_the_authors_making():
    card = '[actions.kraken]\neffect = "custom"\nfree_ports = ["jamaica"]\nparams = { arms = 8 }\n\n[hand]'
    text = named(RECONSTRUCTED).pack.text.replace("[hand]", card)
    pack = opened(text)
    assert pack.action_total == 41
    assert pack.action("kraken").params == {"arms": 8, "free_ports": ("jamaica",)}


def test_some_ports_may_be_listed_beside_others():
    text = named(BARE).pack.text.replace('name = "Jamaica", area = "??"', 'name = "Jamaica", area = 2')
    pack = opened(text)
    assert pack.port("jamaica").area == 2
    assert not is_known(pack.port("tortuga").area)


def test_a_kind_may_be_known_by_its_name_alone():
    pack = opened(named(BARE).pack.text.replace("[actions]", '[actions]\nmisfire = "??"'))
    card = pack.action("misfire_3")
    assert (card.kind, card.path) == ("misfire", ("actions", "misfire"))
    assert not is_known(card.effect)


@pytest.mark.parametrize("part", ["ports", "tiles", "treasures", "actions"])
def test_a_whole_sort_of_piece_may_be_unknown(part):
    head, _, rest = named(BARE).pack.text.partition(f"[{part}]\n")
    after = rest[rest.index('others = "??"') + len('others = "??"') :]
    pack = opened(f'{part} = "??"\n{head}{after}')
    assert pack.port("jamaica").id == "jamaica"
    assert pack.tile("t01").id == "t01"
    assert is_known(pack.port("tortuga").start) == (part != "ports")


def test_each_single_value_of_the_box_may_be_unknown():
    lines = named(RECONSTRUCTED).pack.text.splitlines()
    first = lines.index("[ports.havana]")
    for at, line in enumerate(lines[first:], first):
        key, equals, _ = line.partition(" = ")
        if equals and not line.startswith(("#", "provenance")):
            assert check("\n".join([*lines[:at], f'{key} = "??"', *lines[at + 1 :]])) == [], line


def test_a_log_is_read_with_the_pack_it_names_the_one_it_brings_or_the_bare_one():
    mine = named(BARE).pack.text.replace('id = "wop-bare"', 'id = "my-copy"')
    header = Header(game="winds-of-plunder")
    assert content_for(header, {}).id == BARE
    assert content_for(Header(game="winds-of-plunder", pack=f"{RECONSTRUCTED}@1"), {}) is named(RECONSTRUCTED)
    assert content_for(Header(game="winds-of-plunder", pack="my-copy"), {"my-copy": mine}).id == "my-copy"
    assert content_for(Header(game="winds-of-plunder", inline=mine), {}).id == "my-copy"
    with pytest.raises(PackError) as caught:
        content_for(Header(game="winds-of-plunder", pack="wop-reconstructed"), {})
    assert 'Did you mean "wop-reconstructed-1"?' in caught.value.fault.hint


@pytest.mark.parametrize("pack_id", PACKS)
def test_the_shipped_packs_have_no_fault(pack_id):
    assert check(named(pack_id).pack.text) == []


@pytest.mark.parametrize(
    ("old", "new", "says", "hint"),
    [
        ('[ports.havana]\nname = "Havana"\narea = 1\nrank = 2\n', "", "ports: lists 11.", "A box has 12"),
        ("[ports.havana]", '[ports]\nothers = "??"\n[ports.havana]', "lists 12, and also others", "A box has"),
        ("[ports.havana]", "[ports]\nothers = 3\n[ports.havana]", 'others: must be "??".', 'others = "??"'),
        ("[ports.havana]", '[ports."La Habana"]', '"La Habana" cannot be named in a log.', "a-z"),
        ("area = 1", "area = 5", "ports.havana.area: 5 is out of bounds.", "from 1 to 4"),
        ("area = 1", "area = 2", "ports.jamaica.area: area 2 has 3 ports already.", "1 (west) to 4 (east)"),
        ("rank = 2", "rank = 6", "ports.grand_cayman.rank: 6 is where havana lies.", "from north to south"),
        ("start = true", "start = false", "ports: 4 ports to start from.", "set start = true"),
        ("rank = 2", "rank = 2\nstart = true", "ports: 6 ports to start from.", "5 Treasure cards"),
        ("rank = 2", "rang = 2", "ports.havana.rang: is not a key", 'Did you mean "rank"?'),
        ('t18 = { vp = 5, icons = ["weapon"] }\n', "", "tiles: lists 17.", "A box has 18"),
        ('icons = ["crew", "weapon"]', 'icons = ["crew", "wepon"]', '"wepon" is on no tile.', '"weapon"'),
        ('t07 = { vp = 3, icons = ["crew"] }', "t07 = { vp = 3 }", "tiles.t07.icons: is missing.", "a list"),
        ("t02 = { vp = 2", "t02 = { vp = -2", "tiles.t02.vp: -2 is out of bounds.", "from 0"),
        ('tr-curacao = { port = "curacao" }\n', "", "treasures: lists 11.", "A box has 12"),
        ('{ port = "curacao" }', '{ port = "havana" }', "tr-havana is the card of havana already", "of its own"),
        ('{ port = "curacao" }', '{ port = "curaca" }', 'there is no port "curaca".', 'Did you mean "curacao"?'),
        ('1 = ["havana", "santo', '1 = ["habana", "santo', 'there is no port "habana".', '"havana"'),
        ('5 = ["belize", "jamaica"]\n', "", "actions.hire_crew.free_ports.5: is missing.", "a list"),
        ('5 = ["belize"', '6 = ["belize"', "free_ports.6: is not a key", "Known here: 1, 2, 3, 4, 5"),
        ('effect = "swap_tiles"', 'effect = "swap_tile"', '"swap_tile" means nothing', '"swap_tiles"'),
        ("count = 2", "cuont = 2", "params.cuont: is not a key", 'Did you mean "count"?'),
        ('item = "crew", amount', 'item = "booty", amount', '"booty" means nothing here.', "crew, provision"),
        ('timing = "after_sailing"', 'timing = "late"', '"late" means nothing here.', "any_own_turn"),
        ("limit = 1", 'limit = "never"', '"never" means nothing here.', "none"),
        ('["WP-SAIL-09"]', '["one sailing"]', '"one sailing" is not a rule ID.', "WP-SAIL-09"),
        (
            "[actions.mutiny]",
            "[actions.misfire_1]\nprovenance = 7\n[actions.mutiny]",
            "7 is not a provenance",
            "rulebook",
        ),
        (
            "[actions.misfire]",
            "[actions.misfire_1]\neffect='custom'\n[actions.misfire]",
            "is a card of",
            "another name",
        ),
        ("values = [2, 3, 4", "values = [3, 4", "booty.values: 5 values.", "The board prints 6"),
        ("bonus = [7, 5, 3, 2, 1]", "bonus = 7", "reputation.bonus: 7 is not a list", "[brackets]"),
        ("wind = [3, 1]", "wind = [0, 1]", "end.wind: is no rate.", "[3, 1]"),
        ("crew = [2, 1]\n", "", "end.crew: is missing.", "a list"),
        ("cap = 9", 'cap = "many"', '"many" means nothing here.', 'whole number, "none"'),
        ("[tally]", "[talley]", "tally: is missing.", "a table"),
    ],
)
def test_a_broken_box_is_told_what_is_wrong_where_and_what_to_do(old, new, says, hint):
    faults = spoilt(old, new)
    assert any(says in fault.says and hint in fault.hint for fault in faults), faults


def test_a_fault_stands_on_the_line_of_its_key():
    text = named(RECONSTRUCTED).pack.text
    [fault] = spoilt("rank = 12", "rank = 11")
    assert fault.line == text[: text.index("rank = 12")].count("\n") + 1


@given(data=st.data())
@settings(max_examples=40, deadline=None)
def test_a_pack_torn_anywhere_is_accepted_or_refused_in_words(data):
    text = named(RECONSTRUCTED).pack.text
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, min(len(text), start + 80)))
    torn = text[:start] + data.draw(st.text(max_size=20)) + text[end:]
    assert all(fault.says and fault.hint and fault.line >= 1 for fault in check(torn))
