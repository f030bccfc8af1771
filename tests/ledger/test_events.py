"""Event files as TensorBoard reads them, by a reader that shares no code with the writer."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from pathlib import Path

import pytest

from aljabr.errors import UserError
from aljabr.ledger.events import EventFile, masked_crc, read_scalars


def crc32c(data: bytes) -> int:
    """Divide by Castagnoli's polynomial, bit by bit."""
    remainder = 0xFFFFFFFF
    for byte in data:
        for bit in range(8):
            feedback = (remainder ^ byte >> bit) & 1
            remainder >>= 1
            if feedback:
                remainder ^= 0x82F63B78
    return remainder ^ 0xFFFFFFFF


def records(path: Path) -> Iterator[bytes]:
    """Split a file into its records, checking both checksums of each."""
    content, position = path.read_bytes(), 0
    while position < len(content):
        (length,) = struct.unpack_from("<Q", content, position)
        data = content[position + 12 : position + 12 + length]
        for start, part in ((position + 8, content[position : position + 8]),
                            (position + 12 + length, data)):  # fmt: skip
            (stored,) = struct.unpack_from("<I", content, start)
            unmasked = (stored - 0xA282EAD8) % 2**32
            assert (unmasked >> 17 | unmasked << 15) % 2**32 == crc32c(part)
        yield data
        position += length + 16


def fields(message: bytes) -> dict[int, list[bytes | int]]:
    """Read a protocol buffer's fields by number."""
    found: dict[int, list[bytes | int]] = {}
    position = 0

    def varint() -> int:
        nonlocal position
        value = shift = 0
        while True:
            byte = message[position]
            position += 1
            value |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return value

    while position < len(message):
        key = varint()
        if key & 7 == 0:
            value: bytes | int = varint()
        else:
            size = {1: 8, 5: 4}.get(key & 7) or varint()
            value = message[position : position + size]
            position += size
        found.setdefault(key >> 3, []).append(value)
    return found


def scalars(path: Path) -> list[tuple[int, dict[str, float]]]:
    first, *events = map(fields, records(path))
    assert first[3] == [b"brain.Event:2"]
    found = []
    for event in events:
        assert struct.unpack("<d", event[1][0])[0] > 1.6e9
        values = [fields(value) for value in fields(event[5][0])[1]]
        found.append(
            (event[2][0], {v[1][0].decode(): struct.unpack("<f", v[2][0])[0] for v in values})
        )
    return found


def test_the_checksum_is_castagnoli_s():
    assert crc32c(b"123456789") == 0xE3069283  # the value every description of it gives
    rotated = (0xE3069283 >> 15 | 0xE3069283 << 17) % 2**32
    assert masked_crc(b"123456789") == (rotated + 0xA282EAD8) % 2**32


def test_scalars_are_read_back(tmp_path):
    file = EventFile(tmp_path / "run")
    file.write(1, {"train/success": 0.5, "entropy": -1.25})
    file.write(3_000_000, {"train/success": 1.0})
    assert scalars(file.path) == [
        (1, {"train/success": 0.5, "entropy": -1.25}),
        (3_000_000, {"train/success": 1.0}),
    ]


def test_the_scalars_of_all_sessions_are_read_as_one_run(tmp_path):
    first, second = EventFile(tmp_path), EventFile(tmp_path)
    first.write(100, {"train/success": 0.25, "validation/greedy": 0.0})
    first.write(200, {"train/success": 0.5})
    first.write(300, {"train/success": 0.625})  # after the last checkpoint: done again
    second.write(250, {"train/success": 0.75})
    second.write(3_000_000, {"train/success": 1.0})
    assert read_scalars(tmp_path) == {
        "train/success": [(100, 0.25), (200, 0.5), (250, 0.75), (3_000_000, 1.0)],
        "validation/greedy": [(100, 0.0)],
    }


def test_a_record_that_was_cut_short_does_not_count(tmp_path):
    file = EventFile(tmp_path)
    file.write(1, {"success": 0.5})
    file.write(2, {"success": 1.0})
    file.path.write_bytes(file.path.read_bytes()[:-3])
    assert read_scalars(tmp_path) == {"success": [(1, 0.5)]}
    assert read_scalars(tmp_path / "elsewhere") == {}


@pytest.mark.parametrize("body", [b"\x2a\x7f", b"\x0b", b"\x10\xff"])
def test_what_is_no_event_is_refused(tmp_path, body):
    length = struct.pack("<Q", len(body))
    crcs = [struct.pack("<I", masked_crc(each)) for each in (length, body)]
    (tmp_path / "events.out.tfevents.1").write_bytes(length + crcs[0] + body + crcs[1])
    with pytest.raises(UserError, match="no event file"):
        read_scalars(tmp_path)


def test_nothing_is_written_before_the_first_scalar(tmp_path):
    EventFile(tmp_path / "run")
    assert not (tmp_path / "run").exists()


def test_two_sessions_do_not_share_a_file(tmp_path):
    assert EventFile(tmp_path).path != EventFile(tmp_path).path


def test_tensorboard_reads_it(tmp_path):
    loader = pytest.importorskip("tensorboard.backend.event_processing.event_file_loader")
    file = EventFile(tmp_path)
    file.write(5, {"success": 0.25})
    events = list(loader.LegacyEventFileLoader(str(file.path)).Load())
    assert events[-1].step == 5
    assert events[-1].summary.value[0].simple_value == 0.25
