"""Operations: public data about each game, namely rules, open questions, events and bundled packs."""

from __future__ import annotations

from flask import Response

from api.http.responses import PUBLIC, add_url, answer_bytes, answer_json
from api.openapi.operation import STRING, AnswerForm, Room, Takes
from api.problems import Problem
from api.schemas import catalogue as schemas
from api.service import get_service
from audit.browse.catalogue import (
    CatalogueRule,
    event_document,
    game_document,
    list_catalogue_rules,
    question_document,
    rule_document,
)
from audit.browse.facts import list_fact_documents
from engine.kernel.basics.json_types import Document
from engine.kernel.game import Game
from engine.kernel.log import Header
from engine.kernel.packs.pack import Pack
from engine.kernel.spellings import suggest_nearest

room = Room("games", __name__, description="What is known of each game: rules, open questions, events, packs.")


@room.operation("get", "/games", AnswerForm(schemas.GamesSchema))
def list_games() -> Response:
    """List the games that can be audited."""
    return answer_json({"items": [_describe_game(game) for game in get_service().games.values()]}, keep=PUBLIC)


@room.operation("get", "/games/<game>", AnswerForm(schemas.GameSchema))
def read_game(game: str) -> Response:
    """Describe a game."""
    return answer_json(_describe_game(get_service().find_game(game)), keep=PUBLIC)


def _describe_game(game: Game) -> Document:
    return {**game_document(game), "packs": list(game.shipped)}


@room.operation("get", "/games/<game>/vocabulary", AnswerForm(schemas.VocabularySchema))
def read_vocabulary(game: str) -> Response:
    """List every event that a log of a game can hold."""
    forms = get_service().find_game(game).vocabulary.forms.values()
    return answer_json({"items": [event_document(form) for form in forms]}, keep=PUBLIC)


@room.operation("get", "/games/<game>/facts", AnswerForm(schemas.FactTypesSchema))
def read_fact_list(game: str) -> Response:
    """List every fact that a claim or a position may state, for the seats of the sample log."""
    return answer_json({"items": list_fact_documents(get_service().find_game(game))}, keep=PUBLIC)


@room.operation("get", "/games/<game>/sample", AnswerForm(STRING, kind="text/plain"))
def read_sample(game: str) -> Response:
    """Download the header of a log to fill in, with comments that explain each line."""
    return answer_bytes(get_service().find_game(game).sample.encode(), "text/plain", keep=PUBLIC)


@room.operation("get", "/games/<game>/rules", AnswerForm(schemas.RulesSchema), takes=Takes(query=schemas.RulesQuery))
def list_rules(query: Document, game: str) -> Response:
    """List the rules of a game in rulebook order, each with its citations."""
    found = list_catalogue_rules(get_service().find_game(game))
    wanted = query.get("status")
    return answer_json({"items": [_describe_rule(e) for e in found if wanted in {None, e.rule.status}]}, keep=PUBLIC)


@room.operation("get", "/rules/<rule>", AnswerForm(schemas.RuleSchema))
def read_rule(rule: str) -> Response:
    """Explain one rule of any game."""
    known = {entry.rule.id: entry for game in get_service().games.values() for entry in list_catalogue_rules(game)}
    if rule.upper() not in known:
        raise Problem("not-found", f"There is no such rule. {suggest_nearest(rule.upper(), known)}".strip())
    return answer_json(_describe_rule(known[rule.upper()]), keep=PUBLIC)


def _describe_rule(entry: CatalogueRule) -> Document:
    document = rule_document(entry)
    return {"id": document.pop("id"), "game": entry.game.name, **document}


@room.operation("get", "/games/<game>/rulings", AnswerForm(schemas.QuestionsSchema))
def list_rulings(game: str) -> Response:
    """List the open questions in the rulebook of a game, each with its readings."""
    found = get_service().find_game(game)
    return answer_json({"items": [_describe_question(found, name) for name in found.questions]}, keep=PUBLIC)


@room.operation("get", "/rulings/<question>", AnswerForm(schemas.QuestionSchema))
def read_ruling(question: str) -> Response:
    """Explain one open question of any game."""
    for game in get_service().games.values():
        if question.upper() in game.questions:
            return answer_json(_describe_question(game, question.upper()), keep=PUBLIC)
    raise Problem("not-found", "There is no such open question.")


def _describe_question(game: Game, name: str) -> Document:
    document = question_document(game, game.questions[name])
    return {"id": document.pop("id"), "game": game.name, **document}


@room.operation("get", "/games/<game>/packs", AnswerForm(schemas.ShippedPacksSchema))
def list_shipped_packs(game: str) -> Response:
    """List the content packs that come with a game."""
    found = get_service().find_game(game)
    items = [_describe_shipped_pack(_load_shipped_pack(found, name)) for name in found.shipped]
    return answer_json({"items": items}, keep=PUBLIC)


@room.operation("get", "/games/<game>/packs/<pack>", AnswerForm(STRING, kind="application/toml"))
def read_shipped_pack(game: str, pack: str) -> Response:
    """Download the text of a content pack that comes with a game."""
    return answer_bytes(
        _load_shipped_pack(get_service().find_game(game), pack).text.encode(), "application/toml", keep=PUBLIC
    )


def _load_shipped_pack(game: Game, name: str) -> Pack:
    if name not in game.shipped:
        raise Problem("not-found", f"No such pack comes with {game.title}. There are: {', '.join(game.shipped)}.")
    pack: Pack = game.content(Header(game=game.name, pack=name), {}).pack
    return pack


def _describe_shipped_pack(pack: Pack) -> Document:
    document = {
        "id": pack.id,
        "game": pack.game,
        "version": pack.version,
        "digest": pack.digest,
        "reconstructed": pack.reconstructed,
    }
    return add_url(document, f"/api/v1/games/{pack.game}/packs/{pack.id}")
