// The JSON of kind 'meditationTimer': made by 'contract export'. vectors.json has documents to test it with.

/** Seconds since 2001-01-01T00:00:00Z. */
export type SecondsSince2001 = number;

export const secondsSince2001 = (date: Date): SecondsSince2001 => date.getTime() / 1000 - 978307200;

export const dateOf = (seconds: SecondsSince2001): Date => new Date((seconds + 978307200) * 1000);

export interface MeditationTimerAttributes {
    timerDuration: number;
    cycles?: number;
    languageCode?: string;
}

export interface MeditationTimerState {
    mode: MeditationTimerStateMode;
    currentCycle: number;
    totalCycles?: number;
}

export type MeditationTimerStateMode = (
    | { idle: Record<string, never> }
    | { running: { endTime: SecondsSince2001 } }
    | { paused: { remainingSeconds: number } }
    | { cycleEnd: Record<string, never> }
    | { complete: Record<string, never> }
);

export type MeditationTimerEvent = (
    | { started: Record<string, never> }
    | { paused: Record<string, never> }
    | { resumed: Record<string, never> }
    | { nextCycleStarted: Record<string, never> }
    | { extended: { seconds: number } }
    | { reset: Record<string, never> }
);
