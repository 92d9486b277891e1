#if Service
import Foundation
import LiveActivityPush
import Synchronization

/// The header `Date` of responses that Hummingbird does not see, formatted once a second.
final class DateHeader: Sendable {
    private let last = Mutex((second: Int.min, text: ""))

    /// - Parameter seconds: The time since 1970.
    func text(at seconds: Int = time(nil)) -> String {
        last.withLock { last in
            if last.second != seconds {
                last = (seconds, HTTPDate.text(of: Date(timeIntervalSince1970: TimeInterval(seconds))))
            }
            return last.text
        }
    }
}
#endif
