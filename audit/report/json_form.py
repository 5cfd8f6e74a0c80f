"""Writes a report as JSON that is safe to print. The same report always gives the same bytes."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping

from audit.model.document import ReportDocument, convert_to_builtins
from engine.kernel.basics.json_types import Json
from engine.kernel.basics.visible_text import UNSEEN

# A lone surrogate cannot be encoded, and a hidden character must not reach a terminal. Both become JSON escapes.
HIDDEN = re.compile(UNSEEN.pattern)


def write_document_json(document: ReportDocument) -> str:
    """Write a document with its keys in fixed order."""
    return write_json(convert_to_builtins(document))


def write_json(tree: Mapping[str, Json]) -> str:
    """Write JSON with every hidden character escaped."""
    return escape_hidden_characters(json.dumps(tree, ensure_ascii=False, indent=2)) + "\n"


def escape_hidden_characters(text: str) -> str:
    """Replace each hidden character of a JSON text by its JSON escape."""
    return HIDDEN.sub(_escape_character, text)


def _escape_character(found: re.Match[str]) -> str:
    mark = found[0]
    if mark == "\n":
        # This line end is between values. JSON has escaped those within values already.
        return mark
    return f"\\u{ord(mark):04x}" if mark == "\x7f" else json.dumps(mark)[1:-1]
