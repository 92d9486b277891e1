"""A running `live-activities serve` for tests, with a configuration, in a folder that is kept when it ends."""
import http.client, json, os, signal, subprocess, sys, time

from serve_process import PATIENCE_S, ServeProcess

PROGRAM = os.path.abspath(sys.argv[1])


def run(*arguments):
    done = subprocess.run([PROGRAM, *arguments], capture_output=True, text=True, timeout=PATIENCE_S)
    return done.returncode, done.stdout, done.stderr


class Service(ServeProcess):
    """A service with a configuration, in a folder that is kept when it ends."""

    def __init__(self, folder, settings="", *arguments, through=()):
        super().__init__(folder, settings)
        self.launch(PROGRAM, *arguments, through=through)

    def call(self, method, path, body=None, token=None):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE_S)
        headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
        connection.request(method, path, None if body is None else json.dumps(body), headers)
        answer = connection.getresponse()
        text = answer.read()
        return answer.status, json.loads(text) if text[:1] in (b"{", b"[") else text

    def end(self):
        """Sends SIGTERM. Returns the exit status and the duration in seconds."""
        began = time.monotonic()
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(PATIENCE_S), time.monotonic() - began

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
