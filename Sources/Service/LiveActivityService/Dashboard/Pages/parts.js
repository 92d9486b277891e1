"use strict";
// The parts of the pages: elements, pictures of surfaces, and a form that an example describes.
const Parts = (() => {
  const find = (id) => document.getElementById(id);

  function make(tag, attributes = {}, ...children) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) {
      if (value === undefined || value === null || value === false) continue;
      if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
      else element.setAttribute(name, value === true ? "" : value);
    }
    element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
    return element;
  }

  function say(text, isBad = false) {
    const message = make("p", { class: isBad ? "bad" : "" }, text);
    find("messages").append(message);
    setTimeout(() => message.remove(), isBad ? 9000 : 4000);
  }
  const fail = (error) => say(error.message, true);

  const kindName = (kind) => kind.replace(/([a-z])([A-Z])/g, "$1 $2").replace(/^./, (letter) => letter.toUpperCase());
  const badge = (state) => make("span", { class: `badge ${state}` }, state);
  const time = (date) => make("time", { datetime: new Date(date).toISOString(), title: new Date(date).toLocaleString() },
    new Date(date).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit", second: "2-digit" }));

  function ago(date) {
    const seconds = Math.max(0, Service.now() - Date.parse(date) / 1000);
    if (seconds < 60) return "just now";
    if (seconds < 3600) return `${Math.floor(seconds / 60)} min ago`;
    return seconds < 86400 ? `${Math.floor(seconds / 3600)} h ago` : new Date(date).toLocaleDateString();
  }

  // MARK: Surfaces

  const surfaceNames = {
    lockScreen: "Lock Screen", compact: "Compact", minimal: "Minimal", expanded: "Expanded", standBy: "StandBy", menuBar: "Menu bar",
    smartStack: "Smart Stack", carPlay: "CarPlay",
  };
  function surfaceName(name) {
    const [surface, size] = name.split(".");
    return `${surfaceNames[surface] || surface} · ${size}`;
  }

  // The environment of surfaces: the page's own appearance, in the chosen language.
  const isDark = () => document.documentElement.dataset.scheme === "dark"
    || (!document.documentElement.dataset.scheme && matchMedia("(prefers-color-scheme: dark)").matches);
  const look = () => ({ scheme: isDark() ? "dark" : "light", language: find("language").value || "en" });

  // Puts a picture into a holder. A holder that shows the same one already is left alone, with its clocks and its focus.
  function draw(holder, picture, { at, isStill = false } = {}) {
    if (holder.source === picture.svg && !isStill) return;
    const focused = holder.contains(document.activeElement) ? document.activeElement.dataset.action : null;
    const svg = LiveSurfaces.parse(picture.svg);
    svg.setAttribute("role", "group");
    svg.setAttribute("aria-label", surfaceName(picture.surface));
    holder.replaceChildren(svg);
    holder.source = picture.svg;
    if (isStill) LiveSurfaces.set(svg, at); else LiveSurfaces.run(svg, Service.now());
    if (focused) { const again = [...svg.querySelectorAll("[data-action]")].find((e) => e.dataset.action === focused); if (again) again.focus(); }
  }

  // MARK: Forms

  // Sample stories begin then (seconds since 2001; the service says when): what they say of dates is moved to now.
  let sampleEpoch = 0;
  const day = 86400, reference = 978307200;
  const setSampleEpoch = (date) => { sampleEpoch = Date.parse(date) / 1000 - reference; };

  // A copy of an example with its dates as much later as the sample's beginning is ago.
  function moved(value, seconds) {
    if (typeof value === "number") {
      return value > sampleEpoch - day && value < sampleEpoch + 2 * day ? Math.round(value + seconds) : value;
    }
    if (Array.isArray(value)) return value.map((element) => moved(element, seconds));
    if (value && typeof value === "object") return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, moved(part, seconds)]));
    return value;
  }
  const sinceSample = (after = 0) => Service.now() - reference - sampleEpoch - after;
  const title = (key) => key.replace(/([a-z0-9])([A-Z])/g, "$1 $2").replace(/^./, (letter) => letter.toUpperCase());

  // A date of a value (seconds since 2001), in the browser's zone. It is read as ISO 8601, which the service accepts too.
  function dateField(value, name) {
    const date = new Date((value + reference) * 1000);
    const input = make("input", { type: "datetime-local", step: 1, required: true });
    input.value = new Date(date - date.getTimezoneOffset() * 60000).toISOString().slice(0, 19);
    const zone = make("span", { class: "dim small" }, ` ${Intl.DateTimeFormat().resolvedOptions().timeZone}`);
    return { element: make("label", {}, make("span", {}, name, zone), input), read: () => new Date(input.value).toISOString() };
  }

  // Fields for a value, and a function that reads them. `dates` are the JSON pointers of its dates.
  function fields(value, name, dates = [], pointer = "") {
    if (dates.includes(pointer)) return dateField(value, name);
    if (Array.isArray(value) && value.length && value.every((_, i) => dates.includes(`${pointer}/${i}`))) {
      const parts = value.map((part, i) => dateField(part, `${name} ${i + 1}`));
      return { element: make("fieldset", {}, make("legend", {}, name), parts.map((part) => part.element)), read: () => parts.map((part) => part.read()) };
    }
    if (value && typeof value === "object" && !Array.isArray(value)) {
      const parts = Object.entries(value).map(([key, part]) =>
        [key, fields(part, title(key), dates, `${pointer}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`)]);
      return {
        element: name === "" ? make("div", { class: "fields" }, parts.map(([, part]) => part.element))
          : make("fieldset", {}, make("legend", {}, name), parts.length ? parts.map(([, part]) => part.element) : make("p", { class: "dim small" }, "No values to enter.")),
        read: () => Object.fromEntries(parts.map(([key, part]) => [key, part.read()])),
      };
    }
    if (Array.isArray(value) || value === null) {
      const text = make("textarea", { rows: 2, class: "code", spellcheck: "false" });
      text.value = JSON.stringify(value);
      return { element: make("label", {}, `${name} (JSON)`, text), read: () => JSON.parse(text.value) };
    }
    const input = make("input", typeof value === "number" ? { type: "number", step: "any", required: true } : typeof value === "boolean" ? { type: "checkbox" } : {});
    if (typeof value === "boolean") input.checked = value; else input.value = value;
    return {
      element: make("label", {}, name, input),
      read: () => typeof value === "boolean" ? input.checked : typeof value === "number" ? Number(input.value) : input.value,
    };
  }

  return { find, make, say, fail, kindName, badge, time, ago, surfaceName, look, isDark, draw, moved, setSampleEpoch, sinceSample, fields, title };
})();
