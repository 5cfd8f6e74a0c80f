"""Photos of a log: stored byte for byte, bounded, and for a browser never anything but a picture."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from api.logs import photos
from audit.store import Role, TooMany
from tests.support.games.pebbles import CLEAN, log
from tests.support.servers.api_client import Asker, code_of, places_of
from tests.support.servers.fixtures import Served
from tests.support.servers.stocked_club import BYTES

PNG, JPEG = b"\x89PNG\r\n\x1a\n and what follows", b"\xff\xd8\xff\xe0 and what follows"
WEBP, GIF = b"RIFF\x10\0\0\0WEBPVP8 ", b"GIF89a\x01\0\x01\0\0\0\0;"
LOG = log(*CLEAN)


def attached(asker: Asker, raw: bytes, sha256: str = "") -> str:
    answer = asker.sent(f"/logs/{sha256 or asker.kept(LOG)}/attachments", raw, BYTES)
    assert answer.status_code == 201, answer.get_data(as_text=True)
    url: str = answer.get_json()["url"]
    return url


@pytest.mark.parametrize(
    ("raw", "kind"), [(PNG, "image/png"), (JPEG, "image/jpeg"), (GIF, "image/gif"), (WEBP, "image/webp")]
)
def test_a_photo_comes_back_byte_for_byte_as_the_picture_that_it_is(anywhere: Served, raw: bytes, kind: str) -> None:
    recorder = anywhere.asker(Role.RECORDER)
    answer = anywhere.asker(Role.VIEWER).get(attached(recorder, raw))
    assert (answer.get_data(), answer.content_type) == (raw, kind)
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert "sandbox" in answer.headers["Content-Security-Policy"].split("; ")
    listed = recorder.told(f"/logs/{recorder.kept(LOG)}/attachments")["items"]
    assert [(one["kind"], one["size"]) for one in listed] == [(kind, len(raw))]
    assert anywhere.store.verify() == []


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"<svg xmlns='http://www.w3.org/2000/svg'><script/></svg>",
        b"<!doctype html><script>alert(1)</script>",
        b"%PDF-1.7",
        b"RIFF\x10\0\0\0WAVEfmt ",
        b"GIF8<script>alert(1)</script>",
        b" " + PNG,
        LOG,
    ],
)
def test_what_is_no_picture_is_refused_whatever_it_is_called(here: Served, raw: bytes) -> None:
    recorder = here.asker(Role.RECORDER)
    sha256 = recorder.kept(LOG)
    refused = recorder.sent(f"/logs/{sha256}/attachments", raw, BYTES)
    assert (code_of(refused), places_of(refused)) == ("invalid", [""])
    assert recorder.sent(f"/logs/{sha256}/attachments", PNG, "text/html").status_code == 415
    assert recorder.told(f"/logs/{sha256}/attachments")["items"] == []


def test_the_same_photo_is_kept_once_and_beside_one_log(here: Served) -> None:
    recorder = here.asker(Role.RECORDER)
    sha256, other = recorder.kept(LOG), recorder.kept(LOG + b"record: note x\n")
    url = attached(recorder, PNG, sha256)
    again = recorder.sent(f"/logs/{sha256}/attachments", PNG, BYTES)
    assert (again.status_code, again.get_json()["url"]) == (200, url)
    assert code_of(recorder.sent(f"/logs/{other}/attachments", PNG, BYTES)) == "invalid"
    assert recorder.get(url.replace(sha256, other)).status_code == 404


def test_a_log_has_a_bounded_number_of_photos_of_bounded_size(here: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(photos, "MOST", 2)
    recorder = here.asker(Role.RECORDER)
    sha256 = recorder.kept(LOG)
    for number in range(2):
        attached(recorder, PNG + bytes([number]), sha256)
    assert code_of(recorder.sent(f"/logs/{sha256}/attachments", PNG + b"2", BYTES)) == "invalid"
    assert recorder.sent(f"/logs/{sha256}/attachments", PNG + b"\1", BYTES).status_code == 200
    assert recorder.sent(f"/logs/{sha256}/attachments", PNG + bytes(1_000_000), BYTES).status_code == 413


def test_however_many_send_photos_at_once_no_more_are_kept_than_may_be(anywhere: Served) -> None:
    recorder = anywhere.asker(Role.RECORDER)
    sha256 = recorder.kept(LOG)
    for number in range(photos.MOST - 1):
        attached(recorder, PNG + bytes([number]), sha256)
    store, club = anywhere.store, recorder.get("/token").get_json()["club"]

    def send(number: int) -> bool:
        try:
            store.add_upload(club, JPEG + bytes([number]), by="x", sort="image/jpeg", name=sha256, most=photos.MOST)
        except TooMany:
            return False
        return True

    with ThreadPoolExecutor(4) as senders:
        assert sum(senders.map(send, range(8))) == 1
    assert len(recorder.get(f"/logs/{sha256}/attachments").get_json()["items"]) == photos.MOST


def test_a_photo_is_no_log_and_no_pack_and_a_log_no_photo(here: Served) -> None:
    admin = here.asker()
    sha256 = admin.kept(LOG)
    photo = attached(admin, PNG, sha256).rpartition("/")[2]
    for path in (f"/logs/{photo}", f"/logs/{photo}/original", f"/packs/{photo}", f"/logs/{photo}/attachments"):
        assert admin.get(path).status_code == 404
    assert admin.get(f"/logs/{sha256}/attachments/{sha256}").status_code == 404
    assert [one["sha256"] for one in admin.told("/logs")["items"]] == [sha256]
    for path in ("/logs", "/packs"):
        assert admin.sent(path, PNG, BYTES).status_code == 422
    for other in (photo, sha256):
        assert admin.post(f"/logs/{sha256}/audits", json={"packs": [other]}).status_code == 422
    assert here.asker(club="lighthouse").get(f"/logs/{sha256}/attachments/{photo}").status_code == 404
