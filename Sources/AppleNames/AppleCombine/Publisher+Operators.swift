public import Foundation

// More operators. Nothing is published, so their closures are never called.

extension Publisher {
    public func debounce(for dueTime: SchedulerInterval, scheduler: some Any) -> AnyPublisher<Output, Failure> {
        AnyPublisher()
    }
    public func throttle(
        for interval: SchedulerInterval, scheduler: some Any, latest: Bool
    ) -> AnyPublisher<Output, Failure> { AnyPublisher() }
    public func delay(for interval: SchedulerInterval, scheduler: some Any) -> AnyPublisher<Output, Failure> { AnyPublisher() }
    public func subscribe(on scheduler: some Any) -> AnyPublisher<Output, Failure> { AnyPublisher() }
    public func share() -> AnyPublisher<Output, Failure> { AnyPublisher() }
    public func first() -> AnyPublisher<Output, Failure> { AnyPublisher() }
    public func first(where predicate: @escaping (Output) -> Bool) -> AnyPublisher<Output, Failure> { AnyPublisher() }
    public func prefix(_ count: Int) -> AnyPublisher<Output, Failure> { AnyPublisher() }
    public func prepend(_ elements: Output...) -> AnyPublisher<Output, Failure> { AnyPublisher() }
    public func scan<Result>(_ initial: Result, _ next: @escaping (Result, Output) -> Result) -> AnyPublisher<Result, Failure> {
        AnyPublisher()
    }
    public func removeDuplicates(by predicate: @escaping (Output, Output) -> Bool) -> AnyPublisher<Output, Failure> {
        AnyPublisher()
    }
    public func tryMap<New>(_ transform: @escaping (Output) throws -> New) -> AnyPublisher<New, any Error> { AnyPublisher() }
    public func flatMap<P: Publisher>(_ transform: @escaping (Output) -> P) -> AnyPublisher<P.Output, Failure> {
        AnyPublisher()
    }
    public func mapError<New: Error>(_ transform: @escaping (Failure) -> New) -> AnyPublisher<Output, New> { AnyPublisher() }
    public func replaceError(with output: Output) -> AnyPublisher<Output, Never> { AnyPublisher() }
    public func `catch`<P: Publisher>(_ handler: @escaping (Failure) -> P) -> AnyPublisher<Output, P.Failure>
    where P.Output == Output { AnyPublisher() }
    public func handleEvents(
        receiveOutput: ((Output) -> Void)? = nil, receiveCompletion: ((Subscribers.Completion<Failure>) -> Void)? = nil,
        receiveCancel: (() -> Void)? = nil
    ) -> AnyPublisher<Output, Failure> { AnyPublisher() }
    public func merge<P: Publisher>(with other: P) -> AnyPublisher<Output, Failure> where P.Output == Output {
        AnyPublisher()
    }
    public func combineLatest<P: Publisher>(_ other: P) -> AnyPublisher<(Output, P.Output), Failure> { AnyPublisher() }
    public func combineLatest<P: Publisher, Q: Publisher>(_ second: P, _ third: Q)
        -> AnyPublisher<(Output, P.Output, Q.Output), Failure>
    { AnyPublisher() }
    public func combineLatest<P: Publisher, New>(_ other: P, _ transform: @escaping (Output, P.Output) -> New)
        -> AnyPublisher<New, Failure>
    { AnyPublisher() }
    public func decode<Item: Decodable>(type: Item.Type, decoder: some Any) -> AnyPublisher<Item, any Error> { AnyPublisher() }
}

extension Publisher where Failure == Never {
    public func assign<Root: AnyObject>(to keyPath: ReferenceWritableKeyPath<Root, Output>, on object: Root) -> AnyCancellable {
        AnyCancellable {}
    }
    public func assign(to published: inout AnyPublisher<Output, Never>) {}
    public var values: AsyncStream<Output> { AsyncStream { $0.finish() } }
}

/// A publisher of one value; it publishes nothing.
public struct Just<Output>: Publisher {
    public typealias Failure = Never
    public let output: Output
    public init(_ output: Output) { self.output = output }
}

public struct Empty<Output, Failure: Error>: Publisher { public init(completeImmediately: Bool = true) {} }

public struct Fail<Output, Failure: Error>: Publisher {
    public let error: Failure
    public init(error: Failure) { self.error = error }
    public init(outputType: Output.Type, failure: Failure) { error = failure }
}

/// A publisher of a later value. Its closure is never called.
public final class Future<Output, Failure: Error>: Publisher {
    public typealias Promise = (Result<Output, Failure>) -> Void
    public init(_ attemptToFulfill: @escaping (@escaping Promise) -> Void) {}
}

/// Several publishers in one; it publishes nothing.
public enum Publishers {
    public struct CombineLatest<A: Publisher, B: Publisher>: Publisher where A.Failure == B.Failure {
        public typealias Output = (A.Output, B.Output)
        public typealias Failure = A.Failure
        public init(_ a: A, _ b: B) {}
    }
    public struct CombineLatest3<A: Publisher, B: Publisher, C: Publisher>: Publisher
    where A.Failure == B.Failure, B.Failure == C.Failure {
        public typealias Output = (A.Output, B.Output, C.Output)
        public typealias Failure = A.Failure
        public init(_ a: A, _ b: B, _ c: C) {}
    }
    public struct Merge<A: Publisher, B: Publisher>: Publisher where A.Failure == B.Failure, A.Output == B.Output {
        public typealias Output = A.Output
        public typealias Failure = A.Failure
        public init(_ a: A, _ b: B) {}
    }
}
