#!/usr/bin/env python3
"""Backs up a running cluster, loses all of its servers with their disks, and restores it on new servers.

    Tests/Service/backup.py PROGRAM [--nats-server PATH]

Each of two runs of Scripts/nats-servers has its own servers. Everything acknowledged before the backup began must be restored.
"""
import argparse, json, os, subprocess, sys, tempfile, threading

from cluster_nodes import SERVERS, Node, cluster, show_logs

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../..")


def backup(*arguments):
    subprocess.run([f"{ROOT}/Scripts/cluster-backup", arguments[0], SERVERS, *arguments[1:]], check=True)


def save(program, folder):
    nodes = [Node(program, folder, number) for number in range(3)]
    try:
        activities = [nodes[number % 3].start_delivery(number, f"owner-{number}") for number in range(60)]
        for number, activity in enumerate(activities):
            nodes[(number + 1) % 3].assign(activity, "before")
        hook = {"name": "kept", "url": "https://backup.invalid/hook", "changes": ["ended"]}
        assert nodes[0].call("POST", "/v1/webhooks", hook)[0] == 201
        # Commands continue during the backup.
        over = threading.Event()
        sent = [0]

        def load():
            while not over.is_set():
                nodes[sent[0] % 3].assign(activities[sent[0] % 60], f"during {sent[0]}")
                sent[0] += 1

        thread = threading.Thread(target=load)
        thread.start()
        try:
            backup("save", f"{folder}/backup")
        finally:
            over.set()
            thread.join()
        with open(f"{folder}/activities.json", "w") as file:
            json.dump(activities, file)
        print(f"saved while {sent[0]} events were acknowledged")
    finally:
        for node in nodes:
            node.kill()


def restore(program, folder):
    with open(f"{folder}/activities.json") as file:
        activities = json.load(file)
    backup("restore", f"{folder}/backup")
    nodes = [Node(program, folder, f"{number + 3}") for number in range(3)]
    try:
        webhooks = nodes[0].call("GET", "/v1/webhooks")[1]["webhooks"]
        assert [one["name"] for one in webhooks] == ["kept"], webhooks
        during = 0
        for number, activity in enumerate(activities):
            status, record = nodes[number % 3].call("GET", f"/v1/activities/{activity}")
            assert status == 200, (activity, status, record)
            name, revision = record["content"]["state"]["driverName"], record["revision"]
            # The first revision is the start, the second one "before".
            assert revision >= 2 and (name == "before") == (revision == 2), record
            during += revision - 2
            nodes[(number + 1) % 3].assign(activity, "after")
            status, record = nodes[(number + 2) % 3].call("GET", f"/v1/activities/{activity}")
            assert (record["content"]["state"]["driverName"], record["revision"]) == ("after", revision + 1), record
        for number in range(60, 90):
            nodes[number % 3].start_delivery(number, f"owner-{number}")
        print(f"restored: {len(activities)} activities, {during} of the events that came meanwhile; commands go on\n"
              f"{cluster(program, 'status')}", end="")
        assert [node.end() for node in nodes] == [0, 0, 0]
    except BaseException:
        show_logs(nodes)
        raise
    finally:
        for node in nodes:
            node.kill()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--nats-server")
    parser.add_argument("--part", choices=["save", "restore"], help=argparse.SUPPRESS)
    parser.add_argument("--folder", help=argparse.SUPPRESS)
    options = parser.parse_args()
    program = os.path.abspath(options.program)
    if options.part:
        return {"save": save, "restore": restore}[options.part](program, options.folder)
    chosen = ["--program", options.nats_server] if options.nats_server else []
    with tempfile.TemporaryDirectory() as folder:
        for part in ("save", "restore"):
            done = subprocess.run(
                [f"{ROOT}/Scripts/nats-servers", *chosen, sys.executable, os.path.abspath(__file__), program, "--part", part,
                 "--folder", folder])
            if done.returncode:
                sys.exit(done.returncode)


main()
