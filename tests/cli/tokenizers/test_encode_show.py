"""`encode --show` and `encode --json`: a text as tokens in the terminal."""

from __future__ import annotations

import io
import re
from itertools import pairwise

import pytest

from engine import Tokenizer
from workbench.cli.shared.output import display_width
from workbench.cli.tokenizers.token_view import (
    BLACK,
    DARK_HUES,
    LIGHT_HUES,
    WHITE,
    ShownToken,
    show_tokens,
    shown_tokens,
)

HOSTILE = "a\x1b[2Jb\u202ec\x07 日本語 กำ\u200b é\tnew\n line 👍🏽 <|im_start|>\r\n"
SGR = re.compile(r"\x1b\[[0-9;]*m")


def rgb(number: int) -> tuple[int, int, int]:
    """A colour above 15 of the 256."""
    if number >= 232:
        return (8 + 10 * (number - 232),) * 3
    levels = (0, 95, 135, 175, 215, 255)
    number -= 16
    return levels[number // 36], levels[number // 6 % 6], levels[number % 6]


def luminance(number: int) -> float:
    parts = [c / 255 for c in rgb(number)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize(("hues", "ink"), [(DARK_HUES, WHITE), (LIGHT_HUES, BLACK)])
def test_every_background_has_its_text_in_clear_contrast(hues, ink):
    for hue in hues:
        light, dark = sorted((luminance(hue), luminance(ink)), reverse=True)
        assert (light + 0.05) / (dark + 0.05) >= 4.5
    assert len(set(hues)) == len(hues) == 8


def test_a_text_is_shown_as_tokens_without_colours_in_a_pipe(cli, trained):
    shown = cli("encode", trained, "--show", "tokens", "--special", "parse", stdin=HOSTILE.encode())
    lines = shown.out.splitlines()
    assert (shown.status, shown.err) == (0, "")
    assert not re.search(r"[\x00-\x09\x0b-\x1f\u202e\u200b]", shown.out)
    assert "⟨ESC⟩" in shown.out and "⟨E2⟩│⟨80⟩│⟨AE⟩" in shown.out  # a character of three tokens
    assert "⟦<|im_start|>⟧" in lines[1] and lines[0].endswith("↵")
    ids = Tokenizer.load(trained).encode(HOSTILE, special="parse")
    assert lines[-1].startswith(f"{len(ids)} tokens of {len(HOSTILE.encode())} bytes, ")
    assert sum(line.count("│") + 1 for line in lines[:2]) == len(ids)


def test_colours_are_for_terminals_that_want_them(cli, trained, monkeypatch):
    monkeypatch.delenv("COLORFGBG", raising=False)
    command = ("encode", trained, "--show", "tokens")
    plain = cli(*command, stdin=HOSTILE.encode()).out
    painted = cli(*command, "--color", "always", stdin=HOSTILE.encode()).out
    assert SGR.sub("", painted) == plain
    backgrounds = [int(number) for number in re.findall(r"48;5;(\d+)", painted)]
    assert set(backgrounds) <= set(DARK_HUES)
    assert all(a != b for a, b in pairwise(backgrounds))
    monkeypatch.setenv("COLORFGBG", "0;15")
    on_light = cli(*command, "--color", "always", stdin=HOSTILE.encode()).out
    assert f"48;5;{LIGHT_HUES[0]};38;5;{BLACK}m" in on_light


def test_a_table_has_its_columns_below_each_other(cli, trained):
    shown = cli("encode", trained, "--show", "table", stdin=HOSTILE.encode())
    head, *rows = shown.out.splitlines()[:-2]
    text_at = head.index("Text")
    tokenizer = Tokenizer.load(trained)
    ids = tokenizer.encode(HOSTILE)
    assert [int(row.split()[1].replace(",", "")) for row in rows] == ids
    for row, token in zip(rows, ids, strict=True):
        assert row[text_at - 2 : text_at] == "  " and row[text_at] != " "
        digits = row[head.index("Hex") : text_at].strip()
        assert digits == tokenizer.vocabulary[token].hex(" ").upper()
    assert rows[0].split()[2] == "0"  # the first token begins at byte 0
    assert display_width("日本語กำ\u200dé") == 6 + 2 + 1


def test_json_has_texts_bytes_and_spans(cli, trained):
    data = "low €<|im_start|>".encode()
    document = cli("encode", trained, "--json", "--special", "parse", stdin=data).document
    spans = document["spans"]
    assert [span["id"] for span in spans] == document["ids"]
    assert b"".join(bytes.fromhex(span["bytes"]) for span in spans) == data
    assert all(data[span["start"] : span["end"]] == bytes.fromhex(span["bytes"]) for span in spans)
    assert spans[-1]["special"] and spans[-1]["text"] == "<|im_start|>"
    parts = [span for span in spans if span["text"] is None]
    assert all(bytes.fromhex(span["bytes"])[0] >= 0x80 for span in parts)


def test_a_normalized_text_is_shown_as_its_tokens_have_it():
    from engine import Corpus, TrainingConfig, train_tokenizer

    config = TrainingConfig(vocab_size=262, normalization="nfc")
    tokenizer = train_tokenizer(Corpus.from_texts(["é é é"]), config)
    data = "e\u0301 e\u0301".encode()
    tokens = list(shown_tokens(tokenizer, data, tokenizer.token_spans(data)))
    assert b"".join(token.data for token in tokens) == "é é".encode()


class AsciiTerminal(io.StringIO):
    """A terminal that writes ASCII only."""

    encoding = "ascii"


class Utf8Terminal(io.StringIO):
    """A terminal that writes every character."""

    encoding = "utf-8"


def test_what_turns_lines_around_or_is_not_seen_is_named():
    stream = Utf8Terminal()
    data = "\u202e\u200b\u0301日本\ufeff".encode()
    show_tokens(iter([ShownToken(7, 0, len(data), data, False)]), "table", stream, colour=False)
    row = stream.getvalue().splitlines()[1]
    assert row.endswith("⟨RLO⟩⟨ZWSP⟩\u0301日本⟨BOM⟩")
    assert "E2 80 AE E2 80 8B CC 81 E6 97 A5 E6 …" in row


def test_an_ascii_terminal_gets_ascii(cli, trained):
    tokenizer = Tokenizer.load(trained)
    data = "low é\n".encode()
    stream = AsciiTerminal()
    tokens = shown_tokens(tokenizer, data, tokenizer.token_spans(data))
    show_tokens(tokens, "tokens", stream, colour=False)
    assert stream.getvalue().isascii()
    assert "|" in stream.getvalue()


@pytest.mark.parametrize("other", [["--json"], ["--out", "ids.npy"], ["--compare", "gpt2"]])
def test_show_prints_nothing_else(cli, trained, other):
    refused = cli("encode", trained, "--show", "table", *other, stdin=b"low")
    assert refused.status == 2
    assert "--show and --" in refused.sentence


def test_an_empty_text_has_no_tokens(cli, trained):
    assert cli("encode", trained, "--show", "table").out.endswith("0 tokens of 0 bytes\n")
