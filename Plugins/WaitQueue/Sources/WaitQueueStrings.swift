import LiveActivityCore

/// Every word that the plugin says, in one place so that it can be translated.
enum WaitQueueStrings {
    static func nextInLine(_ attributes: WaitQueueAttributes) -> AlertConfiguration {
        AlertConfiguration(title: "You are next", body: .literal("\(attributes.waitlistName): please come closer."))
    }

    static func called(_ attributes: WaitQueueAttributes, minutes: Int) -> AlertConfiguration {
        AlertConfiguration(
            title: "It is your turn",
            body: .literal("\(attributes.waitlistName) holds your place for \(minutes) \(minutes == 1 ? "minute" : "minutes").")
        )
    }

    static let leaveQueue = "Leave queue"
    static let moreTime = "5 more minutes"
}
