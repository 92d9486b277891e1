"""Examples/CHost/daemon.c, killed and restarted: acknowledged commands are stored, and changes are printed at least once.

    daemon.py DAEMON PLUGIN FOLDER
"""

import json
import os
import signal
import socket
import subprocess
import sys

daemon, plugin, folder = sys.argv[1:]
path, log = os.path.join(folder, "daemon.socket"), os.path.join(folder, "daemon.log")


class Client:
    def __init__(self):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(30)
        self.socket.connect(path)
        self.lines = self.socket.makefile("r")

    def ask(self, **line):
        self.socket.sendall(json.dumps(line).encode() + b"\n")
        return json.loads(self.lines.readline())


def start():
    process = subprocess.Popen([daemon, path, log, plugin], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    # Printed when the log has been read; the socket is created afterwards.
    report = process.stderr.readline()
    while True:
        try:
            return process, Client(), report
        except OSError:
            assert process.poll() is None, process.stderr.read()


def park(client, plate, minutes=30):
    attributes = {"zone": "A12", "plate": plate, "minutes": minutes}
    return client.ask(command="start", kind="parkingMeter", owner="anna", attributes=attributes)


if os.path.exists(log):
    os.unlink(log)
process, client, report = start()
assert "run 1, 0 activities" in report, report
follower = Client()
assert follower.ask(follow="anna") == {"outcome": "following"}
told = [park(client, f"B-LA {n}")["activity"] for n in range(12)]
seen = [json.loads(follower.lines.readline()) for _ in told]
assert [change["activity"] for change in seen] == told and {change["change"] for change in seen} == {"started"}, seen
assert client.ask(command="send", activity=told[0], event={"nobody": {}})["error"]
assert client.ask(get=told[2])["attributes"]["plate"] == "B-LA 2"
assert client.ask(get="0000000000000001") == {"error": "LA_ERROR_UNKNOWN_ACTIVITY"}
assert client.ask(may=["anna", "parkingMeter"]) is True
assert client.ask(replay=True) == {"commands": 13, "differences": []}
assert client.ask(consumers=True)[0]["name"] == "printed"
assert client.ask(command="dismiss", activity=told[1])["outcome"] == "applied"
process.send_signal(signal.SIGKILL)
printed = [json.loads(line) for line in process.communicate()[0].splitlines()]

process, client, report = start()
assert "run 2, 0 activities" in report, report  # the plugin is loaded after the log is opened, and then its activities go on
for n, activity in enumerate(told):
    # A start with the same key would replace the running activity, so an event tests whether it exists.
    answer = client.ask(command="send", activity=activity, event={"extended": {"minutes": 1}})
    expected = {"error"} if n == 1 else {"outcome"}
    assert expected <= set(answer), (n, answer)
assert park(client, "B-LA 99")["activity"] not in told
process.send_signal(signal.SIGTERM)
printed += [json.loads(line) for line in process.communicate()[0].splitlines()]
assert process.returncode == 0
# At least once: one of the two processes has printed each start and the dismissal.
assert set(told) <= {change["activity"] for change in printed if change["change"] in ("started", "dismissed")}, printed

process, client, report = start()
assert "run 3" in report, report
assert client.ask(print=False) == {"outcome": "quiet"}
assert client.ask(consumers=True) == []
process.terminate()
process.communicate()
print("daemon: as it should be")
