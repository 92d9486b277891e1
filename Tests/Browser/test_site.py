"""The documentation site of Scripts/docs: its pages on a phone and a large screen, light and dark, checked by axe-core; its
search.

SITE is the site's folder, AXE the file axe.min.js; `Scripts/docs --check` sets both."""

import functools
import http.server
import json
import os
import pathlib
import threading
import unittest

from chromium import Chromium
from pages import axe_faults, too_wide
from service import PATIENCE_S

site = pathlib.Path(os.environ["SITE"])
PHONE, DESK = (390, 844), (1280, 900)


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


class SiteTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=site))
        threading.Thread(target=cls.server.serve_forever, daemon=True).start()
        cls.address = f"http://127.0.0.1:{cls.server.server_port}"
        cls.browser = Chromium()
        cls.page = cls.browser.page()

    @classmethod
    def tearDownClass(cls):
        cls.browser.close()
        cls.server.shutdown()

    def guides(self):
        """The pages that Scripts/site/make.py has written."""
        listed = [each["u"].partition("#")[0] for each in json.loads((site / "search.json").read_text())]
        return sorted({page for page in listed if not page.startswith("/")} | {"guides.html", "live.html"})

    def test_no_guide_has_a_fault_that_axe_finds(self):
        found = []
        for guide in self.guides():
            # Neither the width changes a color, nor the scheme a width.
            for (width, height), scheme in ((PHONE, "dark"), (DESK, "light")):
                self.page.size(width, height, mobile=width < 500)
                self.page.media(scheme)
                self.page.open(f"{self.address}/{guide}")
                found += [f"{guide}, {width}, {scheme}: {each}" for each in axe_faults(self.page)]
                found += [f"{guide}, {width}: wider than the window: {each}" for each in self.page.run(too_wide)]
        self.assertEqual(found, [])

    def test_the_live_page_replays_an_order(self):
        self.page.size(*PHONE, mobile=True)
        self.page.media("dark")
        self.page.open(f"{self.address}/live.html")
        label = "document.querySelector('live-activity').shadowRoot.querySelector('.activity')?.getAttribute('aria-label')"
        self.page.until(f"step.textContent.startsWith('Event 1 of') && {label}", seconds=PATIENCE_S)
        first = self.page.run(label)
        self.page.until(f"{label} !== {json.dumps(first)}", seconds=PATIENCE_S)
        self.page.run("(() => { const field = document.querySelector('[data-attribute=language]');"
                      " field.value = 'ar'; field.dispatchEvent(new Event('change')); })()")
        self.page.until(f"/[\\u0600-\\u06ff]/.test({label})", seconds=PATIENCE_S)
        self.assertEqual(self.page.problems, [])

    def test_the_search_finds_guides_and_symbols_and_opens_them(self):
        self.page.size(*PHONE, mobile=True)
        symbol = "LiveActivityRuntime"
        for words, title, path in (("resend dead letters", "Manage webhooks over HTTP", "/Documentation/Service.html"),
                                   (symbol, symbol, f"/documentation/liveactivities/{symbol.lower()}/")):
            self.page.open(f"{self.address}/Documentation/Cluster.html")
            self.page.run("document.getElementById('query').focus()")
            self.page.run(f"(() => {{ query.value = {json.dumps(words)}; query.dispatchEvent(new Event('input')); }})()")
            find = f"[...document.querySelectorAll('#results a')].find((a) => a.textContent === {json.dumps(title)})"
            self.page.until(f"Boolean({find})")
            self.assertEqual(axe_faults(self.page), [])
            self.assertEqual(self.page.run(f"new URL({find}.href).pathname"), path)
            self.page.run(f"{find}.click()")
            self.page.until(f"location.pathname === {json.dumps(path)} && document.readyState === 'complete'")


if __name__ == "__main__":
    unittest.main()
