"""The hashed bytes: the same as those of RFC 8785's reference, and chained so that no other event fits."""

from __future__ import annotations

import hashlib
import json
import struct
from typing import Any

import orjson
import pytest
import rfc8785
from hypothesis import example, given
from hypothesis import strategies as st

from audit.store import Misformed
from audit.store.record.canonical_json import SAFE, canonicalize_texts, write_canonical_value
from audit.store.record.hash_chain import Batch, Link, hash_batch, hash_event, make_seal

# Letters whose order differs between UTF-8 and UTF-16, characters that JSON escapes, and any other text.
TRICKY = st.sampled_from(["\ue000", "\uffff", "\U00010000", "\U0010ffff", '"', "\\", "\x7f", "\x1f", "\b", "é", "/"])
TEXTS = st.text(st.one_of(st.characters(exclude_categories=["Cs"]), TRICKY), max_size=8)
NUMBERS = st.one_of(
    st.integers(-SAFE, SAFE),
    st.integers(-20, 20),
    st.floats(allow_nan=False, allow_infinity=False).filter(lambda number: not too_long(number)),
    st.sampled_from([0.0, -0.0, 1e21, 9.999e22, 1e-6, 1e-7, 5e-324, 1.7976931348623157e308, 123456.789]),
)


def too_long(number: float) -> bool:
    """Return whether a number would be written as an integer that JSON programs read differently."""
    return number.is_integer() and SAFE < abs(number) < 1e21


LEAVES = st.one_of(st.none(), st.booleans(), NUMBERS, TEXTS)
VALUES = st.recursive(
    LEAVES,
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(TEXTS, inner, max_size=4)),
    max_leaves=20,
)
# A fraction that is an integer: JSON programs differ on its type; RFC 8785 writes both alike.
ALIKE = [(b"1.0", b"1"), (b"-0", b"0"), (b"-0.0", b"0"), (b"1e2", b"100"), (b"1E+2", b"100"), (b"0.1e1", b"1")]


@given(VALUES)
@example({"\U00010000": 1, "\uffff": 2, "\ue000": 3})
@example([1e21, 1e-7, -0.0, {"a": 1.0}])
def test_every_value_is_written_as_the_reference_writes_it(value):
    wanted = rfc8785.dumps(value)
    assert canonicalize_texts([orjson.dumps(value)]) == [wanted]
    assert canonicalize_texts([json.dumps(value).encode()]) == [wanted]
    assert canonicalize_texts([json.dumps(value, indent=3, ensure_ascii=False).encode()]) == [wanted]
    assert write_canonical_value(value).encode() == wanted


@given(VALUES)
def test_what_is_canonical_stays_as_it_is(value):
    (once,) = canonicalize_texts([orjson.dumps(value)])
    assert canonicalize_texts([once]) == [once]


@given(st.lists(VALUES, max_size=6))
def test_a_batch_is_written_as_its_events_one_by_one(values):
    raws = [orjson.dumps(value) for value in values]
    assert canonicalize_texts(raws) == [canonicalize_texts([raw])[0] for raw in raws]


@given(st.integers(0, 2**64 - 1))
def test_every_number_a_computer_holds_is_written_as_the_reference_writes_it(bits):
    (number,) = struct.unpack("d", struct.pack("Q", bits))
    try:
        wanted = rfc8785.dumps(number)
    except rfc8785.FloatDomainError:
        with pytest.raises(Misformed):
            write_canonical_value(number)
        return
    if too_long(number):
        with pytest.raises(Misformed):
            write_canonical_value(number)
        return
    assert write_canonical_value(number).encode() == wanted


@pytest.mark.parametrize(("raw", "wanted"), ALIKE)
def test_numbers_that_are_equal_are_written_alike(raw, wanted):
    assert canonicalize_texts([raw]) == [wanted]


@pytest.mark.parametrize("number", [SAFE + 1, -SAFE - 1, 9007199254740992.0, 1e20, 2**63, 2**64, 10**40])
def test_an_integer_that_programs_read_differently_is_refused(number):
    with pytest.raises(Misformed):
        canonicalize_texts([str(number).encode()])


@pytest.mark.parametrize(
    "raw",
    [
        *(b"", b" ", b"{", b"nul", b"NaN", b"Infinity", b"[1,]", b"01", b"1.", b"'a'", b'"\x01"', b"\xef\xbb\xbf{}"),
        *(b'"\xff"', b'"\\ud800"', b'"\\udc00\\ud800"', b"1e999", b"[" * 100_000, b'{"a":' * 5_000, b"9" * 5_000),
        *(b"[" * 300 + b"]" * 300, b'{"a":' * 300 + b"0.5" + b"}" * 300, b"[" * 900 + b"1" + b"]" * 900),
        *(b'{"a":1.5,"a":2.5}', b'{"n":1e1}{}'),
    ],
)
def test_what_has_no_canonical_form_is_refused_with_its_place(raw):
    with pytest.raises(Misformed) as refused:
        canonicalize_texts([b"{}", b"{}", raw, b"{}"])
    assert refused.value.at == 2


# ---- the chain ----

LINKS = st.builds(Link, TEXTS, st.binary(max_size=30), st.integers(-(2**63), 2**63 - 1), TEXTS, st.none() | TEXTS)
SEAL, START = hashlib.sha256(b"a game").digest(), hashlib.sha256(b"an event").digest()


EVENTS = st.lists(st.tuples(TEXTS, st.binary(max_size=30)), min_size=1, max_size=5)


@given(EVENTS, LINKS, st.integers(0, 10**6))
def test_a_batch_is_chained_as_its_events_one_by_one(events, written, after):
    before, one_by_one = START, []
    for seq, (kind, body) in enumerate(events, after + 1):
        rulebook = written.rulebook if seq == after + 1 else None
        before = hash_event(SEAL, before, seq, written._replace(kind=kind, body=body, rulebook=rulebook))
        one_by_one.append(before)
    kinds, bodies = zip(*events, strict=True)
    assert hash_batch(SEAL, START, after, Batch(kinds, bodies, *written[2:])) == one_by_one


@given(st.tuples(LINKS, st.integers(1, 9)), st.tuples(LINKS, st.integers(1, 9)))
@example((Link("ab", b"c", 0, ""), 1), (Link("a", b"bc", 0, ""), 1))
@example((Link("a", b"", 0, "b"), 1), (Link("ab", b"", 0, ""), 1))
@example((Link("a", b"", 0, ""), 1), (Link("a", b"", 0, "", ""), 1))
@example((Link("a", b"", 0, "", "b"), 1), (Link("", b"", 0, "", "ba"), 1))
def test_different_events_never_share_a_hash(one, other):
    first, second = (hash_event(SEAL, START, seq, link) for link, seq in (one, other))
    assert (first == second) == (one == other)


def test_every_part_of_an_event_and_of_its_game_is_in_the_hash():
    begun: dict[str, Any] = {"game": "g", "club": "c", "header": b"h", "rulebook": "r", "created": (1, "by")}
    others: dict[str, Any] = {"game": "x", "club": "x", "header": b"x", "rulebook": "x", "created": (2, "by")}
    seals = {make_seal(**begun), *(make_seal(**{**begun, part: other}) for part, other in others.items())}
    assert len(seals) == 1 + len(others)
    link = Link("move", b"{}", 1, "by")
    hashes = {
        hash_event(SEAL, START, 1, link),
        hash_event(START, START, 1, link),
        hash_event(SEAL, SEAL, 1, link),
        hash_event(SEAL, START, 2, link),
        hash_event(SEAL, START, 1, link._replace(kind="claim")),
        hash_event(SEAL, START, 1, link._replace(body=b"[]")),
        hash_event(SEAL, START, 1, link._replace(recorded_at=2)),
        hash_event(SEAL, START, 1, link._replace(recorded_by="yb")),
        hash_event(SEAL, START, 1, link._replace(rulebook="r")),
        hash_event(SEAL, START, 1, link._replace(rulebook="x")),
    }
    assert len(hashes) == 10


def test_the_chain_is_what_it_has_always_been():
    # Computed by hand from the layout in docs/explanation/store.md, with nothing but `sha256` and `struct`.
    parts = [b"g", b"c", b"h", b"r", b"1", b"by"]
    sealed = hashlib.sha256(b"deadreckon.game/1\n" + b"".join(struct.pack(">Q", len(p)) + p for p in parts)).digest()
    placed = struct.pack(">32sQqHH", sealed, 1, 7, 4, 2)
    event = hashlib.sha256(b"deadreckon.event/1\n" + sealed + placed + b"move" + b"by" + b"{}").digest()
    assert make_seal("g", "c", b"h", "r", (1, "by")) == sealed
    assert hash_batch(sealed, sealed, 0, Batch(["move"], [b"{}"], 7, "by")) == [event]
    begun = b"deadreckon.event/2\n" + sealed + struct.pack(">Q", 3) + b"j p"
    turned = hashlib.sha256(begun + placed + b"move" + b"by" + b"{}").digest()
    assert hash_batch(sealed, sealed, 0, Batch(["move"], [b"{}"], 7, "by", "j p")) == [turned]
