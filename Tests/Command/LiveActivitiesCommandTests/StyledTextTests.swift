import Testing

@testable import LiveActivitiesCommand

@Suite struct StyledTextTests {
    @Test(arguments: [
        ("", 0), ("abc", 3), ("Di María", 8), ("Mari\u{301}a", 5), ("⚽", 2), ("🛵 42", 5), ("海老名", 6), ("✓", 1), ("4–2", 3),
        ("23′", 3),
    ]) func aTextHasTheWidthInCells(text: String, width: Int) {
        #expect(text.terminalWidth == width)
        #expect(StyledText(text).width == width)
        #expect(StyledText(text).padded(to: 12).width == 12)
    }

    @Test func anEllipsisStandsForWhatWasCutOff() {
        #expect(StyledText("Argentina").truncated(to: 9) == StyledText("Argentina"))
        #expect(StyledText("Argentina").truncated(to: 4) == StyledText("Arg…"))
        // A character of two cells is never cut in half.
        #expect(StyledText("海老名").truncated(to: 5) == StyledText("海老…"))
        #expect(StyledText("海老名").truncated(to: 4) == StyledText("海…"))
        #expect(StyledText("海老名").truncated(to: 0) == StyledText())
    }

    @Test func theLeftTextIsCutOffIfBothDoNotFit() {
        #expect(StyledText.spread(StyledText("left"), StyledText("right"), width: 12) == StyledText("left   right"))
        #expect(StyledText.spread(StyledText("a long left"), StyledText("right"), width: 12) == StyledText("a lon… right"))
    }
}
