"""ParityTexts: the parallel texts of a parity-aware training, counted, and how even they are.

A text goes with the sources that have its label, or another spelling of its language: `de` with
`deu`. Program text never is parallel. All of the others must have equally many lines. In place of
texts there may be ratios, which go with the sources of the corpus in the same way.
"""

from __future__ import annotations

import hashlib
from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from engine.compiled import Floats, Int64s
from engine.corpus import Corpus, Source
from engine.counting import CountingProgress, PretokenCounts, count_pretokens
from engine.errors import CorpusError
from engine.sentences import say, some_of
from engine.settings import Parity, ParityRecord, TrainingConfig
from engine.splitting import Splitter
from engine.text import is_code, language_code

_MOST_NAMED = 6


@dataclass(frozen=True)
class ParityTexts:
    """The parallel texts of the languages that choose.

    labels: the languages, as the sources of the corpus are labelled. pretokens: natural counts of
    their texts, in this order. n_lines: of each text. digest: a hash of all of them.
    remarks: sentences, such as on sources without a text. ratios: of the languages, in place of
    texts, which are then a line feed each; empty with texts.
    """

    labels: tuple[str, ...]
    pretokens: PretokenCounts
    n_lines: int
    digest: str
    remarks: tuple[str, ...] = ()
    ratios: tuple[float, ...] = ()

    def n_distinct(self, pretokens: PretokenCounts) -> tuple[int, int]:
        """Pre-tokens of a corpus that its languages have, at most, with those of the texts; bytes.

        A pre-token of several languages counts for each of its sources.
        """
        n_sources_of = np.diff(pretokens.source_starts)
        n_bytes = int((n_sources_of * np.diff(pretokens.starts)).sum())
        n = len(pretokens.source_indices) + self.pretokens.n_unique
        return n, n_bytes + len(self.pretokens.data)

    def by_language(self, pretokens: PretokenCounts) -> list[tuple[Int64s, PretokenCounts]]:
        """Pre-tokens and counts of each language; at the end those of all other sources, if any."""
        group_of = {label: group for group, label in enumerate(self.labels)}
        others = len(group_of)
        groups = [group_of.get(label, others) for label in pretokens.labels]
        sized = zip(groups, pretokens.source_bytes.tolist(), strict=True)
        # Sources without text have no entries, so that any group will do.
        return pretokens.divided(np.array([group if n else 0 for group, n in sized], np.int64))


class ParityInputs(NamedTuple):
    """What languages choose by, as it was given: the text of each and its lines, or ratios."""

    texts: Mapping[str, bytes]
    n_lines: int
    ratios: Mapping[str, float]


def parity_inputs(parity: Parity, labels: Sequence[str]) -> ParityInputs:
    """Read the parallel texts of the sources with these labels, or find their ratios.

    Raises CorpusError for texts that cannot be read, that are not parallel, or that belong to no
    source; and for ratios of other labels.
    """
    labels = tuple(dict.fromkeys(labels))
    if parity.ratios:
        return ParityInputs({}, 0, _ratios_of(parity.ratios, labels))
    corpus = Corpus.from_paths(parity.texts)
    texts: dict[str, bytes] = {}
    for label, source in _sources_of(corpus, labels, parity).items():
        if source.is_counts:
            raise CorpusError(say("parity_counts", path=source.paths[0]), path=source.paths[0])
        texts[label] = b"\n".join(
            document.removesuffix(b"\n") for document in corpus.encoded_documents(source)
        )
    return ParityInputs(texts, _checked_lines(texts), {})


def count_parity_texts(
    config: TrainingConfig, inputs: ParityInputs, pretokens: PretokenCounts
) -> Generator[CountingProgress, None, ParityTexts]:
    """Count the texts for a corpus with these counts, without those of empty sources.

    Raises CorpusError as parity_inputs.
    """
    assert config.parity is not None
    sized = zip(pretokens.labels, pretokens.source_bytes.tolist(), strict=True)
    known = tuple(dict.fromkeys(label for label, n_bytes in sized if n_bytes))
    if not {*inputs.texts, *inputs.ratios} <= {*known}:
        inputs = parity_inputs(config.parity, known)
    if inputs.ratios:
        return (yield from _of_ratios(config, inputs.ratios, known))
    texts = inputs.texts
    counted = yield from _counted(texts, config)
    digest = hashlib.blake2b(digest_size=20)
    for label, text in texts.items():
        digest.update(f"{label}\n{len(text)}\n".encode("utf-8", "surrogateescape") + text)
    left_out = [label for label in known if label not in texts]
    remarks = (say("parity_without_texts", labels=some_of(left_out, _MOST_NAMED)),)
    return ParityTexts(
        tuple(texts), counted, inputs.n_lines, digest.hexdigest(), remarks if left_out else ()
    )


def _counted(
    texts: Mapping[str, bytes], config: TrainingConfig
) -> Generator[CountingProgress, None, PretokenCounts]:
    return count_pretokens(
        Corpus([Source(label, texts=(text.decode(),)) for label, text in texts.items()]),
        Splitter(config.pattern),
        normalization=config.normalization,
    )


def _of_ratios(
    config: TrainingConfig, found: Mapping[str, float], known: Sequence[str]
) -> Generator[CountingProgress, None, ParityTexts]:
    """The ratios of languages, with a line feed instead of the text of each."""
    counted = yield from _counted(dict.fromkeys(found, b"\n"), config)
    digest = hashlib.blake2b(repr(sorted(found.items())).encode(), digest_size=20).hexdigest()
    left_out = [label for label in known if label not in found]
    remarks = (say("parity_without_ratio", labels=some_of(left_out, _MOST_NAMED)),)
    return ParityTexts(
        tuple(found), counted, 0, digest, remarks if left_out else (), tuple(found.values())
    )


def _ratios_of(given: Mapping[str, float], known: Sequence[str]) -> dict[str, float]:
    """The ratios of the sources with these labels. Raises CorpusError for one of another label."""
    by_code = {code.label: label for label in given if (code := language_code(label))}
    found: dict[str, float] = {}
    used: set[str] = set()
    for label in known:
        code = language_code(label)
        name = label if label in given else by_code.get(code.label if code else "")
        if name is not None:
            found[label] = given[name]
            used.add(name)
    if unused := [label for label in given if label not in used]:
        names = some_of(unused, _MOST_NAMED)
        labels = some_of(list(known), _MOST_NAMED)
        raise CorpusError(say("parity_ratio_unknown", given=names, labels=labels), setting="parity")
    return found


def _sources_of(corpus: Corpus, known: Sequence[str], parity: Parity) -> dict[str, Source]:
    """The source of parallel text of each label that has one. Raises CorpusError for none."""
    given = {each.label: each for each in corpus.sources if not is_code(each.label)}
    by_code = {
        code.label: source for label, source in given.items() if (code := language_code(label))
    }
    found: dict[str, Source] = {}
    for label in known:
        code = language_code(label)
        source = given.get(label) or (None if code is None else by_code.get(code.label))
        if source is not None:
            found[label] = source
    if not found:
        raise CorpusError(
            say(
                "parity_no_language",
                texts=", ".join(parity.texts),
                given=some_of(list(given), _MOST_NAMED),
                labels=some_of(list(known), _MOST_NAMED),
            ),
            setting="parity",
        )
    return found


def _checked_lines(texts: dict[str, bytes]) -> int:
    """The number of lines of each text. Raises CorpusError where they differ or are empty."""
    if empty := [label for label, text in texts.items() if not text.strip()]:
        labels = some_of(empty, _MOST_NAMED)
        raise CorpusError(say("parity_empty_texts", labels=labels), setting="parity")
    lines = {label: text.rstrip(b"\n").count(b"\n") + 1 for label, text in texts.items()}
    if len(set(lines.values())) > 1:
        counts = some_of([f"{label} {n:,}" for label, n in lines.items()], _MOST_NAMED)
        raise CorpusError(say("parity_not_parallel", counts=counts), setting="parity")
    return next(iter(lines.values()))


@dataclass(frozen=True, slots=True)
class ParityFigures:
    """How even languages are at a moment of a training.

    labels, tokens: the languages and their tokens for the same text. reference: the label whose
    tokens are 1, English where it is there, else the language with the fewest tokens.
    n_global: merges of the whole corpus; chosen: merges that each language chose so far.
    """

    labels: tuple[str, ...]
    tokens: tuple[int, ...]
    reference: str
    n_global: int
    chosen: tuple[int, ...]

    @classmethod
    def of(cls, record: ParityRecord) -> ParityFigures:
        """Those of a training that is over."""
        reference = reference_of(record.labels, np.array(record.tokens, np.int64))
        return cls(record.labels, record.tokens, reference, record.n_global, record.chosen)

    def after(self, tokens: tuple[int, ...]) -> ParityFigures:
        """The same languages at another moment, with these tokens."""
        return replace(self, tokens=tokens)

    @property
    def premiums(self) -> Floats:
        """float64[n]: tokens over the reference's for the same text."""
        tokens = np.array(self.tokens, np.float64)
        return np.asarray(tokens / max(1.0, tokens[self.labels.index(self.reference)]), np.float64)

    @property
    def highest(self) -> tuple[str, float]:
        """The language with the highest premium, and the premium."""
        premiums = self.premiums
        at = int(premiums.argmax())
        return self.labels[at], float(premiums[at])

    @property
    def gini(self) -> float:
        """Gini coefficient of the tokens: 0 where all languages have equally many."""
        return gini_of(np.array(self.tokens, np.int64))


def gini_of(tokens: Int64s) -> float:
    """The mean difference between two languages, as a share of twice the mean.

    Example: [1, 1, 2] -> 1/6. tokens: int64[n].
    """
    n, total = len(tokens), float(tokens.sum())
    if n < 2 or total <= 0:
        return 0.0
    ranks = 2.0 * np.arange(1, n + 1) - n - 1
    return float((ranks * np.sort(tokens)).sum() / (n * total))


def reference_of(labels: Sequence[str], tokens: Int64s) -> str:
    """English, in any spelling; else the language with the fewest tokens."""
    for label in labels:
        code = language_code(label)
        if code is not None and code.language == "eng":
            return label
    return labels[int(tokens.argmin())]
