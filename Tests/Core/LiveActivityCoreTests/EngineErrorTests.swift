import LiveActivityCore
import Testing

@Suite struct EngineErrorTests {
    static let id = ActivityID("0040b05e50000000")!
    static let date = Date(timeIntervalSinceReferenceDate: 803_667_600)

    /// Every case with its permanent code.
    static var cases: [(EngineError, String)] {
        // Not stored: LeakSanitizer reports the boxes of a global's indirect cases as leaks, because the pointers to the boxes
        // also contain the case.
        [
            (.unknownKind("k"), "unknownKind"),
            (.ambiguousKind(attributes: "A"), "ambiguousKind"),
            (.unknownActivity(id), "unknownActivity"),
            (.nothingRunning(owner: "o", kind: "k", key: "x"), "nothingRunning"),
            (.wrongType("k", given: "String"), "wrongType"),
            (.activityEnded(id), "activityEnded"),
            (.denied(owner: "o", kind: "k"), "denied"),
            (.permissionsDamaged("k"), "permissionsDamaged"),
            (.tooManyActivitiesOfOwner("o", limit: 2), "tooManyActivitiesOfOwner"),
            (.tooManyActivities(limit: 2), "tooManyActivities"),
            (.alreadyRunning(id), "alreadyRunning"),
            (.dismissedByPerson(owner: "o", key: "x", until: date), "dismissedByPerson"),
            (.surfaceTakesNoActions(.carPlay), "surfaceTakesNoActions"),
            (.payloadTooLarge(attributes: 1, content: 2, limit: 2), "payloadTooLarge"),
            (.alertTooLarge(alert: 2, payload: 3, limit: 4), "alertTooLarge"),
            (.tooLong(what: "owner", bytes: 513, limit: 512), "tooLong"),
            (.undecodable(what: "event", path: "a.b", reason: "r"), "undecodable"),
            (.unencodable(what: "content", path: "", reason: "r"), "unencodable"),
            (.refused("k", reason: "r"), "refused"),
            (.invalidValue("k", what: "content", reason: "r"), "invalidValue"),
            (.wakeNotInFuture("k", wake: date, now: date), "wakeNotInFuture"),
            (.alertRequired(start: date), "alertRequired"),
            (.staleDateInPast(date, now: date), "staleDateInPast"),
            (.endDateInPast(date, now: date), "endDateInPast"),
            (.implausibleDate(date, hint: "h"), "implausibleDate"),
            (.invalidLease(Lease(staleAfter: 2, endAfter: 1)), "invalidLease"),
            (.relevanceNotFinite, "relevanceNotFinite"),
            (.changesNotDrained(count: 3), "changesNotDrained"),
            (.cannotRegister("k", reason: "r"), "cannotRegister"),
            (.cannotRestore(reason: "r"), "cannotRestore"),
        ]
    }

    @Test(arguments: cases.indices)
    func everyErrorHasACodeAndASentence(position: Int) {
        let (error, code) = Self.cases[position]
        #expect(error.code == code)
        #expect(!error.description.isEmpty && !error.description.hasSuffix("."))
    }

    @Test func codesAreApart() { #expect(Set(Self.cases.map(\.1)).count == Self.cases.count) }

    /// A date that is not a number may be the very reason of the refusal, so its JSON must exist.
    @Test(arguments: [Double.nan, .infinity, -.infinity]) func aDateThatIsNotFiniteIsWritten(seconds: Double) throws {
        let error = EngineError.implausibleDate(Date(timeIntervalSinceReferenceDate: seconds), hint: "h")
        let json = try WireEncoder().encodeToString(error)
        #expect(json == #"{"code":"implausibleDate","reason":"h","dates":["\#(seconds)"]}"#)
        guard case .implausibleDate(let date, "h") = try WireDecoder().decode(EngineError.self, from: Array(json.utf8)) else {
            Issue.record("\(json) is read as another error")
            return
        }
        #expect(date.timeIntervalSinceReferenceDate == seconds || seconds.isNaN && date.timeIntervalSinceReferenceDate.isNaN)
    }

    @Test func aKindIsRegisteredOnce() throws {
        var engine = Engine()
        try engine.register(AnyProvider(CounterProvider()))
        let refusal = engine.refusal { try $0.register(AnyProvider(CounterProvider())) }
        #expect(refusal == .cannotRegister("counter", reason: "it is already registered"))
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

    @Test func anIDWithoutAnActivityIsUnknown() throws {
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
