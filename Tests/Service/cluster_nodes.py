"""Nodes of `live-activities serve --cluster` as processes, on the servers in NATS_SERVERS.

NATS_CERTIFICATES is the file with the certificate authority of servers with TLS.
"""
import http.client, json, os, re, signal, subprocess, sys, time

from serve_process import PATIENCE_S, ServeProcess

SERVERS = os.environ.get("NATS_SERVERS", "")
CERTIFICATES = os.environ.get("NATS_CERTIFICATES")
CLUSTER = ["--cluster", SERVERS, *(["--nats-certificates", CERTIFICATES] if CERTIFICATES else [])]
PARTITIONS = 6


def until(what, holds):
    """Calls `holds` until it returns a true value, and returns that."""
    end = time.monotonic() + PATIENCE_S
    while True:
        if value := holds():
            return value
        assert time.monotonic() < end, f"{PATIENCE_S} s are over: {what()}"
        time.sleep(0.05)


class Node(ServeProcess):
    """A node process. Its folder is kept when it ends."""

    token = ""

    def __init__(self, program, folder, number, settings=""):
        self.program, self.name = program, f"node-{number}"
        os.mkdir(f"{folder}/{number}")
        super().__init__(f"{folder}/{number}", settings)
        self.start()

    def start(self):
        self.launch(self.program, *CLUSTER, "--partitions", str(PARTITIONS), "--node", self.name)

    def call(self, method, path, body=None, token=None):
        """Sends a request with this token, or the node's own if there is one."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE_S)
        token = self.token if token is None else token
        headers = {"Content-Type": "application/json", **({"Authorization": f"Bearer {token}"} if token else {})}
        connection.request(method, path, None if body is None else json.dumps(body), headers)
        answer = connection.getresponse()
        text = answer.read()
        return answer.status, json.loads(text) if text[:1] in (b"{", b"[") else text

    def start_delivery(self, number, owner):
        """Starts an activity and returns its id."""
        body = {"kind": "delivery", "owner": owner, "key": str(number),
            "attributes": {"orderNumber": number, "restaurantName": "Pizza"}}
        status, answer = self.call("POST", "/v1/activities", body)
        assert status == 201, (status, answer)
        return answer["activity"]

    def assign(self, activity, name):
        """Sends an event with a courier's name, which increments the revision."""
        status, answer = self.call("POST", f"/v1/activities/{activity}/events", {"event": {"courierAssigned": {"name": name}}})
        assert status == 200, (status, answer)

    def kill(self):
        self.process.kill()
        self.process.wait()

    def end(self):
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(PATIENCE_S)


def show_logs(nodes):
    """Prints the end of each node's log, for a failed test."""
    for node in nodes:
        print(f"--- {node.name}\n{node.logged()[-3000:]}", file=sys.stderr)


def cluster(program, *arguments):
    """Runs `live-activities cluster` and returns its output."""
    done = subprocess.run([program, "cluster", *arguments, *CLUSTER], capture_output=True, text=True, timeout=PATIENCE_S)
    assert done.returncode == 0, (arguments, done)
    return done.stdout


def owner(program, activity):
    """The number of the node that owns an activity: an id begins with its partition."""
    partition = int(activity[:4], 16)

    def find():
        for number, ranges in re.findall(r"node-(\d): owns ([\d -]+)", cluster(program, "status")):
            for first, last in re.findall(r"(\d+)(?:-(\d+))?", ranges):
                if int(first) <= partition <= int(last or first):
                    return number
    return int(until(lambda: f"nobody owns partition {partition}: {cluster(program, 'status')}", find))
