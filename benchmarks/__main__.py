"""`python -m benchmarks KIND`, where KIND is split, count, train, encode, ... See `--help`."""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, NoReturn

from benchmarks import PROJECT
from benchmarks.comparison.everything import Kept, measure_parts
from benchmarks.comparison.measuring import TIMEOUT_S
from benchmarks.comparison.peers import Peers
from benchmarks.comparison.reports import (
    Report,
    as_page,
    as_pages,
    as_text,
    read_report,
    report_of,
    with_figures,
    write_report,
)
from benchmarks.comparison.suites import (
    PARTS,
    QUICK_LIBRARIES,
    QUICK_RUNS,
    REACH,
    SUPERWORD_SIZE,
)
from benchmarks.comparison.tables import Table, measured_table
from benchmarks.comparison.task import Task
from benchmarks.comparison.vocabularies import PUBLISHED, TRAINED, tokenizer_file
from benchmarks.texts import DEFAULT_CORPUS, SUPERWORD_TEXTS

LATEST = PROJECT / "benchmarks" / "latest.json"
PAGE = PROJECT / "docs" / "benchmarks.md"
README = PROJECT / "README.md"
KEPT = PROJECT / ".cache" / "benchmarks.json"
KEPT_QUICK = PROJECT / ".cache" / "benchmarks-quick.json"
PAGE_RUNS = 5
LEAST_PAGE_RUNS = 3

DEFAULTS: dict[str, dict[str, Any]] = {
    "split": {"text": ["30mb", "mix"], "pattern": ["gpt2", "cl100k", "o200k"], "threads": 1},
    "count": {"text": ["30mb"], "pattern": ["gpt2"], "threads": None},
    "train": {"text": ["30mb"], "pattern": ["gpt2"], "threads": None},
    "encode": {"text": ["30mb"], "pattern": ["gpt2"], "threads": 1},
    "superword": {"text": ["4mb"], "pattern": ["superbpe-stage2"], "threads": None},
}
HELP = {
    "split": "text to pre-tokens, boundaries compared",
    "count": "text to distinct pre-tokens with counts",
    "train": "whole training, text in memory to merges",
    "encode": "text to ids: arrays cold and warm, lists",
    "superword": "training with merges that cross spaces",
}


def main() -> None:
    """Parse the command line and run what was asked for."""
    options = _parser().parse_args()
    if options.kind == "page":
        _write_page(read_report(options.file), options.out)
        return
    if options.kind in _REPORTS:
        report, said = _REPORTS[options.kind](options)
        whole = json.dumps(report, indent=1) + "\n"
        if getattr(options, "out", None):
            options.out.write_text(whole, "utf-8")
        sys.stdout.write(said if said and not options.json else whole)
        return
    if options.kind == "mutated_files":
        from benchmarks.damage.mutated_files import as_text as mutated_text
        from benchmarks.damage.mutated_files import measure_mutated_files

        report = measure_mutated_files(options.files, options.seed, tuple(options.kinds))
        text = json.dumps(report, indent=1) + "\n" if options.json else mutated_text(report)
        sys.stdout.write(text)
        raise SystemExit(1 if report["faults"] else 0)
    if options.kind == "reliability":
        _reliability(options)
    _warm_up()
    if options.kind == "evaluation":
        from benchmarks.encoding.evaluation import measure_evaluation

        report = measure_evaluation(options.corpus, options.runs)
        sys.stdout.write(json.dumps(report, indent=1) + "\n")
        return
    peers = Peers(options.peers)
    with tempfile.TemporaryDirectory() as scratch:
        if options.kind == "all":
            report = _all(options, Path(scratch), peers)
        else:
            report = report_of(_one_kind(options, Path(scratch), peers), peers)
    if options.out:
        write_report(report, options.out)
    sys.stdout.write(json.dumps(report, indent=1) + "\n" if options.json else as_text(report))


def _warm_up() -> None:
    """Compile what is missing: whoever compiles kernels would be charged for it."""
    subprocess.run([sys.executable, "-m", "engine.warm_up"], cwd=PROJECT, check=True, stdout=2)


def _reliability(options: argparse.Namespace) -> NoReturn:
    from benchmarks.reliability.campaign import as_text as campaign_text
    from benchmarks.reliability.campaign import measure_reliability

    report = measure_reliability(
        options.parts, seed=options.seed, count=options.count, number=options.number,
        is_short=options.short, minutes=options.minutes,
    )  # fmt: skip
    whole = json.dumps(report, indent=1, ensure_ascii=False) + "\n"
    if options.out:
        options.out.write_text(whole, "utf-8")
    sys.stdout.write(whole if options.json else campaign_text(report))
    raise SystemExit(1 if report["faults"] else 0)


def _sweep(options: argparse.Namespace) -> tuple[dict[str, Any], str]:
    from benchmarks.training.sweep import SETTINGS, measure_sweep

    size = options.vocab_size or SETTINGS[options.text]
    return measure_sweep(options.corpus, options.text, size, options.runs, options.peer_sizes), ""


def _mixture(options: argparse.Namespace) -> tuple[dict[str, Any], str]:
    from benchmarks.training.mixture import measure_mixture

    return measure_mixture(options.corpus, options.vocab_size, options.runs), ""


def _trainers(options: argparse.Namespace) -> tuple[dict[str, Any], str]:
    from benchmarks.training.trainers import as_text, measure_trainers

    given = (options.corpus, options.vocab_size, options.target_bytes, options.runs)
    report = measure_trainers(*given, is_wider_only=options.wider_only)
    return report, as_text(report)


def _window(options: argparse.Namespace) -> tuple[dict[str, Any], str]:
    from benchmarks.window.report import as_text, measure_window

    report = measure_window(options.corpus, options.vocab_size, options.platforms, options.runs)
    return report, as_text(report)


def _first_calls(options: argparse.Namespace) -> tuple[dict[str, Any], str]:
    from benchmarks.encoding.first_calls import as_text, measure_first_calls

    report = measure_first_calls(options.corpus / "tokenizers", options.runs)
    return report, as_text(report)


def _memory(options: argparse.Namespace) -> tuple[dict[str, Any], str]:
    from benchmarks.training.bounded_memory import measure_memory

    return measure_memory(options.corpus, options.pattern), ""


def _chat(options: argparse.Namespace) -> tuple[dict[str, Any], str]:
    from benchmarks.encoding.chat import as_text, measure_chat

    report = measure_chat(options.corpus, options.runs)
    return report, as_text(report)


def _chat_templates(options: argparse.Namespace) -> tuple[dict[str, Any], str]:
    from benchmarks.encoding.chat_templates import as_text, measure_chat_templates

    report = measure_chat_templates(options.corpus, options.runs)
    return report, as_text(report)


def _superwords(options: argparse.Namespace) -> tuple[dict[str, Any], str]:
    from benchmarks.training.superwords import as_text, measure_superwords

    given = (options.corpus, options.text, options.setting, options.vocab_size, options.runs)
    report = measure_superwords(*given)
    return report, as_text(report)


def _resume(options: argparse.Namespace) -> tuple[dict[str, Any], str]:
    from benchmarks.training.resume import as_text, measure_resume

    given = (options.corpus, options.text, options.kills, options.vocab_size, options.seed)
    report = measure_resume(*given)
    return report, as_text(report)


def _extension(options: argparse.Namespace) -> tuple[dict[str, Any], str]:
    from benchmarks.training.extension import as_text, measure_extension

    with tempfile.TemporaryDirectory() as folder:
        report = measure_extension(
            options.corpus, options.tokenizers, options.domains, options.add, Path(folder)
        )
    return report, as_text(report)


def _ngram(options: argparse.Namespace) -> tuple[dict[str, Any], str]:
    from benchmarks.encoding.ngram import as_text, measure_ngram

    given = (options.corpus, options.label, options.vocab_size, options.superwords, options.runs)
    report = measure_ngram(*given)
    return report, as_text(report)


def _scale(options: argparse.Namespace) -> tuple[dict[str, Any], str]:
    from benchmarks.scale.report import TINY, Scale, as_text, measure_scale

    with tempfile.TemporaryDirectory() as scratch:
        folder = options.folder or Path(scratch)
        report = measure_scale(options.corpus, folder, TINY if options.tiny else Scale())
    return report, as_text(report)


_REPORTS: dict[str, Callable[[argparse.Namespace], tuple[dict[str, Any], str]]] = {
    "sweep": _sweep,
    "mixture": _mixture,
    "trainers": _trainers,
    "window": _window,
    "first_calls": _first_calls,
    "memory": _memory,
    "chat": _chat,
    "chat_templates": _chat_templates,
    "superwords": _superwords,
    "resume": _resume,
    "extension": _extension,
    "ngram": _ngram,
    "scale": _scale,
}
"""Kinds whose report is a document, with its text for a terminal where there is one."""


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m benchmarks")
    kinds = parser.add_subparsers(dest="kind", required=True)
    for kind, given in DEFAULTS.items():
        each = kinds.add_parser(kind, help=HELP[kind])
        _add_common(each)
        each.add_argument("--text", nargs="+", default=given["text"], help="see texts.py")
        each.add_argument("--pattern", nargs="+", default=given["pattern"])
        each.add_argument("--threads", type=int, default=given["threads"], help="0 for all cores")
        each.add_argument("--vocab-size", type=int, help="for training")
    _add_everything(kinds.add_parser("all", help="everything that the page shows; takes long"))
    mixture = kinds.add_parser("mixture", help="training again with another mixture")
    mixture.add_argument("--vocab-size", type=int, default=32_768)
    mixture.add_argument("--runs", type=int, default=3)
    mixture.add_argument("--corpus", type=Path, default=DEFAULT_CORPUS)
    trainers = kinds.add_parser("trainers", help="all trainers on one mixture of 30 languages")
    trainers.add_argument("--vocab-size", type=int, default=32_768)
    trainers.add_argument("--target-bytes", default="20MB", help="size of the mixture")
    trainers.add_argument("--runs", type=int, default=1, help="trainings of each; the least time")
    trainers.add_argument("--wider-only", action="store_true", help="the second table alone")
    trainers.add_argument("--corpus", type=Path, default=DEFAULT_CORPUS)
    trainers.add_argument("--json", action="store_true", help="print one JSON document")
    trainers.add_argument("--out", type=Path, help="write the JSON document to a file as well")
    window = kinds.add_parser("window", help="start, memory, stutter and speed of the window")
    window.add_argument("--vocab-size", type=int, default=32_768)
    window.add_argument("--platforms", nargs="+", choices=("offscreen", "xvfb"), default=())
    window.add_argument("--runs", type=int, default=5, help="starts of the window")
    window.add_argument("--json", action="store_true", help="print one JSON document")
    window.add_argument("--corpus", type=Path, default=DEFAULT_CORPUS)
    first_calls = kinds.add_parser("first_calls", help="what the first call of a process costs")
    first_calls.add_argument("--runs", type=int, default=5, help="processes of each kind")
    first_calls.add_argument("--json", action="store_true", help="print one JSON document")
    first_calls.add_argument("--corpus", type=Path, default=DEFAULT_CORPUS)
    memory = kinds.add_parser("memory", help="peak memory of counting ten times the corpus")
    memory.add_argument("--corpus", type=Path, default=DEFAULT_CORPUS)
    memory.add_argument("--pattern", default="gpt2")
    sweep = kinds.add_parser("sweep", help="sixteen sizes from one training")
    sweep.add_argument("--text", default="30mb", choices=("30mb", "all"))
    sweep.add_argument("--vocab-size", type=int, help="65,536 for 30mb, 131,072 for all")
    sweep.add_argument("--runs", type=int, default=3)
    sweep.add_argument("--peer-sizes", type=int, nargs="*", default=(), help="for tokenizers")
    sweep.add_argument("--corpus", type=Path, default=DEFAULT_CORPUS)
    evaluation = kinds.add_parser("evaluation", help="all metrics of the parallel texts")
    evaluation.add_argument("--corpus", type=Path, default=DEFAULT_CORPUS)
    evaluation.add_argument("--runs", type=int, default=3)
    chat = kinds.add_parser("chat", help="nanochat's ids and masks, and conversations a second")
    chat.add_argument("--corpus", type=Path, default=DEFAULT_CORPUS)
    chat.add_argument("--runs", type=int, default=3)
    chat.add_argument("--json", action="store_true", help="print one JSON document")
    templates = kinds.add_parser("chat_templates", help="our chat templates and transformers")
    templates.add_argument("--corpus", type=Path, default=DEFAULT_CORPUS)
    templates.add_argument("--runs", type=int, default=3)
    templates.add_argument("--json", action="store_true", help="print one JSON document")
    damaged = kinds.add_parser("mutated_files", help="damaged tokenizer files of every format")
    damaged.add_argument("--files", type=int, default=5_000)
    damaged.add_argument("--seed", type=int, default=6)
    damaged.add_argument("--kinds", nargs="+", default=(), help="these formats only")
    damaged.add_argument("--json", action="store_true", help="print one JSON document")
    _add_reliability(kinds.add_parser("reliability", help="kills, full disks, damage, power loss"))
    superwords = kinds.add_parser("superwords", help="two stages, and the tokens they save")
    superwords.add_argument("--text", nargs="+", default=["100mb"], choices=SUPERWORD_TEXTS)
    superwords.add_argument(
        "--setting", nargs="+", default=["official:0.8"], help="RULES:START[:PATTERN]"
    )
    superwords.add_argument("--vocab-size", type=int, default=50_000)
    superwords.add_argument("--runs", type=int, default=3)
    resume = kinds.add_parser("resume", help="kill -9 at random moments, then resume")
    resume.add_argument("--text", default="small", choices=("small", *SUPERWORD_TEXTS))
    resume.add_argument("--kills", type=int, default=100)
    resume.add_argument("--vocab-size", type=int, default=8_000)
    resume.add_argument("--seed", type=int, default=7)
    extension = kinds.add_parser("extension", help="published tokenizers extended by a domain")
    extension.add_argument("--tokenizers", nargs="+", default=["gpt2", "cl100k"])
    extension.add_argument("--domains", nargs="+", default=["latex", "ell", "code_rust"])
    extension.add_argument("--add", type=int, default=2000)
    ngram = kinds.add_parser("ngram", help="n-gram bits per byte: speed, memory, ranks")
    ngram.add_argument("--label", default="eng", help="a file of the corpus")
    ngram.add_argument("--vocab-size", type=int, nargs="+", default=[8_192, 32_768, 65_536])
    ngram.add_argument("--superwords", action="store_true", help="and one with superwords")
    ngram.add_argument("--runs", type=int, default=3)
    scale = kinds.add_parser("scale", help="counts of 0.2 to 12 GB, and what 15 TB would cost")
    scale.add_argument("--folder", type=Path, help="keep texts and counts here; 13 GB")
    scale.add_argument("--tiny", action="store_true", help="the form that the tests run")
    for each in (superwords, resume, extension, ngram, scale):
        each.add_argument("--corpus", type=Path, default=DEFAULT_CORPUS)
        each.add_argument("--json", action="store_true", help="print one JSON document")
        each.add_argument("--out", type=Path, help="write the JSON document to a file as well")
    page = kinds.add_parser("page", help="make the page of the documentation from a JSON report")
    page.add_argument("file", type=Path, nargs="?", default=LATEST)
    page.add_argument("--out", type=Path, default=PAGE)
    return parser


def _add_reliability(parser: argparse.ArgumentParser) -> None:
    from benchmarks.reliability.campaign import PARTS, SEED

    named = "; ".join(f"{part.name} ({part.count:,}): {part.tells}" for part in PARTS)
    parser.epilog = f"The parts, with their attempts: {named}."
    parser.add_argument("parts", nargs="*", metavar="PART", help="these parts only")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--count", type=int, help="attempts of each part")
    parser.add_argument("--number", type=int, help="that attempt alone, to repeat a fault")
    parser.add_argument("--short", action="store_true", help="the form that the tests run")
    parser.add_argument("--minutes", type=float, help="length of the soak (60)")
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    parser.add_argument("--out", type=Path, help="write the JSON document to a file as well")


def _add_everything(parser: argparse.ArgumentParser) -> None:
    named = "; ".join(f"{name}: {part.says}" for name, part in PARTS.items())
    parser.epilog = (
        f"The parts: {named}. Parts may be measured one by one: each is kept, and with the last "
        "one the page and README's table are written."
    )
    parser.add_argument("--only", nargs="+", choices=list(PARTS), metavar="PART", help="parts")
    parser.add_argument(
        "--quick", action="store_true",
        help=f"one round beside {', '.join(QUICK_LIBRARIES)}; writes no page",
    )  # fmt: skip
    parser.add_argument(
        "--runs", type=int, help=f"rounds: {PAGE_RUNS}; {LEAST_PAGE_RUNS} or more for the page"
    )
    parser.add_argument("--kept", type=Path, help="file that keeps what was measured")
    _add_measuring(parser)


def _add_measuring(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--corpus", type=Path, default=DEFAULT_CORPUS)
    parser.add_argument("--libraries", nargs="+", default=(), help="these only, beside ours")
    parser.add_argument("--peers", type=Path, help="Python of the environment with the libraries")
    parser.add_argument("--timeout", type=int, default=TIMEOUT_S, help="seconds for one run")
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    parser.add_argument("--out", type=Path, help="write the JSON document to a file as well")


def _add_common(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--tokenizer", default=PUBLISHED, help=f"gpt2, {TRAINED} or a file")
    _add_measuring(parser)


def _one_kind(options: argparse.Namespace, scratch: Path, peers: Peers) -> list[Table]:
    kind = "train" if options.kind == "superword" else options.kind
    default_size = SUPERWORD_SIZE if options.kind == "superword" else None
    tokenizer = ""
    if kind == "encode":
        tokenizer = str(tokenizer_file(options.tokenizer, options.corpus, scratch))
    tables = []
    for text in options.text:
        for pattern in options.pattern:
            size = options.vocab_size or default_size or REACH.get(text, SUPERWORD_SIZE)
            task = Task(
                kind, "", text, str(options.corpus), threads=options.threads or None,
                pattern=pattern, vocab_size=size if kind == "train" else 0, tokenizer=tokenizer,
            )  # fmt: skip
            given = (tuple(options.libraries), options.timeout, peers)
            tables.append(measured_table(task, options.runs, *given))
    return tables


def _write_page(report: Report, page: Path) -> None:
    """One page with everything; in the project its two pages, and README's figures."""
    if page != PAGE:
        page.write_text(as_page(report), "utf-8")
    else:
        for name, text in as_pages(report).items():
            PAGE.with_name(name).write_text(text, "utf-8")
        README.write_text(with_figures(README.read_text("utf-8"), report), "utf-8")


def _all(options: argparse.Namespace, scratch: Path, peers: Peers) -> Report:
    """Measure the parts; write the page once there are all of them, measured in full."""
    if not (options.corpus / "train").is_dir():
        raise SystemExit(f"{options.corpus} has no folder train; name the texts with --corpus.")
    runs = options.runs or (QUICK_RUNS if options.quick else PAGE_RUNS)
    libraries = tuple(options.libraries or (QUICK_LIBRARIES if options.quick else ()))
    kept = Kept.read(options.kept or (KEPT_QUICK if options.quick else KEPT), runs, libraries)
    parts = options.only or list(PARTS)
    measure_parts(kept, parts, options.corpus, scratch, peers, options.timeout)
    report = kept.report(peers)
    if options.quick or runs < LEAST_PAGE_RUNS:
        sys.stderr.write(f"The page is written from {LEAST_PAGE_RUNS} rounds or more.\n")
    elif kept.missing:
        sys.stderr.write(f"The page needs these parts, too: {', '.join(kept.missing)}.\n")
    else:
        write_report(report, LATEST)
        _write_page(report, PAGE)
    return report


if __name__ == "__main__":
    main()
