"""Tests of the server of the page and of its bridge, by a WebSocket and a real engine.

Those of the bridge alone need no library; those of the server are skipped without websockets,
which `setup.sh tools` installs in target/tools.
"""

import asyncio
import contextlib
import importlib.util
import io
import tempfile
import time
import unittest
import unittest.mock
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import urlopen

from command_line import import_library
from tests.engine_and_faulty_engines import PARLOUR, is_alive
from web import serve
from web.bridge import ClientAndEngine, ClientLimits, GuardedOptions, Pace, ask_options

INDEX = '<meta name="engine" content="worker" />'
UGI = [
    "id name Engine",
    "option name Size type spin default 1 min 1 max 9",
    "option name Style type string default plain",
    "option name Price List type string default <empty>",
    "ugiok",
]


class LineFilter(unittest.TestCase):
    """Which lines reach an engine."""

    def setUp(self) -> None:
        self.options = GuardedOptions.of(UGI, ClientLimits(hash_mib=64, threads=2))

    def test_options_that_name_files_are_refused_however_they_are_written(self) -> None:
        for line in (
            "setoption name Price List value /etc/passwd",
            "@7 setoption  name\tprice LIST value x",
            "\ufeffsetoption name Price List",
            "\ufeff @a setoption name price list value\r",
        ):
            answer = self.options.refusal(line)
            self.assertIsNotNone(answer, line)
            self.assertIn("error unsupported ", answer or "")
        self.assertTrue(
            (self.options.refusal("@7 setoption name price list") or "").startswith("@7 ")
        )

    def test_memory_and_threads_are_bounded(self) -> None:
        self.assertIn("bad-value", self.options.refusal("setoption name HASH value 65") or "")
        self.assertIn("bad-value", self.options.refusal("setoption name Threads value 3") or "")
        for value in ("+65", "+65536", "9" * 5_000, "", "many"):
            answer = self.options.refusal(f"setoption name Hash value {value}")
            self.assertIn("bad-value", answer or "", value[:9])
        self.assertIsNone(self.options.refusal("setoption name Hash value 64"))
        self.assertIsNone(self.options.refusal("setoption name Hash value +64"))

    def test_all_other_lines_reach_the_engine(self) -> None:
        for line in (
            "",
            "@1",
            "setoption",
            "setoption name",
            "# setoption name Hash value 99",
            "setoption name Style value x",
            "go infinite",
            "@x stop",
            "\0",
        ):
            self.assertIsNone(self.options.refusal(line), line)

    def test_the_engine_itself_tells_which_options_name_files(self) -> None:
        found = ask_options([PARLOUR], ClientLimits())
        self.assertIn("logfile", found.files)
        self.assertNotIn("player", found.files)
        with self.assertRaises(ValueError):
            ask_options(["true"], ClientLimits())


class Bridge(unittest.IsolatedAsyncioTestCase):
    """One engine and its client, without a network."""

    said: list[str]

    async def hold_conversation(
        self, *messages: str, stay: float = 0, **bounds: Any
    ) -> tuple[str, int]:
        """Sends messages, and leaves some seconds later; the reason and the engine's number."""
        self.said = []
        limits = ClientLimits(**bounds)
        talk = await ClientAndEngine.start([PARLOUR], ask_options([PARLOUR], limits), limits)

        async def client() -> AsyncIterator[str]:
            for message in messages:
                yield message
            deadline = time.monotonic() + stay
            while time.monotonic() < deadline and "end" not in " ".join(self.said):
                await asyncio.sleep(0.01)

        async def send(text: str) -> None:
            self.said += text.split("\n")

        reason = await talk.carry_lines_both_ways(client(), send)
        return reason, talk.pid

    async def test_lines_go_there_and_answers_come_back(self) -> None:
        reason, pid = await self.hold_conversation("@1 isready\n@2 games", "@end isready", stay=20)
        self.assertEqual(self.said[0], "@1 readyok")
        self.assertTrue(self.said[1].startswith("@2 games "))
        self.assertEqual(reason, "the client has left")
        self.assertFalse(is_alive(pid))

    async def test_an_engine_ends_with_its_client_in_the_midst_of_a_search(self) -> None:
        _, pid = await self.hold_conversation("go infinite\n@end isready", stay=20)
        self.assertFalse(is_alive(pid))

    async def test_the_end_of_the_engine_is_told(self) -> None:
        reason, _ = await self.hold_conversation("quit", stay=20)
        self.assertEqual(reason, "the engine has ended")

    async def test_a_forgotten_search_is_stopped(self) -> None:
        await self.hold_conversation("@1 go infinite\n@end fen", stay=30, think_seconds=0.2)
        self.assertTrue(any(line.startswith("@1 bestmove ") for line in self.said), self.said)

    async def test_files_cannot_be_written(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "log"
            await self.hold_conversation(
                f"setoption name LogFile value {file}\n@end isready", stay=20
            )
            self.assertFalse(file.exists())
        self.assertTrue(self.said[0].startswith("error unsupported "))

    async def test_lines_beyond_the_pace_wait(self) -> None:
        pace = Pace(100)
        waits: list[float] = []

        async def note(seconds: float) -> None:
            waits.append(seconds)

        with unittest.mock.patch("web.bridge.asyncio.sleep", note):
            await pace.spend(100)
            self.assertEqual(waits, [])
            await pace.spend(50)
        self.assertTrue(0.3 < waits[0] <= 0.5)


@unittest.skipUnless(importlib.util.find_spec("websockets"), "needs websockets: setup.sh tools")
class Server(unittest.IsolatedAsyncioTestCase):
    """The server with a page of one file."""

    def setUp(self) -> None:
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory()))
        page = self.folder / "page"
        (page / "assets").mkdir(parents=True)
        (page / "index.html").write_text(INDEX)
        (page / "assets" / "a.js").write_text("1")
        (self.folder / "secret").write_text("secret")
        words = ["--no-browser", "--port", "0", "--page", str(page), "--engines", "2"]
        self.given = serve.arguments(words)
        bounds = serve.bounds_of(self.given)
        self.site = serve.PageServer(page, [PARLOUR], ask_options([PARLOUR], bounds), bounds)

    async def asyncSetUp(self) -> None:
        found: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self.enterContext(contextlib.redirect_stdout(io.StringIO()))
        self.running = asyncio.create_task(serve.serve(self.site, self.given, found.set_result))
        self.address = await found
        self.client = import_library("websockets.asyncio.client", "this test")

    async def asyncTearDown(self) -> None:
        self.running.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self.running

    def connect(self, origin: str | None) -> Any:
        address = self.address.replace("http", "ws") + "engine"
        return self.client.connect(address, origin=origin)

    async def read(self, path: str) -> tuple[int, str, Any]:
        def get() -> tuple[int, str, Any]:
            try:
                with urlopen(self.address + path) as answer:
                    return answer.status, answer.read().decode(), answer.headers
            except HTTPError as fault:
                with fault:
                    return fault.code, "", fault.headers

        return await asyncio.to_thread(get)

    async def test_files_of_the_page_are_served_and_no_others(self) -> None:
        status, text, headers = await self.read("")
        self.assertEqual((status, text), (200, INDEX.replace("worker", "socket")))
        self.assertEqual(headers["Cross-Origin-Opener-Policy"], "same-origin")
        self.assertEqual((await self.read("assets/a.js"))[:2], (200, "1"))
        for path in ("../secret", "%2e%2e/secret", "assets", "nothing", "%00", "/etc/passwd"):
            self.assertEqual((await self.read(path))[0], 404, path)

    async def test_a_page_of_this_server_gets_an_engine(self) -> None:
        async with self.connect(self.address.rstrip("/")) as socket:
            await socket.send("@1 isready\n@2 setoption name LogFile value x")
            # A refusal of the bridge need not wait for the engine.
            refused, ready = sorted([await socket.recv(), await socket.recv()], reverse=True)
            self.assertEqual(ready, "@1 readyok")
            self.assertIn("@2 error unsupported", refused)
            [talk] = self.site.conversations
            pid = talk.pid
        for _ in range(500):
            if not is_alive(pid):
                return
            await asyncio.sleep(0.01)
        self.fail("the engine outlives its connection")

    async def test_other_pages_get_none(self) -> None:
        fault = import_library("websockets.exceptions", "this test").InvalidStatus
        for origin in ("http://example.org", None, "null"):
            with self.assertRaises(fault):
                async with self.connect(origin):
                    pass

    async def test_more_connections_than_allowed_are_told_so(self) -> None:
        own = self.address.rstrip("/")
        async with self.connect(own) as first, self.connect(own) as second:
            for socket in (first, second):
                await socket.send("@1 isready")
                await socket.recv()
            async with self.connect(own) as third:
                await third.wait_closed()
                self.assertEqual(third.close_code, 1013)
                self.assertIn("2 engines", third.close_reason)

    async def test_a_page_that_is_not_there_is_named(self) -> None:
        with self.assertRaisesRegex(ValueError, "there is no page"):
            serve.build(self.folder)

    async def test_only_known_addresses_are_origins(self) -> None:
        found = serve.origins("127.0.0.1", 80, ["https://example.org"])
        self.assertEqual(
            found, ["http://127.0.0.1:80", "http://localhost:80", "https://example.org"]
        )
        self.assertIn("http://[::1]:80", serve.origins("::1", 80, []))


if __name__ == "__main__":
    unittest.main()
