"""`<live-activity>` and its stream of changes. The test plays the service, the browser's EventSource and the clock."""

import json
import pathlib
import unittest

from chromium import Chromium

sources = pathlib.Path(__file__).parents[2] / "Sources"
scripts = [sources / "Views/LiveActivityPreview/Web/surfaces.js"] + [
    sources / "Service/LiveActivityService/Dashboard/Pages" / name for name in ("client.js", "live-activity.js")]

# `log` is what the page has opened, requested and dispatched. A test answers the oldest open request.
world = r"""
(() => {
  const log = [], streams = [], requests = [], timers = [], settle = setTimeout;
  let now = 0;
  Math.random = () => 0;
  window.setTimeout = (run, delay = 0) => timers.push({ at: now + delay, run });
  window.clearTimeout = (number) => { if (number) timers[number - 1].run = null; };
  const short = (url) => url.replace(/^.*\/v1\//, "").replace(/[?&]state=true&interval_s=0.1/, "");
  const settled = async () => { for (let turn = 0; turn < 5; turn += 1) await new Promise((done) => settle(done, 0)); };

  window.EventSource = class extends EventTarget {
    static CLOSED = 2;
    readyState = 0;
    constructor(url) {
      super();
      log.push(`stream ${short(url)}`);
      streams.push(this);
    }
    close() {
      if (this.readyState !== 2) log.push("closed");
      this.readyState = 2;
    }
  };
  window.fetch = (url, { method, signal }) => new Promise((answer, fail) => {
    const shown = /pictures\?activities=(.*?)&/.exec(url);
    log.push(shown ? `pictures ${decodeURIComponent(shown[1])}` : `${method} ${short(url)}`);
    requests.push({ answer, fail });
    signal.addEventListener("abort", () => {
      log.push("aborted");
      requests.shift();
      fail(signal.reason);
    });
  });
  for (const name of ["reset", "change", "error"]) {
    document.addEventListener(`live-activity-${name}`, ({ detail }) => {
      const states = detail.activities?.map((each) => `${each.activity.slice(-1)} ${each.state}`);
      log.push(`${name} ${states ?? detail.code ?? detail.change}`);
    });
  }

  const send = (type, data, stream = streams.at(-1)) =>
    stream.readyState === 2 || stream.dispatchEvent(new MessageEvent(type, { data: JSON.stringify(data) }));
  window.world = {
    log, send,
    open() { streams.at(-1).readyState = 1; send("open"); },
    // The connection is lost, and the browser reconnects.
    lose() { streams.at(-1).readyState = 0; send("error"); },
    // The response was not a stream.
    giveUp() {
      streams.at(-1).readyState = 2;
      streams.at(-1).dispatchEvent(new Event("error"));
    },
    answer(body, status = 200) {
      requests.shift().answer(new Response(typeof body === "string" ? body : JSON.stringify(body), { status }));
      return settled();
    },
    fail() { requests.shift().fail(new TypeError("Failed to fetch")); return settled(); },
    draw: (...texts) => world.answer({ activities: texts.map((text) => {
      const svg = `<svg xmlns="http://www.w3.org/2000/svg"><text>${text}</text></svg>`;
      return { activity: text.split(" ")[0].padStart(16, "0"), pictures: [{ words: [text], svg }] };
    }) }),
    async advance(ms) {
      const end = now + ms;
      for (;;) {
        await settled();
        const next = timers.filter((timer) => timer.run && timer.at <= end).sort((a, b) => a.at - b.at)[0];
        if (!next) break;
        now = next.at;
        const run = next.run;
        next.run = null;
        run();
      }
      now = end;
    },
    shown() {
      const element = document.querySelector("live-activity");
      const texts = [...element.shadowRoot.querySelectorAll("text")].map((text) => text.textContent).join(", ");
      return texts + (element.hasAttribute("offline") ? " offline" : "");
    },
  };
})()
"""

shop = "https://shop.example/v1"
# The streams of two activities, and the request for the first one's pictures.
first, second = (f"changes?activity={number:016x}" for number in (1, 2))
pictures = f"pictures {1:016x}"
page_of_a_proxy = "<html>Not Found</html>"


def activity(number, state="active", revision=1, minute=0):
    return {"activity": f"{number:016x}", "state": state, "revision": revision, "startedAt": f"2026-11-30T12:{minute:02}:00Z"}


def change(name, number, state="active", revision=2, minute=0):
    return {"change": name, "at": f"2026-11-30T12:{minute:02}:00Z", "activity": f"{number:016x}", "state": state,
            "revision": revision}


def problem(code, status):
    return {"type": f"urn:live-activities:problem:{code}", "status": status, "code": code, "detail": "Refused."}, status


class World(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.browser = Chromium()
        cls.addClassCleanup(cls.browser.close)

    def setUp(self):
        self.page = self.browser.page()
        self.page.run(world)
        self.page.run("\n".join(script.read_text() for script in scripts) + "\n0")
        self.addCleanup(lambda: self.browser.call("Target.closeTarget", {"targetId": self.page.target}))

    def call(self, name, *values):
        return self.page.run(f"world.{name}(...{json.dumps(values)})")

    def log(self):
        """What has happened since the last call."""
        return self.page.run("world.log.splice(0)")

    def answer(self, body, status=200):
        self.call("answer", body, status)

    def draw(self, *texts):
        """Answers a request for pictures."""
        self.call("draw", *texts)

    def shown(self):
        return self.call("shown")


class ElementTests(World):
    """The element."""

    def place(self, path="activities/0000000000000001"):
        self.page.run(f"document.body.innerHTML = '<live-activity src=\"{shop}/{path}\"></live-activity>'; 0")

    def move(self):
        self.page.run(f"document.querySelector('live-activity').setAttribute('src', '{shop}/activities/{2:016x}')")

    def live(self):
        """One activity, whose first picture is shown."""
        self.place()
        self.call("open")
        self.call("send", "reset", {"activities": [activity(1)], "next": None})
        self.call("advance", 20)
        self.draw("1 baking")
        self.assertEqual(self.log(), [f"stream {first}", "reset 1 active", pictures])
        self.assertEqual(self.shown(), "1 baking")

    def test_the_last_state_stays_during_an_interruption(self):
        self.live()
        self.call("lose")
        self.assertEqual(self.shown(), "1 baking offline")
        # An ingress whose service is gone answers with a page of its own.
        for pause in (1000, 2000):
            self.call("giveUp")
            self.answer(page_of_a_proxy, 404)
            self.assertEqual(self.log(), [f"GET {first}"])
            self.call("advance", pause - 1)
            self.assertEqual(self.log(), [])
            self.call("advance", 1)
            self.assertEqual((self.log(), self.shown()), ([f"stream {first}"], "1 baking offline"))
        self.call("open")
        self.call("send", "reset", {"activities": [activity(1, "ended", 3)], "next": None})
        self.call("advance", 20)
        self.draw("1 delivered")
        self.assertEqual(self.log(), ["reset 1 ended", pictures])
        self.assertEqual(self.shown(), "1 delivered")
        # Another activity is not mistaken for this one.
        self.move()
        self.assertEqual((self.log(), self.shown()), (["closed", f"stream {second}"], ""))

    def test_only_the_service_itself_ends_the_attempts(self):
        self.live()
        for status in (401, 403, 404, 502):
            self.call("giveUp")
            self.answer(page_of_a_proxy, status)
            self.call("advance", 30_000)
        self.call("giveUp")
        self.answer(*problem("tooManyRequests", 429))
        self.call("advance", 30_000)
        self.call("giveUp")
        self.log()
        self.answer(*problem("revoked", 401))
        self.call("advance", 90_000)
        self.assertEqual((self.log(), self.shown()), (["error revoked"], "1 baking offline"))

    def test_a_stream_that_ends_with_a_code_is_not_opened_again(self):
        self.live()
        self.call("send", "end", {})
        self.call("lose")
        self.call("open")
        self.assertEqual((self.log(), self.shown()), ([], "1 baking"))
        self.call("send", "end", {"code": "expired", "detail": "The token has expired."})
        self.call("advance", 90_000)
        self.assertEqual((self.log(), self.shown()), (["closed", "error expired"], "1 baking offline"))

    def test_pictures_arrive_while_changes_come_faster_than_answers(self):
        self.live()
        for revision in (2, 3, 4):
            self.call("send", "change", change("updated", 1, revision=revision))
            self.call("advance", 100)
        self.assertEqual(self.log(), ["change updated", pictures, "change updated", "change updated"])
        self.draw("1 two")
        self.assertEqual(self.shown(), "1 two")
        self.call("advance", 20)
        self.draw("1 four")
        self.call("advance", 10_000)
        self.assertEqual((self.log(), self.shown()), ([pictures], "1 four"))

    def test_a_failed_request_for_pictures_is_repeated(self):
        self.live()
        self.call("send", "change", change("ended", 1, "ended"))
        self.call("advance", 20)
        self.call("fail")
        self.call("advance", 1000)
        self.answer(page_of_a_proxy, 502)
        self.log()
        # A further change does not shorten the pause.
        self.call("send", "change", change("alerted", 1, "ended"))
        self.call("advance", 1999)
        self.assertEqual(self.log(), ["change alerted"])
        self.call("advance", 1)
        self.draw("1 delivered")
        self.call("advance", 90_000)
        self.assertEqual((self.log(), self.shown()), ([pictures], "1 delivered"))
        self.assertTrue(self.page.run("Boolean(document.querySelector('live-activity').shadowRoot.querySelector('.over'))"))

    def test_a_request_that_is_never_answered_is_repeated(self):
        self.live()
        self.call("send", "change", change("updated", 1))
        self.call("advance", 20)
        # The connection of the request is lost without a sign, and the stream connects again.
        self.call("lose")
        self.call("open")
        self.call("send", "reset", {"activities": [activity(1, "ended", 3)], "next": None})
        self.call("advance", 119_999)
        self.assertEqual(self.log(), ["change updated", pictures, "reset 1 ended"])
        self.call("advance", 1)
        self.call("advance", 1000)
        self.assertEqual(self.log(), ["aborted", pictures])
        self.draw("1 delivered")
        self.call("advance", 200_000)
        self.assertEqual((self.log(), self.shown()), ([], "1 delivered"))

    def test_texts_are_requested_each_second_after_a_failure_too(self):
        self.place()
        self.call("open")
        self.call("send", "reset", {"activities": [activity(1)], "next": None})
        self.call("advance", 20)
        text = {"activities": [{"activity": f"{1:016x}", "pictures": [{"words": ["5 min"]}]}]}
        self.answer(text)
        self.call("advance", 1000)
        self.call("fail")
        self.call("advance", 1000)
        self.answer(text)
        self.log()
        self.call("advance", 1000)
        self.assertEqual(self.log(), [pictures])

    def test_a_kiosk_shows_the_newest_hundred_the_newest_first(self):
        self.place("owners/anna/activities")
        self.call("open")
        # Ids are in the order of the shards, pages in that of ids. An activity begins with the change `started`.
        page = [activity(n, minute=n % 60) for n in range(1, 101)]
        self.call("send", "reset", {"activities": page, "next": f"{100:016x}"})
        self.call("send", "change", change("started", 102, revision=2, minute=58))
        self.answer({"activities": [activity(101, minute=59), activity(102, "pending", minute=0)], "next": None})
        self.call("advance", 20)
        log = self.log()
        self.assertEqual(log[:2], ["stream changes?owner=anna", f"GET activities?owner=anna&after={100:016x}&limit=1000"])
        self.assertEqual(log[3], "change started")
        drawn = [int(each, 16) for each in log[4].removeprefix("pictures ").split(",")]
        order = sorted([*((n % 60, n) for n in range(1, 101)), (59, 101), (58, 102)], reverse=True)
        self.assertEqual(drawn, [n for _, n in order][:100])

    def test_a_removed_element_opens_nothing(self):
        self.live()
        self.call("giveUp")
        self.page.run("window.element = document.querySelector('live-activity'); element.remove()")
        self.answer(page_of_a_proxy, 404)
        self.call("advance", 90_000)
        self.assertEqual(self.log(), [f"GET {first}"])
        # Back in the page it shows the last state until it has a new one, and has one stream.
        self.page.run("document.body.append(element); element.setAttribute('scheme', 'dark')")
        self.call("advance", 20)
        self.assertEqual((self.log(), self.shown()), ([f"stream {first}"], "1 baking offline"))

    def test_an_answer_for_a_former_address_is_dropped(self):
        self.live()
        self.call("send", "change", change("updated", 1))
        self.call("advance", 20)
        self.call("giveUp")
        self.move()
        self.log()
        self.draw("1 out for delivery")
        self.answer(*problem("unknownActivity", 404))
        self.call("advance", 90_000)
        self.assertEqual((self.log(), self.shown()), ([], ""))

    def test_an_unknown_language_stops_no_clock(self):
        self.place("owners/anna/activities")
        self.call("open")
        self.call("send", "reset", {"activities": [activity(1), activity(2), activity(3)], "next": None})
        self.call("advance", 20)
        # The service accepts these languages.
        def drawn(number, language):
            text = f'<text data-clock="offset" data-date="0" data-locale="{language}">{number}</text>'
            return {"activity": f"{number:016x}", "pictures": [
                {"words": [], "svg": f'<svg xmlns="http://www.w3.org/2000/svg">{text}</svg>'}]}
        self.answer({"activities": [drawn(1, "foo_bar"), drawn(2, "de_DE"), drawn(3, "pt-BR")]})
        self.page.run("LiveSurfaces.tick()")
        self.assertRegex(self.shown(), r"^-[\d,]+ weeks, -[\d.]+ Wochen, -[\d.]+ semanas$")
        self.assertEqual(self.page.collect(), [])

    def test_an_address_that_cannot_be_read_is_reported(self):
        for address in (f"{shop}/owners/%E0%A4%A/activities", "http://[", f"{shop}/activities"):
            self.page.run("document.body.innerHTML = '<live-activity></live-activity>'; 0")
            self.page.run(f"document.querySelector('live-activity').setAttribute('src', '{address}')")
            self.assertEqual(self.log(), ["error badSource"], address)
        self.assertEqual(self.page.collect(), [])


class StreamTests(World):
    """The stream of changes, as the dashboard uses it."""

    def setUp(self):
        super().setUp()
        self.page.run("""
            window.stream = new LiveClient.ActivityStream(new LiveClient.Client("", "secret"), {}, {
              state: (state, problem) => world.log.push(`${state}${problem ? ` ${problem.code}` : ""}`),
              reset: () => world.log.push("reset"),
              change: ({ change }) => world.log.push(change),
            }, 3);
            0""")
        self.assertEqual(self.log(), ["stream changes&access_token=secret"])

    def known(self):
        return self.page.run("[...stream.activities.values()].map((a) => `${Number(a.activity)} ${a.state} ${a.revision}`)")

    def test_changes_are_applied_after_the_pages_of_a_reset(self):
        self.call("open")
        self.call("send", "reset", {"activities": [activity(1), activity(2)], "next": "2"})
        for each in (change("dismissed", 2, "dismissed"), change("dismissed", 3, "dismissed"),
                     change("started", 4, revision=1), change("updated", 1, revision=2)):
            self.call("send", "change", each)
        self.assertEqual(self.page.run("stream.activities"), None)
        # The page is from before activity 3 was dismissed.
        self.answer({"activities": [activity(3)], "next": None})
        self.assertEqual(self.known(), ["1 active 2", "4 active 1"])
        self.assertEqual(self.log(), ["open", "GET activities?after=2&limit=1000", "reset", "dismissed", "dismissed",
                                      "started", "updated"])
        # A late change does not bring back an older state.
        self.call("send", "change", change("updated", 1, revision=1))
        self.assertEqual((self.known(), self.log()), (["1 active 2", "4 active 1"], []))

    def test_a_second_reset_supersedes_the_first(self):
        self.call("open")
        self.call("send", "reset", {"activities": [activity(1)], "next": "1"})
        self.call("send", "reset", {"activities": [activity(2)], "next": None})
        self.answer({"activities": [activity(3)], "next": None})
        self.assertEqual(self.known(), ["2 active 1"])

    def test_a_page_that_fails_opens_another_stream(self):
        self.call("open")
        self.call("send", "reset", {"activities": [activity(1)], "next": "1"})
        self.call("fail")
        self.answer(page_of_a_proxy, 502)
        self.call("advance", 1000)
        self.assertEqual(self.log(), ["open", "GET activities?after=1&limit=1000", "closed", "retrying",
                                      "GET changes", "stream changes&access_token=secret"])

    def test_more_activities_than_are_read_are_reported(self):
        self.call("open")
        self.call("send", "reset", {"activities": [activity(1), activity(2), activity(3)], "next": "3"})
        self.assertEqual((self.known(), self.page.run("stream.isPartial")), (["1 active 1", "2 active 1", "3 active 1"], True))
        self.call("send", "change", change("updated", 4))
        self.assertEqual(len(self.known()), 3)

    def test_a_token_revoked_meanwhile_ends_the_stream(self):
        self.call("open")
        self.call("lose")
        self.call("giveUp")
        self.answer(*problem("revoked", 401))
        self.call("advance", 90_000)
        self.assertEqual(self.log(), ["open", "retrying", "GET changes", "refused revoked"])

    def test_a_closed_stream_reports_nothing(self):
        self.call("open")
        self.call("send", "reset", {"activities": [], "next": "1"})
        self.page.run("stream.close()")
        self.answer({"activities": [activity(2)], "next": None})
        self.call("send", "change", change("started", 3, revision=1))
        self.call("advance", 90_000)
        self.assertEqual(self.log(), ["open", "GET activities?after=1&limit=1000", "closed"])


if __name__ == "__main__":
    unittest.main()
