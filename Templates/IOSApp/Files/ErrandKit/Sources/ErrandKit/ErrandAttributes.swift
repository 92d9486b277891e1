public import ActivityKit
public import Foundation

/// The attributes of an errand. The JSON is that of the plugin on the service: the same names, and dates as seconds since 2001.
public struct ErrandAttributes: ActivityAttributes, Hashable, Sendable {
    /// The values that the surfaces show.
    public struct ContentState: Codable, Hashable, Sendable {
        /// How many steps are done.
        public var done = 0
        /// The date on which the last step is expected to be done; `nil` if unknown.
        public var expectedEnd: Date?
        /// Nothing has happened for ten minutes.
        public var isDelayed = false

        public init(done: Int = 0, expectedEnd: Date? = nil, isDelayed: Bool = false) {
            (self.done, self.expectedEnd, self.isDelayed) = (done, expectedEnd, isDelayed)
        }
    }

    /// The title. 1 to 64 bytes of UTF-8.
    public var title: String
    /// How many steps there are. 1 to 20.
    public var steps: Int

    public init(title: String, steps: Int) { (self.title, self.steps) = (title, steps) }
}
