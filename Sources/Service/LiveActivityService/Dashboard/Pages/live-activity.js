// <live-activity src="https://…/v1/activities/ID">: an activity as its surfaces show it, live, on any page.
const address = document.currentScript ? new URL(document.currentScript.src) : new URL(location.href);

const styles = new CSSStyleSheet();
styles.replaceSync(`
  :host { display: block; }
  :host([hidden]) { display: none; }
  .activities { display: grid; gap: 12px; justify-items: center; }
  .activity { max-width: 100%; }
  /* Coordinates are absolute, and each text has its own direction: the page's direction must not move its anchor. */
  .activity svg { display: block; max-width: 100%; height: auto; direction: ltr; }
  :host([large]) .activity, :host([large]) .activity svg { width: 100%; }
  :host([offline]) .activity, .over { opacity: 0.6; }
  .words { margin: 0; padding: 16px 20px; border: 1px solid GrayText; border-radius: 24px; background: Canvas; color: CanvasText; font: 16px/1.4 system-ui, sans-serif; }
  [data-action] { cursor: default; }
  :host([actions]) [data-action] { cursor: pointer; }
  [data-action]:focus-visible { outline: 3px solid #0a84ff; outline-offset: 2px; }
  .spoken { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
`);

class LiveActivityElement extends HTMLElement {
  static observedAttributes = ["src", "token", "surface", "scheme", "language", "text-size"];

  #holders = new Map();
  #list = document.createElement("div");
  #spoken = document.createElement("p");
  #source = null;
  #timer = null;
  #again = null;
  #texts = null;
  #number = 0;
  #ids = new Map();
  #darkness = matchMedia("(prefers-color-scheme: dark)");
  #redraw = () => this.#soon();

  constructor() {
    super();
    const root = this.attachShadow({ mode: "open" });
    root.adoptedStyleSheets = [styles];
    this.#list.className = "activities";
    this.#spoken.className = "spoken";
    this.#spoken.setAttribute("role", "status");
    root.append(this.#list, this.#spoken);
    this.#list.addEventListener("click", (event) => this.#act(event.target.closest("[data-action]")));
    this.#list.addEventListener("keydown", (event) => {
      const control = event.target.closest?.("[data-action]");
      if (control && (event.key === "Enter" || event.key === " ")) { event.preventDefault(); this.#act(control); }
    });
  }

  connectedCallback() {
    this.#darkness.addEventListener("change", this.#redraw);
    this.#connect();
  }

  disconnectedCallback() {
    this.#darkness.removeEventListener("change", this.#redraw);
    this.#close();
  }

  attributeChangedCallback(name, before, after) {
    if (!this.isConnected || before === after) return;
    if (name === "src" || name === "token") this.#connect(); else this.#soon();
  }

  get surface() { return this.getAttribute("surface") || "lockScreen.iPhone393"; }
  get scheme() { return this.getAttribute("scheme") || (this.#darkness.matches ? "dark" : "light"); }
  get language() { return this.getAttribute("language") || this.closest("[lang]")?.lang || navigator.language || "en"; }

  // The target of `src`: one activity, or the activities of one owner; undefined for another address.
  get #target() {
    const source = this.getAttribute("src");
    if (!source) return undefined;
    const url = new URL(source, address);
    const one = /^(.*)\/v1\/activities\/([0-9a-f]{16})\/?$/.exec(url.pathname);
    const all = /^(.*)\/v1\/owners\/([^/]+)\/activities\/?$/.exec(url.pathname);
    const found = one || all;
    if (!found) return undefined;
    return {
      base: url.origin + found[1], token: this.getAttribute("token") || url.searchParams.get("access_token") || "",
      only: one ? { activity: one[2] } : { owner: decodeURIComponent(all[2]) },
    };
  }

  // MARK: The stream

  #connect() {
    this.#close();
    this.#ids.clear();
    this.#show([]);
    const target = this.#target;
    if (!target) {
      if (this.hasAttribute("src")) this.#report("error", { code: "badSource", detail: "'src' must be the URL of an activity, or of an owner's activities." });
      return;
    }
    const search = new URLSearchParams({ ...target.only, state: "true", interval_s: "0.1" });
    if (target.token) search.set("access_token", target.token);
    const source = this.#source = new EventSource(`${target.base}/v1/changes?${search}`);
    source.addEventListener("open", () => this.toggleAttribute("offline", false));
    source.addEventListener("reset", (event) => {
      this.#ids.clear();
      for (const activity of JSON.parse(event.data).activities) this.#note(activity);
      this.#soon();
    });
    source.addEventListener("change", (event) => {
      const change = JSON.parse(event.data);
      this.#note(change);
      this.#report("change", change);
      this.#soon();
    });
    source.addEventListener("end", (event) => {
      const reason = JSON.parse(event.data);
      // Without a code the service stops, and the browser connects again.
      if (!reason.code) return;
      this.#close();
      this.toggleAttribute("offline", true);
      this.#report("error", reason);
    });
    source.addEventListener("error", () => {
      if (source !== this.#source) return;
      this.toggleAttribute("offline", true);
      // The browser gives up after a response that is not a stream: the access may have ended, or the service restarts.
      if (source.readyState === EventSource.CLOSED) this.#retry(target);
    });
  }

  async #retry(target) {
    const path = target.only.activity ? `/v1/activities/${target.only.activity}` : `/v1/owners/${encodeURIComponent(target.only.owner)}/activities?limit=1`;
    try {
      await this.#request("GET", path);
    } catch (error) {
      // Only the service's own refusal is final.
      if ([401, 403, 404].includes(error.status)) { this.#close(); return this.#report("error", error); }
    }
    this.#again = setTimeout(() => this.#connect(), 2000);
  }

  #close() {
    clearTimeout(this.#again);
    clearTimeout(this.#texts);
    clearTimeout(this.#timer);
    this.#timer = null;
    this.#number += 1;
    this.#source?.close();
    this.#source = null;
  }

  #note({ activity, state }) {
    if (state === "dismissed") this.#ids.delete(activity); else this.#ids.set(activity, state);
  }

  // MARK: Pictures

  #soon() { if (this.#timer === null && this.#source) this.#timer = setTimeout(() => { this.#timer = null; this.#draw(); }, 20); }

  async #draw() {
    const number = ++this.#number;
    // An activity that has not begun is visible nowhere. The newest is first, as on the Lock Screen.
    const ids = [...this.#ids].filter(([, state]) => state !== "pending").map(([id]) => id).reverse().slice(0, 100);
    if (!ids.length) return this.#show([]);
    const search = new URLSearchParams({ activities: ids.join(","), surfaces: this.surface, scheme: this.scheme, language: this.language });
    if (this.hasAttribute("text-size")) search.set("textSize", this.getAttribute("text-size"));
    try {
      const began = Date.now();
      const answer = await this.#request("GET", `/dashboard/pictures?${search}`);
      if (number !== this.#number) return;
      this.#show(answer.activities, Date.parse(answer.now) / 1000 + (Date.now() - began) / 2000);
    } catch (error) {
      if (number === this.#number && error.status) this.#report("error", error);
    }
  }

  #show(activities, now) {
    const shown = new Set(activities.map(({ activity }) => activity));
    for (const [id, holder] of this.#holders) if (!shown.has(id)) { holder.remove(); this.#holders.delete(id); }
    let news = "";
    activities.forEach(({ activity, pictures: [picture] }, index) => {
      let holder = this.#holders.get(activity);
      if (!holder) {
        this.#holders.set(activity, holder = document.createElement("div"));
        holder.className = "activity";
        holder.setAttribute("role", "group");
        holder.dataset.activity = activity;
      }
      if (this.#list.children[index] !== holder) this.#list.insertBefore(holder, this.#list.children[index] || null);
      holder.classList.toggle("over", this.#ids.get(activity) === "ended");
      if (!picture) return;
      // A symbol without a label is its name in parentheses, which says nothing to a person.
      const words = picture.words.filter((word) => !/^\([^%]*\)$/.test(word)).join(", "), source = picture.svg || words;
      if (holder.source === source) return;
      const focused = holder.contains(this.shadowRoot.activeElement) ? this.shadowRoot.activeElement.dataset.action : null;
      holder.setAttribute("aria-label", words);
      // A clock that runs is not announced.
      if (holder.source && picture.svg) news = words;
      holder.source = source;
      if (!picture.svg) {
        const text = document.createElement("p");
        text.className = "words";
        text.textContent = words;
        return holder.replaceChildren(text);
      }
      const svg = LiveSurfaces.parse(picture.svg);
      if (!this.hasAttribute("actions")) for (const control of svg.querySelectorAll("[data-action]")) control.removeAttribute("tabindex");
      holder.replaceChildren(svg);
      LiveSurfaces.run(svg, now);
      if (focused) [...svg.querySelectorAll("[data-action]")].find((control) => control.dataset.action === focused)?.focus();
    });
    if (news) this.#spoken.textContent = news;
    // A service without pictures draws no clocks: their texts are requested again.
    clearTimeout(this.#texts);
    if (activities.some(({ pictures: [picture] }) => picture && !picture.svg)) this.#texts = setTimeout(this.#redraw, 1000);
  }

  // MARK: Actions

  #act(control) {
    const activity = control?.closest("[data-activity]")?.dataset.activity;
    if (!activity || !this.hasAttribute("actions")) return;
    this.#request("POST", `/v1/activities/${activity}/perform`, { action: control.dataset.action, surface: this.surface.split(".")[0] })
      .catch((error) => this.#report("error", error));
  }

  async #request(method, path, body) {
    const target = this.#target;
    const response = await fetch(target.base + path, {
      method, cache: "no-store",
      headers: { ...(target.token ? { authorization: `Bearer ${target.token}` } : {}), ...(body ? { "content-type": "application/json" } : {}) },
      body: body && JSON.stringify(body),
    });
    const value = await response.json().catch(() => ({}));
    if (!response.ok) throw { status: response.status, code: value.code, detail: value.detail || `The service answered ${response.status}.` };
    return value;
  }

  #report(name, detail) { this.dispatchEvent(new CustomEvent(`live-activity-${name}`, { detail, bubbles: true, composed: true })); }
}

if (!customElements.get("live-activity")) customElements.define("live-activity", LiveActivityElement);
