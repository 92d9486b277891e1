import Foundation
import Testing

@testable import IOSProjects

@Suite struct StandInsTests {
    @Test func whatOnlyObjectiveCNeedsBecomesSpaces() {
        let text = """
            @objc(Timer) class Timer: RCTEventEmitter { @objc func a() {} } // @objc
            @objcMembers class B {}; let c = "@objc"
            """
        let expected = """
                         class Timer: RCTEventEmitter {       func a() {} } // @objc
                         class B {}; let c = "@objc"
            """
        #expect(StandIns.withoutObjectiveC(text) == expected)
    }

    @Test func theClassOfAnIntentDefinitionIsDeclared() throws {
        func declarations(_ text: String) -> String? {
            StandIns.declarations(for: [SwiftFile(URL(filePath: "/Widget.swift"), text)])
        }
        let widget = "struct Provider: IntentTimelineProvider { let a = ConfigurationIntent() }"
        #expect(declarations(widget)?.contains("class ConfigurationIntent: INIntent {}") == true)
        #expect(declarations(widget + "; class ConfigurationIntent {}") == nil)
        #expect(declarations("let a = ConfigurationIntent()") == nil)
    }

    /// Xcode generates these types from an intent definition when it builds.
    @Test func theTypesOfAnIntentDefinitionAreDeclared() throws {
        let folder = try Folder()
        let list: [String: Any] = [
            "INEnums": [
                [
                    "INEnumName": "Theme",
                    "INEnumValues": [["INEnumValueName": "light", "INEnumValueIndex": 1]],
                ], ["INEnumName": "Empty"],
            ],
            "INTypes": [
                ["INTypeName": "Hero", "INTypeProperties": [["INTypePropertyName": "level", "INTypePropertyType": "Integer"]]]
            ],
            "INIntents": [
                [
                    "INIntentName": "Pick",
                    "INIntentParameters": [
                        [
                            "INIntentParameterName": "theme", "INIntentParameterEnumType": "Theme",
                            "INIntentParameterType": "Integer",
                        ],
                        [
                            "INIntentParameterName": "heroes", "INIntentParameterType": "Object",
                            "INIntentParameterObjectType": "Hero", "INIntentParameterSupportsMultipleValues": true,
                        ], ["INIntentParameterName": "name", "INIntentParameterType": "String"],
                    ],
                ]
            ],
        ]
        try PropertyListSerialization.data(fromPropertyList: list, format: .xml, options: 0)
            .write(to: folder.url.appending(path: "Pick.intentdefinition"))
        let intents = IntentDefinition.declarations(in: [
            folder.url.appending(path: "Pick.intentdefinition"), folder.url.appending(path: "None.intentdefinition"),
        ])
        func declarations(_ text: String) -> String? {
            StandIns.declarations(for: [SwiftFile(URL(filePath: "/A.swift"), text)], intents: intents)
        }
        #expect(declarations("struct Ride {}") == nil)
        #expect(
            declarations("func theme(of intent: PickIntent) -> Int { 1 }; class Hero {}") == """
                import Foundation

                import Intents
                enum Empty: Int { case `unknown` = 0 }
                class PickIntent: INIntent { var theme: Theme = .`light`; var heroes: [Hero]?; var name: String? }
                protocol PickIntentHandling {}
                enum Theme: Int { case `light` = 1 }

                """)
        #expect(declarations("let a: Theme")?.contains("class Hero: INObject { var level: NSNumber? }") == true)
    }

    @Test func whatAsksForAnIPhoneGetsIt() {
        let text = """
            import OSLog
            import CoreFoundation
            @preconcurrency import os.log
            import osmosis
            import CoreImage.CIFilterBuiltins
            import struct Foundation.Date
            #if os(iOS) && !os(watchOS)
            let a = "os(iOS)" // #if os(iOS)
            #elseif !os(iOS)
            """
        let expected = """
            import os
            import Foundation
            @preconcurrency import os
            import osmosis
            import CoreImage
            import struct Foundation.Date
            #if    true && !os(watchOS)
            let a = "os(iOS)" // #if os(iOS)
            #elseif !   true
            """
        #expect(StandIns.asOniOS(text) == expected)
    }

    @Test func theImportsOfARenamedModuleAreRenamed() {
        let text = """
            import Foundation
            @testable import Pizza
            import struct Pizza.Order
            import PizzaKit
            let order: Pizza.Order = Pizza(), text = "import Pizza"
            """
        let expected = """
            import Foundation
            @testable import App_Pizza
            import struct App_Pizza.Order
            import PizzaKit
            let order: App_Pizza.Order = Pizza(), text = "import Pizza"
            """
        #expect(StandIns.withRenamed(text, "Pizza", as: "App_Pizza") == expected)
    }

    @Test func valuesAreMadeNonisolatedAndNothingElseIs() {
        let text = """
            extension A {
                public struct ContentState: Codable, Hashable { var b: B }
            }
            enum B: String, Codable { case c }
            struct Card: View { let text = "struct D: Codable" }
            @MainActor struct E: Codable {}
            @Model
            public final class G { var b = B.c }
            // struct F: Codable
            """
        let expected = """
            extension A {
                nonisolated public struct ContentState: Codable, Hashable { var b: B }
            }
            nonisolated enum B: String, Codable { case c }
            struct Card: View { let text = "struct D: Codable" }
            @MainActor struct E: Codable {}
            @Model
            nonisolated public final class G { var b = B.c }
            // struct F: Codable
            """
        #expect(StandIns.withNonisolatedValues(text) == expected)
    }

    /// Apple's protocols isolate conforming types, and authors rely on it.
    @Test func viewsAreIsolatedAndNothingElseIs() {
        let text = """
            struct Card: View { let model = Model.shared }
            public final class Model: ObservableObject {}
            private struct Rows<Row>:
                Equatable, View where Row: View
            {}
            extension Card: Equatable {}
            @MainActor struct Bell: View {}
            nonisolated struct Dot: View {}
            struct Shop: Widget {}; let a = "struct B: View {"
            struct ViewModel: Codable {}
            extension View { func a() {} }
            extension ViewModel { func a() {} }
            """
        let expected = """
            @MainActor struct Card: View { let model = Model.shared }
            public final class Model: ObservableObject {}
            @MainActor private struct Rows<Row>:
                Equatable, View where Row: View
            {}
            extension Card: Equatable {}
            @MainActor struct Bell: View {}
            nonisolated struct Dot: View {}
            @MainActor struct Shop: Widget {}; let a = "struct B: View {"
            struct ViewModel: Codable {}
            @MainActor extension View { func a() {} }
            extension ViewModel { func a() {} }
            """
        #expect(StandIns.withIsolatedViews(text) == expected)
    }

    @Test func applesWidgetIsNamedWhereTheProjectHasItsOwn() {
        let text = "struct Widget: Widget { var body: some WidgetConfiguration {} }\nlet all: [some Widget] { Widget() }"
        let expected = text.replacing("Widget: Widget {", with: "Widget: SwiftUI.Widget {")
        #expect(StandIns.withQualifiedWidgets(text, declared: ["Widget"]) == expected)
        #expect(StandIns.withQualifiedWidgets(text, declared: ["Card"]) == text)
    }

    @Test func anErrorOfIsolationIsMetOnceByWhatMayRemoveIt() {
        func error(_ message: String) -> CompileError { CompileError(file: nil, line: 1, message: message) }
        let view = error("main actor-isolated default value in a nonisolated context")
        let value = error("type 'B' does not conform to protocol 'SendableMetatype'")
        var isolation: Isolation = []
        // Whether each build's errors add an isolation, so that another build is worthwhile.
        let added = [[error("cannot find 'a' in scope")], [view], [view], [value, view]].map { isolation.insert(against: $0) }
        #expect(added == [false, true, false, true])
        #expect(isolation == [.isolatesViews, .freesValues])
    }

    @Test func aFileOfFunctionsIsFoundByTheirNames() {
        func file(_ name: String, _ text: String) -> SwiftFile { SwiftFile(URL(filePath: "/\(name).swift"), text) }
        let widget = file("Widget", "struct Clock: View { var body: some View { Text(formatTime(seconds: 5)) } }")
        let format = file("Format", "func formatTime(seconds: Int) -> String { \"\\(seconds)\" }")
        let other = file("Other", "struct Other { func unused() {} }")
        #expect(IOSProject.withNeeded([widget], of: [other, format]).map(\.url.path) == ["/Format.swift", "/Widget.swift"])
    }

    /// An extension next to other types is found by its members, if its type is used too. A member of another type is not one.
    @Test func aFileIsFoundByTheMembersOfItsExtensions() {
        func file(_ name: String, _ text: String) -> SwiftFile { SwiftFile(URL(filePath: "/\(name).swift"), text) }
        let widget = file("Widget", "struct Clock: View { var body: some View { Parser.parsed().tint(Color(hex: 5)) } }")
        let files = [
            file("Parser", "extension Parser { struct Box {}\n static func parsed() -> some View { build() } }"),
            file("Build", "enum Step {}\nextension Parser { static func build() -> Text { Text(verbatim: \"\") } }"),
            file("Color", "struct Tone {}\nextension Color { init(hex: Int) { self = .red } }"),
            file("Other", "struct Other {}\nextension Other { func build() { let hex = 1 } }"),
            file("Private", "struct Paint {}\nprivate extension Color { var hex: Int { 1 } }"),
        ]
        #expect(
            IOSProject.withNeeded([widget], of: files).map(\.url.lastPathComponent) == [
                "Build.swift", "Color.swift", "Parser.swift", "Widget.swift",
            ])
    }

    /// Line numbers are unchanged, so that errors refer to the author's lines.
    @Test func selectorsAreNamedByTexts() {
        let text = """
            add(self, selector: #selector(changed(_:)), name: .a)
            add(#selector(
                B.tick), "#selector(c)")
            last()
            """
        let expected = """
            add(self, selector: Selector("changed(_:)"), name: .a)
            add(Selector("    B.tick")
            , "#selector(c)")
            last()
            """
        #expect(StandIns.withNamedSelectors(text) == expected)
    }

    /// Images are drawn without an app that has stored values.
    @Test func textsOfSharedSettingsAreThereInPicturesOnly() throws {
        let file = SwiftFile(
            URL(filePath: "/A.swift"), "import Foundation\nlet a = UserDefaults(suiteName: group)!.string(forKey: \"a\")!")
        #expect(StandIns.declarations(for: [file]) == nil)
        #expect(StandIns.declarations(for: [file], isDrawn: true)?.contains("func string(forKey key: String)") == true)
        let image = SwiftFile(URL(filePath: "/C.swift"), "let c = UserDefaults(suiteName: group)!.data(forKey: \"image\")!")
        let declared = try #require(StandIns.declarations(for: [image], isDrawn: true))
        let data = try #require(declared.firstMatch(of: /base64Encoded: "(.+?)"/).flatMap { Data(base64Encoded: String($0.1)) })
        #expect(declared.contains("func data(forKey key: String)") && data.starts(with: [0x89, 0x50, 0x4E, 0x47]))
        let other = SwiftFile(
            URL(filePath: "/B.swift"), "import Foundation\nlet b = UserDefaults.standard.string(forKey: \"b\")")
        #expect(StandIns.declarations(for: [other], isDrawn: true) == nil)
    }

    @Test func reactsNamesAreDeclaredWhereAProjectOnlyUsesThem() {
        func file(_ text: String) -> SwiftFile { SwiftFile(URL(filePath: "/A.swift"), text) }
        #expect(StandIns.declarations(for: [file("struct A {}")]) == nil)
        #expect(StandIns.declarations(for: [file("class A: RCTEventEmitter {}")])?.contains("class RCTEventEmitter") == true)
        let own = StandIns.declarations(for: [file("class RCTEventEmitter {}")])
        #expect(own?.contains("class RCTEventEmitter") == false)
    }
}
