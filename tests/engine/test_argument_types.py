"""An argument of another type gets a sentence that says which, and what to do."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine import (
    ArgumentError,
    ConfigError,
    Conversation,
    Corpus,
    CountedCorpus,
    CountsCache,
    CountsRules,
    DatasetSettings,
    EngineError,
    Message,
    ModelCost,
    SizeCurves,
    Splitter,
    Tokenizer,
    TrainingConfig,
    chat_renderer,
    counted_rows,
    evaluate,
    evaluate_all,
    export_tokenizer,
    extend_tokenizer,
    extend_with_tokens,
    find_recipe,
    label_for_path,
    lint_chat,
    lint_template,
    load_published,
    merge_counts,
    open_counts,
    prepare,
    preset_pattern,
    read_conversations,
    read_token_list,
    result_of,
    text_size_curves,
    train,
    train_tokenizer,
    validate_tokenizer,
    verify_export,
    write_counts,
    write_dataset,
)
from engine.analysis import text_size_curves_steps
from engine.analysis.usage import token_usage, usage_steps
from engine.chat import ConversationError, writing_chat_arrays
from engine.evaluation import all_evaluation_steps
from engine.settings import token_list

CONFIG = TrainingConfig(258)
TWO_WAYS = (
    r"corpus must be a Corpus, not {0}\. Corpus\.from_texts\(texts\) makes a corpus of strings in "
    r"memory, Corpus\.from_paths\(paths\) of files and folders\."
)


def corpus() -> Corpus:
    return Corpus.from_texts(["low lower"])


def tokenizer() -> Tokenizer:
    return Tokenizer([(108, 111)])


class Foreign:
    """A tokenizer of another library, as far as it is asked here."""

    def encode_batch(self, texts):
        return [[1] for _ in texts]


def renderer():
    return chat_renderer(Tokenizer([], special_tokens={"<|im_start|>": 256}), "chatml")


CHAT = [{"role": "user", "content": "low"}]
NO_TOKENIZER = r"tokenizer must be a Tokenizer, not an int 5\. Tokenizer\.load\(path\) reads one"


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda: train_tokenizer(iter(["a"]), CONFIG), TWO_WAYS.format("a list_iterator")),
        (lambda: train_tokenizer(["a"], CONFIG), TWO_WAYS.format(r"a list \['a'\]")),
        (lambda: train("a.txt", CONFIG), TWO_WAYS.format("a str 'a.txt'")),
        (lambda: CountedCorpus(None), TWO_WAYS.format("None")),
        (lambda: evaluate(tokenizer(), ["a"]), TWO_WAYS.format(r"a list \['a'\]")),
        (lambda: text_size_curves(tokenizer(), ["a"]), TWO_WAYS.format(r"a list \['a'\]")),
        (lambda: token_usage(tokenizer(), ("a",)), TWO_WAYS.format(r"a tuple \('a',\)")),
        (
            lambda: train_tokenizer(corpus(), 300),
            r"config must be a TrainingConfig, not an int 300",
        ),
        (
            lambda: train_tokenizer(corpus(), CONFIG, mixture={"text": 1}),
            r"mixture must be a Mixture, not a dict \{'text': 1\}\. Mixture\(shares=",
        ),
        (
            lambda: train_tokenizer(corpus(), CONFIG, cache="here"),
            r"cache must be a CountsCache, not a str 'here'\. CountsCache\(folder\)",
        ),
        (lambda: Corpus(["a text"]), r"A source of a corpus must be a Source, not a str 'a text'"),
        (lambda: Corpus(5), r"A source of a corpus must be a Source, not an int 5"),
        (lambda: Corpus.from_texts(["a", b"b"]), r"must be strings; number 1 is a bytes b'b'"),
        (lambda: Corpus.from_texts(5), r"The texts of a corpus must be strings, not an int 5"),
        (lambda: Corpus.from_paths(5), r"The paths of a corpus cannot be an int 5"),
        (lambda: Corpus.from_paths([5]), r"The path of a file must be a string, not an int 5"),
        (lambda: tokenizer().encode(["a"]), r"A text must be a string, not a list \['a'\]"),
        (lambda: tokenizer().encode(None), r"A text must be a string, not None"),
        (
            lambda: tokenizer().encode_batch("abc"),
            r"Several texts .* not a str 'abc'; encode takes",
        ),
        (lambda: tokenizer().encode_batch(3), r"Several texts are expected"),
        (lambda: tokenizer().encode_batch([3.5]), r"A text must be a string, not a float 3\.5"),
        (
            lambda: Tokenizer.load(5),
            r"path of a tokenizer must be a string or a Path, not an int 5",
        ),
        (lambda: Tokenizer.load(None), r"must be a string or a Path, not None"),
        (lambda: tokenizer().save(None), r"path of a tokenizer must be .* not None"),
        (lambda: tokenizer().truncated("a"), r"vocab_size must be a whole number, not a str 'a'"),
        (lambda: tokenizer().truncated(257.0), r"a whole number, not a float 257\.0"),
        (lambda: Tokenizer(5), r"merges must be pairs of token ids, such as .* not an int 5"),
        (lambda: Tokenizer("ab"), r"merges must be pairs of token ids, .* not a str 'ab'"),
        (lambda: Tokenizer([(1, -1)]), r"merges must be pairs of token ids"),
        (lambda: Tokenizer([], special_tokens=5), r"special_tokens must be ids by token"),
        (lambda: Tokenizer([], special_tokens=["<a>"]), r"special_tokens must be ids by token"),
        (
            lambda: Tokenizer([], special_tokens={"a": "b"}),
            r"'a' must be a whole number, not a str",
        ),
        (
            lambda: Tokenizer([], vocab_size="a"),
            r"vocab_size must be a whole number, not a str 'a'",
        ),
        (lambda: Splitter("gpt2").spans("a"), r"A text to cut must be bytes, not a str 'a'; split"),
        (lambda: Splitter("gpt2").sure_cut("a", 0), r"A text to cut must be bytes"),
        (lambda: preset_pattern(["gpt2"]), r"The name of a preset must be a string, not a list"),
        (lambda: label_for_path(5), r"The path of a file must be a string or a Path, not an int"),
        (lambda: find_recipe(None), r"name or file of a mixture must be .* not None"),
        (lambda: CountsCache(5), r"The folder of a cache must be a string or a Path, not an int"),
        (lambda: evaluate("x.twb", corpus()), r"tokenizer must be a Tokenizer, .* Tokenizer\.load"),
        (lambda: text_size_curves(5, corpus()), r"tokenizer must be a Tokenizer, not an int 5"),
        (lambda: prepare(5), r"report must be a function, not an int 5"),
        (
            lambda: next(train(corpus(), CONFIG, stop=True)),
            r"stop must be a StopRequest, not a bool True\. StopRequest\(\) makes one",
        ),
        (lambda: Splitter("gpt2").split(b"a"), r"A text must be a string, not a bytes b'a'"),
        (lambda: train(corpus(), CONFIG, stop=True), r"stop must be a StopRequest"),
        (lambda: train(corpus(), CONFIG, mixture=5), r"mixture must be a Mixture, not an int 5"),
        (lambda: train(corpus(), CONFIG, checkpoint=5), r"checkpoint must be a TrainingCheckpoint"),
        (lambda: train(corpus(), CONFIG, superwords=5), r"superwords must be a SuperwordOptions"),
        (lambda: CountedCorpus(corpus()).train(300), r"config must be a TrainingConfig"),
        (lambda: extend_tokenizer(tokenizer(), ["a"], 3), TWO_WAYS.format(r"a list \['a'\]")),
        (lambda: extend_tokenizer(5, corpus(), 3), NO_TOKENIZER),
        (lambda: extend_tokenizer(tokenizer(), corpus(), 3, cache=5), r"cache must be a Counts"),
        (lambda: extend_tokenizer(tokenizer(), corpus(), 3, stop=5), r"stop must be a StopReq"),
        (lambda: extend_tokenizer(tokenizer(), corpus(), 3, mixture=5), r"mixture must be a Mix"),
        (
            lambda: extend_tokenizer(tokenizer(), corpus(), 3, settings=5),
            r"settings must be an ExtensionSettings, not an int 5",
        ),
        (
            lambda: extend_with_tokens(tokenizer(), "hello"),
            r'wanted must be tokens, such as \["hello"\], not a str',
        ),
        (lambda: extend_with_tokens(tokenizer(), 5), r"wanted must be tokens, .* not an int 5"),
        (lambda: extend_with_tokens(tokenizer(), ["a", 5]), r"bytes; number 1 is an int 5"),
        (lambda: extend_with_tokens(5, ["hello"]), NO_TOKENIZER),
        (lambda: write_dataset(1, 2, 3), r"tokenizer must be a Tokenizer, not an int 1"),
        (lambda: write_dataset(tokenizer(), ["a"], "out"), TWO_WAYS.format(r"a list \['a'\]")),
        (lambda: write_dataset(tokenizer(), corpus(), 5), r"The place of a dataset must be a str"),
        (lambda: write_dataset(tokenizer(), corpus(), "out", 5), r"settings must be a DatasetSet"),
        (lambda: DatasetSettings(shard_tokens="a"), r"shard_tokens must be a whole number"),
        (lambda: evaluate_all(tokenizer(), corpus()), r"tokenizers must be a list of them"),
        (lambda: all_evaluation_steps([5], corpus()), NO_TOKENIZER),
        (lambda: all_evaluation_steps([tokenizer()], ["a"]), TWO_WAYS.format(r"a list \['a'\]")),
        (lambda: text_size_curves_steps(5, corpus()), NO_TOKENIZER),
        (lambda: usage_steps(5, corpus()), NO_TOKENIZER),
        (lambda: usage_steps(tokenizer(), ["a"]), TWO_WAYS.format(r"a list \['a'\]")),
        (lambda: export_tokenizer("tiktoken", tokenizer(), "out"), r"a Tokenizer, not a str 'tik"),
        (lambda: export_tokenizer(Foreign(), "tiktoken", "out"), r"library.* can be exported"),
        (
            lambda: export_tokenizer(tokenizer(), 5, "out"),
            r"name of an export format must",
        ),
        (lambda: export_tokenizer(tokenizer(), "tiktoken", 5), r"directory of an export must be a"),
        (
            lambda: export_tokenizer(tokenizer(), "tiktoken", "out", name=5),
            r"name must be a string, not an int 5",
        ),
        (
            lambda: export_tokenizer(tokenizer(), "tiktoken", "out", options={}),
            r"options must be an ExportOptions, not a dict",
        ),
        (lambda: verify_export(5, "tiktoken", "out", ["a"]), NO_TOKENIZER),
        (
            lambda: verify_export(tokenizer(), "tiktoken", "out", texts="abc low"),
            r"texts must be a list of strings, not a str 'abc low'",
        ),
        (lambda: verify_export(tokenizer(), "tiktoken", "out", [5]), r"texts must be strings; num"),
        (
            lambda: load_published(3),
            r"name of a published tokenizer must be a string, not",
        ),
        (lambda: validate_tokenizer(5), r"path of a tokenizer must be a string or a Path"),
        (lambda: chat_renderer(5, "chatml"), NO_TOKENIZER),
        (lambda: chat_renderer(5, "nanochat"), NO_TOKENIZER),
        (lambda: chat_renderer(tokenizer(), 5), r"name or file of a template must be a string or"),
        (lambda: result_of(5), r"result_of runs a generator, such as train\(.*\), not an int 5\."),
        (lambda: result_of(train), r"result_of runs a generator, .* not a function"),
        (lambda: result_of(train(corpus(), CONFIG), 5), r"report must be a function, not an int 5"),
        (
            lambda: Tokenizer([], special_tokens={"<a>": 256}).encode("a", allowed_special={5}),
            r"allowed_special must be strings; one is an int 5",
        ),
        (lambda: renderer().render(5), r"conversation must be a Conversation, not an int 5"),
        (lambda: renderer().render_batch("low"), r"conversations must be a list, not a str 'low'"),
        (lambda: lint_chat(1, 2, 3), r"renderer must be a ChatRenderer, not an int 1\. chat_rend"),
        (lambda: lint_chat(renderer(), CHAT, 3), r"rendered must be a RenderedChat, not an int 3"),
        (lambda: lint_template(3), r"renderer must be a ChatRenderer, not an int 3"),
        (lambda: Message("user", 5), r"content of a message must be a string or .* not an int 5"),
        (lambda: Message(5, "low"), r"The role of a message must be a string, not an int 5"),
        (lambda: Conversation(CHAT), r"A message of a conversation must be a Message, not a dict"),
        (lambda: Conversation(5), r"messages must be a tuple, not an int 5"),
        (lambda: writing_chat_arrays(5, [], "out"), r"renderer must be a ChatRenderer"),
        (lambda: writing_chat_arrays(renderer(), 5, "out"), r"files must be a ConversationFile"),
        (lambda: writing_chat_arrays(renderer(), [5], "out"), r"must be a ConversationFile, not"),
        (lambda: writing_chat_arrays(renderer(), [], 5), r"The folder of the arrays must be a str"),
    ],
)
def test_a_sentence_says_what_was_given_and_what_to_do(call, sentence):
    with pytest.raises(ArgumentError, match=sentence) as raised:
        call()
    assert isinstance(raised.value, TypeError)
    assert isinstance(raised.value, EngineError)
    assert len(str(raised.value)) < 200


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"special_tokens": 5}, "special_tokens must be a list of strings, not an int 5"),
        ({"special_tokens": "<a>"}, "special_tokens must be a list of strings, not a str '<a>'"),
        ({"merge_rules": 5}, "merge_rules must be MergeRules or None, not 5"),
    ],
)
def test_settings_of_another_type_are_named(settings, sentence):
    with pytest.raises(ConfigError, match=sentence):
        TrainingConfig(300, **settings)


def path_and_object_swapped():
    """Calls of functions with a path and an object, each the other way round."""
    folder, rules = Path("folder"), CountsRules.of(CONFIG)
    corpus_taken, rules_taken = r"corpus must be a Corpus", r"rules must be a CountsRules"
    return [
        (lambda: write_counts(folder, corpus(), rules), corpus_taken),
        (lambda: write_counts(corpus(), rules, folder), r"folder must be a string or a Path"),
        (lambda: write_counts(corpus(), folder, CONFIG), rules_taken),
        (lambda: counted_rows(rules, corpus()), corpus_taken),
        (lambda: counted_rows(corpus(), folder), rules_taken),
        (
            lambda: merge_counts(folder, [folder]),
            r"folders must be a list, not a PosixPath|Windows",
        ),
        (
            lambda: merge_counts([folder], folder),
            r"a folder to merge must be a CountsFolder, .*path",
        ),
        (lambda: merge_counts("folder", folder), r"folders must be a list, not a str 'folder'"),
        (lambda: open_counts(corpus()), r"folder must be a string or a Path, not a Corpus"),
        (lambda: CountsRules.of(folder), r"config must be a TrainingConfig"),
        (lambda: read_conversations(tokenizer()), r"path must be a string or a Path"),
        (lambda: read_token_list(tokenizer()), r"path must be a string or a Path"),
        (lambda: SizeCurves.of_training(tokenizer()), r"training must be a TrainingRecord"),
        (lambda: ModelCost.of_model(folder), r"model must be a ModelSize"),
    ]


def test_a_path_and_an_object_that_are_swapped():
    for call, sentence in path_and_object_swapped():
        with pytest.raises(ArgumentError, match=sentence):
            call()


def test_paths_of_counts_and_lists_may_be_strings(tmp_path):
    written = result_of(write_counts(corpus(), str(tmp_path / "c"), CountsRules.of(CONFIG)))
    assert open_counts(str(tmp_path / "c")) == written
    (tmp_path / "list.txt").write_text("low\n")
    assert read_token_list(str(tmp_path / "list.txt")).tokens[0].token == b"low"


def test_a_cache_takes_a_folder_by_its_name(tmp_path):
    assert CountsCache(str(tmp_path)).folder == tmp_path


@pytest.mark.slow
def test_a_conversation_may_be_given_as_json_has_it():
    expected = renderer().render(Conversation.of(CHAT)).ids.tolist()
    for given in (CHAT, {"messages": CHAT}, Conversation((Message("user", "low"),))):
        assert renderer().render(given).ids.tolist() == expected
        assert renderer().render_batch([given]).ids.tolist() == expected
        assert renderer().render_each([given])[0].ids.tolist() == expected
    assert lint_chat(renderer(), CHAT, renderer().render(CHAT))
    with pytest.raises(ConversationError, match="no messages"):
        renderer().render([])


def test_given_tokens_are_strings_bytes_or_a_list_that_was_read():
    expected = [b"lolo", b"low"]
    for wanted in (["lolo", b"low"], iter(expected), token_list(["lolo", "low"])):
        extension = result_of(extend_with_tokens(tokenizer(), wanted))
        assert [token for token in extension.new_tokens if token in expected] == expected


def test_subclasses_of_strings_are_texts():
    class Name(str):
        __slots__ = ()

    assert Corpus.from_texts([Name("low"), "lower"]).sources[0].texts == ("low", "lower")
    assert tokenizer().encode(Name("lo")) == [256]
    assert [each.tolist() for each in tokenizer().encode_batch(["lo", b"lo"])] == [[256], [256]]
