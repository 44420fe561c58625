"""Templates of strangers: what they may not do is a sentence with a line, the rest goes on."""

from __future__ import annotations

import gc
import io
import re
import subprocess
import sys
from datetime import UTC, datetime
from typing import Any

import pytest

from engine.chat.conversation import ChatError
from engine.chat.template_child import TemplateJobs, serve
from engine.chat.templates import TemplateFault, TemplateLimits, TemplateProcess
from engine.machine.children import read_frame, write_frame
from tests.chat_cases import STOCK, chat, renderer_of

LIMITS = TemplateLimits(seconds=4, characters=100_000, megabytes=256)
NEW_YEAR = datetime(2026, 1, 1, tzinfo=UTC)
ENDLESS = (
    "\n{% for a in range(99999) %}"
    "\n{% for b in range(99999) %}{% set c = b %}{% endfor %}{% endfor %}"
)


def answers(source: str, *contents: str, limits: TemplateLimits = LIMITS, **job: Any) -> list[Any]:
    jobs = [{"messages": [{"role": "user", "content": content}], **job} for content in contents]
    with TemplateProcess({"default": source}, "t.jinja", {}, limits=limits) as process:
        return list(process.run(jobs))


@pytest.mark.parametrize(
    ("source", "sentence"),
    [
        ("\n{{ ''.__class__ }}", r"line 2: the sandbox stops it: .*'__class__' of 'str'"),
        ("{{ ''['__class__'] }}", r"line 1: the sandbox stops it"),
        ("{{ ''|attr('__class__') }}", r"line 1: the sandbox stops it"),
        ("{{ '{0.__class__}'.format(1) }}", r"line 1: the sandbox stops it"),
        ("{{ cycler.__init__.__globals__ }}", r"line 1: the sandbox stops it"),
        ("\n\n{{ messages.append(1) }}", r"line 3: the sandbox stops it: .*'append' of 'list'"),
        ("{{ messages[0].update(content='x') }}", r"line 1: the sandbox stops it"),
        ("{% import 'os' as os %}", r"line 1: it imports or includes another template"),
        ("{% include '/etc/passwd' %}", r"line 1: it imports or includes another template"),
        ("{% extends 'x' %}", r"line 1: it imports or includes another template"),
        ("{% for i in range(10**9) %}{% endfor %}", r"line 1: OverflowError: Range too big"),
        ("{{ 'a' * 10**12 }}", r"line 1: it is stopped: the result of \* is too long"),
        ("{{ 9**99999999 }}", r"line 1: it is stopped: the result of \*\* is too large"),
        ("{% macro f() %}\n{{ f() }}{% endmacro %}{{ f() }}", r"line 2: it calls itself without"),
        ("{% for i in range(9999) %}\n{{ 'x' * 99 }}{% endfor %}", r"line 2: .* more than 100,000"),
        ("{{ raise_exception('ohne Rolle') }}", r"line 1: it says: ohne Rolle"),
        ("{{ nothing.at.all }}", r"line 1: 'nothing' is undefined"),
        ("a\n{{ 1 / 0 }}", r"line 2: ZeroDivisionError"),
        ("{{ '\ud800' }}", r"half of a surrogate pair"),
    ],
)
def test_what_a_template_may_not_do(source, sentence):
    jobs = TemplateJobs({"default": source}, {}, clock=NEW_YEAR, most_characters=100_000)
    answer = jobs.answer({"messages": [{"role": "user", "content": "Hallo"}]})
    assert re.search(sentence, str(TemplateFault("t.jinja", answer["error"], answer["line"])))


def test_memory_has_an_end():
    (fault, other) = answers("{{ 'a'|center(messages[0].content|int) }}", "1" + "0" * 11, "3")
    assert str(fault) == "t.jinja, line 1: it needs too much memory."
    assert other["text"] == " a "


@pytest.mark.slow
def test_the_rest_goes_on_after_a_loop_without_end():
    source = (
        "{% if messages[0].content == 'loop' %}" + ENDLESS + "{% endif %}{{ messages[0].content }}"
    )
    limits = TemplateLimits(seconds=0.2)
    found = answers(source, "a", "loop", "b", "c", "loop", limits=limits)
    assert [answer["text"] for answer in (found[0], found[2], found[3])] == ["a", "b", "c"]
    for fault in (found[1], found[4]):
        assert str(fault) == (
            "t.jinja, line 3: it was stopped after 0.2 seconds; a loop may have no end."
        )


@pytest.mark.slow
def test_a_template_that_always_loops_is_given_up():
    with pytest.raises(ChatError, match="stopped 5 times in a row"):
        answers(ENDLESS, *"abcdefgh", limits=TemplateLimits(seconds=0.05))


def test_what_python_says_of_a_template_blocks_nothing():
    # Python warns of every such line when it compiles it: more than a pipe holds.
    source = "{% set x = 0 %}" + "\n".join(["{% if x %}{{ 1[x:1] }}{% endif %}"] * 1_000)
    (answer,) = answers(source, "Hallo")
    assert answer["text"].strip() == ""


@pytest.mark.slow
@pytest.mark.parametrize("source", ["\n{% if %}", "{% generation %}", "{{ x | nosuch }}", "{{"])
def test_what_is_no_template(source):
    with pytest.raises(ChatError, match=r"t\.jinja, line \d: it is no template"):
        answers(source, "Hallo")
    with pytest.raises(ChatError, match="nested too deeply"):
        answers("{{ " + "(" * 9999 + ")" * 9999 + " }}", "Hallo")


@pytest.mark.slow
def test_the_process_lives_as_long_as_its_renderer():
    renderer = renderer_of(STOCK)
    conversation = chat("Wer?", "Ich.")
    renderer.render(conversation)
    first = renderer.process._child.process
    renderer.render(conversation)
    assert renderer.process._child.process is first
    renderer.close()
    assert renderer.process._child.process is None
    assert renderer.render(conversation).n_tokens
    second = renderer.process._child.process
    assert second.poll() is None
    del renderer
    gc.collect()
    # Waited for, so that no zombie is left.
    assert None not in {first.returncode, second.returncode}


def test_a_process_that_is_gone_is_started_again():
    renderer = renderer_of(STOCK)
    conversation = chat("Wer?", "Ich.")
    expected = renderer.render(conversation).ids.tolist()
    renderer.process._child.process.kill()
    batch = renderer.render_batch([conversation] * 3)
    assert [problem.index for problem in batch.problems] == [0]
    assert "it ended the process" in str(batch.problems[0].error)
    assert batch.ids.tolist() == expected * 2


def test_unwanted_answers_are_not_given_to_the_next_request():
    with TemplateProcess({"default": "{{ messages[0].content }}"}, "t", {}) as process:
        run = process.run({"messages": [{"role": "user", "content": str(i)}]} for i in range(500))
        assert next(run)["text"] == "0"
        run.close()
        (answer,) = process.run([{"messages": [{"role": "user", "content": "neu"}]}])
        assert answer["text"] == "neu"


def test_variables_filters_and_the_clock_are_those_of_transformers():
    source = (
        "{{ bos_token }}{{ eos_token }}|{{ {'ü': '<'}|tojson }}|{{ [1]|tojson(indent=1) }}|"
        "{{ strftime_now('%Y-%m-%d') }}|{{ tools is none }}{{ documents is none }}|"
        "{% for i in range(9) %}{% if i == 2 %}{% break %}{% endif %}{{ i }}{% endfor %}"
    )
    with TemplateProcess({"default": source}, "t", {"bos_token": "<s>"}, clock=NEW_YEAR) as process:
        (answer,) = process.run([{"messages": []}])
    assert answer["text"] == '<s>|{"ü": "<"}|[\n 1\n]|2026-01-01|TrueTrue|01'


def test_places_are_told_also_where_texts_are_made_in_macros():
    macro = "{% macro turn(m) %}{% generation %}{{ m.content }}!{% endgeneration %}{% endmacro %}"
    direct = "ß{% for m in messages %}<{{ m.role }}>{{ turn(m) }}{% endfor %}."
    held = "{% set all %}" + direct + "{% endset %}{{ all }}"
    (expected,) = answers(macro + direct, "é")
    (found,) = answers(macro + held, "é")
    assert found == expected
    assert expected["text"] == "ß<user>é!."
    assert expected["spans"] == [[8, 11]]
    assert expected["messages"] == [[2, 11, 0]]
    (fault,) = answers(macro + held.replace("{{ all }}", "{{ all|reverse }}"), "é")
    assert "changed before it is written" in str(fault)


def test_the_child_answers_on_its_pipes():
    setup = {
        "templates": {"default": "{{ messages|length }}"},
        "variables": {},
        "clock": "2026-01-01T00:00:00",
        "seconds": 5,
        "characters": 100,
        "megabytes": 256,
    }
    sent = io.BytesIO()
    for message in (setup, {"jobs": [{"messages": []}, {"messages": [{}]}]}):
        write_frame(sent, message)
    done = subprocess.run(
        [sys.executable, "-m", "engine.chat.template_child"],
        input=sent.getvalue(),
        capture_output=True,
        check=True,
    )
    received = io.BytesIO(done.stdout)
    assert read_frame(received).document["generates"] == {"default": False}
    assert [read_frame(received).blobs for _ in range(2)] == [(b"0",), (b"1",)]
    assert read_frame(received) is None
    serve(io.BytesIO(), io.BytesIO())  # no requests
