#!/usr/bin/env python3
"""Three nodes of `live-activities serve --cluster` at their limits, and mistakes of operators. Takes about 40 s.

    Tests/Service/cluster_limits.py PROGRAM [--nats-server PATH]

A command of the maximum size, and a batch of 10,000 events for one partition, at each node; names that are mistyped or used
twice; an owner that is killed under load; SIGTERM while two of three NATS servers are dead.
"""
import argparse, json, os, signal, subprocess, sys, tempfile, threading, time

from nats_cluster import Servers
from serve_process import PATIENCE_S

BODY_MAX = 1 << 20
DRAIN_S = 6


def refused(program, *arguments):
    """Runs a command that must fail, and returns its message."""
    done = subprocess.run([program, *arguments], capture_output=True, text=True, timeout=PATIENCE_S)
    assert done.returncode != 0, (arguments, done)
    return done.stderr


def operators(program, folder, servers, node):
    cluster = ["cluster", "status", "--cluster", os.environ["NATS_SERVERS"]]
    said = refused(program, *cluster, "--cluster-name", "LB")
    assert "there is no cluster 'LB' on these servers; they have 'LA'" in said, said
    said = refused(program, *cluster[:-1], "nats://anna:secret@127.0.0.1:1")
    assert "nats://127.0.0.1:1" in said and "secret" not in said, said
    serve = ["serve", "--cluster", os.environ["NATS_SERVERS"], "--port", "0", "--state", f"{folder}/other"]
    said = refused(program, *serve, "--node", "other", "--partitions", "12")
    assert "cluster 'LA' has 6 partitions, not 12" in said, said
    said = refused(program, *serve, "--node", "other", "--replicas", "1")
    assert "on 3 servers (replicas), not on 1" in said, said
    said = refused(program, *serve, "--node", node.name)
    assert f"a node with the name '{node.name}' is running already" in said, said
    said = refused(program, *serve, "--node", "other", "--cluster-name", "LB", "--log-megabytes", "3")
    assert "--log-megabytes must be from 4" in said, said
    # None of these commands has created anything.
    assert "they have 'LA'" in refused(program, *cluster, "--cluster-name", "LC")


def limits(nodes, lost):
    before = lost()
    activity = nodes[0].start_delivery(42, "anna")
    for node in nodes:
        # The plugin truncates the name.
        def body(size):
            filler = size - len(json.dumps({"event": {"courierAssigned": {"name": ""}}}))
            return {"event": {"courierAssigned": {"name": "x" * filler}}}

        began = time.monotonic()
        for size, expected in (BODY_MAX, (200, None)), (BODY_MAX + 1, (413, "bodyTooLarge")):
            status, answer = node.call("POST", f"/v1/activities/{activity}/events", body(size))
            assert (status, answer.get("code")) == expected, (size, status, str(answer)[:300])
        assert time.monotonic() - began < 10, time.monotonic() - began
    for number, node in enumerate(nodes):
        events = [{"activity": activity, "event": {"courierAssigned": {"name": f"{number} {event}"}}}
            for event in range(10_000)]
        status, answer = node.call("POST", "/v1/events", events)
        assert status == 200, (status, str(answer)[:300])
        failed = [result for result in answer["results"] if "error" in result or result.get("status", 200) >= 400]
        assert len(answer["results"]) == 10_000 and not failed, (len(answer["results"]), failed[:3])
        status, record = nodes[(number + 1) % 3].call("GET", f"/v1/activities/{activity}")
        assert record["content"]["state"]["driverName"] == f"{number} 9999", record
    assert lost() == before, (before, lost())


def takeover(nodes, victim):
    """The maximum waiting time of a command after a kill, sent to any node."""
    activities = [nodes[victim].start_delivery(100 * victim + number, f"owner-{number}") for number in range(24)]
    nodes[victim].kill()
    node, waited = nodes[(victim + 1) % 3], [0.0] * len(activities)

    def send(number):
        began = time.monotonic()
        node.assign(activities[number], "after")
        waited[number] = time.monotonic() - began

    threads = [threading.Thread(target=send, args=(number,)) for number in range(len(activities))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    nodes[victim].start()
    return max(waited)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--nats-server", default="/usr/sbin/nats-server")
    options = parser.parse_args()
    program = os.path.abspath(options.program)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    with tempfile.TemporaryDirectory(prefix="cluster-limits-") as folder:
        servers = Servers(options.nats_server, folder)
        try:
            from cluster_nodes import Node, cluster, show_logs, until

            nodes = [Node(program, folder, number, f"drainTimeout: {DRAIN_S}\n") for number in range(3)]
            try:

                def status():
                    return json.loads(cluster(program, "status", "--json"))

                until(status, lambda: not status()["unowned"] and len(status()["nodes"]) == 3)
                operators(program, folder, servers, nodes[0])
                limits(nodes, lambda: [node["lost"] for node in status()["nodes"]])
                waits = []
                for victim in range(3):
                    waits.append(takeover(nodes, victim))
                    until(status, lambda: not status()["unowned"] and len(status()["nodes"]) == 3)
                assert max(waits) < 3.5, waits
                servers.kill(0)
                servers.kill(1)
                time.sleep(1)
                began = time.monotonic()
                for node in nodes:
                    node.process.send_signal(signal.SIGTERM)
                codes, took = [], []
                for node in nodes:
                    codes.append(node.process.wait(PATIENCE_S))
                    took.append(time.monotonic() - began)
                assert max(took) < DRAIN_S + 4, took
                print(
                    f"3 x 10,000 events for one partition, bodies of {BODY_MAX} bytes at each node, none lost a partition; the "
                    f"longest command after "
                    f"a kill took {max(waits):.2f} s; without a majority of the servers nodes ended {max(took):.1f} s after "
                    f"SIGTERM "
                    f"(drainTimeout {DRAIN_S} s), with {codes}")
            except BaseException:
                show_logs(nodes)
                raise
            finally:
                for node in nodes:
                    node.kill()
        finally:
            servers.close()


main()
