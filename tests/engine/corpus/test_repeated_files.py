"""Files with the same bytes are found, whatever they are called."""

from __future__ import annotations

from engine.corpus.file_search import repeated_files


def test_the_same_bytes_in_two_folders(tmp_path):
    paths = []
    for name, text in (("a/x.txt", "same"), ("b/x.txt", "same"), ("c.txt", "else"), ("d.txt", "")):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
        paths.append(path)
    (tmp_path / "e.txt").touch()
    first, second, other = paths[:3]
    everything = [*paths, tmp_path / "e.txt", tmp_path / "missing.txt", first, "https://a/x.txt"]
    assert repeated_files(everything) == [(first, second)]
    assert repeated_files(everything, {other}) == []
    assert repeated_files(everything, {second}) == [(first, second)]
