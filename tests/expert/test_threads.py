"""Products by one thread, and no trace of it afterwards."""

import threading
from contextlib import suppress

from aljabr.expert import threads


class Library:
    def __init__(self, number: int) -> None:
        self.number = number
        self.written: list[int] = []

    def read(self) -> int:
        return self.number

    def write(self, number: int) -> None:
        self.number = number
        self.written.append(number)


def use(monkeypatch, number):
    library = Library(number)
    found = threads._Threads(library.read, library.write)
    monkeypatch.setattr(threads, "_threads", lambda: found)
    return library


def test_the_number_is_as_it_was_afterwards(monkeypatch):
    library = use(monkeypatch, 4)
    with suppress(ZeroDivisionError), threads.one_thread():
        assert library.number == 1
        with threads.one_thread():
            pass
        assert library.number == 1
        _ = 1 / 0
    assert library.written == [1, 4]


def test_who_set_nothing_sets_nothing_back(monkeypatch):
    library = use(monkeypatch, 4)
    inside, leave = threading.Event(), threading.Event()

    def first() -> None:
        with threads.one_thread():
            inside.set()
            leave.wait(10)

    other = threading.Thread(target=first)
    other.start()
    assert inside.wait(10)
    with threads.one_thread():
        leave.set()
        other.join()
    assert library.number == 4


def test_without_openblas_nothing_is_done(monkeypatch):
    monkeypatch.setattr(threads, "_threads", lambda: None)
    with threads.one_thread():
        pass


def test_numpys_own_openblas_is_found_and_left_as_it_was():
    found = threads._threads()
    if found is not None:  # NumPy may come with another library
        before = found.read_fn()
        with threads.one_thread():
            assert found.read_fn() == 1
        assert found.read_fn() == before
