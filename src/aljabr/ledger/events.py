"""TensorBoard scalars without TensorFlow: the event file format, written by hand.

An event file is a sequence of records `length, crc(length), data, crc(data)`; data is a protocol
buffer `Event{wall_time=1: double, step=2: int64, summary=5{value=1{tag=1, simple_value=2}}}`.
"""

from __future__ import annotations

import struct
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from aljabr.errors import UserError


def _make_crc_table() -> list[int]:
    table = []
    for byte in range(256):
        value = byte
        for _ in range(8):
            value = value >> 1 ^ (0x82F63B78 if value & 1 else 0)
        table.append(value)
    return table


_CRC_TABLE: Final = _make_crc_table()


def masked_crc(data: bytes) -> int:
    """Return the CRC-32C of the data, rotated and shifted as the format asks."""
    crc = 0xFFFFFFFF
    for byte in data:
        crc = _CRC_TABLE[(crc ^ byte) & 0xFF] ^ crc >> 8
    crc ^= 0xFFFFFFFF
    return ((crc >> 15 | crc << 17) + 0xA282EAD8) & 0xFFFFFFFF


def _varint(value: int) -> bytes:
    out = bytearray()
    while True:
        value, low = value >> 7, value & 0x7F
        out.append(low | (0x80 if value else 0))
        if not value:
            return bytes(out)


def _field(number: int, payload: bytes) -> bytes:
    return _varint(number << 3 | 2) + _varint(len(payload)) + payload


class EventFile:
    """Appends scalars to a TensorBoard event file in a folder."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / f"events.out.tfevents.{time.time_ns()}.aljabr"
        self._started = False

    def write(self, step: int, scalars: dict[str, float]) -> None:
        """Append the scalars of a step."""
        records = b""
        if not self._started:
            records = self._record(_field(3, b"brain.Event:2"))
        values = b"".join(
            _field(1, _field(1, tag.encode()) + b"\x15" + struct.pack("<f", value))
            for tag, value in scalars.items()
        )
        records += self._record(b"\x10" + _varint(step) + _field(5, values))
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with self.path.open("ab") as file:
                file.write(records)
        except OSError as error:
            raise UserError(f"cannot write {self.path}: {error.strerror}") from None
        self._started = True

    def _record(self, body: bytes) -> bytes:
        data = b"\x09" + struct.pack("<d", time.time()) + body
        length = struct.pack("<Q", len(data))
        crcs = struct.pack("<I", masked_crc(length)), struct.pack("<I", masked_crc(data))
        return length + crcs[0] + data + crcs[1]


# -- reading ---------------------------------------------------------------------------------------

Series = dict[str, list[tuple[int, float]]]
"""Points of each tag, by step."""


def read_scalars(folder: Path) -> Series:
    """Return the scalars of a run, those of all its sessions together.

    A session begins where the last checkpoint was: what an earlier one wrote of later steps was
    done again, and does not count. Nor does a last record that was cut short.
    """
    found: dict[str, dict[int, float]] = {}
    for path in sorted(folder.glob("events.out.tfevents.*")):
        try:
            content = path.read_bytes()
        except OSError as error:
            raise UserError(f"cannot read {path}: {error.strerror}") from None
        try:
            events = [_event(data) for data in _records(content)]
        except (IndexError, struct.error, UnicodeDecodeError):
            raise UserError(f"{path} is no event file of a run") from None
        first = min((step for step, scalars in events if scalars), default=0)
        for tag, points in found.items():
            found[tag] = {step: each for step, each in points.items() if step < first}
        for step, scalars in events:
            for tag, value in scalars.items():
                found.setdefault(tag, {})[step] = value
    return {tag: sorted(points.items()) for tag, points in found.items() if points}


def _records(content: bytes) -> Iterator[bytes]:
    """Split a file into its records, as far as their checksums are right."""
    position = 0
    while position + 12 <= len(content):
        length = content[position : position + 8]
        end = position + 12 + int.from_bytes(length, "little")
        data, crc = content[position + 12 : end], content[end : end + 4]
        if crc != struct.pack("<I", masked_crc(data)):
            return
        yield data
        position = end + 4


def _event(data: bytes) -> tuple[int, dict[str, float]]:
    """Return the step of an event and its scalars."""
    step, scalars = 0, {}
    for number, value in _fields(data):
        if number == 2 and isinstance(value, int):
            step = value
        elif number == 5 and isinstance(value, bytes):
            for _, each in _fields(value):
                if isinstance(each, bytes):
                    parts = dict(_fields(each))
                    tag, simple = parts.get(1), parts.get(2)
                    if isinstance(tag, bytes) and isinstance(simple, bytes):
                        scalars[tag.decode()] = float(struct.unpack("<f", simple)[0])
    return step, scalars


def _fields(message: bytes) -> Iterator[tuple[int, int | bytes]]:
    """Yield the fields of a protocol buffer: whole numbers, or the bytes of anything else."""
    position = 0
    while position < len(message):
        key, position = _read_varint(message, position)
        kind = key & 7
        if kind == 0:
            value, position = _read_varint(message, position)
            yield key >> 3, value
            continue
        if kind == 2:
            size, position = _read_varint(message, position)
        else:
            size = {1: 8, 5: 4}.get(kind, len(message) + 1)
        if position + size > len(message):
            raise IndexError("the message is cut short")
        yield key >> 3, message[position : position + size]
        position += size


def _read_varint(message: bytes, position: int) -> tuple[int, int]:
    """Return a whole number, and where it ends."""
    value = shift = 0
    while True:
        byte = message[position]
        position += 1
        value |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            return value, position
