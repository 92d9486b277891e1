@testable import LiveActivityKit
import Testing

@Suite struct AuthorizationErrorTests {
    static let id = ActivityID("0040b05e50000000")!
    static let date = Date(timeIntervalSinceReferenceDate: 803_667_600)

    /// Every error of the engine, its permanent code, and the error that ActivityKit's `request` throws for it.
    static var cases: [(EngineError, String, ActivityAuthorizationError?)] {
        // Not stored: LeakSanitizer reports the boxes of a global's indirect cases as leaks, because the pointers to the boxes
        // also contain the case.
        [
            (.unknownKind("k"), "unknownKind", .unsupportedTarget),
            (.ambiguousKind(attributes: "A"), "ambiguousKind", .unsupportedTarget),
            (.unknownActivity(id), "unknownActivity", .malformedActivityIdentifier),
            (.nothingRunning(owner: "o", kind: "k", key: "x"), "nothingRunning", .malformedActivityIdentifier),
            (.wrongType("k", given: "String"), "wrongType", nil),
            (.activityEnded(id), "activityEnded", nil),
            (.denied(owner: "o", kind: "k"), "denied", .denied),
            (.permissionsDamaged("k"), "permissionsDamaged", .denied),
            (.tooManyActivitiesOfOwner("o", limit: 2), "tooManyActivitiesOfOwner", .targetMaximumExceeded),
            (.tooManyActivities(limit: 2), "tooManyActivities", .globalMaximumExceeded),
            (.alreadyRunning(id), "alreadyRunning", nil),
            (.dismissedByPerson(owner: "o", key: "x", until: date), "dismissedByPerson", .denied),
            (.surfaceTakesNoActions(.carPlay), "surfaceTakesNoActions", nil),
            (.payloadTooLarge(attributes: 1, content: 2, limit: 2), "payloadTooLarge", .attributesTooLarge),
            (.undecodable(what: "event", path: "a.b", reason: "r"), "undecodable", nil),
            (.unencodable(what: "content", path: "", reason: "r"), "unencodable", nil),
            (.refused("k", reason: "r"), "refused", nil),
            (.alertTooLarge(alert: 1, payload: 2, limit: 2), "alertTooLarge", .attributesTooLarge),
            (.tooLong(what: "key", bytes: 3, limit: 2), "tooLong", nil),
            (.invalidValue("k", what: "content", reason: "r"), "invalidValue", nil),
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
    }

    @Test(arguments: cases.indices)
    func everyErrorOfTheEngineHasItsPlaceInActivityKitsWords(position: Int) {
        let (error, code, expected) = Self.cases[position]
        #expect(error.code == code)
        #expect(ActivityAuthorizationError(error) == expected)
        #expect(ActivityAuthorizationError(RuntimeError.engine(error)) == expected)
    }

    @Test func errorsOfTheRuntimeHaveTheirPlaceInActivityKitsWords() {
        #expect(ActivityAuthorizationError(RuntimeError.closed) == .unsupported)
        #expect(ActivityAuthorizationError(RuntimeError.storeUnavailable(reason: "full")) == .persistenceFailure)
        #expect(ActivityAuthorizationError(RuntimeError.notDurable(reason: "full")) == .persistenceFailure)
        #expect(ActivityAuthorizationError(RuntimeError.fenced(reason: "run 2")) == .unsupported)
        #expect(ActivityAuthorizationError(RuntimeError.otherPartition(3)) == .unsupported)
    }

    @Test func theTwelveWordsAreInActivityKitsOrder() {
        #expect(
            ActivityAuthorizationError.allCases.map(\.rawValue) == [
                "attributesTooLarge", "unsupported", "denied", "globalMaximumExceeded", "targetMaximumExceeded",
                "unsupportedTarget", "visibility", "persistenceFailure", "missingProcessIdentifier", "unentitled",
                "malformedActivityIdentifier", "reconnectNotPermitted",
            ])
    }
}
