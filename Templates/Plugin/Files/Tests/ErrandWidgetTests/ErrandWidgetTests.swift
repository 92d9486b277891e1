import ErrandActivity
import LiveActivityTesting
import LiveActivityUI
import LiveActivityWidgetTesting
import Testing

@testable import ErrandWidget

@Suite struct ErrandWidgetTests {
    private static var widget: WidgetReader<ErrandAttributes> {
        get throws {
            try WidgetReader(
                ErrandWidget.self, kind: "errand", attributes: ErrandAttributes.self,
                strings: ErrandWidget.strings)
        }
    }

    @Test func everySurfaceShowsTheSteps() throws {
        let attributes = ErrandAttributes(title: "Blue bicycle", steps: 4)
        var state = ErrandAttributes.ContentState()
        state.done = 1
        state.expectedEnd = Scenario.epoch + 1_200
        let read = try Self.widget.reading(attributes, state, at: Scenario.epoch)
        #expect(
            read == """
                lockScreen: (checklist) | Blue bicycle | In progress | 20:00 | (25 %)
                compact: (checklist) | 1/4
                minimal: (25 %)
                expanded: (checklist) | 1/4 | Blue bicycle | In progress
                smartStack: (checklist) | Blue bicycle | In progress | 20:00 | (25 %)
                """)
    }

    @Test func theLintFindsNothingAndEveryTextIsTranslated() throws {
        let findings = try Self.widget.findings(samplesOf: ErrandProvider(), languages: ["en", "de", "ar"])
        for finding in findings { Issue.record("\(finding)") }
    }

    /// A device draws whatever content a push contains, so every content that can be decoded must be drawable.
    @Test func drawsWhateverCanBeDecoded() throws {
        #expect(try Self.widget.drawHostileContents(of: ErrandProvider()) > 0)
    }
}
