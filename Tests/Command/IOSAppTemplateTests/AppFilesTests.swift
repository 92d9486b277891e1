#if os(Linux)
import Foundation
import IOSAppTemplate
import IOSProjects
import Testing

#if Service
import ErrandKit
#endif

/// The files of `live-activities new ios-app`, before the name is inserted.
@Suite struct AppFilesTests {
    private func withApp(_ body: (URL) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "app-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        for (path, bytes) in IOSAppTemplate.files {
            let file = folder.appending(path: path)
            try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(bytes).write(to: file)
        }
        try body(folder)
    }

    @Test func theProjectFileHasAnAppAndItsWidgets() throws {
        try withApp { folder in
            let targets = try XcodeProject(folder.appending(path: "Errand.xcodeproj")).targets
            #expect(targets.map(\.name) == ["Errand", "ErrandWidgets"])
            #expect(
                targets.map(\.productType) == [
                    "com.apple.product-type.application", "com.apple.product-type.app-extension",
                ])
            #expect(targets.map { $0.sources.map(\.lastPathComponent) } == [["ErrandApp.swift"], ["ErrandWidgets.swift"]])
        }
    }

    @Test func thePackageHasAtMost500Lines() {
        let lines = IOSAppTemplate.files.filter { $0.path.hasPrefix("ErrandKit/") }
            .reduce(0) { $0 + $1.bytes.count { $0 == UInt8(ascii: "\n") } }
        #expect(lines <= 500)
    }

    #if Service
    @Test func anAddressOfSomebodyElseIsNoLink() throws {
        let attributes = ErrandAttributes(title: "Blue & red", steps: 1)
        let url = try #require(ErrandLink(attributes).url)
        #expect(ErrandLink(url)?.title == "Blue & red")
        for text in [
            "https://activity/errand?title=x", "errand://other/errand?title=x", "errand://activity/other?title=x",
            "errand://activity/errand", "errand:",
        ] {
            #expect(try ErrandLink(#require(URL(string: text))) == nil, "\(text)")
        }
    }
    #endif
}
#endif
