"""Parity-aware training: equal to its slow reference, to tokenizers, and to ordinary training."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.compiled import ReusedArrays
from engine.corpus.corpus import Corpus, Source
from engine.encoding import BYTE_TO_CHARACTER
from engine.encoding.tokenizer import Tokenizer
from engine.errors import CheckpointError, ConfigError, CorpusError
from engine.machine import StopRequest, result_of
from engine.settings.config import TIE_BREAKS, TrainingConfig
from engine.settings.parity import Parity, ParityRecord
from engine.settings.sources import Mixture
from engine.settings.superwords import Superwords
from engine.settings.token_lists import MergeRules
from engine.splitting.preset_patterns import preset_pattern
from engine.training import _pair_kernels, parity_groups
from engine.training.merges_done import continued_config
from engine.training.parity_groups import ParityGroups
from engine.training.parity_loop import ParityLoop
from engine.training.parity_texts import ParityFigures, gini_of
from engine.training.training import CountedCorpus, train, train_tokenizer
from tests import reference_bpe, reference_parity
from tests.engine.training.interrupted_training import (
    assert_same,
    in_merges,
    in_small_steps,
    interrupted,
    resumed,
)
from tests.engine.training.test_training import pretokens_from

GPT2 = preset_pattern("gpt2")
LABELS = ("deu", "eng", "fra")
WORDS = st.sampled_from(
    [
        "low",
        "lower",
        "newest",
        "aaaa",
        "é",
        "the",
        "abcabcabc",
        "das",
        "dass",
        "le",
        "les",
        "les les",
    ]
)
LINES = st.lists(WORDS, min_size=1, max_size=12).map(" ".join)
TEXTS = st.lists(st.tuples(LINES, LINES), min_size=1, max_size=3)


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    return tmp_path_factory.mktemp("parallel")


def written(folder: Path, texts: dict[str, str]) -> str:
    for path in folder.glob("*.txt"):
        path.unlink()
    for label, text in texts.items():
        (folder / f"{label}.txt").write_text(text, "utf-8")
    return str(folder)


def counts_of(text: str) -> Counter[bytes]:
    return Counter(reference_bpe.pretokens_of(text, GPT2))


def corpus_of(texts: dict[str, str]) -> Corpus:
    return Corpus(Source(label, texts=(text,)) for label, text in texts.items())


def merges_of(tokenizer: Tokenizer) -> list[tuple[int, int]]:
    return [tuple(pair) for pair in tokenizer.merges.tolist()]


@settings(max_examples=120, deadline=None)
@given(
    texts=TEXTS,
    other=st.none() | LINES,
    tie_break=st.sampled_from(sorted(TIE_BREAKS)),
    n_global=st.integers(0, 12),
    window=st.none() | st.integers(1, 8),
    alpha=st.sampled_from([0.5, 1.0, 2.0]),
    min_frequency=st.integers(1, 2),
    floor=st.sampled_from([1, 3, 30]),
)
def test_equals_the_reference(
    folder, texts, other, tie_break, n_global, window, alpha, min_frequency, floor
):
    own = dict(zip(LABELS, (text for text, _ in texts), strict=False))
    parallel = dict(zip(LABELS, (text for _, text in texts), strict=False))
    whole = {**own, **({} if other is None else {"code": other})}
    parity = Parity(
        (written(folder, parallel),), global_merges=n_global, window=window, alpha=alpha
    )
    config = TrainingConfig(
        256 + 40, tie_break=tie_break, min_frequency=min_frequency, parity=parity
    )
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(parity_groups, "_FLOOR", floor)
        patch.setattr(parity_groups, "_LOWER_FLOOR", 2)
        tokenizer = train_tokenizer(corpus_of(whole), config)
    expected = reference_parity.train(
        {label: counts_of(text) for label, text in whole.items()},
        {label: counts_of(text) for label, text in parallel.items()},
        40, n_global=n_global, window=window, alpha=alpha, tie_break=tie_break,
        min_frequency=min_frequency,
    )  # fmt: skip
    assert merges_of(tokenizer) == [(left, right) for left, right, _ in expected]
    record = tokenizer.training.parity
    chosen = Counter(chooser for *_, chooser in expected)
    assert record.chosen == tuple(chosen[label] for label in parallel)
    assert record.n_global == chosen[None]
    plain = Tokenizer(tokenizer.merges, pattern="gpt2")
    assert record.tokens == tuple(len(plain.encode(text)) for text in parallel.values())
    for label, text, n in zip(
        whole, whole.values(), tokenizer.training.source_tokens(), strict=True
    ):
        assert len(plain.encode(text)) == n, label


RATIOS = {"deu": 1.1, "eng": 1.0, "fra": 1.4}


@settings(max_examples=60, deadline=None)
@given(
    texts=st.lists(LINES, min_size=3, max_size=3),
    n_global=st.integers(0, 12),
    window=st.none() | st.integers(1, 8),
)
def test_ratios_equal_the_reference(texts, n_global, window):
    own = dict(zip(LABELS, texts, strict=True))
    parity = Parity(ratios=RATIOS, global_merges=n_global, window=window)
    found = train_tokenizer(corpus_of(own), TrainingConfig(296, parity=parity))
    counts = {label: counts_of(text) for label, text in own.items()}
    expected = reference_parity.train(
        counts, {}, 40, n_global=n_global, window=window, ratios=RATIOS
    )
    assert merges_of(found) == [(left, right) for left, right, _ in expected]
    record = found.training.parity
    chosen = Counter(chooser for *_, chooser in expected)
    assert record.chosen == tuple(chosen[label] for label in LABELS)
    plain = Tokenizer(found.merges, pattern="gpt2")
    assert record.tokens == tuple(
        round(1e6 * len(plain.encode(text)) * RATIOS[label] / len(text.encode()))
        for label, text in own.items()
    )
    assert (record.n_lines, record.n_bytes) == (0, (1_100_000, 1_000_000, 1_400_000))


@pytest.mark.parametrize("ratios", [None, (1.0, 1.3, 0.9)])
@pytest.mark.parametrize("window", [None, 7])
def test_equals_the_trainer_of_tokenizers(folder, tmp_path, window, ratios):
    """Of the bytes of these letters and their GPT-2 characters the order is one: equal ties."""
    tokenizers = pytest.importorskip("tokenizers")
    random = np.random.default_rng(3)
    own, parallel = {}, {}
    for label, letters in zip(LABELS, ("abcd", "bcdef", "wxyzé"), strict=True):
        words = ["".join(random.choice([*letters], random.integers(2, 9))) for _ in range(60)]
        own[label] = "\n".join(" ".join(random.choice(words, 9)) for _ in range(40))
        parallel[label] = "\n".join(" ".join(random.choice(words, 9)) for _ in range(6))
    n, n_global, pattern = 70, 15, r"\S+|\s"
    tokenizer = tokenizers.Tokenizer(tokenizers.models.BPE())
    tokenizer.pre_tokenizer = tokenizers.pre_tokenizers.Sequence(
        [
            tokenizers.pre_tokenizers.WhitespaceSplit(),
            tokenizers.pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False),
        ]
    )
    trainer = tokenizers.trainers.ParityBpeTrainer(
        num_merges=n, variant="base" if window is None else "window", min_frequency=1,
        global_merges=n_global, window_size=window or 100, alpha=1.2, show_progress=False,
        ratio=None if ratios is None else list(ratios),
    )  # fmt: skip
    if ratios is not None:  # theirs do not count spaces, ours do
        own = {label: text.split() for label, text in own.items()}
    lines = [text.split("\n") if ratios is None else text for text in own.values()]
    dev = [text.split("\n") for text in parallel.values()]
    given = {} if ratios else {"dev_iterators": [iter(each) for each in dev]}
    trainer.train_from_iterator(tokenizer, [iter(each) for each in lines], **given)
    words = Path(tokenizer.model.save(str(tmp_path))[1]).read_text("utf-8").splitlines()[1:]
    rules = {"global_merges": n_global, "window": window, "alpha": 1.2}
    parity = Parity((written(folder, parallel),), **rules)
    if ratios is not None:
        parity = Parity(ratios=dict(zip(LABELS, ratios, strict=True)), **rules)
    ours = train_tokenizer(
        Corpus(
            Source(label, texts=(text,) if ratios is None else tuple(text))
            for label, text in own.items()
        ),
        TrainingConfig(256 + n, pattern=pattern, tie_break="greatest-bytes", parity=parity),
    )
    shown = ["".join(map(BYTE_TO_CHARACTER.__getitem__, token)) for token in ours.vocabulary]
    pairs = [f"{shown[left]} {shown[right]}" for left, right in merges_of(ours)]
    assert len(set(ours.vocabulary)) == len(ours.vocabulary)
    assert pairs == words
    assert min(ours.training.parity.chosen) > 0


OWN = {
    "deu": "das dass der die den dem des der die das und oder aber " * 6,
    "eng": "the low lower lowest newer newest wider widest the the " * 9,
    "fra": "le les la lest leste lestes le la les pas passe passer " * 3,
    "code": "int main void return main int x aaaa " * 4,
}
PARALLEL = {
    "deu": "das und der die den\nder die das",
    "eng": "the low the lower\nnewest wider",
    "fra": "le les la passer leste\nles pas",
}


def trained(folder: Path, size: int = 330, *, mixture=None, stop=None, **settings) -> Tokenizer:
    names = Parity.__dataclass_fields__
    own = {name: settings.pop(name) for name in [*settings] if name in names}
    parity = Parity((written(folder, PARALLEL),), **own)
    config = TrainingConfig(size, parity=parity, **settings)
    return result_of(train(corpus_of(OWN), config, mixture=mixture, stop=stop))


@pytest.mark.parametrize("tie_break", TIE_BREAKS)
def test_a_global_share_of_one_is_ordinary_training(folder, tie_break):
    plain = train_tokenizer(corpus_of(OWN), TrainingConfig(330, tie_break=tie_break))
    found = trained(folder, global_share=1.0, tie_break=tie_break)
    assert merges_of(found) == merges_of(plain)
    assert found.training.counts.tolist() == plain.training.counts.tolist()
    assert found.training.parity.n_global == plain.n_merges
    assert found.training.parity.chosen == (0, 0, 0)


@pytest.mark.parametrize("tie_break", TIE_BREAKS)
def test_one_language_is_ordinary_training(folder, tie_break):
    corpus = corpus_of({"eng": OWN["eng"]})
    plain = train_tokenizer(corpus, TrainingConfig(330, tie_break=tie_break))
    parity = Parity((written(folder, PARALLEL),))
    found = train_tokenizer(corpus, TrainingConfig(330, tie_break=tie_break, parity=parity))
    assert merges_of(found) == merges_of(plain)
    assert found.training.counts.tolist() == plain.training.counts.tolist()
    assert found.training.source_applied.tolist() == plain.training.source_applied.tolist()


def test_all_room_grows(folder, monkeypatch):
    expected = trained(folder, 400, window=10)
    grown = set()
    for name in ("grow_pairs", "make_room", "lower_floor"):
        grow = getattr(parity_groups.ParityGroups, name)

        def noted(groups, *given, name=name, grow=grow):
            grown.add(name)
            return grow(groups, *given)

        monkeypatch.setattr(parity_groups.ParityGroups, name, noted)
    monkeypatch.setattr(parity_groups, "_FEWEST_PAIRS", 1)
    monkeypatch.setattr(parity_groups, "_FEWEST_POSTINGS", 8)
    monkeypatch.setattr(parity_groups, "_SPARE_PAIRS", 1.0)
    monkeypatch.setattr(parity_groups, "_SPARE_POSTINGS", 1.0)
    monkeypatch.setattr(parity_groups, "_FREE_POSTINGS", 0)
    monkeypatch.setattr(parity_groups, "_SPARE_ROOM", 1)
    monkeypatch.setattr(parity_groups, "_SLOTS_PER_PAIR", 1 << 40)
    assert merges_of(trained(folder, 400, window=10)) == merges_of(expected)
    assert grown == {"grow_pairs", "make_room", "lower_floor"}


def test_pairs_that_occur_2_to_the_32_times_are_found_again_after_the_first_merges():
    """Their sums would be zero in 32 bits."""
    pretokens = pretokens_from({b"ab": 1 << 32, b"aab": 1})
    begun = np.array([[97, 97]], np.uint32)
    groups = ParityGroups([pretokens], TrainingConfig(300), 0, ReusedArrays(), begun)
    table, _, cursor = groups.of_language(0)
    rows = table.entries[: cursor[_pair_kernels.N_PAIRS]]
    assert {(key >> 32, key & 0xFFFF_FFFF): count for key, count, *_ in rows.tolist()} == {
        (97, 98): 1 << 32,
        (256, 98): 1,
    }


def test_weights_count_in_the_first_merges(folder):
    mixture = Mixture(shares={"deu": 0.2, "eng": 0.2, "fra": 0.6})
    plain = train_tokenizer(corpus_of(OWN), TrainingConfig(330), mixture=mixture)
    found = trained(folder, global_share=0.5, mixture=mixture)
    assert merges_of(found)[:37] == merges_of(plain)[:37]
    encoder = Tokenizer(found.merges, pattern="gpt2")
    tokens = [len(encoder.encode(text)) for text in (*list(OWN.values())[:3], "")]
    assert found.training.source_tokens().tolist() == tokens


def test_rules_forbid_merges(folder):
    found = trained(folder, merge_rules=MergeRules((b"the", b" der")))
    assert not {b"the", b" der"} & set(found.vocabulary)
    assert {b"the", b" der"} < set(trained(folder).vocabulary)


def test_progress_has_the_figures(folder):
    parity = Parity((written(folder, PARALLEL),), global_share=0.3)
    steps = train(corpus_of(OWN), TrainingConfig(330, parity=parity))
    seen = []
    tokenizer = result_of(steps, seen.append)
    told = [progress.parity for progress in seen if progress.parity is not None]
    first, last = told[0], told[-1]
    assert first.tokens == tuple(len(text.encode()) for text in PARALLEL.values())
    assert last.tokens == tokenizer.training.parity.tokens
    assert last.reference == "eng"
    assert last.premiums[1] == 1
    assert last.highest[1] == max(last.tokens) / last.tokens[1]
    assert 0 <= last.gini < first.gini
    curve = tokenizer.training.parity.curve
    assert curve[-1] == (tokenizer.n_merges, *last.tokens)
    assert [point[0] for point in curve] == sorted({point[0] for point in curve})


def test_without_english_the_cheapest_language_is_the_reference():
    figures = ParityFigures(("deu", "fra"), (6, 3), "fra", 0, (1, 2))
    assert figures.highest == ("deu", 2.0)
    assert gini_of(np.array([1, 1, 2])) == pytest.approx(1 / 6)
    assert gini_of(np.array([5])) == gini_of(np.array([0, 0])) == 0


@pytest.mark.parametrize("window", [None, 9])
@pytest.mark.parametrize("n_first", [10, 50])
def test_a_finished_training_goes_on(folder, window, n_first):
    whole = trained(folder, 340, window=window, global_merges=20, alpha=1.1)
    smaller = trained(folder, 256 + n_first, window=window, global_merges=20, alpha=1.1)
    assert smaller.training.parity.n_global == min(20, n_first)
    config = continued_config(smaller, 340)
    config = TrainingConfig(
        340, parity=Parity(config.parity.texts, window=window, global_merges=20, alpha=1.1)
    )
    counted = CountedCorpus(corpus_of(OWN))
    assert merges_of(result_of(counted.train(config, continued=smaller))) == merges_of(whole)
    (folder / "deu.txt").write_text("das ist\netwas anderes", "utf-8")
    with pytest.raises(CheckpointError, match="not those that the training used"):
        result_of(counted.train(config, continued=smaller))


@pytest.mark.parametrize("n", [12, 45])
def test_an_interrupted_training_goes_on(folder, tmp_path, monkeypatch, n):
    in_small_steps(monkeypatch)
    run_slice = ParityLoop.run_slice
    monkeypatch.setattr(
        ParityLoop, "run_slice", lambda self, max_merges, max_work: run_slice(self, 3, max_work)
    )
    parity = Parity((written(folder, PARALLEL),), window=9, alpha=1.1, global_merges=20)
    config = TrainingConfig(330, parity=parity)
    corpus = corpus_of(OWN)
    expected = train_tokenizer(corpus, config)
    checkpoint = interrupted(corpus, tmp_path / "kept", in_merges(n), config)
    found, checkpoint, _ = resumed(corpus, tmp_path / "kept", config)
    assert checkpoint.n_resumed >= n - 3
    assert_same(found, expected)


def test_a_training_that_is_stopped_keeps_what_it_has(folder):
    stop = StopRequest()
    stop.keep()
    found = trained(folder, stop=stop, global_share=0.5)
    assert found.n_merges < 74
    assert found.training.config.parity.global_merges == 37
    tokens = tuple(len(found.encode(text)) for text in PARALLEL.values())
    assert found.training.parity.tokens == tokens


def test_files_keep_settings_and_record(folder, tmp_path):
    found = trained(folder, window=5, global_share=0.25)
    loaded = Tokenizer.load(found.save(tmp_path / "a.twb"))
    assert loaded.training.config == found.training.config
    assert loaded.training.parity == found.training.parity
    assert ParityRecord.of_document(found.training.parity.document()) == found.training.parity
    assert found.truncated(300).training.parity is None


def test_a_training_by_ratios_goes_on():
    ratios = {"de": 1.0, "en": 1.2}
    counted = CountedCorpus(corpus_of(OWN))
    configs = [
        TrainingConfig(size, parity=Parity(ratios=ratios, global_merges=10)) for size in (300, 340)
    ]
    smaller, whole = (result_of(counted.train(config)) for config in configs)
    assert whole.training.parity.labels == ("deu", "eng")
    assert any("Without a ratio for parity: fra, code" in each for each in whole.training.problems)
    continued = result_of(counted.train(configs[1], continued=smaller))
    assert merges_of(continued) == merges_of(whole)
    assert continued.training.parity.tokens == whole.training.parity.tokens
    with pytest.raises(CorpusError, match="has ratios for ita, but no source"):
        train_tokenizer(corpus_of(OWN), TrainingConfig(300, parity=Parity(ratios={"ita": 1})))


REFUSED = [
    ({"deu": "a\nb", "eng": "a"}, "differ in their numbers of lines: deu 2, eng 1"),
    ({"deu": "a", "eng": " \n"}, "are empty: eng"),
    ({"ita": "a"}, "there are texts for ita, and sources deu, eng, fra, code"),
]


@pytest.mark.parametrize(("texts", "sentence"), REFUSED)
def test_texts_that_cannot_be_used(folder, texts, sentence):
    config = TrainingConfig(300, parity=Parity((written(folder, texts),)))
    with pytest.raises(CorpusError, match=sentence):
        train_tokenizer(corpus_of(OWN), config)


@pytest.mark.parametrize(
    "parity",
    [
        Parity(("none",)),
        {"ita": "a"},
        {"deu": "a\nb", "eng": "a"},
        Parity(ratios={"ita": 1}),
    ],
)
def test_what_is_wrong_shows_before_the_corpus_is_read(folder, parity):
    def unread():
        pytest.fail("the corpus was read")
        yield ""

    corpus = Corpus(Source(label, texts=unread()) for label in LABELS)
    if isinstance(parity, dict):
        parity = Parity((written(folder, parity),))
    with pytest.raises(CorpusError):
        train_tokenizer(corpus, TrainingConfig(300, parity=parity))


def test_missing_texts_are_named(tmp_path):
    config = TrainingConfig(300, parity=Parity((str(tmp_path / "none"),)))
    with pytest.raises(CorpusError, match="none"):
        train_tokenizer(corpus_of(OWN), config)


@pytest.mark.parametrize(
    "wrong",
    [
        {"texts": ()}, {"texts": ("",)}, {"global_share": 1.5}, {"global_share": True},
        {"global_merges": -1}, {"window": 0}, {"alpha": 0}, {"alpha": float("inf")},
        {"ratios": {"eng": 1}}, {"ratios": {"eng": 0}, "texts": ()}, {"ratios": 3},
    ],
)  # fmt: skip
def test_settings_that_cannot_work(wrong):
    with pytest.raises(ConfigError) as found:
        Parity(**{"texts": ("dev",), **wrong})
    assert found.value.setting == "parity"


def test_parity_excludes_superwords():
    parity = Parity(("dev",))
    with pytest.raises(ConfigError, match="exclude each other"):
        TrainingConfig(400, parity=parity, superwords=Superwords(0.8))
    with pytest.raises(ConfigError, match="are a Parity object"):
        TrainingConfig(400, parity="dev")
    with pytest.raises(ConfigError, match="has no setting 'share'"):
        Parity.of_document({"texts": ["dev"], "share": 1})
    assert Parity.of_document(parity.document()) == parity
    by_ratios = Parity(ratios={"eng": 1, "hin": 2.5})
    assert Parity.of_document(by_ratios.document()) == by_ratios
    assert TrainingConfig(1256, parity=Parity(("dev",), 0.5)).of_size(300).parity.n_global(44) == 44


def test_another_spelling_of_a_language_is_its_text(folder):
    parallel = {"de": PARALLEL["deu"], "en": PARALLEL["eng"]}
    parity = Parity((written(folder, parallel),))
    record = train_tokenizer(corpus_of(OWN), TrainingConfig(300, parity=parity)).training
    assert record.parity.labels == ("deu", "eng")
    assert any("belongs to fra, code" in each for each in record.problems)
