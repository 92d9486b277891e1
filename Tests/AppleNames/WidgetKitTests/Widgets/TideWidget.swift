// Style: everything in one file, like a new project: attributes with their nested state, inline views, samples as private
// statics, #Preview.
import ActivityKit
import WidgetKit
import SwiftUI

struct TideAttributes: ActivityAttributes {
    public struct ContentState: Codable, Hashable {
        /// Centimetres above mean low water.
        var level: Int
        var isRising: Bool
    }

    var harbour: String
}

struct TideLiveActivity: Widget {
    var body: some WidgetConfiguration {
        ActivityConfiguration(for: TideAttributes.self) { context in
            VStack(alignment: .leading) {
                Text(context.attributes.harbour).font(.headline)
                Text("\(context.state.level) cm")
            }
            .activityBackgroundTint(Color.cyan)
            .activitySystemActionForegroundColor(Color.black)

        } dynamicIsland: { context in
            DynamicIsland {
                DynamicIslandExpandedRegion(.leading) {
                    Text(context.attributes.harbour)
                }
                DynamicIslandExpandedRegion(.trailing) {
                    Text(context.state.isRising ? "rising" : "falling")
                }
                DynamicIslandExpandedRegion(.bottom) {
                    Text("Level \(context.state.level) cm")
                }
            } compactLeading: {
                Text(context.state.isRising ? "↑" : "↓")
            } compactTrailing: {
                Text("\(context.state.level)")
            } minimal: {
                Text("\(context.state.level)")
            }
            .widgetURL(URL(string: "tides://harbour"))
            .keylineTint(Color.red)
        }
    }
}

extension TideAttributes {
    fileprivate static var sample: TideAttributes { TideAttributes(harbour: "Husum") }
}

extension TideAttributes.ContentState {
    fileprivate static var low: TideAttributes.ContentState { TideAttributes.ContentState(level: 20, isRising: true) }

    fileprivate static var high: TideAttributes.ContentState { TideAttributes.ContentState(level: 350, isRising: false) }
}

#Preview("Lock Screen", as: .content, using: TideAttributes.sample) {
    TideLiveActivity()
} contentStates: {
    TideAttributes.ContentState.low
    TideAttributes.ContentState.high
}
