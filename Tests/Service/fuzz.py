#!/usr/bin/env python3
"""Sends a service requests that are wrong in some way, and checks every answer.

    fuzz.py PROGRAM [--count N] [--seed N]

Requests are made from good ones: a part of the JSON becomes another value, bytes change, headers and paths are mixed. Each answer must be
one that the API promises: no status 500, a problem as JSON where it fails, JSON where it says so. The service must still answer at the end,
and use little more memory. A failure prints its seed and the request.
"""
import argparse, json, os, random, re, socket, subprocess, sys, tempfile, time

ANSWERS_5XX = {501, 503}
VALUES = [None, True, False, 0, -1, 1.5, 1e308, -0.0, 2**53, 2**64, 10**400, "", "a", "\u0000", "\ud83d\ude00", "x" * 5000, [], {}, [[]],
          {"": None}, "2026-06-20T17:00:00Z", "9999-12-31T23:59:59Z", "0001-01-01T00:00:00Z", {"_0": 1}, [1, 2, 3], "anna", "delivery"]
SEGMENTS = ["", "..", "%2e%2e", "%00", "%ff", "%zz", "a" * 300, "anna", "delivery", "ü", "%F0%9F%98%80", "lockScreen.iPhone393.svg",
            "compact.iPhone393.png", "*", "{id}", "0", "ffffffffffffffff", "0008bc3960000000", "events", "history"]
QUERIES = ["limit=1", "limit=0", "limit=1e9", "after=zz", "owner=anna", "kind=delivery", "state=active", "state=x", "at=2026-06-20T17:00:00Z",
           "at=x", "scheme=dark", "language=ar", "language=%00", "surface=lockScreen.iPhone393", "surface=x", "scale=3", "scale=NaN",
           "revision=1", "revision=-1", "=", "&&", "%", "a=b=c", "access_token=la_x_y", "textSize=huge", "dimmed=true", "framed=false"]
HEADERS = ["If-Match: \"1\"", "If-Match: x", "If-None-Match: \"1\"", "Idempotency-Key: a", "Idempotency-Key: b", "Accept-Encoding: gzip",
           "Content-Encoding: gzip", "Content-Encoding: x", "traceparent: 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
           "traceparent: 00", "X-Request-Id: a\tb", "Authorization: Bearer x", "Origin: https://example.org", "Expect: 100-continue",
           "Range: bytes=0-1", "Content-Type: text/plain", "Accept: text/html", "Connection: upgrade", "Cookie: a=b"]


# Seconds without an answer that are a failure.
SILENCE = 60


class Service:
    def __init__(self, program, folder):
        with open(f"{folder}/config.yaml", "w") as file:
            # Streams do not end, so a fuzzer that asked for one would wait. The history is read from a journal.
            file.write("limits: { streams: 0 }\n")
        self.log = open(f"{folder}/log", "w+")
        self.process = subprocess.Popen(
            [program, "serve", "--config", f"{folder}/config.yaml", "--state", folder, "--port", "0", "--relaxed"],
            stdout=subprocess.PIPE, stderr=self.log, text=True)
        self.port = int(re.search(r":(\d+)/", self.process.stdout.readline())[1])

    def memory(self):
        with open(f"/proc/{self.process.pid}/statm") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGESIZE")


class Connection:
    def __init__(self, port):
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=SILENCE)
        self.file = self.socket.makefile("rb", buffering=1 << 16)

    def answer(self, is_head):
        """Status, headers and body of the next answer; `None` if the connection has ended."""
        try:
            line = self.file.readline()
        except ConnectionError:
            return None
        if not line:
            return None
        status = int(line.split(b" ")[1])
        headers = {}
        while (line := self.file.readline().strip()):
            name, _, value = line.partition(b":")
            headers[name.lower()] = value.strip()
        if is_head or status in (204, 304):
            return status, headers, b""
        if headers.get(b"transfer-encoding") == b"chunked":
            body = b""
            while (size := int(self.file.readline(), 16)):
                body += self.file.read(size)
                self.file.readline()
            self.file.readline()
            return status, headers, body
        return status, headers, self.file.read(int(headers.get(b"content-length", 0)))


class Fuzzer:
    def __init__(self, seed, document, samples):
        self.random = random.Random(seed)
        self.routes = [(method.upper(), path) for path, methods in document["paths"].items() for method in methods
                       if path != "/v1/changes" and method in ("get", "post", "put", "patch", "delete")]
        self.samples = samples
        self.ids = ["0008bc3960000000"]

    def value(self, value, depth=0):
        """Another value, or one with a member changed."""
        choose = self.random.random()
        if isinstance(value, dict) and value and choose < 0.7:
            changed = dict(value)
            key = self.random.choice(list(value))
            if choose < 0.1:
                del changed[key]
            elif choose < 0.15:
                changed[str(self.random.choice(VALUES))] = changed[key]
            else:
                changed[key] = self.value(value[key], depth + 1)
            return changed
        if isinstance(value, list) and value and choose < 0.7:
            changed = list(value)
            index = self.random.randrange(len(value))
            changed[index] = self.value(value[index], depth + 1)
            return changed * (2 if choose < 0.05 else 1)
        return self.random.choice(VALUES)

    def body(self):
        choose = self.random.random()
        sample = self.random.choice(self.samples)
        if choose < 0.35:
            return json.dumps(sample).encode()
        if choose < 0.8:
            return json.dumps(self.value(sample)).encode("utf-8", "replace")
        text = bytearray(json.dumps(sample).encode())
        if choose < 0.95:
            for _ in range(self.random.randint(1, 4)):
                text[self.random.randrange(len(text))] = self.random.randrange(256)
            return bytes(text)
        if choose < 0.97:
            return b"[" * self.random.choice([10, 600, 20_000])
        if choose < 0.99:
            return b"\n".join(bytes(text) for _ in range(self.random.randint(0, 5)))
        return bytes(self.random.randrange(256) for _ in range(self.random.randint(0, 200)))

    def request(self):
        """A request, and whether it has no body in its answer."""
        method, path = self.random.choice(self.routes)
        if self.random.random() < 0.05:
            method = self.random.choice(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"])
        def segment(match):
            name = match[1]
            if self.random.random() < 0.7:
                if name == "id":
                    return self.random.choice(self.ids)
                return {"owner": "anna", "kind": "delivery", "key": "42"}.get(name, "a")
            return self.random.choice(SEGMENTS).encode("utf-8").decode("latin-1")
        path = re.sub(r"\{\*?(\w+)\}", segment, path)
        if self.random.random() < 0.2:
            path += "?" + "&".join(self.random.choices(QUERIES, k=self.random.randint(1, 3)))
        body = self.body() if method in ("POST", "PUT", "PATCH") or self.random.random() < 0.02 else b""
        headers = ["Host: x", f"Content-Length: {len(body)}"]
        if body:
            headers.append("Content-Type: application/json")
        if self.random.random() < 0.25:
            headers += self.random.choices(HEADERS, k=self.random.randint(1, 3))
        return f"{method} {path} HTTP/1.1\r\n".encode("latin-1") + "\r\n".join(headers).encode() + b"\r\n\r\n" + body, method == "HEAD"

    def broken(self):
        """A request that may not be HTTP: the connection may end after its answer."""
        text = bytearray(self.request()[0])
        for _ in range(self.random.randint(1, 3)):
            choose, at = self.random.random(), self.random.randrange(min(len(text), 200))
            if choose < 0.6:
                text[at] = self.random.randrange(256)
            elif choose < 0.8:
                del text[at:at + self.random.randint(1, 10)]
            else:
                text[at:at] = bytes(self.random.randrange(256) for _ in range(3))
        return bytes(text)


def check(request, answer):
    status, headers, body = answer
    kind = headers.get(b"content-type", b"").decode().split(";")[0]
    if b"content-encoding" in headers:
        return None
    if status >= 500 and status not in ANSWERS_5XX:
        return f"status {status}"
    if status >= 400 and body:
        if kind != "application/problem+json":
            return f"status {status} with the type {kind}"
        problem = json.loads(body)
        if problem["status"] != status or not problem["code"] or not problem["detail"]:
            return "a problem without a status, code or detail"
    elif kind == "application/json" and body:
        json.loads(body)
    return None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--count", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=int(os.environ.get("SLA_SEED") or random.randrange(1 << 32)))
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        service = Service(options.program, folder)
        try:
            run(service, options)
        finally:
            service.process.kill()


def run(service, options):
    def get(path):
        connection = Connection(service.port)
        connection.socket.sendall(f"GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".encode())
        return json.loads(connection.answer(False)[2])

    samples = [{"owner": "anna", "key": "42"}, {"allowed": False, "owner": "anna", "kind": "delivery"}, {"expiresIn_s": 60},
               {"action": "a", "surface": "lockScreen"}, {"dismissalPolicy": "immediate"}, {"installation": "phone"},
               {"frequentUpdates": True}]
    for kind in [entry["kind"] for entry in get("/v1/kinds")["kinds"]]:
        text = json.dumps(get(f"/v1/kinds/{kind}"))
        # Whatever examples the service gives: attributes start activities, events are sent.
        def look(value):
            if isinstance(value, dict):
                if "attributes" in value and value["attributes"]:
                    first = value["attributes"]
                    for attributes in first if isinstance(first, list) else [first]:
                        samples.append({"kind": kind, "owner": "anna", "key": str(len(samples)), "attributes": attributes})
                if "event" in value:
                    samples.append({"event": value["event"]})
                    samples.append([{"activity": {"owner": "anna", "kind": kind, "key": "42"}, "event": value["event"]}])
                for member in value.values():
                    look(member)
            elif isinstance(value, list):
                for member in value:
                    look(member)
        look(json.loads(text))
    fuzzer = Fuzzer(options.seed, get("/openapi.json"), samples)
    print(f"seed {options.seed}, {len(fuzzer.routes)} operations, {len(samples)} bodies", flush=True)
    begin, sent, reported, statuses, memory, connection = time.monotonic(), 0, 0, {}, 0, None
    while sent < options.count:
        requests = [fuzzer.request() for _ in range(32)]
        last = fuzzer.broken() if fuzzer.random.random() < 0.5 else None
        connection = connection or Connection(service.port)
        try:
            connection.socket.sendall(b"".join(request for request, _ in requests))
        except ConnectionError:
            pass
        for request, is_head in requests:
            sent += 1
            answer = connection.answer(is_head)
            if answer is None:
                # It ended after an answer that says so; what followed was not read.
                break
            statuses[answer[0]] = statuses.get(answer[0], 0) + 1
            problem = check(request, answer)
            if problem:
                fail(service, options, request, problem, answer)
            found = re.search(rb'"activity":"([0-9a-f]{16})"', answer[2])
            if found and len(fuzzer.ids) < 200:
                fuzzer.ids.append(found[1].decode())
            if answer[1].get(b"connection", b"").lower() == b"close":
                break
        else:
            if last is None:
                continue
            sent += 1
            try:
                connection.socket.sendall(last)
                connection.socket.shutdown(socket.SHUT_WR)
                while (answer := connection.answer(last.startswith(b"HEAD"))) is not None:
                    statuses[answer[0]] = statuses.get(answer[0], 0) + 1
                    problem = check(last, answer)
                    if problem:
                        fail(service, options, last, problem, answer)
            except TimeoutError:
                fail(service, options, last, "no answer", None)
            except (OSError, ValueError):
                # The service may close a connection on which no HTTP comes before all of it was sent.
                pass
        connection.socket.close()
        connection = None
        if service.process.poll() is not None:
            fail(service, options, last or request, f"the service has ended with {service.process.returncode}", None)
        if sent > options.count // 4 and not memory:
            memory = service.memory()
        if sent // 100_000 > reported:
            reported = sent // 100_000
            print(f"{sent} requests, {time.monotonic() - begin:.0f} s, {service.memory() >> 20} MiB", flush=True)
    assert get("/healthz") == {"status": "ok"}
    grown = service.memory() - memory
    if grown > 200 << 20:
        fail(service, options, b"", f"{grown >> 20} MiB more memory", None)
    seconds = time.monotonic() - begin
    print(f"{sent} requests in {seconds:.0f} s ({sent / seconds:.0f}/s), {grown >> 20} MiB more memory after the first quarter")
    print("answers:", ", ".join(f"{count} x {status}" for status, count in sorted(statuses.items())))


def fail(service, options, request, problem, answer):
    print(f"FAILED with --seed {options.seed}: {problem}\nrequest: {request[:2000]!r}\nanswer: {str(answer)[:1000]}")
    service.log.seek(0)
    print("".join(service.log.readlines()[-20:]))
    service.process.kill()
    sys.exit(1)


main()
