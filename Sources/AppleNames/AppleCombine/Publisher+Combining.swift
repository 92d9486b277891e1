public import Foundation

// Operators that join, count and time values. Nothing is published, so their closures are never called.

extension Publisher {
    public func setFailureType<New: Error>(to type: New.Type) -> AnyPublisher<Output, New> where Failure == Never {
        AnyPublisher()
    }
    public func collect() -> AnyPublisher<[Output], Failure> { AnyPublisher() }
    public func collect(_ count: Int) -> AnyPublisher<[Output], Failure> { AnyPublisher() }
    public func last() -> AnyPublisher<Output, Failure> { AnyPublisher() }
    public func last(where predicate: @escaping (Output) -> Bool) -> AnyPublisher<Output, Failure> { AnyPublisher() }
    public func ignoreOutput() -> AnyPublisher<Never, Failure> { AnyPublisher() }
    public func replaceEmpty(with output: Output) -> AnyPublisher<Output, Failure> { AnyPublisher() }
    public func replaceNil<Wrapped>(with output: Wrapped) -> AnyPublisher<Wrapped, Failure> where Output == Wrapped? {
        AnyPublisher()
    }
    public func append(_ elements: Output...) -> AnyPublisher<Output, Failure> { AnyPublisher() }
    public func append<P: Publisher<Output, Failure>>(_ other: P) -> AnyPublisher<Output, Failure> { AnyPublisher() }
    public func prepend<P: Publisher<Output, Failure>>(_ other: P) -> AnyPublisher<Output, Failure> { AnyPublisher() }
    public func drop(while predicate: @escaping (Output) -> Bool) -> AnyPublisher<Output, Failure> { AnyPublisher() }
    public func prefix(while predicate: @escaping (Output) -> Bool) -> AnyPublisher<Output, Failure> { AnyPublisher() }
    public func prefix<P: Publisher>(untilOutputFrom other: P) -> AnyPublisher<Output, Failure> { AnyPublisher() }
    public func reduce<New>(_ initial: New, _ next: @escaping (New, Output) -> New) -> AnyPublisher<New, Failure> {
        AnyPublisher()
    }
    public func count() -> AnyPublisher<Int, Failure> { AnyPublisher() }
    public func allSatisfy(_ predicate: @escaping (Output) -> Bool) -> AnyPublisher<Bool, Failure> { AnyPublisher() }
    public func contains(where predicate: @escaping (Output) -> Bool) -> AnyPublisher<Bool, Failure> { AnyPublisher() }
    public func tryFilter(_ isIncluded: @escaping (Output) throws -> Bool) -> AnyPublisher<Output, any Error> {
        AnyPublisher()
    }
    public func tryCompactMap<New>(_ transform: @escaping (Output) throws -> New?) -> AnyPublisher<New, any Error> {
        AnyPublisher()
    }
    public func tryCatch<P: Publisher>(_ handler: @escaping (Failure) throws -> P) -> AnyPublisher<Output, any Error>
    where P.Output == Output { AnyPublisher() }
    public func flatMap<P: Publisher>(
        maxPublishers: Subscribers.Demand, _ transform: @escaping (Output) -> P
    ) -> AnyPublisher<P.Output, Failure> { AnyPublisher() }
    public func switchToLatest() -> AnyPublisher<Output.Output, Failure> where Output: Publisher { AnyPublisher() }
    public func zip<P: Publisher>(_ other: P) -> AnyPublisher<(Output, P.Output), Failure> { AnyPublisher() }
    public func zip<P: Publisher, Q: Publisher>(_ second: P, _ third: Q)
        -> AnyPublisher<(Output, P.Output, Q.Output), Failure>
    { AnyPublisher() }
    public func combineLatest<P: Publisher, Q: Publisher, R: Publisher>(_ second: P, _ third: Q, _ fourth: R)
        -> AnyPublisher<(Output, P.Output, Q.Output, R.Output), Failure>
    { AnyPublisher() }
    public func merge<P: Publisher, Q: Publisher>(with second: P, _ third: Q) -> AnyPublisher<Output, Failure>
    where P.Output == Output, Q.Output == Output { AnyPublisher() }
    public func retry(_ retries: Int) -> AnyPublisher<Output, Failure> { AnyPublisher() }
    public func timeout(
        _ interval: SchedulerInterval, scheduler: some Any, customError: (() -> Failure)? = nil
    ) -> AnyPublisher<Output, Failure> { AnyPublisher() }
    public func print(_ prefix: String = "") -> AnyPublisher<Output, Failure> { AnyPublisher() }
    public func encode(encoder: some Any) -> AnyPublisher<Data, any Error> where Output: Encodable { AnyPublisher() }
    public func map<A>(_ keyPath: KeyPath<Output, A>) -> AnyPublisher<A, Failure> { AnyPublisher() }
    public func assertNoFailure(_ prefix: String = "") -> AnyPublisher<Output, Never> { AnyPublisher() }
    public func multicast(_ makeSubject: @escaping () -> some Subject<Output, Failure>) -> AnyPublisher<Output, Failure> {
        AnyPublisher()
    }
}

extension Publisher where Output: Equatable {
    public func contains(_ output: Output) -> AnyPublisher<Bool, Failure> { AnyPublisher() }
}

extension Publisher where Output: Comparable {
    public func min() -> AnyPublisher<Output, Failure> { AnyPublisher() }
    public func max() -> AnyPublisher<Output, Failure> { AnyPublisher() }
}

/// A publisher that is created for each subscriber. Its closure is never called.
public struct Deferred<Deferred: Publisher>: Publisher {
    public typealias Output = Deferred.Output
    public typealias Failure = Deferred.Failure
    public init(createPublisher: @escaping () -> Deferred) {}
}

extension Publishers {
    public struct MergeMany<Upstream: Publisher>: Publisher {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure
        public init(_ upstream: Upstream...) {}
        public init(_ upstream: some Sequence<Upstream>) {}
    }
    public struct Merge3<A: Publisher, B: Publisher, C: Publisher>: Publisher {
        public typealias Output = A.Output
        public typealias Failure = A.Failure
        public init(_ a: A, _ b: B, _ c: C) {}
    }
    public struct Zip<A: Publisher, B: Publisher>: Publisher {
        public typealias Output = (A.Output, B.Output)
        public typealias Failure = A.Failure
        public init(_ a: A, _ b: B) {}
    }
    public struct Zip3<A: Publisher, B: Publisher, C: Publisher>: Publisher {
        public typealias Output = (A.Output, B.Output, C.Output)
        public typealias Failure = A.Failure
        public init(_ a: A, _ b: B, _ c: C) {}
    }
    public struct CombineLatest4<A: Publisher, B: Publisher, C: Publisher, D: Publisher>: Publisher {
        public typealias Output = (A.Output, B.Output, C.Output, D.Output)
        public typealias Failure = A.Failure
        public init(_ a: A, _ b: B, _ c: C, _ d: D) {}
    }
}

extension Sequence {
    /// A publisher of the elements; it publishes nothing.
    public var publisher: AnyPublisher<Element, Never> { AnyPublisher() }
}
extension Optional {
    public var publisher: AnyPublisher<Wrapped, Never> { AnyPublisher() }
}
extension Result {
    public var publisher: AnyPublisher<Success, Failure> { AnyPublisher() }
}
