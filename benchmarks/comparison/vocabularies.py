"""The vocabulary that everybody encodes with."""

from __future__ import annotations

import json
from pathlib import Path

from benchmarks.texts import documents

PUBLISHED = "gpt2"
TRAINED = "trained"
_SIZE = 50_257


def tokenizer_file(choice: str, corpus: Path, scratch: Path) -> Path:
    """The tokenizer.json to encode with.

    choice: "gpt2", the published one in the corpus folder; "trained", one of the same size trained
    here on the 30 MB text; or a path.
    """
    if choice == TRAINED:
        return trained_file(corpus, "30mb", _SIZE, scratch)
    published = corpus / "tokenizers" / "gpt2" / "tokenizer.json"
    file = published if choice == PUBLISHED else Path(choice)
    if not file.is_file():
        raise SystemExit(f"There is no tokenizer file {file}; use --tokenizer {TRAINED} or a path.")
    return file


def own_file(tokenizer_json: Path) -> Path:
    """What this engine loads: its own file or GPT-2's pair of files where they lie beside."""
    beside = (tokenizer_json.with_suffix(".twb"), tokenizer_json.with_name("vocab.bpe"))
    return next((file for file in beside if file.is_file()), tokenizer_json)


def trained_file(corpus: Path, text: str, vocab_size: int, scratch: Path) -> Path:
    """The tokenizer.json of a tokenizer trained here on a text; trained once for each folder."""
    from engine import Corpus, TrainingConfig, train_tokenizer
    from engine.formats import export_tokenizer

    folder = scratch / f"{text} {vocab_size:,}"
    file = folder / "tokenizer.json"
    if file.is_file():
        return file
    folder.mkdir(exist_ok=True)
    config = TrainingConfig(vocab_size, tie_break="gpt2-order")
    tokenizer = train_tokenizer(Corpus.from_texts(documents(corpus, text)), config)
    export_tokenizer(tokenizer, "workbench", folder)
    export_tokenizer(tokenizer, "tokenizer.json", folder)
    document = json.loads(file.read_text("utf-8"))
    # The same cuts under the name that libraries with a fixed set of patterns know.
    document["pre_tokenizer"] = {
        "type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True, "use_regex": True,
    }  # fmt: skip
    file.write_text(json.dumps(document), "utf-8")
    return file
