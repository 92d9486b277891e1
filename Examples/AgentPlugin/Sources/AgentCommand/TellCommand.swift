import AgentActivity
import ArgumentParser
import Foundation
import LiveActivityCore

/// `live-activities-agent tell`: a report from a hook of a wrapped command.
struct TellCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tell",
        abstract: "Reports something about the work, from within a wrapped command.",
        discussion: """
            Outside of a wrapped command it does nothing, so hooks can always call it.

            Examples:
              live-activities-agent tell asked "May I fetch a package?"
              live-activities-agent tell answered
              live-activities-agent tell step "Writing tests"
              live-activities-agent tell progress 3/10
            """)

    enum What: String, ExpressibleByArgument, CaseIterable { case asked, answered, step, progress }

    @Argument(help: "What is reported.")
    var what: What

    @Argument(help: "The question, the step, or the progress.")
    var text: String?

    func validate() throws { _ = try event }

    func run() throws {
        guard let path = ProcessInfo.processInfo.environment[ReportPipe.variable] else { return }
        // The line is shorter than a pipe's atomic size, so that lines of several hooks are not mixed.
        ReportPipe.write(try WireEncoder().encode(event) + [0x0A], to: path)
    }

    var event: AgentEvent {
        get throws {
            switch what {
            case .answered: return .answered
            case .asked: return .asked(question: try words(to: 200))
            case .step: return .stepBegan(name: try words(to: 120))
            case .progress:
                let sign = ProgressReader.sign(in: Array("[\(text ?? "")]".utf8))
                guard let progress = sign?.progress else { throw ValidationError("Give the progress as 3/10 or 30%.") }
                return .progressed(done: progress.done, total: progress.total)
            }
        }
    }

    private func words(to bytes: Int) throws -> String {
        guard let words = text?.shortened(to: bytes) else { throw ValidationError("'\(what.rawValue)' needs a text.") }
        return words
    }
}
