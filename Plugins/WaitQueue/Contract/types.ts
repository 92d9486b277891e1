// The JSON of kind 'waitQueue': made by 'contract export'. vectors.json has documents to test it with.

/** Seconds since 2001-01-01T00:00:00Z. */
export type SecondsSince2001 = number;

export const secondsSince2001 = (date: Date): SecondsSince2001 => date.getTime() / 1000 - 978307200;

export const dateOf = (seconds: SecondsSince2001): Date => new Date((seconds + 978307200) * 1000);

export interface WaitQueueAttributes {
    waitlistName: string;
    bookingId: string;
    queueId: string;
    ticket: number;
    position: number;
    partySize: number;
    secondsPerParty?: number;
    readyThreshold?: number;
    holdMinutes?: number;
    extensions?: number;
}

export interface WaitQueueState {
    step: WaitQueueStep;
    currentPositionInQueue: number;
    progress: number;
    partySize: number;
    estimatedTurn?: [SecondsSince2001, SecondsSince2001];
    heldUntil?: SecondsSince2001;
    extensionsUsed: number;
    pace: QueuePace;
    movedAt: SecondsSince2001;
}

export type WaitQueueStep = "waiting" | "almostReady" | "called" | "seated" | "left" | "noShow";

export interface QueuePace {
    parties: number;
    seconds: number;
    experienced: number;
    announced: number;
    posted?: number;
}

export type WaitQueueEvent = (
    | { advanced: { through: number; also?: Array<number> } }
    | { waitPosted: { minutes: number; place?: number } }
    | { waitMeasured: { minutes: number; place?: number } }
    | { called: { holdUntil?: SecondsSince2001 } }
    | { seated: Record<string, never> }
    | { left: Record<string, never> }
    | { partySizeChanged: { to: number } }
);
