/// What several engines remember together of a topic that is followed in any of them, as one engine with all its followers would.
package protocol TopicSharing: AnyObject, Sendable {
    /// An engine has its first follower of a topic. Gives the events that were published to it last, the oldest first, and the newest
    /// timestamp, in seconds since 2001.
    func followed(_ topic: Topic) -> (events: [EventID], timestamp: Double)
    /// An engine brings followers of a topic along, and what it remembers.
    func followed(_ topic: Topic, remembering events: [EventID], _ timestamp: Double)
    /// An engine has no followers of a topic any more.
    func left(_ topic: Topic)
}
