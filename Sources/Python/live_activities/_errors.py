from __future__ import annotations

import logging
import threading
from typing import Any


class LiveActivitiesError(Exception):
    """The error of a failed call; each status has a subclass. Unless the subclass says otherwise, the runtime is unchanged.

    If a provider in Python raised an exception, it is the `__cause__`, with its traceback.
    """

    status: int = 0
    """The permanent number of the status in `live_activities.h`."""
    name: str = "LA_ERROR"
    """The permanent name of the status, such as `LA_ERROR_REFUSED`."""
    reason: str
    """One readable sentence. Its wording may change."""

    def __init__(self, reason: str = "") -> None:
        super().__init__(reason)
        self.reason = reason

    def __str__(self) -> str:
        return f"{self.name}: {self.reason}" if self.reason else self.name


class Refusal(Exception):
    """Raise it in a `Provider` to refuse a command: the activity is unchanged, and the caller gets `Refused` with this reason.
    """


# Misuse of the interface.


class InvalidArgument(LiveActivitiesError):
    status, name = -1, "LA_ERROR_INVALID_ARGUMENT"


class InvalidHandle(LiveActivitiesError):
    """The runtime was closed."""

    status, name = -2, "LA_ERROR_INVALID_HANDLE"


class Busy(LiveActivitiesError):
    """A method of a `Provider` or a `Store` has called its own runtime."""

    status, name = -3, "LA_ERROR_BUSY"


class InvalidSize(LiveActivitiesError):
    status, name = -4, "LA_ERROR_INVALID_SIZE"


class Unsupported(LiveActivitiesError):
    """This version of the library, or this runtime, does not support the call; for example, it has no store."""

    status, name = -5, "LA_ERROR_UNSUPPORTED"


class OutOfMemory(LiveActivitiesError):
    status, name = -6, "LA_ERROR_OUT_OF_MEMORY"


class SystemRefused(LiveActivitiesError):
    """The operating system could not provide a thread or a file descriptor."""

    status, name = -7, "LA_ERROR_SYSTEM"


class TooManyRuntimes(LiveActivitiesError):
    status, name = -8, "LA_ERROR_TOO_MANY_RUNTIMES"


# Errors of JSON.


class NotJSON(LiveActivitiesError):
    """The text is not JSON, or exceeds the limits of size or depth."""

    status, name = -20, "LA_ERROR_NOT_JSON"


class Undecodable(LiveActivitiesError, Refusal):
    """A command, an event or attributes do not have the expected form. Raise it in `Provider.handle` for an unknown event."""

    status, name = -21, "LA_ERROR_UNDECODABLE"


class Unencodable(LiveActivitiesError):
    status, name = -22, "LA_ERROR_UNENCODABLE"


# Errors of the kind or the activity.


class UnknownKind(LiveActivitiesError):
    status, name = -40, "LA_ERROR_UNKNOWN_KIND"


class AmbiguousKind(LiveActivitiesError):
    status, name = -41, "LA_ERROR_AMBIGUOUS_KIND"


class UnknownActivity(LiveActivitiesError):
    """The activity was never started, or was dismissed."""

    status, name = -42, "LA_ERROR_UNKNOWN_ACTIVITY"


class NothingRunning(LiveActivitiesError):
    """No activity with this owner, kind and key is running."""

    status, name = -43, "LA_ERROR_NOTHING_RUNNING"


class WrongType(LiveActivitiesError):
    """The event, content or attributes do not have the type that the kind uses."""

    status, name = -44, "LA_ERROR_WRONG_TYPE"


class ActivityEnded(LiveActivitiesError):
    """The activity has ended and accepts no more content. Start a new one."""

    status, name = -45, "LA_ERROR_ACTIVITY_ENDED"


# Errors of permissions and limits.


class Denied(LiveActivitiesError):
    """The user has switched off this kind, or all kinds."""

    status, name = -60, "LA_ERROR_DENIED"


class TooManyActivitiesOfOwner(LiveActivitiesError):
    status, name = -61, "LA_ERROR_TOO_MANY_ACTIVITIES_OF_OWNER"


class TooManyActivities(LiveActivitiesError):
    status, name = -62, "LA_ERROR_TOO_MANY_ACTIVITIES"


class AlreadyRunning(LiveActivitiesError):
    status, name = -63, "LA_ERROR_ALREADY_RUNNING"


class DismissedByPerson(LiveActivitiesError):
    """The user has dismissed an activity with this owner, kind and key (`Limits.refuse_dismissed`)."""

    status, name = -64, "LA_ERROR_DISMISSED_BY_PERSON"


class SurfaceTakesNoActions(LiveActivitiesError):
    status, name = -65, "LA_ERROR_SURFACE_TAKES_NO_ACTIONS"


# Errors of a command's values.


class PayloadTooLarge(LiveActivitiesError):
    status, name = -80, "LA_ERROR_PAYLOAD_TOO_LARGE"


class Refused(LiveActivitiesError):
    """The provider refused the command in the activity's current state. `__cause__` is the exception of a provider in Python.
    """

    status, name = -81, "LA_ERROR_REFUSED"


class WakeNotInFuture(LiveActivitiesError):
    status, name = -82, "LA_ERROR_WAKE_NOT_IN_FUTURE"


class AlertRequired(LiveActivitiesError):
    """A start in the future needs an alert."""

    status, name = -83, "LA_ERROR_ALERT_REQUIRED"


class StaleDateInPast(LiveActivitiesError):
    status, name = -84, "LA_ERROR_STALE_DATE_IN_PAST"


class EndDateInPast(LiveActivitiesError):
    status, name = -85, "LA_ERROR_END_DATE_IN_PAST"


class ImplausibleDate(LiveActivitiesError):
    """A date is so far from now that it is probably in another unit or epoch."""

    status, name = -86, "LA_ERROR_IMPLAUSIBLE_DATE"


class InvalidLease(LiveActivitiesError):
    status, name = -87, "LA_ERROR_INVALID_LEASE"


class RelevanceNotFinite(LiveActivitiesError):
    status, name = -88, "LA_ERROR_RELEVANCE_NOT_FINITE"


class InvalidValue(LiveActivitiesError):
    """The attributes or the content can be decoded, but the kind does not allow them."""

    status, name = -89, "LA_ERROR_INVALID_VALUE"


class NameTooLong(LiveActivitiesError):
    """An owner, a key, an event id, a topic or another name exceeds `Limits.name_bytes`."""

    status, name = -90, "LA_ERROR_TOO_LONG"


# Errors of the runtime's state.


class ChangesNotPolled(LiveActivitiesError):
    """Too many changes are waiting. Poll them, or open the runtime with `polls=False`."""

    status, name = -100, "LA_ERROR_CHANGES_NOT_POLLED"


class CannotRegister(LiveActivitiesError):
    status, name = -101, "LA_ERROR_CANNOT_REGISTER"


class CannotRestore(LiveActivitiesError):
    """The text is not a snapshot, or a later version made it."""

    status, name = -102, "LA_ERROR_CANNOT_RESTORE"


class BadPlugin(LiveActivitiesError):
    status, name = -103, "LA_ERROR_BAD_PLUGIN"


# Errors of the store.


class StoreUnavailable(LiveActivitiesError):
    """The store cannot be written at present. Nothing was changed, so the call may be repeated."""

    status, name = -120, "LA_ERROR_STORE_UNAVAILABLE"


class NotDurable(LiveActivitiesError):
    """The command **is** applied but not stored: it is lost if the process ends before the store can be written again.

    `Runtime.close` raises it if the last changes could not be stored.
    """

    status, name = -121, "LA_ERROR_NOT_DURABLE"
    outcome: dict[str, Any] | None = None
    """The command's outcome, such as `{"outcome": "started", "activity": …}`; `None` if the call was not a command."""


class Fenced(LiveActivitiesError):
    """Another runtime has opened the store since, so this one cannot continue. A `Store` raises it in `append`."""

    status, name = -122, "LA_ERROR_FENCED"


class StoreBusy(LiveActivitiesError):
    """Another process, or another runtime of this one, has the store open. A `Store` may raise it."""

    status, name = -123, "LA_ERROR_STORE_BUSY"


class NotAStore(LiveActivitiesError):
    """The file is not a store, or a later version wrote it. A `Store` may raise it."""

    status, name = -124, "LA_ERROR_NOT_A_STORE"


class StoreDamaged(LiveActivitiesError):
    """A part of the store that the rest depends on is unreadable."""

    status, name = -125, "LA_ERROR_STORE_DAMAGED"


class UnknownConsumer(LiveActivitiesError):
    """No consumer or reader has this name."""

    status, name = -126, "LA_ERROR_UNKNOWN_CONSUMER"


class Nonconformance(LiveActivitiesError):
    status, name = -127, "LA_ERROR_CONFORMANCE"


class NoLook(LiveActivitiesError):
    """The library has no views for the kind."""

    status, name = -128, "LA_ERROR_NO_LOOK"


_CLASSES: dict[int, type[LiveActivitiesError]] = {one.status: one for one in LiveActivitiesError.__subclasses__()}


def error_of(status: int, name: str, reason: str) -> LiveActivitiesError:
    """The error for a status; the base class for a status of a later library."""
    if status in _CLASSES:
        return _CLASSES[status](reason)
    error = LiveActivitiesError(reason)
    error.status, error.name = status, name
    return error


class Raised(threading.local):
    """The exceptions of Python code inside this thread's call of the library. No exception can pass through C."""

    _error: BaseException | None = None
    _text = ""
    _place = ""

    def note(self, error: BaseException, text: str, place: str = "") -> None:
        """Stores the first exception that a callback raises during a call.

        Args:
            text: The reason that is passed to the library.
            place: The name of the code that raised it, for the log; empty if it is not logged.
        """
        if self._error is None or not self._place:
            self._error, self._text, self._place = error, text, place
        else:
            _log(error, place)

    @property
    def is_empty(self) -> bool:
        return self._error is None

    def take(self, reason: str | None) -> BaseException | None:
        """Ends the call. Raises the stored exception if it ends the program, such as `KeyboardInterrupt`.

        Args:
            reason: The reason of the error that the caller gets; `None` if the call succeeded.

        Returns:
            The exception, if it is the cause of that error. Otherwise it is logged, because nothing else reports it.
        """
        error, self._error = self._error, None
        if error is None:
            return None
        if not isinstance(error, Exception):
            raise error
        if reason is not None and self._text in reason:
            return error
        _log(error, self._place)
        return None


RAISED = Raised()


def reason_of(error: BaseException) -> str:
    """The text of an exception of Python code, without the characters that cannot pass through C."""
    if isinstance(error, LiveActivitiesError):
        text = error.reason
    else:
        text = str(error) if isinstance(error, Refusal) else f"{type(error).__name__}: {error}"
    return text.replace("\0", "").encode(errors="replace").decode()


def _log(error: BaseException, place: str) -> None:
    # A refusal is a regular answer, not a fault of the provider.
    if place and not isinstance(error, (Refusal, LiveActivitiesError)):
        logging.getLogger("live_activities").error("%s has raised %r", place, error, exc_info=error)
