#!/usr/bin/env python3
"""Runs a command on a PostgreSQL server, and cuts connections and kills the server until the command has ended.

    Scripts/postgres-server Tests/Service/postgres_nemesis.py [--seed N] [--pause SECONDS] ClusterDriver kills 100

Three of four faults are `pg_terminate_backend` for a random half of the connections, also in the middle of a batch. The other
faults are `pg_ctl -m immediate`, which sends SIGQUIT to all processes of the server, followed by a start with recovery. Exits
with the command's status.
"""
import argparse, os, random, subprocess, sys

URL = os.environ["POSTGRES_URL"]


def sql(statement):
    """The output of psql; none where the server does not answer, or this machine is too slow."""
    try:
        done = subprocess.run(
            ["psql", "-X", "-A", "-t", "-q", URL, "-c", statement], capture_output=True, text=True, timeout=60)
    except subprocess.TimeoutExpired:
        return None
    return done.stdout.strip() if done.returncode == 0 else None


def control(folder, *arguments):
    """Runs pg_ctl as the owner of the server's files: it refuses to run as root. Returns whether it has succeeded in time."""
    name = f"/usr/lib/postgresql/{open(f'{folder}/PG_VERSION').read().strip()}/bin/pg_ctl"
    owner = os.stat(folder).st_uid
    return subprocess.run(
        [name, "-D", folder, "-s", "-w", "-t", "120", *arguments], cwd="/", stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, user=owner if owner != os.getuid() else None).returncode == 0


def restart(folder):
    """Ends the server as a crash does, and starts it. On a machine that is too slow, one attempt may not be enough."""
    for _ in range(5):
        if control(folder, "restart", "-m", "immediate") or sql("SELECT 1") == "1":
            return
    sys.exit("the server does not start")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seed", type=int, default=random.randrange(1_000_000))
    parser.add_argument("--pause", type=float, default=3)
    parser.add_argument("command", nargs=argparse.REMAINDER)
    options = parser.parse_args()
    generator = random.Random(options.seed)
    folder = sql("SHOW data_directory")
    command = subprocess.Popen(options.command)
    cut = restarts = 0
    try:
        while True:
            try:
                command.wait(generator.uniform(0, 2 * options.pause))
                break
            except subprocess.TimeoutExpired:
                pass
            if generator.randrange(4) == 0:
                restart(folder)
                restarts += 1
            else:
                ended = sql(
                    "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity "
                    "WHERE pid <> pg_backend_pid() AND backend_type = 'client backend' AND random() < 0.5")
                cut += int(ended or 0)
    finally:
        if command.poll() is None:
            command.kill()
        print(f"nemesis, seed {options.seed}: {cut} connections cut, {restarts} immediate restarts", flush=True)
    sys.exit(command.returncode)


main()
