"""What notebooks show of tokens, tokenizers and evaluations, and tokenizers of other libraries."""

from __future__ import annotations

from html.parser import HTMLParser

import pytest

from engine import Corpus, Tokenizer, TrainingConfig, evaluate, train_tokenizer
from engine.encoding.rich_display import MOST_TOKENS, shown_token
from engine.errors import LibraryError

TEXT = "<b>Größe</b>\n\t「東」 & <|end|>"


class Read(HTMLParser):
    """The tags, attributes and text of HTML; every tag must be closed."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.feed(html)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))
        if tag != "br":
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.text += data

    def of(self, tag):
        return [attributes for name, attributes in self.tags if name == tag]


@pytest.fixture(scope="module")
def corpus():
    return Corpus.from_texts(["Größe <b>low</b> lower " * 20], label="<i>deu</i>")


@pytest.fixture(scope="module")
def tokenizer(corpus):
    return train_tokenizer(corpus, TrainingConfig(300, special_tokens=("<|end|>",)))


def test_tokens_are_boxes_with_ids_and_bytes(tokenizer):
    spans = tokenizer.token_spans(TEXT, special="parse")
    read = Read(spans._repr_html_())
    boxes = read.of("span")
    assert len(boxes) == len(spans.ids)
    assert boxes[-1]["title"] == f"id {spans.ids[-1]}, bytes {b'<|end|>'.hex(' ')}"
    assert boxes[-1]["aria-label"] == f"<|end|>, id {spans.ids[-1]}"
    assert {tag for tag, _ in read.tags} <= {"div", "span", "br"}
    assert "<" in read.text
    for sign in (
        "⏎",
        "⇥",
        "·",
        "⟨E6⟩",
        "<|end|>",
        f"{len(spans.ids)} tokens, {len(TEXT.encode())}",
    ):
        assert sign in read.text
    neighbours = [box["style"] for box in boxes[:2]]
    assert neighbours[0] != neighbours[1]
    assert all("border" in style for style in neighbours)
    assert all("inline-block" in style for style in neighbours)  # no token is cut by a line
    assert "background" not in read.of("div")[0]["style"]  # that of the notebook, light or dark


def test_long_texts_show_their_beginning(tokenizer):
    spans = tokenizer.token_spans("x" * (MOST_TOKENS + 5))
    read = Read(spans._repr_html_())
    assert len(read.of("span")) == min(len(spans.ids), MOST_TOKENS)
    assert "more tokens" in read.text


@pytest.mark.parametrize(
    ("token", "shown"),
    [(b" a", "·a"), (b"\xe2\x96", "⟨E2 96⟩"), ("\u200b".encode(), "⟨U+200B⟩"), (b"\r\n", "␍⏎")],
)
def test_invisible_characters_and_parts_are_named(token, shown):
    assert shown_token(token) == shown


def test_a_tokenizer_shows_its_facts_and_first_merges(tokenizer):
    read = Read(tokenizer._repr_html_())
    assert len(read.of("span")) == tokenizer.n_merges
    for fact in ("300", "<|end|>", "gpt2", tokenizer.semantic_hash[:16], "bytes of 1 source"):
        assert fact in read.text
    imported = Tokenizer([(108, 111)])
    assert "trained on" not in Read(imported._repr_html_()).text


def test_an_evaluation_is_a_table_with_named_rows(tokenizer, corpus):
    read = Read(evaluate(tokenizer, corpus)._repr_html_())
    assert read.of("th")[0] == {"scope": "col"}
    assert "<i>deu</i>" in read.text
    assert read.of("i") == []
    assert "decodes exactly" in read.text


def test_spans_without_a_tokenizer_have_no_picture(tokenizer):
    spans = tokenizer.token_spans("low")
    assert type(spans)(spans.ids, spans.starts, spans.special)._repr_html_() is None


def test_one_call_makes_the_tokenizer_of_another_library(tokenizer):
    encoding = tokenizer.to_tiktoken("mine")
    assert encoding.name == "mine"
    assert encoding.encode(TEXT, allowed_special="all") == tokenizer.encode(TEXT, special="parse")
    assert encoding.encode_ordinary(TEXT) == tokenizer.encode(TEXT)


@pytest.mark.slow
def test_one_call_makes_the_tokenizer_of_transformers(tokenizer):
    theirs = tokenizer.to_transformers()
    assert theirs.encode(TEXT) == tokenizer.encode(TEXT, special="parse")
    assert theirs.decode(theirs.encode("low lower")) == "low lower"


def test_a_missing_library_is_one_sentence(tokenizer, monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "tiktoken", None)
    with pytest.raises(LibraryError, match="needs tiktoken, which is not installed"):
        tokenizer.to_tiktoken()
