import ActivityKit
import LiveActivityTesting
import Testing

@Suite(.timeLimit(.minutes(5))) struct ErrorTests {
    @Test func errorsBridgeWithTheirOwnDomainCodesAndTexts() throws {
        let error: any Error = ActivityAuthorizationError.denied
        let bridged = error as NSError
        #expect(bridged.domain == "ActivityKit.ActivityAuthorizationError")
        #expect(bridged.code == 2)
        #expect(error.localizedDescription == "The Live Activity could not be started. Live Activities are switched off.")
        #expect(bridged.localizedFailureReason == "Live Activities are switched off.")
        #expect((error as? LocalizedError)?.recoverySuggestion == "Switch Live Activities on in Settings.")
        #expect(bridged.localizedRecoverySuggestion == "Switch Live Activities on in Settings.")
        #expect(error as? ActivityAuthorizationError == .denied)
        #expect(ActivityAuthorizationError.allCases.map(\.errorCode) == Array(0..<12))
        #expect(Set(ActivityAuthorizationError.allCases.map(\.localizedDescription)).count == 12)
        #expect(Set(ActivityAuthorizationError.allCases.map(\.recoverySuggestion)).count >= 11)
    }

    @Test func everyErrorOfARequestCanBeCaughtAsAnNSError() async throws {
        struct Picky: ActivityProvider {
            struct No: Error, CustomStringConvertible { let description = "not today" }
            enum Event: Codable { case nothing }
            let kind: ActivityKind = "picky"
            func content(for attributes: NoteAttributes, at now: Date) throws -> ActivityContent<NoteAttributes.ContentState> {
                throw No()
            }
            func begin(_ activity: inout ActivityScope<NoteAttributes>) throws { throw No() }
            func handle(_ event: Event, in activity: inout ActivityScope<NoteAttributes>) {}
        }
        let phone = try Phone(providers: [AnyProvider(Picky())])
        try await phone.use {
            let refusal = try #require(caught())
            #expect(refusal.domain == "LiveActivities.EngineError")
            #expect(refusal.localizedDescription == "picky: not today")
            #expect((refusal as any Error) as? EngineError == .refused("picky", reason: "not today"))
            try await phone.runtime.permit(false, owner: "app")
            let denial = try #require(caught())
            #expect(denial.code == ActivityAuthorizationError.denied.errorCode)
            #expect((denial as any Error) as? ActivityAuthorizationError == .denied)
        }
    }

    @Test func requestsFailInActivityKitsWordsAndStartNothing() async throws {
        let limits = EngineLimits(activitiesPerOwner: 2, activities: 3)
        let phone = try Phone(EngineConfiguration(limits: limits))
        try await phone.use {
            #expect(throws: ActivityAuthorizationError.attributesTooLarge) { try note(String(repeating: "x", count: 4_096)) }
            phone.runtime.activityKit.refusal = { kind, owner in kind == "NoteAttributes" && owner == "app" ? .visibility : nil
            }
            #expect(throws: ActivityAuthorizationError.visibility) { try note() }
            phone.runtime.activityKit.refusal = nil
            try await phone.runtime.permit(false, owner: "app", kind: "NoteAttributes")
            #expect(throws: ActivityAuthorizationError.denied) { try note() }
            #expect(ActivityAuthorizationInfo().areActivitiesEnabled)
            try await phone.runtime.permit(true, owner: "app", kind: "NoteAttributes")
            #expect(Activity<NoteAttributes>.activities.isEmpty)
            _ = (try note(), try note())
            #expect(throws: ActivityAuthorizationError.targetMaximumExceeded) { try note() }
            try LiveActivityRuntime.$currentOwner.withValue("ben") {
                _ = try note()
                #expect(throws: ActivityAuthorizationError.globalMaximumExceeded) { try note() }
            }
            await phone.runtime.close()
            #expect(throws: ActivityAuthorizationError.unsupported) { try note() }
        }
    }

    @Test func anUpdateThatIsTooLargeIsIgnored() async throws {
        let phone = try Phone()
        try await phone.use {
            let activity = try note("small")
            await activity.update(.note(String(repeating: "x", count: 4_096)))
            await activity.update(.note("small too", relevance: 5))
            #expect(activity.content == .note("small too", relevance: 5))
        }
    }

    @Test func twoTypesOfOneNameAreTwoKinds() async throws {
        enum A {
            struct Twin: ActivityAttributes { struct ContentState: Codable, Hashable { var a = 1 } }
        }
        enum B {
            struct Twin: ActivityAttributes { struct ContentState: Codable, Hashable { var b = "2" } }
        }
        let phone = try Phone()
        try await phone.use {
            let a = try Activity.request(attributes: A.Twin(), content: .init(state: .init(), staleDate: nil))
            let b = try Activity.request(attributes: B.Twin(), content: .init(state: .init(), staleDate: nil))
            #expect(Activity<A.Twin>.activities.map(\.id) == [a.id])
            #expect(Activity<B.Twin>.activities.map(\.id) == [b.id])
            #expect(phone.runtime.kind(of: a.activityID) == "Twin")
        }
    }
}

/// Catches the error as iOS code does.
private func caught() -> NSError? {
    do {
        _ = try note()
        return nil
    } catch let error as NSError {
        return error
    }
}

@Suite struct TextTests {
    @Test func textsSayWhatTheirInterpolationsSay() {
        let (name, count, part) = (["Ada"].first, [1, 2, 3].count, 0.5)
        let texts: [LocalizedStringResource] = [
            "plain", "", "\(count) left", "100 % of \(count)", "\(name ?? "nobody") and \("a literal")",
            "\(part, specifier: "%.2f") of \(count, specifier: "%03d")", LocalizedStringResource(stringLiteral: "Ada"),
            .init("key.of.it", defaultValue: "\(count) left", table: "Alerts", locale: .current, bundle: .main, comment: "c"),
            name.map { "For \($0)" } ?? "For nobody", count > 2 ? "many" : "few", .init(stringLiteral: "\(count)"),
            "\(LocalizedStringResource("inner"))",
        ]
        #expect(
            texts.map(String.init(localized:)) == [
                "plain", "", "3 left", "100 % of 3", "Ada and a literal", "0.50 of 003", "Ada", "3 left", "For Ada", "many",
                "3",
                "inner",
            ])
        #expect(texts[2].key == "%lld left")
        #expect(texts[3].key == "100 %% of %lld")
        #expect(texts[5].key == "%.2f of %03d")
        #expect(texts[7].key == "key.of.it")
        #expect(texts[7].table == "Alerts")
        #expect(texts[7].defaultValue == "3 left")
    }

    @Test func stringsAreLocalizedTheSameWay() {
        let minutes = 5
        #expect(String(localized: "In \(minutes) minutes") == "In 5 minutes")
        #expect(String(localized: "eta.title", defaultValue: "In \(minutes) minutes", comment: "c") == "In 5 minutes")
        #expect(String(localized: "hello", table: "T", bundle: .main, comment: "c") == "hello")
        let value: String.LocalizationValue = "In \(minutes)"
        #expect(String(localized: value) == "In 5")
        #expect(LocalizedStringResource(value) == "In 5")
    }

    @Test func aTextComesBackFromJSONAsItWas() throws {
        let count = 3
        let alerts = [
            AlertConfiguration(title: "\(count) left", body: "", sound: .named("a.caf")),
            AlertConfiguration(
                title: .localized(key: "LEFT", arguments: ["3"]), body: .localized(key: "SOON"), sound: .default),
        ]
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        let json = try encoder.encode(alerts)
        #expect(
            String(decoding: json, as: UTF8.self) == #"[{"body":"","sound":"a.caf","title":"3 left"},"#
                + #"{"body":{"loc-key":"SOON"},"sound":"default","title":{"loc-args":["3"],"loc-key":"LEFT"}}]"#)
        #expect(try JSONDecoder().decode([AlertConfiguration].self, from: json) == alerts)
        #expect(alerts[1].title.deviceKey?.arguments == ["3"])
        #expect(alerts[1].title != "LEFT(3)")
    }
}
