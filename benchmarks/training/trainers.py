"""All six trainers on one mixture: time, memory, file, fertility, characters lost.

The mixture is 30 languages at alpha = 0.3, drawn to one size, so that each trainer gets the same
documents as often. Each trains in a process of its own; the texts to measure on are parallel news
in the same languages. Then sentencepiece's BPE and ours, by two split patterns and of characters,
with and without the temperature.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from benchmarks import PROJECT
from benchmarks.machine import describe_machine
from engine import Corpus, Mixture, evaluate_all, prepare, result_of, write_mixture
from engine.corpus import open_file
from engine.evaluation import Evaluation
from engine.library import AnyTokenizer
from engine.settings import OWN_TRAINER, TRAINERS
from workbench.store import RunStore
from workbench.work.byte_sizes import bytes_of

LANGUAGES = (
    "ara", "ben", "bul", "ces", "dan", "deu", "ell", "eng", "fas", "fin", "fra", "heb", "hin",
    "hun", "ind", "ita", "jpn", "kor", "nld", "pol", "por", "ron", "rus", "spa", "swe", "tha",
    "tur", "ukr", "vie", "zho",
)  # fmt: skip
ALPHA, NATURAL = "0.3", "1"
WIDER = 50_000
"""The vocabulary of the second table."""
BESIDE = "sp-bpe"
VARIANTS = {
    "gpt2": (OWN_TRAINER, ["--pattern", "gpt2"]),
    "o200k": (OWN_TRAINER, ["--pattern", "o200k"]),
    "characters": (OWN_TRAINER, ["--pieces"]),
    BESIDE: (BESIDE, []),
}
"""Whose mixtures are compared: ours by its split pattern, or of characters, and sentencepiece's."""
NEWS_LINES = 500
PARAGRAPHS = "\n\n"
"""Where documents end that are drawn whole."""
_OPTIONS = {
    "sp-bpe": ["--byte-fallback", "--max-sentence-length", "16384"],
    "sp-unigram": ["--byte-fallback", "--max-sentence-length", "16384"],
}
"""As the article sets them; the coverage is its 0.9995, which is the default."""


def measure_trainers(
    corpus: Path, vocab_size: int, target: str, runs: int, *, is_wider_only: bool = False
) -> dict[str, Any]:
    """Both tables: all trainers at one size, and two of them with two mixtures.

    is_wider_only: the second table alone.
    """
    prepare()  # no training's time includes compiling
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        texts = {alpha: _mixed(corpus, folder, alpha, target) for alpha in (ALPHA, NATURAL)}
        news = _news(corpus, folder / "news")
        names = () if is_wider_only else (OWN_TRAINER, *TRAINERS)
        made = [
            min(
                (_trained(folder, name, texts[ALPHA], vocab_size, ALPHA) for _ in range(runs)),
                key=lambda each: float(each["train_s"]),
            )
            for name in names
        ]
        _note("measure the tokenizers of all trainers")
        rows = _measured(folder, made, news)
        mixed = [
            {**_trained(folder, name, texts[alpha], WIDER, alpha, more), "variant": variant}
            for alpha in (ALPHA, NATURAL)
            for variant, (name, more) in VARIANTS.items()
        ]
        _note("measure the tokenizers of the mixtures")
        return {
            "machine": describe_machine(),
            "languages": LANGUAGES,
            "target_bytes": target,
            "news_lines": NEWS_LINES,
            "vocab_size": vocab_size,
            "runs": runs,
            "options": _OPTIONS,
            "trainers": rows,
            "wider": WIDER,
            "mixtures": _measured(folder, mixed, news),
        }


def _news(corpus: Path, folder: Path) -> Corpus:
    """The first lines of the parallel texts: all trainers' libraries together read them slowly."""
    folder.mkdir()
    for name in LANGUAGES:
        with open_file(corpus / "eval" / f"{name}.txt.zst") as stream:
            lines = stream.read().splitlines(keepends=True)
        (folder / f"{name}.txt").write_bytes(b"".join(lines[:NEWS_LINES]))
    return Corpus.from_paths([folder])


def _note(words: str) -> None:
    sys.stderr.write(f"{time.strftime('%H:%M:%S')} {words}\n")


def _mixed(corpus: Path, folder: Path, alpha: str, target: str) -> str:
    """The folder of a mixture, written once: every trainer reads the same bytes."""
    _note(f"write {target} at alpha {alpha}")
    texts = [corpus / "train" / f"{name}.txt.zst" for name in LANGUAGES]
    mixture = Mixture(alpha=float(alpha), target_bytes=bytes_of(target))
    out = folder / f"alpha-{alpha}"
    result_of(write_mixture(Corpus.from_paths(texts, document_separator=PARAGRAPHS), mixture, out))
    return str(out)


def _trained(
    folder: Path, name: str, texts: str, vocab_size: int, alpha: str, more: Sequence[str] = ()
) -> dict[str, Any]:
    """A training of the command line, as its JSON describes it. more: options of this program."""
    _note(f"train {name} {' '.join(more)}, {vocab_size:,} ids, alpha {alpha}")
    command = [sys.executable, "-m", "workbench", "train", texts, "--json", "--quiet"]
    command += ["--vocab-size", str(vocab_size), "--trainer", name]
    command += ["--db", str(folder / "runs.sqlite"), *_OPTIONS.get(name, ()), *more]
    if name == OWN_TRAINER:
        command.append("--no-kept-counts")
    with (folder / "said").open("w+b") as said:
        process = subprocess.Popen(command, cwd=PROJECT, stdout=said)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode:
            raise SystemExit(f"{name} failed with status {process.returncode}.")
        said.seek(0)
        document = json.loads(said.read())
    seconds = document["seconds"]
    is_own = name == OWN_TRAINER
    return {
        "trainer": name,
        "alpha": float(alpha),
        "run_id": document["run_id"],
        "library": document.get("library", "this program"),
        "write_s": 0.0 if is_own else seconds["write"],
        "read_s": seconds["count"] if is_own else seconds["read"],
        "train_s": seconds["merge"] if is_own else seconds["train"],
        "processor_s": round(usage.ru_utime + usage.ru_stime, 1),
        "peak_mb": round((usage.ru_maxrss * 1024 if is_own else document["peak_bytes"]) / 1e6),
        "file": Path(document["tokenizer"]).name,
        "file_bytes": Path(document["tokenizer"]).stat().st_size,
        "problems": document["problems"],
    }


def _measured(folder: Path, made: list[dict[str, Any]], news: Corpus) -> list[dict[str, Any]]:
    """The figures of each tokenizer on the parallel texts, beside what its training took."""
    if not made:
        return []
    with RunStore.open(folder / "runs.sqlite") as store:
        tokenizers = [store.any_tokenizer(each["run_id"]) for each in made]
    texts = [document for source in news.sources for document in news.encoded_documents(source)]
    speeds = [_encoding_speed(tokenizer, texts) for tokenizer in tokenizers]
    evaluations = evaluate_all(tokenizers, news, reference="eng")
    return [
        {**each, "vocab_size": tokenizer.vocab_size, "encode_mb_s": speed, **_figures(evaluation)}
        for each, tokenizer, speed, evaluation in zip(
            made, tokenizers, speeds, evaluations, strict=True
        )
    ]


def _encoding_speed(tokenizer: AnyTokenizer, texts: list[bytes]) -> float:
    """Megabytes a second on one thread; of a library with the way through its process's pipes."""
    given = [text.decode() for text in texts]
    n_bytes = sum(map(len, texts))
    times = []
    for _ in range(3):
        began = time.perf_counter()
        tokenizer.encode_batch(given, n_threads=1)
        times.append(time.perf_counter() - began)
    return round(n_bytes / min(times) / 1e6, 2)


def _figures(evaluation: Evaluation) -> dict[str, Any]:
    rows, fairness, total = evaluation.rows, evaluation.fairness, evaluation.total
    fertility = [row.fertility for row in rows if row.fertility is not None]
    return {
        "bytes_per_token": _rounded(total.bytes_per_token),
        "fertility": _rounded(statistics.mean(fertility)),
        "unknown_share": _rounded(total.unknown_share, 5),
        "exact": sum(row.round_trips for row in rows),
        "median_premium": _rounded(None if fairness is None else fairness.median_premium),
        "worst_premium": _rounded(None if fairness is None else fairness.worst_premium),
        "worst_language": fairness and fairness.worst_label,
        "gini": _rounded(None if fairness is None else fairness.gini, 3),
        "tokens_per_character": {row.label: _rounded(row.tokens_per_character, 3) for row in rows},
    }


def _rounded(value: float | None, places: int = 2) -> float | None:
    return None if value is None else round(value, places)


def as_text(report: dict[str, Any]) -> str:
    """The report as the page of the documentation has it."""
    languages = ", ".join(report["languages"])
    languages = report["languages"]
    opening = (
        f"{report['target_bytes']} of text in {len(languages)} languages ({', '.join(languages)}) "
        f"at alpha = {ALPHA}, {report['vocab_size']:,} ids; the least time of {report['runs']} "
        f"training(s) of each. {_machine_words(report['machine'])}"
    )
    wider = f"{report['wider']:,} ids, with and without temperature:"
    parts = (
        [opening],
        _table_of_trainers(report["trainers"]) if report["trainers"] else [],
        [wider],
        _table_of_mixtures(report["mixtures"]),
        ["Tokens per character by language:"],
        _table_of_languages(report["mixtures"]),
    )
    return "\n\n".join("\n".join(part) for part in parts)


def _machine_words(machine: dict[str, Any]) -> str:
    return (
        f"{machine['processor']}, {machine['cores']} cores, {machine['memory_gb']} GB, "
        f"Python {machine['python']}, {machine['date']}."
    )


def _table_of_trainers(rows: list[dict[str, Any]]) -> list[str]:
    heads = (
        "trainer", "library", "write, s", "read, s", "train, s", "processor, s", "peak memory, MB",
        "format",
        "file, MB", "encode, MB/s", "bytes/token", "fertility", "unknown", "decodes exactly",
        "median premium", "highest premium",
    )  # fmt: skip
    cells = [
        (
            each["trainer"], each["library"], f"{each['write_s']:.1f}", f"{each['read_s']:.1f}",
            f"{each['train_s']:.1f}", f"{each['processor_s']:.0f}", f"{each['peak_mb']:,}",
            each["file"],
            f"{each['file_bytes'] / 1e6:.1f}", f"{each['encode_mb_s']:.1f}",
            _figure(each["bytes_per_token"]), _figure(each["fertility"]),
            "0" if not each["unknown_share"] else f"{each['unknown_share']:.3%}",
            f"{each['exact']} of {len(LANGUAGES)}", _figure(each["median_premium"]),
            f"{_figure(each['worst_premium'])} {each['worst_language'] or ''}".strip(),
        )
        for each in rows
    ]  # fmt: skip
    return _table(heads, cells)


def _table_of_mixtures(rows: list[dict[str, Any]]) -> list[str]:
    heads = ("trainer", "alpha", "train, s", "bytes/token", "fertility", "median premium",
             "highest premium", "Gini", "decodes exactly")  # fmt: skip
    cells = [
        (
            each["variant"], f"{each['alpha']:g}", f"{each['train_s']:.1f}",
            _figure(each["bytes_per_token"]), _figure(each["fertility"]),
            _figure(each["median_premium"]),
            f"{_figure(each['worst_premium'])} {each['worst_language'] or ''}".strip(),
            _figure(each["gini"]), f"{each['exact']} of {len(LANGUAGES)}",
        )
        for each in rows
    ]  # fmt: skip
    return _table(heads, cells)


def _table_of_languages(rows: list[dict[str, Any]]) -> list[str]:
    heads = ("language", *(f"{each['variant']}, alpha {each['alpha']:g}" for each in rows))
    cells = [
        (label, *(_figure(each["tokens_per_character"][label]) for each in rows))
        for label in rows[0]["tokens_per_character"]
    ]
    return _table(heads, cells)


def _table(heads: tuple[str, ...], cells: Sequence[tuple[str, ...]]) -> list[str]:
    lines = [f"| {' | '.join(heads)} |", f"|{'---|' * len(heads)}"]
    return [*lines, *(f"| {' | '.join(row)} |" for row in cells)]


def _figure(value: float | None) -> str:
    return "–" if value is None else f"{value:g}"
