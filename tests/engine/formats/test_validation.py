"""The report on a tokenizer's files: everything that is wrong in them, not the first of it."""

from __future__ import annotations

import base64
import hashlib
import json
import pickle
from pathlib import Path

import pytest
import tiktoken

from engine.chat.templates import template_names, template_text
from engine.corpus.corpus import Corpus
from engine.encoding.token_table import to_byte_alphabet
from engine.errors import TokenizerFileError
from engine.formats import export_tokenizer, validate_published, validate_tokenizer, validation
from engine.formats.reading.loading import read_contents
from engine.formats.validation_code import code_findings
from engine.settings.config import TrainingConfig
from engine.splitting.pattern_probe import probe_pattern
from engine.training.training import train_tokenizer
from tests.texts import many_texts


@pytest.fixture(scope="module")
def trained():
    config = TrainingConfig(600, pattern="llama3", special_tokens=("<|bos|>", "<|eos|>"))
    return train_tokenizer(Corpus.from_texts(many_texts()), config)


@pytest.fixture
def exported(trained, tmp_path):
    export_tokenizer(trained, "tokenizer.json", tmp_path)
    return tmp_path


def codes(report):
    return {finding.code for finding in report.findings}


def sentence(report, code):
    [found] = [finding for finding in report.findings if finding.code == code]
    return f"{found.sentence} {found.where}".strip()


def changed(folder, change):
    file = folder / "tokenizer.json"
    document = json.loads(file.read_text("utf-8"))
    change(document)
    file.write_text(json.dumps(document), "utf-8")
    return validate_tokenizer(folder)


def test_a_good_directory_is_usable_and_says_what_it_holds(exported, trained):
    report = validate_tokenizer(exported)
    assert report.is_usable
    assert not report.of("error")
    assert not report.of("warning")
    assert report.tokenizer.encode("low lower") == trained.encode("low lower")
    assert report.facts["vocabulary"] == 600
    assert report.facts["split pattern"] == "llama3"
    digest = hashlib.sha256((exported / "tokenizer.json").read_bytes()).hexdigest()
    assert digest in report.facts["files"]["tokenizer.json"]
    assert report.document()["usable"] is True
    json.dumps(report.document())


def test_all_faults_of_the_merges_are_found(exported):
    def change(document):
        merges, vocab = document["model"]["merges"], document["model"]["vocab"]
        merges[0], merges[-1] = merges[-1], merges[0]
        merges.append(merges[5])
        merges.append(["q", "q"])
        merges.append("one two three")
        del vocab["Q"]

    report = changed(exported, change)
    assert not report.is_usable
    assert {"merge-too-early", "merge-twice", "merge-product-missing", "merge-invalid",
            "byte-missing", "refused"} <= codes(report)  # fmt: skip
    assert sentence(report, "byte-missing").startswith("1 of the 256 bytes has no token")
    assert "0x51" in sentence(report, "byte-missing")


def test_doubled_names_and_ids_are_found(exported):
    file = exported / "tokenizer.json"
    text = file.read_text("utf-8")
    document = json.loads(text)
    names = list(document["model"]["vocab"])
    document["model"]["vocab"][names[300]] = document["model"]["vocab"][names[301]]
    text = json.dumps(document, ensure_ascii=False).replace(
        '"vocab": {', f'"vocab": {{{json.dumps(names[20], ensure_ascii=False)}: 3, '
    )
    file.write_text(text, "utf-8")
    report = validate_tokenizer(exported)
    assert {"token-twice", "id-twice", "refused"} <= codes(report)


def test_odd_added_tokens_are_told(exported):
    def change(document):
        document["added_tokens"][0]["lstrip"] = True
        document["added_tokens"][1]["special"] = False

    report = changed(exported, change)
    assert "takes the white space before it away" in sentence(report, "flag-lstrip")
    assert "'<|eos|>'" in sentence(report, "added-ordinary")


def test_contradictions_between_files_are_told(exported):
    (exported / "tokenizer_config.json").write_text(
        json.dumps({
            "bos_token": "<|nobody|>", "eos_token": "<|eos|>", "tokenizer_class": "BertTokenizer",
            "added_tokens_decoder": {"7": {"content": "<|eos|>"}}, "chat_template": "{{ x }}",
        }),
        "utf-8",
    )  # fmt: skip
    (exported / "special_tokens_map.json").write_text('{"eos_token": "<|bos|>"}', "utf-8")
    (exported / "config.json").write_text('{"vocab_size": 512, "eos_token_id": 3}', "utf-8")
    (exported / "chat_template.jinja").write_text("{{ y }}", "utf-8")
    report = validate_tokenizer(exported)
    expected = {
        "role-without-token", "class-differs", "added-id-differs", "roles-differ",
        "model-too-small", "model-role-differs", "templates-differ",
    }  # fmt: skip
    assert expected <= codes(report)
    assert "512 embeddings for 600 ids" in sentence(report, "model-too-small")


def test_what_other_programs_would_run_is_told_and_not_run(exported):
    """A template that reaches for Python, code that auto_map names, and code in the folder."""
    template = "{{ ''.__class__.__mro__[1].__subclasses__() }}"
    (exported / "tokenizer_config.json").write_text(
        json.dumps({"chat_template": template, "auto_map": {"AutoTokenizer": ["x.Mine", None]}}),
        "utf-8",
    )
    ran = exported / "ran"
    (exported / "x.py").write_text(f"open({str(ran)!r}, 'w')", "utf-8")
    report = validate_tokenizer(exported)
    assert report.is_usable
    assert "names __class__, __mro__, __subclasses__" in sentence(report, "template-reaches")
    assert "(x.Mine)" in sentence(report, "code-named")
    assert sentence(report, "code-named").endswith("tokenizer_config.json")
    assert "1 file of Python code lies in the folder: x.py" in sentence(report, "code-beside")
    assert not ran.exists()
    alone = codes(validate_tokenizer(exported / "tokenizer.json"))
    assert {"template-reaches", "code-named"} <= alone
    assert "code-beside" not in alone  # what lies beside one file need not belong to it


def test_usual_templates_reach_for_nothing():
    for name in template_names():
        assert code_findings(Path("none"), template_text(name)) == []


def test_all_damaged_lines_of_a_rank_file_are_named(trained, tmp_path):
    lines = [
        base64.b64encode(token) + b" %d" % rank for rank, token in enumerate(trained.ranked_tokens)
    ]
    lines[300], lines[310], lines[320] = b"?? 300", b"no", lines[319]
    path = tmp_path / "a.tiktoken"
    path.write_bytes(b"\n".join(lines))
    report = validate_tokenizer(path, "llama3")
    assert "line 301, line 311" in sentence(report, "line-invalid")
    assert "line 321" in sentence(report, "token-twice")
    assert report.tokenizer is None


def test_a_file_without_a_pattern_asks_for_it(trained, tmp_path):
    path = tmp_path / "a.tiktoken"
    tokens = enumerate(trained.ranked_tokens)
    path.write_bytes(b"".join(base64.b64encode(t) + b" %d\n" % rank for rank, t in tokens))
    assert "pattern-missing" in codes(validate_tokenizer(path))
    report = validate_tokenizer(path, "llama3")
    assert report.is_usable
    assert "special-none" in codes(report)
    cut = validate_tokenizer(path, "whitespace")
    assert cut.facts["unreachable"] > 0
    assert "cut-by-pattern" in codes(cut)


def test_a_split_pattern_that_no_file_names_is_told(trained, tmp_path):
    export_tokenizer(trained, "vocab.json", tmp_path)
    assert "pattern-assumed" not in codes(validate_tokenizer(tmp_path))
    (tmp_path / "merges.txt.json").unlink()
    (tmp_path / "tokenizer_config.json").unlink(missing_ok=True)
    assert "GPT-2's split pattern is taken" in sentence(
        validate_tokenizer(tmp_path), "pattern-assumed"
    )
    assert "pattern-assumed" not in codes(validate_tokenizer(tmp_path, "gpt2"))


def test_tokens_that_nothing_reaches_and_holes_are_told(trained, tmp_path):
    names = [to_byte_alphabet(token) for token in trained.ranked_tokens]
    ids = {name: i for i, name in enumerate(names)} | {"ĠnobodyĠmakes": 700, "<|x|>": 701}
    merges = [f"{names[a]} {names[b]}" for a, b in trained.merges.tolist()]
    (tmp_path / "vocab.json").write_text(json.dumps(ids), "utf-8")
    (tmp_path / "merges.txt").write_text("\n".join(merges), "utf-8")
    report = validate_tokenizer(tmp_path)
    assert report.is_usable
    assert "'ĠnobodyĠmakes'" not in sentence(report, "never-merged")
    assert "(id 700)" in sentence(report, "never-merged")
    assert "598 to 699" in sentence(report, "id-holes")


def test_a_rank_file_beside_a_pickle_is_compared_with_it(trained, tmp_path):
    ranks = {token: rank for rank, token in enumerate(trained.ranked_tokens)}
    encoding = tiktoken.Encoding(
        "x", pat_str=trained.pattern, mergeable_ranks=ranks, special_tokens={"<|bos|>": 598}
    )
    (tmp_path / "tokenizer.pkl").write_bytes(pickle.dumps(encoding))
    lines = [base64.b64encode(token) + b" %d" % rank for token, rank in ranks.items()]
    (tmp_path / "a.tiktoken").write_bytes(b"\n".join(lines))
    report = validate_tokenizer(tmp_path)
    assert report.is_usable
    assert "ranks-differ" not in codes(report)
    assert report.facts["names in the pickle"] == ["tiktoken.core.Encoding"]
    (tmp_path / "a.tiktoken").write_bytes(b"\n".join(lines[:-1]))
    assert "a.tiktoken" in sentence(validate_tokenizer(tmp_path), "ranks-differ")


@pytest.mark.parametrize("content", [b"", b"\x00\x01", b"{", b"PK\x03\x04", b"\x80\x04."])
def test_what_is_no_tokenizer_gets_a_report_too(content, tmp_path):
    for name in ("tokenizer.json", "a.model", "a.twb", "tokenizer.pkl", "tekken.json"):
        path = tmp_path / name
        path.write_bytes(content)
        report = validate_tokenizer(path)
        assert not report.is_usable
        assert report.of("error")


@pytest.mark.slow
def test_a_pattern_that_explodes_is_stopped_in_its_own_process():
    probe = probe_pattern(r"(?<!b)(?=(a+)+$)x|[\s\S]", limit_seconds=2)
    assert probe.slow_on == "letters"
    assert probe_pattern(r"\p{L}+|\P{L}").kind == "automaton"
    assert "unbalanced" in probe_pattern("a)").error or probe_pattern("a)").error


def test_a_path_without_anything_is_said_and_its_folder_left_alone(tmp_path):
    (tmp_path / "other.txt").write_text("another file")
    report = validate_tokenizer(tmp_path / "gone.json")
    assert [finding.code for finding in report.findings] == ["missing"]
    assert "files" not in report.facts
    assert not report.is_usable


def test_a_published_tokenizer_is_reported_on_under_its_name(trained, tmp_path, monkeypatch):
    kept = tmp_path / "kept.twb"
    trained.save(kept)
    monkeypatch.setattr(validation, "kept_file", {"mine": kept}.get)
    contents = read_contents(kept, None)
    monkeypatch.setattr(contents, "build", lambda: trained)
    monkeypatch.setattr(validation, "read_published", lambda path, name: contents)
    report = validate_published("mine")
    assert report.is_usable
    assert report.tokenizer is trained
    assert report.facts["published as"] == "mine"
    assert report.facts["vocabulary"] == 600


@pytest.mark.slow
def test_lines_of_a_minbpe_file_that_are_no_merges_are_counted(tmp_path):
    plain = train_tokenizer(
        Corpus.from_texts(["low lower lowest " * 9]),
        TrainingConfig(262, pattern=r"\w+|\W", special_tokens=("<end>",)),
    )
    [file] = export_tokenizer(plain, "minbpe", tmp_path)
    report = validate_tokenizer(file)
    assert report.is_usable, report.findings
    assert report.tokenizer.encode("low lower") == plain.encode("low lower")
    lines = file.read_text("utf-8").splitlines()
    file.write_text("\n".join([*lines[:5], "999 1", "low er", *lines[5:]]), "utf-8")
    report = validate_tokenizer(file)
    assert not report.is_usable
    assert "2 lines are neither a special token nor a merge" in sentence(report, "line-invalid")


def test_what_a_reader_gave_up_on_is_raised_whatever_is_asked_of_it(tmp_path):
    contents = read_contents(tmp_path / "missing.json", None)
    assert contents.found.first is not None
    for made in (contents.tokenizer, contents.build):
        with pytest.raises(TokenizerFileError, match=r"missing\.json"):
            made()
