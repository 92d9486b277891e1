#!/usr/bin/env python3
"""A host in Python: ctypes alone, nothing to compile, JSON as text.

    LD_LIBRARY_PATH=/usr/local/lib python3 host.py [liblive_activities.so.0]
"""
import ctypes
import json
import sys
from ctypes import POINTER, byref, c_char_p, c_double, c_int32, c_int64, c_size_t, c_uint32, c_uint64, c_void_p

NOW = -(2**63)  # LA_NOW
NEVER = 2**63 - 1  # LA_NEVER
VIRTUAL_TIME = 1
EVENING = 1_781_974_800_000  # 2026-06-20 17:00:00 UTC


class Options(ctypes.Structure):
    _fields_ = [
        ("size", c_uint32), ("flags", c_uint32), ("seed", c_uint64), ("payload_bytes_max", c_uint32),
        ("activities_per_owner_max", c_uint32), ("activities_max", c_uint32), ("alerts_per_hour_max", c_uint32),
        ("changes_max", c_uint32), ("json_depth_max", c_uint32), ("json_bytes_max", c_uint32), ("reserved", c_uint32),
        ("store_path", c_char_p),
    ]  # fmt: skip


class StartOptions(ctypes.Structure):
    _fields_ = [
        ("size", c_uint32), ("flags", c_uint32), ("kind", c_char_p), ("owner", c_char_p), ("attributes", c_void_p),
        ("attributes_text", c_char_p), ("attributes_text_bytes", c_size_t), ("content", c_void_p), ("key", c_char_p),
        ("if_running", c_int32), ("dismissal", c_int32), ("dismissal_ms", c_int64), ("start_ms", c_int64),
        ("alert", c_void_p), ("end_ms", c_int64), ("lease_stale_ms", c_int64), ("lease_end_ms", c_int64),
    ]  # fmt: skip


class LiveActivitiesError(Exception):
    """A status that is not LA_OK: its name and the reason."""


class Runtime:
    """The part of live_activities.h that this host uses, in Python's manners."""

    def __init__(self, library, seed):
        self._library = ctypes.CDLL(library)
        for name, *arguments in [
            ("la_runtime_create", POINTER(Options), POINTER(c_void_p)),
            ("la_runtime_destroy", c_void_p),
            ("la_runtime_advance", c_void_p, c_int64, POINTER(c_int64)),
            ("la_runtime_describe_text", c_void_p, c_char_p, POINTER(c_void_p), POINTER(c_size_t)),
            ("la_runtime_poll_text", c_void_p, c_size_t, POINTER(c_void_p), POINTER(c_size_t), POINTER(c_size_t)),
            ("la_start", c_void_p, POINTER(StartOptions), c_int64, POINTER(c_uint64)),
            ("la_send_text", c_void_p, c_uint64, c_char_p, c_size_t, c_void_p, c_int64, POINTER(c_int32)),
            ("la_apply_text", c_void_p, c_char_p, c_size_t, c_int64, POINTER(c_void_p), POINTER(c_size_t)),
        ]:
            function = getattr(self._library, name)
            function.argtypes, function.restype = arguments, c_int32
        for name in ("la_status_name", "la_last_error"):
            getattr(self._library, name).restype = c_char_p
        self._library.la_free.argtypes, self._library.la_free.restype = [c_void_p], None
        options = Options(size=ctypes.sizeof(Options), flags=VIRTUAL_TIME, seed=seed)
        self._handle = c_void_p()
        self._check(self._library.la_runtime_create(byref(options), byref(self._handle)))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._check(self._library.la_runtime_destroy(self._handle))

    def _check(self, status):
        if status != 0:
            name, reason = self._library.la_status_name(status), self._library.la_last_error()
            raise LiveActivitiesError(f"{name.decode()}: {reason.decode()}")

    def _text(self, pointer):
        """Takes a text over from the library."""
        try:
            return ctypes.string_at(pointer).decode()
        finally:
            self._library.la_free(pointer)

    def describe(self, kind=None):
        text = c_void_p()
        name = None if kind is None else kind.encode()
        self._check(self._library.la_runtime_describe_text(self._handle, name, byref(text), None))
        return json.loads(self._text(text))

    def start(self, kind, owner, attributes, now=NOW):
        text = json.dumps(attributes).encode()
        options = StartOptions(
            size=ctypes.sizeof(StartOptions), kind=kind.encode(), owner=owner.encode(), attributes_text=text,
            attributes_text_bytes=len(text))  # fmt: skip
        activity = c_uint64()
        self._check(self._library.la_start(self._handle, byref(options), now, byref(activity)))
        return activity.value

    def send(self, activity, event, now=NOW):
        text = json.dumps(event).encode()
        self._check(self._library.la_send_text(self._handle, activity, text, len(text), None, now, None))

    def apply(self, command, now=NOW):
        text, outcome = json.dumps(command).encode(), c_void_p()
        self._check(self._library.la_apply_text(self._handle, text, len(text), now, byref(outcome), None))
        return json.loads(self._text(outcome))

    def advance(self, now):
        """Lets time pass, and says when something happens next; None if nothing will."""
        deadline = c_int64()
        self._check(self._library.la_runtime_advance(self._handle, now, byref(deadline)))
        return None if deadline.value == NEVER else deadline.value

    def poll(self):
        text = c_void_p()
        self._check(self._library.la_runtime_poll_text(self._handle, 1000, byref(text), None, None))
        return [json.loads(line) for line in self._text(text).splitlines()]


def show(changes):
    for change in changes:
        state = change.get("content", {}).get("state")
        content = "" if state is None else " " + json.dumps(state, sort_keys=True)
        print(f"{change['sequence']:3} {change['at']} {change['owner']}/{change['kind']} {change['change']}{content}")


def main():
    library = sys.argv[1] if len(sys.argv) > 1 else "liblive_activities.so.0"
    with Runtime(library, seed=1) as runtime:
        print("kinds:", ", ".join(entry["kind"] for entry in runtime.describe()))

        timer = runtime.start("meditationTimer", "anna", {"timerDuration": 600, "cycles": 2}, EVENING)
        runtime.send(timer, {"started": {}})
        deadline = runtime.advance(EVENING)
        print(f"something happens in {(deadline - EVENING) // 1000} s")
        runtime.advance(deadline)
        show(runtime.poll())

        try:
            runtime.send(timer, {"exploded": {}})
        except LiveActivitiesError as error:
            print("refused:", str(error).split(":")[0])

        outcome = runtime.apply({"command": "end", "activity": f"{timer:016x}", "dismissalPolicy": "immediate"})
        print("the end is", outcome["outcome"])
        show(runtime.poll())
        print("next deadline:", runtime.advance(EVENING + 3_600_000))


main()
