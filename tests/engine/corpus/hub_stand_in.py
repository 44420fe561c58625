"""A server on this machine that answers as the hub does: repositories, trees, parts of files."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any
from urllib.parse import unquote, urlsplit

REPOSITORY = "owner/name"


class Hub:
    """Files of one repository by path, and faults of the next answers to requests of files.

    faults: a status, or "cut" for an answer that ends early. token: asked for if it is not "".
    ranges: the bytes of each file that were asked for; tokens: those that were sent.
    """

    def __init__(self) -> None:
        self.files: dict[str, bytes] = {}
        self.revisions = {"main", "v1"}
        self.faults: list[int | str] = []
        self.token = ""
        self.gated = False
        self.ranges: list[tuple[int, int]] = []
        self.tokens: list[str] = []
        self.endpoint = ""

    def entry(self, path: str) -> dict[str, Any]:
        oid = hashlib.sha1(self.files[path]).hexdigest()
        return {"type": "file", "path": path, "size": len(self.files[path]), "oid": oid}

    def tree(self, folder: str, *, is_recursive: bool) -> list[dict[str, Any]]:
        entries: dict[str, dict[str, Any]] = {}
        start = f"{folder}/" if folder else ""
        for path in sorted(self.files):
            if not path.startswith(start):
                continue
            parts = path[len(start) :].split("/")
            for n in range(1, len(parts)):
                name = start + "/".join(parts[:n])
                oid = hashlib.sha1(name.encode()).hexdigest()
                entries[name] = {"type": "directory", "path": name, "oid": oid}
            entries[path] = self.entry(path)
        return [
            entry
            for path, entry in entries.items()
            if is_recursive or "/" not in path[len(start) :]
        ]


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    hub: Hub

    def log_message(self, *_: object) -> None:
        """Nothing is printed."""

    def do_GET(self) -> None:
        self._answer()

    def do_HEAD(self) -> None:
        self._answer()

    def do_POST(self) -> None:
        length = int(self.headers.get("Content-Length", 0))
        body = self.rfile.read(length).decode()
        self._answer(body)

    def _answer(self, body: str = "") -> None:
        hub, address = self.hub, urlsplit(self.path)
        given = self.headers.get("Authorization", "")
        hub.tokens.append(given)
        if hub.token and given != f"Bearer {hub.token}":
            self._send(401, b"{}", {"X-Error-Message": "Invalid username or password."})
            return
        start, found, rest = unquote(address.path).partition(f"datasets/{REPOSITORY}")
        kind, _, rest = rest.strip("/").partition("/")
        revision, _, path = rest.partition("/")
        if found and start == "/api/" and not kind:
            self._json({"id": REPOSITORY, "sha": "0" * 40})
        elif not found or kind not in ("revision", "tree", "paths-info", "resolve"):
            known = {} if kind else {"X-Error-Code": "RepoNotFound"}
            self._send(404, b"{}", known)
        elif revision not in hub.revisions:
            self._send(404, b"{}", {"X-Error-Code": "RevisionNotFound"})
        elif kind == "revision":
            self._json({"id": REPOSITORY, "sha": "0" * 40})
        elif kind == "tree":
            is_recursive = "recursive=true" in address.query.lower()
            if tree := hub.tree(path, is_recursive=is_recursive):
                self._json(tree)
            else:
                self._send(404, b"{}", {"X-Error-Code": "EntryNotFound"})
        elif kind == "paths-info":
            self._json([hub.entry(name) for name in hub.files if name in unquote(body)])
        else:
            self._file(path)

    def _file(self, path: str) -> None:
        hub = self.hub
        if hub.gated:
            self._send(403, b"{}", {"X-Error-Code": "GatedRepo", "X-Error-Message": "Ask first."})
            return
        if path not in hub.files:
            self._send(404, b"{}", {"X-Error-Code": "EntryNotFound"})
            return
        fault = hub.faults.pop(0) if hub.faults else None
        if isinstance(fault, int):
            self._send(fault, b"{}", {})
            return
        data = hub.files[path]
        begin, _, end = self.headers["Range"].removeprefix("bytes=").partition("-")
        first, last = int(begin), min(int(end), len(data) - 1)
        hub.ranges.append((first, last + 1))
        part = data[first : last + 1]
        headers = {"Content-Range": f"bytes {first}-{last}/{len(data)}"}
        if fault == "cut":
            self.send_response(206)
            self.send_header("Content-Length", str(len(part)))
            self.end_headers()
            self.wfile.write(part[: len(part) // 2])
            self.close_connection = True
            return
        self._send(206, part, headers)

    def _json(self, value: Any) -> None:
        self._send(200, json.dumps(value).encode(), {"Content-Type": "application/json"})

    def _send(self, status: int, body: bytes, headers: dict[str, str]) -> None:
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)


@contextmanager
def running_hub() -> Iterator[Hub]:
    """A hub that answers until the end of the block."""
    hub = Hub()
    handler = type("Handler", (_Handler,), {"hub": hub})
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        server.daemon_threads = True
        thread = Thread(target=server.serve_forever, daemon=True)
        thread.start()
        hub.endpoint = f"http://127.0.0.1:{server.server_port}"
        try:
            yield hub
        finally:
            server.shutdown()
            thread.join()
