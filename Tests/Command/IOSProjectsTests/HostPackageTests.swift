import Foundation
import Testing

@testable import IOSProjects

/// The package of this package's modules, which checks and previews share.
@Suite struct HostPackageTests {
    private let folder: Folder

    init() throws {
        folder = try Folder()
        let lines = ["CheckHost", "PreviewHost"].map { #"args: ["/usr/bin/swiftc","-module-name","\#($0)","-emit-module"]"# }
        try folder.write(lines.joined(separator: "\n") + "\n", to: "release.yaml")
        try folder.write(
            """
            #!/bin/sh
            echo >> '\(folder.url.path)/runs'
            echo "$LIVE_ACTIVITIES_IOS_HOST" > '\(folder.url.path)/host'
            mkdir -p "$5"
            cp '\(folder.url.path)/release.yaml' "$5"
            ! [ -e '\(folder.url.path)/broken' ]

            """, to: "swift")
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o755], ofItemAtPath: folder.url.appending(path: "swift").path)
        for checkout in ["one", "two"] { try folder.write("", to: "\(checkout)/Sources/Core.swift") }
    }

    private func build(_ checkout: String, _ purpose: HostPackage.Purpose) throws {
        let host = HostPackage(
            folder: folder.url.appending(path: "scratch"), package: folder.url.appending(path: checkout),
            swift: folder.url.appending(path: "swift").path)
        _ = try host.build(for: purpose)
    }

    /// The number of runs of the package manager.
    private var runs: Int { get throws { try folder.read("runs").count } }

    @Test func modulesAreBuiltAgainOnlyIfTheirInputsHaveChanged() throws {
        for purpose in [HostPackage.Purpose.checking, .running, .checking, .running] { try build("one", purpose) }
        #expect(try runs == 2)
        try folder.write("// changed", to: "one/Sources/Core.swift")
        try build("one", .checking)
        #expect(try runs == 3)
    }

    /// With this variable, this package's manifest turns the optimiser off.
    @Test func mostModulesAreNotOptimised() throws {
        try build("one", .checking)
        #expect(try folder.read("host") == "1\n")
    }

    /// Both purposes share the modules of the folder.
    @Test(arguments: [false, true]) func modulesOfAnotherCheckoutReplaceAll(isBroken: Bool) throws {
        try build("one", .checking)
        try build("one", .running)
        if isBroken { try folder.write("", to: "broken") }
        if isBroken {
            #expect(throws: IOSProjectError.self) { try build("two", .checking) }
            try FileManager.default.removeItem(at: folder.url.appending(path: "broken"))
        } else {
            try build("two", .checking)
        }
        try build("one", .running)
        try build("one", .checking)
        #expect(try runs == 5)
    }
}
