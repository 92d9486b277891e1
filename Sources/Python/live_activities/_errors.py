from __future__ import annotations


class LiveActivitiesError(Exception):
    """Why a call failed. The runtime is as it was before the call."""

    status: int
    """The number of the status in `live_activities.h`; it is permanent."""
    name: str
    """The permanent name of the status, such as `LA_ERROR_REFUSED`."""
    reason: str
    """One sentence for people; its wording may change."""

    def __init__(self, status: int, name: str, reason: str) -> None:
        super().__init__(f"{name}: {reason}" if reason else name)
        self.status, self.name, self.reason = status, name, reason
