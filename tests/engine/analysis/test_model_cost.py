"""Parameters of a vocabulary, budgets, hardware sizes; presets against their own arithmetic."""

from __future__ import annotations

import pytest

from engine.analysis.sizes import (
    ARTICLE_SIZES,
    DEFAULT_MODEL,
    ModelCost,
    hardware_sizes,
    model_size,
    model_sizes,
    round_sizes,
)
from engine.errors import ConfigError


def test_the_presets_go_from_70_million_to_70_billion_and_name_their_source():
    models = list(model_sizes().values())
    totals = [model.parameters for model in models]
    assert totals == sorted(totals)
    assert totals[0] < 75e6
    assert 70e9 <= totals[-1] < 75e9
    assert {"Pythia", "GPT-2", "Llama", "Qwen2.5"} <= {model.title.split()[0] for model in models}
    assert all(model.source for model in models)
    assert DEFAULT_MODEL in model_sizes()


@pytest.mark.parametrize(
    ("name", "body"),
    [  # what is left without embeddings, from width, layers, heads and feed-forward size
        ("pythia-70m", 18_915_328),
        ("pythia-12b", 11_327_027_200),
        ("gpt2", 12 * (12 * 768**2 + 13 * 768) + 2 * 768 + 1024 * 768),
        ("gpt2-xl", 48 * (12 * 1600**2 + 13 * 1600) + 2 * 1600 + 1024 * 1600),
        ("llama3-8b", 32 * (2 * 4096**2 + 2 * 4096 * 1024 + 3 * 4096 * 14_336 + 8192) + 4096),
        ("llama3-70b", 80 * (2 * 8192**2 + 2 * 8192 * 1024 + 3 * 8192 * 28_672 + 16_384) + 8192),
        ("llama3.2-1b", 16 * (2 * 2048**2 + 2 * 2048 * 512 + 3 * 2048 * 8192 + 4096) + 2048),
        (
            "qwen2.5-7b",
            28 * (2 * 3584**2 + 2 * 3584 * 512 + 3584 + 1024 + 3 * 3584 * 18_944 + 7168) + 3584,
        ),
    ],
)
def test_embeddings_and_body_make_the_published_total(name, body):
    model = model_size(name)
    assert body + ModelCost.of_model(model).parameters(model.vocabulary) == model.parameters


def test_the_formula_of_the_article_and_its_table():
    """2 x ids x width, of a budget of 7 B; its table at d = 4096 counts one matrix."""
    cost = ModelCost(4096, is_tied=False, total_parameters=7_000_000_000)
    assert cost.parameters(128_000) == 2 * 128_000 * 4096
    assert cost.largest_size() == int(0.02 * 7e9 / (2 * 4096)) == 17_089
    tied = ModelCost(4096, is_tied=True)
    table = {32_768: 134, 50_000: 205, 100_000: 410, 128_000: 524}
    assert {size: round(tied.parameters(size) / 1e6) for size in table} == table


@pytest.mark.parametrize("share", [0.02, 0.1, 1 / 3, 0.5, 1.0])
def test_the_largest_size_fits_and_the_next_does_not(share):
    for model in model_sizes().values():
        cost = ModelCost.of_model(model, budget_share=share)
        largest = cost.largest_size()
        assert cost.fits(largest)
        assert not cost.fits(largest + 1)
        assert cost.share(largest) <= share < cost.share(largest + 1)


def test_tying_halves_the_cost_and_may_be_chosen():
    model = model_size("llama3-8b")
    tied, untied = ModelCost.of_model(model, is_tied=True), ModelCost.of_model(model)
    assert 2 * tied.parameters(1000) == untied.parameters(1000)
    assert tied.largest_size() // 2 == untied.largest_size()


def test_the_greatest_budget_is_answered_at_once():
    cost = ModelCost(1, is_tied=True, total_parameters=10**15, budget_share=1 / 3)
    largest = cost.largest_size()
    assert cost.share(largest) <= 1 / 3 < cost.share(largest + 1)


@pytest.mark.parametrize(("name", "near"), [("llama3", "llama3-8b"), ("GPT2-XL", "gpt2-xl")])
def test_an_unknown_model_is_guessed(name, near):
    with pytest.raises(ConfigError, match=f"did you mean {near}"):
        model_size(name)


def test_without_a_total_there_is_no_share():
    cost = ModelCost(768, is_tied=True)
    assert (cost.share(1000), cost.largest_size(), cost.fits(1000)) == (None, None, None)


@pytest.mark.parametrize(
    ("values", "setting"),
    [
        ({"width": 0}, "width"),
        ({"width": 2.5}, "width"),
        ({"total_parameters": 0}, "total_parameters"),
        ({"width": 10**14}, "width"),
        ({"total_parameters": 10**40}, "total_parameters"),
        ({"total_parameters": 2 * 64 * 256 - 1}, "total_parameters"),
        ({"budget_share": 0.0}, "budget_share"),
        ({"budget_share": 1.5}, "budget_share"),
        ({"budget_share": float("nan")}, "budget_share"),
    ],
)
def test_values_that_cannot_work(values, setting):
    with pytest.raises(ConfigError) as caught:
        ModelCost(**{"width": 64, "is_tied": False, **values})
    assert caught.value.setting == setting
    with pytest.raises(ConfigError, match="no model 'x'; choose one of pythia-70m,"):
        model_size("x")


def test_sizes_for_hardware():
    found = hardware_sizes(50_257, smallest=256, largest=65_536)
    assert [(each.size, each.multiple) for each in found] == [
        (32_768, 0), (50_176, 128), (50_240, 64), (50_304, 128), (65_536, 0)
    ]  # fmt: skip
    assert [each.size for each in found if each.is_power_of_two] == [32_768, 65_536]
    assert [each.size for each in hardware_sizes(32_768, smallest=256, largest=99_999)] == [32_768]
    assert hardware_sizes(300, smallest=261, largest=310) == ()
    for near in range(400, 900):
        for each in hardware_sizes(near, smallest=300, largest=1000):
            assert each.size % (each.multiple or each.size & -each.size) == 0
            assert abs(each.size - near) < (each.multiple or near + 1)


def test_sizes_for_a_table():
    for largest in (32_768, 65_536, 131_072, 262_144):
        sizes = round_sizes(256, largest)
        assert len(sizes) == 16
        assert sizes[-1] == largest
        assert {size for size in ARTICLE_SIZES if size <= largest} <= set(sizes)
        assert {1 << bits for bits in range(9, 30) if 1 << bits <= largest} <= set(sizes)
        assert list(sizes) == sorted(set(sizes))
    assert round_sizes(257, 40_000)[-2:] == (32_768, 40_000)
    assert round_sizes(261, 300) == (300,)
    assert len(round_sizes(256, 2_000_000)) == 16
