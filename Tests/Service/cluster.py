#!/usr/bin/env python3
"""Runs three nodes of `live-activities serve --cluster` with pushes and webhooks, and kills them like failing machines.

    Scripts/nats-servers Tests/Service/cluster.py PROGRAM PUSHDRIVER [--rounds N]

An app registers its token at one node, events are sent to another, and the node that owns the activity is killed. The APNs is
this project's (`PushDriver serve`). Each change must reach the phone and the webhook's endpoint: the phone's timestamps never
decrease, and the endpoint receives each revision, in order; a repeated revision has the same id.
"""
import argparse, contextlib, os, tempfile, time

from cluster_nodes import Node, cluster, owner, show_logs, until
from receivers import Endpoint, Push


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("driver")
    parser.add_argument("--rounds", type=int, default=3, help="how often a node is killed")
    options = parser.parse_args()
    program = os.path.abspath(options.program)
    with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as stack:
        push, endpoint = Push(os.path.abspath(options.driver), f"{folder}/push"), Endpoint()
        stack.callback(push.close)
        settings = push.settings() + endpoint.settings(folder)
        nodes = []
        for number in range(3):
            nodes.append(Node(program, folder, number, settings))
            stack.callback(lambda node: node.kill(), nodes[-1])
        try:
            story(program, nodes, push, endpoint, options.rounds)
        except BaseException:
            show_logs(nodes)
            raise


def story(program, nodes, push, endpoint, rounds):
    activity = nodes[0].start_delivery(42, "anna")
    status, answer = nodes[1].call("POST", "/v1/tokens", push.registration(0, activity, "anna"))
    assert status == 201, (status, answer)
    takeovers = []
    revision = 1

    def names():
        return [sent["content-state"]["driverName"] for sent in push.pushes()]

    def change(node, name):
        """Sends an event to a node; it must reach the phone and the endpoint."""
        nonlocal revision
        began = time.monotonic()
        node.assign(activity, name)
        revision += 1
        until(lambda: f"no push with {name}: {names()}", lambda: name in names())
        until(lambda: f"no webhook of revision {revision}", lambda: revision in endpoint.revisions(activity))
        return time.monotonic() - began

    status, answer = nodes[2].call("POST", f"/v1/activities/{activity}/events", {"event": {"preparationStarted": {}}})
    assert status == 200, (status, answer)
    revision += 1
    change(nodes[2], "before")
    for number in range(rounds):
        victim = owner(program, activity)
        nodes[victim].kill()
        takeovers.append(change(nodes[(victim + 1) % 3], f"takeover {number}"))
        nodes[victim].start()
        change(nodes[victim], f"back {number}")
    # A planned stop: the owner is drained first, so no takeover has to wait for the timeout.
    victim = owner(program, activity)
    cluster(program, "drain", f"node-{victim}")
    assert owner(program, activity) != victim
    moved = change(nodes[victim], "drained")
    cluster(program, "drain", f"node-{victim}", "--undo")
    assert [node.end() for node in nodes] == [0, 0, 0]
    revisions = endpoint.revisions(activity)
    assert revisions == list(range(1, revision + 1)) and not endpoint.changed_ids, (revisions, endpoint.changed_ids)
    times = [sent["timestamp"] for sent in push.pushes()]
    assert times == sorted(times), times
    print(
        f"{rounds} owners killed: each of {revision} changes has reached the endpoint, in order, in {endpoint.calls} calls; "
        f"{len(times)} pushes, none older than the one before; from an event to its push {max(takeovers):.1f} s at most after "
        f"a kill, "
        f"{moved:.1f} s after a drain")


main()
