"""The real server as a process of its own, to be killed at any moment."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import httpx2

READY = re.compile(r"open (http://\S+)")


class ServerProcess:
    def __init__(self, database: str, log: Path) -> None:
        command = [sys.executable, "-m", "worldfire.cli.main", "serve", "--port", "0", "--database", database]
        self._log = log.open("ab")
        self.process = subprocess.Popen(command, stderr=subprocess.PIPE, stdout=self._log, text=True)
        assert self.process.stderr is not None
        heard = ""
        for line in self.process.stderr:
            heard += line
            found = READY.search(line)
            if found:
                self.url = found[1]
                return
        raise AssertionError(f"the server did not start:\n{heard}")

    def browser(self, cookies: httpx2.Cookies | None = None) -> httpx2.Client:
        return httpx2.Client(base_url=self.url, cookies=cookies, timeout=30)

    def kill(self) -> None:
        """As the machine would: no time to tidy up."""
        self.process.kill()
        self.process.wait()
        if self.process.stderr is not None:
            self.process.stderr.close()
        self._log.close()
