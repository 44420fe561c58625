"""The preset `scientific`: numbers, contractions, words, and every emoji sequence in one piece."""

from __future__ import annotations

import itertools
import random

import numpy as np
import pytest
import regex

from engine import Splitter, preset_pattern
from engine.splitting.stable_expression import stable_regex
from engine.text.unicode_sets import named_set

PEOPLE = (
    "👤👶👦👧👨👩🧑👴👵👮🕵💂👷🤴👸👳🤵👰🎅🦸🧙🧚🧛🧜🧝💆💇🚶🏃💃🕺🏄🚣🏊"
    "⛹🏋🚴🤸🤽🤾🤹🧘👋🤚✋🖖👌🤏✌🤞🤟🤘🤙👈👉👆🖕👇☝👍👎✊👊🤛🤜👏🙌👐🤲🙏✍💅🤳💪🦵🦶👂🦻👃"
)
SKIN_TONES = [chr(point) for point in range(0x1F3FB, 0x1F400)]
INDICATORS = [chr(point) for point in range(0x1F1E6, 0x1F200)]
JOINER, EMOJI_STYLE, TEXT_STYLE, KEYCAP = "\u200d", "\ufe0f", "\ufe0e", "\u20e3"
PICTOGRAPHS = [chr(point) for point in np.flatnonzero(named_set("Extended_Pictographic"))]


def split(text: str) -> list[str]:
    return Splitter("scientific").split(text)


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        ("1234567", "123|456|7"),
        ("1,234,567", "1|,234|,567"),
        ("1_000_000.5", "1|_000|_000|.5"),
        ("12,13 and 1,2345", "12|,|13| and| |1|,|234|5"),
        ("3.14159", "3|.141|59"),
        ("v1.2.3 192.168.0.1", "v|1|.2|.3| |192|.168|.0|.1"),
        ("6.02e23", "6|.02|e23"),
        ("1.5E-10 1e+9", "1|.5|E-10| |1|e+9"),
        ("3e5f e2e 1e5_000", "3|e|5|f| e|2|e| |1|e5|_000"),
        ("50% 0.5% 1,000‰ 7 %", "50%| |0|.5%| |1|,000‰| |7| %"),
        ("6.02×10²³ 10⁻³ H₂O ½", "6|.02|×|10|²³| |10|⁻³| H|₂|O| |½"),
        ("٣٬٤٥٦٫٧٪", "٣|٬٤٥٦|٫٧٪"),
        ("-5 +1 $1,000.50", "-|5| +|1| $|1|,000|.50"),
        ("x=.5 1..10 end.5", "x|=.|5| |1|..|10| end|.5"),
        ("It's it’s IT'S we’LL they'Re", "It|'s| it|’s| IT|'S| we|’LL| they|'Re"),
        ("'sing rock'n'roll d'un", "'|sing| rock|'|n|'|roll| d|'|un"),
        ("foo(x, y);\n\n  \t bar\r\n", "foo|(|x|,| y|);\n\n|  \t| bar|\r\n"),
        ("  two", " | two"),
        ("a  \n \n b", "a|  \n \n| b"),
        ("हिन्दी می‌خواهم e\u0301té", "हिन्दी| می‌خواهم| e\u0301té"),
        ("!!! ...\n/*", "!!!| ...\n|/*"),
        ("👍👍🏽 👍!", "👍|👍🏽| 👍|!"),
        ("1️⃣2️⃣ 12️⃣ #️⃣", "1️⃣|2️⃣| |1|2️⃣| #️⃣"),
        ("🇩🇪🇫🇷🇩", "🇩🇪|🇫🇷|🇩"),
        ("©2024 ℹ️ aℹ️b", "©|202|4| ℹ️| a|ℹ️|b"),
    ],
)  # fmt: skip
def test_examples(text, pieces):
    assert split(text) == pieces.split("|")


def assert_whole(sequences: list[str]) -> None:
    """Each is one grapheme cluster, and one pre-token wherever it stands."""
    cluster = stable_regex(r"\X")
    for sequence in sequences:
        assert list(cluster.spans(sequence, timeout=5)) == [(0, len(sequence))], ascii(sequence)
    for before, after in (("", " "), (" ", " "), ("a", "b"), ("1", "."), ("!", "\n"), ("\n", "'s")):
        text = "".join(before + sequence + after for sequence in sequences)
        pieces = split(text)
        assert [piece.removeprefix(" ") for piece in pieces if is_emoji(piece)] == sequences


def is_emoji(piece: str) -> bool:
    return stable_regex(
        r"\A ?(?:\p{Extended_Pictographic}|\p{Regional_Indicator}|[0-9#*]\uFE0F?\u20E3)"
    ).is_in(piece, timeout=5)


def test_every_flag_is_whole():
    flags = ["".join(pair) for pair in itertools.product(INDICATORS, repeat=2)]
    assert_whole(flags)
    assert split("".join(flags)) == flags


def test_every_person_in_every_skin_tone_is_whole():
    assert_whole([person + tone for person in PEOPLE for tone in SKIN_TONES])


def test_every_pictograph_is_whole_in_both_styles():
    assert_whole([each + style for each in PICTOGRAPHS for style in ("", TEXT_STYLE, EMOJI_STYLE)])


def test_joined_sequences_are_whole():
    tones = ["", *SKIN_TONES]
    objects = [
        "⚕",
        "🌾",
        "🍳",
        "🎓",
        "🎤",
        "🏫",
        "🏭",
        "💻",
        "💼",
        "🔧",
        "🔬",
        "🎨",
        "🚒",
        "✈",
        "🚀",
        "⚖",
        "♂",
        "♀",
    ]
    doing = [
        person + tone + JOINER + thing + EMOJI_STYLE * (thing in "⚕✈⚖♂♀")
        for person in PEOPLE
        for tone in tones
        for thing in objects
    ]
    couples = [
        JOINER.join((one + left, "❤" + EMOJI_STYLE, *kiss, other + right))
        for one, other in itertools.product("👩👨🧑", repeat=2)
        for left, right in itertools.product(tones, repeat=2)
        for kiss in ((), ("💋",))
    ]
    families = [
        JOINER.join(members)
        for n in (2, 3, 4)
        for members in itertools.product("👨👩👧👦", repeat=n)
    ]
    others = ["🏳️‍🌈", "🏳️‍⚧️", "🏴‍☠️", "👁️‍🗨️", "❤️‍🔥", "🐕‍🦺", "🐻‍❄️", "😮‍💨", "🧑🏿‍🤝‍🧑🏻", "⛓️‍💥", "🙂‍↔️"]
    assert_whole([*doing, *couples, *families, *others])


def test_keycaps_and_flags_of_regions_are_whole():
    keycaps = [key + style + KEYCAP for key in "0123456789#*" for style in ("", EMOJI_STYLE)]
    assert_whole(keycaps)
    regions = ["gbeng", "gbsct", "gbwls", "ustx", "usca"]
    tags = ["".join(chr(0xE0000 + ord(letter)) for letter in region) for region in regions]
    assert_whole([f"🏴{tag}\U000e007f" for tag in tags])


def test_no_cluster_of_an_emoji_is_ever_cut():
    """Random strings of what emoji are made of, in orders that no emoji has."""
    chance = random.Random(5)
    parts = [
        *"👩👨❤🏳🏴🐕©ℹ‼🙂1#*a!é ", JOINER, EMOJI_STYLE, TEXT_STYLE, KEYCAP, *SKIN_TONES[:2],
        *INDICATORS[:3], "\U000e0067", "\U000e007f", "\u200c", "\u0301", "\u0903", "\u20dd", "한",
    ]  # fmt: skip
    texts = ["".join(chance.choices(parts, k=chance.randint(1, 10))) for _ in range(20_000)]
    splitter = Splitter("scientific")
    bounds = np.cumsum([0, *(len(text.encode()) for text in texts)])
    data = "".join(texts).encode()
    ends = np.concatenate([block.spans[:, 1] for block in splitter.span_blocks(data, bounds)])
    cut = set(ends.tolist())
    for text, start in zip(texts, bounds.tolist(), strict=False):
        at = start
        for cluster in regex.findall(r"\X", text):
            n_bytes = len(cluster.encode())
            if is_emoji(cluster):
                assert not cut.intersection(range(at + 1, at + n_bytes)), ascii(text)
            at += n_bytes


def test_digits_come_in_threes_at_most():
    chance = random.Random(6)
    for _ in range(3000):
        text = "".join(chance.choices("0123456789,._eE+-% x", k=12))
        for piece in split(text):
            assert sum(character.isdigit() for character in piece) <= 3, text


def test_curly_and_straight_contractions_are_cut_alike():
    for text in ("It's", "IT'S", "it'd", "we'll", "I'M", "they're", "you've", "can't", "d'accord"):
        curly = text.replace("'", "’")
        assert [piece.replace("’", "'") for piece in split(curly)] == split(text)
    assert preset_pattern("scientific") == Splitter("scientific").pattern
