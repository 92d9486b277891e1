#!/usr/bin/env python3
"""Tests every entry point of users in a release build: each public command through each interface.

    Tests/Doors/doors.py [swift] [program] [service] [cluster] --bin FOLDER

FOLDER contains the products live-activities, PushDriver and Doors (Scripts/test-doors builds them). By default all parts run;
`cluster` needs NATS_SERVERS, as Scripts/nats-servers sets it. The entry points are read from the sources (declared.py): a
route, a parameter, a command, an overload or a form of JSON that no test here has used successfully is a failure, and so is a
tested one that no longer exists. The entry points of C and Python are checked with their packages: Tests/C/errors.py and
Tests/Python/conftest.py.
"""

import argparse
import contextlib
import json
import os
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import declared
import http_doors
import program_doors
from machine import LIMIT_S, Machine, Push, Used

PARTITIONS = 6
# A cluster has no journal.
WITHOUT_JOURNAL = {
    "GET /v1/activities/{id}/history", "GET /v1/activities/{id}/presentations ? revision", "GET /v1/activities ? at",
    "GET /v1/owners/{owner}/activities ? at", "GET /v1/history",
    *(f"GET /v1/history ? {name}" for name in ("owner", "kind", "activity", "from", "until", "after", "limit"))}
# The nodes need no token, and the first token cannot be created over HTTP.
WITHOUT_TOKENS = {
    "GET /v1/access-tokens", "POST /v1/access-tokens", "POST /v1/access-tokens : application/json",
    "DELETE /v1/access-tokens/{id}"}
# These commands compile a project with the machine's toolchain; Tests/Command/ProjectPreviewsTests runs them.
COMPILING = {"ios check", "ios previews"}


def complain(what, names):
    if names:
        raise AssertionError("\n  ".join([what, *sorted(names)]))


def swift(places, folder):
    """Runs the Swift program, and reports the entry points that it has not called."""
    done = subprocess.run([places["Doors"]], capture_output=True, text=True, timeout=LIMIT_S, cwd=folder)
    lines = [line.partition(" ") for line in done.stdout.splitlines()]
    complain("the consumer says:", {rest for kind, _, rest in lines if kind == "wrong"})
    assert done.returncode == 0, (done.returncode, done.stdout[-2_000:], done.stderr[-4_000:])
    used = {rest for kind, _, rest in lines if kind == "used"}
    entries, there = {one.partition(" | ")[0] for one in used}, declared.swift()
    complain("no consumer calls these public functions; add them to Tests/Doors/Consumer:", there - entries)
    complain("these are no longer public functions; remove them from Tests/Doors/Consumer:", entries - there)
    sources = declared.json_sources()
    sendable = {name for name in sources if not name.startswith("Unsafe")}
    lent = {f"{entry} | {source}" for entry in there if "JSONSource" in entry
            for source in (sendable if entry.startswith("JSONEvent") else sources)}
    complain("these forms of JSON are not given to these functions; add them to Tests/Doors/Consumer/Lent.swift:", lent - used)
    return f"{len(there)} public functions, {len(lent)} of them with one form of JSON each"


def program(places, folder):
    """Runs the commands of the installed program."""
    tried = program_doors.Program(places["live-activities"], folder)
    with push_server(places, folder) as push:
        story, text = program_doors.lines(tried)
        program_doors.stores(tried, text)
        program_doors.kinds(tried)
        program_doors.pushes(tried, push)
        program_doors.why(tried, push, text)
        program_doors.plan(tried)
        program_doors.tokens(tried)
        program_doors.sealing(tried)
    # The commands for a service and a cluster are tested by the other parts.
    others = {"serve"} | {name for name in tried.commands if name.startswith("cluster ")}
    complain("these subcommands are not run; add them to Tests/Doors/program_doors.py:",
        set(tried.commands) - tried.used - others - COMPILING)
    return f"{len(tried.used)} subcommands, {len(story)} kinds of lines"


@contextlib.contextmanager
def push_server(places, folder):
    push = Push(places["PushDriver"], f"{folder}/push")
    try:
        yield push
    finally:
        push.close()


def service(places, folder):
    """Tests the HTTP API of one machine with a store, a journal, pushes and tokens."""
    with push_server(places, folder) as push:
        used = Used()
        state = f"{folder}/machine"
        os.makedirs(state)
        token = subprocess.run(
            [places["live-activities"], "token", "create", "--state", state, "--name", "doors", "--scope", "admin"],
            capture_output=True, text=True, timeout=LIMIT_S, check=True).stdout.strip()
        machine = Machine(places["live-activities"], state, used, settings=f"push: {push.configuration}\n")
        machine.token = token
        with printing([machine]):
            calls = http_doors.run([machine], push, has_journal=True)
            assert machine.end() == 0, machine.logged()[-3_000:]
        complain("nothing has called these routes with success; add them to Tests/Doors/http_doors.py:",
            http_doors.missing(used))
        return f"{calls} requests to {len(declared.routes())} routes"


@contextlib.contextmanager
def printing(machines):
    """Stops the machines at the end, and prints their logs after a failure."""
    try:
        yield
    except BaseException:
        for machine in machines:
            print(f"--- {os.path.basename(machine.folder)}\n{machine.logged()[-3_000:]}", file=sys.stderr)
        raise
    finally:
        for machine in machines:
            machine.kill()


def cluster(places, folder):
    """Tests three nodes: every request at each of them in turn, and the operator's commands."""
    servers = os.environ["NATS_SERVERS"]
    options = ["--cluster", servers, "--partitions", str(PARTITIONS)]
    operator = program_doors.Program(places["live-activities"], f"{folder}/operator")
    with push_server(places, folder) as push:
        used, machines = Used(), []
        with printing(machines):
            def start(number):
                machines.append(Machine(
                    places["live-activities"], f"{folder}/node-{number}", used, *options, "--node", f"node-{number}",
                    settings=f"push: {push.configuration}\n"))

            def shown():
                page = machines[-1].call("GET", "/v1/activities", query={"limit": 1_000})
                return [one["activity"] for one in page["activities"]]

            for number in range(3):
                start(number)
            calls = http_doors.run(machines, push, has_journal=False)
            assert all(f"node-{number}" in operator.run("cluster", "status", *options) for number in range(3))

            def owned(name):
                status = json.loads(operator.run("cluster", "status", "--json", *options))
                return next(node["owns"] for node in status["nodes"] if node["name"] == name)
            # Each command returns when it has taken effect.
            operator.run("cluster", "drain", "node-1", *options)
            assert owned("node-1") == []
            operator.run("cluster", "drain", "node-1", "--undo", *options)
            operator.run("cluster", "move", "2", "node-1", *options)
            assert 2 in owned("node-1")
            before = shown()
            assert [machine.end() for machine in machines] == [0, 0, 0], [machine.logged()[-1_000:] for machine in machines]
            repaired = operator.run("cluster", "repair", "--restored", "--clock", *options).splitlines()
            assert repaired[0] == f"numbers skipped in {PARTITIONS} partitions", repaired
            assert repaired[1].startswith("No partition's time is later than "), repaired
            start(0)
            assert shown() == before != []
            assert machines[-1].end() == 0, machines[-1].logged()[-1_000:]
        complain(
            "no node of a cluster has answered these routes with success; add them to Tests/Doors/http_doors.py:",
            # The audit log is about tokens.
            [one for one in http_doors.missing(used, WITHOUT_JOURNAL | WITHOUT_TOKENS) if "/v1/audit" not in one])
        complain(
            "these subcommands are not run; add them to Tests/Doors/doors.py:",
            # The table needs a database: see Tests/Service/postgres_store.py.
            {name for name in operator.commands if name.startswith("cluster ")} - operator.used - {"cluster table"})
        return f"{calls} requests to {len(declared.routes())} routes of three nodes"


def main():
    parts = {"swift": swift, "program": program, "service": service, "cluster": cluster}
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("parts", nargs="*", choices=[*parts, []])
    parser.add_argument("--bin", required=True)
    options = parser.parse_args()
    places = {name: os.path.abspath(f"{options.bin}/{name}") for name in ("live-activities", "PushDriver", "Doors")}
    failed = 0
    for name in options.parts or parts:
        began = time.monotonic()
        with tempfile.TemporaryDirectory(prefix="doors-") as folder:
            try:
                print(f"passed {name}: {parts[name](places, folder)} ({time.monotonic() - began:.1f} s)", flush=True)
            except Exception as error:
                failed += 1
                print(f"FAILED {name} after {time.monotonic() - began:.1f} s: {type(error).__name__} {error}", flush=True)
    sys.exit(1 if failed else 0)


main()
