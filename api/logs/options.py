"""Turn the query or body of a request into `AuditOptions`, and refuse invalid options with their place."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping

from api.http.responses import encode_json
from api.problems import Problem
from api.service import get_club, get_service
from audit import AuditOptions
from audit.browse.packs import read_pack_head
from audit.house_rulings import HOUSE, is_rulings_pack
from audit.store import Absent
from engine.kernel.basics.json_types import Document, Json
from engine.kernel.spellings import echo_text, suggest_nearest

PACK = "pack"
Place = Callable[[str, int], dict[str, str]]


def describe_options(asked: AuditOptions) -> Document:
    """Describe audit options in one canonical form, which also shows whether two audits are the same."""
    return {
        "book": asked.book,
        "layers": list(asked.layers),
        "packs": sorted(hashlib.sha256(text.encode()).hexdigest() for text in asked.packs.values()),
        "policy": asked.policy,
        "readings": asked.readings,
        "rulings": dict(sorted(asked.rulings.items())),
        # Left out unless requested, so that audits stored before these options existed still match.
        **({"strict": True} if asked.strict else {}),
        **({"settled": True} if asked.settled else {}),
    }


def encode_audit_question(asked: AuditOptions, count: int) -> bytes:
    """Encode the options of a stored audit, with the number of corrections that it includes."""
    # Left out if there are none, so that audits stored before corrections existed still match.
    return encode_json({**describe_options(asked), **({"corrections": count} if count else {})})


def hash_options(asked: AuditOptions) -> str:
    """Hash audit options."""
    return hashlib.sha256(encode_json(describe_options(asked))).hexdigest()


def read_query_options(query: Mapping[str, Json]) -> AuditOptions:
    """Read audit options from a query."""
    pairs = [ruling.partition("=") for ruling in query["ruling"]]
    return _check_options(
        query, query["layer"], {question: reading for question, _, reading in pairs}, query["pack"], _locate_parameter
    )


def read_body_options(body: Mapping[str, Json]) -> AuditOptions:
    """Read audit options from a request body, or from a stored audit."""
    return _check_options(body, body["layers"], body["rulings"], body["packs"], _locate_pointer)


def _read_pack(sha256: str) -> str:
    """Load the text of a content pack. Refuse uploads of other sorts."""
    store = get_service().store
    if store.describe_upload(get_club(), sha256).sort != PACK:
        raise Absent("There is no such content pack.")
    return store.read_upload(get_club(), sha256).decode()


def _check_options(
    query: Mapping[str, Json], layers: Iterable[str], rulings: Mapping[str, str], packs: Iterable[str], place: Place
) -> AuditOptions:
    layers, packs = tuple(layers), tuple(dict.fromkeys(packs))
    errors = [*_find_unknown_layers(layers, place), *_find_unknown_rulings(rulings, place)]
    house = rulings.get(HOUSE)
    texts: dict[str, str] = {}
    for at, sha256 in enumerate(packs):
        try:
            text = _read_pack(sha256)
        except (Absent, UnicodeDecodeError):
            errors.append({**place("packs", at), "says": "There is no such content pack in your club."})
        else:
            texts[str(read_pack_head(text).get("id", ""))] = text
    if house is not None and not is_rulings_pack({"pack": read_pack_head(texts.get(house, ""))}):
        says = f"There is no rulings pack {echo_text(house)} among those that are named."
        errors.append({**_locate_question(HOUSE, place), "says": says, "hint": "Name its SHA-256 as a pack, too."})
    if errors:
        raise Problem("invalid", errors=errors)
    return AuditOptions(
        policy=query["policy"],
        book=query["book"],
        layers=layers,
        rulings=rulings,
        packs=texts,
        readings=query.get("readings", False),
        strict=query.get("strict", False),
        settled=query.get("settled", False),
    )


def _find_unknown_layers(layers: tuple[str, ...], place: Place) -> list[dict[str, str]]:
    if not layers:
        # Most requests name no layer, and listing all layers takes a while.
        return []
    known = {layer.id for game in get_service().games.values() for layer in (game.base, *game.layers)}
    return [
        {**place("layers", at), "says": "There is no such layer.", "hint": _suggest_word(name, known)}
        for at, name in enumerate(layers)
        if name not in known
    ]


def _find_unknown_rulings(rulings: Mapping[str, str], place: Place) -> list[dict[str, str]]:
    rulings = {name: reading for name, reading in rulings.items() if name != HOUSE}
    if not rulings:
        return []
    known = {name: q for game in get_service().games.values() for name, q in game.questions.items()}
    errors = []
    for name, reading in rulings.items():
        where = _locate_question(name, place)
        if name not in known:
            errors.append({**where, "says": "There is no such open question.", "hint": _suggest_word(name, known)})
        elif reading not in known[name].readings:
            hint = _suggest_word(reading, known[name].readings)
            errors.append({**where, "says": f"{name} has no such reading.", "hint": hint})
    return errors


def _locate_question(name: str, place: Place) -> dict[str, str]:
    return {key: f"{value}/{name}" if key == "pointer" else value for key, value in place("rulings", 0).items()}


def _suggest_word(word: str, choices: Iterable[str]) -> str:
    known = sorted(choices)
    return suggest_nearest(word, known) or f"There is: {', '.join(known[:20])}."


def _locate_parameter(name: str, _at: int) -> dict[str, str]:
    return {"parameter": name.removesuffix("s")}


def _locate_pointer(name: str, at: int) -> dict[str, str]:
    return {"pointer": f"/{name}" if name == "rulings" else f"/{name}/{at}"}
