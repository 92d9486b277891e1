#if Preview
import Foundation
import LiveActivities
import LiveActivityKit

/// The calls that `live-activities ios check --drive` makes to one manager. A function that is appended to the project's
/// sources lists them.
@MainActor public final class Drive {
    /// The first effect of a method.
    public enum Role: Int, Comparable {
        case start, update, end

        public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
    }

    struct Step {
        let name: String
        let role: Role
        let call: @MainActor () async throws -> Void
    }

    private(set) var steps: [Step] = []
    private let samples: SampleRequest
    /// The method that is being called.
    fileprivate(set) var role = Role.start
    /// The identifier of an activity that is running.
    fileprivate var runningID: () -> String? = { nil }

    init(_ samples: SampleRequest) { self.samples = samples }

    /// Adds a method of the manager.
    public func step(_ name: String, _ role: Role, _ call: @escaping @MainActor () async throws -> Void) {
        steps.append(Step(name: name, role: role, call: call))
    }

    /// A value for a parameter, generated from the declaration of its type and from the parameter's name.
    ///
    /// A parameter for an activity's identifier gets that of a running activity. An update gets other values than a start.
    ///
    /// - Throws: `DecodingError` for a type that refuses the generated values.
    public func value<Value: Decodable>(_ name: String) throws -> Value {
        if Self.isIdentifier(name), let id = runningID() as? Value { return id }
        var maker = samples.maker
        maker.variant = role == .start ? 0 : 1
        return try maker.value(of: Value.self, for: name)
    }

    private static func isIdentifier(_ name: String) -> Bool {
        name.lowercased() == "id" || name.lowercased().hasSuffix("activityid")
    }

    /// The first case of an enumeration.
    ///
    /// - Throws: An error for one without cases.
    @_disfavoredOverload public func value<Value: CaseIterable>(_ name: String) throws -> Value {
        guard let first = Value.allCases.first else { throw PreviewFailure(description: "\(Value.self) has no cases") }
        return first
    }
}

/// A manager of the project, and the function that lists its methods.
struct DrivenManager {
    let name: String
    let file: String
    let steps: @MainActor (Drive) async throws -> Void
}

/// Calls the methods of managers on a runtime, one after another, and reports the effects on their activities.
@MainActor struct DriveRun {
    private let samples: SampleRequest
    let runtime: LiveActivityRuntime
    private let story: DriveStory
    private let say: (String) -> Void

    /// The maximum duration of a call, in tenths of a second. A task that the call starts may have effects after that.
    private let patience: Int

    /// - Parameters:
    ///   - patience: The maximum duration of a call, in tenths of a second.
    ///   - say: Called with each line of the report.
    init(_ samples: SampleRequest, patience: Int = 50, say: @escaping (String) -> Void) throws {
        (self.samples, self.patience, self.say) = (samples, patience, say)
        runtime = try LiveActivityRuntime()
        story = DriveStory()
        runtime.observe { [story] change in story.add(change) }
        runtime.activityKit.debugLog = { [story] line in story.add(line) }
    }

    /// Calls the methods of every manager: first those that start an activity, then those that update one, then those that end
    /// one.
    ///
    /// Code that the managers call uses ``runtime``; their detached tasks and timers use `LiveActivityRuntime.default`.
    func run(_ managers: [DrivenManager]) async {
        await LiveActivityRuntime.$current.withValue(runtime) {
            for manager in managers { await run(manager) }
        }
    }

    private func run(_ manager: DrivenManager) async {
        say("\(manager.name) (\(manager.file))")
        let drive = Drive(samples)
        drive.runningID = { [runtime] in
            runtime.activities(of: runtime.activityKit.owner).first { runtime.state(of: $0)?.acceptsContent == true }?
                .description
        }
        do { try await manager.steps(drive) } catch {
            say("  cannot be created: \(error)")
            return
        }
        await tell("  when it is made")
        // A stable order: methods with the same role are called in the order of the files.
        let steps = drive.steps.enumerated().sorted { ($0.element.role, $0.offset) < ($1.element.role, $1.offset) }.map(
            \.element)
        let before = story.starts
        for step in steps {
            // If the activity has ended, another one is started, so that no method is called on an ended activity.
            if story.starts > before, step.role != .start, !hasActivities {
                if let start = steps.first, start.role == .start { await run(start, drive) }
                guard hasActivities else {
                    say("  \(step.name)")
                    say("    is not called: no activity is running any more")
                    continue
                }
            }
            await run(step, drive)
        }
        // Activities that remain are dismissed, so that they do not affect the next manager.
        for activity in activities { _ = try? await runtime.dismiss(activity) }
        _ = story.take()
    }

    private func run(_ step: Drive.Step, _ drive: Drive) async {
        say("  \(step.name)")
        drive.role = step.role
        let outcome = DriveOutcome()
        let call = Task { @MainActor in
            do {
                try await step.call()
                outcome.text = ""
            } catch {
                outcome.text = "threw       \(error)"
            }
        }
        await settle { outcome.text != nil }
        call.cancel()
        let lines = story.take()
        for line in lines { say("    \(line)") }
        guard let text = outcome.text else { return say("    has not returned after \(patience / 10) s") }
        if !text.isEmpty { say("    \(text)") }
        if text.isEmpty, lines.isEmpty { say("    no activity changes") }
    }

    /// Reports changes that no call has caused.
    private func tell(_ heading: String) async {
        await settle { true }
        let lines = story.take()
        guard !lines.isEmpty else { return }
        say(heading)
        for line in lines { say("    \(line)") }
    }

    /// Waits until a condition is true and nothing has changed for 0.3 s, because a call may start tasks whose end is not
    /// observable.
    private func settle(_ isDone: () -> Bool) async {
        var (seen, quiet) = (story.count, 0)
        for _ in 0..<patience where quiet < 3 {
            try? await Task.sleep(for: .milliseconds(100))
            quiet = isDone() && story.count == seen ? quiet + 1 : 0
            seen = story.count
        }
    }

    private var activities: [ActivityID] { runtime.activities(of: runtime.activityKit.owner) }
    private var hasActivities: Bool { activities.contains { runtime.state(of: $0)?.acceptsContent == true } }
}

@MainActor private final class DriveOutcome {
    /// The error of a call; empty if it succeeded, `nil` until it has returned.
    var text: String?
}
#endif
