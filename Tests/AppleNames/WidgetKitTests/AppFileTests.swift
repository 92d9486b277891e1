// Declarations of Foundation that Linux lacks and that files of an app use.
import AppleFoundation
import Foundation
import Testing
import UniformTypeIdentifiers

@Suite struct AppFileTests {
    @Test func typesOfFilesHaveExtensionsAndParents() {
        #expect(UTType(filenameExtension: "JPG") == .jpeg && UTType(mimeType: "application/pdf") == .pdf)
        #expect(UTType.jpeg.conforms(to: .image) && UTType.jpeg.conforms(to: .data) && !UTType.jpeg.conforms(to: .text))
        #expect(UTType.json.preferredFilenameExtension == "json" && UTType(filenameExtension: "docx") == nil)
        #expect(UTType.zip.isSubtype(of: .archive) && !UTType.zip.isSubtype(of: .zip))
    }

    @Test func fileWrappersAreWrittenAndRead() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        let files = FileWrapper(directoryWithFileWrappers: ["a.txt": FileWrapper(regularFileWithContents: Data("a".utf8))])
        files.addRegularFile(withContents: Data("b".utf8), preferredFilename: "b.txt")
        try files.write(to: folder, originalContentsURL: nil)
        let read = try FileWrapper(url: folder)
        #expect(read.isDirectory && read.fileWrappers?.keys.sorted() == ["a.txt", "b.txt"])
        #expect(read.fileWrappers?["b.txt"]?.regularFileContents == Data("b".utf8))
    }

    /// Foundation's sequence skips empty lines too.
    @Test func bytesHaveLines() async throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: file) }
        try Data("one\r\n\ntwo\nthree".utf8).write(to: file)
        var lines: [String] = []
        for try await line in file.lines { lines.append(line) }
        #expect(lines == ["one", "two", "three"])
    }

    @Test func preferencesAreThoseOfTheSuite() {
        let suite = "AppFileTests." + UUID().uuidString
        defer { UserDefaults.standard.removePersistentDomain(forName: suite) }
        #expect(CFPreferencesCopyAppValue("count", suite) == nil)
        CFPreferencesSetAppValue("count", 3, suite)
        #expect(CFPreferencesAppSynchronize(suite) && CFPreferencesGetAppIntegerValue("count", suite, nil) == 3)
        #expect(UserDefaults(suiteName: suite)?.integer(forKey: "count") == 3)
    }

    @Test func filesHaveNoExtendedAttributes() {
        #expect(getxattr("/", "name", nil, 0, 0, 0) == -1 && errno == ENOATTR)
        #expect(removexattr("/", "name", 0) == -1 && listxattr("/", nil, 0, 0) == 0)
    }

    @Test func accessToAFileIsGrantedAtOnce() {
        var accessed: [URL] = []
        let url = URL(filePath: "/a")
        NSFileCoordinator().coordinate(readingItemAt: url, error: nil) { accessed.append($0) }
        NSFileCoordinator().coordinate(writingItemAt: url, options: .forReplacing, error: nil) { accessed.append($0) }
        #expect(accessed == [url, url])
    }

    @Test func linksAreDetected() throws {
        let detector = try NSDataDetector(types: NSTextCheckingResult.CheckingType.link.rawValue)
        let text = "See https://swift.org and call."
        let range = NSRange(text.startIndex..., in: text)
        #expect(detector.firstMatch(in: text, range: range)?.range == NSRange(location: 4, length: 17))
    }
}
