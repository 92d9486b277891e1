// Style: Xcode's template, hardly changed: attributes in the same file, everything inline, sample states as private statics, #Preview.
import ActivityKit
import WidgetKit
import SwiftUI

struct EmojiWidgetAttributes: ActivityAttributes {
    public struct ContentState: Codable, Hashable {
        // What changes about the activity.
        var emoji: String
    }

    // What stays as it is.
    var name: String
}

struct EmojiLiveActivity: Widget {
    var body: some WidgetConfiguration {
        ActivityConfiguration(for: EmojiWidgetAttributes.self) { context in
            VStack {
                Text("Hello \(context.state.emoji)")
            }
            .activityBackgroundTint(Color.cyan)
            .activitySystemActionForegroundColor(Color.black)

        } dynamicIsland: { context in
            DynamicIsland {
                DynamicIslandExpandedRegion(.leading) {
                    Text("Leading")
                }
                DynamicIslandExpandedRegion(.trailing) {
                    Text("Trailing")
                }
                DynamicIslandExpandedRegion(.bottom) {
                    Text("Bottom \(context.state.emoji)")
                    // more content
                }
            } compactLeading: {
                Text("L")
            } compactTrailing: {
                Text("T \(context.state.emoji)")
            } minimal: {
                Text(context.state.emoji)
            }
            .widgetURL(URL(string: "https://swift.org"))
            .keylineTint(Color.red)
        }
    }
}

extension EmojiWidgetAttributes {
    fileprivate static var preview: EmojiWidgetAttributes {
        EmojiWidgetAttributes(name: "World")
    }
}

extension EmojiWidgetAttributes.ContentState {
    fileprivate static var smiley: EmojiWidgetAttributes.ContentState {
        EmojiWidgetAttributes.ContentState(emoji: "😀")
    }

    fileprivate static var starEyes: EmojiWidgetAttributes.ContentState {
        EmojiWidgetAttributes.ContentState(emoji: "🤩")
    }
}

#Preview("Notification", as: .content, using: EmojiWidgetAttributes.preview) {
    EmojiLiveActivity()
} contentStates: {
    EmojiWidgetAttributes.ContentState.smiley
    EmojiWidgetAttributes.ContentState.starEyes
}
