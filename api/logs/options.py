"""From what a request says of how to read a log to what the auditor takes, refused with a place where it cannot be."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping

from api.http.responses import encoded
from api.problems import Problem
from api.service import club, service
from audit import Asked
from audit.browse.packs import head_of
from audit.house_rulings import HOUSE, is_rulings_pack
from audit.store import Absent
from engine.kernel.basics.json_types import Document, Json
from engine.kernel.spellings import echoed, nearest

PACK = "pack"
Place = Callable[[str, int], dict[str, str]]


def document(asked: Asked) -> Document:
    """Spell what was asked for a program, in one way only: it also says whether two audits are the same."""
    return {
        "book": asked.book,
        "layers": list(asked.layers),
        "packs": sorted(hashlib.sha256(text.encode()).hexdigest() for text in asked.packs.values()),
        "policy": asked.policy,
        "readings": asked.readings,
        "rulings": dict(sorted(asked.rulings.items())),
        # Left out where it is not asked for, so that audits kept before there was such a choice are still the same.
        **({"strict": True} if asked.strict else {}),
        **({"settled": True} if asked.settled else {}),
    }


def with_corrections(asked: Asked, count: int) -> bytes:
    """Spell what was asked of a kept audit that takes in so many corrections beside its log."""
    # Left out where there is none, so that audits kept before there could be any are still the same.
    return encoded({**document(asked), **({"corrections": count} if count else {})})


def mark(asked: Asked) -> str:
    """Tell this way of reading from any other."""
    return hashlib.sha256(encoded(document(asked))).hexdigest()


def from_query(query: Mapping[str, Json]) -> Asked:
    """Take what the address says."""
    pairs = [ruling.partition("=") for ruling in query["ruling"]]
    return _checked(
        query, query["layer"], {question: reading for question, _, reading in pairs}, query["pack"], _parameter
    )


def from_body(body: Mapping[str, Json]) -> Asked:
    """Take what the body of a request says, or what an audit was asked that is kept."""
    return _checked(body, body["layers"], body["rulings"], body["packs"], _pointer)


def _pack(sha256: str) -> str:
    """Give the text of a content pack; whatever else is kept is none."""
    store = service().store
    if store.filed(club(), sha256).sort != PACK:
        raise Absent("There is no such content pack.")
    return store.upload(club(), sha256).decode()


def _checked(
    query: Mapping[str, Json], layers: Iterable[str], rulings: Mapping[str, str], packs: Iterable[str], place: Place
) -> Asked:
    layers, packs = tuple(layers), tuple(dict.fromkeys(packs))
    errors = [*_strange_layers(layers, place), *_strange_rulings(rulings, place)]
    house = rulings.get(HOUSE)
    texts: dict[str, str] = {}
    for at, sha256 in enumerate(packs):
        try:
            text = _pack(sha256)
        except (Absent, UnicodeDecodeError):
            errors.append({**place("packs", at), "says": "There is no such content pack in your club."})
        else:
            texts[str(head_of(text).get("id", ""))] = text
    if house is not None and not is_rulings_pack({"pack": head_of(texts.get(house, ""))}):
        says = f"There is no rulings pack {echoed(house)} among those that are named."
        errors.append({**_ruled(HOUSE, place), "says": says, "hint": "Name its SHA-256 as a pack, too."})
    if errors:
        raise Problem("invalid", errors=errors)
    return Asked(
        policy=query["policy"],
        book=query["book"],
        layers=layers,
        rulings=rulings,
        packs=texts,
        readings=query.get("readings", False),
        strict=query.get("strict", False),
        settled=query.get("settled", False),
    )


def _strange_layers(layers: tuple[str, ...], place: Place) -> list[dict[str, str]]:
    if not layers:
        # As most: it takes a while to list what there is.
        return []
    known = {layer.id for game in service().games.values() for layer in (game.base, *game.layers)}
    return [
        {**place("layers", at), "says": "There is no such layer.", "hint": _instead(name, known)}
        for at, name in enumerate(layers)
        if name not in known
    ]


def _strange_rulings(rulings: Mapping[str, str], place: Place) -> list[dict[str, str]]:
    rulings = {name: reading for name, reading in rulings.items() if name != HOUSE}
    if not rulings:
        return []
    known = {name: q for game in service().games.values() for name, q in game.questions.items()}
    errors = []
    for name, reading in rulings.items():
        where = _ruled(name, place)
        if name not in known:
            errors.append({**where, "says": "There is no such open question.", "hint": _instead(name, known)})
        elif reading not in known[name].readings:
            hint = _instead(reading, known[name].readings)
            errors.append({**where, "says": f"{name} has no such reading.", "hint": hint})
    return errors


def _ruled(name: str, place: Place) -> dict[str, str]:
    return {key: f"{value}/{name}" if key == "pointer" else value for key, value in place("rulings", 0).items()}


def _instead(word: str, choices: Iterable[str]) -> str:
    known = sorted(choices)
    return nearest(word, known) or f"There is: {', '.join(known[:20])}."


def _parameter(name: str, _at: int) -> dict[str, str]:
    return {"parameter": name.removesuffix("s")}


def _pointer(name: str, at: int) -> dict[str, str]:
    return {"pointer": f"/{name}" if name == "rulings" else f"/{name}/{at}"}
