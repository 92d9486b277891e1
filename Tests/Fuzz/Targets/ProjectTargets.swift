import Foundation

@testable import IOSProjects

extension FuzzTarget {
    /// A Swift file of another project, scanned without being parsed.
    static let swiftSource = FuzzTarget(
        name: "swift-source", format: .lines, seeds: { projectFiles.filter { $0.path.hasSuffix(".swift") }.map(\.bytes) }
    ) {
        let url = URL(filePath: "/App/File.swift")
        return { bytes in
            var scanner = SwiftScanner(Array(bytes))
            var count = 0
            while scanner.next() != nil { count += 1 }
            require(
                count <= bytes.count && scanner.index >= bytes.count, "the scanner has given \(count) of \(bytes.count) bytes")
            let text = String(decoding: bytes, as: UTF8.self)
            let file = SwiftFile(url, text)
            require(file.topLevel.isSubset(of: file.declared), "a type at the top is not declared")
            let previews = PreviewSource(text)
            if !previews.isEmpty { _ = previews.listing(in: "list", file: "File.swift", without: [0]) }
            let managers = ManagerSource([(url, text)])
            _ = managers.listing(of: url, in: "list", without: [])
        }
    }

    /// A whole project: each file follows a line with its path. Its project file, property lists, catalogs and texts are read.
    static let project = FuzzTarget(name: "ios-project", format: .lines, seeds: { [projectText] }) {
        let folder = URL(filePath: temporaryFolder("project"))
        return { bytes in
            try? FileManager.default.removeItem(at: folder)
            let files = sections(of: bytes)
            for (path, content) in files {
                let file = folder.appending(path: path)
                try? FileManager.default.createDirectory(
                    at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
                try? Data(content).write(to: file)
            }
            let below = files.map { folder.appending(path: $0.path) }
            _ = TextCatalog.json(of: below.filter { ["strings", "stringsdict", "xcstrings"].contains($0.pathExtension) })
            guard let project = try? IOSProject(folder) else { return }
            require(!project.units.isEmpty, "a project without units")
            _ = (project.findings.map { "\($0)" }, project.advice.map { "\($0)" })
            _ = must("a catalog as JSON") { try JSONEncoder().encode(project.assets) }
            for unit in project.roots { _ = try? project.modules(importedBy: [unit]) }
        }
    }

    // MARK: - Parsing of inputs

    private static let mark = Array("=== ".utf8)

    /// The files in an input. Paths stay below the folder.
    private static func sections(of bytes: UnsafeBufferPointer<UInt8>) -> [(path: String, content: [UInt8])] {
        var files: [(path: String, content: [UInt8])] = []
        for line in bytes.split(separator: 0x0A, omittingEmptySubsequences: false) {
            if line.starts(with: mark) {
                let parts = String(decoding: line.dropFirst(mark.count), as: UTF8.self)
                    .split(separator: "/").filter { $0 != ".." && $0 != "." && !$0.utf8.contains(0) }
                files.append((parts.prefix(8).joined(separator: "/"), []))
            } else if !files.isEmpty {
                files[files.count - 1].content += Array(line) + [0x0A]
            }
        }
        return Array(files.filter { !$0.path.isEmpty && $0.path.utf8.count < 200 }.prefix(32))
    }

    /// The text files of the test project of the module.
    private static let projectFiles: [(path: String, bytes: [UInt8])] = {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Command/IOSProjectsTests/Pizza")
            .standardizedFileURL
        let paths = FileManager.default.enumerator(atPath: root.path)?.compactMap { $0 as? String } ?? []
        return paths.sorted().compactMap { path in
            guard let bytes = try? Array(Data(contentsOf: root.appending(path: path))),
                String(validating: bytes, as: UTF8.self) != nil
            else { return nil }
            return (path, bytes)
        }
    }()

    private static let texts: [(path: String, bytes: [UInt8])] = [
        (
            "de.lproj/Localizable.strings",
            "/* Title */\n\"Order %@\" = \"Bestellung %@\";\n\"On its way\" = \"Unterwegs \\U00fc\";\n"
        ),
        (
            "en.lproj/Localizable.stringsdict",
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <plist version="1.0"><dict><key>%d stops</key><dict>
            <key>NSStringLocalizedFormatKey</key><string>%#@stops@</string>
            <key>stops</key><dict><key>NSStringFormatSpecTypeKey</key><string>NSStringPluralRuleType</string>
            <key>NSStringFormatValueTypeKey</key><string>d</string><key>one</key><string>%d stop</string>
            <key>other</key><string>%d stops</string></dict></dict></dict></plist>
            """
        ),
        (
            "App/App.xcconfig",
            "#include \"Base.xcconfig\"\nINFOPLIST_KEY_NSSupportsLiveActivities = $(SUPPORTED) // activities\nNAME = $(TARGET_NAME)\n"
        ),
        (
            "App/Base.xcconfig",
            "#include? \"App.xcconfig\"\nSUPPORTED = YES\nSWIFT_VERSION[sdk=iphoneos*] = ${NAME:c99extidentifier}\n"
        ),
        (
            "Localizable.xcstrings",
            #"{"sourceLanguage":"en","strings":{"Pizza":{"localizations":{"de":{"stringUnit":{"value":"Pizza"}}}}}}"#
        ),
    ].map { ($0.0, Array($0.1.utf8)) }

    /// A project file whose configurations refer to a file of build settings.
    private static func configured(_ project: [UInt8]) -> [UInt8] {
        let file = "F9 = {isa = PBXFileReference; path = App/App.xcconfig; sourceTree = SOURCE_ROOT; };"
        return Array(
            String(decoding: project, as: UTF8.self).replacing("objects = {", with: "objects = {\n\(file)")
                .replacing("isa = XCBuildConfiguration;", with: "isa = XCBuildConfiguration;\nbaseConfigurationReference = F9;")
                .utf8)
    }

    private static var projectText: [UInt8] {
        var text: [UInt8] = []
        for file in projectFiles + texts {
            text += mark
            text += Array(file.path.utf8) + [0x0A]
            text += (file.path.hasSuffix(".pbxproj") ? configured(file.bytes) : file.bytes) + [0x0A]
        }
        return text
    }
}

/// The path of a temporary folder or file prefix, in memory if the system supports it.
func temporaryFolder(_ name: String) -> String {
    let folder = FileManager.default.fileExists(atPath: "/dev/shm") ? "/dev/shm" : NSTemporaryDirectory()
    return "\(folder)/live-activities-fuzz-\(ProcessInfo.processInfo.processIdentifier)-\(name)"
}
