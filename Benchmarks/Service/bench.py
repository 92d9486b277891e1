#!/usr/bin/env python3
"""Measures a service by HTTP, with wrk and ServiceDriver as clients, and prints figures as Benchmarks does: one JSON object a
line.

    bench.py ROW SERVICE_DRIVER

ROW is http-post, http-post-strict, http-lasting, http-batch, strict-read, sse-idle, sse-publish, sse-delivered or
service-memory. Server and clients share the cores.
"""
import contextlib, http.client, json, os, queue, re, resource, socket, subprocess, sys, tempfile, threading, time

ROW, DRIVER = sys.argv[1], os.path.abspath(sys.argv[2])
HERE = os.path.dirname(os.path.abspath(__file__))
SECONDS, ROUNDS = 5, 3


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@contextlib.contextmanager
def server(*arguments):
    """A process of the driver that listens: its port and its id."""
    port = free_port()
    process = subprocess.Popen([DRIVER, arguments[0], "--port", str(port), *arguments[1:]], stdout=subprocess.DEVNULL)
    try:
        for _ in range(12_000):
            if process.poll() is not None:
                sys.exit(f"{arguments} ended with {process.returncode}")
            with contextlib.suppress(OSError):
                socket.create_connection(("127.0.0.1", port)).close()
                break
            time.sleep(0.01)
        yield port, process.pid
    finally:
        process.terminate()
        try:
            process.wait(30)
        except subprocess.TimeoutExpired:
            process.kill()


def wrk(port, ids, connections=64, seconds=SECONDS, **environment):
    output = subprocess.run(
        ["wrk", "-t1", f"-c{connections}", f"-d{seconds}s", "--timeout", "10s", "-s", f"{HERE}/post.lua",
            f"http://127.0.0.1:{port}"],
        env={**os.environ, "IDS": ids, **{name: str(value) for name, value in environment.items()}},
        stdout=subprocess.PIPE, text=True, check=True).stdout
    answer = json.loads(output.splitlines()[-1])
    if answer["failed"]:
        sys.exit(f"{answer['failed']} of {answer['requests']} requests failed")
    return {**answer, "rate": answer["requests"] / answer["seconds"]}


def figure(name, value, unit, direction="higherIsBetter", baseline=None):
    figure = {"name": name, "value": value, "unit": unit, "direction": direction}
    if baseline:
        figure |= {"baseline": {"name": baseline[0], "value": baseline[1]}, "ratio": value / baseline[1]}
    print(json.dumps(figure), flush=True)


def median(values):
    return sorted(values)[len(values) // 2]


def service(folder, activities=10_000, relaxed=True):
    """A service with its store in a file."""
    return server("serve", "--store", f"{folder}/store.sqlite", "--ids", f"{folder}/ids", "--activities", str(activities),
                  *(["--relaxed"] if relaxed else []))


def http_post(folder, relaxed):
    name = "http-post" if relaxed else "http-post-strict"
    with service(folder, relaxed=relaxed) as (port, _), server("bare") as (bare, _):
        # One after the other, so that both see the machine as it is.
        rounds = [(wrk(port, f"{folder}/ids")["rate"], wrk(bare, f"{folder}/ids")["rate"]) for _ in range(ROUNDS)]
        rate = median([rate for rate, _ in rounds])
        figure(name, rate, "requests/s", baseline=("a bare Hummingbird route", median([bare for _, bare in rounds])))
        # Half of the load: each connection pauses twice as long as a request took.
        latency = wrk(port, f"{folder}/ids", PAUSE_MS=2 * 64 / rate * 1000)
        figure(f"{name}-p99", latency["p99_ms"], f"ms at {latency['rate']:.0f}/s", "lowerIsBetter")


def http_lasting(folder, minutes=10):
    """Whether a service is after ten minutes under load as it was after one: a strict one, beside the bare route, because a
    machine's speed varies more in ten minutes than what is looked for."""
    with service(folder, relaxed=False) as (port, pid), server("bare") as (bare, _):
        rounds = []
        for _ in range(2 * minutes):
            rate = wrk(port, f"{folder}/ids", seconds=24)["rate"]
            rounds.append((rate / wrk(bare, f"{folder}/ids", seconds=6)["rate"], resident(pid)))
    # The first minute makes caches and buffers.
    (first, memory), (last, later) = [(median([rate for rate, _ in part]), part[-1][1]) for part in (rounds[2:6], rounds[-4:])]
    figure("http-lasting", 100 * last, "% of the bare route", baseline=("in the second and third minute", 100 * first))
    figure("http-lasting-memory", later, "MiB", "lowerIsBetter", baseline=("after the third minute", memory))
    if last < 0.85 * first or later > 1.2 * memory:
        sys.exit("the service became slower or larger under load")


def http_batch(folder):
    for name, relaxed in (("http-batch", True), ("http-batch-strict", False)):
        os.makedirs(f"{folder}/{name}")
        with service(f"{folder}/{name}", relaxed=relaxed) as (port, _):
            rates = [wrk(port, f"{folder}/{name}/ids", connections=8, BATCH=1000)["rate"] * 1000 for _ in range(ROUNDS)]
        figure(name, median(rates), "events/s")


def strict_read(folder):
    """What a reader waits for where it sees only what is on disk: a change on a stream, and a GET, alone and beside writers."""
    with service(folder, activities=1_000, relaxed=False) as (port, _):
        activity = first_id(folder)
        changes, client = queue.Queue(), http.client.HTTPConnection("127.0.0.1", port)

        def read():
            stream = http.client.HTTPConnection("127.0.0.1", port)
            stream.request("GET", f"/v1/changes?activity={activity}")
            answer = stream.getresponse()
            changes.put(0)
            while line := answer.readline():
                if line.startswith(b"event: change"):
                    changes.put(time.monotonic())

        def call(method, path, body=None):
            client.request(method, path, body, {"Content-Type": "application/json"})
            answer = client.getresponse()
            text = answer.read()
            if answer.status != 200:
                sys.exit(f"{method} {path}: {answer.status} {text}")

        def milliseconds(action, count=300):
            times = []
            for number in range(count):
                began = time.monotonic()
                times.append(((action(number) or time.monotonic()) - began) * 1000)
            return median(times)

        def publish(number):
            call("POST", f"/v1/activities/{activity}/events",
                json.dumps({"event": {"courierAssigned": {"name": f"Courier {number}"}}}))

        def follow(number):
            publish(number)
            return changes.get(timeout=60)

        threading.Thread(target=read, daemon=True).start()
        changes.get(timeout=60)
        figure("strict-read-change", milliseconds(follow), "ms from a request until its change is on a stream", "lowerIsBetter")
        figure("strict-read-post", milliseconds(lambda number: publish(-1 - number)), "ms for the request alone",
            "lowerIsBetter")
        get = lambda _: call("GET", f"/v1/activities/{activity}")
        figure("strict-read-get", milliseconds(get), "ms for a GET", "lowerIsBetter")
        over = threading.Event()

        def write(number):
            writer = http.client.HTTPConnection("127.0.0.1", port)
            with open(f"{folder}/ids") as file:
                activity = file.read().split()[number]
            count = 0
            while not over.wait(0.01):
                count += 1
                writer.request("POST", f"/v1/activities/{activity}/events",
                    json.dumps({"event": {"courierAssigned": {"name": f"{count}"}}}),
                               {"Content-Type": "application/json"})
                writer.getresponse().read()

        writers = [threading.Thread(target=write, args=(number,)) for number in range(1, 9)]
        for writer in writers:
            writer.start()
        figure("strict-read-get-busy", milliseconds(get), "ms for a GET beside 8 writers that pause 10 ms", "lowerIsBetter")
        over.set()
        for writer in writers:
            writer.join()


def streams(port, pid, *arguments):
    output = subprocess.run(
        [DRIVER, "streams", "--port", str(port), "--pid", str(pid), *map(str, arguments)], stdout=subprocess.PIPE, text=True,
        check=True).stdout
    print(output, file=sys.stderr)
    return output


def resident(pid):
    """The resident memory of a process in MiB."""
    with open(f"/proc/{pid}/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGESIZE") >> 20


def first_id(folder):
    with open(f"{folder}/ids") as file:
        return file.readline().strip()


def sse_idle(folder):
    # Each stream is an open file of the service and one of the client. Where a process may have fewer, as many as it may are
    # opened, and the memory of the others is that of these.
    wanted = 40_000
    count = min(wanted, resource.getrlimit(resource.RLIMIT_NOFILE)[0] - 500)
    with service(folder, activities=1_000) as (port, pid):
        before = resident(pid)
        output = streams(port, pid, "--count", count, "--hold", 20)
    opened, lost = int(re.search(r"opened (\d+)", output)[1]), int(re.search(r"lost (\d+)", output)[1])
    if opened != count or lost:
        sys.exit(f"{opened} of {count} streams were opened, {lost} lost")
    after = int(re.findall(r"resident (\d+)", output)[-1])
    value = before + (after - before) * wanted / count
    figure("sse-idle", value, f"MiB with {wanted} streams" + (f", from {after} MiB with {count}" if count < wanted else ""),
        "lowerIsBetter")


def sse_publish(folder):
    with service(folder, activities=10) as (port, pid):
        activity = first_id(folder)
        output = streams(port, pid, "--count", 10_000, "--path", f"/v1/changes?activity={activity}", "--activity", activity,
            "--events", 10)
    figure("sse-publish", max(int(ms) for ms in re.findall(r"10000 have it after (\d+) ms", output)), "ms at most of 10",
        "lowerIsBetter")


def sse_delivered(folder):
    with service(folder, activities=10) as (port, pid):
        activity = first_id(folder)
        output = streams(port, pid, "--count", 1_000, "--path", f"/v1/changes?activity={activity}", "--activity", activity,
                         "--events", 5, "--together", 500)
    times = [int(ms) for ms in re.findall(r"500000 have it after (\d+) ms", output)]
    figure("sse-delivered", 500_000 / (median(times) / 1000), "changes/s to 1000 streams")


def service_memory(folder):
    with service(folder, activities=100_000) as (port, pid):
        output = streams(port, pid, "--count", 1_000, "--hold", 2)
    figure("service-memory", int(re.findall(r"resident (\d+)", output)[-1]) * 1.048576, "MB with 100000 activities",
        "lowerIsBetter")


try:
    resource.setrlimit(resource.RLIMIT_NOFILE, (100_000, 100_000))
except (ValueError, OSError):
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
# Beside the driver, so that the store is on a disk and not in memory.
with tempfile.TemporaryDirectory(dir=os.path.dirname(DRIVER)) as folder:
    {
        "http-post": lambda: http_post(folder, True), "http-post-strict": lambda: http_post(folder, False),
        "http-lasting": lambda: http_lasting(folder), "http-batch": lambda: http_batch(folder),
        "strict-read": lambda: strict_read(folder),
        "sse-idle": lambda: sse_idle(folder), "sse-publish": lambda: sse_publish(folder),
        "sse-delivered": lambda: sse_delivered(folder), "service-memory": lambda: service_memory(folder),
    }[ROW]()
