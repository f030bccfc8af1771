"""Several workers: whoever asks is served by one that is free, or by the next to be.

with Pool(processes=4) as pool:
pool.solve("2x = 4")  # from any thread
for answer in pool.answers(Request(text) for text in texts):  # in the order of the texts
...
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future
from queue import SimpleQueue
from typing import Final

from aljabr.algebra.parse import ParseError
from aljabr.answer.solution import Domain, Solution
from aljabr.answer.writer import Detail
from aljabr.solver.processes import cores, renew_when_forked
from aljabr.solver.registry import DEFAULT
from aljabr.solver.solve import DEFAULT_BUDGET, solve
from aljabr.solver.worker import Agent, Request, Solve, Worker

AHEAD: Final = 256
"""Requests per process that are taken before the first of them is answered."""


Answer = Solution | ParseError


class Pool:
    """Solves equations in several processes at a time. Use it as a context manager.

    A request that outstays its budget, or whose process dies over it, is answered with `unsolved`
    and the reason; the others do not notice. A child that the program forks gets processes of its
    own.
    """

    def __init__(
        self, agent: Agent = DEFAULT, processes: int | None = None, solve_fn: Solve = solve
    ) -> None:
        count = cores() if processes is None else processes
        self._workers = [Worker(agent, solve_fn) for _ in range(count)]
        self.renew()
        renew_when_forked(self)

    def __enter__(self) -> Pool:
        """Start the processes, which are forked if nobody has started threads yet."""
        for worker in self._workers:
            worker.start()
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def close(self) -> None:
        """Kill the processes, also while threads wait for their answers."""
        for worker in self._workers:
            worker.close()

    def renew(self) -> None:
        """Call all workers free; in a child that was forked, nobody is there to bring them back."""
        self._free: SimpleQueue[Worker] = SimpleQueue()
        for worker in self._workers:
            self._free.put(worker)

    def solve(
        self,
        text: str,
        unknown: str | None = None,
        budget: float = DEFAULT_BUDGET,
        domain: Domain | None = None,
        detail: Detail | None = None,
    ) -> Solution:
        """Solve, or raise the solver's own `ParseError`; time spent in the queue does not count."""
        free = self._free
        worker = free.get()
        try:
            return worker.solve(text, unknown, budget, domain, detail)
        finally:
            free.put(worker)

    def answers(self, requests: Iterable[Request]) -> Iterator[Answer]:
        """Yield the answers in the order of the requests, which are read as they are needed.

        A mistake in a text is an answer, too. Whoever stops listening stops the work.
        """
        tasks: SimpleQueue[_Task | None] = SimpleQueue()
        over = threading.Event()
        # Not an executor's threads, which a program waits for when it ends.
        for _ in self._workers:
            threading.Thread(target=self._work, args=(tasks, over), daemon=True).start()
        waiting: deque[Future[Answer]] = deque()
        try:
            for request in requests:
                waiting.append(Future())
                tasks.put((request, waiting[-1]))
                while waiting and (waiting[0].done() or len(waiting) > AHEAD * len(self._workers)):
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        finally:
            over.set()
            for _ in self._workers:
                tasks.put(None)

    def _work(self, tasks: SimpleQueue[_Task | None], over: threading.Event) -> None:
        """Answer one request after the other."""
        while (task := tasks.get()) is not None and not over.is_set():
            request, future = task
            try:
                future.set_result(self.solve(*request))
            except ParseError as error:
                future.set_result(error)
            except BaseException as error:  # whatever it is, it is raised where the answer is read
                future.set_exception(error)


_Task = tuple[Request, "Future[Answer]"]
