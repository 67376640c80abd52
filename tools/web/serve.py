#!/usr/bin/env python3
"""Opens the page that plays every game of the engine, with a native engine.

    python3 tools/web/serve.py

Serves the built page (it is built first if it is not there) and bridges a WebSocket to an engine
for each connection, which ends with it. Only this machine can connect unless --host says
otherwise, and only pages of this server.
"""

import argparse
import asyncio
import mimetypes
import os
import shlex
import subprocess
import sys
import webbrowser
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
if __name__ == "__main__":
    sys.path.insert(0, str(HERE.parent))

from command_line import carry_out, import_library, positive, read_whole_number  # noqa: E402 # needs the path
from web.bridge import ClientAndEngine, ClientLimits, GuardedOptions, ask_options  # noqa: E402 # needs the path

PORT = 8017
ENGINE_PATH = "/engine"  # where the WebSocket is
LONGEST_MESSAGE = 1 << 20  # bytes
WORKER, SOCKET = b'name="engine" content="worker"', b'name="engine" content="socket"'
TOOLS_PYTHON = ROOT / "target/tools/bin/python"  # has the libraries of the tools
HEADERS = {
    # Together these let the engine in the page share memory with it.
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Embedder-Policy": "require-corp",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}
mimetypes.add_type("application/wasm", ".wasm")
HASHED_FILE_SECONDS = 3_600 * 24 * 365  # seconds for which a file with its hash in its name is kept


def arguments(words: Sequence[str] | None) -> argparse.Namespace:
    """Reads the command line."""
    given = ClientLimits()
    parser = argparse.ArgumentParser(
        prog="serve", description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    say = parser.add_argument
    say("--engine", default=str(ROOT / "target/release/parlour"), help="the engine, a command")
    say("--host", default="127.0.0.1", help="address to listen at; 0.0.0.0 is every network")
    say(
        "--port",
        type=read_whole_number,
        default=PORT,
        help=f"{PORT} by default; 0 is any free port",
    )
    say("--origin", action="append", default=[], help="another address of this page, as browsers")
    say("--no-browser", action="store_true", help="do not open the page")
    say("--page", type=Path, default=HERE / "dist", help="folder of the built page")
    say("--hash", type=positive, default=given.hash_mib, help="most MiB for the option Hash")
    say("--threads", type=positive, default=given.threads, help="most for the option Threads")
    say("--engines", type=positive, default=given.connections, help="most connections at once")
    say("--think", type=positive, default=int(given.think_seconds), help="seconds without a line")
    return parser.parse_args(words)


def bounds_of(given: argparse.Namespace) -> ClientLimits:
    """What clients may ask for."""
    return ClientLimits(
        hash_mib=given.hash,
        threads=given.threads,
        think_seconds=given.think,
        connections=given.engines,
    )


def build(page: Path) -> None:
    """Builds the page if it is not there, or older than its source; raises ValueError."""
    index = page / "index.html"
    source = [*HERE.glob("*.json"), *HERE.glob("*.html"), *HERE.glob("*.ts")]
    for folder in ("src", "public", "engine"):
        source += [path for path in (HERE / folder).rglob("*") if path.is_file()]
    made = index.stat().st_mtime if index.exists() else 0.0
    if page != HERE / "dist" or made >= max(path.stat().st_mtime for path in source):
        if not made:
            raise ValueError(f"there is no page in {page}")
        return
    paths = {**os.environ, "PATH": f"{os.environ.get('PATH', os.defpath)}:{TOOLS_PYTHON.parent}"}
    for words in (["npm", "ci"], ["npm", "run", "build"]):
        if words[1] == "ci" and (HERE / "node_modules").exists():
            continue
        print(f"serve: {shlex.join(words)}", file=sys.stderr)
        try:
            done = subprocess.run(words, cwd=HERE, env=paths, check=False, stdout=sys.stderr)
        except FileNotFoundError:
            raise ValueError("npm is missing: ./tools/setup.sh web installs it") from None
        if done.returncode:
            raise ValueError(f"{shlex.join(words)} has failed")


class PageServer:
    """The files of the page, and the engines of those who have it open."""

    def __init__(
        self, page: Path, engine: Sequence[str], options: GuardedOptions, bounds: ClientLimits
    ):
        self._page, self._engine = page.resolve(), engine
        self._options, self._bounds = options, bounds
        self._http = import_library("websockets.http11", "this server")
        self._headers = import_library("websockets.datastructures", "this server").Headers
        self.conversations: set[ClientAndEngine] = set()
        self._open = 0

    def answer(self, _connection: Any, request: Any) -> Any:
        """The answer to a request for a file; None at the address of the engine."""
        path = unquote(urlsplit(request.path).path)
        if path == ENGINE_PATH:
            return None
        body = self.read(path)
        if body is None:
            return self._response(404, "Not Found", b"There is no such file.\n", "text/plain")
        kind = mimetypes.guess_type(path if path != "/" else "index.html")[0] or "text/plain"
        if path.endswith(".webmanifest"):
            kind = "application/manifest+json"
        return self._response(200, "OK", body, kind, named=path.startswith("/assets/"))

    def read(self, path: str) -> bytes | None:
        """A file of the page; None if there is none."""
        if "\0" in path:
            return None
        file = (self._page / (path.lstrip("/") or "index.html")).resolve()
        if not file.is_relative_to(self._page) or not file.is_file():
            return None
        body = file.read_bytes()
        return body.replace(WORKER, SOCKET) if file.name == "index.html" else body

    def _response(
        self, status: int, reason: str, body: bytes, kind: str, named: bool = False
    ) -> Any:
        headers = self._headers(HEADERS)
        utf8 = "; charset=utf-8" if kind.startswith("text/") else ""
        headers["Content-Type"] = kind + utf8
        headers["Content-Length"] = str(len(body))
        headers["Cache-Control"] = (
            f"max-age={HASHED_FILE_SECONDS}, immutable" if named else "no-cache"
        )
        headers["Connection"] = "close"
        return self._http.Response(status, reason, headers, body)

    async def converse(self, socket: Any) -> None:
        """Gives a client an engine of its own for as long as both stay."""
        if self._open >= self._bounds.connections:
            await socket.close(1013, f"{self._open} engines are running, more are not allowed")
            return
        self._open += 1
        try:
            talk = await ClientAndEngine.start(self._engine, self._options, self._bounds)
            self.conversations.add(talk)
            try:
                reason = await talk.carry_lines_both_ways(socket, socket.send)
            finally:
                self.conversations.discard(talk)
            await socket.close(1000, reason)
        except OSError as fault:
            await socket.close(1011, f"the engine cannot be started: {fault}"[:120])
        finally:
            self._open -= 1


def origins(host: str, port: int, more: Sequence[str]) -> list[str]:
    """The addresses under which browsers may have this page."""
    names = {host, "localhost"} if host.startswith("127.") else {host, "127.0.0.1", "localhost"}
    names = {f"[{name}]" if ":" in name else name for name in names}
    return [*(f"http://{name}:{port}" for name in sorted(names)), *more]


async def serve(site: PageServer, given: argparse.Namespace, ready: Any = None) -> None:
    """Serves until it is cancelled; `ready` gets the address."""
    server = import_library("websockets.asyncio.server", "this server")
    accepted: list[str] = []
    async with server.serve(
        site.converse,
        given.host,
        given.port,
        process_request=site.answer,
        # Filled below, when the port is known.
        origins=accepted,
        max_size=LONGEST_MESSAGE,
        compression=None,
        server_header=None,
    ) as running:
        port = running.sockets[0].getsockname()[1]
        accepted += origins(given.host, port, given.origin)
        name = f"[{given.host}]" if ":" in given.host else given.host
        address = f"http://{name if name not in ('0.0.0.0', '[::]') else 'localhost'}:{port}/"
        print(f"serving {address}", flush=True)
        if ready is not None:
            ready(address)
        if not given.no_browser:
            await asyncio.to_thread(webbrowser.open, address)
        await asyncio.Future()


def main(words: Sequence[str] | None = None) -> int:
    """The program; returns its exit status."""
    given = arguments(words)

    def work() -> int:
        import_library("websockets", "this server")
        bounds = bounds_of(given)
        engine = shlex.split(given.engine)
        options = ask_options(engine, bounds)
        build(given.page)
        asyncio.run(serve(PageServer(given.page, engine, options, bounds), given))
        return 0

    return carry_out("serve", work, subprocess.TimeoutExpired, interrupted="ended", status=3)


def use_our_python() -> None:
    """Goes on with the Python that has the libraries, if this one does not."""
    try:
        import_library("websockets", "this server")
    except ValueError:
        if (
            TOOLS_PYTHON.exists()
            and Path(sys.prefix).resolve() != TOOLS_PYTHON.parents[1].resolve()
        ):
            os.execv(TOOLS_PYTHON, [str(TOOLS_PYTHON), *sys.argv])


if __name__ == "__main__":
    use_our_python()
    sys.exit(main())
