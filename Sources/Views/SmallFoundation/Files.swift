// The system functions that pictures need: fonts and icons are files, and environment variables may contain their folders.

public struct ProcessInfo: Sendable {
    public static let processInfo = ProcessInfo()

    /// The variables of the process.
    public var environment: Environment { Environment() }

    /// Variables by name.
    public struct Environment: Sendable {
        public subscript(name: String) -> String? { getenv(name).map { String(cString: $0) } }
    }
}

/// The user's home folder; `/` if it is unknown.
public func NSHomeDirectory() -> String { getenv("HOME").map { String(cString: $0) } ?? "/" }

/// The files of the system.
public struct FileManager: Sendable {
    public static let `default` = FileManager()

    public func fileExists(atPath path: String) -> Bool { access(path, F_OK) == 0 }

    /// The bytes of a file; `nil` if it cannot be read.
    public func contents(atPath path: String) -> [UInt8]? {
        guard let file = fopen(path, "rb") else { return nil }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 16_384)
        while true {
            let count = fread(&part, 1, part.count, file)
            guard count > 0 else { return ferror(file) == 0 ? bytes : nil }
            bytes += part[..<count]
        }
    }
}

extension StringProtocol {
    /// The first occurrence of a string, compared by bytes. Foundation compares characters, which gives the same result for
    /// ASCII.
    public func range(of text: String) -> Range<String.Index>? {
        let (bytes, wanted) = (utf8, Array(text.utf8))
        guard !wanted.isEmpty else { return nil }
        var start = bytes.startIndex
        while start != bytes.endIndex {
            if bytes[start...].starts(with: wanted) { return start..<bytes.index(start, offsetBy: wanted.count) }
            start = bytes.index(after: start)
        }
        return nil
    }

    /// The string with every occurrence of another string replaced.
    public func replacingOccurrences(of text: String, with other: String) -> String {
        var (result, rest) = ("", self[...])
        while let found = rest.range(of: text) {
            result += rest[..<found.lowerBound]
            result += other
            rest = rest[found.upperBound...]
        }
        return result + rest
    }
}
