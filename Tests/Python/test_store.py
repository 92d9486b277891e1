"""Runtimes with a store written in Python."""

import functools
import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from datetime import datetime, timedelta, timezone

import pytest

from live_activities import (
    Fenced, Limits, LiveActivitiesError, NotAStore, NotDurable, Runtime, SQLiteStore, Store, StoreBusy, StoreUnavailable,
)  # fmt: skip

EVENING = datetime(2026, 6, 20, 17, tzinfo=timezone.utc)
ORDER = {"orderNumber": 42, "restaurantName": "Pizza"}


def opened(path, **options):
    runtime = Runtime(seed=1, virtual_time=True, store=SQLiteStore(str(path)), **options)
    runtime.advance(EVENING)
    return runtime


def test_goes_on_where_it_was(tmp_path):
    with opened(tmp_path / "store.db") as runtime:
        order = runtime.start("delivery", "anna", ORDER, key="42")
        runtime.send(order, {"preparationStarted": {}})
        runtime.permit("bert", False, kind="delivery")
    with opened(tmp_path / "store.db") as runtime:
        assert runtime.find("anna", "delivery", "42") == order
        known = runtime.activity(order)
        assert (known["owner"], known["state"], known["revision"], known["attributes"]) == ("anna", "active", 2, ORDER)
        assert runtime.permits("anna", "delivery") and not runtime.permits("bert", "delivery")
        assert runtime.store_report()["run"] == 2
        assert runtime.start("delivery", "anna", ORDER) != order


class Failing(SQLiteStore):
    fails = False

    def append(self, expected_run, writes):
        if self.fails:
            raise OSError("no space left")
        super().append(expected_run, writes)


def test_a_failing_store_refuses_commands_until_it_works(tmp_path):
    store = Failing(str(tmp_path / "store.db"))
    with Runtime(virtual_time=True, store=store) as runtime:
        runtime.advance(EVENING)
        store.fails = True
        with pytest.raises(LiveActivitiesError, match="no space left") as failure:
            runtime.start("delivery", "anna", ORDER)
        assert failure.value.name == "LA_ERROR_NOT_DURABLE"
        assert failure.value.outcome == {"outcome": "started", "activity": runtime.activities()[0]}
        with pytest.raises(LiveActivitiesError) as failure:
            runtime.start("delivery", "bert", ORDER)
        assert failure.value.name == "LA_ERROR_STORE_UNAVAILABLE"
        assert "no space left" in runtime.store_report()["failure"]
        store.fails = False
        runtime.flush()
        runtime.start("delivery", "bert", ORDER)
        assert len(runtime.activities()) == 2


def test_changes_that_cannot_be_stored_at_the_end_are_reported(tmp_path):
    def failing():
        store = Failing(str(tmp_path / "store.db"))
        runtime = Runtime(store=store, durability="manual")
        runtime.start("delivery", "anna", ORDER)
        store.fails = True
        return runtime

    runtime = failing()
    with pytest.raises(NotDurable, match="no space left"):
        runtime.close()
    runtime.close()
    with pytest.raises(LiveActivitiesError, match="LA_ERROR_INVALID_HANDLE"):
        runtime.activities()
    # The runtime of an abandoned object is destroyed too, but its error has no caller.
    del runtime
    abandoned = failing()
    del abandoned
    with opened(tmp_path / "store.db") as runtime:
        assert runtime.activities() == []


def test_a_failure_with_any_text_is_reported(tmp_path):
    class Garbled(Failing):
        def append(self, expected_run, writes):
            if self.fails:
                raise OSError("\0no space on \udcff")
            super().append(expected_run, writes)

    store = Garbled(str(tmp_path / "store.db"))
    with Runtime(store=store) as runtime:
        store.fails = True
        with pytest.raises(NotDurable, match=r"no space on \?"):
            runtime.start("delivery", "anna", ORDER)
        store.fails = False


class Closing(SQLiteStore):
    runtime = None

    def append(self, expected_run, writes):
        runtime, self.runtime = self.runtime, None
        if runtime is not None:
            runtime.close()
        super().append(expected_run, writes)


def test_a_store_cannot_close_its_runtime(tmp_path):
    store = Closing(str(tmp_path / "store.db"))
    with Runtime(store=store) as runtime:
        store.runtime = runtime
        with pytest.raises(NotDurable, match="inside a callback"):
            runtime.start("delivery", "anna", ORDER)
    with opened(tmp_path / "store.db") as runtime:
        assert len(runtime.activities()) == 1


class Unlocked(SQLiteStore):
    """A store that two processes can open, like a database server."""

    def __init__(self, path):
        super().__init__(path)
        self._lock.release()


def test_only_the_latest_runtime_writes(tmp_path):
    older, newer = [Runtime(store=Unlocked(str(tmp_path / "store.db"))) for _ in range(2)]
    with pytest.raises(Fenced, match="run") as failure:
        older.start("delivery", "anna", ORDER)
    assert (failure.value.status, failure.value.name) == (-122, "LA_ERROR_FENCED")
    newer.start("delivery", "anna", ORDER)
    with pytest.raises(Fenced):
        older.close()
    newer.close()


def test_a_second_process_with_the_same_file_is_refused(tmp_path):
    """Two workers of a server open the same file. The second one fails before it writes, so the first one is not fenced."""
    path = str(tmp_path / "store.db")
    worker = f"from live_activities import *\ntry: SQLiteStore({path!r})\nexcept StoreBusy as error: print(error.reason)"
    with opened(path) as runtime:
        for _ in range(2):
            said = subprocess.run([sys.executable, "-c", worker], capture_output=True, text=True, check=True)
            assert f"process {os.getpid()} has '{path}' open" in said.stdout
        with pytest.raises(StoreBusy, match="another store of this process"):
            SQLiteStore(path)
        runtime.start("delivery", "anna", ORDER)
    assert os.listdir(tmp_path) == ["store.db"]
    # The kernel releases the lock of a killed process.
    killed = f"from live_activities import *\nimport os\nr = Runtime(store=SQLiteStore({path!r}))\nos.kill(os.getpid(), 9)"
    assert subprocess.run([sys.executable, "-c", killed], check=False).returncode == -9
    with opened(path) as runtime:
        assert len(runtime.activities()) == 1


def test_the_lock_belongs_to_the_file_and_not_to_its_link(tmp_path):
    os.symlink(tmp_path / "store.db", tmp_path / "link.db")
    with opened(tmp_path / "store.db"):
        with pytest.raises(StoreBusy):
            SQLiteStore(str(tmp_path / "link.db"))


def test_a_file_of_before_and_another_programs_are_told_apart(tmp_path):
    with opened(tmp_path / "store.db") as runtime:
        order = runtime.start("delivery", "anna", ORDER)
    # Files of earlier versions in Python had no application id.
    with closing(sqlite3.connect(tmp_path / "store.db")) as file:
        file.execute("PRAGMA application_id = 0")
    with opened(tmp_path / "store.db") as runtime:
        assert runtime.activities() == [order]
    with closing(sqlite3.connect(tmp_path / "other.db")) as file:
        file.execute("CREATE TABLE notes (text)")
    with pytest.raises(NotAStore, match="another program"):
        SQLiteStore(str(tmp_path / "other.db"))
    assert sorted(os.listdir(tmp_path)) == ["other.db", "store.db"]


def test_a_full_disk_is_named(tmp_path):
    store = SQLiteStore(str(tmp_path / "store.db"))
    runtime = Runtime(store=store, polls=False)
    runtime.start("delivery", "anna", ORDER)
    pages = store._connection.execute("PRAGMA page_count").fetchone()[0]
    store._connection.execute(f"PRAGMA max_page_count = {pages}")
    with pytest.raises(LiveActivitiesError, match="full"):
        for number in range(1000):
            runtime.start("delivery", f"owner {number}", ORDER)
    with pytest.raises(NotDurable, match="full"):
        runtime.close()


def test_what_is_no_store_is_refused(tmp_path):
    (tmp_path / "other").write_text("not a database, however long this text may be")
    with pytest.raises(NotAStore):
        SQLiteStore(str(tmp_path / "other"))
    with pytest.raises(LiveActivitiesError) as failure:
        Runtime(store=Store())
    assert failure.value.name == "LA_ERROR_STORE_UNAVAILABLE"


def test_a_store_that_was_not_opened_keeps_no_lock(tmp_path):
    (tmp_path / "folder").mkdir()
    for _ in range(2):
        with pytest.raises(StoreUnavailable, match="unable to open"):
            SQLiteStore(str(tmp_path / "folder"))
    with pytest.raises(StoreUnavailable, match="No such file"):
        SQLiteStore(str(tmp_path / "missing" / "store.db"))
    # The library refuses these before it takes the store over.
    for refused in ({"limits": Limits(json_depth=9999)}, {"durability": "never"}, {"store_path": "a\0b"}):
        with pytest.raises((LiveActivitiesError, KeyError, ValueError)):
            Runtime(store=SQLiteStore(str(tmp_path / "store.db")), **refused)
    with opened(tmp_path / "store.db") as runtime:
        runtime.start("delivery", "anna", ORDER)
    assert sorted(os.listdir(tmp_path)) == ["folder", "store.db"]


def test_a_file_that_is_locked_is_busy(tmp_path, monkeypatch):
    with opened(tmp_path / "store.db") as runtime:
        order = runtime.start("delivery", "anna", ORDER)
    with closing(sqlite3.connect(tmp_path / "store.db", isolation_level=None)) as backup:
        backup.execute("BEGIN EXCLUSIVE")
        # Without SQLite's wait of 5 seconds.
        monkeypatch.setattr(sqlite3, "connect", functools.partial(sqlite3.connect, timeout=0))
        with pytest.raises(StoreBusy, match="locked"):
            SQLiteStore(str(tmp_path / "store.db"))
    with opened(tmp_path / "store.db") as runtime:
        assert runtime.activities() == [order]


def test_a_consumer_receives_names_with_any_line_separator(tmp_path):
    owners = [f"anna{separator}smith" for separator in "\n\r\x0b\x0c\x1c\x85\u2028\u2029"]
    with opened(tmp_path / "store.db") as runtime:
        runtime.add_consumer("push")
        with runtime.reader() as reader:
            for owner in owners:
                runtime.start("delivery", owner, ORDER)
            for changes in (runtime.poll(), reader.poll(), runtime.consumer_changes("push")):
                assert [change["owner"] for change in changes] == owners


def test_a_consumer_is_given_what_it_has_not_acknowledged(tmp_path):
    with opened(tmp_path / "store.db", polls=False) as runtime:
        runtime.add_consumer("push")
        order = runtime.start("delivery", "anna", ORDER)
        runtime.send(order, {"preparationStarted": {}})
        first, second = runtime.consumer_changes("push")
        assert [first["change"], second["change"]] == ["started", "updated"]
        assert runtime.consumer_changes("push", after=first["sequence"]) == [second]
        runtime.acknowledge("push", first["sequence"])
        assert runtime.poll() == []
    with opened(tmp_path / "store.db") as runtime:
        assert runtime.consumer_changes("push") == [second]
        assert runtime.consumers() == [{"name": "push", "acknowledged": first["sequence"], "waiting": 1, "missed": 0}]
        runtime.remove_consumer("push")
        with pytest.raises(LiveActivitiesError, match="push"):
            runtime.consumer_changes("push")


def test_readers_take_what_they_ask_for(tmp_path):
    with Runtime(seed=1, virtual_time=True) as runtime:
        runtime.advance(EVENING)
        with runtime.reader(owner="anna") as anna, runtime.reader(waiting=1) as newest:
            runtime.start("delivery", "anna", ORDER)
            runtime.start("delivery", "bert", ORDER)
            assert [change["owner"] for change in anna.poll()] == ["anna"]
            assert [change["owner"] for change in newest.poll()] == ["bert"]
        assert [change["owner"] for change in runtime.poll()] == ["anna", "bert"]


def test_a_batch_is_one_write(tmp_path):
    class Counting(SQLiteStore):
        appends = 0

        def append(self, expected_run, writes):
            self.appends += 1
            super().append(expected_run, writes)

    store = Counting(str(tmp_path / "store.db"))
    with Runtime(virtual_time=True, store=store) as runtime:
        runtime.advance(EVENING)
        before = store.appends
        with runtime.batch():
            for number in range(10):
                runtime.start("delivery", f"owner {number}", ORDER)
        assert store.appends == before + 1


def test_a_relaxed_runtime_is_stored_when_it_is_closed(tmp_path):
    with opened(tmp_path / "store.db", durability="relaxed", relaxed=timedelta(seconds=30)) as runtime:
        order = runtime.start("delivery", "anna", ORDER)
    with opened(tmp_path / "store.db", durability="manual") as runtime:
        assert runtime.activities() == [order]


def test_recorded_commands_are_replayed(tmp_path):
    with opened(tmp_path / "store.db", limits=Limits(journal=100)) as runtime:
        order = runtime.start("delivery", "anna", ORDER)
        runtime.send(order, {"preparationStarted": {}})
        assert runtime.replay() == {"commands": 2, "differences": []}
    assert issubclass(Fenced, Exception)
