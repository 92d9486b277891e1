public import ActivityKit
public import Foundation

/// The attributes of an errand. The service's plugin uses the same JSON: the same names, and dates as seconds since 2001.
public struct ErrandAttributes: ActivityAttributes, Hashable, Sendable {
    /// The values that the surfaces show.
    public struct ContentState: Codable, Hashable, Sendable {
        /// The number of completed steps.
        public var done = 0
        /// The date on which the last step is expected to be done; `nil` if unknown.
        public var expectedEnd: Date?
        /// Whether nothing has happened for ten minutes.
        public var isDelayed = false

        public init(done: Int = 0, expectedEnd: Date? = nil, isDelayed: Bool = false) {
            (self.done, self.expectedEnd, self.isDelayed) = (done, expectedEnd, isDelayed)
        }
    }

    /// The title, 1 to 64 bytes of UTF-8.
    public var title: String
    /// The total number of steps, 1 to 20.
    public var steps: Int

    public init(title: String, steps: Int) { (self.title, self.steps) = (title, steps) }
}
