"""What JSON may hold, where no type of ours says more."""

from __future__ import annotations

from typing import Any

Json = Any
Document = dict[str, Json]
