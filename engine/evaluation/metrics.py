"""METRICS: definition, source and limits of every figure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from engine.analysis import RENYI_ALPHA
from engine.evaluation.figures import LabelEvaluation

if TYPE_CHECKING:
    from engine.evaluation.evaluation import Evaluation


Direction = Literal["higher", "lower", "neither"]
MetricFormat = Literal["decimal", "percent", "yes-no", "label"]
Scope = Literal["label", "parallel", "all"]
Value = float | str | bool | None

_LOSS_KEYS = frozenset({"unknown_share", "round_trips"})
_FAIRNESS_ATTRIBUTES = {"worst_language": "worst_label"}

DASHBOARD = (
    "premium",
    "bytes_per_token",
    "tokens_per_character",
    "fertility",
    "retention",
    "three_digit_f1",
    "round_trips",
)
"""Columns that are shown unless others are asked for."""


@dataclass(frozen=True, slots=True)
class Metric:
    """One figure.

    key: name on the command line and in JSON, and of the property in figures.py that has its value.
    head: title of a narrow column. unit: "" for a bare number. formula: plain text. caveat: what it
    does not show. direction: which is better. format, places: how it is written; percentages are
    kept as shares. scope: "label" for every label and the total (`LabelEvaluation`), "parallel" for
    every label of parallel texts (`LabelFairness`), "all" for these together (`FairnessFigures`).
    restates: key of a metric that already says the same, None for none; of the two only that one is
    shown by default.
    """

    key: str
    title: str
    head: str
    unit: str
    formula: str
    source: str
    caveat: str
    direction: Direction
    format: MetricFormat = "decimal"
    places: int = 2
    scope: Scope = "label"
    restates: str | None = None

    def judges(self, row: LabelEvaluation) -> bool:
        """Whether the figure of a row is comparable with others.

        Not if the text is not decoded exactly: it takes fewer tokens the more of it is lost.
        """
        return row.round_trips or self.key in _LOSS_KEYS

    def value(self, evaluation: Evaluation, row: LabelEvaluation) -> Value:
        """The figure of a row, or of the whole evaluation for scope "all"; None for none."""
        fairness = evaluation.fairness
        if self.scope == "label":
            result: Value = getattr(row, self.key)
            return result
        if fairness is None:
            return None
        attribute = _FAIRNESS_ATTRIBUTES.get(self.key, self.key)
        if self.scope == "all":
            return _attribute(fairness, attribute)
        of_label = fairness.of(row.label)
        return None if of_label is None else _attribute(of_label, attribute)


def _attribute(figures: object, name: str) -> Value:
    value: Value = getattr(figures, name)
    return value


_COMPRESSION = (
    Metric(
        "bytes_per_token", "Bytes per token", "bytes/token", "bytes",
        "sum of UTF-8 bytes / sum of tokens, over all documents of the label",
        "Radford et al. 2019; Rae et al. 2021",
        "Scripts differ in bytes per character, so languages cannot be compared by it: take the "
        "premium for that.",
        "higher",
    ),
    Metric(
        "characters_per_token", "Characters per token", "chars/token", "characters",
        "sum of Unicode code points, white space included, / sum of tokens",
        "Ahia et al. 2023",
        "A Chinese character carries more meaning than a Latin letter; compare within one script.",
        "higher",
        restates="tokens_per_character",
    ),
    Metric(
        "tokens_per_character", "Tokens per character", "tokens/char", "tokens",
        "sum of tokens / sum of Unicode code points, white space included",
        'after the article "Tokenizer training: BPE and SentencePiece from scratch"',
        "What is usual depends on the script and was measured on news; much more than that is a "
        "reason to look, not a verdict.",
        "lower",
    ),
    Metric(
        "tokens_per_byte", "Tokens per byte", "tokens/byte", "tokens",
        "sum of tokens / sum of UTF-8 bytes",
        "Meister et al. 2025 (cost in TokEval)",
        "Says the same as bytes per token.",
        "lower",
        places=3,
        restates="bytes_per_token",
    ),
    Metric(
        "bytes_per_word", "Bytes per word", "bytes/word", "bytes",
        "sum of UTF-8 bytes, white space included, / words by the word rule",
        "a property of the text, for reading the other figures",
        "Says nothing about the tokenizer.",
        "neither",
    ),
    Metric(
        "characters_per_word", "Characters per word", "chars/word", "characters",
        "sum of code points, white space included, / words by the word rule",
        "a property of the text, for reading the other figures",
        "Says nothing about the tokenizer.",
        "neither",
    ),
    Metric(
        "tokens", "Tokens", "tokens", "tokens",
        "sum of tokens over all documents of the label",
        'table of the article "Tokenizer Design Choices: BPE, Vocabulary, and Implementation"',
        "Grows with the text: compare tokenizers on the same one.",
        "lower",
        places=0,
    ),
    Metric(
        "bytes", "Bytes", "bytes", "bytes",
        "sum of UTF-8 bytes over all documents of the label",
        "a property of the text, for reading the other figures",
        "Of a text that a tokenizer normalizes, those of the normalized text.",
        "neither",
        places=0,
    ),
)  # fmt: skip


_WORDS = (
    Metric(
        "fertility", "Fertility", "fertility", "tokens per word",
        "sum of all tokens / words; a word is a stretch between white space, in Chinese, Japanese, "
        "Thai, Lao, Khmer and Burmese a character, in Tibetan a syllable (tsheg)",
        "Rust et al. 2021",
        "Depends on how words are counted, shown beside the number: do not rank across rules, "
        "nor across languages with long and short words.",
        "lower",
    ),
    Metric(
        "fertility_median", "Median fertility", "median", "tokens per word",
        "median over the words of the text of the tokens that touch a word, in context",
        "after Rust et al. 2021",
        "A whole number nearly always; the 95th percentile shows more.",
        "lower",
        places=1,
    ),
    Metric(
        "fertility_p95", "95th percentile of fertility", "p95", "tokens per word",
        "95th percentile, linearly interpolated, of the tokens that touch a word, in context",
        "after Rust et al. 2021",
        "Every tokenizer splits long compounds more often.",
        "lower",
        places=1,
    ),
    Metric(
        "whole_word_share", "Single-token words", "1-token words", "",
        "words in the text that one token covers / words",
        "complement of the word-split rate of tokka-bench",
        "Frequent words decide it; retention counts each distinct word once.",
        "higher",
        format="percent",
        places=1,
    ),
    Metric(
        "retention", "Single-token retention (STRR)", "STRR", "",
        "distinct words that are one token with a space before them / distinct words, without the "
        "punctuation at their ends",
        "Nayeem et al. 2025",
        "Means nothing for scripts without spaces, which have none here; the more text, the more "
        "rare words there are, so compare on the same text.",
        "higher",
        format="percent",
        places=1,
    ),
    Metric(
        "retention_bare", "Single-token retention without space", "STRR bare", "",
        "distinct words that are one token alone / distinct words",
        "Nayeem et al. 2025",
        "Running text has a space before nearly every word; this is the form at the beginning of a "
        "line or after a bracket.",
        "higher",
        format="percent",
        places=1,
    ),
)  # fmt: skip


_FAIRNESS = (
    Metric(
        "premium", "Premium", "premium", "× reference",
        "sum of tokens / sum of the reference's tokens, over the lines that both have",
        "Petrov et al. 2023",
        "Assumes that line n says the same in both; a longer translation costs more as well.",
        "lower",
        scope="parallel",
    ),
    Metric(
        "premium_median", "Median premium of a line", "premium med.", "× reference",
        "median over lines of tokens / the reference's tokens",
        "after Petrov et al. 2023",
        "Short lines make it coarse.",
        "lower",
        scope="parallel",
    ),
    Metric(
        "premium_p90", "90th percentile of premium", "premium p90", "× reference",
        "90th percentile, linearly interpolated, over lines of tokens / the reference's tokens",
        "after Petrov et al. 2023",
        "Loose translations are in it too.",
        "lower",
        scope="parallel",
    ),
    Metric(
        "pretoken_ratio", "Pre-tokens against the reference", "pre-tokens ×", "× reference",
        "sum of pre-tokens / sum of the reference's pre-tokens, over the lines of the premium",
        "one of two factors of the premium; what the split pattern alone causes",
        "Languages differ in words per sentence, and a script without spaces has long "
        "pre-tokens; far above 1 the split pattern splits words.",
        "neither",
        scope="parallel",
    ),
    Metric(
        "tokens_per_pretoken_ratio", "Tokens per pre-token against the reference",
        "tokens/pre-token ×", "× reference",
        "premium / pre-tokens against the reference",
        "the other factor of the premium; what the vocabulary causes",
        "Below 1 where a pattern splits words into short pre-tokens; that is no saving.",
        "neither",
        scope="parallel",
    ),
    Metric(
        "tokens_per_line", "Tokens per line", "tokens/line", "tokens",
        "sum of tokens / lines, over the lines that no language lacks",
        "corpus token count on parallel text; Schmidt et al. 2025",
        "The premium times the reference's own value.",
        "lower",
        places=1,
        scope="parallel",
        restates="premium",
    ),
    Metric(
        "median_premium", "Median premium", "median premium", "× reference",
        "median over the languages other than the reference of their premium",
        "after Petrov et al. 2023",
        "Depends on the languages in the set.",
        "lower",
        scope="all",
    ),
    Metric(
        "worst_premium", "Highest premium", "highest premium", "× reference",
        "highest premium of the languages other than the reference, whose own is 1",
        "after Petrov et al. 2023",
        "One badly translated or wrongly encoded file can cause it.",
        "lower",
        scope="all",
    ),
    Metric(
        "worst_language", "Language with the highest premium", "worst", "",
        "the language other than the reference with the highest premium",
        "after Petrov et al. 2023",
        "See its premium for how bad that is.",
        "neither",
        format="label",
        scope="all",
    ),
    Metric(
        "gini", "Gini coefficient", "Gini", "",
        "sum over all pairs of |c_i - c_j| / (2 n² mean c), c = tokens per line on parallel lines; "
        "0 is even, at most (n - 1) / n",
        "Meister et al. 2025 (TokEval); Foroutan et al. 2025",
        "Does not say who pays; a tokenizer that is equally bad everywhere has 0. Texts "
        "are counted, not languages: with eng_GB and eng_IN beside eng, English counts thrice.",
        "lower",
        places=3,
        scope="all",
    ),
    Metric(
        "max_min_ratio", "Costliest over cheapest", "max/min", "×",
        "tokens per line of the costliest language / those of the cheapest",
        "companion of the Gini coefficient",
        "Two languages decide it.",
        "lower",
        scope="all",
    ),
    Metric(
        "variation", "Coefficient of variation", "CV", "",
        "standard deviation / mean of tokens per line over the languages",
        "companion of the Gini coefficient",
        "Says nearly the same as the Gini coefficient.",
        "lower",
        places=3,
        scope="all",
        restates="gini",
    ),
)  # fmt: skip


_DISTRIBUTION = (
    Metric(
        "renyi_efficiency", "Rényi efficiency", "Rényi", "",
        f"log2(sum of p^a) / (1 - a) / log2(V), a = {RENYI_ALPHA}, p = share of each token, "
        "V = declared vocabulary",
        "Zouhar et al. 2023",
        "A diagnostic, not a score: tokenizers can be made that raise it and lower translation "
        "quality (Cognetta et al. 2024). On a small text a large vocabulary looks bad.",
        "higher",
        places=3,
    ),
    Metric(
        "unigram_bits_per_byte", "Unigram bits per byte", "bits/byte", "bits",
        "Shannon entropy of single tokens × tokens / UTF-8 bytes",
        "Shannon 1948; one-pass stand-in for a model's bits per byte",
        "Falls with vocabulary size whatever the tokenizer; compare at the same size, on the same "
        "text.",
        "lower",
    ),
    Metric(
        "utilisation", "Vocabulary utilisation", "used ids", "",
        "distinct ids that occur / declared vocabulary",
        "Meister et al. 2025 (TokEval)",
        "Depends on the text: an id unused here may be used elsewhere.",
        "neither",
        format="percent",
        places=1,
    ),
)  # fmt: skip


_STRUCTURE = (
    Metric(
        "tokens_per_pretoken", "Tokens per pre-token", "tokens/pre-token", "tokens",
        "sum of tokens / sum of pre-tokens of the split pattern",
        "companion of fertility, with pre-tokens for words",
        "Compare tokenizers with the same split pattern: one that splits more has fewer tokens in "
        "each pre-token.",
        "neither",
    ),
    Metric(
        "mark_split_share", "Splits at combining marks", "mark splits", "",
        "pre-tokens that begin at a combining mark, or at a letter right behind one, / pre-tokens",
        "Unicode general category M, as in \\p{M}",
        "A text without marks has 0 with every pattern.",
        "lower",
        format="percent",
        places=1,
    ),
    Metric(
        "three_digit_f1", "Three-digit boundary F1", "3-digit F1", "",
        "mean over runs of digits of F1 between token boundaries and the positions before every "
        "third digit from the right; up to three digits: 1 if whole, 0 if split; longer and "
        "never split: 0",
        "Singh and Strouse 2024; Meister et al. 2025 (TokEval)",
        "Short numbers dominate ordinary text; arithmetic of a model depends on much else.",
        "higher",
    ),
    Metric(
        "indentation_tokens_per_line", "Indentation tokens per line", "indent", "tokens",
        "tokens of white space only that cover leading white space / lines that have some",
        'after the article "Tokenizer Design Choices: BPE, Vocabulary, and Implementation"',
        "Indentation that shares a token with the first word costs nothing here.",
        "lower",
    ),
    Metric(
        "indentation_share", "Tokens for indentation", "indent share", "",
        "tokens of white space only that cover leading white space / all tokens",
        'after the article "Tokenizer Design Choices: BPE, Vocabulary, and Implementation"',
        "Depends on the style of the code as much as on the tokenizer.",
        "lower",
        format="percent",
        places=1,
    ),
    Metric(
        "character_split_rate", "Split characters", "split chars", "",
        "characters of several bytes that are spread over several tokens / characters of several "
        "bytes",
        "Meister et al. 2025 (TokEval)",
        "Rare characters, such as emoji, are split by every tokenizer.",
        "lower",
        format="percent",
        places=1,
    ),
    Metric(
        "unknown_share", "Unknown characters", "unknown", "",
        "characters that became unknown tokens, white space excluded / characters",
        "character coverage of SentencePiece, seen from its loss",
        "Their text is lost, so that fewer tokens are no better compression. A library that drops "
        "a character without a token has no unknown one; see whether the text decodes exactly.",
        "lower",
        format="percent",
        places=1,
    ),
    Metric(
        "round_trips", "Decodes exactly", "decodes exactly", "",
        "decoding the ids gives every document back, byte for byte, as the normalization writes it",
        "semantics of byte-level BPE",
        "Only this text was tried.",
        "higher",
        format="yes-no",
    ),
)  # fmt: skip


METRICS: dict[str, Metric] = {
    metric.key: metric
    for metric in (*_COMPRESSION, *_WORDS, *_FAIRNESS, *_DISTRIBUTION, *_STRUCTURE)
}
"""All metrics by key, in the order in which they are listed."""


def metrics_of_scope(*scopes: Scope) -> list[Metric]:
    """The metrics of some scopes, in order."""
    return [metric for metric in METRICS.values() if metric.scope in scopes]
