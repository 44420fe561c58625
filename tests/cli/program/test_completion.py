"""`completion`: what a real shell completes with the script."""

from __future__ import annotations

import shutil
import subprocess

import pytest

from engine.splitting import preset_names

BASH = shutil.which("bash")
ASK = """
source "$1"; shift
COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMP_LINE="$*"; COMP_POINT=${#COMP_LINE}
complete -p tokenizer-workbench
read -r _ _ _ _ function _ < <(complete -p tokenizer-workbench)
"$function" tokenizer-workbench "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
printf '%s\\n' "${COMPREPLY[@]}"
"""


@pytest.fixture
def completed(cli, tmp_path):
    script = tmp_path / "completion.bash"
    script.write_text(cli("completion", "bash").out)

    def ask(*words: str) -> list[str]:
        assert BASH is not None
        done = subprocess.run(
            [BASH, "--norc", "-c", ASK, "bash", str(script), "tokenizer-workbench", *words],
            cwd=tmp_path, capture_output=True, text=True, check=True,
        )  # fmt: skip
        registered, *replies = done.stdout.splitlines()
        assert registered.startswith("complete ")
        assert registered.endswith(" tokenizer-workbench")
        return sorted(reply.strip() for reply in replies if reply.strip())

    return ask


def test_bash_completes_commands_options_choices_names_and_paths(completed, tmp_path):
    assert completed("en") == ["encode"]
    assert completed("runs", "re") == ["rename", "restore"]
    assert completed("train", "--vocab") == ["--vocab-size"]
    assert completed("train", "--tie-break", "g") == ["gpt2-order", "greatest-bytes"]
    names = sorted(name for name in preset_names() if name.startswith("gpt"))
    assert names
    assert completed("train", "--pattern", "gpt") == names
    assert completed("export", "x", "--format", "tik") == ["tiktoken"]
    (tmp_path / "small.twb").write_bytes(b"")
    assert completed("encode", "sma") == ["small.twb"]


def test_zsh_gets_a_script_of_its_own(cli):
    script = cli("completion", "zsh").out
    assert script.startswith("#compdef tokenizer-workbench")
    assert "--tie-break" in script
    assert cli("--json", "completion", "zsh").document["script"] == script.removesuffix("\n")


def test_an_unknown_shell_is_wrong_use(cli):
    outcome = cli("completion", "csh")
    assert (outcome.status, outcome.out) == (2, "")
    assert "bash" in outcome.err
