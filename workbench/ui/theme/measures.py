"""Measures of the window in pixels, on a grid of 4; workbench/ui/theme/theme.py hands them on."""

from __future__ import annotations

SPACE_XS = 4
SPACE_S = 8
SPACE_M = 12
SPACE_L = 16
SPACE_XL = 24
CELL_INSET = 11  # SPACE_S, and 3 that Qt puts around the text of a table's cell

TEXT_CAPTION = 11
TEXT_PROSE = 12  # captions that are sentences
TEXT_BODY = 13
TEXT_TITLE = 16
TEXT_BIG = 22
LEAST_TEXT = 11  # smaller words cannot be read by many, whatever size is chosen

CONTROL_HEIGHT = 28
ROW_HEIGHT = 24
TOOLBAR_HEIGHT = 36
STATUS_HEIGHT = 28
RADIUS_SURFACE = 6
RADIUS_CONTROL = 4
ICON_SIZE = 20
RAIL_WIDTH = 96
INSPECTOR_WIDTH = 288
FORM_WIDTH = 284
CHOOSER_WIDTH = 400
RUN_WIDTH = 520  # at most, of the name of the run at the top
PALETTE_WIDTH = 560
SEARCH_WIDTH = 200
SCROLL_BAR_WIDTH = 10
RAIL_BUTTON_HEIGHT = 54
LINE_GAP = 2
CHARTS_HEIGHT = 260
PRIMARY_WIDTH = 132
LEAST_WIDTH = 960
LEAST_HEIGHT = 640
ROOM_FOR_THREE = 1500
ROOM_FOR_INSPECTOR = 1000
CHOOSER_LEAST = 144
