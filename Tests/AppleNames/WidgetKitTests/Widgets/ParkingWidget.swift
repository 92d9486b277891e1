// Style: UIKit's colours, colours made from hex text, a material, a theme as an enum, `import UIKit`, a top-level formatter.
import ActivityKit
import SwiftUI
import UIKit
import WidgetKit

struct ParkingWidgetAttributes: ActivityAttributes {
    struct ContentState: Codable, Hashable {
        var ends: Date
        var colorHex: String
    }

    var place: String
}

extension Color {
    init(hex: String) {
        let hex = hex.trimmingCharacters(in: CharacterSet.alphanumerics.inverted)
        var int: UInt64 = 0
        Scanner(string: hex).scanHexInt64(&int)
        let (r, g, b) = (int >> 16 & 0xFF, int >> 8 & 0xFF, int & 0xFF)
        self.init(.sRGB, red: Double(r) / 255, green: Double(g) / 255, blue: Double(b) / 255, opacity: 1)
    }

    fileprivate static let curb = Color("Curb")
}

extension UIColor {
    fileprivate convenience init(rgb: UInt32) {
        self.init(
            red: CGFloat((rgb >> 16) & 0xFF) / 255, green: CGFloat((rgb >> 8) & 0xFF) / 255, blue: CGFloat(rgb & 0xFF) / 255,
            alpha: 1)
    }
}

private enum ParkingTheme {
    static let corner: CGFloat = 16
    static let ground = Color(UIColor { trait in UIColor(rgb: trait.userInterfaceStyle == .dark ? 0x142C49 : 0xFFFFFF) })
    static let rule = Color(UIColor.separator)
}

private func hours(until date: Date, from now: Date) -> String {
    let seconds = max(0, Int(date.timeIntervalSince(now)))
    return String(format: "%02d:%02d", seconds / 3600, seconds % 3600 / 60)
}

struct ParkingLiveActivity: Widget {
    var body: some WidgetConfiguration {
        ActivityConfiguration(for: ParkingWidgetAttributes.self) { context in
            VStack(spacing: 6) {
                Text(context.attributes.place)
                    .padding([.leading, .trailing])
                    .background(.thinMaterial, in: RoundedRectangle(cornerRadius: ParkingTheme.corner, style: .continuous))
                Divider().overlay(ParkingTheme.rule)
                Text(context.state.ends, style: .relative)
                    .foregroundColor(Color(hex: context.state.colorHex))
                    .shadow(color: .black.opacity(0.2), radius: 2, x: 0, y: 1)
            }
            .padding(.top, 8)
            .background(Color(UIColor.secondarySystemBackground))
            .activityBackgroundTint(Color(.systemBackground))
            .activitySystemActionForegroundColor(Color(.label))
        } dynamicIsland: { context in
            DynamicIsland {
                DynamicIslandExpandedRegion(.center) {
                    Text(context.attributes.place).foregroundColor(Color(.systemGray2))
                }
            } compactLeading: {
                Image(systemName: "parkingsign.circle").foregroundStyle(Color(uiColor: .systemTeal))
            } compactTrailing: {
                Text(hours(until: context.state.ends, from: Date(timeIntervalSince1970: 0)))
            } minimal: {
                Circle().fill(ParkingTheme.ground).overlay(Circle().stroke(Color.curb, lineWidth: 1))
            }
            .keylineTint(Color(hex: context.state.colorHex))
        }
        .configurationDisplayName("Parking")
        .description("How long the car may stay.")
        .contentMarginsDisabled()
    }
}
