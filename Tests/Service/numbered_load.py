"""Sends numbered events, and checks the guarantees about them.

Each client sends one event at a time to each of its activities, alone or in a batch with events for its other activities,
to any node. While the outcome is unknown it repeats the event with the same id; after "nothing was done" it sends another
event instead. So at the end each activity must have as many revisions as acknowledged events.
"""
import collections, http.client, random, threading, time


class Event:
    def __init__(self, identifier, name):
        self.body = {"id": identifier, "event": {"courierAssigned": {"name": name}}}
        # Whether the outcome of an attempt is unknown.
        self.is_doubtful = False


class Client:
    """A client of some activities."""

    def __init__(self, load, number, activities):
        self.load, self.number, self.activities = load, number, activities
        self.chance = random.Random(load.seed * 1_000 + number)
        self.acknowledged = dict.fromkeys(activities, 0)
        self.attempts = 0
        self.thread = threading.Thread(target=self.run, daemon=True)

    def run(self):
        try:
            while not self.load.over.is_set():
                is_batch = self.load.has_batches and self.chance.random() < 0.3
                self.give(self.activities if is_batch else [self.chance.choice(self.activities)], is_batch)
                time.sleep(self.chance.uniform(0, 2 * self.load.pause_s))
        except BaseException as error:
            self.load.violate(f"client {self.number} failed: {error!r}")

    def event(self, activity):
        """The next event for an activity, or the same one with another id."""
        self.attempts += 1
        return Event(f"{self.number}-{self.attempts}", f"{self.acknowledged[activity]} {self.attempts} {activity}")

    def give(self, activities, is_batch):
        """Sends an event to each activity, and repeats it until it is acknowledged."""
        pending, began = {activity: self.event(activity) for activity in activities}, time.monotonic()
        while pending:
            results = self.request(pending, is_batch)
            for activity, (status, answer) in zip(list(pending), results):
                event = pending[activity]
                code = answer.get("code") or answer.get("error") if isinstance(answer, dict) else None
                self.load.answers[f"{status} {code}" if code else str(status)] += 1
                if status == 200:
                    if answer.get("outcome") != "applied" and not event.is_doubtful:
                        self.load.violate(f"{activity}: event {event.body['id']} was given once: {answer}")
                    self.acknowledged[activity] += 1
                    del pending[activity]
                elif (status, code) == (503, "storeUnavailable") or status == "refused":
                    # Nothing was done, unless an earlier attempt did it.
                    if not event.is_doubtful:
                        pending[activity] = self.event(activity)
                else:
                    if status not in ("broken", 504):
                        self.load.violate(f"{activity}: {status} {answer}")
                    event.is_doubtful = True
            if pending:
                time.sleep(0.1)
        self.load.durations.append(time.monotonic() - began)

    def request(self, pending, is_batch):
        """Returns a status and an answer for each event. "refused": the connection was not accepted. "broken": there was no
        answer.
        """
        if is_batch:
            path, body = "/v1/events", [{"activity": activity, **event.body} for activity, event in pending.items()]
        else:
            (activity, event), = pending.items()
            path, body = f"/v1/activities/{activity}/events", event.body
        try:
            status, answer = self.chance.choice(self.load.nodes).call("POST", path, body)
        except ConnectionRefusedError:
            status, answer = "refused", None
        except (OSError, http.client.HTTPException):
            status, answer = "broken", None
        if is_batch and status == 200:
            return [(result.get("status", 200), result) for result in answer["results"]]
        return [(status, answer)] * len(pending)


class NumberedLoad:
    """Clients that send to `nodes`, each with one list of `activities`."""

    def __init__(self, nodes, activities, seed, pause_s, has_batches):
        self.nodes, self.seed, self.pause_s, self.has_batches = nodes, seed, pause_s, has_batches
        self.over, self.lock, self.violations = threading.Event(), threading.Lock(), []
        self.answers, self.durations = collections.Counter(), []
        self.clients = [Client(self, number, own) for number, own in enumerate(activities)]
        for client in self.clients:
            client.thread.start()

    def violate(self, text):
        with self.lock:
            self.violations.append(text)
            print(f"VIOLATION: {text}", flush=True)

    def acknowledged(self):
        return sum(sum(client.acknowledged.values()) for client in self.clients)

    def end(self, limit_s):
        """Waits for the answers of all events."""
        self.over.set()
        deadline = time.monotonic() + limit_s
        for client in self.clients:
            client.thread.join(max(deadline - time.monotonic(), 0))
            if client.thread.is_alive():
                self.violate(f"client {client.number}: an event was not acknowledged {limit_s} s after the last fault")

    def check_records(self):
        """Checks that each node has each activity with all acknowledged events, applied once."""
        for activity, count in self.counts():
            for node in self.nodes:
                status, record = node.call("GET", f"/v1/activities/{activity}")
                # The first revision is the start; a name begins with the number of events before it.
                name = record["content"]["state"]["driverName"] if status == 200 else None
                if status != 200 or record["revision"] != count + 1 or (count and name.split(" ")[0] != str(count - 1)):
                    self.violate(f"{activity} has {count} acknowledged events; {node.name} answers {status} {record}")

    def check_webhook(self, endpoint, limit_s):
        """Checks that each revision has reached the endpoint, in order and with one id."""
        deadline = time.monotonic() + limit_s
        for activity, count in self.counts():
            expected = list(range(1, count + 2))
            while len(endpoint.revisions(activity)) < len(expected) and time.monotonic() < deadline:
                time.sleep(0.2)
            revisions = endpoint.revisions(activity)
            if revisions != expected:
                missing = sorted(set(expected) - set(revisions))
                unordered = [pair for pair in zip(revisions, revisions[1:]) if pair[0] > pair[1]]
                self.violate(
                    f"{activity}: the endpoint lacks {missing[:10]} of {count + 1} revisions; out of order {unordered[:10]}")
        for change in endpoint.changed_ids:
            self.violate(f"{change}: a revision with two webhook-ids")

    def check_pushes(self, push, activities, limit_s):
        """Checks that the phone shows the last content of each activity, and no push has a newer timestamp but older content
        than another.
        """
        deadline, counts = time.monotonic() + limit_s, dict(self.counts())
        for activity in activities:
            while True:
                names = [(sent["timestamp"], sent["content-state"].get("driverName", "")) for sent in push.pushes()]
                pushes = sorted((at, int(name.split(" ")[0])) for at, name in names if name.endswith(activity))
                shown = pushes[-1][1] if pushes else -1
                if shown == counts[activity] - 1 or time.monotonic() > deadline:
                    break
                time.sleep(1)
            if shown != counts[activity] - 1:
                self.violate(f"{activity}: the phone shows event {shown}, not {counts[activity] - 1}")
            for (time_a, event_a), (time_b, event_b) in zip(pushes, pushes[1:]):
                if event_b < event_a or (time_a == time_b and event_a != event_b):
                    self.violate(
                        f"{activity}: event {event_a} was pushed with timestamp {time_a}, event {event_b} with {time_b}")

    def counts(self):
        return [pair for client in self.clients for pair in client.acknowledged.items()]
