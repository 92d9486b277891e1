"use strict";
// The dashboard's and `<live-activity>`'s requests to the service, their stream of changes, and tasks that are repeated.
const LiveClient = (() => {
  // The pause before a failed attempt is repeated, in milliseconds: 1 s, then twice as long each time, at most 30 s. It is
  // shortened at random, by at most half, so that the clients of a service that restarts do not all connect at once.
  const pause = (failures) => Math.min(1000 * 2 ** (failures - 1), 30000) * (1 - Math.random() / 2);

  // The order of activities on the Lock Screen.
  const newestFirst = (a, b) => Date.parse(b.startedAt) - Date.parse(a.startedAt) || (a.activity < b.activity ? 1 : -1);

  class RequestError extends Error {
    // `status` is 0 without a response.
    constructor(status, problem = {}) {
      super(problem.detail || problem.title || (status ? `The service answered ${status}.` : "The service cannot be reached."));
      this.status = status;
      this.code = problem.code;
      // Only the service's own refusal is final. The error page of a proxy, a rate limit and a failure are temporary.
      this.isFinal = String(problem.type).startsWith("urn:live-activities:problem:") && status < 500 && status !== 429;
    }

    get problem() { return { status: this.status, code: this.code, detail: this.message }; }
  }

  // Aborts a request after two minutes. A connection may be lost without a sign.
  async function limited(run) {
    const control = new AbortController(), timer = setTimeout(() => control.abort(), 120000);
    try { return await run(control.signal); } finally { clearTimeout(timer); }
  }

  class Client {
    // The difference between the service's clock and this machine's, in seconds.
    #ahead = 0;

    constructor(base, token) {
      this.base = base;
      this.token = token;
    }

    now() { return Date.now() / 1000 + this.#ahead; }

    async send(method, path, signal, body, headers = {}) {
      const response = await fetch(this.base + path, {
        method, signal, cache: "no-store",
        headers: {
          ...(this.token ? { authorization: `Bearer ${this.token}` } : {}),
          ...(body === undefined ? {} : { "content-type": "application/json" }), ...headers,
        },
        body: body === undefined ? undefined : JSON.stringify(body),
      }).catch(() => { throw new RequestError(0); });
      if (!response.ok) throw new RequestError(response.status, Object(await response.json().catch(() => null)));
      return response;
    }

    async request(method, path, body, headers) {
      const began = Date.now();
      const value = await limited(async (signal) => {
        const response = await this.send(method, path, signal, body, headers);
        // A truncated body, and the page of a proxy, are not JSON.
        return response.text().then((text) => Object(JSON.parse(text || "{}"))).catch(() => { throw new RequestError(0); });
      });
      if (value.now) this.#ahead = Date.parse(value.now) / 1000 - (began + Date.now()) / 2000;
      return value;
    }

    get(path, parameters = {}) {
      const search = new URLSearchParams(Object.entries(parameters).filter(([, value]) => (value ?? "") !== ""));
      return this.request("GET", search.size ? `${path}?${search}` : path);
    }
  }

  // The activities that a filter selects, kept up to date by a stream of changes. The states of the connection:
  //
  // | state        | meaning                                                                  | next                    |
  // | ------------ | ------------------------------------------------------------------------ | ----------------------- |
  // | `connecting` | the first attempt                                                        | open, retrying, refused |
  // | `open`       | changes arrive                                                           | retrying, refused       |
  // | `retrying`   | the connection is lost; `activities` keeps the last state                | open, refused           |
  // | `refused`    | the service itself refused or ended the stream: no further attempts      |                         |
  // | `detached`   | `close` was called, in any state                                         |                         |
  class ActivityStream {
    state = "connecting";
    // By id; `null` before the first reset.
    activities = null;
    // Whether activities are missing, because there are more than `most`.
    isPartial = false;
    #client; #filter; #handlers; #most;
    #source = null;
    #timer = null;
    #failures = 0;
    // The changes that arrive before a reset is complete; `null` after it.
    #waiting = [];

    // `handlers` has `state(state, problem)`, `reset()` and `change(change)`. None is called after `close`.
    constructor(client, filter, handlers, most = Infinity) {
      this.#client = client;
      this.#filter = filter;
      this.#handlers = handlers;
      this.#most = most;
      this.#connect();
    }

    close() { this.#enter("detached"); }

    #enter(state, problem) {
      if (this.state === state || this.state === "refused" || this.state === "detached") return;
      this.state = state;
      if (state === "refused" || state === "detached") {
        this.#source.close();
        this.#waiting = [];
        clearTimeout(this.#timer);
      }
      if (state !== "detached") this.#handlers.state(state, problem);
    }

    #path(parameters = {}) {
      return `/v1/changes?${new URLSearchParams({ ...this.#filter, state: "true", interval_s: "0.1", ...parameters })}`;
    }

    #connect() {
      // An EventSource has no headers.
      const { base, token } = this.#client;
      const source = this.#source = new EventSource(base + this.#path(token ? { access_token: token } : {}));
      source.addEventListener("open", () => this.#enter("open"));
      source.addEventListener("reset", (event) => this.#reset(JSON.parse(event.data)));
      source.addEventListener("change", (event) => this.#take(JSON.parse(event.data)));
      source.addEventListener("end", (event) => {
        const reason = JSON.parse(event.data);
        // Without a code the service stops, and the browser connects again.
        if (reason.code) this.#enter("refused", reason);
      });
      source.addEventListener("error", () => {
        if (source.readyState === EventSource.CLOSED) this.#retry(); else this.#enter("retrying");
      });
    }

    // The browser gives up after a response that is not a stream, without its status. The same request with `fetch` has it.
    async #retry() {
      this.#source.close();
      this.#waiting = [];
      this.#enter("retrying");
      try {
        await limited(async (signal) => (await this.#client.send("GET", this.#path(), signal)).body?.cancel());
      } catch (error) {
        if (error.isFinal) return this.#enter("refused", error.problem);
      }
      if (this.state === "retrying") this.#timer = setTimeout(() => this.#connect(), pause(++this.#failures));
    }

    // Reads the pages of a reset, then applies the changes that arrived meanwhile: each page is of a different moment.
    async #reset(page) {
      const found = new Map(), waiting = this.#waiting = [];
      for (;;) {
        for (const activity of page.activities) found.set(activity.activity, activity);
        if (!page.next || found.size >= this.#most) break;
        const read = this.#client.get("/v1/activities", { ...this.#filter, after: page.next, limit: 1000 });
        page = await read.catch(() => null);
        // Superseded by another reset or connection.
        if (waiting !== this.#waiting) return;
        if (!page) return this.#retry();
      }
      this.#waiting = null;
      this.#failures = 0;
      this.activities = found;
      this.isPartial = Boolean(page.next);
      this.#handlers.reset();
      for (const change of waiting) this.#take(change);
    }

    #take(change) {
      if (this.#waiting) return void this.#waiting.push(change);
      const { activity, state, revision } = change, known = this.activities.get(activity);
      const isStart = change.change === "started" || change.change === "scheduled";
      // The state of a reset may already include it.
      if (known && revision < known.revision) return;
      const startedAt = isStart ? change.at : known?.startedAt, content = change.content || known?.content;
      if (state === "dismissed") this.activities.delete(activity);
      else if (known) this.activities.set(activity, { ...known, startedAt, content, revision, state });
      else if (isStart) this.activities.set(activity, { ...change, startedAt });
      this.#handlers.change(change);
    }
  }

  // A task that runs once at a time: requests during a run are coalesced into one more run. A run that fails is repeated,
  // unless the service itself refused it. A run may return the delay in milliseconds after which the next one is due.
  class CoalescedTask {
    // `idle`, `scheduled`, `running`, `wanted` (running, and requested again), `failed` (a repetition is due) or `stopped`.
    #state = "idle";
    #task; #refused; #delay;
    #timer = null;
    #failures = 0;

    constructor(task, refused, delay = 20) {
      this.#task = task;
      this.#refused = refused;
      this.#delay = delay;
    }

    soon() {
      if (this.#state === "running") this.#state = "wanted";
      else if (this.#state === "idle") this.#schedule("scheduled", this.#delay);
    }

    // As `soon`, but ends the pause after a failure: the service can be reached again.
    restart() {
      this.#failures = 0;
      if (this.#state === "failed") this.#state = "idle";
      this.soon();
    }

    stop() {
      clearTimeout(this.#timer);
      this.#state = "stopped";
    }

    #schedule(state, delay) {
      clearTimeout(this.#timer);
      this.#state = state;
      if (delay !== undefined) this.#timer = setTimeout(() => this.#run(), delay);
    }

    async #run() {
      this.#state = "running";
      let next;
      try {
        next = await this.#task();
        this.#failures = 0;
      } catch (error) {
        // Another error is a fault of the task: it is reported by the browser.
        if (!(error instanceof RequestError)) Promise.reject(error);
        else if (this.#state !== "stopped") {
          if (!error.isFinal) return this.#schedule("failed", pause(++this.#failures));
          this.#refused(error);
        }
      }
      if (this.#state === "wanted") this.#schedule("scheduled", this.#delay);
      if (this.#state === "running") this.#schedule("idle", next);
    }
  }

  return { Client, ActivityStream, CoalescedTask, newestFirst };
})();
