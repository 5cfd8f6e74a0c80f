"""Reads documents of older versions as current ones. Keys were added since, and none was changed."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from audit.model.document import ReportDocument
from audit.model.findings import Finding
from engine.kernel.basics.json_types import Document, Json

# Older versions marked a latent finding only by this beginning of its breach.
LATENT = "Legal as read here. "


def read_report_document(document: Mapping[str, Json]) -> ReportDocument:
    """Parse a report document of any version. Raises `ValueError` if it is not one."""
    try:
        rulebook = {"printed": "", "settled": document["rulebook"]["rulings"], **document["rulebook"]}
        findings = [_fill_in_defaults(one) for one in document["findings"]]
    except (AttributeError, KeyError, TypeError) as wrong:
        raise ValueError(str(wrong)) from None
    return msgspec.convert({**document, "rulebook": rulebook, "findings": findings}, ReportDocument)


def read_finding_document(document: Mapping[str, Json]) -> Finding:
    """Parse a finding document of any version. Raises `ValueError` if it is not one."""
    return msgspec.convert(_fill_in_defaults(document), Finding)


def _fill_in_defaults(document: Mapping[str, Json]) -> Document:
    return {"latent": document.get("breach", "").startswith(LATENT), "excerpt": "", **document}
