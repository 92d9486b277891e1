import LiveActivityHost
import Testing

/// The JSON of errors and outcomes, in which they are sent between processes.
struct ErrorFormTests {
    private static let now = Date(timeIntervalSinceReferenceDate: 800_000_000)

    static let engineErrors: [EngineError] = [
        .unknownKind("a"), .ambiguousKind(attributes: "Order", kinds: ["a", "b"]), .unknownActivity(ActivityID(rawValue: 7)),
        .nothingRunning(owner: "anna", kind: "a", key: "1"), .wrongType("a", given: "Goal"),
        .activityEnded(ActivityID(rawValue: 8)),
        .denied(owner: "anna", kind: "a"), .permissionsDamaged("a"), .tooManyActivitiesOfOwner("anna", limit: 5),
        .tooManyActivities(limit: 6), .alreadyRunning(ActivityID(rawValue: 9)),
        .dismissedByPerson(owner: "anna", key: "1", until: now), .surfaceTakesNoActions(.minimal),
        .payloadTooLarge(attributes: 1, content: 2, limit: 3), .alertTooLarge(alert: 1, payload: 2, limit: 3),
        .tooLong(what: "owner", bytes: 513, limit: 512), .undecodable(what: "event", path: "a.b", reason: "no case"),
        .unencodable(what: "content", path: "c", reason: "infinite"), .refused("a", reason: "too late"),
        .invalidValue("a", what: "content", reason: "index 3 of 2"), .wakeNotInFuture("a", wake: now, now: now + 1),
        .alertRequired(start: now), .staleDateInPast(now, now: now + 1), .endDateInPast(now, now: now + 2),
        .implausibleDate(now, hint: "milliseconds?"), .invalidLease(Lease(staleAfter: 2, endAfter: 1)), .relevanceNotFinite,
        .changesNotDrained(count: 4), .cannotRegister("a", reason: "twice"), .cannotRestore(reason: "newer"),
    ]

    static let runtimeErrors: [RuntimeError] = [
        .closed, .storeUnavailable(reason: "full"), .notDurable(reason: "full"), .fenced(reason: "run 2"), .otherPartition(3),
        .otherRevision(ActivityID(rawValue: 7), revision: 4), .outcomeUnknown(reason: "silence", eventID: "goal"),
        .outcomeUnknown(reason: "silence", eventID: nil),
    ]

    private func text(_ value: some Encodable) throws -> String {
        String(decoding: try WireEncoder().encode(value), as: UTF8.self)
    }

    @Test func everyErrorIsReadAsItWasWritten() throws {
        let errors = Self.engineErrors.map { RuntimeError.engine($0) } + Self.runtimeErrors
        for error in errors {
            #expect(try WireDecoder().decode(RuntimeError.self, from: WireEncoder().encode(error)) == error)
        }
        // A new case must be added here: codes are permanent, and each has one case.
        #expect(Set(errors.map(\.code)).count == errors.count - 1)
    }

    @Test func theFormIsPermanent() throws {
        #expect(
            try text(RuntimeError.engine(.nothingRunning(owner: "anna", kind: "a", key: "1")))
                == #"{"code":"nothingRunning","owner":"anna","kind":"a","key":"1"}"#)
        #expect(
            try text(RuntimeError.outcomeUnknown(reason: "silence", eventID: "goal"))
                == #"{"code":"outcomeUnknown","reason":"silence","eventID":"goal"}"#)
        #expect(try text(Outcome.started(ActivityID(rawValue: 7))).hasPrefix(#"{"outcome":"started","activity":"#))
        #expect(
            try text(Outcome.published(PublishReport()))
                == #"{"outcome":"published","report":{"applied":0,"unchanged":0,"refused":0}}"#)
    }

    @Test func anErrorOfALaterVersionKeepsItsCode() throws {
        let read = try WireDecoder().decode(RuntimeError.self, from: Array(#"{"code":"tooTired","reason":"asleep"}"#.utf8))
        #expect(read == .engine(.refused("", reason: "it was refused as 'tooTired': asleep")))
    }

    @Test func everyOutcomeIsReadAsItWasWritten() throws {
        let id = ActivityID(rawValue: 7)
        var report = PublishReport()
        report.applied = 2
        let outcomes: [Outcome] = [
            .started(id), .joined(id), .applied, .unchanged, .ignored(.repeatedEvent), .ignored(.olderTimestamp),
            .published(report),
        ]
        for outcome in outcomes {
            #expect(try WireDecoder().decode(Outcome.self, from: WireEncoder().encode(outcome)) == outcome)
        }
        #expect(throws: DecodingError.self) {
            try WireDecoder().decode(Outcome.self, from: Array(#"{"outcome":"postponed"}"#.utf8))
        }
    }
}
