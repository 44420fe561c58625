"""Which options and settings the trainers of other libraries have, and what they refuse."""

from __future__ import annotations

import pytest

from engine import ConfigError, Corpus, Superwords, TrainingConfig, train
from engine.settings import (
    TRAINER_OPTIONS,
    TRAINERS,
    LibraryTrainer,
    Pieces,
    library_trainer,
    library_trainers,
)
from engine.training.checkpoint import settings_facts


@pytest.mark.parametrize("name", TRAINERS)
def test_each_trainer_takes_its_own_options_and_refuses_those_of_others(name):
    values = {float: 0.99, int: 200, bool: True, str: "x"}
    own = LibraryTrainer(name).own_options
    for key, option in TRAINER_OPTIONS.items():
        given = {key: values[option.kind]}
        if key in own:
            trainer = LibraryTrainer(name, **given)
            assert trainer.option(key) == given[key]
            assert LibraryTrainer.of_document(trainer.document()) == trainer
        else:
            with pytest.raises(ConfigError, match=f"{name} has no option {key}") as refused:
                LibraryTrainer(name, **given)
            assert refused.value.setting == key


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("character_coverage", 0.9),
        ("character_coverage", 1.5),
        ("character_coverage", "all"),
        ("byte_fallback", 1),
        ("model_prefix", "a/b"),
        ("model_prefix", ".."),
        ("input_sentence_size", -1),
        ("input_sentence_size", 100),
        ("max_sentence_length", 3),
        ("max_sentence_length", True),
    ],
)
def test_a_value_that_cannot_work_names_its_option(option, value):
    with pytest.raises(ConfigError, match=f"{option} must be") as refused:
        LibraryTrainer("sp-bpe", **{option: value})
    assert refused.value.setting == option


def test_an_unknown_trainer_is_told_with_those_that_there_are():
    with pytest.raises(ConfigError, match="Unknown trainer 'sp-word'; choose one of workbench, hf"):
        library_trainer("sp-word", {})
    with pytest.raises(ConfigError, match="byte_fallback belongs to the trainers sp-bpe"):
        library_trainer("workbench", {"byte_fallback": True})
    assert library_trainer("workbench", {}) is None


@pytest.mark.parametrize(
    ("trainer", "setting", "value"),
    [
        ("sp-bpe", "min_frequency", 2),
        ("sp-unigram", "normalization", "nfc"),
        ("hf-bpe", "tie_break", "first-seen"),
        ("hf-bpe", "reserved_slots", 3),
        ("hf-bpe", "superwords", Superwords(0.9)),
        ("hf-unigram", "max_token_bytes", 8),
    ],
)
def test_a_setting_that_a_trainer_lacks_is_refused(trainer, setting, value):
    library = LibraryTrainer(trainer)
    pattern = library.pattern_for("gpt2")
    with pytest.raises(ConfigError, match=f"{trainer} has no setting {setting}") as refused:
        TrainingConfig(1000, pattern, trainer=library, **{setting: value})
    assert refused.value.setting == setting


def test_only_hf_bpe_takes_a_split_pattern():
    assert TrainingConfig(1000, "cl100k", trainer=LibraryTrainer("hf-bpe")).pattern == "cl100k"
    with pytest.raises(ConfigError, match="hf-unigram splits text in its own way") as refused:
        TrainingConfig(1000, "gpt2", trainer=LibraryTrainer("hf-unigram"))
    assert refused.value.setting == "pattern"


def test_a_small_vocabulary_is_the_library_s_matter_and_train_names_the_right_function():
    config = TrainingConfig(60, "none", trainer=LibraryTrainer("sp-unigram"))
    assert config.n_merges == 0
    with pytest.raises(ConfigError, match="use train_with_library"):
        train(Corpus.from_texts(["a text"]), config)
    with pytest.raises(ConfigError, match="must be a LibraryTrainer or None"):
        TrainingConfig(600, trainer="sp-bpe")


def test_checkpoints_of_before_fit_the_same_settings():
    assert "trainer" not in settings_facts(TrainingConfig(600), None)["config"]


def test_options_go_to_the_trainers_that_have_them():
    given = {"byte_fallback": True, "piece_prefix": "@@"}
    own, others = library_trainers("workbench", ["sp-bpe", "hf-wordpiece", "hf-bpe"], given)
    assert own is None
    assert [each.given() for each in others] == [
        {"byte_fallback": True}, {"piece_prefix": "@@"}, {},
    ]  # fmt: skip
    own, others = library_trainers("sp-unigram", ["sp-bpe"], {"byte_fallback": True})
    assert own is not None and own.byte_fallback and others[0].byte_fallback
    with pytest.raises(ConfigError, match="belongs to the trainers hf-wordpiece"):
        library_trainers("workbench", ["sp-bpe"], given)
    with pytest.raises(ConfigError, match="sp-bpe is named twice"):
        library_trainers("workbench", ["sp-bpe", "sp-bpe"], {})
    with pytest.raises(ConfigError, match="Unknown beside 'workbench'; choose one of hf-bpe"):
        library_trainers("workbench", ["workbench"], {})


def test_a_training_of_another_trainer_keeps_what_that_has():
    config = TrainingConfig(
        400, "o200k", special_tokens=("<|end|>",), min_frequency=2, tie_break="gpt2-order",
        roles={"eos": "<|end|>"},
    )  # fmt: skip
    bpe, unigram = LibraryTrainer("hf-bpe"), LibraryTrainer("sp-unigram")
    made = bpe.training_of(config)
    assert (made.pattern, made.min_frequency, made.trainer) == (config.pattern, 2, bpe)
    assert bpe.lacked_settings(config) == ("tie_break",)
    assert set(unigram.lacked_settings(config)) == {"tie_break", "min_frequency"}
    lines = unigram.training_of(config)
    assert (lines.pattern, lines.special_tokens) == ("none", ("<|end|>",))
    assert lines.roles == {"eos": "<|end|>"}
    assert bpe.training_of(lines).pattern == TrainingConfig(400).pattern
    pieces = TrainingConfig(400, pieces=Pieces())
    assert bpe.training_of(pieces) == TrainingConfig(400, trainer=bpe)
    assert bpe.lacked_settings(pieces) == ("pieces",)
