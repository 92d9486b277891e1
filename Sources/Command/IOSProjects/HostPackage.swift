import Foundation

/// A generated package, the same for all projects, that compiles this package's modules. A project's files are compiled and
/// linked against it.
///
/// Only the modules with the layout and with loops over pixels are optimized, because the first result waits for this build.
/// ``ModuleCompiler`` compiles the project's own files.
struct HostPackage {
    enum Purpose: String, CaseIterable {
        /// Checking that a project compiles: only the modules with Apple's names.
        case checking = "CheckHost"
        /// Drawing previews or calling managers: also the renderer, as a library.
        case running = "PreviewHost"
    }

    /// The folder of build files.
    let folder: URL
    /// The folder of swift-live-activities.
    let package: URL
    /// The package manager.
    var swift = "swift"

    private static let mark = "// Written by live-activities ios. Changes are overwritten."

    /// Whether a folder has a package of this type.
    static func hasWritten(_ folder: URL) -> Bool {
        (try? String(contentsOf: folder.appending(path: "Package.swift"), encoding: .utf8))?.contains(mark) == true
    }

    private var buildFolder: URL { folder.appending(path: ".build-O") }

    /// Compiles the changed files of this package's modules.
    ///
    /// - Returns: The compiler flags for building against the modules.
    func build(for purpose: Purpose) throws(IOSProjectError) -> HostFlags {
        for (path, text) in files { try ScratchFile.write(text, to: folder.appending(path: path)) }
        // The package manager needs some seconds to find out that nothing has changed, so the state of the inputs is compared
        // first.
        let now = state
        func isBuilt(_ purpose: Purpose) -> Bool { (try? String(contentsOf: stamp(of: purpose), encoding: .utf8)) == now }
        if isBuilt(purpose) { return try flags(for: purpose) }
        // Both purposes share the modules, so what was built of other inputs does not exist any more, even if this build fails.
        for other in Purpose.allCases where !isBuilt(other) { try? FileManager.default.removeItem(at: stamp(of: other)) }
        // An interrupted build can leave a plan without new files. The package manager plans again if the manifest is newer.
        let manifest = folder.appending(path: "Package.swift").path
        try? FileManager.default.setAttributes([.modificationDate: Date()], ofItemAtPath: manifest)
        let what = purpose == .running ? ["--product", purpose.rawValue] : ["--target", purpose.rawValue]
        // Whole modules, as a debug build reads each file once for every few others: it takes a sixth longer.
        let options = [
            "-c", "release", "-debug-info-format", "none", "-Xswiftc", "-no-emit-module-separately-wmo",
            "--disable-index-store",
        ]
        let result = try ToolRun.run(
            ["LIVE_ACTIVITIES_IOS_HOST=1", swift, "build", "--package-path", folder.path, "--scratch-path", buildFolder.path]
                + options + what)
        guard result.status == 0 else { throw .packageFailed(result.errorLines) }
        let flags = try flags(for: purpose)
        try ScratchFile.write(now, to: stamp(of: purpose))
        return flags
    }

    /// The file with the state of the inputs of the last build.
    private func stamp(of purpose: Purpose) -> URL { buildFolder.appending(path: "\(purpose.rawValue).state") }

    /// The inputs of a build: the files of this package by their paths, sizes and dates, and the toolchain.
    private var state: String {
        let files = FileTree.files(in: package.appending(path: "Sources")) + [package.appending(path: "Package.swift")]
        let toolchain = ProcessInfo.processInfo.environment["PATH", default: ""].split(separator: ":")
            .map { URL(filePath: String($0)).appending(path: "swiftc").resolvingSymlinksInPath() }
        return (files + toolchain).compactMap { file in
            guard let values = try? FileManager.default.attributesOfItem(atPath: file.path) else { return nil }
            let date = (values[.modificationDate] as? Date)?.timeIntervalSinceReferenceDate ?? 0
            return "\(file.path) \(values[.size] ?? 0) \(date)"
        }.sorted().joined(separator: "\n")
    }

    private func flags(for purpose: Purpose) throws(IOSProjectError) -> HostFlags {
        let manifest = buildFolder.appending(path: "release.yaml")
        guard let text = try? String(contentsOf: manifest, encoding: .utf8),
            let flags = HostFlags(of: purpose.rawValue, in: text, library: buildFolder.appending(path: "release"))
        else { throw .unreadable(manifest, "it does not define how \(purpose.rawValue) is compiled") }
        return flags
    }

    private var files: [(path: String, text: String)] {
        let quoted = "\"" + package.path.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
        let manifest = """
            // swift-tools-version: 6.2
            \(Self.mark)
            import PackageDescription

            let names = Target.Dependency.product(name: "AppleNames", package: "swift-live-activities")
            let package = Package(
                name: "ios-host", platforms: [.macOS(.v15)],
                products: [.library(name: "PreviewHost", type: .dynamic, targets: ["PreviewHost"])],
                dependencies: [.package(name: "swift-live-activities", path: \(quoted), traits: ["Preview"])],
                targets: [
                    .target(name: "CheckHost", dependencies: [names], path: "Host/CheckHost"),
                    .target(name: "ProgramStart", path: "Host/ProgramStart"),
                    .target(
                        name: "PreviewHost",
                        dependencies: ["ProgramStart", names, .product(name: "ProjectPreviews", package: "swift-live-activities")],
                        path: "Host/PreviewHost"),
                ])

            """
        // The clock of the program stands still, so that every run shows the same times and runs can be compared.
        let clock = """
            #define _GNU_SOURCE
            #include <stdlib.h>
            #include <sys/syscall.h>
            #include <time.h>
            #include <unistd.h>

            int clock_gettime(clockid_t clock, struct timespec *time) {
                const char *at = getenv("LIVE_ACTIVITIES_AT");
                if (clock != CLOCK_REALTIME || !at) return syscall(SYS_clock_gettime, clock, time);
                time->tv_sec = atoll(at);
                time->tv_nsec = 0;
                return 0;
            }

            """
        // A process whose parent was killed would write into the folders of the next run.
        let parent = """
            #include <signal.h>
            #include <sys/prctl.h>

            __attribute__((constructor)) static void end_with_parent(void) { prctl(PR_SET_PDEATHSIG, SIGKILL); }

            """
        return [
            ("Package.swift", manifest), ("Host/CheckHost/Empty.swift", ""), ("Host/PreviewHost/Empty.swift", ""),
            ("Host/ProgramStart/clock.c", clock), ("Host/ProgramStart/parent.c", parent),
            ("Host/ProgramStart/include/start.h", ""),
        ]
    }
}

/// Compiler flags for files that use the modules of a ``HostPackage``.
struct HostFlags: Equatable {
    /// The compiler with the arguments that locate the modules, their C modules and their macros.
    let compiler: String
    let arguments: [String]
    /// The folder of the host's library.
    let library: URL

    /// - Parameters:
    ///   - target: A target of the host.
    ///   - manifest: The package manager's build manifest, which has each command's arguments as JSON on one line.
    init?(of target: String, in manifest: String, library: URL) {
        self.library = library
        let start = "args: "
        // The command that links the library contains the same module name.
        let lines = manifest.split(separator: "\n").lazy.filter {
            $0.contains("\"-module-name\",\"\(target)\"") && $0.contains("\"-emit-module\"")
        }
        for line in lines {
            guard let range = line.range(of: start),
                let all = try? JSONDecoder().decode([String].self, from: Data(line[range.upperBound...].utf8)),
                let compiler = all.first, compiler.hasSuffix("swiftc")
            else { continue }
            self.compiler = compiler
            arguments = Self.search(all)
            return
        }
        return nil
    }

    /// The arguments of a target that locate modules and macros.
    private static func search(_ all: [String]) -> [String] {
        let withValue: Set = ["-I", "-F", "-L", "-sdk", "-target", "-Xcc", "-module-cache-path", "-plugin-path"]
        var kept: [String] = []
        var index = 0
        while index + 1 < all.count {
            if withValue.contains(all[index]) {
                kept += all[index...(index + 1)]
                index += 2
            } else if all[index].hasPrefix("-I") || all[index].hasPrefix("-F") {
                kept.append(all[index])
                index += 1
            } else if all[index] == "-Xfrontend", all[index + 1] == "-load-plugin-executable", index + 3 < all.count {
                kept += all[index...(index + 3)]
                index += 4
            } else {
                index += 1
            }
        }
        return kept
    }
}
