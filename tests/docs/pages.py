"""Code on the pages of docs/: its blocks, folders in which they run, and what does not run."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from fnmatch import fnmatch
from io import BytesIO, TextIOWrapper
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from engine import Tokenizer
from tests.model_folders import write_model
from workbench.__main__ import main
from workbench.frame.guide_pages import DOCS

PROGRAM = "tokenizer-workbench"
RUN_SCRIPT = ("python3", "run.py")
NO_COMMANDS = ("test", "-h")
"""Arguments of run.py that are no commands of the program."""
ECHO = re.compile(r'^echo "(.*)" \| ')
BLOCK = re.compile(r"^```(\w*)(?: (\S+))?\n(.*?)^```", re.DOTALL | re.MULTILINE)
CORPUS = DOCS.parent / "resources" / "corpus"
LANGUAGES = ("eng", "deu", "tam")
MORE_LANGUAGES = ("zho", "jpn", "kor")
SIZE, TRANSITION = "700", "500"
VERIFYING = "start/ten-minutes.md"
CHATS = [
    {
        "messages": [
            {"role": "user", "content": f"What is {number} + 1?"},
            {"role": "assistant", "content": f"{number} + 1 is {number + 1}."},
        ]
    }
    for number in range(3)
]


class Block(NamedTuple):
    """A fenced block: its language, the file that it is, its text and its first line."""

    language: str
    file: str
    text: str
    line: int


class NotRun(NamedTuple):
    """Blocks that no page test runs: on which pages, in which language, how they begin, and why."""

    pages: str
    language: str
    beginning: str
    why: str


NOT_RUN = (
    NotRun("*", "math", "", "a formula; test_page_formulas.py"),
    NotRun("*", "sql", "", "needs DuckDB, BigQuery or Spark"),
    NotRun("*", "sh", "python3 run.py\n", "opens the window; tests/test_run_script.py"),
    NotRun("*", "sh", "python3 run.py -h", "sets the checkout up; tests/test_run_script.py"),
    NotRun("*", "sh", "python3 run.py test", "runs the tests themselves"),
    NotRun("*", "sh", ".venv/bin/python -m pip", "installs from a package index"),
    NotRun("*", "sh", "python3 -m venv", "installs from a package index"),
    NotRun("*", "sh", ".venv/bin/ruff", "reads the whole project; tests/test_architecture.py"),
    NotRun("*", "sh", "python -m benchmarks", "takes minutes to hours; tests/benchmarks"),
    NotRun("*", "sh", ".venv/bin/python -m benchmarks", "takes minutes to hours; tests/benchmarks"),
    NotRun("*", "sh", "../peers/bin/python -m benchmarks", "takes minutes; tests/benchmarks"),
    NotRun("*", "sh", f"{PROGRAM} probe", "trains with PyTorch; test_probe_command.py"),
    NotRun("models.md", "sh", "", "trains with PyTorch for minutes"),
    NotRun("models.md", "py", "", "trains with PyTorch for minutes"),
    NotRun("reference/several-machines.md", "*", "", "needs a cluster; tests/engine/cluster"),
    NotRun("reference/other-trainers.md", "sh", "", "a process each; test_library_trainers.py"),
    NotRun("reference/pipeline.md", "", "$ ", "test_the_recipes_of_the_example_give_its_tables"),
    NotRun("reference/commands/*", "", f"{PROGRAM} ", "from the parser; test_page_reference.py"),
    NotRun("reference/api/*", "py", "", "a signature; test_page_reference.py"),
    NotRun("reference/api/*", "", "", "an indented part of a docstring"),
    NotRun("reference/store.md", "", "", "a layout of bytes, from a docstring"),
    NotRun("../engine/README.md", "text", "", "drawings; tests/engine/test_readme.py"),
    NotRun("../*README.md", "", "", "a list of folders"),
)


def blocks(page: Path) -> Iterator[Block]:
    text = page.read_text("utf-8")
    for found in BLOCK.finditer(text):
        yield Block(found[1], found[2] or "", found[3], text.count("\n", 0, found.start(3)))


def lines(block: Block) -> list[str]:
    """The commands of a block for the shell, each in a line."""
    joined = block.text.replace("\\\n", " ").splitlines()
    without_remarks = (re.sub(r"(^|\s+)#.*", "", line) for line in joined)
    return [line for line in without_remarks if line.strip()]


def command(line: str) -> list[str] | None:
    """The arguments of a command of the program, None if the line is something else."""
    words = shlex.split(ECHO.sub("", line))
    if words[:1] == [PROGRAM]:
        return words[1:]
    is_ours = tuple(words[:2]) == RUN_SCRIPT and words[2:] and words[2] not in NO_COMMANDS
    return words[2:] if is_ours else None


def commands(block: Block) -> list[list[str]]:
    """The arguments of each command of the program in a block for the shell."""
    return [words for line in lines(block) if (words := command(line)) is not None]


def why_not_run(page: str, language: str, text: str) -> str:
    """The reason why a block, or a line for the shell, is not run; empty if it is."""
    return next(
        (
            entry.why
            for entry in NOT_RUN
            if fnmatch(page, entry.pages)
            and fnmatch(language, entry.language)
            and f"{text}\n".startswith(entry.beginning)
        ),
        "",
    )


def scaled(arguments: list[str], page: str) -> list[str]:
    """The arguments with sizes for the tiny texts; names with `*` as a shell has them.

    Libraries verify the exports of one page: each time takes processes of their own.
    """
    found: list[str] = []
    for word in arguments:
        option = found[-1] if found else ""
        if option == "--vocab-size" and int(word) > int(SIZE):
            word = SIZE
        elif option == "--superwords-from" and word.isdigit():
            word = TRANSITION
        elif option == "--add":
            word = str(min(int(word), 40))
        elif word == "--verify" and page != VERIFYING:
            continue
        names = sorted(map(str, Path().glob(word))) if "*" in word else []
        found += names or [word]
    return found


def small(recipe: str) -> str:
    """A recipe with a size and a budget for the tiny texts."""
    sizes = (
        ("32768", SIZE),
        ("[16384,", "[600,"),
        ("trials = 300", "trials = 60"),
        ("trials = 60", "trials = 2\nseeds = 1"),
        (">= 3.6", ">= 1"),
    )
    for long, short in sizes:
        recipe = recipe.replace(long, short)
    return recipe


def prepare(folder: Path) -> None:
    """Write the files that the pages name, and train the run `mine`; the home is `home`."""
    for name in ("texts", "parallel-texts", "model"):
        (folder / name).mkdir()
    for language in LANGUAGES:
        text = (CORPUS / f"{language}.txt").read_text("utf-8")
        (folder / "parallel-texts" / f"{language}.txt").write_text(text, "utf-8")
        if language != "tam":
            (folder / "texts" / f"{language}.txt").write_text(text, "utf-8")
    chats = "".join(json.dumps(chat) + "\n" for chat in CHATS)
    (folder / "chats.jsonl").write_text(chats, "utf-8")
    (folder / "names.txt").write_text("Heisenberg\n Schrödinger\n", "utf-8")
    (folder / "model" / "config.json").write_text('{"vocab_size": 704}', "utf-8")
    (folder / "missing").mkdir()  # transformers takes seconds; tokenizers verifies exports here
    (folder / "missing" / "transformers.py").write_text("raise ModuleNotFoundError\n", "utf-8")
    own = f"train {folder}/texts --vocab-size 600 --name mine --out {folder} --quiet"
    assert main(own.split()) == 0
    shutil.copyfile(folder / "tokenizer.twb", folder / "mine.twb")
    for name in ("stranger", "cl100k_base", "gpt2"):
        export = f"export {folder}/mine.twb --format tokenizer.json --out {folder}/{name}"
        assert main(export.split()) == 0


def run_page(page: Path, *, name: str = "", with_commands: bool = True) -> dict[str, Any]:
    """Run the blocks of a page from top to bottom, and return the names of its Python.

    `n_run` is the number of blocks of Python and of commands.
    """
    names: dict[str, Any] = {}
    n_run = 0
    for block in blocks(page):
        if block.file:
            Path(block.file).write_text(small(block.text), "utf-8")
        elif block.language == "python":
            code = compile("\n" * block.line + block.text, str(page), "exec")
            exec(code, names)  # noqa: S102  our own page
            n_run += 1
        elif block.language == "sh" and with_commands:
            for line in lines(block):
                arguments = command(line)
                if arguments is not None and not why_not_run(name, "sh", line):
                    told = ECHO.match(line)
                    with standard_input(f"{told[1]}\n" if told else ""):
                        assert main(scaled(arguments, name)) == 0, line
                    n_run += 1
    return {**names, "n_run": n_run}


@contextmanager
def standard_input(text: str) -> Iterator[None]:
    """What a command reads that is given text by `echo`."""
    before, sys.stdin = sys.stdin, TextIOWrapper(BytesIO(text.encode()), "utf-8")
    try:
        yield
    finally:
        sys.stdin = before


def copied(template: Path, folder: Path) -> Path:
    """A copy of a prepared folder, for one page."""
    return Path(shutil.copytree(template, folder))


def _losses(folder: Path) -> None:
    """Losses of each token of a text, as a table and as arrays, and text to hold a part out of."""
    shutil.copytree(CORPUS, folder / "texts", dirs_exist_ok=True)
    tokenizer = Tokenizer.load(folder / "mine.twb")
    ids = tokenizer.encode_to_array((folder / "texts" / "eng.txt").read_text("utf-8"))
    values = np.linspace(1, 5, len(ids))
    rows = "".join(f"{token},{loss},eng\n" for token, loss in zip(ids, values, strict=True))
    (folder / "losses.csv").write_text(f"id,loss,lang\n{rows}", "utf-8")
    np.save(folder / "losses.npy", values)
    np.save(folder / "ids.npy", ids)


def _more_languages(folder: Path) -> None:
    for language in MORE_LANGUAGES:
        for goal in ("texts", "parallel-texts"):
            shutil.copy(CORPUS / f"{language}.txt", folder / goal)


def _two_parts(folder: Path) -> None:
    for number, language in ((1, "eng"), (2, "deu")):
        (folder / f"part-{number}").mkdir()
        shutil.copy(CORPUS / f"{language}.txt", folder / f"part-{number}")


def _a_model(folder: Path) -> None:
    shutil.copytree(folder / "parallel-texts", folder / "legal")
    (folder / "model" / "config.json").unlink()
    write_model(folder / "model", Tokenizer.load(folder / "mine.twb").vocab_size)
    shutil.copy(folder / "cl100k_base" / "tokenizer.json", folder / "model")
    wider = f"train {folder}/parallel-texts --vocab-size 650 --out {folder}/wider.d --quiet"
    assert main(wider.split()) == 0
    shutil.rmtree(folder / "cl100k_base")
    again = f"export {folder}/wider.d --format tokenizer.json --out {folder}/cl100k_base"
    assert main(again.split()) == 0


def _an_old_tokenizer(folder: Path) -> None:
    shutil.copy(folder / "mine.twb", folder / "old.twb")


def _without_runs(folder: Path) -> None:
    """The page trains a run `mine` of its own."""
    shutil.rmtree(folder / "home")
    shutil.copytree(folder / "texts", folder / "my-texts")


MORE: dict[str, Callable[[Path], None]] = {
    "concepts/loss.md": _losses,
    "concepts/explore.md": _more_languages,
    "reference/counts.md": _two_parts,
    "reference/extending.md": _a_model,
    "reference/command-line.md": _without_runs,
    "start/ten-minutes.md": _without_runs,
    "reference/pipeline.md": _an_old_tokenizer,
    "../README.md": _without_runs,
}
"""Files that only one page names."""
