"""Broken packs of North Wind: the message for each fault, and its place."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.games.north_wind.content import PACKS, RECONSTRUCTED, check, named


def spoilt(old, new, pack_id=RECONSTRUCTED):
    text = named(pack_id).pack.text
    assert old in text
    return check(text.replace(old, new, 1))


@pytest.mark.parametrize("pack_id", PACKS)
def test_the_shipped_packs_have_no_fault(pack_id):
    assert check(named(pack_id).pack.text) == []


@pytest.mark.parametrize(
    ("old", "new", "says", "hint"),
    [
        ("copies = 5", "copies = 4", "tiles: 23 tiles.", "A box has 24"),
        ("copies = 5", "copies = 6", "tiles: 25 tiles.", "count again"),
        ("[tiles]", '[tiles]\nothers = "??"', "tiles: at least 25 tiles.", "A box has 24"),
        ("[tiles]", "[tiles]\nothers = 3", 'others: must be "??".', 'others = "??"'),
        ("[tiles.fog]", '[tiles."Thick Fog"]', '"Thick Fog" cannot be named in a log.', "a-z"),
        ('kind = "fog"', 'kind = "frog"', '"frog" means nothing here.', 'Did you mean "fog"?'),
        ('kind = "fog"', 'kind = "fog"\nprice = 2', "tiles.fog.price: is not a key", "Known here: copies, kind"),
        ('harbor = "olsand"', 'harbor = "olesand"', '"olesand" means nothing here.', '"olsand"'),
        ('harbor = "olsand"', 'harbor = "fort_haven"', "fh is the tile of fort_haven already.", "has one tile"),
        ('harbor = "olsand"', 'harbor = "fort_haven"', "tiles: no tile of olsand.", 'kind = "destination"'),
        ('"olsand", copies = 1', '"olsand", copies = 2', "2 tiles of olsand.", "has one tile"),
        ('["wine"], price = 1', '["wein"], price = 1', '"wein" is no commodity.', '"wine"'),
        ('["wine"], price = 1', '["captain"], price = 1', '"captain" is no commodity.', "salt, grain"),
        ('["wine"], price = 1', "[], price = 1", "wine-1.commodities: shows nothing.", '["salt"]'),
        ('["wine"], price = 1', '["wine"], price = 0', "wine-1.price: 0 is out of bounds.", "from 1"),
        ('["wine"], price = 1', '["wine"]', "wine-1.price: is missing.", "whole number"),
        ('"merchant"\nprice = 3', '"merchant"\nprice = 4', "m-3.price: 4 is out of bounds.", "from 2 to 3"),
        ("{ sail = 2,", "{ canon = 1, sail = 2,", "prices.canon: is not a key", '"cannon"'),
        ("gold = 2\ncopies", "copies", "tiles.wreck.gold: is missing.", "whole number"),
        ("9 = { wine = 2, gold = 3 }\n", "", "tasks.north_cape.9: is missing.", "a table"),
        ("9 = { wine = 2, gold = 3 }", "9 = {}", "tasks.north_cape.9: asks for nothing.", "Say what"),
        ("9 = { wine = 2, gold = 3 }", "9 = { wine = 3 }", "north_cape.9.wine: 3 is out of bounds.", "from 1 to 2"),
        ("9 = { wine = 2, gold = 3 }", "9 = { wine = 0 }", "north_cape.9.wine: 0 is out of bounds.", "from 1 to 2"),
        ("9 = { wine = 2, gold = 3 }", "9 = { fish = 2 }", "9.fish: north_cape does not ask", "wine, gold"),
        ("9 = { wine = 2, gold = 3 }", "9 = { wnie = 2 }", "9.wnie: is not a key", 'Did you mean "wine"?'),
        ("9 = { wine = 2, gold = 3 }", "9 = 3", "9: 3 is not a table.", "a table"),
        ("9 = { wine = 2, gold = 3 }", "9 = { any_of = 3 }", "lists no ways to pay.", "any_of = ["),
        ("9 = { wine = 2, gold = 3 }", "9 = { any_of = [{ fish = 1 }] }", "any_of[1].fish: north_cape", "wine, gold"),
        ("9 = { wine = 2, gold = 3 }", "9 = { any_of = [{}] }", "9.any_of[1]: asks for nothing.", "Say what"),
        (
            "9 = { wine = 2, gold = 3 }",
            "9 = { any_of = [{ wine = 1 }], gold = 1 }",
            "north_cape.9.gold: is not a key",
            "any_of",
        ),
        ("9 = { captain = 2, wine = 2 }", "9 = { captain = 3 }", "9.captain: 3 is out of bounds.", "from 1 to 2"),
        ("9 = { lumber = 2, grain = 2 }", "9 = { gold = 2 }", "9.gold: olsand does not ask for this.", "salt, grain"),
        ("[tasks.olsand]", "[tasks.olesand]", "tasks.olesand: is not a key", 'Did you mean "olsand"?'),
        ("coin = { copies = 1", "coin = { copies = 2", "event_die.faces: 7 faces on 6 sides.", "Count again"),
        ("coin = { copies = 1", "coin = { copies = 0", "event_die.faces: 5 faces on 6 sides.", "Count again"),
        ("blank = { copies = 2 }", "", "battle_die.faces.blank: is missing.", "a table"),
        ("blank = { copies = 2 }", "blanc = { copies = 2 }", "faces.blanc: is not a key", '"blank"'),
        ('"cannoneer", "treasurer"]', '"cannoneer"]', "ship.cabin_roles: 3 roles.", "The cabin has 4 slots"),
        ('"cannoneer", "treasurer"]', '"cannoneer", "cook"]', '"cook" is no role.', "slot of its own"),
        ('"cannoneer", "treasurer"]', '"cannonier", "treasurer"]', '"cannonier" is no role.', '"cannoneer"'),
        ('"cannoneer", "treasurer"]', '"cannoneer", "lookout"]', '"lookout" has a slot already.', "slot of its own"),
        ('crow_nest = "lookout"', 'crow_nest = "look-out"', '"look-out" means nothing here.', '"lookout"'),
        ("sail_max = 6", "sail_max = 0", "ship.sail_max: 0 is out of bounds.", "from 1"),
        ("mounted = 1", "mounted = 5", "starting.mounted: 5 is out of bounds.", "from 0 to 4"),
        ("letters = 1", "letters = 3", "starting.letters: 3 is out of bounds.", "from 0 to 2"),
        ("3 = 10\n", "", "tokens.3: is missing.", "whole number"),
        ("4 = 8", "4 = 8\n5 = 6", "tokens.5: is not a key", "Known here: 2, 3, 4"),
        ("tiles = 8", "tiles = 7", "stacks.tiles: 3 stacks of 7.", "write 8"),
        ("[stacks]", "[stack]", "stacks: is missing.", "a table"),
    ],
)
def test_a_broken_box_is_told_what_is_wrong_where_and_what_to_do(old, new, says, hint):
    faults = spoilt(old, new)
    assert any(says in fault.says and hint in fault.hint for fault in faults), faults


def test_a_fault_stands_on_the_line_of_its_key():
    text = named(RECONSTRUCTED).pack.text
    [fault] = spoilt("8 = { fish = 2, salt = 2 }", "8 = { fish = 2, salt = 4 }")
    assert fault.line == text[: text.index("8 = { fish")].count("\n") + 1


@given(data=st.data())
@settings(max_examples=40, deadline=None)
def test_a_pack_torn_anywhere_is_accepted_or_refused_in_words(data):
    text = named(RECONSTRUCTED).pack.text
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, min(len(text), start + 80)))
    torn = text[:start] + data.draw(st.text(max_size=20)) + text[end:]
    assert all(fault.says and fault.hint and fault.line >= 1 for fault in check(torn))
