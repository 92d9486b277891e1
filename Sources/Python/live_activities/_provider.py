from __future__ import annotations

import ctypes
import json
from datetime import datetime, timedelta
from typing import Any, Callable

from . import _library as la
from ._errors import RAISED, Refusal, Refused, Undecodable, reason_of
from ._times import date, milliseconds


class Draft:
    """One activity while a method of its `Provider` runs. Its values become the activity's content when the method returns.

    Changes take effect together when the method returns; none take effect if it raises.
    """

    attributes: Any
    """The attributes of the activity. Do not change them."""
    state: Any
    """The content state. Change it in place or replace it. `None` in `Provider.content`, which must set it."""
    now: datetime
    """The time of the event, the action or the wake."""
    started: datetime
    """When the activity became active."""
    stale: datetime | None
    """When the content becomes stale; `None` for never."""
    wake: datetime | None
    """When `Provider.tick` is called next, later than `now`; `None` for never. Not used in `Provider.content`."""
    relevance: float
    """The rank among the owner's activities; the highest comes first."""

    def __init__(self, scope: la.Scope) -> None:
        self.attributes = json.loads(la.json_text(scope.attributes))
        self.state = json.loads(la.json_text(scope.state)) if scope.state else None
        self.now, self.started = date(scope.now_ms), date(scope.started_ms)
        self.stale = date(scope.stale_ms) if scope.stale_ms else None
        self.wake = date(scope.wake_ms) if scope.wake_ms else None
        self.relevance = scope.relevance
        self._alert: dict[str, str] | None = None
        self._end: tuple[int, int] | None = None

    def alert(self, title: str, body: str, sound: str | None = None) -> None:
        """Alerts the user to this change. For essential changes only."""
        self._alert = {"title": title, "body": body} | ({} if sound is None else {"sound": sound})

    def end(self, visible: timedelta | None = None) -> None:
        """Ends the activity. It stays visible for `visible`, or as long as the system allows."""
        if visible is None:
            self._end = (la.DISMISS_DEFAULT, 0)
        elif visible <= timedelta(0):
            self._end = (la.DISMISS_IMMEDIATE, 0)
        else:
            self._end = (la.DISMISS_AFTER, milliseconds(self.now + visible))

    def _write(self, scope: la.Scope) -> None:
        # Conversions that can raise come first, so that a failure changes nothing.
        state = la.json_value(json.dumps(self.state))
        alert = la.json_value(json.dumps(self._alert)) if self._alert else None
        la.json_release(scope.state)
        scope.state, scope.alert = state, alert
        scope.stale_ms = milliseconds(self.stale) if self.stale else 0
        scope.wake_ms = milliseconds(self.wake) if self.wake else 0
        scope.relevance = self.relevance
        if self._end:
            scope.dismissal, scope.dismissal_ms = self._end


class Provider:
    """The rules of one kind. Override the methods that it needs. Each is called within the command that causes it, on its
    thread.

    A method must not use the runtime or read a clock; the draft has the time. Raise `Refusal` to refuse a command. Any other
    exception also refuses it, with its text, and is the `__cause__` of the caller's error. Without a caller, as at a deadline,
    it is logged to the logger `live_activities`.
    """

    kind: str
    """The permanent name of the kind, such as `parkingMeter`."""

    def content(self, draft: Draft) -> None:
        """Sets the initial state of an activity with `draft.attributes`."""
        raise Refusal("activities of this kind are started with their content")

    def begin(self, draft: Draft) -> None:
        """Called when the activity becomes active. Request the first wake here."""

    def handle(self, event: Any, draft: Draft) -> None:
        """Applies an event."""
        raise Undecodable("this kind has no events")

    def tick(self, draft: Draft) -> None:
        """Called when a requested wake is due."""

    def perform(self, action: str, draft: Draft) -> None:
        """Performs the action of a control that the user has operated."""
        raise Refusal(f"there is no action '{action}'")

    def topics(self, attributes: Any) -> list[str]:
        """The topics that an activity with these attributes follows. They must depend on the attributes only."""
        return []

    def validate(self, attributes: Any, state: Any | None) -> None:
        """Raises `Refusal` for invalid attributes, or a state that is invalid with them; `None` checks the attributes only."""

    def samples(self) -> dict[str, Any] | None:
        """Valid examples: `{"attributes": […], "story": [{"after_s": 0, "event": …}], "actions": [{"id": …, "title": …}]}`."""
        return None


class Table:
    """The callbacks of a provider as the library calls them. It must live as long as the runtime."""

    def __init__(self, provider: Provider) -> None:
        table = la.ProviderTable()
        fields: dict[str, Any] = {field[0]: field[1] for field in la.ProviderTable._fields_}

        def in_draft(body: Callable[[Draft], None]) -> Callable[[Any, Any], int]:
            return lambda _, scope: _change(provider, scope.contents, body)

        def handle(_: Any, event: int, scope: Any) -> int:
            return _change(provider, scope.contents, lambda draft: provider.handle(json.loads(la.json_text(event)), draft))

        def perform(_: Any, action: bytes, scope: Any) -> int:
            return _change(provider, scope.contents, lambda draft: provider.perform(action.decode(), draft))

        def validate(_: Any, scope: Any) -> int:
            def body() -> None:
                given = scope.contents
                state = json.loads(la.json_text(given.state)) if given.state else None
                provider.validate(json.loads(la.json_text(given.attributes)), state)

            return _status(provider, scope.contents, body)

        # An invalid result is passed on, because the library describes what is wrong with it.
        callbacks: dict[str, Callable[..., Any]] = {
            "content": in_draft(provider.content), "begin": in_draft(provider.begin), "tick": in_draft(provider.tick),
            "handle": handle, "perform": perform, "validate": validate,
            "topics": lambda _, attributes: _value(
                provider, lambda: provider.topics(json.loads(la.json_text(attributes)))
            ),
            "samples": lambda _: _value(provider, provider.samples),
        }  # fmt: skip
        self._kept: list[Any] = [la.encoded(provider.kind)]
        table.size, table.abi_version, table.kind = ctypes.sizeof(table), la.PLUGIN_ABI, self._kept[0]
        for name, function in callbacks.items():
            self._kept.append(fields[name](function))
            setattr(table, name, self._kept[-1])
        self.table = table


def _change(provider: Provider, scope: la.Scope, body: Callable[[Draft], None]) -> int:
    def change() -> None:
        draft = Draft(scope)
        body(draft)
        draft._write(scope)

    return _status(provider, scope, change)


def _status(provider: Provider, scope: la.Scope, body: Callable[[], None]) -> int:
    """No exception may leave a callback. It is converted to a status and a reason, and becomes the cause of the caller's error.
    """
    try:
        body()
        return 0
    except BaseException as error:
        # At most 255 bytes, cut at a character boundary.
        text = reason_of(error).encode()[:255].decode(errors="ignore")
        RAISED.note(error, text, f"the provider of {provider.kind!r}")
        scope.reason = text.encode()
        return Undecodable.status if isinstance(error, Undecodable) else Refused.status


def _value(provider: Provider, body: Callable[[], Any]) -> int | None:
    try:
        value = body()
        return None if value is None else la.json_value(json.dumps(value))
    except BaseException as error:
        text = reason_of(error)
        RAISED.note(error, text, f"the provider of {provider.kind!r}")
        # A value that the library refuses, so that its message contains the reason.
        return la.json_value(json.dumps({"error": text}))
