import Foundation
import Testing

@testable import IOSProjects

private let pizza = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Pizza")

/// The folder of `--scratch`.
@Suite(.timeLimit(.minutes(2))) struct ScratchFolderTests {
    private func open(_ folder: URL, for project: URL = pizza) throws -> ScratchFolder {
        try ScratchFolder(folder, for: IOSProject.root(project)) { Issue.record("\($0)") }
    }

    @Test func nothingIsWrittenIntoTheProject() throws {
        let (project, outside) = (try Folder(), try Folder())
        try project.copy(pizza)
        let before = try project.files()
        let link = outside.url.appending(path: "link")
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: project.url)
        for inside in [project.url, project.url.appending(path: "build"), link, link.appending(path: "build")] {
            #expect(throws: IOSProjectError.self) { try open(inside, for: project.url) }
        }
        #expect(try project.files() == before)
    }

    /// Its manifest would be overwritten, and sources removed.
    @Test func theFolderOfAnotherPackageIsRefusedAndUnchanged() throws {
        for path in ["Package.swift", "Sources/Pizza/Main.swift"] {
            let folder = try Folder()
            try folder.write("// swift-tools-version: 6.2\n", to: path)
            #expect(throws: IOSProjectError.self) { try open(folder.url) }
            #expect(try folder.files() == [path])
            #expect(!FileManager.default.fileExists(atPath: folder.url.appending(path: ".lock").path))
            #expect(try folder.read(path) == "// swift-tools-version: 6.2\n")
        }
    }

    @Test func theFolderOfAnEarlierRunIsTaken() throws {
        let folder = try Folder()
        let host = HostPackage(folder: folder.url, package: folder.url, swift: "false")
        #expect(throws: IOSProjectError.self) { try host.build(for: .checking) }
        try folder.write("", to: "Sources/Pizza/Main.swift")
        #expect(try open(folder.url).url == folder.url.resolvingSymlinksInPath())
    }

    @Test func aSecondRunWaitsForTheEndOfTheFirst() async throws {
        let folder = try Folder()
        let url = folder.url
        var first: ScratchFolder? = try open(url)
        let (lines, line) = AsyncStream.makeStream(of: String.self)
        // A thread of its own, because it blocks.
        Thread.detachNewThread {
            do {
                let scratch = try ScratchFolder(url, for: pizza) { line.yield($0) }
                line.yield("ready in \(scratch.url.path)")
            } catch { line.yield("\(error)") }
        }
        var iterator = lines.makeAsyncIterator()
        let path = url.resolvingSymlinksInPath().path
        #expect(await iterator.next() == "waiting for another run that uses the build files in \(path)")
        line.yield("the first has ended")
        withExtendedLifetime(first) {}
        first = nil
        #expect(await iterator.next() == "the first has ended")
        #expect(await iterator.next() == "ready in \(path)")
    }
}
