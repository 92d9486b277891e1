"""The dashboard, in a browser."""

import datetime
import http.server
import threading
import time
import unittest
import urllib.request

from chromium import Chromium
from pages import axe_faults, contrast, focus_order, nameless, too_wide
from service import Ingress, PushService, Service

# The component's shadow root, its first picture, and the text of its pictures.
shadow = "document.querySelector('live-activity').shadowRoot"
svg = f"{shadow}.querySelector('svg')"
drawn = f"[...{shadow}.querySelectorAll('svg')].map((e) => e.textContent).join(' ')"


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

    def open(self, path="/", scheme="light", width=1280, zone=None, **options):
        page = self.browser.page(width=width, **options)
        page.media(scheme)
        if zone:
            page.call("Emulation.setTimezoneOverride", {"timezoneId": zone})
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
    def test_a_started_activity_appears_within_a_second(self):
        page = self.open()
        activity = self.service.start("delivery", key="appears")
        began = time.monotonic()
        page.until(f"document.querySelector('[data-activity=\"{activity}\"] .surface svg text')", seconds=10)
        self.assertLess(time.monotonic() - began, 1)
        self.service.send(activity, {"preparationStarted": {}})
        page.until(f"document.querySelector('[data-activity=\"{activity}\"]').textContent.includes('Being prepared')",
            seconds=2)
        self.service.request("POST", f"/v1/activities/{activity}/dismiss", {})
        page.until(f"!document.querySelector('[data-activity=\"{activity}\"]')", seconds=2)
        self.check(page)

    def test_an_activity_is_drawn_while_many_changes_arrive(self):
        activity = self.service.start("delivery", owner="fast")
        page = self.open_activity(activity)
        # Requests for pictures wait until the test lets them go, or fails them.
        page.run("""(() => {
            const network = window.fetch;
            window.waiting = [];
            window.fetch = (url, options) => !url.includes('/dashboard/pictures') ? network(url, options)
              : new Promise((answer, fail) =>
                  waiting.push({ go: () => answer(network(url, options)), fail: () => fail(new TypeError()) }));
        })()""")
        shows = lambda text: f"document.querySelector('.surface').textContent.includes('{text}')"
        revision = lambda number: f"document.querySelector('.facts-list').textContent.includes('Revision{number}')"
        self.service.send(activity, {"preparationStarted": {}})
        page.until(f"waiting.length === 1 && {revision(2)}")
        self.service.send(activity, {"courierAssigned": {"name": "Alex"}})
        page.until(revision(3))
        self.assertEqual(page.run("waiting.length"), 1)
        page.run("waiting[0].go()")
        page.until(f"waiting.length === 2 && {shows('Being prepared')}")
        # A failed request is repeated.
        page.run("waiting[1].fail()")
        page.until("waiting.length === 3", seconds=10)
        before = page.run("document.querySelector('.surface svg').outerHTML")
        page.run("waiting[2].go()")
        page.until(f"document.querySelector('.surface svg').outerHTML !== {before!r}")
        self.check(page)

    def test_a_running_timer_counts_and_a_paused_one_stands_still(self):
        activity = self.service.start("meditationTimer", owner="ben")
        self.service.send(activity, {"started": {}})
        page = self.open_activity(activity)
        clock = "document.querySelector('[data-clock]').textContent"
        first = page.run(clock)
        page.until(f"{clock} !== '{first}'", seconds=2.5, what="a clock that counts")
        # Operates the control on the surface, as on a phone.
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
        page.call("Network.emulateNetworkConditions",
            {"offline": True, "latency": 0, "downloadThroughput": 0, "uploadThroughput": 0})
        clock = "document.querySelector('[data-clock]').textContent"
        first = page.run(clock)
        page.until(f"{clock} !== '{first}'", seconds=2.5)
        page.call("Network.emulateNetworkConditions",
            {"offline": False, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1})

    def test_arabic_runs_from_the_right(self):
        activity = self.service.start("delivery", owner="arabic")
        page = self.open_activity(activity)
        page.run("(() => { const s = document.querySelector('#language'); s.value = 'ar'; s.dispatchEvent(new "
                 "Event('change')); })()")
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
        # The title is at the right edge of the Lock Screen; an English title is at the left edge.
        middle = page.run("""
            (() => {
              const svg = document.querySelector('.surface svg'), box = svg.getBoundingClientRect();
              const size = (text) => Number(text.getAttribute('font-size'));
              const title = [...svg.querySelectorAll('text')]
                .reduce((a, b) => size(b) > size(a) && b.getAttribute('direction') ? b : a);
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
        page.run("(() => { const r = document.querySelector('input[type=range]'); r.value = 0; r.dispatchEvent(new "
                 "Event('input')); })()")
        page.until("document.querySelector('.surface').textContent.includes('Order confirmed')", what="the first moment")
        page.run("[...document.querySelectorAll('button')].find((b) => b.textContent === 'Now').click()")
        page.until(f"document.querySelector('.surface').textContent.slice(0, 12) === {now[:12]!r}")
        self.check(page)

    def test_the_list_shows_an_earlier_time_from_the_journal(self):
        activity = self.service.start("delivery", owner="asof")
        started = self.service.request("GET", f"/v1/activities/{activity}")["startedAt"]
        first = datetime.datetime.fromisoformat(started) + datetime.timedelta(milliseconds=1)
        self.service.send(activity, {"preparationStarted": {}})
        page = self.open()
        card = f"document.querySelector('[data-activity=\"{activity}\"]')"
        page.until(f"{card}?.textContent.includes('Being prepared')", what="the present")
        past = "document.querySelector('input[type=datetime-local]')"

        def show(text):
            page.run(f"(() => {{ {past}.value = '{text}'; {past}.dispatchEvent(new Event('change')); }})()")

        zone = page.run("new Date().getTimezoneOffset()")
        local = lambda date: (date - datetime.timedelta(minutes=zone)).isoformat(timespec="milliseconds")[:23]
        show(local(first))
        page.until(f"{card}.textContent.includes('Order confirmed')", what="the past")
        self.assertIn("revision 1", page.run(f"{card}.textContent"))
        self.assertEqual(page.run(contrast), [])
        self.assertEqual(nameless(page), [])
        # A change of the present leaves the past as it was.
        self.service.send(activity, {"courierAssigned": {"name": "Alex"}})
        page.run("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        self.assertIn("revision 1", page.run(f"{card}.textContent"))
        show(local(first - datetime.timedelta(days=1)))
        page.until("document.querySelector('.empty').textContent.includes('No live activities then')")
        page.run("[...document.querySelectorAll('button')].find((b) => b.textContent === 'Now').click()")
        page.until(f"{card}?.textContent.includes('revision 3')", what="the present again")
        self.check(page)

    def test_a_form_sends_an_event_and_a_click_starts_a_demo(self):
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

    def test_a_date_of_an_event_is_a_date_in_the_browsers_zone(self):
        activity = self.service.start("delivery", owner="dates")
        page = self.open_activity(activity, zone="Asia/Kolkata")
        select = "document.querySelector('.panel form select')"
        page.run(f"(() => {{ {select}.value = 'Delayed'; {select}.dispatchEvent(new Event('change')); }})()")
        inputs = "[...document.querySelectorAll('.panel form input[type=datetime-local]')]"
        labels = page.run(f"{inputs}.map((i) => i.labels[0].textContent.replace('Calcutta', 'Kolkata'))")
        self.assertEqual(labels, ["Arrival 1 Asia/Kolkata", "Arrival 2 Asia/Kolkata"])
        example = page.run(f"{inputs}.map((i) => new Date(i.value + '+05:30') - Date.now())")
        self.assertTrue(all(0 < ms < 86_400_000 for ms in example), example)
        page.run("""(() => {
            const post = Service.post;
            Service.post = (path, body) => { window.sent = body; return post(path, body); };
        })()""")
        zone = datetime.timezone(datetime.timedelta(hours=5, minutes=30))
        now = datetime.datetime.now(zone).replace(microsecond=0)
        arrival = [now + datetime.timedelta(minutes=minutes) for minutes in (10, 20)]
        local = [date.replace(tzinfo=None).isoformat() for date in arrival]
        page.run(f"{inputs}.forEach((input, i) => {{ input.value = {local}[i]; }})")
        page.run("document.querySelector('.panel form').requestSubmit()")
        page.until("document.querySelector('#messages p')", what="an answer")
        self.assertIn("applied", page.run("document.querySelector('#messages').textContent"))
        sent = page.run("window.sent.event.delayed.arrival")
        self.assertEqual([datetime.datetime.strptime(date, "%Y-%m-%dT%H:%M:%S.000Z") for date in sent],
                         [date.astimezone(datetime.timezone.utc).replace(tzinfo=None) for date in arrival])
        self.check(page)

    def test_filters_choose_by_kind_and_by_text(self):
        self.service.start("sports", owner="filter-one")
        self.service.start("delivery", owner="filter-two")
        page = self.open()
        page.until("document.body.textContent.includes('filter-one') && document.body.textContent.includes('filter-two')")
        page.run("(() => { const s = document.querySelector('input[type=search]'); s.value = 'filter-two'; s.dispatchEvent(new "
                 "Event('input')); })()")
        self.assertEqual(page.run("document.querySelectorAll('[data-activity]').length"), 1)
        page.run("[...document.querySelectorAll('.chips button')].find((b) => b.textContent === 'Sports').click()")
        self.assertEqual(page.run("document.querySelectorAll('[data-activity]').length"), 0)
        self.assertIn("No matching activities", page.run("document.querySelector('.empty').textContent"))
        self.check(page)

    def test_text_has_contrast_and_focus_follows_the_order(self):
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
        page.until("document.activeElement.id === 'title'", what="the focus at the heading of the new page")
        page.until("document.querySelector('.surface [data-action=\"pause\"]')")
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

    def test_no_page_has_a_fault_that_axe_finds(self):
        activity = self.service.start("delivery", key="axe")
        link = self.service.request("POST", f"/v1/activities/{activity}/link", {"actions": True})
        drawn = "document.querySelector('.surface svg text')"
        for scheme, width in (("light", 1280), ("dark", 390)):
            for path, ready in (("/", "document.querySelector('[data-activity] .facts span')"),
                                (f"/#/activity/{activity}", drawn), (link["url"], svg)):
                page = self.browser.page(width=width)
                page.media(scheme)
                page.open(self.service.address + path)
                page.until(ready, what=path)
                self.assertEqual(axe_faults(page), [], (path, scheme))
                self.browser.call("Target.closeTarget", {"targetId": page.target})

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
        page.call("Network.emulateNetworkConditions",
            {"offline": True, "latency": 0, "downloadThroughput": 0, "uploadThroughput": 0})
        activity = self.service.start("waitQueue", owner="away")
        page.call("Network.emulateNetworkConditions",
            {"offline": False, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1})
        page.until(f"document.querySelector('[data-activity=\"{activity}\"] svg text')", seconds=10)


class PushPageTests(PageTests):
    """The dashboard of a service with pushes and a local APNs."""

    @classmethod
    def make_service(cls):
        cls.apns = PushService().__enter__()
        cls.addClassCleanup(cls.apns.__exit__)
        return Service(push=cls.apns.configuration)

    def test_pushes_and_why_are_on_the_page_of_an_activity(self):
        activity = self.service.start("delivery", owner="pushed")
        page = self.open_activity(activity)
        panel = "document.querySelector('[aria-label=\"Pushes\"]').textContent"
        page.until(f"{panel}.includes('This owner has no registered devices.')")
        self.apns.register(self.service, activity, "pushed", "annas-phone")
        self.service.send(activity, {"preparationStarted": {}})
        # The answer of APNs arrives after the change that the page has received.
        page.until(f"{panel}.includes('answer: 200')", seconds=10, what="the answer to a push")
        text = page.run(panel)
        for part in ("sent: update", "annas-phone", "token of this activity", "sign of life"):
            self.assertIn(part, text)
        self.assertEqual(page.run(contrast), [])
        self.assertEqual(nameless(page), [])
        self.check(page)


class LinkTests(PageTests):
    """A page opened with a signed link, without a token."""

    @classmethod
    def make_service(cls):
        return Service(needs_token=True)

    def open_link(self, activity, scheme="light", more="", width=390, **body):
        link = self.service.request("POST", f"/v1/activities/{activity}/link", {"expiresIn_s": 600, **body})
        page = self.browser.page(width=width)
        page.media(scheme)
        page.open(self.service.address + link["url"] + more)
        page.until(f"{drawn}.includes('Order')" if not more else f"{drawn}.length > 0", what="a drawn activity")
        self.addCleanup(lambda: self.browser.call("Target.closeTarget", {"targetId": page.target}))
        return page

    def test_a_link_is_a_customers_page(self):
        activity = self.service.start("delivery", owner="anna")
        for scheme in ("light", "dark"):
            page = self.open_link(activity, scheme)
            self.assertEqual(page.run(contrast), [])
            self.assertEqual(page.run(too_wide), [])
            self.assertEqual(nameless(page), [])
            # The picture is large, and the page has nothing for operators: no owner, no id, no form.
            self.assertGreater(page.run(f"{svg}.getBoundingClientRect().width"), 300)
            text = page.run("document.body.innerText") + page.run(drawn)
            for part in ("anna", activity, "Send an event", "Dismiss"):
                self.assertNotIn(part, text)
            self.assertEqual(page.run("document.querySelectorAll('form, button, input').length"), 0)
            self.check(page)
        self.service.send(activity, {"preparationStarted": {}})
        page.until(f"{drawn}.includes('Being prepared')")
        self.assertIn("Being prepared", page.run(f"{shadow}.querySelector('[role=status]').textContent"))
        self.service.request("POST", f"/v1/activities/{activity}/dismiss", {})
        page.until("document.querySelector('#message').textContent === 'This activity has ended.'")

    def test_a_link_of_an_activity_that_is_over_says_so(self):
        activity = self.service.start("delivery", owner="anna")
        self.service.request("POST", f"/v1/activities/{activity}/end", {})
        page = self.open_link(activity)
        page.until("document.querySelector('#message').textContent === 'This activity has ended.'")
        self.check(page)

    def test_a_link_in_a_language_without_messages_is_drawn(self):
        # Names of the members of every object are not languages. The service refuses a language with a space.
        for language in ("constructor", "foo_bar", "foo%20bar"):
            page = self.open_link(self.service.start("delivery", owner="anna"), more=f"&language={language}")
            self.assertIn("Order", page.run(drawn))
            self.check(page)

    def test_a_link_speaks_the_customers_language(self):
        page = self.open_link(self.service.start("delivery", owner="anna"), more="&language=ar")
        self.assertEqual(page.run("[document.documentElement.lang, document.documentElement.dir]"), ["ar", "rtl"])
        page.until(f"{shadow}.querySelector('svg text[direction=\"rtl\"]')")
        # The page's text direction must not change the anchors of texts in the picture.
        outside = page.run(f"""
            (() => {{
              const box = {svg}.getBoundingClientRect();
              return [...{shadow}.querySelectorAll('svg text')].filter((text) => {{
                const own = text.getBoundingClientRect();
                return own.left < box.left + 8 || own.right > box.right - 8;
              }}).map((text) => text.textContent);
            }})()""")
        self.assertEqual(outside, [])

    def test_controls_work_where_the_link_allows_them(self):
        activity = self.service.start("meditationTimer", owner="anna")
        self.service.send(activity, {"started": {}})
        for allowed in (False, True):
            page = self.open_link(activity, more="&language=en", actions=allowed)
            pause = f"{shadow}.querySelector('[data-action=\"pause\"]')"
            page.until(pause, what="a control")
            page.run(f"{pause}.dispatchEvent(new MouseEvent('click', {{ bubbles: true, composed: true }}))")
            if allowed:
                page.until(f"{shadow}.querySelector('[data-action=\"resume\"]')", what="the effect of the control")
            self.check(page)
        # The first click has no effect.
        self.assertEqual(self.service.request("GET", f"/v1/activities/{activity}")["revision"], 3)

    def test_a_link_that_is_damaged_says_so(self):
        activity = self.service.start("delivery", owner="anna")
        page = self.browser.page()
        self.addCleanup(lambda: self.browser.call("Target.closeTarget", {"targetId": page.target}))
        page.open(f"{self.service.address}/activity?activity={activity}&access_token=link_{activity}_9999999999_{'0' * 64}")
        page.until("document.querySelector('#message').textContent === 'This link is no longer valid.'")

    def test_who_may_read_only_sees_no_control_that_fails(self):
        activity = self.service.start("delivery", owner="anna")
        reading = self.service.token_of("read")
        page = self.open(f"/?access_token={reading}#/activity/{activity}")
        page.until("document.querySelector('.surface svg text')", what="a drawn surface")
        page.until("document.querySelector('#event-title').parentElement.hidden")
        shown = "[...document.querySelectorAll('button')].filter((b) => b.checkVisibility()).map((b) => b.textContent)"
        self.assertEqual(set(page.run(shown)) & {"End", "Dismiss", "Send"}, set())
        page.run("location.hash = '#/'")
        page.until("document.querySelector('.demos') && !document.querySelector('.demos').checkVisibility()")

    def open_disconnected(self, ingress, token):
        """The list of activities, after its connection was lost."""
        page = self.browser.page()
        self.addCleanup(lambda: self.browser.call("Target.closeTarget", {"targetId": page.target}))
        page.open(f"{ingress.address}/?access_token={token}")
        page.until("document.querySelector('#connection').textContent === 'live'")
        ingress.stop()
        page.until("document.querySelector('#connection').textContent === 'reconnecting'")
        return page

    def test_a_token_revoked_while_disconnected_is_asked_for(self):
        token = self.service.token_of("read")
        with Ingress(self.service.address) as ingress:
            page = self.open_disconnected(ingress, token)
            self.service.revoke(token)
            ingress.resume()
            page.until("document.querySelector('#main input[name=token]')", seconds=60, what="a field for the token")

    def test_an_activity_opened_while_disconnected_is_shown_later(self):
        activity = self.service.start("delivery", owner="anna")
        with Ingress(self.service.address) as ingress:
            page = self.open_disconnected(ingress, self.service.token)
            page.run(f"location.hash = '#/activity/{activity}'; 0")
            page.until("document.querySelector('#messages').textContent.includes('404')")
            # The 404 is a proxy's.
            self.assertEqual(page.run("document.querySelector('#title').textContent"), "")
            ingress.resume()
            page.until("document.querySelector('#main .device svg')", seconds=60, what="the activity")

    def test_a_page_without_a_token_asks_for_one(self):
        self.service.start("delivery", owner="anna")
        page = self.browser.page()
        self.addCleanup(lambda: self.browser.call("Target.closeTarget", {"targetId": page.target}))
        page.open(self.service.address)
        page.until("document.querySelector('input[type=password]')", what="a field for the token")
        self.assertEqual(page.run("document.querySelectorAll('[data-activity]').length"), 0)
        self.assertEqual(nameless(page), [])
        page.run(f"(() => {{ const i = document.querySelector('input[type=password]'); i.value = '{self.service.token}'; "
                 f"i.form.requestSubmit(); }})()")
        page.until("document.querySelector('[data-activity] svg')", what="an activity")


class ComponentTests(unittest.TestCase):
    """`<live-activity>` on a page with another origin, such as a shop's or a kiosk's."""

    def test_an_owners_activities_live_on_a_page_of_ones_own(self):
        with OtherSite() as site, Service(needs_token=True, origins=[site.address]) as service, Chromium() as browser:
            first = service.start("delivery", owner="anna", key="1")
            service.start("delivery", owner="ben", key="1")
            token = service.token_of("read", "--owner", "anna")
            site.html = (
                '<!doctype html><html lang="en"><title>Shop</title><h1>Shop</h1>'
                f'<script src="{service.address}/live-activity.js"></script>'
                f'<live-activity src="{service.address}/v1/owners/anna/activities" token="{token}"></live-activity>')
            page = browser.page()
            page.open(site.address)
            count = f"{shadow}.querySelectorAll('.activity svg').length"
            page.until(f"{count} === 1", what="the owner's activity")
            second = service.start("delivery", owner="anna", key="2")
            page.until(f"{count} === 2", what="the second activity")
            shown = f"[...{shadow}.querySelectorAll('.activity')].map((e) => e.dataset.activity)"
            self.assertEqual(page.run(shown), [second, first])
            page.run("window.seen = []; document.addEventListener('live-activity-change', (e) => seen.push(e.detail.change))")
            service.send(first, {"preparationStarted": {}})
            page.until(f"{drawn}.includes('Being prepared')")
            service.request("POST", f"/v1/activities/{first}/dismiss", {})
            page.until(f"{count} === 1")
            self.assertEqual(page.run("seen"), ["updated", "ended", "dismissed"])
            # Another element needs no script: its attributes select the surface and the appearance.
            width = page.run(f"{svg}.getBoundingClientRect().width")
            page.run("document.querySelector('live-activity').setAttribute('surface', 'compact.iPhone393')")
            page.until(f"{svg}.getBoundingClientRect().width < {width}")
            service.revoke(token)
            page.run("document.addEventListener('live-activity-error', (e) => { window.problem = e.detail.code })")
            page.until("window.problem === 'revoked'", seconds=30, what="the end of the access")
            page.collect(0.2)


    def test_a_service_without_pictures_shows_words(self):
        # The answer of a service that was built without the trait Preview.
        without = """
            <script>const all = fetch; window.fetch = async (...request) => {
              const response = await all(...request);
              if (!String(request[0]).includes("/dashboard/pictures")) return response;
              const value = await response.json();
              for (const activity of value.activities) for (const picture of activity.pictures) delete picture.svg;
              return new Response(JSON.stringify(value));
            };</script>"""
        with OtherSite() as site, Service(origins=[site.address]) as service, Chromium() as browser:
            activity = service.start("meditationTimer", owner="anna")
            service.send(activity, {"started": {}})
            site.html = (
                f'<!doctype html><html lang="en"><title>Shop</title>{without}'
                f'<script src="{service.address}/live-activity.js"></script>'
                f'<live-activity src="{service.address}/v1/activities/{activity}"></live-activity>')
            page = browser.page()
            page.open(site.address)
            words = f"{shadow}.querySelector('.words').textContent"
            page.until(f"{words}.length > 3", what="the words of the activity")
            first = page.run(words)
            self.assertNotIn("(", first)
            page.until(f"{words} !== {first!r}", what="the words a second later")
            self.assertEqual(page.run(f"{shadow}.querySelectorAll('svg').length"), 0)


class OtherSite:
    """A page on another origin."""

    html = ""

    def __enter__(self):
        site = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                self.send_response(200)
                self.send_header("Content-Type", "text/html; charset=utf-8")
                self.end_headers()
                self.wfile.write(site.html.encode())

            def log_message(self, *_):
                pass
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()


if __name__ == "__main__":
    unittest.main()
