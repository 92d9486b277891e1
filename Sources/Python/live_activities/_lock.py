from __future__ import annotations

import fcntl
import os
from contextlib import suppress

from ._errors import StoreBusy, StoreUnavailable


class FileLock:
    """Exclusive write access of one runtime to a file: a lock on `FILE-lock` beside it, which contains the process id.

    SQLite's own locks would let two runtimes write in turns, and each would fence the other. The kernel releases the lock when
    the process ends. `sqlite_store.c` takes the same lock.
    """

    def __init__(self, path: str) -> None:
        """
        Raises:
            StoreBusy: Another store holds the lock.
            StoreUnavailable: The lock cannot be created.
        """
        self._path = os.path.realpath(path) + "-lock"
        self._descriptor = -1
        while self._descriptor < 0:
            try:
                self._take(path)
            except OSError as error:
                raise StoreUnavailable(f"'{self._path}' cannot be locked: {error.strerror}") from error
        # A failure is ignored, because the process id is only for the error message of other processes.
        with suppress(OSError):
            os.ftruncate(self._descriptor, 0)
            os.pwrite(self._descriptor, f"{os.getpid()}\n".encode(), 0)

    def _take(self, path: str) -> None:
        descriptor = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            # The previous owner may have deleted the file between `open` and `flock`; then the lock is on a deleted file.
            if _same(descriptor, self._path):
                self._descriptor = descriptor
        except BlockingIOError:
            owner = os.pread(descriptor, 16, 0).decode(errors="replace").strip()
            who = "another store of this process" if owner == str(os.getpid()) else f"process {owner or 'unknown'}"
            raise StoreBusy(
                f"{who} has '{path}' open: one process at a time. Workers of a server need a file each, or one process "
                f"that has it"
            ) from None
        finally:
            if self._descriptor != descriptor:
                os.close(descriptor)

    def release(self) -> None:
        """Releases the file. Does nothing the second time."""
        descriptor, self._descriptor = self._descriptor, -1
        if descriptor < 0:
            return
        try:
            # If someone removed the lock file, the path may now be another process's lock.
            if _same(descriptor, self._path):
                os.unlink(self._path)
        finally:
            os.close(descriptor)


def _same(descriptor: int, path: str) -> bool:
    try:
        return os.path.samestat(os.fstat(descriptor), os.stat(path))
    except FileNotFoundError:
        return False
