/// A publisher that starts when it is connected. It publishes nothing.
public protocol ConnectablePublisher<Output, Failure>: Publisher {}

extension ConnectablePublisher {
    public func connect() -> any Cancellable { AnyCancellable {} }
    public func autoconnect() -> Publishers.Autoconnect<Self> { Publishers.Autoconnect(upstream: self) }
}

extension Publishers {
    /// A publisher that is connected by its first subscriber.
    public struct Autoconnect<Upstream: ConnectablePublisher>: Publisher {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure
        public let upstream: Upstream
    }
}

extension Publishers.Autoconnect: Sendable where Upstream: Sendable {}
