"use strict";
// Requests to the service, and its stream of changes.
const Service = (() => {
  const query = new URLSearchParams(location.search);
  let token = query.get("access_token") || sessionStorage.getItem("token") || "";
  // The difference between the service's clock and this machine's, in seconds.
  let ahead = 0;

  class Refused extends Error {
    constructor(status, problem) {
      super(problem.detail || problem.title || `The service answered ${status}.`);
      this.status = status;
      this.code = problem.code;
    }
  }

  async function request(method, path, body, headers = {}) {
    const began = Date.now();
    const response = await fetch(path, {
      method, cache: "no-store",
      headers: { ...(token ? { authorization: `Bearer ${token}` } : {}), ...(body === undefined ? {} : { "content-type": "application/json" }), ...headers },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const text = await response.text();
    let value = {};
    try { value = text ? JSON.parse(text) : {}; } catch { value = { detail: text.slice(0, 200) }; }
    if (!response.ok) throw new Refused(response.status, value);
    if (value.now) ahead = Date.parse(value.now) / 1000 - (began + Date.now()) / 2000;
    return value;
  }

  const get = (path, parameters = {}) => {
    const search = new URLSearchParams(Object.entries(parameters).filter(([, value]) => value !== undefined && value !== ""));
    return request("GET", search.size ? `${path}?${search}` : path);
  };
  const post = (path, body = {}, headers) => request("POST", path, body, headers);

  // Follows the changes that the parameters choose. `handlers` has `open`, `closed`, `ended`, `reset` and `change`.
  function follow(parameters, handlers) {
    const search = new URLSearchParams({ ...parameters, state: "true", interval_s: "0.1" });
    if (token) search.set("access_token", token);
    let source = null, isClosed = false;
    function connect() {
      source = new EventSource(`/v1/changes?${search}`);
      source.addEventListener("open", () => handlers.open());
      source.addEventListener("reset", (event) => handlers.reset(JSON.parse(event.data)));
      source.addEventListener("change", (event) => handlers.change(JSON.parse(event.data)));
      source.addEventListener("end", (event) => {
        const why = JSON.parse(event.data);
        // Without a code the service stops, and the browser connects again.
        if (!why.code) return;
        isClosed = true;
        source.close();
        handlers.ended(why.detail);
      });
      source.addEventListener("error", () => {
        if (isClosed) return;
        handlers.closed();
        // After an answer that is no stream the browser gives up; a service that starts again is worth another try.
        if (source.readyState === EventSource.CLOSED) setTimeout(() => isClosed || connect(), 2000);
      });
    }
    connect();
    return () => { isClosed = true; source.close(); };
  }

  return {
    Refused, get, post, follow,
    activity: query.get("activity"),
    get hasToken() { return token !== ""; },
    now: () => Date.now() / 1000 + ahead,
    setToken(text) { token = text; sessionStorage.setItem("token", text); },
  };
})();
