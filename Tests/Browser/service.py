"""Runs `live-activities` for the tests of pages."""

import base64
import json
import os
import pathlib
import re
import shutil
import socket
import subprocess
import tempfile
import threading
import time
import urllib.error
import urllib.request

# The timeout in seconds for conditions that are normally met at once. It must suffice on a machine that is 20 times slower.
PATIENCE_S = 300
built = os.path.join(os.path.dirname(__file__), "../../.build-tests/release/live-activities")
program = os.environ.get("LIVE_ACTIVITIES", built)


class Service:
    """`live-activities serve` with its own port and a store in its own folder. `push` is a file with a push configuration;
    `needs_token` requires the token `token` in requests."""

    token = None

    def __init__(self, push=None, needs_token=False, origins=()):
        self.push, self.needs_token, self.origins = push, needs_token, list(origins)

    def __enter__(self):
        self.folder = tempfile.mkdtemp(prefix="live-activities-service-")
        config = pathlib.Path(self.folder, "config.yaml")
        settings = {"push": self.push and str(self.push), "origins": self.origins}
        config.write_text(json.dumps({name: value for name, value in settings.items() if value}))
        if self.needs_token:
            self.token = run("token", "create", "--state", self.folder, "--name", "tests", "--scope", "admin").strip()
        self.process = subprocess.Popen(
            [program, "serve", "--config", str(config), "--state", self.folder, "--port", "0"], stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, text=True)
        printed = ""
        for line in self.process.stdout:
            printed += line
            found = re.search(r"http://[^\s/]+:\d+", line)
            if found:
                self.address = found.group(0)
                return self
        raise RuntimeError("the service did not start: " + printed)

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait(PATIENCE_S)
        self.process.stdout.close()
        shutil.rmtree(self.folder, ignore_errors=True)

    def request(self, method, path, body=None):
        request = urllib.request.Request(
            self.address + path, method=method, data=None if body is None else json.dumps(body).encode(),
            headers={"content-type": "application/json"} | ({"authorization": f"Bearer {self.token}"} if self.token else {}))
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE_S) as response:
                return json.loads(response.read() or b"{}")
        except urllib.error.HTTPError as error:
            raise RuntimeError(f"{method} {path}: {error.code} {error.read().decode()}") from None

    def token_of(self, scope, *options):
        return run("token", "create", "--state", self.folder, "--name", scope, "--scope", scope, *options).strip()

    def revoke(self, token):
        run("token", "revoke", token.split("_")[1], "--state", self.folder)

    def kind(self, name):
        return next(k for k in self.request("GET", "/v1/kinds")["kinds"] if k["kind"] == name)

    def start(self, kind, owner="anna", key=None, attributes=None):
        attributes = attributes or self.kind(kind)["attributes"][0]
        body = {"kind": kind, "owner": owner, "attributes": attributes}
        if key:
            body["key"] = key
        return self.request("POST", "/v1/activities", body)["activity"]

    def send(self, activity, event):
        return self.request("POST", f"/v1/activities/{activity}/events", {"event": event})


class Ingress:
    """A reverse proxy in front of a service. Between `stop` and `resume` it answers everything with a page of its own."""

    page = b"HTTP/1.1 404 Not Found\r\nContent-Type: text/html\r\nContent-Length: 9\r\nConnection: close\r\n\r\nNot Found"

    def __init__(self, address):
        self.service = ("127.0.0.1", int(address.rpartition(":")[2]))
        self.is_stopped, self.sockets = False, set()

    def __enter__(self):
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self.listener.getsockname()[1]}"
        threading.Thread(target=self._accept, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.listener.shutdown(socket.SHUT_RDWR)
        self.listener.close()
        self.stop()

    def stop(self):
        self.is_stopped = True
        for each in list(self.sockets):
            self._close(each)

    def resume(self):
        self.is_stopped = False

    def _accept(self):
        try:
            while True:
                threading.Thread(target=self._serve, args=[self.listener.accept()[0]], daemon=True).start()
        except OSError:
            pass

    def _serve(self, client):
        if self.is_stopped:
            client.recv(1 << 16)
            client.sendall(self.page)
            return client.close()
        service = socket.create_connection(self.service)
        self.sockets |= {client, service}
        threading.Thread(target=self._copy, args=[service, client], daemon=True).start()
        self._copy(client, service)

    def _copy(self, source, target):
        try:
            while piece := source.recv(1 << 16):
                target.sendall(piece)
        except OSError:
            pass
        self._close(source)
        self._close(target)

    def _close(self, each):
        try:
            each.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass
        each.close()
        self.sockets.discard(each)


class PushService:
    """A local APNs for tests, and the configuration that sends to it. It accepts pushes for `token`."""

    token = "ab" * 32

    def __enter__(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="live-activities-apns-"))
        driver = os.path.join(os.path.dirname(program), "PushDriver")
        self.process = subprocess.Popen([driver, "serve", str(self.folder)], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            text=True)
        deadline = time.monotonic() + PATIENCE_S
        while not (self.folder / "port").exists():
            if self.process.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError(f"{driver} does not listen")
            time.sleep(0.02)
        head, claims = ((self.folder / "jwt").read_text() + "." * 2).split(".")[:2]
        key, team = self.decoded(head)["kid"], self.decoded(claims)["iss"]
        self.configuration = self.folder / "push.yaml"
        self.configuration.write_text(f"""keys:
  - {{id: {key}, team: {team}, file: key.p8}}
apps:
  - bundle: com.example.food
    environment: production
    key: {key}
    kinds:
      delivery: {{attributes-type: DeliveryAttributes, starts-by-push: false}}
endpoint: {{host: 127.0.0.1, port: {(self.folder / "port").read_text()}, trust: ca.pem}}
""")
        return self

    @staticmethod
    def decoded(part):
        return json.loads(base64.urlsafe_b64decode(part + "=" * (-len(part) % 4)))

    def __exit__(self, *_):
        self.process.communicate("")
        shutil.rmtree(self.folder, ignore_errors=True)

    def register(self, service, activity, owner, installation):
        """Registers the token of an activity, as an app does."""
        service.request("POST", "/v1/tokens", {
            "installation": installation, "owner": owner, "app": "com.example.food", "environment": "production",
            "token": self.token, "activity": activity})


def moved(value, after=0):
    """A copy of an example with its dates moved `after` seconds into the past."""
    now = time.time() - 978307200
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return value - after if abs(value - now) < 2 * 86400 else value
    if isinstance(value, list):
        return [moved(v, after) for v in value]
    return {k: moved(v, after) for k, v in value.items()} if isinstance(value, dict) else value


def run(*arguments):
    """Runs a command and returns its output."""
    return subprocess.run([program, *arguments], check=True, capture_output=True, text=True).stdout
