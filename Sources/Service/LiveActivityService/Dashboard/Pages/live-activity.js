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
  // The client, the stream and the pictures of a target; `null` while the element is detached or has no target.
  #connection = null;
  // The browser reports the attributes of an element in a page's HTML while `isConnected` is true, before `connectedCallback`.
  #isAttached = false;
  // The target whose activities are shown, as JSON.
  #shown = "";
  #darkness = matchMedia("(prefers-color-scheme: dark)");
  #redraw = () => this.#connection?.pictures.soon();

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
    this.#isAttached = true;
    this.#darkness.addEventListener("change", this.#redraw);
    this.#connect();
  }

  disconnectedCallback() {
    this.#isAttached = false;
    this.#darkness.removeEventListener("change", this.#redraw);
    this.#disconnect();
  }

  attributeChangedCallback(name, before, after) {
    if (!this.#isAttached || before === after) return;
    if (name === "src" || name === "token") this.#connect(); else this.#redraw();
  }

  get surface() { return this.getAttribute("surface") || "lockScreen.iPhone393"; }
  get scheme() { return this.getAttribute("scheme") || (this.#darkness.matches ? "dark" : "light"); }
  get language() { return this.getAttribute("language") || this.closest("[lang]")?.lang || navigator.language || "en"; }

  // The target of `src`: one activity, or the activities of one owner; `null` for another address.
  get #target() {
    try {
      const url = new URL(this.getAttribute("src"), address);
      const one = /^(.*)\/v1\/activities\/([0-9a-f]{16})\/?$/.exec(url.pathname);
      const all = /^(.*)\/v1\/owners\/([^/]+)\/activities\/?$/.exec(url.pathname);
      return {
        base: url.origin + (one || all)[1], token: this.getAttribute("token") || url.searchParams.get("access_token") || "",
        filter: one ? { activity: one[2] } : { owner: decodeURIComponent(all[2]) },
      };
    } catch { return null; }
  }

  // MARK: The connection

  #connect() {
    this.#disconnect();
    const target = this.#target, name = JSON.stringify(target);
    // After a move within the page the last state stays until there is a new one.
    if (name !== this.#shown) {
      this.#shown = name;
      this.#show([]);
      this.toggleAttribute("offline", false);
    }
    if (!target) {
      const detail = "'src' must be the URL of an activity, or of an owner's activities.";
      if (this.hasAttribute("src")) this.#report("error", { code: "badSource", detail });
      return;
    }
    const client = new LiveClient.Client(target.base, target.token);
    const refused = (error) => this.#report("error", error.problem);
    const pictures = new LiveClient.CoalescedTask(() => this.#draw(client, stream), refused);
    const stream = new LiveClient.ActivityStream(client, target.filter, {
      state: (state, problem) => {
        this.toggleAttribute("offline", state !== "open");
        if (state !== "refused") return;
        pictures.stop();
        this.#report("error", problem);
      },
      reset: () => {
        pictures.restart();
        this.#report("reset", { activities: [...stream.activities.values()] });
      },
      change: (change) => {
        pictures.soon();
        this.#report("change", change);
      },
    });
    this.#connection = { client, stream, pictures };
  }

  #disconnect() {
    this.#connection?.stream.close();
    this.#connection?.pictures.stop();
    this.#connection = null;
  }

  // MARK: Pictures

  async #draw(client, stream) {
    if (!stream.activities) return;
    // An activity that has not begun is visible nowhere.
    const visible = [...stream.activities.values()].filter(({ state }) => state !== "pending");
    const answer = visible.length ? await client.get("/dashboard/pictures", {
      activities: visible.sort(LiveClient.newestFirst).slice(0, 100).map(({ activity }) => activity).join(","),
      surfaces: this.surface, scheme: this.scheme, language: this.language, textSize: this.getAttribute("text-size"),
    }) : { activities: [] };
    if (stream.state === "detached") return;
    this.#show(answer.activities, stream.activities, client.now());
    // A service without pictures draws no clocks: their texts are requested again.
    return answer.activities.some(({ pictures: [picture] }) => picture && !picture.svg) ? 1000 : undefined;
  }

  #show(activities, records, now) {
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
      holder.classList.toggle("over", records.get(activity)?.state === "ended");
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
  }

  // MARK: Actions

  #act(control) {
    const activity = control?.closest("[data-activity]")?.dataset.activity;
    if (!activity || !this.#connection || !this.hasAttribute("actions")) return;
    const command = { action: control.dataset.action, surface: this.surface.split(".")[0] };
    this.#connection.client.request("POST", `/v1/activities/${activity}/perform`, command)
      .catch((error) => this.#report("error", error.problem));
  }

  #report(name, detail) { this.dispatchEvent(new CustomEvent(`live-activity-${name}`, { detail, bubbles: true, composed: true })); }
}

if (!customElements.get("live-activity")) customElements.define("live-activity", LiveActivityElement);
