import Foundation
import LiveActivityCore
import LiveActivitySurfaces

extension DemoPlayer {
    /// An activity on show, and its looks on each surface.
    struct Presented {
        var activity: ShownActivity

        /// A part of what a surface shows; `nil` where there is nothing to be seen.
        func part(_ place: Presentation.Place, on surface: PresentationSurface, at now: Date) -> CellBox? {
            presentation(on: surface, at: now)?[place].flatMap { CellBox($0.node, at: now) }
        }

        /// The kind's own colour.
        var colour: UInt8 { presentation(on: .minimalDetached, at: .distantPast)?.keylineTint?.terminalColour ?? 244 }

        /// One sentence that says it all, for a line of text: what a person hears who does not see the card.
        func summary(at now: Date) -> String {
            presentation(on: .lockScreenIPhone393, at: now)?[.content]?.node.spokenLabel ?? ""
        }

        /// In English and for the dark, for that is what the command speaks and what most terminals are.
        private func presentation(on surface: PresentationSurface, at now: Date) -> Presentation? {
            // What is over is still drawn as it was when it is told of.
            var activity = activity
            if !activity.isSeen(on: surface) { activity.state = .active }
            var environment = EnvironmentValues()
            environment.locale = Locale(identifier: "en_GB")
            environment.colorScheme = .dark
            environment.now = now
            return try? Widgets.all.present(activity, on: surface, environment: environment)
        }
    }
}

extension Date {
    /// The hour and minute in UTC, such as `16:05`.
    var hourAndMinute: String { String(iso8601.dropFirst(11).prefix(5)) }
}
