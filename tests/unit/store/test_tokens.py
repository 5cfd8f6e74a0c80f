"""Clubs, tokens and all derived data: separate for each club, and disposable without a loss."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier

import pytest

from audit.store import (
    PAGES_LINK,
    PAGES_SESSION,
    Absent,
    FindingFilter,
    Misformed,
    Receipt,
    Role,
)
from tests.support.stores.store_calls import CLUB, FOUND, NOBODYS, OTHER, RULEBOOK, Clock, appended, audited, begun
from tests.support.stores.tampering import changed

# ---- clubs and tokens ----


def test_a_token_is_found_by_its_secret_and_by_nothing_else(store):
    row, secret = store.issue_token(CLUB, Role.RECORDER, label="table 7", seat="green")
    assert store.find_token(secret) == row
    assert (row.role, row.label, row.seat, row.club) == (Role.RECORDER, "table 7", "green", CLUB)
    wrong = [secret[:-1], secret + "0", secret.swapcase(), row.id, "", "dr_", "a\0b", "é" * 40, secret[::-1]]
    assert [store.find_token(guess) for guess in wrong] == [None] * len(wrong)


def test_a_right_checksum_does_not_make_a_token(store):
    from audit.store.keys import token_secrets as secrets  # noqa: PLC0415 - only this test forges one

    row, secret = store.issue_token(CLUB, Role.ADMIN)
    begun_ = secret[: -secrets.SUM_LENGTH - 1] + ("A" if secret[-secrets.SUM_LENGTH - 1] != "A" else "B")
    forged = begun_ + secrets.write_checksum(begun_)
    assert secrets.read_public_id(forged) == row.id
    assert store.find_token(forged) is None
    assert store.find_token(secrets.make_secret()[1]) is None


def test_a_secret_is_kept_nowhere(store):
    _, secret = store.issue_token(CLUB, Role.ADMIN)
    with store._begin_read() as connection:
        held = connection.exec_driver_sql("SELECT * FROM tokens").all()
    chance = secret.split("_")[2]
    assert chance[:20] not in repr(held)
    assert chance.encode() not in repr(held).encode()


def test_a_token_ends_when_it_expires_or_is_revoked(opened):
    clock = Clock()
    store = opened(clock=clock)
    store.found_club(CLUB)
    short, short_secret = store.issue_token(CLUB, Role.VIEWER, lasting=timedelta(hours=1))
    lasting, lasting_secret = store.issue_token(CLUB, Role.VIEWER)
    clock.time += timedelta(minutes=59)
    assert store.find_token(short_secret) == short
    clock.time += timedelta(minutes=1)
    assert store.find_token(short_secret) is None
    assert store.find_token(lasting_secret) == lasting
    gone = store.revoke_token(CLUB, lasting.id)
    assert gone.revoked_at == clock.time
    assert store.find_token(lasting_secret) is None
    clock.time += timedelta(days=1)
    assert store.revoke_token(CLUB, lasting.id) == gone
    assert [row.id for row in store.list_tokens(CLUB)] == sorted([short.id, lasting.id])


def test_another_clubs_token_cannot_be_revoked_or_seen(store):
    theirs, secret = store.issue_token(OTHER, Role.ADMIN)
    with pytest.raises(Absent):
        store.revoke_token(CLUB, theirs.id)
    assert store.list_tokens(CLUB) == []
    assert store.find_token(secret) == theirs


def test_who_issued_and_revoked_a_token_is_kept_for_good(store):
    first, _ = store.issue_token(CLUB, Role.ADMIN)
    second, _ = store.issue_token(CLUB, Role.VIEWER, by=first.id)
    store.issue_token(OTHER, Role.VIEWER)
    for _ in range(2):
        store.revoke_token(CLUB, second.id, by=first.id)
    trail = [(one.token, one.act, one.by) for one in store.list_token_acts(CLUB)]
    assert sorted(trail) == sorted(
        [(first.id, "issued", ""), (second.id, "issued", first.id), (second.id, "revoked", first.id)]
    )
    assert store.list_token_acts(CLUB)[-1].at == store.list_tokens(CLUB)[-1].revoked_at


# ---- one-time links ----

MONTH = timedelta(days=30)
AT_ONCE = 24


def redeemed(store, link):
    return store.redeem_link(link.id, label=PAGES_SESSION, lasting=MONTH)


def test_a_link_is_exchanged_once_for_a_token_with_its_rights(opened):
    clock = Clock()
    store = opened(clock=clock)
    store.found_club(CLUB)
    store.sign_everything_anew("secret")
    link, secret = store.issue_token(
        CLUB, Role.RECORDER, label=PAGES_LINK, seat="green", game="g", lasting=timedelta(hours=1)
    )
    session = store.find_token(redeemed(store, link))
    assert (session.club, session.role, session.seat, session.game) == (CLUB, Role.RECORDER, "green", "g")
    assert (session.label, session.issued_at, session.expires_at) == (PAGES_SESSION, clock.time, clock.time + MONTH)
    assert store.find_token(secret) is None
    assert redeemed(store, link) is None
    trail = [(one.token, one.act, one.by) for one in store.list_token_acts(CLUB)]
    assert sorted(trail) == sorted(
        [(link.id, "issued", ""), (link.id, "revoked", link.id), (session.id, "issued", link.id)]
    )
    assert store.verify() == []


def test_a_link_that_is_expired_revoked_changed_or_unknown_is_exchanged_for_nothing(opened, url):
    clock = Clock()
    store = opened(clock=clock)
    store.found_club(CLUB)
    store.sign_everything_anew("secret")
    expired, revoked, altered = (
        store.issue_token(CLUB, Role.VIEWER, lasting=timedelta(hours=at))[0] for at in (1, 2, 2)
    )
    store.revoke_token(CLUB, revoked.id)
    changed(url, f"UPDATE tokens SET role = 'admin' WHERE id = '{altered.id}'")
    clock.time += timedelta(hours=1)
    assert [redeemed(store, link) for link in (expired, revoked, altered)] == [None] * 3
    assert store.redeem_link("no-such-link", label=PAGES_SESSION, lasting=MONTH) is None
    assert len(store.list_tokens(CLUB)) == 3


def test_a_link_that_many_redeem_at_once_is_exchanged_once(store):
    for _ in range(5):
        link, ready = store.issue_token(CLUB, Role.ADMIN, label=PAGES_LINK, lasting=MONTH)[0], Barrier(AT_ONCE)

        def is_redeemed(_, link=link, ready=ready) -> bool:
            ready.wait()
            return redeemed(store, link) is not None

        with ThreadPoolExecutor(AT_ONCE) as pool:
            assert sum(pool.map(is_redeemed, range(AT_ONCE))) == 1
    assert [row.label for row in store.list_tokens(CLUB)].count(PAGES_SESSION) == 5


def test_a_club_is_founded_once(store):
    assert not store.found_club(CLUB)
    assert store.found_club("a-third-one")
    assert store.list_clubs() == sorted([CLUB, OTHER, "a-third-one"])


@pytest.mark.parametrize("name", ["", "Harbour", "a b", "-a", "a-", "x" * 64, "ä", "a\n", "a/b"])
def test_a_club_has_a_plain_name(store, name):
    with pytest.raises(Misformed):
        store.found_club(name)


# ---- derived ----


def test_the_nearest_snapshot_of_the_same_engine_is_given(store):
    game = begun(store)
    for seq in (10, 20, 30):
        store.put_snapshot(game.id, seq, "engine-1", b"at %d" % seq)
    store.put_snapshot(game.id, 25, "engine-2", b"another engine")
    assert store.find_snapshot_before(game.id, 29, "engine-1").body == b"at 20"
    assert store.find_snapshot_before(game.id, 30, "engine-1").seq == 30
    assert store.find_snapshot_before(game.id, 9, "engine-1") is None
    assert store.find_snapshot_before(game.id, 99, "engine-3") is None


def test_of_two_snapshots_at_one_place_the_first_stays(store):
    game = begun(store)
    store.put_snapshot(game.id, 10, "engine-1", b"first")
    store.put_snapshot(game.id, 10, "engine-1", b"second")
    assert store.find_snapshot_before(game.id, 10, "engine-1").body == b"first"
    with pytest.raises(Absent):
        store.put_snapshot("no-such-game", 10, "engine-1", b"")


def test_asking_the_same_audit_twice_is_one_audit(store):
    first = audited(store)
    assert audited(store) == first
    assert audited(store, asked=b'{"policy":"stop"}').id != first.id
    assert len(store.list_audits(CLUB)) == 2
    assert store.read_audit_report(CLUB, first.id) == b'{"schema":"deadreckon.report/1"}'
    assert store.list_audits(CLUB, upload=first.upload)[0] == first
    assert store.list_audits(CLUB, upload=NOBODYS) == []


def test_findings_are_filtered_and_listed_page_by_page(store):
    made = audited(store, findings=FOUND)
    assert store.list_findings(CLUB, made.id) == FOUND
    assert store.list_findings(CLUB, made.id, FindingFilter(rule="TW-MOVE-04")) == FOUND[:2]
    assert store.list_findings(CLUB, made.id, FindingFilter(roots=True)) == [FOUND[0], FOUND[2]]
    assert store.list_findings(CLUB, made.id, FindingFilter(seat="green", status="illegal")) == [FOUND[1]]
    assert store.list_findings(CLUB, made.id, FindingFilter(seq=4)) == [FOUND[0]]
    assert store.list_findings(CLUB, made.id, after=1, limit=1) == [FOUND[1]]


def test_another_clubs_audit_is_absent(store):
    theirs = audited(store, OTHER, findings=FOUND)
    for ask in (store.read_audit, store.read_audit_report, store.list_findings):
        with pytest.raises(Absent):
            ask(CLUB, theirs.id)
    assert store.list_audits(CLUB) == []
    mine = audited(store)
    assert mine.id == theirs.id
    assert store.list_findings(CLUB, mine.id) == []
    with pytest.raises(Absent):
        store.put_audit(CLUB, NOBODYS, rulebook=RULEBOOK, engine="", asked=b"", verdict="", report=b"")


def test_audits_are_listed_page_by_page(store):
    ids = {audited(store, asked=b"%d" % number).id for number in range(5)}
    seen: list[str] = []
    while page := store.list_audits(CLUB, after=seen[-1] if seen else None, limit=2):
        seen += [found.id for found in page]
    assert len(seen) == 5
    assert set(seen) == ids


def test_what_is_derived_can_be_thrown_away_and_made_again(store):
    game = begun(store)
    store.put_snapshot(game.id, 1, "engine-1", b"x")
    made = audited(store, findings=FOUND)
    assert store.prune_store(derived=True) == {"keys": 0, "snapshots": 1, "findings": 3, "audits": 1}
    assert store.find_snapshot_before(game.id, 1, "engine-1") is None
    assert audited(store, findings=FOUND).id == made.id
    assert store.verify() == []


def test_a_receipt_says_everything_about_its_batch(store):
    receipts: list[Receipt] = []

    def kept(receipt: Receipt) -> bytes:
        receipts.append(receipt)
        return b""

    game = begun(store)
    appended(store, game, "a", "b", answer=kept)
    (receipt,) = receipts
    events = store.list_events(CLUB, game.id)
    assert (receipt.game, receipt.first, receipt.seq) == (game.id, 1, 2)
    assert receipt.hashes == tuple(event.hash for event in events)
    assert receipt.head == events[-1].hash
    assert receipt.recorded_at == events[0].recorded_at
