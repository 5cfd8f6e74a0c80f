"""Reduces a module to what it does: without layout, comments, docstrings and registered sentences."""

from __future__ import annotations

import ast
import hashlib
from collections.abc import Iterable

from engine.kernel.fingerprint.summaries import SUMMARIES, Summary

# The printed arguments of a registration. A call with `cite` registers a rule, one with `asks` an open question.
SAID = {
    "cite": frozenset({"says", "cite", "why"}),
    "asks": frozenset({"asks", "why", "unobservable"}),
}
LAYER_SAYS = 2


def digest_source(source: bytes) -> str:
    """Digest what a module does; every interpreter gives the same digest."""
    return summarize_source(source)[0]


def summarize_source(source: bytes) -> Summary:
    """Return the digest of what a module does, and the names that it imports. Parsing is slow, and is done once."""
    name = hashlib.sha256(source).hexdigest()
    summary = SUMMARIES.find_summary(name)
    if summary is None:
        summary = _summarize_anew(source)
        SUMMARIES.add_summary(name, summary)
    return summary


def _summarize_anew(source: bytes) -> Summary:
    unsaid, spelt = _Unsaid(), list[str]()
    _spell_node(unsaid.visit(ast.parse(source)), spelt)
    return hashlib.sha256("\n".join(spelt).encode()).hexdigest(), tuple(sorted(unsaid.imports))


def parse_without_texts(source: bytes) -> ast.Module:
    """Parse a module and drop everything that is only printed."""
    read: ast.Module = _Unsaid().visit(ast.parse(source))
    return read


class _Unsaid(ast.NodeTransformer):
    """Drops printed text from a module, and notes its imports. Registered sentences have a digest of their own."""

    def __init__(self) -> None:
        self.citations = {"Source"}
        # A leading dot stands for each level of a relative import.
        self.imports: set[str] = set()

    def visit_Expr(self, node: ast.Expr) -> ast.AST | None:
        """Drop docstrings: string expressions that are not used."""
        only_says = isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
        return None if only_says else self.generic_visit(node)

    def visit_Import(self, node: ast.Import) -> ast.AST:
        """Note what is imported."""
        self._note_imports(alias.name for alias in node.names)
        return node

    def visit_ImportFrom(self, node: ast.ImportFrom) -> ast.AST | None:
        """Note what is imported. Drop imports from a game's `sources`, and remember their names as citations."""
        if node.module is None or node.module.rpartition(".")[2] != "sources":
            home = "." * node.level + (f"{node.module}." if node.module else "")
            self._note_imports(f"{home}{alias.name}" for alias in node.names)
            return node
        self.citations |= {name.asname or name.name for name in node.names}
        return None

    def visit_Assign(self, node: ast.Assign) -> ast.AST | None:
        """Drop assignments of citations, and remember their names."""
        if not self._is_citation(node.value):
            return self.generic_visit(node)
        self.citations |= {target.id for target in node.targets if isinstance(target, ast.Name)}
        return None

    def visit_Call(self, node: ast.Call) -> ast.AST:
        """Drop the printed arguments of a registration."""
        named = {keyword.arg for keyword in node.keywords}
        for mark, said in SAID.items():
            if mark in named:
                node.keywords = [keyword for keyword in node.keywords if keyword.arg not in said]
        if "asks" in named:
            _drop_reading_texts(node)
        if isinstance(node.func, ast.Name) and node.func.id == "Layer":
            node.args = [arg for place, arg in enumerate(node.args) if place != LAYER_SAYS]
            node.keywords = [keyword for keyword in node.keywords if keyword.arg != "says"]
        return self.generic_visit(node)

    def visit_Tuple(self, node: ast.Tuple) -> ast.AST:
        """Drop citations among other things."""
        node.elts = [inner for inner in node.elts if not self._is_citation(inner)]
        return self.generic_visit(node)

    def visit_JoinedStr(self, node: ast.JoinedStr) -> ast.AST:
        """Drop the empty strings that CPython 3.12 adds at the end of some f-strings, and no other."""
        node.values = [part for part in node.values if not (isinstance(part, ast.Constant) and part.value == "")]
        return self.generic_visit(node)

    def _note_imports(self, names: Iterable[str]) -> None:
        # The kernel counts as a whole, whatever of it a module imports.
        self.imports |= {name for name in names if not name.startswith("engine.kernel.")}

    def _is_citation(self, node: ast.AST) -> bool:
        if isinstance(node, ast.Tuple):
            return bool(node.elts) and all(map(self._is_citation, node.elts))
        if isinstance(node, ast.Call | ast.Starred):
            return self._is_citation(node.func if isinstance(node, ast.Call) else node.value)
        return isinstance(node, ast.Name) and node.id in self.citations


def _drop_reading_texts(question: ast.Call) -> None:
    """Keep the names of a question's readings, which decide verdicts, and drop their descriptions."""
    for keyword in question.keywords:
        if keyword.arg == "readings" and isinstance(keyword.value, ast.Dict):
            keyword.value.values = []


def _spell_node(node: object, spelt: list[str]) -> None:
    if isinstance(node, ast.AST):
        spelt.append(f"({type(node).__name__}")
        for name in node._fields:
            # Interpreters differ only in which fields they leave empty.
            if (value := getattr(node, name, None)) is not None and value != []:
                spelt.append(name)
                _spell_node(value, spelt)
        spelt.append(")")
    elif isinstance(node, list):
        for inner in node:
            _spell_node(inner, spelt)
    else:
        spelt.append(ascii(node))
