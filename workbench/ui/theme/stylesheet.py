"""The one style sheet, made from the roles of a colour scheme and the measures.

Widgets choose a variant by a dynamic property, never by a style of their own:
    QPushButton   kind = primary | quiet | danger | menu (opens one)
                  segment = first | middle | last (of a segmented control)
    QLabel        role = title | big | caption | muted | error | warning | now | section
    QFrame        role = surface | bar-error | bar-warning | bar-info | line
    QLineEdit     wrong = true  (a field that holds an error)
"""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from string import Template

from workbench.ui.theme import measures
from workbench.ui.theme.colours import Scheme
from workbench.ui.theme.fonts import scaled

SPIN_BOX_EXTRA = 3  # what Qt adds to a spin box beyond min-height
_TEMPLATE = Path(__file__).with_name("stylesheet.qss")


def stylesheet(scheme: Scheme) -> str:
    """Return the style sheet of a scheme."""
    icons = Path(str(files("resources").joinpath("icons")))
    values = {role: colour.name() for role, colour in scheme.roles.items()}
    values |= {
        name.lower(): f"{value}px" for name, value in vars(measures).items() if name.isupper()
    }
    values |= {
        name.lower(): f"{scaled(value)}px"
        for name, value in vars(measures).items()
        if name.startswith("TEXT_")
    }
    inner = measures.CONTROL_HEIGHT - 2  # without the border of 1 px on both sides
    values |= {
        "inner_height": f"{inner}px",
        "spin_height": f"{inner - SPIN_BOX_EXTRA}px",
        "chevron_down": (icons / "field-down.svg").as_posix(),
        "chevron_up": (icons / "field-up.svg").as_posix(),
        "check": (
            icons / ("check-on-light.svg" if scheme.is_dark else "check-on-dark.svg")
        ).as_posix(),
    }
    return Template(_TEMPLATE.read_text(encoding="utf-8")).substitute(values)
