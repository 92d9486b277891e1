// The JSON of kind 'delivery': made by 'contract export'. vectors.json has documents to test it with.

/** Seconds since 2001-01-01T00:00:00Z. */
export type SecondsSince2001 = number;

export const secondsSince2001 = (date: Date): SecondsSince2001 => date.getTime() / 1000 - 978307200;

export const dateOf = (seconds: SecondsSince2001): Date => new Date((seconds + 978307200) * 1000);

export interface DeliveryAttributes {
    orderNumber: number;
    restaurantName: string;
    destinationCity?: string;
    promisedDeliveryTime?: [SecondsSince2001, SecondsSince2001];
}

export interface DeliveryState {
    driverName: string;
    estimatedDeliveryTime: [SecondsSince2001, SecondsSince2001];
    currentStep: DeliveryStep;
    stopsLeft?: number;
    announcedDelayMinutes?: number;
    delayReason?: DeliveryDelayReason;
    promisedTime?: SecondsSince2001;
    failedAttempts?: number;
    failureReason?: DeliveryFailureReason;
    cancellationReason?: DeliveryCancellationReason;
    leaveAtDoor?: boolean;
    contactRequested?: boolean;
    courierPosition?: DeliveryPosition;
}

export type DeliveryStep = "confirmed" | "preparing" | "pickedUp" | "delivering" | "nearby" | "delivered" | "failedAttempt" | "cancelled";

export type DeliveryDelayReason = "busyKitchen" | "courierShortage" | "traffic" | "weather" | "other";

export type DeliveryFailureReason = "nobodyThere" | "addressNotFound" | "noAccess" | "refused" | "other";

export type DeliveryCancellationReason = "customer" | "restaurant" | "noCourier" | "undeliverable" | "other";

export interface DeliveryPosition {
    latitude: number;
    longitude: number;
}

export type DeliveryEvent = (
    | { preparationStarted: Record<string, never> }
    | { courierAssigned: { name: string } }
    | { courierUnassigned: Record<string, never> }
    | { pickedUp: { arrival?: [SecondsSince2001, SecondsSince2001] } }
    | { departed: { arrival?: [SecondsSince2001, SecondsSince2001] } }
    | { courierMoved: { position: DeliveryPosition; stopsLeft?: number; arrival?: [SecondsSince2001, SecondsSince2001] } }
    | { arrivalEstimated: { arrival: [SecondsSince2001, SecondsSince2001] } }
    | { delayed: { reason: DeliveryDelayReason; arrival: [SecondsSince2001, SecondsSince2001] } }
    | { cameNearby: { arrival?: [SecondsSince2001, SecondsSince2001] } }
    | { delivered: Record<string, never> }
    | { attemptFailed: { reason: DeliveryFailureReason } }
    | { courierContacted: Record<string, never> }
    | { cancelled: { reason: DeliveryCancellationReason } }
);
