#!/usr/bin/env python3
"""Does with a restaurant-service what its README shows, and starts it again in between: try.py PROGRAM STORE"""
import json, os, re, signal, socket, subprocess, sys, time, urllib.error, urllib.request

PROGRAM, STORE = sys.argv[1:]
with socket.socket() as probe:
    probe.bind(("127.0.0.1", 0))
    PORT = probe.getsockname()[1]


def start():
    process = subprocess.Popen(
        [PROGRAM], env={**os.environ, "RESTAURANT_STORE": STORE, "PORT": str(PORT)}, stderr=subprocess.DEVNULL)
    while process.poll() is None:
        try:
            socket.create_connection(("127.0.0.1", PORT)).close()
            return process
        except OSError:
            time.sleep(0.02)
    sys.exit(f"restaurant-service has ended with {process.returncode}")


def stop(process):
    process.send_signal(signal.SIGTERM)
    assert process.wait(30) == 0, process.returncode


def call(method, path, body=None):
    request = urllib.request.Request(
        f"http://127.0.0.1:{PORT}{path}", method=method, data=body and json.dumps(body).encode(),
        headers={"Content-Type": "application/json"})
    try:
        with urllib.request.urlopen(request, timeout=20) as response:
            return response.status, response.read()
    except urllib.error.HTTPError as error:
        return error.code, error.read()


process = start()
status, text = call("POST", "/orders", {"number": 42, "guest": "anna", "dishes": 2})
assert status == 201, (status, text)
assert call("POST", "/guests/anna/orders/42/dishes", {"minutesLeft": 5})[0] == 204
stop(process)
process = start()
status, text = call("GET", "/guests/anna/orders/42")
assert status == 200 and json.loads(text)["ready"] == 1, (status, text)
assert call("POST", "/orders", {"number": 1, "guest": "anna", "dishes": 21})[0] == 422
stop(process)
print("the orders are there after a restart")
