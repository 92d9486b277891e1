"use strict";
// Puts pictures of surfaces (`Picture.webSVG`) into a page and updates their clocks, without a server.
const LiveSurfaces = (() => {
  const unitNames = [["week", 604800], ["day", 86400], ["hour", 3600], ["minute", 60], ["second", 1]];
  const formats = new Map();
  let pictures = 0;

  const pad = (number) => String(number).padStart(2, "0");

  // Digits of the locale, as "٠" is the zero of Arabic.
  function localDigits(text, zero) {
    if (!zero) return text;
    const first = zero.codePointAt(0);
    return text.replace(/[0-9]/g, (digit) => String.fromCodePoint(first + Number(digit)));
  }

  function clock(seconds, showsHours, zero) {
    const whole = Math.max(0, Math.trunc(seconds));
    const hours = Math.floor(whole / 3600), minutes = Math.floor(whole / 60), tail = pad(whole % 60);
    const text = showsHours && hours > 0 ? `${hours}:${pad(minutes % 60)}:${tail}` : `${minutes}:${tail}`;
    return localDigits(text, zero);
  }

  function cached(key, make) {
    let value = formats.get(key);
    if (!value) formats.set(key, value = make());
    return value;
  }

  // The language tag of a locale identifier, such as `de-DE` for `de_DE`; `en` for an invalid one, for which `Intl` throws.
  const tag = (locale) => cached(`${locale} tag`, () => {
    try { return Intl.getCanonicalLocales(locale.replaceAll("_", "-"))[0]; } catch { return "en"; }
  });

  // A distance in time in words, in at most `count` units.
  function words(seconds, count, width, identifier) {
    const locale = tag(identifier);
    let rest = Math.round(seconds);
    const amounts = [];
    for (const [unit, length] of unitNames) {
      if (amounts.length === count) break;
      const amount = amounts.length === count - 1 ? Math.round(rest / length) : Math.floor(rest / length);
      if (amounts.length === 0 && Math.floor(rest / length) === 0 && unit !== "second") continue;
      rest -= amount * length;
      if (amount !== 0 || (amounts.length === 0 && unit === "second")) amounts.push([unit, amount]);
      else if (amounts.length) break;
    }
    const parts = amounts.map(([unit, amount]) => cached(`${locale} ${unit} ${width}`, () =>
      new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay: width })).format(amount));
    return cached(`${locale} list ${width}`, () =>
      new Intl.ListFormat(locale, { type: "unit", style: width })).format(parts);
  }

  // The string of a text at a time, in seconds since 1970.
  function text(rule, now) {
    if (rule.clock === "timer" && rule.from !== undefined) {
      const from = Number(rule.from), to = Number(rule.to);
      const moment = Math.min(Math.max(rule.paused === undefined ? now : Number(rule.paused), from), to);
      const seconds = rule.down === undefined ? moment - from : Math.ceil(to - moment);
      return clock(seconds, rule.hours !== undefined, rule.zero);
    }
    const date = Number(rule.date), distance = Math.abs(date - now);
    switch (rule.clock) {
    case "timer": return clock(date > now ? Math.ceil(distance) : distance, true, rule.zero);
    case "relative": return words(distance, 2, "short", rule.locale);
    case "offset": return (date < now ? "-" : "+") + words(distance, 1, "long", rule.locale);
    default: return undefined;
    }
  }

  function fraction(rule, now) {
    const from = Number(rule.from), to = Number(rule.to), isDown = rule.down !== undefined;
    if (to <= from) return isDown ? 0 : 1;
    const passed = Math.min(Math.max((now - from) / (to - from), 0), 1);
    return isDown ? 1 - passed : passed;
  }

  function moveBar(bar, now) {
    const width = Number(bar.dataset.bar), radius = Number(bar.getAttribute("height")) / 2;
    const share = fraction(bar.dataset, now), length = share > 0 ? Math.max(width * share, radius) : 0;
    bar.setAttribute("width", length.toFixed(2));
    bar.setAttribute("rx", Math.min(radius, length / 2).toFixed(2));
    if (bar.dataset.end !== undefined) bar.setAttribute("x", (Number(bar.dataset.end) - length).toFixed(2));
  }

  // Sets every clock and progress in a picture.
  function set(svg, now) {
    for (const element of svg.querySelectorAll("[data-clock]")) {
      const shown = text(element.dataset, now);
      if (shown !== undefined && element.textContent !== shown) element.textContent = shown;
    }
    for (const bar of svg.querySelectorAll("[data-bar]")) moveBar(bar, now);
    for (const ring of svg.querySelectorAll("[data-ring]")) {
      ring.setAttribute("stroke-dasharray", `${Math.max(fraction(ring.dataset, now), 0.004).toFixed(4)} 2`);
    }
  }

  // The picture as an element. Names of gradients and masks become unique in the page.
  function parse(source) {
    pictures += 1;
    const unique = source.replace(/(id="|url\(#)la-/g, `$1la${pictures}-`);
    const svg = document.importNode(new DOMParser().parseFromString(unique, "image/svg+xml").documentElement, true);
    for (const blended of svg.querySelectorAll("[data-blend]")) blended.style.mixBlendMode = blended.dataset.blend;
    return svg;
  }

  // Pictures in the page, each with the difference between its time and that of this machine, in seconds.
  const running = new Map();

  // Runs the clocks of a picture, beginning at a time, by default the time at which it was drawn. A picture that is removed
  // from the page is dropped.
  function run(svg, now = Number(svg.dataset.now)) {
    running.set(svg, now - Date.now() / 1000);
    set(svg, now);
  }

  function tick() {
    const here = Date.now() / 1000;
    for (const [svg, ahead] of running) {
      if (svg.isConnected) set(svg, here + ahead); else running.delete(svg);
    }
  }
  setInterval(tick, 250);

  return { parse, run, set, text, tick, clocks: () => running.size };
})();
