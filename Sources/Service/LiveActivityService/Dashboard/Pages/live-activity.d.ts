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

/** An activity as it is now, as `GET /v1/activities` describes it (`Activity` in /openapi.json). */
export interface LiveActivityRecord {
  activity: string;
  kind: string;
  owner?: string;
  key?: string;
  revision: number;
  state: "pending" | "active" | "stale" | "ended";
  startedAt: string;
  content: { state: unknown; staleDate?: string; relevanceScore: number };
  [member: string]: unknown;
}

/** The present activities, whenever changes may have been missed: after the first connection, and after an interruption. */
export interface LiveActivityReset {
  activities: LiveActivityRecord[];
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
 * page's), `text-size`, `actions` (controls can be used), `large` (as wide as the element). `offline` is set from the loss of
 * the connection until it is open again; the element then shows the last state. It reconnects until the service itself
 * refuses: `live-activity-error` then has the service's `code`. The error page of a proxy is not a refusal.
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
    "live-activity-reset": CustomEvent<LiveActivityReset>;
    "live-activity-change": CustomEvent<LiveActivityChange>;
    "live-activity-error": CustomEvent<LiveActivityProblem>;
  }
}
