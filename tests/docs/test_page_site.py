"""docs/make_site.py: the pages as Sphinx gets them, and what no site may fetch."""

from __future__ import annotations

import importlib
import json
import sys

import pytest

from tests.docs.test_page_links import broken_links
from workbench.frame.guide_pages import DOCS, GuidePages

pytestmark = pytest.mark.static


@pytest.fixture(scope="module")
def site():
    sys.path.insert(0, str(DOCS))
    yield importlib.import_module("make_site")
    sys.path.remove(str(DOCS))


def test_the_staged_pages_have_their_links_pictures_and_contents(site, tmp_path):
    folder = tmp_path / "pages"
    site.stage(folder)
    pages = GuidePages()
    for name in pages.names:
        path = folder / site.site_name(name)
        assert path.read_text("utf-8").startswith("# ")
        assert broken_links(path) == []
    index = (folder / "index.md").read_text("utf-8")
    assert index.count("```{toctree}") == len(pages.sections)
    assert "/project/architecture\n" in index
    recipe = (folder / "concepts" / "explore.md").read_text("utf-8")
    assert "```{code-block} toml\n:caption: even.toml\n\npaths = " in recipe
    train = (folder / "window" / "train.md").read_text("utf-8")
    assert ":class: only-dark" in train
    assert (folder / "files/docs/pictures/train-dark.png").is_file()
    compile((folder / "conf.py").read_text("utf-8"), "conf.py", "exec")


def test_a_link_to_no_file_is_refused(site, tmp_path):
    (tmp_path / "contents.toml").write_text('[[section]]\ntitle = "A"\npages = ["a.md"]\n')
    (tmp_path / "a.md").write_text("# A\n\n[b](b.md)\n")
    with pytest.raises(site.BuildError, match=r"a\.md: the link b\.md leads to no file"):
        site.stage(tmp_path / "pages", GuidePages(tmp_path))


def test_a_site_that_fetches_from_elsewhere_is_refused(site, tmp_path):
    (tmp_path / "a.html").write_text('<a href="https://x.org">x</a><script src="a.js"></script>')
    assert list(site.fetched_from_elsewhere(tmp_path)) == []
    (tmp_path / "b.html").write_text('<script async src="https://x.org/a.js"></script>')
    (tmp_path / "c.css").write_text("@font-face { src: url(//fonts.org/a.woff) }")
    assert len(list(site.fetched_from_elsewhere(tmp_path))) == 2


def test_a_link_of_the_site_that_leads_nowhere_is_refused(site, tmp_path):
    (tmp_path / "a.html").write_text('<p id="b"><a href="#b">x</a><a href="https://x.org/#c">y</a>')
    (tmp_path / "b.html").write_text('<a href="a.html#b">x</a><a href="a.html#c">y</a>')
    (tmp_path / "c.html").write_text('<img src="my%20picture.png"><img src="no.png">')
    (tmp_path / "my picture.png").touch()
    assert list(site.broken_links(tmp_path)) == ["b.html: a.html#c", "c.html: no.png"]


def test_the_figures_are_current(site):
    figures = importlib.import_module("draw_figures")
    assert figures.main(["--check"]) == 0, "run docs/draw_figures.py"


def test_the_tour_shows_the_pictures_that_there_are_and_is_small(site):
    tour = importlib.import_module("make_tour")
    assert json.loads(tour.RECORD.read_text("utf-8")) == tour.digests(), "run docs/make_tour.py"
    content = tour.TOUR.read_bytes()
    assert content[:4] + content[8:12] == b"RIFFWEBP"
    assert len(content) < tour.MOST_BYTES
    assert content.count(b"ANMF") == len(tour.STOPS)
    assert "(docs/tour.webp)" in (DOCS.parent / "README.md").read_text("utf-8")
