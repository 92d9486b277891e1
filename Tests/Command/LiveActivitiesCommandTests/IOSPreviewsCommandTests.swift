import ArgumentParser
import Foundation
import Testing

@testable import LiveActivitiesCommand

@Suite struct IOSPreviewsCommandTests {
    /// Otherwise each picture would be compared with itself.
    @Test func anEarlierRunInTheFolderOfTheNewOneIsRefused() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "previews-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder.appending(path: "before"), withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createSymbolicLink(
            at: folder.appending(path: "link"), withDestinationURL: folder.appending(path: "before"))
        func parse(comparing name: String) throws {
            let (out, before) = (folder.appending(path: "before").path, folder.path + "/" + name)
            _ = try Root.parseAsRoot(["ios", "previews", ".", "--out", out, "--compare", before])
        }
        for name in ["before", "before/", "./before", "link/../before", "link"] {
            #expect(throws: (any Error).self) { try parse(comparing: name) }
        }
        try parse(comparing: "earlier")
    }
}
