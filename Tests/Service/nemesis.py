"""Faults of the network between three hosts, and of the node and the nats-server on each, chosen by a seed."""
import dataclasses, signal

from virtual_network import CUT

KINDS = {
    "cut": ["cut off", "deaf", "mute", "one way"],
    "loss": ["lossy", "doubling"],
    "delay": ["slow", "narrow"],
    "kill": ["node killed", "node paused", "server killed"],
    # The APNs and the webhook's endpoint are on none of the hosts.
    "outside": ["apart"],
}


class Nemesis:
    """`hosts` are addresses, `outside` is the address of the APNs and the endpoint, `usual` is a link without a fault."""

    def __init__(self, links, hosts, outside, usual, nodes, servers, chance, kinds):
        self.links, self.hosts, self.outside, self.usual = links, hosts, outside, usual
        self.nodes, self.servers, self.chance = nodes, servers, chance
        self.kinds = [fault for kind in kinds for fault in KINDS[kind]]
        self.counts = dict.fromkeys(self.kinds, 0)
        self.undo = []
        self.heal()

    def heal(self):
        """Ends all faults."""
        self.changed = {(one, other): self.usual for one in self.hosts for other in self.hosts if one != other}
        self.links.set(self.changed)
        for undo in self.undo:
            undo()
        self.undo = []

    def begin(self):
        """Begins one or two faults, and returns their description."""
        first = self.chance.randrange(len(self.hosts))
        faults = [self.fault(first)]
        if self.chance.random() < 0.25:
            faults.append(self.fault((first + self.chance.randrange(1, len(self.hosts))) % len(self.hosts)))
        self.links.set(self.changed)
        return " and ".join(faults)

    def fault(self, number):
        kind = self.chance.choice(self.kinds)
        self.counts[kind] += 1
        host, node = self.hosts[number], self.nodes[number]
        others = [other for other in self.hosts if other != host]
        sends = [(host, other) for other in others]
        receives = [(other, host) for other in others]
        match kind:
            case "cut off": self.change(sends + receives, CUT)
            case "mute": self.change(sends, CUT)
            case "deaf": self.change(receives, CUT)
            case "one way":
                other = self.chance.choice(others)
                self.change([(host, other)], CUT)
                return f"{number} does not reach {self.hosts.index(other)}"
            case "lossy":
                share = self.chance.choice([0.05, 0.2, 0.4])
                self.change(self.chance.choice([sends, sends + receives]), self.link(loss=share))
                return f"{number} loses {share:.0%} of packets"
            case "doubling": self.change(sends + receives, self.link(doubled=0.2, jitter_ms=10))
            case "slow":
                delay = self.chance.choice([30, 100, 400])
                # Affects only sent packets, or also received ones.
                self.change(self.chance.choice([sends, sends + receives]), self.link(delay_ms=delay, jitter_ms=delay / 5))
                return f"{number} is slow by {delay} ms"
            case "narrow":
                rate = self.chance.choice([20, 100, 500])
                self.change(self.chance.choice([sends, sends + receives]), self.link(kilobytes_per_s=rate))
                return f"{number} has {rate} KB/s"
            case "apart": self.change([(host, self.outside), (self.outside, host)], CUT)
            case "node killed":
                node.kill()
                self.undo.append(node.restart)
            case "node paused":
                node.process.send_signal(signal.SIGSTOP)
                self.undo.append(lambda: node.process.send_signal(signal.SIGCONT))
            case "server killed":
                self.servers.kill(number)
                # Undone before nodes are restarted, because a node may need the server to start.
                self.undo.insert(0, lambda: self.servers.start(number))
        return f"{number} {kind}" if "killed" in kind or "paused" in kind else f"{number} is {kind}"

    def change(self, ways, link):
        for way in ways:
            # Another fault must not end a cut.
            if self.changed.get(way) != CUT:
                self.changed[way] = link

    def link(self, **changes):
        return dataclasses.replace(self.usual, **changes)
