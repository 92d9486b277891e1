"""asyncio support: changes as they happen, and commands that do not block the event loop."""

from __future__ import annotations

import asyncio
import time
import weakref
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timezone
from typing import TYPE_CHECKING, Any, Callable, TypeVar

from ._errors import InvalidHandle, UnknownConsumer

if TYPE_CHECKING:
    from ._runtime import Runtime

Change = dict[str, Any]
Result = TypeVar("Result")


class Readiness:
    """Lets tasks wait until a runtime's descriptor is readable. An event loop watches it once, however many tasks wait."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._waiting: dict[asyncio.AbstractEventLoop, set[asyncio.Future[None]]] = {}

    async def wait(self, seconds: float | None) -> None:
        """Returns when the descriptor may be readable, or after `seconds`."""
        loop = asyncio.get_running_loop()
        waiting = self._waiting.get(loop)
        if waiting is None:
            waiting = self._waiting[loop] = set()
            loop.add_reader(self._descriptor, self._wake, loop)
        future: asyncio.Future[None] = loop.create_future()
        waiting.add(future)
        try:
            await asyncio.wait([future], timeout=seconds)
        finally:
            waiting.discard(future)
            if not waiting and self._waiting.get(loop) is waiting:
                self._forget(loop)

    def _wake(self, loop: asyncio.AbstractEventLoop) -> None:
        for future in self._forget(loop):
            if not future.done():
                future.set_result(None)

    def _forget(self, loop: asyncio.AbstractEventLoop) -> set[asyncio.Future[None]]:
        loop.remove_reader(self._descriptor)
        return self._waiting.pop(loop, set())

    def close(self) -> None:
        """Wakes every waiting task. Call it before the descriptor is closed."""
        try:
            here = asyncio.get_running_loop()
        except RuntimeError:
            here = None
        for loop in list(self._waiting):
            if loop is here:
                self._wake(loop)
            elif not loop.is_closed():
                loop.call_soon_threadsafe(self._wake, loop)


class Source:
    """The source of a stream's changes: the runtime's queue or a reader's. Only one loop may use it at a time."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._stream: weakref.ref[ChangeStream] | None = None

    async def enter(self, stream: ChangeStream) -> None:
        """Reserves the changes for `stream`; raises if another stream uses them."""
        for _ in range(10):
            other = None if self._stream is None else self._stream()
            if other is None or other is stream:
                self._stream = weakref.ref(stream)
                return
            del other
            # When a loop is left early, the event loop closes its generator a little later.
            await asyncio.sleep(0)
        raise RuntimeError(
            f"another loop takes the changes of {self._name}, and each change is given once. "
            "Leave that loop first, or give each its own runtime.reader()"
        )


def seconds_before_reading(deadline: datetime) -> float:
    """How long a loop may wait for a deadline before it reads the clock again.

    At most a second: the event loop measures a pause with the monotonic clock, which does not follow the computer's clock when
    that is set forward, and stands still while the computer is asleep.
    """
    return min(1.0, max(0.0, (deadline - datetime.now(timezone.utc)).total_seconds()))


class ChangeStream:
    """Changes for `async for`. Ends when the runtime or the reader is closed. After a loop is left early, the next loop
    continues.
    """

    def __init__(self, runtime: Runtime, source: Source | None, take: Callable[[], list[Change]]) -> None:
        self._runtime, self._source, self._take = runtime, source, take

    def __aiter__(self) -> ChangeStream:
        return self

    async def __anext__(self) -> Change:
        if self._source is not None:
            await self._source.enter(self)
        pause = 0.0
        while True:
            try:
                taken = self._take()
                if taken:
                    return taken[0]
                deadline = await self._runtime._advance_in_turn()
                taken = self._take()
            except InvalidHandle:
                raise StopAsyncIteration from None
            except UnknownConsumer:
                # A closed reader ends the loop; a removed consumer is an error of the caller.
                if self._source is None:
                    raise
                raise StopAsyncIteration from None
            if taken:
                return taken[0]
            left = None if deadline is None else seconds_before_reading(deadline)
            if pause:
                # Changes for other readers keep the descriptor readable, so waiting for it would spin.
                await asyncio.sleep(pause if left is None else min(pause, left))
            began = time.monotonic()
            await self._runtime._ready().wait(left)
            pause = min(0.05, pause * 2 or 0.001) if time.monotonic() - began < 0.05 else 0.0


class Threads:
    """The threads on which commands wait for the store. Concurrent commands share one write."""

    def __init__(self) -> None:
        self._pool: ThreadPoolExecutor | None = None

    async def run(self, body: Callable[[], Result]) -> Result:
        if self._pool is None:
            self._pool = ThreadPoolExecutor(max_workers=32, thread_name_prefix="live-activities")
        # Cancelling a task does not cancel the command.
        return await asyncio.get_running_loop().run_in_executor(self._pool, body)

    def close(self) -> None:
        if self._pool is not None:
            self._pool.shutdown(wait=False)
