#!/usr/bin/env python3
"""Records an order for the page that shows `<live-activity>`: what the service answers the element at each step.

    Scripts/site/record.py PROGRAM FOLDER

FOLDER gets live-activity.js, as the service serves it, and order.json. The program needs the trait Preview.
"""

import itertools
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import urllib.parse
import urllib.request

SURFACES = ["lockScreen.iPhone393", "expanded.iPhone393", "compact.iPhone393"]
LANGUAGES = ["en", "de", "ar"]
SCHEMES = ["light", "dark"]
MEMBERS = {"surfaces": SURFACES, "languages": LANGUAGES, "schemes": SCHEMES}


def main(program, folder):
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as state:
        process = subprocess.Popen(
            [program, "serve", "--state", state, "--port", "0"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        try:
            address = None
            for line in process.stdout:
                if found := re.match(r"Listening on (http:[^;]*)/;", line):
                    address = found[1]
                    break
            (folder / "live-activity.js").write_bytes(request(address, "/live-activity.js"))
            (folder / "order.json").write_text(json.dumps(record(address), ensure_ascii=False, separators=(",", ":")))
        finally:
            process.terminate()
            process.wait()


def request(address, path, method="GET", body=None):
    data = None if body is None else json.dumps(body).encode()
    call = urllib.request.Request(address + path, data, {"Content-Type": "application/json"}, method=method)
    with urllib.request.urlopen(call, timeout=300) as answer:
        return answer.read()


def record(address):
    """The steps of the delivery's own story: the activity, and its pictures by surface, scheme and language."""
    kind = json.loads(request(address, "/v1/kinds/delivery"))
    started = json.loads(
        request(address, "/v1/owners/anna/delivery/42", "PUT", {"attributes": kind["attributes"][0]}))
    identifier, steps = started["activity"], []
    for event in [None, *kind["events"]]:
        if event is not None:
            request(address, f"/v1/activities/{identifier}/events", "POST", {"event": event["event"]})
        activity = json.loads(request(address, f"/v1/activities/{identifier}"))
        pictures = {}
        for surface, scheme, language in itertools.product(SURFACES, SCHEMES, LANGUAGES):
            query = {"activities": identifier, "surfaces": surface, "scheme": scheme, "language": language}
            answer = request(address, "/dashboard/pictures?" + urllib.parse.urlencode(query))
            pictures[f"{surface} {scheme} {language}"] = json.loads(answer)
        steps.append({"name": event["name"] if event else "started", "activity": activity, "pictures": pictures})
        if activity["state"] == "ended":
            break
    return {"activity": identifier, **MEMBERS, "steps": steps}


main(*sys.argv[1:])
