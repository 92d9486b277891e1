from __future__ import annotations

import logging
import threading


class LiveActivitiesError(Exception):
    """Why a call failed; each status has a subclass. Unless the subclass says otherwise, the runtime is as it was before the call.

    Where the rules of a kind in Python raised something, that is the `__cause__`, with its traceback.
    """

    status: int = 0
    """The number of the status in `live_activities.h`; it is permanent."""
    name: str = "LA_ERROR"
    """The permanent name of the status, such as `LA_ERROR_REFUSED`."""
    reason: str
    """One sentence for people; its wording may change."""

    def __init__(self, reason: str = "") -> None:
        super().__init__(reason)
        self.reason = reason

    def __str__(self) -> str:
        return f"{self.name}: {self.reason}" if self.reason else self.name


class Refusal(Exception):
    """Raise it in a `Provider` to refuse: the activity stays as it is, and the caller gets `Refused` with the text as its reason."""


# Misuse of the interface.


class InvalidArgument(LiveActivitiesError):
    status, name = -1, "LA_ERROR_INVALID_ARGUMENT"


class InvalidHandle(LiveActivitiesError):
    """The runtime was closed."""

    status, name = -2, "LA_ERROR_INVALID_HANDLE"


class Busy(LiveActivitiesError):
    """A `Provider` or a `Store` has called its own runtime."""

    status, name = -3, "LA_ERROR_BUSY"


class InvalidSize(LiveActivitiesError):
    status, name = -4, "LA_ERROR_INVALID_SIZE"


class Unsupported(LiveActivitiesError):
    """This version or this runtime cannot do it: there is no store, for example."""

    status, name = -5, "LA_ERROR_UNSUPPORTED"


class OutOfMemory(LiveActivitiesError):
    status, name = -6, "LA_ERROR_OUT_OF_MEMORY"


class SystemRefused(LiveActivitiesError):
    """The operating system gave no thread or no file descriptor."""

    status, name = -7, "LA_ERROR_SYSTEM"


class TooManyRuntimes(LiveActivitiesError):
    status, name = -8, "LA_ERROR_TOO_MANY_RUNTIMES"


# Errors of JSON.


class NotJSON(LiveActivitiesError):
    """The text is not JSON, or over the limits of size and depth."""

    status, name = -20, "LA_ERROR_NOT_JSON"


class Undecodable(LiveActivitiesError, Refusal):
    """A command, an event or attributes have not the shape that is expected. Raise it in `Provider.handle` for an event that is none of the kind."""

    status, name = -21, "LA_ERROR_UNDECODABLE"


class Unencodable(LiveActivitiesError):
    status, name = -22, "LA_ERROR_UNENCODABLE"


# The kind or the activity.


class UnknownKind(LiveActivitiesError):
    status, name = -40, "LA_ERROR_UNKNOWN_KIND"


class AmbiguousKind(LiveActivitiesError):
    status, name = -41, "LA_ERROR_AMBIGUOUS_KIND"


class UnknownActivity(LiveActivitiesError):
    """It was never started, or was dismissed."""

    status, name = -42, "LA_ERROR_UNKNOWN_ACTIVITY"


class NothingRunning(LiveActivitiesError):
    """No activity with this owner, kind and key is running."""

    status, name = -43, "LA_ERROR_NOTHING_RUNNING"


class WrongType(LiveActivitiesError):
    """The kind has other events, content or attributes."""

    status, name = -44, "LA_ERROR_WRONG_TYPE"


class ActivityEnded(LiveActivitiesError):
    """It accepts no more content: start a new one."""

    status, name = -45, "LA_ERROR_ACTIVITY_ENDED"


# Permissions and limits.


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


# The content of the command.


class PayloadTooLarge(LiveActivitiesError):
    status, name = -80, "LA_ERROR_PAYLOAD_TOO_LARGE"


class Refused(LiveActivitiesError):
    """The provider refused: not possible now. Where the provider is in Python, `__cause__` is what it raised."""

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
    """Probably in another unit or epoch."""

    status, name = -86, "LA_ERROR_IMPLAUSIBLE_DATE"


class InvalidLease(LiveActivitiesError):
    status, name = -87, "LA_ERROR_INVALID_LEASE"


class RelevanceNotFinite(LiveActivitiesError):
    status, name = -88, "LA_ERROR_RELEVANCE_NOT_FINITE"


class InvalidValue(LiveActivitiesError):
    """The attributes or the content can be read, but no activity of the kind can have them."""

    status, name = -89, "LA_ERROR_INVALID_VALUE"


class NameTooLong(LiveActivitiesError):
    """An owner, a key, an event id, a topic or another name exceeds `Limits.name_bytes`."""

    status, name = -90, "LA_ERROR_TOO_LONG"


# The state of the runtime.


class ChangesNotPolled(LiveActivitiesError):
    """Too many changes wait: poll them, or open the runtime with `polls=False`."""

    status, name = -100, "LA_ERROR_CHANGES_NOT_POLLED"


class CannotRegister(LiveActivitiesError):
    status, name = -101, "LA_ERROR_CANNOT_REGISTER"


class CannotRestore(LiveActivitiesError):
    """Not a snapshot, or one of a later version."""

    status, name = -102, "LA_ERROR_CANNOT_RESTORE"


class BadPlugin(LiveActivitiesError):
    status, name = -103, "LA_ERROR_BAD_PLUGIN"


# Errors of the store.


class StoreUnavailable(LiveActivitiesError):
    """It cannot be written now: nothing was done, and the call may be repeated."""

    status, name = -120, "LA_ERROR_STORE_UNAVAILABLE"


class NotDurable(LiveActivitiesError):
    """The command **is** applied, and could not be written: it is lost if the process ends before the store can be written again."""

    status, name = -121, "LA_ERROR_NOT_DURABLE"


class Fenced(LiveActivitiesError):
    """Another runtime has opened the store since, and this one cannot continue. A `Store` raises it in `append`."""

    status, name = -122, "LA_ERROR_FENCED"


class StoreBusy(LiveActivitiesError):
    """Another process, or another runtime of this one, has the store open. A `Store` may raise it."""

    status, name = -123, "LA_ERROR_STORE_BUSY"


class NotAStore(LiveActivitiesError):
    """Not a store, or a store of a later version. A `Store` may raise it."""

    status, name = -124, "LA_ERROR_NOT_A_STORE"


class StoreDamaged(LiveActivitiesError):
    """Part of the store cannot be read, and the rest means nothing without it."""

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
    """The error of a status; of the base class for one of a later library."""
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
        """Remembers what a call's first callback has raised.

        Args:
            text: What the library is given as the reason.
            place: Whose code it is, for the log; empty where it is not logged.
        """
        if self._error is None or not self._place:
            self._error, self._text, self._place = error, text, place
        else:
            _log(error, place)

    @property
    def is_empty(self) -> bool:
        return self._error is None

    def take(self, reason: str | None) -> BaseException | None:
        """Ends the call. Exceptions that end the program are raised.

        Args:
            reason: Of the error that the caller gets; `None` if the call succeeded.

        Returns:
            The cause of that error. Every other exception is logged, because it has no other report.
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


def _log(error: BaseException, place: str) -> None:
    # A refusal is an answer, and no mistake.
    if place and not isinstance(error, (Refusal, LiveActivitiesError)):
        logging.getLogger("live_activities").error("%s has raised %r", place, error, exc_info=error)
