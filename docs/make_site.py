"""Build the documentation as a web site that works without a network.

    python3 docs/make_site.py [--out build/site] [--open]

Needs nothing but Python 3.11: Sphinx and its theme go into `.cache/docs`, an environment of their
own (packaging/requirements-docs.txt, by hash; from the folder `wheels/` alone where there is one).
The pages are those of `contents.toml`, which the window's guide shows too. A broken link, a picture
that is missing, a misspelt word and anything that a page would fetch from elsewhere end the build
with status 1.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import webbrowser
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

DOCS = Path(__file__).resolve().parent
ROOT = DOCS.parent
sys.path.insert(0, str(ROOT))

from workbench.frame.guide_pages import GuidePages  # noqa: E402

ENVIRONMENT = ROOT / ".cache" / "docs"
REQUIREMENTS = ROOT / "packaging" / "requirements-docs.txt"
LINK = re.compile(r"(?<=\]\()([^)\s]+)(?=\))")
PICTURE = re.compile(r"^!\[([^\]]*)\]\(([^)\s]+)-light\.(png|svg)\)$")
FETCHED = re.compile(
    r"<(?:script|img|iframe|source)[^>]+src=\"(?:https?:)?//[^\"]+\""
    r"|<link[^>]+rel=\"(?:stylesheet|preload|icon)\"[^>]+href=\"(?:https?:)?//[^\"]+\""
    r"|@import[^;]+//|url\([\"']?(?:https?:)?//"
)
"""Whatever a browser would fetch from another machine to show a page."""

SPELT_RIGHT = ("tha", "vie", "gage", "ist", "dokument", "nd")
"""Codes of languages, a name, a property and German, which codespell takes for mistakes."""

CONFIGURATION = """\
import sys
sys.path[:0] = [{root!r}, {docs!r}]

project = "Tokenizer Workbench"
version = release = {version!r}
extensions = ["myst_parser", "site_formulas"]
myst_fence_as_directive = ["math"]
html_math_renderer = "mathml"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_js_files = [(None, {{"body": {search!r}}})]
source_suffix = {{".md": "markdown"}}
html_theme = "furo"
html_title = "Tokenizer Workbench"
html_logo = "logo.png"
html_copy_source = False
html_show_sphinx = html_show_copyright = False
html_favicon = "logo.png"
smartquotes = False  # they would join the dashes of options
highlight_language = "none"
myst_heading_anchors = 4
myst_heading_slug_func = "workbench.frame.guide_pages.heading_anchor"
"""


EXCERPTS = 'DOCUMENTATION_OPTIONS.SHOW_SEARCH_SUMMARY = location.protocol !== "file:";'
"""Excerpts of results are read from other pages, which browsers refuse pages that are files."""


class BuildError(Exception):
    """The site cannot be built; the message says why."""


class Arguments(NamedTuple):
    out: Path
    show: bool


def main(arguments: list[str]) -> int:
    chosen = read_arguments(arguments)
    try:
        python = prepare_environment()
        source = ROOT / "build" / "site-pages"
        shutil.rmtree(source, ignore_errors=True)
        stage(source)
        check_spelling(python, source)
        build(python, source, chosen.out)
    except BuildError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    sys.stdout.write(f"{chosen.out / 'index.html'}\n")
    if chosen.show:
        webbrowser.open((chosen.out / "index.html").as_uri())
    return 0


def read_arguments(arguments: list[str]) -> Arguments:
    parser = argparse.ArgumentParser(description="Build the documentation as a web site.")
    parser.add_argument("--out", type=Path, default=ROOT / "build" / "site", metavar="FOLDER")
    parser.add_argument("--open", action="store_true", help="show it in the browser")
    chosen = parser.parse_args(arguments)
    return Arguments(chosen.out.resolve(), chosen.open)


def prepare_environment() -> Path:
    """Return the Python of the environment that has Sphinx, installed if it is not."""
    python = ENVIRONMENT / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    stamp, wanted = ENVIRONMENT / "installed", REQUIREMENTS.read_text("utf-8")
    if stamp.is_file() and stamp.read_text("utf-8") == wanted:
        return python
    shutil.rmtree(ENVIRONMENT, ignore_errors=True)
    uv = shutil.which("uv")
    make = [uv, "venv", "--python", sys.executable] if uv else [sys.executable, "-m", "venv"]
    install = [uv, "pip", "install", "--python"] if uv else []
    install += [str(python), *([] if uv else ["-m", "pip", "install"])]
    install += ["--require-hashes", "--only-binary", ":all:", "-r", str(REQUIREMENTS)]
    if (ROOT / "wheels").is_dir():
        install += ["--no-index", "--find-links", str(ROOT / "wheels")]
    for command in ([*make, str(ENVIRONMENT)], install):
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            last = (done.stdout + done.stderr).strip().splitlines()[-1:]
            raise BuildError(f"Sphinx could not be installed: {' '.join(last)}")
    stamp.write_text(wanted, "utf-8")
    return python


def stage(folder: Path, pages: GuidePages | None = None) -> None:
    """Write the pages as Sphinx reads them, with their pictures and files, into a new folder."""
    pages = pages or GuidePages()
    for name in pages.names:
        path = folder / site_name(name)
        path.parent.mkdir(parents=True, exist_ok=True)
        page = StagedPage(pages, name, folder)
        text = page.text()
        if name == pages.names[0]:
            text += "\n" + "\n".join(contents(pages))
        path.write_text(text, encoding="utf-8")
    version = re.findall(r'__version__ = "(.+)"', (ROOT / "workbench/__init__.py").read_text())[0]
    configuration = CONFIGURATION.format(
        root=str(ROOT), docs=str(DOCS), version=version, search=EXCERPTS
    )
    (folder / "conf.py").write_text(configuration, encoding="utf-8")
    shutil.copyfile(ROOT / "packaging" / "icons" / "app.png", folder / "logo.png")
    (folder / "_static").mkdir()
    shutil.copyfile(DOCS / "site.css", folder / "_static" / "site.css")


def site_name(name: str) -> str:
    """Return where a page of the contents is on the site.

    >>> site_name("../engine/README.md"), site_name("start/install.md")
    ('project/engine.md', 'start/install.md')
    """
    stem = name.removesuffix(".md").removesuffix(".ipynb")
    if stem.startswith("../"):
        stem = f"project/{stem.removeprefix('../').removesuffix('/README').lower()}"
    return f"{stem}.md"


def named_block(fence: str) -> str:
    """Return the fence of a block with the name of its file as a caption.

    >>> named_block("```toml recipe.toml")
    '```{code-block} toml\\n:caption: recipe.toml\\n'
    """
    language, _, name = fence.removeprefix("```").partition(" ")
    return f"```{{code-block}} {language}\n:caption: {name}\n" if name else fence


def contents(pages: GuidePages) -> Iterator[str]:
    """Yield the lines that tell Sphinx the order of the pages."""
    for section in pages.sections:
        yield "```{toctree}\n:hidden:\n:caption: " + section.title
        yield ""
        for name in section.pages:
            if name != pages.names[0]:
                yield f"/{site_name(name).removesuffix('.md')}"
        yield "```"


class StagedPage:
    """One page, with the targets of its links as they are on the site."""

    def __init__(self, pages: GuidePages, name: str, folder: Path) -> None:
        self._pages, self._name, self._folder = pages, name, folder
        self._source = (pages.folder / name).resolve().parent
        self._goal = (folder / site_name(name)).parent
        self._listed = {(pages.folder / name).resolve(): name for name in pages.names}

    def text(self) -> str:
        lines, is_code = [], False
        for line in self._pages.source(self._name).splitlines():
            is_fence = line.startswith("```")
            is_code ^= is_fence
            if is_fence:
                line = named_block(line)
            lines.append(line if is_code or is_fence else self._line(line))
        return "\n".join(lines) + "\n"

    def _line(self, line: str) -> str:
        picture = PICTURE.match(line)
        if picture:
            return "\n".join(self._picture(picture[1], picture[2], picture[3]))
        return LINK.sub(lambda found: self._target(found[1]), line)

    def _picture(self, words: str, stem: str, kind: str) -> Iterator[str]:
        for scheme in ("light", "dark"):
            target = self._target(f"{stem}-{scheme}.{kind}")
            yield f"```{{image}} {target}\n:alt: {words}\n:class: only-{scheme}\n```\n"

    def _target(self, target: str) -> str:
        if target.startswith(("https://", "http://", "#")):
            return target
        file, _, anchor = target.partition("#")
        path = (self._source / file).resolve()
        if path in self._listed:
            goal = self._folder / site_name(self._listed[path])
        elif path.is_file() and path.is_relative_to(ROOT):
            goal = self._folder / "files" / path.relative_to(ROOT)
            goal.parent.mkdir(parents=True, exist_ok=True)
            if not goal.exists():
                shutil.copyfile(path, goal)
        else:
            raise BuildError(f"{self._name}: the link {target} leads to no file.")
        return os.path.relpath(goal, self._goal).replace(os.sep, "/") + (anchor and f"#{anchor}")


def check_spelling(python: Path, source: Path) -> None:
    """Let codespell read the pages; tests/test_words.py compares them with the glossary."""
    command = [str(python), "-m", "codespell_lib", "--ignore-words-list", ",".join(SPELT_RIGHT)]
    pages = [str(path) for path in sorted(source.rglob("*.md"))]
    done = subprocess.run([*command, *pages], capture_output=True, text=True, check=False)
    if done.returncode:
        raise BuildError(f"Words are misspelt:\n{done.stdout}{done.stderr}".rstrip())


def build(python: Path, source: Path, out: Path) -> None:
    """Let Sphinx write the site, and refuse what needs a network."""
    shutil.rmtree(out, ignore_errors=True)
    command = [str(python), "-m", "sphinx", "-W", "--keep-going", "-q", "-j", "auto"]
    command += ["-d", str(source.parent / "site-doctrees"), str(source), str(out)]
    if subprocess.run(command, check=False).returncode:
        raise BuildError("The site has faults; Sphinx lists them above.")
    fetched = list(fetched_from_elsewhere(out))
    if fetched:
        raise BuildError("The site would fetch: " + "; ".join(fetched))
    broken = list(broken_links(out))
    if broken:
        raise BuildError("Links of the site lead nowhere: " + "; ".join(broken))


def fetched_from_elsewhere(out: Path) -> Iterator[str]:
    """Yield the files of a site that make a browser fetch something, with what it fetches."""
    for path in sorted([*out.rglob("*.html"), *out.rglob("*.css")]):
        for found in FETCHED.findall(path.read_text("utf-8", "replace")):
            yield f"{path.relative_to(out)}: {found}"


class PageLinks(HTMLParser):
    """What a page of the site links to, and the names that others may link to."""

    def __init__(self, page: Path) -> None:
        super().__init__()
        self.targets: list[str] = []
        self.names: set[str] = set()
        self.feed(page.read_text("utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name in ("href", "src") and value:
                self.targets.append(value)
            elif value and (name == "id" or (tag, name) == ("a", "name")):
                self.names.add(value)


def broken_links(out: Path) -> Iterator[str]:
    """Yield the links of a site, pictures and scripts too, to files and names that are missing."""
    pages = {page.resolve(): PageLinks(page) for page in sorted(out.rglob("*.html"))}
    for page, links in pages.items():
        for target in links.targets:
            parts = urlsplit(target)
            if parts.scheme or parts.netloc:
                continue
            goal = (page.parent / unquote(parts.path)).resolve() if parts.path else page
            names = pages[goal].names if goal in pages else {parts.fragment}
            if not goal.exists() or (parts.fragment and parts.fragment not in names):
                yield f"{page.relative_to(out.resolve())}: {target}"


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
