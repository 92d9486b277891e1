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

    @Test func whatAsksForAnIPhoneGetsIt() {
        let text = """
            import OSLog
            @preconcurrency import os.log
            import osmosis
            #if os(iOS) && !os(watchOS)
            let a = "os(iOS)" // #if os(iOS)
            #elseif !os(iOS)
            """
        let expected = """
            import os
            @preconcurrency import os
            import osmosis
            #if    true && !os(watchOS)
            let a = "os(iOS)" // #if os(iOS)
            #elseif !   true
            """
        #expect(StandIns.asOniOS(text) == expected)
    }

    @Test func valuesAreMadeNonisolatedAndNothingElseIs() {
        let text = """
            extension A {
                public struct ContentState: Codable, Hashable { var b: B }
            }
            enum B: String, Codable { case c }
            struct Card: View { let text = "struct D: Codable" }
            @MainActor struct E: Codable {}
            // struct F: Codable
            """
        let expected = """
            extension A {
                nonisolated public struct ContentState: Codable, Hashable { var b: B }
            }
            nonisolated enum B: String, Codable { case c }
            struct Card: View { let text = "struct D: Codable" }
            @MainActor struct E: Codable {}
            // struct F: Codable
            """
        #expect(StandIns.withNonisolatedValues(text) == expected)
    }

    /// A picture is drawn where no app has stored anything.
    @Test func textsOfSharedSettingsAreThereInPicturesOnly() {
        let file = SwiftFile(
            URL(filePath: "/A.swift"), "import Foundation\nlet a = UserDefaults(suiteName: group)!.string(forKey: \"a\")!")
        #expect(StandIns.declarations(for: [file]) == nil)
        #expect(StandIns.declarations(for: [file], isDrawn: true)?.contains("func string(forKey key: String)") == true)
        let other = SwiftFile(
            URL(filePath: "/B.swift"), "import Foundation\nlet b = UserDefaults.standard.string(forKey: \"b\")")
        #expect(StandIns.declarations(for: [other], isDrawn: true) == nil)
    }

    @Test func namesOfReactAreDeclaredWhereAProjectUsesThemAndDoesNotDeclareThem() {
        func file(_ text: String) -> SwiftFile { SwiftFile(URL(filePath: "/A.swift"), text) }
        #expect(StandIns.declarations(for: [file("struct A {}")]) == nil)
        #expect(StandIns.declarations(for: [file("class A: RCTEventEmitter {}")])?.contains("class RCTEventEmitter") == true)
        let own = StandIns.declarations(for: [file("class RCTEventEmitter {}")])
        #expect(own?.contains("class RCTEventEmitter") == false)
    }
}
