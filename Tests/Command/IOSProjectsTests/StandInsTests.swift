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

    @Test func namesOfReactAreDeclaredWhereAProjectUsesThemAndDoesNotDeclareThem() {
        func file(_ text: String) -> SwiftFile { SwiftFile(URL(filePath: "/A.swift"), text) }
        #expect(StandIns.declarations(for: [file("struct A {}")]) == nil)
        #expect(StandIns.declarations(for: [file("class A: RCTEventEmitter {}")])?.contains("class RCTEventEmitter") == true)
        let own = StandIns.declarations(for: [file("class RCTEventEmitter {}")])
        #expect(own?.contains("class RCTEventEmitter") == false)
    }
}
