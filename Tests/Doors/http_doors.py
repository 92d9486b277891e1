"""Tests every route of the HTTP API with every documented parameter and type of body, on one machine or at each node of a
cluster.
"""

import json
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "Sealing"))

import declared
import hpke

DELIVERY = {"orderNumber": 42, "restaurantName": "Pizza"}
TRACE = {"traceparent": "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"}


class Story:
    """Sends calls to the machines in turn, so that most calls reach a node that does not own the activity."""

    def __init__(self, machines, push, has_journal):
        self.machines, self.push, self.has_journal, self.calls = machines, push, has_journal, 0

    def call(self, *arguments, **named):
        self.calls += 1
        return self.machines[self.calls % len(self.machines)].call(*arguments, **named)

    def start(self, number, **more):
        answer = self.call(
            "POST", "/v1/activities",
            {"kind": "delivery", "owner": f"owner-{number}", "key": "1", "attributes": {**DELIVERY, "orderNumber": number},
                **more},
            headers={"Idempotency-Key": f"start-{number}", **TRACE}, wanted=201)
        assert answer["outcome"] == "started", answer
        return answer["activity"]

    def show(self, activity):
        return self.call("GET", f"/v1/activities/{activity}")

    def name(self, activity):
        return self.show(activity)["content"]["state"].get("driverName")

    def command(self, method, path, body, activity):
        """Sends a command with every header that the route accepts."""
        revision = self.show(activity)["revision"]
        self.calls += 1
        key = {"Idempotency-Key": f"command-{self.calls}"}
        machine = self.machines[self.calls % len(self.machines)]
        return machine.call(method, path, body, headers={"If-Match": f'"{revision}"', **key, **TRACE})

    # MARK: Parts

    def listings(self):
        """Every machine must list all activities: in pages, and by kind, owner and state."""
        orders = [self.start(number) for number in range(48)]
        sample = self.call("GET", "/v1/kinds/waitQueue")
        for number in range(12):
            self.call(
                "POST", "/v1/activities",
                {"kind": "waitQueue", "owner": f"owner-{number}", "key": "1", "attributes": sample["attributes"][0]},
                headers={"Idempotency-Key": f"queue-{number}"}, wanted=201)
        for machine in self.machines:
            for _ in range(5):
                pages, query = [], {"limit": 7}
                while True:
                    page = machine.call("GET", "/v1/activities", query=query)
                    pages.append([one["activity"] for one in page["activities"]])
                    if page["next"] is None:
                        break
                    query = {"limit": 7, "after": page["next"]}
                found = sum(pages, [])
                assert len(found) == len(set(found)) == 60 and set(orders) < set(found), (machine.folder,
                    [len(page) for page in pages])
                assert all(len(page) == 7 for page in pages[:-1]), pages
                whole = machine.call("GET", "/v1/activities", query={"limit": 1_000})
                assert [one["activity"] for one in whole["activities"]] == found and whole["next"] is None, (
                    len(whole["activities"]), 60)
                of_kind = machine.call("GET", "/v1/activities", query={"kind": "delivery", "state": "active", "limit": 1_000})
                assert sorted(one["activity"] for one in of_kind["activities"]) == sorted(orders), (machine.folder,
                    len(of_kind["activities"]))
                of_owner = machine.call("GET", "/v1/activities", query={"owner": "owner-3"})
                assert len(of_owner["activities"]) == 2, of_owner
                path = "/v1/owners/owner-3/activities"
                query = {"kind": "delivery", "state": "active", "limit": 1}
                assert [one["activity"] for one in machine.call("GET", path, query=query)["activities"]] == [orders[3]]
                first = machine.call("GET", path, query={"limit": 1})
                second = machine.call("GET", path, query={"limit": 1, "after": first["next"]})
                assert len(first["activities"]) == len(second["activities"]) == 1 and second["next"] is None, (first, second)
        return orders

    def batches(self, orders):
        """Sends events for activities of all partitions to every machine, with each type of body."""
        for number, machine in enumerate(self.machines):
            for kind in ["application/json", "application/jsonl", "application/x-ndjson"]:
                for chosen in (orders[:1], orders):
                    name = f"{kind[-6:]} {number} {len(chosen)}"
                    events = [{"activity": order, "event": {"courierAssigned": {"name": name}}} for order in chosen]
                    body = json.dumps(events) if kind == "application/json" else "\n".join(map(json.dumps, events))
                    answer = machine.call("POST", "/v1/events", body, body_type=kind,
                        headers={"Idempotency-Key": "batch-" + name.replace(" ", "-").replace("/", "-"), **TRACE})
                    assert [one.get("outcome") for one in answer["results"]] == ["applied"] * len(chosen), answer
                    assert all(self.name(order) == name for order in chosen), name
        # Activities named by their keys, and an event that is refused.
        events = [{"activity": {"owner": "owner-1", "kind": "delivery", "key": "1"}, "event": {"courierUnassigned": {}}},
                  {"activity": orders[2], "event": {"exploded": {}}}]
        answer = self.call("POST", "/v1/events", events)
        assert [one.get("outcome") or one["error"] for one in answer["results"]] == ["applied", "undecodable"], answer
        sample = self.call("GET", "/v1/kinds/waitQueue")
        topic = f"queue%2F{sample['attributes'][0]['queueId']}"
        event = {"event": sample["events"][0]["event"], "kind": "waitQueue", "id": "one"}
        for machine in self.machines:
            answer = machine.call("POST", f"/v1/topics/{topic}/events", event,
                headers={"Idempotency-Key": f"topic-{machine.port}", **TRACE})
            assert answer["outcome"] in ("published", "ignored"), answer
            event["id"] += "-"

    def notices(self, orders):
        """A member that the kind does not have is named in the answer to each command, and in no other answer."""
        def named(answer):
            return [(one["notice"], one["path"]) for one in answer.get("notices", [])]

        right, misspelt = {"courierAssigned": {"name": "Nora"}}, {"courierAssigned": {"name": "Nora", "nmae": "Nora"}}
        path = f"/v1/activities/{orders[0]}/events"
        wanted = [("unknownMember", "event.courierAssigned.nmae")]
        for machine in self.machines:
            answer = machine.call("POST", path, {"event": misspelt})
            assert named(answer) == wanted, answer
            answer = self.command("POST", path, {"event": misspelt}, orders[0])
            assert named(answer) == wanted, answer
            answer = machine.call("POST", path, {"event": right})
            assert named(answer) == [], answer
            sent = [{"exploded": {}}, misspelt, right]
            events = [{"activity": order, "event": event} for order in orders[1:3] for event in sent]
            results = machine.call("POST", "/v1/events", events)["results"]
            assert [named(one) for one in results] == 2 * [[], wanted, []], results
        answer = self.call(
            "POST", "/v1/activities",
            {"kind": "delivery", "owner": "owner-notices", "attributes": {**DELIVERY, "restaurantNmae": "Pizza"}}, wanted=201)
        assert named(answer) == [("unknownMember", "attributes.restaurantNmae")], answer
        self.call("POST", f"/v1/activities/{answer['activity']}/end", {})

    def commands(self, order):
        """An activity from its start to its end, with all of its representations."""
        path = f"/v1/activities/{order}"
        state = self.show(order)["content"]["state"]
        answer = self.command("PATCH", path, {"content": {"state": {**state, "driverName": "Anna"}}}, order)
        assert answer["outcome"] == "applied" and self.name(order) == "Anna", answer
        assert self.command("POST", f"{path}/events", {"event": {"courierAssigned": {"name": "Ben"}}},
            order)["outcome"] == "applied"
        assert self.name(order) == "Ben"
        answer = self.command("POST", f"{path}/perform", {"action": "leaveAtDoor", "surface": "lockScreen"}, order)
        assert answer["outcome"] == "applied" and self.show(order)["content"]["state"]["leaveAtDoor"] is True, answer
        assert self.command("POST", f"{path}/lease", {}, order)["outcome"] in ("applied", "unchanged")
        revision = self.show(order)["revision"]
        self.call("GET", path, headers={"If-None-Match": f'"{revision}"'}, wanted=304)
        link = self.call("POST", f"{path}/link", {"expiresIn_s": 60}, wanted=201)
        assert link["access_token"] in link["url"], link
        self.call("DELETE", f"{path}/link", wanted=204)

        look = {"at": "2026-11-25T12:00:00Z", "scheme": "dark", "language": "ar", "dimmed": "true", "textSize": "large"}
        then = {"revision": revision} if self.has_journal else {}
        shown = self.call("GET", f"{path}/presentations", query={**look, "surface": "lockScreen.iPhone393", **then})
        assert shown["presentations"], shown
        for picture, first in [("lockScreen.iPhone393.png", b"\x89PNG"), ("lockScreen.iPhone393.svg", b"<")]:
            image = self.call("GET", f"{path}/presentations/{picture}", query={**look, "scale": 1, "framed": "true"})
            assert image.startswith(first), image[:20]
        pictures = self.call("GET", "/dashboard/pictures", query={"activities": order, "surfaces": "lockScreen.iPhone393"})
        assert len(pictures["activities"]) == 1, pictures

    def history(self, order):
        history = self.call("GET", f"/v1/activities/{order}/history")
        assert history["changes"] if "changes" in history else history, history
        query = {
            "owner": "owner-1", "kind": "delivery", "activity": order, "from": "2026-01-01T00:00:00Z",
            "until": "2100-01-01T00:00:00Z", "limit": 1}
        # One line is one JSON value.
        line = self.call("GET", "/v1/history", query=query)
        assert line["change"] == "started", line
        second = self.call("GET", "/v1/history", query={"activity": order, "after": line["position"], "limit": 1})
        assert second["revision"] == 2 and second["position"] != line["position"], second
        for path in ("/v1/activities", "/v1/owners/owner-1/activities"):
            assert order in json.dumps(self.call("GET", path, query={"at": "2100-01-01T00:00:00Z"}))
        query = {"activities": order, "surfaces": "lockScreen.iPhone393", "moment": "2100-01-01T00:00:00Z"}
        assert len(self.call("GET", "/dashboard/pictures", query=query)["activities"]) == 1

    def keys(self):
        """Requests for an activity named by its owner, kind and key."""
        path = "/v1/owners/key-owner/delivery/7"
        self.call("PUT", path, {"attributes": DELIVERY}, headers={"Idempotency-Key": "put", **TRACE}, wanted=201)
        shown = self.call("GET", path)
        content = {"state": {**shown["content"]["state"], "driverName": "Cara"}}
        answer = self.call(
            "PUT", path, {"attributes": DELIVERY, "content": content}, headers={"If-Match": f'"{shown["revision"]}"', **TRACE})
        shown = self.call("GET", path)
        assert answer["outcome"] == "applied" and shown["content"]["state"]["driverName"] == "Cara", (answer, shown)
        self.call("GET", path, headers={"If-None-Match": f'"{shown["revision"]}"'}, wanted=304)

    def devices(self, order):
        """Registers an app with one machine and sends its later calls to others."""
        token = {"installation": "phone", "owner": "owner-1", "app": "com.example.food", "environment": "production",
                 "token": self.push.token, "activity": order}
        self.call("POST", "/v1/tokens", token, wanted=(200, 201))
        assert self.call("GET", "/v1/devices/phone")["installation"] == "phone"
        self.call("PUT", "/v1/devices/phone", {"frequentUpdates": True}, wanted=204)
        self.call("POST", "/v1/receipts", {"installation": "phone"}, wanted=204)
        self.call("POST", "/v1/receipts", {"installation": "phone", "owner": "owner-1"}, wanted=204)
        assert [device["installation"] for device in self.call("GET", f"/v1/activities/{order}/devices")["devices"]] == [
            "phone"]
        self.call("GET", f"/v1/activities/{order}/why")
        self.call("DELETE", "/v1/devices/phone", wanted=204)
        key = {name: token[name] for name in ("installation", "owner", "app", "environment")} | {"key": hpke.Device().key()}
        self.call("POST", "/v1/keys", key, wanted=201)
        for machine in self.machines:
            assert [one["key"] for one in machine.call("GET", "/v1/owners/owner-1/keys")["keys"]] == [key["key"]]
        self.call("DELETE", "/v1/keys/phone", wanted=204)
        assert self.call("GET", "/v1/owners/owner-1/keys")["keys"] == []

    def access_tokens(self):
        """Creates, lists and revokes a token for a user's phone, as an app's backend does."""
        made = self.call(
            "POST", "/v1/access-tokens", {"name": "phone", "scope": "device", "owner": "owner-1", "expiresIn_s": 60},
            wanted=201)
        listed = self.call("GET", "/v1/access-tokens")["tokens"]
        assert made["id"] in [token["id"] for token in listed] and made["token"] not in json.dumps(listed), listed
        self.call("DELETE", f"/v1/access-tokens/{made['id']}", wanted=204)
        query = {"from": "2026-01-01T00:00:00Z", "until": "2100-01-01T00:00:00Z", "token": "none", "path": "/v1", "limit": 1}
        assert self.call("GET", "/v1/audit", query=query) == b""
        assert made["id"] in json.dumps(self.call("GET", "/v1/audit", query={"path": made["id"]}))

    def webhooks(self):
        """An integrator manages a webhook, whose endpoint does not exist."""
        hook = {"name": "doors", "url": "https://doors.invalid/hook", "changes": ["ended"], "keep": "newest"}
        made = self.call("POST", "/v1/webhooks", hook, wanted=201)
        listed = self.call("GET", "/v1/webhooks")["webhooks"]
        assert "doors" in [one["name"] for one in listed] and made["secret"] not in json.dumps(listed), listed
        assert self.call("POST", "/v1/webhooks/doors/test")["accepted"] is False
        self.call("POST", "/v1/webhooks/doors/disable", wanted=204)
        assert [one["isDisabled"] for one in self.call("GET", "/v1/webhooks")["webhooks"] if one["name"] == "doors"] == [True]
        self.call("POST", "/v1/webhooks/doors/enable", wanted=204)
        exchanged = self.call("POST", "/v1/webhooks/doors/secret", {"overlap_s": 60})
        assert exchanged["secret"] != made["secret"], exchanged
        assert self.call("GET", "/v1/webhooks/doors/failures")["deadLetters"] == []
        assert self.call("POST", "/v1/webhooks/doors/resend", {"since": "2026-01-01T00:00:00Z"})["deadLetters"] == 0
        self.call("DELETE", "/v1/webhooks/doors/dead-letters", wanted=204)
        self.call("DELETE", "/v1/webhooks/doors", wanted=204)

    def streams(self, order):
        """A change made at one machine reaches readers at every machine, with each filter."""
        place = 0

        def read(machine, query, headers=None, also=lambda: None):
            nonlocal place
            with machine.stream(query, headers) as events:
                also()
                place += 1
                name, position = f"place {place}", None
                self.call("POST", f"/v1/activities/{order}/events", {"event": {"courierAssigned": {"name": name}}})
                for event, data, position in events:
                    shown = data.get("activities", []) if event == "reset" else [data]
                    names = [one.get("content", {}).get("state", {}).get("driverName") for one in shown
                        if one.get("activity") == order]
                    if name in names:
                        return position
                raise AssertionError(f"the stream of {query} has ended without '{name}'")

        for machine in self.machines:
            position = read(machine, {"owner": "owner-1", "kind": "delivery", "interval_s": "0.1"})
            read(machine, {"activity": order, "state": "true"})
            read(machine, {"activity": order, "last-event-id": position})
            read(machine, {"activity": order}, {"Last-Event-ID": position})
            with machine.stream({"topic": "queue/none"}) as _:
                pass

    def ends(self, orders):
        assert self.command("POST", f"/v1/activities/{orders[0]}/end", {"dismissalPolicy": "default"},
            orders[0])["outcome"] == "applied"
        assert self.command("POST", f"/v1/activities/{orders[1]}/dismiss", {}, orders[1])["outcome"] == "applied"
        assert self.show(orders[0])["state"] == "ended"
        self.call("GET", f"/v1/activities/{orders[1]}", wanted=404)
        assert self.call("POST", "/v1/permission", {"owner": "owner-2", "allowed": False},
            headers={"Idempotency-Key": "no", **TRACE})["outcome"] == "applied"
        self.call(
            "POST", "/v1/activities", {"kind": "delivery", "owner": "owner-2", "attributes": DELIVERY}, wanted=(403, 409, 422))
        for machine in self.machines:
            owner = f"leaves-{machine.port}"
            start = {"command": "start", "kind": "delivery", "owner": owner, "attributes": DELIVERY}
            left = self.call("POST", "/v1/commands", start, headers={"Idempotency-Key": owner, **TRACE}, wanted=201)["activity"]
            answer = machine.call("POST", "/v1/commands", {"command": "endAll", "owner": owner}, headers=TRACE)
            assert answer["outcome"] == "applied" and self.show(left)["state"] == "ended", answer
            self.call("POST", "/v1/commands", {"command": "dismiss", "activity": left}, headers={"If-Match": "*"})

    def operators(self):
        for machine in self.machines:
            assert machine.call("GET", "/healthz")["status"] == "ok"
            machine.call("GET", "/readyz")
            assert isinstance(machine.call("GET", "/v1/status"), dict)
            assert b"<html" in machine.call("GET", "/")
            assert b"fetch" in machine.call("GET", "/assets/client.js")
            assert b"<live-activity" in machine.call("GET", "/activity")
            assert b"customElements" in machine.call("GET", "/live-activity.js")
            assert b"HTMLElementTagNameMap" in machine.call("GET", "/live-activity.d.ts")
            kinds = machine.call("GET", "/v1/kinds")
            assert "delivery" in json.dumps(kinds)
            assert machine.call("GET", "/openapi.json")["openapi"].startswith("3.")
            metrics = machine.call("GET", "/metrics").decode()
            faults = [line for line in metrics.splitlines() if 'status="5xx"' in line]
            assert not faults, faults


def run(machines, push, has_journal):
    """Runs the whole story. Returns the number of its requests, without listings and batches."""
    story = Story(machines, push, has_journal)
    orders = story.listings()
    story.batches(orders)
    story.notices(orders)
    story.commands(orders[1])
    story.keys()
    story.devices(orders[1])
    if machines[0].token:
        story.access_tokens()
    if has_journal:
        story.history(orders[1])
    story.webhooks()
    story.streams(orders[1])
    story.ends(orders)
    story.operators()
    return story.calls


def missing(used, without=()):
    """The entries of the sources that were not called successfully, except the ones in `without`."""
    wanted = set()
    for route in declared.routes():
        wanted.add(route)
        parameters, bodies = declared.operations().get(route, (set(), set()))
        wanted |= {f"{route} ? {parameter}" for parameter in parameters} | {f"{route} : {body}" for body in bodies}
    return sorted(wanted - used.noted - set(without))
