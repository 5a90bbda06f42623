"""Connections that send the beginning of a request, then nothing or a byte a second: a process of their own.

`python -m bench.holding PORT BODIES HEADERS LOST [HEADER...]` prints a line when all are open. At the end it
prints as JSON after how many seconds each was cut; that is when all are cut, or after LOST seconds.
"""

from __future__ import annotations

import json
import selectors
import socket
import sys
import time
from contextlib import suppress

# With a cookie, for without one it is refused before anybody wants to read the body.
COOKIE = b"Cookie: csrftoken=" + 32 * b"a" + b"\r\n"
BODY = b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 900\r\n" + COOKIE
HEADERS = b"POST / HTTP/1.1\r\nHost: localhost\r\nX-Half-"
FROM = "127.0.9.9"  # one address for all of them


def hold(port: int, bodies: int, half_headers: int, lost: float, more: list[str]) -> list[float]:
    """Seconds until each was cut; fewer than there were if some were not."""
    whole = BODY + "".join(f"{line}\r\n" for line in more).encode() + b"\r\n"
    look = selectors.DefaultSelector()
    opened: dict[socket.socket, float] = {}
    for number in range(bodies + half_headers):
        line = socket.create_connection(("127.0.0.1", port), source_address=(FROM, 0))
        line.sendall(whole if number < bodies else HEADERS)
        opened[line] = time.monotonic()
        line.setblocking(False)
        look.register(line, selectors.EVENT_READ, number % 2)
    print("open", flush=True)
    cut: list[float] = []
    last = began = time.monotonic()
    while look.get_map() and time.monotonic() - began < lost:
        for key, _events in look.select(0.1):
            line = key.fileobj  # type: ignore[assignment]
            if is_over(line):
                cut.append(time.monotonic() - opened[line])
                look.unregister(line)
        if time.monotonic() - last >= 1.0:
            last = time.monotonic()
            for key in look.get_map().values():
                if key.data:  # every other one is silent
                    continue
                with suppress(OSError):  # seen as the end of the connection in the next turn
                    key.fileobj.send(b"x")  # type: ignore[union-attr]
    return cut


def is_over(line: socket.socket) -> bool:
    """Has the server closed it? An answer that comes before is read and forgotten."""
    try:
        return line.recv(65536) == b""
    except BlockingIOError:
        return False
    except OSError:
        return True


if __name__ == "__main__":
    port, bodies, half_headers, lost = (int(text) for text in sys.argv[1:5])
    print(json.dumps(hold(port, bodies, half_headers, lost, sys.argv[5:])), flush=True)
