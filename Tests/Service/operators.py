#!/usr/bin/env python3
"""Runs `live-activities serve` and `token` like an operator: settings, tokens, webhooks while secrets change, logs, shutdown.

    operators.py PROGRAM
"""
import base64, contextlib, hashlib, hmac, http.client, http.server, json, os, re, signal
import socket, subprocess, sys, tempfile, threading, time

from operators_service import PROGRAM, Service, run
from serve_process import PATIENCE_S

START = {"kind": "delivery", "attributes": {"orderNumber": 42, "restaurantName": "Pizza"}}
SECRETS = ["whsec_" + base64.b64encode(os.urandom(32)).decode() for _ in range(2)]


class Endpoint:
    """A webhook's endpoint. It verifies signatures with one secret, like third-party libraries, and answers with the given
    statuses, then 200.
    """

    def __enter__(self):
        outer = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers["content-length"]))
                status = outer.statuses.pop(0) if outer.statuses else 200
                outer.calls.append((status, self.headers, body))
                self.send_response(status)
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *_):
                pass

        self.calls, self.statuses = [], []
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.port = self.server.server_address[1]
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.server.shutdown()

    def wait(self, count):
        end = time.monotonic() + PATIENCE_S
        while len(self.calls) < count:
            assert time.monotonic() < end, f"{len(self.calls)} of {count} calls"
            time.sleep(0.02)
        return self.calls


def is_signed(call, secret):
    """Verifies a signature according to the specification of Standard Webhooks."""
    _, headers, body = call
    signed = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + body
    expected = base64.b64encode(hmac.new(base64.b64decode(secret.removeprefix("whsec_")), signed,
        hashlib.sha256).digest()).decode()
    assert abs(int(headers["webhook-timestamp"]) - time.time()) < 300
    return any(hmac.compare_digest(signature, f"v1,{expected}") for signature in headers["webhook-signature"].split(" "))


# MARK: Settings


def a_wrong_configuration_is_named_with_its_line(folder):
    def check(text):
        with open(f"{folder}/wrong.yaml", "w") as file:
            file.write(text)
        status, out, error = run("serve", "--config", f"{folder}/wrong.yaml", "--state", folder, "--check")
        assert status == 2 and not out, (text, status, out)
        return error
    with open(f"{folder}/secret", "w") as file:
        file.write(SECRETS[0])
    for text, wanted in [
        ("host: 127.0.0.1\nprot: 1\n", "wrong.yaml:2: 'prot' is not a setting; did you mean 'port'?"),
        ("port: 99999\n", "wrong.yaml:1: 'port' must be a whole number from 0 to 65535"),
        ("host: 0.0.0.0\n", "create one with 'live-activities token create'"),
        ("tls: { certificate: no.pem, key: no.pem }\n", "TLS cannot be used"),
        ("push: no.yaml\n", "no.yaml"),
        ("webhooks:\n  - name: a\n    url: https://example.org\n    secrets: [nothing]\n", "wrong.yaml:4: "),
        ("webhooks:\n  - name: a\n    url: example.org\n    secrets: [secret]\n", "webhook 'a': its url must be an address"),
        ("webhooks:\n  - name: a\n    url: https://a.org\n    secrets: [wrong.yaml]\n", "a secret must be 'whsec_'"),
        ("webhooks:\n  - name: a\n    url: https://a.org\n    secrets: [secret]\n    changes: [end]\n",
            "wrong.yaml:5: there is no change 'end'"),
        ("webhooks:\n  - name: a\n    url: https://a.org\n    secrets: [secret]\n    kinds: [pizza]\n",
            "there is no kind 'pizza'"),
        ("limits: { bodyBytes: 1 }\n", "wrong.yaml:1: "),
        ("a: [\n", "wrong.yaml"),
    ]:
        error = check(text)
        assert wanted in error, (text, error)
        assert SECRETS[0] not in error
    assert run("serve", "--config", f"{folder}/none.yaml", "--check")[0] == 2


def a_right_configuration_is_checked_and_nothing_is_stored(folder):
    with open(f"{folder}/right.yaml", "w") as file:
        file.write("host: 127.0.0.1\nstate: new\nlimits: { requestsPerSecond: 100 }\n")
    status, out, error = run("serve", "--config", f"{folder}/right.yaml", "--check")
    assert (status, out, error) == (0, "The configuration is valid.\n", ""), (status, out, error)
    assert not os.path.exists(f"{folder}/new"), os.listdir(f"{folder}/new")


def a_port_in_use_is_named(folder):
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        status, _, error = run("serve", "--state", folder, "--port", str(port))
        assert status == 3 and f"cannot listen on port {port} of 127.0.0.1: Address already in use" in error, (status, error)


def a_folder_that_cannot_be_made_is_no_wrong_setting(folder):
    with open(f"{folder}/file", "w"):
        pass
    status, _, error = run("serve", "--state", f"{folder}/file/state", "--port", "0")
    assert status == 3 and "is not a folder" in error, (status, error)


def a_file_of_the_state_that_cannot_be_read_is_no_wrong_setting(folder):
    for name in ("tokens.json", "link.key"):
        state = f"{folder}/{name}-state"
        # A folder of this name, which can be opened but not read.
        os.makedirs(f"{state}/{name}")
        status, _, error = run("serve", "--state", state, "--port", "0")
        assert status == 3 and f"{name}: it cannot be read" in error, (status, error)


def systemd_learns_when_the_service_listens(folder):
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind(f"{folder}/notify")
        manager.settimeout(PATIENCE_S)
        os.environ["NOTIFY_SOCKET"] = f"{folder}/notify"
        try:
            with Service(folder) as service:
                assert manager.recv(100) == b"READY=1"
                assert service.call("GET", "/healthz")[0] == 200
        finally:
            del os.environ["NOTIFY_SOCKET"]


def a_start_as_root_leaves_the_folders_owner_everything(folder):
    if os.geteuid() != 0:
        return
    state = f"{folder}/state"
    os.mkdir(state)
    os.chown(state, 65534, 65534)
    with Service(state) as service:
        assert service.call("POST", "/v1/activities", {**START, "owner": "anna"})[0] == 201
        owners = {name: os.stat(f"{state}/{name}").st_uid for name in os.listdir(state)}
        # The test has written the settings and the log.
        owners = {name: owner for name, owner in owners.items() if name not in ("config.yaml", "log")}
        assert "activities.sqlite-wal" in owners and set(owners.values()) == {65534}, owners


# MARK: Tokens


def a_token_is_made_noticed_and_revoked(folder):
    with Service(folder) as service:
        assert service.call("GET", "/v1/activities")[0] == 200, "without any token none is needed"
        status, text, _ = run("token", "create", "--state", folder, "--name", "orders", "--scope", "write", "--owner", "anna")
        token = text.strip()
        assert status == 0 and token.startswith("la_")
        end = time.monotonic() + PATIENCE_S
        while service.call("GET", "/v1/activities")[0] != 401:
            assert time.monotonic() < end, "the service has not noticed its first token"
            time.sleep(0.1)
        assert service.call("POST", "/v1/activities", {**START, "owner": "anna"}, token)[0] == 201
        assert service.call("POST", "/v1/activities", {**START, "owner": "ben"}, token)[0] == 403
        assert service.call("POST", "/v1/activities", {**START, "owner": "anna"}, token[:-1] + "x")[0] == 401
        listed = run("token", "list", "--state", folder)[1]
        assert "write" in listed and "owner anna" in listed and "orders" in listed and token[-64:] not in listed
        other = run("token", "create", "--state", folder, "--name", "other", "--days", "1")[1].strip()
        assert run("token", "revoke", "--state", folder, token.split("_")[1])[0] == 0
        assert run("token", "revoke", "--state", folder, token.split("_")[1])[0] == 1
        end = time.monotonic() + PATIENCE_S
        while service.call("GET", "/v1/owners/anna/activities", token=token)[0] != 401:
            assert time.monotonic() < end, "the service has not noticed that the token is revoked"
            time.sleep(0.1)
        assert service.call("GET", "/v1/activities", token=other)[0] == 200
        assert service.end()[0] == 0
        log = service.logged()
        assert token[-64:] not in log and other[-64:] not in log
        assert oct(os.stat(f"{folder}/tokens.json").st_mode)[-3:] == "600"


def a_token_that_cannot_be_printed_is_not_valid(folder):
    def status(*arguments):
        with open("/dev/full", "w") as full:
            done = subprocess.run([PROGRAM, *arguments], stdout=full, stderr=subprocess.PIPE, text=True, timeout=PATIENCE_S)
        assert "cannot write the output" in done.stderr, done.stderr
        return done.returncode

    assert status("token", "create", "--state", folder, "--name", "orders") == 3
    assert run("token", "list", "--state", folder) == (0, "", "")
    assert status("--version") == 3 and status("token", "--help") == 3


# MARK: Webhooks


def secrets_are_exchanged_without_a_lost_call(folder):
    """Uses one secret, then both, then the other. The process is restarted each time, once after a kill with a failed call."""
    for index, secret in enumerate(SECRETS):
        with open(f"{folder}/{index}.secret", "w") as file:
            file.write(secret + "\n")

    def settings(*names, allowed="true"):
        return (f"allowPrivateWebhooks: {allowed}\nwebhooks:\n  - name: billing\n    url: "
                f"http://127.0.0.1:{endpoint.port}/hooks\n"
                f"    secrets: [{', '.join(names)}]\n    changes: [started, ended]")

    def start(service, owner):
        status, answer = service.call("POST", "/v1/activities", {**START, "owner": owner})
        assert status == 201, answer
        return answer["activity"]

    with Endpoint() as endpoint:
        with Service(folder, settings("0.secret")) as service:
            first = start(service, "one")
            call = endpoint.wait(1)[0]
            assert is_signed(call, SECRETS[0]) and not is_signed(call, SECRETS[1])
            assert json.loads(call[2])["type"] == "activity.started" and json.loads(call[2])["data"]["activity"] == first
            # The next call fails, and the process is killed before it is retried.
            endpoint.statuses = [500]
            second = start(service, "two")
            endpoint.wait(2)
        with Service(folder, settings("1.secret", "0.secret")) as service:
            call = endpoint.wait(3)[2]
            assert call[1]["webhook-id"] == endpoint.calls[1][1]["webhook-id"], "it is the same message"
            assert json.loads(call[2])["data"]["activity"] == second
            assert is_signed(call, SECRETS[0]) and is_signed(call, SECRETS[1])
            # Changes that the webhook does not select are not sent; later ones are.
            service.call("POST", f"/v1/activities/{first}/events", {"event": {"preparationStarted": {}}})
            service.call("POST", f"/v1/activities/{first}/end", {})
            call = endpoint.wait(4)[3]
            assert json.loads(call[2])["type"] == "activity.ended"
            end = time.monotonic() + PATIENCE_S
            while b"live_activities_webhook_delivered_total{webhook=\"billing\"} 2" not in service.call("GET", "/metrics")[1]:
                assert time.monotonic() < end
                time.sleep(0.05)
            assert service.end()[0] == 0
        with Service(folder, settings("1.secret")) as service:
            start(service, "three")
            call = endpoint.wait(5)[4]
            assert json.loads(call[2])["data"]["owner"] == "three", "nothing is told twice after a drain"
            assert is_signed(call, SECRETS[1]) and not is_signed(call, SECRETS[0])
            # After 410 Gone the endpoint is not called any more, even after a restart.
            endpoint.statuses = [410]
            start(service, "four")
            endpoint.wait(6)
            end = time.monotonic() + PATIENCE_S
            while not os.path.exists(f"{folder}/disabled-webhooks.json"):
                assert time.monotonic() < end, "a webhook that is gone was not stored"
                time.sleep(0.05)
            assert service.end()[0] == 0
        with Service(folder, settings("1.secret")) as service:
            start(service, "five")
            assert b"live_activities_webhook_disabled{webhook=\"billing\"} 1" in service.call("GET", "/metrics")[1]
            assert service.end()[0] == 0
            log = service.logged()
        assert len(endpoint.calls) == 6
        with open(f"{folder}/refused.yaml", "w") as file:
            file.write(settings("1.secret", allowed="false"))
        status, out, error = run("serve", "--config", f"{folder}/refused.yaml", "--check")
        assert status == 2 and "is not a public address" in error, (status, out, error)
        for secret in SECRETS:
            assert secret.removeprefix("whsec_") not in log + error, "a secret is in the log"


# MARK: The end


def sigterm_ends_streams_that_pause_and_clients_that_wait(folder):
    """An hourly stream, an idle connection, and a connection with half a request must not delay the shutdown beyond its limit.
    """
    with Service(folder, "drainTimeout: 4\ndrainDelay: 1") as service:
        def connection(text):
            made = socket.create_connection(("127.0.0.1", service.port), timeout=PATIENCE_S)
            made.sendall(text)
            return made
        stream = connection(b"GET /v1/changes?interval_s=3600 HTTP/1.0\r\n\r\n")
        stream.recv(10)
        assert service.call("POST", "/v1/activities", {**START, "owner": "anna"})[0] == 201
        received = b""
        while b"event: change" not in received:
            part = stream.recv(100_000)
            assert part, received
            received += part
        held = [connection(b""), connection(b"POST /v1/activities HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\n{")]
        idle = http.client.HTTPConnection("127.0.0.1", service.port, timeout=PATIENCE_S)
        idle.request("GET", "/readyz")
        assert idle.getresponse().read()
        service.process.send_signal(signal.SIGTERM)
        # A load balancer gets the answer on a new connection.
        end = time.monotonic() + PATIENCE_S
        while service.call("GET", "/readyz")[0] != 503:
            assert time.monotonic() < end
        assert service.call("POST", "/v1/activities", {**START, "owner": "ben"})[1]["code"] == "draining"
        began = time.monotonic()
        assert service.process.wait(PATIENCE_S) == 0, service.process.returncode
        assert time.monotonic() - began < 30
        for made in held + [stream]:
            made.close()
    with Service(folder) as service:
        assert len(service.call("GET", "/v1/owners/anna/activities")[1]["activities"]) == 1
        assert service.call("GET", "/v1/owners/ben/activities")[1]["activities"] == []


def a_hang_up_stores_everything_unless_it_is_ignored(folder):
    # Under nohup the tests ignore it themselves.
    with Service(folder, through=["env", "--default-signal=HUP"]) as service:
        assert service.call("POST", "/v1/activities", {**START, "owner": "anna"})[0] == 201
        service.process.send_signal(signal.SIGHUP)
        assert service.process.wait(PATIENCE_S) == 0, service.process.returncode
    with Service(folder, through=["env", "--ignore-signal=HUP"]) as service:
        service.process.send_signal(signal.SIGHUP)
        assert len(service.call("GET", "/v1/owners/anna/activities")[1]["activities"]) == 1
        assert service.end()[0] == 0


def a_kind_has_the_schemas_of_its_contract(folder):
    contract = os.path.join(os.path.dirname(__file__), "../../Plugins/Delivery/Contract")
    with Service(folder) as service:
        expected = {}
        for part in "attributes", "state", "event":
            with open(f"{contract}/{part}.schema.json") as file:
                expected[part] = json.load(file)
        assert service.call("GET", "/v1/kinds/delivery")[1]["schemas"] == expected
        assert all("schemas" not in kind for kind in service.call("GET", "/v1/kinds")[1]["kinds"])


def the_words_of_a_picture_are_in_its_time_zone(folder):
    with Service(folder, through=["env", "TZ=Asia/Tokyo"]) as service:
        [sports] = [kind for kind in service.call("GET", "/v1/kinds")[1]["kinds"] if kind["kind"] == "sports"]
        start = {"kind": "sports", "owner": "anna", "attributes": sports["attributes"][0]}
        activity = service.call("POST", "/v1/activities", start)[1]["activity"]
        pictures = f"/dashboard/pictures?activities={activity}&surfaces=lockScreen.iPhone393"
        [picture] = service.call("GET", pictures)[1]["activities"][0]["pictures"]
        times = [word for word in picture["words"] if re.fullmatch(r"\d+:\d\d.[AP]M", word)]
        assert len(times) == 1 and f">{times[0]}<" in picture["svg"], picture["words"]


def main():
    failed = 0
    tests = [a_wrong_configuration_is_named_with_its_line, a_right_configuration_is_checked_and_nothing_is_stored,
             a_port_in_use_is_named, a_folder_that_cannot_be_made_is_no_wrong_setting,
             a_file_of_the_state_that_cannot_be_read_is_no_wrong_setting, systemd_learns_when_the_service_listens,
             a_start_as_root_leaves_the_folders_owner_everything, a_token_is_made_noticed_and_revoked,
             a_token_that_cannot_be_printed_is_not_valid,
             secrets_are_exchanged_without_a_lost_call, sigterm_ends_streams_that_pause_and_clients_that_wait,
             a_hang_up_stores_everything_unless_it_is_ignored, a_kind_has_the_schemas_of_its_contract,
             the_words_of_a_picture_are_in_its_time_zone]
    for test in tests:
        began = time.monotonic()
        with tempfile.TemporaryDirectory() as folder:
            try:
                test(folder)
                print(f"passed {test.__name__} ({time.monotonic() - began:.1f} s)", flush=True)
            except Exception as error:
                failed += 1
                print(f"FAILED {test.__name__}: {type(error).__name__} {error}", flush=True)
                with contextlib.suppress(OSError), open(f"{folder}/log") as log:
                    print("".join(log.readlines()[-20:]))
    print(f"{len(tests) - failed} passed, {failed} failed")
    sys.exit(1 if failed else 0)


main()
