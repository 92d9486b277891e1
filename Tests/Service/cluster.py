#!/usr/bin/env python3
"""Runs three nodes of `live-activities serve --cluster` as their users do, with pushes and webhooks, and ends them as machines end.

    Scripts/nats-servers Tests/Service/cluster.py PROGRAM PUSHDRIVER [--rounds N]

An app registers its token at one node, events come at another one, and the node that owns the activity is killed. The APNs is this project's
(`PushDriver serve`). Each change must reach the phone and the webhook's endpoint: the phone's timestamps never go back, and the endpoint
sees each revision, in order, a repeated one under the same id.
"""
import argparse, base64, contextlib, http.server, json, os, subprocess, tempfile, threading, time

from cluster_nodes import Node, cluster, owner, show_logs, until
from serve_process import PATIENCE_S

SECRET = "whsec_" + base64.b64encode(os.urandom(32)).decode()


class Push:
    """The project's APNs. It knows one token of an activity."""

    def __init__(self, driver, folder):
        self.folder = folder
        os.mkdir(folder)
        self.process = subprocess.Popen([driver, "serve", folder], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL)
        until(lambda: "the APNs does not listen", lambda: os.path.exists(f"{folder}/port"))
        self.token = self.read("token")
        with open(f"{folder}/push.yaml", "w") as file:
            file.write(
                "keys:\n  - {id: ABC123DEFG, team: DEF123GHIJ, file: key.p8}\n"
                "apps:\n  - bundle: com.example.food\n    environment: production\n    key: ABC123DEFG\n    kinds:\n"
                "      delivery: {attributes-type: DeliveryAttributes, starts-by-push: false}\n"
                "policy: {spacing-s: 1}\nledger-key-file: ledger.key\n"
                f"endpoint: {{host: 127.0.0.1, port: {self.read('port')}, trust: ca.pem}}\n")
        with open(f"{folder}/ledger.key", "wb") as file:
            file.write(base64.b64encode(os.urandom(32)))

    def read(self, name):
        with open(f"{self.folder}/{name}") as file:
            return file.read().strip()

    def pushes(self):
        """What was accepted, oldest first. The last line may be half there."""
        with open(f"{self.folder}/pushes") as file:
            return [json.loads(line)["aps"] for line in file.read().split("\n")[:-1]]

    def close(self):
        self.process.stdin.close()
        self.process.wait(PATIENCE_S)


class Endpoint:
    """Of a webhook."""

    def __init__(self):
        outer = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                body = json.loads(self.rfile.read(int(self.headers["content-length"])))
                outer.calls.append((self.headers["webhook-id"], body))
                self.send_response(204)
                self.end_headers()

            def log_message(self, *_):
                pass

        self.calls = []
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.port = self.server.server_address[1]
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def revisions(self, activity):
        """Each once, in the order of the first call; a repetition has the id of the first call."""
        ids = {}
        for identifier, body in list(self.calls):
            if body["data"]["activity"] == activity:
                revision = body["data"]["revision"]
                assert ids.setdefault(revision, identifier) == identifier, f"revision {revision} has two ids"
        return list(ids)


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
        with open(f"{folder}/secret", "w") as file:
            file.write(SECRET)
        settings = (
            f"push: {push.folder}/push.yaml\nallowPrivateWebhooks: true\nwebhooks:\n  - name: billing\n"
            f"    url: http://127.0.0.1:{endpoint.port}/hooks\n    secrets: [{folder}/secret]\n")
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
    registration = {"installation": "phone", "owner": "anna", "app": "com.example.food", "environment": "production",
                    "token": push.token, "activity": activity}
    status, answer = nodes[1].call("POST", "/v1/tokens", registration)
    assert status == 201, (status, answer)
    takeovers = []
    revision = 1

    def names():
        return [sent["content-state"]["driverName"] for sent in push.pushes()]

    def change(node, name):
        """An event at a node; the phone and the endpoint must hear of it."""
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
    # Planned: the owner is emptied first, so nothing waits for its silence.
    victim = owner(program, activity)
    cluster(program, "drain", f"node-{victim}")
    assert owner(program, activity) != victim
    moved = change(nodes[victim], "drained")
    cluster(program, "drain", f"node-{victim}", "--undo")
    assert [node.end() for node in nodes] == [0, 0, 0]
    revisions = endpoint.revisions(activity)
    assert revisions == list(range(1, revision + 1)), revisions
    times = [sent["timestamp"] for sent in push.pushes()]
    assert times == sorted(times), times
    print(
        f"{rounds} owners killed: each of {revision} changes has reached the endpoint, in order, in {len(endpoint.calls)} calls; "
        f"{len(times)} pushes, none older than the one before; from an event to its push {max(takeovers):.1f} s at most after a kill, "
        f"{moved:.1f} s after a drain")


main()
