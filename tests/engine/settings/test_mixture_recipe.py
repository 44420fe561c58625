"""Mixture files: they divide a mixture among groups of labels."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from engine.errors import ConfigError
from engine.settings.mixture_recipe import built_in_recipes, find_recipe, save_recipe
from engine.settings.sources import Mixture

LABELS = ["eng", "deu", "zho_Hant", "rus", "code_python", "code_c", "latex", "klingon"]
SIZES = [100, 200, 300, 400, 500, 600, 700, 800]

RECIPE = """
name = "mine"
alpha = {alpha}

[[groups]]
name = "English"
share = 4
labels = ["eng"]

[[groups]]
name = "Chinese and C"
share = 2
labels = ["zho", "code_c"]

[[groups]]
name = "Code"
share = 1
labels = ["code_*"]

[[groups]]
name = "Cyrillic"
share = 2
labels = ["script:Cyrl"]

[[groups]]
name = "Medicine"
share = 1
labels = ["medical"]
"""


@pytest.fixture
def recipe(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text(RECIPE.format(alpha=1.0), encoding="utf-8")
    return find_recipe(path)


def test_labels_belong_to_the_group_that_names_them_most_closely(recipe):
    applied = recipe.applied(LABELS, SIZES)
    assert {group.name: group.labels for group in applied.groups} == {
        "English": ("eng",),
        "Chinese and C": ("zho_Hant", "code_c"),
        "Code": ("code_python",),
        "Cyrillic": ("rus",),
        "Medicine": (),
    }


def test_a_language_is_known_in_any_spelling_of_its_code(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text(
        "[[groups]]\nshare = 1\nlabels = ['eng']\n[[groups]]\nshare = 3\nlabels = ['zh', 'fr']\n",
        encoding="utf-8",
    )
    applied = find_recipe(path).applied(["en", "cmn_Hant", "fr_CA"], [10, 10, 10])
    assert [group.labels for group in applied.groups] == [("en",), ("cmn_Hant", "fr_CA")]
    assert applied.missing == ()


def test_what_is_missing_gives_its_share_and_what_is_extra_is_left_out(recipe):
    applied = recipe.applied(LABELS, SIZES)
    assert applied.empty_groups == ("Medicine",)
    assert applied.left_out == ("deu", "latex", "klingon")
    assert [group.share for group in applied.groups] == pytest.approx(
        [4 / 9, 2 / 9, 1 / 9, 2 / 9, 0]
    )
    assert [group.asked for group in applied.groups] == pytest.approx([0.4, 0.2, 0.1, 0.2, 0.1])
    missing, extra = applied.remarks
    assert "nothing for Medicine; that share goes to the other groups in proportion" in missing
    assert "excluded: deu, latex, klingon" in extra
    # Chinese and C by their bytes: 300 and 600 of 2 / 9.
    assert applied.mixture.shares == pytest.approx(
        {"eng": 4 / 9, "deu": 0, "zho_Hant": 2 / 27, "rus": 2 / 9, "code_python": 1 / 9,
         "code_c": 4 / 27, "latex": 0, "klingon": 0}
    )  # fmt: skip
    assert recipe.for_sources(LABELS, SIZES) == applied.mixture


def test_labels_that_a_group_names_in_vain_are_told(tmp_path):
    text = """
    [[groups]]
    name = "Europe"
    share = 1
    labels = ["deu", "zho", "fra", "spa", "e*", "script:Grek"]

    [[groups]]
    name = "Medicine"
    share = 1
    labels = ["medical"]
    """
    path = tmp_path / "mine.toml"
    path.write_text(text, encoding="utf-8")
    applied = find_recipe(path).applied(["deu", "zho_Hant", "eng"], [1, 1, 1])
    assert applied.missing == ("fra", "spa")
    assert "not in the corpus: fra, spa." in applied.remarks[1]
    assert find_recipe(path).applied(["deu", "fra", "spa", "zho"], [1] * 4).missing == ()


def test_shares_may_be_as_large_as_floats_are(tmp_path):
    group = '[[groups]]\nname = "{0}"\nshare = 1e308\nlabels = ["{0}"]\n'
    path = tmp_path / "mine.toml"
    path.write_text(group.format("deu") + group.format("eng"), encoding="utf-8")
    applied = find_recipe(path).applied(["deu", "eng"], [1, 9])
    assert [each.asked for each in applied.groups] == [each.share for each in applied.groups]
    assert applied.mixture.shares == {"deu": 0.5, "eng": 0.5}


def test_within_a_group_alpha_decides(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text(RECIPE.format(alpha=0), encoding="utf-8")
    shares = find_recipe(path).applied(LABELS, SIZES).mixture.shares
    assert shares["zho_Hant"] == shares["code_c"] == pytest.approx(1 / 9)


def test_a_group_for_the_rest_leaves_nothing_out(tmp_path):
    path = tmp_path / "rest.toml"
    path.write_text(
        '[[groups]]\nshare = 1\nlabels = ["*"]\n[[groups]]\nshare = 3\nlabels = ["eng"]\n',
        encoding="utf-8",
    )
    applied = find_recipe(path).applied(LABELS, SIZES)
    assert applied.left_out == ()
    assert applied.groups[0].labels == tuple(LABELS[1:])
    assert applied.mixture.shares["eng"] == 0.75
    assert find_recipe(path).name == "rest"


def test_the_mixture_file_of_the_guide_is_one(tmp_path):
    guide = Path(__file__).parents[3] / "docs" / "reference" / "mixtures.md"
    blocks = re.findall(r"```toml.*?\n(.*?)```", guide.read_text("utf-8"), re.DOTALL)
    (example,) = (block for block in blocks if "[[groups]]" in block)
    (tmp_path / "guide.toml").write_text(example, "utf-8")
    found = find_recipe(tmp_path / "guide.toml").applied(["eng", "rus", "klingon"], [10, 20, 30])
    assert [group.labels for group in found.groups] == [("eng",), ("rus", "klingon")]
    assert found.mixture.shares["eng"] == pytest.approx(0.8)


def test_sources_without_text_are_as_good_as_missing(recipe):
    sizes = [0 if label == "eng" else size for label, size in zip(LABELS, SIZES, strict=True)]
    applied = recipe.applied(LABELS, sizes)
    assert applied.empty_groups == ("English", "Medicine")
    applied.mixture.resolve(LABELS, sizes)
    with pytest.raises(ConfigError, match="mixture mine fits none of the sources"):
        recipe.applied(["deu"], [100])


def test_the_built_in_recipes_are_those_of_the_article():
    """Shares of `TOKENIZER_CORPUS_RECIPES` in "Training a Tokenizer from Scratch"."""
    shares = {
        recipe.name: sorted((group.share for group in recipe.groups), reverse=True)
        for recipe in built_in_recipes()
    }
    assert shares == {
        "balanced-multilingual": [0.20, 0.15, 0.15, 0.15, 0.10, 0.10, 0.05, 0.05, 0.05],
        "english-focused": [0.60, 0.20, 0.10, 0.10],
        "llama3-style": [0.40, 0.25, 0.20, 0.05, 0.05, 0.05],
    }
    for recipe in built_in_recipes():
        assert recipe.description
        assert recipe.source
        assert find_recipe(recipe.name.replace("-", "_")) is recipe


def test_the_built_in_recipes_know_labels_of_a_corpus():
    labels = ["eng", "deu", "fra", "zho", "zho_Hant", "jpn", "kor", "hin", "ara", "tha", "latex",
              "code_python", "code_rust", "code_json", "markdown", "code_javascript"]  # fmt: skip
    groups = {
        recipe.name: {group.name: group.labels for group in recipe.applied(labels, [9] * 16).groups}
        for recipe in built_in_recipes()
    }
    balanced = groups["balanced-multilingual"]
    assert balanced["Chinese"] == ("zho", "zho_Hant")
    assert balanced["European languages"] == ("deu", "fra")
    assert balanced["Other languages"] == ("tha",)
    assert balanced["Mathematics and structured data"] == ("latex", "code_json", "markdown")
    assert groups["llama3-style"]["Structured data"] == ("code_json", "markdown")
    assert groups["english-focused"]["Python and JavaScript"] == ("code_python", "code_javascript")


def test_a_saved_mixture_comes_back(tmp_path):
    mixture = Mixture(shares={"eng": 0.3, 'a "b"\\': 0.7}, target_bytes=5000, seed=4)
    labels, sizes = ["eng", 'a "b"\\', "deu"], [100, 100, 100]
    path = tmp_path / "kept.toml"
    save_recipe(path, mixture, mixture.resolve(labels, sizes))
    applied = find_recipe(path).applied(labels, sizes)
    assert applied.mixture.shares == pytest.approx({"eng": 0.3, 'a "b"\\': 0.7, "deu": 0})
    assert (applied.mixture.target_bytes, applied.mixture.seed) == (5000, 4)
    assert applied.left_out == ()


GROUP = '[[groups]]\nname = "g"\nshare = 1\nlabels = ["eng"]\n'


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("groups =", "is not valid TOML"),
        ("", "has no \\[\\[groups\\]\\]"),
        ("weights = 1\n" + GROUP, "has the key 'weights'"),
        (GROUP.replace("share = 1", "share = -1"), "share of at least 0 for the group g"),
        (GROUP.replace("share = 1", "share = nan"), "share of at least 0"),
        (GROUP.replace("share = 1", 'share = "1"'), "share of at least 0"),
        (GROUP.replace("share = 1", "share = 0"), "every group the share 0"),
        (GROUP.replace('["eng"]', '"eng"'), "list of labels for the group g"),
        (GROUP + "sahre = 2\n", "something else than name, share and labels in group 1"),
        ("alpha = 2\n" + GROUP, "alpha must lie between"),
        ("target_bytes = 0\n" + GROUP, "target_bytes must be"),
        ("name = 7\n" + GROUP, "needs strings for name"),
    ],
)
def test_faults_of_a_file_are_sentences(tmp_path, text, words):
    path = tmp_path / "mine.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ConfigError, match=words) as caught:
        find_recipe(path)
    assert str(path) in str(caught.value)


def test_an_unknown_name_lists_the_known_ones(tmp_path):
    with pytest.raises(ConfigError, match="choose one of balanced-multilingual, english-focused"):
        find_recipe("llama4")
    with pytest.raises(ConfigError, match="cannot be read: no such file"):
        find_recipe(tmp_path / "gone.toml")
    (tmp_path / "latin.toml").write_bytes(b"name = '\xff'")
    with pytest.raises(ConfigError, match="is not UTF-8"):
        find_recipe(tmp_path / "latin.toml")
