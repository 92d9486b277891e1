"""A runtime for Live Activities, in any Python program.

`Runtime` holds activities, applies commands to them and reports every change. `Provider` is the base class for the rules of
your own kinds, `Store` for your own database. Every error is a `LiveActivitiesError` with a permanent code, and each code has
its own subclass in `live_activities.errors`; the most commonly caught ones are exported here too.
"""

from . import _errors as errors
from ._async import ChangeStream
from ._errors import (
    ActivityEnded, AlreadyRunning, Denied, Fenced, InvalidValue, LiveActivitiesError, NotAStore, NotDurable, NothingRunning,
    PayloadTooLarge, Refusal, Refused, StoreBusy, StoreDamaged, StoreUnavailable, Undecodable, UnknownActivity, UnknownKind,
)  # fmt: skip
from ._library import version as _version
from ._provider import Draft, Provider
from ._runtime import Activity, AsyncCommands, Consumer, Limits, Look, Reader, Runtime, check_presentations, surfaces
from ._store import SQLiteStore, Store, Write

__version__ = _version()

__all__ = [
    "Activity", "ActivityEnded", "AlreadyRunning", "AsyncCommands", "ChangeStream", "Consumer", "Denied", "Draft", "Fenced",
    "InvalidValue", "Limits", "LiveActivitiesError", "Look", "NotAStore", "NotDurable", "NothingRunning", "PayloadTooLarge",
    "Provider", "Reader", "Refusal", "Refused", "Runtime", "SQLiteStore", "Store", "StoreBusy", "StoreDamaged",
    "StoreUnavailable", "Undecodable", "UnknownActivity", "UnknownKind", "Write", "__version__", "check_presentations",
    "errors",
    "surfaces",
]  # fmt: skip
