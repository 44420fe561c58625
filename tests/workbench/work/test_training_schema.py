"""The schema of training settings agrees with the engine, and its users derive from it."""

from __future__ import annotations

from dataclasses import fields
from typing import get_args

import pytest

from engine import Corpus, TrainingConfig
from engine.machine import result_of
from engine.settings import TIE_BREAKS, SpecialText, TokenLimit
from workbench.cli.runs.runs import run_document
from workbench.cli.shared.options import CommandParser
from workbench.cli.shared.settings import add_training_options
from workbench.store import RunStore
from workbench.work.runs.comparison import facts_of
from workbench.work.runs.recording import record_training
from workbench.work.tokenizer_export import provenance_of_run
from workbench.work.training_settings import (
    PLAIN_SETTINGS,
    SETTINGS,
    TrainingSettings,
    default_of,
    plain_values,
)

CHOICES = {
    "tie_break": TIE_BREAKS,
    "token_limit": get_args(TokenLimit),
    "special_text": get_args(SpecialText),
    "normalization": (None, "nfc", "nfkc"),
}


@pytest.mark.parametrize("key", CHOICES)
def test_the_choices_are_those_of_the_engine(key):
    assert tuple(SETTINGS[key].choices) == CHOICES[key]


@pytest.mark.parametrize("key", PLAIN_SETTINGS)
def test_the_defaults_are_those_of_the_engine(key):
    assert default_of(key) == getattr(TrainingConfig(300), key)


def test_every_setting_of_the_engine_has_a_record_or_is_made_of_several():
    made_of_several = {"superwords"}
    assert {each.name for each in fields(TrainingConfig)} <= SETTINGS.keys() | made_of_several


def test_plain_values_reach_the_engine_and_come_back():
    settings = TrainingSettings(300, min_frequency=3, max_token_bytes=8, special_text="cut")
    config = settings.config("gpt2")
    assert plain_values(config) == plain_values(settings)
    assert TrainingSettings.of(config) == settings


def test_every_plain_setting_is_stored_compared_and_told(tmp_path):
    settings = TrainingSettings(
        300, tie_break="first-seen", min_frequency=2, max_token_bytes=9, token_limit="tokenizers",
        normalization="nfc", special_text="cut",
    )  # fmt: skip
    config = settings.config("gpt2")
    assert all(value != default_of(key) for key, value in plain_values(config).items())
    with RunStore.open(tmp_path / "runs.sqlite") as store:
        recording = record_training(store, Corpus.from_texts(["the 1234 other\n" * 9]), config)
        run_id = result_of(recording).run_id
        record = store.run(run_id)
        compared = facts_of(store.tokenizer(run_id), record)
        told = provenance_of_run(store, run_id)["run"]["settings"]
    assert record.config == config
    for key, value in plain_values(config).items():
        assert compared["settings", key] == told[key] == run_document(record)[key] == value


def test_each_setting_with_help_is_an_option_of_train():
    parser = CommandParser("train")
    add_training_options(parser)
    known = {option for action in parser._actions for option in action.option_strings}
    named = {
        setting.option or f"--{key.replace('_', '-')}"
        for key, setting in SETTINGS.items()
        if setting.help and key != "name"
    }
    assert named <= known
    given = parser.parse_args([])
    assert {getattr(given, key) for key in PLAIN_SETTINGS} == {None}
