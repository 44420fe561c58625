from __future__ import annotations

import pytest

from workbench.languages import is_spaced


@pytest.fixture
def bigger(cli, corpus, tmp_path):
    cli("train", corpus, "--vocab-size", 330, "--name", "bigger", "--quiet")
    return "bigger"


def test_a_row_per_label_and_the_total(cli, trained, corpus):
    outcome = cli("evaluate", trained, corpus)
    assert outcome.status == 0
    lines = outcome.out.splitlines()
    assert [line.split()[0] for line in lines] == ["label", "deu", "eng", "all"]
    assert len({len(line) for line in lines}) == 1


def test_baselines_stand_beside_with_the_difference(cli, trained, bigger, corpus):
    outcome = cli("evaluate", "small", corpus, "--baseline", bigger, "--baseline", trained)
    header, *rows = outcome.out.splitlines()
    assert header.split()[6:8] == ["bigger", "difference"]
    total = rows[2].split()
    assert total[0] == "all"
    assert total[-1] == "%"
    assert total[-2] == "+0.0"
    document = cli("evaluate", "small", corpus, "--baseline", bigger, "--json").document
    ours, theirs = document["total"]["tokens"], document["baselines"][0]["total"]["tokens"]
    assert theirs < ours
    difference = document["baselines"][0]["total"]["token_difference"]
    assert difference == pytest.approx((ours - theirs) / theirs)
    assert document["round_trips"] is True
    assert [row["language"] for row in document["labels"]] == ["German", "English"]
    assert document["total"]["bytes"] == sum(row["bytes"] for row in document["labels"])


def test_problems_of_the_corpus_are_told(cli, trained, tmp_path):
    (tmp_path / "latin.txt").write_bytes(b"caf\xe9 low")
    outcome = cli("evaluate", trained, "latin.txt", "--json")
    assert outcome.status == 0
    assert "invalid UTF-8" in outcome.document["problems"][0]
    assert "latin.txt, byte 3" in outcome.err


def test_a_corpus_without_text(cli, trained, tmp_path):
    (tmp_path / "empty.txt").touch()
    outcome = cli("evaluate", trained, "empty.txt")
    assert (outcome.status, outcome.out) == (1, "")
    assert "empty.txt: the file is empty" in outcome.sentence


def test_an_unknown_baseline(cli, trained, corpus):
    outcome = cli("evaluate", trained, corpus, "--baseline", "gpt5")
    assert outcome.status == 1
    assert "gpt5" in outcome.sentence


def test_no_tokens_per_word_where_words_do_not_stand_apart(cli, trained, corpus, tmp_path):
    (corpus / "tha.txt").write_text("ภาษาไทยไม่มีช่องว่าง ระหว่างคำ", "utf-8")
    (corpus / "zho_Hant.txt").write_text("中文沒有空格。", "utf-8")
    document = cli("evaluate", trained, corpus, "--baseline", "small", "--json").document
    for part in (document, document["baselines"][0]):
        numbers = {row["label"]: row["tokens_per_word"] for row in part["labels"]}
        assert numbers["tha"] is None
        assert numbers["zho_Hant"] is None
        assert numbers["eng"] > 1
        assert part["total"]["tokens_per_word"] is None
    lines = {
        line.split()[0]: line.split() for line in cli("evaluate", trained, corpus).out.splitlines()
    }
    assert [lines[label][-1] for label in ("tha", "zho_Hant", "all")] == ["-", "-", "-"]
    assert float(lines["eng"][-1]) > 1


def test_the_total_has_tokens_per_word_where_all_words_stand_apart(cli, trained, corpus):
    assert cli("evaluate", trained, corpus, "--json").document["total"]["tokens_per_word"] > 1
    assert float(cli("evaluate", trained, corpus).out.splitlines()[-1].split()[-1]) > 1


def test_which_languages_are_written_with_spaces():
    unspaced = [
        "tha",
        "jpn",
        "ja",
        "zho",
        "zh",
        "zho_Hant",
        "zho_news",
        "yue",
        "lao",
        "khm",
        "mya",
        "bod",
        "dzo",
        "tha_x",
    ]
    assert [label for label in unspaced if is_spaced(label)] == []
    spaced = ["deu", "kor", "vie", "sat", "hin", "code_python", "zho_Latn", "all", "klingon", "a_b"]
    assert [label for label in spaced if not is_spaced(label)] == []
