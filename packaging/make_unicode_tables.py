"""Write the frozen character tables behind split patterns, resources/unicode16*.npz.

    python -m pip install --target /tmp/regex regex==2025.9.18
    PYTHONPATH=/tmp/regex python packaging/make_unicode_tables.py

The sets come from the last `regex` release with the tables of Unicode 16, the version that
tiktoken and tokenizers use; tests compare them with those libraries. Arrays of unicode16.npz:

    category   uint8[0x110000]   number of the category, see CATEGORIES
    category_names, category_masks   every known name of a category or a group of them, and
                                 uint32 with bit i set where it holds category i
    script     uint8[0x110000]   number of the script, 0 for none
    script_names, script_numbers   every known name of a script, with its number
    script_titles   the name of each script as it is shown, by number, "" for none
    binary     uint8[n, 0x22000]   members of yes-no properties, eight to a byte
    binary_names, binary_rows   every known name of such a property, with its row
    fold       uint32[n, 2]      (code point, first code point that is the same in any case)

Arrays of unicode16_properties.npz, every other property that the `regex` module knows:

    property_names, property_numbers   every known name of a property, with its number
    is_binary  bool[n]           by number: whether it has the values yes and no
    first_rows int16[n]          by number: the row of the first value, which most code points
                                 have; -1 without one
    value_names, value_properties, value_rows   every known name of a value, the number of its
                                 property and the row of its code points
    edge_counts  uint32[n_rows]  how many of the edges belong to each row
    edge_steps   uint32[n]       edges, where a row's code points begin and end in turn; each as
                                 the distance from the one before it in its row

Names are upper case without spaces, hyphens and underscores.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import numpy.typing as npt
import regex

POINTS = 0x110000
EVERYTHING = "".join(map(chr, range(POINTS)))
CATEGORIES = (
    "Lu Ll Lt Lm Lo Mn Mc Me Nd Nl No Pc Pd Ps Pe Pi Pf Po Sm Sc Sk So Zs Zl Zp Cc Cf Cs Co Cn"
)
BINARY = (
    "ALPHABETIC LOWERCASE UPPERCASE CASED WHITESPACE WORD IDEOGRAPHIC GRAPHEMEEXTEND JOINCONTROL "
    "VARIATIONSELECTOR REGIONALINDICATOR EMOJI EMOJIPRESENTATION EMOJIMODIFIER EMOJIMODIFIERBASE "
    "EMOJICOMPONENT EXTENDEDPICTOGRAPHIC"
)
TITLES_OF_SEVERAL_WORDS = (
    "Anatolian Hieroglyphs|Bassa Vah|Canadian Aboriginal|Caucasian Albanian|Cypro Minoan|"
    "Dives Akuru|Egyptian Hieroglyphs|Gunjala Gondi|Gurung Khema|Hanifi Rohingya|"
    "Imperial Aramaic|Inscriptional Pahlavi|Inscriptional Parthian|Kayah Li|"
    "Khitan Small Script|Kirat Rai|Linear A|"
    "Linear B|Masaram Gondi|Meetei Mayek|Mende Kikakui|Meroitic Cursive|Meroitic Hieroglyphs|Miao|"
    "Nag Mundari|New Tai Lue|Nyiakeng Puachue Hmong|Ol Chiki|Ol Onal|Old Hungarian|Old Italic|"
    "Old North Arabian|Old Permic|Old Persian|Old Sogdian|Old South Arabian|Old Turkic|Old Uyghur|"
    "Pahawh Hmong|Pau Cin Hau|Phags Pa|Psalter Pahlavi|SignWriting|Sora Sompeng|Syloti Nagri|"
    "Tai Le|Tai Tham|Tai Viet|Tulu Tigalari|Warang Citi|Zanabazar Square"
)
"""Names of scripts (PropertyValueAliases.txt of Unicode 16) that cannot be told from the others."""
PROPERTIES = regex._regex_core.PROPERTIES
RESOURCES = Path(__file__).parents[1] / "resources"
TARGET = RESOURCES / "unicode16.npz"
PROPERTIES_TARGET = RESOURCES / "unicode16_properties.npz"
LETTERS = 141_028
"""Letters in Unicode 16."""


def matching(expression: str) -> np.ndarray:
    """bool[0x110000]: the code points that an expression matches one by one."""
    found = np.zeros(POINTS, np.bool_)
    found[[match.start() for match in regex.finditer(expression, EVERYTHING)]] = True
    return found


def categories() -> tuple[np.ndarray, list[str], list[int]]:
    table = np.full(POINTS, 255, np.uint8)
    for index, name in enumerate(CATEGORIES.split()):
        table[matching(rf"\p{{gc={name}}}")] = index
    assert (table < 255).all(), "every code point has a category"
    names, masks = [], []
    for name in sorted(PROPERTIES["GENERALCATEGORY"][1]):
        members = matching(rf"\p{{gc={name}}}")
        inside = np.unique(table[members])
        assert members.sum() == np.isin(table, inside).sum(), "a name stands for whole categories"
        names.append(name)
        masks.append(sum(1 << int(index) for index in inside))
    return table, names, masks


def binary() -> tuple[np.ndarray, list[str], list[int]]:
    """Yes-no properties by all the names that the `regex` module knows for them."""
    numbers = [PROPERTIES[name][0] for name in BINARY.split()]
    members = [np.packbits(matching(rf"\p{{{name}}}")) for name in BINARY.split()]
    names, rows = [], []
    for name in sorted(name for name, (number, _) in PROPERTIES.items() if number in numbers):
        row = numbers.index(PROPERTIES[name][0])
        if (np.packbits(matching(rf"\p{{{name}}}")) == members[row]).all():  # VS is a block as well
            names.append(name)
            rows.append(row)
    return np.array(members), names, rows


def scripts() -> tuple[np.ndarray, list[str], list[int]]:
    """Scripts by all the names that the `regex` module knows for them."""
    known = PROPERTIES["SCRIPT"][1]
    table = np.zeros(POINTS, np.uint8)
    names, numbers = [], []
    values = sorted(set(known.values()))
    for name, value in sorted(known.items()):
        number = values.index(value) + 1
        members = matching(rf"\p{{Script={name}}}")
        if members.any():
            table[members] = number
            names.append(name)
            numbers.append(number)
    return table, names, numbers


def script_titles(names: list[str], numbers: list[int]) -> list[str]:
    """The long name of each script, spelled as Unicode does, with spaces."""
    spelled = {
        title.replace(" ", "").upper(): title for title in TITLES_OF_SEVERAL_WORDS.split("|")
    }
    assert spelled.keys() <= set(names), "every title belongs to a script"
    titles = [""] * (max(numbers) + 1)
    for name, number in zip(names, numbers, strict=True):
        is_code = (
            len(name) == 4
            and name not in spelled
            and any(
                other != name and n == number and not other.startswith("QAA")
                for other, n in zip(names, numbers, strict=True)
            )
        )
        if not is_code:
            titles[number] = spelled.get(name, name.capitalize())
    return titles


def folds() -> np.ndarray:
    """Groups of code points that `(?i:...)` treats alike, by simple case folding."""
    pairs = []
    done: set[str] = set()
    for character in map(chr, np.flatnonzero(matching(r"\p{Cased}|\p{Changes_When_Casefolded}"))):
        if character in done:
            continue
        alike = regex.findall(f"(?i:{regex.escape(character)})", CASED_TEXT)
        done.update(alike)
        if len(alike) > 1:
            first = min(map(ord, alike))
            pairs += [(ord(other), first) for other in alike]
    return np.array(sorted(pairs), np.uint32)


def edges_of(expression: str) -> np.ndarray:
    """uint32[n]: where the code points that an expression matches begin and end in turn."""
    inside = np.concatenate(([False], matching(expression), [False]))
    return np.flatnonzero(inside[1:] != inside[:-1]).astype(np.uint32)


def other_properties() -> dict[str, np.ndarray]:
    """The arrays of unicode16_properties.npz.

    Values that unicode16.npz has are left out: categories, and scripts with members.
    """
    ids = sorted({number for number, _ in PROPERTIES.values()})
    names = sorted(PROPERTIES)
    value_names, value_properties, value_rows = [], [], []
    rows: list[npt.NDArray[np.uint32]] = []
    first_rows = [-1] * len(ids)
    for number, property_id in enumerate(ids):
        property_name = next(name for name in names if PROPERTIES[name][0] == property_id)
        if property_name == "GC":
            continue
        row_of: dict[int, int | None] = {}
        for name, value in sorted(PROPERTIES[property_name][1].items()):
            if value not in row_of:
                edges = edges_of(rf"\p{{{property_name}={name}}}")
                is_known = property_name == "SC" and len(edges) > 0
                row_of[value] = None if is_known else len(rows)
                rows += [] if is_known else [edges]
            if (row := row_of[value]) is not None:
                value_names.append(name)
                value_properties.append(number)
                value_rows.append(row)
                if value == 0:
                    first_rows[number] = row
    binary_values = {"YES", "Y", "NO", "N", "TRUE", "T", "FALSE", "F"}
    binary_ids = {i for i, values in PROPERTIES.values() if set(values) == binary_values}
    is_binary = [i in binary_ids for i in ids]
    return {
        "property_names": np.array(names),
        "property_numbers": np.array([ids.index(PROPERTIES[name][0]) for name in names], np.uint8),
        "is_binary": np.array(is_binary),
        "first_rows": np.array(first_rows, np.int16),
        "value_names": np.array(value_names),
        "value_properties": np.array(value_properties, np.uint8),
        "value_rows": np.array(value_rows, np.uint16),
        "edge_counts": np.array([len(row) for row in rows], np.uint32),
        "edge_steps": np.concatenate([np.diff(row, prepend=np.uint32(0)) for row in rows]),
    }


CASED_TEXT = "".join(map(chr, np.flatnonzero(matching(r"\p{Cased}|\p{Changes_When_Casemapped}"))))


def main() -> None:
    if matching(r"\p{L}").sum() != LETTERS:
        raise SystemExit(f"regex {regex.__version__} does not have Unicode 16; use 2025.9.18")
    np.savez_compressed(PROPERTIES_TARGET, allow_pickle=False, **other_properties())
    category, category_names, category_masks = categories()
    script, script_names, script_numbers = scripts()
    binary_members, binary_names, binary_rows = binary()
    np.savez_compressed(
        TARGET,
        category=category,
        category_names=np.array(category_names),
        category_masks=np.array(category_masks, np.uint32),
        script=script,
        script_names=np.array(script_names),
        script_numbers=np.array(script_numbers, np.uint8),
        script_titles=np.array(script_titles(script_names, script_numbers)),
        binary=binary_members,
        binary_names=np.array(binary_names),
        binary_rows=np.array(binary_rows, np.uint8),
        fold=folds(),
    )


if __name__ == "__main__":
    main()
