"""The certificate of `serve --tls`: self-signed, next to the database, and readable by its owner only."""

from __future__ import annotations

import os
import socket
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cli.server.key_file import warn_if_readable

if TYPE_CHECKING:
    from cryptography import x509

NAME = "deadreckon.tls.pem"
# Phones refuse a certificate with a longer validity.
LASTING = timedelta(days=820)
# An address reserved for documentation (RFC 5737). Connecting a UDP socket sends nothing.
NOBODY = ("192.0.2.1", 9)


def load_certificate(folder: Path) -> Path:
    """Return the file of the certificate and its key. Make it if it is missing or has expired."""
    file = folder / NAME
    try:
        known = _read_certificate(file) if file.exists() else None
        if known is None or known.not_valid_after_utc <= datetime.now(UTC):
            _write_private_file(file, _make_certificate())
        warn_if_readable(file, "the key of this certificate")
    except OSError as wrong:
        why = (wrong.strerror or "it fails").lower()
        raise click.UsageError(f"The certificate cannot be saved in {file}: {why}.") from None
    return file


def get_fingerprint(file: Path) -> str:
    """Format a certificate's fingerprint as browsers show it, so that people can compare."""
    from cryptography.hazmat.primitives.hashes import SHA256

    return _read_certificate(file).fingerprint(SHA256()).hex(":", 2).upper()


def find_own_address() -> str:
    """Find the address of this machine in the local network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe, suppress(OSError):
        probe.connect(NOBODY)
        return str(probe.getsockname()[0])
    return "127.0.0.1"


def _read_certificate(file: Path) -> x509.Certificate:
    from cryptography import x509

    try:
        return x509.load_pem_x509_certificate(file.read_bytes())
    except ValueError:
        says = f"{file} holds no certificate. Remove it, and another one is made."
        raise click.UsageError(says) from None


def _make_certificate() -> bytes:
    """Make a key and a self-signed certificate. Phones ask once whether to trust it."""
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.x509.oid import ExtendedKeyUsageOID

    key, now = ec.generate_private_key(ec.SECP256R1()), datetime.now(UTC)
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "Deadreckon")])
    names = [x509.DNSName(one) for one in dict.fromkeys(("localhost", socket.gethostname().encode("idna").decode()))]
    addresses = [x509.IPAddress(ip_address(one)) for one in dict.fromkeys(("127.0.0.1", "::1", find_own_address()))]
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + LASTING)
        .add_extension(x509.SubjectAlternativeName([*names, *addresses]), critical=False)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .sign(key, hashes.SHA256())
    )
    private = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    return private + made.public_bytes(serialization.Encoding.PEM)


def _write_private_file(file: Path, raw: bytes) -> None:
    """Write a file for its owner only, completely or not at all."""
    fresh = file.with_suffix(".new")
    fresh.unlink(missing_ok=True)
    with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as handle:
        handle.write(raw)
    fresh.replace(file)
