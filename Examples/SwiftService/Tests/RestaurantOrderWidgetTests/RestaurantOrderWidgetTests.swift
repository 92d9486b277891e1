import RestaurantOrderActivity
import LiveActivityTesting
import LiveActivityUI
import LiveActivityWidgetTesting
import Testing

@testable import RestaurantOrderWidget

@Suite struct RestaurantOrderWidgetTests {
    private static var widget: WidgetReader<RestaurantOrderAttributes> {
        get throws {
            try WidgetReader(
                RestaurantOrderWidget.self, kind: "restaurantOrder", attributes: RestaurantOrderAttributes.self,
                strings: RestaurantOrderWidget.strings)
        }
    }

    @Test func everySurfaceShowsTheDishes() throws {
        let attributes = RestaurantOrderAttributes(guest: "Anna", dishes: 4)
        var state = RestaurantOrderAttributes.ContentState()
        state.done = 1
        state.expectedEnd = Scenario.epoch + 1_200
        let read = try Self.widget.reading(attributes, state, at: Scenario.epoch)
        #expect(
            read == """
                lockScreen: (fork.knife) | Anna | In the kitchen | 20:00 | (25 %)
                compact: (fork.knife) | 1/4
                minimal: (25 %)
                expanded: (fork.knife) | 1/4 | Anna | In the kitchen
                smartStack: (fork.knife) | Anna | In the kitchen | 20:00 | (25 %)
                """)
    }

    @Test func theLintFindsNothingAndEveryTextIsTranslated() throws {
        let findings = try Self.widget.findings(samplesOf: RestaurantOrderProvider(), languages: ["en", "de", "ar"])
        for finding in findings { Issue.record("\(finding)") }
    }

    /// A widget is shown whatever content a push has brought.
    @Test func drawsWhateverCanBeDecoded() throws {
        #expect(try Self.widget.drawHostileContents(of: RestaurantOrderProvider()) > 0)
    }
}
