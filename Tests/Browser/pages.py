"""The requirements for every page: contrast, names, order, width, and what axe-core finds."""

import os
import pathlib

# The text of a page whose contrast with its ground is too small (WCAG 2.2, 1.4.3). Surfaces are left out: `lint` checks these.
contrast = r"""
(() => {
  const canvas = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
  const parse = (text) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = text;
    canvas.fillRect(0, 0, 1, 1);
    const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data;
    return [r, g, b, a / 255];
  };
  const over = (top, below) => [0, 1, 2].map((i) => top[i] * top[3] + below[i] * (1 - top[3])).concat(1);
  const light = (c) => {
    const [r, g, b] = c.map((v) => { v /= 255; return v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4; });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ground = (element) => {
    const layers = [];
    for (let e = element; e; e = e.parentElement) layers.push(parse(getComputedStyle(e).backgroundColor));
    const page = matchMedia("(prefers-color-scheme: dark)").matches ? [0, 0, 0, 1] : [255, 255, 255, 1];
    return layers.reverse().reduce((below, top) => over(top, below), page);
  };
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    if (!walker.currentNode.textContent.trim()) continue;
    if (element.closest("svg, script, style, template, noscript, .spoken, .skip, :disabled")) continue;
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    const style = getComputedStyle(element), below = ground(element);
    const [a, b] = [light(over(parse(style.color), below)), light(below)];
    const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    const size = parseFloat(style.fontSize), isLarge = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
    const text = walker.currentNode.textContent.trim().slice(0, 40);
    if (ratio < (isLarge ? 3 : 4.5)) found.push(`${ratio.toFixed(2)}: ${text} (${element.className || element.tagName})`);
  }
  return found;
})()
"""

# Elements that reach beyond the right edge of the window, where a phone would have to scroll sideways.
too_wide = r"""
(() => {
  const width = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth <= width) return [];
  return [...document.body.querySelectorAll("*")].filter((e) => e.getBoundingClientRect().right > width + 1)
    .slice(0, 5).map((e) => `${e.tagName}.${e.className}`);
})()
"""

run_axe = """
(async () => {
  const report = await axe.run(document, { resultTypes: ["violations"] });
  return report.violations.map((v) => `${v.id}: ${v.nodes.length}, such as ${v.nodes[0].html.slice(0, 120)}`);
})()
"""

focused = r"""
(() => {
  const e = document.activeElement;
  if (!e || e === document.body) return null;
  const all = [...document.querySelectorAll("*")];
  const text = e.getAttribute("aria-label") || e.textContent || e.getAttribute("placeholder") || "";
  return { index: all.indexOf(e), text: text.trim().slice(0, 60), tag: e.tagName,
    visible: getComputedStyle(e).outlineStyle !== "none" || e.matches(":focus-visible") };
})()
"""


def focus_order(page, most=80):
    """The elements that Tab reaches, in order, until it comes round."""
    reached = []
    for _ in range(most):
        page.tab()
        now = page.run(focused)
        if now is None or (reached and now["index"] == reached[0]["index"]):
            break
        reached.append(now)
    return reached


def nameless(page):
    """Elements that take the focus and have no name for a screen reader."""
    return [n for n in page.accessibility()
            if n["focusable"] and not n["name"].strip() and n["role"] not in ("RootWebArea", "generic", "main", "none")]


def axe_faults(page):
    """The faults that axe-core finds on the page, minor ones too; on a long one it takes many seconds."""
    page.run(pathlib.Path(os.environ["AXE"]).read_text() + ";0")
    answer = page.call("Runtime.evaluate", {"expression": run_axe, "returnByValue": True, "awaitPromise": True}, timeout=600)
    return answer["result"]["value"]
