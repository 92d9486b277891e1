// The JSON of kind 'sealed': made by 'contract export'. vectors.json has documents to test it with.

/** Seconds since 2001-01-01T00:00:00Z. */
export type SecondsSince2001 = number;

export const secondsSince2001 = (date: Date): SecondsSince2001 => date.getTime() / 1000 - 978307200;

export const dateOf = (seconds: SecondsSince2001): Date => new Date((seconds + 978307200) * 1000);

export interface SealedAttributes {
    title: string;
    stream: string;
}

export interface SealedState {
    sequence: number;
    box: string;
}

export type SealedEvent = (
    | { sealed: { sequence: number; box: string; staleDate?: SecondsSince2001; relevanceScore?: number; alert?: SealedAlert } }
    | { ended: { dismissalDate?: SecondsSince2001 } }
);

export interface SealedAlert {
    title: string;
    body: string;
}
