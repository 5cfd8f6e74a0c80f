"""The two packs that come with North Wind, value by value."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from engine.games.north_wind.content import BARE, HARBORS, PACKS, RECONSTRUCTED, check, content, content_for, named
from engine.games.north_wind.content.pieces import COMMODITIES, EQUIPMENT, FIELDS, SEA_TILES, STACKS
from engine.kernel.log import Header
from engine.kernel.packs.pack import load_pack
from engine.kernel.packs.reader import PackError
from engine.kernel.unknown import Undetermined, is_known

# The catalogue's table of sea tiles: kind, content, price, copies; the source of the tile, the source of its copies.
PRINTED, INVENTED = "rulebook", "reconstructed"
TILES = {
    "nc": ("destination", "north_cape", 0, 1, PRINTED, PRINTED),
    "fh": ("destination", "fort_haven", 0, 1, PRINTED, PRINTED),
    "ol": ("destination", "olsand", 0, 1, PRINTED, PRINTED),
    "salt-1": ("commercial", "salt", 1, 1, PRINTED, INVENTED),
    "salt-3": ("commercial", "salt", 3, 1, PRINTED, INVENTED),
    "grain-1": ("commercial", "grain", 1, 1, PRINTED, INVENTED),
    "grain-3": ("commercial", "grain", 3, 1, INVENTED, INVENTED),
    "wine-1": ("commercial", "wine", 1, 1, INVENTED, INVENTED),
    "wine-3": ("commercial", "wine", 3, 1, INVENTED, INVENTED),
    "lumber-1": ("commercial", "lumber", 1, 1, INVENTED, INVENTED),
    "lumber-3": ("commercial", "lumber", 3, 1, INVENTED, INVENTED),
    "fish-1": ("commercial", "fish", 1, 1, INVENTED, INVENTED),
    "fish-3": ("commercial", "fish", 3, 1, INVENTED, INVENTED),
    "eq-1": ("equipment", "", 0, 3, PRINTED, INVENTED),
    "m-2": ("merchant", "salt grain wine lumber fish", 2, 1, PRINTED, INVENTED),
    "m-3": ("merchant", "salt grain wine lumber fish", 3, 1, PRINTED, INVENTED),
    "wreck": ("shipwreck", "", 0, 1, PRINTED, INVENTED),
    "fog": ("fog", "", 0, 5, PRINTED, INVENTED),
}
# The catalogue's table of tasks; a star marks what the rulebook prints, two stars a task whose field is printed, too.
TASKS = {
    "north_cape": "wine 1**, gold 3*, wine 1 gold 1, gold 4, wine 1 gold 2, gold 5, wine 2, wine 1 gold 4, "
    "wine 2 gold 3",
    "fort_haven": "captain 1**, wine 1 captain 1*, captain 1 gold 1, captain 2, captain 1 gold 2, "
    "wine 1 captain 1 gold 1, captain 2 gold 1, captain 2 wine 1, captain 2 wine 2",
    "olsand": "salt 1 fish 1**, lumber 1 fish 1, grain 1 salt 1*, lumber 2, grain 1 fish 1 lumber 1, "
    "salt 2 lumber 1, grain 2 fish 1, fish 2 salt 2, lumber 2 grain 2",
}


def opened(text):
    return content(load_pack(text, "north-wind"))


def edited(old, new, pack_id=RECONSTRUCTED):
    text = named(pack_id).pack.text
    assert old in text
    return opened(text.replace(old, new, 1))


def starred(pack, task):
    [demand] = task.demands
    sources = {pack.provenance((*task.path, goods)) for goods in demand}
    assert len(sources) == 1
    stars = "*" * ((sources == {PRINTED}) + (pack.provenance(task.path) == PRINTED))
    return " ".join(f"{goods} {number}" for goods, number in demand.items()) + stars


def test_the_reconstructed_tiles_are_those_of_the_catalogue():
    pack = named(RECONSTRUCTED)
    found = {
        tile.id: (
            tile.kind,
            tile.harbor or " ".join(tile.commodities),
            tile.price,
            tile.copies,
            pack.provenance(tile.path),
            pack.provenance((*tile.path, "copies")),
        )
        for tile in pack.tiles.values()
    }
    assert found == TILES
    assert not pack.open_tiles


def test_the_reconstructed_tiles_fill_three_stacks_of_eight():
    pack = named(RECONSTRUCTED)
    kinds = Counter({kind: 0 for kind, *_ in TILES.values()})
    for tile in pack.tiles.values():
        kinds[tile.kind] += tile.copies
    assert kinds == {"destination": 3, "commercial": 10, "equipment": 3, "merchant": 2, "shipwreck": 1, "fog": 5}
    assert kinds.total() == SEA_TILES == STACKS * pack.stack_size


def test_an_equipment_harbor_takes_two_for_everything_and_a_wreck_brings_two():
    pack = named(RECONSTRUCTED)
    assert [pack.tile("eq-1").cost(item) for item in EQUIPMENT] == [2, 2, 2]
    assert pack.tile("wreck").gold == 2
    assert not is_known(pack.tile("fog").cost("sail"))


def test_the_corner_letter_follows_from_the_kind_of_tile():
    tiles = named(RECONSTRUCTED).tiles.values()
    assert {tile.kind for tile in tiles if tile.trade} == {"commercial", "equipment", "merchant"}
    assert {tile.kind for tile in tiles if not tile.action} == {"fog"}


@pytest.mark.parametrize("harbor", HARBORS)
def test_the_reconstructed_tasks_are_those_of_the_catalogue(harbor):
    pack = named(RECONSTRUCTED)
    assert ", ".join(starred(pack, task) for task in pack.tasks[harbor]) == TASKS[harbor]


def test_six_tasks_are_printed_and_twenty_one_invented():
    pack = named(RECONSTRUCTED)
    tasks = [task for column in pack.tasks.values() for task in column]
    assert [(task.harbor, task.field) for task in tasks] == [(h, n) for h in HARBORS for n in range(1, FIELDS + 1)]
    sources = Counter(pack.provenance((*task.path, next(iter(task.demands[0])))) for task in tasks)
    assert sources == {PRINTED: 6, INVENTED: 21}
    assert Counter(pack.provenance(task.path) for task in tasks) == {PRINTED: 3, INVENTED: 24}


def test_the_reconstructed_dice_are_those_of_the_catalogue():
    pack = named(RECONSTRUCTED)
    assert pack.event_die.faces == ("skull1", "skull1", "skull2", "skull2", "skull3", "coin")
    assert pack.battle_die.faces == ("silver", "silver", "silver", "blue_double", "blank", "blank")
    assert (pack.event_die.sides, pack.battle_die.sides) == (6, 6)


@pytest.mark.parametrize("pack_id", PACKS)
def test_what_the_rulebook_prints_stands_in_both_packs(pack_id):
    pack = named(pack_id)
    start = pack.starting
    assert (start.gold, start.letters, start.cannons, start.mounted, start.crew, start.sail) == (5, 1, 4, 1, 4, 4)
    assert pack.tokens == {2: 10, 3: 10, 4: 8}
    assert pack.ship.cabin_roles == ("boatswain", "bookkeeper", "cannoneer", "treasurer")
    assert (pack.ship.crow_nest, pack.stack_size) == ("lookout", 8)
    assert [pack.tasks[harbor][0].demands for harbor in HARBORS] == [
        ({"wine": 1},),
        ({"captain": 1},),
        ({"salt": 1, "fish": 1},),
    ]
    assert (pack.tile("eq-1").cost("sail"), pack.tile("wreck").gold) == (2, 2)
    assert [pack.tile(name).price for name in ("salt-1", "salt-3", "m-2", "m-3")] == [1, 3, 2, 3]
    assert [pack.tile(name).harbor for name in ("nc", "fh", "ol")] == list(HARBORS)
    paths = "starting, tokens, stacks, ship/crow_nest, tiles/salt-1/price, tiles/eq-1/prices/sail, tiles/wreck/gold"
    assert {pack.provenance(tuple(path.split("/"))) for path in paths.split(", ")} == {PRINTED}


@pytest.mark.parametrize(
    ("path", "source"),
    [
        (("ship", "sail_max"), "public"),
        (("ship", "cabin_roles"), PRINTED),
        (("event_die", "sides"), "public"),
        (("event_die", "faces", "skull1"), PRINTED),
        (("event_die", "faces", "skull1", "copies"), INVENTED),
        (("battle_die", "sides"), "public"),
        (("battle_die", "faces", "blue_double"), PRINTED),
        (("battle_die", "faces", "blue_double", "copies"), INVENTED),
        (("battle_die", "faces", "blank"), INVENTED),
        (("tiles", "grain-1", "commodities"), PRINTED),
        (("tiles", "grain-1", "price"), INVENTED),
        (("tiles", "eq-1", "prices", "cannon"), INVENTED),
        (("tiles", "eq-1", "prices", "crew"), INVENTED),
        (("tiles", "m-2", "price"), PRINTED),
        (("tiles", "wine-3", "price"), INVENTED),
        (("tokens", "4"), PRINTED),
    ],
)
def test_a_value_says_where_it_comes_from(path, source):
    assert named(RECONSTRUCTED).provenance(path) == source


def test_only_tiles_tasks_and_dice_of_the_reconstructed_pack_are_invented():
    pack = named(RECONSTRUCTED).pack
    assert {part for part in pack.tree if pack.has_inventions(part)} == {"tiles", "tasks", "event_die", "battle_die"}
    assert named(RECONSTRUCTED).is_reconstructed
    assert not named(BARE).is_reconstructed


def test_the_bare_pack_leaves_unknown_what_only_the_pieces_show():
    pack = named(BARE)
    assert not any(is_known(value) for value in (pack.ship.sail_max, pack.event_die.sides, pack.battle_die.faces))
    counted = {tile.id: tile.copies for tile in pack.tiles.values() if is_known(tile.copies)}
    assert counted == {"nc": 1, "fh": 1, "ol": 1}
    assert not any(is_known(pack.tile("eq-1").cost(item)) for item in ("cannon", "crew"))
    assert not any(is_known(task.demands) for column in pack.tasks.values() for task in column[1:])
    assert pack.open_tiles


def test_the_bare_pack_holds_nothing_but_what_the_rulebook_prints():
    pack = named(BARE).pack
    assert set(pack.marks.values()) == {PRINTED}


@pytest.mark.parametrize("pack_id", PACKS)
def test_any_face_that_may_be_on_a_die_may_come_up(pack_id):
    pack = named(pack_id)
    assert pack.event_die.names == ("skull1", "skull2", "skull3", "coin")
    assert pack.battle_die.names == ("silver", "blue_double", "blank")


def test_a_face_that_is_known_not_to_be_on_the_die_cannot_come_up():
    blank = 'silver = { copies = "??" }\nblue_double = { copies = "??" }\nblank = { copies = '
    die = edited(f'{blank}"??"', f"{blank}0", BARE).battle_die
    assert die.names == ("silver", "blue_double")
    assert not is_known(die.faces)


def test_the_bare_pack_takes_any_tile_at_its_name_but_never_a_price_from_it():
    pack = named(BARE)
    assert "wine-2" in pack.tile_names
    assert "Wine!" not in pack.tile_names
    wine = pack.tile("wine-2")
    assert (wine.id, wine.kind, wine.commodities, wine.trade) == ("wine-2", "commercial", ("wine",), True)
    with pytest.raises(Undetermined):
        assert wine.price == 2
    with pytest.raises(KeyError):
        pack.tile("Wine!")


@pytest.mark.parametrize(
    ("name", "kind", "wares"),
    [
        ("fish", "commercial", ("fish",)),
        ("grain-1", "commercial", ("grain",)),
        ("salt-fish", "commercial", ("salt", "fish")),
        ("m-1", "merchant", COMMODITIES),
        ("merchant-at-the-cape", "merchant", COMMODITIES),
        ("eq-2", "equipment", ()),
        ("wreck-2", "shipwreck", ()),
        ("fog-5", "fog", ()),
    ],
)
def test_the_name_of_an_unlisted_tile_tells_its_kind(name, kind, wares):
    tile = named(BARE).tile(name)
    assert (tile.kind, tile.commodities, tile.harbor) == (kind, wares, "")
    assert not any(is_known(value) for value in (tile.price, tile.copies, tile.cost("crew")))


@pytest.mark.parametrize("name", ["t7", "7", "destination", "salt-and-fish", "commercial"])
def test_a_name_that_does_not_tell_the_goods_leaves_them_unknown(name):
    assert not is_known(named(BARE).tile(name).commodities)


def test_a_tile_of_unknown_kind_cannot_be_judged_but_is_no_destination_harbor():
    tile = named(BARE).tile("t7")
    assert tile.harbor == ""
    with pytest.raises(Undetermined):
        assert tile.trade
    with pytest.raises(Undetermined):
        assert tile.action


def test_an_unlisted_tile_may_be_the_harbor_that_is_not_listed():
    unlisted = 'ol = { kind = "destination", harbor = "olsand", copies = 1 }\n'
    assert not is_known(edited(unlisted, "", BARE).tile("t7").harbor)


def test_a_listed_box_knows_its_tiles_only():
    pack = named(RECONSTRUCTED)
    assert set(pack.tile_names) == set(TILES)
    assert "wine-2" not in pack.tile_names
    with pytest.raises(KeyError):
        pack.tile("wine-2")


def test_a_column_has_nine_fields():
    pack = named(RECONSTRUCTED)
    nine = pack.task("olsand", 9)
    assert nine is not None
    assert nine.demands == ({"lumber": 2, "grain": 2},)
    assert pack.task("olsand", 0) is pack.task("olsand", 10) is None


def test_a_table_of_a_size_that_the_game_is_not_for_has_unknown_tokens():
    pack = named(BARE)
    assert [pack.tokens_for(players) for players in (2, 3, 4)] == [10, 10, 8]
    assert not is_known(pack.tokens_for(5))


def test_a_field_may_leave_a_choice():
    pack = edited("4 = { gold = 4 }", "4 = { any_of = [{ wine = 2 }, { gold = 4 }] }")
    task = pack.tasks["north_cape"][3]
    assert task.demands == ({"wine": 2}, {"gold": 4})
    unseen = edited("4 = { gold = 4 }", '4 = { any_of = "??" }').tasks["north_cape"][3]
    assert not is_known(unseen.demands)


def test_an_amount_that_nobody_could_read_leaves_the_payment_open():
    task = edited("4 = { gold = 4 }", '4 = { gold = "??" }').tasks["north_cape"][3]
    with pytest.raises(Undetermined):
        assert {"gold": 4} in task.demands


def test_a_tile_may_be_known_by_its_name_alone():
    pack = edited('fog = { kind = "fog", copies = "??" }', 'fog = "??"\nodd = { kind = "??", copies = 2 }', BARE)
    assert not is_known(pack.tile("fog").kind)
    assert (pack.tile("odd").copies, is_known(pack.tile("odd").commodities)) == (2, False)


@pytest.mark.parametrize("part", ["tiles", "tasks", "event_die", "battle_die", "ship", "starting", "tokens", "stacks"])
def test_a_whole_part_of_the_box_may_be_unknown(part):
    tables = re.split(r"(?m)^(?=\[)", named(BARE).pack.text)
    kept = [table for table in tables if not table.startswith((f"[{part}]", f"[{part}."))]
    pack = opened(f'{part} = "??"\n' + "".join(kept))
    first = pack.tasks["olsand"][0].demands
    values = {
        "tiles": pack.tile("salt-1").price,
        "tasks": first,
        "ship": pack.ship.crow_nest,
        "starting": pack.starting.gold,
        "tokens": pack.tokens_for(3),
        "stacks": pack.stack_size,
    }
    assert {key for key, value in values.items() if not is_known(value)} == {part} & {*values}
    assert pack.event_die.names == ("skull1", "skull2", "skull3", "coin")


def test_each_single_value_of_the_box_may_be_unknown():
    lines = named(RECONSTRUCTED).pack.text.splitlines()
    first = lines.index("[starting]")
    for at, line in enumerate(lines[first:], first):
        key, equals, _ = line.partition(" = ")
        if equals and not line.startswith(("#", "provenance")):
            wanted = f'provenance_of = {{ {key} = "'
            rest = [one for one in lines[at + 1 :] if not one.startswith(wanted)]
            assert check("\n".join([*lines[:at], f'{key} = "??"', *rest])) == [], line


def test_a_log_is_read_with_the_pack_it_names_the_one_it_brings_or_the_bare_one():
    mine = named(BARE).pack.text.replace('id = "north-wind-bare"', 'id = "my-copy"')
    header = Header(game="north-wind")
    assert content_for(header, {}).id == BARE
    assert content_for(Header(game="north-wind", pack=f"{RECONSTRUCTED}@1"), {}) is named(RECONSTRUCTED)
    assert content_for(Header(game="north-wind", pack="my-copy"), {"my-copy": mine}).id == "my-copy"
    assert content_for(Header(game="north-wind", inline=mine), {}).id == "my-copy"
    with pytest.raises(PackError) as caught:
        content_for(Header(game="north-wind", pack="north-wind-reconstructed"), {})
    assert 'Did you mean "north-wind-reconstructed-1"?' in caught.value.fault.hint
