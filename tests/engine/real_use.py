"""A program that uses the whole engine as people do: `python -m tests.engine.real_use FOLDER`.

Prints the signatures with which every kernel was called, as JSON.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from engine import TIE_BREAKS, Corpus, Splitter, Tokenizer, TrainingConfig, evaluate, presets
from engine import train_tokenizer as train
from engine.compiled.kernel_cache import import_kernels, registered_kernels
from engine.compiled.kernel_folder import planned_kernels
from engine.formats.writing.export import export_tokenizer
from engine.settings.superwords import Superwords, superword_rules
from engine.text.utf8 import count_characters, first_characters

WORDS = " ".join(f"{i} {i:040b} näher {i % 7 * 'ab'}" for i in range(20_000))
MANY_SCRIPTS = "漢字かな交じり文 हिन्दी ไทย 👩‍🚀\r\n" * 50
TEXTS = ["lowest newer wider " * 9, WORDS, MANY_SCRIPTS, "", "a" * 5000]
INVALID = b"caf\xc3 \xff\xfe na\xc3\xafve " * 40


def use_everything(folder: Path) -> None:
    """Training in every way, encoding of every kind of text, files, evaluation, display."""
    for name in presets():
        Splitter(name).split(TEXTS[2] + "123,456.7e-8 don't  \n\n x")
    path = folder / "text.txt"
    path.write_bytes(INVALID + WORDS.encode())
    corpora = [Corpus.from_texts(TEXTS), Corpus.from_paths([path]), Corpus.from_texts(TEXTS[2:3])]
    made = []
    for tie_break in TIE_BREAKS:
        config = TrainingConfig(400, tie_break=tie_break, special_tokens=("<|end|>",))
        made.append(train(corpora[0], config))
    for pattern in ("none", "o200k", r"\d+", r"(?<=a)b|\w+"):
        config = TrainingConfig(300, pattern=pattern, min_frequency=2, max_token_bytes=9)
        made += [train(corpus, config) for corpus in corpora[1:]]
    superwords = Superwords(0.9, rules=superword_rules("article"))
    made += [train(corpus, TrainingConfig(400, superwords=superwords)) for corpus in corpora]
    normalized = train(corpora[0], TrainingConfig(300, normalization="nfc"))
    normalized.encode_batch(TEXTS)
    for tokenizer in (made[0], made[4], made[-1]):
        _use(tokenizer)
    evaluate(made[0], corpora[1])
    made[0].save(folder / "own.twb")
    _use(Tokenizer.load(folder / "own.twb"))
    export_tokenizer(made[0], "tiktoken", folder / "exported")
    _use(Tokenizer.load(folder / "exported"))
    first_characters(WORDS.encode(), 100)
    count_characters(INVALID)


def _use(tokenizer: Tokenizer) -> None:
    for text in TEXTS:
        ids = tokenizer.encode(text)
        assert tokenizer.decode(ids) == text
        tokenizer.encode_to_array(text.encode())
        tokenizer.token_spans(text)
    tokenizer.encode_batch(TEXTS * 3)
    tokenizer.encode_to_array(INVALID)
    tokenizer.encode(TEXTS[0] + "<|end|>", special="parse")
    tokenizer.decode_bytes(tokenizer.encode_to_array(WORDS))
    tokenizer.decode(range(256))


def signatures() -> dict[str, list[str]]:
    """By kernel, the types of arguments for which it is compiled, in this process or on disk."""
    import_kernels()
    return {
        f"{kernel.__module__.rpartition('.')[2]}.{kernel.__name__}": sorted(
            {str(each) for each in kernel.signatures}
            | {str(key[0]) for key in kernel._cache._cache_file._load_index()}
        )
        for kernel in registered_kernels()
    }


def planned_signatures() -> dict[str, list[str]]:
    """As `signatures`, from the plan by which kernels are compiled ahead."""
    return {each.name: [str(each.argument_types())] for each in planned_kernels()}


if __name__ == "__main__":
    use_everything(Path(sys.argv[1]))
    sys.stdout.write(json.dumps([signatures(), planned_signatures()]) + "\n")
