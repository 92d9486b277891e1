/// The events that the engines of a runtime remember together for a topic, as one engine with all its followers would.
///
/// A topic's first follower in one shard may start after an event was published to followers in another; a repetition
/// of the event must be ignored here too. Which topics a start follows is known only while the engine carries it out,
/// so the memory cannot be a value that comes with the command. The implementation has a lock.
package protocol TopicSharing: AnyObject, Sendable {
    /// An engine has its first follower of a topic.
    ///
    /// - Returns: The events that were published to the topic last, the oldest first, and the newest timestamp, in
    ///   seconds since 2001.
    func followed(_ topic: Topic) -> (events: [EventID], timestamp: Double)
    /// An engine joins with followers of a topic and its own memory of it.
    func followed(_ topic: Topic, remembering events: [EventID], _ timestamp: Double)
    /// An engine has no followers of a topic any longer.
    func left(_ topic: Topic)
}
