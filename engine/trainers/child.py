"""The process in which another library trains: `python -m engine.trainers.child FOLDER`.

The folder has the request and the text of the mixture, and gets everything else:

    request.json    the trainer with its options, the settings, the files of the mixture
    base.json       of hf-bpe: a tokenizer.json with normalizer and split pattern and no merges
    log             what the library and this program say while they work, in lines
    result.json     the library's version, the seconds of reading and training, the peak memory
    made/           the files of the tokenizer

Lines of the log that begin with PROGRESS are a phase and how far it is; see `note`. A child that a
library ends leaves no result, and its last words in the log.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from importlib import metadata
from pathlib import Path
from typing import Any

from engine.settings import LibraryTrainer

REQUEST, RESULT, LOG, MADE, BASE = "request.json", "result.json", "log", "made", "base.json"
PROGRESS = "@progress"
READ, TRAIN = "Read text", "Train in library"
_PAUSE_S = 0.1
_DEATH_SIGNAL = 1
"""PR_SET_PDEATHSIG of Linux."""
_ARENA_MAX = -8
"""M_ARENA_MAX of glibc."""
_SMALL_MEMORY = 2 << 30


class Reading:
    """The documents of a mixture, with progress; bytes and seconds of what was read so far."""

    def __init__(self, folder: Path, files: list[str], n_bytes: int) -> None:
        self._paths = [folder / name for name in files]
        self._n_bytes, self._told_at = n_bytes, 0.0
        self.done, self.ended_at, self.n_long = 0, 0.0, 0

    def documents(self) -> Iterator[str]:
        """Each document whole."""
        for path in self._paths:
            with path.open(encoding="utf-8") as stream:
                for line in stream:
                    text = json.loads(line)["text"]
                    yield text
                    self._note(len(line))
        self.ended_at = time.perf_counter()
        note(READ, 1.0)
        note(TRAIN, 0.0)

    def lines(self) -> Iterator[str]:
        """Each line of each document, with its end, as these libraries read files."""
        for document in self.documents():
            yield from document.splitlines(keepends=True)

    def sentences(self, longest: int) -> Iterator[str]:
        """Each line with text, without its end; longer ones are left out and counted."""
        for line in self.lines():
            text = line.strip("\r\n").replace("\0", "")
            if len(text) * 4 > longest and len(text.encode()) > longest:
                self.n_long += 1
            elif text and not text.isspace():
                yield text

    def _note(self, n_bytes: int) -> None:
        self.done += n_bytes
        now = time.monotonic()
        if now - self._told_at >= _PAUSE_S:
            self._told_at = now
            note(READ, min(1.0, self.done / max(1, self._n_bytes)))


def note(phase: str, share: float) -> None:
    """Say how far a phase is, 0 to 1."""
    sys.stderr.write(f"{PROGRESS} {share:.4f} {phase}\n")
    sys.stderr.flush()


def main(folder: Path) -> int:
    """Train as the request says. Returns 1 where the library fails, after its reason in the log."""
    log = os.open(folder / LOG, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    for stream in (1, 2):
        os.dup2(log, stream)
    _end_with_parent()
    request = json.loads((folder / REQUEST).read_text("utf-8"))
    trainer = LibraryTrainer.of_document(request["trainer"])
    reading = Reading(folder, request["files"], request["file_bytes"])
    if request["memory"] is not None:
        from engine.machine import limit_memory

        limit_memory(request["memory"])
        if request["memory"] < _SMALL_MEMORY:
            _share_heap()
    (folder / MADE).mkdir()
    began = time.perf_counter()
    try:
        _TRAIN[trainer.package](folder, request, trainer, reading)
    except BaseException as error:  # noqa: BLE001  panics of a library are no Exception
        sys.stderr.write(f"\n{type(error).__name__}: {error}\n")
        return 1
    ended = time.perf_counter()
    read_s = (reading.ended_at or ended) - began
    result = {
        "library": f"{trainer.package} {metadata.version(trainer.package)}",
        "seconds": {"read": read_s, "train": ended - began - read_s},
        "peak_bytes": _peak_bytes(),
        "n_long": reading.n_long,
    }
    (folder / RESULT).write_text(json.dumps(result), "utf-8")
    return 0


def _train_sentencepiece(
    folder: Path, request: dict[str, Any], trainer: LibraryTrainer, reading: Reading
) -> None:
    import sentencepiece

    from engine.machine import n_cores

    option = trainer.option
    os.chdir(folder / MADE)  # the model keeps the path that it is given
    sentencepiece.set_random_generator_seed(request["seed"])
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=reading.sentences(option("max_sentence_length")),
        model_prefix=option("model_prefix"),
        model_type=trainer.name.removeprefix("sp-"),
        vocab_size=request["vocab_size"],
        character_coverage=option("character_coverage"),
        byte_fallback=option("byte_fallback"),
        split_digits=option("split_digits"),
        add_dummy_prefix=option("word_prefix"),
        input_sentence_size=option("input_sentence_size"),
        shuffle_input_sentence=True,
        max_sentence_length=option("max_sentence_length"),
        normalization_rule_name="identity",
        remove_extra_whitespaces=False,
        control_symbols=request["special_tokens"],
        num_threads=n_cores(),
    )


def _train_tokenizers(
    folder: Path, request: dict[str, Any], trainer: LibraryTrainer, reading: Reading
) -> None:
    import tokenizers

    tokenizer, library_trainer = _PARTS[trainer.name](tokenizers, folder, request, trainer)
    is_of_bytes = trainer.name == "hf-bpe" and not trainer.option("word_suffix")
    if request["normalization"] is not None and not is_of_bytes:
        form = getattr(tokenizers.normalizers, request["normalization"].upper())()
        parts = [form, tokenizer.normalizer] if tokenizer.normalizer is not None else [form]
        tokenizer.normalizer = tokenizers.normalizers.Sequence(parts)
    texts = reading.documents() if is_of_bytes else reading.lines()
    tokenizer.train_from_iterator(texts, library_trainer)
    tokenizer.save(str(folder / MADE / trainer.file_name))


def _bpe(library: Any, folder: Path, request: dict[str, Any], trainer: LibraryTrainer) -> Any:
    """Byte-level BPE that normalizes and splits as this engine writes it for the library.

    With a suffix of words: of characters, split at white space and punctuation.
    """
    if suffix := trainer.option("word_suffix"):
        return _bpe_of_words(library, request, trainer, suffix)
    tokenizer = library.Tokenizer.from_file(str(folder / BASE))
    tokenizer.model = library.models.BPE()
    if trainer.option("split_digits"):
        digits = library.pre_tokenizers.Digits(individual_digits=True)
        tokenizer.pre_tokenizer = library.pre_tokenizers.Sequence([digits, tokenizer.pre_tokenizer])
    settings = {
        "vocab_size": request["vocab_size"],
        "min_frequency": request["min_frequency"],
        "special_tokens": request["special_tokens"],
        "initial_alphabet": library.pre_tokenizers.ByteLevel.alphabet(),
    }
    return tokenizer, _bpe_trainer(library, settings)


def _bpe_of_words(
    library: Any, request: dict[str, Any], trainer: LibraryTrainer, suffix: str
) -> Any:
    """BPE of characters whose words end with a suffix, as CharBPETokenizer of tokenizers."""
    model = library.models.BPE(unk_token="<unk>", end_of_word_suffix=suffix)
    tokenizer = library.Tokenizer(model)
    bert = library.pre_tokenizers.BertPreTokenizer()
    tokenizer.pre_tokenizer = _with_digits(library, bert, trainer)
    tokenizer.decoder = library.decoders.BPEDecoder(suffix=suffix)
    settings = {
        "vocab_size": request["vocab_size"],
        "min_frequency": request["min_frequency"],
        "special_tokens": _with_first("<unk>", request["special_tokens"]),
        "end_of_word_suffix": suffix,
    }
    return tokenizer, _bpe_trainer(library, settings)


def _bpe_trainer(library: Any, settings: dict[str, Any]) -> Any:
    try:
        return library.trainers.BpeTrainer(**settings, progress_format="json")
    except TypeError:  # before 0.23 it says nothing to a program
        return library.trainers.BpeTrainer(**settings)


def _unigram(library: Any, _folder: Path, request: dict[str, Any], trainer: LibraryTrainer) -> Any:
    tokenizer = library.Tokenizer(library.models.Unigram())
    scheme = "always" if trainer.option("word_prefix") else "never"
    metaspace = library.pre_tokenizers.Metaspace("▁", prepend_scheme=scheme)
    tokenizer.pre_tokenizer = _with_digits(library, metaspace, trainer)
    tokenizer.decoder = library.decoders.Metaspace("▁", prepend_scheme=scheme)
    special = _with_first("<unk>", request["special_tokens"])
    made = library.trainers.UnigramTrainer(
        vocab_size=request["vocab_size"], special_tokens=special, unk_token="<unk>"
    )
    return tokenizer, made


def _word_piece(
    library: Any, _folder: Path, request: dict[str, Any], trainer: LibraryTrainer
) -> Any:
    """WordPiece with the splitting of BERT, which keeps case and accents as they are."""
    prefix = trainer.option("piece_prefix")
    model = library.models.WordPiece(unk_token="[UNK]", continuing_subword_prefix=prefix)
    tokenizer = library.Tokenizer(model)
    tokenizer.normalizer = library.normalizers.BertNormalizer(
        clean_text=True, handle_chinese_chars=True, strip_accents=False, lowercase=False
    )
    bert = library.pre_tokenizers.BertPreTokenizer()
    tokenizer.pre_tokenizer = _with_digits(library, bert, trainer)
    tokenizer.decoder = library.decoders.WordPiece(prefix=prefix)
    made = library.trainers.WordPieceTrainer(
        vocab_size=request["vocab_size"],
        min_frequency=request["min_frequency"],
        special_tokens=_with_first("[UNK]", request["special_tokens"]),
        continuing_subword_prefix=prefix,
    )
    return tokenizer, made


def _with_digits(library: Any, splitting: Any, trainer: LibraryTrainer) -> Any:
    if not trainer.option("split_digits"):
        return splitting
    digits = library.pre_tokenizers.Digits(individual_digits=True)
    return library.pre_tokenizers.Sequence([splitting, digits])


def _with_first(token: str, others: list[str]) -> list[str]:
    return others if token in others else [token, *others]


_PARTS: dict[str, Callable[..., Any]] = {
    "hf-bpe": _bpe,
    "hf-unigram": _unigram,
    "hf-wordpiece": _word_piece,
}
_TRAIN = {"sentencepiece": _train_sentencepiece, "tokenizers": _train_tokenizers}


def _end_with_parent() -> None:
    """End when the program ends that started this one, however that does (Linux)."""
    if sys.platform == "linux":
        import ctypes
        import signal

        parent = os.getppid()
        ctypes.CDLL(None).prctl(_DEATH_SIGNAL, signal.SIGKILL)
        if os.getppid() != parent:  # it ended meanwhile
            os._exit(1)


def _share_heap() -> None:
    """Give all threads one heap (glibc): each would reserve 64 MB of address space for its own.

    Where a reservation fails, glibc tries again at every allocation, and reading takes minutes.
    """
    if sys.platform == "linux":
        import ctypes

        set_option = getattr(ctypes.CDLL(None), "mallopt", None)
        if set_option is not None:
            set_option(_ARENA_MAX, 1)


def _peak_bytes() -> int | None:
    """The greatest resident size of this process, None if the platform does not report it."""
    with suppress(OSError):
        for line in Path("/proc/self/status").read_text("ascii", "replace").splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) * 1024
    try:
        import resource
    except ImportError:  # Windows
        return None
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
