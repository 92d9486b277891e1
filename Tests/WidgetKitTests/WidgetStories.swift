// The widgets in `Widgets/` are written as apps write them, and compiled in both language modes. Here each is resolved, and what it shows
// is compared whole.
import ActivityKit
import AlarmKit
import Foundation
import LiveActivityUI
import Testing

@Suite struct WidgetStories {
    private let noon = Date(timeIntervalSince1970: 1_800_000_000)

    @Test func emoji() throws {
        #expect(
            try Looks(EmojiLiveActivity(), EmojiWidgetAttributes(name: "World"), .init(emoji: "😀"))
                == Looks(
                    content: "",
                    expanded: [:],
                    compact: [], minimal: ""))
    }
}
