"use strict";
// The page of one activity: its surfaces now or at an earlier moment, what happened to it, and what can be done with it.
const ActivityPage = (() => {
  const { find, make, say, fail, kindName, badge, time, surfaceName, look, draw, moved, sinceSample, fields, title } = Parts;
  const payloadLimit = 4096;

  const usual = [
    ["iPhone", ["lockScreen.iPhone393", "expanded.iPhone393", "compact.iPhone393", "minimal.attached", "minimal.detached"]],
    ["Apple Watch and CarPlay", ["smartStack.45mm", "carPlay.240x100"]],
    ["Mac", ["menuBar.popover", "menuBar.compact"]],
    ["StandBy", ["standBy.fullScreen"]],
  ];
  const others = [
    ["Larger iPhone", ["lockScreen.iPhone430", "expanded.iPhone430", "compact.iPhone430"]],
    ["iPad", ["lockScreen.iPad1194", "lockScreen.iPad1366"]],
    ["More for Mac and StandBy", ["menuBar.expanded", "menuBar.minimal", "standBy.minimal"]],
    ["All watches", ["smartStack.40mm", "smartStack.41mm", "smartStack.44mm", "smartStack.49mm"]],
    ["All cars", ["carPlay.240x78", "carPlay.170x78"]],
  ];

  // `has` is the response to `/dashboard/pictures`: what the service has, and what the caller may do.
  function page(id, kinds, has) {
    let record = null, moments = [], chosen = null, isAll = false, textSize = "large", isGone = false, pushesShown = "";
    // Whether the page is empty, because its first request did not reach the service.
    let isUnread = false;
    const holders = new Map();
    const devices = make("div", { class: "devices" });
    const h1 = make("h1", { tabindex: "-1", id: "title" }), state = make("span");
    const heading = make("div", { class: "row" }, h1, state);
    let actionsShown = "";
    const factsList = make("dl", { class: "facts-list" });
    const momentList = make("ol", { class: "moments" });
    const slider = make("input", { type: "range", min: 0, max: 0, value: 0, "aria-label": "Moment of the history", oninput: () => choose(Number(slider.value)) });
    const shownAt = make("output", { class: "small dim" });
    const nowButton = make("button", { type: "button", onclick: () => choose(null) }, "Now");
    const pushes = make("div", { class: "stack" }), devicesList = make("ul", { class: "stack" });
    const eventPanel = make("section", { class: "card panel", "aria-labelledby": "event-title" });
    const actionRow = make("div", { class: "row" });

    const element = make("div", { class: "stack" },
      make("nav", { class: "crumb", "aria-label": "Breadcrumb" }, make("a", { href: "#/" }, "All activities")),
      heading,
      make("section", { class: "card timeline", "aria-label": "History" },
        make("div", { class: "row" }, make("h2", {}, "History"), shownAt, make("span", { class: "push" }, nowButton)), slider),
      make("div", { class: "columns" },
        make("section", { class: "stack", "aria-label": "Surfaces" },
          make("div", { class: "row" }, make("h2", {}, "On devices"),
            make("span", { class: "push row" },
              make("button", { type: "button", "aria-pressed": "false", onclick: (event) => { isAll = !isAll; event.target.setAttribute("aria-pressed", String(isAll)); layOut(); pictures.soon(); } }, "All sizes"),
              make("label", { class: "quiet-select" }, make("span", { class: "spoken" }, "Text size"),
                make("select", { onchange: (event) => { textSize = event.target.value; pictures.soon(); } },
                  ["xSmall", "small", "medium", "large", "xLarge", "xxLarge", "xxxLarge", "accessibility1", "accessibility2", "accessibility3", "accessibility4", "accessibility5"]
                    .map((size) => make("option", { value: size, selected: size === "large" }, size === "large" ? "Text: default" : `Text: ${size}`)))))),
          devices),
        make("div", { class: "panels" },
          make("section", { class: "card panel", "aria-label": "Details" }, make("h2", {}, "Details"), factsList, actionRow),
          eventPanel,
          make("section", { class: "card panel", "aria-label": "Changes" }, make("h2", {}, "Changes"), momentList),
          make("section", { class: "card panel", "aria-label": "Pushes" }, make("h2", {}, "Pushes and reasons"), pushes, make("h3", {}, "Devices"), devicesList))));

    // MARK: Surfaces

    function layOut() {
      holders.clear();
      devices.replaceChildren(...[...usual, ...(isAll ? others : [])].map(([name, surfaces]) => {
        const section = make("section", { class: "device" }, make("h3", {}, name), make("div", {}, surfaces.map((surface) => {
          const holder = make("div", { class: "surface" });
          const figure = make("figure", { class: "picture", hidden: true }, holder, make("figcaption", {}, surfaceName(surface)));
          holders.set(surface, { holder, figure });
          return figure;
        })));
        section.hidden = true;
        return section;
      }), androidChip());
    }

    function androidChip() {
      const chip = make("span", { class: "chip-picture", id: "chip" });
      const section = make("section", { class: "device", id: "chip-section", hidden: true }, make("h3", {}, "Android"),
        make("div", {}, make("figure", { class: "picture" }, make("div", { class: "phone-bar" }, make("span", {}, "12:30"), chip), make("figcaption", {}, "Status chip: the compact presentation's content"))));
      return section;
    }

    const pictures = new LiveClient.CoalescedTask(async () => {
      const shown = chosen === null ? null : moments[chosen];
      const answer = await Service.get("/dashboard/pictures", {
        activities: id, surfaces: [...holders.keys()].join(","), ...look(), textSize,
        ...(shown ? { revision: shown.revision, at: shown.at } : {}),
      });
      const drawn = answer.activities[0]?.pictures || [];
      for (const [surface, { holder, figure }] of holders) {
        const picture = drawn.find((p) => p.surface === surface && p.svg);
        figure.hidden = !picture;
        if (picture) draw(holder, picture, { isStill: shown !== null, at: shown ? Date.parse(shown.at) / 1000 : 0 });
        else holder.source = null;
      }
      for (const section of devices.querySelectorAll(".device")) section.hidden = ![...section.querySelectorAll(".picture")].some((f) => !f.hidden);
      showChip();
    }, fail);

    // The text of the trailing compact side, with its clock.
    function showChip() {
      const texts = holders.get("compact.iPhone393")?.holder.querySelectorAll("text") || [];
      const last = texts[texts.length - 1], section = find("chip-section");
      if (!section) return;
      section.hidden = !last || holders.get("compact.iPhone393").figure.hidden;
      if (!last) return;
      const text = make("span", {}, last.textContent);
      for (const [name, value] of Object.entries(last.dataset)) text.dataset[name] = value;
      find("chip").replaceChildren(text);
      if (chosen === null) LiveSurfaces.run(find("chip"), Service.now());
    }

    devices.addEventListener("click", (event) => act(event.target.closest("[data-action]")));
    devices.addEventListener("keydown", (event) => {
      const control = event.target.closest?.("[data-action]");
      if (control && (event.key === "Enter" || event.key === " ")) { event.preventDefault(); act(control); }
    });

    function act(control) {
      if (!control || isGone) return;
      if (chosen !== null) return say("You are viewing an earlier revision. Choose Now to use the controls.");
      const surface = [...holders].find(([, { holder }]) => holder.contains(control))?.[0].split(".")[0] || "lockScreen";
      perform(control.dataset.action, surface);
    }
    const perform = (action, surface) => Service.post(`/v1/activities/${id}/perform`, { action, surface })
      .then(() => say(`Done: ${title(action)}`)).catch(fail);

    // MARK: History

    async function readHistory() {
      if (has.hasJournal) moments = (await Service.get(`/v1/activities/${id}/history`)).moments;
      showHistory();
    }

    function choose(index) {
      chosen = index === null || index >= moments.length - 1 ? null : index;
      showHistory();
      pictures.soon();
    }

    // A short name of a step: the event or the action that caused the change, if there was one.
    function happening(moment) {
      const command = moment.command || {};
      if (moment.change === "updated" && (moment.event || command.action)) return title(moment.event || command.action);
      return title(moment.change);
    }

    function showHistory() {
      const last = Math.max(0, moments.length - 1), index = chosen ?? last;
      slider.max = last;
      slider.value = index;
      slider.disabled = moments.length < 2;
      nowButton.disabled = chosen === null;
      const moment = moments[index];
      if (moment) {
        const text = `${new Date(moment.at).toLocaleTimeString()} · ${happening(moment)} · revision ${moment.revision}`;
        shownAt.textContent = chosen === null ? "now" : text;
        slider.setAttribute("aria-valuetext", chosen === null ? "now" : text);
      }
      const focused = [...momentList.querySelectorAll("button")].indexOf(document.activeElement), count = momentList.children.length;
      momentList.replaceChildren(...moments.map((m, i) => make("li", {}, make("button", {
        type: "button", "aria-current": i === index ? "true" : false, onclick: () => choose(i),
      }, time(m.at), make("span", {}, happening(m)), m.state !== "active" ? badge(m.state) : null, make("span", { class: "push dim" }, `${m.revision}`)))).reverse());
      if (focused >= 0) momentList.querySelectorAll("button")[focused + momentList.children.length - count]?.focus({ preventScroll: true });
      if (!moments.length) momentList.replaceChildren(make("li", { class: "dim small" }, "This service keeps no journal."));
    }

    // MARK: Facts, events, pushes

    function showFacts() {
      h1.textContent = record.key ? `${kindName(record.kind)} · ${record.key}` : kindName(record.kind);
      state.replaceChildren(badge(isGone ? "dismissed" : record.state));
      const share = Math.min(1, record.payloadBytes / payloadLimit);
      const meter = document.createElementNS("http://www.w3.org/2000/svg", "svg");
      meter.setAttribute("viewBox", "0 0 100 8");
      meter.setAttribute("preserveAspectRatio", "none");
      meter.setAttribute("aria-hidden", "true");
      const bar = document.createElementNS("http://www.w3.org/2000/svg", "rect");
      for (const [name, value] of [["width", share * 100], ["height", 8], ["rx", 4], ["fill", share > 0.9 ? "var(--bad)" : "var(--accent)"]]) bar.setAttribute(name, value);
      meter.append(bar);
      const rows = [
        ["Owner", record.owner], ["Activity", make("code", {}, id)], ["Revision", record.revision], ["Started", time(record.startedAt)],
        ["Ends automatically", record.closingDate && time(record.closingDate)], ["Stale", record.content.staleDate && time(record.content.staleDate)],
        ["Payload", `${record.payloadBytes} of ${payloadLimit} bytes`],
      ].filter(([, value]) => value);
      factsList.replaceChildren(...rows.flatMap(([name, value]) => [make("dt", {}, name), make("dd", {}, value)]));
      factsList.append(make("dt", { class: "spoken" }, "Share of the payload"), make("dd", { class: "meter" }, meter));
      const isOver = record.state === "ended" || isGone;
      const kind = kinds.find((k) => k.kind === record.kind);
      // The buttons stay as they are, with the focus on one of them, unless others are possible now.
      if (actionsShown === `${isOver} ${isGone}`) return;
      actionsShown = `${isOver} ${isGone}`;
      actionRow.replaceChildren(
        ...(kind?.actions || []).map((action) => make("button", { type: "button", disabled: isOver, onclick: () => perform(action.id, "lockScreen") }, action.title || title(action.id))),
        make("button", { type: "button", disabled: isOver, onclick: () => Service.post(`/v1/activities/${id}/end`).then(() => say("The activity has ended.")).catch(fail) }, "End"),
        make("button", { type: "button", disabled: isGone, onclick: () => confirm("Dismiss this activity? It is removed from all surfaces and cannot be restored.") && Service.post(`/v1/activities/${id}/dismiss`).then(() => say("The activity was dismissed.")).catch(fail) }, "Dismiss"));
    }

    function showEvents() {
      const kind = kinds.find((k) => k.kind === record.kind);
      const examples = [];
      for (const event of kind?.events || []) {
        if (!examples.some((e) => e.name === event.name)) examples.push(event);
      }
      if (!examples.length) {
        return eventPanel.replaceChildren(make("h2", { id: "event-title" }, "Send an event"), make("p", { class: "dim small" }, "This kind has no examples of events."));
      }
      let form = null;
      const holder = make("div", {});
      const select = make("select", { onchange: () => show(examples[select.selectedIndex]) }, examples.map((e) => make("option", {}, title(e.name))));
      function show(example) {
        const value = moved(example.event, sinceSample(example.after_s));
        form = fields(value, "", example.dates);
        holder.replaceChildren(form.element);
      }
      show(examples[0]);
      eventPanel.replaceChildren(make("h2", { id: "event-title" }, "Send an event"), make("form", { class: "stack", onsubmit: (event) => {
        event.preventDefault();
        let value;
        try { value = form.read(); } catch (error) { return say(`This is not JSON: ${error.message}`, true); }
        Service.post(`/v1/activities/${id}/events`, { event: value }).then((answer) => say(`${title(select.value)}: ${answer.outcome}${answer.reason ? ` (${title(answer.reason).toLowerCase()})` : ""}`)).catch(fail);
      } }, make("label", {}, "Event", select), holder, make("button", { class: "primary" }, "Send")));
    }

    function tokenName(target) {
      if (target.activity) return target.activity === id ? "token of this activity" : `token of ${target.activity}`;
      if (target.start) return `starts ${kindName(target.start)}`;
      return target.control ? `control ${target.control}` : Object.keys(target)[0];
    }

    async function readPushes() {
      if (!has.hasPushes) {
        devicesList.replaceChildren(make("li", { class: "dim small" }, "No devices are registered."));
        return pushes.replaceChildren(make("p", { class: "dim small" }, "This service sends no pushes."));
      }
      const [known, why] = await Promise.all([Service.get(`/v1/activities/${id}/devices`), Service.get(`/v1/activities/${id}/why`)]);
      const text = JSON.stringify([known, why]);
      if (text === pushesShown) return;
      pushesShown = text;
      devicesList.replaceChildren(...(known.devices.length ? known.devices : [null]).map((device) => make("li", { class: "small" }, device
        ? [make("code", {}, device.installation), make("span", { class: "dim" }, ` ${device.tokens.map((token) => tokenName(token.target) + (token.isSuspect ? " (suspect)" : "")).join(", ")}`)]
        : make("span", { class: "dim" }, "This owner has no registered devices."))));
      pushes.replaceChildren(why.pushes.length ? make("ol", { class: "moments" }, [...why.pushes].reverse().map((push) => make("li", { class: "plain" }, time(push.at),
        make("span", {}, push.step, push.installation ? make("span", { class: "dim" }, ` · ${push.installation}`) : null))))
        : make("p", { class: "dim small" }, "No pushes sent yet."));
    }

    // The answer to a push, and a push that was held back, come without a change.
    function watchPushes() {
      setTimeout(async () => {
        if (!element.isConnected || isGone) return;
        if (!document.hidden) await readPushes().catch(() => {});
        watchPushes();
      }, 2000);
    }

    // Details, history and pushes.
    const details = new LiveClient.CoalescedTask(async () => {
      try {
        if (!isGone) record = await Service.get(`/v1/activities/${id}`);
      } catch (error) {
        if (!error.isFinal || error.status !== 404) throw error;
        isGone = true;
      }
      showFacts();
      if (!isGone) await Promise.all([readHistory(), readPushes()]);
    }, fail, 150);

    return {
      element,
      async open() {
        layOut();
        isUnread = false;
        record = await Service.get(`/v1/activities/${id}`).catch((error) => { isUnread = !error.isFinal; throw error; });
        showFacts();
        showEvents();
        eventPanel.hidden = actionRow.hidden = !has.mayCommand;
        pictures.soon();
        details.soon();
        if (has.hasPushes) watchPushes();
      },
      change(change) {
        if (change.activity !== id || !record) return;
        if (change.state === "dismissed") isGone = true;
        if (chosen === null) pictures.soon();
        details.soon();
      },
      // The connection is open again. A stream that continues at its position has no reset.
      connected() { if (isUnread) this.open().catch(fail); },
      reset() {
        if (!record) return;
        pictures.restart();
        details.restart();
      },
      redraw: () => pictures.soon(),
      close() {
        pictures.stop();
        details.stop();
      },
    };
  }

  return { page };
})();
