"""A runtime for Live Activities, in any Python program.

`Runtime` holds activities, applies commands to them and reports every change. `Provider` is the base class for the rules of a kind of
one's own, of `Store` for a database of one's own. Everything that goes wrong is a `LiveActivitiesError` with a permanent code.
"""

from ._errors import LiveActivitiesError
from ._provider import Draft, Provider, Refusal, Undecodable
from ._runtime import Activity, Limits, Look, Reader, Runtime, check_presentations, surfaces
from ._store import Fenced, NotAStore, SQLiteStore, Store, StoreBusy, Write

__all__ = [
    "Activity", "Draft", "Fenced", "Limits", "LiveActivitiesError", "Look", "NotAStore", "Provider", "Reader", "Refusal",
    "Runtime", "SQLiteStore", "Store", "StoreBusy", "Undecodable", "Write", "check_presentations", "surfaces",
]  # fmt: skip
