"""The digest of every golden's report, as JSON and as text: the same lines on every interpreter and every machine."""

from __future__ import annotations

import hashlib
import sys

from audit import audit
from audit.report import render_json, render_text
from fixtures.goldens import goldens
from fixtures.kits import GAMES

for game in GAMES:
    for golden in goldens(game):
        report = audit(golden.log, GAMES)
        for form in (render_json, render_text):
            digest = hashlib.sha256(form(report).encode()).hexdigest()
            sys.stdout.write(f"{game} {golden.name} {form.__name__} {digest}\n")
