from __future__ import annotations

import pytest

from workbench.store import RunStore, StoreWriteError, places


def test_one_variable_moves_everything(tmp_path, monkeypatch):
    home = tmp_path / "deep" / "home"
    monkeypatch.setenv("TOKENIZER_WORKBENCH_HOME", str(home))
    assert places.store_path() == home / "runs.sqlite"
    assert places.data_folder() == home
    assert places.cache_folder() == home / "cache"
    assert places.log_folder() == home / "logs"
    assert all(folder.is_dir() for folder in (home, home / "cache", home / "logs"))


def test_without_it_the_folders_are_the_users_own(tmp_path, monkeypatch):
    monkeypatch.delenv("TOKENIZER_WORKBENCH_HOME", raising=False)
    for name in ("DATA", "CACHE", "STATE"):
        monkeypatch.setattr(
            places.platformdirs,
            f"user_{name.lower()}_path",
            lambda program, appauthor, name=name: tmp_path / name / program,
        )
    assert places.data_folder() == tmp_path / "DATA" / "tokenizer-workbench"
    assert places.cache_folder() == tmp_path / "CACHE" / "tokenizer-workbench"


def test_the_home_variable_understands_the_tilde(tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("TOKENIZER_WORKBENCH_HOME", "~/bench")
    assert places.data_folder() == tmp_path / "bench"


def test_a_file_in_the_way_is_named(tmp_path, monkeypatch):
    obstacle = tmp_path / "obstacle"
    obstacle.write_text("not a folder")
    monkeypatch.setenv("TOKENIZER_WORKBENCH_HOME", str(obstacle / "home"))
    with pytest.raises(places.FolderError, match="a file of that name is in the way") as caught:
        places.data_folder()
    assert str(obstacle / "home") in str(caught.value)
    assert caught.value.path == obstacle / "home"


def test_a_home_that_cannot_be_made_is_a_store_error_too(tmp_path, monkeypatch):
    monkeypatch.setenv("TOKENIZER_WORKBENCH_HOME", str(tmp_path / "home"))

    def refuse(self, **_):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("pathlib.Path.mkdir", refuse)
    with pytest.raises(StoreWriteError, match=r"Permission denied.*TOKENIZER_WORKBENCH_HOME"):
        RunStore.open()


def test_the_store_opens_in_the_home_by_default(tmp_path, monkeypatch):
    monkeypatch.setenv("TOKENIZER_WORKBENCH_HOME", str(tmp_path / "home"))
    with RunStore.open() as store:
        assert store.path == tmp_path / "home" / "runs.sqlite"
    assert store.path.is_file()
