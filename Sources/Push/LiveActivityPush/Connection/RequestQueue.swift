#if Push
import NIOCore

/// A request that waits for a free stream.
struct WaitingRequest: Sendable {
    let request: PushRequest
    let waitsUntil: NIODeadline
    let whenAnswered: @Sendable (Result<PushAnswer, PushError>) -> Void
}

/// Requests in the order in which they were added. Removing the first does not move the others.
struct RequestQueue {
    private var requests: [WaitingRequest?] = []
    private var first = 0

    var count: Int { requests.count - first }
    var isEmpty: Bool { count == 0 }
    var oldest: WaitingRequest? { first < requests.count ? requests[first] : nil }

    mutating func append(_ request: WaitingRequest) { requests.append(request) }

    mutating func take(_ limit: Int) -> [WaitingRequest] {
        let taken = min(limit, count)
        guard taken > 0 else { return [] }
        var list: [WaitingRequest] = []
        list.reserveCapacity(taken)
        for index in first..<first + taken {
            if let request = requests[index] { list.append(request) }
            requests[index] = nil
        }
        first += taken
        if first == requests.count {
            requests.removeAll(keepingCapacity: requests.capacity <= 65_536)
            first = 0
        } else if first > 4_096, first > requests.count / 2 {
            requests.removeFirst(first)
            first = 0
        }
        return list
    }

    mutating func takeOverdue(at now: NIODeadline) -> [WaitingRequest] {
        var list: [WaitingRequest] = []
        while let oldest, oldest.waitsUntil <= now { list += take(1) }
        return list
    }
}
#endif
