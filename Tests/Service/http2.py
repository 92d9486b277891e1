#!/usr/bin/env python3
"""HTTP/2 clients of `live-activities serve` with TLS: curl, and hostile ones that write their frames themselves.

    http2.py PROGRAM

Needs the packages hpack and hyperframe (Scripts/test-service installs them), openssl and curl.
"""
import re, signal, socket, ssl, subprocess, tempfile, warnings

from hpack import Decoder, Encoder
from hyperframe.frame import (
    ContinuationFrame, DataFrame, Frame, GoAwayFrame, HeadersFrame, PingFrame, RstStreamFrame, SettingsFrame)

from operators_service import Service
from serve_process import PATIENCE_S

NO_ERROR, CANCEL, ENHANCE_YOUR_CALM = 0, 8, 11


class Client:
    """A connection of HTTP/2 that acknowledges nothing on its own."""

    def __init__(self, service, settings=None):
        self.port = service.port
        self.socket = handshake(service, ["h2"])
        assert self.socket.selected_alpn_protocol() == "h2"
        self.encoder, self.decoder, self.text, self.next = Encoder(), Decoder(), b"", 1
        self.socket.sendall(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n")
        self.send(SettingsFrame(0, settings=settings or {}))

    def send(self, *frames):
        """Sends as much as the service receives: it may have closed the connection."""
        try:
            self.socket.sendall(b"".join(frame.serialize() for frame in frames))
        except OSError:
            pass

    def request(self, path, method="GET", headers=(), ends=True):
        """The frame of a request on a new stream."""
        fields = [(":method", method), (":path", path), (":scheme", "https"), (":authority", f"localhost:{self.port}"), *headers]
        frame = HeadersFrame(self.next, self.encoder.encode(fields), flags=["END_HEADERS"] + (["END_STREAM"] if ends else []))
        self.next += 2
        return frame

    def frames(self):
        """The frames that come, until the service closes the connection."""
        while True:
            while len(self.text) >= 9:
                frame, length = Frame.parse_frame_header(memoryview(self.text[:9]))
                if len(self.text) < 9 + length:
                    break
                frame.parse_body(memoryview(self.text[9:9 + length]))
                self.text = self.text[9 + length:]
                yield frame
            try:
                part = self.socket.recv(1 << 16)
            except (ConnectionError, ssl.SSLError):
                part = b""
            if not part:
                return
            self.text += part

    def until(self, kind):
        """The next frame of this kind."""
        return next(frame for frame in self.frames() if isinstance(frame, kind))

    def answers(self, count):
        """The next frames that begin or refuse a response."""
        return [self.until((HeadersFrame, RstStreamFrame)) for _ in range(count)]

    def status(self, path="/healthz"):
        self.send(self.request(path))
        return dict(self.decoder.decode(self.until(HeadersFrame).data))[":status"]

    def ends(self):
        """The error codes of the GOAWAY frames that come until the connection ends."""
        codes = [frame.error_code for frame in self.frames() if isinstance(frame, GoAwayFrame)]
        self.socket.close()
        return codes


def handshake(service, protocols=(), version=None):
    context = ssl.create_default_context(cafile=f"{service.folder}/cert.pem")
    if protocols:
        context.set_alpn_protocols(list(protocols))
    if version:
        context.set_ciphers("DEFAULT@SECLEVEL=0")
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)
            context.minimum_version = context.maximum_version = version
    return context.wrap_socket(socket.create_connection(("localhost", service.port), PATIENCE_S), server_hostname="localhost")


def serve(limits=""):
    folder = tempfile.mkdtemp(prefix="http2-")
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
         "-keyout", "key.pem", "-out", "cert.pem", "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"],
        check=True, capture_output=True, cwd=folder)
    return Service(folder, f"tls: {{ certificate: cert.pem, key: key.pem }}\n{limits}")


# MARK: Protocols


def protocol_is_the_clients_choice():
    with serve() as service:
        url = f"https://localhost:{service.port}/healthz"
        for option, version in ("--http2", "2"), ("--http1.1", "1.1"):
            done = subprocess.run(
                ["curl", "-s", option, "--cacert", f"{service.folder}/cert.pem", "-w", " %{http_version}", url], capture_output=True, text=True)
            assert done.stdout == '{"status":"ok"} ' + version, done
        plain = handshake(service)
        plain.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        assert plain.recv(1 << 16).startswith(b"HTTP/1.1 200 "), "a client without ALPN"
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)
            old = ssl.TLSVersion.TLSv1_1
        try:
            handshake(service, version=old)
            assert False, "TLS 1.1 was accepted"
        except (ssl.SSLError, ConnectionError):
            pass


# MARK: Floods


def floods_end_the_connection():
    with serve() as service:
        def resets(client):
            for _ in range(1_000):
                frame = client.request("/v1/activities")
                yield from (frame, RstStreamFrame(frame.stream_id, error_code=CANCEL))

        def continuations(client):
            frame = client.request("/healthz")
            frame.flags.remove("END_HEADERS")
            yield frame
            for _ in range(1_000):
                yield ContinuationFrame(frame.stream_id, data=b"")

        floods = {
            "resets": resets, "continuations": continuations,
            "pings": lambda _: (PingFrame(0, opaque_data=bytes(8)) for _ in range(1_000)),
            "settings": lambda _: (SettingsFrame(0, settings={4: number}) for number in range(1_000)),
        }
        for name, flood in floods.items():
            client = Client(service)
            client.send(*flood(client))
            # The service may close the connection before the client has read the reason.
            assert set(client.ends()) <= {ENHANCE_YOUR_CALM}, name
        large = Client(service)
        large.send(large.request("/healthz", headers=[("x", "a" * 20_000)]))
        assert len(large.ends()) <= 1
        assert Client(service).status() == "200"


def open_streams_are_limited():
    with serve("limits: { connections: 150 }") as service:
        first, second = Client(service), Client(service)
        first.send(*[first.request("/v1/changes") for _ in range(100)])
        assert all(isinstance(frame, HeadersFrame) for frame in first.answers(100))
        second.send(*[second.request("/v1/changes") for _ in range(100)])
        assert sum(isinstance(frame, HeadersFrame) for frame in second.answers(100)) == 50
        # A client that breaks the limit of its own connection loses the connection.
        first.send(first.request("/v1/changes"))
        first.ends()


# MARK: Slow clients


def slow_clients_are_closed():
    with serve("limits: { headerTimeout: 1, bodyTimeout: 1 }") as service:
        silent = socket.create_connection(("localhost", service.port), PATIENCE_S)
        assert silent.recv(1) == b"", "a client that begins no handshake"
        unused = Client(service)
        unused.ends()
        partial = Client(service)
        frame = partial.request("/healthz")
        frame.flags.remove("END_HEADERS")
        partial.send(frame)
        partial.ends()

        uploading = Client(service)
        headers = [("content-type", "application/json"), ("content-length", "10")]
        frame = uploading.request("/v1/activities", "POST", headers, ends=False)
        uploading.send(frame, DataFrame(frame.stream_id, data=b"{"))
        reset = uploading.until(RstStreamFrame)
        assert (reset.stream_id, reset.error_code) == (frame.stream_id, CANCEL)


def clients_that_open_no_window_lose_their_streams():
    with serve("limits: { bodyTimeout: 1 }") as service:
        stalled = [Client(service, {SettingsFrame.INITIAL_WINDOW_SIZE: 0}) for _ in range(10)]
        for client in stalled:
            client.send(*[client.request("/openapi.json") for _ in range(99)], client.request("/v1/changes"))
        assert Client(service).status("/readyz") == "200", "others are served meanwhile"
        for client in stalled:
            answered, reset = set(), []
            for frame in client.frames():
                if isinstance(frame, HeadersFrame):
                    answered.add(frame.stream_id)
                elif isinstance(frame, RstStreamFrame):
                    reset.append((frame.stream_id, frame.error_code))
                assert not isinstance(frame, DataFrame) or not frame.data
                if len(reset) == 100:
                    break
            assert sorted(reset) == [(number, CANCEL) for number in range(1, 201, 2)], reset
            assert len(answered) == 100
        with open(f"/proc/{service.process.pid}/status") as file:
            memory = int(re.search(r"VmRSS:\s+(\d+) kB", file.read())[1]) >> 10
        print(f"      after 1,000 stalled streams the process has {memory} MB")


# MARK: The end of a connection


def idle_connections_receive_a_goaway_and_end():
    with serve("limits: { idleTimeout: 1, headerTimeout: 1 }") as service:
        client = Client(service)
        assert client.status() == "200"
        # It answers no PING, so the second GOAWAY with the last stream does not come.
        assert client.ends() == [NO_ERROR]


def stopping_service_says_so():
    with serve("drainTimeout: 600") as service:
        client = Client(service)
        assert client.status("/v1/changes") == "200"
        service.process.send_signal(signal.SIGTERM)
        codes, text = [], b""
        for frame in client.frames():
            if isinstance(frame, DataFrame):
                text += frame.data
            elif isinstance(frame, GoAwayFrame):
                codes.append(frame.error_code)
            elif isinstance(frame, PingFrame) and "ACK" not in frame.flags:
                client.send(PingFrame(0, opaque_data=frame.opaque_data, flags=["ACK"]))
        assert set(codes) == {NO_ERROR} and b"event: end\n" in text, (codes, text)
        assert service.process.wait(PATIENCE_S) == 0


for test in (
        protocol_is_the_clients_choice, floods_end_the_connection, open_streams_are_limited, slow_clients_are_closed,
        clients_that_open_no_window_lose_their_streams, idle_connections_receive_a_goaway_and_end, stopping_service_says_so):
    print("   ", test.__name__.replace("_", " "), flush=True)
    test()
