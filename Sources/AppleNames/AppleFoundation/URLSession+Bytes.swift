public import Foundation
public import FoundationNetworking

extension URLSession {
    /// The bytes of a response. They are iterated when the response is complete, while on iOS they are as they arrive.
    public struct AsyncBytes: AsyncSequence, Sendable {
        public typealias Element = UInt8

        private let data: Data
        /// Always a finished task.
        public let task: URLSessionDataTask

        fileprivate init(_ data: Data, _ task: URLSessionDataTask) { (self.data, self.task) = (data, task) }

        public struct AsyncIterator: AsyncIteratorProtocol {
            fileprivate var bytes: Data.Iterator
            public mutating func next() async throws -> UInt8? { bytes.next() }
        }
        public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(bytes: data.makeIterator()) }
    }

    public func bytes(from url: URL, delegate: (any URLSessionTaskDelegate)? = nil) async throws -> (AsyncBytes, URLResponse) {
        try await bytes(for: URLRequest(url: url), delegate: delegate)
    }
    public func bytes(for request: URLRequest, delegate: (any URLSessionTaskDelegate)? = nil) async throws
        -> (AsyncBytes, URLResponse)
    {
        let (data, response) = try await data(for: request, delegate: delegate)
        return (AsyncBytes(data, dataTask(with: request)), response)
    }
}

extension URL {
    public var resourceBytes: AsyncThrowingStream<UInt8, any Error> {
        AsyncThrowingStream { stream in
            do {
                for byte in try Data(contentsOf: self) { stream.yield(byte) }
                stream.finish()
            } catch { stream.finish(throwing: error) }
        }
    }
    public var lines: AsyncLineSequence<AsyncThrowingStream<UInt8, any Error>> { resourceBytes.lines }
}

/// The lines of bytes in UTF-8, without the empty ones, as on iOS.
public struct AsyncLineSequence<Base: AsyncSequence>: AsyncSequence where Base.Element == UInt8 {
    public typealias Element = String

    fileprivate let base: Base

    public struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate var bytes: Base.AsyncIterator

        public mutating func next() async throws -> String? {
            var line: [UInt8] = []
            while let byte = try await bytes.next() {
                guard byte == 10 || byte == 13 else {
                    line.append(byte)
                    continue
                }
                if !line.isEmpty { return String(decoding: line, as: UTF8.self) }
            }
            return line.isEmpty ? nil : String(decoding: line, as: UTF8.self)
        }
    }
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(bytes: base.makeAsyncIterator()) }
}

extension AsyncLineSequence: Sendable where Base: Sendable {}

extension AsyncSequence where Element == UInt8 {
    public var lines: AsyncLineSequence<Self> { AsyncLineSequence(base: self) }
}
