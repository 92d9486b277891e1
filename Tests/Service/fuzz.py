#!/usr/bin/env python3
"""Sends a service valid, nearly valid and invalid requests, and checks every answer.

    fuzz.py PROGRAM [--count N] [--seed N] [--log FILE]

Each answer must conform to the API: no status 500, errors as JSON problems, JSON if the type says so; a valid request is not
reported as malformed. Several connections are kept open, and requests are pipelined. The service must still answer at the end,
use little more memory than after the first half, and end with the status 0. A failure prints its seed and the request. `--log`
keeps the service's log.
"""
import argparse, collections, json, os, random, re, signal, socket, subprocess, sys, tempfile, time

from fuzz_requests import Fuzzer
from serve_process import PATIENCE_S

ANSWERS_5XX = {501, 503}
# The allowed answers to a valid request: the activity may have ended or be in another state, and
# the owner may have switched activities off.
ANSWERS_TO_GOOD = {200, 201, 202, 403, 404, 409}
# The number of seconds without an answer that counts as a failure.
SILENCE = 60
CONNECTIONS, TOGETHER = 4, 48
# The maximum growth of the service's memory in the second half, when all of its caches are full.
GROWTH = 64 << 20


class Service:
    def __init__(self, program, folder, log):
        with open(f"{folder}/config.yaml", "w") as file:
            # Streams are disabled, because they do not end. The history for streams is shorter than by default, so that it is
            # full soon.
            file.write("limits: { streams: 0 }\nstreams: { history: 4096 }\n")
        self.log = open(log or f"{folder}/log", "w+")
        self.process = subprocess.Popen(
            [program, "serve", "--config", f"{folder}/config.yaml", "--state", folder, "--port", "0", "--relaxed"],
            stdout=subprocess.PIPE, stderr=self.log, text=True)
        self.port = int(re.search(r":(\d+)/", self.process.stdout.readline())[1])

    def memory(self):
        with open(f"/proc/{self.process.pid}/statm") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGESIZE")

    def get(self, path):
        connection = Connection(self.port)
        connection.socket.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode())
        return connection.answer(False).body

    def end(self):
        """Ends the service with SIGTERM, like systemd. Returns its exit status."""
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(PATIENCE_S)


Answer = collections.namedtuple("Answer", "status type encoding closes body")


class Connection:
    def __init__(self, port):
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=SILENCE)
        self.file = self.socket.makefile("rb", buffering=1 << 18)
        self.waiting = []

    def send(self, requests):
        self.waiting = requests
        try:
            self.socket.sendall(b"".join(request.text for request in requests))
        except ConnectionError:
            # The service closed the connection after an answer that announced it, which is still unread.
            pass

    def answer(self, is_head):
        """The next answer; `None` if the connection has ended."""
        readline = self.file.readline
        try:
            line = readline()
        except ConnectionError:
            return None
        if not line:
            return None
        status, headers = int(line[9:12]), {}
        while len(line := readline()) > 2:
            name, _, value = line.partition(b":")
            headers[name.lower()] = value.strip()
        if status == 100:
            # An interim response to a request with `Expect: 100-continue`.
            return self.answer(is_head)
        body = b""
        if is_head or status in (204, 304):
            pass
        elif headers.get(b"transfer-encoding") == b"chunked":
            while (size := int(readline(), 16)):
                body += self.file.read(size)
                readline()
            readline()
        else:
            body = self.file.read(int(headers.get(b"content-length", 0)))
        return Answer(status, headers.get(b"content-type", b"").partition(b";")[0], headers.get(b"content-encoding"),
                      headers.get(b"connection", b"").lower() == b"close", body)


def problem_of(answer, is_good):
    """The problem with an answer; `None` if it is correct."""
    if answer.status >= 500 and answer.status not in ANSWERS_5XX:
        return f"status {answer.status}"
    if is_good and answer.status not in ANSWERS_TO_GOOD:
        return f"status {answer.status} for a request with nothing wrong in it"
    if answer.encoding is not None:
        return None
    if answer.status >= 400 and answer.body:
        if answer.type != b"application/problem+json":
            return f"status {answer.status} with the type {answer.type}"
        problem = json.loads(answer.body)
        if problem["status"] != answer.status or not problem["code"] or not problem["detail"]:
            return "a problem without a status, code or detail"
    elif answer.type == b"application/json" and answer.body:
        json.loads(answer.body)
    return None


class Run:
    def __init__(self, service, options):
        self.service, self.options = service, options
        self.fuzzer = Fuzzer(options.seed, json.loads(service.get("/openapi.json")))
        self.learn()
        self.statuses, self.good, self.sent, self.began = collections.Counter(), collections.Counter(), 0, time.monotonic()

    def learn(self):
        self.fuzzer.learn(json.loads(self.service.get("/v1/kinds"))["kinds"])

    def fail(self, request, problem, answer=None):
        print(f"FAILED with --seed {self.options.seed}: {problem}\nrequest: {request[:2000]!r}\nanswer: {str(answer)[:1000]}")
        self.service.log.seek(0)
        print("".join(self.service.log.readlines()[-20:]))
        self.service.process.kill()
        sys.exit(1)

    def take(self, request, answer):
        self.statuses[answer.status] += 1
        if request.is_good:
            self.good[answer.status] += 1
        try:
            problem = problem_of(answer, request.is_good)
        except (ValueError, KeyError) as error:
            problem = f"the answer is not the JSON that it should be: {error!r}"
        if problem:
            self.fail(request.text, problem, answer)
        if request.starts and answer.status == 201:
            self.fuzzer.was_started(re.search(rb'"activity":"([0-9a-f]{16})"', answer.body)[1].decode(), request.starts)

    def read(self, connection):
        """Reads the pending answers. Returns whether the connection can be used again."""
        for request in connection.waiting:
            self.sent += 1
            try:
                answer = connection.answer(request.is_head)
            except TimeoutError:
                self.fail(request.text, "no answer")
            if answer is None:
                # The service closed the connection after an answer that announced it, without reading the following requests.
                return False
            self.take(request, answer)
            if answer.closes:
                return False
        return True

    def end_with(self, connection, last):
        """Sends malformed HTTP, and reads until the connection ends."""
        self.sent += 1
        try:
            connection.socket.sendall(last.text)
            connection.socket.shutdown(socket.SHUT_WR)
            while (answer := connection.answer(last.is_head)) is not None:
                self.take(last, answer)
        except TimeoutError:
            self.fail(last.text, "no answer")
        except (OSError, ValueError):
            # The service may close a connection with invalid HTTP before everything was sent.
            pass

    def play(self):
        fuzzer, count = self.fuzzer, self.options.count
        connections, at_half, step = [None] * CONNECTIONS, None, max(count // 10, 1)
        reported = 0
        while self.sent < count:
            for index in range(CONNECTIONS):
                connection = connections[index]
                if connection:
                    is_usable = self.read(connection)
                    # Some connections end with malformed HTTP.
                    if is_usable and fuzzer.random.random() < 0.25:
                        self.end_with(connection, fuzzer.broken())
                        is_usable = False
                    if not is_usable:
                        connection.socket.close()
                        connection = None
                        if self.service.process.poll() is not None:
                            self.fail(b"", f"the service has ended with {self.service.process.returncode}")
                connections[index] = connection = connection or Connection(self.service.port)
                connection.send([fuzzer.request() for _ in range(TOGETHER)])
            if self.sent // step > reported:
                reported = self.sent // step
                if at_half is None and self.sent >= count // 2:
                    at_half = self.service.memory()
                self.report()
                # Reloads the examples, because their dates are relative to the current time.
                self.learn()
        for connection in connections:
            self.read(connection)
            connection.socket.close()
        return at_half

    def report(self):
        counts = dict(re.findall(r"^live_activities_(commands_total\{[^}]*\"applied\"\}|stream_changes_total|store_bytes)"
                                 r" (\d+)",
                                 self.service.get("/metrics").decode(), re.M))
        activities = sum(int(number) for number in re.findall(
            r"^live_activities_activities\{[^}]*\} (\d+)", self.service.get("/metrics").decode(), re.M))
        print(f"{self.sent} requests, {time.monotonic() - self.began:.0f} s, {self.service.memory() >> 20} MiB, {activities} "
              f"activities, "
              f"store of {int(counts.get('store_bytes', 0)) >> 20} MiB", flush=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--count", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=int(os.environ.get("SLA_SEED") or random.randrange(1 << 32)))
    parser.add_argument("--log")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        service = Service(options.program, folder, options.log)
        try:
            run = Run(service, options)
            print(f"seed {options.seed}, {run.fuzzer.operations} operations, {len(run.fuzzer.samples)} bodies", flush=True)
            at_half = run.play()
            assert json.loads(service.get("/healthz")) == {"status": "ok"}
            grown = service.memory() - at_half
            seconds = time.monotonic() - run.began
            print(f"{run.sent} requests in {seconds:.0f} s ({run.sent / seconds:.0f}/s), {grown >> 20} MiB more memory in the "
                  f"second half")
            print("answers:", ", ".join(f"{count} x {status}" for status, count in sorted(run.statuses.items())))
            print("answers to right ones:", ", ".join(f"{count} x {status}" for status, count in sorted(run.good.items())))
            if grown > GROWTH:
                run.fail(b"", f"{grown >> 20} MiB more memory in the second half")
            status = service.end()
            print(f"the service ended with {status}")
            if status != 0:
                run.fail(b"", f"the service ended with {status}")
        finally:
            service.process.kill()


main()
