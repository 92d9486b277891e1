"""Tests every command of the installed program, and every command in a line of `run`."""

import json
import os
import subprocess

import declared
from machine import LIMIT_S

KITCHEN = {"preparationStarted": {}}
# A recorded day, the input of `plan`.
DAY = os.path.abspath("Examples/Data/day.jsonl")


class Program:
    """The release program, with the subcommands in its help."""

    def __init__(self, path, folder):
        self.path, self.folder, self.used = path, folder, set()
        os.makedirs(folder, exist_ok=True)
        self.commands = sorted(self.leaves(json.loads(self.run_any(["--experimental-dump-help"]).stdout)["command"], []))

    def leaves(self, command, path):
        below = command.get("subcommands", [])
        if not below:
            return [" ".join(path)]
        return [leaf for one in below for leaf in self.leaves(one, [*path, one["commandName"]])]

    def run_any(self, arguments, text=None):
        return subprocess.run(
            [self.path, *arguments], input=text, capture_output=True, text=True, timeout=LIMIT_S, cwd=self.folder)

    def run(self, *arguments, text=None, status=0):
        """Runs a command and returns its output. A successful command is recorded as tested."""
        arguments = [str(one) for one in arguments]
        done = self.run_any(arguments, text)
        assert done.returncode == status, (arguments, done.returncode, done.stdout[-1_000:], done.stderr[-2_000:])
        words = [" ".join(arguments[:count]) for count in (3, 2, 1)]
        self.used.add(next(word for word in words if word in self.commands))
        return done.stdout


def at(seconds):
    return f"2026-06-20T17:{seconds // 60:02}:{seconds % 60:02}Z"


def lines(program):
    """Every command as a line of `run`, by id and by key; compares all changes."""
    order = {"owner": "anna", "kind": "delivery", "key": "42"}
    attributes = {"orderNumber": 42, "restaurantName": "Pizza"}
    start = {"command": "start", "kind": "delivery", "owner": "anna", "key": "42", "attributes": attributes,
        "lease": {"staleAfter": 600, "endAfter": 1_200}}
    queue = json.loads(program.run("describe", "waitQueue", "--json"))
    first = json.loads(program.run("run", "--virtual-time", "--seed", "1",
        text=json.dumps({"at": at(0), **start}) + "\n").splitlines()[0])
    state = first["content"]["state"]
    story = [
        start,
        {"command": "send", "activity": order, "event": KITCHEN, "id": "1"},
        {"command": "send", "activity": first["activity"], "event": {"courierAssigned": {"name": "Ben"}}},
        {"command": "update", "activity": order, "content": {"state": {**state, "driverName": "Cara"}}},
        {"command": "perform", "activity": order, "action": "leaveAtDoor", "surface": "lockScreen"},
        {"command": "renewLease", "activity": order},
        {"command": "start", "kind": "waitQueue", "owner": "ben", "attributes": queue["attributes"][0]},
        {"command": "publish", "topic": f"queue/{queue['attributes'][0]['queueId']}", "event": queue["events"][0]["event"],
            "kind": "waitQueue"},
        {"command": "permitFrequentUpdates", "owner": "cara", "allowed": False},
        {"command": "endAll", "owner": "cara"},
        {"command": "permit", "owner": "ben", "allowed": False},
        {"command": "end", "activity": order, "dismissalPolicy": {"after": at(1_000)}},
        {"command": "advance"},
        {"command": "start", "kind": "delivery", "owner": "dora", "key": "1", "attributes": attributes},
        {"command": "dismiss", "activity": {"owner": "dora", "kind": "delivery", "key": "1"}},
    ]
    assert {one["command"] for one in story} == declared.commands(), declared.commands() ^ {one["command"] for one in story}
    text = "".join(json.dumps({"at": at(60 * number), **one}) + "\n" for number, one in enumerate(story))
    changes = [json.loads(line) for line in program.run("run", "--virtual-time", "--seed", "1", text=text).splitlines()]
    told = [(one["owner"], one["change"]) for one in changes if one["change"] != "becameStale"]
    wanted = [("anna", name) for name in ["started", "updated", "updated", "updated", "updated"]]
    wanted += [("ben", "started"), ("ben", "updated"), ("ben", "ended"), ("ben", "dismissed"), ("anna", "ended")]
    wanted += [("dora", "started"), ("dora", "ended"), ("dora", "dismissed")]
    assert [one for one in told if one != ("anna", "dismissed")] == wanted, told
    names = [one["content"]["state"].get("driverName") for one in changes if one["owner"] == "anna" and "content" in one]
    assert names[2:4] == ["Ben", "Cara"], names
    # A member that the kind does not have is ignored, and named once.
    misspelt = {"at": at(1), "command": "send", "activity": order, "event": {"courierAssigned": {"name": "Ben", "nmae": "Ben"}}}
    input_lines = "".join(json.dumps(one) + "\n" for one in ({"at": at(0), **start}, misspelt, misspelt))
    done = program.run_any(["run", "--virtual-time"], input_lines)
    told = [json.loads(line) for line in done.stderr.splitlines()]
    named = [(one["notice"], one["line"], one["path"]) for one in told]
    assert named == [("unknownMember", 2, "event.courierAssigned.nmae")], done
    assert done.returncode == 0, done
    # A line that is refused changes nothing, and is named.
    done = program.run_any(["run", "--virtual-time"], json.dumps({"at": at(0), **start, "kind": "nothing"}) + "\n")
    assert done.returncode == 1 and done.stdout == "" and "nothing" in done.stderr, done
    return story, text


def stores(program, text):
    """A run with a store and a journal, which is inspected, replayed, backed up and restored."""
    store = f"{program.folder}/store.sqlite"
    program.run("run", "--virtual-time", "--seed", "1", "--store", store, "--journal", text=text)
    assert '"delivery"' in program.run("inspect", store, "--json")
    program.run("inspect", store, "--check")
    program.run("replay", store)
    # Nothing is damaged, so there is nothing to decide.
    program.run("repair", store)
    program.run("backup", store, "--to", f"{program.folder}/backup.sqlite")
    program.run("restore", f"{program.folder}/backup.sqlite", "--to", f"{program.folder}/restored.sqlite")
    assert program.run("inspect", f"{program.folder}/restored.sqlite", "--json") == program.run("inspect", store, "--json")


def kinds(program):
    """The commands that describe and draw kinds."""
    folder = program.folder
    assert "delivery" in program.run("describe")
    program.run("lint", "meditationTimer", "--locale", "en")
    for name in ("old", "new"):
        program.run("contract", "export", "delivery", "--out", f"{folder}/{name}")
    program.run("contract", "check", f"{folder}/old", f"{folder}/new")
    program.run("render", "delivery", "--surface", "lockScreen.iPhone393", "--out", f"{folder}/pictures")
    assert any(name.endswith(".png") for _, _, names in os.walk(f"{folder}/pictures") for name in names)
    program.run("storybook", "meditationTimer", "--out", f"{folder}/storybook", "--language", "en", "--surface",
        "lockScreen.iPhone393")
    assert os.path.exists(f"{folder}/storybook/index.html")
    program.run("demo", "--plain", "--only", "delivery", "--speed", "100000")
    program.run("new", "plugin", "Laundry", "--path", f"{folder}/Laundry")
    assert os.path.exists(f"{folder}/Laundry")
    program.run("new", "ios-app", "Pizza", "--path", f"{folder}/Pizza")
    program.run("help", "run")


def pushes(program, push):
    """Manual pushes to the project's own APNs, and `why`."""
    told = ["--app", "com.example.food", "--config", push.configuration]
    content = ["--state", json.dumps({"driverName": "Ben"})]
    alert = ["--alert-title", "Pizza", "--alert-body", "is on its way"]
    program.run("push", "check", push.configuration)
    program.run("push", "update", *told, "--token", push.token, *content)
    program.run("push", "end", *told, "--token", push.token, *content)
    # Requests for tokens and channels that this APNs does not have are printed, not sent.
    program.run(
        "push", "start", *told, "--token", "ab" * 32, "--attributes-type", "DeliveryAttributes", "--attributes", "{}", *content,
        *alert,
        "--dry-run")
    program.run("push", "broadcast", *told, "--channel", "dHN0LXNyY2gtY2hubA==", *content, "--dry-run")
    program.run("push", "widgets", *told, "--token", "ab" * 32, "--dry-run")
    channel = program.run("push", "channel", "create", *told).strip()
    assert channel in program.run("push", "channel", "list", *told).split()
    program.run("push", "channel", "delete", *told, channel)


def sealing(program):
    """A device and a host, whose content the device opens."""
    phone, host = ("--keys", f"{program.folder}/phone.json"), ("--keys", f"{program.folder}/host.json")
    key = program.run("seal", "device", *phone)
    own = json.loads(program.run("seal", "host", *host))
    program.run("seal", "pin", "phone", json.loads(key)["fingerprint"], *host, text=key)
    program.run("seal", "device", *phone, "--trust", own["host"], "--rotate")
    assert "phone (newer key)" in program.run("seal", "devices", *host, text=program.run("seal", "device", *phone))
    state = program.run("seal", "content", *host, "--stream", "s", "--sequence", 1, text="secret")
    assert program.run("seal", "open", *phone, "--stream", "s", text=state) == "secret"
    attributes = {"orderNumber": 1, "restaurantName": "Pizza"}
    order = {"command": "start", "kind": "delivery", "owner": "anna", "attributes": attributes}
    changes = program.run("run", text=json.dumps(order) + "\n")
    sealed = json.loads(program.run("seal", "changes", *host, "--owner", "anna", "--title", "Food", text=changes))
    opened = program.run(
        "seal", "open", *phone, "--stream", sealed["attributes"]["stream"], text=json.dumps(sealed["content"]["state"]))
    assert json.loads(opened)["attributes"]["restaurantName"] == "Pizza" and "Pizza" not in json.dumps(sealed), opened
    program.run("seal", "remove", "phone", *host)


def tokens(program):
    state = f"{program.folder}/state"
    os.makedirs(state, exist_ok=True)
    token = program.run("token", "create", "--state", state, "--name", "orders").strip()
    assert "orders" in program.run("token", "list", "--state", state)
    program.run("token", "revoke", "--state", state, token.split("_")[1])


def why(program, push, text):
    """The steps between an activity's changes and its devices (`why`)."""
    configuration = f"{push.folder}/traced.yaml"
    with open(push.configuration) as file, open(configuration, "w") as traced:
        traced.write(file.read() + "trace: trace.jsonl\n")
    # Pushes need the computer's clock.
    first = json.loads(text.splitlines()[0])
    del first["at"]
    program.run("run", "--store", f"{push.folder}/pushed.sqlite", "--push", configuration, text=json.dumps(first) + "\n")
    with open(f"{push.folder}/trace.jsonl") as file:
        activity = json.loads(file.readline())["activity"]
    assert program.run("why", activity, "--trace", f"{push.folder}/trace.jsonl")


def plan(program):
    assert "policy: " in program.run("plan", DAY, "--devices", "1")
