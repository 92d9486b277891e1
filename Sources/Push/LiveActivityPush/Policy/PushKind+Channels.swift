#if Push
public import LiveActivities
public import LiveActivityCore

extension PushKind {
    /// Uses the `PushType.channel` of each activity's start as its channel. An activity without one has tokens.
    public mutating func takeChannels(from runtime: LiveActivityRuntime) {
        channel = { [weak runtime] change in
            runtime?.pushType(of: change.activity)?.channelID.flatMap { try? ChannelID($0) }
        }
    }

    /// Gives each activity the channel that its start key names. The others have tokens.
    public mutating func takeChannels(byKey channels: [StartKey: ChannelID]) {
        channel = { change in change.start?.key.flatMap { channels[$0] } }
    }
}
#endif
