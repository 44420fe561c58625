"""Where spans lie: every span has rectangles, inside the width, and characters stay whole."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from PySide6.QtCore import QPointF

from workbench.ui.spans import display_text, paragraph_layout
from workbench.ui.spans.display_text import FILLER, PieceKind, build_display
from workbench.ui.spans.overlays import USUAL, Overlays
from workbench.ui.spans.paragraph_layout import ParagraphLayout
from workbench.ui.spans.span_painter import SpanLook
from workbench.ui.spans.span_text import PLAIN, SPECIAL, SpanText

WIDTH = 400.0


def cut(*pieces: bytes, with_ids: bool = True) -> SpanText:
    bounds = np.concatenate(([0], np.cumsum([len(piece) for piece in pieces]))).astype(np.int64)
    ids = np.arange(1000, 1000 + len(pieces), dtype=np.uint32) if with_ids else None
    return SpanText(b"".join(pieces), bounds, ids=ids)


def every_bytes_of(text: str, size: int) -> list[bytes]:
    data = text.encode()
    return [data[at : at + size] for at in range(0, len(data), size)]


@pytest.fixture
def look(theme):
    return SpanLook(theme)


def lay_out(text: SpanText, look: SpanLook, *, show_ids: bool = False, width: float = WIDTH):
    display = build_display(text, 0, look, Overlays(ids=show_ids))
    return ParagraphLayout(display, look.text_font, look.bands(Overlays(ids=show_ids)), width)


TEXTS = {
    "english": [b"The", b" quick", b" brown", b" fox", b" jumps", b" over", b" it", b".\n"],
    "bytes of CJK": every_bytes_of("漢字かな交じり文", 2),
    "single bytes of emoji": every_bytes_of("a👩‍💻b", 1),
    "arabic": [w.encode() for w in ("السلام", " عليكم", "،", " كيف", " حا", "لكم", "؟")],
    "arabic bytes": every_bytes_of("سلام دنیا", 1),
    "mixed": [w.encode() for w in ("abc ", "سلا", "م", " (12", ")", " x", "yz", " עב", "רית")],
    "devanagari": every_bytes_of("क्षत्रिय हिन्दी", 3),
    "controls": [b"\x00", b"\t", b"a\r", b"\n"],
    "invalid": [b"a\xff", b"\xfe", b"\xe2\x96", b"b"],
    "marks": [b"e", "\u0301".encode(), "\u200d".encode(), "\u200f".encode()],
    "long word": [b"x" * 300, b" y"],
}


@pytest.mark.parametrize("show_ids", [False, True])
@pytest.mark.parametrize("name", TEXTS)
def test_every_span_has_a_rectangle_inside_the_width(look, name, show_ids):
    text = cut(*TEXTS[name])
    layout = lay_out(text, look, show_ids=show_ids)
    assert {box.span for box in layout.boxes} == set(range(text.n_spans))
    for box in layout.boxes:
        assert box.rect.width() > 0
        assert box.rect.height() > 0
        assert box.rect.left() >= -1
        assert box.rect.right() <= WIDTH + look.character_width + 1
        assert box.rect.bottom() <= layout.height
    if show_ids:
        assert sorted(box.span for _, box in layout.rows) == list(range(text.n_spans))


@pytest.mark.parametrize("name", TEXTS)
def test_rectangles_do_not_cover_each_other(look, name):
    layout = lay_out(cut(*TEXTS[name]), look)
    for at, one in enumerate(layout.boxes):
        for other in layout.boxes[at + 1 :]:
            shared = one.rect.adjusted(1, 1, -1, -1).intersected(other.rect.adjusted(1, 1, -1, -1))
            assert (
                shared.isEmpty()
                or one.span == other.span
                or min(one.rect.width(), other.rect.width()) <= 3.0
            )


@pytest.mark.parametrize("name", TEXTS)
def test_the_middle_of_a_rectangle_hits_its_span(look, name):
    layout = lay_out(cut(*TEXTS[name]), look)
    for box in layout.boxes:
        if box.rect.width() > 3.0:
            assert layout.span_at(box.rect.center()) == box.span
    assert layout.span_at(QPointF(-50.0, -50.0)) is None


def test_a_character_of_several_tokens_stands_once_with_its_bytes(look):
    text = cut(b"a", b"\xe6\xbc", b"\xa2", b"b")
    display = build_display(text, 0, look, USUAL)
    assert display.string.count("漢") == 1
    assert "\ufffd" not in display.string
    (split,) = [piece for piece in display.pieces if piece.kind is PieceKind.SPLIT]
    assert [(part.span, part.label, part.is_partial) for part in split.parts] == [
        (1, "E6 BC", True),
        (2, "A2", True),
    ]
    layout = ParagraphLayout(display, look.text_font, look.bands(), WIDTH)
    assert len(layout.frames) == 1
    byte_boxes = [box for box in layout.boxes if box.in_boxes]
    assert [box.label for box in byte_boxes] == ["E6 BC", "A2"]
    assert byte_boxes[0].rect.right() <= byte_boxes[1].rect.left() + 0.01
    assert all(box.rect.top() >= layout.frames[0].bottom() - 0.01 for box in byte_boxes)


def test_whole_characters_inside_a_grapheme_are_not_called_partial(look):
    text = cut(b"e", "\u0301".encode())
    display = build_display(text, 0, look, USUAL)
    (split,) = [piece for piece in display.pieces if piece.kind is PieceKind.SPLIT]
    assert [part.is_partial for part in split.parts] == [False, False]
    assert split.parts[1].label == "◌\u0301"


def test_tokens_between_graphemes_do_not_interrupt_the_shaping(look):
    text = cut("سل".encode(), "ام".encode())
    display = build_display(text, 0, look, USUAL)
    assert display.string == "سلام"
    assert display.fillers == []


def test_room_for_an_id_keeps_arabic_letters_joined(look):
    text = cut("س".encode(), "ل".encode())
    display = build_display(text, 0, look, Overlays(ids=True))
    room = display.string.index(FILLER)
    assert display.string[room - 1] == display.string[room + 1] == "\u200d"


def test_right_to_left_spans_run_from_right_to_left(look):
    layout = lay_out(cut("אב".encode(), " גד".encode(), " הו".encode()), look)
    lefts = [box.rect.left() for box in sorted(layout.boxes, key=lambda box: box.span)]
    assert lefts == sorted(lefts, reverse=True)


def test_numbers_inside_arabic_lie_where_they_are_drawn(look):
    text = cut("سلام ".encode(), b"12", " كتاب".encode())
    layout = lay_out(text, look)
    by_span = {box.span: box.rect for box in layout.boxes}
    assert by_span[2].right() <= by_span[1].left() + 1 < by_span[0].left() + 2
    assert by_span[1].width() == pytest.approx(look.text("12"), abs=1.5)


def test_a_line_breaks_before_the_space_of_a_token(look):
    pieces = [b"word"] + [b" word"] * 30
    layout = lay_out(cut(*pieces), look, width=200.0)
    assert len(layout.lines) > 3
    for span in range(len(pieces)):
        assert len(layout.boxes_of(range(span, span + 1))) == 1


def test_a_special_token_is_not_broken_where_it_fits_a_line(look):
    pieces = [b"<|assistant_start|>", b"Hello", b"<|assistant_end|>"] * 8
    plain = cut(*pieces)
    kinds = np.array([SPECIAL, PLAIN, SPECIAL] * 8, np.uint8)
    special = SpanText(plain.data, plain.bounds, ids=plain.ids, kinds=kinds)
    narrow = look.text("<|assistant_start|>") + 40.0
    for show_ids in (False, True):
        layout = lay_out(special, look, show_ids=show_ids, width=narrow)
        for span in range(len(pieces)):
            assert len(layout.boxes_of(range(span, span + 1))) == 1, span
    assert len(lay_out(special, look, width=60.0).boxes) > len(pieces)  # broken, not cut off
    wide = lay_out(special, look, width=1e6)
    assert wide.boxes[0].rect.width() == pytest.approx(look.text("<|assistant_start|>"), abs=1.5)


def test_a_span_over_two_lines_begins_and_ends_once(look):
    layout = lay_out(cut(b"x" * 100), look)
    assert len(layout.boxes) > 1
    assert [box.begins for box in layout.boxes].count(True) == 1
    assert [box.ends for box in layout.boxes].count(True) == 1


def test_labels_name_what_has_no_picture(look):
    layout = lay_out(cut(b"\x00", "\u200b".encode(), b"\xff", b"\n"), look)
    assert [label.text for label in layout.labels] == ["NUL", "ZWSP", "FF", "↵"]
    assert [label.is_byte for label in layout.labels] == [False, False, True, False]


def test_a_split_character_without_a_picture_is_named_above_its_bytes(look):
    layout = lay_out(cut(b"a", b"\xe2\x80", b"\x8b", b"b"), look)
    assert [label.text for label in layout.labels] == ["ZWSP"]
    assert layout.labels[0].rect == layout.frames[0]


def test_spaces_get_their_dots(look):
    layout = lay_out(cut(b"a", b" b", b"  c d"), look)
    assert len(layout.dots) == 4
    assert [dot.x() for dot in layout.dots] == sorted(dot.x() for dot in layout.dots)


NUMBERS = ("عام ٢٠٢٤", "سلام ١٢٬٣٤٥ كتاب", "שנת 2024", "عام 1,234.5", "سنة ۱۴۰۳", "x عام ٢٠٢٤ y")


@pytest.mark.parametrize("show_ids", [False, True])
@pytest.mark.parametrize("size", [1, 2, None])
@pytest.mark.parametrize("string", NUMBERS)
def test_digits_inside_right_to_left_text_run_from_left_to_right(look, string, size, show_ids):
    """In the order of the script, however they are cut: by bytes, by two, by character."""
    pieces = [c.encode() for c in string] if size is None else every_bytes_of(string, size)
    layout = lay_out(cut(*pieces), look, show_ids=show_ids, width=2000.0)
    bounds = np.cumsum([0, *map(len, pieces)])
    digits = [at for at, c in enumerate(string) if c.isdigit() or c in ",.٬"]
    starts = [len(string[:at].encode()) for at in digits]
    spans = [int(np.searchsorted(bounds, start, side="right")) - 1 for start in starts]
    lefts = [min(box.rect.left() for box in layout.boxes if box.span == span) for span in spans]
    assert lefts == sorted(lefts), lefts
    for one, other in pairwise(spans):
        ours = [box for box in layout.boxes if box.span == one and box.in_boxes]
        theirs = [box for box in layout.boxes if box.span == other and box.in_boxes]
        assert not ours or not theirs or ours[-1].rect.left() <= theirs[0].rect.left() + 0.01


def test_bytes_of_a_digit_inside_arabic_are_in_their_order(look):
    layout = lay_out(cut(*every_bytes_of("عام ٢٠٢٤", 1)), look, width=2000.0)
    boxes = [box for box in layout.boxes if box.in_boxes and box.span >= len("عام ".encode())]
    ordered = sorted(boxes, key=lambda box: box.rect.left())
    assert [box.label for box in ordered] == ["D9", "A2", "D9", "A0", "D9", "A2", "D9", "A4"]


@pytest.mark.parametrize("has_rows", [False, True])
def test_byte_boxes_without_room_are_counted_in_place_of_their_bytes(look, has_rows):
    """Each still has its rectangle and colour; where there is room every box says its bytes."""
    text, overlays = cut(*every_bytes_of("👩‍💻", 1)), Overlays(ids=has_rows)
    narrow, wide = (
        ParagraphLayout(
            build_display(text, 0, look, overlays, width),
            look.text_font,
            look.bands(overlays),
            width,
        )
        for width in (100.0, WIDTH)
    )
    [crowd] = narrow.crowds
    assert (crowd.n_bytes, crowd.n_tokens) == (len(text.data), text.n_spans)
    assert [box.label for box in narrow.boxes] == [""] * text.n_spans
    assert len({box.rect.left() for box in narrow.boxes}) == text.n_spans
    assert not narrow.rows
    assert not wide.crowds
    assert all(box.label for box in wide.boxes)
    assert len(wide.rows) == (text.n_spans if has_rows else 0)


def test_a_line_is_asked_once_for_each_of_its_edges(look, monkeypatch):
    asked = []
    at = paragraph_layout._x_at

    def noted(line, position):
        asked.append((line.lineNumber(), position))
        return at(line, position)

    monkeypatch.setattr(paragraph_layout, "_x_at", noted)
    lay_out(cut(*TEXTS["english"]), look)
    assert asked and len(asked) == len(set(asked))


def test_columns_of_one_text_find_its_characters_once(look):
    text = cut(*TEXTS["devanagari"])
    display_text._graphemes.cache_clear()
    for _ in range(3):
        build_display(text, 0, look, USUAL)
    found = display_text._graphemes.cache_info()
    assert (found.misses, found.hits) == (1, 2)
