from __future__ import annotations

import ctypes
import functools
import json
import os
from contextlib import contextmanager
from ctypes import byref, c_int, c_int32, c_int64, c_size_t, c_uint32, c_uint64, c_void_p
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone
from types import TracebackType
from typing import TYPE_CHECKING, Any, Callable, Coroutine, Iterator, Literal, TypeVar, Union

from . import _library as la
from ._async import ChangeStream, Readiness, Source, Threads
from ._errors import Busy, NotDurable
from ._provider import Provider, Table
from ._store import Store, StoreTable
from ._times import date, iso8601, milliseconds

if TYPE_CHECKING:
    from typing_extensions import Concatenate, ParamSpec

    Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")

Activity = str
"""An activity's id: 16 lowercase hexadecimal digits, never used again for another activity."""
State = Literal["pending", "active", "ended", "stale"]
Visible = Union[timedelta, Literal["default"]]


@dataclass(frozen=True)
class Limits:
    """The limits of a runtime. `None` means the default of `live_activities.h`."""

    payload_bytes: int | None = None
    """The size of attributes and content as JSON; by default 4096, the maximum of a push. 0 disables the check."""
    activities_per_owner: int | None = None
    activities: int | None = None
    alerts_per_hour: int | None = None
    name_bytes: int | None = None
    """The length of each owner, key, event id, topic, kind and action in UTF-8; by default 512."""
    waiting_changes: int | None = None
    """The number of changes that may wait for `poll` before commands are refused."""
    json_depth: int | None = None
    json_bytes: int | None = None
    active: timedelta | None = None
    """The maximum life of an activity until it ends; by default 8 hours."""
    lingering: timedelta | None = None
    """The maximum time that an ended activity stays visible; by default 4 hours."""
    refuse_dismissed: timedelta | None = None
    """The time for which starts are refused after the user has dismissed an activity with the same owner, kind and key."""
    renewal_lead: timedelta | None = None
    """The time before the end of a renewing activity at which its successor starts; by default a minute."""
    journal: int | None = None
    """The number of commands that the store records for `replay`; by default 0."""
    journal_age: timedelta | None = None
    """The maximum age of a recorded command; by default a day."""


@dataclass(frozen=True)
class Look:
    """The environment of a presentation: the settings of a device and its user."""

    language: str = "en"
    """A BCP 47 identifier, such as `pt-BR`."""
    text_size: int = 0
    """Steps from the standard size: -3 is the smallest, 3 the largest, 4 to 8 are the accessibility sizes."""
    dark: bool = False
    dimmed: bool = False
    """An Always-On display with reduced luminance."""
    locked: bool = False
    """Private text is hidden, and controls work only after unlocking."""
    night: bool = False
    """StandBy's red Night Mode in a dark room."""
    contrast: bool = False
    """The accessibility setting Increase Contrast."""
    bold: bool = False
    """The accessibility setting Bold Text."""

    def _table(self, surface: str | None) -> la.Look:
        settings = (self.dark, self.dimmed, self.locked, self.night, self.contrast, self.bold)
        return la.Look(
            size=ctypes.sizeof(la.Look), flags=sum(1 << place for place, is_on in enumerate(settings) if is_on),
            surface=la.encoded(surface), language=la.encoded(self.language), text_size=self.text_size,
        )  # fmt: skip


def surfaces() -> list[dict[str, Any]]:
    """The surfaces that show activities, each as `{"name", "width", "height", "takesActions"}` with lengths in points."""
    value = c_void_p()
    la.check(la.LIBRARY.la_present_surfaces(byref(value)))
    return la.take_json(value)


def check_presentations(presentations: list[dict[str, Any]], at: datetime | None = None) -> list[dict[str, Any]]:
    """Checks presentations, `Runtime.present`'s or your own, against Apple's guidelines and the limits of their surfaces.

    Args:
        at: The time that self-updating texts show, by default now.

    Returns:
        The findings, each with its `rule`, `surface`, `place`, `message` and `advice`.
    """
    given, found = c_void_p(la.json_value(json.dumps(presentations))), c_void_p()
    try:
        la.check(la.LIBRARY.la_present_check(given, _now(at), byref(found)))
    finally:
        la.json_release(given.value)
    return la.take_json(found)


class Runtime:
    """Holds activities and applies the rules of their kinds.

    Use it in a `with` statement, or call `close`. Methods may be called from any thread and are serialized. A call that the
    runtime refuses raises a `LiveActivitiesError`, and has no effect unless the error's class says otherwise. A value that
    cannot be passed on, such as a time without a time zone, raises a `ValueError`. Values are those of the module `json`. Times
    are `datetime` values with a time zone; `now` is the time of a command, by default the clock's, or in virtual time the
    latest one.
    """

    def __init__(
        self, *, seed: int = 0, virtual_time: bool = False, built_in_kinds: bool = True, takes_mistakes: bool = False,
        limits: Limits = Limits(), store: Store | None = None, store_path: str | None = None,
        durability: Literal["strict", "relaxed", "manual"] = "strict", relaxed: timedelta | None = None, polls: bool = True,
    ) -> None:  # fmt: skip
        """
        Args:
            seed: Runtimes with the same seed that receive the same commands at the same times produce the same ids and changes.
            virtual_time: Calls pass the time; the system's clock is not used.
            built_in_kinds: Registers delivery, meditationTimer, sports and waitQueue.
            takes_mistakes: Accepts stale and end dates in the past, like ActivityKit.
            store: Stores the state, from which a later runtime continues. It is closed with the runtime, or if the runtime
                cannot be created.
            store_path: Stores the state in a SQLite file, if the library was built with SQLite; `SQLiteStore` always works.
            durability: When a command returns: `strict` when it is stored, `relaxed` at once, and a thread stores it `relaxed`
                later (by default 0.1 seconds), `manual` at once; `flush` and `close` store it.
            polls: Whether changes wait for `poll`. Pass `False` if only readers and consumers receive them.
        """
        self._handle, self._is_open = c_void_p(), False
        if isinstance(store, (str, os.PathLike)):
            raise TypeError("store is a Store, such as SQLiteStore(path); the path of a file alone is store_path")
        self._store = None if store is None else StoreTable(store)
        self._tables: list[Table] = []
        self._virtual = virtual_time
        self._has_store = store is not None or store_path is not None
        self._readiness: Readiness | None = None
        self._polled, self._threads = Source("the runtime"), Threads()
        try:
            flags = la.VIRTUAL_TIME * virtual_time | la.NO_BUILT_IN_KINDS * (not built_in_kinds)
            flags |= la.TAKE_MISTAKES * takes_mistakes | la.NO_POLL * (not polls)
            options = la.Options(
                size=ctypes.sizeof(la.Options), flags=flags, seed=seed,
                payload_bytes_max=2**32 - 1 if limits.payload_bytes == 0 else limits.payload_bytes or 0,
                activities_per_owner_max=limits.activities_per_owner or 0, activities_max=limits.activities or 0,
                alerts_per_hour_max=limits.alerts_per_hour or 0, changes_max=limits.waiting_changes or 0,
                json_depth_max=limits.json_depth or 0, json_bytes_max=limits.json_bytes or 0,
                name_bytes_max=limits.name_bytes or 0, active_ms=_duration(limits.active),
                linger_ms=_duration(limits.lingering), refuse_dismissed_ms=_duration(limits.refuse_dismissed),
                store=None if self._store is None else ctypes.pointer(self._store.table),
                store_path=la.encoded(store_path), durability=la.DURABILITIES[durability],
                relaxed_ms=_duration(relaxed), journal_entries_max=limits.journal or 0,
                journal_age_ms=_duration(limits.journal_age),
                renewal_lead_ms=_duration(limits.renewal_lead),
            )  # fmt: skip
            la.check(la.LIBRARY.la_runtime_create(byref(options), byref(self._handle)))
        except BaseException:
            if self._store is not None:
                self._store.close()
            raise
        self._is_open = True

    # Closing

    def close(self) -> None:
        """Stores unwritten changes and destroys the runtime. Changes that were not polled are lost. A second call does nothing.

        Raises:
            NotDurable: The changes could not be stored, and are lost. The runtime is closed all the same.
            Fenced: Likewise, because another runtime has opened the store since.
        """
        # The library detects a destroyed handle, so a later call fails.
        is_open, self._is_open = self._is_open, False
        if is_open:
            if self._readiness is not None:
                self._readiness.close()
            self._threads.close()
            status = la.LIBRARY.la_runtime_destroy(self._handle)
            # Inside a callback of the runtime, which is still there.
            self._is_open = status == Busy.status
            la.check(status)

    def __enter__(self) -> Runtime:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def __del__(self) -> None:
        if getattr(self, "_is_open", False):
            la.LIBRARY.la_runtime_destroy(self._handle)

    # Kinds

    def kinds(self) -> list[dict[str, Any]]:
        """The registered kinds, each as `{"kind": …, "hasRules": …}`."""
        return json.loads(self._text(la.LIBRARY.la_runtime_describe_text, None))

    def describe(self, kind: str) -> dict[str, Any]:
        """Valid examples of a kind's attributes, content, events and actions."""
        return json.loads(self._text(la.LIBRARY.la_runtime_describe_text, la.encoded(kind)))

    def add_kind(self, kind: str) -> None:
        """Adds a kind without rules, whose activities may have any JSON as attributes and content."""
        la.check(la.LIBRARY.la_runtime_add_kind(self._handle, la.encoded(kind)))

    def add(self, provider: Provider) -> None:
        """Adds a kind with the rules of `provider`."""
        table = Table(provider)
        # Retained even if adding fails halfway, because the library may use it until the runtime ends.
        self._tables.append(table)
        la.check(la.LIBRARY.la_runtime_add_provider(self._handle, byref(table.table)))

    def load_plugin(self, path: str) -> int:
        """Loads a shared object and adds its kinds. Its code runs with all rights of this process.

        Returns:
            The number of kinds added.
        """
        count = c_uint32()
        la.check(la.LIBRARY.la_runtime_load_plugin(self._handle, la.encoded(path), byref(count)))
        return count.value

    # Commands

    def apply(self, command: dict[str, Any], *, now: datetime | None = None) -> dict[str, Any]:
        """Applies a command in the JSON format that all interfaces of the package share, such as
        `{"command": "end", "activity": …}`.

        Returns:
            Its outcome, such as `{"outcome": "started", "activity": …}`.
        """
        text, outcome = json.dumps(command).encode(), c_void_p()
        status = la.LIBRARY.la_apply_text(self._handle, text, len(text), _now(now), byref(outcome), None)
        report: Any = json.loads(la.take_text(outcome)) if outcome.value else None
        try:
            la.check(status)
        except NotDurable as error:
            error.outcome = report
            raise
        return report

    def start(
        self, kind: str, owner: str, attributes: Any, *, content: dict[str, Any] | None = None, key: str | None = None,
        if_running: Literal["join", "replace", "reject"] | None = None, start: datetime | None = None,
        alert: dict[str, str] | None = None, end: datetime | None = None, visible: Visible | None = None,
        lease: tuple[timedelta, timedelta] | None = None, renews: bool | None = None, now: datetime | None = None,
    ) -> Activity:  # fmt: skip
        """Starts an activity, or schedules it.

        Args:
            attributes: The values that do not change after the start.
            content: `{"state": …, "staleDate": …, "relevanceScore": …}`; by default the provider creates it.
            key: An owner has at most one running activity of a kind with a given key.
            if_running: The policy if such an activity is running: by default the start joins it.
            start: The date on which it becomes active. It is pending until then, and needs an alert.
            end: The date on which it ends by default.
            visible: The time for which it stays visible after that.
            lease: Unless the lease is renewed, it becomes stale after the first duration and ends after the second; see
            `renew_lease`.
            renews: Starts a successor when the maximum life is reached.

        Returns:
            The new activity, or the running one that the start joined.
        """
        given: dict[str, Any] = {"command": "start", "kind": kind, "owner": owner, "attributes": attributes}
        given |= _present(
            content=content, key=key, ifRunning=if_running, start=_date(start), alert=alert, endDate=_date(end),
            renews=renews, dismissalPolicy=None if visible is None else _policy(visible),
            lease=None if lease is None else {"staleAfter": lease[0].total_seconds(), "endAfter": lease[1].total_seconds()},
        )  # fmt: skip
        return self.apply(given, now=now)["activity"]

    def send(
        self, activity: Activity, event: Any, *, id: str | None = None, timestamp: datetime | None = None,
        now: datetime | None = None,
    ) -> str:  # fmt: skip
        """Reports an event to one activity.

        Args:
            id: The sender's id of the event. A repeated event with the same id is ignored.
            timestamp: When it happened. An event that is older than the newest accepted one is ignored.

        Returns:
            `applied`, `unchanged` or `ignored`.
        """
        given = {"command": "send", "activity": activity, "event": event} | _present(id=id, timestamp=_date(timestamp))
        return self.apply(given, now=now)["outcome"]

    def publish(
        self, topic: str, event: Any, *, kind: str | None = None, id: str | None = None, timestamp: datetime | None = None,
        now: datetime | None = None,
    ) -> dict[str, int]:  # fmt: skip
        """Reports an event to every activity that follows a topic, such as `match/4711`.

        Returns:
            The numbers of activities that it changed, that it left unchanged, and that refused it.
        """
        given = {"command": "publish", "topic": topic, "event": event}
        given |= _present(kind=kind, id=id, timestamp=_date(timestamp))
        return self.apply(given, now=now)["report"]

    def update(
        self, activity: Activity, state: Any, *, stale: datetime | None = None, relevance: float = 0,
        alert: dict[str, str] | None = None, timestamp: datetime | None = None, now: datetime | None = None,
    ) -> str:  # fmt: skip
        """Replaces an activity's whole content.

        Returns:
            `applied`, `unchanged` or `ignored`.
        """
        content = {"state": state, "relevanceScore": relevance} | _present(staleDate=_date(stale))
        given = {"command": "update", "activity": activity, "content": content}
        return self.apply(given | _present(alert=alert, timestamp=_date(timestamp)), now=now)["outcome"]

    def end(
        self, activity: Activity, *, content: dict[str, Any] | None = None, visible: Visible = "default",
        timestamp: datetime | None = None, now: datetime | None = None,
    ) -> str:  # fmt: skip
        """Ends an activity. It stays visible for `visible`, at most 4 hours.

        Returns:
            `applied`, `unchanged` or `ignored`.
        """
        given = {"command": "end", "activity": activity, "dismissalPolicy": _policy(visible)}
        return self.apply(given | _present(content=content, timestamp=_date(timestamp)), now=now)["outcome"]

    def perform(self, activity: Activity, action: str, *, surface: str = "lockScreen", now: datetime | None = None) -> str:
        """Reports that the user has used a control, such as `pause`.

        Returns:
            `applied`, `unchanged` or `ignored`.
        """
        return self.apply({"command": "perform", "activity": activity, "action": action, "surface": surface},
            now=now)["outcome"]

    def dismiss(self, activity: Activity, *, now: datetime | None = None) -> None:
        """Reports that the user has removed an activity from the screen."""
        self.apply({"command": "dismiss", "activity": activity}, now=now)

    def renew_lease(self, activity: Activity, *, now: datetime | None = None) -> None:
        """Reports that the host of an activity is still running."""
        self.apply({"command": "renewLease", "activity": activity}, now=now)

    def permit(self, owner: str, allowed: bool, *, kind: str | None = None, now: datetime | None = None) -> None:
        """Reports that the user allows or forbids a kind, or all kinds. Running activities that are now forbidden end."""
        self.apply({"command": "permit", "owner": owner, "allowed": allowed} | _present(kind=kind), now=now)

    def permit_frequent_updates(self, owner: str, allowed: bool, *, now: datetime | None = None) -> None:
        """Reports that the user allows or forbids frequent updates. A change ends the owner's running activities."""
        self.apply({"command": "permitFrequentUpdates", "owner": owner, "allowed": allowed}, now=now)

    # Queries

    def find(self, owner: str, kind: str, key: str) -> Activity:
        """The running activity with this owner, kind and key."""
        found = c_uint64()
        names = (la.encoded(owner), la.encoded(kind), la.encoded(key))
        la.check(la.LIBRARY.la_find(self._handle, *names, byref(found)))
        return f"{found.value:016x}"

    def activities(self, owner: str | None = None) -> list[Activity]:
        """The activities of an owner, the most relevant first, or all."""
        name, count = la.encoded(owner), c_size_t()
        capacity = 64
        while True:
            # Repeated, because more activities may be started between the two calls.
            ids = (c_uint64 * capacity)()
            la.check(la.LIBRARY.la_list(self._handle, name, ids, capacity, byref(count)))
            if count.value <= capacity:
                return [f"{id:016x}" for id in ids[: count.value]]
            capacity = count.value

    def state(self, activity: Activity) -> State:
        """The state of an activity at the latest time that the runtime has received."""
        state = c_int32()
        la.check(la.LIBRARY.la_get_state(self._handle, _id(activity), byref(state)))
        return la.STATES[state.value]  # type: ignore[return-value]

    def content(self, activity: Activity) -> Any:
        """The current content state of an activity."""
        return json.loads(self._text(la.LIBRARY.la_get_content_text, _id(activity)))

    def attributes(self, activity: Activity) -> Any:
        """The attributes of an activity."""
        return self._json(la.LIBRARY.la_get_attributes, _id(activity))

    def activity(self, activity: Activity) -> dict[str, Any]:
        """The complete record of an activity: kind, owner, key, state, revision, attributes, content and times."""
        return json.loads(self._text(la.LIBRARY.la_get_activity_text, _id(activity)))

    def permits(self, owner: str, kind: str | None = None) -> bool:
        """Whether an owner allows a kind; without a kind, whether frequent updates are allowed."""
        allowed = c_int32()
        la.check(la.LIBRARY.la_get_permission(self._handle, la.encoded(owner), la.encoded(kind), byref(allowed)))
        return allowed.value != 0

    # Time and changes

    def advance(self, now: datetime | None = None) -> datetime | None:
        """Runs every deadline that is due.

        Returns:
            The latest time for the next call; `None` if nothing is scheduled.
        """
        deadline = c_int64()
        la.check(la.LIBRARY.la_runtime_advance(self._handle, _now(now), byref(deadline)))
        return None if deadline.value == la.NEVER else date(deadline.value)

    def poll(self, limit: int = 1_000) -> list[dict[str, Any]]:
        """Takes at most `limit` changes, each once, in the order in which they happened."""
        return self._changes(la.LIBRARY.la_runtime_poll_text, limit)

    def changes(self) -> ChangeStream:
        """Changes as they happen, for `async for`, beginning with waiting ones. It also runs the deadlines when they are due,
        so it takes the place of `advance` and `poll`. Only in real time.

        For one loop at a time: a second concurrent loop gets a `RuntimeError`; give each its own `reader`. A loop may be left
        at any time, and the next loop continues with the next change. The stream ends when the runtime is closed.
        """
        return self._stream(self._polled, lambda: self.poll(1))

    def _stream(self, source: Source | None, take: Callable[[], list[dict[str, Any]]]) -> ChangeStream:
        if self._virtual:
            raise RuntimeError("changes that are awaited follow the clock; in virtual time use advance() and poll()")
        return ChangeStream(self, source, take)

    def _ready(self) -> Readiness:
        if self._readiness is None:
            descriptor = c_int()
            la.check(la.LIBRARY.la_runtime_fd(self._handle, byref(descriptor)))
            self._readiness = Readiness(descriptor.value)
        return self._readiness

    async def _advance_in_turn(self) -> datetime | None:
        """Runs the deadlines that are due. With a store it runs on another thread, because it may wait for the store."""
        return await self._threads.run(self.advance) if self._has_store else self.advance()

    @property
    def awaitable(self) -> AsyncCommands:
        """The commands as awaitable methods. Each runs on another thread, so that a strict store does not block the event loop.

        ```python
        order = await runtime.awaitable.start("delivery", "anna", attributes)
        ```

        Concurrent commands share one write, and their order is undefined. Cancelling a task does not undo its command.
        """
        return AsyncCommands(self)

    def reader(
        self, *, owner: str | None = None, kind: str | None = None, activity: Activity | None = None, waiting: int | None = None
    ) -> Reader:  # fmt: skip
        """A reader of all later changes, independent of `poll` and other readers. Use it in a `with` statement.

        Args:
            owner: Only the changes of this owner.
            kind: Only the changes of this kind.
            activity: Only the changes of this activity.
            waiting: The maximum number of waiting changes; beyond it the oldest is dropped. By default a million.
        """
        options = la.ReaderOptions(
            size=ctypes.sizeof(la.ReaderOptions), changes_max=waiting or 0, owner=la.encoded(owner), kind=la.encoded(kind),
            activity=0 if activity is None else _id(activity), flags=activity is not None,
        )  # fmt: skip
        number = c_uint64()
        la.check(la.LIBRARY.la_reader_create(self._handle, byref(options), byref(number)))
        return Reader(self, number.value)

    # The store

    def flush(self) -> None:
        """Stores unwritten changes, and returns when they are durable. Does nothing without a store."""
        la.check(la.LIBRARY.la_runtime_flush(self._handle))

    @contextmanager
    def batch(self) -> Iterator[None]:
        """For a `with` statement: commands within it do not wait for the store; the end of the statement stores them together.
        """
        la.check(la.LIBRARY.la_batch_begin(self._handle))
        try:
            yield
        finally:
            la.check(la.LIBRARY.la_batch_end(self._handle))

    def store_report(self) -> dict[str, Any]:
        """The problems found when the store was opened, and the reason why it cannot be written at present, if any."""
        return self._json(la.LIBRARY.la_store_report)

    def add_consumer(self, name: str) -> None:
        """Creates a named consumer of all later changes, unless it exists. Changes wait for it in the store, even while no
        process runs, until it has acknowledged them."""
        la.check(la.LIBRARY.la_consumer_add(self._handle, la.encoded(name)))

    def consumer(self, name: str) -> Consumer:
        """A named consumer for `async for`, created unless it exists:

        ```python
        pushes = runtime.consumer("push")
        async for change in pushes:
            await send(change)  # at least once: send with an id that is the same each time
            pushes.acknowledge(change)
        ```
        """
        self.add_consumer(name)
        return Consumer(self, name)

    def remove_consumer(self, name: str) -> None:
        """Removes a named consumer and its acknowledgements."""
        la.check(la.LIBRARY.la_consumer_remove(self._handle, la.encoded(name)))

    def consumers(self) -> list[dict[str, Any]]:
        """The named consumers, each as `{"name", "acknowledged", "waiting", "missed"}`."""
        return self._json(la.LIBRARY.la_consumers)

    def consumer_changes(self, name: str, *, after: int = 0, limit: int = 1_000) -> list[dict[str, Any]]:
        """Changes that a consumer has not acknowledged, at least once each.

        Args:
            after: The `sequence` of the last change that this process has received.
        """
        return self._changes(la.LIBRARY.la_consumer_poll_text, la.encoded(name), after, limit)

    def acknowledge(self, name: str, sequence: int) -> None:
        """Acknowledges the change with this `sequence` and all earlier ones: they are not delivered again."""
        la.check(la.LIBRARY.la_consumer_acknowledge(self._handle, la.encoded(name), sequence))

    def replay(self) -> dict[str, Any]:
        """Replays the recorded commands (`Limits.journal`) with the kinds of this runtime.

        Returns:
            The number of `commands`, and the `differences` from the recorded outcomes.
        """
        return self._json(la.LIBRARY.la_journal_replay)

    # Looks

    def present(
        self, activity: Activity, surface: str | None = None, *, look: Look = Look(), at: datetime | None = None
    ) -> list[dict[str, Any]]:
        """The presentations of an activity of a built-in kind, one for each surface that shows it.

        A presentation is a tree of stacks, texts, images, shapes and controls. Self-updating text, such as a countdown,
        contains its rule.

        Args:
            surface: One of `surfaces()`, such as `"lockScreen.iPhone393"`; by default all.
            look: The settings of the device and its user.
            at: The time for which the views are evaluated.
        """
        table = look._table(surface)
        return json.loads(self._text(la.LIBRARY.la_present_text, _id(activity), byref(table), _now(at)))

    def lint(self, kind: str, language: str = "en") -> list[dict[str, Any]]:
        """Plays the sample story of a kind, and checks each step on every surface like `check_presentations`. Takes seconds."""
        return self._json(la.LIBRARY.la_present_lint, la.encoded(kind), la.encoded(language))

    # Snapshots

    def snapshot(self) -> str:
        """The state of the runtime as JSON text, without its providers. Poll waiting changes first."""
        return self._text(la.LIBRARY.la_runtime_snapshot_text)

    def restore(self, snapshot: str) -> None:
        """Replaces the runtime's state, including all of its activities, with that of a snapshot."""
        text = snapshot.encode()
        la.check(la.LIBRARY.la_runtime_restore_text(self._handle, text, len(text)))

    def unreadable(self) -> list[dict[str, str]]:
        """The activities of the restored snapshot that could not be read, each with its `id`, `json` and `reason`."""
        return self._json(la.LIBRARY.la_runtime_unreadable)

    # Notices

    def notices(self) -> list[dict[str, str]]:
        """The unknown members in JSON input since the last call, each reported once per runtime.

        They are misspelt, or belong to a newer app; the commands were applied without them. Each has a `kind`, a `path` such as
        `event.delayed.minuts`, a `message`, and a `suggestion` if a member with a similar name is missing.
        """
        return self._json(la.LIBRARY.la_runtime_notices)

    # Conversions

    def _text(self, function: Any, *arguments: Any) -> str:
        text = c_void_p()
        la.check(function(self._handle, *arguments, byref(text), None))
        return la.take_text(text)

    def _changes(self, function: Any, *arguments: Any) -> list[dict[str, Any]]:
        text = c_void_p()
        la.check(function(self._handle, *arguments, byref(text), None, None))
        # Not splitlines(), which also splits at U+0085, U+2028 and U+2029: a name may contain them.
        return [json.loads(line) for line in la.take_text(text).split("\n")[:-1]]

    def _json(self, function: Any, *arguments: Any) -> Any:
        value = c_void_p()
        la.check(function(self._handle, *arguments, byref(value)))
        return la.take_json(value)


def _awaited(
    method: Callable[Concatenate[Runtime, Parameters], Result],
) -> Callable[Concatenate[AsyncCommands, Parameters], Coroutine[Any, Any, Result]]:
    @functools.wraps(method)
    async def call(self: AsyncCommands, /, *arguments: Parameters.args, **options: Parameters.kwargs) -> Result:
        return await self._runtime._threads.run(functools.partial(method, self._runtime, *arguments, **options))

    return call


class AsyncCommands:
    """The commands of a runtime as awaitable methods; see `Runtime.awaitable`. Each does the same as the runtime's method of
    that name.
    """

    def __init__(self, runtime: Runtime) -> None:
        self._runtime = runtime

    apply = _awaited(Runtime.apply)
    start = _awaited(Runtime.start)
    send = _awaited(Runtime.send)
    publish = _awaited(Runtime.publish)
    update = _awaited(Runtime.update)
    end = _awaited(Runtime.end)
    perform = _awaited(Runtime.perform)
    dismiss = _awaited(Runtime.dismiss)
    renew_lease = _awaited(Runtime.renew_lease)
    permit = _awaited(Runtime.permit)
    permit_frequent_updates = _awaited(Runtime.permit_frequent_updates)
    add_consumer = _awaited(Runtime.add_consumer)
    remove_consumer = _awaited(Runtime.remove_consumer)
    advance = _awaited(Runtime.advance)
    flush = _awaited(Runtime.flush)
    close = _awaited(Runtime.close)


class Reader:
    """Receives the changes that its filter selects; see `Runtime.reader`. With asyncio: `async for`, in one loop at a time."""

    def __init__(self, runtime: Runtime, number: int) -> None:
        self._runtime, self._number, self._source = runtime, number, Source("the reader")

    def poll(self, limit: int = 1_000) -> list[dict[str, Any]]:
        """Takes at most `limit` changes, each once, in the order in which they happened."""
        return self._runtime._changes(la.LIBRARY.la_reader_poll_text, self._number, limit)

    def __aiter__(self) -> ChangeStream:
        return self._runtime._stream(self._source, lambda: self.poll(1))

    def close(self) -> None:
        """Ends the reader."""
        la.check(la.LIBRARY.la_reader_destroy(self._runtime._handle, self._number))

    def __enter__(self) -> Reader:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()


class Consumer:
    """A named consumer, which receives every change at least once, even if no process was running; see `Runtime.consumer`."""

    def __init__(self, runtime: Runtime, name: str) -> None:
        self._runtime = runtime
        self.name = name

    def __aiter__(self) -> ChangeStream:
        """The unacknowledged changes, then all later ones. Concurrent loops each receive every change."""
        given = 0

        def take() -> list[dict[str, Any]]:
            nonlocal given
            changes = self._runtime.consumer_changes(self.name, after=given, limit=1)
            given = changes[0]["sequence"] if changes else given
            return changes

        return self._runtime._stream(None, take)

    def acknowledge(self, change: dict[str, Any]) -> None:
        """Acknowledges a change and all earlier ones: they are not delivered again."""
        self._runtime.acknowledge(self.name, change["sequence"])


def _id(activity: Activity) -> int:
    try:
        return int(activity, 16)
    except ValueError:
        raise ValueError(f"'{activity}' is no activity's id: it has 16 hexadecimal digits") from None


def _now(now: datetime | None) -> int:
    return la.NOW if now is None else milliseconds(now)


def _date(moment: datetime | None) -> str | None:
    return None if moment is None else iso8601(moment)


def _duration(duration: timedelta | None) -> int:
    return 0 if duration is None else round(duration / timedelta(milliseconds=1))


def _policy(visible: Visible) -> Any:
    if visible == "default":
        return "default"
    assert isinstance(visible, timedelta)
    return "immediate" if visible <= timedelta(0) else {"afterTimeout": visible.total_seconds()}


def _present(**members: Any) -> dict[str, Any]:
    return {key: value for key, value in members.items() if value is not None}
