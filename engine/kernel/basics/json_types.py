"""Types for JSON values that no type of ours describes more closely."""

from __future__ import annotations

from typing import Any

Json = Any
Document = dict[str, Json]
