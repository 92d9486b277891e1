#!/usr/bin/env python3
"""A relay that cannot read: a host seals the changes of its activities, `live-activities serve` passes them on through the APNs
of the tests, and three devices open them that share no code with the package (hpke.py).

    relay_story.py FOLDER-OF-PROGRAMS [AGENT]

The programs are live-activities and PushDriver. With AGENT, the path of `live-activities-agent`, its `wrap` is the host.
"""

import glob
import http.client
import json
import os
import subprocess
import sys
import tempfile
import time

import hpke

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../Service"))
from receivers import Push
from serve_process import PATIENCE_S, ServeProcess

SECRET = "Trattoria Segreta"
# The limit of APNs for a Live Activity, in bytes.
PAYLOAD_MAX = 4_096


class Relay(ServeProcess):
    """The service, which one call of a test at a time talks to."""

    def call(self, method, path, body=None, wanted=(200, 201, 204)):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE_S)
        connection.request(method, path, body and json.dumps(body), {"Content-Type": "application/json"})
        response = connection.getresponse()
        data = response.read()
        connection.close()
        assert response.status in wanted, (method, path, response.status, data)
        return json.loads(data) if data else None


class Phone(hpke.Device):
    """A device with a token at the APNs."""

    def __init__(self, number, token):
        super().__init__()
        self.registration = {
            "installation": f"phone-{number}", "owner": "anna", "app": "com.example.food", "environment": "production"}
        self.token = token

    def publish(self, relay):
        return relay.call("POST", "/v1/keys", {**self.registration, "key": self.key()})

    def register(self, relay, **target):
        relay.call("POST", "/v1/tokens", {**self.registration, "token": self.token, **target})


class Host:
    """A user's computer with `live-activities seal`."""

    def __init__(self, program, folder):
        self.program, self.folder = program, folder

    def seal(self, *arguments, text="", status=0):
        done = subprocess.run(
            [self.program, "seal", *arguments, "--keys", f"{self.folder}/host.json"], input=text, capture_output=True,
            text=True, timeout=PATIENCE_S)
        assert done.returncode == status, (arguments, done.returncode, done.stdout, done.stderr)
        return done.stdout if status == 0 else done.stderr

    def changes(self, commands):
        """The commands for the relay, from the changes of `live-activities run`."""
        lines = "\n".join(map(json.dumps, commands)) + "\n"
        run = subprocess.run([self.program, "run"], input=lines, capture_output=True, text=True, timeout=PATIENCE_S, check=True)
        sealed = self.seal("changes", "--owner", "anna", "--title", "Food", text=run.stdout)
        return [json.loads(line) for line in sealed.splitlines()]

    def wrapped(self, agent):
        """The commands for the relay, from a command that `live-activities-agent wrap` follows through a named pipe."""
        pipe = f"{self.folder}/changes"
        os.mkfifo(pipe)
        wrap = subprocess.Popen(
            [agent, "wrap", "--history", f"{self.folder}/history", "--title", SECRET, "--changes", pipe, "--", "sh", "-c",
             "echo '[1/2] one'"], stdout=subprocess.DEVNULL)
        with open(pipe) as changes:
            sealed = subprocess.run(
                [self.program, "seal", "changes", "--keys", f"{self.folder}/host.json", "--owner", "anna", "--title", "Food"],
                stdin=changes, capture_output=True, text=True, timeout=PATIENCE_S, check=True).stdout
        assert wrap.wait(PATIENCE_S) == 0
        return [json.loads(line) for line in sealed.splitlines()]


def until(what, holds):
    end = time.monotonic() + PATIENCE_S
    while not (value := holds()):
        assert time.monotonic() < end, f"not within {PATIENCE_S} s: {what}"
        time.sleep(0.05)
    return value


def main(programs, agent=None):
    program = os.path.join(programs, "live-activities")
    with tempfile.TemporaryDirectory() as folder:
        push = Push(os.path.join(programs, "PushDriver"), f"{folder}/apns", count=3)
        with open(f"{push.folder}/push.yaml") as file:
            settings = file.read()
        with open(f"{push.folder}/push.yaml", "w") as file:
            file.write(settings.replace(
                "delivery: {attributes-type: DeliveryAttributes, starts-by-push: false}",
                "sealed: {attributes-type: SealedAttributes, start-alert: {title: Food, body: Your order was updated}}"))
        os.mkdir(f"{folder}/relay")
        relay = Relay(f"{folder}/relay", push.settings())
        relay.launch(program)
        try:
            story(Host(program, folder), relay, push, [Phone(number, push.tokens[number]) for number in range(3)],
                agent)
        finally:
            relay.process.terminate()
            relay.process.wait()
            push.close()


def story(host, relay, push, phones, agent):
    # The phones publish their keys, and so does the relay, in anna's name.
    for phone in phones:
        assert phone.publish(relay)["isNew"] is True
        phone.register(relay, start="sealed")
    spy = Phone(9, phones[0].token)
    spy.publish(relay)
    published = lambda: json.dumps(relay.call("GET", "/v1/owners/anna/keys"))
    forged = {**spy.key(), "generation": 2}
    relay.call("POST", "/v1/keys", {**spy.registration, "key": forged}, wanted=(422,))

    # The user compares fingerprints: the relay's key is not among them.
    own = json.loads(host.seal("host"))
    assert own["fingerprint"] == hpke.fingerprint(hpke.base64.b64decode(own["host"]))
    for number, phone in enumerate(phones):
        host.seal("pin", f"phone {number}", phone.fingerprint(), text=published())
        phone.hosts = [hpke.base64.b64decode(own["host"])]
    assert "no key with this fingerprint" in host.seal("pin", "x", hpke.Device().fingerprint(), text=published(), status=1)
    listed = host.seal("devices", text=published())
    assert f"unknown {spy.fingerprint()}" in listed and listed.count("pinned ") == 3, listed

    # The host runs its own activities, and seals their changes.
    order = {"owner": "anna", "kind": "delivery", "key": "42"}
    start, *events = host.wrapped(agent) if agent else host.changes([
        {"command": "start", **order, "attributes": {"orderNumber": 42, "restaurantName": SECRET}},
        {"command": "send", "activity": order, "event": {"courierAssigned": {"name": "Nora"}}},
        {"command": "end", "activity": order}])
    stream = start["attributes"]["stream"]
    activity = relay.call("POST", "/v1/commands", start)["activity"]
    started = until("the starts arrive", lambda: (found := push.pushes()) and len(found) == 3 and found)
    for phone, payload in zip(phones, started):
        opened = json.loads(phone.open(stream, payload["content-state"]))
        assert opened["kind"] == ("agent" if agent else "delivery") and SECRET in opened["attributes"].values(), opened
        assert payload["attributes"] == {"title": "Food", "stream": stream}, payload
        phone.register(relay, activity=activity)
    spy.hosts = phones[0].hosts
    assert spy.open(stream, started[0]["content-state"]) is None

    for command in events:
        relay.call("POST", "/v1/commands", command)
    shown = lambda: relay.call("GET", f"/v1/activities/{activity}")
    assert shown()["state"] == "ended", shown()
    last = json.loads(phones[2].open(stream, shown()["content"]["state"]))
    assert last["state"]["result"]["status"] == 0 if agent else last["state"]["driverName"] == "Nora", last
    until("the ends arrive", lambda: sum(payload["event"] == "end" for payload in push.pushes()) == 3)
    assert json.loads(phones[1].open(stream, push.pushes()[-1]["content-state"])) == last

    # Another activity, by hand: the largest content, and content that is one byte too large.
    state = json.loads(host.seal("content", "--stream", "s", "--sequence", "1", text="a" * 2_046))
    body = {"kind": "sealed", "owner": "anna", "attributes": {"title": "t" * 64, "stream": "s"}, "content": {"state": state}}
    another = relay.call("POST", "/v1/activities", body)["activity"]
    until("the large starts arrive", lambda: sum(one["event"] == "start" for one in push.pushes()) == 6)
    assert phones[0].open("s", state) == b"a" * 2_046
    assert "for 3 devices at most 2046 fit" in host.seal(
        "content", "--stream", "s", "--sequence", "2", text="a" * 2_047, status=1)
    # A relay that brings back old content, and a host that counts backwards.
    replayed = {"event": {"sealed": {"sequence": 1, "box": state["box"]}}}
    relay.call("POST", f"/v1/activities/{another}/events", replayed, wanted=(409,))
    assert phones[0].open("s", {**state, "sequence": 2}) is None

    # A phone replaces its key, and another one is lost.
    phones[0].agreement_secret, phones[0].generation = os.urandom(32), 2
    phones[0].publish(relay)
    assert "phone 0 (newer key)" in host.seal("devices", text=published())
    host.seal("remove", "phone 1")
    state = json.loads(host.seal("content", "--stream", "s", "--sequence", "3", text="again"))
    assert [phone.open("s", state) for phone in phones] == [b"again", None, b"again"]

    # The dashboard and a customer's page show that it is sealed.
    looks = relay.call("GET", f"/v1/activities/{another}/presentations?surface=lockScreen.iPhone393")
    assert "Only your devices can read it" in json.dumps(looks), looks

    # Nothing that the relay or Apple stores has the secret.
    for place in (relay.folder, push.folder):
        for path in glob.glob(f"{place}/**", recursive=True):
            if os.path.isfile(path):
                with open(path, "rb") as file:
                    assert SECRET.encode() not in file.read(), path
    with open(f"{push.folder}/pushes", "rb") as file:
        largest = max(map(len, file.read().split(b"\n")))
    assert largest <= PAYLOAD_MAX, largest
    print(f"3 devices opened what the relay could not; the largest payload has {largest} bytes")


if __name__ == "__main__":
    main(*map(os.path.abspath, sys.argv[1:3]))
