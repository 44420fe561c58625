"""nanochat's ids and masks: equal to a straight transcription of its rules with tiktoken."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest
import tiktoken

from engine.chat.conversation import ChatError, Conversation
from engine.chat.nanochat import NANOCHAT_TOKENS, NanochatRenderer
from engine.chat.renderer import RenderedBatch, chat_renderer
from engine.corpus.corpus import Corpus
from engine.encoding.tokenizer import Tokenizer
from engine.errors import ConfigError, PatternError
from engine.settings.config import TrainingConfig
from engine.settings.special_tokens import special_token_design
from engine.training.training import train_tokenizer
from tests.nanochat_rules import Refused, rules_completion, rules_render
from tests.texts import many_texts

Messages = list[dict[str, Any]]
_LIMITS = (None, 1, 2, 17, 10_000)


@pytest.fixture(scope="module")
def tokenizer() -> Tokenizer:
    special_tokens = special_token_design("nanochat").tokens
    config = TrainingConfig(900, pattern="cl100k", special_tokens=special_tokens)
    return train_tokenizer(Corpus.from_texts(many_texts()), config)


@pytest.fixture(scope="module")
def encoding(tokenizer: Tokenizer) -> tiktoken.Encoding:
    special = tokenizer.special_tokens
    ranks = {token: i for i, token in enumerate(tokenizer.vocabulary) if i not in special.values()}
    return tiktoken.Encoding(
        "mirror", pat_str=tokenizer.pattern, mergeable_ranks=ranks, special_tokens=special
    )


@pytest.fixture(scope="module")
def renderer(tokenizer: Tokenizer) -> NanochatRenderer:
    return NanochatRenderer(tokenizer)


def generated(n: int) -> list[Messages]:
    """Conversations of every shape, allowed and not, with texts in many scripts."""
    chance = random.Random(6)
    texts = [*many_texts(), "", " ", "<|bos|>", "a<|assistant_end|>b", "x" * 300]

    def content(kinds: tuple[str, ...]) -> Any:
        if chance.random() < 0.6:
            return chance.choice(texts)
        return [
            {"type": chance.choice(kinds), "text": chance.choice(texts)}
            for _ in range(chance.randrange(1, 5))
        ]

    found = []
    for _ in range(n):
        messages: Messages = []
        if chance.random() < 0.3:
            messages.append({"role": "system", "content": chance.choice(texts)})
        for turn in range(chance.randrange(1, 7)):
            role = ("user", "assistant")[turn % 2]
            if chance.random() < 0.04:
                role = chance.choice(["user", "assistant", "tool", "system"])
            said = chance.choice(texts)
            kinds = ("text", "python", "python_output")
            if role == "assistant":
                kinds = (*kinds, "tool_call") if chance.random() < 0.05 else kinds
                said = content(kinds)
            messages.append({"role": role, "content": said})
        found.append(messages)
    return found


def by_rules(
    encoding: tiktoken.Encoding, messages: Messages, most: int | None
) -> tuple[list[int], list[int]] | None:
    special = encoding._special_tokens.__getitem__
    try:
        return rules_render(messages, encoding.encode_ordinary, special, most)
    except Refused:
        return None


def conversation(*said: str, first: str = "user") -> Conversation:
    """Messages of user and assistant in turn."""
    names = ["user", "assistant"] if first == "user" else ["assistant", "user"]
    roles = [names[i % 2] for i in range(len(said))]
    pairs = zip(roles, said, strict=True)
    return Conversation.of({"messages": [{"role": r, "content": c} for r, c in pairs]})


@pytest.mark.parametrize("most", _LIMITS)
def test_batches_have_the_ids_and_masks_of_the_rules(
    renderer: NanochatRenderer, encoding: tiktoken.Encoding, most: int | None
) -> None:
    documents = generated(400)
    batch = renderer.render_batch([Conversation.of(each) for each in documents], max_tokens=most)
    refused = {problem.index for problem in batch.problems}
    rendered = 0
    for index, messages in enumerate(documents):
        begin, end = batch.starts[index : index + 2].tolist()
        expected = by_rules(encoding, messages, most)
        assert (index in refused) == (expected is None)
        if expected is None:
            assert begin == end
            continue
        assert (batch.ids[begin:end].tolist(), batch.mask[begin:end].tolist()) == expected
        assert batch.n_trained[index] == sum(expected[1])
        rendered += 1
    assert 300 < rendered < 400
    assert batch.starts[-1] == len(batch.ids) == len(batch.mask) == len(batch.role)


def test_one_by_one_and_completions(
    renderer: NanochatRenderer, encoding: tiktoken.Encoding
) -> None:
    special = encoding._special_tokens.__getitem__
    outcomes = set()
    for messages in generated(120):
        given = Conversation.of(messages, 7)
        for most in (None, 9):
            expected = by_rules(encoding, messages, most)
            if expected is None:
                with pytest.raises(ChatError) as caught:
                    renderer.render(given, max_tokens=most)
                assert caught.value.line == 7
                continue
            chat = renderer.render(given, max_tokens=most)
            assert (chat.ids.tolist(), chat.mask.tolist()) == expected
            full = by_rules(encoding, messages, None)
            assert full is not None and chat.n_full == len(full[0])
            assert chat.is_truncated == (len(full[0]) > len(chat.ids))
            try:
                ids = rules_completion(messages, encoding.encode_ordinary, special, most)
            except Refused:
                outcomes.add("no completion")
                with pytest.raises(ChatError):
                    renderer.render(given, max_tokens=most, completion=True)
                continue
            prompt = renderer.render(given, max_tokens=most, completion=True)
            outcomes.add("completion")
            assert prompt.ids.tolist() == ids
            assert not prompt.mask.any()
    assert outcomes == {"completion", "no completion"}


def test_places_messages_and_roles_of_tokens(
    renderer: NanochatRenderer, tokenizer: Tokenizer
) -> None:
    given = Conversation.of(
        [
            {"role": "system", "content": "Kurz, bitte. 😀"},
            {"role": "user", "content": "Was ist 2+2?"},
            {
                "role": "assistant",
                "content": [
                    {"type": "text", "text": "Rechnen:"},
                    {"type": "python", "text": "2+2"},
                    {"type": "python_output", "text": "4"},
                    {"type": "text", "text": "Vier."},
                ],
            },
        ]
    )
    chat = renderer.render(given)
    assert chat.text.decode() == (
        "<|bos|><|user_start|>Kurz, bitte. 😀\n\nWas ist 2+2?<|user_end|><|assistant_start|>"
        "Rechnen:<|python_start|>2+2<|python_end|><|output_start|>4<|output_end|>Vier."
        "<|assistant_end|>"
    )
    assert [chat.token(i) for i in range(len(chat.ids))] == [
        tokenizer.vocabulary[token_id] for token_id in chat.ids
    ]
    of_message = [chat.text[chat.starts[i] : chat.starts[i + 1]] for i in range(len(chat.ids))]
    texts = dict.fromkeys((-1, 0, 1, 2), b"")
    trained = b""
    for token, message, mask in zip(of_message, chat.message, chat.mask, strict=True):
        texts[message] += token
        trained += token if mask else b""
    assert texts[-1] == b"<|bos|>"
    assert texts[0].decode().startswith("Kurz, bitte. 😀\n\n")
    assert texts[1].endswith(b"Was ist 2+2?<|user_end|>"[4:])
    assert trained.decode() == ("Rechnen:<|python_start|>2+2<|python_end|>Vier.<|assistant_end|>")
    roles = {chat.role_names[role] for role in chat.role}
    assert roles == {"template", "system", "user", "assistant", "tool"}
    output = chat.role == chat.role_names.index("tool")
    assert b"".join(np.array(of_message, object)[output]) == b"<|output_start|>4<|output_end|>"
    assert sum(count.tokens for count in chat.counts.values()) == len(chat.ids)
    assert sum(count.trained for count in chat.counts.values()) == chat.n_trained
    n_special = int(chat.special.sum())
    assert n_special == 9 and not chat.special[2]


@pytest.mark.parametrize(
    ("given", "message", "words"),
    [
        (conversation("a", first="assistant"), 0, "Message 1 is from 'assistant'"),
        (Conversation.of([{"role": "user", "content": "a"}] * 2), 1, "Message 2 is from 'user'"),
        (Conversation.of([{"role": "system", "content": "a"}]), 0, "Message 1 is a system"),
        (
            Conversation.of([{"role": "user", "content": [{"type": "text", "text": "a"}]}]),
            0,
            "list of parts",
        ),
        (
            Conversation.of(
                [
                    {"role": "user", "content": "a"},
                    {"role": "assistant", "content": None, "tool_calls": [{"name": "f"}]},
                ]
            ),
            1,
            "Message 2 has no content",
        ),
    ],
)
def test_what_the_rules_refuse_is_a_sentence(
    renderer: NanochatRenderer, given: Conversation, message: int, words: str
) -> None:
    with pytest.raises(ChatError, match=words) as caught:
        renderer.render(given)
    assert caught.value.message == message
    batch = renderer.render_batch([conversation("x", "y"), given, conversation("z")])
    (problem,) = batch.problems
    assert (problem.index, str(problem.error)) == (1, str(caught.value))
    assert batch.starts[1] == batch.starts[2] < batch.starts[3]


def test_missing_special_tokens_are_named() -> None:
    tokenizer = Tokenizer([], special_tokens={"<|bos|>": 256, "<|user_start|>": 257})
    with pytest.raises(ChatError, match="lacks 7 of the nine") as caught:
        chat_renderer(tokenizer, "nanochat")
    assert all(token in str(caught.value) for token in NANOCHAT_TOKENS[2:])
    assert "nanochat set of special tokens" in str(caught.value)


def test_truncation_keeps_at_least_a_token(renderer: NanochatRenderer) -> None:
    with pytest.raises(ConfigError, match="at least one token"):
        renderer.render(conversation("a"), max_tokens=0)


def test_a_text_that_cannot_be_encoded_is_told_with_its_line(
    renderer: NanochatRenderer, monkeypatch: pytest.MonkeyPatch
) -> None:
    encoded = renderer._encoded

    def fragile(texts: list[bytes]) -> Any:
        if any(b"odd" in text for text in texts):
            raise PatternError("The text is too odd to be cut.", pattern="x")
        return encoded(texts)

    monkeypatch.setattr(renderer, "_encoded", fragile)
    plain, odd = conversation("a", "b"), conversation("a", "odd")
    with pytest.raises(ChatError, match="too odd"):
        renderer.render(odd)
    batch = renderer.render_batch([plain, odd, plain])
    assert [(each.index, str(each.error)) for each in batch.problems] == [
        (1, "The text is too odd to be cut.")
    ]
    assert batch.n_full.tolist()[1] == 0
    assert batch.ids.tolist() == renderer.render(plain).ids.tolist() * 2


def test_nothing_makes_nothing(renderer: NanochatRenderer) -> None:
    batch = renderer.render_batch([])
    assert len(batch.ids) == 0 and batch.starts.tolist() == [0] and batch.counts == {}


def test_normalizing_tokenizers_are_rendered_as_they_read(tokenizer: Tokenizer) -> None:
    composed = Tokenizer(
        tokenizer.merges,
        pattern=tokenizer.pattern,
        special_tokens=tokenizer.special_tokens,
        normalization="nfc",
    )
    chat = NanochatRenderer(composed).render(conversation("e\u0301"))
    assert chat.text.decode() == "<|bos|><|user_start|>é<|user_end|>"


def test_a_batch_of_single_renderings_is_the_batch(renderer: NanochatRenderer) -> None:
    conversations = [Conversation.of(each) for each in generated(40)]
    single: list[Any] = []
    for each in conversations:
        try:
            single.append(renderer.render(each, max_tokens=30))
        except ChatError as error:
            single.append(error)
    joined, whole = RenderedBatch.of(single), renderer.render_batch(conversations, max_tokens=30)
    for name in ("ids", "mask", "starts", "n_full", "role"):
        assert np.array_equal(getattr(joined, name), getattr(whole, name)), name
    assert [p.index for p in joined.problems] == [p.index for p in whole.problems]
    assert joined.counts == whole.counts


class ThroughItsLibrary:
    """What a tokenizer that another library runs has of the interface."""

    def __init__(self, tokenizer: Tokenizer) -> None:
        self.special_tokens = tokenizer.special_tokens
        self.vocabulary = tokenizer.vocabulary
        self._tokenizer = tokenizer

    def encode_batch(self, texts: list[bytes]) -> list[Any]:
        return [self._tokenizer.encode_to_array(text) for text in texts]


def test_tokenizers_of_other_libraries_render_the_same(
    renderer: NanochatRenderer, tokenizer: Tokenizer
) -> None:
    other: Any = ThroughItsLibrary(tokenizer)
    conversations = [Conversation.of(each) for each in generated(30)]
    ours = renderer.render_batch(conversations)
    theirs = NanochatRenderer(other).render_batch(conversations)
    assert np.array_equal(ours.ids, theirs.ids) and np.array_equal(ours.mask, theirs.mask)
    assert np.array_equal(ours.role, theirs.role)


def test_any_sum_of_a_mask_is_the_number_of_supervised_tokens() -> None:
    """Also the sum of Python, which goes over with bytes, and the mask chooses the tokens."""
    ids = {token: 256 + i for i, token in enumerate(NANOCHAT_TOKENS)}
    made = Tokenizer([], special_tokens=ids)
    messages = [{"role": "user", "content": "a"}, {"role": "assistant", "content": "b" * 599}]
    for renderer in (NanochatRenderer(made), chat_renderer(made, "nanochat-jinja")):
        chat = renderer.render(messages)
        assert chat.n_supervised == sum(chat.mask) == chat.mask.sum() == 600
        assert chat.ids[chat.mask].tolist() == [*b"b" * 599, ids["<|assistant_end|>"]]
