"""Invalid input and faults, against a running `live-activities serve`.

    Tests/Service/faults.py PROGRAM [--nginx NGINX] [--slowhttptest SLOWHTTPTEST]

It starts the program in its own folder, on ports that the system chooses, and connects to it with raw sockets, like a hostile
client. Each check is a function; a failure names it. `Scripts/test-service` runs it.
"""

import gzip
import http.client
import json
import os
import random
import resource
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time

from serve_process import PATIENCE_S

PROGRAM = os.path.abspath(sys.argv[1])
NGINX = sys.argv[sys.argv.index("--nginx") + 1] if "--nginx" in sys.argv else None
SLOWHTTPTEST = sys.argv[sys.argv.index("--slowhttptest") + 1] if "--slowhttptest" in sys.argv else None
START = {"kind": "delivery", "owner": "anna", "key": "42", "attributes": {"orderNumber": 42, "restaurantName": "Pizza"}}
PREPARING = {"event": {"preparationStarted": {}}}


class Service:
    """A service process. Its folder is kept when it ends."""

    def __init__(self, folder, config="", *arguments):
        self.folder, self.arguments = folder, arguments
        self.config = os.path.join(folder, "config.yaml")
        with open(self.config, "w") as file:
            file.write(config or "host: 127.0.0.1\n")
        self.start()

    def start(self):
        self.process = subprocess.Popen(
            [PROGRAM, "serve", "--config", self.config, "--state", self.folder, "--port", "0", *self.arguments],
            stdout=subprocess.PIPE, stderr=open(os.path.join(self.folder, "log"), "a"), text=True)
        line = self.process.stdout.readline()
        assert line.startswith("Listening on"), f"the service did not start: {line}"
        self.port = int(line.split("//")[1].split(":")[1].split("/")[0])

    def kill(self, number=signal.SIGKILL, timeout=PATIENCE_S):
        self.process.send_signal(number)
        return self.process.wait(timeout)

    def memory(self):
        with open(f"/proc/{self.process.pid}/statm") as file:
            return int(file.read().split()[1]) * 4096

    def call(self, method, path, body=None, headers={}, port=None):
        connection = http.client.HTTPConnection("127.0.0.1", port or self.port, timeout=PATIENCE_S)
        try:
            content = None if body is None else json.dumps(body)
            connection.request(method, path, content, {"Content-Type": "application/json", **headers})
            response = connection.getresponse()
            text = response.read()
            return response.status, json.loads(text) if text else None
        finally:
            connection.close()

    def start_activity(self, owner="anna", key="42"):
        status, answer = self.call("POST", "/v1/activities", {**START, "owner": owner, "key": key})
        assert status in (200, 201), answer
        return answer["activity"]

    def socket(self):
        return socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE_S)

    def streams(self):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE_S)
        connection.request("GET", "/metrics")
        text = connection.getresponse().read().decode()
        connection.close()
        return int(text.split("\nlive_activities_streams ")[1].split("\n")[0])

    def is_alive(self):
        return self.call("GET", "/healthz")[0] == 200


def events(connection, count, timeout=PATIENCE_S):
    """The next events of a stream: (id, name, data)."""
    connection.settimeout(timeout)
    found, name, data, identifier = [], "", "", ""
    file = connection.makefile("rb")
    while len(found) < count:
        line = file.readline()
        if not line:
            break
        line = line.decode().rstrip("\n")
        if line.startswith("id: "):
            identifier = line[4:]
        elif line.startswith("event: "):
            name = line[7:]
        elif line.startswith("data: "):
            data = line[6:]
        elif line == "" and data:
            found.append((identifier, name, json.loads(data)))
            name, data = "", ""
    return found


def follow(service, query="", last=None, port=None):
    connection = socket.create_connection(("127.0.0.1", port or service.port), timeout=PATIENCE_S)
    header = f"Last-Event-ID: {last}\r\n" if last else ""
    # HTTP/1.0 has no chunked encoding, so the text can be read directly.
    connection.sendall(f"GET /v1/changes{query} HTTP/1.0\r\nHost: localhost\r\n{header}\r\n".encode())
    return connection


# MARK: Bad input


def seconds_until_cut_off(service, beginning, byte):
    """The time after which the service disconnects a client that sends single bytes. It sleeps, because it tests slowness."""
    connection = service.socket()
    begin = time.monotonic()
    connection.settimeout(15)
    connection.sendall(beginning)
    try:
        while time.monotonic() - begin < 14:
            time.sleep(0.3)
            connection.sendall(byte)
    except OSError:
        pass
    return time.monotonic() - begin


def slow_headers_are_cut_off(service):
    seconds = seconds_until_cut_off(service, b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-A", b"a")
    assert seconds < 10, "a client that sends a header byte by byte was not cut off"


def slow_bodies_are_cut_off(service):
    beginning = (b"POST /v1/activities HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                 b"Content-Length: 10000\r\n\r\n{")
    assert seconds_until_cut_off(service, beginning, b" ") < 12, "a client that sends a body byte by byte was not cut off"


def many_or_large_headers_are_refused(service):
    for head in (b"X-A: " + b"a" * 200_000, b"\r\n".join(b"X-%d: a" % n for n in range(5000))):
        connection = service.socket()
        try:
            connection.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n" + head + b"\r\n\r\n")
            answer = connection.recv(200)
        except OSError:
            answer = b""
        assert not answer or b" 4" in answer.split(b"\r\n")[0], answer


def a_large_body_costs_no_memory(service):
    before = service.memory()
    for length in (b"Content-Length: 104857600", b"Transfer-Encoding: chunked"):
        connection = service.socket()
        connection.sendall(
            b"POST /v1/activities HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n" + length + b"\r\n\r\n")
        try:
            for _ in range(100):
                part = b" " * (1 << 20)
                connection.sendall(part if b"Length" in length else b"100000\r\n" + part + b"\r\n")
        except OSError:
            pass
        connection.close()
    assert service.memory() - before < 100 << 20, f"{(service.memory() - before) >> 20} MiB more"


def nonsense_is_refused(service):
    for text in (
        b"\x16\x03\x01\x02\x00\x01\x00", b"GET\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n", b"\r\n" * 1000,
        b"GET /\x00 HTTP/1.1\r\n\r\n",
        b"POST /v1/events HTTP/1.1\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        b"POST /v1/events HTTP/1.1\r\nContent-Length: -1\r\n\r\n",
        b"GET " + b"/a" * 40_000 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n",
    ):
        connection = service.socket()
        try:
            connection.sendall(text)
            connection.shutdown(socket.SHUT_WR)
            answer = connection.recv(1000)
        except OSError:
            answer = b""
        assert not answer.startswith(b"HTTP/1.1 5"), answer
    assert service.is_alive()


def the_responses_before_nonsense_arrive(service):
    """The client reads only after it has sent everything, and its buffer is small: most of the responses are still to be sent
    when the last one is written."""
    whole = b"GET /openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n"
    reader = http.client.HTTPConnection("127.0.0.1", service.port, timeout=PATIENCE_S)
    reader.request("GET", "/openapi.json")
    length = len(reader.getresponse().read())
    reader.close()
    post = b"POST /v1/events HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    for last in (b"GET /\xff\x00 HTTP/1.1\r\n\r\n", post + b"Transfer-Encoding: x\r\n\r\n{}",
                 post + b"Content-Encoding: gzip\r\nContent-Length: 2\r\n\r\n{}"):
        connection = socket.socket()
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        connection.settimeout(PATIENCE_S)
        connection.connect(("127.0.0.1", service.port))
        connection.sendall(whole * 4 + last + whole * 300)
        text = b"".join(iter(lambda: connection.recv(1 << 16), b""))
        assert text.count(b"HTTP/1.1 200 ") == 4 and len(text) > 4 * length, (last, len(text), 4 * length)
        assert text.count(b"HTTP/1.1 400 ") == 1, (last, text[-1000:])
    assert service.is_alive()


def a_compressed_bomb_is_refused(service):
    """64 MiB of spaces in 64 KiB."""
    body = gzip.compress(b" " * (64 << 20))
    before = service.memory()
    for path in ("/v1/events", "/v1/activities"):
        head = (f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                f"Content-Encoding: gzip\r\nContent-Length: {len(body)}\r\n\r\n")
        connection = service.socket()
        connection.sendall(head.encode())
        try:
            connection.sendall(body)
        except OSError:
            pass
        answer = connection.recv(1000)
        assert answer.startswith(b"HTTP/1.1 413 "), answer
    assert service.memory() - before < 100 << 20, f"{(service.memory() - before) >> 20} MiB more"
    assert service.is_alive()


def paths_lead_nowhere(service):
    for path in ("/../../etc/passwd", "/assets/../../etc/passwd", "/assets/%2e%2e%2f%2e%2e%2fetc%2fpasswd", "//etc/passwd",
                 "/v1/activities/..%2f..", "/assets/%00", "/v1/owners/%ff/activities"):
        connection = service.socket()
        connection.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode())
        answer = connection.recv(100_000)
        assert answer.split(b" ")[1] in (b"400", b"404"), (path, answer[:100])
        assert b"root:" not in answer


def http_1_0_is_answered(service):
    connection = service.socket()
    connection.sendall(b"GET /healthz HTTP/1.0\r\n\r\n")
    text = b""
    while part := connection.recv(1000):
        text += part
    assert text.startswith(b"HTTP/1.") and b'"ok"' in text, text


def half_closed_streams_are_released(service):
    before = service.streams()
    connections = [follow(service) for _ in range(20)]
    for connection in connections:
        connection.recv(10)
    assert service.streams() == before + 20
    for connection in connections:
        connection.shutdown(socket.SHUT_WR)
    end = time.monotonic() + PATIENCE_S
    while service.streams() > before and time.monotonic() < end:
        time.sleep(0.1)
    assert service.streams() == before, service.streams()


def readers_that_never_read_cost_little(service):
    identifiers = [service.start_activity("reader", str(n)) for n in range(10)]
    before_streams = service.streams()
    connections = []
    for _ in range(500):
        connection = socket.socket()
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        connection.connect(("127.0.0.1", service.port))
        connection.sendall(b"GET /v1/changes HTTP/1.1\r\nHost: localhost\r\n\r\n")
        connections.append(connection)
    end = time.monotonic() + PATIENCE_S
    while service.streams() < before_streams + 500 and time.monotonic() < end:
        time.sleep(0.05)
    before = service.memory()
    done = 0
    lines = "\n".join(
        json.dumps({"activity": identifier, "event": {"courierAssigned": {"name": "Alexandra"}}})
        for identifier in identifiers * 20)
    for _ in range(10):
        connection = http.client.HTTPConnection("127.0.0.1", service.port, timeout=PATIENCE_S)
        connection.request("POST", "/v1/events", lines, {"Content-Type": "application/jsonl"})
        done += connection.getresponse().read().count(b"applied")
    assert service.is_alive()
    grown = service.memory() - before
    assert grown < 400 << 20, f"{grown >> 20} MiB for 500 readers"
    for connection in connections:
        connection.close()


def slow_clients_delay_no_others(service):
    """300 connections of slowhttptest for 5 s: slow headers, slow bodies, and slow readers that request ten answers each."""
    address = f"http://127.0.0.1:{service.port}"
    for kind in (["-H", "-u", f"{address}/healthz"],
                 ["-B", "-s", "8192", "-t", "POST", "-f", "application/json", "-u", f"{address}/v1/activities"],
                 ["-X", "-w", "512", "-y", "1024", "-n", "1", "-z", "32", "-k", "10", "-u", f"{address}/v1/kinds"]):
        slow = subprocess.Popen(
            [SLOWHTTPTEST, "-c", "300", "-r", "300", "-i", "1", "-l", "5", "-p", "60", *kind],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        # It prints its state every second, which fits the pipe.
        waits = []
        while slow.poll() is None:
            begin = time.monotonic()
            assert service.is_alive()
            waits.append(time.monotonic() - begin)
            time.sleep(0.05)
        printed = slow.stdout.read()
        assert slow.returncode == 0 and "Exit status" in printed, printed
        waits.sort()
        assert len(waits) >= 5 and waits[len(waits) // 2] < 1, (kind[0], waits)


# MARK: Faults


def nothing_acknowledged_is_lost(service):
    """Kills the process under load several times. Everything acknowledged is kept, and the streams deliver all of it."""
    random.seed(7)
    for round_number in range(3):
        acknowledged, stop = [], threading.Event()
        seen = {}

        def load(worker):
            number = 0
            while not stop.is_set():
                key = f"{round_number}-{worker}-{number}"
                number += 1
                try:
                    status, answer = service.call("POST", "/v1/activities",
                        {**START, "owner": f"owner{worker}{number % 50}", "key": key})
                    if status == 201:
                        acknowledged.append(answer["activity"])
                    elif answer["code"] == "tooManyActivitiesOfOwner":
                        break
                except (OSError, http.client.HTTPException, ValueError):
                    break

        stream = follow(service)
        stream.recv(50)
        workers = [threading.Thread(target=load, args=(n,)) for n in range(4)]
        for worker in workers:
            worker.start()
        time.sleep(random.uniform(0.3, 1.0))
        service.kill()
        stop.set()
        for worker in workers:
            worker.join()
        last = None
        try:
            for identifier, _, data in events(stream, 1 << 30, 5):
                last = identifier
                seen[data["activity"]] = data["revision"]
        except (OSError, ValueError):
            pass
        service.start()
        for activity in acknowledged:
            assert service.call("GET", f"/v1/activities/{activity}")[0] == 200, f"{activity} was acknowledged and is lost"
        # The stream continues with the whole state, so no change in between is missing.
        reader = follow(service, last=last or "1-0-1")
        (_, name, data), = events(reader, 1)
        assert name == "reset", name
        have = {activity["activity"] for activity in data["activities"]}
        after = data["next"]
        while after:
            _, page = service.call("GET", f"/v1/activities?limit=1000&after={after}")
            have |= {activity["activity"] for activity in page["activities"]}
            after = page["next"]
        assert have >= set(acknowledged), len(set(acknowledged) - have)
        assert len(acknowledged) > 5, len(acknowledged)
        for activity in acknowledged:
            service.call("POST", f"/v1/activities/{activity}/dismiss", {})


def a_client_goes_on_without_a_gap(service):
    activity = service.start_activity("gap")
    stream = follow(service, "?owner=gap&state=true")
    assert events(stream, 1)[0][1] == "reset"
    service.call("POST", f"/v1/activities/{activity}/events", PREPARING)
    (last, name, data), = events(follow(service, "?owner=gap&state=true"), 1)
    service.call("POST", f"/v1/activities/{activity}/events", {"event": {"courierAssigned": {"name": "Alexandra"}}})
    (_, name, data), = events(follow(service, "?owner=gap", last), 1)
    assert (name, data["revision"]) == ("change", 3), (name, data)


def sigterm_drains(service):
    service.start_activity("drain")
    stream = follow(service)
    stream.recv(20)
    service.process.send_signal(signal.SIGTERM)
    assert [name for _, name, _ in events(stream, 5)] == ["end"]
    assert service.process.wait(PATIENCE_S) == 0, service.process.returncode
    service.start()
    assert service.call("GET", "/v1/owners/drain/activities")[1]["activities"]


def it_stops_while_clients_connect(folder, rounds=50):
    """Connections that are accepted at the moment of SIGTERM are closed without other effects."""
    os.mkdir(state := os.path.join(folder, "crowd"))
    service, codes = Service(state), []
    for number in range(rounds):
        if number:
            service.start()
        # A stopped process accepts no connections, so all of them, and then the signal, wait until it continues.
        service.process.send_signal(signal.SIGSTOP)
        crowd = [service.socket() for _ in range(100)]
        service.process.send_signal(signal.SIGTERM)
        codes.append(service.kill(signal.SIGCONT))
        for connection in crowd:
            connection.close()
    assert codes == [0] * rounds, codes


def a_full_disk_is_said(folder):
    """A full disk: a file system of 2 MiB, if root can mount one."""
    disk = os.path.join(folder, "disk")
    os.mkdir(disk)
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", disk], stderr=subprocess.DEVNULL).returncode:
        print("skipped: no file system can be mounted here")
        return
    try:
        service = Service(disk, "journal: false\n")
        refusal = None
        for number in range(4000):
            status, answer = service.call("POST", "/v1/activities", {**START, "owner": f"o{number}", "key": "x" * 500})
            if status != 201:
                refusal = (status, answer.get("code"))
                break
        assert refusal and refusal[1] in ("notDurable", "storeUnavailable"), refusal
        assert service.call("GET", "/readyz")[0] == 503
        assert service.call("GET", "/v1/owners/o1/activities")[0] == 200
        # The last command was applied, but is not stored.
        assert service.kill(signal.SIGTERM, 60) == 3
    finally:
        subprocess.run(["umount", "-l", disk])


def nginx_passes_streams_on(service, folder):
    """A service behind Debian's nginx with a plain proxy_pass."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    config = os.path.join(folder, "nginx.conf")
    with open(config, "w") as file:
        file.write(f"""daemon off; pid {folder}/nginx.pid; error_log {folder}/nginx.log;
events {{ worker_connections 512; }}
http {{
  access_log off; client_body_temp_path {folder}/b; proxy_temp_path {folder}/p; fastcgi_temp_path {folder}/f;
  uwsgi_temp_path {folder}/u; scgi_temp_path {folder}/s;
  server {{
    listen 127.0.0.1:{port};
    location / {{ proxy_pass http://127.0.0.1:{service.port}; proxy_http_version 1.1; proxy_set_header Connection ""; }}
  }}
}}""")
    proxy = subprocess.Popen([NGINX, "-c", config, "-p", folder], stderr=subprocess.DEVNULL)
    try:
        for _ in range(100):
            try:
                if service.call("GET", "/healthz", port=port)[0] == 200:
                    break
            except OSError:
                time.sleep(0.05)
        stream = follow(service, "?owner=proxied", port=port)
        stream.recv(10)
        begin = time.monotonic()
        status, answer = service.call("POST", "/v1/activities", {**START, "owner": "proxied"}, port=port)
        assert status == 201, answer
        (_, name, data), = events(stream, 1)
        assert data["activity"] == answer["activity"]
        # If nginx buffered the stream, the data would arrive after its timeout of a minute.
        assert time.monotonic() - begin < 50, "nginx held the stream back"
    finally:
        proxy.terminate()
        proxy.wait()


def main():
    resource.setrlimit(resource.RLIMIT_NOFILE, (8192, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))
    failed = 0

    def check(function, *arguments):
        nonlocal failed
        begin = time.monotonic()
        try:
            function(*arguments)
            print(f"passed {function.__name__} ({time.monotonic() - begin:.1f} s)", flush=True)
        except Exception as error:
            failed += 1
            print(f"FAILED {function.__name__}: {type(error).__name__} {error}", flush=True)

    with tempfile.TemporaryDirectory() as folder:
        os.mkdir(state := os.path.join(folder, "state"))
        service = Service(state, "limits: { headerTimeout: 3, bodyTimeout: 4 }\nstreams: { heartbeat: 1 }\n")
        passed = [slow_headers_are_cut_off, slow_bodies_are_cut_off, many_or_large_headers_are_refused,
                  a_large_body_costs_no_memory, a_compressed_bomb_is_refused, nonsense_is_refused,
                  the_responses_before_nonsense_arrive, paths_lead_nowhere, http_1_0_is_answered, half_closed_streams_are_released, a_client_goes_on_without_a_gap,
                  nothing_acknowledged_is_lost,
                  readers_that_never_read_cost_little,
                  *([slow_clients_delay_no_others] if SLOWHTTPTEST else []), sigterm_drains]
        for function in passed:
            check(function, service)
        if NGINX:
            check(nginx_passes_streams_on, service, folder)
        service.kill()
        check(it_stops_while_clients_connect, folder)
        check(a_full_disk_is_said, folder)
    print(f"{len(passed) + 3 - failed} passed, {failed} failed")
    sys.exit(1 if failed else 0)


main()
