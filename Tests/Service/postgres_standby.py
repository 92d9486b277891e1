#!/usr/bin/env python3
"""Streaming replication: the primary is killed under load, its synchronous standby is promoted, and nothing acknowledged is
lost.

    Scripts/postgres-server Tests/Service/postgres_standby.py PROGRAM

A node has both servers in its address. Before the promotion it is refused on the standby with a one-sentence error.
"""
import os, re, subprocess, sys, tempfile, time

from cluster_nodes import Node, show_logs, until
from nats_cluster import free_ports

URL, PASSWORD = os.environ["POSTGRES_URL"], os.environ["PGPASSWORD"]
PORT = int(re.search(r":(\d+)/", URL)[1])


def sql(url, statement):
    done = subprocess.run(
        ["psql", "-X", "-A", "-t", "-q", "-v", "ON_ERROR_STOP=1", url, "-c", statement],
        capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done
    return done.stdout.strip()


class Standby:
    """A standby of the primary. Its files belong to the same user as the primary's, which is not root."""

    def __init__(self, primary_folder):
        self.primary_folder, self.port = primary_folder, free_ports(1)[0]
        self.folder = os.path.join(os.path.dirname(primary_folder), "standby")
        self.programs = f"/usr/lib/postgresql/{open(f'{primary_folder}/PG_VERSION').read().strip()}/bin"
        self.run("pg_basebackup", "-D", self.folder, "-R", "-X", "stream", "-d", f"{URL}?application_name=standby")
        # pg_basebackup -R has written the connection parameters, but not PGPASSWORD.
        with open(f"{self.folder}/postgresql.auto.conf", "a") as file:
            file.write(f"primary_conninfo = 'host=127.0.0.1 port={PORT} user=owner password={PASSWORD} "
                       "application_name=standby'\n")
        self.control(self.folder, "start", "-l", f"{self.folder}/log", "-o",
                     f"-p {self.port} -h 127.0.0.1 -k {os.path.dirname(self.folder)}")
        self.url = URL.replace(f":{PORT}/", f":{self.port}/")

    def run(self, program, *arguments):
        owner = os.stat(self.primary_folder).st_uid
        subprocess.run(
            [f"{self.programs}/{program}", *arguments], check=True, cwd="/", timeout=120, stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, user=owner if owner != os.getuid() else None)

    def control(self, folder, *arguments):
        self.run("pg_ctl", "-D", folder, "-s", "-w", "-t", "60", *arguments)


class StandbyNode(Node):
    def start(self):
        # libpq chooses the writable host.
        hosts = re.sub(r"127\.0\.0\.1:\d+", f"127.0.0.1:{PORT},127.0.0.1:{self.standby.port}", URL)
        self.launch(self.program, "--store", hosts, "--store-partitions", "4", "--node", self.name)


def main():
    program = sys.argv[1]
    primary = sql(URL, "SHOW data_directory")
    standby, nodes = Standby(primary), []
    StandbyNode.standby = standby
    sql(URL, "ALTER SYSTEM SET synchronous_standby_names = 'standby'")
    sql(URL, "SELECT pg_reload_conf()")
    until(lambda: "the standby is not synchronous", lambda: sql(URL, "SELECT sync_state FROM pg_stat_replication") == "sync")
    with tempfile.TemporaryDirectory() as folder:
        try:
            refused = subprocess.run(
                [program, "serve", "--port", "0", "--state", f"{folder}/refused", "--store", standby.url],
                capture_output=True, text=True, timeout=60)
            assert refused.returncode == 3 and "is a read-only standby: name the primary" in refused.stderr, refused
            assert PASSWORD not in refused.stderr
            nodes.append(StandbyNode(program, folder, 1))
            node = nodes[0]
            assert "replication is not synchronous" not in node.logged(), node.logged()
            activities = [node.start_delivery(number, f"person-{number}") for number in range(8)]
            counts = {activity: node.call("GET", f"/v1/activities/{activity}")[1]["revision"] for activity in activities}

            def event(activity):
                """Sends an event until it is accepted; the answers are 503 and 504 while there is no primary."""
                number = str(counts[activity] + 1)
                body = {"event": {"courierAssigned": {"name": number}}, "id": number}

                def accepted():
                    status, answer = node.call("POST", f"/v1/activities/{activity}/events", body)
                    assert status in (200, 503, 504), (status, answer)
                    assert PASSWORD not in str(answer)
                    return status == 200
                until(lambda: "no event is accepted", accepted)
                counts[activity] += 1

            for number in range(80):
                event(activities[number % len(activities)])
            standby.control(primary, "stop", "-m", "immediate")
            began = time.monotonic()
            standby.control(standby.folder, "promote")
            for activity in activities:
                event(activity)
            print(f"8 activities could be changed {time.monotonic() - began:.1f} s after the primary had ended")
            for activity, count in counts.items():
                status, answer = node.call("GET", f"/v1/activities/{activity}")
                assert status == 200 and answer["revision"] == count, (count, status, answer)
            assert PASSWORD not in node.logged(), node.logged()
        except BaseException:
            show_logs(nodes)
            raise
        finally:
            for node in nodes:
                node.kill()
            standby.control(standby.folder, "stop", "-m", "immediate")
    print("postgres_standby: everything passed")


main()
