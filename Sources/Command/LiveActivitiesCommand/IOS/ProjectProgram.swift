import Foundation
import IOSProjects
import PreviewRequests

/// The program that is built for a project, with its request.
struct ProjectProgram {
    let program: URL
    let scratch: ScratchFolder
    let request: PreviewRequest

    /// The result of a program.
    enum Outcome: Equatable {
        case ended(ProgramProcess.End)
        /// The project's code did not end in a step, and the program was stopped.
        case stalled(step: String)
    }

    /// Runs the program. The environment redirects the data folder, so that the project's code stores its data in the folder of
    /// build files instead of the user's data folder.
    ///
    /// - Parameter variables: Further environment variables.
    func run(with variables: [String: String] = [:]) throws -> Outcome {
        let file = scratch.url.appending(path: "request.json")
        try JSONEncoder().encode(request).write(to: file)
        let progress = ProgressMark(programWith: file)
        // The project's code creates widgets before the program reads the request.
        try progress.set(Data("at its start".utf8))
        let data = ["XDG_DATA_HOME": scratch.url.appending(path: "Data").path]
        let environment = ProcessInfo.processInfo.environment.merging(data) { $1 }.merging(variables) { $1 }
        let process = try ProgramProcess(program, [file.path], environment: environment)
        var watch = StallWatch(progress)
        while true {
            if let end = process.end { return .ended(end) }
            if watch.poll() {
                process.stop()
                return .stalled(step: String(decoding: progress.step ?? Data(), as: UTF8.self))
            }
            StallWatch.pause()
        }
    }
}
