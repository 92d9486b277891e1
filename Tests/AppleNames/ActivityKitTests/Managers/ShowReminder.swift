// Style: schedules a start (iOS 26) if possible, and falls back to an immediate start.
import ActivityKit
import Foundation

nonisolated struct ShowAttributes: ActivityAttributes {
    nonisolated struct ContentState: Codable, Hashable {
        var doorsOpen: Bool
        var message: String
    }
    var title: String
    var stage: String?
}

struct ShowReminder {
    var isQuiet = false

    func schedule(_ title: String, stage: String?, at date: Date) throws -> Activity<ShowAttributes> {
        let attributes = ShowAttributes(title: title, stage: stage)
        let content = ActivityContent(
            state: ShowAttributes.ContentState(doorsOpen: false, message: String(localized: "Doors open soon")),
            staleDate: date.addingTimeInterval(3600))
        guard #available(iOS 26.0, *), date > .now else {
            return try Activity.request(attributes: attributes, content: content, pushType: nil)
        }
        return try Activity.request(
            attributes: attributes, content: content, pushType: nil, style: .standard,
            alertConfiguration: alert(title, stage), start: date)
    }

    func alert(_ title: String, _ stage: String?) -> AlertConfiguration {
        AlertConfiguration(
            title: isQuiet ? "" : LocalizedStringResource(stringLiteral: title),
            body: stage.map { "On stage \($0)" } ?? "The show begins",
            sound: isQuiet ? .named("") : .default)
    }

    func openDoors(_ activity: Activity<ShowAttributes>) async {
        let minutes = 15
        await activity.update(
            .init(state: .init(doorsOpen: true, message: "Come in, \(minutes) minutes left"), staleDate: nil),
            alertConfiguration: .init(
                title: LocalizedStringResource("doors.title", defaultValue: "Doors are open", comment: "Title of an alert"),
                body: "\(minutes) minutes, \(1.5, specifier: "%.1f") km away, \("stage \(activity.attributes.stage ?? "?")")",
                sound: .default))
    }
}
