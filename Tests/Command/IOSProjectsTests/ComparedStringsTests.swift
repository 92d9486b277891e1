import Testing

@testable import IOSProjects

@Suite struct ComparedStringsTests {
    @Test func stringsAreFoundByThePropertyThatIsComparedWithThem() {
        let found = ComparedStrings.all(in: [
            #"""
            if context.state.status == "late" || state.status.lowercased() != "gone" { }
            if name == "" || name == "a \(b)" { }
            switch context.state.phase {
            case "boarding", "gate": return if status == "late" { 1 } else { 2 }
            case "inAir": return 3
            default: return 4
            }
            """#,
            "switch mode.lowercased() { case \"eco\": 1 }; let other = \"eco\"",
        ])
        #expect(found == ["status": ["late", "gone"], "phase": ["boarding", "gate", "inAir"], "mode": ["eco"]])
    }

    @Test func thereAreAtMostEightOfOneProperty() {
        let text = (1...9).map { "if step == \"s\($0)\" {}" }.joined(separator: "\n")
        #expect(ComparedStrings.all(in: [text]) == ["step": (1...8).map { "s\($0)" }])
    }

    @Test func aSwitchThatDoesNotEndHasNone() { #expect(ComparedStrings.all(in: ["switch step { case \"a\": {"]) == [:]) }
}
