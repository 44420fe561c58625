"""Formulas of the guide: LaTeX in fenced blocks named `math`, as lines of plain characters; no Qt.

The site sets the same blocks as MathML (docs/site_formulas.py).
"""

from __future__ import annotations

import re
from collections.abc import Iterator

_BLOCKS = re.compile(r"^```math\n.*?\n```$(?:\n\n```math\n.*?\n```$)*", re.DOTALL | re.MULTILINE)
_FORMULA = re.compile(r"^```math\n(.*?)\n```$", re.DOTALL | re.MULTILINE)
_PART = re.compile(r"\\lvert\s*|\\[A-Za-z]+|\\.|\s+|.")
_TEXT = {"text", "mathrm", "operatorname", "mathit"}
_SYMBOLS = {
    "sum": "Σ", "times": "×", "cdot": "·", "log": "log", "ln": "ln", "max": "max", "min": "min",
    "le": "≤", "ge": "≥", "in": "∈", "alpha": "α", "beta": "β", "gamma": "γ", "lambda": "λ",
    "ldots": "…", "quad": "   ", "left": "", "right": "", "lvert": "|", "rvert": "|", "arg": "arg ",
    "ne": "≠", "to": "→", "mid": "|", "ell": "ℓ", ",": " ", ";": " ", "%": "%", "{": "{", "}": "}",
}  # fmt: skip
_LOWERED = dict(
    zip("0123456789+-=()aehijklmnoprstuvx", "₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ", strict=True)
)
_RAISED = dict(zip("0123456789+-=()inαβ", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁱⁿᵅᵝ", strict=True))
_OPERATOR = re.compile(r"[+−×÷·]")
_BRACKETS = re.compile(r"\([^()]*\)")
_MACRON = "\u0304"


class FormulaError(ValueError):
    """A formula has a command that has no plain form; the message names it."""


def with_plain_formulas(page: str) -> str:
    """Return Markdown whose blocks `math` are indented lines of plain characters.

    Blocks that follow each other are lines of one. Raises FormulaError.
    """

    def written(found: re.Match[str]) -> str:
        return "\n".join(f"    {plain_formula(latex)}" for latex in _FORMULA.findall(found[0]))

    return _BLOCKS.sub(written, page)


def plain_formula(latex: str) -> str:
    """Return a formula in one line of plain characters. Raises FormulaError.

    >>> plain_formula(r"p(L) = \\frac{\\sum_n t_n(L)}{\\text{all tokens}}")
    'p(L) = Σₙ tₙ(L) ÷ all tokens'
    >>> plain_formula(r"\\frac{a}{b + c} \\times w^{\\alpha}")
    'a ÷ (b + c) × wᵅ'
    """
    parts = _PART.findall(latex.strip())
    line = "".join(_written(iter(parts)))
    return re.sub(r"(?<=\S) {2}(?=\S)", " ", line).strip()


def _written(parts: Iterator[str], *, is_text: bool = False) -> Iterator[str]:
    """Yield the plain form of what comes up to the end of a group."""
    for part in parts:
        if part == "}":
            return
        if part in "_^":
            yield _shifted(_argument(parts), is_raised=part == "^")
        elif part == "{":
            yield "".join(_written(parts, is_text=is_text))
        elif part.startswith("\\"):
            yield _command(part[1:], parts)
        elif is_text:
            yield part
        else:
            yield {"-": "−"}.get(part, " " if part.isspace() else part)


def _argument(parts: Iterator[str], *, is_text: bool = False) -> str:
    """Return the plain form of the group, command or character that comes next."""
    part = next(parts, "")
    if part == "{":
        return "".join(_written(parts, is_text=is_text)).strip()
    if part.startswith("\\"):
        return _command(part[1:], parts)
    return part


def _command(name: str, parts: Iterator[str]) -> str:
    if name in _TEXT:
        return _argument(parts, is_text=True)
    if name == "frac":
        return f"{_enclosed(_argument(parts))} ÷ {_enclosed(_argument(parts))}"
    if name == "bar":
        return _argument(parts) + _MACRON
    if name == "sqrt":
        return f"√{_enclosed(_argument(parts))}"
    try:
        return _SYMBOLS[name.rstrip()]
    except KeyError:
        raise FormulaError(f"\\{name} has no plain form: add it to {__name__}.") from None


def _enclosed(term: str) -> str:
    """Return a term in brackets if an operator outside of brackets would read it apart."""
    open_part = term
    while _BRACKETS.search(open_part):
        open_part = _BRACKETS.sub("", open_part)
    return f"({term})" if _OPERATOR.search(open_part) else term


def _shifted(term: str, *, is_raised: bool) -> str:
    """Return an index or exponent in small characters where Unicode has all of them."""
    table = _RAISED if is_raised else _LOWERED
    if all(letter in table for letter in term):
        return "".join(table[letter] for letter in term)
    sign = "^" if is_raised else "_"
    return f"{sign}{term}" if len(term) == 1 or term.isalnum() else f"{sign}({term})"
