"""Hosts in network namespaces, all of whose packets pass through this process, which drops, delays, duplicates and paces them.

It needs root, `ip` (Debian: iproute2) and /dev/net/tun, but no queueing discipline of the kernel (`tc netem`). A TUN device is
each host's only interface. A packet is read here from the sender's device, and written to the receiver's device or dropped.
"""
import dataclasses, fcntl, heapq, json, os, random, select, signal, socket, struct, subprocess, time

TUNSETIFF, IFF_TUN, IFF_NO_PI = 0x400454CA, 1, 0x1000
# The size of the queue of a slow link, in seconds at its rate. Further packets are dropped.
QUEUE_S = 0.3
MTU = 9000


@dataclasses.dataclass
class Link:
    """The link from one address to another, in one direction."""
    # The fractions of packets that are dropped and duplicated, from 0 to 1.
    loss: float = 0
    doubled: float = 0
    delay_ms: float = 0
    # The maximum random additional delay of a packet, by which packets may be reordered.
    jitter_ms: float = 0
    # The rate; 0 for no limit.
    kilobytes_per_s: float = 0


CUT = Link(loss=1)


def run(*arguments, check=True):
    done = subprocess.run(arguments, capture_output=True, text=True)
    if check and done.returncode != 0:
        raise SystemExit(f"virtual_network: {' '.join(arguments)}: {done.stderr.strip()}")
    return done.returncode == 0


class VirtualNetwork:
    """The hosts, each with its addresses in 10.77.0.0/24."""

    def __init__(self, hosts):
        self.hosts, self.prefix = hosts, f"la{os.getpid()}"
        # The names of namespaces contain the process id.
        self.names = [f"{self.prefix}-{number}" for number in range(len(hosts))]
        self.devices, self.made = {}, []
        self.waiting, self.count, self.links, self.busy = [], 0, {}, {}

    def make(self):
        for number, (name, addresses) in enumerate(zip(self.names, self.hosts)):
            run("ip", "netns", "add", name)
            self.made.append(name)
            device = os.open("/dev/net/tun", os.O_RDWR | os.O_NONBLOCK)
            interface = f"{self.prefix}t{number}"
            fcntl.ioctl(device, TUNSETIFF, struct.pack("16sH22x", interface.encode(), IFF_TUN | IFF_NO_PI))
            # The device's other end remains open in this process.
            run("ip", "link", "set", interface, "netns", name)
            for arguments in (
                ["link", "set", "lo", "up"], ["link", "set", interface, "name", "eth0", "mtu", str(MTU)],
                *(["address", "add", f"{address}/24", "dev", "eth0"] for address in addresses), ["link", "set", "eth0", "up"],
            ):
                run("ip", "-n", name, *arguments)
            for address in addresses:
                self.devices[socket.inet_aton(address)] = device

    def remove(self):
        """Also ends what runs in them."""
        for name in self.made:
            for process in subprocess.run(["ip", "netns", "pids", name], capture_output=True, text=True).stdout.split():
                try:
                    os.kill(int(process), signal.SIGKILL)
                except ProcessLookupError:
                    pass
            run("ip", "netns", "delete", name, check=False)

    def forward(self, control, seed):
        """Carries packets until `control`, a pipe of `Links`, is closed."""
        chance, poll, text = random.Random(seed), select.epoll(), b""
        for descriptor in {control, *self.devices.values()}:
            poll.register(descriptor, select.EPOLLIN)
        while True:
            pause = max(self.waiting[0][0] - time.monotonic(), 0) if self.waiting else None
            for descriptor, _ in poll.poll(pause):
                if descriptor != control:
                    self.receive(descriptor, chance)
                    continue
                read = os.read(control, 1 << 16)
                if not read:
                    return
                *lines, text = (text + read).split(b"\n")
                if lines:
                    self.links = {
                        (socket.inet_aton(source), socket.inet_aton(target)): Link(**link)
                        for source, target, link in json.loads(lines[-1])}
            now = time.monotonic()
            while self.waiting and self.waiting[0][0] <= now:
                _, _, target, packet = heapq.heappop(self.waiting)
                self.send(target, packet)

    def receive(self, device, chance):
        for _ in range(64):
            try:
                packet = os.read(device, MTU)
            except OSError:
                return
            way = packet[12:16], packet[16:20]
            # Version 4 only: hosts also solicit routers of version 6.
            if packet[0] >> 4 != 4 or way[1] not in self.devices:
                continue
            link = self.links.get(way)
            if link is None:
                self.send(way[1], packet)
                continue
            if chance.random() < link.loss:
                continue
            for _ in range(2 if chance.random() < link.doubled else 1):
                due = time.monotonic()
                if link.kilobytes_per_s:
                    begin = max(self.busy.get(way, 0), due)
                    if begin - due > QUEUE_S:
                        continue
                    due = self.busy[way] = begin + len(packet) / (link.kilobytes_per_s * 1000)
                self.count += 1
                due += (link.delay_ms + chance.random() * link.jitter_ms) / 1000
                heapq.heappush(self.waiting, (due, self.count, way[1], packet))

    def send(self, target, packet):
        try:
            os.write(self.devices[target], packet)
        except OSError:
            # The device's queue is full: the packet is lost, as on a real network.
            pass


class Links:
    """Sends changes of the links to the process that carries packets."""

    def __init__(self, control):
        self.control, self.links = control, {}

    def set(self, links):
        """From now on these: a dictionary from (source, target) to a `Link`; others lose and delay nothing."""
        lines = json.dumps([[source, target, dataclasses.asdict(link)] for (source, target), link in links.items()])
        os.write(self.control, f"{lines}\n".encode())
