#!/usr/bin/env python3
"""Counts how often two updates of one revision of a key both succeed: the race that a cluster avoids
(Documentation/Cluster.md).

    python3 -m venv .build-cluster/race && .build-cluster/race/bin/pip install nats-py
    Scripts/nats-servers [--program PATH] .build-cluster/race/bin/python Tests/Cluster/kv_race.py [SECONDS]

It does what `kvStore_Update` does: it appends to a key's subject with `Nats-Expected-Last-Subject-Sequence`, from two
connections at a time, on three replicas.
"""

import asyncio
import os
import sys
import time

import nats
from nats.js.api import StreamConfig

KEYS = 16


async def main(seconds):
    connections = [await nats.connect(server) for server in os.environ["NATS_SERVERS"].split(",")]
    streams = [connection.jetstream(timeout=5) for connection in connections]
    configuration = StreamConfig(name="KV_RACE", subjects=["$KV.RACE.>"], num_replicas=3, max_msgs_per_subject=1)
    while True:
        try:
            await streams[0].add_stream(configuration)
            break
        except Exception:  # The servers elect their leader first.
            await asyncio.sleep(0.5)

    async def update(key, stream, revision):
        try:
            headers = {"Nats-Expected-Last-Subject-Sequence": str(revision)}
            await stream.publish(f"$KV.RACE.{key}", b"1", headers=headers)
            return 1
        except nats.errors.Error:
            return 0

    tries, both, end = 0, 0, time.monotonic() + seconds
    while time.monotonic() < end:
        first = await asyncio.gather(*[streams[0].publish(f"$KV.RACE.{key}", b"0") for key in range(KEYS)])
        done = await asyncio.gather(
            *[update(key, stream, first[key].seq) for key in range(KEYS) for stream in streams[1:3]]
        )
        tries += KEYS
        both += sum(done[2 * key] + done[2 * key + 1] == 2 for key in range(KEYS))
    print(f"{tries} tries, both updates succeeded in {both}")
    for connection in connections:
        await connection.close()


asyncio.run(main(float(sys.argv[1]) if len(sys.argv) > 1 else 30))
