/// The receiver of a publisher's values. It never receives one.
public protocol Subscriber<Input, Failure> {
    associatedtype Input
    associatedtype Failure: Error
    func receive(subscription: any Subscription)
    func receive(_ input: Input) -> Subscribers.Demand
    func receive(completion: Subscribers.Completion<Failure>)
}

/// The connection of a subscriber with a publisher.
public protocol Subscription: Cancellable { func request(_ demand: Subscribers.Demand) }

extension Subscribers {
    /// The number of values that a subscriber requests.
    public struct Demand: Hashable, Sendable {
        public static let unlimited = Self(), none = Self()
        public static func max(_ value: Int) -> Self { Self() }
    }
}

extension Publisher {
    /// Never calls the subscriber.
    public func subscribe(_ subscriber: some Subscriber<Output, Failure>) {}
    public func subscribe(_ subject: some Subject<Output, Failure>) -> AnyCancellable { AnyCancellable {} }
}
