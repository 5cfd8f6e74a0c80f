"""The page of the architecture shows what the import contracts say."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from fixtures.architecture import WIDTH, Architecture, draw_architecture, read_architecture, render_architecture
from fixtures.docs import ROOT

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture
def made_up(tmp_path: Path) -> Architecture:
    for name in ("low", "low/deep", "low/high", "middle", "top"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").write_text(f'"""What {name}\nis. Not said."""')
    contracts = [
        {"type": "forbidden", "source_modules": ["low"], "forbidden_modules": ["middle", "top"]},
        {
            "type": "forbidden",
            "source_modules": ["middle"],
            "forbidden_modules": ["top", "time"],
            "ignore_imports": ["middle.one -> top.other"],
        },
        {"type": "forbidden", "source_modules": ["low.deep"], "forbidden_modules": ["low.high"]},
        {"type": "layers", "containers": ["top"], "layers": ["c", "(a) | b : d"]},
    ]
    return Architecture(tmp_path, ["middle", "low", "top"], contracts)


def list_shapes(kind: str, found: Architecture) -> list[ET.Element]:
    return list(ET.fromstring(draw_architecture(found)).iter(f"{SVG}{kind}"))  # noqa: S314 - we wrote it


def test_packages_stand_above_those_that_they_may_import(made_up: Architecture) -> None:
    assert made_up.rows() == [["top"], ["middle"], ["low"]]
    assert made_up.parts("low") == [["low.high"], ["low.deep"]]


def test_the_parts_of_a_package_with_layers_stand_in_their_order(made_up: Architecture) -> None:
    assert made_up.parts("top") == [["top.c"], ["top.a", "top.b", "top.d"]]


def test_what_a_package_may_import_is_said_with_its_exceptions(made_up: Architecture) -> None:
    said = [made_up.describe_imports(name) for name in ("top", "middle", "low")]
    assert said == [
        "May import: `middle`, `low`.",
        "May import: `low`, in a few modules `top`.",
        "May import: no other package.",
    ]


def test_a_box_has_the_first_sentence_of_its_docstring(made_up: Architecture) -> None:
    assert made_up.describe("low.deep") == "What low/deep is."


def test_the_picture_has_every_box_in_the_order_of_the_contracts() -> None:
    found = read_architecture(ROOT)
    texts = [(float(one.attrib["y"]), one.text) for one in list_shapes("text", found)]
    assert texts == sorted(texts, key=lambda text: text[0])
    packages = [package for row in found.rows() for package in row]
    rows = {package: [part for row in found.parts(package) for part in row] for package in packages}
    assert [text for _, text in texts] == [
        name.rpartition(".")[2] for package, parts in rows.items() for name in (package, *parts)
    ]
    layers = next(one for one in found.contracts if one.get("containers") == ["api"])["layers"]
    assert [name.rpartition(".")[2] for name in rows["api"]] == re.findall(r"\w+", " ".join(layers))


def test_no_box_of_the_picture_is_wider_than_a_phone() -> None:
    boxes = list_shapes("rect", read_architecture(ROOT))
    right = [float(box.attrib.get("x", 0)) + float(box.attrib["width"]) for box in boxes]
    assert max(right) <= WIDTH < 375


def test_the_page_has_a_sentence_on_every_box() -> None:
    found = read_architecture(ROOT)
    page = render_architecture(found)
    parts = [part for row in found.rows() for package in row for parts in found.parts(package) for part in parts]
    assert [part for part in parts if not re.search(rf"^\* `{re.escape(part)}`: \w.*\.$", page, re.MULTILINE)] == []
