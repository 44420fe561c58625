"""Fetches one published tokenizer: the child process of `published`, which may end it.

    python -m engine.formats.reading.published_download NAME PLACE

Writes the file or the directory PLACE, whole or not at all, and prints lines of JSON: `fraction`
while it works, and `error`: the sentence that is true unless PLACE exists at the end. The last of
these counts. Exit status 0 or 1.
"""

from __future__ import annotations

import faulthandler
import hashlib
import json
import os
import shutil
import sys
import tempfile
from http.client import HTTPException
from pathlib import Path
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

from engine.errors import reason_of
from engine.formats.reading.published import (
    FOLDER_VARIABLE,
    HUB_FILES,
    is_tokenizer_file,
    is_tokenizer_folder,
    published_names,
    tokenizer_files,
)
from engine.formats.reading.tiktoken import named_encoding
from engine.machine import how_to_install, move_into_place, partial_folder, write_whole
from engine.sentences import say

CONNECT_SECONDS = 6.0
"""Without an answer of the host after that time there is no network."""
FETCH_SECONDS = 180
"""What a whole tokenizer may take."""
RANKS_AT = "https://openaipublic.blob.core.windows.net/encodings/{}"
"""Where tiktoken gets the ranks of its encodings."""
MIRROR_VARIABLE = "TOKENIZER_WORKBENCH_RANKS_AT"
"""Another address of the same files, without the name of the file; HF_ENDPOINT is that of the hub's
own library. What comes from there has to have the published SHA-256."""
HUB_AT = "https://huggingface.co"
MOST_RANKS = 64 << 20
"""Bytes of a rank file; the largest that is published has 4 MB."""
MOST_OF_HUB = 256 << 20
"""Bytes of all files of a tokenizer of the hub; large ones have 40 MB."""
_PIECE = 1 << 16
_NOWHERE = Path(os.devnull).open("wb")  # noqa: SIM115  for as long as the process lives


class _FetchError(Exception):
    """The sentence to show."""


def main(arguments: list[str]) -> int:
    """Fetch; the exit status."""
    name, place = arguments[0], Path(arguments[1])
    _limit(FETCH_SECONDS, say("fetch_too_late", name=name, seconds=FETCH_SECONDS))
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        if name.startswith("hub:"):
            _fetch_from_hub(name.removeprefix("hub:"), place)
        else:
            _fetch_ranks(name, place)
    except _FetchError as error:
        return _print_error(str(error))
    except (OSError, HTTPException) as error:
        return _print_error(say("fetch_failed", name=name, reason=_words(error)))
    return 0


def _fetch_ranks(name: str, place: Path) -> None:
    """The rank file of one of tiktoken's encodings, from its own cache or from where it gets it."""
    known = named_encoding(name)
    if known is None:
        raise _FetchError(
            say("no_published_name", name=repr(name), names=", ".join(published_names()))
        )
    address = RANKS_AT.format(place.name)
    data = _in_tiktoken_cache(address)
    if data is None or hashlib.sha256(data).hexdigest() != known.sha256:
        if mirror := os.environ.get(MIRROR_VARIABLE):
            address = f"{mirror.rstrip('/')}/{place.name}"
        _check_reachable(address, name, place.name)
        data = _download(address, name)
    if hashlib.sha256(data).hexdigest() != known.sha256:
        raise _FetchError(say("fetch_other_content", name=name))
    write_whole(place, data)


def _in_tiktoken_cache(address: str) -> bytes | None:
    """The file as tiktoken has kept it, if it has been used here."""
    named = os.environ.get("TIKTOKEN_CACHE_DIR", os.environ.get("DATA_GYM_CACHE_DIR"))
    folder = Path(named) if named else Path(tempfile.gettempdir()) / "data-gym-cache"
    file = folder / hashlib.sha1(address.encode(), usedforsecurity=False).hexdigest()
    try:
        return file.read_bytes()
    except OSError:
        return None


def _download(address: str, name: str) -> bytes:
    try:
        with urlopen(address, timeout=4 * CONNECT_SECONDS) as answer:
            total = int(answer.headers.get("Content-Length") or 0)
            pieces: list[bytes] = []
            read = 0
            while (piece := answer.read(_PIECE)) and max(read, total) <= MOST_RANKS:
                pieces.append(piece)
                read += len(piece)
                _print(fraction=min(1.0, read / total) if total else None)
    except HTTPError as error:
        raise _FetchError(say("fetch_status", name=name, status=error.code)) from None
    if max(read, total) > MOST_RANKS:
        raise _FetchError(say("fetch_too_large", name=name, most=MOST_RANKS >> 20))
    return b"".join(pieces)


def _fetch_from_hub(name: str, place: Path) -> None:
    """The files of a tokenizer in a repository of the hub, through huggingface_hub."""
    os.environ.setdefault("HF_HUB_ETAG_TIMEOUT", str(int(CONNECT_SECONDS)))
    os.environ.setdefault("HF_HUB_DOWNLOAD_TIMEOUT", "30")
    os.environ["HF_HUB_DISABLE_PROGRESS_BARS"] = "1"
    try:
        from huggingface_hub import HfApi, snapshot_download
    except ImportError:
        raise _FetchError(
            say("hub_without_library", advice=how_to_install(["huggingface_hub"]))
        ) from None
    kept = _snapshot(snapshot_download, name, is_offline=True)
    if kept is None:
        _check_reachable(os.environ.get("HF_ENDPOINT", HUB_AT), f"hub:{name}")
        _check_sizes(HfApi(), name)
        kept = _snapshot(snapshot_download, name, is_offline=False)
    if kept is None:
        raise _FetchError(say("hub_no_tokenizer", name=f"hub:{name}"))
    with partial_folder(place) as partial:
        for file in tokenizer_files(kept):
            shutil.copyfile(file, partial / file.name)
        shutil.rmtree(place, ignore_errors=True)
        move_into_place(partial, place)


def _snapshot(download: Any, name: str, *, is_offline: bool) -> Path | None:
    """The folder of a repository's tokenizer; None if it is not kept and cannot be fetched."""
    try:
        found = download(name, allow_patterns=list(HUB_FILES), local_files_only=is_offline)
    except Exception as error:  # noqa: BLE001  its errors change from version to version
        if is_offline:
            return None
        raise _FetchError(say("fetch_failed", name=f"hub:{name}", reason=_words(error))) from None
    folder = Path(str(found))
    return folder if is_tokenizer_folder(folder) else None


def _check_sizes(hub: Any, name: str) -> None:
    """Raise for files that are too large for a tokenizer, before any of them is fetched."""
    try:
        files = hub.model_info(name, files_metadata=True, timeout=4 * CONNECT_SECONDS).siblings
    except Exception as error:  # noqa: BLE001  its errors change from version to version
        raise _FetchError(say("fetch_failed", name=f"hub:{name}", reason=_words(error))) from None
    size = sum(each.size or 0 for each in files or () if is_tokenizer_file(each.rfilename))
    if size > MOST_OF_HUB:
        megabytes = {"size": round(size / 1e6), "most": round(MOST_OF_HUB / 1e6)}
        raise _FetchError(say("hub_too_large", name=f"hub:{name}", **megabytes))


def _check_reachable(address: str, name: str, file: str = "") -> None:
    """Raise unless the host answers in time; looking its name up can hang beyond any timeout.

    file: what the one file of the tokenizer is called; "" for a repository of several.
    """
    sentence = say("host_not_reached", name=name)
    if file:
        data = {"name": name, "file": file, "variable": FOLDER_VARIABLE}
        sentence = say("host_of_ranks_not_reached", **data)
    _limit(CONNECT_SECONDS + 1, sentence)
    try:
        with urlopen(Request(address, method="HEAD"), timeout=CONNECT_SECONDS):
            pass
    except HTTPError:
        pass  # it answers
    except (URLError, OSError, HTTPException):
        raise _FetchError(sentence) from None
    _limit(FETCH_SECONDS, say("fetch_too_late", name=name, seconds=FETCH_SECONDS))


def _limit(seconds: float, sentence: str) -> None:
    """End this process after that time, whatever it waits for; the sentence is printed before."""
    _print_error(sentence)
    faulthandler.dump_traceback_later(seconds, exit=True, file=_NOWHERE)


def _words(error: BaseException) -> str:
    reason = getattr(error, "reason", None) or reason_of(error)
    return (str(reason).strip().splitlines() or [type(error).__name__])[0].rstrip(".")


def _print(**fields: object) -> None:
    sys.stdout.write(json.dumps(fields) + "\n")
    sys.stdout.flush()


def _print_error(sentence: str) -> int:
    _print(error=say.packed(sentence))
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
