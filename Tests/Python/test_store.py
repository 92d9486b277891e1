"""Runtimes with a store written in Python."""

import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from datetime import datetime, timedelta, timezone

import pytest

from live_activities import Fenced, Limits, LiveActivitiesError, NotAStore, Runtime, SQLiteStore, Store, StoreBusy

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
        with pytest.raises(LiveActivitiesError) as failure:
            runtime.start("delivery", "bert", ORDER)
        assert failure.value.name == "LA_ERROR_STORE_UNAVAILABLE"
        assert "no space left" in runtime.store_report()["failure"]
        store.fails = False
        runtime.flush()
        runtime.start("delivery", "bert", ORDER)
        assert len(runtime.activities()) == 2


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
    with Runtime(store=store, polls=False) as runtime:
        runtime.start("delivery", "anna", ORDER)
        pages = store._connection.execute("PRAGMA page_count").fetchone()[0]
        store._connection.execute(f"PRAGMA max_page_count = {pages}")
        with pytest.raises(LiveActivitiesError, match="full"):
            for number in range(1000):
                runtime.start("delivery", f"owner {number}", ORDER)


def test_what_is_no_store_is_refused(tmp_path):
    (tmp_path / "other").write_text("not a database, however long this text may be")
    with pytest.raises(NotAStore):
        SQLiteStore(str(tmp_path / "other"))
    with pytest.raises(LiveActivitiesError) as failure:
        Runtime(store=Store())
    assert failure.value.name == "LA_ERROR_STORE_UNAVAILABLE"


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
