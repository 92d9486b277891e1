// The JSON of kind 'sports': made by 'contract export'. vectors.json has documents to test it with.

/** Seconds since 2001-01-01T00:00:00Z. */
export type SecondsSince2001 = number;

export const secondsSince2001 = (date: Date): SecondsSince2001 => date.getTime() / 1000 - 978307200;

export const dateOf = (seconds: SecondsSince2001): Date => new Date((seconds + 978307200) * 1000);

export interface SportsAttributes {
    title: string;
    sport: Sport;
    matches: Array<SportsAttributesFixture>;
}

export interface Sport {
    name: string;
    periods: number;
    periodMinutes: number;
    intervalMinutes: number;
    halfTimeMinutes: number;
    overtimes: number;
    overtimeMinutes: number;
    hasShootOut: boolean;
    clock: SportClock;
    points: Array<number>;
    scoresAreNews: boolean;
}

export type SportClock = "countsUp" | "countsDown";

export interface SportsAttributesFixture {
    id: string;
    home: SportsAttributesTeam;
    away: SportsAttributesTeam;
    kickOff: SecondsSince2001;
    venue?: string;
}

export interface SportsAttributesTeam {
    name: string;
    code: string;
}

export interface SportsState {
    leading: number;
    matches: Array<MatchState>;
    moments: Array<MatchMoment>;
}

export interface MatchState {
    phase: MatchPhase;
    period: number;
    home: number;
    away: number;
    clock?: [SecondsSince2001, SecondsSince2001];
    pausedAt?: SecondsSince2001;
    stoppage?: number;
    kickOff?: SecondsSince2001;
    shootOut?: MatchStateShootOut;
    feed: SeenEvents;
}

export type MatchPhase = "scheduled" | "postponed" | "playing" | "interval" | "shootOut" | "suspended" | "finished" | "abandoned";

export interface MatchStateShootOut {
    home: number;
    away: number;
    homeTaken: number;
    awayTaken: number;
}

export interface SeenEvents {
    newest: number;
    seen: number;
    whistle: number;
    confirmed?: number;
}

export interface MatchMoment {
    match: number;
    number: number;
    kind: MatchMomentKind;
    side: Side;
    minute?: number;
    stoppage?: number;
    player?: string;
    playerOff?: string;
    points?: number;
}

export type MatchMomentKind = "goal" | "penalty" | "ownGoal" | "yellow" | "secondYellow" | "red" | "substitution";

export type Side = "home" | "away";

export type SportsEvent = { match: string; number: number } & (
    | { kickOffMoved: { to?: SecondsSince2001 } }
    | { periodStarted: { period: number; at: SecondsSince2001 } }
    | { periodEnded: { period: number; at: SecondsSince2001 } }
    | { stoppageAnnounced: { minutes: number } }
    | { clockSet: { period: number; shows: number; running: boolean; at: SecondsSince2001 } }
    | { suspended: { at: SecondsSince2001 } }
    | { resumed: { at: SecondsSince2001 } }
    | { shootOutStarted: { at: SecondsSince2001 } }
    | { kickTaken: { side: Side; scored: boolean } }
    | { finished: Record<string, never> }
    | { abandoned: Record<string, never> }
    | { scored: { side: Side; points?: number; how?: SportsEventManner; player?: string; minute?: number; stoppage?: number } }
    | { overturned: { score: number; side: Side; points?: number } }
    | { carded: { side: Side; card: SportsEventCard; player?: string; minute?: number; stoppage?: number } }
    | { substituted: { side: Side; on?: string; off?: string; minute?: number; stoppage?: number } }
    | { scoreConfirmed: { home: number; away: number } }
);

export type SportsEventManner = "penalty" | "ownGoal";

export type SportsEventCard = "yellow" | "secondYellow" | "red";
