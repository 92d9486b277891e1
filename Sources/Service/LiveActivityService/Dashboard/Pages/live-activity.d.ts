/** A change of an activity, as `GET /v1/changes` sends it (`Change` in /openapi.json). */
export interface LiveActivityChange {
  sequence: number;
  at: string;
  change: string;
  activity: string;
  kind: string;
  owner?: string;
  revision: number;
  state: "pending" | "active" | "stale" | "ended" | "dismissed";
  content?: { state: unknown; staleDate?: string; relevanceScore: number };
  [member: string]: unknown;
}

/** Why the service refused a request, or ended the stream: the `code` and `detail` of its problem. */
export interface LiveActivityProblem {
  status?: number;
  code?: string;
  detail?: string;
}

/**
 * `<live-activity src="https://…/v1/activities/ID">`: an activity as a surface shows it, live.
 *
 * Attributes: `src` (an activity, or `/v1/owners/OWNER/activities` for all of an owner; with `access_token` if it needs one),
 * `token`, `surface` (`lockScreen.iPhone393`), `scheme` (`light`, `dark`; by default the page's), `language` (by default the
 * page's), `text-size`, `actions` (controls can be used), `large` (as wide as the element). `offline` is set while there is no
 * connection.
 */
export interface LiveActivityElement extends HTMLElement {
  readonly surface: string;
  readonly scheme: string;
  readonly language: string;
}

declare global {
  interface HTMLElementTagNameMap {
    "live-activity": LiveActivityElement;
  }
  interface HTMLElementEventMap {
    "live-activity-change": CustomEvent<LiveActivityChange>;
    "live-activity-error": CustomEvent<LiveActivityProblem>;
  }
}
