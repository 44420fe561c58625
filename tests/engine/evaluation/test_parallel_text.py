"""Folders of parallel texts and the language codes in their names."""

from __future__ import annotations

import gzip

import pytest

from engine.encoding.tokenizer import Tokenizer
from engine.errors import CorpusError
from engine.evaluation.evaluation import evaluate
from engine.evaluation.parallel import code_of_file, evaluation_texts
from engine.text.languages import language_code, usual_script, word_rule_of_script
from engine.text.words import detected_script


def folder_of(tmp_path, names, text="a b\nc d\n"):
    for name in names:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, "utf-8")
    return tmp_path


def labels_of(texts):
    return {source.label: [path.name for path in source.paths] for source in texts.corpus.sources}


@pytest.mark.parametrize(
    ("code", "label", "script"),
    [
        ("deu", "deu", "Latn"),
        ("de", "deu", "Latn"),
        ("arb_Arab", "ara_Arab", "Arab"),
        ("cmn-Hans", "zho_Hans", "Hans"),
        ("zh-Hant-TW", "zho_Hant_TW", "Hant"),
        ("aze-Latn", "aze_Latn", "Latn"),
        ("eng-GB", "eng_GB", "Latn"),
        ("spa-419", "spa_419", "Latn"),
        ("mya_Zawgyi", "mya_Zawgyi", "Mymr"),
        ("eng-engwebp", "eng_engwebp", "Latn"),
        ("ace_Arab", "ace_Arab", "Arab"),  # not in the table, but a script follows
    ],
)
def test_codes_are_read(code, label, script):
    found = language_code(code)
    assert (found.label, found.expected_script) == (label, script)
    assert language_code(found.label) == found


@pytest.mark.parametrize("text", ["notes", "code_python", "c", "text", "math", "abc", "", "Deu"])
def test_what_is_no_code(text):
    assert language_code(text) is None


def test_scripts_decide_what_a_word_is():
    assert usual_script("hin") == "Deva"
    assert usual_script("xyz") is None
    assert [word_rule_of_script(usual_script(code)) for code in ("tha", "bod", "deu", "zho")] == [
        "characters",
        "syllables",
        "white-space",
        "characters",
    ]


@pytest.mark.parametrize(
    ("text", "declared", "script"),
    [
        ("Größe", None, "Latn"),
        ("дом", None, "Cyrl"),
        ("中文", "Hant", "Hant"),
        ("中文", None, "Hani"),
        ("カタカナと漢字", "Jpan", "Jpan"),
        ("漢字", "Jpan", "Hani"),
        ("한국어", "Kore", "Kore"),
        ("हिन्दी", None, "Deva"),
        ("123 !", None, None),
        ("latin text", "Cyrl", "Latn"),
    ],
)
def test_the_script_of_a_text(text, declared, script):
    assert detected_script(text.encode(), declared) == script


def test_the_layout_of_ntrex(tmp_path):
    names = ["newstest2019-src.eng.txt", "newstest2019-ref.deu.txt", "LANGUAGES.tsv", "README.md"]
    names += ["newstest2019-ref.aze-Latn.txt", "newstest2019-ref.eng-GB.txt"]
    texts = evaluation_texts(folder_of(tmp_path, names))
    assert sorted(labels_of(texts)) == ["aze_Latn", "deu", "eng", "eng_GB"]
    assert "LANGUAGES.tsv, README.md" in texts.remarks[0]
    fairness = evaluate(Tokenizer([]), texts.corpus).fairness
    assert (fairness.reference, len(fairness.labels)) == ("eng", 4)


def test_the_layout_of_flores(tmp_path):
    names = [
        f"{part}/{code}.{part}" for part in ("dev", "devtest") for code in ("eng_Latn", "arb_Arab")
    ]
    folder_of(tmp_path, [*names, "metadata_dev.tsv"])
    texts = evaluation_texts([tmp_path])
    assert labels_of(texts) == {
        "ara_Arab": ["arb_Arab.dev", "arb_Arab.devtest"],
        "eng_Latn": ["eng_Latn.dev", "eng_Latn.devtest"],
    }
    evaluation = evaluate(Tokenizer([]), texts.corpus)
    assert evaluation.fairness.lines == 4
    (arabic, english) = evaluation.texts
    assert (arabic.declared_script, arabic.detected_script) == ("Arab", "Latn")
    assert arabic.has_other_script
    assert not english.has_other_script


def test_the_layout_of_ebible(tmp_path):
    folder_of(tmp_path, ["eng-engwebp.txt", "deu-deu1912.txt", "vref.txt"])
    texts = evaluation_texts(tmp_path)
    assert list(labels_of(texts)) == ["deu_deu1912", "eng_engwebp"]
    assert "vref.txt" in texts.remarks[0]


def test_names_of_two_letters_count_where_there_are_several(tmp_path):
    several = folder_of(tmp_path / "several", ["en.txt", "de.txt", "zh.txt"])
    assert sorted(labels_of(evaluation_texts(several))) == ["deu", "eng", "zho"]
    one = folder_of(tmp_path / "single", ["in.txt", "notes.txt"])
    assert sorted(labels_of(evaluation_texts(one))) == ["in", "notes"]


def test_two_files_that_would_share_a_label_keep_their_own(tmp_path):
    texts = evaluation_texts(folder_of(tmp_path, ["arb.txt", "ara.txt", "eng.txt"]))
    assert sorted(labels_of(texts)) == ["ara", "arb", "eng"]


def test_a_path_that_cannot_be_is_a_sentence():
    with pytest.raises(CorpusError, match="cannot be searched"):
        evaluation_texts("x" * 5_000)


def test_labels_that_are_given_win(tmp_path):
    folder = folder_of(tmp_path, ["eng.txt", "deu.txt"])
    texts = evaluation_texts(
        [folder / "eng.txt", folder / "deu.txt"], labels={folder / "eng.txt": "x"}
    )
    assert sorted(labels_of(texts)) == ["deu", "x"]
    texts = evaluation_texts(folder, labels={folder: "all of it"})
    assert labels_of(texts) == {"all of it": ["deu.txt", "eng.txt"]}


def test_compressed_files_have_the_same_codes(tmp_path):
    (tmp_path / "eng_Latn.dev.gz").write_bytes(gzip.compress(b"a\nb\n"))
    (tmp_path / "deu_Latn.dev.gz").write_bytes(gzip.compress(b"a\nb\n"))
    texts = evaluation_texts(tmp_path)
    assert sorted(labels_of(texts)) == ["deu_Latn", "eng_Latn"]
    assert evaluate(Tokenizer([]), texts.corpus).fairness.lines == 2
    assert code_of_file("x/newstest2019-ref.fra-CA.txt.zst") == "fra-CA"


def test_a_folder_without_text_and_a_path_that_is_not_there(tmp_path):
    for path in (tmp_path, tmp_path / "gone"):
        with pytest.raises(CorpusError):
            evaluation_texts(path)
