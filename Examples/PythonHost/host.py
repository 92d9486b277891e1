#!/usr/bin/env python3
"""A host in Python, with the package that `Scripts/package-python` builds:

    pip install .build-python/dist/*.whl
    python3 host.py
"""
import json
from datetime import datetime, timedelta, timezone

from live_activities import LiveActivitiesError, Runtime

EVENING = datetime(2026, 6, 20, 17, tzinfo=timezone.utc)


def show(changes):
    for change in changes:
        state = change.get("content", {}).get("state")
        content = "" if state is None else " " + json.dumps(state, sort_keys=True)
        print(f"{change['sequence']:3} {change['at']} {change['owner']}/{change['kind']} {change['change']}{content}")


def main():
    with Runtime(seed=1, virtual_time=True) as runtime:
        print("kinds:", ", ".join(entry["kind"] for entry in runtime.kinds()))

        timer = runtime.start("meditationTimer", "anna", {"timerDuration": 600, "cycles": 2}, now=EVENING)
        runtime.send(timer, {"started": {}})
        deadline = runtime.advance(EVENING)
        print(f"something happens in {(deadline - EVENING).seconds} s")
        runtime.advance(deadline)
        show(runtime.poll())

        try:
            runtime.send(timer, {"exploded": {}})
        except LiveActivitiesError as error:
            print("refused:", error.name)

        print("the end is", runtime.end(timer, visible=timedelta(0)))
        show(runtime.poll())
        print("next deadline:", runtime.advance(EVENING + timedelta(hours=1)))


main()
