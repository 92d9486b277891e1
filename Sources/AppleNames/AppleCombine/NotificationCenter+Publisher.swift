public import Foundation

extension NotificationCenter {
    /// A publisher of notifications; it publishes none.
    public struct Publisher: AppleCombine.Publisher, Sendable {
        public typealias Output = Notification
        public typealias Failure = Never

        public let center: NotificationCenter
        public let name: Notification.Name
    }

    /// A publisher of the notifications with a name; it publishes none.
    public func publisher(for name: Notification.Name, object: AnyObject? = nil) -> Publisher {
        Publisher(center: self, name: name)
    }

    /// The notifications with a name. The sequence ends at once.
    public func notifications(named name: Notification.Name, object: (AnyObject & Sendable)? = nil) -> AsyncStream<Notification>
    {
        AsyncStream { $0.finish() }
    }
}
