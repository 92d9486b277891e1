"""Generates requests for a service from its own examples: valid requests, requests with one changed part, and malformed HTTP.
"""
import dataclasses, json, random, re

VALUES = [None, True, False, 0, -1, 1.5, 1e308, -0.0, 2**53, 2**64, 10**400, "", "a", "\u0000", "\ud83d\ude00", "x" * 5000, [],
          {}, [[]], {"": None}, "2026-06-20T17:00:00Z", "9999-12-31T23:59:59Z", "0001-01-01T00:00:00Z", {"_0": 1}, [1, 2, 3],
          "anna", "delivery"]
SEGMENTS = [text.encode().decode("latin-1") for text in (
    "", "..", "%2e%2e", "%00", "%ff", "%zz", "a" * 300, "anna", "delivery", "ü", "%F0%9F%98%80", "lockScreen.iPhone393.svg",
    "compact.iPhone393.png", "*", "{id}", "0", "ffffffffffffffff", "0008bc3960000000", "events", "history")]
QUERIES = ["limit=1", "limit=0", "limit=1e9", "after=zz", "owner=anna", "kind=delivery", "state=active", "state=x",
           "at=2026-06-20T17:00:00Z", "at=x", "scheme=dark", "language=ar", "language=%00", "surface=lockScreen.iPhone393",
           "surface=x", "scale=3", "scale=NaN", "revision=1", "revision=-1", "=", "&&", "%", "a=b=c", "access_token=la_x_y",
           "textSize=huge", "dimmed=true", "framed=false"]
HEADERS = ["If-Match: \"1\"", "If-Match: x", "If-None-Match: \"1\"", "Idempotency-Key: a", "Idempotency-Key: b",
           "Accept-Encoding: gzip", "Content-Encoding: gzip", "Content-Encoding: x",
           "traceparent: 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01", "traceparent: 00", "X-Request-Id: a\tb",
           "Authorization: Bearer x", "Origin: https://example.org", "Expect: 100-continue",
           "Range: bytes=0-1", "Content-Type: text/plain", "Accept: text/html", "Connection: upgrade", "Cookie: a=b"]
BODIES = [{"owner": "anna", "key": "42"}, {"allowed": False, "owner": "anna", "kind": "delivery"}, {"expiresIn_s": 60},
          {"action": "a", "surface": "lockScreen"}, {"dismissalPolicy": "immediate"}, {"installation": "phone"},
          {"frequentUpdates": True}]
# Routes that take milliseconds are requested more rarely.
COSTLY = re.compile(r"/(history|presentations|kinds)|openapi")


@dataclasses.dataclass(slots=True)
class Sent:
    """A request: its bytes, whether its answer has no body, and how to interpret the answer."""
    text: bytes
    is_head: bool = False
    # Whether a correct service applies it, unless an earlier request is a reason not to.
    is_good: bool = False
    # The kind of the activity that it starts.
    starts: str | None = None


@dataclasses.dataclass(slots=True)
class Known:
    """An activity known from the service's answers."""
    id: str
    kind: str
    # The number of events of the kind's story that were sent.
    told: int = 0


class Kind:
    def __init__(self, described):
        self.name = described["kind"]
        self.attributes = described["attributes"]
        self.events = [entry["event"] for entry in described["events"]]
        self.actions = [entry["id"] for entry in described["actions"]]
        self.state = described["state"]


class Fuzzer:
    """Generates requests from a seed. The same answers in the same order give the same requests."""
    OWNERS = 400
    MOST_KNOWN = 600

    def __init__(self, seed, document):
        self.random = random.Random(seed)
        routes = [(method.upper(), path) for path, methods in document["paths"].items() for method in methods
                  if path != "/v1/changes" and method in ("get", "post", "put", "patch", "delete")]
        self.routes = [route for route in routes for _ in range(1 if COSTLY.search(route[1]) else 6)]
        self.operations = len(routes)
        self.kinds, self.known = {}, []

    def learn(self, kinds):
        """Sets the kinds with their examples, whose dates are relative to the current time."""
        self.kinds = {described["kind"]: Kind(described) for described in kinds}
        self.samples = list(BODIES)
        for kind in self.kinds.values():
            for attributes in kind.attributes:
                self.samples.append({"kind": kind.name, "owner": "anna", "attributes": attributes})
            for event in kind.events:
                self.samples.append({"event": event})
                self.samples.append([{"activity": {"owner": "anna", "kind": kind.name, "key": "42"}, "event": event}])
            self.samples.append({"content": {"state": kind.state}})
        self.texts = [json.dumps(sample).encode() for sample in self.samples]

    def was_started(self, identifier, kind):
        if len(self.known) < self.MOST_KNOWN:
            self.known.append(Known(identifier, kind))
        else:
            self.known[self.random.randrange(self.MOST_KNOWN)] = Known(identifier, kind)

    # Values

    def value(self, value):
        """Another value, or one with a member changed."""
        choose = self.random.random()
        if isinstance(value, dict) and value and choose < 0.8:
            changed = dict(value)
            key = self.random.choice(list(value))
            if choose < 0.1:
                del changed[key]
            elif choose < 0.15:
                changed[str(self.random.choice(VALUES))] = changed[key]
            else:
                changed[key] = self.value(value[key])
            return changed
        if isinstance(value, list) and value and choose < 0.7:
            changed = list(value)
            index = self.random.randrange(len(value))
            changed[index] = self.value(value[index])
            return changed * (2 if choose < 0.05 else 1)
        return self.random.choice(VALUES)

    def owner(self):
        return f"owner{self.random.randrange(self.OWNERS)}"

    # Valid requests, and requests with one changed part

    def story(self):
        """A valid request: method, path, body, type, and the kind that it starts."""
        choose = self.random.random()
        if choose < 0.12 or not self.known:
            kind = self.random.choice(list(self.kinds.values()))
            body = {"kind": kind.name, "owner": self.owner(), "key": str(self.random.randrange(4)),
                    "attributes": self.random.choice(kind.attributes), "ifRunning": "join"}
            if choose < 0.03:
                return "PUT", f"/v1/owners/{body.pop('owner')}/{body.pop('kind')}/{body.pop('key')}", body, None, kind.name
            return "POST", "/v1/activities", body, None, kind.name
        index = self.random.randrange(len(self.known))
        known = self.known[index]
        kind, path = self.kinds[known.kind], f"/v1/activities/{known.id}"
        if choose < 0.55:
            return "POST", f"{path}/events", {"event": self.next_event(known, kind)}, None, None
        if choose < 0.62:
            events = []
            for known in self.random.choices(self.known, k=self.random.randint(1, 12)):
                events.append({"activity": known.id, "event": self.next_event(known, self.kinds[known.kind])})
            return "POST", "/v1/events", events, self.random.choice(["application/json", "application/jsonl"]), None
        if choose < 0.67:
            return "PATCH", path, {"content": {"state": kind.state, "relevanceScore": self.random.randrange(100)}}, None, None
        # A sealed activity has no actions: only its reader could show a button.
        if choose < 0.70 and kind.actions:
            return "POST", f"{path}/perform", {"action": self.random.choice(kind.actions), "surface": "lockScreen"}, None, None
        if choose < 0.78:
            self.known[index] = self.known[-1]
            self.known.pop()
            if choose < 0.74:
                return "POST", f"{path}/dismiss", {}, None, None
            return "POST", f"{path}/end", {"dismissalPolicy": "immediate"}, None, None
        if choose < 0.80:
            event = self.random.choice(self.kinds["sports"].events)
            return "POST", f"/v1/topics/match%2F{event['match']}/events", {"event": event}, None, None
        if choose < 0.805:
            command = {"command": self.random.choice(["permit", "permitFrequentUpdates"]), "owner": self.owner(),
                "allowed": True}
            return "POST", "/v1/commands", command, None, None
        if choose < 0.81:
            return "POST", "/v1/permission", {"owner": self.owner(), "allowed": True}, None, None
        if choose < 0.82:
            return "POST", f"{path}/link", {"expiresIn_s": self.random.randint(1, 604_800)}, None, None
        if choose < 0.95:
            return "GET", path, None, None, None
        return "GET", f"/v1/owners/{self.owner()}/activities", None, None, None

    def next_event(self, known, kind):
        """The next event of the kind's story; after its end a random one."""
        known.told += 1
        return kind.events[known.told - 1] if known.told <= len(kind.events) else self.random.choice(kind.events)

    def right_or_nearly(self, is_changed):
        method, path, body, type, starts = self.story()
        if is_changed and body is not None:
            # An unknown key at the top level is always refused; inside a value it may be accepted.
            body = self.value(body)
        lines = type == "application/jsonl" and isinstance(body, list)
        text = b"" if body is None else (b"\n" if lines else b"").join(
            json.dumps(element).encode() for element in (body if lines else [body]))
        headers = ""
        is_plain = self.random.random() < 0.9
        if not is_plain:
            headers = f"Idempotency-Key: k{self.random.randrange(100_000)}\r\n"
        request = (f"{method} {path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: {len(text)}\r\n"
                   f"Content-Type: {type or 'application/json'}\r\n{headers}\r\n").encode() + text
        # The content of another activity is valid only if both have equal attributes, such as the same number of matches.
        is_good = is_plain and not is_changed and method != "PATCH"
        return Sent(request, is_good=is_good, starts=starts)

    # Arbitrary requests

    def body(self):
        choose = self.random.random()
        if choose < 0.35:
            return self.random.choice(self.texts)
        if choose < 0.8:
            return json.dumps(self.value(self.random.choice(self.samples))).encode("utf-8", "replace")
        text = bytearray(self.random.choice(self.texts))
        if choose < 0.95:
            for _ in range(self.random.randint(1, 4)):
                text[self.random.randrange(len(text))] = self.random.randrange(256)
            return bytes(text)
        if choose < 0.97:
            return b"[" * self.random.choice([10, 600, 20_000])
        if choose < 0.99:
            return b"\n".join(bytes(text) for _ in range(self.random.randint(0, 5)))
        return self.random.randbytes(self.random.randint(0, 200))

    def segment(self, match):
        name = match[1]
        if self.random.random() < 0.7:
            if name == "id" and self.known:
                return self.random.choice(self.known).id
            return {"owner": "anna", "kind": "delivery", "key": "42"}.get(name, "a")
        return self.random.choice(SEGMENTS)

    def any(self):
        method, path = self.random.choice(self.routes)
        if self.random.random() < 0.05:
            method = self.random.choice(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"])
        path = re.sub(r"\{\*?(\w+)\}", self.segment, path)
        if self.random.random() < 0.2:
            path += "?" + "&".join(self.random.choices(QUERIES, k=self.random.randint(1, 3)))
        body = self.body() if method in ("POST", "PUT", "PATCH") or self.random.random() < 0.02 else b""
        headers = ["Host: localhost", f"Content-Length: {len(body)}"]
        if body:
            headers.append("Content-Type: application/json")
        if self.random.random() < 0.25:
            headers += self.random.choices(HEADERS, k=self.random.randint(1, 3))
        head = f"{method} {path} HTTP/1.1\r\n" + "\r\n".join(headers) + "\r\n\r\n"
        return Sent(head.encode("latin-1") + body, method == "HEAD")

    def request(self):
        choose = self.random.random()
        if choose < 0.35:
            return self.right_or_nearly(False)
        if choose < 0.7:
            return self.right_or_nearly(True)
        return self.any()

    def broken(self):
        """A request that may be malformed HTTP; the connection may end after its answer."""
        request = self.request()
        text = bytearray(request.text)
        for _ in range(self.random.randint(1, 3)):
            choose, at = self.random.random(), self.random.randrange(min(len(text), 200))
            if choose < 0.6:
                text[at] = self.random.randrange(256)
            elif choose < 0.8:
                del text[at:at + self.random.randint(1, 10)]
            else:
                text[at:at] = self.random.randbytes(3)
        return Sent(bytes(text), text.startswith(b"HEAD"))
