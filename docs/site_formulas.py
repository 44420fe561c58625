"""A Sphinx extension: blocks `math` of the pages as MathML, made while the site is built.

A browser needs neither a script nor a font from elsewhere to show it. docutils, which Sphinx uses,
translates the LaTeX; what it does not know ends the build.
"""

from __future__ import annotations

from typing import Any

from docutils import nodes
from docutils.utils.math import latex2mathml

NAME = "mathml"


def setup(app: Any) -> dict[str, bool]:
    """Tell Sphinx of the renderer, which `html_math_renderer` of conf.py chooses."""
    app.add_html_math_renderer(NAME, (write_in_line, None), (write_block, None))
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def write_in_line(writer: Any, node: Any) -> None:
    writer.body.append(latex2mathml.tex2mathml(node.astext(), as_block=False))
    raise nodes.SkipNode


def write_block(writer: Any, node: Any) -> None:
    """Write a formula of its own line, which scrolls where the page is narrower."""
    math = latex2mathml.tex2mathml(node.astext(), as_block=True)
    writer.body.append(f'<div class="formula" role="math">{math}</div>\n')
    raise nodes.SkipNode
