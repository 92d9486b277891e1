#!/usr/bin/env python3
"""A nemesis: three hosts, each with a node of `serve --cluster` and a nats-server, under faults and a load of events.

    Tests/Service/network.py PROGRAM [--nats-server PATH] [--faults N] [--seed N] [OPTIONS]

The hosts are network namespaces, created and removed here: the script needs root, ip (Debian: iproute2) and /dev/net/tun. A
fault lasts some seconds, and one in four comes with another one (nemesis.py). `--kinds` chooses among
    cut      a host cannot send to the others, cannot receive from them, or both; or two hosts are disconnected
    loss     5, 20 or 40 % of a host's packets are lost, or some are duplicated and reordered
    delay    30, 100 or 400 ms of additional delay for sent, or also for received packets; 20, 100 or 500 KB/s
    kill     a node or a nats-server is killed with SIGKILL, or a node is paused
    outside  a host cannot reach the APNs and the webhook's endpoint
    These options are permanent:
    --loss PERCENT, --delay MS     for all packets between hosts
    --clocks                       the time of day is 30 s ahead on the first node, 30 s behind on the second, and the clocks
                                   of the third are 1 % fast
    --tls                          nats-servers with TLS, to nodes and among each other
    --webhooks, --push PUSHDRIVER  an endpoint; an APNs with a token for each activity
    --batches                      a third of the requests are batches
    --all PUSHDRIVER               all of these, with 1 % and 2 ms

At the end numbered_load.py counts violations: an acknowledged event that is missing or was applied twice; an event that was
answered with "nothing was done" but was applied; a change that the endpoint has not received, or not in order; a phone that
does not show the last content, or shows older content with a newer timestamp. A stream position at which the servers' copies
differ is also a violation, by the servers. After a violation, or with --keep, the folder with all logs is kept.
"""
import argparse, email.utils, http.client, json, os, random, re, shutil, signal, subprocess, sys, tempfile, time

from serve_process import compile_clock
from stored_messages import differences
from virtual_network import Link, Links, VirtualNetwork

HOSTS = ["10.77.0.1", "10.77.0.2", "10.77.0.3"]
# The addresses of the test: its clients, and the services that nodes call.
HERE, OUTSIDE = "10.77.0.10", "10.77.0.11"
PARTITIONS, CLIENTS, ACTIVITIES_EACH = 6, 16, 3
CLOCKS = [{"CLOCK_OFFSET_S": "30"}, {"CLOCK_OFFSET_S": "-30"}, {"CLOCK_RATE": "1.01"}]
PATIENCE_S = 300


class Certificates:
    """A certificate authority and a certificate for each host, valid from an hour before, because a clock may be behind."""

    def __init__(self, folder, clock):
        self.folder = folder
        before = {**os.environ, "LD_PRELOAD": clock, "CLOCK_OFFSET_S": "-3600"}

        def openssl(*arguments):
            subprocess.run(["openssl", *arguments], check=True, capture_output=True, cwd=folder, env=before)

        key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
        openssl("req", "-x509", *key, "-keyout", "ca.key", "-out", "ca.pem", "-subj", "/CN=network.py", "-days", "2")
        for number, address in enumerate(HOSTS):
            with open(f"{folder}/names", "w") as file:
                file.write(f"subjectAltName=IP:{address}\n")
            openssl("req", *key, "-keyout", f"n{number}.key", "-out", f"n{number}.csr", "-subj", f"/CN=n{number}")
            openssl(
                "x509", "-req", "-in", f"n{number}.csr", "-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial",
                "-days", "2", "-extfile", "names", "-out", f"n{number}.pem")

    def configuration(self, number):
        """The TLS blocks of a nats-server's configuration: for clients, and for other servers."""
        files = f'cert_file: "{self.folder}/n{number}.pem", key_file: "{self.folder}/n{number}.key", timeout: 5'
        return f"tls {{ {files} }}\n", f'tls {{ {files}, ca_file: "{self.folder}/ca.pem", verify: true }}, '


class HostServers:
    """The nats-servers, one on each host."""

    def __init__(self, program, folder, network, certificates):
        self.program, self.folder, self.network, self.processes = program, folder, network, [None] * len(HOSTS)
        for number, address in enumerate(HOSTS):
            os.mkdir(f"{folder}/n{number}")
            routes = ", ".join(f"nats://{other}:6222" for other in HOSTS)
            clients_tls, routes_tls = certificates.configuration(number) if certificates else ("", "")
            with open(f"{folder}/n{number}.conf", "w") as file:
                file.write(
                    f'server_name: n{number}\nlisten: "{address}:4222"\nhttp: "{address}:8222"\n'
                    f'log_file: "{folder}/n{number}.log"\n{clients_tls}'
                    f'jetstream {{ store_dir: "{folder}/n{number}", max_file_store: 4GB, max_memory_store: 64MB }}\n'
                    # Short, so that a silent route to another server is closed soon.
                    "ping_interval: 2s\nping_max: 2\n"
                    f'cluster {{ name: local, listen: "{address}:6222", {routes_tls}routes: [{routes}] }}\n')
            self.start(number)

    def start(self, number):
        self.processes[number] = subprocess.Popen(
            ["ip", "netns", "exec", self.network.names[number], self.program, "-c", f"{self.folder}/n{number}.conf"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def kill(self, number):
        self.processes[number].kill()
        self.processes[number].wait()

    def differences(self):
        """The stream positions at which the servers' copies differ."""
        return differences([f"{self.folder}/n{number}" for number in range(len(HOSTS))])

    def record(self):
        """Saves the status of each server, to investigate a violation."""
        for address in HOSTS:
            for page in "jsz?streams=true&raft=true&config=true", "routez", "healthz":
                connection = http.client.HTTPConnection(address, 8222, timeout=5)
                try:
                    connection.request("GET", f"/{page}")
                    text = connection.getresponse().read()
                except (OSError, http.client.HTTPException) as error:
                    text = repr(error).encode()
                with open(f"{self.folder}/{address}-{page.split('?')[0]}", "wb") as file:
                    file.write(text)


def story(network, options, folder):
    """Runs in its own namespace, which can always reach all hosts."""
    certificates = Certificates(folder, f"{folder}/clock.so") if options.tls else None
    scheme = "tls" if options.tls else "nats"
    os.environ["NATS_SERVERS"] = ",".join(f"{scheme}://{address}:4222" for address in HOSTS)
    if options.tls:
        os.environ["NATS_CERTIFICATES"] = f"{folder}/ca.pem"
    # These modules read the servers' addresses when they are imported.
    from cluster_nodes import CLUSTER, Node, cluster, show_logs, until
    from nemesis import Nemesis
    from numbered_load import NumberedLoad
    from receivers import Endpoint, Push

    began = time.time()
    servers = HostServers(options.nats_server, folder, network, certificates)
    made = subprocess.run(
        [options.program, "token", "create", "--name", "test", "--scope", "admin", "--state", f"{folder}/tokens"],
        capture_output=True, text=True, check=True)
    token = re.search(r"la_\S+", made.stdout)[0]

    class HostNode(Node):
        """A node in its host's namespace."""

        def start(self):
            self.number = int(self.name[-1])
            self.host = HOSTS[self.number]
            shutil.copy(f"{folder}/tokens/tokens.json", f"{self.folder}/tokens.json")
            through = ["ip", "netns", "exec", network.names[self.number], "env"]
            if options.clocks:
                clock = {"LD_PRELOAD": f"{folder}/clock.so", "CLOCK_SINCE_S": str(began), **CLOCKS[self.number]}
                through += [f"{name}={value}" for name, value in clock.items()]
            self.launch(
                self.program, "--host", self.host, "--port", "8080", *CLUSTER, "--partitions", str(PARTITIONS),
                "--node", self.name, through=through)

        def restart(self):
            """Restarts the node like a supervisor, because a node exits at its start while the servers elect a leader."""

            def starts():
                try:
                    self.start()
                    return True
                except AssertionError:
                    return False

            until(lambda: f"{self.name} does not start", starts)

        def call(self, method, path, body=None):
            connection = http.client.HTTPConnection(self.host, self.port, timeout=30)
            connection.request(
                method, path, None if body is None else json.dumps(body),
                {"Content-Type": "application/json", "Authorization": f"Bearer {token}"})
            answer = connection.getresponse()
            self.date = answer.headers["Date"]
            text = answer.read()
            return answer.status, json.loads(text) if text[:1] in (b"{", b"[") else text

    chance = random.Random(options.seed)
    settings, endpoint, push, nodes = "", None, None, []
    if options.webhooks:
        endpoint = Endpoint(OUTSIDE)
        settings += endpoint.settings(folder)
    if options.push:
        push = Push(options.push, f"{folder}/push", OUTSIDE, CLIENTS * ACTIVITIES_EACH)
        settings += push.settings()
    try:
        for number in range(len(HOSTS)):
            nodes.append(HostNode(options.program, folder, number, settings))
        numbers = range(CLIENTS * ACTIVITIES_EACH)
        activities = [nodes[number % 3].start_delivery(number, f"owner-{number}") for number in numbers]
        for number in numbers if push else []:
            status, answer = nodes[number % 3].call(
                "POST", "/v1/tokens", push.registration(number, activities[number], f"owner-{number}"))
            assert status == 201, (status, answer)
        differences = []
        for node in nodes:
            node.call("GET", "/readyz")
            differences.append(round(email.utils.parsedate_to_datetime(node.date).timestamp() - time.time()))
        print(f"clocks of the nodes are ahead by {differences} s", flush=True)
        assert not options.clocks or (abs(differences[0] - 30) <= 2 and abs(differences[1] + 30) <= 2), differences

        nemesis = Nemesis(
            Links(options.control), HOSTS, OUTSIDE, Link(loss=options.loss / 100, delay_ms=options.delay), nodes, servers,
            chance, options.kinds)
        load = NumberedLoad(
            nodes, [activities[client::CLIENTS] for client in range(CLIENTS)], options.seed, options.pause / 1000,
            options.batches)
        time.sleep(2)
        for count in range(1, options.faults + 1):
            text = nemesis.begin()
            print(f"{time.time() - began:.1f} s, {count}: {text}: {load.acknowledged()} events acknowledged", flush=True)
            time.sleep(chance.uniform(2, 9))
            nemesis.heal()
            time.sleep(chance.uniform(1, 6))
        healed = time.monotonic()
        load.end(PATIENCE_S)
        settled = time.monotonic() - healed
        until(lambda: cluster(options.program, "status"), lambda: "Without an owner" not in cluster(options.program, "status"))
        load.check_records()
        if endpoint:
            load.check_webhook(endpoint, 2 * PATIENCE_S)
        if push:
            load.check_pushes(push, activities, PATIENCE_S)
        for stream, positions in servers.differences().items():
            load.violate(f"{stream}: the servers' copies differ at {len(positions)} positions, the first is {positions[0]}")
        durations = sorted(load.durations)
        print(
            f"seed {options.seed}: {options.faults} times faults "
            f"({', '.join(f'{kind} {times}' for kind, times in nemesis.counts.items())}); "
            f"{load.acknowledged()} events acknowledged; requests took p50 {durations[len(durations) // 2]:.2f} s, p99 "
            f"{durations[len(durations) * 99 // 100]:.1f} s, at most {durations[-1]:.1f} s; answers {dict(load.answers)}; "
            + (f"{endpoint.calls} calls of the webhook; " if endpoint else "")
            + (f"{len(push.pushes())} pushes; " if push else "")
            + f"all was acknowledged {settled:.1f} s after the last fault; {len(load.violations)} violations", flush=True)
        assert not load.violations, f"{len(load.violations)} violations; the logs are in {folder}"
    except BaseException:
        servers.record()
        show_logs(nodes)
        raise
    finally:
        for process in [*(node.process for node in nodes), *filter(None, servers.processes)]:
            process.kill()
        if push:
            push.close()


def main():
    parser = argparse.ArgumentParser(usage="network.py PROGRAM [OPTIONS]", description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("--nats-server", default="/usr/sbin/nats-server")
    parser.add_argument("--faults", type=int, default=8)
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 20))
    parser.add_argument("--kinds", type=lambda text: text.split(","), default=["cut", "loss", "delay", "kill", "outside"])
    parser.add_argument("--loss", type=float, default=0)
    parser.add_argument("--delay", type=float, default=0)
    parser.add_argument("--pause", type=float, default=100, help="milliseconds between the requests of one of the 16 clients")
    for name in "clocks", "tls", "webhooks", "batches", "keep":
        parser.add_argument(f"--{name}", action="store_true")
    parser.add_argument("--push", metavar="PUSHDRIVER", type=os.path.abspath)
    parser.add_argument("--all", metavar="PUSHDRIVER", type=os.path.abspath)
    # For the process in the test's namespace.
    parser.add_argument("--prefix", help=argparse.SUPPRESS)
    parser.add_argument("--folder", help=argparse.SUPPRESS)
    parser.add_argument("--control", type=int, help=argparse.SUPPRESS)
    options = parser.parse_args()
    options.program, options.nats_server = os.path.abspath(options.program), os.path.abspath(options.nats_server)
    if options.all:
        options.push, options.loss, options.delay = options.all, 1, 2
        options.clocks = options.tls = options.webhooks = options.batches = True
    network = VirtualNetwork([[address] for address in HOSTS] + [[HERE, OUTSIDE]])
    if options.prefix:
        network.names = [f"{options.prefix}-{number}" for number in range(len(HOSTS))]
        story(network, options, options.folder)
        return 0
    if os.geteuid() != 0 or not shutil.which("ip") or not os.path.exists("/dev/net/tun"):
        sys.exit("network.py: it makes network namespaces: run it as root, with ip (iproute2) and /dev/net/tun")
    for number in signal.SIGTERM, signal.SIGHUP:
        signal.signal(number, lambda *_: sys.exit(143))
    folder = tempfile.mkdtemp(prefix="network-")
    compile_clock(folder)
    status = 1
    try:
        network.make()
        reads, writes = os.pipe()
        process = subprocess.Popen(
            ["ip", "netns", "exec", network.names[-1], sys.executable, os.path.abspath(__file__), *sys.argv[1:],
             "--seed", str(options.seed), "--prefix", network.prefix, "--folder", folder, "--control", str(writes)],
            pass_fds=[writes])
        os.close(writes)
        network.forward(reads, options.seed)
        status = process.wait()
        return status
    finally:
        network.remove()
        if status == 0 and not options.keep:
            shutil.rmtree(folder, ignore_errors=True)


sys.exit(main())
