"""The sample corpus and the icons keep what resources/README.md promises."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import unicodedata
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

import resources
from engine.text import detected_script, language_code

CORPUS_FILES = sorted(resources.sample_corpus_folder().glob("*"))
ICON_FILES = sorted(resources.resource_path("icons").glob("*.svg"))
ENGLISH = resources.resource_path("corpus/eng.txt")
DOMAINS = {"code_python", "code_c", "code_javascript", "code_json", "latex", "markdown"}
STYLE_SHEET_GLYPHS = {
    "check-on-dark", "check-on-light", "chevron-up", "chevron-down", "field-up", "field-down",
}  # fmt: skip
LINE_ICONS = [file for file in ICON_FILES if file.stem not in STYLE_SHEET_GLYPHS | {"app"}]
EXPECTED_ICONS = [
    "corpus",
    "pattern",
    "train",
    "explore",
    "compression",
    "sizes",
    "tokens",
    "vocabulary",
    "runs",
    "chat",
    "play",
    "pause",
    "stop",
    "cancel",
    "add-file",
    "add-folder",
    "remove",
    "export",
    "rename",
    "delete",
    "undo",
    "search",
    "theme-light",
    "theme-dark",
    "palette",
    "inspector",
    "reset-layout",
    "warning",
    "error",
    "info",
    "check",
    "chevron-down",
    "chevron-right",
    "expand",
    "more",
    "copy",
    "app",
]
N_LINES = 48
# The first word of a code point's Unicode name, where it is a script of the corpus.
SCRIPT_WORDS = {
    "ARABIC", "ARMENIAN", "BENGALI", "CJK", "CYRILLIC", "DEVANAGARI", "GREEK", "HANGUL",
    "GEORGIAN", "HEBREW", "HIRAGANA", "KATAKANA", "LATIN", "TAMIL", "THAI",
}  # fmt: skip
# The same for Japanese, with the long vowel mark and the mark that repeats a character.
JAPANESE = {"CJK", "HIRAGANA", "KATAKANA", "KATAKANA-HIRAGANA", "IDEOGRAPHIC"}
COLOUR_ATTRIBUTES = ("fill", "stroke", "color", "stop-color")


def by_stem(files: list[Path]):
    return pytest.mark.parametrize("file", files, ids=lambda file: file.stem)


def language_files() -> list[Path]:
    return [file for file in CORPUS_FILES if re.fullmatch("[a-z]{3}", file.stem)]


def main_script(text: str) -> str:
    letters = (character for character in text if character.isalpha())
    counts = Counter(unicodedata.name(letter).split()[0] for letter in letters)
    return counts.most_common(1)[0][0]


@by_stem(CORPUS_FILES)
def test_a_corpus_file_is_clean_utf8(file):
    data = file.read_bytes()
    text = data.decode("utf-8")
    assert file.suffix == ".txt"
    assert len(data) >= 3_500
    assert unicodedata.is_normalized("NFC", text)
    assert not text.startswith("\ufeff")
    assert "\r" not in text
    assert text.endswith("\n")
    assert not text.endswith("\n\n")
    assert "\ufffd" not in text
    strange = {c for c in text if unicodedata.category(c) in {"Cc", "Co", "Cn"}} - {"\n"}
    assert not strange
    assert not [line for line in text.splitlines() if line != line.rstrip()]


def test_the_corpus_covers_many_languages_and_scripts():
    scripts = {file.stem: main_script(file.read_text("utf-8")) for file in language_files()}
    assert len(scripts) >= 24
    assert set(scripts.values()) <= SCRIPT_WORDS
    assert len(set(scripts.values())) >= 12
    assert scripts["rus"] == scripts["ukr"] == "CYRILLIC"
    assert scripts["hin"] == "DEVANAGARI"


@by_stem(language_files())
def test_a_language_file_is_parallel_to_the_english_one(file):
    text = file.read_text("utf-8")
    lines, english = text.splitlines(), ENGLISH.read_text("utf-8").splitlines()
    assert len(lines) == len(english) == N_LINES
    assert all(lines)
    assert len(set(lines)) == N_LINES
    # The most is Japanese and Chinese; a sentence that is missing or there twice is beyond it.
    least, most = (0.2, 0.65) if file.stem in {"jpn", "zho", "kor"} else (0.6, 1.35)
    assert least <= len(text) / len(ENGLISH.read_text("utf-8")) <= most
    longer = [len(line) / len(other) for line, other in zip(lines, english, strict=True)]
    middle = sorted(longer)[N_LINES // 2]
    assert [line for line, ratio in zip(lines, longer, strict=True)
            if not 0.35 * middle <= ratio <= 2.6 * middle] == []  # fmt: skip


@by_stem(language_files())
def test_a_lines_letters_are_mostly_of_the_files_script(file):
    expected = language_code(file.stem).expected_script
    scripts = {expected} | ({"Hani"} if expected in {"Jpan", "Kore"} else set())
    lines = file.read_text("utf-8").splitlines()
    assert [line for line in lines if detected_script(line.encode(), expected) not in scripts] == []


@by_stem(language_files())
def test_a_language_file_has_no_letters_of_another_script(file):
    """Such as a Latin o in a Russian word, which looks right and is another byte."""
    text = file.read_text("utf-8")
    expected = JAPANESE if file.stem == "jpn" else {main_script(text)}
    assert [c for c in text if c.isalpha() and unicodedata.name(c).split()[0] not in expected] == []


@by_stem(language_files())
def test_a_lines_numbers_are_those_of_the_english_one(file):
    lines, english = file.read_text("utf-8").splitlines(), ENGLISH.read_text("utf-8").splitlines()
    for line, other in zip(lines, english, strict=True):
        # Whatever separates decimals and thousands, and whatever digits the language writes.
        digits = "".join(str(unicodedata.digit(c)) for c in line if c.isdigit())
        numbers = [re.sub(r"\D", "", number) for number in re.findall(r"\d[\d.,]*", other)]
        assert [number for number in numbers if number not in digits] == [], line


def test_the_corpus_has_the_domains_and_a_modest_size():
    assert {file.stem for file in CORPUS_FILES} == DOMAINS | {f.stem for f in language_files()}
    assert 150_000 <= sum(file.stat().st_size for file in CORPUS_FILES) <= 250_000


def test_the_code_samples_are_correct():
    folder = resources.sample_corpus_folder()
    compile((folder / "code_python.txt").read_text("utf-8"), "code_python.txt", "exec")
    document = json.loads((folder / "code_json.txt").read_text("utf-8"))
    assert {"stations", "alerts"} <= set(document)
    latex = (folder / "latex.txt").read_text("utf-8")
    begun = Counter(re.findall(r"\\begin\{(.+?)\}", latex))
    assert begun["document"] == 1
    assert begun == Counter(re.findall(r"\\end\{(.+?)\}", latex))


@pytest.mark.parametrize("name", EXPECTED_ICONS)
def test_the_icon_is_there(name):
    assert resources.icon_path(name) in ICON_FILES


@by_stem(LINE_ICONS)
def test_a_line_icon_keeps_the_grid_and_takes_its_colour_from_outside(file):
    root = ET.fromstring(file.read_text("utf-8"))
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    assert root.get("viewBox") == "0 0 20 20"
    assert root.get("stroke-linecap") == root.get("stroke-linejoin") == "round"
    colours = {e.get(name) for e in root.iter() for name in COLOUR_ATTRIBUTES} - {None}
    assert colours <= {"none", "currentColor"}
    assert "currentColor" in colours
    assert not [e for e in root.iter() if e.get("style") or e.get("class")]
    assert len(list(root.iter())) > 1


@by_stem([file for file in ICON_FILES if file not in LINE_ICONS])
def test_a_coloured_icon_is_square_and_has_its_own_colours(file):
    source = file.read_text("utf-8")
    left, top, width, height = map(float, ET.fromstring(source).get("viewBox").split())
    assert (left, top) == (0, 0)
    assert width == height
    assert "currentColor" not in source


def test_missing_resources_are_named():
    with pytest.raises(KeyError, match=r"no icon named 'no-such-icon'.*train"):
        resources.icon_path("no-such-icon")
    with pytest.raises(KeyError, match=r"no icon named '../icons/train'"):
        resources.icon_path("../icons/train")
    with pytest.raises(KeyError, match=r"no resource named 'corpus/xyz.txt'"):
        resources.resource_path("corpus/xyz.txt")
    with pytest.raises(KeyError, match=r"no resource named '../pyproject.toml'"):
        resources.resource_path("../pyproject.toml")


def test_resources_are_importable_without_qt():
    code = "import sys, resources; sys.exit(any(m.startswith('PySide6') for m in sys.modules))"
    root = Path(resources.__file__).parents[1]
    assert subprocess.run([sys.executable, "-c", code], cwd=root, check=False).returncode == 0
