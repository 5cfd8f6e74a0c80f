"""The site: built from docs/ without a warning or network access, and nothing on it comes from a third party."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from fixtures.docs import ROOT

DOCS = ROOT / "docs"
SECTIONS = ["Tutorial", "How-to guides", "Reference", "Explanation", "Evidence"]
# Sphinx as `make site` runs it; a network connection would be a fault.
OFFLINE = """\
import socket, sys
from sphinx.cmd.build import main
def refuse(*_): raise AssertionError("The build asks the network.")
socket.socket.connect = socket.getaddrinfo = refuse
sys.exit(main(["--quiet", "--fail-on-warning", *sys.argv[1:]]))
"""
# What a browser loads by itself: scripts, pictures, styles; links to click do not count.
LOADED = re.compile(
    r"""<(?:script|img|iframe|source|video|audio)[^>]*?\ssrc=["']?([^"'\s>]+)|<link(?![^>]*rel="canonical")[^>]*?\shref=["']?([^"'\s>]+)"""
)
LOADED_BY_STYLE = re.compile(r"""url\(["']?([^"')]+)|@import\s+["']([^"']+)""")
ELSEWHERE = re.compile(r"(?:[a-z]+:)?//")

PAGE = """\
# Page

[a page](page.md) and [a place](page.md#a-place)

## A place

{links}

```{{toctree}}
page
```
"""
LEADING_NOWHERE = {
    "[x](gone.md)": "'gone.md'",
    "[x](page.md#gone)": "'gone'",
    "[x](#gone-here)": "'gone-here'",
    "[x](folder)": "'folder'",
    "![x](gone.png)": "gone.png",
}


def build(docs: Path, site: Path) -> subprocess.CompletedProcess[str]:
    folders = map(str, (site.with_name("doctrees"), docs, site))
    command = [sys.executable, "-c", OFFLINE, "--doctree-dir", *folders]
    return subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603 - our own code


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    built = tmp_path_factory.mktemp("site") / "html"
    done = build(DOCS, built)
    assert (done.returncode, done.stderr) == (0, "")
    return built


def test_every_section_and_page_is_in_the_navigation(site: Path) -> None:
    # The first page has it twice: in the side bar, and in its own text.
    first = (site / "index.html").read_text("utf-8").partition("<article")[0]
    assert re.findall(r'class="caption-text">([^<]+)<', first) == SECTIONS
    pages = {str(path.relative_to(DOCS).with_suffix(".html")) for path in DOCS.rglob("*.md")} - {"index.html"}
    assert pages - set(re.findall(r'class="reference internal" href="([^"#]+)"', first)) == set()


def test_no_page_loads_anything_from_a_third_party(site: Path) -> None:
    found = {path: LOADED.findall(path.read_text("utf-8")) for path in site.rglob("*.html")}
    found |= {path: LOADED_BY_STYLE.findall(path.read_text("utf-8")) for path in site.rglob("*.css")}
    loaded = [(path.name, address) for path, pairs in found.items() for pair in pairs for address in pair if address]
    assert len(loaded) > len(found)
    assert [(name, address) for name, address in loaded if ELSEWHERE.match(address)] == []


def write_docs(folder: Path, links: str) -> Path:
    (folder / "folder").mkdir(parents=True)
    shutil.copy(DOCS / "conf.py", folder)
    (folder / "index.md").write_text(PAGE.format(links=links))
    (folder / "page.md").write_text("# Other page\n\n## A place\n")
    return folder


def test_links_that_lead_somewhere_pass(tmp_path: Path) -> None:
    done = build(write_docs(tmp_path / "docs", "[here](#a-place)"), tmp_path / "site")
    assert (done.returncode, done.stderr) == (0, "")


def test_each_link_or_anchor_that_leads_nowhere_fails(tmp_path: Path) -> None:
    done = build(write_docs(tmp_path / "docs", "\n".join(LEADING_NOWHERE)), tmp_path / "site")
    assert done.returncode != 0
    assert [link for link, named in LEADING_NOWHERE.items() if named not in done.stderr] == []
