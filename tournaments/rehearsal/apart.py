"""A rehearsal apart from everything: a server of its own with a database of its own, gone afterwards."""

from __future__ import annotations

import http.client
import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from django.conf import settings

PATIENCE = 60.0  # seconds until the server answers


def rehearse_apart(arguments: Sequence[str]) -> int:
    """Start a server, let `manage.py rehearse` play against it with these arguments, stop it; its status."""
    with tempfile.TemporaryDirectory(prefix="stammtisch-rehearsal-") as folder:
        port = _free_port()
        wanted = {"STAMMTISCH_DATA": folder, "PORT": str(port), "BIND": "127.0.0.1", "PROFILE": "club"}
        environment = {name: value for name, value in os.environ.items() if name != "DATABASE_URL"} | wanted
        manage = [sys.executable, str(Path(settings.BASE_DIR) / "manage.py")]
        log = Path(folder) / "server.txt"
        with (
            log.open("wb") as output,
            subprocess.Popen(
                [*manage, "serve", "--prepare"], env=environment, stdout=output, stderr=subprocess.STDOUT
            ) as server,
        ):
            try:
                _wait_for(port, server)
                url = f"http://127.0.0.1:{port}"
                played = subprocess.run([*manage, "rehearse", "--url", url, *arguments], env=environment)
                return played.returncode
            except TimeoutError:
                sys.stderr.write(log.read_text(errors="replace"))
                return 1
            finally:
                server.terminate()


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def _wait_for(port: int, server: subprocess.Popen[bytes]) -> None:
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until and server.poll() is None:
        line = http.client.HTTPConnection("127.0.0.1", port, timeout=2)
        try:
            line.request("GET", "/healthz")
            if line.getresponse().status == 200:
                return
        except OSError:
            time.sleep(0.2)
        finally:
            line.close()
    raise TimeoutError
