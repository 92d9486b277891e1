"use strict";
// The service of this page, with the token of the page's address or of this tab.
const Service = (() => {
  const query = new URLSearchParams(location.search);
  const client = new LiveClient.Client("", query.get("access_token") || sessionStorage.getItem("token") || "");

  return {
    get: (path, parameters) => client.get(path, parameters),
    post: (path, body = {}, headers) => client.request("POST", path, body, headers),
    follow: (filter, handlers, most) => new LiveClient.ActivityStream(client, filter, handlers, most),
    activity: query.get("activity"),
    get hasToken() { return client.token !== ""; },
    now: () => client.now(),
    setToken(text) { client.token = text; sessionStorage.setItem("token", text); },
  };
})();
