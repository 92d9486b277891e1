"""An APNs and a webhook's endpoint for the services of a test. Both store the calls that they accept."""
import base64, collections, http.server, json, os, subprocess, threading, time

from serve_process import PATIENCE_S


class Push:
    """The project's APNs, `PushDriver serve`, with `count` tokens, each for one activity."""

    def __init__(self, driver, folder, address="127.0.0.1", count=1):
        self.folder = folder
        os.mkdir(folder)
        self.process = subprocess.Popen(
            [driver, "serve", folder, address, str(count)], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL)
        end = time.monotonic() + PATIENCE_S
        while not os.path.exists(f"{folder}/port"):
            assert self.process.poll() is None and time.monotonic() < end, "the APNs does not listen"
            time.sleep(0.05)
        self.tokens = self.read("tokens").split("\n")
        with open(f"{folder}/push.yaml", "w") as file:
            file.write(
                "keys:\n  - {id: ABC123DEFG, team: DEF123GHIJ, file: key.p8}\n"
                "apps:\n  - bundle: com.example.food\n    environment: production\n    key: ABC123DEFG\n    kinds:\n"
                "      delivery: {attributes-type: DeliveryAttributes, starts-by-push: false}\n"
                "policy: {spacing-s: 1}\nledger-key-file: ledger.key\n"
                f"endpoint: {{host: {address}, port: {self.read('port')}, trust: ca.pem}}\n")
        with open(f"{folder}/ledger.key", "wb") as file:
            file.write(base64.b64encode(os.urandom(32)))

    def settings(self):
        """Lines of a service's configuration."""
        return f"push: {self.folder}/push.yaml\n"

    def registration(self, number, activity, owner):
        """The request body with which an app registers the token with this number."""
        return {"installation": f"phone-{number}", "owner": owner, "app": "com.example.food", "environment": "production",
                "token": self.tokens[number], "activity": activity}

    def read(self, name):
        with open(f"{self.folder}/{name}") as file:
            return file.read().strip()

    def pushes(self):
        """The accepted pushes, oldest first. The last line may be incomplete."""
        with open(f"{self.folder}/pushes") as file:
            return [json.loads(line)["aps"] for line in file.read().split("\n")[:-1]]

    def close(self):
        self.process.stdin.close()
        self.process.wait(PATIENCE_S)


class Endpoint:
    """A webhook's endpoint, which accepts every call while its `status` is 204."""

    def __init__(self, address="127.0.0.1"):
        outer = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self):
                body = self.rfile.read(int(self.headers["content-length"]))
                try:
                    data = json.loads(body)["data"]
                except ValueError:
                    # The call was cut off.
                    self.close_connection = True
                    return
                status = outer.status
                names = ("webhook-id", "webhook-timestamp", "webhook-signature")
                outer.last = (*(self.headers[name] for name in names), body)
                # A test has no activity.
                if status == 204 and "activity" in data:
                    outer.accept(data["activity"], data["revision"], self.headers["webhook-id"])
                self.send_response(status)
                if status != 204:
                    self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *_):
                pass

        self.lock = threading.Lock()
        # The ids of the revisions of each activity, in the order of their first calls.
        self.ids = collections.defaultdict(dict)
        self.calls, self.changed_ids = 0, []
        # The id, time, signature and body of the last call.
        self.status, self.last = 204, None
        self.address = address
        self.server = http.server.ThreadingHTTPServer((address, 0), Handler)
        # Connections that are cut off are part of the tests.
        self.server.handle_error = lambda *_: None
        self.port = self.server.server_address[1]
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def settings(self, folder):
        """Lines of a service's configuration. The webhook's secret is a file in the folder."""
        with open(f"{folder}/secret", "w") as file:
            file.write("whsec_" + base64.b64encode(os.urandom(32)).decode())
        return (
            "allowPrivateWebhooks: true\nwebhooks:\n  - name: billing\n"
            f"    url: http://{self.address}:{self.port}/hooks\n    secrets: [{folder}/secret]\n")

    def accept(self, activity, revision, identifier):
        with self.lock:
            self.calls += 1
            # A repeated call must have the id of the first call.
            if self.ids[activity].setdefault(revision, identifier) != identifier:
                self.changed_ids.append((activity, revision))

    def revisions(self, activity):
        """The revisions without repetitions, in the order of their first calls."""
        with self.lock:
            return list(self.ids[activity])
