"""Settings that cannot work are refused with the setting's name."""

from __future__ import annotations

import numpy as np
import pytest

from engine.errors import ConfigError
from engine.settings.config import TrainingConfig


@pytest.mark.parametrize(
    ("fields", "setting", "sentence"),
    [
        ({"vocab_size": 255}, "vocab_size", "too small: 256 bytes and 0 special tokens"),
        ({"vocab_size": 257, "special_tokens": ("a", "b")}, "vocab_size", "at least 258"),
        ({"vocab_size": 257, "reserved_slots": 2}, "vocab_size", "at least 258"),
        ({"vocab_size": 0}, "vocab_size", "at least 1"),
        ({"vocab_size": "many"}, "vocab_size", "whole number"),
        ({"vocab_size": True}, "vocab_size", "whole number"),
        ({"vocab_size": 1 << 30}, "vocab_size", "beyond the limit"),
        ({"vocab_size": 300, "tie_break": "random"}, "tie_break", "smallest-ids, gpt2-order"),
        ({"vocab_size": 300, "min_frequency": 0}, "min_frequency", "at least 1"),
        ({"vocab_size": 300, "max_token_bytes": 1}, "max_token_bytes", "at least 2"),
        ({"vocab_size": 300, "reserved_slots": -1}, "reserved_slots", "at least 0"),
        ({"vocab_size": 300, "reserved_slots": 10**20}, "reserved_slots", "beyond the limit"),
        ({"vocab_size": 300, "min_frequency": 1 << 63}, "min_frequency", "beyond the limit"),
        ({"vocab_size": 300, "max_token_bytes": 1 << 63}, "max_token_bytes", "beyond the limit"),
        ({"vocab_size": 300, "special_tokens": ("a", "a")}, "special_tokens", "more than once"),
        ({"vocab_size": 300, "special_tokens": ("",)}, "special_tokens", "not empty"),
        ({"vocab_size": 300, "special_tokens": ("\ud800",)}, "special_tokens", "surrogate"),
        ({"vocab_size": 300, "special_tokens": "<|x|>"}, "special_tokens", "a list of strings"),
        ({"vocab_size": 300, "pattern": ""}, "pattern", "not empty"),
        ({"vocab_size": 300, "pattern": "\ud800|."}, "pattern", "surrogate"),
        (
            {"vocab_size": 300, "special_tokens": ("<|reserved_0|>",), "reserved_slots": 1},
            "special_tokens",
            "more than once",
        ),
    ],
)
def test_refused(fields, setting, sentence):
    with pytest.raises(ConfigError, match=sentence) as caught:
        TrainingConfig(**fields)
    assert caught.value.setting == setting


def test_sizes_add_up():
    config = TrainingConfig(300, special_tokens=["<a>", "<b>"], reserved_slots=3)
    assert config.n_special == 5
    assert config.n_merges == 300 - 256 - 5
    assert config.all_special_tokens == (
        "<a>", "<b>", "<|reserved_0|>", "<|reserved_1|>", "<|reserved_2|>",
    )  # fmt: skip
    assert hash(config) == hash(
        TrainingConfig(300, special_tokens=("<a>", "<b>"), reserved_slots=3)
    )


def test_numbers_of_numpy_are_numbers():
    assert TrainingConfig(np.int64(300)) == TrainingConfig(300)


def test_many_reserved_slots_are_checked_at_once():
    assert TrainingConfig(100_000, reserved_slots=50_000).n_special == 50_000
