"""Runs the release program as users start it: a service on one machine, or a node of a cluster. Every request is recorded by
its route.
"""

import contextlib
import http.client
import json
import os
import re
import signal
import subprocess
import sys
import time
import urllib.parse

import declared

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../Service"))
from serve_process import ServeProcess

# A timeout that only a fault can exceed, even on a slow machine.
LIMIT_S = 300


def until(what, holds):
    """Calls `holds` until it returns a true value, and returns that."""
    end = time.monotonic() + LIMIT_S
    while True:
        if value := holds():
            return value
        assert time.monotonic() < end, f"{LIMIT_S} s are over: {what}"
        time.sleep(0.05)


class Used:
    """The routes that were called successfully, each with its parameters and the types of its bodies."""

    def __init__(self):
        self.noted = set()
        self.routes = [
            (route, re.compile(re.sub(r"\{[^}]*\}", "[^/]+", route) + "$"))
            for route in sorted(declared.routes(), key=self.order)]

    @staticmethod
    def order(route):
        """A sort key: literal segments match before parameters."""
        return [segment.startswith("{") for segment in route.split("/")]

    def note(self, method, path, query, headers, body_type):
        route = next((route for route, pattern in self.routes if pattern.match(f"{method} {path}")), None)
        assert route, f"{method} {path} is no route of the sources"
        self.noted |= {route, f"{route} : {body_type}"} | {f"{route} ? {name.lower()}" for name in [*query, *headers]}


class Machine(ServeProcess):
    """A service process. Its folder is kept when it ends."""

    def __init__(self, program, folder, used, *arguments, settings=""):
        os.makedirs(folder, exist_ok=True)
        super().__init__(folder, settings)
        self.used, self.token = used, None
        self.launch(program, *arguments)

    def request(self, method, path, body=None, headers=None, query=None, body_type="application/json"):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=LIMIT_S)
        sent = dict(headers or {})
        if body is not None:
            sent["Content-Type"] = body_type
            body = body if isinstance(body, str) else json.dumps(body)
        if self.token:
            sent["Authorization"] = f"Bearer {self.token}"
        target = path + ("?" + urllib.parse.urlencode(query) if query else "")
        try:
            connection.request(method, target, body, sent)
            return connection, connection.getresponse()
        except (OSError, http.client.HTTPException) as error:
            status = self.process.poll()
            raise AssertionError(
                f"{method} {target} of {os.path.basename(self.folder)} has no answer ({error!r}); the process "
                + (f"has ended with status {status}:\n{self.logged()[-3000:]}" if status is not None
                    else "is there")) from error

    def call(self, method, path, body=None, *, headers=None, query=None, body_type="application/json", wanted=(200,)):
        """Sends a request and returns the answer, which must have one of the expected statuses."""
        connection, answer = self.request(method, path, body, headers, query, body_type)
        text = answer.read()
        connection.close()
        wanted = (wanted,) if isinstance(wanted, int) else wanted
        assert answer.status in wanted, (method, path, query, body, answer.status, text[:1_000])
        if answer.status < 400:
            self.used.note(method, path, query or {}, headers or {}, body_type if body is not None else None)
        return json.loads(text) if text[:1] in (b"{", b"[") else text

    @contextlib.contextmanager
    def stream(self, query=None, headers=None):
        """Reads the stream of changes as `(event, data)`."""
        connection, answer = self.request("GET", "/v1/changes", headers=headers, query=query)
        assert answer.status == 200, (query, answer.status, answer.read())
        self.used.note("GET", "/v1/changes", query or {}, headers or {}, None)

        def events():
            name, data, position = None, None, None
            for line in answer:
                field, _, rest = line.decode().rstrip("\n").partition(": ")
                if field == "event":
                    name = rest
                elif field == "data":
                    data = rest
                elif field == "id":
                    position = rest
                elif not field and data is not None:
                    yield name, json.loads(data), position
                    name, data = None, None
        try:
            yield events()
        finally:
            connection.close()
            answer.close()

    def end(self):
        """Sends SIGTERM and waits for the end."""
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(LIMIT_S)

    def kill(self):
        self.process.kill()
        self.process.wait()


class Push:
    """This project's APNs (`PushDriver serve`)."""

    def __init__(self, driver, folder):
        os.makedirs(folder)
        self.process = subprocess.Popen([driver, "serve", folder], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL)
        until("the APNs does not listen", lambda: os.path.exists(f"{folder}/port") and open(f"{folder}/port").read().strip())
        self.folder, self.token = folder, open(f"{folder}/token").read().strip()
        self.configuration = f"{folder}/push.yaml"
        with open(self.configuration, "w") as file:
            file.write(
                "keys:\n  - {id: ABC123DEFG, team: DEF123GHIJ, file: key.p8}\n"
                "apps:\n  - bundle: com.example.food\n    environment: production\n    key: ABC123DEFG\n    kinds:\n"
                "      delivery: {attributes-type: DeliveryAttributes, starts-by-push: false}\n"
                "policy: {spacing-s: 1}\nledger-key-file: ledger.key\n"
                f"endpoint: {{host: 127.0.0.1, port: {open(f'{folder}/port').read().strip()}, trust: ca.pem}}\n")
        with open(f"{folder}/ledger.key", "wb") as file:
            file.write(b"MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=")

    def close(self):
        self.process.stdin.close()
        self.process.wait(LIMIT_S)
