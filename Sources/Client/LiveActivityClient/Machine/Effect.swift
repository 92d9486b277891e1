import Foundation

/// What the shell does for ``ClientMachine``, in the order in which the machine returns it.
enum Effect: Equatable {
    /// Writes ``ClientMachine/stored``, before any request that follows is sent.
    case store
    case send(ServiceRequest)
    /// Requests the owner's activities of a kind; the result is passed to ``ClientMachine/listed(_:attempt:_:at:)``.
    case list(kind: String, attempt: Int)
    /// Ends an activity on the device that the service does not have.
    case end(activity: String, kind: String)
    /// Creates another installation, for ``ClientMachine/replace(_:at:)``.
    case replaceInstallation
    case report(ClientProblem)
}

/// A `POST` to the service. Every request may be repeated without further effect.
struct ServiceRequest: Equatable {
    /// The identity of an attempt. Its text is stored with an upload, so that its response is recognised in a later process.
    struct ID: Hashable {
        var sequence: Int
        var attempt: Int

        var text: String { "\(sequence) \(attempt)" }

        init(sequence: Int, attempt: Int) { (self.sequence, self.attempt) = (sequence, attempt) }

        init?(_ text: String) {
            let numbers = text.split(separator: " ").compactMap { Int($0) }
            guard numbers.count == 2 else { return nil }
            self.init(sequence: numbers[0], attempt: numbers[1])
        }
    }

    var id: ID
    /// Such as `["v1", "tokens"]`.
    var path: [String]
    /// A JSON object.
    var body: Data
}

/// The result of a request.
enum Answer: Equatable {
    /// A response of the service.
    ///
    /// - Parameter retryAfter: The time for which the service asks not to repeat the request, in seconds.
    case response(status: Int, code: String? = nil, detail: String? = nil, retryAfter: Double? = nil)
    /// A response that is not the service's, such as the sign-in page of a network or the error page of a proxy: whether the
    /// service accepts the request is not known.
    case foreign(status: Int, reason: String, retryAfter: Double? = nil)
    /// There was no response.
    case failed(String)
}

/// One of the owner's activities, as the service lists it.
package struct ServiceRecord: Equatable, Sendable {
    /// The service's id.
    package var id: String
    package var state: String
    /// The canonical JSON of the attributes; `nil` if the app cannot decode them.
    package var attributes: String?

    package init(id: String, state: String, attributes: String?) {
        (self.id, self.state, self.attributes) = (id, state, attributes)
    }

    var isLive: Bool { state == "active" || state == "stale" }

    /// - Parameter inAnyOrder: Whether the elements of arrays may have another order.
    func has(_ text: String, inAnyOrder: Bool) -> Bool {
        guard let attributes else { return false }
        return attributes == text || inAnyOrder && CanonicalJSON.areEqualInAnyOrder(attributes, text)
    }
}

enum ListAnswer: Equatable {
    /// - Parameter isComplete: Whether these are all of the owner's activities of the kind.
    case records([ServiceRecord], isComplete: Bool = true)
    case other(Answer)
}
