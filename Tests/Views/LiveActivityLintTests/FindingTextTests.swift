import LiveActivityLint
import LiveActivityWidgetTesting
import LiveActivitySurfaces
import Testing

/// A finding in a failed test is a single line with the location, the problem and the remedy.
@Suite struct FindingTextTests {
    @Test func aFindingIsOneLine() {
        let finding = Finding(
            .truncatedText, kind: "delivery", surface: .lockScreenIPhone393, path: "VStack[1].Text",
            message: "The text is cut.",
            advice: "Shorten it.", sample: "moment 3", locale: "de")
        #expect(
            finding.description
                == "delivery, lockScreen.iPhone393, VStack[1].Text (moment 3, de): truncatedText: The text is cut. Shorten it.")
        #expect(Finding(.truncatedText, path: "", message: "A.", advice: "B.").description == "truncatedText: A. B.")
    }
}
