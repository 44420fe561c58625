"""`vocabulary --find`, `--token`, `--contexts`, `--at-merge`: tokens instead of a report."""

from __future__ import annotations

import json
import re
import shlex
from argparse import Namespace
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, cast

from workbench.cli.shared.errors import CommandError, UsageError
from workbench.cli.shared.inputs import read_input
from workbench.cli.shared.output import (
    counted,
    prepare_engine,
    print_json,
    print_note,
    print_rows,
    result_with_line,
)
from workbench.text.numbers import byte_size, whole_number
from workbench.text.visible_text import visible

if TYPE_CHECKING:
    import numpy as np

    from engine.analysis import ContextProgress, TokenContext, TokenUsage, VocabularyReport
    from engine.corpus import Corpus
    from engine.encoding import Tokenizer
    from workbench.vocabulary.vocabulary_filter import Condition, Meant
    from workbench.vocabulary.vocabulary_index import VocabularyIndex

_LONGEST = 60
_WHAT_WIDTH = 30
_MOST_LISTED = 20


def find_tokens(arguments: Namespace, tokenizer: Tokenizer, usage: TokenUsage | None) -> int:
    """Print the tokens that a filter leaves, as the window's vocabulary does.

    usage: of the texts that were given, which then say the uses; None for no texts.
    """
    import numpy as np

    from engine.analysis import vocabulary_report
    from workbench.vocabulary.vocabulary_filter import FilterError, NoTextError, filter_mask

    prepare_engine()
    index = _index(tokenizer)
    report = index.report
    if _asks_for_reach(report, arguments.find):
        report = vocabulary_report(tokenizer)
    if usage is not None:
        report = report.with_usage(usage, " ".join(arguments.paths))
    try:
        ids = np.flatnonzero(filter_mask(index, arguments.find, report)).tolist()
    except NoTextError as error:
        again = f"vocabulary {arguments.tokenizer} texts/ --find {shlex.quote(arguments.find)}"
        raise UsageError(f"{error.what} needs a text: {again}") from None
    except FilterError as error:
        raise UsageError(str(error)) from None
    if arguments.json:
        print_json(
            {
                "tokenizer": arguments.tokenizer,
                "filter": arguments.find,
                "count": len(ids),
                "tokens": [
                    _token(index, token_id) | _measured_uses(usage, token_id) for token_id in ids
                ],
            }
        )
        return 0
    rows = [
        (str(i), _shown(index.vocabulary[i]), _known(index.ranks[i]), _known(index.counts[i]))
        + (() if usage is None else (f"{int(usage.counts[i]):,}",))
        for i in ids
    ]
    heads = ("id", "token", "rank", "count", *(() if usage is None else ("uses",)))
    empty = "" if rows else _no_match_words(index, arguments.find, report)
    print_rows(heads, rows, arguments.format, n_words=2, empty=empty)
    return 0


def _measured_uses(usage: TokenUsage | None, token_id: int) -> dict[str, int]:
    return {} if usage is None else {"uses": int(usage.counts[token_id])}


def _no_match_words(index: VocabularyIndex, text: str, report: VocabularyReport) -> str:
    """What was looked for in which notation, how many tokens each condition has, what to try."""
    from workbench.vocabulary.vocabulary_filter import conditions_of, filter_mask

    conditions = conditions_of(text)
    first = f"No token of the {index.n_tokens:,} ids matches {text}."
    asked = [_condition_words(each) for each in conditions if each.key == "text"]
    if asked:
        first += f" Looked for {'; '.join(asked)}."
    if len(conditions) > 1:
        alone = (int(filter_mask(index, each.words, report).sum()) for each in conditions)
        matches = (f"{each.words} {n:,}" for each, n in zip(conditions, alone, strict=True))
        return f"{first} Every condition must match; alone they match: {', '.join(matches)}."
    if asked:
        any_case = f"/{re.escape(conditions[0].value)}/i"
        return f"{first} Try a part of the text, or {any_case} for any case."
    return f"{first} Try a wider condition; `vocabulary --help` shows the kinds."


def _condition_words(condition: Condition) -> str:
    """Example: "Ġzzz" as text and " zzz" in GPT-2's notation."""
    from workbench.vocabulary.vocabulary_filter import readings_of

    readings = readings_of(condition.value, is_quoted=condition.words.startswith('"'))
    return " and ".join(f"{_quoted(each.data)} {each.notation}" for each in readings)


def _asks_for_reach(report: VocabularyReport, text: str) -> bool:
    """Whether a filter names tokens of which only an encode of each of them tells."""
    from workbench.vocabulary.vocabulary_filter import conditions_of

    return report.unreachable is None and any(
        each.key in {"is", "not"}
        and each.value in report.names
        and report.named(each.value) is None
        for each in conditions_of(text)
    )


def show_token(arguments: Namespace, tokenizer: Tokenizer, corpus: Corpus | None) -> int:
    """Print all that is known of one token; with a corpus also where it stands in it."""
    prepare_engine()
    index = _index(tokenizer)
    token_id = _id_of(index, tokenizer, arguments.token)
    contexts = () if corpus is None else _contexts(tokenizer, corpus, token_id)
    if arguments.json:
        print_json(_token_document(arguments, tokenizer, index, token_id, corpus, contexts))
        return 0
    if corpus is not None:
        rows = [
            (each.label, _shown(each.left, tail=True), _shown(each.token), _shown(each.right))
            for each in contexts
        ]
        empty = ""
        if not rows:
            files = ", ".join(arguments.contexts)
            empty = (
                f"{_named(index, token_id)} is in no encoding of {files}: the text is missing "
                "there, or longer tokens cover it."
            )
        heads = ("label", "before", "token", "after")
        print_rows(heads, rows, arguments.format, n_words=4, empty=empty)
        for problem in corpus.problem_sentences:
            print_note(problem)
        return 0
    facts = _token_rows(tokenizer, index, token_id)
    if arguments.format == "table":
        for what, value in facts:
            print(f"{what:<{_WHAT_WIDTH}}{value}")
    else:
        print_rows(("what", "value"), facts, arguments.format, n_words=2)
    return 0


def encode_at_merge(arguments: Namespace, tokenizer: Tokenizer) -> int:
    """Print a text as it was encoded after the first merges."""
    from engine.analysis import MergeReplayer

    k = arguments.at_merge
    if not 0 <= k <= tokenizer.n_merges:
        raise UsageError(f"--at-merge takes a number from 0 to {tokenizer.n_merges:,}, not {k:,}.")
    prepare_engine()
    text = read_input(None) if arguments.text is None else arguments.text
    replay = MergeReplayer(tokenizer).replay(text)
    ids, bounds = replay.spans(k)
    following, before = replay.next_change(k), replay.previous_change(k)
    if arguments.json:
        print_json(
            {
                "tokenizer": arguments.tokenizer,
                "merges": k,
                "ids": ids.tolist(),
                "starts": bounds.tolist(),
                "bytes": len(replay.data),
                "bytes_per_token": len(replay.data) / len(ids) if len(ids) else None,
                "next_change": following,
                "previous_change": before,
            }
        )
        return 0
    rows = [(str(token_id), _shown(tokenizer.vocabulary[token_id])) for token_id in ids.tolist()]
    empty = "The text is empty, so it has no tokens; give --text TEXT or standard input."
    print_rows(("id", "token"), rows, arguments.format, n_words=2, empty=empty)
    return 0


def _index(tokenizer: Tokenizer) -> VocabularyIndex:
    from workbench.vocabulary.vocabulary_index import VocabularyIndex, index_vocabulary

    *_, index = index_vocabulary(tokenizer)
    return cast(VocabularyIndex, index)


def _id_of(index: VocabularyIndex, tokenizer: Tokenizer, wanted: str) -> int:
    """The id that a number, or a token's text in a notation of --find, means."""
    from workbench.vocabulary.vocabulary_filter import tokens_meant

    meant = tokens_meant(index, wanted)
    number = wanted.removeprefix("id:")
    is_number = number.isascii() and number.isdecimal()
    if is_number and (whole_number(number) < index.n_tokens or not meant):
        for each in meant:
            print_note(f"{wanted} is read as an id; the text {wanted} is the id {each.token_id}.")
        return _known_id(index, number)
    if len(meant) == 1:
        return meant[0].token_id
    if meant:
        raise CommandError(_ambiguous_words(index, wanted, meant))
    raise CommandError(_unknown_words(index, tokenizer, wanted))


def _known_id(index: VocabularyIndex, number: str) -> int:
    token_id = whole_number(number)
    if token_id >= index.n_tokens:
        shown = number if len(number) <= _LONGEST else f"{number[:_LONGEST]}…"
        raise CommandError(
            f"{shown} is no id from 0 to {index.n_tokens - 1:,}, and the text of no token."
        )
    if not index.vocabulary[token_id]:
        raise CommandError(f"The id {token_id} is not used in this vocabulary.")
    return token_id


def _ambiguous_words(index: VocabularyIndex, wanted: str, meant: Sequence[Meant]) -> str:
    tokens = " and ".join(f"{_named(index, each.token_id)} {each.notation}" for each in meant)
    return f"{wanted!r} means {tokens}; give the id, such as --token {meant[0].token_id}."


def _unknown_words(index: VocabularyIndex, tokenizer: Tokenizer, wanted: str) -> str:
    """What was looked for, the nearest tokens, and how the text is encoded."""
    from workbench.vocabulary.vocabulary_filter import nearest_tokens, token_readings_of

    first = f"{wanted!r} is no token and no id from 0 to {index.n_tokens - 1:,}"
    readings = token_readings_of(wanted)
    if not readings:
        return f"{first}; give an id or a text."
    looked = " and ".join(f"{_quoted(each.data)} {each.notation}" for each in readings)
    sentences = [f"{first}; looked for {looked}."]
    if near := nearest_tokens(index, wanted):
        sentences.append(f"Nearest: {', '.join(_named(index, each) for each in near)}.")
    ids = tokenizer.encode_to_array(readings[-1].data).tolist()
    shown = " + ".join(_named(index, each) for each in ids[:_MOST_LISTED])
    more = f" and {len(ids) - _MOST_LISTED:,} more" if len(ids) > _MOST_LISTED else ""
    sentences.append(f"It is encoded as {counted(len(ids), 'token')}: {shown}{more}.")
    return " ".join(sentences)


def _quoted(data: bytes) -> str:
    return json.dumps(data.decode("utf-8", "replace"), ensure_ascii=False)


def _contexts(tokenizer: Tokenizer, corpus: Corpus, token_id: int) -> tuple[TokenContext, ...]:
    from engine.analysis import context_steps

    return result_with_line(context_steps(tokenizer, corpus, token_id), _progress_text)


def _progress_text(progress: ContextProgress) -> str:
    done, total = byte_size(progress.done), byte_size(progress.total)
    return f"Look through {done} of {total}"


def _token_rows(
    tokenizer: Tokenizer, index: VocabularyIndex, token_id: int
) -> list[tuple[str, str]]:
    from engine.analysis import making_by_label

    data = index.vocabulary
    rows = [
        ("id", str(token_id)), ("token", _shown(data[token_id])), ("hex", data[token_id].hex(" ")),
        ("rank", _known(index.ranks[token_id])),
    ]  # fmt: skip
    if index.ranks[token_id] >= 0:
        left, right = int(index.lefts[token_id]), int(index.rights[token_id])
        rows.append(("merged from", f"{_named(index, left)} + {_named(index, right)}"))
    else:
        rows.append(("merged from", "no merge makes it"))
    is_mixed = tokenizer.training is not None and tokenizer.training.is_weighted
    rows += [
        (f"{name}, as mixed" if is_mixed else name, _known(numbers[token_id]))
        for name, numbers in (("count", index.counts), ("applied", index.applied))
    ]
    making = making_by_label(tokenizer, token_id)
    uses = "not recorded" if making is None else f"{int(making.remaining.sum()):,}"
    rows.append(("uses in the training corpus", uses))
    parents, anywhere = index.parents(token_id).tolist(), len(index.containing(token_id))
    rows.append(("used in", _listed(index, parents)))
    rows.append(("in the tree of", counted(anywhere, "token")))
    twins = [f"{_named(index, other)} {', '.join(by)}" for other, by in index.twins.of(token_id)]
    rows.append(("twins", "; ".join(twins) or "none"))
    return rows


def _listed(index: VocabularyIndex, ids: list[int]) -> str:
    names = ", ".join(_named(index, token_id) for token_id in ids[:_MOST_LISTED])
    more = f" and {len(ids) - _MOST_LISTED:,} more" if len(ids) > _MOST_LISTED else ""
    return names + more or "nothing"


def _token_document(
    arguments: Namespace,
    tokenizer: Tokenizer,
    index: VocabularyIndex,
    token_id: int,
    corpus: Corpus | None,
    contexts: tuple[TokenContext, ...],
) -> dict[str, Any]:
    from engine.analysis import making_by_label

    making = making_by_label(tokenizer, token_id)
    return {
        "tokenizer": arguments.tokenizer,
        **_token(index, token_id),
        "tree": _tree(index, token_id),
        "merged_into": index.parents(token_id).tolist(),
        "in_the_tree_of": index.containing(token_id).tolist(),
        "twins": [
            {**_token(index, other), "differs_in": [str(each) for each in by]}
            for other, by in index.twins.of(token_id)
        ],
        "uses_by_label": None
        if making is None
        else dict(zip(making.labels, making.remaining.tolist(), strict=True)),
        "contexts": None if corpus is None else [_context(each) for each in contexts],
        "problems": [] if corpus is None else corpus.problem_sentences,
    }


def _tree(index: VocabularyIndex, token_id: int) -> list[list[int]]:
    """Every merge below a token once: [id, left, right], the token's own first."""
    waiting, found = [token_id], {}
    while waiting:
        at = waiting.pop(0)
        if index.ranks[at] >= 0 and at not in found:
            found[at] = [at, int(index.lefts[at]), int(index.rights[at])]
            waiting.extend(found[at][1:])
    return list(found.values())


def _token(index: VocabularyIndex, token_id: int) -> dict[str, Any]:
    from engine.encoding import to_byte_alphabet

    data = index.vocabulary[token_id]
    return {
        "id": token_id,
        "text": data.decode("utf-8", "replace"),
        "hex": data.hex(),
        "gpt2": to_byte_alphabet(data),
        "rank": _number(index.ranks[token_id]),
        "left": _number(index.lefts[token_id]),
        "right": _number(index.rights[token_id]),
        "count": _number(index.counts[token_id]),
        "applied": _number(index.applied[token_id]),
    }


def _context(context: TokenContext) -> dict[str, Any]:
    return {
        "label": context.label,
        "document": context.document,
        "left": context.left.decode("utf-8", "replace"),
        "right": context.right.decode("utf-8", "replace"),
    }


def _number(value: np.int64) -> int | None:
    return None if value < 0 else int(value)


def _known(value: np.int64) -> str:
    return "not known" if value < 0 else f"{int(value):,}"


def _named(index: VocabularyIndex, token_id: int) -> str:
    return f"{_shown(index.vocabulary[token_id])} ({token_id})"


def _shown(data: bytes, *, tail: bool = False) -> str:
    shown = visible(data)
    if len(shown) <= _LONGEST:
        return shown
    return f"…{shown[-_LONGEST:]}" if tail else f"{shown[:_LONGEST]}…"
