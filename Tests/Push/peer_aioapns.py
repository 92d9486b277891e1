"""A third-party client against the APNs of LiveActivityPushTesting. Scripts/test-push runs it.

    python peer_aioapns.py FOLDER            checks answers
    python peer_aioapns.py FOLDER --rate N   prints the number of answered pushes per second, for N pushes on one connection
"""

import asyncio
import logging
import ssl
import sys
import time
from pathlib import Path

from aioapns import APNs, NotificationRequest, PushType
from aioapns.connection import APNsProductionClientProtocol

folder = Path(sys.argv[1])
read = lambda name: (folder / name).read_text().strip()
BODY = {"aps": {"timestamp": 1781974800, "event": "update", "content-state": {"driverName": "Alex"}}}


def client() -> APNs:
    APNsProductionClientProtocol.APNS_SERVER = "127.0.0.1"
    APNsProductionClientProtocol.APNS_PORT = int(read("port"))
    return APNs(
        key=read("key.p8"), key_id="ABC123DEFG", team_id="DEF123GHIJ", topic="com.example.food.push-type.liveactivity",
        max_connections=1, max_connection_attempts=3, ssl_context=ssl.create_default_context(cafile=str(folder / "ca.pem")))


def request(token: str) -> NotificationRequest:
    return NotificationRequest(device_token=token, message=BODY, push_type=PushType("liveactivity"), priority=5)


async def check() -> None:
    apns = client()
    known = await apns.send_notification(request(read("token")))
    assert known.is_successful, known.description
    unknown = await apns.send_notification(request("ab" * 8))
    assert (unknown.status, unknown.description) == ("400", "BadDeviceToken"), (unknown.status, unknown.description)
    answers = await asyncio.gather(*(apns.send_notification(request(read("token"))) for _ in range(200)))
    assert all(answer.is_successful for answer in answers)
    print("aioapns: 202 answers as expected")


async def rate(count: int) -> None:
    apns, token, done = client(), read("token"), 0
    await apns.send_notification(request(token))

    async def work(share: int) -> None:
        nonlocal done
        for _ in range(share):
            # Not `done += await …`, which reads `done` before it waits.
            answer = await apns.send_notification(request(token))
            done += answer.is_successful

    start = time.perf_counter()
    await asyncio.gather(*(work(count // 100) for _ in range(100)))
    print(done / (time.perf_counter() - start))


logging.getLogger("aioapns").setLevel(logging.ERROR)
asyncio.run(rate(int(sys.argv[3])) if "--rate" in sys.argv else check())
