#!/usr/bin/env python3
"""Runs three nodes whose webhooks, tokens and links are made by requests, and kills one of them.

    Scripts/nats-servers Tests/Service/cluster_settings.py PROGRAM
    Scripts/postgres-server Tests/Service/cluster_settings.py PROGRAM

A webhook that one node creates is changed at the others. Each change must reach its endpoint, in order, also while the endpoint
is down and the owner of the activity is killed; a repeated call has the same id. Prints how long a token, a link and their
revocation take to hold at all nodes.
"""
import argparse, base64, contextlib, hashlib, hmac, http.client, json, os, subprocess, tempfile, time

import cluster_nodes
from cluster_nodes import show_logs, until
from receivers import Endpoint
from serve_process import PATIENCE_S

ACTIVITIES = 24


class Node(cluster_nodes.Node):
    def start(self):
        if url := os.environ.get("POSTGRES_URL"):
            self.launch(self.program, "--store", url, "--store-partitions", str(cluster_nodes.PARTITIONS), "--node", self.name)
        else:
            super().start()

    def ask(self, method, path, body=None, wanted=200):
        status, answer = self.call(method, path, body)
        assert status == wanted, (self.name, method, path, status, answer)
        return answer

    def send(self, activity, revision):
        """Sends the event that makes this revision, until a node has carried it out."""
        body = {"event": {"courierAssigned": {"name": f"courier {revision}"}}, "id": str(revision)}

        def is_done():
            status, answer = self.call("POST", f"/v1/activities/{activity}/events", body)
            assert status in (200, 503, 504), (status, answer)
            return status == 200
        until(lambda: f"{self.name} carries out nothing", is_done)


def webhooks(nodes, endpoint):
    url = f"http://{endpoint.address}:{endpoint.port}/hooks"
    secret = nodes[0].ask("POST", "/v1/webhooks", {"name": "shipping", "url": url}, 201)["secret"]
    assert nodes[1].ask("POST", "/v1/webhooks", {"name": "shipping", "url": url}, 409)["code"] == "webhookExists"
    # From the answer on, every node stores changes for it.
    activities = [nodes[number % 3].start_delivery(number, f"person-{number}") for number in range(ACTIVITIES)]
    revisions = dict.fromkeys(activities, 1)

    def send(chosen):
        for number, activity in enumerate(activities):
            revisions[activity] += 1
            chosen[number % len(chosen)].send(activity, revisions[activity])

    def lacking():
        return {activity: (endpoint.revisions(activity), last) for activity, last in revisions.items()
            if endpoint.revisions(activity) != list(range(1, last + 1))}

    def delivered(what):
        until(lambda: f"{what}: not each revision once and in order: {lacking()}", lambda: not lacking())
        assert not endpoint.changed_ids, endpoint.changed_ids

    send(nodes)
    delivered("at first")
    # The endpoint is down, and a node fails with calls to repeat.
    endpoint.status = 503
    send(nodes)

    def failures():
        return [node.ask("GET", "/v1/webhooks/shipping/failures") for node in nodes]
    until(lambda: f"the nodes do not list the same failed calls: {failures()}", lambda: (lists := failures())[0]["recent"]
        and lists[0] == lists[1] == lists[2])
    nodes[1].kill()
    others = [nodes[0], nodes[2]]
    send(others)
    endpoint.status = 204
    others[0].ask("POST", "/v1/webhooks/shipping/resend", {})
    delivered("after a kill")
    nodes[1].start()
    send(nodes)
    delivered("after the killed node is back")

    # Each node signs with the new secret only.
    secret = nodes[2].ask("POST", "/v1/webhooks/shipping/secret", {"overlap_s": 0})["secret"]
    for node in nodes:
        assert node.ask("POST", "/v1/webhooks/shipping/test")["accepted"]
        identifier, at, signature, body = endpoint.last
        key = base64.b64decode(secret.removeprefix("whsec_"))
        wanted = hmac.new(key, f"{identifier}.{at}.".encode() + body, hashlib.sha256).digest()
        assert signature == "v1," + base64.b64encode(wanted).decode(), (node.name, signature)
    listed = [node.ask("GET", "/v1/webhooks") for node in nodes]
    assert listed[0] == listed[1] == listed[2] and secret not in str(listed), listed
    assert len(listed[0]["webhooks"]) == 1 and "unanswered" not in listed[0], listed

    # Disabled at one node, and enabled at another. No node calls it between. A partition that moves in this moment may store
    # changes for it.
    nodes[1].ask("POST", "/v1/webhooks/shipping/disable", wanted=204)
    until(lambda: "a node still calls it", lambda: not any(
        b"shipping" in line and line.endswith(b" 0") for node in nodes for line in node.ask("GET", "/metrics").split(b"\n")
        if line.startswith(b"live_activities_webhook_disabled{")))
    calls = endpoint.calls
    send(nodes)
    assert nodes[2].ask("GET", "/v1/webhooks")["webhooks"][0]["isDisabled"] and endpoint.calls == calls
    nodes[0].ask("POST", "/v1/webhooks/shipping/enable", wanted=204)
    send(nodes)
    for activity, last in revisions.items():
        until(lambda: f"no call after it was enabled: {activity}", lambda: last in endpoint.revisions(activity))
        # From here on its calls are complete again.
        endpoint.ids[activity] = dict(sorted({last - 1: None, **endpoint.ids[activity]}.items()))

    # The list is in the cluster, not at a node.
    endpoint.status = 503
    send(nodes)
    assert [node.end() for node in nodes] == [0, 0, 0]
    endpoint.status = 204
    for node in nodes:
        node.start()
    delivered("after all nodes were started again")
    send(nodes)
    delivered("after that")
    nodes[2].ask("DELETE", "/v1/webhooks/shipping", wanted=204)
    for node in nodes:
        assert node.ask("GET", "/v1/webhooks") == {"webhooks": []}
    delivered_count = sum(one is not None for ids in endpoint.ids.values() for one in ids.values())
    print(f"{delivered_count} changes of {ACTIVITIES} activities have reached the endpoint of a created "
          f"webhook, in order and with their ids, in {endpoint.calls} calls; a node was killed, and all were "
          "started again")
    return activities[0]


def seconds_until(what, holds):
    began = time.monotonic()
    until(lambda: what, holds)
    return time.monotonic() - began


def tokens(program, nodes, activity, folder):
    def beyond_loopback():
        return Node(program, folder, len(os.listdir(folder)), "host: 0.0.0.0\n")

    try:
        beyond_loopback()
        raise SystemExit("a node listens beyond loopback although there is no token")
    except AssertionError as error:
        assert "without a token the service can only listen on loopback, not on 0.0.0.0" in str(error), error
    done = subprocess.run(
        [program, "token", "create", "--state", nodes[0].folder, "--name", "first", "--scope", "admin"],
        capture_output=True, text=True)
    assert done.returncode == 0, done
    first = next(word for word in done.stdout.split() if word.startswith("la_"))
    nodes[0].token = first
    until(lambda: "the first token is not accepted", lambda: nodes[0].call("GET", "/v1/webhooks")[0] == 200)
    made = nodes[0].ask("POST", "/v1/access-tokens", {"name": "shared", "scope": "admin"}, 201)
    for node in nodes:
        node.token = made["token"]
    accepted = seconds_until("a token holds at one node only", lambda: all(
        node.call("GET", "/v1/access-tokens")[0] == 200 for node in nodes))
    short = nodes[1].ask("POST", "/v1/access-tokens", {"name": "short", "scope": "read"}, 201)
    link = nodes[1].ask("POST", f"/v1/activities/{activity}/link", {}, 201)["access_token"]

    def status(node, token):
        return node.call("GET", f"/v1/activities/{activity}", token=token)[0]

    until(lambda: "a token or a link holds at one node only", lambda: {
        status(node, token) for node in nodes for token in (short["token"], link)} == {200})
    streams = [stream(node, activity, token) for node in nodes for token in (short["token"], link)]
    began = time.monotonic()
    nodes[2].ask("DELETE", f"/v1/access-tokens/{short['id']}", wanted=204)
    nodes[2].ask("DELETE", f"/v1/activities/{activity}/link", wanted=204)
    until(lambda: "a revoked token or link is accepted", lambda: {
        status(node, token) for node in nodes for token in (short["token"], link)} == {401})
    refused = time.monotonic() - began
    for one in streams:
        assert '"code":"revoked"' in one.read().decode()
    ended = time.monotonic() - began
    # A node that was started since knows neither.
    nodes[1].kill()
    nodes[1].start()
    assert status(nodes[1], short["token"]) == 401 and status(nodes[1], link) == 401
    assert status(nodes[1], made["token"]) == 200 and nodes[1].call("GET", "/v1/webhooks", token="")[0] == 401
    # The tokens of all nodes suffice for one that has none of its own.
    new = beyond_loopback()
    try:
        assert status(new, made["token"]) == 200 and status(new, "") == 401
    finally:
        new.kill()
    print(f"a token was accepted by all nodes after {accepted:.2f} s; it and a link were refused by all {refused:.2f} s after "
          f"their revocation, and the last of {len(streams)} streams ended after {ended:.2f} s")


def stream(node, activity, token):
    """An open stream, whose answer ends with the event that says why."""
    connection = http.client.HTTPConnection("127.0.0.1", node.port, timeout=PATIENCE_S)
    connection.request("GET", f"/v1/changes?activity={activity}", headers={"Authorization": f"Bearer {token}"})
    answer = connection.getresponse()
    assert answer.status == 200, answer.status
    return answer


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    program = os.path.abspath(parser.parse_args().program)
    with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as stack:
        nodes = []
        for number in range(3):
            nodes.append(Node(program, folder, number, "allowPrivateWebhooks: true\n"))
            stack.callback(lambda node: node.kill(), nodes[-1])
        try:
            tokens(program, nodes, webhooks(nodes, Endpoint()), folder)
        except BaseException:
            show_logs(nodes)
            raise


main()
