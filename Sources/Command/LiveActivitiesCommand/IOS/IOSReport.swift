import ArgumentParser
import Foundation
import IOSProjects

/// The result of `live-activities ios check`.
struct IOSReport: Codable {
    struct Unit: Codable {
        let name: String
        let role: IOSProject.Unit.Role
        /// Every file, with its errors.
        let files: [File]
        /// The last output of a build that failed without an error in a file.
        var failure: String?
        /// The imported modules that are missing here. What the files use of them is not checked.
        let missing: [Missing]
        /// The names that were declared because these modules are missing.
        let invented: [String]

        init(_ unit: IOSProject.Unit, _ check: UnitCheck, in folder: URL) {
            (name, role, invented) = (unit.name, unit.role, check.invented)
            files = unit.files.map { file in
                File(
                    file.url, check.errors.filter { $0.file == file.url }, unchecked: check.unchecked[file.url] ?? [],
                    in: folder)
            }
            failure = check.errors.first { $0.file == nil }?.message
            missing = check.missing.map { Missing(module: $0.module, advice: $0.advice) }
        }
    }

    /// A module that is missing here.
    struct Missing: Codable {
        let module: String
        var advice: String?
    }

    struct File: Codable {
        /// The path, relative to the project's root.
        let path: String
        let errors: Int
        /// The most relevant error of the file: its line, the compiler's message, and the remedy.
        var line: Int?
        var message: String?
        var advice: String?
        /// All errors. Those that name a cause come first, otherwise they are in the compiler's order.
        let problems: [Problem]
        /// The lines of functions whose bodies are not checked, because they use a missing module in an unknown way.
        let unchecked: [Int]

        init(_ url: URL, _ errors: [CompileError], unchecked: [Int] = [], in folder: URL) {
            self.unchecked = unchecked
            path = url.path.hasPrefix(folder.path + "/") ? String(url.path.dropFirst(folder.path.count + 1)) : url.path
            self.errors = errors.count
            problems = errors.enumerated().sorted { ($0.element.meaning, $0.offset) < ($1.element.meaning, $1.offset) }
                .map { Problem(line: $0.element.line, message: $0.element.message, advice: $0.element.advice) }
            (line, message, advice) = (problems.first?.line, problems.first?.message, problems.first?.advice)
        }
    }

    struct Problem: Codable {
        let line: Int
        let message: String
        var advice: String?
    }

    /// The subject of a finding.
    enum Part: String, CaseIterable, ExpressibleByArgument {
        /// The widget extension, including the project's own modules that it uses.
        case `extension`
        /// The part of the app that concerns Live Activities.
        case app
        /// Property lists and entitlements.
        case setup
    }

    let units: [Unit]
    let setup: [SetupFinding]
    /// Suggested improvements, which are not findings.
    let advice: [SetupFinding]

    /// The parts with findings.
    var parts: Set<Part> {
        let wrong = units.filter { $0.failure != nil || $0.files.contains { $0.errors > 0 } }
        return Set(wrong.map(\.role.part)).union(setup.isEmpty ? [] : [.setup])
    }

    func json() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(self), as: UTF8.self)
    }

    var text: String {
        var lines: [String] = []
        for unit in units {
            let good = unit.files.count { $0.errors == 0 }
            lines.append(
                "\(unit.name) (\(unit.role.words)): \(unit.failure == nil ? "\(good) of \(unit.files.count) files compile" : "not compiled")"
            )
            for file in unit.files {
                guard let message = file.message, let line = file.line else {
                    if unit.failure == nil { lines.append("  ok  \(file.path)\(file.uncheckedWords)") }
                    continue
                }
                lines.append(
                    "  --  \(file.path)\(line > 0 ? ":\(line)" : ""): \(message)\(file.errors > 1 ? " (and \(file.errors - 1) more)" : "")"
                )
                if let advice = file.advice { lines.append("      \(advice)") }
            }
            if !unit.missing.isEmpty {
                lines.append("  not checked, because missing here: \(unit.missing.map(\.module).joined(separator: ", "))")
                lines += unit.missing.compactMap { missing in missing.advice.map { "      \(missing.module): \($0)" } }
            }
            if !unit.invented.isEmpty {
                let why = unit.missing.isEmpty ? ", because missing here" : " in their place"
                lines.append("  invented\(why): \(unit.invented.joined(separator: ", "))")
            }
            if let failure = unit.failure { lines += failure.split(separator: "\n").map { "  \($0)" } }
        }
        lines += setup.map { "\($0.target): \($0.message)" }
        lines += advice.map { "advice for \($0.target): \($0.message)" }
        return lines.joined(separator: "\n")
    }
}

extension IOSReport.File {
    fileprivate var uncheckedWords: String {
        switch unchecked.count {
        case 0: ""
        case 1: " (not checked: the function at line \(unchecked[0]))"
        default: " (not checked: the functions at lines \(unchecked.map(String.init).joined(separator: ", ")))"
        }
    }
}

extension IOSProject.Unit.Role {
    /// The part of the report to which a unit belongs. The project's own modules belong to the extension, which needs them.
    var part: IOSReport.Part {
        switch self {
        case .widgetExtension, .module: .extension
        case .app, .sources: .app
        }
    }

    fileprivate var words: String {
        switch self {
        case .widgetExtension: "widget extension"
        case .app: "the part of the app about Live Activities"
        case .sources: "files about Live Activities; there is no Xcode project"
        case .module: "what these use of the project's own module"
        }
    }
}
