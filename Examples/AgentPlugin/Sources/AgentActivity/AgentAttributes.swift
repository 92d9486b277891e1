public import LiveActivityCore

/// A build, a test run, or the work of a coding agent.
public struct AgentAttributes: ActivityAttributes, Hashable, Sendable {
    public typealias ContentState = AgentState

    /// The work, such as `swift test`. 1 to 80 bytes of UTF-8.
    public var title: String
    /// The computer that does it. 1 to 64 bytes of UTF-8.
    public var host: String

    public init(title: String, host: String) {
        self.title = title
        self.host = host
    }
}

/// The values that the surfaces show.
public struct AgentState: Codable, Hashable, Sendable {
    public var phase: AgentPhase
    /// `nil` while the amount of work is unknown.
    public var progress: AgentProgress?
    /// The current step, such as `Compiling Engine.swift`. 1 to ``stepBytesMax`` bytes of UTF-8.
    public var step: String?
    /// The question to the user; only while ``phase`` is `needsYou`. 1 to ``questionBytesMax`` bytes of UTF-8.
    public var question: String?
    /// When the work should be done, from earlier runs; `nil` if that is not known, or was wrong.
    public var estimatedEnd: Date?
    /// The work takes longer than earlier runs did.
    public var isLate: Bool
    /// The result; `nil` before the end.
    public var result: AgentResult?

    public static let stepBytesMax = 120
    public static let questionBytesMax = 200

    public init(phase: AgentPhase = .working) {
        self.phase = phase
        isLate = false
    }
}

public enum AgentPhase: String, Codable, Hashable, Sendable, CaseIterable {
    case working, needsYou, succeeded, failed
}

/// The completed amount, in the command's units.
public struct AgentProgress: Codable, Hashable, Sendable {
    /// The completed amount, from 0 to ``total``.
    public var done: Int
    /// 1 to 1,000,000.
    public var total: Int

    public init(done: Int, total: Int) {
        self.done = done
        self.total = total
    }
}

public struct AgentResult: Codable, Hashable, Sendable {
    /// The exit status of the process; 0 is success.
    public var status: Int
    /// How long it took, in whole seconds; 0 to ``secondsMax``.
    public var seconds: Int

    /// About thirty years.
    public static let secondsMax = 1_000_000_000

    public init(status: Int, seconds: Int) {
        self.status = status
        self.seconds = seconds
    }
}

/// The events of the work.
public enum AgentEvent: Codable, Hashable, Sendable {
    /// Earlier runs took so long that this one should be done at `end`. A date that has passed is refused.
    case estimated(end: Date)
    /// So much is done.
    case progressed(done: Int, total: Int)
    /// The next step has begun. 1 to 120 bytes of UTF-8.
    case stepBegan(name: String)
    /// The work waits for the user. 1 to 200 bytes of UTF-8.
    case asked(question: String)
    /// The user has answered, or the question is settled.
    case answered
    /// The process has ended.
    case finished(status: Int)
}
