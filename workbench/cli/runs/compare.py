"""`compare`: scores, settings, vocabularies and first different merge of two to four tokenizers.

The first one is the baseline; every other one has a column with its differences from it. The
findings come first, then a table of the rows that differ by LEAST_CHANGE or more; --all,
--differences-only and --filter choose other rows, --format their layout. Exit status 2 for another
number of tokenizers.
"""

from __future__ import annotations

import json
import re
import shlex
from argparse import Namespace
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from workbench.cli.shared.errors import UsageError
from workbench.cli.shared.inputs import load_any_tokenizer, note_library, open_existing_store
from workbench.cli.shared.options import CommandParser, add_format
from workbench.cli.shared.output import (
    check_format,
    count,
    decimal,
    difference,
    finite,
    known_language,
    measured_texts,
    print_json,
    print_rows,
    print_table,
)
from workbench.text.numbers import GROUP_SPACE, multiple
from workbench.text.table_text import TableFormat

if TYPE_CHECKING:
    from engine.analysis import MergeDivergence, PairCount, UnknownMerges, VocabularyDifference
    from workbench.work.runs.comparison import CommonEvaluation, ComparedFact, ComparedTokenizer
    from workbench.work.runs.differences import LanguageChange, LanguageChanges

    _Part = MergeDivergence | UnknownMerges | None
    _Pairs = Sequence[tuple[ComparedTokenizer, VocabularyDifference, _Part]]

_WIDEST = 40
_MOST_LANGUAGES = 6
_ABSENT = "-"
_Layout = TableFormat | Literal["table"]


def add_compare_options(compare: CommandParser) -> None:
    """Add the options of `compare`."""
    option = compare.add_argument
    option(
        "tokenizers",
        metavar="TOKENIZER",
        nargs="+",
        help="two to four: id or name of a run, a tokenizer file of any format, or a directory; "
        "the first is the baseline of the others",
    )
    rows = compare.add_mutually_exclusive_group()
    rows.add_argument(
        "--all",
        action="store_true",
        help="print all rows and languages, not only those that differ by 1 %% or more",
    )
    rows.add_argument(
        "--differences-only",
        action="store_true",
        help="print every row that is not the same in all of them, also in other formats and JSON",
    )
    option(
        "--filter",
        metavar="REGEX",
        help="only rows whose name fits, such as settings or metrics.premium",
    )
    add_format(compare)


def compare_command(arguments: Namespace) -> int:
    """Load everything, compare it with the first, and print it."""
    from engine.analysis import vocabulary_difference
    from workbench.work.runs.comparison import LEAST, MOST, common_evaluation, compared_facts

    names = arguments.tokenizers
    if not LEAST <= len(names) <= MOST:
        raise UsageError(f"compare takes {LEAST} to {MOST} tokenizers, not {len(names)}.")
    check_format(arguments)
    wanted = _pattern(arguments.filter)
    compared = [_compared(name, arguments.db) for name in names]
    if not arguments.json:
        compared = _with_short_names(compared)
    compared = _named_apart(compared)
    evaluation = common_evaluation(compared)
    every = compared_facts(compared, evaluation)
    facts = [
        fact
        for fact in every
        if wanted.search(fact.name) and (fact.differs or not arguments.differences_only)
    ]
    pairs = [
        (each, vocabulary_difference(compared[0].tokenizer, each.tokenizer), _part(compared, each))
        for each in compared[1:]
    ]
    if arguments.json:
        print_json(_document(compared, every, facts, evaluation, pairs))
        return 0
    if arguments.format == "table":
        _print_scores(compared, every, evaluation)
        _print_languages(compared, evaluation, shows_all=arguments.all)
        _print_divergences(compared[0], pairs, arguments.format)
        _print_vocabularies(compared[0], pairs, arguments.format)
        print()
        _print_facts(compared, _chosen(compared, facts, arguments), arguments)
        return 0
    _print_facts(compared, facts, arguments)
    _print_vocabularies(compared[0], pairs, arguments.format)
    _print_divergences(compared[0], pairs, arguments.format)
    return 0


def _chosen(
    compared: Sequence[ComparedTokenizer], facts: Sequence[ComparedFact], arguments: Namespace
) -> Sequence[ComparedFact]:
    """The rows of the table: those asked for, else those that differ by LEAST_CHANGE or more."""
    from workbench.work.runs.differences import changes_much

    if arguments.all or arguments.differences_only or arguments.filter is not None:
        return facts
    unknown = [place for place, each in enumerate(compared) if each.record is None]
    return [fact for fact in facts if changes_much(fact, unknown)]


def _pattern(text: str | None) -> re.Pattern[str]:
    try:
        return re.compile(text or "", re.IGNORECASE)
    except re.error as error:
        raise UsageError(f"--filter {text!r} is no regular expression: {error}.") from None


def _compared(argument: str, database: Path | None) -> ComparedTokenizer:
    from workbench.work.runs.comparison import ComparedTokenizer

    path = Path(argument)
    tokenizer = load_any_tokenizer(argument, database)
    note_library(argument, tokenizer)
    if path.exists():
        return ComparedTokenizer(argument, tokenizer, path=path)
    with open_existing_store(database) as store:
        record = store.run(argument)
        evaluations = store.evaluations(argument)
    return ComparedTokenizer(record.summary.name, tokenizer, record, evaluations)


def _with_short_names(compared: list[ComparedTokenizer]) -> list[ComparedTokenizer]:
    """Files by no more of their paths than tells them apart, for headings."""
    from workbench.work.comparison import tokenizer_names

    names = tokenizer_names([str(each.path or each.name) for each in compared])
    return [replace(each, name=name) for each, name in zip(compared, names, strict=True)]


def _named_apart(compared: list[ComparedTokenizer]) -> list[ComparedTokenizer]:
    """Those with the same name get their run's id behind it, or their place."""
    from workbench.work.runs.comparison import ComparedTokenizer

    names = [each.name for each in compared]
    run_ids = [each.run_id for each in compared]
    made = []
    for place, each in enumerate(compared, 1):
        name = each.name
        if names.count(name) > 1:
            is_known = each.run_id is not None and run_ids.count(each.run_id) == 1
            name = f"{name} ({each.run_id if is_known else place})"
        made.append(
            ComparedTokenizer(name, each.tokenizer, each.record, each.evaluations, each.path)
        )
    return made


def _part(compared: Sequence[ComparedTokenizer], other: ComparedTokenizer) -> _Part:
    from engine.analysis import merge_comparison
    from workbench.work.runs.comparison import same_text

    first = compared[0]
    same = same_text(first.record, other.record)
    return merge_comparison(first.tokenizer, other.tokenizer, same_text=same)


def _print_scores(
    compared: Sequence[ComparedTokenizer],
    facts: Sequence[ComparedFact],
    evaluation: CommonEvaluation | None,
) -> None:
    """Print the figures that decide, and what changed from the first one."""
    from workbench.work.runs.differences import scores_of

    scores = scores_of(compared, evaluation)
    is_parallel = any(score.premium is not None for score in scores)
    rows = []
    for place, (each, score) in enumerate(zip(compared, scores, strict=True)):
        tokens = difference(score.tokens) if place else "baseline"
        language = known_language(score.label) or score.label
        premium = "-"
        if score.premium is not None:
            premium = _with_commas(f"{language} {multiple(score.premium)}")
        measured = [] if evaluation is None else [decimal(score.bytes_per_token), tokens]
        rows.append([each.name, *([premium] * is_parallel), *measured, count(score.vocab_size)])
    heads = ["highest premium"] * is_parallel + ["vocabulary size"]
    if evaluation is not None:
        heads[-1:-1] = ["bytes/token", "tokens"]
    print_table(["", *heads], rows)
    if evaluation is None:
        print(f"No common measurement is stored. {_measuring_advice(compared)}")
    else:
        print(f"Measured on {measured_texts(evaluation.texts)}, all texts together.")
    print()
    for place, each in enumerate(compared[1:], 1):
        words = _changes(facts, place) or "nothing in settings and corpus"
        print(f"What changed in {each.name}: {words}")


def _print_languages(
    compared: Sequence[ComparedTokenizer], evaluation: CommonEvaluation | None, *, shows_all: bool
) -> None:
    """Say for each tokenizer in which languages it is better or worse than the first."""
    from workbench.work.runs.differences import LEAST_CHANGE, language_changes

    n_named = None if shows_all else _MOST_LANGUAGES
    for place, each in enumerate(compared[1:], 1):
        if (found := language_changes(evaluation, place)) is not None and found.n_languages:
            print(f"{_languages_head(compared[0].name, each.name, found)}:")
            for words, changes in (("better", found.better), ("worse", found.worse)):
                listed = _change_list(changes, found, n_named)
                print(f"  {words} in {len(changes):,} of {found.n_languages:,}{listed}")
            print(f"  equal within {LEAST_CHANGE:.0%} in {len(found.equal):,}".replace("%", " %"))


def _languages_head(first: str, other: str, found: LanguageChanges) -> str:
    if found.figure == "premium":
        return f"Premium by language, {other} against {first}"
    return f"Tokens for the same text by label, {other} against {first}"


def _change_list(
    changes: Sequence[LanguageChange], found: LanguageChanges, n_named: int | None
) -> str:
    """Example: ": Tamil 2.50 → 2.10, Thai 1.90 → 1.80 and 3 more (--all)"."""
    words = []
    for each in changes[:n_named]:
        language = known_language(each.label) or each.label
        if found.figure == "premium":
            words.append(f"{language} {each.before:.2f} → {each.after:.2f}")
        else:
            words.append(f"{language} {difference(each.share)}")
    n_more = len(changes) - len(words)
    more = f" and {n_more:,} more (--all)" if n_more else ""
    return f": {', '.join(words)}{more}" if words else ""


def _measuring_advice(compared: Sequence[ComparedTokenizer]) -> str:
    """What measures the tokenizers on the same texts."""
    first, *others = (shlex.quote(str(each.path or each.run_id or each.name)) for each in compared)
    baselines = " ".join(f"--baseline {other}" for other in others)
    return f"Measure them on the same texts: tokenizer-workbench evaluate {first} TEXTS {baselines}"


def _changes(facts: Sequence[ComparedFact], place: int) -> str:
    from workbench.work.runs.differences import change_words

    def words_of(fact: ComparedFact) -> tuple[str, str]:
        return _cell(fact.values[0], shorten=True), _cell(fact.values[1], shorten=True)

    return _with_commas(change_words(facts, place, _setting_words, words_of))


def _setting_words(fact: ComparedFact) -> str:
    names = {"vocab_size": "vocabulary", "pattern": "split pattern"}
    return names.get(fact.key, fact.key.replace("_", " "))


def _difference_cell(fact: ComparedFact, place: int) -> str:
    """A difference with the sign of better or worse behind it."""
    from workbench.work.runs.differences import decimal_places, difference_of, difference_text

    found = difference_of(fact, place)
    words = _with_commas(difference_text(found, decimal_places(fact.values)))
    is_better = None if found is None else found.is_better
    return words if is_better is None else f"{words} {'▲' if is_better else '▼'}"


def _print_facts(
    compared: Sequence[ComparedTokenizer],
    facts: Sequence[ComparedFact],
    arguments: Namespace,
) -> None:
    is_table = arguments.format == "table"
    headers = ["", "property"] if is_table else ["property"]
    headers.append(compared[0].name)
    for each in compared[1:]:
        headers += [each.name, f"Δ {each.name}"]
    rows = []
    for fact in facts:
        cells = [_cell(fact.values[0], shorten=is_table)]
        for place, value in enumerate(fact.values[1:], 1):
            cells += [_cell(value, shorten=is_table), _difference_cell(fact, place)]
        mark = ["*" if fact.differs else ""] if is_table else []
        rows.append([*mark, fact.name, *cells])
    print_rows(headers, rows, arguments.format, n_words=len(headers), empty=_no_rows(arguments))
    if is_table and facts:
        print(f"\n{_legend(arguments)}")


def _no_rows(arguments: Namespace) -> str:
    if arguments.filter is not None:
        return (
            f"No row has a name that fits --filter {arguments.filter!r}; names are such as "
            "settings.vocab_size and metrics.premium."
        )
    from workbench.work.runs.differences import LEAST_CHANGE

    return f"All rows are equal or differ by less than {LEAST_CHANGE * 100:g} %; --all shows them."


def _legend(arguments: Namespace) -> str:
    """What the signs of the table mean, and which rows it leaves out."""
    from workbench.work.runs.differences import LEAST_CHANGE

    signs = "* differs; Δ: difference from the first, ▲ better, ▼ worse"
    if arguments.all or arguments.differences_only or arguments.filter is not None:
        return signs
    return (
        f"{signs}. Rows that are equal, or measured and differ by less than "
        f"{LEAST_CHANGE * 100:g} %, are shown by --all."
    )


def _cell(value: Any, *, shorten: bool) -> str:
    from workbench.work.runs.comparison import MISSING

    if value is MISSING:
        return _ABSENT
    if value is None:
        return "none"
    words = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)
    if isinstance(value, float) and shorten:
        words = f"{value:,.4g}" if abs(value) < 1000 else f"{value:,.0f}"
    elif isinstance(value, int) and not isinstance(value, bool) and shorten:
        words = count(value)
    words = " ".join(words.split())
    return words if not shorten or len(words) <= _WIDEST else f"{words[: _WIDEST - 1]}…"


def _print_vocabularies(first: ComparedTokenizer, pairs: _Pairs, how: _Layout) -> None:
    headers = ["shared tokens", "in both", "share", f"only {first.name}", "only the other",
               "special: in both", f"only {first.name}", "only the other"]  # fmt: skip
    rows = [
        [
            other.name, count(found.n_both), f"{100 * found.overlap:.1f} %",
            count(found.n_first), count(found.n_second), *(count(len(s)) for s in found.special),
        ]
        for other, found, _ in pairs
    ]  # fmt: skip
    print()
    print_rows(headers, rows, how, n_words=1)


def _print_divergences(first: ComparedTokenizer, pairs: _Pairs, how: _Layout) -> None:
    from engine.analysis import UnknownMerges
    from engine.encoding import Tokenizer
    from workbench.work.runs.comparison import (
        divergence_headline,
        divergence_sentences,
        pair_words,
        reason_sentences,
    )

    print()
    if how == "table":
        for other, _, part in pairs:
            names = (first.name, other.name)
            headline = _with_commas(divergence_headline(part, names))
            print(f"{first.name} and {other.name}: {headline}".rstrip())
            for sentence in () if part is None else divergence_sentences(part, names):
                print(f"  {_with_commas(sentence)}")
        return
    headers = ["other", "equal merges", f"{first.name} merges", "the other merges", "reason"]
    rows = []
    for other, _, part in pairs:
        if part is None:
            assert isinstance(first.tokenizer, Tokenizer)
            rows.append([other.name, count(first.tokenizer.n_merges), "", "", "all the same"])
            continue
        if isinstance(part, UnknownMerges):
            names = (first.name, other.name)
            rows.append([other.name, "", "", "", " ".join(divergence_sentences(part, names))])
            continue
        words = ["" if pair is None else pair_words(pair) for pair in part.pairs]
        reason = _with_commas(" ".join(reason_sentences(part, (first.name, other.name))))
        rows.append([other.name, count(part.rank), *words, reason])
    print_rows(headers, rows, how, n_words=None)


def _document(
    compared: Sequence[ComparedTokenizer],
    every: Sequence[ComparedFact],
    facts: Sequence[ComparedFact],
    evaluation: CommonEvaluation | None,
    pairs: _Pairs,
) -> dict[str, Any]:
    """every: all facts; facts: those that were asked for."""
    from workbench.work.runs.comparison import MISSING
    from workbench.work.runs.differences import scores_of

    scores = scores_of(compared, evaluation)
    return {
        "baseline": compared[0].name,
        "tokenizers": [
            {
                "name": each.name,
                "run_id": each.run_id,
                "path": None if each.path is None else str(each.path),
                "vocab_size": score.vocab_size,
                "bytes_per_token": finite(score.bytes_per_token),
                "tokens_difference": finite(score.tokens),
                "highest_premium": finite(score.premium),
                "highest_premium_label": score.label or None,
                "changed": _changed_document(every, place) if place else None,
            }
            for place, (each, score) in enumerate(zip(compared, scores, strict=True))
        ],
        "evaluated_on": None if evaluation is None else evaluation.texts,
        "facts": [
            {
                "name": fact.name,
                "differs": fact.differs,
                "values": {
                    each.name: _jsonable(value)
                    for each, value in zip(compared, fact.values, strict=True)
                    if value is not MISSING
                },
                "differences": {
                    each.name: found
                    for place, each in enumerate(compared)
                    if (found := _difference_document(fact, place)) is not None
                },
            }
            for fact in facts
        ],
        "pairs": _pair_documents(compared[0], pairs, evaluation),
    }


def _pair_documents(
    first: ComparedTokenizer, pairs: _Pairs, evaluation: CommonEvaluation | None
) -> list[dict[str, Any]]:
    return [
        {**_pair_document(first, *pair), "languages": _languages(evaluation, place)}
        for place, pair in enumerate(pairs, 1)
    ]


def _languages(evaluation: CommonEvaluation | None, place: int) -> dict[str, Any] | None:
    """The languages in which a tokenizer is better, worse or equal; None if one is not measured."""
    from workbench.work.runs.differences import language_changes

    found = language_changes(evaluation, place)
    if found is None:
        return None
    parts = {"better": found.better, "worse": found.worse, "equal": found.equal}
    return {"figure": found.figure} | {
        name: [
            {"label": each.label, "first": each.before, "second": each.after} for each in changes
        ]
        for name, changes in parts.items()
    }


def _changed_document(facts: Sequence[ComparedFact], place: int) -> list[dict[str, Any]]:
    from workbench.work.runs.differences import changed_facts

    return [
        {"name": fact.name, "before": fact.values[0], "after": fact.values[1]}
        for fact in changed_facts(facts, place)
    ]


def _difference_document(fact: ComparedFact, place: int) -> dict[str, Any] | None:
    """The difference from the first one; None for none and for words."""
    from workbench.work.runs.differences import difference_of

    found = difference_of(fact, place)
    if found is None or found.unit == "other":
        return None
    if found.unit == "entries":
        return {"added": found.added, "removed": found.removed}
    absolute = fact.values[place] - fact.values[0]
    return {"absolute": absolute, "share": finite(found.share), "is_better": found.is_better}


def _jsonable(value: Any) -> Any:
    """JSON knows no NaN."""
    return None if isinstance(value, float) and value != value else value


def _pair_document(
    first: ComparedTokenizer,
    other: ComparedTokenizer,
    vocabulary: VocabularyDifference,
    part: _Part,
) -> dict[str, Any]:
    from engine.analysis import MergeDivergence
    from workbench.work.runs.comparison import divergence_headline, divergence_sentences, pair_words

    both, only_first, only_second = vocabulary.special
    return {
        "first": first.name,
        "second": other.name,
        "vocabulary": {
            "in_both": vocabulary.n_both,
            "only_first": vocabulary.n_first,
            "only_second": vocabulary.n_second,
            "share_in_both": vocabulary.overlap,
            "special_tokens": {"in_both": both, "only_first": only_first,
                               "only_second": only_second},
        },
        "merges_unknown": _unknown_document(part, (first.name, other.name)),
        "first_divergence": None if not isinstance(part, MergeDivergence) else {
            "rank": part.rank,
            "merges": [
                None if pair is None else {
                    "left": pair.left.hex(), "right": pair.right.hex(),
                    "shown": pair_words(pair),
                    "counts": [_count_document(each) for each in pair.counts],
                }
                for pair in part.pairs
            ],
            "reasons": [
                {"kind": reason.kind, "side": reason.side, "number": reason.number,
                 "differing": reason.differing, "unknown": reason.unknown}
                for reason in part.reasons
            ],
            "headline": _with_commas(divergence_headline(part, (first.name, other.name))),
            "sentences": [
                _with_commas(sentence)
                for sentence in divergence_sentences(part, (first.name, other.name))
            ],
        },
    }  # fmt: skip


def _unknown_document(part: _Part, names: tuple[str, str]) -> dict[str, Any] | None:
    """Why merges were not compared, None where they were."""
    from engine.analysis import UnknownMerges
    from workbench.work.runs.comparison import divergence_sentences

    if not isinstance(part, UnknownMerges):
        return None
    return {
        "side": part.side, "library": part.library, "reason": part.reason,
        "sentence": divergence_sentences(part, names)[0],
    }  # fmt: skip


def _with_commas(sentence: str) -> str:
    """The command line groups digits by commas."""
    return sentence.replace(GROUP_SPACE, ",")


def _count_document(known: PairCount) -> dict[str, int | None]:
    return {
        "at_least": known.at_least,
        "at_most": known.at_most,
        "merged_at": known.merged_at,
    }
