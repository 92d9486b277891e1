"""The dashboard, in a browser."""

import time
import unittest
import urllib.request

from chromium import Chromium
from pages import contrast, focus_order, nameless, too_wide
from service import PushService, Service


class PageTests(unittest.TestCase):
    """A browser with the pages of a service."""

    @classmethod
    def setUpClass(cls):
        cls.service = cls.make_service().__enter__()
        cls.addClassCleanup(cls.service.__exit__)
        cls.browser = Chromium()
        cls.addClassCleanup(cls.browser.close)

    @classmethod
    def make_service(cls):
        return Service()

    def open(self, path="/", scheme="light", width=1280, **options):
        page = self.browser.page(width=width, **options)
        page.media(scheme)
        page.open(self.service.address + path)
        page.until("document.querySelector('#connection').textContent === 'live'", what="a connection")
        self.addCleanup(lambda: self.browser.call("Target.closeTarget", {"targetId": page.target}))
        return page

    def open_activity(self, activity, **options):
        page = self.open(f"/#/activity/{activity}", **options)
        page.until("document.querySelector('.surface svg text')", what="a drawn surface")
        return page

    def check(self, page):
        self.assertEqual(page.collect(0.2), [])
        self.assertEqual([r for r in page.requests if not r.startswith((self.service.address, "data:", "about:"))], [])


class DashboardTests(PageTests):
    def test_a_started_activity_appears_within_a_second_and_nothing_complains(self):
        page = self.open()
        activity = self.service.start("delivery", key="appears")
        began = time.monotonic()
        page.until(f"document.querySelector('[data-activity=\"{activity}\"] .surface svg text')", seconds=10)
        self.assertLess(time.monotonic() - began, 1)
        self.service.send(activity, {"preparationStarted": {}})
        page.until(f"document.querySelector('[data-activity=\"{activity}\"]').textContent.includes('Being prepared')", seconds=2)
        self.service.request("POST", f"/v1/activities/{activity}/dismiss", {})
        page.until(f"!document.querySelector('[data-activity=\"{activity}\"]')", seconds=2)
        self.check(page)

    def test_a_running_timer_counts_and_a_paused_one_stands_still(self):
        activity = self.service.start("meditationTimer", owner="ben")
        self.service.send(activity, {"started": {}})
        page = self.open_activity(activity)
        clock = "document.querySelector('[data-clock]').textContent"
        first = page.run(clock)
        page.until(f"{clock} !== '{first}'", seconds=2.5, what="a clock that counts")
        # The control on the surface is used, as on a phone.
        page.run("document.querySelector('[data-action=\"pause\"]').dispatchEvent(new MouseEvent('click', { bubbles: true }))")
        page.until("document.querySelector('[data-action=\"resume\"]') && document.querySelector('[data-paused]')", seconds=3)
        paused = page.run(clock)
        time.sleep(1.6)
        self.assertEqual(page.run(clock), paused)
        page.run("document.querySelector('[data-action=\"resume\"]').dispatchEvent(new MouseEvent('click', { bubbles: true }))")
        page.until(f"document.querySelector('[data-action=\"pause\"]') && {clock} !== '{paused}'", seconds=4)
        self.check(page)

    def test_a_clock_needs_no_server(self):
        activity = self.service.start("meditationTimer", owner="offline")
        self.service.send(activity, {"started": {}})
        page = self.open_activity(activity)
        page.call("Network.emulateNetworkConditions", {"offline": True, "latency": 0, "downloadThroughput": 0, "uploadThroughput": 0})
        clock = "document.querySelector('[data-clock]').textContent"
        first = page.run(clock)
        page.until(f"{clock} !== '{first}'", seconds=2.5)
        page.call("Network.emulateNetworkConditions", {"offline": False, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1})

    def test_arabic_runs_from_the_right(self):
        activity = self.service.start("delivery", owner="arabic")
        page = self.open_activity(activity)
        page.run("(() => { const s = document.querySelector('#language'); s.value = 'ar'; s.dispatchEvent(new Event('change')); })()")
        page.until("document.querySelector('.surface svg text[direction=\"rtl\"]')")
        inside = page.run("""
            [...document.querySelectorAll('.surface svg')].every((svg) => {
              const box = svg.getBoundingClientRect();
              return [...svg.querySelectorAll('text')].every((text) => {
                const own = text.getBoundingClientRect();
                return own.left >= box.left - 1 && own.right <= box.right + 1;
              });
            })""")
        self.assertTrue(inside, "an Arabic text is outside of its surface")
        # The title is beside the right edge of the Lock Screen, where an English one is beside the left one.
        middle = page.run("""
            (() => {
              const svg = document.querySelector('.surface svg'), box = svg.getBoundingClientRect();
              const title = [...svg.querySelectorAll('text')].reduce((a, b) => Number(b.getAttribute('font-size')) > Number(a.getAttribute('font-size')) && b.getAttribute('direction') ? b : a);
              return (box.right - title.getBoundingClientRect().right) / box.width;
            })()""")
        self.assertLess(middle, 0.2)
        self.assertIn("rtl", page.run("document.querySelector('.surface text[direction]').getAttribute('direction')"))
        self.check(page)
        page.run("localStorage.clear()")

    def test_history_shows_an_earlier_moment_from_the_journal(self):
        activity = self.service.start("delivery", owner="history")
        for event in [{"preparationStarted": {}}, {"courierAssigned": {"name": "Alex"}}, {"departed": {}}]:
            try:
                self.service.send(activity, event)
            except RuntimeError:
                pass
        page = self.open_activity(activity)
        page.until("Number(document.querySelector('input[type=range]').max) >= 2", what="three moments")
        now = page.run("document.querySelector('.surface').textContent")
        page.run("(() => { const r = document.querySelector('input[type=range]'); r.value = 0; r.dispatchEvent(new Event('input')); })()")
        page.until("document.querySelector('.surface').textContent.includes('Order confirmed')", what="the first moment")
        page.run("[...document.querySelectorAll('button')].find((b) => b.textContent === 'Now').click()")
        page.until(f"document.querySelector('.surface').textContent.slice(0, 12) === {now[:12]!r}")
        self.check(page)

    def test_an_event_is_sent_by_a_form_and_a_demo_starts_with_a_click(self):
        page = self.open()
        before = page.run("document.querySelectorAll('[data-activity]').length")
        page.run("document.querySelectorAll('.demos button')[0].click()")
        page.until(f"document.querySelectorAll('[data-activity]').length > {before}", seconds=3)
        activity = self.service.start("waitQueue", owner="form")
        page = self.open_activity(activity)
        revision = self.service.request("GET", f"/v1/activities/{activity}")["revision"]
        page.run("document.querySelector('.panel form').requestSubmit()")
        page.until("document.querySelector('#messages p')", what="an answer")
        self.assertIn("applied", page.run("document.querySelector('#messages').textContent"))
        self.assertGreater(self.service.request("GET", f"/v1/activities/{activity}")["revision"], revision)
        self.check(page)

    def test_filters_choose_by_kind_and_by_text(self):
        self.service.start("sports", owner="filter-one")
        self.service.start("delivery", owner="filter-two")
        page = self.open()
        page.until("document.body.textContent.includes('filter-one') && document.body.textContent.includes('filter-two')")
        page.run("(() => { const s = document.querySelector('input[type=search]'); s.value = 'filter-two'; s.dispatchEvent(new Event('input')); })()")
        self.assertEqual(page.run("document.querySelectorAll('[data-activity]').length"), 1)
        page.run("[...document.querySelectorAll('.chips button')].find((b) => b.textContent === 'Sports').click()")
        self.assertEqual(page.run("document.querySelectorAll('[data-activity]').length"), 0)
        self.assertIn("No activity", page.run("document.querySelector('.empty').textContent"))
        self.check(page)

    def test_text_has_contrast_names_are_there_and_focus_goes_in_order(self):
        activity = self.service.start("delivery", owner="accessible")
        for scheme in ("light", "dark"):
            for path in ("/", f"/#/activity/{activity}"):
                page = self.open(path, scheme=scheme)
                page.until("document.querySelector('.surface svg text')")
                time.sleep(0.5)
                self.assertEqual(page.run(contrast), [], f"{path} {scheme}")
                self.assertEqual(nameless(page), [], f"{path} {scheme}")
                if scheme == "light":
                    order = focus_order(page)
                    self.assertGreater(len(order), 8)
                    self.assertEqual([e["index"] for e in order], sorted(e["index"] for e in order), f"{path}: {order}")
                    self.assertTrue(all(e["visible"] for e in order), "the focus is seen everywhere")
                    self.assertTrue(all(e["text"] or e["tag"] in ("SELECT", "INPUT", "TEXTAREA") for e in order), order)
                self.check(page)

    def test_a_keyboard_opens_an_activity_and_uses_a_control(self):
        activity = self.service.start("meditationTimer", owner="keyboard")
        self.service.send(activity, {"started": {}})
        page = self.open()
        page.until(f"document.querySelector('[data-activity=\"{activity}\"] svg')")
        page.run(f"document.querySelector('[data-activity=\"{activity}\"] a').focus()")
        page.enter()
        page.until("document.querySelector('.surface [data-action=\"pause\"]')")
        page.until("document.activeElement.id === 'title'", what="the focus at the heading of the new page")
        page.run("document.querySelector('.surface [data-action=\"pause\"]').focus()")
        page.enter()
        page.until("document.querySelector('.surface [data-action=\"resume\"]')", seconds=3)
        self.check(page)

    def test_a_phone_is_wide_enough(self):
        activity = self.service.start("sports", owner="phone")
        for path in ("/", f"/#/activity/{activity}"):
            page = self.open(path, width=360, height=740)
            page.until("document.querySelector('.surface svg text')")
            self.assertEqual(page.run(too_wide), [], path)
            self.check(page)

    def test_the_page_is_strict_and_complete(self):
        with urllib.request.urlopen(self.service.address + "/") as response:
            policy = response.headers["content-security-policy"]
            text = response.read().decode()
        self.assertIn("default-src 'none'", policy)
        self.assertNotIn("unsafe", policy)
        self.assertNotIn("style=", text)
        self.assertNotIn("onclick", text)
        self.assertNotIn("http", text.replace("https://www.w3.org", ""))

    def test_a_stream_that_breaks_is_taken_up_again(self):
        page = self.open()
        page.call("Network.emulateNetworkConditions", {"offline": True, "latency": 0, "downloadThroughput": 0, "uploadThroughput": 0})
        activity = self.service.start("waitQueue", owner="away")
        page.call("Network.emulateNetworkConditions", {"offline": False, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1})
        page.until(f"document.querySelector('[data-activity=\"{activity}\"] svg text')", seconds=10)


class PushPageTests(PageTests):
    """With a pusher, and an APNs on this computer."""

    @classmethod
    def make_service(cls):
        cls.apns = PushService().__enter__()
        cls.addClassCleanup(cls.apns.__exit__)
        return Service(push=cls.apns.configuration)

    def test_pushes_and_why_are_on_the_page_of_an_activity(self):
        activity = self.service.start("delivery", owner="pushed")
        page = self.open_activity(activity)
        panel = "document.querySelector('[aria-label=\"Pushes\"]').textContent"
        page.until(f"{panel}.includes('This owner has registered no device.')")
        self.apns.register(self.service, activity, "pushed", "annas-phone")
        self.service.send(activity, {"preparationStarted": {}})
        # The answer of APNs comes after the change that the page was told of.
        page.until(f"{panel}.includes('answer: 200')", seconds=10, what="the answer to a push")
        text = page.run(panel)
        for part in ("sent: update", "annas-phone", "token of this activity", "sign of life"):
            self.assertIn(part, text)
        self.assertEqual(page.run(contrast), [])
        self.assertEqual(nameless(page), [])
        self.check(page)


class LinkTests(PageTests):
    """A signed link, for somebody without a token."""

    @classmethod
    def make_service(cls):
        return Service(needs_token=True)

    def test_a_link_shows_its_activity_live_and_no_other(self):
        mine, other = self.service.start("delivery", owner="anna"), self.service.start("delivery", owner="ben")
        link = self.service.request("POST", f"/v1/activities/{mine}/link", {"expiresIn_s": 600})
        page = self.open(link["url"])
        page.until("document.querySelector('.surface svg text')", what="a drawn surface")
        self.service.send(mine, {"preparationStarted": {}})
        page.until("document.querySelector('main').textContent.includes('Being prepared')", seconds=5)
        self.assertNotIn("ben", page.run("document.querySelector('main').textContent"))
        self.assertEqual(page.run(contrast), [])
        self.assertEqual(nameless(page), [])
        self.check(page)
        page.run(f"location.hash = '#/activity/{other}'")
        time.sleep(0.5)
        self.assertNotIn("ben", page.run("document.body.textContent"))

    def test_a_page_without_a_token_asks_for_one(self):
        self.service.start("delivery", owner="anna")
        page = self.browser.page()
        page.open(self.service.address)
        page.until("document.querySelector('input[type=password]')", what="a field for the token")
        self.assertEqual(page.run("document.querySelectorAll('[data-activity]').length"), 0)
        self.assertEqual(nameless(page), [])
        page.run(f"(() => {{ const i = document.querySelector('input[type=password]'); i.value = '{self.service.token}'; i.form.requestSubmit(); }})()")
        page.until("document.querySelector('[data-activity] svg')", what="an activity")


if __name__ == "__main__":
    unittest.main()
