#!/usr/bin/env python3
"""Fills the disks of all three NATS servers of a cluster, and follows the steps in Documentation/Cluster.md.

    Tests/Service/full_disk.py PROGRAM [--nats-server PATH] [--synced]

Each server has its own disk, a tmpfs of 60 MB, which needs root. Everything acknowledged before the disks were full must exist
when commands are accepted again, and nothing may be applied twice. With --synced, servers write each message to the disk before
they acknowledge it (`sync_interval: always`); without that, version 2.14 acknowledges messages that none of the full disks
contains.
"""
import argparse, http.client, os, shutil, signal, subprocess, sys, tempfile, threading, time

from nats_cluster import Servers

DISK_MB, ROOM_MB = 60, 400


def backup(*arguments):
    root = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../..")
    subprocess.run([f"{root}/Scripts/cluster-backup", *arguments], check=True)


def story(program, servers, folder):
    # The module reads the servers' addresses when it is imported.
    from cluster_nodes import Node, cluster, show_logs, until

    def call(node, *arguments):
        try:
            return node.call(*arguments)
        except (OSError, http.client.HTTPException):
            return None, None

    nodes = [Node(program, folder, number) for number in range(3)]
    try:
        activities = [nodes[number % 3].start_delivery(number, f"owner-{number}") for number in range(12)]
        acknowledged, refused, over = [0] * 12, [0], threading.Event()

        def load(number):
            """Sends events with long names until the disks are full, and counts the acknowledged revisions."""
            while not over.is_set():
                name = f"{acknowledged[number]}-" + "x" * 1_500
                status, _ = call(nodes[number % 3], "POST", f"/v1/activities/{activities[number]}/events", {
                    "id": f"e{acknowledged[number]}", "event": {"courierAssigned": {"name": name}}})
                if status == 200:
                    acknowledged[number] += 1
                else:
                    # Repeats the same event with its id.
                    refused[0] += 1
                    time.sleep(0.2)

        threads = [threading.Thread(target=load, args=(number,), daemon=True) for number in range(12)]
        for thread in threads:
            thread.start()
        # Disks may be filled by streams or, as here, by other files.
        until(lambda: f"only {sum(acknowledged)} events", lambda: sum(acknowledged) >= 600)
        for number in range(3):
            try:
                with open(f"{servers.disk(number)}/else", "wb") as file:
                    while True:
                        file.write(b"x" * (1 << 20))
            except OSError:
                pass
        until(lambda: "commands are still acknowledged", lambda: refused[0] >= 6)
        before = sum(acknowledged)
        # The operator's steps.
        killed = servers.stop_all()
        for node in nodes:
            node.kill()
        copies = [f"{folder}/copy{number}" for number in range(3)]
        for number in range(3):
            shutil.move(f"{servers.disk(number)}/jetstream", copies[number])
        backup("rescue", f"{folder}/rescued", *copies)
        servers.make_room(ROOM_MB)
        began = time.monotonic()
        for number in range(3):
            servers.start(number)
        backup("restore", os.environ["NATS_SERVERS"], f"{folder}/rescued")
        for node in nodes:
            node.start()
        until(lambda: "no command is acknowledged", lambda: sum(acknowledged) > before + 24)
        took = time.monotonic() - began
        over.set()
        for thread in threads:
            thread.join()
        # Step 5 of the operator.
        until(lambda: cluster(program, "status"), lambda: "Without an owner" not in cluster(program, "status"))
        for number, activity in enumerate(activities):
            status, record = nodes[(number + 1) % 3].call("GET", f"/v1/activities/{activity}")
            # The first revision is the start. The last event may have been applied without an answer.
            assert status == 200 and record["revision"] - 1 - acknowledged[number] in (0, 1), (acknowledged[number], status,
                record)
            # The last event's name contains the number of events before it.
            name = record["content"]["state"]["driverName"]
            assert int(name.split("-")[0]) == record["revision"] - 2, record
        print(
            f"disks full after {before} acknowledged events, {killed} of 3 servers had to be killed; commands went on "
            f"{took:.1f} s after "
            f"the servers were started; {sum(acknowledged)} acknowledged events are there, each once")
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
    parser.add_argument("--nats-server", default="/usr/sbin/nats-server")
    parser.add_argument("--synced", action="store_true", help="servers with sync_interval: always")
    options = parser.parse_args()
    if os.geteuid() != 0:
        sys.exit("full_disk.py: each server has a disk of its own, a tmpfs: run it as root")
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    with tempfile.TemporaryDirectory(prefix="full-disk-") as folder:
        servers = Servers(options.nats_server, folder, DISK_MB, options.synced)
        try:
            story(os.path.abspath(options.program), servers, folder)
        finally:
            servers.close()


main()
