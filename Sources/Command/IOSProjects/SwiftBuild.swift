package import Foundation

/// Compiles the modules of a scratch package, and sorts the compiler's errors by the files of the project.
package struct SwiftBuild {
    private let scratch: ScratchPackage

    package init(_ scratch: ScratchPackage) { self.scratch = scratch }

    /// Compiles one module with `swift build`.
    ///
    /// - Returns: The errors in the project's files, in the order of the compiler; where the build failed without one, what it printed last.
    package func compile(_ module: String) throws(IOSProjectError) -> [CompileError] { try build(["--target", module]) }

    /// The same for checks and for pictures, so that both share one build of this package's modules. Those are optimised, because they lay out
    /// and draw; the configuration is `debug` all the same, because previews often stand in `#if DEBUG`. Nobody debugs the program.
    private static let options = ["-Xswiftc", "-O", "-debug-info-format", "none", "--disable-index-store"]

    /// Runs `swift build` with these arguments.
    func build(_ arguments: [String]) throws(IOSProjectError) -> [CompileError] {
        let (process, pipe) = (Process(), Pipe())
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments =
            [
                "swift", "build", "--package-path", scratch.folder.path, "--scratch-path", scratch.buildFolder.path,
            ] + Self.options + arguments
        process.standardOutput = pipe
        process.standardError = pipe
        process.standardInput = FileHandle.nullDevice
        do { try process.run() } catch { throw .noSwift(error.localizedDescription) }
        let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        if process.terminationStatus == 127 { throw .noSwift("there is no swift in the PATH") }
        let errors = errors(in: output)
        guard process.terminationStatus != 0, errors.isEmpty else { return errors }
        let lines = output.split(separator: "\n")
        let said = lines.filter { $0.contains("error:") }
        return [
            CompileError(file: nil, line: 0, message: (said.isEmpty ? lines.suffix(5) : said.prefix(5)).joined(separator: "\n"))
        ]
    }

    /// The errors that name a file of the project, each once.
    func errors(in output: String) -> [CompileError] {
        var seen: Set<CompileError> = []
        return output.split(separator: "\n").compactMap { line in
            guard let match = line.wholeMatch(of: /(\/.+?):(\d+):\d+: error: (.+)/),
                let origin = scratch.origins[String(match.1)]
            else { return nil }
            let error = CompileError(file: origin, line: Int(match.2) ?? 0, message: String(match.3))
            return seen.insert(error).inserted ? error : nil
        }
    }
}

/// Compiles all units of a project.
package struct ProjectBuild {
    private let project: IOSProject
    private let folder: URL
    private let package: URL

    /// - Parameters:
    ///   - folder: The folder of the scratch package.
    ///   - package: The folder of swift-live-activities.
    package init(_ project: IOSProject, in folder: URL, package: URL) {
        (self.project, self.folder, self.package) = (project, folder, package)
    }

    /// The errors of each unit.
    ///
    /// A module with an import that cannot be found is not compiled any further. So that every file is looked at, such imports are
    /// replaced by empty modules, and remain errors.
    ///
    /// - Parameter begin: Called before each unit.
    package func errors(begin: (IOSProject.Unit) -> Void) throws(IOSProjectError) -> [[CompileError]] {
        project.units.forEach(begin)
        // One build of everything takes less time than one of each unit.
        let scratch = try ScratchPackage(project, in: folder, package: package)
        if try SwiftBuild(scratch).build([]).isEmpty { return project.units.map { _ in [] } }
        return try errorsOfEachUnit()
    }

    private func errorsOfEachUnit() throws(IOSProjectError) -> [[CompileError]] {
        var missing: Set<String> = []
        var isolation: Isolation = []
        var all: [[CompileError]] = []
        for (index, unit) in project.units.enumerated() {
            var imports: Set<CompileError> = []
            var errors: [CompileError] = []
            // Each round but one finds at least one more missing module, so the number of imports bounds them.
            while true {
                let scratch = try ScratchPackage(
                    project, in: folder, package: package, missing: missing, isolation: isolation, previews: nil)
                errors = try SwiftBuild(scratch).compile(scratch.modules[index])
                let found = Set(errors.compactMap(\.missingModule)).subtracting(missing)
                missing.formUnion(found)
                if found.isEmpty {
                    if !isolation.insert(against: errors) { break }
                }
            }
            for file in unit.files {
                for module in file.imports.intersection(missing) {
                    imports.insert(CompileError(file: file.url, line: 0, message: "no such module '\(module)'"))
                }
            }
            all.append(imports.sorted { $0.message < $1.message } + Self.errors(errors, of: unit, in: project.units))
        }
        return all
    }
}

extension ProjectBuild {
    /// The errors of a unit's own files; one that says so where only a module that it imports has errors.
    fileprivate static func errors(
        _ errors: [CompileError], of unit: IOSProject.Unit, in units: [IOSProject.Unit]
    ) -> [CompileError] {
        let files = Set(unit.files.map(\.url))
        let own = errors.filter { error in error.file.map(files.contains) ?? true }
        guard own.isEmpty, let other = errors.first?.file else { return own }
        let module = units.first { $0.files.contains { $0.url == other } }?.name ?? other.lastPathComponent
        return [CompileError(file: nil, line: 0, message: "it imports \(module), which does not compile")]
    }
}

/// An error of the compiler.
package struct CompileError: Hashable, Sendable {
    /// The file of the project; `nil` for a build that failed without naming one.
    package let file: URL?
    package let line: Int
    package let message: String

    /// The module that an import did not find.
    var missingModule: String? { message.firstMatch(of: /no such module '(.+?)'/).map { String($0.1) } }

    /// Whether it is that a value's conformances are isolated to the main actor, which Apple's attributes allow.
    var isAboutIsolatedValues: Bool { message.contains("SendableMetatype") }

    /// Whether it is that a view is not isolated to the main actor, as Apple's protocol makes it.
    var isAboutIsolation: Bool { message.contains("main actor-isolated") || message.contains("global actor 'MainActor'") }

    /// What to do about it, where it is known.
    package var advice: String? {
        if let module = missingModule {
            return Self.missingModules[module]
                ?? """
                \(module) is not among the modules with Apple's names. If it is a package of yours, keep what the widget shows in files that do \
                not import it; else put the import and its use into #if canImport(\(module)).
                """
        }
        if let match = message.firstMatch(of: /cannot find (?:type )?'(.+?)' in scope/) {
            return Self.missingNames[String(match.1)]
                ?? "\(match.1) is in no file of this target that was found, and not among Apple's names here: Widgets.md lists what is missing."
        }
        if message.contains("Objective-C interoperability") {
            return "Linux has no Objective-C: keep what a bridge needs in a file apart from the manager and the widget."
        }
        if message.contains("unable to type-check this expression in reasonable time") {
            return "Something in this view is missing here, and the compiler does not say what: divide the view to find it."
        }
        if message.contains("has no member") {
            return
                "Apple's type has it and the one here has not, or it is in a file of another target: Widgets.md lists what is missing."
        }
        return nil
    }

    private static let missingModules = [
        "MapKit": "A Live Activity cannot show a map; draw the route as shapes or as a picture.",
        "CoreLocation": "Keep locations out of the attributes' file: a Live Activity is shown without them.",
        "React": "The bridge to React Native is not compiled here: keep it in a file apart from the manager.",
        "Flutter": "The bridge to Flutter is not compiled here: keep it in a file apart from the manager.",
        "ExpoModulesCore": "The bridge to Expo is not compiled here: keep it in a file apart from the manager.",
        "Capacitor": "The bridge to Capacitor is not compiled here: keep it in a file apart from the manager.",
    ]

    private static let missingNames = [
        "CLLocationManager": "Locations are not here: pass a place to the manager as a value."
    ]
}
