import Foundation
import LiveActivityCore
import LiveActivitySurfaces

extension DemoPlayer {
    /// A displayed activity, and its appearance on each surface.
    struct Presented {
        var activity: ShownActivity
        let widgets: ActivityWidgets

        /// One region of a surface's presentation; `nil` if it is empty.
        func part(_ region: Presentation.Region, on surface: SizedSurface, at now: Date) -> CellBox? {
            presentation(on: surface, at: now)?[region].flatMap { CellBox($0.node, at: now) }
        }

        /// The key colour of the kind.
        var colour: UInt8 { presentation(on: .minimalDetached, at: .distantPast)?.keylineTint?.terminalColour ?? 244 }

        /// The state in one sentence, for a line of text: the accessibility label of the card.
        func summary(at now: Date) -> String {
            presentation(on: .lockScreenIPhone393, at: now)?[.content]?.node.spokenLabel ?? ""
        }

        /// Resolved in English, like the rest of the command, and in dark mode, like most terminals.
        private func presentation(on surface: SizedSurface, at now: Date) -> Presentation? {
            // An activity that has ended is still drawn when its last change is shown.
            var activity = activity
            if !activity.isSeen(on: surface) { activity.state = .active }
            var environment = EnvironmentValues()
            environment.locale = Locale(identifier: "en_GB")
            environment.colorScheme = .dark
            environment.now = now
            return try? widgets.present(activity, on: surface, environment: environment)
        }
    }
}

extension Date {
    /// The hour and minute in UTC, such as `16:05`.
    var hourAndMinute: String { String(iso8601.dropFirst(11).prefix(5)) }
}
