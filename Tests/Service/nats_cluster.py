"""Three nats-servers with JetStream on loopback, which a test can stop, kill and start. Scripts/nats-servers only runs them."""
import os, socket, subprocess, time

# A server whose disk was full may not end on SIGTERM.
END_S = 10


def free_ports(count):
    probes = [socket.socket() for _ in range(count)]
    for probe in probes:
        probe.bind(("127.0.0.1", 0))
    ports = [probe.getsockname()[1] for probe in probes]
    for probe in probes:
        probe.close()
    return ports


class Servers:
    """With `disk_mb` each server has its own disk, a tmpfs of that size, which needs root."""

    def __init__(self, program, folder, disk_mb=None, is_synced=False):
        self.program, self.folder, self.has_disks, self.processes = program, folder, disk_mb is not None, [None] * 3
        ports = free_ports(6)
        self.clients, routes = ports[:3], ports[3:]
        # Supported since nats-server 2.10.
        sync = ", sync_interval: always" if is_synced else ""
        for number in range(3):
            os.mkdir(self.disk(number))
            if self.has_disks:
                self.mount(number, f"size={disk_mb}m")
            others = ", ".join(f"nats://127.0.0.1:{port}" for port in routes)
            with open(f"{folder}/n{number}.conf", "w") as file:
                file.write(
                    f'server_name: n{number}\nlisten: "127.0.0.1:{self.clients[number]}"\n'
                    # More than a small disk has, so that the disk fills before the limit is reached.
                    f'jetstream {{ store_dir: "{self.disk(number)}", max_file_store: 20GB, max_memory_store: 64MB{sync} }}\n'
                    f'cluster {{ name: local, listen: "127.0.0.1:{routes[number]}", routes: [{others}] }}\n')
            self.start(number)
        # `cluster_nodes` reads the variable when it is imported.
        os.environ["NATS_SERVERS"] = ",".join(f"nats://127.0.0.1:{port}" for port in self.clients)

    def disk(self, number):
        return f"{self.folder}/disk{number}"

    def mount(self, number, options):
        subprocess.run(["mount", "-t", "tmpfs", "-o", options, "tmpfs", self.disk(number)], check=True)

    def make_room(self, megabytes):
        for number in range(3):
            self.mount(number, f"remount,size={megabytes}m")

    def start(self, number):
        self.processes[number] = subprocess.Popen(
            [self.program, "-c", f"{self.folder}/n{number}.conf"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def kill(self, number):
        self.processes[number].kill()
        self.processes[number].wait()

    def stop_all(self):
        """Stops the servers like an operator: SIGTERM, then SIGKILL. Returns the number of killed servers."""
        for process in self.processes:
            process.terminate()
        end, killed = time.monotonic() + END_S, 0
        for process in self.processes:
            try:
                process.wait(max(end - time.monotonic(), 0))
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
                killed += 1
        return killed

    def close(self):
        for number, process in enumerate(self.processes):
            if process:
                process.kill()
                process.wait()
            if self.has_disks:
                subprocess.run(["umount", "-l", self.disk(number)], check=False)
