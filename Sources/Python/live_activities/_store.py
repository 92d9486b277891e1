from __future__ import annotations

import ctypes
import sqlite3
import threading
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Callable, Iterable

from . import _library as la
from ._errors import RAISED, Fenced, LiveActivitiesError, NotAStore, StoreBusy, StoreDamaged, StoreUnavailable, reason_of
from ._lock import FileLock

_PUT, _DELETE, _DELETE_BELOW = 0, 1, 2
_META, _RUN = 0, b"run"
_APPLICATION_ID = 1281980005  # as in sqlite_store.c


@dataclass(frozen=True)
class Write:
    """One write of a batch."""

    table: int
    key: bytes
    value: bytes | None
    """The new value of the key; `None` deletes the key."""
    below: bool = False
    """Deletes all keys of the table that are less than this one, as bytes, instead of the key itself."""


class Store:
    """The interface to your own database. A record is a table number, a key and a value, whose contents only the runtime
    interprets.

    The runtime calls one method at a time, on the thread of the call that writes, or on its own thread if it is relaxed. An
    exception of a method becomes an error of the runtime: `Fenced`, `StoreBusy` and `NotAStore` keep their type; any other
    means that the store is unavailable at present and will be retried. `live_activity_store.h` has the whole contract.
    """

    def read(self, table: int) -> Iterable[tuple[bytes, bytes]]:
        """The records of a table, ordered by the bytes of their keys."""
        raise NotImplementedError

    def append(self, expected_run: int, writes: list[Write]) -> None:
        """Stores all writes in order, in one transaction that survives a loss of power.

        Raises:
            Fenced: The value of the key `run` in table 0, a decimal number, is not `expected_run`; no value counts as 0.
                Nothing was written then.
        """
        raise NotImplementedError

    def close(self) -> None:
        """Closes the store. It is the last call, and is made once."""


class SQLiteStore(Store):
    """A store in one file, using Python's `sqlite3`, in the format of the C library's `store_path`. `live-activities inspect`
    reads it.
    """

    def __init__(self, path: str) -> None:
        """Opens or creates the file. `FILE-lock` beside it is locked until `close` or the end of the process.

        Raises:
            StoreBusy: Another process, or another store of this one, has the file open, or another program has locked it.
            NotAStore: The file is not a SQLite file, or belongs to another program.
            StoreDamaged: The file is a damaged SQLite file.
            StoreUnavailable: The file cannot be opened.
        """
        with ExitStack() as undo:
            self._lock = FileLock(path)
            undo.callback(self._lock.release)
            try:
                # One thread at a time, but not always the same one.
                self._connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
                undo.callback(self._connection.close)
                self._prepare()
            except sqlite3.Error as error:
                raise _open_error(path, error) from None
            undo.pop_all()

    def _prepare(self) -> None:
        # An empty file has no id yet, and files of version 0.1.0 in Python have none.
        tables = self._connection.execute("SELECT name FROM sqlite_schema").fetchall()
        (application,) = self._connection.execute("PRAGMA application_id").fetchone()
        if tables and application != _APPLICATION_ID and (application != 0 or tables != [("record",)]):
            raise NotAStore("it is a SQLite file of another program")
        self._connection.executescript(
            "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;"
            "CREATE TABLE IF NOT EXISTS record (tab INTEGER NOT NULL, key BLOB NOT NULL, value BLOB NOT NULL,"
            f" PRIMARY KEY (tab, key)) WITHOUT ROWID; PRAGMA application_id = {_APPLICATION_ID}"
        )

    def read(self, table: int) -> Iterable[tuple[bytes, bytes]]:
        return self._connection.execute("SELECT key, value FROM record WHERE tab = ? ORDER BY key", (table,))

    def append(self, expected_run: int, writes: list[Write]) -> None:
        run = "SELECT value FROM record WHERE tab = ? AND key = ?"
        # IMMEDIATE, so that no other connection writes between the check of the run and the commit.
        self._connection.execute("BEGIN IMMEDIATE")
        try:
            found = self._connection.execute(run, (_META, _RUN)).fetchone()
            if int(found[0] if found else 0) != expected_run:
                raise Fenced(f"the file is at run {int(found[0]) if found else 0}")
            for write in writes:
                if write.value is not None:
                    put = "INSERT INTO record VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET value = excluded.value"
                    self._connection.execute(put, (write.table, write.key, write.value))
                else:
                    delete = f"DELETE FROM record WHERE tab = ? AND key {'<' if write.below else '='} ?"
                    self._connection.execute(delete, (write.table, write.key))
            self._connection.execute("COMMIT")
        except BaseException:
            # SQLite itself ends the transaction when the disk is full; a second end would hide why.
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
            raise

    def close(self) -> None:
        self._connection.close()
        self._lock.release()


def _open_error(path: str, error: sqlite3.Error) -> LiveActivitiesError:
    """The error for a file that SQLite cannot open, as `sqlite_store.c` has it."""
    # By SQLite's messages, because `sqlite_errorcode` needs Python 3.11.
    kinds = {"not a database": NotAStore, "locked": StoreBusy, "malformed": StoreDamaged}
    kind = next((kind for words, kind in kinds.items() if words in str(error)), StoreUnavailable)
    return kind(f"'{path}': {error}")


class StoreTable:
    """A store as the library calls it."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._is_closed = False
        self._reason = threading.local()
        self.table = la.StoreTable(
            size=ctypes.sizeof(la.StoreTable), abi_version=la.STORE_ABI, read=la.StoreRead(self._read),
            append=la.StoreAppend(self._append), close=la.StoreClose(self._close), reason=la.StoreReason(self._why),
        )  # fmt: skip

    def _guarded(self, body: Callable[[], int]) -> int:
        # An exception cannot pass through C.
        try:
            return body()
        except BaseException as error:
            text = reason_of(error)
            # Not logged, because a full disk is retried every second and every command reports it.
            RAISED.note(error, text)
            self._reason.text = text.encode()
            return error.status if isinstance(error, (Fenced, StoreBusy, NotAStore)) else StoreUnavailable.status

    def _read(self, user_data: int, table: int, receive: Callable[..., int], context: int) -> int:
        def body() -> int:
            for key, value in self._store.read(table):
                status = receive(context, key, len(key), value, len(value))
                if status != 0:
                    return status
            return 0

        return self._guarded(body)

    def _append(self, user_data: int, batch: ctypes._Pointer[la.StoreBatch]) -> int:
        def body() -> int:
            given = batch.contents
            writes = []
            for write in (given.writes[index] for index in range(given.count)):
                value = ctypes.string_at(write.value, write.value_bytes) if write.what == _PUT else None
                key = ctypes.string_at(write.key, write.key_bytes)
                writes.append(Write(write.table, key, value, write.what == _DELETE_BELOW))
            self._store.append(given.expected_run, writes)
            return 0

        return self._guarded(body)

    def close(self) -> None:
        """Closes the store of a runtime that was not created, unless the library has closed it."""
        if not self._is_closed:
            self._close(0)

    def _close(self, user_data: int) -> None:
        def body() -> int:
            self._is_closed = True
            self._store.close()
            return 0

        self._guarded(body)

    def _why(self, user_data: int) -> int | None:
        # The library reads the text after this callback, so it must live until the next one.
        self._text = ctypes.create_string_buffer(getattr(self._reason, "text", b""))
        return ctypes.addressof(self._text)
