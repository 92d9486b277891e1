import LiveActivityCore
import Testing

@Suite struct EngineErrorTests {
    static let id = ActivityID("0040b05e50000000")!
    static let date = Date(timeIntervalSinceReferenceDate: 803_667_600)

    /// Every case, its permanent code, and what ActivityKit would say.
    static let cases: [(EngineError, String, ActivityAuthorizationError?)] = [
        (.unknownKind("k"), "unknownKind", .unsupportedTarget),
        (.ambiguousKind(attributes: "A"), "ambiguousKind", .unsupportedTarget),
        (.unknownActivity(id), "unknownActivity", .malformedActivityIdentifier),
        (.nothingRunning(owner: "o", kind: "k", key: "x"), "nothingRunning", .malformedActivityIdentifier),
        (.wrongType("k", given: "String"), "wrongType", nil),
        (.activityEnded(id), "activityEnded", nil),
        (.denied(owner: "o", kind: "k"), "denied", .denied),
        (.tooManyActivitiesOfOwner("o", limit: 2), "tooManyActivitiesOfOwner", .targetMaximumExceeded),
        (.tooManyActivities(limit: 2), "tooManyActivities", .globalMaximumExceeded),
        (.alreadyRunning(id), "alreadyRunning", nil),
        (.dismissedByPerson(owner: "o", key: "x", until: date), "dismissedByPerson", .denied),
        (.surfaceTakesNoActions(.carPlay), "surfaceTakesNoActions", nil),
        (.payloadTooLarge(attributes: 1, content: 2, limit: 2), "payloadTooLarge", .attributesTooLarge),
        (.undecodable(what: "event", path: "a.b", reason: "r"), "undecodable", nil),
        (.unencodable(what: "content", path: "", reason: "r"), "unencodable", nil),
        (.refused("k", reason: "r"), "refused", nil),
        (.wakeNotInFuture("k", wake: date, now: date), "wakeNotInFuture", nil),
        (.alertRequired(start: date), "alertRequired", nil),
        (.staleDateInPast(date, now: date), "staleDateInPast", nil),
        (.endDateInPast(date, now: date), "endDateInPast", nil),
        (.implausibleDate(date, hint: "h"), "implausibleDate", nil),
        (.invalidLease(Lease(staleAfter: 2, endAfter: 1)), "invalidLease", nil),
        (.relevanceNotFinite, "relevanceNotFinite", nil),
        (.changesNotDrained(count: 3), "changesNotDrained", .persistenceFailure),
        (.cannotRegister("k", reason: "r"), "cannotRegister", nil),
        (.cannotRestore(reason: "r"), "cannotRestore", nil),
    ]

    @Test(arguments: cases.indices)
    func everyErrorHasACodeASentenceAndItsPlaceInActivityKitsWords(place: Int) {
        let (error, code, authorization) = Self.cases[place]
        #expect(error.code == code)
        #expect(error.authorizationError == authorization)
        #expect(!error.description.isEmpty && !error.description.hasSuffix("."))
    }

    @Test func codesAreApart() { #expect(Set(Self.cases.map(\.1)).count == Self.cases.count) }

    @Test func theTwelveWordsAreInActivityKitsOrder() {
        #expect(
            ActivityAuthorizationError.allCases.map(\.rawValue) == [
                "attributesTooLarge", "unsupported", "denied", "globalMaximumExceeded", "targetMaximumExceeded",
                "unsupportedTarget", "visibility", "persistenceFailure", "missingProcessIdentifier", "unentitled",
                "malformedActivityIdentifier", "reconnectNotPermitted",
            ])
    }

    @Test func aKindIsRegisteredOnce() throws {
        var engine = Engine()
        try engine.register(AnyProvider(CounterProvider()))
        let refusal = engine.refusal { try $0.register(AnyProvider(CounterProvider())) }
        #expect(refusal == .cannotRegister("counter", reason: "it is registered already"))
    }

    @Test func aThousandAndTwentyFourKindsAreTheLimit() throws {
        var engine = Engine()
        for number in 0..<1_024 { try engine.register(AnyProvider(CounterProvider(kind: ActivityKind("k\(number)")))) }
        let refusal = engine.refusal { try $0.register(AnyProvider(CounterProvider(kind: "one more"))) }
        #expect(refusal?.code == "cannotRegister")
        let id = try engine.start(CounterProvider.Attributes(name: "x"), kind: "k1023", owner: "anna", at: Self.date)
        let state = engine.state(of: id)
        #expect(state == .active)
    }

    @Test func anIDOfNobodyIsUnknown() throws {
        var engine = Engine()
        try engine.register(AnyProvider(CounterProvider()))
        for text in ["0000000000000000", "ffffffffffffffff", "0040b05e50000000", "000000000fffffff"] {
            let id = try #require(ActivityID(text))
            let refusal = engine.refusal { try $0.end(id, at: Self.date) }
            #expect(refusal == .unknownActivity(id))
        }
        for text in ["", "1", "0040b05e5000000", "0040b05e500000000", "0040B05E50000000", "0x40b05e50000000"] {
            #expect(ActivityID(text) == nil)
        }
    }
}
