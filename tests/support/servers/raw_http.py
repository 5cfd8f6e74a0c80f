"""Requests as raw bytes on a connection."""

from __future__ import annotations

import socket


def said(port: int, raw: bytes, *, end: bool = False) -> tuple[int, bytes, bytes]:
    """Send bytes, and read the answer: its status, head and body."""
    with socket.create_connection(("127.0.0.1", port), timeout=30) as line:
        line.sendall(raw)
        if end:
            line.shutdown(socket.SHUT_WR)
        received = b""
        while more := line.recv(1 << 16):
            received += more
    head, _, body = received.partition(b"\r\n\r\n")
    return int(head.split(b" ", 2)[1]), head, body
