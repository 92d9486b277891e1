"use strict";
// The pages of a storybook. Its data are scripts that call `storybook.add`, because a page opened from a file may not use
// fetch.
const storybook = (() => {
  const names = {
    lockScreen: "Lock Screen", compact: "Compact", minimal: "Minimal", expanded: "Expanded", standBy: "StandBy", menuBar: "Mac",
    smartStack: "Watch", carPlay: "CarPlay", light: "Light", dark: "Dark", dimmed: "Dimmed", stale: "Stale", locked: "Locked",
    night: "Night", increasedContrast: "Increased contrast", boldText: "Bold text",
  };
  const find = (id) => document.getElementById(id);
  // The data of states, and of the pictures of kinds, by the name of the file; null while it is loading.
  const files = new Map();
  let drawn = null;
  let index = null, isRunning = true, look = "light", filter = "";

  function make(tag, attributes = {}, ...children) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) {
      if (value === undefined || value === false) continue;
      if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
      else element.setAttribute(name, value === true ? "" : value);
    }
    element.append(...children.filter((child) => child !== null && child !== undefined));
    return element;
  }

  function surfaceName(name) {
    const [surface, size] = name.split(".");
    return `${names[surface] || surface} · ${size}`;
  }
  function languageName(value) {
    try { return `${new Intl.DisplayNames(["en"], { type: "language" }).of(value)} (${value})`; } catch { return value; }
  }
  const sizeName = (value) => value.replace(/([a-z])([0-9])/, "$1 $2");
  // The label of a variant, which is named by an appearance or "text:<language>:<size>:<light or dark>".
  function variantName(name) {
    const [group, language, size, scheme] = name.split(":");
    return group === "text" ? `${languageName(language)}, ${sizeName(size)}, ${scheme}` : names[name] || name;
  }
  const kindName = (kind) => kind.replace(/([a-z])([A-Z])/g, "$1 $2").replace(/^./, (c) => c.toUpperCase());
  function stateTitle(state) { return state.words.slice(0, 3).join(" · ") || state.name; }
  function moment(state) {
    const found = /attributes (\d+) after (\d+) s/.exec(state.name);
    if (!found) return state.name;
    const minutes = Math.floor(found[2] / 60), seconds = found[2] % 60;
    const after = found[2] === "0" ? "at the start" : `after ${minutes ? `${minutes} min` : ""}${seconds ? ` ${seconds} s` : ""}`.replace("  ", " ");
    return found[1] === "1" ? after : `sample ${found[1]}, ${after}`;
  }

  // MARK: Pictures

  function show(source, at, label) {
    const holder = make("div", { class: "surface", role: "img", "aria-label": label });
    const svg = LiveSurfaces.parse(source);
    svg.setAttribute("aria-hidden", "true");
    for (const control of svg.querySelectorAll("[tabindex]")) control.removeAttribute("tabindex");
    holder.append(svg);
    if (isRunning) LiveSurfaces.run(svg, at); else LiveSurfaces.set(svg, at);
    return holder;
  }

  // The SVG of one of the pictures of the kind.
  const text = (index) => drawn.pictures[index].map((i) => drawn.elements[i]).join("");

  function picture(state, found, caption) {
    const label = `${surfaceName(found.surface)}, ${variantName(found.variant)}`;
    return make("figure", { class: "picture" },
      show(text(found.svg), state.at, label),
      make("figcaption", {}, caption, found.difference ? make("span", { class: `badge ${found.difference}` }, found.difference) : null));
  }

  function chips(options, chosen, label, choose) {
    return make("div", { class: "chips", role: "group", "aria-label": label }, ...options.map(([value, title]) =>
      make("button", { type: "button", "aria-pressed": String(value === chosen), onclick: () => choose(value) }, title)));
  }

  function section(title, controls, pictures) {
    return make("section", {},
      make("div", { class: "row" }, make("h2", {}, title), controls),
      make("div", { class: "grid" }, ...(pictures.length ? pictures : [make("p", { class: "dim" }, "It is not shown here.")])));
  }

  // MARK: Pages

  let surface = "lockScreen.iPhone393", scheme = "light", language = "", size = "large";

  function statePage(state) {
    const shown = state.pictures.filter((p) => p.difference !== "gone");
    const looks = index.looks.filter((l) => shown.some((p) => p.variant === l));
    if (!looks.includes(look)) look = looks[0];
    const again = () => { const y = scrollY; render(); scrollTo(0, y); };
    const texts = shown.filter((p) => p.variant.startsWith("text:"));
    const narrow = index.narrowest.filter((s) => texts.some((p) => p.surface === s));
    if (!narrow.includes(surface)) surface = narrow[0];
    const differing = state.pictures.filter((p) => p.difference);
    const surfaces = narrow.map((s) => [s, surfaceName(s).split(" · ")[0] + (narrow.filter((o) => o.split(".")[0] === s.split(".")[0]).length > 1 ? ` ${s.split(".")[1]}` : "")]);
    return [
      differing.length ? differences(state, differing) : null,
      section("Every surface", chips(looks.map((l) => [l, variantName(l)]), look, "Look", (l) => { look = l; again(); }),
        shown.filter((p) => p.variant === look).map((p) => picture(state, p, surfaceName(p.surface)))),
      ...textSections(state, texts, chips(surfaces, surface, "Surface of the texts", (s) => { surface = s; again(); }), again),
    ];
  }

  // Every language at one text size, and every text size of one language, on one surface.
  function textSections(state, texts, surfaceChips, again) {
    const found = texts.filter((p) => p.surface === surface).map((p) => [p, ...p.variant.split(":").slice(1)]);
    const languages = [...new Set(found.map(([, l]) => l))];
    // A size that only the first language has is left out, because there is nothing to compare.
    const most = Math.min(2, languages.length);
    const sizes = index.textSizes.filter((s) => new Set(found.filter(([, , t]) => t === s).map(([, l]) => l)).size >= most);
    if (!languages.includes(language)) language = languages[0];
    if (!sizes.includes(size)) size = sizes[0];
    const schemes = () => chips([["light", "Light"], ["dark", "Dark"]], scheme, "Appearance of the texts", (s) => { scheme = s; again(); });
    const row = (...children) => make("div", { class: "row" }, ...children);
    return [
      section("Every language",
        row(surfaceChips, chips(sizes.map((s) => [s, sizeName(s)]), size, "Text size of the languages", (s) => { size = s; again(); }), schemes()),
        found.filter(([, , t, s]) => t === size && s === scheme).map(([p, l]) => picture(state, p, languageName(l)))),
      section("Every text size",
        row(chips(languages.map((l) => [l, l]), language, "Language of the text sizes", (l) => { language = l; again(); }), schemes()),
        found.filter(([, l, , s]) => l === language && s === scheme).map(([p, , t]) => picture(state, p, sizeName(t)))),
    ];
  }

  function differences(state, pictures) {
    const most = 60;
    return make("section", { id: "differences" },
      make("h2", {}, `What differs from ${index.comparedWith}`),
      make("p", { class: "dim small" }, `${pictures.length} pictures of this state${pictures.length > most ? `; the first ${most} are shown` : ""}.`),
      ...pictures.slice(0, most).map((p) => make("div", { class: "card pair" },
        make("h3", { class: "row" }, `${surfaceName(p.surface)}, ${variantName(p.variant)}`, make("span", { class: `badge ${p.difference}` }, p.difference)),
        make("figure", { class: "picture" }, p.before !== undefined ? show(text(p.before), state.at, "before") : make("div", { class: "missing" }, "not there"), make("figcaption", {}, "Before")),
        make("figure", { class: "picture" }, p.svg !== undefined ? show(text(p.svg), state.at, "now") : make("div", { class: "missing" }, "not there"), make("figcaption", {}, "Now")))));
  }

  const isDark = () => document.documentElement.dataset.scheme === "dark"
    || (!document.documentElement.dataset.scheme && matchMedia("(prefers-color-scheme: dark)").matches);

  function overview() {
    return index.kinds.map((kind) => make("section", {},
      make("div", { class: "row" }, make("h2", {}, kindName(kind.kind)), make("span", { class: "dim small" }, kind.summary)),
      make("div", { class: "gallery" }, ...kind.states.filter(matches).map((state) => {
        const card = state.cards[isDark() ? 1 : 0] || state.cards[0];
        return make("a", { class: "card", href: state.isGone ? "#/" : address(kind, state) },
          card ? show(card, state.at, stateTitle(state)) : make("p", { class: "dim" }, "Not on the Lock Screen"),
          make("div", { class: "row" }, make("span", { class: `badge ${state.state}` }, state.state), make("span", { class: "dim small" }, moment(state)), mark(state)));
      }))));
  }

  const mark = (state) => state.isGone ? make("span", { class: "badge gone" }, "gone")
    : state.differences ? make("span", { class: "badge changed" }, `${state.differences} differ`) : null;
  const address = (kind, state) => `#/${kind.kind}/${state.file.replace(/^.*-|\.js$/g, "")}`;
  const matches = (state) => !filter || `${state.words.join(" ")} ${state.name} ${state.state}`.toLowerCase().includes(filter);

  function sidebar(current) {
    find("states").replaceChildren(...index.kinds.map((kind) => {
      const found = kind.states.filter((state) => !state.isGone && (matches(state) || kind.kind.toLowerCase().includes(filter)));
      if (!found.length) return "";
      return make("section", {}, make("h2", {}, kindName(kind.kind)), make("ul", {}, ...found.map((state) =>
        make("li", {}, make("a", { href: address(kind, state), "aria-current": state === current ? "page" : false }, stateTitle(state),
          make("span", { class: "row" }, make("span", { class: `badge ${state.state}` }, state.state), make("span", { class: "dim small" }, moment(state)), mark(state)))))));
    }));
  }

  function render() {
    if (!index) return;
    const [, kindName_, number] = location.hash.split("/");
    const kind = index.kinds.find((k) => k.kind === kindName_);
    const entry = kind && kind.states.find((s) => s.file === `${kind.kind}-${number}.js`);
    sidebar(entry);
    find("count").textContent = `${index.kinds.reduce((n, k) => n + k.states.length, 0)} states`;
    if (!entry) {
      find("title").textContent = "Every state of every kind";
      find("subtitle").textContent = index.comparedWith ? `Compared with ${index.comparedWith}` : "Choose one to see it on every surface, in every language, at every text size.";
      return find("main").replaceChildren(...overview());
    }
    find("title").textContent = stateTitle(entry);
    find("subtitle").textContent = `${kindName(kind.kind)} · ${moment(entry)} · ${entry.state}`;
    const needed = [entry.file, `${kind.kind}.js`];
    const [state, pictures] = needed.map((file) => files.get(file));
    if (state && pictures) {
      drawn = pictures;
      return find("main").replaceChildren(...statePage(state).filter(Boolean));
    }
    find("main").replaceChildren(make("p", { class: "dim" }, "Loading pictures…"));
    for (const file of needed.filter((f) => !files.has(f))) {
      files.set(file, null);
      document.head.append(make("script", { src: `data/${file}` }));
    }
  }

  function add(data, file = ownFile()) {
    if (data.kinds) {
      index = data;
      addEventListener("hashchange", () => { render(); scrollTo(0, 0); find("title").focus({ preventScroll: true }); });
    } else { files.set(file, data); }
    render();
  }
  const ownFile = () => document.currentScript.src.split("/").pop();

  // Adds a file from zlib data in Base64. Data must be in a script, because a page opened from a file may not read other
  // files.
  async function addPacked(text) {
    const file = ownFile();
    const bytes = Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
    const json = new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate")));
    add(await json.json(), file);
  }

  find("search").addEventListener("input", (event) => { filter = event.target.value.toLowerCase(); render(); });
  find("clocks").addEventListener("click", (event) => {
    isRunning = !isRunning;
    event.target.setAttribute("aria-pressed", String(isRunning));
    event.target.textContent = isRunning ? "Clocks running" : "Clocks stopped";
    render();
  });
  find("scheme").addEventListener("click", (event) => {
    const schemes = ["system", "light", "dark"], root = document.documentElement;
    const next = schemes[(schemes.indexOf(root.dataset.scheme || "system") + 1) % 3];
    if (next === "system") delete root.dataset.scheme; else root.dataset.scheme = next;
    event.target.textContent = `Appearance: ${next}`;
    look = scheme = isDark() ? "dark" : "light";
    render();
  });
  if (isDark()) look = scheme = "dark";
  return { add, addPacked };
})();
