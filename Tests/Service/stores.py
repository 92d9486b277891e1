#!/usr/bin/env python3
"""Starts `live-activities serve` on damaged stores, removes its files, stops it, and checks the remaining files.

    stores.py PROGRAM

Each check is a function with its own folder; a failure names it. `Scripts/test-service` runs it.
"""
from concurrent.futures import ThreadPoolExecutor
import json, os, shutil, sqlite3, struct, subprocess, sys, tempfile, time

from operators_service import PROGRAM, Service, run
from serve_process import PATIENCE_S, compile_clock

START = {"kind": "delivery", "attributes": {"orderNumber": 42, "restaurantName": "Pizza"}}


def start(service, owner, **members):
    return service.call("POST", "/v1/activities", {**START, "owner": owner, **members})


def edit(folder, sql):
    """Changes the file like a faulty disk, while no process has it open."""
    with sqlite3.connect(f"{folder}/activities.sqlite") as database:
        database.execute(sql)
    database.close()


def metric(service, name):
    text = service.call("GET", "/metrics")[1].decode()
    return [line.split(" ")[1] for line in text.split("\n") if line.startswith(name) and line[len(name)] in " {"]


def until(holds, what):
    end = time.monotonic() + PATIENCE_S
    while not holds():
        assert time.monotonic() < end, what
        time.sleep(0.05)


# MARK: Damage


def opt_out(folder):
    with Service(folder) as service:
        assert service.call("POST", "/v1/permission", {"owner": "anna", "kind": "delivery", "allowed": False})[0] == 200
        assert start(service, "anna")[1]["code"] == "denied"
        assert start(service, "ben", key="1")[0] == 201
        assert service.end()[0] == 0


def one_byte_of_a_permission_starts_nobody_who_has_opted_out(folder):
    opt_out(folder)
    path = f"{folder}/activities.sqlite"
    with open(path, "rb") as file:
        whole = file.read()
    row = whole.index(b'["delivery"]')
    # Testing every byte of the row would take too long, with a process for each; these are in the owner, the denied kinds and
    # the flags.
    for offset in [row - 4, row - 2, row, row + 3, row + 12]:
        with open(path, "wb") as file:
            file.write(whole[:offset] + bytes([whole[offset] ^ 4]) + whole[offset + 1:])
        try:
            service = Service(folder)
        except AssertionError:
            # The service refuses the store, so no activity is started.
            continue
        with service:
            status, answer = start(service, "anna", key=f"{offset}")
            assert status in (403, 503) and answer["code"] in ("denied", "permissionsDamaged"), (offset, status, answer)
            status, ready = service.call("GET", "/readyz")
            # A changed checksum is also detected by the digest over all rows.
            damaged = 2 if offset == row + 12 else 1
            assert status == 200 and ready["status"] == "degraded" and ready["damaged"] == damaged, (offset - row, ready)
            assert "damaged and skipped in the store" in service.logged(), service.logged()
            assert metric(service, "live_activities_store_damaged_rows") == [str(damaged)]
            assert service.call("GET", "/v1/status")[1]["damage"][0]["table"] == "permission"
            # Running activities continue.
            status, answer = service.call("GET", "/v1/owners/ben/activities")
            assert status == 200 and len(answer["activities"]) == 1
            assert service.end()[0] == 0
        for name in ("-wal", "-shm"):
            assert not os.path.exists(path + name), name


def an_operator_decides(folder):
    opt_out(folder)
    edit(folder, "UPDATE permission SET owner = 'anoa'")
    store = f"{folder}/activities.sqlite"
    with Service(folder) as service:
        status, answer = start(service, "carl")
        assert status == 503 and answer["code"] == "permissionsDamaged" and "repair" in answer["detail"], answer
        assert service.call("GET", "/readyz")[1]["startsNothingOf"] == ["delivery"]
        assert run("repair", store, "--permissions")[0] == 3, "a runtime has the store open"
        assert service.end()[0] == 0
    status, out, _ = run("repair", store)
    assert status == 1 and "nothing of 'delivery' is started for any owner" in out, (status, out)
    status, out, error = run("repair", store, "--permissions", "--deny", "anna")
    assert status == 0, (out, error)
    status, out, _ = run("repair", store)
    assert status == 0 and "needs no decision" in out, (status, out)
    with Service(folder) as service:
        assert start(service, "anna")[1]["code"] == "denied"
        assert start(service, "carl")[0] == 201
        assert service.call("GET", "/readyz")[1] == {"status": "ready", "store": "ok"}
        assert service.end()[0] == 0


def a_strict_service_does_not_start_on_damage(folder):
    opt_out(folder)
    with Service(folder, "strictStore: true") as service:
        assert service.end()[0] == 0, "a whole store is started on"
    edit(folder, "UPDATE activity SET revision = 99")
    before = open(f"{folder}/activities.sqlite", "rb").read()
    status, out, error = run("serve", "--state", folder, "--port", "0", "--strict-store")
    assert status == 3 and "activity, place = " in error and "--strict-store" in error, (status, out, error)
    assert open(f"{folder}/activities.sqlite", "rb").read() == before
    with Service(folder) as service:
        ready = service.call("GET", "/readyz")[1]
        assert ready["status"] == "degraded" and ready["skippedActivities"] == 1, ready


# MARK: The end


def after_sigterm_the_file_is_the_whole_store(folder):
    with Service(folder) as service:
        activities = [start(service, f"owner-{number}", key="1")[1]["activity"] for number in range(40)]
        assert service.call("GET", f"/v1/activities/{activities[3]}/history")[0] == 200
        assert service.end()[0] == 0
    names = [name for name in os.listdir(folder) if name.startswith("activities.sqlite")]
    assert names == ["activities.sqlite"], names
    os.mkdir(f"{folder}/copy")
    shutil.copy(f"{folder}/activities.sqlite", f"{folder}/copy/activities.sqlite")
    status, out, error = run("inspect", f"{folder}/copy/activities.sqlite")
    assert status == 0 and all(activity in out for activity in activities), (status, out, error)


def what_cannot_be_stored_ends_with_3(folder):
    with Service(folder, "durability: relaxed") as service:
        assert start(service, "anna")[0] == 201
        os.rename(f"{folder}/activities.sqlite", f"{folder}/moved")
        until(lambda: start(service, "ben", key=str(time.monotonic()))[0] == 503,
            "the service has not noticed that its file is gone")
        status, _ = service.end()
        assert status == 3, status
        assert "could not be stored" in service.logged(), service.logged()


def the_journal_of_a_busy_service_replays(folder):
    """Commands of eight clients reach the same owners' shards in another order than that in which they have read the clock."""
    lease = {"staleAfter": 0.05, "endAfter": 0.2}

    def client(service, number):
        for turn in range(60):
            status, answer = start(service, f"owner-{turn % 7}", key=f"{(turn + number) % 5}", lease=lease)
            assert status in (200, 201), (status, answer)
            path = f"/v1/activities/{answer['activity']}"
            service.call("POST", f"{path}/events", {"event": {"preparationStarted": {}}, "id": f"{turn}"})
            if turn % 8 == number:
                service.call("POST", f"{path}/end", {})

    with Service(folder) as service:
        with ThreadPoolExecutor(8) as pool:
            for done in [pool.submit(client, service, number) for number in range(8)]:
                done.result()
        assert service.end()[0] == 0
    status, out, error = run("replay", f"{folder}/activities.sqlite")
    assert status == 0 and "all with the same outcome" in out and int(out.split(" ")[0]) > 900, (status, out, error)


# MARK: Files that become shorter


def a_truncated_file_is_noticed(folder):
    for number, name in enumerate(["activities.sqlite-wal", "activities.sqlite"]):
        os.mkdir(place := f"{folder}/{number}")
        with Service(place) as service:
            for owner in range(20):
                assert start(service, f"owner-{owner}")[0] == 201
            if name == "activities.sqlite":
                # Ensures that the file is not empty.
                with sqlite3.connect(f"{place}/{name}") as database:
                    database.execute("PRAGMA wal_checkpoint(PASSIVE)")
                database.close()
                assert start(service, "more")[0] == 201
            os.truncate(f"{place}/{name}", 0)
            answers = [start(service, f"late-{owner}")[0] for owner in range(3)]
            assert 201 not in answers, (name, answers)
            assert service.call("GET", "/readyz")[0] == 503
            assert service.end()[0] == 3


def a_truncated_index_is_made_again(folder):
    with Service(folder) as service:
        activity = start(service, "anna")[1]["activity"]
        for size in (0, 4096):
            os.truncate(f"{folder}/activities.sqlite-shm", size)
            assert start(service, f"ben-{size}")[0] == 201
            os.truncate(f"{folder}/activities.sqlite-shm", size)
            assert service.call("GET", f"/v1/activities/{activity}/history")[0] == 200
        os.truncate(f"{folder}/activities.sqlite-shm", 0)
        assert service.end()[0] == 0
    with Service(folder) as service:
        assert len(service.call("GET", "/v1/activities")[1]["activities"]) == 3
        assert service.end()[0] == 0


# MARK: The clock


def a_shard_that_is_ahead_is_said_and_set_back(folder):
    """A store as left by a process whose clock was years ahead: one start, then the correct time."""
    store = f"{folder}/activities.sqlite"
    lines = [{"at": "2099-01-01T00:00:00Z", "command": "start", "owner": "anna", "key": "1", **START}]
    done = subprocess.run(
        [PROGRAM, "run", "--virtual-time", "--store", store], input="".join(json.dumps(line) + "\n" for line in lines),
        capture_output=True, text=True, timeout=PATIENCE_S)
    assert done.returncode == 0, done.stderr
    activity = json.loads(done.stdout.splitlines()[0])["activity"]

    def started(service):
        return service.call("GET", f"/v1/activities/{activity}")[1]["startedAt"]

    with Service(folder) as service:
        ready = service.call("GET", "/readyz")[1]
        assert ready["status"] == "degraded" and ready["clockBehind_s"] > 86400 * 365, ready
        assert "the clock is behind the latest time in the store" in service.logged(), service.logged()
        assert float(metric(service, "live_activities_clock_behind_seconds")[0]) > 86400 * 365
        assert started(service).startswith("2099")
        assert service.end()[0] == 0
    status, out, _ = run("repair", store)
    assert status == 1 and "the time of shard 0 is 2099-01-01" in out, (status, out)
    before = time.gmtime()
    status, out, error = run("repair", store, "--clock")
    assert status == 0 and "shard 0: set back by" in out, (out, error)
    with Service(folder) as service:
        assert service.call("GET", "/readyz")[1] == {"status": "ready", "store": "ok"}
        assert started(service) >= time.strftime("%Y-%m-%dT%H:%M", before), started(service)
        assert service.call("POST", f"/v1/activities/{activity}/events", {"event": {"preparationStarted": {}}})[0] == 200
        status, answer = start(service, "anna", key="1")
        assert (status, answer["activity"]) == (200, activity), "the key still names it"
        assert service.end()[0] == 0
    # After eight hours and its visible time the activity is dismissed: its deadlines run again.
    done = subprocess.run(
        [PROGRAM, "run", "--virtual-time", "--until", time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(time.time() + 13 * 3600)),
            "--store", store],
        input="", capture_output=True, text=True, timeout=PATIENCE_S)
    assert '"change":"ended"' in done.stdout and '"change":"dismissed"' in done.stdout, (done.stdout, done.stderr)


def a_clock_that_is_set_forward_makes_deadlines_due(folder):
    """The clock of a running service is set forward by five hours, which the service accepts after a minute. Its clocks advance
    20 times as fast as the machine's: without the step the deadline would come after 12 minutes."""
    step = f"{folder}/step"

    def set_forward(seconds):
        # In place, as the process has mapped the file.
        with open(step, "r+b") as file:
            file.write(struct.pack("d", seconds))

    with open(step, "wb") as file:
        file.write(bytes(8))
    clock = ["env", f"LD_PRELOAD={compile_clock(folder)}", "CLOCK_RATE=20", f"CLOCK_STEP_FILE={step}"]
    with Service(folder, through=clock) as service:
        activity = start(service, "anna", lease={"staleAfter": 3600, "endAfter": 4 * 3600})[1]["activity"]

        def state():
            return service.call("GET", f"/v1/activities/{activity}")[1]["state"]

        set_forward(5 * 3600)
        until(lambda: "the clock has jumped by 18000" in service.logged(), "the jump is not noticed")
        until(lambda: state() == "ended", "the deadline waits for the monotonic clock")
        assert "it is accepted" in service.logged(), service.logged()
        assert metric(service, "live_activities_clock_jumps_total") == ["1"]
        assert service.end()[0] == 0


# MARK: Tokens


def a_service_that_had_a_token_stays_closed(folder):
    token = run("token", "create", "--state", folder, "--name", "a", "--scope", "admin")[1].strip()

    def is_closed(service):
        return service.call("GET", "/v1/activities")[0] == 401

    with Service(folder) as service:
        assert is_closed(service) and service.call("GET", "/v1/activities", token=token)[0] == 200
        os.remove(f"{folder}/tokens.json")
        until(lambda: service.call("GET", "/v1/activities", token=token)[0] == 401, "the token still works")
        assert is_closed(service) and "there are no tokens left" in service.logged(), service.logged()
        assert service.end()[0] == 0
    with Service(folder) as service:
        assert is_closed(service)
        other = run("token", "create", "--state", folder, "--name", "b", "--scope", "admin")[1].strip()
        until(lambda: service.call("GET", "/v1/activities", token=other)[0] == 200, "the second token does not work")
        with open(f"{folder}/tokens.json", "w") as file:
            file.write("{")
        until(lambda: service.call("GET", "/v1/activities", token=other)[0] and "the token file is damaged" in service.logged(),
              "a damaged file is not said")
        assert is_closed(service) and service.call("GET", "/v1/activities", token=other)[0] == 200
        assert service.end()[0] == 0
    # The contents of a damaged file are unknown, so the service neither starts with it nor opens without tokens.
    for arguments in ([], ["--open"]):
        assert run("serve", "--state", folder, "--port", "0", *arguments)[0] == 2
    os.remove(f"{folder}/tokens.json")
    token = run("token", "create", "--state", folder, "--name", "c")[1].strip()
    status, _, error = run("serve", "--state", folder, "--port", "0", "--open")
    assert status == 2 and "revoke them first" in error, (status, error)
    assert run("token", "revoke", "--state", folder, token.split("_")[1])[0] == 0
    with Service(folder) as service:
        assert is_closed(service)
        assert service.end()[0] == 0
    with Service(folder, "", "--open") as service:
        assert not is_closed(service)
        assert service.end()[0] == 0
    with Service(folder) as service:
        assert not is_closed(service)
        assert service.end()[0] == 0


def main():
    failed = 0
    tests = [one_byte_of_a_permission_starts_nobody_who_has_opted_out, an_operator_decides,
             a_strict_service_does_not_start_on_damage, after_sigterm_the_file_is_the_whole_store,
             what_cannot_be_stored_ends_with_3, the_journal_of_a_busy_service_replays, a_truncated_file_is_noticed,
             a_truncated_index_is_made_again, a_shard_that_is_ahead_is_said_and_set_back,
             a_clock_that_is_set_forward_makes_deadlines_due, a_service_that_had_a_token_stays_closed]
    chosen = sys.argv[2:]
    for test in tests:
        if chosen and test.__name__ not in chosen:
            continue
        began = time.monotonic()
        with tempfile.TemporaryDirectory() as folder:
            try:
                test(folder)
                print(f"passed {test.__name__} ({time.monotonic() - began:.1f} s)", flush=True)
            except Exception as error:
                failed += 1
                print(f"FAILED {test.__name__}: {type(error).__name__} {error}", flush=True)
                if os.path.exists(f"{folder}/log"):
                    with open(f"{folder}/log") as log:
                        print("".join(log.readlines()[-20:]))
    print(f"{failed} failed")
    sys.exit(1 if failed else 0)


main()
