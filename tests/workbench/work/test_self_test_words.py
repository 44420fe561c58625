"""What the self-test says where a step fails."""

from __future__ import annotations

import json

from workbench.self_test import SelfTest, SelfTestError, self_test


def test_a_step_that_fails_is_named_on_standard_error(monkeypatch, capsys):
    def fail(_test):
        raise SelfTestError("the compiler said no")

    monkeypatch.setattr(SelfTest, "_prepare_kernels", fail)
    assert self_test() == 1
    said = capsys.readouterr()
    assert not json.loads(said.out)["ok"]
    assert said.err.startswith("self-test: the step kernels failed after ")
    assert said.err.rstrip().endswith("SelfTestError: the compiler said no")
    assert said.err.count("\n") == 1
