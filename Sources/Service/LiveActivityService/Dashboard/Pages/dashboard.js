"use strict";
// The list of activities, and what changes the page: addresses, the stream, the settings.
(() => {
  const { find, make, say, fail, kindName, badge, ago, look, draw, moved, setSampleEpoch, sinceSample } = Parts;
  const cards = new Map();
  const wanted = new Set();
  // The activities of an earlier time, replayed from the journal, and that time; `null` for the present.
  let past = null, moment = null;
  const listed = () => past || stream?.activities || new Map();
  let kinds = [], has = {}, page = null, stream = null, shownCount = 60;
  // More than these make the page slow.
  const most = 5000;
  const filter = { kind: "", state: "", text: "" };
  const listSurfaces = ["lockScreen.iPhone393", "compact.iPhone393", "smartStack.40mm"];
  const languages = { en: "English", ar: "العربية", de: "Deutsch", es: "Español", fr: "Français", he: "עברית", ja: "日本語", ko: "한국어", "pt-BR": "Português", "zh-Hans": "中文" };

  // MARK: The list

  const list = make("div", { class: "list", role: "list", "aria-label": "Activities" });
  const empty = make("div", { class: "card empty" });
  const more = make("button", { type: "button", onclick: () => { shownCount += 60; arrange(); } }, "Show more");
  const count = make("span", { class: "dim small push", role: "status" });
  const kindChips = make("div", { class: "chips", role: "group", "aria-label": "Kind" });
  const stateChips = make("div", { class: "chips", role: "group", "aria-label": "Activity state" });
  const demos = make("div", { class: "demos" });
  const momentInput = make("input", { type: "datetime-local", step: 1, onchange: () => showMoment(momentInput.value).catch(fail) });
  const nowButton = make("button", { type: "button", hidden: true, onclick: () => showMoment("").catch(fail) }, "Now");
  const momentRow = make("div", { class: "row", hidden: true }, make("label", { class: "row" }, make("span", { class: "small dim" }, "As of"), momentInput), nowButton);
  const listPage = make("div", { class: "stack" },
    make("section", { class: "stack", "aria-labelledby": "demo-title" }, make("h2", { id: "demo-title" }, "Start a demo"), demos),
    make("section", { class: "stack", "aria-labelledby": "title" },
      make("div", { class: "row" }, make("h1", { id: "title", tabindex: "-1" }, "Activities"), count),
      make("div", { class: "filters" },
        make("label", {}, make("span", { class: "spoken" }, "Search"), make("input", { type: "search", placeholder: "Owner, key or text", oninput: (event) => { filter.text = event.target.value.toLowerCase(); arrange(); } })),
        kindChips, stateChips, momentRow),
      list, empty, make("div", { class: "row" }, more)));

  function matches(activity) {
    if (filter.kind && activity.kind !== filter.kind) return false;
    if (filter.state && activity.state !== filter.state) return false;
    if (!filter.text) return true;
    return `${activity.owner} ${activity.key || ""} ${activity.activity} ${activity.words || ""} ${JSON.stringify(activity.attributes)}`.toLowerCase().includes(filter.text);
  }

  function chips(holder, options, name) {
    holder.replaceChildren(...options.map(([value, text]) => make("button", {
      type: "button", "aria-pressed": String(filter[name] === value), onclick: () => { filter[name] = value; showFilters(); arrange(); },
    }, text)));
  }
  function showFilters() {
    chips(kindChips, [["", "All kinds"], ...kinds.map((k) => [k.kind, kindName(k.kind)])], "kind");
    chips(stateChips, [["", "All states"], ["active", "Active"], ["stale", "Stale"], ["pending", "Pending"], ["ended", "Ended"]], "state");
  }

  function card(activity) {
    const shown = make("div", { class: "shown", "aria-hidden": "true", inert: true });
    const holders = listSurfaces.map(() => make("div", { class: "surface", hidden: true }));
    shown.append(holders[0], make("div", { class: "strip" }, holders.slice(1)));
    const title = make("a", { href: `#/activity/${activity.activity}` });
    const state = make("span");
    const facts = make("div", { class: "facts" });
    const element = make("div", { class: "card activity arrives", role: "listitem", "data-activity": activity.activity },
      make("div", { class: "row" }, make("h2", {}, title), make("span", { class: "push" }, state)), shown, facts);
    return { element, title, state, facts, holders, activity: null };
  }

  function fill(entry, activity) {
    entry.title.textContent = activity.key ? `${kindName(activity.kind)} · ${activity.key}` : kindName(activity.kind);
    entry.state.replaceChildren(badge(activity.state));
    entry.element.classList.toggle("is-ended", activity.state === "ended");
    entry.facts.replaceChildren(make("span", {}, activity.owner), make("span", {}, `revision ${activity.revision}`), make("span", {}, `started ${ago(activity.startedAt)}`));
  }

  // Shows the activities that match the filters, the newest first, and requests the pictures of new and changed ones.
  function arrange() {
    const all = listed();
    const found = [...all.values()].filter(matches).sort(LiveClient.newestFirst);
    const shown = found.slice(0, shownCount);
    const names = new Set(shown.map((activity) => activity.activity));
    for (const [id, entry] of cards) if (!names.has(id)) { entry.element.remove(); cards.delete(id); }
    shown.forEach((activity, index) => {
      let entry = cards.get(activity.activity);
      if (!entry) cards.set(activity.activity, entry = card(activity));
      if (list.children[index] !== entry.element) list.insertBefore(entry.element, list.children[index] || null);
      if (entry.activity !== activity.revision + activity.state) {
        entry.activity = activity.revision + activity.state;
        fill(entry, activity);
        wanted.add(activity.activity);
      }
    });
    const when = past ? `at ${new Date(moment).toLocaleString()}` : "live", isPartial = !past && stream?.isPartial;
    const total = isPartial ? `more than ${most.toLocaleString("en")}` : all.size;
    count.textContent = found.length === all.size && !isPartial ? `${total} ${when}` : `${found.length} of ${total} ${when}`;
    more.hidden = found.length <= shownCount;
    empty.hidden = found.length > 0;
    empty.replaceChildren(make("h2", {}, all.size ? "No matching activities" : past ? "No live activities then" : "No live activities"),
      make("p", { class: "dim" }, all.size ? "Choose other filters." : past ? "The journal may not reach back to this time." : "Start a demo above, or send a start to POST /v1/activities."));
    pictures.soon();
  }

  const pictures = new LiveClient.CoalescedTask(async () => {
    const ids = [...wanted].filter((id) => cards.has(id)).slice(0, 50);
    if (!ids.length || page) return;
    ids.forEach((id) => wanted.delete(id));
    const shownMoment = moment, all = listed();
    let answer;
    try {
      const then = shownMoment ? { moment: shownMoment, at: shownMoment } : {};
      answer = await Service.get("/dashboard/pictures", { activities: ids.join(","), surfaces: listSurfaces.join(","), ...look(), ...then });
    } catch (error) {
      ids.forEach((id) => wanted.add(id));
      throw error;
    }
    if (shownMoment !== moment) return;
    for (const drawn of answer.activities) {
      const entry = cards.get(drawn.activity), activity = all.get(drawn.activity);
      if (!entry || !activity) continue;
      activity.words = (drawn.pictures[0]?.words || []).join(" ");
      listSurfaces.forEach((surface, index) => {
        const picture = drawn.pictures.find((p) => p.surface === surface && p.svg);
        entry.holders[index].hidden = !picture;
        if (picture) draw(entry.holders[index], picture, shownMoment ? { isStill: true, at: Date.parse(shownMoment) / 1000 } : {});
      });
    }
    return wanted.size ? 0 : undefined;
  }, fail);

  // Shows the activities of an earlier time, in the zone of the browser, or the present ones for an empty text.
  async function showMoment(text) {
    const chosen = text ? new Date(text).toISOString() : null;
    const found = chosen && await Service.get("/v1/activities", { at: chosen, limit: 1000 });
    moment = chosen;
    past = found && new Map(found.activities.map((activity) => [activity.activity, activity]));
    momentInput.value = text;
    nowButton.hidden = !past;
    if (found?.next) say("Only the first 1,000 activities of that time are shown.");
    for (const entry of cards.values()) entry.activity = null;
    arrange();
  }

  // MARK: Demos

  function showDemos() {
    demos.replaceChildren(...kinds.filter((kind) => kind.attributes.length).map((kind) => make("button", { type: "button", onclick: () => start(kind).catch(fail) },
      make("span", { class: "play", "aria-hidden": "true" }), make("span", {}, kindName(kind.kind), make("br"), make("span", { class: "dim" }, kind.summary)))));
  }

  const wait = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

  // Starts the kind's sample, and sends an event of its story every few seconds while this page is open.
  async function start(kind) {
    const key = `demo-${Math.random().toString(36).slice(2, 7)}`;
    const answer = await Service.post("/v1/activities", { kind: kind.kind, owner: "demo", key, attributes: moved(kind.attributes[0], sinceSample()) });
    say(`Started ${kindName(kind.kind)}.`);
    let before = 0;
    for (const step of kind.events) {
      await wait(Math.min(8000, (step.after_s - before) * 1000));
      before = step.after_s;
      try { await Service.post(`/v1/activities/${answer.activity}/events`, { event: moved(step.event, sinceSample(step.after_s)) }); } catch { return; }
    }
  }

  // MARK: The stream

  function connection(text, look) {
    find("connection").textContent = text;
    find("connection").className = `badge ${look}`;
  }

  function follow() {
    stream?.close();
    stream = Service.follow(Service.activity ? { activity: Service.activity } : {}, {
      state: (state, problem) => {
        if (state === "open") {
          page?.connected();
          return connection("live", "active");
        }
        if (state === "retrying") return connection("reconnecting", "stale");
        say(problem.detail, true);
        if (Service.activity) connection("ended", "ended"); else askForToken();
      },
      reset: () => {
        for (const entry of cards.values()) entry.activity = null;
        pictures.restart();
        if (page) page.reset(); else arrange();
      },
      change: (change) => { if (page) page.change(change); else if (!past) arrange(); },
    }, most);
  }

  // MARK: Pages

  async function route() {
    const id = Service.activity || /^#\/activity\/([0-9a-f]{16})/.exec(location.hash)?.[1];
    page?.close();
    page = null;
    if (id) {
      const opened = page = ActivityPage.page(id, kinds, has);
      find("main").replaceChildren(opened.element);
      try { await opened.open(); } catch (error) {
        if (!error.isFinal || error.status !== 404) return fail(error);
        find("main").replaceChildren(make("div", { class: "card empty" }, make("h1", { id: "title", tabindex: "-1" }, "Activity not found"), make("p", { class: "dim" }, "It was dismissed or never existed."), make("a", { href: "#/", class: "button" }, "All activities")));
      }
      document.title = `${find("title")?.textContent || "Activity"} – Live Activities`;
    } else {
      document.title = "Live Activities";
      find("main").replaceChildren(listPage);
      for (const entry of cards.values()) entry.activity = null;
      arrange();
    }
  }

  function setScheme(scheme) {
    if (scheme === "system") delete document.documentElement.dataset.scheme; else document.documentElement.dataset.scheme = scheme;
    localStorage.setItem("scheme", scheme);
    redraw();
  }
  function redraw() {
    if (page) return page.redraw();
    for (const id of cards.keys()) wanted.add(id);
    pictures.soon();
  }

  function askForToken() {
    const form = find("token-form").content.firstElementChild.cloneNode(true);
    form.addEventListener("submit", (event) => { event.preventDefault(); Service.setToken(form.elements.token.value.trim()); begin(); });
    find("main").replaceChildren(form);
    connection("no token", "stale");
    form.elements.token.focus();
  }

  // MARK: Problems

  // The problems with the store, one per line; empty if there are none.
  function problems(status) {
    const lines = [];
    if (status.store !== "ok") lines.push(`The store fails (${status.store}): commands are refused.`);
    if (status.damaged) lines.push(`${status.damaged} damaged rows in the store were skipped.`);
    if (status.startsNothing) lines.push("No activities are started for any owner, because a permission is damaged. An operator must decide (live-activities repair).");
    if (status.startsNothingOf) lines.push(`No activities of ${status.startsNothingOf.map(kindName).join(", ")} are started for any owner, because a permission is damaged. An operator must decide (live-activities repair).`);
    if (status.skippedActivities) lines.push(`${status.skippedActivities} activities in the store were not restored.`);
    if (status.clockBehind_s) lines.push(`The clock is ${Math.round(status.clockBehind_s)} s behind the latest time in the store: some deadlines wait.`);
    const cluster = status.cluster || {};
    if (cluster.disconnected) lines.push("This node is disconnected from the servers of its cluster: commands are refused.");
    if (cluster.excludedByClock) lines.push("The clock of this node differs from the clocks of the other nodes: it owns no partitions.");
    if (cluster.unowned) lines.push(`${cluster.unowned} partitions have no owner: commands to their activities wait.`);
    if (cluster.failedClaims) lines.push(`${cluster.failedClaims} partitions cannot be claimed by this node.`);
    if (cluster.unreadableLogs) lines.push(`${cluster.unreadableLogs} logs that this node follows cannot be read.`);
    if (cluster.failedSnapshots) lines.push(`No snapshot of ${cluster.failedSnapshots} partitions can be written.`);
    for (const row of status.damage || []) lines.push(`${row.table}, ${row.key}: ${row.reason}`);
    return lines;
  }

  async function showCondition() {
    let lines;
    // Without a connection, and without a token, other parts of the page say so.
    try { lines = problems(await Service.get("/v1/status")); } catch { return; }
    find("condition").hidden = !lines.length;
    find("condition").replaceChildren(...lines.map((line) => make("p", {}, line)));
  }

  async function begin() {
    showCondition();
    try { kinds = (await Service.get("/v1/kinds")).kinds; } catch (error) {
      if (error.status === 401) {
        if (Service.hasToken) fail(error);
        return askForToken();
      }
      return fail(error);
    }
    if (kinds.length) setSampleEpoch(kinds[0].begin);
    showFilters();
    showDemos();
    has = await Service.get("/dashboard/pictures");
    demos.parentElement.hidden = !has.mayCommand;
    momentRow.hidden = !has.hasJournal;
    follow();
    await route();
  }

  find("language").append(...Object.entries(languages).map(([value, text]) => make("option", { value, lang: value }, text)));
  find("language").value = localStorage.getItem("language") || "en";
  find("language").addEventListener("change", (event) => { localStorage.setItem("language", event.target.value); redraw(); });
  const scheme = localStorage.getItem("scheme") || "system";
  find("scheme").value = scheme;
  if (scheme !== "system") document.documentElement.dataset.scheme = scheme;
  find("scheme").addEventListener("change", (event) => setScheme(event.target.value));
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", redraw);
  addEventListener("hashchange", () => route().then(() => { scrollTo(0, 0); find("title")?.focus({ preventScroll: true }); }));
  setInterval(showCondition, 30000);
  setInterval(() => { if (!page) for (const [id, entry] of cards) { const a = listed().get(id); if (a) fill(entry, a); } }, 30000);
  begin();
})();
