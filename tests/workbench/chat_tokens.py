"""What the tests of the Chat workspace share: a tokenizer with special tokens, plain renderings."""

from __future__ import annotations

from engine import TrainingConfig, train_tokenizer
from engine.settings.special_tokens import SPECIAL_TOKEN_SETS

SPECIAL_TOKENS = (*SPECIAL_TOKEN_SETS["nanochat"], "<|im_start|>", "<|im_end|>")


def chat_tokenizer(corpus):
    """A small tokenizer that knows nanochat's and ChatML's special tokens."""
    return train_tokenizer(corpus, TrainingConfig(330, special_tokens=SPECIAL_TOKENS))


def nanochat_by_hand(tokenizer, messages):
    """Ids and mask of messages without a system message, straight from nanochat's rules."""
    special = tokenizer.special_tokens
    ids, mask = [special["<|bos|>"]], [0]

    def add(some, trained):
        ids.extend(some)
        mask.extend([trained] * len(some))

    for message in messages:
        if message["role"] == "user":
            add([special["<|user_start|>"]], 0)
            add(tokenizer.encode(message["content"]), 0)
            add([special["<|user_end|>"]], 0)
            continue
        add([special["<|assistant_start|>"]], 0)
        content = message["content"]
        parts = content if isinstance(content, list) else [{"type": "text", "text": content}]
        for part in parts:
            trained = int(part["type"] != "python_output")
            name = {"python": "python", "python_output": "output"}.get(part["type"])
            add([special[f"<|{name}_start|>"]] if name else [], trained)
            add(tokenizer.encode(part["text"]), trained)
            add([special[f"<|{name}_end|>"]] if name else [], trained)
        add([special["<|assistant_end|>"]], 1)
    return ids, mask
