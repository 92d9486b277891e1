import Foundation

/// Compiles the modules of a project against the host's modules, and assigns the compiler's errors to the project's files.
struct ModuleCompiler {
    /// A compilation step, by its output.
    enum Step: String {
        /// No output: finds all errors except those of code generation.
        case types
        /// The module interface that other modules import.
        case interface
        /// Object code and the module interface.
        case code
    }

    struct Outcome {
        /// The errors without duplicates, in the compiler's order. If it failed without an error in a file of the project, the
        /// last lines that it printed.
        let errors: [CompileError]
        let isTimedOut: Bool
    }

    let host: HostFlags
    /// The folder of build files.
    let folder: URL

    /// The folder from which this project's modules import a module, separate from other projects in the same build folder.
    private func interface(of module: String) -> URL { folder.appending(path: "Modules/\(module)/\(module).swiftmodule") }

    /// The path of the empty module that replaces a missing one.
    private func standIn(for module: String) -> URL { folder.appending(path: "StandIns/\(module)/\(module).swiftmodule") }

    /// - Parameter isBrief: Whether an expression gets only a second, after which it is an error.
    func run(
        _ step: Step, _ sources: ModuleSources, _ shared: SharedPlan, isBrief: Bool = false, until limit: TimeLimit = .none
    ) throws(IOSProjectError) -> Outcome {
        let module = interface(of: sources.module)
        try makeFolder(module.deletingLastPathComponent())
        var arguments = arguments(of: sources, shared, isBrief: isBrief)
        switch step {
        case .types: arguments.append("-typecheck")
        case .interface: arguments += ["-emit-module", "-emit-module-path", module.path]
        case .code:
            let map = try outputs(of: sources)
            arguments += ["-c", "-emit-module", "-emit-module-path", module.path, "-incremental", "-output-file-map", map.path]
        }
        try makeEmpty(shared.missing)
        let result = try ToolRun.run([host.compiler] + arguments + sources.files.map(\.path), until: limit)
        let errors = Self.errors(in: result.output, sources)
        guard result.status != 0, errors.isEmpty, !result.isTimedOut else {
            return Outcome(errors: errors, isTimedOut: result.isTimedOut)
        }
        return Outcome(errors: [CompileError(file: nil, line: 0, message: result.errorLines)], isTimedOut: false)
    }

    /// The modules that `import Foundation` also imports on iOS.
    private static let implied = ["AppleCombine", "AppleFoundation", "FoundationNetworking", "Observation"]

    func arguments(of sources: ModuleSources, _ shared: SharedPlan, isBrief: Bool = false) -> [String] {
        let unit = sources.unit
        var arguments = host.arguments
        for module in shared.own where module != sources.module {
            arguments += ["-I", interface(of: module).deletingLastPathComponent().path]
        }
        for module in shared.missing.sorted() { arguments += ["-I", standIn(for: module).deletingLastPathComponent().path] }
        arguments += ["-module-name", sources.module, "-package-name", "project", "-swift-version", "\(unit.languageMode)"]
        arguments += [
            "-DDEBUG", "-enable-batch-mode", "-j\(ProcessInfo.processInfo.activeProcessorCount)", "-suppress-warnings",
        ]
        if unit.role == .module { arguments.append("-DSWIFT_PACKAGE") }
        // Xcode has a build setting for regular expressions between slashes, a package a flag.
        if unit.languageMode < 6 { arguments.append("-enable-bare-slash-regex") }
        arguments += unit.conditions.map { "-D\($0)" }
        if !unit.files.contains(where: { $0.url.lastPathComponent == "main.swift" }) { arguments.append("-parse-as-library") }
        if unit.isolatesToMainActor { arguments += ["-default-isolation", "MainActor"] }
        if shared.isolation.contains(.isolatesViews) { arguments += ["-enable-upcoming-feature", "InferIsolatedConformances"] }
        arguments += [
            "-module-alias", "os=AppleLogging", "-module-alias", "Combine=AppleCombine", "-module-alias", "Darwin=Glibc",
            "-continue-building-after-errors",
        ]
        // FoundationXML needs a library that not every system has.
        let usesXML = unit.files.contains { $0.names.contains("XMLParser") }
        for module in Self.implied + (usesXML ? ["FoundationXML"] : []) {
            arguments += ["-Xfrontend", "-import-module", "-Xfrontend", module]
        }
        // Each module needs its own name for the entry point, because those with @main would all define `main`. Without a time
        // limit, the compiler can spend ten minutes on a large view with a missing name.
        arguments += ["-Xfrontend", "-solver-expression-time-threshold=\(isBrief ? 1 : 6)"]
        return arguments + ["-Xfrontend", "-entry-point-function-name", "-Xfrontend", sources.module + "_main"]
    }

    /// The unconditionally imported modules of a unit's files that are missing here.
    ///
    /// They are determined from the sources, because the compiler ends at the first missing module that it reads.
    func missingImports(
        of sources: ModuleSources, _ shared: SharedPlan, until limit: TimeLimit
    ) throws(IOSProjectError) -> Set<String> {
        let imports = sources.unit.files.reduce(into: Set<String>()) { $0.formUnion($1.plainImports) }
        let probe = folder.appending(path: "Probe/Imports.swift")
        try ScratchFile.write(Self.probe(imports), to: probe)
        let command = [host.compiler, "-typecheck"] + arguments(of: sources, shared) + [probe.path]
        let result = try ToolRun.run(command, until: limit)
        return Set(result.output.matches(of: /error: no such module '(.+?)'/).map { String($0.1) })
    }

    /// A source whose compilation reports every module that cannot be imported. OSLog can, because files import it as `os`.
    static func probe(_ modules: Set<String>) -> String {
        modules.subtracting(["OSLog"]).sorted().map { "#if !canImport(\($0))\n#error(\"no such module '\($0)'\")\n#endif\n" }
            .joined()
    }

    /// The supported modules that files import with a missing one.
    private static let exported = ["MapKit": "CoreLocation"]

    /// Creates the modules that replace missing ones. They bring Foundation, as Apple's frameworks do.
    private func makeEmpty(_ modules: Set<String>) throws(IOSProjectError) {
        var commands: [[String]] = []
        for module in modules.sorted() {
            let file = standIn(for: module)
            let source = file.deletingLastPathComponent().appending(path: "\(module).swift")
            let exported = ["Foundation"] + (Self.exported[module].map { [$0] } ?? [])
            let text = exported.map { "@_exported import \($0)\n" }.joined()
            // An earlier version may have created it with other imports.
            let isKnown = (try? String(contentsOf: source, encoding: .utf8)) == text
            guard !isKnown || !FileManager.default.fileExists(atPath: file.path) else { continue }
            try ScratchFile.write(text, to: source)
            // Otherwise the compiler would run a second time to merge the module's files.
            commands.append(
                [host.compiler] + host.arguments + [
                    "-emit-module", "-module-name", module, "-parse-as-library", "-whole-module-optimization",
                    "-emit-module-path", file.path, source.path,
                ])
        }
        try ToolRun.runAll(commands)
    }

    private func makeFolder(_ folder: URL) throws(IOSProjectError) {
        do { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) } catch {
            throw .unwritable(folder, error.localizedDescription)
        }
    }

    // MARK: Code

    /// The folders that the compiler writes for a module, each with the folder of its kept copy.
    private func places(of module: String) -> [(written: URL, kept: URL)] {
        [("Objects", objects(of: module)), ("Modules", interface(of: module).deletingLastPathComponent())].map { kind, place in
            (place, folder.appending(path: "Kept/\(kind)/\(module)"))
        }
    }

    /// Copies the output of the compiler for a module, so that it can be restored.
    func keep(_ module: String) throws(IOSProjectError) {
        for place in places(of: module) { try replace(place.kept, by: place.written) }
    }

    func restore(_ module: String) throws(IOSProjectError) {
        for place in places(of: module) { try replace(place.written, by: place.kept) }
    }

    private func replace(_ place: URL, by other: URL) throws(IOSProjectError) {
        try makeFolder(place.deletingLastPathComponent())
        do {
            if FileManager.default.fileExists(atPath: place.path) { try FileManager.default.removeItem(at: place) }
            try FileManager.default.copyItem(at: other, to: place)
        } catch { throw .unwritable(place, error.localizedDescription) }
    }

    private func objects(of module: String) -> URL { folder.appending(path: "Objects").appending(path: module) }

    private func object(_ file: URL, of module: String) -> URL {
        objects(of: module).appending(path: file.lastPathComponent + ".o")
    }

    /// The file that maps each source file to its output for the compiler.
    private func outputs(of sources: ModuleSources) throws(IOSProjectError) -> URL {
        let folder = objects(of: sources.module)
        try makeFolder(folder)
        var map = ["": ["swift-dependencies": folder.appending(path: "module.swiftdeps").path]]
        for file in sources.files {
            let object = object(file, of: sources.module).path
            map[file.path] = ["object": object, "swift-dependencies": object + ".swiftdeps"]
        }
        let file = folder.appending(path: "outputs.json")
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        guard let data = try? encoder.encode(map) else { throw .unwritable(file, "its paths are not UTF-8 text") }
        try ScratchFile.write(String(decoding: data, as: UTF8.self), to: file)
        return file
    }

    /// Links the program that calls the functions listed by the modules.
    func link(_ modules: [ModuleSources], _ shared: SharedPlan) throws(IOSProjectError) -> URL {
        let main = folder.appending(path: "Program/main.swift")
        let imports = modules.filter { !$0.functions.isEmpty }.map { "import \($0.module)" }.joined(separator: "\n")
        try ScratchFile.write(
            """
            import ProjectPreviews
            \(imports)

            let list = PreviewList()
            \(modules.flatMap(\.functions).map { "\($0)(list)" }.joined(separator: "\n"))
            await PreviewProgram.run(list)

            """, to: main)
        let program = folder.appending(path: "Program/DrawPreviews")
        let objects = modules.flatMap { sources in sources.files.map { object($0, of: sources.module).path } }
        // The interface of a module names the imported modules, also the replaced ones.
        let folders = modules.map { interface(of: $0.module) } + shared.missing.sorted().map { standIn(for: $0) }
        let interfaces = folders.flatMap { ["-I", $0.deletingLastPathComponent().path] }
        let command =
            [host.compiler] + host.arguments + interfaces + ["-swift-version", "6", "-module-name", "DrawPreviews"]
            + [main.path] + objects + ["-L", host.library.path, "-lPreviewHost", "-Xlinker", "-rpath=\(host.library.path)"]
            + ["-o", program.path]
        let result = try ToolRun.run(command)
        guard result.status == 0 else {
            throw .notLinked(result.output.split(separator: "\n").suffix(8).joined(separator: "\n"))
        }
        return program
    }

    // MARK: Errors

    /// The errors that name a file of the project, each once.
    static func errors(in output: String, _ sources: ModuleSources) -> [CompileError] {
        var seen: Set<CompileError> = []
        let declarations = sources.inventions.flatMap { try? String(contentsOf: $0, encoding: .utf8) }?
            .split(separator: "\n", omittingEmptySubsequences: false)
        return output.split(separator: "\n").compactMap { line in
            guard let match = line.wholeMatch(of: /(\/.+?):(\d+):(\d+): error: (.+)/), let line = Int(match.2) else {
                return nil
            }
            let error: CompileError
            if let origin = sources.origins[String(match.1)] {
                error = CompileError(file: origin, line: line, column: Int(match.3) ?? 0, message: String(match.4))
            } else if let declarations, match.1 == sources.inventions?.path ?? "", declarations.indices.contains(line - 1) {
                error = CompileError(file: nil, line: line, message: String(declarations[line - 1]), isDeclaration: true)
            } else {
                return nil
            }
            return seen.insert(error).inserted ? error : nil
        }
    }
}
