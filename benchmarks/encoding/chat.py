"""`python -m benchmarks chat`: nanochat's ids and masks on whole files, and how fast they come.

Identity: every conversation of FOLDER/chat against the transcription of the rules in
tests/nanochat_rules.py with tiktoken's Encoding, which reads the published files by itself; what
the rules refuse must be refused here. Speed: conversations a second, beside the transcription and
beside transformers.apply_chat_template.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from engine.chat import (
    NANOCHAT_TOKENS,
    ChatError,
    ChatRenderer,
    Conversation,
    NanochatRenderer,
    chat_renderer,
    read_conversations,
)
from engine.corpus import open_file
from engine.encoding import Tokenizer
from engine.splitting import preset_pattern
from tests.nanochat_rules import Refused, rules_completion, rules_render

_BATCH = 2048
_CHATML = ("<|im_start|>", "<|im_end|>")
_PLACES = {"gpt2": "gpt2/vocab.bpe", "cl100k": "tiktoken/cl100k_base.tiktoken"}
_MOST_TOKENS = (None, 2048, 64, 3)


def measure_chat(corpus: Path, runs: int) -> dict[str, Any]:
    """The whole report."""
    files = sorted((corpus / "chat").glob("*.jsonl*"))
    tokenizers = corpus / "tokenizers"
    return {
        "identity": [identity(tokenizers, name, files) for name in _PLACES],
        "speed": speeds(tokenizers, files, runs),
    }


def identity(tokenizers: Path, name: str, files: Sequence[Path]) -> dict[str, Any]:
    """How many conversations have the ids and masks of the transcription, file by file."""
    encoding = their_encoding(tokenizers, name)
    renderer = NanochatRenderer(our_tokenizer(tokenizers, name))
    special = encoding._special_tokens.__getitem__
    same = refused = completions = tokens = 0
    differences: list[str] = []
    for file in files:
        documents = _documents(file)
        conversations = list(read_conversations(file))
        for most in _MOST_TOKENS:
            batch = renderer.render_batch(conversations, max_tokens=most)
            not_ours = {problem.index for problem in batch.problems}
            for index, document in enumerate(documents):
                found = None if index in not_ours else _of_batch(batch, index)
                theirs = _rendered(document, encoding.encode_ordinary, special, most)
                one = _one(renderer, conversations[index], most)
                if found != theirs or one != theirs:
                    differences.append(f"{file.name}, conversation {index + 1}, {most}")
                same += theirs is not None
                refused += theirs is None
                tokens += 0 if theirs is None else len(theirs[0])
        for index, document in enumerate(documents):
            completions += 1
            if _completion(renderer, conversations[index]) != _their_completion(
                document, encoding.encode_ordinary, special
            ):
                differences.append(f"{file.name}, completion {index + 1}")
    return {
        "tokenizer": name,
        "files": len(files),
        "limits": list(_MOST_TOKENS),
        "rendered": same,
        "refused_by_both": refused,
        "completions": completions,
        "tokens": tokens,
        "differences": differences,
    }


def speeds(tokenizers: Path, files: Sequence[Path], runs: int) -> dict[str, float]:
    """Conversations a second: medians of several runs over all files."""
    ours = our_tokenizer(tokenizers, "gpt2")
    encoding = their_encoding(tokenizers, "gpt2")
    special = encoding._special_tokens.__getitem__
    conversations = [each for file in files for each in read_conversations(file)]
    documents = [each for file in files for each in _documents(file)]
    nanochat = NanochatRenderer(ours)

    def transcription() -> None:
        for document in documents:
            _rendered(document, encoding.encode_ordinary, special, 2048)

    def reading_and_rendering() -> None:
        for file in files:
            _in_batches(nanochat, list(read_conversations(file)))

    candidates: dict[str, Callable[[], object]] = {
        "ours, nanochat, read before": lambda: _in_batches(nanochat, conversations),
        "ours, nanochat, with reading": reading_and_rendering,
        "ours, nanochat, one by one": lambda: [_one(nanochat, c, 2048) for c in conversations],
        "ours, reading alone": lambda: [list(read_conversations(file)) for file in files],
        "transcription with tiktoken": transcription,
    }
    with suppress(ImportError):
        template, peer = _chatml(ours, tokenizers)
        candidates["ours, ChatML, read before"] = lambda: _in_batches(template, conversations)
        candidates["transformers.apply_chat_template, ChatML"] = lambda: _apply(peer, documents)
    return {name: _rate(work, len(documents), runs) for name, work in candidates.items()}


def our_tokenizer(tokenizers: Path, name: str) -> Tokenizer:
    """A published tokenizer with the special tokens of nanochat and ChatML after its own ids."""
    published = Tokenizer.load(tokenizers / _PLACES[name])
    first = published.vocab_size
    added = {token: first + i for i, token in enumerate((*NANOCHAT_TOKENS, *_CHATML))}
    return Tokenizer(
        published.merges,
        pattern=published.pattern,
        special_tokens=published.special_tokens | added,
        numbering=published.numbering,
    )


def their_encoding(tokenizers: Path, name: str) -> Any:
    """The same tokenizer as tiktoken reads it."""
    import tiktoken
    from tiktoken.load import data_gym_to_mergeable_bpe_ranks, load_tiktoken_bpe

    file = str(tokenizers / _PLACES[name])
    if name == "gpt2":
        ranks = data_gym_to_mergeable_bpe_ranks(file, str(tokenizers / "gpt2/encoder.json"))
    else:
        ranks = load_tiktoken_bpe(file)
    special = our_tokenizer(tokenizers, name).special_tokens
    return tiktoken.Encoding(
        name, pat_str=preset_pattern(name), mergeable_ranks=ranks, special_tokens=special
    )


def as_text(report: dict[str, Any]) -> str:
    """The report for people."""
    lines = []
    for each in report["identity"]:
        n = len(each["differences"])
        lines.append(
            f"{each['tokenizer']}: {each['rendered']:,} renderings of {each['files']} files, "
            f"{each['tokens']:,} tokens, {each['refused_by_both']:,} refused, "
            f"{each['completions']:,} completions; {n:,} differ"
        )
        lines += [f"    {place}" for place in each["differences"][:20]]
    lines += [f"{rate:>12,.0f} conversations/s  {name}" for name, rate in report["speed"].items()]
    return "\n".join(lines) + "\n"


def _documents(file: Path) -> list[list[dict[str, Any]]]:
    with open_file(file) as stream:
        return [json.loads(line)["messages"] for line in stream if line.strip()]


def _rendered(
    messages: list[dict[str, Any]], encode: Any, special: Any, most: int | None
) -> tuple[list[int], list[int]] | None:
    try:
        return rules_render(messages, encode, special, most)
    except Refused:
        return None


def _their_completion(messages: list[dict[str, Any]], encode: Any, special: Any) -> Any:
    try:
        return rules_completion(messages, encode, special, 2048)
    except Refused:
        return None


def _of_batch(batch: Any, index: int) -> tuple[list[int], list[int]]:
    begin, end = batch.starts[index : index + 2].tolist()
    return batch.ids[begin:end].tolist(), batch.mask[begin:end].tolist()


def _one(renderer: ChatRenderer, conversation: Conversation, most: int | None) -> Any:
    try:
        chat = renderer.render(conversation, max_tokens=most)
    except ChatError:
        return None
    return chat.ids.tolist(), chat.mask.tolist()


def _completion(renderer: ChatRenderer, conversation: Conversation) -> Any:
    try:
        return renderer.render(conversation, max_tokens=2048, completion=True).ids.tolist()
    except ChatError:
        return None


def _in_batches(renderer: ChatRenderer, conversations: Sequence[Conversation]) -> None:
    for begin in range(0, len(conversations), _BATCH):
        renderer.render_batch(conversations[begin : begin + _BATCH], max_tokens=2048)


def _chatml(ours: Tokenizer, tokenizers: Path) -> tuple[ChatRenderer, Any]:
    """ChatML with generation marks, here and in transformers. Raises ImportError."""
    from transformers import PreTrainedTokenizerFast

    from engine.chat import template_text

    peer = PreTrainedTokenizerFast(tokenizer_file=str(tokenizers / "gpt2/tokenizer.json"))
    peer.add_special_tokens({"additional_special_tokens": list(_CHATML)})
    peer.chat_template = template_text("chatml")
    return chat_renderer(ours, "chatml"), peer


def _apply(peer: Any, documents: Sequence[list[dict[str, Any]]]) -> None:
    for messages in documents:
        peer.apply_chat_template(
            messages, tokenize=True, return_dict=True, return_assistant_tokens_mask=True
        )


def _rate(work: Callable[[], object], n: int, runs: int) -> float:
    work()
    rates = []
    for _ in range(runs):
        begin = time.perf_counter()
        work()
        rates.append(n / (time.perf_counter() - begin))
    return sorted(rates)[len(rates) // 2]
