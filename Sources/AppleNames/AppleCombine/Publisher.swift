public import Foundation

// The part of Combine that models and views use most, besides `ObservableObject`. Nothing is published, so a subscriber is
// never called.

/// Publishes values on iOS; here it publishes nothing.
public protocol Publisher<Output, Failure> {
    associatedtype Output
    associatedtype Failure: Error
}

/// A subscription that can be cancelled.
public protocol Cancellable {
    /// Does nothing.
    func cancel()
}

extension Cancellable {
    public func store(in set: inout Set<AnyCancellable>) { AnyCancellable(cancel).store(in: &set) }
    public func store(in collection: inout some RangeReplaceableCollection<AnyCancellable>) {
        collection.append(AnyCancellable(cancel))
    }
}

/// A subscription that never receives a value.
public final class AnyCancellable: Cancellable, Hashable, @unchecked Sendable {
    private let end: () -> Void

    public init(_ cancel: @escaping () -> Void) { end = cancel }
    public init(_ other: some Cancellable) { end = other.cancel }

    public func cancel() { end() }
    public func store(in set: inout Set<AnyCancellable>) { set.insert(self) }
    public func store(in collection: inout some RangeReplaceableCollection<AnyCancellable>) { collection.append(self) }

    /// Whether both are the same object.
    public static func == (one: AnyCancellable, other: AnyCancellable) -> Bool { one === other }
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// Any publisher; it publishes nothing.
public struct AnyPublisher<Output, Failure: Error>: Publisher {
    init() {}
    public init(_ publisher: some Publisher<Output, Failure>) {}
}

extension Publisher {
    /// Never calls its closures.
    public func sink(
        receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void, receiveValue: @escaping (Output) -> Void
    ) -> AnyCancellable { AnyCancellable {} }
    /// Publishes nothing.
    public func eraseToAnyPublisher() -> AnyPublisher<Output, Failure> { AnyPublisher() }
    public func map<New>(_ transform: @escaping (Output) -> New) -> AnyPublisher<New, Failure> { AnyPublisher() }
    public func compactMap<New>(_ transform: @escaping (Output) -> New?) -> AnyPublisher<New, Failure> { AnyPublisher() }
    public func filter(_ isIncluded: @escaping (Output) -> Bool) -> AnyPublisher<Output, Failure> { AnyPublisher() }
    public func receive(on scheduler: some Any) -> AnyPublisher<Output, Failure> { AnyPublisher() }
    public func dropFirst(_ count: Int = 1) -> AnyPublisher<Output, Failure> { AnyPublisher() }
}

extension Publisher where Failure == Never {
    /// Never calls its closure.
    public func sink(receiveValue: @escaping (Output) -> Void) -> AnyCancellable { AnyCancellable {} }
}

extension Publisher where Output: Equatable {
    /// Publishes nothing.
    public func removeDuplicates() -> AnyPublisher<Output, Failure> { AnyPublisher() }
}

/// Names that belong to subscribers.
public enum Subscribers {
    public enum Completion<Failure: Error> {
        case finished
        case failure(Failure)
    }
}

extension Timer {
    /// A publisher of dates, which never publishes one, because an image shows a single moment.
    public struct TimerPublisher: ConnectablePublisher, Sendable {
        public typealias Output = Date
        public typealias Failure = Never
    }

    /// A publisher of dates, which never publishes one.
    public static func publish(
        every interval: TimeInterval, tolerance: TimeInterval? = nil, on runLoop: RunLoop, in mode: RunLoop.Mode
    ) -> TimerPublisher { TimerPublisher() }
}
