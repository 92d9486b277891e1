import LiveActivityCore

/// The texts of alerts and actions, in English. The widget's texts are in `Localizable.xcstrings`.
enum WaitQueueStrings {
    static func nextInLine(_ attributes: WaitQueueAttributes) -> AlertConfiguration {
        AlertConfiguration(title: "You are next", body: .literal("\(attributes.waitlistName): please come over."))
    }

    static func called(_ attributes: WaitQueueAttributes, minutes: Int) -> AlertConfiguration {
        AlertConfiguration(
            title: "It is your turn",
            body: .literal(
                "\(attributes.waitlistName) is holding your place for \(minutes) \(minutes == 1 ? "minute" : "minutes")."))
    }

    static let leaveQueue = "Leave queue"
    static let moreTime = "5 more minutes"
}
