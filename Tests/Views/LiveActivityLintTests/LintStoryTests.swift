import LiveActivityCore
import LiveActivityTesting
import Testing

@testable import LiveActivityLint

/// A kind as a whole: its samples on every surface, in every language and appearance.
@Suite struct LintStoryTests {
    /// A visit to the doctor, with a fault for every rule.
    struct Visit: ActivityProvider {
        struct Attributes: ActivityAttributes, Sendable {
            struct ContentState: Codable, Hashable, Sendable { var position: Int }
            var patient: String
            var languageCode: String?
        }
        enum Event: Codable, Hashable, Sendable { case advanced(to: Int), over }

        let kind: ActivityKind = "visit"
        var languageCode: String?
        var ends = true

        func content(for attributes: Attributes, at now: Date) -> ActivityContent<Attributes.ContentState> {
            ActivityContent(state: .init(position: 5), staleDate: nil)
        }

        func handle(_ event: Event, in activity: inout Scope) {
            switch event {
            case .advanced(let position): activity.state.position = position
            case .over: activity.end(dismissal: .default)
            }
        }

        var samples: ProviderSamples<Attributes, Event> {
            ProviderSamples(
                attributes: [Attributes(patient: "Anna Berg", languageCode: languageCode), Attributes(patient: "Ben")],
                story: [.init(after: 60, .advanced(to: 4)), .init(after: 120, .advanced(to: 1))]
                    + (ends ? [.init(after: 180, .over)] : []))
        }
    }

    struct VisitWidget: Widget {
        var body: some WidgetConfiguration {
            ActivityConfiguration(for: Visit.Attributes.self) { context in
                VStack {
                    Text(verbatim: context.attributes.patient).font(.headline)
                    Text(verbatim: "\(context.state.position) – 1").font(.headline)
                }
            } dynamicIsland: { context in
                DynamicIsland {
                    DynamicIslandExpandedRegion(.bottom) { Text(verbatim: "\(context.state.position)").font(.headline) }
                } compactLeading: {
                    Image(systemName: "cross")
                } compactTrailing: {
                    Text(verbatim: "\(context.state.position)").font(.headline)
                } minimal: {
                    Image(systemName: context.state.position == 1 ? "bell" : "cross")
                }
            }
        }
    }

    struct PlainVisitWidget: Widget {
        var body: some WidgetConfiguration {
            ActivityConfiguration(for: Visit.Attributes.self) { context in
                Text(verbatim: "\(context.state.position)").font(.headline)
            } dynamicIsland: { context in
                DynamicIsland {
                } compactLeading: {
                    Image(systemName: "cross")
                } compactTrailing: {
                    Text(verbatim: "\(context.state.position)").font(.headline)
                } minimal: {
                    Image(systemName: "cross")
                }
            }
        }
    }

    private func widgets(_ widget: (some Widget).Type) throws -> ActivityWidgets {
        var widgets = ActivityWidgets()
        try widgets.register(widget, kind: "visit", attributes: Visit.Attributes.self)
        return widgets
    }

    private func story(_ provider: Visit = Visit()) throws -> SampleStory {
        try #require(try SampleStory(AnyProvider(provider)))
    }

    @Test func theSamplesArePlayedFromStartToEnd() throws {
        let story = try story()
        #expect(
            story.moments.map { "\($0.name), \($0.activity.state), revision \($0.activity.revision)" } == [
                "attributes 1 after 0 s, active, revision 1", "attributes 1 after 60 s, active, revision 2",
                "attributes 1 after 120 s, active, revision 3", "attributes 1 after 180 s, ended, revision 4",
                "attributes 2 after 0 s, active, revision 1",
            ])
        #expect(story.findings == [])
    }

    @Test func aStoryHasAnEnd() throws {
        let story = try story(Visit(ends: false))
        #expect(story.findings.map(\.rule) == [.noDefinedEnd])
        #expect(story.moments.last { $0.name.hasPrefix("attributes 1") }?.activity.state == .ended, "after eight hours")
    }

    @Test func eachThingIsToldOnceWhereItWasSeenFirst() throws {
        let findings = try widgets(VisitWidget.self).lint(
            try story(), on: [.lockScreenIPhone393, .lockScreenIPhone430, .minimalAttached], locales: ["en", "ar"])
        #expect(
            findings.map { "\($0.rule) \($0.surface?.name ?? "-") \($0.path) \($0.sample ?? "-") \($0.locale ?? "-")" } == [
                "unmarkedPrivateText lockScreen.iPhone393 content.VStack[0].Text attributes 1 after 0 s en",
                "numbersNotPinned lockScreen.iPhone393 content.VStack[1].Text attributes 1 after 0 s ar",
                "unmarkedPrivateText lockScreen.iPhone430 content.VStack[0].Text attributes 1 after 0 s en",
                "numbersNotPinned lockScreen.iPhone430 content.VStack[1].Text attributes 1 after 0 s ar",
            ])
        #expect(findings.allSatisfy { $0.kind == "visit" && !$0.advice.isEmpty && !$0.message.isEmpty })
    }

    /// A story has one moment for each event, and the end, however often its provider wakes.
    @Test func theEndOfALongStoryIsChecked() throws {
        let story = try #require(try SampleStory(AnyProvider(Watch())))
        let names = story.moments.map(\.name)
        #expect(names.first == "attributes 1 after 0 s")
        #expect(names.contains("attributes 1 after 6030 s"))
        #expect(names.last == "attributes 1 after 7230 s")
        #expect(story.moments.last?.activity.state == .ended)
        // The start, two events, and every fourth of 120 wakes.
        #expect(names.count == 33 && story.momentsLeftOut == 90)
    }

    /// At 41 kept wakes, every second one is dropped; the end is not.
    @Test(arguments: [40, 41, 42, 82]) func theLastWakeIsChecked(wakes: Int) throws {
        let story = try #require(try SampleStory(AnyProvider(Watch(wakesMax: wakes))))
        #expect(story.moments.last?.name == "attributes 1 after \(wakes * 60) s")
        #expect(story.moments.last?.activity.state == .ended)
        #expect(story.moments.count - 1 + story.momentsLeftOut == wakes)
    }

    /// Counts minutes; after two hours or the given number of minutes it ends.
    struct Watch: ActivityProvider {
        struct Attributes: ActivityAttributes, Sendable {
            struct ContentState: Codable, Hashable, Sendable { var minutes = 0 }
            var name = "watch"
        }
        enum Event: Codable, Hashable, Sendable { case read, stopped }

        let kind: ActivityKind = "watch"
        var wakesMax: Int?

        func content(for attributes: Attributes, at now: Date) -> ActivityContent<Attributes.ContentState> {
            ActivityContent(state: .init(), staleDate: nil)
        }

        func begin(_ activity: inout Scope) { activity.wake(at: activity.now + 60) }

        func tick(_ activity: inout Scope) {
            activity.state.minutes += 1
            if activity.state.minutes == wakesMax {
                activity.end(dismissal: .default)
            } else {
                activity.wake(at: activity.now + 60)
            }
        }

        func handle(_ event: Event, in activity: inout Scope) {
            if event == .stopped { activity.end(dismissal: .default) } else { activity.state.minutes += 1 }
        }

        var samples: ProviderSamples<Attributes, Event> {
            ProviderSamples(
                attributes: [Attributes()],
                story: wakesMax == nil ? [.init(after: 6_030, .read), .init(after: 7_230, .stopped)] : [])
        }
    }

    @Test func aSymbolThatChangesWithTheStateIsNoLogo() throws {
        func rules(_ widget: (some Widget).Type) throws -> [LintRule] {
            try widgets(widget).lint(try story(), on: [.minimalDetached]).map(\.rule)
        }
        #expect(try rules(VisitWidget.self) == [])
        #expect(try rules(PlainVisitWidget.self) == [.logoOnly])
    }

    @Test func theAttributesLanguageWins() throws {
        func rules(_ language: String?) throws -> [LintRule] {
            try widgets(PlainVisitWidget.self).lint(
                try story(Visit(languageCode: language)), on: [.lockScreenIPhone393], locales: ["de"]
            ).map(\.rule)
        }
        #expect(try rules(nil) == [])
        #expect(try rules("de") == [])
        #expect(try rules("ja") == [], "a number alone is the same in every language")
        let named = try widgets(VisitWidget.self).lint(
            try story(Visit(languageCode: "ja")), on: [.lockScreenIPhone393], locales: ["de"])
        #expect(named.filter { $0.rule == .languageIgnored }.map(\.path) == ["content.VStack[0].Text"])
    }

    @Test func languagesThatNobodySpeaksAreNamed() throws {
        let findings = try widgets(PlainVisitWidget.self).lint(
            try story(), on: [.lockScreenIPhone393], locales: ["zz", "", String(repeating: "x", count: 10_000), "pt-BR"])
        #expect(findings.map(\.rule) == [.unknownLocale], "told once")
    }

    @Test func undecodableContentIsAFindingOnEverySurface() throws {
        var moment = try story().moments[0]
        moment.activity.content.state = JSONText(trusted: Array("[]".utf8))
        let findings = try widgets(VisitWidget.self).lint(SampleStory(moments: [moment]))
        #expect(findings.map(\.rule) == Array(repeating: .unresolvable, count: SizedSurface.all.count))
    }

    // MARK: Translations

    /// Three texts in one position, one after the other; the number needs no translation.
    private struct WordyWidget: Widget {
        var body: some WidgetConfiguration {
            ActivityConfiguration(for: Visit.Attributes.self) { context in
                VStack {
                    Text(context.state.position > 4 ? "Please wait" : "Come in").font(.headline)
                    Text("\(context.state.position)").font(.headline)
                    Text("\(context.state.position) before you").font(.headline)
                }
            } dynamicIsland: { _ in
                DynamicIsland {
                } compactLeading: {
                    EmptyView()
                } compactTrailing: {
                    EmptyView()
                } minimal: {
                    EmptyView()
                }
            }
        }
    }

    private func untranslated(_ catalog: String?, to languages: [String]?) throws -> [String] {
        var widgets = ActivityWidgets()
        try widgets.register(
            WordyWidget.self, kind: "visit", attributes: Visit.Attributes.self,
            strings: try catalog.map { try StringCatalog(parsing: Array($0.utf8)) })
        let findings = widgets.lint(try story(), on: [.lockScreenIPhone393], locales: ["en"], translatedTo: languages)
        return findings.filter { $0.rule == .untranslatedText }.map(\.message)
    }

    @Test func aTextWithoutATranslationIsToldOnceWithItsLanguages() throws {
        let catalog = #"""
            {"sourceLanguage":"en","version":"1.0","strings":{
              "Please wait":{"localizations":{"de":{"stringUnit":{"state":"translated","value":"Bitte warten"}},
                "pt-BR":{"stringUnit":{"state":"translated","value":"Aguarde"}}}},
              "Come in":{},
              "Never shown":{},
              "%lld before you":{"localizations":{
                "de":{"variations":{"plural":{"other":{"stringUnit":{"state":"translated","value":"%lld vor Ihnen"}}}}},
                "pt-BR":{"stringUnit":{"state":"translated","value":"%lld antes"}}}}}}
            """#
        #expect(
            try untranslated(catalog, to: nil) == [
                "'%lld before you' lacks the plural forms one in de", "'Come in' has no translation into de, pt-BR",
                "'Never shown' has no translation into de, pt-BR",
            ])
        // Readers of pt can use the pt-BR translation. The catalog's own language needs no translation.
        #expect(
            try untranslated(catalog, to: ["en", "pt"]) == [
                "'Come in' has no translation into pt", "'Never shown' has no translation into pt",
            ])
        #expect(try untranslated(catalog, to: ["ja"]).count == 4)
        #expect(try untranslated(catalog, to: ["en"]) == [])
    }

    @Test func aWidgetWithoutACatalogIsEnglish() throws {
        #expect(try untranslated(nil, to: nil) == [])
        #expect(try untranslated(nil, to: ["en-GB"]) == [])
        #expect(
            try untranslated(nil, to: ["de"]) == [
                "'%lld before you' has no translation into de", "'Come in' has no translation into de",
                "'Please wait' has no translation into de",
            ])
    }

    @Test func everyRuleHasAnAdviceAndASource() {
        #expect(Set(LintRule.allCases.map(\.advice)).count == LintRule.allCases.count)
        #expect(LintRule.allCases.allSatisfy { !$0.source.isEmpty })
    }
}
