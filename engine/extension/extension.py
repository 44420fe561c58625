"""Extension: new tokens for a tokenizer that keeps all ids it has.

    extension = result_of(extend_tokenizer(tokenizer, Corpus.from_paths("legal/"), 2000))
    extension = result_of(extend_with_tokens(tokenizer, ["Grundbuchamt", "Notar"]))
    extension = result_of(extend_with_tokens(tokenizer, read_token_list(Path("names.txt"))))

Every id of the old tokenizer stays what it is: special tokens, reserved slots and unused ids too.
New tokens follow from the old vocabulary size on, in the order of their merges; new special tokens
come after them. With `fill_unused` the unused ids are given out first, in ascending order.

New merges come after all old ones, so that the old merges of every text stay and only tokens that
were left over are joined further. learning.py learns them from a corpus, given_tokens.py makes
given tokens, report.py measures the results.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar

import numpy as np

from engine.argument_types import check_optional, checked, described, is_whole
from engine.compiled import Bools, Int64s, UInt32s
from engine.corpus import Corpus, checked_corpus, problem_sentences
from engine.counting import CountsCache, PretokenCounts
from engine.encoding import Numbering, Tokenizer
from engine.errors import ArgumentError, ConfigError
from engine.extension.given_tokens import TokenReach, chain_steps, reach_steps
from engine.extension.learning import (
    ExtensionProgress,
    ExtensionStep,
    Pace,
    checked_share,
    counted_steps,
    divided_steps,
    domain_alone,
    domain_counts,
    domain_texts,
    merged_steps,
)
from engine.extension.superwords import CountedText, superword_steps
from engine.library import checked_merges_known
from engine.machine import StopRequest, relayed
from engine.sentences import say
from engine.settings import (
    MAX_NUMBER,
    MAX_VOCAB_SIZE,
    N_BYTES,
    SECOND_PATTERN,
    MergeRules,
    Mixture,
    MixtureMaker,
    RefusedToken,
    SuperwordOrigin,
    SuperwordRules,
    Superwords,
    TieBreak,
    TokenLimit,
    TokenList,
    TrainingConfig,
    check_mixture,
    check_special_tokens,
    token_list,
)
from engine.training import SuperwordOptions, refuse_counts

HELD_OUT = 0.05
Result = TypeVar("Result")
_Sources = tuple[MixtureMaker | None, CountsCache | None, StopRequest | None]


def check_new_special_tokens(tokenizer: Tokenizer, names: Sequence[str]) -> None:
    """Raise ConfigError for invalid new special tokens and existing ones."""
    check_special_tokens(list(names))
    known = tokenizer.special_tokens
    ordinary: dict[bytes, int] = {}
    if names:
        of_merges = zip(tokenizer.ranked_tokens, tokenizer.ranked_ids.tolist(), strict=True)
        ordinary = dict(of_merges) | tokenizer.extra_tokens
    for name in names:
        if name in known:
            raise ConfigError(
                say("special_token_exists", token=repr(name), id=known[name]),
                setting="special_tokens",
            )
        if name.encode() in ordinary:
            raise ConfigError(
                say("special_token_as_ordinary", token=repr(name), id=ordinary[name.encode()]),
                setting="special_tokens",
            )


def extended_tokenizer(
    old: Tokenizer,
    pairs: UInt32s,
    special_tokens: Sequence[str] = (),
    *,
    fill_unused: bool = False,
    pattern: str | None = None,
) -> Tokenizer:
    """`old` with further merges and special tokens; see the module for their ids.

    pairs: uint32[n, 2] in positions, as `ranked_merges` has them: bytes are 0 to 255, merge k is
    256 + k, and the new merges go on from there. pattern: of stage two, where the new merges are
    superwords; None for the pattern it has. Roles and chat template stay; statistics of a
    training do not, since they are not those of the new merges. Raises ConfigError if the ids
    would leave the limit, and for special tokens that are there already.
    """
    check_new_special_tokens(old, special_tokens)
    n_new = len(pairs)
    numbers = new_ids(old, n_new + len(special_tokens), fill_unused=fill_unused)
    numbering = old.numbering or Numbering(old.ranked_ids)
    numbering = numbering.extended(numbers[:n_new])
    specials = dict(zip(special_tokens, numbers[n_new:].tolist(), strict=True))
    size = max(old.vocab_size, 1 + int(numbers.max(initial=0)))
    made = Tokenizer(
        np.concatenate([old.merges, numbering.ids[pairs].reshape(-1, 2)]),
        pattern=pattern or old.pattern,
        special_tokens={**old.special_tokens, **specials},
        vocab_size=size,
        numbering=numbering,
        normalization=old.normalization,
    )
    return made.with_companions(
        roles=old.roles if old.has_own_roles else None,
        chat_template=old.chat_template,
        superwords=SuperwordOrigin(old.pattern, old.n_merges) if pattern else old.superwords,
    )


def new_ids(old: Tokenizer, n: int, *, fill_unused: bool) -> UInt32s:
    """uint32[n], the ids of n new tokens. Raises ConfigError beyond the greatest id there is."""
    unused = list(old.unused_ids[:n]) if fill_unused else []
    if old.vocab_size + n - len(unused) > MAX_VOCAB_SIZE:
        raise ConfigError(
            say("too_many_new_tokens", n=n, size=old.vocab_size, greatest=MAX_VOCAB_SIZE),
            setting="n_new",
        )
    after = range(old.vocab_size, old.vocab_size + n - len(unused))
    return np.array([*unused, *after], np.uint32)


@dataclass(frozen=True)
class ExtensionSettings:
    """What decides an extension beside corpus and number.

    tie_break, min_frequency, max_token_bytes, token_limit, merge_rules: of the new merges, as
        TrainingConfig has them. special_tokens: new ones, whose ids follow the new tokens.
    fill_unused: give out the unused ids of the old tokenizer before new ones.
    held_out: share of the end of every source that is not learned from but measured.
    superwords: rules by which the new merges are superwords, merged across the boundaries of the
        tokenizer's pattern; None for ordinary tokens. superword_pattern: what the text is split by
        then, which becomes the pattern of the tokenizer. superword_options: how they are made, such
        as how much memory that may take.
    strict: refuse everything if one of the given tokens cannot be added.

    Raises ConfigError, with the setting's name, for values that cannot work.
    """

    tie_break: TieBreak = "smallest-ids"
    min_frequency: int = 1
    max_token_bytes: int | None = None
    token_limit: TokenLimit = "inclusive"
    merge_rules: MergeRules | None = None
    special_tokens: tuple[str, ...] = ()
    fill_unused: bool = False
    held_out: float = HELD_OUT
    strict: bool = False
    superwords: SuperwordRules | None = None
    superword_pattern: str = SECOND_PATTERN
    superword_options: SuperwordOptions | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "special_tokens", tuple(self.special_tokens))
        checked_share(self.held_out)
        Superwords(N_BYTES, self.superword_pattern, self.superwords)
        self.config(N_BYTES + 1, "none")

    def config(self, vocab_size: int, pattern: str) -> TrainingConfig:
        """The settings of the merge loop."""
        return TrainingConfig(
            vocab_size,
            pattern=pattern,
            tie_break=self.tie_break,
            min_frequency=self.min_frequency,
            max_token_bytes=self.max_token_bytes,
            token_limit=self.token_limit,
        )


@dataclass(frozen=True, eq=False)
class Extension:
    """A tokenizer and what it became.

    counts: int64[n], occurrences of each new pair when it was chosen, rounded if sources are
        weighted; zeros for given tokens. is_wanted: bool[n], False for what had to be made on the
        way to a given token.
    asked: how many new tokens were asked for. domain: natural counts of the text that was learned
        from, held_out: the text that was not; None for given tokens.
    text: what `domain` counts, where the new tokens are superwords; None for others.
    refused: given tokens that were not added. reaches: contexts that reach the others.
    problems: sentences on what was read and on what was not as asked.
    """

    old: Tokenizer
    tokenizer: Tokenizer
    counts: Int64s
    is_wanted: Bools
    asked: int
    seconds: float
    domain: PretokenCounts | None = None
    held_out: Corpus | None = None
    text: Corpus | None = None
    refused: tuple[RefusedToken, ...] = ()
    reaches: tuple[TokenReach, ...] = ()
    problems: tuple[str, ...] = field(default=())

    @property
    def n_new(self) -> int:
        """New merges, each with a token."""
        return len(self.counts)

    @property
    def new_ids(self) -> UInt32s:
        """uint32[n_new]: the ids of the new tokens in the order of their merges."""
        return self.tokenizer.ranked_ids[len(self.old.ranked_ids) :]

    @property
    def new_tokens(self) -> tuple[bytes, ...]:
        """Their bytes."""
        return self.tokenizer.ranked_tokens[len(self.old.ranked_ids) :]

    @property
    def new_special_tokens(self) -> dict[str, int]:
        """Ids of the special tokens that were added."""
        known = self.old.special_tokens
        return {name: i for name, i in self.tokenizer.special_tokens.items() if name not in known}


Extending = Generator[ExtensionProgress, None, Extension]


def extend_tokenizer(
    tokenizer: object,
    corpus: Corpus,
    n_new: int,
    *,
    settings: ExtensionSettings | None = None,
    mixture: MixtureMaker | None = None,
    cache: CountsCache | None = None,
    stop: StopRequest | None = None,
) -> Extending:
    """Yields progress; the result is the return value: `result_of(extend_tokenizer(...))`.

    It learns `n_new` further merges from a corpus and returns the Extension. The corpus is cut by
    the tokenizer's own split pattern, in its own normal form, and encoded with its merges; from
    there merging goes on as in a training. Special tokens are text there.
    mixture: how much of each source counts; GeneralShare for a corpus that is joined with general
    text. stop: ends merging and keeps what is merged. Closing the generator cancels.
    With settings.superwords the text is split by the second pattern too, and the new merges go on
    over the tokens that the old ones make there.

    The call itself raises ArgumentError, and ConfigError for a tokenizer without known merges and
    for settings that cannot work; later, ConfigError where not one new token can be made, and
    CorpusError for a corpus that cannot be read.
    """
    old, settings = _checked(tokenizer, settings)
    checked_corpus(corpus)
    wanted = _checked_number(n_new)
    new_ids(old, wanted + len(settings.special_tokens), fill_unused=settings.fill_unused)
    check_mixture(mixture)
    check_optional(cache, CountsCache, "cache", "CountsCache(folder) makes one")
    check_optional(stop, StopRequest, "stop", "StopRequest() makes one")
    if settings.superwords is not None:
        _check_superwords(old, corpus)
    return _paced(_learned(old, corpus, wanted, settings, (mixture, cache, stop)))


def extend_with_tokens(
    tokenizer: object,
    wanted: Iterable[str | bytes] | TokenList,
    *,
    settings: ExtensionSettings | None = None,
) -> Extending:
    """Yields progress; the result is the return value: `result_of(extend_with_tokens(...))`.

    It adds given tokens, each by a chain of merges, and returns the Extension, which names those
    that cannot be added. wanted: strings and bytes, or what `read_token_list` reads from a file;
    empty where `settings.special_tokens` are all that is added.

    The call itself raises ArgumentError, and ConfigError for a tokenizer without known merges;
    later, ConfigError where no token can be added, and where one cannot be and `settings.strict`
    is set.
    """
    old, settings = _checked(tokenizer, settings)
    if settings.superwords is not None:
        raise ConfigError(say("superwords_are_learned"), setting="superwords")
    return _paced(_chained(old, _checked_tokens(wanted), settings))


def _checked(
    tokenizer: object, settings: ExtensionSettings | None
) -> tuple[Tokenizer, ExtensionSettings]:
    if settings is None:
        settings = ExtensionSettings()
    checked(settings, ExtensionSettings, "settings", "ExtensionSettings() makes them")
    old = checked_merges_known(tokenizer, "extended")
    if old.pieces is not None:
        raise ConfigError(say("pieces_not_extended"), setting="tokenizer")
    check_new_special_tokens(old, settings.special_tokens)
    return old, settings


def _check_superwords(old: Tokenizer, corpus: Corpus) -> None:
    """Raise ConfigError for a tokenizer that can have no (more) superwords."""
    if old.superwords is not None:
        raise ConfigError(say("superwords_there"), setting="superwords")
    if n_whole := len({*old.whole_tokens, *old.extra_tokens}):
        raise ConfigError(say("superwords_whole_tokens", n=n_whole), setting="superwords")
    refuse_counts(corpus)
    corpus.check_repeatable(say("superwords_read_again"))


def _checked_tokens(wanted: Iterable[str | bytes] | TokenList) -> TokenList:
    if isinstance(wanted, TokenList):
        return wanted
    if isinstance(wanted, (str, bytes)) or not isinstance(wanted, Iterable):
        raise ArgumentError(
            f'wanted must be tokens, such as ["hello"], not {described(wanted)}; '
            "read_token_list(path) reads them from a file."
        )
    tokens = tuple(wanted)
    for number, token in enumerate(tokens):
        if not isinstance(token, (str, bytes)):
            raise ArgumentError(
                f"wanted must be strings or bytes; number {number} is {described(token)}."
            )
    return token_list(tokens)


def _paced(steps: Extending) -> Extending:
    pace = Pace()
    yield from pace.steps(steps)
    extension: Extension = pace.result
    return replace(extension, seconds=pace.elapsed_s)


def _learned(
    old: Tokenizer,
    corpus: Corpus,
    n_new: int,
    settings: ExtensionSettings,
    sources: _Sources,
) -> Extending:
    mixture, cache, stop = sources
    expected = corpus.expected_bytes
    files = None if settings.superwords is None else corpus.file_states
    learned, held_out = yield from relayed(
        divided_steps(corpus, settings.held_out),
        lambda n: ExtensionProgress(n, max(n, expected), ExtensionStep.READ),
    )
    domain = yield from counted_steps(old, learned, cache)
    labels = tuple(source.label for source in learned.sources)
    mixed = (mixture or Mixture()).for_sources(labels, domain.source_bytes.tolist())
    resolved = mixed.resolve(labels, domain.source_bytes)
    pretokens = domain.weighted(resolved.weights, resolved.scale)
    if files is None:
        made = yield from merged_steps(old, pretokens, n_new, settings, stop)
    else:
        counted = CountedText(learned, pretokens)
        with files:
            made = yield from superword_steps(old, counted, n_new, settings, stop)
    problems = [*problem_sentences(domain.problems), *made.problems]
    if not len(made.pairs):
        raise ConfigError(" ".join(made.problems), setting="n_new")
    return Extension(
        old=old,
        tokenizer=extended_tokenizer(
            old,
            made.pairs,
            settings.special_tokens,
            fill_unused=settings.fill_unused,
            pattern=None if settings.superwords is None else settings.superword_pattern,
        ),
        counts=made.counts,
        is_wanted=np.ones(len(made.pairs), np.bool_),
        asked=n_new,
        seconds=0.0,
        domain=domain_counts(domain),
        held_out=domain_texts(held_out),
        text=None if settings.superwords is None else domain_alone(learned),
        problems=tuple(problems),
    )


def _chained(old: Tokenizer, wanted: TokenList, settings: ExtensionSettings) -> Extending:
    n = len(wanted.tokens)
    chains = yield from relayed(
        chain_steps(old, wanted),
        lambda share: ExtensionProgress(int(share * n), n, ExtensionStep.MERGE),
    )
    if chains.refused or not settings.special_tokens:  # which can be all that is added
        _check_refused(chains.refused, len(chains.pairs), strict=settings.strict)
    tokenizer = extended_tokenizer(
        old, chains.pairs, settings.special_tokens, fill_unused=settings.fill_unused
    )
    ids = tokenizer.ranked_ids[len(old.ranked_ids) :].tolist()
    rows = zip(chains.tokens, ids, chains.is_wanted.tolist(), strict=True)
    reaches = yield from relayed(
        reach_steps(tokenizer, [(token, i) for token, i, is_wanted in rows if is_wanted]),
        lambda share: ExtensionProgress(int(share * n), n, ExtensionStep.TRY),
    )
    return Extension(
        old=old,
        tokenizer=tokenizer,
        counts=np.zeros(len(chains.pairs), np.int64),
        is_wanted=chains.is_wanted,
        asked=n,
        seconds=0.0,
        refused=chains.refused,
        reaches=reaches,
    )


def _check_refused(refused: tuple[RefusedToken, ...], n_made: int, *, strict: bool) -> None:
    """Raise ConfigError if nothing can be added, or not everything although it must."""
    if not refused and not n_made:
        raise ConfigError(say("no_token_given"), setting="tokens")
    if not refused or (n_made and not strict):
        return
    n_more = len(refused) - 1
    if n_made:
        code = "some_refused_more" if n_more else "some_refused"
    else:
        code = "all_refused_more" if n_more else "all_refused"
    raise ConfigError(say(code, reason=refused[0].sentence, n=n_more), setting="tokens")


def _checked_number(n_new: int) -> int:
    if not is_whole(n_new) or not 1 <= int(n_new) <= MAX_NUMBER:
        raise ConfigError(say("new_tokens_no_number", value=repr(n_new)), setting="n_new")
    return int(n_new)
