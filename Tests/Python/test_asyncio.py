"""Runtimes on an event loop: changes with `async for`, and awaitable commands."""

import asyncio
import time
from datetime import timedelta

import pytest

from live_activities import Draft, LiveActivitiesError, Provider, Runtime, SQLiteStore, UnknownActivity, _async, errors

ORDER = {"orderNumber": 42, "restaurantName": "Pizza"}


def run(story):
    return asyncio.run(asyncio.wait_for(story, 60))


def start(runtime, owner="anna"):
    return runtime.start("delivery", owner, ORDER)


class QuickEgg(Provider):
    """A timer that ends after 30 milliseconds."""

    kind = "egg"

    def content(self, draft: Draft) -> None:
        draft.state = {}

    def begin(self, draft: Draft) -> None:
        draft.wake = draft.now + timedelta(milliseconds=30)

    def tick(self, draft: Draft) -> None:
        draft.end()


def test_a_loop_that_was_left_is_followed_by_another():
    async def story():
        with Runtime() as runtime:
            start(runtime), start(runtime, "ben")
            async for change in runtime.changes():
                assert change["owner"] == "anna"
                break
            # Nothing is lost: the second change was not delivered yet.
            async for change in runtime.changes():
                assert change["owner"] == "ben"
                break
            asyncio.get_running_loop().call_later(0.01, start, runtime, "carl")
            async for change in runtime.changes():
                return change["owner"]

    assert run(story()) == "carl"


def test_a_generator_that_was_left_is_followed_by_another():
    async def story():
        async def owners(runtime):
            async for change in runtime.changes():
                yield change["owner"]

        with Runtime() as runtime:
            start(runtime), start(runtime, "ben")
            async for owner in owners(runtime):
                break
            async for owner in owners(runtime):
                return owner

    assert run(story()) == "ben"


def test_a_second_loop_at_once_is_refused():
    async def story():
        async def follow():
            async for _ in runtime.changes():
                pass

        with Runtime() as runtime:
            first = asyncio.create_task(follow())
            await asyncio.sleep(0)
            with pytest.raises(RuntimeError, match="another loop takes the changes.*reader"):
                await follow()
            # The first loop still works, and ends with the runtime.
            start(runtime)
            runtime.close()
            await first

    run(story())


def test_readers_each_have_their_own_loop():
    async def story():
        with Runtime(polls=False) as runtime:
            everybody, ben = runtime.reader(), runtime.reader(owner="ben")
            seen = {"everybody": [], "ben": []}

            async def take(reader, name, count):
                async for change in reader:
                    seen[name].append(change["owner"])
                    if len(seen[name]) == count:
                        break

            tasks = [asyncio.create_task(take(everybody, "everybody", 3)), asyncio.create_task(take(ben, "ben", 1))]
            for owner in ("anna", "ben", "carl"):
                await asyncio.sleep(0.01)
                start(runtime, owner)
            await asyncio.gather(*tasks)
            again = asyncio.create_task(take(ben, "ben", 2))
            await asyncio.sleep(0)
            # The reader's loop ends with the reader.
            ben.close()
            start(runtime, "dora")
            await again
            return seen

    assert run(story()) == {"everybody": ["anna", "ben", "carl"], "ben": ["ben"]}


def test_a_consumer_is_a_loop_and_goes_on_after_a_restart(tmp_path):
    path = str(tmp_path / "store.db")

    async def before():
        with Runtime(store=SQLiteStore(path), polls=False) as runtime:
            pushes = runtime.consumer("push")
            for owner in ("anna", "ben", "carl"):
                await runtime.awaitable.start("delivery", owner, ORDER)
            given = []
            async for change in pushes:
                given.append(change["owner"])
                break
            # Another loop begins with the unacknowledged changes.
            async for change in pushes:
                given.append(change["owner"])
                if change["owner"] == "ben":
                    return given
                pushes.acknowledge(change)

    async def after():
        with Runtime(store=SQLiteStore(path), polls=False) as runtime:
            pushes = runtime.consumer("push")
            given = []
            async for change in pushes:
                given.append(change["owner"])
                pushes.acknowledge(change)
                if change["owner"] == "carl":
                    return given, runtime.consumers()[0]["waiting"]

    assert run(before()) == ["anna", "anna", "ben"]
    assert run(after()) == (["ben", "carl"], 0)


def test_deadlines_come_due_in_every_loop(tmp_path):
    async def story(changes):
        async for change in changes:
            if change["change"] == "ended":
                return "ended"

    with Runtime() as runtime:
        runtime.add(QuickEgg())
        runtime.start("egg", "anna", {})
        assert run(story(runtime.changes())) == "ended"
    with Runtime(store=SQLiteStore(str(tmp_path / "store.db")), polls=False) as runtime:
        runtime.add(QuickEgg())
        consumer = runtime.consumer("push")
        runtime.start("egg", "anna", {})
        assert run(story(consumer)) == "ended"


class Waited(Exception):
    """Ends a loop that waits. Its argument is the number of seconds."""


def test_a_loop_reads_the_clock_every_second(monkeypatch):
    """The event loop's timers do not follow a clock that is set forward, so a deadline in 8 hours would be 8 hours late."""

    async def wait(self, seconds):
        raise Waited(seconds)

    async def follow(runtime):
        async for _ in runtime.changes():
            pass

    monkeypatch.setattr(_async.Readiness, "wait", wait)
    with Runtime() as runtime:
        start(runtime)
        with pytest.raises(Waited, match="^1.0$"):
            run(follow(runtime))


class SlowStore(SQLiteStore):
    appends = 0

    def append(self, expected_run, writes):
        self.appends += 1
        time.sleep(0.05)
        super().append(expected_run, writes)


def test_awaited_commands_do_not_block_the_loop_and_share_writes(tmp_path):
    store = SlowStore(str(tmp_path / "store.db"))

    async def story():
        with Runtime(store=store, polls=False) as runtime:
            before, turns = store.appends, 0

            async def spin():
                nonlocal turns
                while True:
                    turns += 1
                    await asyncio.sleep(0)

            spinning = asyncio.create_task(spin())
            starts = [runtime.awaitable.start("delivery", f"owner {number}", ORDER) for number in range(30)]
            activities = await asyncio.gather(*starts)
            spinning.cancel()
            assert len(set(activities)) == 30 == len(runtime.activities())
            with pytest.raises(UnknownActivity):
                await runtime.awaitable.end("0000000000000001")
            return turns, store.appends - before

    turns, appends = run(story())
    # A turn of the loop takes microseconds, a write 50 ms.
    assert turns > 10 and appends < 30


def test_an_error_of_each_code_has_a_class():
    known = {one.status: one.name for one in LiveActivitiesError.__subclasses__()}
    from live_activities._library import LIBRARY

    named = {status: LIBRARY.la_status_name(status).decode() for status in range(-999, 0)}
    assert known == {status: name for status, name in named.items() if name != "LA_ERROR"}
    assert errors.UnknownActivity is UnknownActivity
