"""Who may do what, listed by hand from the service's promises: every operation and role, own and other clubs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import timedelta
from itertools import product
from typing import Any, NamedTuple

import pytest
from werkzeug.test import TestResponse

from audit.store import Role, Store
from tests.support.servers.api_client import CLUB, OTHER, Asker, code_of
from tests.support.servers.fixtures import Served, served
from tests.support.servers.stocked_club import HEADER, LOG, Operation, Things, afresh, furnish, good, operations, take

VIEWER, RECORDER, JUDGE, ORGANISER, ADMIN = ROLES = ("viewer", "recorder", "judge", "organiser", "admin")
ANYONE = ""
OPERATIONS = operations()


class MatrixRow(NamedTuple):
    """What one operation promises.

    `least`: the least role that may. `good`: the status where all is well. `game`: whether a token that is bound to one
    live game may do it there. `seat`: and one that is bound to a seat of that game, who must not see other hands.
    """

    least: str
    good: int = 200
    game: bool = False
    seat: bool = False


CATALOGUE, READ, KEEP, RULE = MatrixRow(ANYONE), MatrixRow(VIEWER), MatrixRow(RECORDER, 201), MatrixRow(ADMIN)
LOOK, WHOLE = MatrixRow(VIEWER, game=True, seat=True), MatrixRow(VIEWER, game=True)

# Listed by hand: games and rules are public; viewers read; recorders store logs, packs and live games; judges correct
# the record; organisers close games and store tournaments; admins manage tokens. A token for a game has that game
# and nothing else.
MATRIX = {
    "list_games": CATALOGUE,
    "read_game": CATALOGUE,
    "read_vocabulary": CATALOGUE,
    "read_fact_list": CATALOGUE,
    "read_sample": CATALOGUE,
    "list_rules": CATALOGUE,
    "read_rule": CATALOGUE,
    "list_rulings": CATALOGUE,
    "read_ruling": CATALOGUE,
    "list_shipped_packs": CATALOGUE,
    "read_shipped_pack": CATALOGUE,
    "check_pack": READ,
    "list_packs": READ,
    "read_pack": READ,
    "upload_pack": MatrixRow(RECORDER, 201),
    "list_logs": READ,
    "read_log": READ,
    "read_original": READ,
    "read_spelling": READ,
    "upload_log": MatrixRow(RECORDER, 201),
    "run_audit": READ,
    "audit_log": MatrixRow(VIEWER, 201),
    "list_audits": READ,
    "read_audit": READ,
    "read_report": READ,
    "read_books": READ,
    "read_editions": READ,
    "list_findings": READ,
    "read_finding": READ,
    "read_finding_readings": READ,
    "list_attachments": READ,
    "read_attachment": READ,
    "upload_attachment": MatrixRow(RECORDER, 201),
    "list_corrections": READ,
    "read_adjudicated": READ,
    "correct_log": MatrixRow(JUDGE, 201),
    "read_case": READ,
    "read_case_ways": READ,
    "read_case_report": READ,
    "add_to_case": MatrixRow(RECORDER, 201),
    "read_live_case": WHOLE,
    "read_live_case_ways": WHOLE,
    "read_live_case_report": WHOLE,
    "add_to_live_case": MatrixRow(RECORDER, 201, game=True),
    "list_precedents": READ,
    "list_steps": READ,
    "read_step": READ,
    "read_facts": READ,
    "read_legal": READ,
    "read_picture": READ,
    "count_standings": READ,
    "list_tournaments": READ,
    "read_tournament": READ,
    "read_tournament_file": READ,
    "list_tournament_events": READ,
    "read_tournament_standings": READ,
    "read_tournament_report": READ,
    "list_tournament_problems": MatrixRow(JUDGE),
    "append_tournament_events": MatrixRow(RECORDER, 201),
    "create_tournament": MatrixRow(ORGANISER, 201),
    "list_live_games": READ,
    "read_live_game": LOOK,
    "list_live_events": LOOK,
    "follow_live_game": LOOK._replace(good=421),
    "read_live_step": LOOK,
    "read_live_facts": LOOK,
    "read_live_legal": LOOK,
    "read_live_picture": LOOK,
    "read_live_books": WHOLE,
    "read_live_report": WHOLE,
    "read_live_log": WHOLE,
    "create_live_game": KEEP,
    "append_events": MatrixRow(RECORDER, 201, game=True, seat=True),
    "correct_events": MatrixRow(JUDGE, 201, game=True, seat=True),
    "close_live_game": MatrixRow(ORGANISER, 201, game=True),
    "read_own_token": MatrixRow(VIEWER, game=True, seat=True),
    "list_tokens": RULE,
    "issue_token": MatrixRow(ADMIN, 201),
    "revoke_token": RULE,
}
# The status if the same bytes are already stored.
SEEN = {"upload_pack": 200, "upload_log": 200, "upload_attachment": 200}
# Where an operation's base state is read.
STANDS = {
    "live": "/live-games/{live}",
    "correct_log": "/logs/{log}/corrections",
    "add_to_case": "/logs/{log}/case",
    "add_to_live_case": "/live-games/{live}/case",
    "append_tournament_events": "/tournaments/{tournament}",
}
over_operations = pytest.mark.parametrize("name", sorted(OPERATIONS))


@dataclass
class House:
    """A service, and the things of its two clubs."""

    served: Served
    own: Things
    foreign: Things

    def things(self, operation: Operation, club: str = CLUB) -> Things:
        """Return the things of a club; those that an operation would use up are made anew."""
        found = self.own if club == CLUB else self.foreign
        return found if operation.method == "GET" else afresh(self.served, found, club)


@pytest.fixture(scope="module")
def house() -> Iterator[House]:
    """Serve one store in memory to all tests of this file."""
    with Store.open("sqlite://") as store:
        store.upgrade()
        there = served(store)
        yield House(there, furnish(there), furnish(there, OTHER))


def asked(asker: Asker, operation: Operation, things: Things) -> TestResponse:
    """Send the best possible request; its id is always the same, so that no two answers differ by it."""
    if operation.takes_body and (stands := STANDS.get(operation.name, STANDS.get(operation.about))):
        headers = asker.get(stands.format(log=things.log, live=things.live, tournament=things.tournament))
        things = replace(things, state=headers.headers.get("ETag", things.state))
    request = good(operation, things, asker)
    request["headers"]["X-Request-Id"] = "the-same"
    return asker.ask(**request)


def alike(*answers: TestResponse) -> bool:
    """Return whether answers are the same, byte for byte and header for header."""
    headers = [(answer.status_code, sorted(answer.headers), answer.get_data()) for answer in answers]
    return all(other == headers[0] for other in headers[1:])


def reaches(role: str, row: MatrixRow) -> bool:
    return row.least == ANYONE or ROLES.index(role) >= ROLES.index(row.least)


def test_every_operation_has_a_row() -> None:
    assert set(MATRIX) == set(OPERATIONS)


def test_the_api_document_tells_the_least_role_of_each() -> None:
    seen = {name: operation.document["x-least-role"] for name, operation in OPERATIONS.items()}
    assert seen == {name: row.least or "anyone" for name, row in MATRIX.items()}


@over_operations
def test_a_role_reaches_what_is_its_own_and_nothing_of_another_club(
    house: House, name: str, subtests: pytest.Subtests
) -> None:
    for role in ROLES:
        with subtests.test(f"{name} as {role}"):
            check_role(house, name, role)


def check_role(house: House, name: str, role: str) -> None:
    row, operation = MATRIX[name], OPERATIONS[name]
    someone = house.served.asker(Role(role))
    own = asked(someone, operation, house.things(operation))
    foreign = asked(someone, operation, house.foreign)
    absent = asked(someone, operation, Things())
    if not reaches(role, row):
        assert {own.status_code, foreign.status_code, absent.status_code} == {403}
        assert alike(own, foreign, absent), "what is refused tells whether it is there"
        return
    assert own.status_code in {row.good, SEEN.get(name)}, own.get_data(as_text=True)
    if operation.about:
        assert (foreign.status_code, code_of(foreign)) == (404, "not-found")
        assert alike(foreign, absent), "what is another club's is told apart from what is nowhere"


@over_operations
def test_no_token_and_no_good_one_opens_nothing_but_the_catalogue(
    house: House, name: str, subtests: pytest.Subtests
) -> None:
    row, operation = MATRIX[name], OPERATIONS[name]
    things = house.things(operation)
    _, revoked = revoked_token(house)
    expired = house.served.asker(lasting=timedelta(seconds=-1)).token or ""
    whole = house.served.asker().token or ""
    wrong = {"malformed": "x", "endless": "x" * 5_000, "revoked": revoked, "expired": expired, "cut": whole[:-1]}
    for sort, secret in {**wrong, "doubled": whole * 2, "other letters": whole.swapcase()}.items():
        with subtests.test(f"{name} with a token that is {sort}"):
            here, nowhere = (asked(Asker(house.served.app, secret), operation, found) for found in (things, Things()))
            if row.least == ANYONE:
                assert here.status_code == row.good
            else:
                assert (here.status_code, code_of(here)) == (401, "bad-token")
                assert 'error="invalid_token"' in here.headers["WWW-Authenticate"]
                assert alike(here, nowhere)
    nobody = asked(house.served.nobody, operation, things)
    assert nobody.status_code == (row.good if row.least == ANYONE else 401)
    assert row.least == ANYONE or code_of(nobody) == "no-token"


def revoked_token(house: House) -> tuple[str, str]:
    row, secret = house.served.store.issue_token(CLUB, Role.ADMIN)
    house.served.store.revoke_token(CLUB, row.id)
    return row.id, secret


@over_operations
def test_a_bound_token_reaches_its_game_and_nothing_else(house: House, name: str, subtests: pytest.Subtests) -> None:
    mine = house.things(OPERATIONS[name])
    # No request changes it, because none reaches it.
    other = afresh(house.served, mine)
    for seat, role in product((None, "ben"), ROLES):
        with subtests.test(f"{name} as {role}, bound to a {'seat' if seat else 'game'}"):
            check_bound(house, name, role, seat, other)


def check_bound(house: House, name: str, role: str, seat: str | None, other: Things) -> None:
    row, operation = MATRIX[name], OPERATIONS[name]
    mine = house.things(operation)
    bound = house.served.asker(Role(role), game=mine.live, seat=seat)
    here = asked(bound, operation, mine)
    elsewhere = [asked(bound, operation, things) for things in (other, house.foreign, Things())]
    if row.least == ANYONE:
        assert here.status_code == row.good
        return
    may = reaches(role, row) and row.game and (row.seat or seat is None)
    assert here.status_code == (row.good if may else 403), here.get_data(as_text=True)
    if operation.about == "live" and reaches(role, row):
        assert {answer.status_code for answer in elsewhere} == {404}
    if operation.about:
        assert alike(*elsewhere), "another game is told apart from none"


REFERENCES: dict[str, Callable[[Things, str], dict[str, Any]]] = {
    "a pack for an audit": lambda things, _: {
        "path": f"/audits?pack={things.pack}",
        "data": LOG,
        "content_type": "text/plain",
    },
    "a pack for a kept audit": lambda things, log: {"path": f"/logs/{log}/audits", "json": {"packs": [things.pack]}},
    "a pack for a live game": lambda things, _: {"path": "/live-games", "json": {"text": HEADER, "pack": things.pack}},
    "a game for a token": lambda things, _: {"path": "/tokens", "json": {"role": "viewer", "game": things.live}},
}


@pytest.mark.parametrize("sort", REFERENCES)
def test_a_reference_to_what_is_another_clubs_is_answered_like_one_to_nothing(house: House, sort: str) -> None:
    headers = {"Idempotency-Key": "k", "X-Request-Id": "the-same"}
    admin = house.served.asker()
    seen = [
        admin.post(headers=headers, **REFERENCES[sort](things, house.own.log)) for things in (house.foreign, Things())
    ]
    assert (seen[0].status_code, code_of(seen[0])) == (422, "invalid")
    assert alike(*seen)


def test_keeping_what_another_club_keeps_too_is_keeping_something_new(house: House) -> None:
    ours, theirs = house.served.asker(Role.RECORDER), house.served.asker(Role.RECORDER, OTHER)
    raw = LOG + b"record: note of-both\n"
    assert [theirs.sent("/logs", raw).status_code, ours.sent("/logs", raw).status_code] == [201, 201]
    assert [theirs.sent("/logs", raw).status_code, ours.sent("/logs", raw).status_code] == [200, 200]


def test_a_key_of_another_token_is_another_key(house: House) -> None:
    one, two = house.served.asker(Role.RECORDER), house.served.asker(Role.RECORDER, OTHER)
    made = [asker.written("/live-games", {"text": HEADER}, key="the-first") for asker in (one, two)]
    assert [answer.status_code for answer in made] == [201, 201]
    assert made[0].get_json()["id"] != made[1].get_json()["id"]


def test_a_token_that_is_revoked_opens_nothing_from_that_moment(house: House) -> None:
    someone, things = house.served.asker(Role.RECORDER), afresh(house.served, house.own)
    kept = someone.written(f"/live-games/{things.live}/events", {"events": [take("ben", 1)]}, things.state, key="k")
    assert kept.status_code == 201
    house.served.store.revoke_token(CLUB, someone.told("/token")["id"])
    again = someone.written(f"/live-games/{things.live}/events", {"events": [take("ben", 1)]}, things.state, key="k")
    assert code_of(again) == "bad-token"
