"""TensorBoard scalars without TensorFlow: the event file format, written by hand.

An event file is a sequence of records `length, crc(length), data, crc(data)`; data is a protocol
buffer `Event{wall_time=1: double, step=2: int64, summary=5{value=1{tag=1, simple_value=2}}}`.
"""

from __future__ import annotations

import struct
import time
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
