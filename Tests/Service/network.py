#!/usr/bin/env python3
"""Cuts the network between three hosts, each with a node of `live-activities serve --cluster` and a nats-server, under a load of events.

    Tests/Service/network.py PROGRAM [--nats-server PATH] [--faults N] [--seed N]

The hosts are network namespaces on a bridge, made and removed here; it needs root, ip and nft (Debian: iproute2, nftables). A fault lasts some
seconds: a host that reaches none of the others, or is reached by none, or both; a host that does not reach one other, while that reaches it;
a fifth of the packets of a host lost; and, where the kernel has netem, a tenth of a second's delay. Each client gives its events one after the
other to any node, and each again, with its id, until a node has acknowledged it. In the end each event must have happened once.
"""
import argparse, http.client, json, os, random, re, shutil, signal, subprocess, sys, tempfile, threading, time

HUB_ADDRESS = "10.77.0.10"
CLIENTS = 16


def run(*arguments, check=True):
    done = subprocess.run(arguments, capture_output=True, text=True)
    if check and done.returncode != 0:
        raise SystemExit(f"network.py: {' '.join(arguments)}: {done.stderr.strip()}")
    return done.returncode == 0


class Network:
    """Namespaces whose names have this process's number: `hub` with a bridge, and one for each host."""

    def __init__(self, count):
        self.count, self.prefix = count, f"la{os.getpid()}"
        self.hub = f"{self.prefix}-hub"
        self.made = []

    def host(self, number):
        return f"{self.prefix}-{number}"

    def address(self, number):
        return f"10.77.0.{number + 1}"

    def make(self):
        self.namespace(self.hub)
        self.inside(self.hub, "ip", "link", "add", "bridge", "type", "bridge")
        self.inside(self.hub, "ip", "link", "set", "bridge", "up")
        self.inside(self.hub, "ip", "address", "add", f"{HUB_ADDRESS}/24", "dev", "bridge")
        for number in range(self.count):
            host = self.host(number)
            self.namespace(host)
            self.inside(self.hub, "ip", "link", "add", f"port{number}", "type", "veth", "peer", "name", "eth0", "netns", host)
            self.inside(self.hub, "ip", "link", "set", f"port{number}", "master", "bridge", "up")
            self.inside(host, "ip", "address", "add", f"{self.address(number)}/24", "dev", "eth0")
            self.inside(host, "ip", "link", "set", "eth0", "up")
            self.inside(host, "nft", "add table inet faults")
            for hook in "input", "output":
                self.inside(host, "nft", f"add chain inet faults {hook} {{ type filter hook {hook} priority 0; }}")

    def namespace(self, name):
        run("ip", "netns", "add", name)
        self.made.append(name)
        self.inside(name, "ip", "link", "set", "lo", "up")

    def inside(self, name, *arguments, check=True):
        return run("ip", "netns", "exec", name, *arguments, check=check)

    def remove(self):
        """Also ends what runs in them."""
        for name in self.made:
            for process in subprocess.run(["ip", "netns", "pids", name], capture_output=True, text=True).stdout.split():
                try:
                    os.kill(int(process), signal.SIGKILL)
                except ProcessLookupError:
                    pass
            run("ip", "netns", "delete", name, check=False)

    # Faults. The test itself, on the hub, reaches every host always.

    def drop(self, host, hook, other, share=100):
        side = "daddr" if hook == "output" else "saddr"
        random_part = "" if share == 100 else f"numgen random mod 100 < {share} "
        self.inside(self.host(host), "nft", f"add rule inet faults {hook} ip {side} {self.address(other)} {random_part}drop")

    def delay(self, host, milliseconds):
        return self.inside(
            self.host(host), "tc", "qdisc", "add", "dev", "eth0", "root", "netem", "delay", f"{milliseconds}ms", "20ms", check=False)

    def heal(self):
        for number in range(self.count):
            for hook in "input", "output":
                self.inside(self.host(number), "nft", f"flush chain inet faults {hook}")
            self.inside(self.host(number), "tc", "qdisc", "del", "dev", "eth0", "root", check=False)

    def fault(self, chance):
        """Begins one, and says which."""
        host = chance.randrange(self.count)
        others = [number for number in range(self.count) if number != host]
        kind = chance.choice(["cut off", "deaf", "mute", "one way", "lossy", "slow"])
        if kind == "slow" and not self.delay(host, 100):
            kind = "lossy"
        for other in others:
            if kind in ("cut off", "mute"):
                self.drop(host, "output", other)
            if kind in ("cut off", "deaf"):
                self.drop(host, "input", other)
            if kind == "lossy":
                self.drop(host, "output", other, 20)
        if kind == "one way":
            other = chance.choice(others)
            self.drop(host, "output", other)
            return f"{host} does not reach {other}"
        return f"{host} is {kind}"


def story(network, options, folder):
    """Runs on the hub."""
    from cluster_nodes import Node, cluster, show_logs, until

    processes = []
    for number in range(network.count):
        os.mkdir(f"{folder}/n{number}")
        routes = ", ".join(f"nats://{network.address(other)}:6222" for other in range(network.count))
        with open(f"{folder}/n{number}.conf", "w") as file:
            file.write(
                f'server_name: n{number}\nlisten: "{network.address(number)}:4222"\n'
                f'jetstream {{ store_dir: "{folder}/n{number}", max_file_store: 4GB, max_memory_store: 64MB }}\n'
                # Like a server on another machine: a route that is silent is given up soon.
                "ping_interval: 2s\nping_max: 2\n"
                f'cluster {{ name: local, listen: "{network.address(number)}:6222", routes: [{routes}] }}\n')
        processes.append(subprocess.Popen(
            ["ip", "netns", "exec", network.host(number), options.nats_server, "-c", f"{folder}/n{number}.conf"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL))
    made = subprocess.run(
        [options.program, "token", "create", "--name", "test", "--scope", "admin", "--state", f"{folder}/tokens"],
        capture_output=True, text=True, check=True)
    token = re.search(r"la_\S+", made.stdout)[0]

    class HostNode(Node):
        """A node in the namespace of its host, reached from the hub."""

        def start(self):
            number = int(self.name[-1])
            shutil.copy(f"{folder}/tokens/tokens.json", f"{self.folder}/tokens.json")
            self.host = network.address(number)
            self.launch(
                self.program, "--host", self.host, "--port", "8080", "--cluster", os.environ["NATS_SERVERS"], "--partitions", "6",
                "--node", self.name, through=["ip", "netns", "exec", network.host(number)])

        def call(self, method, path, body=None):
            connection = http.client.HTTPConnection(self.host, self.port, timeout=30)
            connection.request(
                method, path, None if body is None else json.dumps(body),
                {"Content-Type": "application/json", "Authorization": f"Bearer {token}"})
            answer = connection.getresponse()
            text = answer.read()
            return answer.status, json.loads(text) if text[:1] in (b"{", b"[") else text

    chance = random.Random(options.seed)
    nodes = [HostNode(options.program, folder, number) for number in range(network.count)]
    over, acknowledged, repeated, slowest = threading.Event(), [0] * CLIENTS, [0], [0.0]
    try:
        activities = [nodes[number % 3].start_delivery(number, f"owner-{number}") for number in range(CLIENTS)]

        def load(number):
            own = random.Random(options.seed * 1_000 + number)
            while not over.is_set():
                event, began = acknowledged[number], time.monotonic()
                body = {"id": f"e{event}", "event": {"courierAssigned": {"name": str(event)}}}
                # As long as it takes: the last one, too.
                while True:
                    try:
                        status, answer = own.choice(nodes).call("POST", f"/v1/activities/{activities[number]}/events", body)
                    except (OSError, http.client.HTTPException):
                        status, answer = None, None
                    if status == 200:
                        break
                    assert status in (None, 202, 500, 502, 503, 504), (status, answer)
                    repeated[0] += 1
                    time.sleep(0.1)
                acknowledged[number] += 1
                slowest[0] = max(slowest[0], time.monotonic() - began)
                time.sleep(0.02)

        threads = [threading.Thread(target=load, args=(number,), daemon=True) for number in range(CLIENTS)]
        for thread in threads:
            thread.start()
        time.sleep(2)
        faults = []
        for _ in range(options.faults):
            faults.append(network.fault(chance))
            print(f"{faults[-1]}: {sum(acknowledged)} events", flush=True)
            time.sleep(chance.uniform(2, 9))
            network.heal()
            time.sleep(chance.uniform(1, 6))
        over.set()
        for thread in threads:
            thread.join(120)
            assert not thread.is_alive(), "an event was not acknowledged two minutes after the last fault"
        until(lambda: cluster(options.program, "status"), lambda: "Without an owner" not in cluster(options.program, "status"))
        for number, activity in enumerate(activities):
            for node in nodes:
                status, record = node.call("GET", f"/v1/activities/{activity}")
                assert status == 200, (status, record)
                # The first revision is the start.
                assert record["revision"] == acknowledged[number] + 1, (activity, acknowledged[number], node.name, record)
                assert record["content"]["state"]["driverName"] == str(acknowledged[number] - 1), record
        print(
            f"seed {options.seed}: {len(faults)} faults ({len(set(faults))} different); {sum(acknowledged)} events acknowledged, each happened "
            f"once; {repeated[0]} were given again; the slowest took {slowest[0]:.1f} s")
    except BaseException:
        show_logs(nodes)
        raise
    finally:
        for process in [*(node.process for node in nodes), *processes]:
            process.kill()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--nats-server", default="/usr/sbin/nats-server")
    parser.add_argument("--faults", type=int, default=8)
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 20))
    # Of the process on the hub.
    parser.add_argument("--prefix", help=argparse.SUPPRESS)
    parser.add_argument("--folder", help=argparse.SUPPRESS)
    options = parser.parse_args()
    options.program, options.nats_server = os.path.abspath(options.program), os.path.abspath(options.nats_server)
    network = Network(3)
    os.environ["NATS_SERVERS"] = ",".join(f"nats://{network.address(number)}:4222" for number in range(3))
    if options.prefix:
        network.prefix, network.hub = options.prefix, f"{options.prefix}-hub"
        return story(network, options, options.folder)
    if os.geteuid() != 0 or not shutil.which("nft") or not shutil.which("ip"):
        sys.exit("network.py: it makes network namespaces: run it as root, with ip and nft (iproute2, nftables)")
    for number in signal.SIGTERM, signal.SIGHUP:
        signal.signal(number, lambda *_: sys.exit(143))
    with tempfile.TemporaryDirectory(prefix="network-") as folder:
        try:
            network.make()
            return subprocess.run(
                ["ip", "netns", "exec", network.hub, sys.executable, os.path.abspath(__file__), options.program, "--nats-server",
                 options.nats_server, "--faults", str(options.faults), "--seed", str(options.seed), "--prefix", network.prefix,
                 "--folder", folder]).returncode
        finally:
            network.remove()


sys.exit(main())
