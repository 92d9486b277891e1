"""Drives a headless Chromium over the DevTools protocol, with nothing but Python's own library."""

import base64
import fcntl
import json
import os
import select
import shutil
import subprocess
import tempfile
import time


class BrowserError(Exception):
    pass


class Chromium:
    """A browser in a profile of its own. Its protocol goes over two pipes, so no port is open."""

    def __init__(self):
        program = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
        if program is None:
            raise BrowserError("chromium is missing: Scripts/test-browser installs it")
        self.profile = tempfile.mkdtemp(prefix="live-activities-browser-")
        reader, self._out = os.pipe()
        self._in, writer = os.pipe()
        pipes = [reader, writer]
        # The browser reads from descriptor 3 and writes to 4. The copies have higher numbers: connecting one must not close the
        # other.
        reader, writer = [fcntl.fcntl(each, fcntl.F_DUPFD_CLOEXEC, 5) for each in pipes]
        pipes += [reader, writer]

        def connect():
            os.dup2(reader, 3)
            os.dup2(writer, 4)

        self.process = subprocess.Popen(
            [program, "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars",
             "--force-color-profile=srgb", "--font-render-hinting=none", "--no-first-run", "--disable-extensions",
             "--disable-background-networking", "--disable-component-update", "--remote-debugging-pipe",
             "--user-data-dir=" + self.profile, "about:blank"],
            preexec_fn=connect, close_fds=False, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL)
        for each in pipes:
            os.close(each)
        self._buffer = b""
        self._number = 0
        self._events = []

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        if self.process.poll() is None:
            try:
                self.call("Browser.close", timeout=5)
            except (BrowserError, OSError):
                pass
            try:
                self.process.wait(5)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
        os.close(self._in)
        os.close(self._out)
        shutil.rmtree(self.profile, ignore_errors=True)

    def _receive(self, deadline):
        while b"\0" not in self._buffer:
            left = deadline - time.monotonic()
            if left <= 0 or not select.select([self._in], [], [], left)[0]:
                return None
            piece = os.read(self._in, 1 << 20)
            if not piece:
                raise BrowserError(f"the browser has ended with status {self.process.wait(10)}")
            self._buffer += piece
        message, self._buffer = self._buffer.split(b"\0", 1)
        return json.loads(message)

    def call(self, method, parameters=None, session=None, timeout=60):
        self._number += 1
        number = self._number
        message = {"id": number, "method": method, "params": parameters or {}}
        if session:
            message["sessionId"] = session
        data = json.dumps(message).encode() + b"\0"
        while data:
            data = data[os.write(self._out, data):]
        deadline = time.monotonic() + timeout
        while True:
            answer = self._receive(deadline)
            if answer is None:
                raise BrowserError(f"{method} has not answered within {timeout} s")
            if answer.get("id") == number:
                if "error" in answer:
                    raise BrowserError(f"{method}: {answer['error'].get('message')}")
                return answer.get("result", {})
            self._events.append(answer)

    def events(self, wait=0):
        """The events that the browser has reported since the last call."""
        deadline = time.monotonic() + wait
        while True:
            event = self._receive(max(deadline, time.monotonic() + 0.001))
            if event is None:
                break
            self._events.append(event)
        taken, self._events = self._events, []
        return taken

    def page(self, width=1280, height=900, scale=1):
        target = self.call("Target.createTarget", {"url": "about:blank"})["targetId"]
        session = self.call("Target.attachToTarget", {"targetId": target, "flatten": True})["sessionId"]
        return Page(self, session, target, width, height, scale)


class Page:
    """A tab. `problems` collects what the console and the network complain about."""

    def __init__(self, browser, session, target, width, height, scale):
        self.browser, self.session, self.target = browser, session, target
        self.problems = []
        self.requests = []
        for domain in ("Page", "Runtime", "Log", "Network", "DOM", "Accessibility"):
            self.call(domain + ".enable")
        self.size(width, height, scale)

    def call(self, method, parameters=None, timeout=60):
        return self.browser.call(method, parameters, self.session, timeout)

    def size(self, width, height, scale=1, mobile=False):
        self.call("Emulation.setDeviceMetricsOverride",
                  {"width": width, "height": height, "deviceScaleFactor": scale, "mobile": mobile})

    def media(self, scheme="light", reduced_motion=True):
        self.call("Emulation.setEmulatedMedia", {"features": [
            {"name": "prefers-color-scheme", "value": scheme},
            {"name": "prefers-reduced-motion", "value": "reduce" if reduced_motion else "no-preference"}]})

    def open(self, address, wait=True):
        self.call("Page.navigate", {"url": address})
        if wait:
            self.until("document.readyState === 'complete' && location.href !== 'about:blank'")

    def run(self, expression):
        """The value of an expression; a promise is waited for."""
        answer = self.call("Runtime.evaluate", {"expression": expression, "returnByValue": True, "awaitPromise": True})
        if "exceptionDetails" in answer:
            details = answer["exceptionDetails"]
            raise BrowserError(details.get("exception", {}).get("description") or details.get("text"))
        return answer["result"].get("value")

    def until(self, condition, seconds=20, what=None):
        """Waits for a condition of the page, and returns how long it took."""
        begin = time.monotonic()
        while time.monotonic() - begin < seconds:
            try:
                if self.run(f"Boolean({condition})"):
                    return time.monotonic() - begin
            except BrowserError:
                pass
            time.sleep(0.02)
        raise BrowserError(f"after {seconds} s there is not yet: {what or condition}")

    def key(self, key, code=None, number=0, text=None):
        for kind in ("keyDown", "keyUp"):
            self.call("Input.dispatchKeyEvent", {
                "type": kind, "key": key, "code": code or key, "windowsVirtualKeyCode": number,
                **({"text": text} if text and kind == "keyDown" else {})})

    def tab(self):
        self.key("Tab", number=9)

    def enter(self):
        self.key("Enter", number=13, text="\r")

    def screenshot(self, path=None, clip=None, whole=False, transparent=False):
        if transparent:
            self.call("Emulation.setDefaultBackgroundColorOverride", {"color": {"r": 0, "g": 0, "b": 0, "a": 0}})
        parameters = {"format": "png", "captureBeyondViewport": whole or clip is not None}
        if clip:
            parameters["clip"] = {**clip, "scale": 1}
        elif whole:
            content = self.call("Page.getLayoutMetrics")["cssContentSize"]
            parameters["clip"] = {"x": 0, "y": 0, "width": content["width"], "height": content["height"], "scale": 1}
        data = self.call("Page.captureScreenshot", parameters)["data"]
        if path:
            os.makedirs(os.path.dirname(os.path.abspath(path)), exist_ok=True)
            with open(path, "wb") as file:
                file.write(base64.b64decode(data))
        return data

    def collect(self, wait=0.05):
        """Reads what has been reported: console errors, exceptions, requests that failed or went elsewhere."""
        for event in self.browser.events(wait):
            if event.get("sessionId") != self.session:
                continue
            name, parameters = event["method"], event["params"]
            if name == "Runtime.exceptionThrown":
                details = parameters["exceptionDetails"]
                self.problems.append(details.get("exception", {}).get("description") or details["text"])
            elif name == "Runtime.consoleAPICalled" and parameters["type"] in ("error", "warning", "assert"):
                self.problems.append(" ".join(str(a.get("value", a.get("description"))) for a in parameters["args"]))
            elif name == "Log.entryAdded" and parameters["entry"]["level"] in ("error", "warning"):
                entry = parameters["entry"]
                self.problems.append(f"{entry['text']} ({entry.get('url', '')})")
            elif name == "Network.requestWillBeSent":
                self.requests.append(parameters["request"]["url"])
        return self.problems

    def accessibility(self):
        """The nodes exposed to a screen reader, with their roles and names."""
        nodes = self.call("Accessibility.getFullAXTree")["nodes"]
        return [{
            "role": n.get("role", {}).get("value"), "name": n.get("name", {}).get("value", ""),
            "focusable": any(p["name"] == "focusable" and p["value"].get("value") for p in n.get("properties", []))}
            for n in nodes if not n.get("ignored")]
