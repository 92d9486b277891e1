"""An iOS app's client against `live-activities serve` and the APNs of the tests, each in a process of its own.

    app_process.py FOLDER-OF-PROGRAMS

The programs are live-activities, PushDriver and ClientDriver. The app and the service are killed with SIGKILL.
"""

import http.server
import json
import os
import queue
import signal
import subprocess
import sys
import tempfile
import threading
import time
import types
import urllib.error
import urllib.request

DEADLINE_S = 120


def until(what, check):
    """The first true value of `check`."""
    end = time.monotonic() + DEADLINE_S
    while time.monotonic() < end:
        value = check()
        if value:
            return value
        time.sleep(0.02)
    raise AssertionError(f"not within {DEADLINE_S} s: {what}")


class Service:
    """`live-activities serve` with its state, at one port over restarts."""

    def __init__(self, programs, folder):
        self.program, self.folder, self.port = os.path.join(programs, "live-activities"), folder, 0
        self.process = None
        apns = os.path.join(folder, "apns")
        with open(os.path.join(folder, "push.yaml"), "w") as file:
            file.write(
                f"keys: [{{id: ABC123DEFG, team: DEF123GHIJ, file: {apns}/key.p8}}]\n"
                "apps:\n"
                "  - bundle: com.example.food\n    environment: production\n    key: ABC123DEFG\n"
                "    kinds:\n      delivery:\n        attributes-type: DeliveryAttributes\n"
                "        start-alert: {title: Order placed, body: Track it here}\n"
                f"endpoint: {{host: 127.0.0.1, port: {open(apns + '/port').read().strip()}, trust: {apns}/ca.pem}}\n"
                f"ledger: {folder}/ledger.jsonl\n")
        self.configuration = os.path.join(folder, "service.yaml")
        with open(self.configuration, "w") as file:
            file.write(f"push: push.yaml\nstate: {folder}/state\n")
        self.backend = self.token("backend", "write")
        self.device = self.token("phone", "device")

    def token(self, name, scope):
        made = subprocess.run(
            [self.program, "token", "create", "--name", name, "--scope", scope, "--owner", "anna", "--config",
             self.configuration], capture_output=True, text=True, check=True)
        return next(word for word in made.stdout.split() if word.startswith("la_"))

    def start(self):
        log = os.path.join(self.folder, "serve.out")
        with open(log, "w") as out:
            self.process = subprocess.Popen(
                [self.program, "serve", "--config", self.configuration, "--port", str(self.port)], stdout=out,
                stderr=subprocess.STDOUT)

        def listening():
            assert self.process.poll() is None, open(log).read()
            lines = [line for line in open(log).read().split("\n")[:-1] if line.startswith("Listening on ")]
            return lines and lines[0]

        self.port = int(until("the service listens", listening).split("127.0.0.1:")[1].split("/")[0])

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def call(self, method, path, body=None, token=None):
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.port}{path}", method=method, data=None if body is None else json.dumps(body).encode(),
            headers={"Content-Type": "application/json", "Authorization": f"Bearer {token or self.backend}"})
        try:
            with urllib.request.urlopen(request, timeout=30) as response:
                return response.status, json.loads(response.read() or b"null")
        except urllib.error.HTTPError as error:
            return error.code, json.loads(error.read())

    def order(self, number):
        return self.call(
            "PUT", f"/v1/owners/anna/delivery/{number}", {"attributes": {"orderNumber": number, "restaurantName": "Pizza"}})

    def targets(self, activity):
        """The installations of the activity's owner, each with the targets of its registered tokens."""
        devices = self.call("GET", f"/v1/activities/{activity}/devices")[1]["devices"]
        return {device["installation"]: [json.dumps(token["target"]) for token in device["tokens"] if token["isKnown"]]
            for device in devices}


class App:
    def __init__(self, programs, service, folder):
        self.process = subprocess.Popen(
            [os.path.join(programs, "ClientDriver"), f"http://127.0.0.1:{service.port}", "anna", service.device, folder],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        self.lines = queue.Queue()
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        for line in self.process.stdout:
            self.lines.put(line.rstrip("\n"))
        self.lines.put(None)

    def do(self, *lines):
        for line in lines:
            self.process.stdin.write(line + "\n")

    def wait(self, start):
        """The first line that begins with `start`."""
        seen = []
        while not seen or not seen[-1].startswith(start):
            try:
                line = self.lines.get(timeout=DEADLINE_S)
            except queue.Empty:
                line = None
            assert line is not None, f"the app did not print '{start}', but {seen}"
            seen.append(line)
        return seen[-1]

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        self.process.stdin.close()


def test(programs, folder, running):
    apns = os.path.join(folder, "apns")
    os.mkdir(apns)
    driver = subprocess.Popen(
        [os.path.join(programs, "PushDriver"), "serve", apns], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL)
    running.append(driver)
    until("the APNs listens", lambda: os.path.exists(f"{apns}/port") and open(f"{apns}/port").read().strip())
    token = open(f"{apns}/token").read().strip()
    service = Service(programs, folder)
    service.start()
    running.append(service)

    def pushes():
        return open(f"{apns}/pushes").read() if os.path.exists(f"{apns}/pushes") else ""

    # The app registers; a start by push arrives at its token.
    app = App(programs, service, f"{folder}/app")
    running.append(app)
    app.do("observe", f"start {token}", "settle")
    app.wait("settled")
    status, started = service.order(1)
    assert status in (200, 201), started
    until("the start arrives", lambda: '"event":"start"' in pushes())

    # The activity's token is registered for the activity with this order's number, and again after a rotation.
    first = started["activity"]
    app.do("appeared device-1 1", "token device-1 " + "ab" * 32)
    until("the token is registered", lambda: any(first in target for all in service.targets(first).values() for target in all))
    app.do("leave 1")
    assert app.wait("performed") == "performed"
    app.do("shown")

    # Without the service the app keeps what it has to report, and its death loses nothing.
    service.kill()
    app.do("token device-1 " + "cd" * 32, "forbid")
    assert "no response" in app.wait("problem")

    def stored():
        kept = json.load(open(f"{folder}/app/state.json"))
        what = {next(iter(pending["what"])) for pending in kept["pending"]}
        return kept if {"updateToken", "permission"} <= what else None

    kept = until("both are stored", stored)
    app.kill()
    assert service.device not in json.dumps(kept), "the access token is not stored"

    # The next process sends it when the service is back, without any report of ActivityKit. It removes the bodies of requests,
    # which contain the secret.
    left = f"{folder}/app/request-9-9.json"
    open(left, "w").close()
    app = App(programs, service, f"{folder}/app")
    running.append(app)
    app.do("resume")
    assert "no response" in app.wait("problem")
    service.start()
    app.do("resume", "settle")
    assert app.wait("settled").split()[1] == kept["installation"]["id"]
    assert not os.path.exists(left)
    status, refused = service.order(2)
    assert refused.get("code") == "denied", refused

    # The user allows activities again, and removes one.
    app.do("allow", "settle")
    app.wait("settled")
    status, started = service.order(3)
    assert status in (200, 201), started
    third = started["activity"]
    app.do("observe", "appeared device-3 3", "token device-3 " + "ef" * 32)
    own = kept["installation"]["id"]
    until("the token is registered", lambda: any(third in target for target in service.targets(third)[own]))
    app.do("removed device-3")
    until("it is dismissed", lambda: service.call("GET", f"/v1/activities/{third}")[0] == 404)
    app.kill()
    behind_a_proxy(programs, folder, running)
    print("passed")


class Page(http.server.BaseHTTPRequestHandler):
    """A network with a page to sign in, to which every request is redirected."""

    paths: list = []

    def do_POST(self):
        self.rfile.read(int(self.headers["Content-Length"]))
        self.answer(302, {"Location": "/login"})

    def do_GET(self):
        self.answer(200, {"Content-Type": "text/html"})

    def answer(self, status, headers):
        self.paths.append(self.path)
        self.send_response(status)
        for name, value in {"Content-Length": "0", **headers}.items():
            self.send_header(name, value)
        self.end_headers()

    def log_message(self, format, *values):
        pass


def behind_a_proxy(programs, folder, running):
    """A withdrawn permission stays pending, and its redirect is not followed."""
    network = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Page)
    threading.Thread(target=network.serve_forever, daemon=True).start()
    app = App(programs, types.SimpleNamespace(port=network.server_port, device="la_x"), f"{folder}/elsewhere")
    running.append(app)
    app.do("forbid")
    assert "redirect to /login" in app.wait("problem")
    until("the request is repeated", lambda: len(Page.paths) > 1)
    assert set(Page.paths) == {"/v1/permission"}, Page.paths
    kept = json.load(open(f"{folder}/elsewhere/state.json"))
    assert [pending["what"] for pending in kept["pending"]] == [{"permission": {"_0": {"all": {}}, "isAllowed": False}}], kept
    app.kill()
    network.shutdown()


def main():
    programs = os.path.abspath(sys.argv[1])
    running = []
    with tempfile.TemporaryDirectory() as folder:
        try:
            test(programs, folder, running)
        finally:
            for each in running:
                process = getattr(each, "process", each)
                if process.poll() is None:
                    process.kill()
                    process.wait()


main()
