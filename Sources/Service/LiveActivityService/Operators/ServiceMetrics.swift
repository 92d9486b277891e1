#if Service
import Synchronization

/// Counts requests and their durations by route and status.
final class ServiceMetrics: Sendable {
    /// Upper bounds of the buckets of durations, in seconds.
    static let bounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

    struct Route: Hashable, Sendable {
        var name: String
        /// The number of requests by the first digit of the status: 2 for 200 to 299.
        var statuses: [Int: Int] = [:]
        /// The number of requests within each bound, and beyond the last.
        var buckets = [Int](repeating: 0, count: ServiceMetrics.bounds.count + 1)
        var seconds = 0.0
    }

    private let numbers: [String: Int]
    /// One lock for all routes: an array of locks is not possible, and a request takes thousands of times longer than this.
    private let state: Mutex<[Route]>

    init(routes names: [String]) {
        numbers = Dictionary(uniqueKeysWithValues: zip(names, 0...))
        state = Mutex((names + ["none"]).map { Route(name: $0) })
    }

    /// - Parameter name: The route's name; `nil` if no route matched.
    func count(route name: String?, status: Int, duration: Duration) {
        let seconds = duration / .seconds(1)
        let bucket = Self.bounds.firstIndex { seconds <= $0 } ?? Self.bounds.count
        state.withLock { routes in
            let index = name.flatMap { numbers[$0] } ?? routes.count - 1
            routes[index].statuses[status / 100, default: 0] += 1
            routes[index].buckets[bucket] += 1
            routes[index].seconds += seconds
        }
    }

    var snapshot: [Route] { state.withLock { $0 } }
}
#endif
