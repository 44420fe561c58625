"""The quick ways to entries of messages and to macros, against jinja2's own sandbox."""

from __future__ import annotations

from datetime import datetime

import jinja2.ext
import pytest
from jinja2.sandbox import ImmutableSandboxedEnvironment

from engine.chat.template_language import ChatEnvironment, ChatTemplate

CLOCK = datetime(2024, 2, 3, 4, 5, 6)  # noqa: DTZ001  its zone does not matter
MESSAGES = [
    {"role": "user", "content": "Grüße", "items": "mine", "_own": "kept", "empty": None},
    {"role": "assistant", "content": ["a", {"text": "b"}], "values": 3},
]
TEMPLATES = (
    "{% for m in messages %}{{ m.role }} {{ m.content }} {{ m._own }}|{% endfor %}",
    "{% for m in messages %}{% for k, v in m.items() %}{{ k }}={{ v }},{% endfor %}{% endfor %}",
    "{% for m in messages %}{{ m.keys() | list }}{{ m['items'] }}{{ m.get('values') }}{% endfor %}",
    "{{ messages[0].nothing is defined }}{{ messages[0].nothing }}{{ messages[0].empty is none }}",
    "{{ messages[0].nothing or messages[0]['nothing'] or 'neither' }}{{ {'a': {'b': 1}}.a.b }}",
    (
        "{% macro m(x, y='d') %}[{{ x }}{{ y }}{{ caller() if caller }}]{% endmacro %}"
        "{{ m('1') }}{{ m('1', y='2') }}{% call m('3') %}inside{% endcall %}"
    ),
    (
        "{% macro m() %}{{ varargs }}{{ kwargs }}{% endmacro %}"
        "{% for a in [1, 2] %}{% set b = a %}{{ m(a, b, c=loop.index) }}{% endfor %}"
    ),
    "{% macro deep(n) %}{{ n }}{% if n %}{{ deep(n - 1) }}{% endif %}{% endmacro %}{{ deep(5) }}",
    (
        "{% set ns = namespace(x=0) %}{% for m in messages %}{% set ns.x = ns.x + 1 %}{% endfor %}"
        "{{ ns.x }}{{ '{}-{a}'.format(1, a=2) }}{{ 'a b'.split()[1] }}{{ range(3) | list }}"
    ),
    (
        "{% set c = cycler('a', 'b') %}{% set j = joiner(';') %}"
        "{% for i in [1, 2, 3] %}{{ c.next() }}{{ j() }}{% endfor %}{{ dict(a=1).a }}"
    ),
    "{% for m in messages recursive %}{{ m.role }}{{ loop.index }}{% endfor %}",
)
FAULTS = (
    "{{ messages[0].nothing.more }}",
    "{{ messages[0].update({'a': 1}) }}",
    "{{ messages.append(1) }}",
    "{{ messages[0].nothing() }}",
    "{% macro m(x) %}{% endmacro %}{{ m(1, 2) }}",
    "{% macro m(x) %}{% endmacro %}{{ m(z=2) }}",
    "{{ '' | attr('__class__') }}{{ ''.__class__.mro() }}",
)


def chat_template(source: str) -> ChatTemplate:
    return ChatTemplate(source, ChatEnvironment(CLOCK), name="default", most_characters=10_000)


def plain(source: str) -> str:
    environment = ImmutableSandboxedEnvironment(
        trim_blocks=True, lstrip_blocks=True, extensions=[jinja2.ext.loopcontrols]
    )
    return environment.from_string(source).render(messages=MESSAGES)


@pytest.mark.parametrize("source", TEMPLATES)
def test_texts_are_those_of_the_plain_sandbox(source):
    written = chat_template(source).write({"messages": MESSAGES})
    assert written.text == plain(source)
    assert written.text


@pytest.mark.parametrize("source", FAULTS)
def test_what_the_plain_sandbox_refuses_is_refused(source):
    with pytest.raises(Exception) as expected:  # noqa: PT011  whatever it is
        plain(source)
    with pytest.raises(type(expected.value)):
        chat_template(source).write({"messages": MESSAGES})


@pytest.mark.parametrize("name", ["step of loop", "enter loop", "leave loop"])
def test_calls_that_watch_loops_cannot_be_named(name):
    with pytest.raises(jinja2.TemplateSyntaxError):
        chat_template(f"{{{{ messages | {name} }}}}")
    with pytest.raises(jinja2.TemplateRuntimeError, match="No filter named"):
        chat_template(f"{{{{ messages | map('{name}', false) | list }}}}").write(
            {"messages": MESSAGES}
        )


def test_lines_of_a_template_are_matched_with_those_it_was_compiled_to():
    lines = chat_template("first\n{{ messages[0].role }}\n\n{{ messages[1].role }}\n").lines
    assert sorted({line for line, _ in lines}) == [2, 4]
    assert [compiled for _, compiled in lines] == sorted(compiled for _, compiled in lines)
