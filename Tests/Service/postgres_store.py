#!/usr/bin/env python3
"""Processes of `live-activities serve --store postgres://…`: an empty database, a takeover by a standby, operators' mistakes.

    Scripts/postgres-server Tests/Service/postgres_store.py PROGRAM [--kills COUNT]

Kills one of two processes repeatedly with SIGKILL, and prints the time during which the other could not change activities.
"""
import argparse, os, re, shutil, signal, statistics, subprocess, sys, tempfile, time

import cluster_nodes
from cluster_nodes import Node, show_logs, until
from nats_cluster import free_ports

URL, PASSWORD = os.environ["POSTGRES_URL"], os.environ["PGPASSWORD"]
TAKEOVER_S = 5


def sql(statement):
    done = subprocess.run(
        ["psql", "-X", "-A", "-t", "-q", "-v", "ON_ERROR_STOP=1", URL, "-c", statement], capture_output=True, text=True)
    assert done.returncode == 0, done
    return done.stdout.strip()


class StoreNode(Node):
    def start(self):
        self.launch(self.program, "--store", URL, "--node", self.name)


def mistakes(program, folder):
    """Each mistake gives a one-sentence error and status 3, or 2 for invalid arguments; no password is printed, and nothing is
    created.
    """

    def refused(url, status, *words, environment=None, arguments=()):
        done = subprocess.run(
            [program, "serve", "--port", "0", "--state", f"{folder}/mistakes", "--store", url, *arguments],
            capture_output=True, text=True, timeout=60, env={**os.environ, **(environment or {})})
        said = done.stdout + done.stderr
        assert done.returncode == status and all(word in said for word in words), (url, done)
        assert PASSWORD not in said and "hunter2" not in said, said

    place = re.search(r"@(.*)/", URL)[1]
    refused(f"postgres://owner:hunter2@127.0.0.1:{free_ports(1)[0]}/postgres", 3, "accepts no connection", "Check that it runs")
    said = f"PostgreSQL database 'postgres' on {place} refuses the password of user 'owner'"
    refused(URL, 3, said, environment={"PGPASSWORD": "hunter2"})
    refused(URL.replace("/postgres", "/nothing"), 3, 'database "nothing" does not exist')
    refused("postgres://owner:hunter2%zz@127.0.0.1/postgres", 3, "percent-encoded")
    refused(URL, 3, "cannot name a schema", arguments=["--store-schema", "No Schema"])
    refused("mysql://127.0.0.1/", 2, "--store takes the URL of a PostgreSQL database")
    refused(URL, 2, "--memory and --strict-store cannot be used", arguments=["--memory"])
    sql(f"CREATE ROLE guest LOGIN PASSWORD '{PASSWORD}'; CREATE ROLE reader LOGIN PASSWORD '{PASSWORD}'; "
        "ALTER ROLE reader SET default_transaction_read_only = on")
    refused(URL.replace("owner", "guest"), 3, "schema 'live_activities' cannot be created: permission denied", "CREATE SCHEMA")
    # A read-only session, like on a standby.
    refused(URL.replace("owner", "reader"), 3, f"on {place} is a read-only standby")
    assert sql("SELECT count(*) FROM pg_namespace WHERE nspname LIKE 'live%'") == "0"


def poolers(program, folder):
    """pgbouncer in transaction mode is refused with a one-sentence error. In session mode a node starts."""
    bouncer = next((path for path in ("/usr/sbin/pgbouncer", "/usr/bin/pgbouncer") if os.path.exists(path)), None)
    if not bouncer:
        return print("pgbouncer is not installed: install it to test poolers")
    host = re.search(r"@(.*):(\d+)/", URL)
    for mode in ("transaction", "session"):
        port = free_ports(1)[0]
        place = tempfile.mkdtemp(dir="/tmp")
        with open(f"{place}/users", "w") as file:
            file.write(f'"owner" "{PASSWORD}"\n')
        with open(f"{place}/config", "w") as file:
            file.write(f"[databases]\npostgres = host={host[1]} port={host[2]}\n[pgbouncer]\nlisten_addr = 127.0.0.1\n"
                       f"listen_port = {port}\nunix_socket_dir =\nauth_type = plain\nauth_file = {place}/users\n"
                       f"pool_mode = {mode}\n")
        os.chmod(place, 0o755)
        # pgbouncer refuses to run as root.
        process = subprocess.Popen(
            [bouncer, "-q", f"{place}/config"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            user="nobody" if os.getuid() == 0 else None)
        url = URL.replace(f":{host[2]}/", f":{port}/")
        try:
            until(lambda: "pgbouncer does not run", lambda: subprocess.run(
                ["psql", "-X", url, "-c", "SELECT 1"], capture_output=True).returncode == 0)
            arguments = [program, "serve", "--port", "0", "--state", f"{folder}/{mode}", "--store", url, "--store-schema", mode]
            if mode == "transaction":
                done = subprocess.run(arguments, capture_output=True, text=True, timeout=60)
                assert done.returncode == 3 and "a pooler in transaction mode is in front of the database" in done.stderr, done
                continue
            with open(f"{place}/log", "w") as log:
                node = subprocess.Popen(arguments, stdout=log, stderr=subprocess.STDOUT, text=True)
            until(lambda: open(f"{place}/log").read(), lambda: "Listening on" in open(f"{place}/log").read())
            node.send_signal(signal.SIGTERM)
            assert node.wait(60) == 0
        finally:
            process.kill()
            process.wait()
            shutil.rmtree(place)
    sql("DROP SCHEMA transaction CASCADE; DROP SCHEMA session CASCADE")


def other_versions(program, folder, node):
    def refused(*words, arguments=()):
        done = subprocess.run(
            [program, "serve", "--port", "0", "--state", f"{folder}/other", "--store", URL, "--node", "other", *arguments],
            capture_output=True, text=True, timeout=60)
        assert done.returncode == 3 and all(word in done.stderr for word in words), done

    refused("has 16 partitions, not 4: their number never changes", arguments=["--store-partitions", "4"])
    version = sql("SELECT version FROM live_activities.cluster")
    sql("UPDATE live_activities.cluster SET version = 99")
    refused("schema 'live_activities' has version 99", "use a later program")
    sql(f"UPDATE live_activities.cluster SET version = {version}")
    done = subprocess.run(
        [program, "serve", "--port", "0", "--state", f"{folder}/other", "--store", URL, "--node", node.name],
        capture_output=True, text=True, timeout=60)
    assert done.returncode == 3 and f"a node with the name '{node.name}' is running already" in done.stderr, done


def events(node, activities, counts):
    """Sends an event to each activity until it is accepted."""
    for activity in activities:
        def accepted(activity=activity):
            body = {"event": {"courierAssigned": {"name": str(counts[activity] + 1)}}, "id": str(counts[activity] + 1)}
            status, answer = node.call("POST", f"/v1/activities/{activity}/events", body)
            # 504: the event was in transit to the killed process. Its id makes it safe to repeat.
            assert status in (200, 503, 504), (status, answer)
            return status == 200
        until(lambda: f"{node.name} accepts no event", accepted)
        counts[activity] += 1


def check(node, counts):
    """Checks that each acknowledged event was applied once: each increments the revision."""
    for activity, count in counts.items():
        status, answer = node.call("GET", f"/v1/activities/{activity}")
        assert status == 200 and answer["revision"] == count, (count, status, answer)


def kills(nodes, count):
    activities = [nodes[0].start_delivery(number, f"person-{number}") for number in range(24)]
    counts = {activity: nodes[0].call("GET", f"/v1/activities/{activity}")[1]["revision"] for activity in activities}
    events(nodes[0], activities, counts)
    times = []
    for number in range(count):
        victim, other = nodes[number % 2], nodes[(number + 1) % 2]
        victim.kill()
        began = time.monotonic()
        events(other, activities, counts)
        times.append(time.monotonic() - began)
        check(other, counts)
        victim.start()
        # Waits until both processes own partitions again, so that the next kill affects an owner.
        until(lambda: "the started process owns nothing", lambda: owned(victim.program, victim.name) != "none")
        events(victim, activities, counts)
    if times:
        print(f"{count} kills, {sum(counts.values())} revisions, each once; "
              f"24 activities could be changed after p50 {statistics.median(times):.1f} s, at most {max(times):.1f} s")
        assert statistics.median(times) < TAKEOVER_S, times
    return activities, counts


def owned(program, name):
    """The partitions that a node owns, as `cluster status` prints them."""
    done = subprocess.run([program, "cluster", "status", "--store", URL], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done
    found = re.search(rf"^{name}: owns ([^;]*)", done.stdout, re.M)
    return found[1] if found else "none"


def sql_in_and_out(program, node):
    """Other programs' transactions start and change activities, and their queries read them."""
    def table(action):
        done = subprocess.run([program, "cluster", "table", action, "--store", URL], capture_output=True, text=True, timeout=60)
        assert done.returncode == 0, done

    def command(text):
        return f"INSERT INTO live_activities.inbox (command) VALUES ('{text}');"

    reference = '{"owner": "sql", "kind": "delivery", "key": "7"}'
    begin = ('{"command": "start", "kind": "delivery", "owner": "sql", "key": "7", '
             '"attributes": {"orderNumber": 7, "restaurantName": "Pizza"}}')
    refused = subprocess.run(
        [program, "cluster", "table", "rebuild", "--store", URL], capture_output=True, text=True, timeout=60)
    assert refused.returncode == 3 and "is switched off" in refused.stderr, refused
    table("on")
    # A role with no other privileges.
    sql(f"CREATE ROLE app LOGIN PASSWORD '{PASSWORD}'; GRANT USAGE ON SCHEMA live_activities TO app; "
        "GRANT INSERT ON live_activities.inbox TO app; GRANT SELECT ON live_activities.inbox, live_activities.activity TO app")
    app = URL.replace("owner@", "app@")
    began = time.monotonic()
    done = subprocess.run(
        ["psql", "-X", "-q", "-v", "ON_ERROR_STOP=1", app, "-c", "BEGIN;" + command(begin) + command(
            f'{{"command": "send", "activity": {reference}, "event": {{"courierAssigned": {{"name": "Kim"}}}}}}') + "COMMIT;"],
        capture_output=True, text=True)
    assert done.returncode == 0, done
    until(lambda: "the inbox is not empty", lambda: sql("SELECT count(*) FROM live_activities.inbox") == "0")
    print(f"two commands of a transaction were carried out after {(time.monotonic() - began) * 1000:.0f} ms, with psql's start")
    row = "SELECT state || ' ' || (content::text LIKE '%Kim%') FROM live_activities.activity WHERE owner = 'sql'"
    until(lambda: f"the table has no row: {sql('TABLE live_activities.activity')}", lambda: sql(row) == "active true")
    sql(command(f'{{"command": "send", "activity": {reference}, "event": {{"nonsense": {{}}}}}}'))
    until(lambda: "nothing was refused", lambda: "nonsense" in sql("SELECT error FROM live_activities.inbox"))
    sql("DELETE FROM live_activities.inbox; UPDATE live_activities.activity SET state = 'wrong'")
    table("rebuild")
    assert sql(row) == "active true"
    table("off")
    assert sql("SELECT count(*) FROM live_activities.activity") == "0"
    shown = subprocess.run([program, "inspect", URL], capture_output=True, text=True, timeout=60)
    assert shown.returncode == 0 and re.search(r"delivery +sql +7 +active", shown.stdout), shown
    for arguments in (["run", "--store", URL], ["replay", URL], ["backup", URL, "--to", "x"], ["repair", URL],
                      ["inspect", URL, "--check"]):
        done = subprocess.run([program, *arguments], capture_output=True, text=True, timeout=60, stdin=subprocess.DEVNULL)
        assert done.returncode == 2 and "works with a file, not with a PostgreSQL database: " in done.stderr, done
        assert URL not in done.stderr, done


def without_a_database(node, activity):
    folder = sql("SHOW data_directory")
    with open(f"{folder}/postmaster.pid") as file:
        server = int(file.readline())
    os.kill(server, signal.SIGQUIT)

    def has_ended():
        # Scripts/postgres-server, its parent, collects it only at the end.
        try:
            with open(f"/proc/{server}/stat") as file:
                return file.read().rpartition(")")[2].split()[0] == "Z"
        except FileNotFoundError:
            return True

    # Until then it may carry out an event.
    until(lambda: "the database does not end", has_ended)
    event = {"event": {"courierAssigned": {"name": "last"}}, "id": "last"}
    # The first event may have been stored; the next ones are not sent.
    answers = [node.call("POST", f"/v1/activities/{activity}/events", event) for _ in range(2)]
    assert answers[0][0] in (503, 504) and answers[1][0] == 503, answers
    assert PASSWORD not in str(answers) and re.search(r"@(.*)/", URL)[1] not in str(answers), answers


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("--kills", type=int, default=4)
    options = parser.parse_args()
    nodes = []
    with tempfile.TemporaryDirectory() as folder:
        mistakes(options.program, folder)
        poolers(options.program, folder)
        try:
            # The second process uses the schema that the first has created.
            nodes += [StoreNode(options.program, folder, number) for number in (1, 2)]
            other_versions(options.program, folder, nodes[0])
            activities, counts = kills(nodes, options.kills)
            sql_in_and_out(options.program, nodes[0])
            # One process hands over to the other, which then owns everything.
            assert nodes[0].end() == 0
            events(nodes[1], activities, counts)
            check(nodes[1], counts)
            assert nodes[1].end() == 0
            nodes[1].start()
            check(nodes[1], counts)
            without_a_database(nodes[1], activities[0])
            for node in nodes:
                assert PASSWORD not in node.logged(), node.logged()
        except BaseException:
            show_logs(nodes)
            raise
        finally:
            for node in nodes:
                node.kill()
    print("postgres_store: everything passed")


main()
