#if Service && os(Linux)
import Foundation
import FoundationNetworking
import Synchronization

@testable import LiveActivityClient

/// The app's network: the client's own sessions, which a test disconnects.
final class AppWire: Carrier {
    let results: AsyncStream<UploadResult>
    /// The targets of the requests that the service has accepted, such as `tokens start`.
    let accepted: AsyncStream<String>
    private let inner: SessionCarrier
    private let disconnected = Mutex(false)

    init(folder: URL) {
        let inner = SessionCarrier(folder: folder)
        self.inner = inner
        let (results, passed) = AsyncStream.makeStream(of: UploadResult.self)
        let (accepted, named) = AsyncStream.makeStream(of: String.self)
        (self.results, self.accepted) = (results, accepted)
        // The name is part of the id, so that the relay needs no other state.
        Task {
            for await result in inner.results {
                let parts = result.id.split(separator: "=", maxSplits: 1).map(String.init)
                passed.yield(UploadResult(id: parts[1], response: result.response))
                guard case .success((_, let response)) = result.response,
                    let status = (response as? HTTPURLResponse)?.statusCode, (200..<300).contains(status)
                else { continue }
                named.yield(parts[0])
            }
            passed.finish()
            named.finish()
        }
    }

    var isDisconnected: Bool {
        get { disconnected.withLock { $0 } }
        set { disconnected.withLock { $0 = newValue } }
    }

    /// Waits until the service has accepted a request for one of these.
    func wait(for name: String, or other: String? = nil) async {
        for await next in accepted where next == name || next == other { break }
    }

    func begin() { inner.begin() }

    func upload(_ body: Data, with request: URLRequest, id: String) {
        let members = (try? JSONSerialization.jsonObject(with: body)) as? [String: Any] ?? [:]
        let target = ["start", "activity"].first { members[$0] != nil }
        let name = [request.url?.lastPathComponent, target].compactMap { $0 }.joined(separator: " ")
        inner.upload(body, with: request.inThisNetwork(isDisconnected), id: "\(name)=\(id)")
    }

    func load(_ request: URLRequest) async throws -> (Data, URLResponse) {
        try await inner.load(request.inThisNetwork(isDisconnected))
    }

    func end() { inner.end() }
}

extension URLRequest {
    /// - Parameter isDisconnected: Whether the request goes to a port at which nothing listens.
    fileprivate func inThisNetwork(_ isDisconnected: Bool) -> URLRequest {
        guard isDisconnected, let url, var parts = URLComponents(url: url, resolvingAgainstBaseURL: false) else { return self }
        var request = self
        parts.port = 1
        request.url = parts.url
        return request
    }
}

/// A clock that a test sets.
final class AppClock: Sendable {
    private struct State {
        var now = Date()
        var sleepers: [Int: (date: Date, wake: AsyncStream<Void>.Continuation)] = [:]
        var number = 0
    }

    private let state = Mutex(State())

    var time: ClientTime {
        ClientTime(now: { self.state.withLock { $0.now } }, sleep: { date in try await self.sleep(until: date) })
    }

    func advance(by seconds: Double) {
        let due = state.withLock { state in
            state.now += seconds
            let due = state.sleepers.filter { $0.value.date <= state.now }
            for number in due.keys { state.sleepers[number] = nil }
            return due.values.map(\.wake)
        }
        for wake in due { wake.finish() }
    }

    private func sleep(until date: Date) async throws {
        let (stream, wake) = AsyncStream.makeStream(of: Void.self)
        let isOver = state.withLock { state in
            guard date > state.now else { return true }
            state.number += 1
            state.sleepers[state.number] = (date, wake)
            return false
        }
        if !isOver { for await _ in stream {} }
        try Task.checkCancellation()
    }
}
#endif
