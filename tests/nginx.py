"""The proxy of deploy/nginx.conf, as it stands there but for names, ports and https: an ordinary process in a
directory of its own."""

from __future__ import annotations

import os
import re
import shutil
import signal
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tests.patience import PATIENCE, wait_until
from tests.processes import ROOT
from tests.server import NAME, free_port

DEPLOYED = ROOT / "deploy" / "nginx.conf"
# What asked the application, and what came of it; also what nginx asked by itself, when nobody waited.
ASKED = "$upstream_status $upstream_cache_status $stammtisch_language $request_uri"
AROUND = """
daemon off;
worker_processes 1;
worker_rlimit_nofile 16384;
pid {directory}/pid;
error_log {directory}/error.log;
{user}
events {{ worker_connections 8192; }}
http {{
    default_type application/octet-stream;
    log_format asked '{asked}';
    map $upstream_status $stammtisch_asked {{ default 1; '' 0; }}
    access_log {log};
    log_subrequest on;
    client_body_temp_path {directory}/body;
    proxy_temp_path {directory}/proxy;
    fastcgi_temp_path {directory}/fastcgi;
    uwsgi_temp_path {directory}/uwsgi;
    scgi_temp_path {directory}/scgi;
    {deployed}
}}
"""


def program() -> str | None:
    """Where nginx is, or where NGINX says; Debian has it where only root looks."""
    named = os.environ.get("NGINX")
    return named or shutil.which("nginx", path=f"{os.environ.get('PATH', '')}:/usr/sbin:/sbin")


@dataclass
class Nginx:
    """A proxy in front of whatever listens on `upstream`."""

    directory: Path
    upstream: int
    changes: tuple[tuple[str, str], ...] = ()  # patterns of the configuration, and what stands there instead
    counting: bool = True
    port: int = field(default_factory=free_port)
    process: subprocess.Popen[bytes] | None = None

    def configuration(self) -> str:
        """The deployed one on ports of ours, without https."""
        text = DEPLOYED.read_text()
        for pattern, instead in (
            (r"^\s*ssl_\w+ .*$", ""),
            (r"listen 80;", f"listen unix:{self.directory}/redirect.sock;"),
            (r"listen 443 ssl;", f"listen 127.0.0.1:{self.port};"),
            (r"punkte\.example\.org", NAME),
            (r"127\.0\.0\.1:8000", f"127.0.0.1:{self.upstream}"),
            (r"/var/lib/nginx/stammtisch", f"{self.directory}/cache"),
            *self.changes,
        ):
            text, times = re.subn(pattern, instead, text, flags=re.MULTILINE)
            assert times, f"deploy/nginx.conf has no {pattern}"
        user = "user root;" if os.geteuid() == 0 else ""
        log = f"{self.directory}/asked.log asked if=$stammtisch_asked" if self.counting else "off"
        return AROUND.format(directory=self.directory, user=user, log=log, asked=ASKED, deployed=text)

    def start(self) -> Nginx:
        """Returns when it answers; fails with what it has said."""
        nginx = program()
        assert nginx
        file = self.directory / "nginx.conf"
        file.write_text(self.configuration())
        with (self.directory / "output.txt").open("wb") as output:
            self.process = subprocess.Popen(
                [nginx, "-p", str(self.directory), "-c", str(file)],
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                start_new_session=True,
            )
        process = self.process
        wait_until(lambda: process.poll() is not None or self.listens(), "nginx")
        assert process.poll() is None, (self.directory / "output.txt").read_text()
        return self

    def listens(self) -> bool:
        """Is somebody there?"""
        with suppress(OSError), closing(socket.create_connection(("127.0.0.1", self.port), PATIENCE)):
            return True
        return False

    def asked(self) -> list[list[str]]:
        """Every question to the application: status, what the cache made of it, language, address."""
        log = self.directory / "asked.log"
        return [line.split(" ", 3) for line in log.read_text().splitlines()] if log.exists() else []

    def complaints(self) -> list[str]:
        """What it has written into its log of errors."""
        log = self.directory / "error.log"
        return log.read_text().splitlines() if log.exists() else []

    def stop(self) -> None:
        """At once, workers too."""
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            self.process.wait(PATIENCE)


@contextmanager
def in_front_of(
    upstream: int, changes: tuple[tuple[str, str], ...] = (), *, counting: bool = True
) -> Iterator[Nginx]:
    """A running proxy; `counting` what the application was asked."""
    directory = Path(tempfile.mkdtemp(prefix="stammtisch-nginx-"))
    proxy = Nginx(directory, upstream, changes, counting)
    try:
        yield proxy.start()
    finally:
        proxy.stop()
        shutil.rmtree(directory, ignore_errors=True)


def required() -> None:
    """For a test: there has to be one."""
    if program() is None:
        missing = "nginx is not installed here. To run these tests: apt-get install nginx-light"
        (pytest.fail if os.environ.get("NOTHING_MAY_BE_SKIPPED") else pytest.skip)(missing)
