"""`extend`: add tokens to a tokenizer, report on them, and write the rows that a model needs.

--add learns merges, --tokens and --from take given tokens, --special-tokens can be alone. Writes
tokenizer.twb, report.json and embedding_rows.jsonl into --out. Exit status 1 if an export could
not be verified, 130 after Ctrl+C.
"""

from __future__ import annotations

import sys
from contextlib import nullcontext
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.errors import ConfigError
from engine.machine import StopRequest, result_of
from engine.settings import TokenList, read_token_list
from resources import sample_corpus_folder
from workbench.cli.runs.registry import asked_formats, check_verdicts, tell_exports
from workbench.cli.shared.errors import CancelledError, UsageError
from workbench.cli.shared.inputs import (
    FoundTokenizer,
    check_directory,
    check_paths,
    chosen_corpus,
    filled_directory,
    find_tokenizer,
    given_reading,
    load_tokenizer,
    open_existing_store,
)
from workbench.cli.shared.interruption import Interruption
from workbench.cli.shared.options import (
    PATHS_HELP,
    CommandParser,
    add_labels,
    add_reading_options,
    add_setting_option,
    add_tokenizer,
    number,
    share,
)
from workbench.cli.shared.output import (
    TerminalProgress,
    prepare_engine,
    print_json,
    print_note,
)
from workbench.cli.shared.resizing import (
    add_resizing_options,
    chosen_checkpoint,
    model_cost,
    print_resized,
    resize_settings,
    resized,
)
from workbench.cli.shared.settings import (
    add_merge_rule_options,
    add_superwords,
    add_weighting_options,
    chosen_cache,
    given_merge_rules,
    note_gpt2_notation,
    superwords_of_extension,
    wanted_mixture,
)
from workbench.cli.tokenizers.extension_output import print_extension
from workbench.text.visible_text import visible
from workbench.work.recipe_values import joined_merge_rules
from workbench.work.training_settings import SETTINGS

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Generator

    from engine.corpus import Corpus
    from engine.encoding import Tokenizer
    from engine.extension import (
        Extension,
        ExtensionProgress,
        ExtensionReport,
        ExtensionSettings,
        ResizedCheckpoint,
    )
    from engine.library import AnyTokenizer
    from engine.settings import MixtureMaker
    from workbench.store import ExportRecord, RegisteredTokenizer

_STEP_WORDS = {
    "read": "Read",
    "count": "Count pre-tokens",
    "encode": "Encode with the old merges",
    "merge": "New tokens",
    "try": "Try in contexts",
    "measure": "Measure",
}
_OF_LEARNING = (
    "held_out", "tie_break", "min_frequency", "max_token_bytes", "general_share", "block_tokens",
    "block_pattern",
)  # fmt: skip
_OF_MIXTURES = ("mixture", "alpha", "weight")


def add_extend_options(extend: CommandParser) -> None:
    """Add the options of `extend`."""
    add_tokenizer(extend)
    extend.add_argument(
        "paths", metavar="PATH", nargs="*", help=f"text of the domain: {PATHS_HELP}"
    )
    _add_ways(extend)
    _add_learning(extend)
    _add_results(extend)
    add_merge_rule_options(extend)
    add_reading_options(extend)
    add_labels(extend)
    add_weighting_options(extend)


def _add_ways(extend: CommandParser) -> None:
    ways = extend.add_mutually_exclusive_group()
    ways.add_argument(
        "--add", metavar="N", type=number, help="learn N further merges from the domain"
    )
    ways.add_argument(
        "--tokens",
        metavar="FILE",
        type=Path,
        help=r"add these tokens: one a line with \n \t \s \xNN \uNNNN as escapes, hex: and digits "
        "for bytes, or a JSON list; PATHs then only measure",
    )
    ways.add_argument(
        "--from",
        dest="other",
        metavar="TOKENIZER",
        help="add the tokens that this other tokenizer has and TOKENIZER lacks",
    )
    option = extend.add_argument
    option("--strict", action="store_true", help="refuse everything if one token cannot be added")
    option(
        "--special-tokens",
        metavar="SET|FILE",
        help="new special tokens too, or alone, as train takes them; their ids follow the new "
        "tokens",
    )
    option(
        "--fill-unused",
        action="store_true",
        help="give out unused ids before new ones; without it they stay unused",
    )


def _add_learning(extend: CommandParser) -> None:

    option = extend.add_argument
    option(
        "--held-out",
        metavar="SHARE",
        type=share,
        help="end of every source that is measured and not learned from (default 0.05, or 5%%)",
    )
    option(
        "--general",
        metavar="PATH",
        action="append",
        help="other text, on which little should change; by default the sample corpus; can be "
        "repeated",
    )
    option(
        "--general-share",
        metavar="SHARE",
        type=share,
        help="learn from the general text too, with this share of the whole",
    )
    add_superwords(extend)
    for key, words in (
        ("tie_break", "as of the command train"),
        ("min_frequency", SETTINGS["min_frequency"].help),
        ("max_token_bytes", "longest new token in bytes"),
    ):
        add_setting_option(extend, key, replace(SETTINGS[key], help=words))
    option(
        "--keep-on-interrupt",
        action="store_true",
        help="Ctrl+C stops merging and keeps what is merged",
    )


def _add_results(extend: CommandParser) -> None:
    option = extend.add_argument
    option(
        "--out",
        metavar="DIR",
        type=Path,
        required=True,
        help="write tokenizer.twb, report.json and embedding_rows.jsonl into DIR",
    )
    option(
        "--format",
        metavar="FORMAT",
        action="append",
        default=[],
        help="export it too, into DIR, and verify it; can be repeated",
    )
    option("--no-verify", action="store_true", help="do not ask the library of an export")
    option("--name", help="register it under this permanent name")
    option(
        "--model",
        metavar="NAME|DIR",
        help="tell what the new rows cost in this published model; of a DIR with config.json and "
        "safetensors write the model with its new rows into --out too",
    )
    add_resizing_options(extend)
    option("--width", metavar="D", type=number, help="embedding width, instead of --model")
    tied = extend.add_mutually_exclusive_group()
    tied.add_argument(
        "--tied", dest="tied", action="store_true", default=None, help="one embedding matrix"
    )
    tied.add_argument("--untied", dest="tied", action="store_false", help="input and output apart")


def extend_command(arguments: Namespace) -> int:
    """Extend, write the files, register and export if asked, and report."""
    check_extend(arguments)
    from engine.extension import check_fits, extend_tokenizer, extend_with_tokens, report_steps
    from engine.library import checked_merges_known

    formats = asked_formats(arguments)
    checkpoint = chosen_checkpoint(arguments)
    cost = model_cost(arguments, checkpoint)
    found = find_tokenizer(arguments.tokenizer, arguments.db, arguments.pattern, exact=False)
    tokenizer = checked_merges_known(found.tokenizer, "extended")
    settings = extension_settings(arguments, tokenizer)
    check_directory(arguments.out)
    resizing = None
    if checkpoint is not None:
        check_fits(checkpoint, tokenizer)
        resizing = (checkpoint, resize_settings(arguments, tokenizer))
    domain, general = domain_corpus(arguments), general_corpus(arguments)
    prepare_engine(quiet=arguments.json)
    cache = chosen_cache(arguments)
    if arguments.add is None:
        wanted = given_tokens(arguments, tokenizer)
        stop = None
        extending = extend_with_tokens(tokenizer, wanted, settings=settings)
    else:
        assert domain is not None  # check_extend has seen to it
        corpus, mixture = learned_corpus(arguments, domain, general)
        stop = StopRequest()
        extending = extend_tokenizer(
            tokenizer, corpus, arguments.add, settings=settings, mixture=mixture,
            cache=cache, stop=stop,
        )  # fmt: skip
        domain = None
    # What extends a model makes its folder itself, whole or not at all.
    with filled_directory(arguments.out) if resizing is None else nullcontext():
        extension: Extension = _finished(extending, stop if arguments.keep_on_interrupt else None)
        reporting = report_steps(extension, domain=domain, general=general, cost=cost, cache=cache)
        report: ExtensionReport = _finished(reporting, None)
        model = None
        if resizing is not None:
            model = resized(resizing[0], report, resizing[1], arguments.out)
        return _told(report, arguments, formats, found, model)


def _told(
    report: ExtensionReport,
    arguments: Namespace,
    formats: list[str],
    found: FoundTokenizer[AnyTokenizer],
    model: ResizedCheckpoint | None,
) -> int:
    from engine.extension import write_embedding_rows, write_report

    out: Path = arguments.out
    tokenizer = report.extension.tokenizer
    files = [
        tokenizer.save(out),
        write_report(report, out),
        write_embedding_rows(report.rows, out),
    ]
    registered = _registered(report, arguments, files[0], found)
    exports = _exported(report, arguments, formats)
    if arguments.json:
        document = _document(report, files, registered, exports)
        print_json(document | ({} if model is None else {"model": model.document()}))
    else:
        print_extension(report)
        if model is not None:
            print_resized(model)
        print()
        for path in files:
            print(path)
        tell_exports(exports)
        if registered is not None:
            print(f"Registered: {registered.reference}  {registered.semantic_hash}")
    check_verdicts(exports)
    return 0


def _finished(steps: Generator[ExtensionProgress, None, Any], stop: StopRequest | None) -> Any:
    """Run steps with progress; Ctrl+C cancels, or stops merging where there is a request."""
    line = TerminalProgress(sys.stderr)
    with Interruption() as interruption:

        def report(progress: ExtensionProgress) -> None:
            if interruption.requested:
                if stop is None or progress.phase != "merge":
                    raise CancelledError("Cancelled; nothing was written.")
                stop.keep()
            line.show(partial(_progress_words, progress))

        try:
            return result_of(steps, report)
        finally:
            line.clear()


def _progress_words(progress: ExtensionProgress) -> str:
    words = f"{_STEP_WORDS[progress.phase]} {progress.fraction or 0.0:4.0%}"
    if progress.phase == "merge":
        words = f"{words}  {progress.done:,} of {progress.total:,}"
        if progress.last_token:
            words = f"{words}  {visible(progress.last_token)}"
    return f"{words}  {progress.elapsed_s:.1f} s" if progress.elapsed_s else words


def _registered(
    report: ExtensionReport, arguments: Namespace, file: Path, found: FoundTokenizer[AnyTokenizer]
) -> RegisteredTokenizer | None:
    """Freeze the tokenizer under --name, with what it extends."""
    if arguments.name is None:
        return None
    from workbench.store import ImportedFile

    with open_existing_store(arguments.db) as store:
        return store.register_file(
            arguments.name,
            report.extension.tokenizer,
            ImportedFile.of(file),
            extension_metadata(report, arguments.tokenizer, found),
        )


def extension_metadata(
    report: ExtensionReport, name: str, found: FoundTokenizer[AnyTokenizer]
) -> dict[str, str]:
    """What a registered extension says of where it comes from."""
    old = report.extension.old
    parent = {"extends": name, "extends_hash": old.semantic_hash}
    if found.run_id is not None:
        parent["extends_run"] = found.run_id
    return parent | {
        "new_tokens": str(report.extension.n_new),
        "first_new_id": str(old.vocab_size),
    }


def _exported(
    report: ExtensionReport, arguments: Namespace, formats: list[str]
) -> list[ExportRecord]:
    from workbench.work.tokenizer_export import ExportWish, write_export

    made = []
    for name in formats:
        is_apart = len(formats) > 1 or Path(arguments.model or "").is_dir()
        folder = arguments.out / name if is_apart else arguments.out
        wish = ExportWish(name, folder, verifies=not arguments.no_verify)
        made.append(write_export(report.extension.tokenizer, wish).record)
    return made


def _document(
    report: ExtensionReport,
    files: list[Path],
    registered: RegisteredTokenizer | None,
    exports: list[ExportRecord],
) -> dict[str, Any]:
    """The report with the files; lists of thousands of old tokens stay in report.json."""
    from workbench.work.tokenizer_export import export_document

    document = report.document()
    for key in ("never_fired", "unused_old_tokens"):
        if document[key] is not None:
            document[key] = {"n": document[key]["n"]}
    names = ("tokenizer", "report", "embedding_rows")
    return document | {
        "files": {name: str(path.absolute()) for name, path in zip(names, files, strict=True)},
        "registered": None if registered is None else registered.reference,
        "exported": [export_document(record) for record in exports],
    }


def check_extend(arguments: Namespace) -> None:
    """Raise UsageError for options that contradict each other or say nothing here."""
    if arguments.add is not None:
        check_paths(arguments.paths)
    else:
        way = _way(arguments)
        for key in (*_OF_LEARNING, *_OF_MIXTURES):
            if getattr(arguments, key) is not None:
                option = "--" + key.replace("_", "-")
                raise UsageError(f"{option} is for merges that are learned; {way} learns none.")
    if arguments.strict and arguments.add is not None:
        raise UsageError("--strict is for given tokens; --add learns its own.")
    if arguments.target_bytes is not None or arguments.seed is not None:
        raise UsageError("extend reads all of the text; --target-bytes and --seed do not go here.")
    if arguments.general_share is not None:
        if not arguments.general:
            raise UsageError("--general-share needs --general PATH, the text to learn from too.")
        if any(getattr(arguments, key) is not None for key in _OF_MIXTURES):
            raise UsageError("--general-share and another mixture exclude each other.")
    if arguments.model is not None and arguments.width is not None:
        raise UsageError("--model and --width exclude each other: a model has its own width.")


def _way(arguments: Namespace) -> str:
    """The option that gives the new tokens. Raises UsageError where none does."""
    if arguments.tokens is not None:
        return "--tokens"
    if arguments.other is not None:
        return "--from"
    if arguments.special_tokens is None:
        raise UsageError(
            "Nothing to add: give --add N, --tokens FILE, --from TOKENIZER or --special-tokens SET."
        )
    return "--special-tokens"


def extension_settings(arguments: Namespace, tokenizer: Tokenizer) -> ExtensionSettings:
    """The settings of the engine. Raises ConfigError.

    Special tokens of a set or file that are there already keep their ids, and a note says so.
    """
    from engine.extension import ExtensionSettings
    from engine.settings import special_token_design

    keys = ("held_out", "tie_break", "min_frequency", "max_token_bytes")
    given: dict[str, Any] = {
        key: getattr(arguments, key) for key in keys if getattr(arguments, key) is not None
    }
    given["merge_rules"] = joined_merge_rules({}, given_merge_rules(arguments))
    given |= superwords_of_extension(arguments)
    if arguments.special_tokens is not None:
        known: dict[str, int] = tokenizer.special_tokens
        wanted = special_token_design(arguments.special_tokens).tokens
        given["special_tokens"] = tuple(name for name in wanted if name not in known)
        for name in [name for name in wanted if name in known]:
            print_note(f"The special token {name} is there already, with the id {known[name]}.")
        is_alone = arguments.add is None and _way(arguments) == "--special-tokens"
        if is_alone and not given["special_tokens"]:
            raise UsageError(
                f"{arguments.tokenizer} has all special tokens of {arguments.special_tokens}; "
                "there is nothing to add."
            )
    return ExtensionSettings(**given, fill_unused=arguments.fill_unused, strict=arguments.strict)


def domain_corpus(arguments: Namespace) -> Corpus | None:
    """The text of the domain, None where no PATH is given."""
    return chosen_corpus(arguments) if arguments.paths else None


def general_corpus(arguments: Namespace) -> Corpus:
    """The general text: the given paths, or the sample corpus."""
    from engine.corpus import Corpus

    if not arguments.general:
        return Corpus.from_paths(sample_corpus_folder())
    return Corpus.from_paths(arguments.general, **given_reading(arguments))


def learned_corpus(
    arguments: Namespace, domain: Corpus, general: Corpus
) -> tuple[Corpus, MixtureMaker | None]:
    """What is learned from, and how much of each source counts."""
    from engine.extension import GeneralShare, joined_corpus

    if arguments.general_share is not None:
        return joined_corpus(domain, general), GeneralShare(arguments.general_share)
    arguments.recipe = None
    return domain, wanted_mixture(arguments, {}, domain).maker


def given_tokens(arguments: Namespace, tokenizer: Tokenizer) -> TokenList:
    """The tokens of --tokens or --from, none where special tokens are all that is added.

    Raises TokenizerFileError, ConfigError and CommandError.
    """
    from engine.extension import tokens_of_other

    if arguments.tokens is not None:
        found = read_token_list(arguments.tokens)
        note_gpt2_notation(each.token for each in found.tokens)
        return found
    if arguments.other is None:
        return TokenList((), ())
    other = load_tokenizer(arguments.other, arguments.db)
    wanted = tokens_of_other(tokenizer, other)
    if not wanted.tokens:
        raise ConfigError(
            f"{arguments.other} has no token that {arguments.tokenizer} lacks.", setting="other"
        )
    if other.pattern != tokenizer.pattern:
        print_note(pattern_note(arguments.other, arguments.tokenizer, other, tokenizer))
    return wanted


def pattern_note(other_name: str, name: str, other: Tokenizer, tokenizer: Tokenizer) -> str:
    """The sentence on tokens that come from another split pattern."""
    return (
        f"{other_name} splits text by another split pattern ({_pattern_words(other)}) than {name} "
        f"({_pattern_words(tokenizer)}), which stays: tokens that cross its boundaries are skipped."
    )


def _pattern_words(tokenizer: Tokenizer) -> str:
    return tokenizer.pattern_name or "one of its own"
