public import Foundation

/// A file or a folder in memory.
open class FileWrapper: @unchecked Sendable {
    // `@unchecked Sendable`, as a document's owner passes it from one thread to another and then does not change it.
    public struct ReadingOptions: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static let immediate = Self(rawValue: 1), withoutMapping = Self(rawValue: 2)
    }
    public struct WritingOptions: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static let atomic = Self(rawValue: 1), withNameUpdating = Self(rawValue: 2)
    }

    public let regularFileContents: Data?
    public private(set) var fileWrappers: [String: FileWrapper]?
    open var preferredFilename: String?
    open var filename: String?
    open var fileAttributes: [String: Any] = [:]

    public init(regularFileWithContents contents: Data) { regularFileContents = contents }
    public init(directoryWithFileWrappers children: [String: FileWrapper]) {
        (regularFileContents, fileWrappers) = (nil, children)
    }
    public init(url: URL, options: ReadingOptions = []) throws {
        var isFolder: ObjCBool = false
        (filename, preferredFilename) = (url.lastPathComponent, url.lastPathComponent)
        guard FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder), isFolder.boolValue else {
            regularFileContents = try Data(contentsOf: url)
            return
        }
        regularFileContents = nil
        let names = try FileManager.default.contentsOfDirectory(atPath: url.path)
        fileWrappers = try Dictionary(
            uniqueKeysWithValues: names.map { ($0, try FileWrapper(url: url.appendingPathComponent($0), options: options)) })
    }

    open var isRegularFile: Bool { regularFileContents != nil }
    open var isDirectory: Bool { fileWrappers != nil }
    /// Always `false`: a link is read as its destination.
    open var isSymbolicLink: Bool { false }

    /// Adds a file to a folder.
    ///
    /// - Returns: The file's key.
    @discardableResult open func addFileWrapper(_ child: FileWrapper) -> String {
        let name = child.preferredFilename ?? child.filename ?? UUID().uuidString
        fileWrappers?[name] = child
        return name
    }
    @discardableResult open func addRegularFile(withContents data: Data, preferredFilename name: String) -> String {
        let child = FileWrapper(regularFileWithContents: data)
        child.preferredFilename = name
        return addFileWrapper(child)
    }
    open func removeFileWrapper(_ child: FileWrapper) { fileWrappers = fileWrappers?.filter { $0.value !== child } }

    open func write(to url: URL, options: WritingOptions = [], originalContentsURL: URL?) throws {
        guard let fileWrappers else {
            return try (regularFileContents ?? Data()).write(to: url, options: options.contains(.atomic) ? .atomic : [])
        }
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        for (name, child) in fileWrappers {
            try child.write(to: url.appendingPathComponent(name), options: options, originalContentsURL: nil)
        }
    }
}
