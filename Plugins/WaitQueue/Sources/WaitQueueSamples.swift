public import LiveActivityCore

extension WaitQueueProvider {
    /// A table for four from position 10 to the table, and two other queues.
    public var samples: ProviderSamples<WaitQueueAttributes, WaitQueueEvent> {
        ProviderSamples(
            attributes: [
                WaitQueueAttributes(
                    waitlistName: "Trattoria Lucia", bookingId: "BK-2071", queueId: "lucia", ticket: 57, position: 10,
                    partySize: 4, secondsPerParty: 150),
                WaitQueueAttributes(
                    waitlistName: "Toy Story Mania!", bookingId: "R-118", queueId: "toy-story-mania", ticket: 12_400,
                    position: 320, partySize: 2),
                WaitQueueAttributes(
                    waitlistName: "Counter 3", bookingId: "A113", queueId: "city-hall", ticket: 1, position: 1, partySize: 1,
                    readyThreshold: 1, holdMinutes: 2, extensions: 0),
            ],
            story: [
                .init(after: 60, .advanced(through: 48)),
                .init(after: 180, .waitPosted(minutes: 25, position: 12)),
                .init(after: 240, .advanced(through: 48, also: [51, 60])),
                .init(after: 400, .partySizeChanged(to: 5)),
                .init(after: 600, .advanced(through: 52, also: [54, 60])),
                .init(after: 660, .waitMeasured(minutes: 18, position: 9)),
                .init(after: 800, .advanced(through: 54)),
                .init(after: 950, .advanced(through: 56)),
                .init(after: 1_000, .called()),
                .init(after: 1_300, .seated),
            ],
            actions: [
                .init(Self.leaveQueue, WaitQueueStrings.leaveQueue),
                .init(Self.moreTime, WaitQueueStrings.moreTime),
            ])
    }
}
