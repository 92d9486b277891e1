public import LiveActivityCore

/// Follows a run of a command: its progress, its questions, and whether it takes longer than usual.
public struct AgentProvider: ActivityProvider {
    public typealias Attributes = AgentAttributes
    public typealias Event = AgentEvent

    public let kind: ActivityKind = "agent"

    /// The number of seconds without an event after which the content is stale.
    static let staleAfter: TimeInterval = 900
    /// The number of seconds for which the result stays visible.
    static let resultStays: TimeInterval = 900

    public init() {}

    public func validate(_ attributes: Attributes) throws {
        try InvalidField.check(attributes.title, "title", bytes: 80)
        try InvalidField.check(attributes.host, "host", bytes: 64)
    }

    public func validate(_ state: AgentState, for attributes: Attributes) throws {
        if let progress = state.progress { try progress.validate() }
        if let step = state.step { try InvalidField.check(step, "step", bytes: AgentState.stepBytesMax) }
        if let question = state.question { try InvalidField.check(question, "question", bytes: AgentState.questionBytesMax) }
        try InvalidField.check(state.estimatedEnd, "estimatedEnd")
        if let result = state.result {
            try InvalidField.check(result.status, "status", in: 0...255)
            try InvalidField.check(result.seconds, "seconds", in: 0...AgentResult.secondsMax)
        }
    }

    public func content(for attributes: Attributes, at now: Date) -> ActivityContent<AgentState> {
        ActivityContent(state: AgentState(), staleDate: nil)
    }

    public func begin(_ activity: inout Scope) throws { activity.stale(at: activity.now + Self.staleAfter) }

    public func handle(_ event: Event, in activity: inout Scope) throws {
        activity.stale(at: activity.now + Self.staleAfter)
        switch event {
        case .estimated(let end):
            try InvalidField.check(end, "end")
            guard end > activity.now else { throw EstimateHasPassed(end: end) }
            activity.state.estimatedEnd = end
            activity.state.isLate = false
            activity.wake(at: end)
        case .progressed(let done, let total):
            let progress = AgentProgress(done: done, total: total)
            try progress.validate()
            activity.state.progress = progress
        case .stepBegan(let name):
            try InvalidField.check(name, "name", bytes: AgentState.stepBytesMax)
            activity.state.step = name
        case .asked(let question):
            try InvalidField.check(question, "question", bytes: AgentState.questionBytesMax)
            activity.state.phase = .needsYou
            activity.state.question = question
            activity.relevanceScore = 1
            activity.alert(AlertConfiguration(title: .literal(activity.attributes.title), body: .literal(question)))
        case .answered:
            guard activity.state.phase == .needsYou else {
                throw InvalidTransition(from: activity.state.phase, event: "answered")
            }
            settle(&activity)
        case .finished(let status):
            try InvalidField.check(status, "status", in: 0...255)
            finish(status, &activity)
        }
    }

    /// Called when the estimated end has passed and the work continues.
    public func tick(_ activity: inout Scope) throws {
        activity.state.estimatedEnd = nil
        activity.state.isLate = true
    }

    private func settle(_ activity: inout Scope) {
        activity.state.phase = .working
        activity.state.question = nil
        activity.relevanceScore = 0
    }

    private func finish(_ status: Int, _ activity: inout Scope) {
        settle(&activity)
        activity.state.phase = status == 0 ? .succeeded : .failed
        activity.state.step = nil
        activity.state.estimatedEnd = nil
        let seconds = min(max(activity.now.timeIntervalSince(activity.startedAt), 0), Double(AgentResult.secondsMax))
        activity.state.result = AgentResult(status: status, seconds: Int(seconds.rounded()))
        activity.alert(
            AlertConfiguration(
                title: .literal(activity.attributes.title),
                body: status == 0 ? "Succeeded" : .literal("Failed with exit status \(status)")))
        activity.end(dismissal: .after(activity.now + Self.resultStays))
    }

    public var samples: ProviderSamples<Attributes, Event> {
        let start = Date(timeIntervalSinceReferenceDate: 803_667_600)
        return ProviderSamples(
            attributes: [
                Attributes(title: "swift test", host: "build-7"),
                Attributes(title: "Move the parser to its own module", host: "anna-laptop"),
            ],
            story: [
                .init(after: 1, .estimated(end: start + 240)),
                .init(after: 5, .stepBegan(name: "Compiling LiveActivityCore Engine.swift")),
                .init(after: 20, .progressed(done: 12, total: 345)), .init(after: 60, .progressed(done: 200, total: 345)),
                .init(after: 90, .asked(question: "May I fetch swift-collections from the network?")),
                .init(after: 120, .answered), .init(after: 150, .stepBegan(name: "Running EngineTests")),
                .init(after: 200, .progressed(done: 345, total: 345)), .init(after: 260, .finished(status: 0)),
            ])
    }
}

extension AgentProgress {
    func validate() throws(InvalidField) {
        try InvalidField.check(total, "total", in: 1...1_000_000)
        try InvalidField.check(done, "done", in: 0...total)
    }
}

/// An estimate must be in the future.
public struct EstimateHasPassed: Error, Hashable, Sendable, CustomStringConvertible {
    public let end: Date

    public var description: String { "the estimated end \(end.iso8601) has passed; give a later one or none" }
}
