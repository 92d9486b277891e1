"""Screenshots of the pages for the READMEs: `screenshots.py STORYBOOK FOLDER`. It starts its own service."""

import base64
import os
import pathlib
import sys
import time

from chromium import Chromium
from service import PushService, Service, moved


def save(page, file):
    """WebP, because it is a third of the size of a PNG and GitHub displays it."""
    data = page.call("Page.captureScreenshot", {"format": "webp", "quality": 82})["data"]
    file.write_bytes(base64.b64decode(data))
    print(os.path.relpath(file))


def storybook(browser, site, folder):
    page = browser.page(1360, 860)
    page.media("light")
    page.open((site / "index.html").as_uri())
    page.until("document.querySelectorAll('.gallery svg').length > 20")
    save(page, folder / "storybook.webp")
    page.media("dark")
    page.run("location.hash = '#/delivery/7'")
    page.until("document.querySelectorAll('main svg').length > 30")
    page.run("scrollTo(0, 0)")
    time.sleep(0.5)
    save(page, folder / "storybook-state.webp")


def tell(service, kind, steps, owner, key):
    """Plays the beginning of the kind's sample story with dates in the past, so that it ends now."""
    example = service.kind(kind)
    events = example["events"][:steps]
    after = events[-1]["after_s"] if events else 0
    activity = service.start(kind, owner, key, moved(example["attributes"][0], after))
    for event in events:
        service.send(activity, moved(event["event"], after))
    return activity


def dashboard(browser, folder):
    with Service() as service:
        tell(service, "waitQueue", 2, "carla", "table-5")
        tell(service, "sports", 6, "ben", "final")
        tell(service, "meditationTimer", 1, "dora", "evening")
        delivery = tell(service, "delivery", 7, "anna", "order-42")
        page = browser.page(1360, 940)
        page.media("light")
        page.open(service.address)
        page.until("document.querySelectorAll('.activity svg').length >= 10")
        time.sleep(0.8)
        save(page, folder / "dashboard.webp")
        page.size(390, 844, 2, mobile=True)
        page.media("dark")
        page.run("scrollTo(0, 250)")
        time.sleep(0.8)
        save(page, folder / "dashboard-phone.webp")
        page.size(1360, 1080)
        page.run(f"location.hash = '#/activity/{delivery}'")
        page.until("document.querySelectorAll('.surface svg').length >= 8")
        time.sleep(0.8)
        save(page, folder / "dashboard-activity.webp")


def pushes(browser, folder):
    """The panel of an activity's pushes, with two devices and a local APNs."""
    with PushService() as apns, Service(push=apns.configuration) as service:
        activity = tell(service, "delivery", 0, "anna", "order-42")
        for device in ("annas-phone", "annas-watch"):
            apns.register(service, activity, "anna", device)
        for event in service.kind("delivery")["events"][:4]:
            service.send(activity, event["event"])
            time.sleep(1.2)
        page = browser.page(1360, 1080)
        page.media("light")
        page.open(f"{service.address}/#/activity/{activity}")
        page.until("document.querySelector('[aria-label=\"Pushes\"]').textContent.includes('answer: 200')")
        time.sleep(1)
        page.run("document.querySelector('[aria-label=\"Pushes\"]').scrollIntoView({ block: 'center' })")
        time.sleep(0.5)
        save(page, folder / "dashboard-pushes.webp")


if __name__ == "__main__":
    with Chromium() as chromium:
        site, target = (pathlib.Path(a).resolve() for a in sys.argv[1:3])
        storybook(chromium, site, target)
        dashboard(chromium, target)
        pushes(chromium, target)
