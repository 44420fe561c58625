"""The files of each format, read back: by their library, or by a straight reading of the format."""

from __future__ import annotations

import hashlib
import json
import pickle
import pickletools
import struct
import zipfile
from array import array
from functools import cache

import gguf
import numpy as np
import pytest
import tiktoken
from jinja2.sandbox import ImmutableSandboxedEnvironment

from engine import Corpus, TokenizerFileError, TrainingConfig, train_tokenizer
from engine.encoding.token_table import Numbering
from engine.encoding.tokenizer import Tokenizer
from engine.errors import ExportError
from engine.formats import ExportOptions, export_notes, export_tokenizer, verify_export
from engine.formats.llama_cpp import pre_tokenizers
from engine.formats.verification import merged_pieces, verification_pieces
from engine.formats.verification_reader import (
    Minbpe,
    read_tekken_with_tiktoken,
    read_with_gguf,
    unpickle_with_tiktoken,
)
from engine.formats.writing.export import PROVENANCE_FILE
from engine.formats.writing.gguf import CHECK_TEXT, check_hash, converter_line, gguf_bytes
from engine.formats.writing.minbpe import minbpe_pattern
from engine.formats.writing.nanochat import bytes_per_token, saved_tensor
from engine.formats.writing.tiktoken import tekken_ids
from engine.settings.special_tokens import SPECIAL_TOKEN_SETS
from resources import sample_corpus_folder
from tests.provenance import provenance_of
from tests.texts import some_texts

pytestmark = pytest.mark.slow

CHECK_TEXT_SHA256 = "a36179c1e2b1cfcfbfad1dc779addad2ffc778201e4cf0d538bddeafa2c526da"
TEMPLATE = "{{ bos_token }}{% for m in messages %}<{{ m.role }}>{{ m.content }}\n{% endfor %}"
MARKED = (
    "{% for m in messages %} {%- generation %} {{ m.content }}{% endgeneration -%} x{% endfor %}"
)


@cache
def trained(pattern: str = "llama3", special: str = "nanochat") -> Tokenizer:
    corpus = Corpus.from_paths(sorted(sample_corpus_folder().glob("*.txt"))[:8])
    tokens = SPECIAL_TOKEN_SETS[special]
    return train_tokenizer(corpus, TrainingConfig(900, pattern=pattern, special_tokens=tokens))


def request(folder, tokenizer: Tokenizer, texts: tuple[str, ...], **more) -> dict:
    special = tokenizer.special_tokens
    marked = [[text, any(name in text for name in special)] for text in texts]
    pieces = [piece.hex() for piece in verification_pieces(tokenizer)]
    return {
        "directory": str(folder), "name": "tokenizer", "texts": marked,
        "special_tokens": list(special), "pieces": pieces, **more,
    }  # fmt: skip


def ids(tokenizer: Tokenizer, texts: tuple[str, ...]) -> list[list[int]]:
    return [tokenizer.encode(text, special="parse") for text in texts]


def pieces_of(tokenizer: Tokenizer) -> list[list[int]]:
    return [list(each) for each in merged_pieces(tokenizer, verification_pieces(tokenizer))]


ADDS_BOS = ExportOptions(add_bos=True)
TEXTS = (*some_texts(5), "<|bos|>Hi<|user_start|> <|bos|><|bos|>")


# ---- GGUF ----------------------------------------------------------------------------------------


def test_gguf_holds_tokens_types_merges_roles_and_template(tmp_path):
    tokenizer = trained().with_companions(roles={"bos": "<|bos|>", "eos": "<|assistant_end|>"})
    tokenizer = Tokenizer(
        tokenizer.merges[:-3],
        pattern="llama3",
        special_tokens=tokenizer.special_tokens,
    ).with_companions(roles=tokenizer.roles, chat_template=TEMPLATE)
    export_tokenizer(tokenizer, "gguf", tmp_path, options=ExportOptions(add_bos=True))
    fields = {
        name: field.contents()
        for name, field in gguf.GGUFReader(tmp_path / "tokenizer.gguf").fields.items()
    }
    tokens, types = fields["tokenizer.ggml.tokens"], fields["tokenizer.ggml.token_type"]
    assert len(tokens) == len(types) == tokenizer.vocab_size
    control = [i for i, kind in enumerate(types) if kind == gguf.TokenType.CONTROL]
    assert {tokens[i]: i for i in control} == tokenizer.special_tokens
    unused = [i for i, kind in enumerate(types) if kind == gguf.TokenType.UNUSED]
    assert unused == list(tokenizer.unused_ids) and len(unused) == 3
    assert len(fields["tokenizer.ggml.merges"]) == tokenizer.n_merges
    keys = gguf.Keys.Tokenizer
    assert fields[keys.PRE] == "llama-bpe"
    assert fields[keys.BOS_ID] == tokenizer.special_tokens["<|bos|>"]
    assert fields[keys.EOS_ID] == tokenizer.special_tokens["<|assistant_end|>"]
    assert fields[keys.ADD_BOS] is True or fields[keys.ADD_BOS] == 1
    assert fields[keys.CHAT_TEMPLATE] == TEMPLATE


@pytest.mark.parametrize("pattern", ["gpt2", "llama3"])
def test_ids_by_the_rules_of_llama_cpp(pattern, tmp_path):
    tokenizer = trained(pattern)
    export_tokenizer(tokenizer, "gguf", tmp_path)
    texts = tuple(text for text in TEXTS if "'ſ" not in text)
    name = {"gpt2": "gpt-2", "llama3": "llama-bpe"}[pattern]
    pre = pre_tokenizers()[name]
    facts = {"expressions": pre.expressions, "ignore_merges": pre.ignore_merges}
    found = read_with_gguf(request(tmp_path, tokenizer, texts, **facts))
    assert found["fields"]["tokenizer.ggml.pre"] == name
    assert found["ids"] == ids(tokenizer, texts)
    assert found["decoded"] == list(texts)
    assert found["pieces"] == pieces_of(tokenizer)


def test_a_pattern_that_llama_cpp_does_not_have_is_refused_unless_it_is_named(tmp_path):
    with pytest.raises(ExportError, match="before every text"):
        export_tokenizer(trained("gpt2", "base"), "gguf", tmp_path, options=ADDS_BOS)
    with pytest.raises(ExportError, match=r"The nearest is 'llama-bpe': '.*' is split into"):
        export_tokenizer(trained("nanochat"), "gguf", tmp_path)
    export_tokenizer(trained("nanochat"), "gguf", tmp_path, options=ExportOptions(pre="mine"))
    verdict = verify_export(
        trained("nanochat"), "gguf", tmp_path, TEXTS, options=ExportOptions(pre="mine")
    )
    assert "pre-tokenizer 'mine' does is not known" in str(verdict)


def test_a_pre_tokenizer_of_its_own_reading_has_to_be_asked_for(tmp_path):
    tokenizer = Tokenizer([(195, 132), (115, 256)], pattern="o200k")  # Ä, and sÄ
    with pytest.raises(ExportError, match=r"in its own way.*pre='gpt-4o'"):
        export_tokenizer(tokenizer, "gguf", tmp_path)
    options = ExportOptions(pre="gpt-4o")
    export_tokenizer(tokenizer, "gguf", tmp_path, options=options)
    assert (
        "splits differently from this split pattern" in export_notes(tokenizer, "gguf", options)[0]
    )
    verdict = verify_export(
        tokenizer, "gguf", tmp_path, ["plain", "das Ä", "dasÄ"], options=options
    )
    assert verdict.status == "different"
    assert "split pattern is read differently" in verdict.difference.cause


def test_tokens_that_are_given_out_whole_decide_between_pre_tokenizers(tmp_path):
    # b"abc" is made of a + bc, and ab comes first: merging its bytes does not make it.
    unreached = Tokenizer([(97, 98), (98, 99), (97, 257)], pattern="llama3")
    export_tokenizer(unreached, "gguf", tmp_path)
    reader = gguf.GGUFReader(tmp_path / "tokenizer.gguf")
    assert reader.fields["tokenizer.ggml.pre"].contents() == "dbrx"


def test_the_check_text_is_that_of_the_converter():
    # With GPT-2's own files this text gives the hash that convert_hf_to_gguf.py has for GPT-2;
    # `python -m benchmarks exports` checks that, and this that the text stays as it was then.
    assert hashlib.sha256(CHECK_TEXT.encode()).hexdigest() == CHECK_TEXT_SHA256
    tokenizer = trained("gpt2")
    printed = "[" + ", ".join(map(str, tokenizer.encode(CHECK_TEXT))) + "]"
    assert check_hash(tokenizer) == hashlib.sha256(printed.encode()).hexdigest()
    assert check_hash(tokenizer) in converter_line(tokenizer, "gpt-2")


def test_gguf_values_are_written_as_the_format_says(tmp_path):
    data = gguf_bytes({"a": 7, "b": True, "c": "é", "d": ["x", ""], "e": [1, -1]})
    assert data[:4] == b"GGUF" and struct.unpack_from("<IQQ", data, 4) == (3, 0, 5)
    assert len(data) % 32 == 0
    path = tmp_path / "x.gguf"
    path.write_bytes(data)
    fields = gguf.GGUFReader(path).fields
    assert [fields[name].contents() for name in "abcde"] == [7, True, "é", ["x", ""], [1, -1]]


# ---- tekken --------------------------------------------------------------------------------------


def test_tekken_has_new_ids_only_with_consent_and_says_which(tmp_path):
    tokenizer = trained("tekken")
    with pytest.raises(ExportError, match=r"'<\|output_end\|>' has the id 899"):
        export_tokenizer(tokenizer, "tekken", tmp_path)
    assert not list(tmp_path.iterdir())
    export_tokenizer(tokenizer, "tekken", tmp_path, options=ExportOptions(renumber=True))
    mapping = json.loads((tmp_path / "tekken_ids.json").read_text("utf-8"))["tekken_ids"]
    found = read_tekken_with_tiktoken(request(tmp_path, tokenizer, TEXTS))
    assert found["special_ids"]["<|bos|>"] == 0 == mapping[tokenizer.special_tokens["<|bos|>"]]
    assert found["ids"] == [[mapping[i] for i in tokenizer.encode(text)] for text in TEXTS]
    assert found["pieces"] == [[mapping[i] for i in each] for each in pieces_of(tokenizer)]


def test_tekken_keeps_ids_where_special_tokens_come_first(tmp_path):
    tokenizer = trained("tekken")
    n = len(tokenizer.special_tokens)
    numbering = Numbering(np.arange(n, n + 256 + tokenizer.n_merges))
    first = Tokenizer(
        tokenizer.merges.astype(np.int64) + n,
        pattern="tekken",
        numbering=numbering,
        special_tokens={name: i for i, name in enumerate(tokenizer.special_tokens)},
    )
    assert tekken_ids(first) == list(range(first.vocab_size))
    [path] = export_tokenizer(first, "tekken", tmp_path)
    found = read_tekken_with_tiktoken(request(tmp_path, first, TEXTS))
    assert found["ids"] == [first.encode(text) for text in TEXTS]
    assert Tokenizer.load(path).semantic_hash == first.semantic_hash


# ---- minbpe --------------------------------------------------------------------------------------

MINBPE_PATTERNS = (
    "nanochat", "gpt2", r" ?\S+| ", r"(\w)(?:\w)*|(?P<rest>[\s\S])", "a b\n|\\w+", r"x|\ ",
    r"(?i)the|\w+|[(](?#note)\s", r"[0-9]+", r"(?V1)[\w--[aeiou]]+", r"(?i)[a-f]+",
)  # fmt: skip


@pytest.mark.parametrize("pattern", MINBPE_PATTERNS)
def test_minbpe_reads_the_pattern_with_the_same_boundaries(pattern, tmp_path):
    whole = trained("gpt2")
    tokenizer = Tokenizer(
        whole.merges[:200], pattern=pattern, special_tokens={"<|bos|>": 700, "<|bos|>x": 900}
    )
    export_tokenizer(tokenizer, "minbpe", tmp_path)
    model = Minbpe(tmp_path / "tokenizer.model")
    assert "\n" not in model.pattern
    texts = (*some_texts(25), "a b\nthe (x) 12  ", "é<|bos|>xab <|bos|>", "x ")
    for text in texts:
        parse = "<|bos|>" in text
        theirs = model.encode(text, with_special=parse)
        assert theirs == tokenizer.encode(text, special="parse" if parse else "text"), repr(text)
        assert b"".join(model.vocabulary[i] for i in theirs).decode() == text


def test_minbpe_refuses_what_one_line_cannot_hold():
    verbose = Tokenizer([(97, 98)], pattern="(?x)\n  \\w+  # words\n | \\s+ | [^\\w\\s]")
    with pytest.raises(ExportError, match="several lines"):
        minbpe_pattern(verbose)
    commented = Tokenizer([(97, 98)], pattern="(?x) a+ # the end")
    with pytest.raises(ExportError, match="matches every character"):
        minbpe_pattern(commented)
    reference = Tokenizer([(97, 98)], pattern=r"(\w)\1|[\s\S]")
    with pytest.raises(ExportError, match="refers to a group"):
        minbpe_pattern(reference)


# ---- nanochat ------------------------------------------------------------------------------------


def test_nanochat_gets_an_encoding_and_raw_byte_lengths(tmp_path):
    tokenizer = trained("nanochat")
    export_tokenizer(tokenizer, "nanochat", tmp_path)
    found = unpickle_with_tiktoken(request(tmp_path, tokenizer, TEXTS))
    assert found["ids"] == ids(tokenizer, TEXTS)
    assert found["pieces"] == pieces_of(tokenizer)
    lengths = found["token_bytes"]
    assert lengths[:256] == [1] * 256
    assert lengths[-9:] == [0] * 9
    assert lengths == bytes_per_token(tokenizer).tolist()
    assert sum(len(tokenizer.vocabulary[i]) for i in range(891)) == sum(lengths)


def test_the_pickle_is_what_tiktoken_itself_pickles(tmp_path):
    tokenizer = trained("nanochat")
    export_tokenizer(tokenizer, "nanochat", tmp_path)
    program = (tmp_path / "tokenizer.pkl").read_bytes()
    names = [arg for code, arg, _ in pickletools.genops(program) if code.name == "GLOBAL"]
    assert names == ["tiktoken.core Encoding"]
    ranks = {token: i for i, token in enumerate(tokenizer.ranked_tokens)}
    theirs = tiktoken.Encoding(
        "rustbpe", pat_str=tokenizer.pattern, mergeable_ranks=ranks,
        special_tokens=tokenizer.special_tokens,
    )  # fmt: skip
    loaded = pickle.loads(program)  # noqa: S301  written by ourselves
    assert loaded.__getstate__() == theirs.__getstate__()
    assert loaded.encode_ordinary("Hello 12") == theirs.encode_ordinary("Hello 12")


def test_a_pickle_that_is_not_ours_is_not_run(tmp_path):
    export_tokenizer(trained("nanochat"), "nanochat", tmp_path)
    trap = b'cbuiltins\nexec\n(S\'open("trapped", "w")\'\ntR.'
    (tmp_path / "tokenizer.pkl").write_bytes(trap)
    verdict = verify_export(trained("nanochat"), "nanochat", tmp_path, TEXTS)
    assert verdict.status == "failed"
    assert "is not run" in str(verdict)


def test_the_tensor_is_an_archive_of_stored_and_aligned_parts(tmp_path):
    data = saved_tensor(np.arange(5, dtype=np.int32))
    path = tmp_path / "token_bytes.pt"
    path.write_bytes(data)
    with zipfile.ZipFile(path) as archive:
        assert archive.namelist()[0] == "token_bytes/data.pkl"
        assert all(info.compress_type == zipfile.ZIP_STORED for info in archive.infolist())
        content = archive.read("token_bytes/data/0")
        program = archive.read("token_bytes/data.pkl")
    assert array("i", content).tolist() == [0, 1, 2, 3, 4]
    assert data.find(content) % 64 == 0
    globals_ = {arg for code, arg, _ in pickletools.genops(program) if code.name == "GLOBAL"}
    assert globals_ == {
        "torch._utils _rebuild_tensor_v2", "torch IntStorage", "collections OrderedDict",
    }  # fmt: skip


# ---- transformers and bundles --------------------------------------------------------------------


def test_the_v4_layout_has_the_template_in_both_places(tmp_path):
    tokenizer = trained(special="llama3").with_companions(
        roles={"bos": "<|begin_of_text|>", "eos": "<|end_of_text|>", "eot": "<|eot_id|>"}
    )
    options = ExportOptions(layout="v4", merges="strings", chat_template=MARKED)
    names = {p.name for p in export_tokenizer(tokenizer, "hf", tmp_path, options=options)}
    assert names == {
        "tokenizer.json", "tokenizer_config.json", "special_tokens_map.json",
        "added_tokens.json", "chat_template.jinja",
    }  # fmt: skip
    config = json.loads((tmp_path / "tokenizer_config.json").read_text("utf-8"))
    assert config["tokenizer_class"] == "PreTrainedTokenizerFast"
    assert (tmp_path / "chat_template.jinja").read_text("utf-8") == MARKED
    old = ImmutableSandboxedEnvironment(trim_blocks=True, lstrip_blocks=True)
    messages = [{"role": "user", "content": "a "}, {"role": "assistant", "content": " b"}]
    rendered = old.from_string(config["chat_template"]).render(messages=messages)
    assert rendered == " a x  bx"
    assert config["bos_token"] == "<|begin_of_text|>"
    decoder = {int(i): token["content"] for i, token in config["added_tokens_decoder"].items()}
    assert {name: i for i, name in decoder.items()} == tokenizer.special_tokens
    special = json.loads((tmp_path / "special_tokens_map.json").read_text("utf-8"))
    assert special["additional_special_tokens"] == ["<|eot_id|>"]
    document = json.loads((tmp_path / "tokenizer.json").read_text("utf-8"))
    assert all(isinstance(merge, str) for merge in document["model"]["merges"])
    verdict = verify_export(tokenizer, "hf", tmp_path, some_texts(40), options=options)
    assert verdict.is_equal, str(verdict)
    assert verdict.remarks == ()


def test_gpt2s_pair_is_read_by_its_class_with_the_roles_of_here(tmp_path):
    tokenizer = trained("gpt2", "chatml").with_companions(roles={"pad": "<|endoftext|>"})
    export_tokenizer(tokenizer, "vocab.json", tmp_path)
    assert (tmp_path / "merges.txt").read_text("utf-8").startswith("#version: 0.2\n")
    texts = (*some_texts(40), "a<|im_start|>b")
    verdict = verify_export(tokenizer, "vocab.json", tmp_path, texts)
    assert verdict.is_equal, str(verdict)
    assert [library.split()[0] for library in verdict.libraries] == ["tokenizers", "transformers"]


def test_the_pair_comes_back_with_its_pattern_and_special_tokens(tmp_path):
    whole = trained("qwen2", "chatml")
    gaps = Tokenizer(whole.merges[:-4], pattern="qwen2", special_tokens=whole.special_tokens)
    export_tokenizer(gaps, "vocab.json", tmp_path)
    back = Tokenizer.load(tmp_path)
    assert back.semantic_hash == gaps.semantic_hash
    assert not (tmp_path / "tokenizer_config.json").exists()  # it must not be taken for GPT-2's
    merges = tmp_path / "merges.txt"
    merges.write_text(merges.read_text("utf-8") + "a b\n", "utf-8")
    with pytest.raises(TokenizerFileError, match="describes other merges"):
        Tokenizer.load(tmp_path)


def test_a_bundle_is_a_tokenizer_with_its_provenance(tmp_path):
    tokenizer = trained()
    provenance = {"run": {"name": "größer"}, "exports": []}
    options = ExportOptions(provenance=provenance)
    [path] = export_tokenizer(tokenizer, "bundle", tmp_path, options=options)
    loaded = Tokenizer.load(path)
    assert loaded.semantic_hash == Tokenizer.load(tmp_path).semantic_hash == tokenizer.semantic_hash
    assert np.array_equal(loaded.training.counts, tokenizer.training.counts)
    found = provenance_of(path)
    assert found["run"] == provenance["run"]
    assert found["semantic_hash"] == tokenizer.semantic_hash
    assert found["training"]["tie_break"] == "smallest-ids"
    assert found["unicode_version"] == "16.0"
    [plain] = export_tokenizer(tokenizer, "workbench", tmp_path / "x")
    with zipfile.ZipFile(plain) as archive:
        assert PROVENANCE_FILE not in archive.namelist()
    with pytest.raises(ExportError, match="as JSON"):
        export_tokenizer(
            tokenizer, "bundle", tmp_path, options=ExportOptions(provenance={"x": {1, 2}})
        )


@pytest.mark.parametrize(
    "name", ["tokenizer.json", "vocab.json", "tiktoken", "minbpe", "nanochat", "bundle"]
)
def test_what_is_exported_comes_back_as_the_same_tokenizer(name, tmp_path):
    tokenizer = trained("nanochat")
    path = export_tokenizer(tokenizer, name, tmp_path)[0]
    assert Tokenizer.load(path).semantic_hash == tokenizer.semantic_hash
