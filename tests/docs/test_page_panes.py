"""The pages on the window follow the window: workspaces, titles, captions of pictures."""

from __future__ import annotations

import json
import re

import pytest

from workbench.frame.actions import WORKSPACES
from workbench.frame.guide_pages import DOCS, GuidePages

pytestmark = pytest.mark.static

PICTURE = re.compile(r"!\[([^\]]*)\]\(\.\./pictures/([\w-]+)-light\.png\)")
PAGES = GuidePages()
GALLERY = ("gallery.md", "gallery-more.md")


def titles():
    return {name: PAGES.title(f"window/{name}.md") for name in WORKSPACES}


@pytest.mark.parametrize("name", WORKSPACES)
def test_a_workspace_has_its_page_and_the_caption_of_its_picture(name):
    page = f"window/{name}.md"
    assert page in PAGES.names
    first = PICTURE.findall(PAGES.text(page))[:1]
    assert first in ([], [(PAGES.title(page), name)])


def test_no_page_is_of_a_workspace_that_is_gone():
    listed = {name.split("/")[1][:-3] for name in PAGES.names if name.startswith("window/")}
    assert listed == {*WORKSPACES, "commands"}


def test_the_titles_of_pages_are_those_of_the_window():
    commands = (DOCS / "window" / "commands.md").read_text("utf-8")
    shown = re.findall(r"^\| Go to (.+?) \| `Ctrl\+(?:\d|Shift\+X)`", commands, re.MULTILINE)
    assert shown[: len(WORKSPACES)] == list(titles().values())


def test_the_gallery_names_workspaces_of_the_window():
    captions = re.findall(r"^## (\w+): ", "\n".join(map(PAGES.text, GALLERY)), re.MULTILINE)
    assert len(captions) > 10
    assert set(captions) <= set(titles().values())


def test_every_pane_with_commands_is_a_workspace():
    panes = json.loads((DOCS.parent / "resources" / "pane_commands.json").read_text("utf-8"))
    assert set(panes) <= set(WORKSPACES)
