#if Push
public import LiveActivities
public import LiveActivityCore

extension PushKind {
    /// Uses the `PushType.channel` with which an activity was started as its channel. An activity without one uses tokens.
    public mutating func takeChannels(from runtime: LiveActivityRuntime) {
        channel = { [weak runtime] change in
            runtime?.pushType(of: change.activity)?.channelID.flatMap { try? ChannelID($0) }
        }
    }

    /// Sets the channels of the activities with these start keys. Other activities use tokens.
    public mutating func takeChannels(byKey channels: [StartKey: ChannelID]) {
        channel = { change in change.start?.key.flatMap { channels[$0] } }
    }
}
#endif
