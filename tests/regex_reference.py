"""What the last `regex` release with Unicode 16 finds: the truth for every other release.

    python -m pip install --target /tmp/regex regex==2025.9.18
    PYTHONPATH=/tmp/regex python -m tests.regex_reference

writes tests/data/regex_unicode16.json. The expressions go to the module as they are written;
tests/engine/splitting/test_regex_releases.py compares StableRegex with what is recorded, under
whichever release is installed.
"""

from __future__ import annotations

import hashlib
import json
from importlib.metadata import version
from pathlib import Path

import numpy as np
import regex

RELEASE = "2025.9.18"
RECORD = Path(__file__).parent / "data" / "regex_unicode16.json"
N_POINTS = 0x110000
EVERYTHING = "".join(map(chr, range(N_POINTS)))

SHORTHANDS = (
    r"\w",
    r"\W",
    r"\d",
    r"\D",
    r"\s",
    r"\S",
    r"\h",
    ".",
    "(?s).",
    r"\R",
    r"\N{LATIN SMALL LETTER A}",
    r"\p{L}",
    r"\P{L}",
    r"\p{^L}",
    r"\pN",
    r"\PZ",
    r"\p{Ll}",
    r"\p{LC}",
    r"\p{IsGreek}",
    r"\p{InGreek}",
    r"[^\w\s]",
    r"[\p{L}\p{M}]",
    r"[^\r\n\p{L}\p{N}]",
    r"(?V1)[\w--\p{Latin}]",
    r"(?V1)[\p{L}&&[^\p{Lu}]]",
    r"(?V1)[\p{N}~~\p{Nd}]",
    r"(?V1)[\p{Thai}||\p{Lao}]",
    r"(?V1)[^[\p{L}--[a-z]]]",
    r"(?a)\w",
    r"(?a)\W",
    r"(?a)\s",
    r"(?a)\d",
    r"(?a)\p{L}",
    r"(?a)\P{L}",
    r"(?a)\p{Cn}",
    r"(?ai)[k-s]",
    r"(?i)[a-z]",
    r"(?i)[^a-z]",
    r"(?i)\p{Lu}",
    r"(?i)\P{Lu}",
    r"(?i)\p{Lt}",
    r"(?i)\p{Uppercase}",
    r"(?i)\p{Lower}",
    r"(?i)[\p{Lu}\d]",
    r"(?i)[^\p{Ll}\d]",
    r"(?i)[[:upper:]]",
    r"(?i)\p{Greek}",
    r"(?i)[\p{Greek}x]",
    r"(?i)[α-ω]",
    r"(?i)[À-ÿ]",
    r"(?i)i",
    r"(?i)I",
    r"(?i)[İ]",
    r"(?i)ı",
    r"(?i)[^i]",
    r"(?i)\x4B",
    r"(?i)ß",
    r"(?i)[ſk]",
    r"(?i)[\u0400-\u052f]",
    r"(?i)[ǅ𐐀]",
    r"(?V1)(?i)[\p{Lu}--[A-Z]]",
    r"(?V1)(?i)[\p{L}&&\p{Lu}]",
    r"(?V1)(?i)[a-z~~[k]]",
    r"(?V1)(?i)[^[a-f]||x]",
)
"""Classes by other ways than a property and a value; each matches one character."""
AUTOMATON_SETS = (
    r"\p{L}", r"\p{Lu}", r"\p{M}", r"\p{N}", r"\p{P}", r"\p{S}", r"\p{Z}", r"\p{Cn}", r"\pL",
    r"\P{N}", r"\p{^L}", r"\p{Han}", r"\p{Latin}", r"\p{Script=Greek}", r"\p{Cyrl}", r"\s",
    r"\S", r"\d", r"\D", r"\w", r"\W", ".", "(?s:.)", r"[^\r\n\p{L}\p{N}]", "[a-zé-ü]",
    r"[\w\-.]", r"[]a]", r"[^]a]", r"[a\]]", r"[-a]", r"[a-]", r"[\x41-\x43]", "[一-龥]",
    "(?i:s)", "(?i:k)", "(?i:[a-e])", "(?i:[^k])", "(?i:ß)", "(?i:[j-z])", "(?i:ǆ)", r"\u00e9",
    r"\x41", r"\n", r"\t", r"\.", r"\ ", r"[\\]", "(?i:σ)", r"\p{Letter}", r"\p{gc=Lu}",
    r"\p{ExtPict}", r"\p{Alphabetic}", "[a[b]", "[[a]", "[a&&b]", "[a||b~~c]", "[+--]",
    r"[\d-a]", r"[a-\d]", "[[:alpha:]_]", "[^[:^space:]]", "(?i)k", r"(?s).", r"(?i:(?-i:k))",
    "(?V1)[a[bc]]", r"(?V1)[\w--[a-c]]", r"(?V1)[\p{L}--\p{Lu}--é]", "(?V1)[ab&&bc]",
    "(?V1)[a-d--b&&c]", "(?V1)[^a--b]", "(?V1)[a-c~~b-x]", "(?V1)[a-c||x~~x]",
    "(?V1)[a[^b]]", r"(?V1)[[\p{L}&&\p{Latin}]||[\p{N}--[0-4]]]", "(?V1)(?i:[k-m])",
)  # fmt: skip
"""Sets that automata know as well."""
POSIX = (
    "alpha",
    "alnum",
    "digit",
    "xdigit",
    "punct",
    "blank",
    "cntrl",
    "graph",
    "lower",
    "print",
    "space",
    "upper",
    "word",
)
PATTERNS = (
    r"(?<=x)\p{L}+|\p{L}+|.",
    r"\b\w+\b|\s+|[^\w\s]+",
    r"\m\w|\w\M|\B.",
    r"\X",
    r"\X{2}|.",
    r"\R|^.|.$",
    r"(?m)^\s*\S+|\s+$|.",
    r"(?i)(?<!x)'(?:s|d|m|t|ll|ve|re)|\p{L}+|\d+|\s+|[^\s\w]+",
    r"(\S)\1+|\p{L}+|.",
    r"(?<a>\w)(?&a)\g<a>|\w+?(?=\p{Lu})|.",
    r"(?V1)(?i)strasse|(?<!_)[\p{L}--[aeiou]]+|.",
    r"(?if)ss|ﬁx|\p{L}|.",
    r"(?V1)(?i)ß+|[ﬀ-ﬆ]|.",
    r"(?|(\p{Lu})|(\p{Ll}))\1|.",
    r"(?x) \p{L} + # letters",
    r"(\p{L})?(?(1)\p{M}*|\p{N})|.",
    r"(?>\p{L}\p{M}*+)++|\P{L}{1,3}(?=\p{L}|$)|.",
    r"(?p)\p{L}|\p{L}\p{M}+|.",
    r"(?i:[k-s]+)(?-i:K)|(?s:.)",
    r"\p{Emoji_Presentation}(?<=\p{L}.*)|.",
    r"(?i)\Astraße|stra(?i:SSE)|.",
    r"[[:alpha:]]+|[[:^alpha:]]{1,2}",
    r"\w(?R)?\d|.",
    r"(?a)\b\w+\b|(?<n>\W)",
)
"""Split patterns that go to `regex`, in all its ways to speak of characters."""


def hard_text() -> str:
    """Words, marks, clusters, odd cases, bytes, and code points that came after Unicode 16."""
    words = (
        "Straße STRASSE strasse ſtraßE ﬁx ﬀ ß ẞ ss SS iIİı Kk\u212a Ωω\u2126 ǅǆǄ Σσς xK xk "
        "x\U00011db0\U00011db1y 's 'LL I'VE\r\n\n a\u0301\u0323 e\u0301e\u0301 "
        "\u0915\u094d\u0937\u093f \u0e17\u0e35\u0e48 한국어 \u1112\u1161\u11ab "
        "👩🏽\u200d🚀👨\u200d👩\u200d👧 🇩🇪🇫🇷🇬 日本語の 文 ٣٤x½Ⅷ _foo__bar9 aa..bb"
        "\u2028x\u2029\x85\x0b\x0c\x1c \ua7ce\ua7cf\ua7d2 \u088f \U0001ccfa "
        "\U00016ea0\U00016ebb \U0003347b \u1ace \u0c5c\u20c1 \U00010940 \udcc3\udc28 "
    )
    points = np.random.default_rng(16).integers(0, 0x32000, 4000)
    return words + "".join(map(chr, points.tolist()))


def digest(numbers: np.ndarray) -> str:
    """A short name of int64 numbers in order."""
    return hashlib.sha256(np.ascontiguousarray(numbers, "<i8").tobytes()).hexdigest()[:16]


def edges(ranges: list[tuple[int, int]]) -> np.ndarray:
    """Inclusive ranges as the numbers where they begin and end."""
    return np.array(ranges, np.int64).ravel()


def run_edges(spans: list[tuple[int, int]]) -> np.ndarray:
    """Matches in EVERYTHING as inclusive ranges of code points, neighbours joined."""
    members = np.zeros(N_POINTS + 2, np.bool_)
    for start, end in spans:
        members[start + 1 : end + 1] = True
    found = np.flatnonzero(members[1:] != members[:-1])
    found[1::2] -= 1
    return found


def repeated(expression: str) -> str:
    """An expression of one character, again and again, which is quicker to search."""
    flags = regex.match(r"(?:\(\?[aiV1s]+\))*", expression).group()
    return f"{flags}(?:{expression[len(flags) :]})+"


def properties() -> list[tuple[str, str]]:
    """Every property with every value, by one name each."""
    known = regex._regex_core.PROPERTIES
    by_id = {number: (name, values) for name, (number, values) in sorted(known.items())}
    return [
        (name, value)
        for name, values in by_id.values()
        for value in {number: value for value, number in sorted(values.items())}.values()
    ]


def main() -> None:
    if (release := version("regex")) != RELEASE:
        raise SystemExit(f"this records what regex {RELEASE} finds, not {release}")

    def members(expression: str) -> str:
        found = regex.finditer(repeated(expression), EVERYTHING)
        return digest(run_edges([match.span() for match in found]))

    core = regex._regex_core._regex
    cases = {point: core.get_all_cases(0x22, point) for point in range(N_POINTS)}
    foldings = {c: core.fold_case(0x4022, c) for c in core.get_expand_on_folding() if c != "İ"}
    text = hard_text()
    spans = {p: np.array([m.span() for m in regex.finditer(p, text)]).ravel() for p in PATTERNS}
    record = {
        "properties": {f"{n}={v}": members(rf"\p{{{n}={v}}}") for n, v in properties()},
        "posix": {name: members(f"[[:{name}:]]") for name in POSIX},
        "classes": {each: members(each) for each in (*SHORTHANDS, *AUTOMATON_SETS)},
        "cases": [[p, *sorted(c)] for p, c in cases.items() if len(c) > 1],
        "foldings": foldings,
        "splits": {pattern: digest(found) for pattern, found in spans.items()},
    }
    RECORD.parent.mkdir(exist_ok=True)
    RECORD.write_text(json.dumps(record, indent=0, ensure_ascii=True) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
