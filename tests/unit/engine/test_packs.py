"""Content packs: how they are read, the provenance of each value, and the messages for broken ones."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.games.tailwinds.content import BARE, PACKS, RECONSTRUCTED, check, named
from engine.kernel.log import Fault
from engine.kernel.packs import pack as packs_pack
from engine.kernel.packs.pack import MAX_LINE, MAX_PACK, load_pack
from engine.kernel.packs.reader import MOST_COMPARED, MOST_FAULTS, PackError, ask_if_meant
from engine.kernel.unknown import UNKNOWN

HEAD = '[pack]\ngame = "chess"\nid = "mine"\nversion = "1"\nfilled_by = "Ada"\nprovenance = "verified"\n'


def spoilt(old: str, new: str, pack_id: str = RECONSTRUCTED) -> list[Fault]:
    text = named(pack_id).pack.text
    assert old in text
    return check(text.replace(old, new, -1 if old.startswith("[") else 1))


def refused(text: str, game: str = "chess") -> Fault:
    with pytest.raises(PackError) as caught:
        load_pack(text, game)
    return caught.value.fault


def test_an_invented_entry_in_a_verified_pack_makes_it_reconstructed_unless_it_is_unknown():
    assert load_pack(HEAD + '[card]\nvalue = 3\nprovenance = "reconstructed"\n', "chess").reconstructed
    assert not load_pack(HEAD + '[card]\nvalue = "??"\nprovenance = "reconstructed"\n', "chess").reconstructed


def test_the_digest_depends_on_what_the_pack_says_and_not_on_how_it_is_laid_out():
    text = named(RECONSTRUCTED).pack.text
    digest = named(RECONSTRUCTED).digest
    assert load_pack("# mine\n" + text.replace("\n", "\r\n"), "tailwinds").digest == digest
    assert load_pack(text.replace("sailor-5 = { value = 5 }", "sailor-5 = { value = 6 }"), "tailwinds").digest != digest
    assert load_pack(text.replace('{ points = "rulebook" }', '{ points = "public" }'), "tailwinds").digest != digest


def test_a_pack_that_is_not_there_is_answered_with_those_that_are():
    with pytest.raises(PackError) as caught:
        named("tailwinds-reconstructed")
    assert 'Did you mean "tailwinds-reconstructed-1"?' in caught.value.fault.hint
    assert BARE in caught.value.fault.hint


@pytest.mark.parametrize("pack_id", PACKS)
def test_the_shipped_packs_have_no_fault(pack_id):
    assert check(named(pack_id).pack.text) == []


@pytest.mark.parametrize(
    ("old", "new", "says", "hint"),
    [
        ("sailor-7 = { value = 7 }\n", "", "decks.sailor.cards: 6 cards.", "A deck holds 7"),
        ("sailor-7 = {", "crew-7 = {", "decks.sailor.cards.crew-7", "Name it sailor-..."),
        ("sailor-7 = { value = 7 }", "sailor-7 = { value = -7 }", "value: -7 is out of bounds.", "from 0 to"),
        ("sailor-7 = { value = 7 }", 'sailor-7 = { value = "seven" }', "'seven' is not a whole number.", '"??"'),
        ("sailor-7 = { value = 7 }", "sailor-7 = { value = true }", "True is not a whole number.", '"??"'),
        ("sailor-7 = { value = 7 }", "sailor-7 = { valeu = 7 }", "valeu: is not a key", 'Did you mean "value"?'),
        ("sailor-7 = { value = 7 }", "sailor-7 = 7", "7 is not a table.", "Write [decks.sailor.cards.sailor-7]"),
        ("recover = true", "recover = false", "decks.sailor.cards: 0 Recover cards.", "recover = true"),
        ("sailor-7 = { value = 7 }", "sailor-7 = { value = 7, recover = true }", "2 Recover cards.", "recover = true"),
        ('colour = "orange"', 'colour = "green"', "decks.crew.colour: green belongs to sailor", "each deck its own"),
        ('colour = "orange"\n', "", "decks.crew.colour: is missing.", 'colour = "??"'),
        ("[decks.crew", "[decks.monk", "decks.crew: is missing.", "Give it a table"),
        ('"start_of_move"', '"at_start"', 'timing: "at_start" means nothing', "start_of_move"),
        ('ability = "cannons"', 'ability = "canons"', '"canons" means nothing', 'Did you mean "cannons"?'),
        ("params = { bonus = 1 }", "params = { bonsu = 1 }", "params.bonsu: is not a key", 'Did you mean "bonus"?'),
        ('"same_space"', '"everywhere"', '"everywhere" means nothing', "adjacent"),
        ("copies = 3", "copies = 4", "rainbow: 21 cards.", "There are 20"),
        ("copies = 3", "copies = 0", "rainbow.anchor.copies: 0 is out of bounds.", "from 1 to 20"),
        ("special = { gambler = 2 }", "special = { gamble = 2 }", "special.gamble: is not a key", '"gambler"'),
        ("[rainbow.rum]", "[rainbow.grog]", "rainbow.grog.effect: is missing.", "Give it a word"),
        ("order = 2", "order = 1", "track: two cards have the same order.", "1 to 6"),
        ("order = 2", 'order = "??"', "track.T2.order: a track without an order", "from start to finish"),
        ("rainbows = [4]", "rainbows = [7]", "track.T1.standard.rainbows[1]: 7 does not belong", "from 1 to 6"),
        ("starts = [1, 2, 3]", "starts = 3", "3 is not a list", "[brackets]"),
        ("faces = [1, 2,", "faces = [2,", "die.faces: 5 faces.", "six sides"),
        ('lanes = "unlimited"', 'lanes = "many"', '"many" means nothing here.', "unlimited"),
        ("forward = 2", "forward = 2.5", "wind.forward: 2.5 is not a value that a component can have.", "whole number"),
        ("[wind]", "[winds]", "wind: is missing.", "Give it a table"),
        ("recover = true", 'recover = true\noverrides = ["5"]', 'overrides: "5" is not a rule ID.', "TW-MOVE-05"),
    ],
)
def test_a_broken_box_is_told_what_is_wrong_where_and_what_to_do(old, new, says, hint):
    faults = spoilt(old, new)
    assert any(says in fault.says and hint in fault.hint for fault in faults), faults


def test_a_fault_stands_on_the_line_of_its_key():
    text = named(RECONSTRUCTED).pack.text
    [fault] = spoilt("sailor-7 = { value = 7 }", "sailor-7 = { valeu = 7, value = 7 }")
    assert fault.line == text[: text.index("sailor-7")].count("\n") + 1
    [fault] = spoilt("mandatory = true\nuses = 1", "mandatory = 1\nuses = 1")
    assert fault.line == text[: text.index("mandatory = true")].count("\n") + 1


def test_text_over_several_lines_does_not_mislead_the_place_of_a_fault():
    faults = spoilt('ability = "shackle"', 'ability = "shackle"\ntext = """\n[rainbow.rum]\ncopies = 9\n"""\nuse = 1')
    text = named(RECONSTRUCTED).pack.text
    assert [fault.line for fault in faults] == [text[: text.index('ability = "shackle"')].count("\n") + 6]


def test_all_faults_are_told_at_once_in_the_order_of_their_lines():
    text = named(RECONSTRUCTED).pack.text.replace("copies = 4", "copies = 5").replace("forward = 2", 'forward = "two"')
    faults = check(text.replace("order = 6", "order = 7"))
    assert [fault.says.partition(":")[0] for fault in faults] == ["wind.forward", "track.T6.order", "rainbow"]
    assert [fault.line for fault in faults] == sorted(fault.line for fault in faults)
    assert all(fault.hint for fault in faults)


@pytest.mark.parametrize(
    ("text", "says", "hint"),
    [
        ("", "pack.game: is missing.", "Give it a word"),
        (HEAD.replace("chess", "draughts"), 'this pack is for "draughts", not for "chess".', "made for chess"),
        (HEAD.replace('"mine"', '"??"'), "pack.id: must not be unknown.", 'id = "..."'),
        (HEAD.replace('"mine"', '"my pack"'), '"my pack" cannot be named in a log.', "a-z"),
        (HEAD.replace('"mine"', "7"), "pack.id: 7 is not a word", 'a word in "quotes"'),
        (HEAD.replace("filled_by", "filled_bye"), "pack.filled_by: is missing.", "Give it"),
        (HEAD + 'author = "Ben"\n', "pack.author: is not a key", "Known here: filled_by"),
        (HEAD.replace("verified", "verify"), "'verify' is not a provenance.", 'Did you mean "verified"?'),
        (HEAD.replace('provenance = "verified"\n', ""), "pack.provenance: is missing.", "rulebook (printed"),
        (HEAD + '[a]\nx = 1\nprovenance_of = { y = "public" }\n', "a.provenance_of.y: there is no", "same table"),
        (HEAD + '[a]\nx = 1\nprovenance_of = "public"\n', "must be a table.", "provenance_of = {"),
        (HEAD + "[a]\nx = 1e3\n", "a.x: 1000.0 is not a value that a component can have.", "whole number"),
        (HEAD + "[a]\nx = nan\n", "a.x: nan is not a value that a component can have.", "whole number"),
        (HEAD + "[a]\nx = 1979-05-27\n", "a.x: 1979-05-27 is not a value", "whole number"),
        (HEAD + "[a]\nx = [1, 99999999]\n", "a.x[2]: the number is out of bounds.", "1000000"),
    ],
)
def test_a_pack_with_a_wrong_header_or_value_is_told_so(text, says, hint):
    fault = refused(text)
    assert says in fault.says
    assert hint in fault.hint
    assert fault.line >= 1


def test_a_pack_that_is_no_toml_is_told_the_line_and_column():
    fault = refused(HEAD + "[a]\nx = = 1\n")
    assert (fault.line, fault.column) == (8, 5)
    assert "not readable as TOML" in fault.says
    assert "key = value" in fault.hint
    assert refused(HEAD + '[a]\nx = "open').line == 8


def test_a_doubled_key_is_refused_with_its_line():
    assert refused(HEAD + "[a]\nx = 1\nx = 2\n").line == 9


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (HEAD + "x = " + "[" * 3_000 + "]" * 900, "20 deep"),
        (HEAD + "[" + "a." * 1_900 + "a]\nx = 1", "more than 10 parts"),
        (HEAD + "x = " + "a" * MAX_LINE, "Line 7 of the pack"),
        (HEAD + "#" * 80 + "\n" * MAX_PACK, "at most 200,000 are read"),
        (HEAD + "x = [\n" + "1" * 3_400 + "]", "out of bounds"),
        (HEAD + '[a]\nx = "\ud800"', "half a character"),
    ],
)
def test_a_pack_made_to_hurt_is_refused_in_words(text, says):
    assert says in refused(text).says


def test_of_a_pack_full_of_faults_a_hundred_are_told_and_no_more_are_looked_for(monkeypatch):
    asked: list[object] = []

    def counted(word: object, _: object) -> str:
        asked.append(word)
        return ""

    monkeypatch.setattr(packs_pack, "ask_if_meant", counted)
    beside = "".join(f'b{number} = "rulebook"\n' for number in range(5_000))
    with pytest.raises(PackError) as refused:
        load_pack(HEAD + "[a]\nx = 1\n[a.provenance_of]\n" + beside, "tailwinds")
    assert (len(refused.value.faults), len(asked)) == (MOST_FAULTS, MOST_FAULTS)


def test_a_word_is_compared_with_so_many_others_only():
    others = iter(f"word {number}" for number in range(10_000))
    assert ask_if_meant("word 7" * 10_000, others) == ""
    assert next(others) == f"word {MOST_COMPARED}"


def test_the_nearest_mark_says_where_a_value_comes_from():
    text = HEAD + (
        '[top]\nx = 1\n[a]\nprovenance = "public"\nx = 1\ny = 2\nprovenance_of = { y = "inferred" }\n'
        '[a.b]\nz = 3\n[a.c]\nprovenance = "rulebook"\nz = 4\n[[list]]\nx = 1\n[[list]]\nx = 2\nprovenance = "public"\n'
    )
    pack = load_pack(text, "chess")
    found = [pack.provenance(path) for path in (("top", "x"), ("a", "x"), ("a", "y"), ("a", "b", "z"), ("a", "c", "z"))]
    assert found == ["verified", "public", "inferred", "public", "rulebook"]
    assert [pack.provenance(("list", place, "x")) for place in (0, 1)] == ["verified", "public"]


def test_two_question_marks_load_as_the_unknown_value_wherever_they_stand():
    tree = load_pack(HEAD + '[a]\nx = "??"\ny = [1, "??"]\n', "chess").tree
    assert tree["a"]["x"] is UNKNOWN
    assert tree["a"]["y"][1] is UNKNOWN


@given(data=st.data())
@settings(max_examples=60, deadline=None)
def test_a_pack_torn_anywhere_is_accepted_or_refused_in_words(data):
    text = named(RECONSTRUCTED).pack.text
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, min(len(text), start + 80)))
    torn = text[:start] + data.draw(st.text(max_size=20)) + text[end:]
    assert all(fault.says and fault.hint and fault.line >= 1 for fault in check(torn))
