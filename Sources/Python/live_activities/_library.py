"""The shared library as ctypes sees it. Nothing outside this package uses this module."""

from __future__ import annotations

import ctypes
import glob
import json
import os
from ctypes import CFUNCTYPE, POINTER, c_char, c_char_p, c_double, c_int, c_int32, c_int64
from ctypes import c_size_t, c_uint32, c_uint64, c_void_p
from typing import Any

from ._errors import RAISED, error_of

NOW = -(2**63)  # LA_NOW
NEVER = 2**63 - 1  # LA_NEVER
NO_ACTIVITY = 2**64 - 1  # LA_NO_ACTIVITY
VIRTUAL_TIME, NO_BUILT_IN_KINDS, TAKE_MISTAKES, NO_POLL = 1, 2, 4, 8
DURABILITIES = {"strict": 0, "relaxed": 1, "manual": 2}
DISMISS_NOT, DISMISS_DEFAULT, DISMISS_IMMEDIATE, DISMISS_AFTER = -1, 0, 1, 2
STATES = {0: "pending", 1: "active", 2: "ended", 3: "dismissed", 4: "stale"}
PLUGIN_ABI = 1
STORE_ABI = 1


class StoreWrite(ctypes.Structure):
    _fields_ = [
        ("what", c_int32), ("table", c_int32), ("key", c_void_p), ("key_bytes", c_size_t), ("value", c_void_p),
        ("value_bytes", c_size_t),
    ]  # fmt: skip


class StoreBatch(ctypes.Structure):
    _fields_ = [
        ("size", c_uint32), ("reserved", c_uint32), ("expected_run", c_uint64), ("writes", POINTER(StoreWrite)),
        ("count", c_size_t),
    ]  # fmt: skip


_StoreReceive = CFUNCTYPE(c_int32, c_void_p, c_char_p, c_size_t, c_char_p, c_size_t)
StoreRead = CFUNCTYPE(c_int32, c_void_p, c_int32, _StoreReceive, c_void_p)
StoreAppend = CFUNCTYPE(c_int32, c_void_p, POINTER(StoreBatch))
StoreClose = CFUNCTYPE(None, c_void_p)
StoreReason = CFUNCTYPE(c_void_p, c_void_p)


class StoreTable(ctypes.Structure):
    _fields_ = [
        ("size", c_uint32), ("abi_version", c_uint32), ("user_data", c_void_p), ("read", StoreRead), ("append", StoreAppend),
        ("close", StoreClose), ("reason", StoreReason),
    ]  # fmt: skip


class ReaderOptions(ctypes.Structure):
    _fields_ = [
        ("size", c_uint32), ("changes_max", c_uint32), ("owner", c_char_p), ("kind", c_char_p), ("activity", c_uint64),
        ("flags", c_uint32), ("reserved", c_uint32),
    ]  # fmt: skip


class Options(ctypes.Structure):
    _fields_ = [
        ("size", c_uint32), ("flags", c_uint32), ("seed", c_uint64), ("payload_bytes_max", c_uint32),
        ("activities_per_owner_max", c_uint32), ("activities_max", c_uint32), ("alerts_per_hour_max", c_uint32),
        ("changes_max", c_uint32), ("json_depth_max", c_uint32), ("json_bytes_max", c_uint32), ("reserved", c_uint32),
        ("store_path", c_char_p), ("active_ms", c_int64), ("linger_ms", c_int64), ("refuse_dismissed_ms", c_int64),
        ("store", POINTER(StoreTable)), ("durability", c_int32), ("journal_entries_max", c_uint32), ("relaxed_ms", c_int64),
        ("journal_age_ms", c_int64), ("renewal_lead_ms", c_int64), ("date_horizon_ms", c_int64),
        ("remembered_events_max", c_uint32), ("remembered_dismissals_max", c_uint32),
        ("name_bytes_max", c_uint32), ("reserved2", c_uint32),
    ]  # fmt: skip


class Scope(ctypes.Structure):
    _fields_ = [
        ("size", c_uint32), ("reserved", c_uint32), ("now_ms", c_int64), ("started_ms", c_int64), ("attributes", c_void_p),
        ("state", c_void_p), ("stale_ms", c_int64), ("relevance", c_double), ("wake_ms", c_int64), ("alert", c_void_p),
        ("dismissal", c_int32), ("reserved2", c_uint32), ("dismissal_ms", c_int64), ("reason", c_char * 256),
    ]  # fmt: skip


InScope = CFUNCTYPE(c_int32, c_void_p, POINTER(Scope))


class ProviderTable(ctypes.Structure):
    _fields_ = [
        ("size", c_uint32), ("abi_version", c_uint32), ("kind", c_char_p), ("user_data", c_void_p),
        ("init", CFUNCTYPE(c_int32, c_void_p)),
        ("content", InScope),
        ("handle", CFUNCTYPE(c_int32, c_void_p, c_void_p, POINTER(Scope))),
        ("tick", InScope),
        ("perform", CFUNCTYPE(c_int32, c_void_p, c_char_p, POINTER(Scope))),
        ("topics", CFUNCTYPE(c_void_p, c_void_p, c_void_p)),
        ("destroy", CFUNCTYPE(None, c_void_p)),
        ("begin", InScope),
        ("options", CFUNCTYPE(c_void_p, c_void_p, c_void_p, c_int64)),
        ("samples", CFUNCTYPE(c_void_p, c_void_p)),
        ("validate", InScope),
    ]  # fmt: skip


class Look(ctypes.Structure):
    _fields_ = [
        ("size", c_uint32), ("flags", c_uint32), ("surface", c_char_p), ("language", c_char_p), ("text_size", c_int32),
        ("reserved", c_uint32),
    ]  # fmt: skip


_text, _bytes = POINTER(c_void_p), POINTER(c_size_t)
_SIGNATURES = {
    "la_version": (c_uint32,),
    "la_status_name": (c_char_p, c_int32),
    "la_last_error": (c_char_p,),
    "la_free": (None, c_void_p),
    "la_runtime_create": (c_int32, POINTER(Options), POINTER(c_void_p)),
    "la_runtime_destroy": (c_int32, c_void_p),
    "la_runtime_advance": (c_int32, c_void_p, c_int64, POINTER(c_int64)),
    "la_runtime_fd": (c_int32, c_void_p, POINTER(c_int)),
    "la_runtime_describe_text": (c_int32, c_void_p, c_char_p, _text, _bytes),
    "la_runtime_add_kind": (c_int32, c_void_p, c_char_p),
    "la_runtime_add_provider": (c_int32, c_void_p, POINTER(ProviderTable)),
    "la_runtime_load_plugin": (c_int32, c_void_p, c_char_p, POINTER(c_uint32)),
    "la_apply_text": (c_int32, c_void_p, c_char_p, c_size_t, c_int64, _text, _bytes),
    "la_find": (c_int32, c_void_p, c_char_p, c_char_p, c_char_p, POINTER(c_uint64)),
    "la_list": (c_int32, c_void_p, c_char_p, POINTER(c_uint64), c_size_t, _bytes),
    "la_get_state": (c_int32, c_void_p, c_uint64, POINTER(c_int32)),
    "la_get_content_text": (c_int32, c_void_p, c_uint64, _text, _bytes),
    "la_get_attributes": (c_int32, c_void_p, c_uint64, POINTER(c_void_p)),
    "la_runtime_poll_text": (c_int32, c_void_p, c_size_t, _text, _bytes, _bytes),
    "la_runtime_snapshot_text": (c_int32, c_void_p, _text, _bytes),
    "la_runtime_restore_text": (c_int32, c_void_p, c_char_p, c_size_t),
    "la_get_activity_text": (c_int32, c_void_p, c_uint64, _text, _bytes),
    "la_get_permission": (c_int32, c_void_p, c_char_p, c_char_p, POINTER(c_int32)),
    "la_reader_create": (c_int32, c_void_p, POINTER(ReaderOptions), POINTER(c_uint64)),
    "la_reader_destroy": (c_int32, c_void_p, c_uint64),
    "la_reader_poll_text": (c_int32, c_void_p, c_uint64, c_size_t, _text, _bytes, _bytes),
    "la_runtime_flush": (c_int32, c_void_p),
    "la_batch_begin": (c_int32, c_void_p),
    "la_batch_end": (c_int32, c_void_p),
    "la_store_report": (c_int32, c_void_p, POINTER(c_void_p)),
    "la_consumer_add": (c_int32, c_void_p, c_char_p),
    "la_consumer_remove": (c_int32, c_void_p, c_char_p),
    "la_consumer_poll_text": (c_int32, c_void_p, c_char_p, c_uint64, c_size_t, _text, _bytes, _bytes),
    "la_consumer_acknowledge": (c_int32, c_void_p, c_char_p, c_uint64),
    "la_consumers": (c_int32, c_void_p, POINTER(c_void_p)),
    "la_journal_replay": (c_int32, c_void_p, POINTER(c_void_p)),
    "la_runtime_unreadable": (c_int32, c_void_p, POINTER(c_void_p)),
    "la_runtime_notices": (c_int32, c_void_p, POINTER(c_void_p)),
    "la_present_text": (c_int32, c_void_p, c_uint64, POINTER(Look), c_int64, _text, _bytes),
    "la_present_check": (c_int32, c_void_p, c_int64, POINTER(c_void_p)),
    "la_present_lint": (c_int32, c_void_p, c_char_p, c_char_p, POINTER(c_void_p)),
    "la_present_surfaces": (c_int32, POINTER(c_void_p)),
    # Functions of jansson, with which the library is linked.
    "json_loadb": (c_void_p, c_char_p, c_size_t, c_size_t, c_void_p),
    "json_dumps": (c_void_p, c_void_p, c_size_t),
    "json_delete": (None, c_void_p),
}


def _load() -> ctypes.CDLL:
    # The library inside the package. `LIVE_ACTIVITIES_LIBRARY` selects another one, for development.
    beside = sorted(glob.glob(os.path.join(os.path.dirname(__file__), "liblive_activities.so*")))
    path = os.environ.get("LIVE_ACTIVITIES_LIBRARY") or (beside[0] if beside else "liblive_activities.so.0")
    library = ctypes.CDLL(path)
    for name, (result, *arguments) in _SIGNATURES.items():
        function = getattr(library, name)
        function.restype, function.argtypes = result, arguments
    return library


LIBRARY = _load()

_JSON_DECODE_ANY, _JSON_ENCODE_ANY = 0x4, 0x200
_free = ctypes.CDLL(None).free
_free.argtypes, _free.restype = [c_void_p], None


def check(status: int) -> None:
    """Raises for a status that is not LA_OK."""
    if status == 0:
        if not RAISED.is_empty:
            RAISED.take(None)
        return
    # Read first: the next call of the library on this thread replaces it.
    reason = LIBRARY.la_last_error().decode()
    raise error_of(status, LIBRARY.la_status_name(status).decode(), reason) from RAISED.take(reason)


def version() -> str:
    """The version of the library that is loaded."""
    number = LIBRARY.la_version()
    return f"{number // 1_000_000}.{number // 1_000 % 1_000}.{number % 1_000}"


def encoded(text: str | None) -> bytes | None:
    """Text as the library receives it.

    Raises:
        ValueError: It contains U+0000, which ends a string in C: the library would receive another name.
    """
    if text is None:
        return None
    if "\0" in text:
        raise ValueError(f"{text!r} contains U+0000")
    return text.encode()


def take_text(text: c_void_p) -> str:
    """Converts a string that the caller owns, and frees it."""
    try:
        return ctypes.string_at(text.value or 0).decode()
    finally:
        LIBRARY.la_free(text)


def json_text(value: int | None) -> str:
    """The JSON text of a borrowed `json_t`."""
    dumped = LIBRARY.json_dumps(value, _JSON_ENCODE_ANY)
    if not dumped:
        raise MemoryError("jansson cannot write the value")
    try:
        return ctypes.string_at(dumped).decode()
    finally:
        # jansson allocates with malloc.
        _free(dumped)


def json_release(value: int | None) -> None:
    """Releases a reference to a `json_t`, like `json_decref`, which is an inline function of <jansson.h>."""
    if not value:
        return
    count = c_size_t.from_address(value + 8)  # struct json_t { json_type type; volatile size_t refcount; }
    if count.value in (0, 2**64 - 1):
        return
    count.value -= 1
    if count.value == 0:
        LIBRARY.json_delete(c_void_p(value))


def take_json(value: c_void_p) -> Any:
    """Converts a `json_t` that the caller owns to Python values, and releases it."""
    try:
        return json.loads(json_text(value.value))
    finally:
        json_release(value.value)


def json_value(text: str) -> int:
    """A new reference to a `json_t`.

    Raises:
        ValueError: jansson cannot hold the value, such as an integer beyond 64 bits.
    """
    encoded = text.encode()
    value = LIBRARY.json_loadb(encoded, len(encoded), _JSON_DECODE_ANY, None)
    if not value:
        raise ValueError(f"jansson cannot hold {text[:80]}")
    return value
