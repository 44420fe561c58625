"""The reference of superword training against worked examples and the published trainer's rules."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.settings.config import TrainingConfig
from engine.settings.superwords import SuperwordRules, Superwords, superword_rules
from resources import sample_corpus_folder
from tests import reference_bpe
from tests.reference_superwords import cut, expression, percentile, replay, train_superwords
from tests.superbpe_trainer import CHARACTER_OF, SPACE, lines_with_ending, official_superbpe

OFFICIAL = superword_rules("official")


def test_two_stages_by_hand():
    """ "ab" ×6, then " " + "ab" as soon as spaces are no border; before, only "ab" could grow."""
    config = TrainingConfig(256 + 3, pattern=r"\s|\w+", superwords=Superwords(257, r"\n"))
    trained = train_superwords([["ab ab ab\nab ab ab\n"]], config)
    a, b, space = map(ord, "ab ")
    assert trained.merges == [(a, b), (space, 256), (256, 257)]
    assert trained.counts == [6, 4, 2]
    assert trained.n_first == 1


def test_first_merges_are_replayed_across_the_first_pattern():
    """ " a" is merged in stage one; in stage two "b a" holds it too, whatever stood between."""
    merges = [(ord(" "), ord("a")), (ord("b"), 256)]
    assert replay(b"b ab", merges) == [257, ord("b")]
    text = "the cat, the hat and the other " * 3
    rows = reference_bpe.train({text.encode(): 1}, 40)
    pairs = [row[:2] for row in rows]
    assert replay(text.encode(), pairs) == reference_bpe.encode(text.encode(), pairs)


TOKENS = {byte: bytes([byte]) for byte in range(256)} | {
    256: b" a", 257: b" b.", 258: b": c", 259: "。".encode(), 260: b" 12", 261: "²".encode(),
}  # fmt: skip
TWENTY = [256] * 20


@pytest.mark.parametrize(
    ("rules", "ids", "lengths"),
    [
        ({"cut_after": ".。"}, [256, 257, 256, 259, 256], [2, 2, 1]),
        ({"cut_before": ":"}, [256, 256, 258, 256], [2, 2]),
        ({"cut_one_before": ":."}, [256, 256, 258, 256, 257], [1, 2, 2]),
        ({"cut_one_before": ":"}, [258, 256], [2]),
        ({"digits_apart": True}, [256, 260, 256, 261, 256], [1, 1, 3]),
        ({"punctuation_apart": True}, [256, 256, 257, 259, 256], [2, 1, 1, 1]),
        ({"longest_span": 20, "span_parts": 10, "most_span_cuts": 11}, TWENTY, [10, 10]),
        ({"longest_span": 20, "span_parts": 10, "most_span_cuts": 11}, TWENTY[:19], [19]),
        ({"longest_span": 4, "span_parts": 3, "most_span_cuts": 2}, TWENTY, [3, 3, 14]),
        ({"longest_span": 8}, TWENTY, [8, 8, 4]),
        ({"cut_before": ":", "longest_span": 4, "span_parts": 2}, [*TWENTY[:3], 258, *TWENTY[:4]],
         [3, 2, 2, 1]),
        ({}, TWENTY, [20]),
    ],
)  # fmt: skip
def test_each_rule_cuts_where_it_says(rules, ids, lengths):
    spans = cut(ids, TOKENS, SuperwordRules(**rules))
    assert [len(span) for span in spans] == lengths
    assert [token_id for span in spans for token_id in span] == ids


def test_percentiles_are_lengths_that_occur():
    assert [percentile([4, 1, 3, 2], p) for p in (1, 25, 50, 51, 99, 100)] == [1, 1, 2, 3, 4, 4]
    assert percentile([], 99) == 0


def test_the_article_s_rules():
    """Its cuts of spans of d tokens: every ten, min(d // 10, 11) of them, from twenty on."""
    rules = replace(superword_rules("article"), sampling_share=1.0)
    for length in (19, 20, 29, 30, 119, 120, 200):
        n_cuts = min(length // 10, 11) if length >= 20 else 0
        ends = [10 * (i + 1) for i in range(n_cuts)] + [length]
        widths = [end - start for start, end in zip([0, *ends], ends, strict=False)]
        spans = cut([256] * length, TOKENS, rules)
        assert [len(span) for span in spans] == [width for width in widths if width]


# ---- the published trainer -----------------------------------------------------------------------


def lines_of(languages: str, characters: int) -> list[str]:
    folder = sample_corpus_folder()
    texts = [(folder / f"{name}.txt").read_text("utf-8")[:characters] for name in languages.split()]
    return [line for text in texts for line in lines_with_ending(text)]


def as_strings(merges: list[tuple[int, int]]) -> list[tuple[str, str]]:
    """Merges of ids as the published trainer writes them."""
    tokens = {byte: CHARACTER_OF[byte] for byte in range(256)}
    for left, right in merges:
        tokens[len(tokens)] = tokens[left] + tokens[right]
    return [(tokens[left], tokens[right]) for left, right in merges]


def official_config(n_first: int, n_merges: int) -> TrainingConfig:
    superwords = Superwords(256 + n_first, rules=OFFICIAL)
    return TrainingConfig(
        256 + n_merges, "superbpe-stage1", tie_break="gpt2-order", superwords=superwords
    )


@pytest.mark.parametrize(
    ("languages", "characters", "n_first", "n_merges"),
    [("eng", 900, 40, 90), ("deu tha zho", 250, 30, 80), ("code_python rus", 400, 40, 90)],
)
def test_the_official_preset_is_what_the_published_trainer_does(
    languages, characters, n_first, n_merges
):
    """Line by line, with its ties: the same merges where none is lost and no string comes twice."""
    lines = lines_of(languages, characters)
    patterns = expression("superbpe-stage1"), expression("superbpe-stage2")
    theirs, lost = official_superbpe(lines, *patterns, n_first, n_merges)
    assert not lost
    assert len({left + right for left, right in theirs}) == len(theirs) == n_merges
    ours = train_superwords([lines], official_config(n_first, n_merges))
    assert as_strings(ours.merges) == theirs


def test_an_inherited_merge_that_does_not_occur_is_lost_there_and_kept_here():
    """ "x|yz" comes of the first pattern alone: in whole lines "xy" takes every y before "yz"."""
    lines = ["xy xy xy xyz xyz\n"]
    patterns = r"x(?=yz)|yz|xy|[ \n]", r"\n"
    theirs, lost = official_superbpe(lines, *patterns, 2, 4)
    config = TrainingConfig(
        260, patterns[0], tie_break="gpt2-order", superwords=Superwords(258, patterns[1], OFFICIAL)
    )
    ours = as_strings(train_superwords([lines], config).merges)
    assert lost == [("y", "z")]
    assert ours[:2] == [("x", "y"), ("y", "z")]
    assert [pair for pair in ours if pair not in lost] == theirs[:3]


def test_the_two_vetoes():
    """ "a: b" is the most frequent line of all, and its colon never joins its space."""
    lines = ["a: b\n"] * 9 + ["c d e f g h\n"] * 5
    patterns = r"\S|\s", r"\n"
    theirs, _ = official_superbpe(lines, *patterns, 0, 18)
    free = TrainingConfig(
        274, patterns[0], tie_break="gpt2-order", superwords=Superwords(256, patterns[1], OFFICIAL)
    )
    unbound = Superwords(256, patterns[1], superword_rules("unbounded"))
    made = {
        rules: as_strings(train_superwords([lines], config).merges)
        for rules, config in (("official", free), ("unbounded", replace(free, superwords=unbound)))
    }
    tokens = {rules: ["".join(pair) for pair in pairs] for rules, pairs in made.items()}
    assert made["official"] == theirs
    assert any(":" + SPACE in token for token in tokens["unbounded"])
    assert not any(":" + SPACE in token for token in tokens["official"])
    words = {rules: [len(t.strip(SPACE).split(SPACE)) for t in tokens[rules]] for rules in tokens}
    assert max(words["official"]) == 4
    assert max(words["unbounded"]) > 4
