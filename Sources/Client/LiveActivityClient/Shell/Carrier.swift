package import Foundation
#if canImport(FoundationNetworking)
package import FoundationNetworking
#endif

/// Carries requests to the service.
package protocol Carrier: Sendable {
    /// The results of uploads, one for each, also of those that an earlier process began. For one consumer.
    var results: AsyncStream<UploadResult> { get }
    /// Cancels the uploads of an earlier process that are still running, and removes their bodies. Their requests are sent
    /// again.
    func begin()
    /// Uploads a body, if possible also while the app is suspended.
    func upload(_ body: Data, with request: URLRequest, id: String)
    /// Sends a request whose response is needed now.
    func load(_ request: URLRequest) async throws -> (Data, URLResponse)
    /// Ends ``results``. Uploads that were begun continue.
    func end()
}

package struct UploadResult: Sendable {
    /// The id that was passed with the upload.
    package var id: String
    package var response: Result<(Data, URLResponse), any Error>

    package init(id: String, response: Result<(Data, URLResponse), any Error>) { (self.id, self.response) = (id, response) }
}

/// Uploads with a `URLSession`, on iOS with one that continues while the app is suspended.
///
/// A background session accepts only uploads from files, and reports to a delegate, also in a later process. On Linux an
/// ordinary session uploads from memory.
final class SessionCarrier: Carrier {
    let results: AsyncStream<UploadResult>
    private let continuation: AsyncStream<UploadResult>.Continuation
    /// For the bodies of uploads.
    private let folder: URL
    private let session: URLSession
    /// For requests whose response is needed now.
    private let foreground = URLSession(configuration: .ephemeral)

    /// - Parameter folder: Exists when the first upload begins.
    init(folder: URL) {
        self.folder = folder
        (results, continuation) = AsyncStream.makeStream()
        #if os(iOS)
        let configuration = URLSessionConfiguration.background(withIdentifier: LiveActivityClient.backgroundSession)
        configuration.isDiscretionary = false
        configuration.sessionSendsLaunchEvents = true
        #else
        let configuration = URLSessionConfiguration.ephemeral
        #endif
        // The client makes another attempt then.
        configuration.timeoutIntervalForResource = 3_600
        let queue = OperationQueue()
        queue.maxConcurrentOperationCount = 1
        session = URLSession(
            configuration: configuration, delegate: UploadDelegate(folder: folder, continuation), delegateQueue: queue)
    }

    func begin() {
        let files = try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        for file in files ?? [] where file.lastPathComponent.hasPrefix(Self.bodyPrefix) {
            try? FileManager.default.removeItem(at: file)
        }
        #if os(iOS)
        session.getAllTasks { tasks in for task in tasks where task.state != .completed { task.cancel() } }
        #endif
    }

    func upload(_ body: Data, with request: URLRequest, id: String) {
        #if canImport(FoundationNetworking)
        // Its upload from a file may resume a request that has ended, which traps, or resume none, which then never ends.
        let task = session.uploadTask(with: request, from: body)
        #else
        let file = Self.file(id, in: folder)
        do { try body.write(to: file) } catch {
            continuation.yield(UploadResult(id: id, response: .failure(error)))
            return
        }
        let task = session.uploadTask(with: request, fromFile: file)
        #endif
        task.taskDescription = id
        task.resume()
    }

    func load(_ request: URLRequest) async throws -> (Data, URLResponse) {
        #if canImport(FoundationNetworking)
        // It does not ask the delegate of a request that is awaited.
        try await foreground.data(for: request)
        #else
        try await foreground.data(for: request, delegate: RedirectRefusal())
        #endif
    }

    func end() {
        continuation.finish()
        session.finishTasksAndInvalidate()
        foreground.finishTasksAndInvalidate()
    }

    private static let bodyPrefix = "request-"

    fileprivate static func file(_ id: String, in folder: URL) -> URL {
        folder.appendingPathComponent(bodyPrefix + id.replacingOccurrences(of: " ", with: "-") + ".json")
    }
}

/// Passes the results of uploads on.
private final class UploadDelegate: NSObject, URLSessionDataDelegate, @unchecked Sendable {
    // `@unchecked Sendable`: the only variable is used on the session's delegate queue only, which is serial.
    private let folder: URL
    private let continuation: AsyncStream<UploadResult>.Continuation
    private var bodies: [Int: Data] = [:]

    /// A refusal has some hundred bytes.
    private static let bodyMax = 65_536

    init(folder: URL, _ continuation: AsyncStream<UploadResult>.Continuation) {
        (self.folder, self.continuation) = (folder, continuation)
        super.init()
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        let body = bodies[dataTask.taskIdentifier, default: Data()]
        bodies[dataTask.taskIdentifier] = (body + data).prefix(Self.bodyMax)
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        let body = bodies.removeValue(forKey: task.taskIdentifier) ?? Data()
        guard let id = task.taskDescription else { return }
        try? FileManager.default.removeItem(at: SessionCarrier.file(id, in: folder))
        if let response = task.response, error == nil {
            continuation.yield(UploadResult(id: id, response: .success((body, response))))
        } else {
            continuation.yield(UploadResult(id: id, response: .failure(error ?? URLError(.badServerResponse))))
        }
    }

    /// A background session on iOS follows redirects without this call, so a response is checked too (``Answer``).
    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) { completionHandler(nil) }

    #if os(iOS)
    func urlSessionDidFinishEvents(forBackgroundURLSession session: URLSession) { BackgroundEvents.finish() }
    #endif
}

#if !canImport(FoundationNetworking)
/// Follows no redirect: it would send the access token to another server, and turn a `POST` into a `GET`.
private final class RedirectRefusal: NSObject, URLSessionTaskDelegate {
    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) { completionHandler(nil) }
}
#endif

#if os(iOS)
/// The results for which iOS has launched or resumed the app.
enum BackgroundEvents {
    @MainActor private static var waiting: [CheckedContinuation<Void, Never>] = []

    /// Waits until all results were delivered.
    @MainActor static func deliver() async { await withCheckedContinuation { waiting.append($0) } }

    static func finish() {
        Task { @MainActor in
            for continuation in waiting { continuation.resume() }
            waiting = []
        }
    }
}
#endif
