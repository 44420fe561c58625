"""tokenizer.json read exactly: ids are those of tokenizers, or the file is refused with why."""

from __future__ import annotations

import json
from typing import Any

import pytest
import tokenizers

from engine.encoding.tokenizer import Tokenizer
from engine.errors import InexactTokenizerError, TokenizerFileError
from engine.formats import export_tokenizer, validate_tokenizer
from engine.formats.reading.loading import load_tokenizer
from engine.formats.reading.tokenizer_json import read_tokenizer_json
from engine.splitting.preset_patterns import preset_pattern
from tests.texts import many_texts, some_texts
from tests.tokenizer_json_files import (
    BYTE_LEVEL,
    GPT2_ORDER,
    added,
    all_ways,
    document_of,
    sequence,
    split,
    trained,
    written,
)

GPT2 = preset_pattern("gpt2")
O200K = preset_pattern("o200k")
DEEPSEEK = preset_pattern("deepseek-v3").split("(?#then)")
TORTURE = (
    "", " ", "\n", "1234567 12", "don't I'LL we'\u017f \ufb06", "a\r\n\r\n  b", "x/\n//",
    "²³¼x_y-z",
    "\u0130i \u0131I", "e\u0301 \ufb01 \uff21 \u1e9b\u0323", "a\u0338b \u226f", "\u4f60\u597d1a",
    "  \n \n  \n", "\u0e33\u0eb3", "aAaAbB'sX", "\ud55c\uae00 \u1112\u1161\u11ab", "\x00\x7f\xad",
    "endof<|end|>text<|end", "a--b-- c", "🏴\U000e0067\U000e007f 👩🏽\u200d🚀", "\u2028\u2029\x85",
)  # fmt: skip


def texts() -> tuple[str, ...]:
    return (*TORTURE, *some_texts(6))


def differing(path, *, among=None) -> list[str]:
    """The texts of which we and the library make other ids."""
    ours = load_tokenizer(path)
    theirs = tokenizers.Tokenizer.from_file(str(path))
    given = texts() if among is None else among
    if ours.normalization is not None:
        given = read_alike(ours, theirs, given)
    found = theirs.encode_batch(list(given), add_special_tokens=False)
    return [
        text
        for text, encoding in zip(given, found, strict=True)
        if ours.encode(text, special="parse") != encoding.ids
    ]


def read_alike(ours: Tokenizer, theirs: tokenizers.Tokenizer, given) -> list[str]:
    """The texts without characters that are newer than the library's tables of normal forms."""
    normalizer = theirs.normalizer
    kept = [t for t in given if ours.normalized(t.encode()) == normalizer.normalize_str(t).encode()]
    assert len(kept) >= len(given) - 2
    return kept


SHAPES: dict[str, dict[str, Any]] = {
    "gpt2": {"pre_tokenizer": BYTE_LEVEL | {"use_regex": True}},
    "gpt2 without a key": {
        "pre_tokenizer": {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True}
    },
    "no splitting": {"pre_tokenizer": BYTE_LEVEL},
    "bytes by the normalizer": {"normalizer": {"type": "ByteLevel"}, "pre_tokenizer": None},
    "llama3": {},
    "qwen2": {
        "normalizer": {"type": "NFC"}, "pre_tokenizer": sequence(split(preset_pattern("qwen2"))),
    },
    "two forms": {
        "normalizer": {
            "type": "Sequence", "normalizers": [{"type": "NFD"}, {"type": "NFKD"}, {"type": "NFC"}],
        },
    },
    "o200k": {"pre_tokenizer": sequence(split(O200K))},
    "all but matches removed": {"pre_tokenizer": sequence(split(O200K, "Removed", invert=True))},
    "deepseek": {"pre_tokenizer": sequence(*map(split, DEEPSEEK))},
    "starcoder": {
        "pre_tokenizer": {
            "type": "Sequence",
            "pretokenizers": [
                {"type": "Digits", "individual_digits": True}, BYTE_LEVEL | {"use_regex": True},
            ],
        },
    },
    "runs of digits": {
        "pre_tokenizer": sequence({"type": "Digits", "individual_digits": False}, split(GPT2)),
    },
    "punctuation": {"pre_tokenizer": sequence({"type": "Punctuation", "behavior": "Contiguous"})},
    "with previous": {"pre_tokenizer": sequence(split("-|1", "MergedWithPrevious"))},
    "with next": {"pre_tokenizer": sequence(split(r"\s", "MergedWithNext"))},
    "contiguous": {"pre_tokenizer": sequence(split(r"[a-f]|\d", "Contiguous"), split(r" ?\w+"))},
    "inverted": {"pre_tokenizer": sequence(split(r"\p{L}+", invert=True))},
    "a literal": {
        "pre_tokenizer": sequence(split("") | {"pattern": {"String": "e."}}, split(r" ?\S+")),
    },
    "sequences in sequences": {
        "pre_tokenizer": {
            "type": "Sequence",
            "pretokenizers": [{"type": "Sequence", "pretokenizers": [split(r"\d")]}, BYTE_LEVEL],
        },
    },
    "bloom": {"pre_tokenizer": sequence(split(" ?[^(\\s|[.,!?…。，、।۔،])]+"))},
    "ignore_merges": {"ignore_merges": True},
    "odd switches": {"fuse_unk": True, "byte_fallback": True, "dropout": 0.0},
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("shape", SHAPES)
def test_ids_are_those_of_tokenizers(shape, tmp_path):
    path = written(document_of(trained(), **SHAPES[shape]), tmp_path)
    assert not differing(path)


@pytest.mark.parametrize("pattern", ["llama3", "o200k"])
def test_ids_are_those_of_tokenizers_on_texts_of_every_kind(pattern, tmp_path):
    path = written(document_of(trained(pattern)), tmp_path)
    assert not differing(path, among=many_texts())
    ours = load_tokenizer(path)
    assert ours.pattern_name == pattern
    assert ours.encode("!") == [0]
    assert ours.decode(ours.encode("Grüße, 你好\n")) == "Grüße, 你好\n"


ONIGURUMA = (
    r"\p{N}{1,3}+|\S+", r"a{2}?b|\S", r"^b|x+", r"b$|\s+$|\S+", r"\s++$|\s+|\S+", r"(?m:a.b)|\S",
    r"a(?i)b|c", r"[a[bc]x]+", r"[a-z&&[^aeiou]]+", r"a\Z|\S+", r"\b\w+\b|\W", r"\R|\S+",
    r"\h+|\H", r"[\w-]+", r"[[:alpha:]]+|[[:digit:]]|[[:punct:]]+", r"\x{61}+|\u0062",
    "(?x) a b # both", r"(?:a{1,2}){2,3}b?|\S", r"b+*x|\S", r"(?i:xi|[sdmt])+", r"[!-/:-~]+|[^!-/]",
    r"[^[a-c]]+", r"[]a]+", r"[^\W_]+", r"a{,b|x", r"#|&&|~~", r"[~~&|]+", r"(?>a+)b|\S+",
    r"(?<=\s)\S+|\S", r"a{,2}b|\S", r"[\p{Han}\p{Hiragana}]+|\p{^L}+", r"[^\p{L}-]+",
    r"(?#a\)b)\S|x", r"b{,}|\S",
)  # fmt: skip


@pytest.mark.parametrize("expression", ONIGURUMA)
def test_what_oniguruma_reads_otherwise_is_rewritten(expression, tmp_path):
    path = written(document_of(trained(), pre_tokenizer=sequence(split(expression))), tmp_path)
    assert not differing(path)


@pytest.mark.parametrize(
    "expression",
    [r"(a)\1", r"\p{Extended_Pictographic}", "(?i:straße)", "(?i:st)", "(?i:[a-z])", r"(?i)\p{Lu}",
     r"\K|a", r"(?<n>a)\k<n>", "a*", "x?|y", r"(?~ab)", r"[a-\d]", "(a", "*a", "{2}a"],
)  # fmt: skip
def test_what_is_not_read_alike_is_refused(expression, tmp_path):
    path = written(document_of(trained(), pre_tokenizer=sequence(split(expression))), tmp_path)
    with pytest.raises(InexactTokenizerError, match="split pattern"):
        load_tokenizer(path)


@pytest.mark.parametrize("brackets", ["()", "[]"])
def test_a_pattern_nested_beyond_all_measure_is_a_sentence(brackets, tmp_path):
    expression = brackets[0] * 5_000 + "a" + brackets[1] * 5_000
    path = written(document_of(trained(), pre_tokenizer=sequence(split(expression))), tmp_path)
    with pytest.raises(InexactTokenizerError, match="too deeply nested"):
        load_tokenizer(path)


# ---- the model -----------------------------------------------------------------------------------


def test_merges_in_lines_are_read_as_pairs_are(tmp_path):
    document = document_of(trained())
    lines = [" ".join(pair) for pair in document["model"]["merges"]]
    as_pairs = load_tokenizer(written(document, tmp_path / "pairs"))
    document["model"]["merges"] = ["#version: 0.2", *lines]
    path = written(document, tmp_path / "lines")
    assert load_tokenizer(path).semantic_hash == as_pairs.semantic_hash
    assert not differing(path)


@pytest.mark.parametrize("ignore_merges", [False, True])
def test_of_all_ways_to_a_token_the_one_that_is_taken_is_kept(ignore_merges, tmp_path):
    document = document_of(trained(), ignore_merges=ignore_merges)
    document["model"]["merges"] = ways = all_ways(document)
    path = written(document, tmp_path)
    assert len(ways) > trained().n_merges
    assert not differing(path, among=many_texts())
    found = read_tokenizer_json(path)
    assert found.tokenizer().n_merges == trained().n_merges
    [remark] = [remark for remark in found.remarks if "are never taken" in remark]
    n_left = trained().n_merges
    assert f"{len(ways) - n_left:,} of the {len(ways):,} merges that it lists" in remark
    assert f"{n_left:,} are left" in remark
    assert "merge-too-early" not in [each.code for each in validate_tokenizer(path).findings]


def small(merges: list[list[str]], *, tokens: tuple[str, ...] = (), **changes: Any) -> dict:
    """A file of 256 bytes, these tokens, and what these merges make."""
    document = document_of(trained().truncated(256), pre_tokenizer=BYTE_LEVEL, **changes)
    vocabulary = document["model"]["vocab"]
    for token in (*tokens, *("".join(pair) for pair in merges)):
        vocabulary.setdefault(token, len(vocabulary))
    document["model"]["merges"] = merges
    return document


LETTERS = ("abc", "ab", "bc", "abcabc", "aabbcc", "cab", "abab", "babc", "aaa", "aaaa", "abcd")


@pytest.mark.parametrize("ignore_merges", [False, True])
@pytest.mark.parametrize(
    "merges",
    [
        [["a", "b"], ["b", "c"], ["a", "b"]],  # the last rank counts
        [["a", "b"], ["a", "bc"], ["b", "c"], ["ab", "c"]],
        [["b", "c"], ["a", "bc"], ["a", "b"], ["ab", "c"], ["abc", "d"]],
        [["a", "a"], ["aa", "a"], ["a", "aa"], ["aa", "aa"]],
    ],
)
def test_small_models_merge_as_they_do(merges, ignore_merges, tmp_path):
    path = written(small(merges, ignore_merges=ignore_merges, tokens=("abcd", "bcd")), tmp_path)
    assert not differing(path, among=LETTERS)


def test_tokens_without_a_merge_keep_their_ids(tmp_path):
    merges = [["a", "b"]]
    for whole in (False, True):
        document = small(merges, tokens=("abcd", "<unused>", "Ġx"), ignore_merges=whole)
        document["model"]["vocab"]["\u4f60"] = 5000  # stands for no byte: no text is it
        path = written(document, tmp_path / str(whole))
        assert not differing(path, among=("abcd", "<unused>", " x", "\u4f60", "abcdx"))
        ours = load_tokenizer(path)
        assert ours.decode([256]) == "abcd"
        assert ours.vocab_size == 5001
        assert ours.vocabulary[5000] == (b"" if whole else "\u4f60".encode())


def test_ids_may_have_holes_and_any_order(tmp_path):
    document = document_of(trained())
    names = list(document["model"]["vocab"])
    document["model"]["vocab"] = {name: 7 * (len(names) - i) for i, name in enumerate(names)}
    path = written(document, tmp_path)
    assert not differing(path)
    assert len(load_tokenizer(path).unused_ids) > len(names)


# ---- added tokens --------------------------------------------------------------------------------


def test_added_tokens_are_found_as_there(tmp_path):
    document = document_of(trained())
    size = len(document["model"]["vocab"])
    document["model"]["vocab"]["<|mine|>"] = size
    document["added_tokens"] = [
        added("<|end|>", size + 1), added("<|end|><|end|>", size + 2), added("<|mine|>", size),
        added("    ", size + 3, special=False, normalized=True), added("'s", size + 4),
    ]  # fmt: skip
    path = written(document, tmp_path)
    among = ("a<|end|>b", "<|end|><|end|><|end|>", "  <|mine|>      x", "it's", "<|end|", *TORTURE)
    assert not differing(path, among=among)
    found = read_tokenizer_json(path)
    assert found.tokenizer().encode("<|mine|>", special="parse") == [size]
    assert size not in found.tokenizer().encode("<|mine|>")
    assert any("no special ones" in remark for remark in found.remarks)


def test_what_is_said_besides_is_told(tmp_path):
    document = document_of(trained(), truncation={"max_length": 4}, padding={"strategy": "x"})
    document["post_processor"] = {
        "type": "Sequence",
        "processors": [
            BYTE_LEVEL,
            {"type": "TemplateProcessing", "single": [
                {"SpecialToken": {"id": "<|bos|>", "type_id": 0}},
                {"Sequence": {"id": "A", "type_id": 0}},
            ]},
        ],
    }  # fmt: skip
    told = " ".join(read_tokenizer_json(written(document, tmp_path)).remarks)
    assert "adds <|bos|> to every text" in told
    assert "truncates texts" in told
    assert "pads texts" in told


# ---- what is refused -----------------------------------------------------------------------------

SIZE = 1400
INEXACT: dict[str, tuple[dict[str, Any], str]] = {
    "word pieces": ({"type": "WordPiece"}, "its model is WordPiece"),
    "dropout": ({"dropout": 0.1}, "drops merges at random"),
    "prefix": ({"continuing_subword_prefix": "##"}, "continuing_subword_prefix '##'"),
    "suffix": ({"end_of_word_suffix": "</w>"}, "end_of_word_suffix"),
    "lower case": ({"normalizer": {"type": "Lowercase"}}, "its normalizer is Lowercase"),
    "decomposed": ({"normalizer": {"type": "NFD"}}, "its normalizer is NFD"),
    "a blank before": (
        {"pre_tokenizer": BYTE_LEVEL | {"add_prefix_space": True}}, "a blank before texts",
    ),
    "no bytes": ({"pre_tokenizer": None}, "has no ByteLevel"),
    "words": (
        {"pre_tokenizer": sequence({"type": "WhitespaceSplit"})}, "of the kind WhitespaceSplit",
    ),
    "removed": ({"pre_tokenizer": sequence(split(r"\s", "Removed"))}, "removes the text"),
    "gaps removed": (
        {"pre_tokenizer": sequence(split(r"\w+", "Removed", invert=True))}, "removes unmatched",
    ),
    "split again": (
        {"pre_tokenizer": {"type": "Sequence", "pretokenizers": [BYTE_LEVEL, split("a")]}},
        "splits again",
    ),
    "strips": ({"added_tokens": [added("<m>", SIZE, lstrip=True)]}, "'<m>' takes the blanks bef"),
    "strips behind": ({"added_tokens": [added("<m>", SIZE, rstrip=True)]}, "the blanks after"),
    "whole words": ({"added_tokens": [added("m", SIZE, single_word=True)]}, "as a whole word only"),
    "normalized": (
        {"normalizer": {"type": "NFC"}, "added_tokens": [added("<m>", SIZE, normalized=True)]},
        "looked for in normalized text",
    ),
    "another id": ({"added_tokens": [added("<m>", SIZE + 5)]}, "gives it 1400"),
    "ordinary": ({"added_tokens": [added("!", 0)]}, "is an ordinary token as well"),
    "overlapping": (
        {"added_tokens": [added("<m>", SIZE), added(">x", SIZE + 1, normalized=True)]},
        "can overlap",
    ),
}  # fmt: skip


@pytest.mark.parametrize("shape", INEXACT)
def test_what_is_not_byte_level_bpe_is_refused_with_the_reason(shape, tmp_path):
    changes, reason = INEXACT[shape]
    path = written(document_of(trained(), **changes), tmp_path)
    with pytest.raises(InexactTokenizerError) as found:
        load_tokenizer(path)
    assert reason in found.value.reason
    assert found.value.library == "tokenizers"


def test_vocabularies_that_are_not_byte_level_bpe_are_refused(tmp_path):
    document = document_of(trained())
    vocabulary = document["model"]["vocab"]
    for name, changed, reason in (
        ("missing", {k: v for k, v in vocabulary.items() if k != "Ġ"}, "the byte 0x20"),
        ("doubled", vocabulary | {"zzz": 5}, "have the same id, 5"),
    ):
        document["model"] |= {"vocab": changed, "merges": []}
        with pytest.raises(InexactTokenizerError, match=reason):
            load_tokenizer(written(document, tmp_path / name))
    with pytest.raises(InexactTokenizerError, match="comes before the merge that makes 'ab'"):
        load_tokenizer(written(small([["ab", "c"], ["a", "b"]]), tmp_path / "order"))


DAMAGED: dict[str, tuple[dict[str, Any], str]] = {
    "no model": ({"model": 5}, "no tokenizer.json"),
    "version": ({"version": "2.0"}, "version '2.0'"),
    "ids": ({"vocab": {"a": -1}}, "not a token and its id"),
    "true as an id": ({"vocab": {"a": True}}, "not a token and its id"),
    "no vocabulary": ({"vocab": []}, "no vocabulary"),
    "merges": ({"merges": "a b"}, "no list of merges"),
    "a line": ({"merges": ["a b c"]}, "is not two tokens"),
    "a pair": ({"merges": [["a", "b", "c"]]}, "is not two tokens"),
    "an unknown part": ({"merges": [["a", "QQQ"]]}, "'QQQ' is not in the vocabulary"),
    "an unknown product": ({"merges": [["Z", "ÿ"]]}, "'Zÿ' is not in the vocabulary"),
    "unk": ({"unk_token": "<zz>"}, "'<zz>' is not in its vocabulary"),
    "unk, no text": ({"unk_token": ["a"]}, "unk_token is no text"),
    "a switch": ({"ignore_merges": "yes"}, "neither true nor false"),
    "added": ({"added_tokens": {}}, "are no list"),
    "added twice": (
        {"added_tokens": [added("<m>", SIZE), added("<m>", SIZE + 1)]}, "'<m>' twice",
    ),
    "added without flags": ({"added_tokens": [{"id": 7, "content": "x"}]}, "neither true"),
    "a lone surrogate": ({"added_tokens": [added("\ud800", SIZE)]}, "lone surrogate"),
    "a behavior": ({"pre_tokenizer": sequence(split("a", "Sideways"))}, "'Sideways' is not known"),
    "a step": ({"pre_tokenizer": {"type": "Sequence", "pretokenizers": [3]}}, "no object"),
}  # fmt: skip


@pytest.mark.parametrize("damage", DAMAGED)
def test_damage_is_a_sentence(damage, tmp_path):
    changes, reason = DAMAGED[damage]
    document = document_of(trained())
    for key, value in changes.items():
        (document if key in document else document["model"])[key] = value
    path = tmp_path / "tokenizer.json"
    path.write_text(json.dumps(document))
    with pytest.raises(TokenizerFileError, match=reason) as found:
        load_tokenizer(path)
    assert not isinstance(found.value, InexactTokenizerError)
    assert str(path) in str(found.value)


def test_other_json_files_are_told_apart(tmp_path):
    path = tmp_path / "notes.json"
    path.write_text('{"text": "nothing"}')
    with pytest.raises(TokenizerFileError, match=r"a \.json file of no known format"):
        load_tokenizer(path)
    document = document_of(trained())
    (tmp_path / "other.json").write_text(json.dumps(document))
    assert load_tokenizer(tmp_path / "other.json").n_merges == trained().n_merges


# ---- what lies beside it -------------------------------------------------------------------------


@pytest.mark.parametrize("layout", ["v5", "v4"])
def test_directories_of_transformers_bring_roles_and_template(layout, tmp_path):
    document = document_of(trained())
    size = len(document["model"]["vocab"])
    document["added_tokens"] = [added("<|a|>", size), added("<|b|>", size + 1)]
    folder = written(document, tmp_path / layout).parent
    config: dict[str, Any] = {"tokenizer_class": "PreTrainedTokenizerFast"}
    if layout == "v5":
        config |= {"bos_token": "<|a|>", "eos_token": {"content": "<|b|>"}, "pad_token": "<gone>"}
        (folder / "chat_template.jinja").write_text("{{ messages }}")
    else:
        roles = {"bos_token": {"content": "<|a|>", "lstrip": False}, "eos_token": "<|b|>"}
        (folder / "special_tokens_map.json").write_text(json.dumps(roles))
        config["chat_template"] = [
            {"name": "tool_use", "template": "no"},
            {"name": "default", "template": "{{ messages }}"},
        ]
    (folder / "tokenizer_config.json").write_text(json.dumps(config))
    ours = load_tokenizer(folder)
    assert dict(ours.roles) == {"bos": "<|a|>", "eos": "<|b|>"}
    assert ours.chat_template == "{{ messages }}"
    remarks = " ".join(read_tokenizer_json(folder).remarks)
    assert ("a chat template of its own for conversations with tools" in remarks) is (
        layout == "v4"
    )
    plain = load_tokenizer(written(document, tmp_path / "alone"))
    assert plain.chat_template is None
    assert plain.semantic_hash == ours.semantic_hash
    (folder / "tokenizer_config.json").write_text("[]")
    with pytest.raises(TokenizerFileError, match=r"tokenizer_config\.json"):
        load_tokenizer(folder)


@pytest.mark.parametrize(
    "pattern", ["gpt2", "cl100k-tiktoken", "scientific", "deepseek-v3", "none"]
)
def test_our_own_exports_come_back(pattern, tmp_path):
    tokenizer = trained(pattern if pattern != "none" else "gpt2")
    if pattern == "none":
        tokenizer = Tokenizer(tokenizer.merges[:50], pattern="none")
    export_tokenizer(tokenizer, "tokenizer.json", tmp_path)
    again = load_tokenizer(tmp_path)
    assert again.pattern == tokenizer.pattern
    assert again.semantic_hash == tokenizer.semantic_hash
    assert len(GPT2_ORDER) == 256
