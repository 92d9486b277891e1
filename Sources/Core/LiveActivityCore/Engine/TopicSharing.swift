/// The events that the engines of a runtime remember together for a topic, as one engine with all its followers would.
///
/// A topic's first follower in one shard may start after an event was published to followers in another; a repetition
/// of the event must be ignored here too. Which topics a start follows is known only while the engine carries it out,
/// so the memory cannot be a value that comes with the command. The implementation has a lock.
package protocol TopicSharing: AnyObject, Sendable {
    /// Called when an engine gets its first follower of a topic.
    ///
    /// - Returns: The events that were published to the topic last, oldest first, and the newest timestamp, in seconds since
    ///   2001.
    func followed(_ topic: Topic) -> (events: [EventID], timestamp: Double)
    /// Called when an engine joins that already has followers of a topic, with its own memory of it.
    func followed(_ topic: Topic, remembering events: [EventID], _ timestamp: Double)
    /// Called when an engine no longer has followers of a topic.
    func left(_ topic: Topic)
}
